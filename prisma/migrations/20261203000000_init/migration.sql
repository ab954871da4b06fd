-- The whole house, wing by wing: tables with their constraints and indexes; at the end what looks after all of them, the record, the
-- trash and the revisions of the pages. Every later migration is kept beside this one.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Names sort as a Mexican reads them: ñ after n, accents and case last.
CREATE COLLATION IF NOT EXISTS espanol (provider = icu, locale = 'es-MX');

---- Texts, and what every table has ----

-- unaccent() is only STABLE because its dictionary could be changed; naming the dictionary makes this safe to index.
CREATE FUNCTION fold_text(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, texto));

-- A text of tabs and line breaks says nothing either.
CREATE FUNCTION is_text(texto text, maximo int) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN texto IS NULL OR (texto ~ '\S' AND char_length(texto) <= maximo);

-- array_to_string() is only STABLE because elements of some types print differently with the session; texts do not.
CREATE FUNCTION join_texts(textos text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN array_to_string(textos, ' ');

-- The LIKE pattern of a text that contains this word, whatever its accents and case.
CREATE FUNCTION contains_pattern(palabra text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN '%' || regexp_replace(btrim(fold_text(palabra)), '([\\%_])', '\\\1', 'g') || '%';

-- One Mexican telephone has the same digits in every way to write it: without 52, with 044, with the `.0` of a spreadsheet, with an
-- extension. NULL for a text that is too short to be one (`no tiene`).
CREATE FUNCTION phone_digits(telefono text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN substring(
    CASE WHEN telefono ~ '^[^0-9+]*[+]' AND telefono !~ '^[^0-9+]*[+][^0-9]*5[^0-9]*2'
      THEN regexp_replace(regexp_replace(telefono, '\s+ext[. ].*$', '', 'i'), '[^0-9]', '', 'g')
      ELSE regexp_replace(
        regexp_replace(regexp_replace(telefono, '\s+ext[. ].*$|[.]0{1,2}$', '', 'i'), '[^0-9]', '', 'g'),
        '^(?:(?:00|011)?52(?:1|044|045|01)?|044|045|01)?([0-9]{10})$', '52\1')
    END FROM '^.{7,}$');

-- Two edits never share an updated_at, not even within one millisecond: editors rely on it to notice each other. Encrypting a row
-- again with another key changes nothing that it says: its version stays (susa.keep_version).
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('susa.keep_version', true) = 'on' THEN RETURN NEW; END IF;
  NEW.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), OLD.updated_at + interval '1 millisecond');
  RETURN NEW;
END $$;

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;

---- Cuentas: who may sign in, and what was sent ----

CREATE TYPE rol_cuenta AS ENUM ('propietaria', 'personal');
CREATE TYPE estado_cuenta AS ENUM ('pendiente', 'activa', 'desactivada');
-- The owner may do everything, and every active account may use the agenda.
CREATE TYPE permiso AS ENUM ('salud', 'salud_propias', 'dinero', 'inventario', 'catalogo');

CREATE TABLE cuentas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND is_text(email, 254)),
  password_hash text NOT NULL,
  rol rol_cuenta NOT NULL DEFAULT 'personal',
  estado estado_cuenta NOT NULL DEFAULT 'pendiente',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  permisos permiso[] NOT NULL DEFAULT '{}' CHECK (array_position(permisos, NULL) IS NULL),
  -- The studio can never be left without an active owner.
  CONSTRAINT propietaria_activa CHECK (rol <> 'propietaria' OR estado = 'activa')
);
-- A hundred first sign-ups at once still make one owner.
CREATE UNIQUE INDEX una_propietaria ON cuentas_susa (rol) WHERE rol = 'propietaria';

CREATE TABLE sesiones_susa (
  id text PRIMARY KEY CHECK (char_length(id) = 64),
  cuenta_id uuid NOT NULL REFERENCES cuentas_susa ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The browser, for who looks at the open sessions.
  agente text CHECK (is_text(agente, 200))
);
CREATE INDEX sesiones_cuenta ON sesiones_susa (cuenta_id);
CREATE INDEX sesiones_last_used_at ON sesiones_susa (last_used_at);

