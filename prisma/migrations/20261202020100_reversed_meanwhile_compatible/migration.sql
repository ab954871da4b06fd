-- A sale may be cancelled while its product waits in the trash: that comes back with its pieces. An appointment comes back without a
-- sale that was cancelled.
CREATE OR REPLACE FUNCTION restore_from_trash(trash_id uuid, changes jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  copy papelera_susa; own_table text; movement record; lost jsonb; tied jsonb := '[]'; child record; key record;
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
  -- What was reversed meanwhile is reversed for the same specialist, appointment or item, which has its pieces again.
  IF copy.tipo = 'item' THEN
    FOR movement IN SELECT r.id, r.cantidad FROM movimientos_inventario_susa r JOIN movimientos_inventario_susa m ON m.id = r.reversa_de
      WHERE m.item_id = copy.registro_id AND r.item_id IS NULL ORDER BY r.orden LOOP
      UPDATE inventario_susa SET cantidad = cantidad + movement.cantidad WHERE id = copy.registro_id;
      UPDATE movimientos_inventario_susa SET item_id = copy.registro_id,
        saldo = (SELECT cantidad FROM inventario_susa WHERE id = copy.registro_id) WHERE id = movement.id;
    END LOOP;
  END IF;
  IF copy.tipo IN ('cita', 'empleado') THEN
    UPDATE propinas_susa r SET cita_id = p.cita_id, empleado_id = p.empleado_id FROM propinas_susa p
    WHERE p.id = r.reversa_de AND copy.registro_id IN (p.cita_id, p.empleado_id);
  END IF;
  IF copy.tipo = 'cita' THEN
    -- Its sale may have been cancelled.
    UPDATE citas_susa c SET venta_id = NULL FROM ventas_susa v
    WHERE c.id = copy.registro_id AND v.id = c.venta_id AND v.cancelada_at IS NOT NULL;
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
