-- One act at the counter: what is charged and taken together. Income from before stays as it is.

-- What clients pay for one; null: it is not for sale.
ALTER TABLE inventario_susa ADD COLUMN precio_venta numeric(12, 2) CHECK (precio_venta > 0);

CREATE TABLE ventas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  folio serial NOT NULL UNIQUE,
  cliente_id uuid REFERENCES clientes_susa ON DELETE SET NULL,
  fecha date NOT NULL,
  -- Of its products.
  total numeric(12, 2) NOT NULL CHECK (total >= 0),
  cancelada_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX ventas_cliente ON ventas_susa (cliente_id);

CREATE TABLE venta_lineas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  venta_id uuid NOT NULL REFERENCES ventas_susa ON DELETE RESTRICT,
  item_id uuid REFERENCES inventario_susa ON DELETE SET NULL,
  item_nombre text NOT NULL CHECK (is_text(item_nombre, 120)),
  cantidad integer NOT NULL CHECK (cantidad BETWEEN 1 AND 9999),
  precio numeric(12, 2) NOT NULL CHECK (precio >= 0),
  -- The quantity times the price when it was sold, with which Cuadre compares them.
  importe numeric(12, 2) NOT NULL CHECK (importe >= 0)
);
CREATE INDEX venta_lineas_venta ON venta_lineas_susa (venta_id);
CREATE INDEX venta_lineas_item ON venta_lineas_susa (item_id);

-- Tips that pass through the till, until they are handed to the specialist. They are no income.
CREATE TABLE propinas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  empleado_id uuid REFERENCES empleados_susa ON DELETE SET NULL,
  cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  venta_id uuid NOT NULL REFERENCES ventas_susa ON DELETE RESTRICT,
  monto numeric(12, 2) NOT NULL,
  metodo_pago metodo_pago NOT NULL,
  fecha date NOT NULL,
  reversa_de uuid UNIQUE REFERENCES propinas_susa ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (CASE WHEN reversa_de IS NULL THEN monto > 0 ELSE monto < 0 END)
);
CREATE INDEX propinas_empleado ON propinas_susa (empleado_id, fecha);
CREATE INDEX propinas_cita ON propinas_susa (cita_id);
CREATE INDEX propinas_venta ON propinas_susa (venta_id);

-- `precio` is what is to be paid, after the discount. `venta_id` is the sale in which the appointment was charged first.
ALTER TABLE citas_susa
  ADD COLUMN descuento numeric(12, 2) NOT NULL DEFAULT 0 CHECK (descuento >= 0),
  ADD COLUMN descuento_motivo text CHECK (is_text(descuento_motivo, 200)),
  ADD COLUMN venta_id uuid REFERENCES ventas_susa ON DELETE SET NULL,
  ADD CONSTRAINT citas_descuento CHECK ((descuento > 0) = (descuento_motivo IS NOT NULL));
CREATE INDEX citas_venta ON citas_susa (venta_id);
-- What completed appointments still owe.
CREATE INDEX citas_debt ON citas_susa (fecha_hora) WHERE estado = 'completada' AND precio > cobrado;

ALTER TABLE ingresos_susa
  ADD COLUMN venta_id uuid REFERENCES ventas_susa ON DELETE RESTRICT,
  ADD CONSTRAINT ingresos_venta CHECK (concepto <> 'venta' OR venta_id IS NOT NULL AND cita_id IS NULL);
CREATE INDEX ingresos_venta ON ingresos_susa (venta_id);

-- Products carry only the sale: with an appointment they would come back when that is reopened.
ALTER TABLE movimientos_inventario_susa
  ADD COLUMN venta_id uuid REFERENCES ventas_susa ON DELETE RESTRICT,
  ADD CONSTRAINT movimientos_venta CHECK (venta_id IS NULL OR cita_id IS NULL);
CREATE INDEX movimientos_venta ON movimientos_inventario_susa (venta_id);