-- A link with which somebody who lost her password writes a new one: one for each account, used once, for 24 hours. Only a
-- digest of its secret is stored, so a copy of the table lets nobody in.
CREATE TABLE enlaces_acceso_susa (
  cuenta_id uuid PRIMARY KEY REFERENCES cuentas_susa ON DELETE CASCADE,
  digest text NOT NULL UNIQUE CHECK (char_length(digest) = 64),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE login_tries_susa (
  key text PRIMARY KEY,
  tries integer NOT NULL,
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX login_tries_ends_at ON login_tries_susa (ends_at);

CREATE TABLE form_tokens_susa (
  id uuid PRIMARY KEY,
  digest text NOT NULL,
  result jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX form_tokens_created_at ON form_tokens_susa (created_at);

-- A form that was sent with an expired session, encrypted, until the same account signs in again.
CREATE TABLE envios_pendientes_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cuenta_id uuid NOT NULL REFERENCES cuentas_susa ON DELETE CASCADE,
  sobre text NOT NULL CHECK (char_length(sobre) <= 100000),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX envios_pendientes_cuenta ON envios_pendientes_susa (cuenta_id);
CREATE INDEX envios_pendientes_created_at ON envios_pendientes_susa (created_at);

---- Estudio: what it says and shows of itself ----

-- A stored picture. Its row comes before its file and goes after it, so that every file has one.
CREATE TABLE archivos_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The name in the storage, without folder and extension: {timestamp}-{index}.
  nombre text NOT NULL UNIQUE CHECK (nombre ~ '^[0-9]{1,16}-[0-9]{1,4}$'),
  url text UNIQUE CHECK (url ~ '^(https?://[^/]+|/[^/])' AND char_length(url) <= 2000),
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((url IS NULL) = (width IS NULL) AND (url IS NULL) = (height IS NULL))
);
CREATE INDEX archivos_created_at ON archivos_susa (created_at, id);

CREATE TYPE categoria_servicio AS ENUM
  ('cejas', 'pestañas', 'manicura', 'pedicura', 'faciales', 'limpieza', 'masajes', 'depilación');

-- Each text of the site by its name: missing means the default, empty means hidden.
CREATE FUNCTION are_textos(textos jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_typeof(textos) = 'object' AND NOT jsonb_path_exists(textos, '$.* ? (@.type() != "string")')
    AND octet_length(textos::text) <= 40000;

-- The categories in the studio's order: each once, with its line and whether it is shown.
CREATE FUNCTION are_categorias(categorias jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN jsonb_typeof(categorias) = 'array' AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(categorias) AS c
    WHERE (jsonb_typeof(c) = 'object' AND c ->> 'categoria' = ANY (enum_range(NULL::categoria_servicio)::text[])
      AND jsonb_typeof(c -> 'visible') = 'boolean' AND jsonb_typeof(c -> 'frase') = 'string'
      AND char_length(c ->> 'frase') <= 200) IS NOT true
  ) AND (SELECT count(*) = count(DISTINCT c ->> 'categoria') FROM jsonb_array_elements(categorias) AS c);
END $$;

-- One row. What a studio has not said of itself is NULL; only the demo, which has a mark, shows the example's facts.
CREATE TABLE configuracion_susa (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  nombre text NOT NULL CHECK (is_text(nombre, 80)),
  ciudad text NOT NULL CHECK (is_text(ciudad, 80)),
  direccion text CHECK (is_text(direccion, 300)),
  telefono text CHECK (is_text(telefono, 40)),
  whatsapp text CHECK (whatsapp ~ '^[0-9]{10,15}$'),
  instagram_url text CHECK (instagram_url ~ '^https://[^/]' AND char_length(instagram_url) <= 300),
  facebook_url text CHECK (facebook_url ~ '^https://[^/]' AND char_length(facebook_url) <= 300),
  horario jsonb NOT NULL CHECK (jsonb_typeof(horario) = 'array' AND jsonb_array_length(horario) = 7),
  zona_horaria text NOT NULL CHECK (is_text(zona_horaria, 60)),
  mapa_url text CHECK (mapa_url ~ '^https://[^/]' AND char_length(mapa_url) <= 2000),
  hero_titulo text CHECK (is_text(hero_titulo, 120)),
  hero_texto text CHECK (is_text(hero_texto, 400)),
  biografia text CHECK (is_text(biografia, 6000)),
  frase text CHECK (is_text(frase, 400)),
  frase_autora text CHECK (is_text(frase_autora, 120)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  beneficios jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(beneficios) = 'object'),
  textos jsonb NOT NULL DEFAULT '{}' CHECK (are_textos(textos)),
  -- Those that are missing follow in their usual order, shown.
  categorias jsonb NOT NULL DEFAULT '[]' CHECK (are_categorias(categorias)),
  -- A studio's gallery shows our drawings only where the owner chooses them: they are not her work.
  dibujos_ocultos text[] NOT NULL DEFAULT
    '{diseno-de-cejas, extensiones-de-pestanas-clasicas, manicura-con-gelish, laminado-de-cejas, facial-hidratante, lifting-de-pestanas, microblading, pedicura-spa}'
    CHECK (array_position(dibujos_ocultos, NULL) IS NULL AND cardinality(dibujos_ocultos) <= 8),
  es_demo boolean NOT NULL DEFAULT false
);

CREATE TABLE apariencia_susa (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  acento text CHECK (acento ~ '^#[0-9a-f]{6}$'),
  logo_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  hero_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  retrato_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  retrato_visible boolean NOT NULL DEFAULT true
);
CREATE INDEX apariencia_logo ON apariencia_susa (logo_id);
CREATE INDEX apariencia_hero ON apariencia_susa (hero_id);
CREATE INDEX apariencia_retrato ON apariencia_susa (retrato_id);

-- What the messages of WhatsApp say; a missing one says what app/content says.
CREATE TYPE tipo_mensaje AS ENUM ('confirmar', 'recordar', 'reagendar', 'como_llegar', 'gracias');
CREATE TABLE plantillas_susa (
  tipo tipo_mensaje PRIMARY KEY,
  texto text NOT NULL CHECK (is_text(texto, 1000)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- One row with what all servers of a studio agree on.
CREATE TABLE instalacion_susa (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- The fingerprint of DATA_KEY, once a stored value was opened with it.
  llave text,
  -- What the file .almacen of the folder with the pictures says.
  almacen text,
  -- When a server last began the nightly backup, and when one was last finished.
  respaldo_intento timestamptz(3),
  respaldo_hecho timestamptz(3)
);
INSERT INTO instalacion_susa DEFAULT VALUES;

---- Equipo: specialists, their hours and absences ----

-- A specialist's colour in the agenda; without a choice, the one that the fewest have.
CREATE TYPE color_especialista AS ENUM ('arcilla', 'rosa', 'ambar', 'oliva', 'menta', 'azul', 'lila', 'uva');
CREATE FUNCTION least_used_color() RETURNS color_especialista LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (
    SELECT c FROM unnest(enum_range(NULL::color_especialista)) WITH ORDINALITY AS colores (c, lugar)
    ORDER BY (SELECT count(*) FROM empleados_susa WHERE color = c AND activo), lugar LIMIT 1
  );
END $$;

CREATE TABLE empleados_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (is_text(nombre, 120)),
  apellido text COLLATE espanol NOT NULL CHECK (is_text(apellido, 120)),
  email text CHECK (is_text(email, 254)),
  telefono text CHECK (is_text(telefono, 40)),
  especialidades text[] NOT NULL DEFAULT '{}' CHECK (array_position(especialidades, NULL) IS NULL AND '' <> ALL (especialidades)),
  activo boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (
    fold_text(nombre || ' ' || apellido || ' ' || coalesce(email, '') || ' ' || coalesce(telefono, '') || ' ' || join_texts(especialidades))
    || ' ' || regexp_replace(coalesce(telefono, ''), '[^0-9]', '', 'g')
  ) STORED,
  -- NULL: the studio's hours.
  horario jsonb CHECK (jsonb_typeof(horario) = 'array' AND jsonb_array_length(horario) = 7),
  -- Whose account it is: a specialist's own day is first on her dashboard.
  cuenta_id uuid UNIQUE REFERENCES cuentas_susa ON DELETE SET NULL,
  color color_especialista NOT NULL DEFAULT least_used_color(),
  foto_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  -- Whether the site shows her: for each to decide.
  en_sitio boolean NOT NULL DEFAULT false
);
CREATE INDEX empleados_created_at ON empleados_susa (created_at DESC, id);
CREATE INDEX empleados_activo_nombre ON empleados_susa (activo, nombre, apellido);
CREATE INDEX empleados_busqueda ON empleados_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX empleados_foto ON empleados_susa (foto_id);

CREATE TABLE ausencias_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- NULL: the whole studio is closed.
  empleado_id uuid REFERENCES empleados_susa ON DELETE CASCADE,
  desde date NOT NULL,
  hasta date,
  motivo text CHECK (is_text(motivo, 120)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- With hours, an absence takes only those of each of its days, and may have no last day: lunch, every day.
  de time(0),
  a time(0),
  CHECK (hasta >= desde),
  CONSTRAINT ausencias_horas CHECK ((de IS NULL) = (a IS NULL) AND a > de),
  CONSTRAINT ausencias_sin_fin CHECK (hasta IS NOT NULL OR de IS NOT NULL)
);
CREATE INDEX ausencias_empleado ON ausencias_susa (empleado_id, hasta);
CREATE INDEX ausencias_hasta ON ausencias_susa (hasta, desde);

-- The private calendar of a specialist: its address is found by digest, and kept encrypted to be shown again.
CREATE TABLE calendarios_susa (
  empleado_id uuid PRIMARY KEY REFERENCES empleados_susa ON DELETE CASCADE,
  digest text NOT NULL UNIQUE CHECK (char_length(digest) = 64),
  sobre text NOT NULL CHECK (char_length(sobre) <= 300),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

---- Catálogo: services, their pictures, testimonials ----

CREATE TABLE servicios_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (is_text(nombre, 120)),
  descripcion text CHECK (is_text(descripcion, 4000)),
  precio numeric(12, 2) NOT NULL CHECK (precio >= 0),
  duracion_minutos integer NOT NULL DEFAULT 60 CHECK (duracion_minutos BETWEEN 1 AND 1440),
  categoria categoria_servicio NOT NULL,
  empleado_id uuid REFERENCES empleados_susa ON DELETE SET NULL,
  -- Each supply has a name that is a text and a quantity that is a whole number from 1 on. (A comparison with null or with a text is
  -- neither true nor false.)
  insumos jsonb NOT NULL DEFAULT '[]' CHECK (
    jsonb_typeof(insumos) = 'array'
    AND NOT jsonb_path_exists(insumos, 'strict $[*] ? (@.type() != "object")', '{}', true)
    AND NOT jsonb_path_exists(insumos, '$[*] ? (
      !exists(@.nombre ? (@.type() == "string" && @ like_regex "\\S"))
      || !exists(@.cantidad ? (@.type() == "number" && @ >= 1 && @.floor() == @)))')
  ),
  activo boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(nombre || ' ' || coalesce(descripcion, ''))) STORED,
  -- Minutes to clean up after one, and in how many weeks its next visit is due.
  limpieza_minutos integer NOT NULL DEFAULT 0 CHECK (limpieza_minutos BETWEEN 0 AND 240),
  retoque_semanas integer CHECK (retoque_semanas BETWEEN 1 AND 104)
);
CREATE INDEX servicios_catalogo ON servicios_susa (activo, categoria, nombre);
CREATE INDEX servicios_nombre ON servicios_susa (nombre, id);
CREATE INDEX servicios_empleado ON servicios_susa (empleado_id);
CREATE INDEX servicios_busqueda ON servicios_susa USING gin (busqueda gin_trgm_ops);

CREATE TABLE service_images_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  servicio_id uuid REFERENCES servicios_susa ON DELETE SET NULL,
  image_url text NOT NULL CHECK (image_url ~ '^(https://[^/]+|/[^/])' AND char_length(image_url) <= 2000),
  alt_text text CHECK (is_text(alt_text, 300)),
  is_featured boolean NOT NULL DEFAULT false,
  display_order integer NOT NULL DEFAULT 0 CHECK (display_order >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(coalesce(alt_text, ''))) STORED,
  -- RESTRICT: a file in use cannot go, whoever else believes that it is free.
  archivo_id uuid REFERENCES archivos_susa ON DELETE RESTRICT
);
CREATE INDEX service_images_orden ON service_images_susa (display_order, created_at, id);
CREATE INDEX service_images_servicio ON service_images_susa (servicio_id, display_order);
CREATE INDEX service_images_busqueda ON service_images_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX service_images_archivo ON service_images_susa (archivo_id);
CREATE UNIQUE INDEX service_images_destacada ON service_images_susa (servicio_id) WHERE is_featured;

-- Marking an image takes the mark from the other one of its service. An image that comes back, from the trash or from a backup,
-- leaves it to a newer one.
CREATE FUNCTION move_featured() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One after the other, so that two marks at once do not meet in the index.
  PERFORM FROM servicios_susa WHERE id = NEW.servicio_id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM service_images_susa
    WHERE servicio_id = NEW.servicio_id AND is_featured AND created_at > NEW.created_at
  ) THEN
    NEW.is_featured := false;
  ELSE
    UPDATE service_images_susa SET is_featured = false
    WHERE servicio_id = NEW.servicio_id AND is_featured AND id <> NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER destacada BEFORE INSERT OR UPDATE OF is_featured, servicio_id ON service_images_susa
  FOR EACH ROW WHEN (NEW.is_featured) EXECUTE FUNCTION move_featured();

CREATE TABLE testimonios_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (is_text(nombre, 120)),
  testimonio text NOT NULL CHECK (is_text(testimonio, 2000)),
  rating smallint NOT NULL DEFAULT 5 CHECK (rating BETWEEN 1 AND 5),
  activo boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(nombre || ' ' || testimonio)) STORED
);
CREATE INDEX testimonios_activo ON testimonios_susa (activo, created_at DESC, id);
CREATE INDEX testimonios_created_at ON testimonios_susa (created_at DESC, id);
CREATE INDEX testimonios_busqueda ON testimonios_susa USING gin (busqueda gin_trgm_ops);

