-- Two revisions instead of one: a booking renews the pages that offer times, and leaves the catalogue as it is.

-- A revision is the sum of its slots. A transaction moves a slot that no other transaction holds, so that writers never wait
-- for each other, and the sum changes in the instant in which the transaction commits: never before its rows can be read.
CREATE TYPE tema_revision AS ENUM ('publica', 'agenda');
CREATE TABLE revisiones_susa (
  ranura serial PRIMARY KEY,
  tema tema_revision NOT NULL,
  revision bigint NOT NULL CHECK (revision > 0)
);
-- The next number, so that a copy made before this migration is never taken for a true one.
INSERT INTO revisiones_susa (tema, revision) SELECT 'publica', revision + 1 FROM revision_publica_susa;
INSERT INTO revisiones_susa (tema, revision) VALUES ('agenda', 1);

CREATE FUNCTION bump_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE which CONSTANT tema_revision := TG_ARGV[0];
BEGIN
  UPDATE revisiones_susa SET revision = revision + 1
  WHERE tema = which AND ranura = (
    SELECT ranura FROM revisiones_susa WHERE tema = which ORDER BY ranura LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  );
  IF NOT FOUND THEN INSERT INTO revisiones_susa (tema, revision) VALUES (which, 1); END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE tabla text;
BEGIN
  FOREACH tabla IN ARRAY ARRAY['servicios_susa', 'service_images_susa', 'testimonios_susa', 'empleados_susa', 'configuracion_susa',
    'ausencias_susa', 'apariencia_susa'] LOOP
    EXECUTE format('DROP TRIGGER revision_publica ON %I', tabla);
    EXECUTE format('CREATE TRIGGER revision_publica AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION bump_revision(''publica'')', tabla);
  END LOOP;
END $$;
DROP TRIGGER revision_publica ON archivos_susa;
CREATE TRIGGER revision_publica AFTER UPDATE OF has_avif ON archivos_susa
  FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('publica');

-- What takes or frees a time; what is charged or noted does neither.
CREATE TRIGGER revision_agenda AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF fecha_hora, fin, empleado_id, estado ON citas_susa
  FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('agenda');
-- A page names the codes of the times it offers. It makes them itself, so new ones change no page.
CREATE TRIGGER revision_agenda AFTER UPDATE OR DELETE OR TRUNCATE ON codigos_susa
  FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('agenda');

DROP FUNCTION bump_revision_publica();
DROP TABLE revision_publica_susa;