-- A sale that is cancelled is a reversal; an amount that there never was is none.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
    CASE TG_OP WHEN 'DELETE' THEN 'eliminacion'
      WHEN 'UPDATE' THEN CASE WHEN 'cancelada_at' = ANY (changed) THEN 'reversa' ELSE 'cambio' END
      ELSE CASE WHEN after ->> 'reversa_de' IS NULL THEN 'alta' ELSE 'reversa' END END::accion_bitacora,
    TG_ARGV[0]::tipo_registro,
    coalesce(whole ->> 'id', whole ->> 'tipo', whole ->> 'empleado_id'),
    CASE TG_OP WHEN 'UPDATE' THEN changed ELSE '{}' END,
    coalesce((
      SELECT jsonb_object_agg(campo, jsonb_build_array(before ->> campo, after ->> campo)) FROM unnest(TG_ARGV[1:]) AS campo
      WHERE campo = ANY (changed) AND coalesce(before ->> campo, after ->> campo) IS NOT NULL
    ), '{}'));
  RETURN NULL;
END $$;

-- The price of a product is shown to the owner as that of a service is.
CREATE OR REPLACE FUNCTION mark_for_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.accion IN ('exportacion', 'bloqueo', 'reversa')
    OR NEW.accion IN ('cambio', 'eliminacion')
      AND (NEW.tipo IN ('ingreso', 'egreso', 'venta', 'propina')
        OR NEW.importes ?| ARRAY['precio', 'precio_unitario', 'precio_venta', 'cobrado'])
  THEN
    INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER record_insert ON inventario_susa;
DROP TRIGGER record_update ON inventario_susa;
DROP TRIGGER record_delete ON inventario_susa;
-- Stock that is moved by hand, not by an appointment or a sale.
DROP TRIGGER record_insert ON movimientos_inventario_susa;
CREATE TRIGGER record_insert AFTER INSERT ON movimientos_inventario_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.cita_id IS NULL AND NEW.venta_id IS NULL
    AND NEW.item_id IS NOT NULL AND NEW.saldo IS NOT NULL)
  EXECUTE FUNCTION record_stock();
-- Of services alone there are lines of their income.
CREATE TRIGGER record_insert AFTER INSERT ON ventas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.total > 0) EXECUTE FUNCTION record_change(venta, total);
DO $$
DECLARE kind record;
BEGIN
  FOR kind IN SELECT * FROM (VALUES
    ('record_insert', 'INSERT', 'inventario_susa', 'item, precio_unitario, precio_venta'),
    -- Not the quantity, which has its movements.
    ('record_update', 'UPDATE OF nombre, descripcion, minimo, precio_unitario, precio_venta, categoria, proveedor', 'inventario_susa',
      'item, precio_unitario, precio_venta'),
    ('record_delete', 'DELETE', 'inventario_susa', 'item, precio_unitario, precio_venta, cantidad'),
    -- Not the link to a client, which the database empties when she is deleted.
    ('record_update', 'UPDATE OF total, fecha, cancelada_at', 'ventas_susa', 'venta, total'),
    ('record_delete', 'DELETE', 'ventas_susa', 'venta, total'),
    ('record_insert', 'INSERT', 'propinas_susa', 'propina, monto'),
    ('record_update', 'UPDATE OF monto, fecha, metodo_pago', 'propinas_susa', 'propina, monto'),
    ('record_delete', 'DELETE', 'propinas_susa', 'propina, monto')
  ) AS kinds (name, event, tabla, arguments) LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I FOR EACH ROW
      WHEN (current_setting(''susa.record'', true) IS DISTINCT FROM ''off'') EXECUTE FUNCTION record_change(%s)',
      kind.name, kind.event, kind.tabla, kind.arguments);
  END LOOP;
END $$;

