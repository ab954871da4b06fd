-- Who did what, and when. Lines are only added; triggers write those of changed and deleted rows, so that no screen can forget one.

CREATE TYPE accion_bitacora AS ENUM (
  'entrada', 'rechazo', 'bloqueo', 'registro', 'aprobacion', 'desactivacion', 'reactivacion', 'permisos', 'contrasena', 'enlace',
  'cesion', 'exportacion', 'importacion', 'fusion', 'alta', 'cambio', 'reversa', 'eliminacion', 'recuperacion',
  'eliminacion_definitiva', 'revelacion', 'prohibido'
);
CREATE TYPE tipo_registro AS ENUM (
  'cuenta', 'cliente', 'cita', 'ingreso', 'egreso', 'servicio', 'imagen', 'testimonio', 'item', 'proveedor', 'empleado', 'ausencia',
  'calendario', 'configuracion', 'apariencia', 'plantilla'
);

CREATE TABLE bitacora_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  accion accion_bitacora NOT NULL,
  tipo tipo_registro,
  -- The record, which may be gone.
  registro_id text CHECK (con_texto(registro_id, 40)),
  -- No foreign key: a deleted account would empty it. Null: nobody was signed in, or the change was made outside the application.
  cuenta_id uuid,
  -- The first 24 bits of the address, of IPv6 the first 48.
  origen text CHECK (con_texto(origen, 43)),
  -- Names of the changed columns; of a refused screen, the right it requires.
  campos text[] NOT NULL DEFAULT '{}' CHECK (array_position(campos, NULL) IS NULL),
  -- Amounts before and after by column: {"monto": ["500.00", "50.00"]}. Never a name, a telephone or a note.
  importes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(importes) = 'object'),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX bitacora_created_at ON bitacora_susa (created_at DESC, orden DESC);
CREATE INDEX bitacora_cuenta ON bitacora_susa (cuenta_id, created_at DESC, orden DESC);
CREATE INDEX bitacora_accion ON bitacora_susa (accion, created_at DESC, orden DESC);
CREATE INDEX bitacora_registro ON bitacora_susa (tipo, registro_id);

CREATE FUNCTION bitacora_solo_se_agrega() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.created_at < now() - interval '2 years' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OR DELETE ON bitacora_susa FOR EACH ROW EXECUTE FUNCTION bitacora_solo_se_agrega();
CREATE TRIGGER no_se_vacia BEFORE TRUNCATE ON bitacora_susa FOR EACH STATEMENT EXECUTE FUNCTION bitacora_solo_se_agrega();

-- The lines that the owner has not looked at yet: money and prices that changed, exports, locked accounts.
CREATE TABLE por_revisar_susa (
  linea_id uuid PRIMARY KEY REFERENCES bitacora_susa ON DELETE CASCADE,
  -- What the owner marks is what the snapshot of her page contained: not a line that was written earlier and committed later.
  transaccion xid8 NOT NULL DEFAULT pg_current_xact_id()
);

-- The settings of a transaction: susa.cuenta and susa.origen say who acts, susa.bitacora = 'no' that rows are being restored, and
-- susa.lineas collects the lines for the program's log.
CREATE FUNCTION al_anotar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.accion IN ('exportacion', 'bloqueo', 'reversa')
    OR NEW.accion IN ('cambio', 'eliminacion') AND (NEW.tipo IN ('ingreso', 'egreso') OR NEW.importes ?| ARRAY['precio', 'precio_unitario'])
  THEN
    INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id);
  END IF;
  PERFORM set_config('susa.lineas', coalesce(current_setting('susa.lineas', true), '') || to_json(NEW) || E'\n', true);
  RETURN NULL;
END $$;
CREATE TRIGGER al_anotar AFTER INSERT ON bitacora_susa FOR EACH ROW
  WHEN (current_setting('susa.bitacora', true) IS DISTINCT FROM 'no') EXECUTE FUNCTION al_anotar();

CREATE FUNCTION anotar(accion accion_bitacora, tipo tipo_registro, registro_id text, campos text[], importes jsonb) RETURNS void
  LANGUAGE sql
  BEGIN ATOMIC
    INSERT INTO bitacora_susa (accion, tipo, registro_id, cuenta_id, origen, campos, importes)
    VALUES (accion, tipo, registro_id, nullif(current_setting('susa.cuenta', true), '')::uuid,
      nullif(current_setting('susa.origen', true), ''), campos, importes);
  END;

-- Notes a changed row: its kind is the first argument, its columns with amounts are the others.
CREATE FUNCTION anotar_cambio() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  antes CONSTANT jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  ahora CONSTANT jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  fila CONSTANT jsonb := antes || ahora;
  campos CONSTANT text[] := coalesce((
    SELECT array_agg(campo ORDER BY campo) FROM jsonb_object_keys(fila) AS campo
    WHERE antes -> campo IS DISTINCT FROM ahora -> campo AND campo NOT IN ('id', 'created_at', 'updated_at', 'busqueda')
  ), '{}');
BEGIN
  IF TG_OP = 'UPDATE' AND campos = '{}' THEN RETURN NULL; END IF;
  PERFORM anotar(
    CASE TG_OP WHEN 'DELETE' THEN 'eliminacion' WHEN 'UPDATE' THEN 'cambio'
      ELSE CASE ahora ->> 'concepto' WHEN 'reversa' THEN 'reversa' ELSE 'alta' END END::accion_bitacora,
    TG_ARGV[0]::tipo_registro,
    coalesce(fila ->> 'id', fila ->> 'tipo', fila ->> 'empleado_id'),
    CASE TG_OP WHEN 'UPDATE' THEN campos ELSE '{}' END,
    coalesce((
      SELECT jsonb_object_agg(campo, jsonb_build_array(antes ->> campo, ahora ->> campo)) FROM unnest(TG_ARGV[1:]) AS campo
      WHERE campo = ANY (campos)
    ), '{}'));
  RETURN NULL;