---- Clientes ----

CREATE TABLE clientes_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (is_text(nombre, 120)),
  correo text CHECK (is_text(correo, 254)),
  telefono text CHECK (is_text(telefono, 40)),
  edad integer CHECK (edad BETWEEN 0 AND 120),
  ocupacion text CHECK (is_text(ocupacion, 120)),
  estado_civil text CHECK (is_text(estado_civil, 60)),
  -- The application encrypts the health notes and the alert with DATA_KEY. Two thousand letters of three bytes each are 8041
  -- characters then.
  medicina text CHECK (is_text(medicina, 9000)),
  enfermedades text CHECK (is_text(enfermedades, 9000)),
  servicio text CHECK (is_text(servicio, 120)),
  busqueda text NOT NULL GENERATED ALWAYS AS (
    fold_text(nombre || ' ' || coalesce(correo, '') || ' ' || coalesce(telefono, ''))
    || ' ' || regexp_replace(coalesce(telefono, ''), '[^0-9]', '', 'g')
  ) STORED,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- What must be known before a treatment begins, in a word or two.
  alerta text CHECK (is_text(alerta, 300))
);
CREATE INDEX clientes_created_at ON clientes_susa (created_at DESC, id);
CREATE INDEX clientes_nombre ON clientes_susa (nombre, id);
CREATE INDEX clientes_busqueda ON clientes_susa USING gin (busqueda gin_trgm_ops);
-- Clients who share a telephone or an e-mail are looked for at every save, and for every row of an imported file.
CREATE INDEX clientes_digitos ON clientes_susa (phone_digits(telefono));
CREATE INDEX clientes_correo ON clientes_susa (lower(correo));

