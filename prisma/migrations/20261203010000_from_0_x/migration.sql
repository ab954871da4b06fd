-- What a database of the last 0.x has in another way. On a new one this changes nothing.

-- Values that do not name their key, and copies of the trash that were encrypted as a whole, come from before the last 0.x, which
-- still opens them.
DO $$
BEGIN
  IF EXISTS (SELECT FROM clientes_susa WHERE 'v1.' IN (left(medicina, 3), left(enfermedades, 3), left(alerta, 3)))
    OR EXISTS (SELECT FROM calendarios_susa WHERE left(sobre, 3) = 'v1.')
    OR EXISTS (SELECT FROM papelera_susa WHERE concat(fila, hijas) LIKE '%"v1.%')
  THEN
    RAISE EXCEPTION 'hay notas de salud que cifró una versión muy anterior; con la última 0.x, cámbialas con npm run data-key';
  END IF;
  IF EXISTS (SELECT FROM papelera_susa WHERE fila IS NULL) THEN
    RAISE EXCEPTION 'la papelera tiene copias que solo la última 0.x sabe abrir; arráncala una vez con su llave';
  END IF;
END $$;
ALTER TABLE papelera_susa DROP COLUMN IF EXISTS sobre, ALTER COLUMN fila SET NOT NULL;

-- Conditions of triggers that were always true.
DO $$
DECLARE old_trigger record;
BEGIN
  FOR old_trigger IN
    SELECT tgname, tgrelid::regclass AS tabla, pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE tgfoid = 'record_change'::regproc AND pg_get_triggerdef(oid) LIKE '%AND true))%'
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', old_trigger.tgname, old_trigger.tabla);
    EXECUTE replace(old_trigger.definition, ' AND true', '');
  END LOOP;
END $$;

-- Functions of the trash, as init has them.
CREATE OR REPLACE FUNCTION foreign_keys() RETURNS TABLE (source text, source_column text, target text, on_delete "char", is_unique boolean)
LANGUAGE sql STABLE AS $$
  SELECT c.conrelid::regclass::text, a.attname::text, c.confrelid::regclass::text, c.confdeltype,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indisunique AND i.indkey::text = a.attnum::text)
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f' ORDER BY 1, a.attnum
$$;

CREATE OR REPLACE FUNCTION drop_lost_links(source_table text, INOUT own_row jsonb, OUT lost jsonb) LANGUAGE plpgsql AS $$
DECLARE
  key record; parent_id uuid; is_taken boolean := false; is_there boolean; in_trash boolean; link text;
BEGIN
  lost := '[]';
  FOR key IN SELECT * FROM foreign_keys() WHERE source = source_table LOOP
    parent_id := own_row ->> key.source_column;
    CONTINUE WHEN parent_id IS NULL;
    link := source_table || '.' || key.source_column;
    -- The trash first: its lock waits for a request that is restoring the other record.
    UPDATE papelera_susa SET enlaces = jsonb_set(enlaces, ARRAY[link],
      (coalesce(enlaces -> link, '[]') - (own_row ->> 'id')) || jsonb_build_array(own_row ->> 'id'))
    WHERE registro_id = parent_id AND table_of(tipo) = key.target;
    in_trash := FOUND;
    EXECUTE format('SELECT true FROM %I WHERE id = $1 FOR KEY SHARE', key.target) INTO is_there USING parent_id;
    IF key.is_unique THEN
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1)', source_table, key.source_column) INTO is_taken USING parent_id;
    END IF;
    CONTINUE WHEN is_there AND NOT in_trash AND NOT (key.is_unique AND is_taken);
    own_row := own_row || jsonb_build_object(key.source_column, NULL);
    lost := lost || jsonb_build_object('columna', key.source_column, 'enPapelera', in_trash);
  END LOOP;
END $$;

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
    WHERE registro_id = ANY (ids) AND table_of(tipo) = key.source;
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
