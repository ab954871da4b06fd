-- A studio with a hundred times the rows: what lists and reports would count and add up at every visit is kept by month.

-- How many rows of a table a month has, and what they come to. A total is the sum of its lines: every write adds lines and
-- changes none, so two writers never wait for each other, and never in the wrong order.
CREATE TABLE totales_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tabla text NOT NULL,
  -- Its first day; of a moment, in UTC.
  mes date NOT NULL,
  metodo_pago metodo_pago,
  concepto concepto_ingreso,
  categoria categoria_egreso,
  empleado_id uuid,
  estado estado_cita,
  cuantos integer NOT NULL,
  monto numeric(18, 2) NOT NULL
);
CREATE INDEX totales_tabla ON totales_susa (tabla, mes);

-- The statement that adds the lines of `filas`, a query of rows of `tabla` with a `signo` (1 for a row that came, -1 for one that went).
CREATE FUNCTION sumar_lineas(tabla text, filas text) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN format('
    INSERT INTO totales_susa (tabla, mes, metodo_pago, concepto, categoria, empleado_id, estado, cuantos, monto)
    SELECT %L, date_trunc(''month'', dia)::date, metodo_pago, concepto, categoria, empleado_id, estado, sum(signo), sum(signo * monto)
    FROM (SELECT signo, %s FROM (%s) AS filas) AS lineas (signo, dia, metodo_pago, concepto, categoria, empleado_id, estado, monto)
    GROUP BY 2, 3, 4, 5, 6, 7 HAVING sum(signo) <> 0 OR sum(signo * monto) <> 0',
    tabla,
    CASE tabla
      WHEN 'ingresos_susa' THEN 'fecha::timestamp, metodo_pago, concepto, NULL::categoria_egreso, NULL::uuid, NULL::estado_cita, monto'
      WHEN 'egresos_susa' THEN 'fecha::timestamp, metodo_pago, NULL::concepto_ingreso, categoria, NULL::uuid, NULL::estado_cita, monto'
      WHEN 'citas_susa' THEN 'fecha_hora AT TIME ZONE ''UTC'', NULL::metodo_pago, NULL::concepto_ingreso, NULL::categoria_egreso, empleado_id, estado, 0'
      WHEN 'clientes_susa' THEN 'created_at AT TIME ZONE ''UTC'', NULL::metodo_pago, NULL::concepto_ingreso, NULL::categoria_egreso, NULL::uuid, NULL::estado_cita, 0'
    END,
    filas);

CREATE FUNCTION sumar_totales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM totales_susa WHERE tabla = TG_TABLE_NAME;
  ELSE
    EXECUTE sumar_lineas(TG_TABLE_NAME, CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT 1 AS signo, * FROM nuevas'
      WHEN 'DELETE' THEN 'SELECT -1 AS signo, * FROM viejas'
      ELSE 'SELECT 1 AS signo, * FROM nuevas UNION ALL SELECT -1, * FROM viejas' END);
  END IF;
  RETURN NULL;
END $$;

-- Counts everything again: one line is left for each total, and what was written past the triggers counts too.
CREATE FUNCTION recontar_totales() RETURNS void LANGUAGE plpgsql AS $$
DECLARE tabla text;
BEGIN
  -- Two at once would both add what they counted.
  PERFORM pg_advisory_xact_lock(hashtext('totales_susa'));
  FOREACH tabla IN ARRAY ARRAY['ingresos_susa', 'egresos_susa', 'citas_susa', 'clientes_susa'] LOOP
    -- One statement sees one moment: what is committed meanwhile keeps its own lines.
    EXECUTE format('WITH viejas AS (DELETE FROM totales_susa WHERE tabla = %L) ', tabla)
      || sumar_lineas(tabla, 'SELECT 1 AS signo, * FROM ' || tabla);
  END LOOP;
END $$;

DO $$
DECLARE tabla text;
BEGIN
  FOREACH tabla IN ARRAY ARRAY['ingresos_susa', 'egresos_susa', 'citas_susa', 'clientes_susa'] LOOP
    EXECUTE format('CREATE TRIGGER totales_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS nuevas
      FOR EACH STATEMENT EXECUTE FUNCTION sumar_totales()', tabla);
    EXECUTE format('CREATE TRIGGER totales_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS nuevas OLD TABLE AS viejas
      FOR EACH STATEMENT EXECUTE FUNCTION sumar_totales()', tabla);
    EXECUTE format('CREATE TRIGGER totales_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS viejas
      FOR EACH STATEMENT EXECUTE FUNCTION sumar_totales()', tabla);
    EXECUTE format('CREATE TRIGGER totales_truncate AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION sumar_totales()', tabla);
  END LOOP;
END $$;
SELECT recontar_totales();

-- What LIKE asks of a text that holds this word, whatever its accents and case; LIKE's own signs mean themselves.
CREATE FUNCTION que_contiene(palabra text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN '%' || regexp_replace(btrim(sin_acentos(palabra)), '([\\%_])', '\\\1', 'g') || '%';

-- A filtered list finds its page in its index, and the rows in their order.
DROP INDEX ingresos_metodo, egresos_metodo, egresos_categoria, citas_estado, citas_empleado;
CREATE INDEX ingresos_metodo ON ingresos_susa (metodo_pago, fecha DESC, created_at DESC, id);
CREATE INDEX egresos_metodo ON egresos_susa (metodo_pago, fecha DESC, created_at DESC, id);
CREATE INDEX egresos_categoria ON egresos_susa (categoria, fecha DESC, created_at DESC, id);
CREATE INDEX citas_estado ON citas_susa (estado, fecha_hora, id);
CREATE INDEX citas_empleado ON citas_susa (empleado_id, fecha_hora, id);

-- The other clients with the same e-mail are looked for on every client's page.
CREATE INDEX clientes_correo ON clientes_susa (lower(correo));

-- Whether a client had come before is asked of each that came in the period of a report.
DROP INDEX citas_cliente;
CREATE INDEX citas_cliente ON citas_susa (cliente_id, fecha_hora) INCLUDE (estado);

-- Cuadre reads these from end to end, side by side, and needs nothing that is not in them.
DROP INDEX cambios_cita_cita, movimientos_item_orden, asientos_cita, asientos_registro;
CREATE INDEX cambios_cita_cita ON cambios_cita_susa (cita_id, orden DESC) INCLUDE (estado, no_asistio);
CREATE INDEX movimientos_item_orden ON movimientos_inventario_susa (item_id, orden) INCLUDE (tipo, cantidad, saldo);
CREATE INDEX asientos_cita ON asientos_susa (cita_id) INCLUDE (libro, monto);
CREATE INDEX asientos_registro ON asientos_susa (libro, registro_id) INCLUDE (monto, fecha, metodo_pago, cita_id);
CREATE INDEX ingresos_cuadre ON ingresos_susa (id) INCLUDE (monto, fecha, metodo_pago, cita_id);
CREATE INDEX egresos_cuadre ON egresos_susa (id) INCLUDE (monto, fecha, metodo_pago);
CREATE INDEX citas_cuadre ON citas_susa (id) INCLUDE (cobrado, estado, no_asistio);