END $$;

-- Notes stock that was moved by hand, on the item.
CREATE FUNCTION anotar_existencias() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM anotar('cambio', 'item', NEW.item_id::text, '{cantidad}', jsonb_build_object('cantidad', jsonb_build_array(
    (NEW.saldo - CASE NEW.tipo WHEN 'entrada' THEN NEW.cantidad ELSE -NEW.cantidad END)::text, NEW.saldo::text)));
  RETURN NULL;
END $$;

-- Notes an appointment that an account booked at less than its service costs.
CREATE FUNCTION anotar_rebaja() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE costo CONSTANT numeric := (SELECT precio FROM servicios_susa WHERE id = NEW.servicio_id);
BEGIN
  IF NEW.precio < costo THEN
    PERFORM anotar('cambio', 'cita', NEW.id::text, '{precio}',
      jsonb_build_object('precio', jsonb_build_array(costo::text, NEW.precio::text)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER anotar_insert AFTER INSERT ON citas_susa FOR EACH ROW
  WHEN (current_setting('susa.bitacora', true) IS DISTINCT FROM 'no' AND current_setting('susa.cuenta', true) <> '')
  EXECUTE FUNCTION anotar_rebaja();

CREATE FUNCTION crear_anotador(tabla text, cuando text, condicion text, argumentos text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I FOR EACH ROW
    WHEN (current_setting(''susa.bitacora'', true) IS DISTINCT FROM ''no'' AND %s) EXECUTE FUNCTION anotar_cambio(%s)',
    'anotar_' || lower(substring(cuando FROM '^\w+')), cuando, tabla, condicion, argumentos);
END $$;
DO $$
DECLARE de record;
BEGIN
  FOR de IN SELECT * FROM (VALUES
    ('clientes_susa', 'cliente', ''), ('citas_susa', 'cita', ', precio, cobrado'), ('ingresos_susa', 'ingreso', ', monto'),
    ('egresos_susa', 'egreso', ', monto'), ('servicios_susa', 'servicio', ', precio'), ('service_images_susa', 'imagen', ''),
    ('testimonios_susa', 'testimonio', ''), ('inventario_susa', 'item', ', precio_unitario, cantidad'),
    ('empleados_susa', 'empleado', ''), ('ausencias_susa', 'ausencia', ''), ('plantillas_susa', 'plantilla', '')
  ) AS kinds (tabla, tipo, importes) LOOP
    PERFORM crear_anotador(de.tabla, 'DELETE', 'true', de.tipo || de.importes);
  END LOOP;
END $$;
SELECT crear_anotador('ingresos_susa', 'INSERT', 'true', 'ingreso, monto'),
  crear_anotador('servicios_susa', 'INSERT', 'true', 'servicio, precio'),
  -- Not the link to an appointment, which the database empties when that is deleted.
  crear_anotador('ingresos_susa', 'UPDATE OF monto, fecha, metodo_pago, descripcion', 'true', 'ingreso, monto'),
  crear_anotador('egresos_susa', 'INSERT', 'true', 'egreso, monto'),
  crear_anotador('egresos_susa', 'UPDATE', 'true', 'egreso, monto'),
  crear_anotador('servicios_susa', 'UPDATE OF precio, activo',
    '(OLD.precio <> NEW.precio OR OLD.activo <> NEW.activo)', 'servicio, precio'),
  crear_anotador('citas_susa', 'UPDATE OF precio', 'OLD.precio <> NEW.precio', 'cita, precio'),
  crear_anotador('inventario_susa', 'UPDATE OF precio_unitario', 'OLD.precio_unitario <> NEW.precio_unitario', 'item, precio_unitario'),
  crear_anotador('proveedores_susa', 'UPDATE OF activo', 'OLD.activo <> NEW.activo', 'proveedor'),
  crear_anotador('configuracion_susa', 'INSERT', 'true', 'configuracion'),
  crear_anotador('configuracion_susa', 'UPDATE', 'true', 'configuracion'),
  crear_anotador('apariencia_susa', 'INSERT', 'true', 'apariencia'),
  crear_anotador('apariencia_susa', 'UPDATE', 'true', 'apariencia'),
  crear_anotador('plantillas_susa', 'INSERT', 'true', 'plantilla'),
  crear_anotador('plantillas_susa', 'UPDATE', 'true', 'plantilla'),
  crear_anotador('ausencias_susa', 'INSERT', 'true', 'ausencia'),
  crear_anotador('ausencias_susa', 'UPDATE', 'true', 'ausencia'),
  crear_anotador('empleados_susa', 'UPDATE OF horario', 'OLD.horario IS DISTINCT FROM NEW.horario', 'empleado'),
  crear_anotador('calendarios_susa', 'INSERT', 'true', 'calendario'),
  crear_anotador('calendarios_susa', 'UPDATE', 'true', 'calendario'),
  crear_anotador('calendarios_susa', 'DELETE', 'true', 'calendario');
CREATE TRIGGER anotar_insert AFTER INSERT ON movimientos_inventario_susa FOR EACH ROW
  WHEN (current_setting('susa.bitacora', true) IS DISTINCT FROM 'no' AND NEW.cita_id IS NULL AND NEW.item_id IS NOT NULL AND NEW.saldo IS NOT NULL)
  EXECUTE FUNCTION anotar_existencias();
DROP FUNCTION crear_anotador;
