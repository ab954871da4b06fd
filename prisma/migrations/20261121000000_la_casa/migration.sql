-- The whole house: every table of the specification, settings, accounts, sessions, form tokens.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Names sort as a Mexican reads them: ñ after n, accents and case last.
CREATE COLLATION IF NOT EXISTS espanol (provider = icu, locale = 'es-MX');

-- unaccent() is only STABLE because its dictionary could be changed; naming the dictionary makes this safe to index.
CREATE FUNCTION sin_acentos(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, texto));

CREATE FUNCTION con_texto(texto text, maximo int) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN texto IS NULL OR (btrim(texto) <> '' AND char_length(texto) <= maximo);

-- Two edits never share an updated_at, not even within one millisecond: editors rely on it to notice each other.
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), OLD.updated_at + interval '1 millisecond');
  RETURN NEW;
END $$;

CREATE TYPE categoria_servicio AS ENUM
  ('cejas', 'pestañas', 'manicura', 'pedicura', 'faciales', 'limpieza', 'masajes', 'depilación');
CREATE TYPE estado_cita AS ENUM ('programada', 'confirmada', 'completada', 'cancelada');
CREATE TYPE tipo_movimiento AS ENUM ('entrada', 'salida');
CREATE TYPE metodo_pago AS ENUM ('efectivo', 'tarjeta', 'transferencia', 'otro');
CREATE TYPE categoria_egreso AS ENUM
  ('Productos', 'Equipos', 'Servicios', 'Alquiler', 'Marketing', 'Administración', 'Otro');
CREATE TYPE rol_cuenta AS ENUM ('propietaria', 'personal');
CREATE TYPE estado_cuenta AS ENUM ('pendiente', 'activa', 'desactivada');

CREATE TABLE empleados_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (con_texto(nombre, 120)),
  apellido text COLLATE espanol NOT NULL CHECK (con_texto(apellido, 120)),
  email text CHECK (con_texto(email, 254)),
  telefono text CHECK (con_texto(telefono, 40)),
  especialidades text[] NOT NULL DEFAULT '{}' CHECK (array_position(especialidades, NULL) IS NULL AND '' <> ALL (especialidades)),
  activo boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX empleados_created_at ON empleados_susa (created_at DESC, id);
CREATE INDEX empleados_activo_nombre ON empleados_susa (activo, nombre, apellido);

CREATE TABLE servicios_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (con_texto(nombre, 120)),
  descripcion text CHECK (con_texto(descripcion, 4000)),
  precio numeric(12, 2) NOT NULL CHECK (precio >= 0),
  duracion_minutos integer NOT NULL DEFAULT 60 CHECK (duracion_minutos BETWEEN 1 AND 1440),
  categoria categoria_servicio NOT NULL,
  empleado_id uuid REFERENCES empleados_susa ON DELETE SET NULL,
  insumos jsonb NOT NULL DEFAULT '[]' CHECK (
    jsonb_typeof(insumos) = 'array'
    AND NOT jsonb_path_exists(insumos, '$[*] ? (!exists(@.nombre) || @.nombre == "" || !exists(@.cantidad) || @.cantidad < 1)')
  ),
  activo boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX servicios_catalogo ON servicios_susa (activo, categoria, nombre);
CREATE INDEX servicios_nombre ON servicios_susa (nombre, id);
CREATE INDEX servicios_empleado ON servicios_susa (empleado_id);

