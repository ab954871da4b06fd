-- What the managers need: searches that ignore accents, a minimum of stock, files with their sizes, forms that wait for a sign-in.

-- array_to_string() is only STABLE because elements of some types print differently with the session; texts do not.
CREATE FUNCTION juntar(textos text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN array_to_string(textos, ' ');

ALTER TABLE empleados_susa ADD COLUMN busqueda text NOT NULL GENERATED ALWAYS AS (
  sin_acentos(nombre || ' ' || apellido || ' ' || coalesce(email, '') || ' ' || coalesce(telefono, '') || ' ' || juntar(especialidades))
  || ' ' || regexp_replace(coalesce(telefono, ''), '[^0-9]', '', 'g')
) STORED;
ALTER TABLE servicios_susa ADD COLUMN busqueda text NOT NULL GENERATED ALWAYS AS (
  sin_acentos(nombre || ' ' || coalesce(descripcion, ''))
) STORED;
ALTER TABLE service_images_susa ADD COLUMN busqueda text NOT NULL GENERATED ALWAYS AS (
  sin_acentos(coalesce(alt_text, ''))
) STORED;
ALTER TABLE inventario_susa ADD COLUMN busqueda text NOT NULL GENERATED ALWAYS AS (
  sin_acentos(nombre || ' ' || coalesce(descripcion, '') || ' ' || coalesce(categoria, '') || ' ' || coalesce(proveedor, ''))
) STORED;
ALTER TABLE proveedores_susa ADD COLUMN busqueda text NOT NULL GENERATED ALWAYS AS (
  sin_acentos(nombre || ' ' || coalesce(contacto, '') || ' ' || coalesce(email, '') || ' ' || coalesce(telefono, '') || ' '
    || coalesce(productos_servicios, ''))
  || ' ' || regexp_replace(coalesce(telefono, ''), '[^0-9]', '', 'g')
) STORED;
ALTER TABLE testimonios_susa ADD COLUMN busqueda text NOT NULL GENERATED ALWAYS AS (
  sin_acentos(nombre || ' ' || testimonio)
) STORED;
ALTER TABLE ingresos_susa ADD COLUMN busqueda text NOT NULL GENERATED ALWAYS AS (sin_acentos(coalesce(descripcion, ''))) STORED;
ALTER TABLE egresos_susa ADD COLUMN busqueda text NOT NULL GENERATED ALWAYS AS (sin_acentos(descripcion)) STORED;

CREATE INDEX empleados_busqueda ON empleados_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX servicios_busqueda ON servicios_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX service_images_busqueda ON service_images_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX inventario_busqueda ON inventario_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX proveedores_busqueda ON proveedores_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX testimonios_busqueda ON testimonios_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX ingresos_busqueda ON ingresos_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX egresos_busqueda ON egresos_susa USING gin (busqueda gin_trgm_ops);

-- At this many or fewer, an item is running low.
ALTER TABLE inventario_susa ADD COLUMN minimo integer NOT NULL DEFAULT 0 CHECK (minimo >= 0);

-- A picture of our own. Its row comes before its file and goes after it, so that no file is ever without one.
CREATE TABLE archivos_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The name in the storage, without folder and extension: {timestamp}-{index}.
  nombre text NOT NULL UNIQUE CHECK (nombre ~ '^[0-9]{1,16}-[0-9]{1,4}$'),
  url text UNIQUE CHECK (url ~ '^(https?://[^/]+|/[^/])' AND char_length(url) <= 2000),
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  -- AVIF versions are made later, one picture at a time; three failures are enough.
  has_avif boolean NOT NULL DEFAULT false,
  avif_tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((url IS NULL) = (width IS NULL) AND (url IS NULL) = (height IS NULL))
);
CREATE INDEX archivos_created_at ON archivos_susa (created_at, id);
CREATE TRIGGER revision_publica AFTER UPDATE OF has_avif ON archivos_susa
  FOR EACH STATEMENT EXECUTE FUNCTION bump_revision_publica();

-- RESTRICT: a file in use cannot go, whoever else believes that it is free.
ALTER TABLE service_images_susa ADD COLUMN archivo_id uuid REFERENCES archivos_susa ON DELETE RESTRICT;
CREATE INDEX service_images_archivo ON service_images_susa (archivo_id);

-- What was sent with a session that had ended by time, sealed, waiting for the same account to sign in again.
CREATE TABLE envios_pendientes_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cuenta_id uuid NOT NULL REFERENCES cuentas_susa ON DELETE CASCADE,
  sobre text NOT NULL CHECK (char_length(sobre) <= 100000),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX envios_pendientes_cuenta ON envios_pendientes_susa (cuenta_id);
CREATE INDEX envios_pendientes_created_at ON envios_pendientes_susa (created_at);
