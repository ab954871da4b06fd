-- Every change of a service leaves a line: fewer supplies or minutes than it takes would hide what is taken home.
DROP TRIGGER record_update ON servicios_susa;
CREATE TRIGGER record_update AFTER UPDATE ON servicios_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION record_change(servicio, precio);

-- What a service is, takes and says is shown to the owner as its price is; whether it is offered is only recorded.
CREATE FUNCTION mark_for_review_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER mark_for_review_service AFTER INSERT OR UPDATE ON bitacora_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.accion = 'cambio' AND NEW.tipo = 'servicio'
    AND NEW.campos && '{nombre,descripcion,categoria,duracion_minutos,limpieza_minutos,retoque_semanas,empleado_id,insumos}')
  EXECUTE FUNCTION mark_for_review_service();