-- A sale may be cancelled while its appointment or its specialist waits in the trash.
CREATE OR REPLACE FUNCTION restore_from_trash(trash_id uuid, changes jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  copy papelera_susa; own_table text; lost jsonb; tied jsonb := '[]'; child record; key record;
  ids uuid[]; free_ids uuid[]; waiting int; tied_count int; taken int;
BEGIN
  DELETE FROM papelera_susa WHERE id = trash_id RETURNING * INTO copy;
  own_table := table_of(copy.tipo);
  SELECT own_row, d.lost INTO copy.fila, lost FROM drop_lost_links(own_table, copy.fila || changes) d;
  PERFORM insert_copy(own_table, jsonb_build_array(copy.fila));
  FOR child IN SELECT * FROM jsonb_each(copy.hijas) LOOP
    PERFORM insert_copy(child.key, (SELECT jsonb_agg((drop_lost_links(child.key, value)).own_row) FROM jsonb_array_elements(child.value)));
  END LOOP;
  FOR key IN SELECT * FROM foreign_keys() WHERE target = own_table AND on_delete = 'n' AND source <> 'asientos_susa' LOOP
    ids := ARRAY(SELECT jsonb_array_elements_text(copy.enlaces -> (key.source || '.' || key.source_column)));
    -- Those in the trash bring the reference with them.
    UPDATE papelera_susa SET fila = CASE WHEN fila ->> key.source_column IS NULL
      THEN jsonb_set(fila, ARRAY[key.source_column], to_jsonb(copy.registro_id)) ELSE fila END
    WHERE registro_id = ANY (ids) AND table_of(tipo) = key.source AND fila IS NOT NULL;
    GET DIAGNOSTICS waiting = ROW_COUNT;
    free_ids := ids;
    taken := 0;
    IF key.source = 'citas_susa' AND key.source_column = 'empleado_id' THEN
      free_ids := citas_in_turn(ids);
      SELECT count(*) INTO taken FROM citas_susa WHERE id = ANY (ids) AND empleado_id IS NULL AND id <> ALL (free_ids);
    END IF;
    EXECUTE format('UPDATE %I SET %I = $1 WHERE id = ANY ($2) AND %2$I IS NULL', key.source, key.source_column)
      USING copy.registro_id, free_ids;
    GET DIAGNOSTICS tied_count = ROW_COUNT;
    tied := tied || jsonb_build_object('tabla', key.source, 'de', cardinality(ids), 'unidos', tied_count, 'enPapelera', waiting, 'ocupados', taken);
  END LOOP;
  -- What was reversed meanwhile is reversed for the same specialist or appointment.
  IF copy.tipo IN ('cita', 'empleado') THEN
    UPDATE propinas_susa r SET cita_id = p.cita_id, empleado_id = p.empleado_id FROM propinas_susa p
    WHERE p.id = r.reversa_de AND copy.registro_id IN (p.cita_id, p.empleado_id);
  END IF;
  IF copy.tipo = 'cita' THEN
    UPDATE ingresos_susa r SET cita_id = i.cita_id FROM ingresos_susa i
    WHERE i.id = r.reversa_de AND i.cita_id = copy.registro_id AND r.cita_id IS NULL;
    -- All entries of an income that is tied to it, or none: those of a deleted income add up to zero.
    UPDATE asientos_susa a SET cita_id = copy.registro_id WHERE libro = 'ingreso' AND cita_id IS NULL AND (
      registro_id IN (SELECT id FROM ingresos_susa WHERE cita_id = copy.registro_id)
      OR registro_id IN (SELECT e.registro_id FROM asientos_susa e
          WHERE e.id::text IN (SELECT jsonb_array_elements_text(copy.enlaces -> 'asientos_susa.cita_id')))
        AND NOT EXISTS (SELECT FROM ingresos_susa i WHERE i.id = a.registro_id));
    -- Its income may have been changed or deleted meanwhile.
    UPDATE citas_susa SET cobrado = (SELECT coalesce(sum(monto), 0) FROM ingresos_susa WHERE cita_id = copy.registro_id)
    WHERE id = copy.registro_id;
  END IF;
  RETURN jsonb_build_object('perdidos', lost, 'unidos', tied);
END $$;