CREATE TABLE service_images_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  servicio_id uuid REFERENCES servicios_susa ON DELETE SET NULL,
  image_url text NOT NULL CHECK (image_url ~ '^(https://[^/]+|/[^/])' AND char_length(image_url) <= 2000),
  alt_text text CHECK (con_texto(alt_text, 300)),
  is_featured boolean NOT NULL DEFAULT false,
  display_order integer NOT NULL DEFAULT 0 CHECK (display_order >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX service_images_orden ON service_images_susa (display_order, created_at, id);
CREATE INDEX service_images_servicio ON service_images_susa (servicio_id, display_order);

CREATE TABLE clientes_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (con_texto(nombre, 120)),
  correo text CHECK (con_texto(correo, 254)),
  telefono text CHECK (con_texto(telefono, 40)),
  edad integer CHECK (edad BETWEEN 0 AND 120),
  ocupacion text CHECK (con_texto(ocupacion, 120)),
  estado_civil text CHECK (con_texto(estado_civil, 60)),
  -- Health notes are stored encrypted by the application (DATA_KEY): the text here is a sealed box.
  medicina text CHECK (con_texto(medicina, 8000)),
  enfermedades text CHECK (con_texto(enfermedades, 8000)),
  servicio text CHECK (con_texto(servicio, 120)),
  busqueda text NOT NULL GENERATED ALWAYS AS (
    sin_acentos(nombre || ' ' || coalesce(correo, '') || ' ' || coalesce(telefono, ''))
    || ' ' || regexp_replace(coalesce(telefono, ''), '[^0-9]', '', 'g')
  ) STORED,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX clientes_created_at ON clientes_susa (created_at DESC, id);
CREATE INDEX clientes_busqueda ON clientes_susa USING gin (busqueda gin_trgm_ops);

CREATE TABLE citas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  fecha_hora timestamptz(3) NOT NULL,
  fin timestamptz(3) NOT NULL,
  cliente_id uuid REFERENCES clientes_susa ON DELETE SET NULL,
  servicio_id uuid REFERENCES servicios_susa ON DELETE SET NULL,
  empleado_id uuid REFERENCES empleados_susa ON DELETE SET NULL,
  notas text CHECK (con_texto(notas, 2000)),
  estado estado_cita NOT NULL DEFAULT 'programada',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (fin > fecha_hora),
  -- One employee, one appointment at a time; a cancelled one frees its place.
  CONSTRAINT citas_sin_traslape EXCLUDE USING gist (empleado_id WITH =, tstzrange(fecha_hora, fin) WITH &&)
    WHERE (estado <> 'cancelada')
);
CREATE INDEX citas_fecha_hora ON citas_susa (fecha_hora, id);
CREATE INDEX citas_cliente ON citas_susa (cliente_id, fecha_hora);
CREATE INDEX citas_servicio ON citas_susa (servicio_id);
CREATE INDEX citas_empleado ON citas_susa (empleado_id, fecha_hora);
CREATE INDEX citas_estado ON citas_susa (estado, fecha_hora);