-- A file of clients between its preview and its import, encrypted.
CREATE TABLE importaciones_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cuenta_id uuid NOT NULL REFERENCES cuentas_susa ON DELETE CASCADE,
  sobre text NOT NULL CHECK (char_length(sobre) <= 3000000),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX importaciones_cuenta ON importaciones_susa (cuenta_id);
CREATE INDEX importaciones_created_at ON importaciones_susa (created_at);

---- Inventario: items and suppliers ----

CREATE TABLE inventario_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (is_text(nombre, 120)),
  descripcion text CHECK (is_text(descripcion, 4000)),
  -- May go below zero: completing an appointment never waits for the stock to be right.
  cantidad integer NOT NULL DEFAULT 0,
  precio_unitario numeric(12, 2) NOT NULL DEFAULT 0 CHECK (precio_unitario >= 0),
  categoria text CHECK (is_text(categoria, 120)),
  proveedor text CHECK (is_text(proveedor, 120)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (
    fold_text(nombre || ' ' || coalesce(descripcion, '') || ' ' || coalesce(categoria, '') || ' ' || coalesce(proveedor, ''))
  ) STORED,
  -- At this many or fewer, an item is running low.
  minimo integer NOT NULL DEFAULT 0 CHECK (minimo >= 0),
  -- What clients pay for one; NULL: it is not for sale.
  precio_venta numeric(12, 2) CHECK (precio_venta > 0)
);
CREATE INDEX inventario_created_at ON inventario_susa (created_at DESC, id);
CREATE INDEX inventario_nombre ON inventario_susa (nombre);
CREATE INDEX inventario_categoria ON inventario_susa (categoria);
CREATE INDEX inventario_busqueda ON inventario_susa USING gin (busqueda gin_trgm_ops);

CREATE TABLE proveedores_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (is_text(nombre, 120)),
  contacto text CHECK (is_text(contacto, 120)),
  telefono text CHECK (is_text(telefono, 40)),
  email text CHECK (is_text(email, 254)),
  direccion text CHECK (is_text(direccion, 300)),
  productos_servicios text CHECK (is_text(productos_servicios, 4000)),
  notas text CHECK (is_text(notas, 4000)),
  activo boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (
    fold_text(nombre || ' ' || coalesce(contacto, '') || ' ' || coalesce(email, '') || ' ' || coalesce(telefono, '') || ' '
      || coalesce(productos_servicios, ''))
    || ' ' || regexp_replace(coalesce(telefono, ''), '[^0-9]', '', 'g')
  ) STORED
);
CREATE INDEX proveedores_activo_nombre ON proveedores_susa (activo, nombre, id);
CREATE INDEX proveedores_busqueda ON proveedores_susa USING gin (busqueda gin_trgm_ops);

---- Ventas: what is charged and taken together at the counter ----

CREATE TYPE metodo_pago AS ENUM ('efectivo', 'tarjeta', 'transferencia', 'otro');

CREATE TABLE ventas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  folio serial NOT NULL UNIQUE,
  cliente_id uuid REFERENCES clientes_susa ON DELETE SET NULL,
  fecha date NOT NULL,
  -- Of its products.
  total numeric(12, 2) NOT NULL CHECK (total >= 0),
  cancelada_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX ventas_cliente ON ventas_susa (cliente_id);

CREATE TABLE venta_lineas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  venta_id uuid NOT NULL REFERENCES ventas_susa ON DELETE RESTRICT,
  item_id uuid REFERENCES inventario_susa ON DELETE SET NULL,
  item_nombre text NOT NULL CHECK (is_text(item_nombre, 120)),
  cantidad integer NOT NULL CHECK (cantidad BETWEEN 1 AND 9999),
  precio numeric(12, 2) NOT NULL CHECK (precio >= 0),
  -- The quantity times the price when it was sold, with which Cuadre compares them.
  importe numeric(12, 2) NOT NULL CHECK (importe >= 0)
);
CREATE INDEX venta_lineas_venta ON venta_lineas_susa (venta_id);
CREATE INDEX venta_lineas_item ON venta_lineas_susa (item_id);

---- Citas: appointments, their history, messages and booking numbers ----

CREATE TYPE estado_cita AS ENUM ('programada', 'confirmada', 'completada', 'cancelada');
CREATE TYPE accion_cita AS ENUM
  ('creada', 'editada', 'confirmada', 'programada', 'completada', 'cancelada', 'reabierta', 'no_asistio', 'si_asistio');

