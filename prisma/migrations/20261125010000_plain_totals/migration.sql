-- Lists and reports count and sum the rows themselves. A studio of ten years has about twenty thousand of them, which takes
-- milliseconds; sixteen triggers kept monthly totals for a hundred times that.
DO $$
DECLARE tabla text;
BEGIN
  FOREACH tabla IN ARRAY ARRAY['ingresos_susa', 'egresos_susa', 'citas_susa', 'clientes_susa'] LOOP
    EXECUTE format('DROP TRIGGER totales_insert ON %I', tabla);
    EXECUTE format('DROP TRIGGER totales_update ON %I', tabla);
    EXECUTE format('DROP TRIGGER totales_delete ON %I', tabla);
    EXECUTE format('DROP TRIGGER totales_truncate ON %I', tabla);
  END LOOP;
END $$;
DROP FUNCTION sumar_totales, sumar_lineas, recontar_totales;
DROP TABLE totales_susa;
