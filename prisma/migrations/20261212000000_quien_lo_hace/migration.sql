-- Who does what is said, service by service, and no longer guessed from the words of a specialist.

CREATE TABLE servicios_empleados_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  servicio_id uuid NOT NULL REFERENCES servicios_susa ON DELETE CASCADE,
  empleado_id uuid NOT NULL REFERENCES empleados_susa ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX servicios_empleados_uno ON servicios_empleados_susa (servicio_id, empleado_id);
CREATE INDEX servicios_empleados_empleado ON servicios_empleados_susa (empleado_id);

---- What the rule gave until now ----

-- She is named on its page, or one of her specialties is its category or stands in its name, whatever the accents and the case.
INSERT INTO servicios_empleados_susa (servicio_id, empleado_id)
WITH plain_services AS (
  SELECT id, empleado_id, lower(regexp_replace(normalize(categoria::text, NFD), '[`^\u00a8\u00af\u00b4\u00b7\u00b8\u02b0-\u036f]', '', 'g')) AS categoria,
    lower(regexp_replace(normalize(nombre, NFD), '[`^\u00a8\u00af\u00b4\u00b7\u00b8\u02b0-\u036f]', '', 'g')) AS nombre
  FROM servicios_susa
), plain_specialties AS (
  SELECT id, lower(regexp_replace(normalize(especialidad, NFD), '[`^\u00a8\u00af\u00b4\u00b7\u00b8\u02b0-\u036f]', '', 'g')) AS especialidad
  FROM empleados_susa, unnest(especialidades) AS especialidad
)
SELECT s.id, e.id FROM plain_services s CROSS JOIN empleados_susa e
WHERE e.id = s.empleado_id OR EXISTS (
  SELECT FROM plain_specialties p WHERE p.id = e.id AND (p.especialidad = s.categoria OR position(p.especialidad IN s.nombre) > 0));

-- All of the active ones, where none of them fitted.
INSERT INTO servicios_empleados_susa (servicio_id, empleado_id)
SELECT s.id, e.id FROM servicios_susa s CROSS JOIN empleados_susa e
WHERE e.activo AND NOT EXISTS (
  SELECT FROM servicios_empleados_susa d JOIN empleados_susa doer ON doer.id = d.empleado_id AND doer.activo
  WHERE d.servicio_id = s.id);

-- A studio that had a team is told once.
ALTER TABLE instalacion_susa ADD avisa_quien_lo_hace boolean NOT NULL DEFAULT false;
UPDATE instalacion_susa SET avisa_quien_lo_hace = EXISTS (SELECT FROM servicios_empleados_susa);

---- Versions, pages and the record ----

-- Who does a service is part of its form and of hers: both get a new version, and the pages that show it are renewed. The record has
-- one line: of the service, or of the specialist when several services of hers change; none for what comes with a new one of them, or
-- goes with a deleted one.
CREATE FUNCTION change_who_does_it() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  servicios uuid[]; empleados uuid[]; present int; there int;
BEGIN
  -- Rows that are being restored keep their versions.
  IF current_setting('susa.record', true) = 'off' THEN RETURN NULL; END IF;
  SELECT array_agg(DISTINCT servicio_id), array_agg(DISTINCT empleado_id) INTO servicios, empleados FROM changed;
  IF servicios IS NULL THEN RETURN NULL; END IF;
  UPDATE servicios_susa SET updated_at = updated_at WHERE id = ANY (servicios);
  GET DIAGNOSTICS present = ROW_COUNT;
  UPDATE empleados_susa SET updated_at = updated_at WHERE id = ANY (empleados);
  GET DIAGNOSTICS there = ROW_COUNT;
  IF present < cardinality(servicios) OR there < cardinality(empleados) OR EXISTS (
    SELECT FROM bitacora_susa WHERE accion = 'alta' AND registro_id = ANY ((servicios || empleados)::text[])
      AND created_at >= date_trunc('milliseconds', now()) AND xmin = pg_current_xact_id()::xid
  ) THEN RETURN NULL; END IF;
  IF cardinality(servicios) = 1 THEN PERFORM record_act('cambio', 'servicio', servicios[1]::text, '{quien}', '{}');
  ELSIF cardinality(empleados) = 1 THEN PERFORM record_act('cambio', 'empleado', empleados[1]::text, '{hace}', '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER change_insert AFTER INSERT ON servicios_empleados_susa REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION change_who_does_it();
CREATE TRIGGER change_delete AFTER DELETE ON servicios_empleados_susa REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION change_who_does_it();