CREATE TABLE citas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  fecha_hora timestamptz(3) NOT NULL,
  fin timestamptz(3) NOT NULL,
  cliente_id uuid REFERENCES clientes_susa ON DELETE SET NULL,
  servicio_id uuid REFERENCES servicios_susa ON DELETE SET NULL,
  empleado_id uuid REFERENCES empleados_susa ON DELETE SET NULL,
  notas text CHECK (is_text(notas, 2000)),
  estado estado_cita NOT NULL DEFAULT 'programada',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- What is to be paid, after the discount.
  precio numeric(12, 2) NOT NULL DEFAULT 0 CHECK (precio >= 0),
  duracion_minutos integer NOT NULL DEFAULT 60 CHECK (duracion_minutos BETWEEN 1 AND 1440),
  -- The sum of its income, deposits included; only the application writes it, together with that income.
  cobrado numeric(12, 2) NOT NULL DEFAULT 0,
  no_asistio boolean NOT NULL DEFAULT false,
  -- The appointments of one visit share it.
  visita_id uuid,
  descuento numeric(12, 2) NOT NULL DEFAULT 0 CHECK (descuento >= 0),
  descuento_motivo text CHECK (is_text(descuento_motivo, 200)),
  -- The sale in which it was charged first.
  venta_id uuid REFERENCES ventas_susa ON DELETE SET NULL,
  CHECK (fin > fecha_hora),
  -- One specialist, one appointment at a time; a cancelled one frees its place.
  CONSTRAINT citas_sin_traslape EXCLUDE USING gist (empleado_id WITH =, tstzrange(fecha_hora, fin) WITH &&)
    WHERE (estado <> 'cancelada'),
  CONSTRAINT citas_no_asistio CHECK (NOT no_asistio OR estado = 'cancelada'),
  CONSTRAINT citas_descuento CHECK ((descuento > 0) = (descuento_motivo IS NOT NULL))
);
CREATE INDEX citas_fecha_hora ON citas_susa (fecha_hora, id);
-- Whether a client had come before is asked of each who came in the period of a report.
CREATE INDEX citas_cliente ON citas_susa (cliente_id, fecha_hora) INCLUDE (estado);
CREATE INDEX citas_servicio ON citas_susa (servicio_id);
CREATE INDEX citas_empleado ON citas_susa (empleado_id, fecha_hora, id);
CREATE INDEX citas_estado ON citas_susa (estado, fecha_hora, id);
CREATE INDEX citas_visita ON citas_susa (visita_id);
CREATE INDEX citas_venta ON citas_susa (venta_id);
-- What completed appointments still owe.
CREATE INDEX citas_debt ON citas_susa (fecha_hora) WHERE estado = 'completada' AND precio > cobrado;

-- What became of an appointment, when, and by whom. Only ever added to.
CREATE TABLE cambios_cita_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  cita_id uuid NOT NULL REFERENCES citas_susa ON DELETE CASCADE,
  accion accion_cita NOT NULL,
  -- The state after the change.
  estado estado_cita NOT NULL,
  no_asistio boolean NOT NULL DEFAULT false,
  detalle text CHECK (is_text(detalle, 300)),
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX cambios_cita_cuenta ON cambios_cita_susa (cuenta_id);
-- A deleted account or appointment still empties its own column.
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF cita_id, accion, estado, no_asistio, detalle ON cambios_cita_susa
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- Which messages of WhatsApp were opened for which appointment.
CREATE TABLE mensajes_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cita_id uuid NOT NULL REFERENCES citas_susa ON DELETE CASCADE,
  tipo tipo_mensaje NOT NULL,
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX mensajes_cita ON mensajes_susa (cita_id, created_at);
CREATE INDEX mensajes_cuenta ON mensajes_susa (cuenta_id);

-- The codes in the messages of the public pages: a service at a moment, at the price that was shown.
CREATE TABLE codigos_susa (
  codigo text PRIMARY KEY CHECK (codigo ~ '^[0-9A-Z]{5,8}$'),
  servicio_id uuid NOT NULL REFERENCES servicios_susa ON DELETE CASCADE,
  fecha_hora timestamptz(3) NOT NULL,
  precio numeric(12, 2) NOT NULL CHECK (precio >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX codigos_uno ON codigos_susa (servicio_id, fecha_hora, precio);
CREATE INDEX codigos_fecha_hora ON codigos_susa (fecha_hora);

---- Inventario: what moves the stock ----

CREATE TYPE tipo_movimiento AS ENUM ('entrada', 'salida');

CREATE TABLE movimientos_inventario_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tipo tipo_movimiento NOT NULL,
  cantidad integer NOT NULL CHECK (cantidad > 0),
  item_id uuid REFERENCES inventario_susa ON DELETE SET NULL,
  item_nombre text NOT NULL CHECK (is_text(item_nombre, 120)),
  motivo text CHECK (is_text(motivo, 300)),
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  orden serial NOT NULL,
  -- How many there were after it.
  saldo integer,
  -- The appointment that used it, or the sale; products carry only the sale, because with an appointment they would come back when
  -- that is reopened.
  cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  reversa_de uuid UNIQUE REFERENCES movimientos_inventario_susa ON DELETE SET NULL,
  venta_id uuid REFERENCES ventas_susa ON DELETE RESTRICT,
  CONSTRAINT movimientos_venta CHECK (venta_id IS NULL OR cita_id IS NULL)
);
CREATE INDEX movimientos_created_at ON movimientos_inventario_susa (created_at DESC, id);
CREATE INDEX movimientos_item ON movimientos_inventario_susa (item_id, created_at DESC);
CREATE INDEX movimientos_cuenta ON movimientos_inventario_susa (cuenta_id);
CREATE INDEX movimientos_cita ON movimientos_inventario_susa (cita_id);
CREATE INDEX movimientos_venta ON movimientos_inventario_susa (venta_id);

---- Dinero: income, expenses, tips, the books ----

CREATE TYPE concepto_ingreso AS ENUM ('libre', 'anticipo', 'cita', 'reversa', 'venta');
CREATE TYPE categoria_egreso AS ENUM
  ('Productos', 'Equipos', 'Servicios', 'Alquiler', 'Marketing', 'Administración', 'Otro');
CREATE TYPE libro AS ENUM ('ingreso', 'egreso', 'propina');

CREATE TABLE ingresos_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Only what reverses another is below zero.
  monto numeric(12, 2) NOT NULL
    CONSTRAINT ingresos_susa_monto_check CHECK (CASE WHEN concepto = 'reversa' THEN monto < 0 ELSE monto > 0 END),
  descripcion text CHECK (is_text(descripcion, 500)),
  metodo_pago metodo_pago NOT NULL DEFAULT 'efectivo',
  fecha date NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(coalesce(descripcion, ''))) STORED,
  concepto concepto_ingreso NOT NULL DEFAULT 'libre',
  cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  reversa_de uuid UNIQUE REFERENCES ingresos_susa ON DELETE RESTRICT,
  venta_id uuid REFERENCES ventas_susa ON DELETE RESTRICT,
  CONSTRAINT ingresos_reversa CHECK ((concepto = 'reversa') = (reversa_de IS NOT NULL)),
  CONSTRAINT ingresos_venta CHECK (concepto <> 'venta' OR venta_id IS NOT NULL AND cita_id IS NULL)
);
CREATE INDEX ingresos_fecha ON ingresos_susa (fecha DESC, created_at DESC, id);
CREATE INDEX ingresos_metodo ON ingresos_susa (metodo_pago, fecha DESC, created_at DESC, id);
CREATE INDEX ingresos_busqueda ON ingresos_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX ingresos_cita ON ingresos_susa (cita_id);
CREATE INDEX ingresos_venta ON ingresos_susa (venta_id);

