-- The waiting list, and the places in the agenda that are freed.

---- Esperas: clients for whom no hour suited ----

CREATE TABLE esperas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- She goes to the trash with what she waits for, and comes back with it.
  cliente_id uuid NOT NULL REFERENCES clientes_susa ON DELETE CASCADE,
  -- NULL: any. With a deleted service nobody waits for it any more: it must not become any service.
  servicio_id uuid REFERENCES servicios_susa ON DELETE CASCADE,
  -- NULL: whoever is free, also when her specialist is deleted.
  empleado_id uuid REFERENCES empleados_susa ON DELETE SET NULL,
  -- The days on which she could come, both included.
  desde date NOT NULL,
  hasta date NOT NULL,
  nota text CHECK (is_text(nota, 200)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT esperas_dias CHECK (hasta >= desde)
);
CREATE INDEX esperas_cliente ON esperas_susa (cliente_id);
CREATE INDEX esperas_servicio ON esperas_susa (servicio_id);
CREATE INDEX esperas_empleado ON esperas_susa (empleado_id);
CREATE INDEX esperas_hasta ON esperas_susa (hasta, desde, id);
CREATE TRIGGER updated_at BEFORE UPDATE ON esperas_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

---- Citas: the place that a cancelled or moved appointment left ----

ALTER TABLE cambios_cita_susa
  ADD hueco_desde timestamptz(3),
  ADD hueco_hasta timestamptz(3),
  -- Whose time it is. A place without a specialist is not free for anyone.
  ADD hueco_con uuid CONSTRAINT cambios_cita_susa_hueco_con_fkey REFERENCES empleados_susa ON DELETE SET NULL,
  ADD CONSTRAINT cambios_cita_hueco CHECK (CASE WHEN hueco_desde IS NULL THEN hueco_hasta IS NULL AND hueco_con IS NULL
    ELSE coalesce(hueco_hasta > hueco_desde, false) END);
CREATE INDEX cambios_cita_hueco_con ON cambios_cita_susa (hueco_con, hueco_desde);
-- What was freed in the last two days.
CREATE INDEX cambios_cita_huecos ON cambios_cita_susa (created_at) WHERE hueco_desde IS NOT NULL;
-- A deleted specialist still empties her column.
CREATE TRIGGER hueco_se_agrega BEFORE UPDATE OF hueco_desde, hueco_hasta ON cambios_cita_susa
  FOR EACH ROW EXECUTE FUNCTION append_only();

---- Papelera ----

CREATE OR REPLACE FUNCTION table_of(tipo tipo_papelera) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE tipo
    WHEN 'cliente' THEN 'clientes_susa' WHEN 'cita' THEN 'citas_susa' WHEN 'ingreso' THEN 'ingresos_susa'
    WHEN 'egreso' THEN 'egresos_susa' WHEN 'item' THEN 'inventario_susa' WHEN 'empleado' THEN 'empleados_susa'
    WHEN 'testimonio' THEN 'testimonios_susa' WHEN 'imagen' THEN 'service_images_susa' WHEN 'espera' THEN 'esperas_susa' END
$$;

---- Bitácora ----

-- What goes along with a deleted client or specialist has her line (a depth above zero), and what the clean-up deletes has none.
DO $$
DECLARE event text;
BEGIN
  FOREACH event IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON esperas_susa FOR EACH ROW
      WHEN (current_setting(''susa.record'', true) IS DISTINCT FROM ''off'' AND current_setting(''susa.account'', true) <> ''''
        AND pg_trigger_depth() = 0)
      EXECUTE FUNCTION record_change(''espera'')', 'record_' || lower(event), event);
  END LOOP;
END $$;
