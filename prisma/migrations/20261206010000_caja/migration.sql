-- The till and the commissions: cuts of the cash, what each specialist is paid, money given back after the fact, and supplies of which a
-- piece lasts for many services.

---- Dinero: cuts of the cash ----

-- A cut counts the entries up to one of them, so their order is unique and never changes.
ALTER TABLE asientos_susa ADD CONSTRAINT asientos_orden UNIQUE (orden);
DROP TRIGGER solo_se_agrega ON asientos_susa;
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF orden, libro, registro_id, fecha, metodo_pago, monto OR DELETE ON asientos_susa
  FOR EACH ROW EXECUTE FUNCTION append_only();

CREATE TABLE cortes_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  numero serial NOT NULL UNIQUE,
  -- The `orden` of the last entry that it counts; the same as before it when only cash was taken out.
  hasta integer NOT NULL CHECK (hasta >= 0),
  -- What the cut before it left in the drawer, and the cash of the entries since then.
  esperado numeric(12, 2) NOT NULL,
  contado numeric(12, 2) NOT NULL CHECK (contado >= 0),
  -- What was taken out after counting.
  retiro numeric(12, 2) NOT NULL DEFAULT 0 CONSTRAINT cortes_retiro CHECK (retiro BETWEEN 0 AND contado),
  diferencia numeric(12, 2) NOT NULL GENERATED ALWAYS AS (contado - esperado) STORED,
  motivo text CHECK (is_text(motivo, 300)),
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT cortes_motivo CHECK (contado = esperado OR motivo IS NOT NULL)
);
CREATE INDEX cortes_cuenta ON cortes_susa (cuenta_id);
CREATE INDEX cortes_hasta ON cortes_susa (hasta);
-- A deleted account still empties its column.
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF id, numero, hasta, esperado, contado, retiro, motivo, created_at OR DELETE ON cortes_susa
  FOR EACH ROW EXECUTE FUNCTION append_only();

---- Dinero: commissions, and tips handed over ----

-- The percentage that she earns of what is done and paid, from a day on.
ALTER TABLE empleados_susa
  ADD comision numeric(5, 2) CHECK (comision BETWEEN 0 AND 100),
  ADD comision_desde date,
  ADD CONSTRAINT empleados_comision CHECK ((comision IS NULL) = (comision_desde IS NULL));

CREATE TABLE liquidaciones_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  empleado_id uuid REFERENCES empleados_susa ON DELETE SET NULL,
  empleado_nombre text NOT NULL CHECK (is_text(empleado_nombre, 250)),
  fecha date NOT NULL,
  -- The sum of its lines.
  comision numeric(12, 2) NOT NULL,
  ajuste numeric(12, 2) NOT NULL DEFAULT 0,
  ajuste_motivo text CHECK (is_text(ajuste_motivo, 200)),
  -- What was handed over with it; below zero when she gave back a tip that was reversed.
  propinas numeric(12, 2) NOT NULL,
  metodo_pago metodo_pago NOT NULL,
  -- The expense of commission and adjustment.
  egreso_id uuid UNIQUE REFERENCES egresos_susa ON DELETE SET NULL,
  cancelada_at timestamptz(3),
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT liquidaciones_ajuste CHECK ((ajuste = 0) = (ajuste_motivo IS NULL)),
  CONSTRAINT liquidaciones_monto CHECK (comision + ajuste >= 0)
);
CREATE INDEX liquidaciones_empleado ON liquidaciones_susa (empleado_id, created_at DESC);
CREATE INDEX liquidaciones_cuenta ON liquidaciones_susa (cuenta_id);
CREATE TRIGGER solo_se_agrega
  BEFORE UPDATE OF id, empleado_nombre, fecha, comision, ajuste, ajuste_motivo, propinas, metodo_pago, created_at OR DELETE
  ON liquidaciones_susa FOR EACH ROW EXECUTE FUNCTION append_only();