CREATE TABLE inventario_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (con_texto(nombre, 120)),
  descripcion text CHECK (con_texto(descripcion, 4000)),
  -- May go below zero: completing an appointment never waits for the stock to be right.
  cantidad integer NOT NULL DEFAULT 0,
  precio_unitario numeric(12, 2) NOT NULL DEFAULT 0 CHECK (precio_unitario >= 0),
  categoria text CHECK (con_texto(categoria, 120)),
  proveedor text CHECK (con_texto(proveedor, 120)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX inventario_created_at ON inventario_susa (created_at DESC, id);
CREATE INDEX inventario_nombre ON inventario_susa (nombre);
CREATE INDEX inventario_categoria ON inventario_susa (categoria);

CREATE TABLE proveedores_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (con_texto(nombre, 120)),
  contacto text CHECK (con_texto(contacto, 120)),
  telefono text CHECK (con_texto(telefono, 40)),
  email text CHECK (con_texto(email, 254)),
  direccion text CHECK (con_texto(direccion, 300)),
  productos_servicios text CHECK (con_texto(productos_servicios, 4000)),
  notas text CHECK (con_texto(notas, 4000)),
  activo boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX proveedores_activo_nombre ON proveedores_susa (activo, nombre, id);

CREATE TABLE testimonios_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL CHECK (con_texto(nombre, 120)),
  testimonio text NOT NULL CHECK (con_texto(testimonio, 2000)),
  rating smallint NOT NULL DEFAULT 5 CHECK (rating BETWEEN 1 AND 5),
  activo boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX testimonios_activo ON testimonios_susa (activo, created_at DESC, id);
CREATE INDEX testimonios_created_at ON testimonios_susa (created_at DESC, id);

CREATE TABLE ingresos_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  monto numeric(12, 2) NOT NULL CHECK (monto > 0),
  descripcion text CHECK (con_texto(descripcion, 500)),
  metodo_pago metodo_pago NOT NULL DEFAULT 'efectivo',
  fecha date NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX ingresos_fecha ON ingresos_susa (fecha DESC, created_at DESC, id);
CREATE INDEX ingresos_metodo ON ingresos_susa (metodo_pago, fecha DESC);

CREATE TABLE egresos_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  monto numeric(12, 2) NOT NULL CHECK (monto > 0),
  descripcion text NOT NULL CHECK (con_texto(descripcion, 500)),
  categoria categoria_egreso,
  metodo_pago metodo_pago NOT NULL DEFAULT 'efectivo',
  fecha date NOT NULL,
  comprobante_url text CHECK (comprobante_url ~* '^https?://[^/]' AND char_length(comprobante_url) <= 2000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX egresos_fecha ON egresos_susa (fecha DESC, created_at DESC, id);
CREATE INDEX egresos_metodo ON egresos_susa (metodo_pago, fecha DESC);
CREATE INDEX egresos_categoria ON egresos_susa (categoria, fecha DESC);

CREATE TABLE configuracion_susa (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  nombre text NOT NULL CHECK (con_texto(nombre, 80)),
  ciudad text NOT NULL CHECK (con_texto(ciudad, 80)),
  direccion text NOT NULL CHECK (con_texto(direccion, 300)),
  telefono text NOT NULL CHECK (con_texto(telefono, 40)),
  whatsapp text NOT NULL CHECK (whatsapp ~ '^[0-9]{10,15}$'),
  instagram_url text CHECK (instagram_url ~ '^https://[^/]' AND char_length(instagram_url) <= 300),
  facebook_url text CHECK (facebook_url ~ '^https://[^/]' AND char_length(facebook_url) <= 300),
  horario jsonb NOT NULL CHECK (jsonb_typeof(horario) = 'array' AND jsonb_array_length(horario) = 7),
  zona_horaria text NOT NULL CHECK (con_texto(zona_horaria, 60)),
  mapa_url text CHECK (mapa_url ~ '^https://[^/]' AND char_length(mapa_url) <= 2000),
  hero_titulo text NOT NULL CHECK (con_texto(hero_titulo, 120)),
  hero_texto text NOT NULL CHECK (con_texto(hero_texto, 400)),
  biografia text NOT NULL CHECK (con_texto(biografia, 6000)),
  frase text NOT NULL CHECK (con_texto(frase, 400)),
  frase_autora text NOT NULL CHECK (con_texto(frase_autora, 120)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE cuentas_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND con_texto(email, 254)),
  password_hash text NOT NULL,
  rol rol_cuenta NOT NULL DEFAULT 'personal',
  estado estado_cuenta NOT NULL DEFAULT 'pendiente',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The studio can never be left without an active owner.
  CONSTRAINT propietaria_activa CHECK (rol <> 'propietaria' OR estado = 'activa')
);
-- A hundred first sign-ups at once still make one owner.
CREATE UNIQUE INDEX una_propietaria ON cuentas_susa (rol) WHERE rol = 'propietaria';

CREATE TABLE sesiones_susa (
  id text PRIMARY KEY CHECK (char_length(id) = 64),
  cuenta_id uuid NOT NULL REFERENCES cuentas_susa ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX sesiones_cuenta ON sesiones_susa (cuenta_id);
CREATE INDEX sesiones_last_used_at ON sesiones_susa (last_used_at);

CREATE TABLE movimientos_inventario_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tipo tipo_movimiento NOT NULL,
  cantidad integer NOT NULL CHECK (cantidad > 0),
  item_id uuid REFERENCES inventario_susa ON DELETE SET NULL,
  item_nombre text NOT NULL CHECK (con_texto(item_nombre, 120)),
  motivo text CHECK (con_texto(motivo, 300)),
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX movimientos_created_at ON movimientos_inventario_susa (created_at DESC, id);
CREATE INDEX movimientos_item ON movimientos_inventario_susa (item_id, created_at DESC);
CREATE INDEX movimientos_cuenta ON movimientos_inventario_susa (cuenta_id);

CREATE TABLE form_tokens_susa (
  id uuid PRIMARY KEY,
  digest text NOT NULL,
  result jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX form_tokens_created_at ON form_tokens_susa (created_at);

CREATE TABLE login_tries_susa (
  key text PRIMARY KEY,
  tries integer NOT NULL,
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX login_tries_ends_at ON login_tries_susa (ends_at);

CREATE TABLE revision_publica_susa (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  revision bigint NOT NULL DEFAULT 0
);
INSERT INTO revision_publica_susa DEFAULT VALUES;

CREATE FUNCTION bump_revision_publica() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE revision_publica_susa SET revision = revision + 1;
  RETURN NULL;
END $$;

DO $$
DECLARE tabla text;
BEGIN
  FOREACH tabla IN ARRAY ARRAY['servicios_susa', 'service_images_susa', 'testimonios_susa', 'empleados_susa', 'configuracion_susa'] LOOP
    EXECUTE format('CREATE TRIGGER revision_publica AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION bump_revision_publica()', tabla);
  END LOOP;
  FOREACH tabla IN ARRAY ARRAY['empleados_susa', 'servicios_susa', 'service_images_susa', 'clientes_susa', 'citas_susa', 'inventario_susa',
    'movimientos_inventario_susa', 'proveedores_susa', 'testimonios_susa', 'ingresos_susa', 'egresos_susa', 'configuracion_susa', 'cuentas_susa'] LOOP
    EXECUTE format('CREATE TRIGGER updated_at BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_updated_at()', tabla);
  END LOOP;
END $$;
