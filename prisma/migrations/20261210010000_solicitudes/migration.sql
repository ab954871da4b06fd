-- Booking on the site: what the owner decides about it, and the appointments that wait for an answer.

---- Configuración ----

-- A client asks for an appointment, or takes it at once.
CREATE TYPE reserva_modo AS ENUM ('no', 'solicitud', 'directa');

ALTER TABLE configuracion_susa
  ADD reserva reserva_modo NOT NULL DEFAULT 'no',
  -- For how many hours a request holds its place.
  ADD reserva_horas smallint NOT NULL DEFAULT 12 CHECK (reserva_horas IN (2, 6, 12, 24)),
  -- NULL: the initial text. Empty: the studio has no notice, and then takes no personal data on its site.
  ADD aviso_privacidad text CHECK (aviso_privacidad = '' OR is_text(aviso_privacidad, 12000)),
  ADD CONSTRAINT configuracion_reserva_con_aviso CHECK (reserva = 'no' OR aviso_privacidad IS DISTINCT FROM '');

---- Citas ----

ALTER TABLE citas_susa
  -- Until when a request holds its place; NULL: no request, or one that was answered.
  ADD apartada_hasta timestamptz(3),
  ADD CONSTRAINT citas_apartada CHECK (apartada_hasta IS NULL OR estado = 'programada');
CREATE INDEX citas_por_aceptar ON citas_susa (apartada_hasta) WHERE apartada_hasta IS NOT NULL;
