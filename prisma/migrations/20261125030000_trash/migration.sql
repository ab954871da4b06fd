-- What was deleted waits as the rows that it was: health notes in them stay encrypted. Copies that were encrypted as a whole
-- (`sobre`) are opened by the application, which has the key.

ALTER TABLE papelera_susa
  ALTER COLUMN sobre DROP NOT NULL,
  -- The deleted row; by table, the rows that went with it; by `table.column`, the ids of those that pointed at it.
  ADD COLUMN fila jsonb,
  ADD COLUMN hijas jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN enlaces jsonb NOT NULL DEFAULT '{}',
  -- Width and height of its stored picture, which that loses while it waits here.
  ADD COLUMN medidas jsonb,
  ADD CONSTRAINT papelera_fila CHECK ((sobre IS NULL) <> (fila IS NULL));

CREATE FUNCTION table_of(tipo tipo_papelera) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE tipo
    WHEN 'cliente' THEN 'clientes_susa' WHEN 'cita' THEN 'citas_susa' WHEN 'ingreso' THEN 'ingresos_susa'
    WHEN 'egreso' THEN 'egresos_susa' WHEN 'item' THEN 'inventario_susa' WHEN 'empleado' THEN 'empleados_susa'
    WHEN 'testimonio' THEN 'testimonios_susa' WHEN 'imagen' THEN 'service_images_susa' END
$$;

-- The columns that refer to another table, in their order: `on_delete` as in pg_constraint, `is_unique` where only one row may.
CREATE FUNCTION foreign_keys() RETURNS TABLE (source text, source_column text, target text, on_delete "char", is_unique boolean)
LANGUAGE sql STABLE AS $$
  SELECT c.conrelid::regclass::text, a.attname::text, c.confrelid::regclass::text, c.confdeltype,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indisunique AND i.indkey::text = a.attnum::text)
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f' ORDER BY c.conrelid, a.attnum
$$;

-- Deletes a record and keeps it in the trash, with the rows that go with it. Gives the id of its copy, or NULL when there is none.
CREATE FUNCTION move_to_trash(record_type tipo_papelera, record_id uuid, account_id uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  own_row jsonb; children jsonb := '{}'; links jsonb := '{}'; found_rows jsonb; picture_id uuid; trash_id uuid; key record;
BEGIN
  -- From here on nothing new can refer to the record, so the copy lists all that does.
  EXECUTE format('SELECT to_jsonb(t) - ''busqueda'' FROM %I t WHERE id = $1 FOR UPDATE', table_of(record_type)) INTO own_row USING record_id;
  IF own_row IS NULL THEN RETURN NULL; END IF;
  FOR key IN SELECT * FROM foreign_keys() WHERE target = table_of(record_type) AND on_delete IN ('c', 'n') LOOP
    EXECUTE format('SELECT coalesce(jsonb_agg(%s), ''[]'') FROM %I t WHERE %I = $1',
      CASE key.on_delete WHEN 'c' THEN 'to_jsonb(t)' ELSE 'id' END, key.source, key.source_column) INTO found_rows USING record_id;
    IF key.on_delete = 'c' THEN children := children || jsonb_build_object(key.source, found_rows);
    ELSE links := links || jsonb_build_object(key.source || '.' || key.source_column, found_rows);
    END IF;
  END LOOP;
  picture_id := coalesce(own_row ->> 'archivo_id', own_row ->> 'foto_id');
  -- Whatever was kept of it before: a record may come back without the trash, from a backup.
  DELETE FROM papelera_susa WHERE registro_id = record_id;
  INSERT INTO papelera_susa (tipo, registro_id, fila, hijas, enlaces, archivo_id, medidas, cuenta_id)
  VALUES (record_type, record_id, own_row, children, links, picture_id,
    (SELECT jsonb_build_object('width', width, 'height', height) FROM archivos_susa WHERE id = picture_id), account_id)
  RETURNING id INTO trash_id;
  EXECUTE format('DELETE FROM %I WHERE id = $1', table_of(record_type)) USING record_id;
  RETURN trash_id;
END $$;

-- Empties the references of a row that is to be inserted to records that are gone. One that waits in the trash will tie the row
-- again when it comes back. `lost` lists the emptied columns.
CREATE FUNCTION drop_lost_links(source_table text, INOUT own_row jsonb, OUT lost jsonb) LANGUAGE plpgsql AS $$
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
    WHERE registro_id = parent_id AND table_of(tipo) = key.target AND fila IS NOT NULL;
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

-- Inserts rows as the trash keeps them. A column that is newer than the copy gets its default; one that was dropped is left out.
CREATE FUNCTION insert_copy(target_table text, copied_rows jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  columns text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
  WHERE attrelid = target_table::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND copied_rows -> 0 ? attname;
  IF columns IS NOT NULL THEN
    EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM jsonb_populate_recordset(NULL::%I, $1)',
      target_table, columns, columns, target_table) USING copied_rows;
  END IF;
END $$;

-- Those of a specialist's former appointments whose hour is free: while they had none, two may have been put at the same time.
CREATE FUNCTION citas_in_turn(cita_ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  free uuid[] := '{}'; busy_until timestamptz := '-infinity'; cita record;
BEGIN
  FOR cita IN SELECT id, fecha_hora, fin, estado FROM citas_susa
    WHERE id = ANY (cita_ids) AND empleado_id IS NULL ORDER BY fecha_hora, fin, id LOOP
    CONTINUE WHEN cita.estado <> 'cancelada' AND cita.fecha_hora < busy_until;
    free := free || cita.id;
    IF cita.estado <> 'cancelada' THEN busy_until := cita.fin; END IF;
  END LOOP;
  RETURN free;
END $$;

-- Restores a copy, which the caller has locked: its row with `changes`, the rows that went with it, and the links of those that
-- pointed at it, where both sides still exist. Gives what it lost (`perdidos`) and what points at it again (`unidos`). Raises what
-- a constraint raises: 23P01 when the hour of an appointment is taken.
CREATE FUNCTION restore_from_trash(trash_id uuid, changes jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  IF copy.tipo = 'cita' THEN
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