-- What was paid for an appointment: `base` is what was done and paid since it was last settled, below zero when money was given back.
CREATE TABLE liquidacion_lineas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  liquidacion_id uuid NOT NULL REFERENCES liquidaciones_susa ON DELETE RESTRICT,
  cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  base numeric(12, 2) NOT NULL CHECK (base <> 0),
  porcentaje numeric(5, 2) NOT NULL CHECK (porcentaje BETWEEN 0 AND 100),
  monto numeric(12, 2) NOT NULL,
  CONSTRAINT liquidacion_lineas_monto CHECK (monto = round(base * porcentaje / 100, 2))
);
CREATE INDEX liquidacion_lineas_liquidacion ON liquidacion_lineas_susa (liquidacion_id);
CREATE INDEX liquidacion_lineas_cita ON liquidacion_lineas_susa (cita_id);
-- A deleted appointment still empties its column.
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF id, liquidacion_id, base, porcentaje, monto OR DELETE ON liquidacion_lineas_susa
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- A tip comes with a sale and leaves with a settlement: together they are what is still to be handed over. The name stays when the
-- specialist is deleted.
ALTER TABLE propinas_susa
  ALTER venta_id DROP NOT NULL,
  ADD liquidacion_id uuid REFERENCES liquidaciones_susa ON DELETE RESTRICT,
  ADD empleado_nombre text CHECK (is_text(empleado_nombre, 250)),
  DROP CONSTRAINT propinas_susa_check,
  ADD CONSTRAINT propinas_kind CHECK (CASE
    WHEN liquidacion_id IS NOT NULL THEN venta_id IS NULL AND cita_id IS NULL AND monto <> 0
    ELSE venta_id IS NOT NULL AND CASE WHEN reversa_de IS NULL THEN monto > 0 ELSE monto < 0 END END);
CREATE INDEX propinas_liquidacion ON propinas_susa (liquidacion_id);
UPDATE propinas_susa p SET empleado_nombre = e.nombre || ' ' || e.apellido FROM empleados_susa e WHERE e.id = p.empleado_id;

---- Dinero: money given back for what was done and paid ----

-- What reverses it is above zero.
ALTER TABLE ingresos_susa
  DROP CONSTRAINT ingresos_susa_monto_check,
  ADD CONSTRAINT ingresos_susa_monto_check CHECK (CASE
    WHEN concepto = 'reversa' THEN monto < 0
    WHEN concepto IN ('devolucion', 'devolucion_venta') THEN monto <> 0 AND (monto < 0) = (reversa_de IS NULL)
    ELSE monto > 0 END),
  DROP CONSTRAINT ingresos_reversa,
  ADD CONSTRAINT ingresos_reversa
    CHECK (concepto IN ('devolucion', 'devolucion_venta') OR (concepto = 'reversa') = (reversa_de IS NOT NULL)),
  DROP CONSTRAINT ingresos_venta,
  ADD CONSTRAINT ingresos_venta
    CHECK (concepto NOT IN ('venta', 'devolucion_venta') OR venta_id IS NOT NULL AND cita_id IS NULL);
-- The price is what is to be paid, after the discount and what was given back.
ALTER TABLE citas_susa ADD devuelto numeric(12, 2) NOT NULL DEFAULT 0 CHECK (devuelto >= 0);
-- How many pieces of a line of a sale came back.
ALTER TABLE venta_lineas_susa ADD devueltas integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT venta_lineas_devueltas CHECK (devueltas BETWEEN 0 AND cantidad);

---- Inventario: supplies of which a piece lasts for many services ----

ALTER TABLE inventario_susa
  -- For how many services a piece lasts, and how often the open one was used.
  ADD rinde integer NOT NULL DEFAULT 1 CHECK (rinde BETWEEN 1 AND 9999),
  ADD usos integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT inventario_usos CHECK (usos >= 0 AND usos < rinde);
-- `usos` are the uses of an appointment, which take a piece out of stock only when they are enough for one.
ALTER TABLE movimientos_inventario_susa
  ADD usos integer CHECK (usos > 0),
  DROP CONSTRAINT movimientos_inventario_susa_cantidad_check,
  ADD CONSTRAINT movimientos_inventario_susa_cantidad_check CHECK (cantidad > 0 OR cantidad = 0 AND usos IS NOT NULL);

---- Bitácora: their lines ----

-- As before, and money given back is a reversal.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before CONSTANT jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  after CONSTANT jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  whole CONSTANT jsonb := before || after;
  changed CONSTANT text[] := coalesce((
    SELECT array_agg(campo ORDER BY campo) FROM jsonb_object_keys(whole) AS campo
    WHERE before -> campo IS DISTINCT FROM after -> campo AND campo NOT IN ('id', 'created_at', 'updated_at', 'busqueda')
  ), '{}');
  is_cancelled CONSTANT boolean := TG_OP = 'UPDATE' AND 'cancelada_at' = ANY (changed);
