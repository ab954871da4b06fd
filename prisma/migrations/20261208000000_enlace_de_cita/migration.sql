-- The link of an appointment: what its client did by it, and what the studio decides about it.

-- True when the client did it by her link. A null account is not enough to say so: accounts can be deleted.
ALTER TABLE cambios_cita_susa ADD clienta boolean NOT NULL DEFAULT false;
CREATE INDEX cambios_de_clientas ON cambios_cita_susa (created_at DESC) WHERE clienta;
DROP TRIGGER solo_se_agrega ON cambios_cita_susa;
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF cita_id, accion, estado, no_asistio, detalle, clienta ON cambios_cita_susa
  FOR EACH ROW EXECUTE FUNCTION append_only();

ALTER TABLE configuracion_susa
  -- Until how many hours before it she can move or cancel an appointment by its link; null: only by WhatsApp.
  ADD cita_horas smallint CHECK (cita_horas BETWEEN 0 AND 168),
  ADD politica text CHECK (is_text(politica, 600)),
  -- Where the studio asks to be reviewed.
  ADD resena_url text CHECK (resena_url ~ '^https://[^/]' AND char_length(resena_url) <= 300);
