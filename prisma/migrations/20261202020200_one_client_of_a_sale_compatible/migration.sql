-- A sale has the appointments of one visit or of one client, who is hers. Checked when the write ends, and when appointments are put
-- into it only: later the client of one may be corrected.
CREATE FUNCTION check_client_of_venta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM ventas_susa v JOIN citas_susa c ON c.venta_id = v.id
      OR c.id IN (SELECT cita_id FROM ingresos_susa WHERE venta_id = v.id)
    WHERE v.id = NEW.venta_id GROUP BY v.id
    HAVING count(DISTINCT coalesce(c.visita_id, c.id)) > 1 AND (count(DISTINCT c.cliente_id) <> 1 OR count(c.cliente_id) < count(*))
      OR v.cliente_id IS NOT NULL AND count(c.cliente_id) > 0 AND count(*) FILTER (WHERE c.cliente_id = v.cliente_id) = 0
  ) THEN
    RAISE EXCEPTION 'a sale has appointments of one visit or of one client' USING ERRCODE = '23514', CONSTRAINT = 'ventas_one_client';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ventas_one_client AFTER INSERT OR UPDATE OF venta_id ON citas_susa DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.venta_id IS NOT NULL)
  EXECUTE FUNCTION check_client_of_venta();
CREATE CONSTRAINT TRIGGER ventas_one_client AFTER INSERT ON ingresos_susa DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.venta_id IS NOT NULL AND NEW.cita_id IS NOT NULL
    AND NEW.reversa_de IS NULL)
  EXECUTE FUNCTION check_client_of_venta();