CREATE TABLE egresos_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  monto numeric(12, 2) NOT NULL CHECK (monto > 0),
  descripcion text NOT NULL CHECK (is_text(descripcion, 500)),
  categoria categoria_egreso,
  metodo_pago metodo_pago NOT NULL DEFAULT 'efectivo',
  fecha date NOT NULL,
  comprobante_url text CHECK (comprobante_url ~* '^https?://[^/]' AND char_length(comprobante_url) <= 2000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(descripcion)) STORED
);
CREATE INDEX egresos_fecha ON egresos_susa (fecha DESC, created_at DESC, id);
CREATE INDEX egresos_metodo ON egresos_susa (metodo_pago, fecha DESC, created_at DESC, id);
CREATE INDEX egresos_categoria ON egresos_susa (categoria, fecha DESC, created_at DESC, id);
CREATE INDEX egresos_busqueda ON egresos_susa USING gin (busqueda gin_trgm_ops);

-- Tips that pass through the till, until they are handed to the specialist. They are no income.
CREATE TABLE propinas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  empleado_id uuid REFERENCES empleados_susa ON DELETE SET NULL,
  cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  venta_id uuid NOT NULL REFERENCES ventas_susa ON DELETE RESTRICT,
  monto numeric(12, 2) NOT NULL,
  metodo_pago metodo_pago NOT NULL,
  fecha date NOT NULL,
  reversa_de uuid UNIQUE REFERENCES propinas_susa ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (CASE WHEN reversa_de IS NULL THEN monto > 0 ELSE monto < 0 END)
);
CREATE INDEX propinas_empleado ON propinas_susa (empleado_id, fecha);
CREATE INDEX propinas_cita ON propinas_susa (cita_id);
CREATE INDEX propinas_venta ON propinas_susa (venta_id);

-- The books: every change of income, expenses and tips, as it was made. The rows must always be the sum of these entries.
CREATE TABLE asientos_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  libro libro NOT NULL,
  -- No foreign key, because the row may be gone.
  registro_id uuid NOT NULL,
  cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  fecha date NOT NULL,
  metodo_pago metodo_pago NOT NULL,
  monto numeric(12, 2) NOT NULL CHECK (monto <> 0),
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX asientos_cuenta ON asientos_susa (cuenta_id);
-- A deleted account or appointment still empties its own column.
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF libro, registro_id, fecha, metodo_pago, monto OR DELETE ON asientos_susa
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- Cuadre reads these from end to end, side by side, and needs nothing that is not in them.
CREATE INDEX cambios_cita_cita ON cambios_cita_susa (cita_id, orden DESC) INCLUDE (estado, no_asistio);
CREATE INDEX movimientos_item_orden ON movimientos_inventario_susa (item_id, orden) INCLUDE (tipo, cantidad, saldo);
CREATE INDEX asientos_cita ON asientos_susa (cita_id) INCLUDE (libro, monto);
CREATE INDEX asientos_registro ON asientos_susa (libro, registro_id) INCLUDE (monto, fecha, metodo_pago, cita_id);
CREATE INDEX ingresos_cuadre ON ingresos_susa (id) INCLUDE (monto, fecha, metodo_pago, cita_id);
CREATE INDEX egresos_cuadre ON egresos_susa (id) INCLUDE (monto, fecha, metodo_pago);
CREATE INDEX citas_cuadre ON citas_susa (id) INCLUDE (cobrado, estado, no_asistio);

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

---- Bitácora: who did what, and when ----

-- Lines are only added, by triggers for changed and deleted rows, so that no screen can forget one. The settings of a transaction:
-- susa.account and susa.origin say who acts, and susa.record = 'off' that rows are being restored.

CREATE TYPE accion_bitacora AS ENUM (
  'entrada', 'rechazo', 'bloqueo', 'registro', 'aprobacion', 'desactivacion', 'reactivacion', 'permisos', 'contrasena', 'enlace',
  'cesion', 'exportacion', 'importacion', 'fusion', 'alta', 'cambio', 'reversa', 'eliminacion', 'recuperacion',
  'eliminacion_definitiva', 'revelacion', 'prohibido'
);
CREATE TYPE tipo_registro AS ENUM (
  'cuenta', 'cliente', 'cita', 'ingreso', 'egreso', 'servicio', 'imagen', 'testimonio', 'item', 'proveedor', 'empleado', 'ausencia',
  'calendario', 'configuracion', 'apariencia', 'plantilla', 'salud', 'venta', 'propina'
);

CREATE TABLE bitacora_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  accion accion_bitacora NOT NULL,
  tipo tipo_registro,
  -- The record, which may be gone.
  registro_id text CHECK (is_text(registro_id, 40)),
  -- No foreign key: a deleted account would empty it. NULL: nobody was signed in, or the change was made outside the application.
  cuenta_id uuid,
  -- The first 24 bits of the address, of IPv6 the first 48.
  origen text CHECK (is_text(origen, 43)),
  -- Names of the changed columns; of a refused screen, the right it requires.
  campos text[] NOT NULL DEFAULT '{}' CHECK (array_position(campos, NULL) IS NULL),
  -- Amounts before and after by column: {"monto": ["500.00", "50.00"]}. Never a name, a telephone or a note.
  importes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(importes) = 'object'),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Equal lines of ten minutes are one with a number.
  veces int NOT NULL DEFAULT 1 CHECK (veces >= 1)
);
CREATE INDEX bitacora_created_at ON bitacora_susa (created_at DESC, orden DESC);
CREATE INDEX bitacora_cuenta ON bitacora_susa (cuenta_id, created_at DESC, orden DESC);
CREATE INDEX bitacora_accion ON bitacora_susa (accion, created_at DESC, orden DESC);
-- Finds the equal lines of an event.
CREATE INDEX bitacora_event ON bitacora_susa (accion, coalesce(registro_id, ''), created_at);

-- The lines that the owner has not looked at yet.
CREATE TABLE por_revisar_susa (
  linea_id uuid PRIMARY KEY REFERENCES bitacora_susa ON DELETE CASCADE
);

-- Lines are only added; one that happens again may count that, and nothing else. After two years they may be deleted.
CREATE FUNCTION bitacora_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.created_at < now() - interval '2 years' THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    OLD.veces := OLD.veces + 1;
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OR DELETE ON bitacora_susa FOR EACH ROW EXECUTE FUNCTION bitacora_append_only();
CREATE TRIGGER no_se_vacia BEFORE TRUNCATE ON bitacora_susa FOR EACH STATEMENT EXECUTE FUNCTION bitacora_append_only();

