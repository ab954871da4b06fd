-- What stops being owed without a payment is shown to the owner with its amount, and so are tips above the price of their visit.

-- Records an appointment that is completed no more while it owes.
CREATE FUNCTION record_lost_debt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_act('cambio', 'cita', NEW.id::text, '{estado}',
    jsonb_build_object('por_cobrar', jsonb_build_array((OLD.precio - OLD.cobrado)::text, NULL)));
  RETURN NULL;
END $$;
CREATE TRIGGER record_lost_debt AFTER UPDATE OF estado ON citas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off'
    AND OLD.estado = 'completada' AND NEW.estado <> 'completada' AND OLD.precio > OLD.cobrado)
  EXECUTE FUNCTION record_lost_debt();

-- Records a deleted client with what she owes. Before the deletion, because that takes her from her appointments and sales.
CREATE FUNCTION record_deleted_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owed CONSTANT numeric := (
    SELECT sum(debt) FROM (
      SELECT precio - cobrado AS debt FROM citas_susa WHERE cliente_id = OLD.id AND estado = 'completada' AND precio > cobrado
      UNION ALL
      SELECT greatest(0, v.total - (SELECT coalesce(sum(p.monto), 0) FROM ingresos_susa p
        WHERE p.venta_id = v.id AND p.concepto = 'venta' AND NOT EXISTS (SELECT FROM ingresos_susa r WHERE r.reversa_de = p.id)))
      FROM ventas_susa v WHERE v.cliente_id = OLD.id AND v.cancelada_at IS NULL
    ) AS debts);
BEGIN
  PERFORM record_act('eliminacion', 'cliente', OLD.id::text, '{}',
    CASE WHEN owed > 0 THEN jsonb_build_object('por_cobrar', jsonb_build_array(owed::text, NULL)) ELSE '{}' END);
  RETURN OLD;
END $$;
DROP TRIGGER record_delete ON clientes_susa;
CREATE TRIGGER record_delete BEFORE DELETE ON clientes_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION record_deleted_client();

-- A cancelled sale of products has its amount.
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
      ELSE CASE WHEN after ->> 'reversa_de' IS NULL THEN 'alta' ELSE 'reversa' END END::accion_bitacora,
    TG_ARGV[0]::tipo_registro,
    coalesce(whole ->> 'id', whole ->> 'tipo', whole ->> 'empleado_id'),
    CASE TG_OP WHEN 'UPDATE' THEN changed ELSE '{}' END,
    coalesce((
      SELECT jsonb_object_agg(campo, jsonb_build_array(before ->> campo, CASE WHEN NOT is_cancelled THEN after ->> campo END))
      FROM unnest(TG_ARGV[1:]) AS campo
      WHERE CASE WHEN is_cancelled THEN (before ->> campo)::numeric > 0
        ELSE campo = ANY (changed) AND coalesce(before ->> campo, after ->> campo) IS NOT NULL END
    ), '{}'));
  RETURN NULL;
END $$;

-- Whether the tips of a tip's visit are together more than the visit costs without a discount.
CREATE FUNCTION is_large_tip(propina_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(c.precio + c.descuento) < sum(tips), false) FROM (
    SELECT v.precio, v.descuento, (SELECT coalesce(sum(monto), 0) FROM propinas_susa WHERE cita_id = v.id) AS tips
    FROM propinas_susa p JOIN citas_susa c ON c.id = p.cita_id
    JOIN citas_susa v ON v.id = c.id OR v.visita_id = c.visita_id
    WHERE p.id::text = propina_id
  ) AS c
$$;

CREATE OR REPLACE FUNCTION mark_for_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.accion IN ('exportacion', 'bloqueo', 'reversa')
    OR NEW.accion IN ('cambio', 'eliminacion')
      AND (NEW.tipo IN ('ingreso', 'egreso', 'venta', 'propina')
        OR NEW.importes ?| ARRAY['precio', 'precio_unitario', 'precio_venta', 'cobrado', 'por_cobrar'])
    OR NEW.accion = 'alta' AND NEW.tipo = 'propina' AND is_large_tip(NEW.registro_id)
  THEN
    INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
