-- Prices from a day on. `precio` of a service stays the price in force, which everything reads.

CREATE TABLE precios_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  servicio_id uuid NOT NULL REFERENCES servicios_susa ON DELETE CASCADE,
  -- The day of the studio on which it comes into force.
  desde date NOT NULL,
  precio numeric(12, 2) NOT NULL CHECK (precio > 0),
  -- Who planned it, and in whose name it comes into force.
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX precios_uno ON precios_susa (servicio_id, desde);
CREATE INDEX precios_desde ON precios_susa (desde);
CREATE INDEX precios_cuenta ON precios_susa (cuenta_id);

-- The studio's day at a moment; of a studio without settings that of a new one.
CREATE FUNCTION studio_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (moment AT TIME ZONE coalesce((SELECT zona_horaria FROM configuracion_susa), 'America/Mexico_City'))::date
$$;

-- What a service will cost is recorded on the service, unless it comes into force: that is a change of its price.
CREATE FUNCTION record_precio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_act('cambio', 'servicio', coalesce(NEW.servicio_id, OLD.servicio_id)::text, '{precio_desde}',
    jsonb_build_object('precio_desde', jsonb_build_array(OLD.precio::text, NEW.precio::text)));
  RETURN NULL;
END $$;
CREATE TRIGGER record_insert AFTER INSERT ON precios_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION record_precio();
CREATE TRIGGER record_update AFTER UPDATE OF precio ON precios_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND OLD.precio <> NEW.precio) EXECUTE FUNCTION record_precio();
-- A service takes its own along.
CREATE TRIGGER record_delete AFTER DELETE ON precios_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND pg_trigger_depth() = 0) EXECUTE FUNCTION record_precio();

-- Puts the prices into force whose day has come by `moment`, of several of one service the last. Safe on several servers at once:
-- the second one waits, and finds none.
CREATE FUNCTION apply_precios(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today CONSTANT date := studio_day(moment);
  account CONSTANT text := coalesce(current_setting('susa.account', true), '');
  network CONSTANT text := coalesce(current_setting('susa.origin', true), '');
  taken jsonb; due record;
BEGIN
  PERFORM FROM servicios_susa WHERE id IN (SELECT servicio_id FROM precios_susa WHERE desde <= today) ORDER BY id FOR NO KEY UPDATE;
  PERFORM set_config('susa.record', 'off', true);
  WITH gone AS (DELETE FROM precios_susa WHERE desde <= today RETURNING servicio_id, desde, precio, cuenta_id)
  SELECT jsonb_agg(to_jsonb(gone)) INTO taken FROM gone;
  PERFORM set_config('susa.record', '', true);
  FOR due IN SELECT DISTINCT ON (servicio_id) servicio_id, precio, cuenta_id
    FROM jsonb_to_recordset(taken) AS p (servicio_id uuid, desde date, precio numeric, cuenta_id uuid)
    ORDER BY servicio_id, desde DESC
  LOOP
    PERFORM set_config('susa.account', coalesce(due.cuenta_id::text, ''), true), set_config('susa.origin', '', true);
    UPDATE servicios_susa SET precio = due.precio WHERE id = due.servicio_id AND precio <> due.precio;
  END LOOP;
  PERFORM set_config('susa.account', account, true), set_config('susa.origin', network, true);
END $$;