-- Adds a line and gives it as JSON. An event without amounts that is equal to a line of the last ten minutes is counted on that
-- one instead, and gives NULL.
CREATE FUNCTION record_act(
  event accion_bitacora, record_type tipo_registro, record_id text, fields text[], amounts jsonb,
  account_id uuid DEFAULT nullif(current_setting('susa.account', true), '')::uuid,
  network text DEFAULT nullif(current_setting('susa.origin', true), '')
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  -- Strangers come from any number of networks: what they do to no account, or after a lock-out, is one line wherever they are.
  is_from_anywhere CONSTANT boolean := account_id IS NULL AND (event = 'bloqueo' OR event = 'rechazo' AND record_id IS NULL);
  line text;
BEGIN
  IF amounts = '{}' THEN
    -- Of equal events at the same moment one adds the line. A trigger holds the lock of its row already.
    IF pg_trigger_depth() = 0 THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', event, record_type, record_id, account_id), 0));
    END IF;
    UPDATE bitacora_susa SET veces = veces + 1 WHERE id = (
      SELECT id FROM bitacora_susa
      WHERE accion = event AND coalesce(registro_id, '') = coalesce(record_id, '') AND created_at > now() - interval '10 minutes'
        AND tipo IS NOT DISTINCT FROM record_type AND cuenta_id IS NOT DISTINCT FROM account_id
        AND (is_from_anywhere OR origen IS NOT DISTINCT FROM network) AND campos = fields AND importes = '{}'
      ORDER BY created_at DESC LIMIT 1);
    IF FOUND THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO bitacora_susa AS b (accion, tipo, registro_id, cuenta_id, origen, campos, importes)
  VALUES (event, record_type, record_id, account_id, network, fields, amounts) RETURNING to_json(b)::text INTO line;
  RETURN line;
END $$;

-- Records a changed row: its kind is the first argument, its columns with amounts are the others. A sale that is cancelled is a
-- reversal of its amount; an amount that there never was is none.
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

DO $$
DECLARE kind record;
BEGIN
  FOR kind IN SELECT * FROM (VALUES
    ('configuracion_susa', 'INSERT', 'configuracion'), ('configuracion_susa', 'UPDATE', 'configuracion'),
    ('apariencia_susa', 'INSERT', 'apariencia'), ('apariencia_susa', 'UPDATE', 'apariencia'),
    ('plantillas_susa', 'INSERT', 'plantilla'), ('plantillas_susa', 'UPDATE', 'plantilla'), ('plantillas_susa', 'DELETE', 'plantilla'),
    ('empleados_susa', 'INSERT', 'empleado'), ('empleados_susa', 'UPDATE', 'empleado'), ('empleados_susa', 'DELETE', 'empleado'),
    ('ausencias_susa', 'INSERT', 'ausencia'), ('ausencias_susa', 'UPDATE', 'ausencia'), ('ausencias_susa', 'DELETE', 'ausencia'),
    ('calendarios_susa', 'INSERT', 'calendario'), ('calendarios_susa', 'UPDATE', 'calendario'),
    ('calendarios_susa', 'DELETE', 'calendario'),
    ('servicios_susa', 'INSERT', 'servicio, precio'), ('servicios_susa', 'UPDATE', 'servicio, precio'),
    ('servicios_susa', 'DELETE', 'servicio, precio'),
    ('service_images_susa', 'INSERT', 'imagen'), ('service_images_susa', 'UPDATE', 'imagen'), ('service_images_susa', 'DELETE', 'imagen'),
    ('testimonios_susa', 'INSERT', 'testimonio'), ('testimonios_susa', 'UPDATE', 'testimonio'),
    ('testimonios_susa', 'DELETE', 'testimonio'),
    ('clientes_susa', 'INSERT', 'cliente'), ('clientes_susa', 'UPDATE', 'cliente'),
    ('proveedores_susa', 'INSERT', 'proveedor'), ('proveedores_susa', 'UPDATE', 'proveedor'),
    -- Not the quantity, which has its movements.
    ('inventario_susa', 'INSERT', 'item, precio_unitario, precio_venta'),
    ('inventario_susa', 'UPDATE OF nombre, descripcion, minimo, precio_unitario, precio_venta, categoria, proveedor',
      'item, precio_unitario, precio_venta'),
    ('inventario_susa', 'DELETE', 'item, precio_unitario, precio_venta, cantidad'),
    ('citas_susa', 'DELETE', 'cita, precio, cobrado'),
    -- Not the links to a client or an appointment, which the database empties when those are deleted.
    ('ventas_susa', 'UPDATE OF total, fecha, cancelada_at', 'venta, total'), ('ventas_susa', 'DELETE', 'venta, total'),
    ('ingresos_susa', 'INSERT', 'ingreso, monto'),
    ('ingresos_susa', 'UPDATE OF monto, fecha, metodo_pago, descripcion', 'ingreso, monto'),
    ('ingresos_susa', 'DELETE', 'ingreso, monto'),
    ('egresos_susa', 'INSERT', 'egreso, monto'), ('egresos_susa', 'UPDATE', 'egreso, monto'), ('egresos_susa', 'DELETE', 'egreso, monto'),
    ('propinas_susa', 'INSERT', 'propina, monto'), ('propinas_susa', 'UPDATE OF monto, fecha, metodo_pago', 'propina, monto'),
    ('propinas_susa', 'DELETE', 'propina, monto')
  ) AS kinds (tabla, event, arguments) LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I FOR EACH ROW
      WHEN (current_setting(''susa.record'', true) IS DISTINCT FROM ''off'') EXECUTE FUNCTION record_change(%s)',
      'record_' || lower(substring(kind.event FROM '^\w+')), kind.event, kind.tabla, kind.arguments);
  END LOOP;
END $$;
CREATE TRIGGER record_update AFTER UPDATE OF precio ON citas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND OLD.precio <> NEW.precio)
  EXECUTE FUNCTION record_change(cita, precio);
-- Of services alone there are lines of their income.
CREATE TRIGGER record_insert AFTER INSERT ON ventas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.total > 0) EXECUTE FUNCTION record_change(venta, total);

-- Records stock that was moved by hand, not by an appointment or a sale, on the item.
CREATE FUNCTION record_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_act('cambio', 'item', NEW.item_id::text, '{cantidad}', jsonb_build_object('cantidad', jsonb_build_array(
    (NEW.saldo - CASE NEW.tipo WHEN 'entrada' THEN NEW.cantidad ELSE -NEW.cantidad END)::text, NEW.saldo::text)));
  RETURN NULL;
