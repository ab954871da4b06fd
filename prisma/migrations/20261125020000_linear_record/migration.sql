-- The program reads the lines of a transaction from the table when it commits. They were collected in a setting, which was copied
-- for each line: 20,000 rows in one transaction took a quarter of an hour.

-- The settings of a transaction: susa.account and susa.origin say who acts, susa.record = 'off' that rows are being restored, and
-- susa.keep_version = 'on' that a change is none for open editors.
CREATE FUNCTION mark_for_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.accion IN ('exportacion', 'bloqueo', 'reversa')
    OR NEW.accion IN ('cambio', 'eliminacion') AND (NEW.tipo IN ('ingreso', 'egreso') OR NEW.importes ?| ARRAY['precio', 'precio_unitario'])
  THEN
    INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION record_act(accion accion_bitacora, tipo tipo_registro, registro_id text, campos text[], importes jsonb) RETURNS void
  LANGUAGE sql
  BEGIN ATOMIC
    INSERT INTO bitacora_susa (accion, tipo, registro_id, cuenta_id, origen, campos, importes)
    VALUES (accion, tipo, registro_id, nullif(current_setting('susa.account', true), '')::uuid,
      nullif(current_setting('susa.origin', true), ''), campos, importes);
  END;

-- Records a changed row: its kind is the first argument, its columns with amounts are the others.
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before CONSTANT jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  after CONSTANT jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  whole CONSTANT jsonb := before || after;
  changed CONSTANT text[] := coalesce((
    SELECT array_agg(campo ORDER BY campo) FROM jsonb_object_keys(whole) AS campo
    WHERE before -> campo IS DISTINCT FROM after -> campo AND campo NOT IN ('id', 'created_at', 'updated_at', 'busqueda')
  ), '{}');
BEGIN
  IF TG_OP = 'UPDATE' AND changed = '{}' THEN RETURN NULL; END IF;
  PERFORM record_act(
    CASE TG_OP WHEN 'DELETE' THEN 'eliminacion' WHEN 'UPDATE' THEN 'cambio'
      ELSE CASE after ->> 'concepto' WHEN 'reversa' THEN 'reversa' ELSE 'alta' END END::accion_bitacora,
    TG_ARGV[0]::tipo_registro,
    coalesce(whole ->> 'id', whole ->> 'tipo', whole ->> 'empleado_id'),
    CASE TG_OP WHEN 'UPDATE' THEN changed ELSE '{}' END,
    coalesce((
      SELECT jsonb_object_agg(campo, jsonb_build_array(before ->> campo, after ->> campo)) FROM unnest(TG_ARGV[1:]) AS campo
      WHERE campo = ANY (changed)
    ), '{}'));
  RETURN NULL;
END $$;

-- Records stock that was moved by hand, on the item.
CREATE FUNCTION record_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_act('cambio', 'item', NEW.item_id::text, '{cantidad}', jsonb_build_object('cantidad', jsonb_build_array(
    (NEW.saldo - CASE NEW.tipo WHEN 'entrada' THEN NEW.cantidad ELSE -NEW.cantidad END)::text, NEW.saldo::text)));
  RETURN NULL;
END $$;

-- Records an appointment that an account booked at less than its service costs.
CREATE FUNCTION record_lower_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE cost CONSTANT numeric := (SELECT precio FROM servicios_susa WHERE id = NEW.servicio_id);
BEGIN
  IF NEW.precio < cost THEN
    PERFORM record_act('cambio', 'cita', NEW.id::text, '{precio}',
      jsonb_build_object('precio', jsonb_build_array(cost::text, NEW.precio::text)));
  END IF;
  RETURN NULL;
END $$;

-- The triggers keep their tables and conditions, and get the new functions, names and settings.
DO $$
DECLARE
  old_trigger record;
  definition text;
BEGIN
  FOR old_trigger IN
    SELECT tgname, tgrelid::regclass AS tabla, pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE tgfoid IN ('al_anotar'::regproc, 'anotar_cambio'::regproc, 'anotar_existencias'::regproc, 'anotar_rebaja'::regproc)
  LOOP
    definition := old_trigger.definition;
    definition := replace(definition, 'TRIGGER anotar_', 'TRIGGER record_');
    definition := replace(definition, 'al_anotar', 'mark_for_review');
    definition := replace(definition, 'anotar_cambio', 'record_change');
    definition := replace(definition, 'anotar_existencias', 'record_stock');
    definition := replace(definition, 'anotar_rebaja', 'record_lower_price');
    definition := replace(definition, 'susa.bitacora', 'susa.record');
    definition := replace(definition, '''no''::text', '''off''::text');
    definition := replace(definition, 'susa.cuenta', 'susa.account');
    EXECUTE format('DROP TRIGGER %I ON %s', old_trigger.tgname, old_trigger.tabla);
    EXECUTE definition;
  END LOOP;
END $$;
DROP FUNCTION al_anotar, anotar_cambio, anotar_existencias, anotar_rebaja, anotar;
ALTER FUNCTION bitacora_solo_se_agrega RENAME TO bitacora_append_only;

CREATE OR REPLACE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('susa.keep_version', true) = 'on' THEN RETURN NEW; END IF;
  NEW.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), OLD.updated_at + interval '1 millisecond');
  RETURN NEW;
END $$;
