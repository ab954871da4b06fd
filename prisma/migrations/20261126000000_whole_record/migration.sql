-- Equal lines of the record become one with a number, every change of a person's record leaves a line, and so does an appointment
-- that gets cheaper than its service by a change of service.

ALTER TYPE tipo_registro ADD VALUE 'salud';
-- Health notes that were emptied or overwritten: `fila` has the former values, encrypted as they were, and `cliente_id`.
ALTER TYPE tipo_papelera ADD VALUE 'salud';

ALTER TABLE bitacora_susa ADD COLUMN veces int NOT NULL DEFAULT 1 CHECK (veces >= 1);

-- Finds the equal lines of an event; the former index was read by nothing.
DROP INDEX bitacora_registro;
CREATE INDEX bitacora_event ON bitacora_susa (accion, coalesce(registro_id, ''), created_at);

-- Lines are only added; one that happens again may count that, and nothing else.
CREATE OR REPLACE FUNCTION bitacora_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.created_at < now() - interval '2 years' THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    OLD.veces := OLD.veces + 1;
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;

-- A line that the owner has looked at comes back when it happens again.
CREATE OR REPLACE FUNCTION mark_for_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.accion IN ('exportacion', 'bloqueo', 'reversa')
    OR NEW.accion IN ('cambio', 'eliminacion')
      AND (NEW.tipo IN ('ingreso', 'egreso') OR NEW.importes ?| ARRAY['precio', 'precio_unitario', 'cobrado'])
  THEN
    INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER mark_for_review ON bitacora_susa;
CREATE TRIGGER mark_for_review AFTER INSERT OR UPDATE ON bitacora_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION mark_for_review();

-- Adds a line and gives it as JSON. An event without amounts that is equal to a line of the last ten minutes is counted on that
-- one instead, and gives NULL.
DROP FUNCTION record_act;
CREATE FUNCTION record_act(
  event accion_bitacora, record_type tipo_registro, record_id text, fields text[], amounts jsonb,
  account_id uuid DEFAULT nullif(current_setting('susa.account', true), '')::uuid,
  network text DEFAULT nullif(current_setting('susa.origin', true), '')
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  -- Strangers come from any number of networks: what they do to no account, or after a lock-out, is one line wherever they are.
  is_from_anywhere CONSTANT boolean := account_id IS NULL AND (event = 'bloqueo' OR event = 'rechazo' AND record_id IS NULL);
  line text;
BEGIN
  IF amounts = '{}' THEN
    -- Of equal events at the same moment one adds the line. A trigger holds the lock of its row already.
    IF pg_trigger_depth() = 0 THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', event, record_type, record_id, account_id), 0));
    END IF;
    UPDATE bitacora_susa SET veces = veces + 1 WHERE id = (
      SELECT id FROM bitacora_susa
      WHERE accion = event AND coalesce(registro_id, '') = coalesce(record_id, '') AND created_at > now() - interval '10 minutes'
        AND tipo IS NOT DISTINCT FROM record_type AND cuenta_id IS NOT DISTINCT FROM account_id
        AND (is_from_anywhere OR origen IS NOT DISTINCT FROM network) AND campos = fields AND importes = '{}'
      ORDER BY created_at DESC LIMIT 1);
    IF FOUND THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO bitacora_susa AS b (accion, tipo, registro_id, cuenta_id, origen, campos, importes)
  VALUES (event, record_type, record_id, account_id, network, fields, amounts) RETURNING to_json(b)::text INTO line;
  RETURN line;
END $$;

-- The service of an appointment is changed, and with it what it should cost.
CREATE TRIGGER record_lower_price AFTER UPDATE OF servicio_id ON citas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND OLD.servicio_id IS DISTINCT FROM NEW.servicio_id)
  EXECUTE FUNCTION record_lower_price();

DROP TRIGGER record_update ON proveedores_susa;
DROP TRIGGER record_update ON empleados_susa;
DROP TRIGGER record_update ON inventario_susa;
DO $$
DECLARE kind record;
BEGIN
  FOR kind IN SELECT * FROM (VALUES
    ('clientes_susa', 'UPDATE', 'cliente'), ('testimonios_susa', 'UPDATE', 'testimonio'), ('service_images_susa', 'UPDATE', 'imagen'),
    ('proveedores_susa', 'UPDATE', 'proveedor'), ('empleados_susa', 'UPDATE', 'empleado'),
    -- Not the quantity, which has its movements.
    ('inventario_susa', 'UPDATE OF nombre, descripcion, minimo, precio_unitario, categoria, proveedor', 'item, precio_unitario')
  ) AS kinds (tabla, on_update, arguments) LOOP
    EXECUTE format('CREATE TRIGGER record_insert AFTER INSERT ON %1$I FOR EACH ROW
      WHEN (current_setting(''susa.record'', true) IS DISTINCT FROM ''off'') EXECUTE FUNCTION record_change(%3$s);
      CREATE TRIGGER record_update AFTER %2$s ON %1$I FOR EACH ROW
      WHEN (current_setting(''susa.record'', true) IS DISTINCT FROM ''off'') EXECUTE FUNCTION record_change(%3$s)',
      kind.tabla, kind.on_update, kind.arguments);
  END LOOP;
END $$;