END $$;
CREATE TRIGGER record_insert AFTER INSERT ON movimientos_inventario_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.cita_id IS NULL AND NEW.venta_id IS NULL
    AND NEW.item_id IS NOT NULL AND NEW.saldo IS NOT NULL)
  EXECUTE FUNCTION record_stock();

-- Records an appointment that an account booked at less than its service costs, or whose service is changed to one that costs more.
CREATE FUNCTION record_lower_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE cost CONSTANT numeric := (SELECT precio FROM servicios_susa WHERE id = NEW.servicio_id);
BEGIN
  IF NEW.precio < cost THEN
    PERFORM record_act('cambio', 'cita', NEW.id::text, '{precio}',
      jsonb_build_object('precio', jsonb_build_array(cost::text, NEW.precio::text)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER record_insert AFTER INSERT ON citas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND current_setting('susa.account', true) <> '')
  EXECUTE FUNCTION record_lower_price();
CREATE TRIGGER record_lower_price AFTER UPDATE OF servicio_id ON citas_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND OLD.servicio_id IS DISTINCT FROM NEW.servicio_id)
  EXECUTE FUNCTION record_lower_price();

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
CREATE TRIGGER record_delete BEFORE DELETE ON clientes_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION record_deleted_client();

-- Whether the tips of a tip's visit are together more than the visit costs without a discount.
CREATE FUNCTION is_large_tip(propina_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(c.precio + c.descuento) < sum(tips), false) FROM (
    SELECT v.precio, v.descuento, (SELECT coalesce(sum(monto), 0) FROM propinas_susa WHERE cita_id = v.id) AS tips
    FROM propinas_susa p JOIN citas_susa c ON c.id = p.cita_id
    JOIN citas_susa v ON v.id = c.id OR v.visita_id = c.visita_id
    WHERE p.id::text = propina_id
  ) AS c
$$;

-- Shows a line to the owner: money and prices that changed, what stops being owed without a payment, large tips, exports, locked
-- accounts, and what a service is, takes and says. A line that she has looked at comes back when it happens again.
CREATE FUNCTION mark_for_review() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER mark_for_review AFTER INSERT OR UPDATE ON bitacora_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION mark_for_review();
CREATE FUNCTION mark_for_review_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER mark_for_review_service AFTER INSERT OR UPDATE ON bitacora_susa FOR EACH ROW
  WHEN (current_setting('susa.record', true) IS DISTINCT FROM 'off' AND NEW.accion = 'cambio' AND NEW.tipo = 'servicio'
    AND NEW.campos && '{nombre,descripcion,categoria,duracion_minutos,limpieza_minutos,retoque_semanas,empleado_id,insumos}')
  EXECUTE FUNCTION mark_for_review_service();

---- Papelera: deleted records, for 30 days ----

CREATE TYPE tipo_papelera AS ENUM ('cliente', 'cita', 'ingreso', 'egreso', 'item', 'empleado', 'testimonio', 'imagen', 'salud');

-- Health notes in a copy stay encrypted. Of notes that were emptied or overwritten (`salud`), `fila` has the former values and
-- `cliente_id`.
CREATE TABLE papelera_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tipo tipo_papelera NOT NULL,
  -- The id of the deleted row, which comes back with it.
  registro_id uuid NOT NULL UNIQUE,
  -- The stored file of a deleted picture: its row and its file wait too.
  archivo_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  -- Whether that file was moved to where nobody is given it.
  archivo_apartado boolean NOT NULL DEFAULT false,
  -- Who deleted it: no foreign key, because what may be brought back by her must not become everybody's.
  cuenta_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The deleted row; by table, the rows that went with it; by `table.column`, the ids of those that pointed at it.
  fila jsonb NOT NULL,
  hijas jsonb NOT NULL DEFAULT '{}',
  enlaces jsonb NOT NULL DEFAULT '{}',
  -- Width and height of its stored picture, which that loses while it waits here.
  medidas jsonb
);
CREATE INDEX papelera_created_at ON papelera_susa (created_at DESC, id);
CREATE INDEX papelera_archivo ON papelera_susa (archivo_id);

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
  WHERE c.contype = 'f' ORDER BY 1, a.attnum
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

---- Revisions: what a kept page was made of ----

-- A revision is the sum of its slots. A transaction moves a slot that no other transaction holds, so that writers never wait
-- for each other, and the sum changes in the instant in which the transaction commits: never before its rows can be read. A booking
-- renews the pages that offer hours (`agenda`), and leaves the catalogue (`publica`) as it is.
CREATE TYPE tema_revision AS ENUM ('publica', 'agenda');
CREATE TABLE revisiones_susa (
  ranura serial PRIMARY KEY,
  tema tema_revision NOT NULL,
  revision bigint NOT NULL CHECK (revision > 0)
);
INSERT INTO revisiones_susa (tema, revision) VALUES ('publica', 1), ('agenda', 1);

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

-- What takes or frees an hour; what is charged or noted does neither.
CREATE TRIGGER revision_agenda AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF fecha_hora, fin, empleado_id, estado ON citas_susa
  FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('agenda');
-- A page names the codes of the hours it offers. It makes them itself, so new ones change no page.
CREATE TRIGGER revision_agenda AFTER UPDATE OR DELETE OR TRUNCATE ON codigos_susa
  FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('agenda');

DO $$
DECLARE tabla text;
BEGIN
  FOREACH tabla IN ARRAY ARRAY['configuracion_susa', 'apariencia_susa', 'empleados_susa', 'ausencias_susa', 'servicios_susa',
    'service_images_susa', 'testimonios_susa'] LOOP
    EXECUTE format('CREATE TRIGGER revision_publica AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION bump_revision(''publica'')', tabla);
  END LOOP;
  FOREACH tabla IN ARRAY ARRAY['cuentas_susa', 'configuracion_susa', 'apariencia_susa', 'plantillas_susa', 'empleados_susa',
    'ausencias_susa', 'servicios_susa', 'service_images_susa', 'testimonios_susa', 'clientes_susa', 'citas_susa', 'inventario_susa',
    'proveedores_susa', 'movimientos_inventario_susa', 'ingresos_susa', 'egresos_susa'] LOOP
    EXECUTE format('CREATE TRIGGER updated_at BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_updated_at()', tabla);
  END LOOP;
END $$;