BEGIN
  IF TG_OP = 'UPDATE' AND changed = '{}' THEN RETURN NULL; END IF;
  PERFORM record_act(
    CASE TG_OP WHEN 'DELETE' THEN 'eliminacion'
      WHEN 'UPDATE' THEN CASE WHEN is_cancelled THEN 'reversa' ELSE 'cambio' END
      ELSE CASE WHEN after ->> 'reversa_de' IS NULL AND coalesce(after ->> 'concepto', '') NOT LIKE 'devolucion%'
        THEN 'alta' ELSE 'reversa' END END::accion_bitacora,
    TG_ARGV[0]::tipo_registro,
    coalesce(whole ->> 'id', whole ->> 'tipo', whole ->> 'empleado_id'),
    CASE TG_OP WHEN 'UPDATE' THEN changed ELSE '{}' END,
    coalesce((
      SELECT jsonb_object_agg(campo, jsonb_build_array(before ->> campo, CASE WHEN NOT is_cancelled THEN after ->> campo END))
      FROM unnest(TG_ARGV[1:]) AS campo
      WHERE CASE WHEN is_cancelled THEN (before ->> campo)::numeric <> 0
        ELSE campo = ANY (changed) AND coalesce(before ->> campo, after ->> campo) IS NOT NULL END
    ), '{}'));
  RETURN NULL;
END $$;

DO $$
DECLARE kind record;
BEGIN
  FOR kind IN SELECT * FROM (VALUES
    ('cortes_susa', 'INSERT', 'corte, esperado, contado, retiro'),
    ('liquidaciones_susa', 'INSERT', 'liquidacion, comision, ajuste, propinas'),
    ('liquidaciones_susa', 'UPDATE OF cancelada_at', 'liquidacion, comision, ajuste, propinas')
  ) AS kinds (tabla, event, arguments) LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I FOR EACH ROW
      WHEN (current_setting(''susa.record'', true) IS DISTINCT FROM ''off'') EXECUTE FUNCTION record_change(%s)',
      'record_' || lower(substring(kind.event FROM '^\w+')), kind.event, kind.tabla, kind.arguments);
  END LOOP;
END $$;

DROP TRIGGER record_update ON inventario_susa;
CREATE TRIGGER record_update
  AFTER UPDATE OF nombre, descripcion, minimo, rinde, precio_unitario, precio_venta, categoria, proveedor ON inventario_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION record_change('item', 'precio_unitario', 'precio_venta');

-- The settlement says that tips were handed over.
DROP TRIGGER record_insert ON propinas_susa;
CREATE TRIGGER record_insert AFTER INSERT ON propinas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.liquidacion_id IS NULL)
  EXECUTE FUNCTION record_change('propina', 'monto');

-- Money given back has its own line.
DROP TRIGGER record_update ON citas_susa;
CREATE TRIGGER record_update AFTER UPDATE OF precio ON citas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND OLD.precio <> NEW.precio AND OLD.devuelto = NEW.devuelto)
  EXECUTE FUNCTION record_change('cita', 'precio');

-- As before, and a cut of which cash is missing or left over.
CREATE OR REPLACE FUNCTION mark_for_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.accion IN ('exportacion', 'bloqueo', 'reversa')
    OR NEW.accion IN ('cambio', 'eliminacion')
      AND (NEW.tipo IN ('ingreso', 'egreso', 'venta', 'propina')
        OR NEW.importes ?| ARRAY['precio', 'precio_unitario', 'precio_venta', 'cobrado', 'por_cobrar'])
    OR NEW.accion = 'alta' AND NEW.tipo = 'propina' AND is_large_tip(NEW.registro_id)
    OR NEW.accion = 'alta' AND NEW.tipo = 'corte' AND NEW.importes -> 'esperado' <> NEW.importes -> 'contado'
  THEN
    INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- As before, and without products that came back.
CREATE OR REPLACE FUNCTION record_deleted_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owed CONSTANT numeric := (
    SELECT sum(debt) FROM (
      SELECT precio - cobrado AS debt FROM citas_susa WHERE cliente_id = OLD.id AND estado = 'completada' AND precio > cobrado
      UNION ALL
      SELECT greatest(0, v.total - (SELECT coalesce(sum(devueltas * precio), 0) FROM venta_lineas_susa WHERE venta_id = v.id)
        - (SELECT coalesce(sum(p.monto), 0) FROM ingresos_susa p
          WHERE p.venta_id = v.id AND p.concepto IN ('venta', 'devolucion_venta') AND p.reversa_de IS NULL
            AND NOT EXISTS (SELECT FROM ingresos_susa r WHERE r.reversa_de = p.id)))
      FROM ventas_susa v WHERE v.cliente_id = OLD.id AND v.cancelada_at IS NULL
    ) AS debts);
BEGIN
  PERFORM record_act('eliminacion', 'cliente', OLD.id::text, '{}',
    CASE WHEN owed > 0 THEN jsonb_build_object('por_cobrar', jsonb_build_array(owed::text, NULL)) ELSE '{}' END);
  RETURN OLD;
END $$;
