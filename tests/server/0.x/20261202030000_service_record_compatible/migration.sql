-- The schema of the last 0.x, written from its catalogue: a database of that version is taken as it is (server/migrate.ts).

CREATE EXTENSION btree_gist;
CREATE EXTENSION unaccent;
CREATE EXTENSION pg_trgm;
CREATE COLLATION espanol (provider = icu, locale = 'es-MX');
SET LOCAL check_function_bodies = off;

CREATE TYPE categoria_servicio AS ENUM ('cejas', 'pestañas', 'manicura', 'pedicura', 'faciales', 'limpieza', 'masajes', 'depilación');
CREATE TYPE estado_cita AS ENUM ('programada', 'confirmada', 'completada', 'cancelada');
CREATE TYPE tipo_movimiento AS ENUM ('entrada', 'salida');
CREATE TYPE metodo_pago AS ENUM ('efectivo', 'tarjeta', 'transferencia', 'otro');
CREATE TYPE categoria_egreso AS ENUM ('Productos', 'Equipos', 'Servicios', 'Alquiler', 'Marketing', 'Administración', 'Otro');
CREATE TYPE rol_cuenta AS ENUM ('propietaria', 'personal');
CREATE TYPE estado_cuenta AS ENUM ('pendiente', 'activa', 'desactivada');
CREATE TYPE accion_cita AS ENUM ('creada', 'editada', 'confirmada', 'programada', 'completada', 'cancelada', 'reabierta', 'no_asistio', 'si_asistio');
CREATE TYPE concepto_ingreso AS ENUM ('libre', 'anticipo', 'cita', 'reversa', 'venta');
CREATE TYPE libro AS ENUM ('ingreso', 'egreso', 'propina');
CREATE TYPE tipo_mensaje AS ENUM ('confirmar', 'recordar', 'reagendar', 'como_llegar', 'gracias');
CREATE TYPE tema_revision AS ENUM ('publica', 'agenda');
CREATE TYPE permiso AS ENUM ('salud', 'salud_propias', 'dinero', 'inventario', 'catalogo');
CREATE TYPE accion_bitacora AS ENUM ('entrada', 'rechazo', 'bloqueo', 'registro', 'aprobacion', 'desactivacion', 'reactivacion', 'permisos', 'contrasena', 'enlace', 'cesion', 'exportacion', 'importacion', 'fusion', 'alta', 'cambio', 'reversa', 'eliminacion', 'recuperacion', 'eliminacion_definitiva', 'revelacion', 'prohibido');
CREATE TYPE tipo_registro AS ENUM ('cuenta', 'cliente', 'cita', 'ingreso', 'egreso', 'servicio', 'imagen', 'testimonio', 'item', 'proveedor', 'empleado', 'ausencia', 'calendario', 'configuracion', 'apariencia', 'plantilla', 'salud', 'venta', 'propina');
CREATE TYPE tipo_papelera AS ENUM ('cliente', 'cita', 'ingreso', 'egreso', 'item', 'empleado', 'testimonio', 'imagen', 'salud');
CREATE TYPE color_especialista AS ENUM ('arcilla', 'rosa', 'ambar', 'oliva', 'menta', 'azul', 'lila', 'uva');

CREATE FUNCTION fold_text(texto text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(public.unaccent('public.unaccent'::regdictionary, texto))
;

CREATE FUNCTION is_text(texto text, maximo integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((texto IS NULL) OR ((texto ~ '\S'::text) AND (char_length(texto) <= maximo)))
;

CREATE FUNCTION touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('susa.keep_version', true) = 'on' THEN RETURN NEW; END IF;
  NEW.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), OLD.updated_at + interval '1 millisecond');
  RETURN NEW;
END $function$
;

CREATE FUNCTION join_texts(textos text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_string(textos, ' '::text)
;

CREATE FUNCTION append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $function$
;

CREATE FUNCTION phone_digits(telefono text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "substring"(CASE WHEN ((telefono ~ '^[^0-9+]*[+]'::text) AND (telefono !~ '^[^0-9+]*[+][^0-9]*5[^0-9]*2'::text)) THEN regexp_replace(regexp_replace(telefono, '\s+ext[. ].*$'::text, ''::text, 'i'::text), '[^0-9]'::text, ''::text, 'g'::text) ELSE regexp_replace(regexp_replace(regexp_replace(telefono, '\s+ext[. ].*$|[.]0{1,2}$'::text, ''::text, 'i'::text), '[^0-9]'::text, ''::text, 'g'::text), '^(?:(?:00|011)?52(?:1|044|045|01)?|044|045|01)?([0-9]{10})$'::text, '52\1'::text) END, '^.{7,}$'::text)
;

CREATE FUNCTION contains_pattern(palabra text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (('%'::text || regexp_replace(btrim(fold_text(palabra)), '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text)
;

CREATE FUNCTION are_textos(textos jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((jsonb_typeof(textos) = 'object'::text) AND (NOT jsonb_path_exists(textos, '$.*?(@.type() != "string")'::jsonpath)) AND (octet_length((textos)::text) <= 40000))
;

CREATE FUNCTION are_categorias(categorias jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
  RETURN jsonb_typeof(categorias) = 'array' AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(categorias) AS c
    WHERE (jsonb_typeof(c) = 'object' AND c ->> 'categoria' = ANY (enum_range(NULL::categoria_servicio)::text[])
      AND jsonb_typeof(c -> 'visible') = 'boolean' AND jsonb_typeof(c -> 'frase') = 'string'
      AND char_length(c ->> 'frase') <= 200) IS NOT true
  ) AND (SELECT count(*) = count(DISTINCT c ->> 'categoria') FROM jsonb_array_elements(categorias) AS c);
END $function$
;

CREATE FUNCTION least_used_color()
 RETURNS color_especialista
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN (
    SELECT c FROM unnest(enum_range(NULL::color_especialista)) WITH ORDINALITY AS colores (c, lugar)
    ORDER BY (SELECT count(*) FROM empleados_susa WHERE color = c AND activo), lugar LIMIT 1
  );
END $function$
;

CREATE TABLE empleados_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL,
  apellido text COLLATE espanol NOT NULL,
  email text,
  telefono text,
  especialidades text[] NOT NULL DEFAULT '{}'::text[],
  activo boolean NOT NULL DEFAULT true,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (((fold_text(((((((((nombre || ' '::text) || apellido) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(telefono, ''::text)) || ' '::text) || join_texts(especialidades))) || ' '::text) || regexp_replace(COALESCE(telefono, ''::text), '[^0-9]'::text, ''::text, 'g'::text))) STORED,
  horario jsonb,
  cuenta_id uuid,
  color color_especialista NOT NULL DEFAULT least_used_color(),
  foto_id uuid,
  en_sitio boolean NOT NULL DEFAULT false,
  CONSTRAINT empleados_susa_apellido_check CHECK (is_text(apellido, 120)),
  CONSTRAINT empleados_susa_cuenta_id_key UNIQUE (cuenta_id),
  CONSTRAINT empleados_susa_email_check CHECK (is_text(email, 254)),
  CONSTRAINT empleados_susa_especialidades_check CHECK (((array_position(especialidades, NULL::text) IS NULL) AND (''::text <> ALL (especialidades)))),
  CONSTRAINT empleados_susa_horario_check CHECK (((jsonb_typeof(horario) = 'array'::text) AND (jsonb_array_length(horario) = 7))),
  CONSTRAINT empleados_susa_nombre_check CHECK (is_text(nombre, 120)),
  CONSTRAINT empleados_susa_pkey PRIMARY KEY (id),
  CONSTRAINT empleados_susa_telefono_check CHECK (is_text(telefono, 40))
);
CREATE INDEX empleados_created_at ON empleados_susa USING btree (created_at DESC, id);
CREATE INDEX empleados_activo_nombre ON empleados_susa USING btree (activo, nombre, apellido);
CREATE INDEX empleados_busqueda ON empleados_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX empleados_foto ON empleados_susa USING btree (foto_id);

CREATE TABLE servicios_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL,
  descripcion text,
  precio numeric(12,2) NOT NULL,
  duracion_minutos integer NOT NULL DEFAULT 60,
  categoria categoria_servicio NOT NULL,
  empleado_id uuid,
  insumos jsonb NOT NULL DEFAULT '[]'::jsonb,
  activo boolean NOT NULL DEFAULT true,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(((nombre || ' '::text) || COALESCE(descripcion, ''::text)))) STORED,
  limpieza_minutos integer NOT NULL DEFAULT 0,
  retoque_semanas integer,
  CONSTRAINT servicios_susa_descripcion_check CHECK (is_text(descripcion, 4000)),
  CONSTRAINT servicios_susa_duracion_minutos_check CHECK (((duracion_minutos >= 1) AND (duracion_minutos <= 1440))),
  CONSTRAINT servicios_susa_insumos_check CHECK (((jsonb_typeof(insumos) = 'array'::text) AND (NOT jsonb_path_exists(insumos, 'strict $[*]?(@.type() != "object")'::jsonpath, '{}'::jsonb, true)) AND (NOT jsonb_path_exists(insumos, '$[*]?(!(exists (@."nombre"?(@.type() == "string" && @ like_regex "\\S"))) || !(exists (@."cantidad"?((@.type() == "number" && @ >= 1) && @.floor() == @))))'::jsonpath)))),
  CONSTRAINT servicios_susa_limpieza_minutos_check CHECK (((limpieza_minutos >= 0) AND (limpieza_minutos <= 240))),
  CONSTRAINT servicios_susa_nombre_check CHECK (is_text(nombre, 120)),
  CONSTRAINT servicios_susa_pkey PRIMARY KEY (id),
  CONSTRAINT servicios_susa_precio_check CHECK ((precio >= (0)::numeric)),
  CONSTRAINT servicios_susa_retoque_semanas_check CHECK (((retoque_semanas >= 1) AND (retoque_semanas <= 104)))
);
CREATE INDEX servicios_catalogo ON servicios_susa USING btree (activo, categoria, nombre);
CREATE INDEX servicios_nombre ON servicios_susa USING btree (nombre, id);
CREATE INDEX servicios_empleado ON servicios_susa USING btree (empleado_id);
CREATE INDEX servicios_busqueda ON servicios_susa USING gin (busqueda gin_trgm_ops);

CREATE TABLE service_images_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  servicio_id uuid,
  image_url text NOT NULL,
  alt_text text,
  is_featured boolean NOT NULL DEFAULT false,
  display_order integer NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(COALESCE(alt_text, ''::text))) STORED,
  archivo_id uuid,
  CONSTRAINT service_images_susa_alt_text_check CHECK (is_text(alt_text, 300)),
  CONSTRAINT service_images_susa_display_order_check CHECK ((display_order >= 0)),
  CONSTRAINT service_images_susa_image_url_check CHECK (((image_url ~ '^(https://[^/]+|/[^/])'::text) AND (char_length(image_url) <= 2000))),
  CONSTRAINT service_images_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX service_images_orden ON service_images_susa USING btree (display_order, created_at, id);
CREATE INDEX service_images_servicio ON service_images_susa USING btree (servicio_id, display_order);
CREATE INDEX service_images_busqueda ON service_images_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX service_images_archivo ON service_images_susa USING btree (archivo_id);
CREATE UNIQUE INDEX service_images_destacada ON service_images_susa USING btree (servicio_id) WHERE is_featured;

CREATE TABLE clientes_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL,
  correo text,
  telefono text,
  edad integer,
  ocupacion text,
  estado_civil text,
  medicina text,
  enfermedades text,
  servicio text,
  busqueda text NOT NULL GENERATED ALWAYS AS (((fold_text(((((nombre || ' '::text) || COALESCE(correo, ''::text)) || ' '::text) || COALESCE(telefono, ''::text))) || ' '::text) || regexp_replace(COALESCE(telefono, ''::text), '[^0-9]'::text, ''::text, 'g'::text))) STORED,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  alerta text,
  CONSTRAINT clientes_susa_alerta_check CHECK (is_text(alerta, 300)),
  CONSTRAINT clientes_susa_correo_check CHECK (is_text(correo, 254)),
  CONSTRAINT clientes_susa_edad_check CHECK (((edad >= 0) AND (edad <= 120))),
  CONSTRAINT clientes_susa_enfermedades_check CHECK (is_text(enfermedades, 9000)),
  CONSTRAINT clientes_susa_estado_civil_check CHECK (is_text(estado_civil, 60)),
  CONSTRAINT clientes_susa_medicina_check CHECK (is_text(medicina, 9000)),
  CONSTRAINT clientes_susa_nombre_check CHECK (is_text(nombre, 120)),
  CONSTRAINT clientes_susa_ocupacion_check CHECK (is_text(ocupacion, 120)),
  CONSTRAINT clientes_susa_pkey PRIMARY KEY (id),
  CONSTRAINT clientes_susa_servicio_check CHECK (is_text(servicio, 120)),
  CONSTRAINT clientes_susa_telefono_check CHECK (is_text(telefono, 40))
);
CREATE INDEX clientes_created_at ON clientes_susa USING btree (created_at DESC, id);
CREATE INDEX clientes_busqueda ON clientes_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX clientes_digitos ON clientes_susa USING btree (phone_digits(telefono));
CREATE INDEX clientes_correo ON clientes_susa USING btree (lower(correo));
CREATE INDEX clientes_nombre ON clientes_susa USING btree (nombre, id);

CREATE TABLE citas_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  fecha_hora timestamp(3) with time zone NOT NULL,
  fin timestamp(3) with time zone NOT NULL,
  cliente_id uuid,
  servicio_id uuid,
  empleado_id uuid,
  notas text,
  estado estado_cita NOT NULL DEFAULT 'programada'::estado_cita,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  precio numeric(12,2) NOT NULL DEFAULT 0,
  duracion_minutos integer NOT NULL DEFAULT 60,
  cobrado numeric(12,2) NOT NULL DEFAULT 0,
  no_asistio boolean NOT NULL DEFAULT false,
  visita_id uuid,
  descuento numeric(12,2) NOT NULL DEFAULT 0,
  descuento_motivo text,
  venta_id uuid,
  CONSTRAINT citas_descuento CHECK (((descuento > (0)::numeric) = (descuento_motivo IS NOT NULL))),
  CONSTRAINT citas_no_asistio CHECK (((NOT no_asistio) OR (estado = 'cancelada'::estado_cita))),
  CONSTRAINT citas_sin_traslape EXCLUDE USING gist (empleado_id WITH =, tstzrange(fecha_hora, fin) WITH &&) WHERE ((estado <> 'cancelada'::estado_cita)),
  CONSTRAINT citas_susa_check CHECK ((fin > fecha_hora)),
  CONSTRAINT citas_susa_descuento_check CHECK ((descuento >= (0)::numeric)),
  CONSTRAINT citas_susa_descuento_motivo_check CHECK (is_text(descuento_motivo, 200)),
  CONSTRAINT citas_susa_duracion_minutos_check CHECK (((duracion_minutos >= 1) AND (duracion_minutos <= 1440))),
  CONSTRAINT citas_susa_notas_check CHECK (is_text(notas, 2000)),
  CONSTRAINT citas_susa_pkey PRIMARY KEY (id),
  CONSTRAINT citas_susa_precio_check CHECK ((precio >= (0)::numeric))
);
CREATE INDEX citas_fecha_hora ON citas_susa USING btree (fecha_hora, id);
CREATE INDEX citas_servicio ON citas_susa USING btree (servicio_id);
CREATE INDEX citas_visita ON citas_susa USING btree (visita_id);
CREATE INDEX citas_estado ON citas_susa USING btree (estado, fecha_hora, id);
CREATE INDEX citas_empleado ON citas_susa USING btree (empleado_id, fecha_hora, id);
CREATE INDEX citas_cliente ON citas_susa USING btree (cliente_id, fecha_hora) INCLUDE (estado);
CREATE INDEX citas_cuadre ON citas_susa USING btree (id) INCLUDE (cobrado, estado, no_asistio);
CREATE INDEX citas_venta ON citas_susa USING btree (venta_id);
CREATE INDEX citas_debt ON citas_susa USING btree (fecha_hora) WHERE ((estado = 'completada'::estado_cita) AND (precio > cobrado));

CREATE TABLE inventario_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL,
  descripcion text,
  cantidad integer NOT NULL DEFAULT 0,
  precio_unitario numeric(12,2) NOT NULL DEFAULT 0,
  categoria text,
  proveedor text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(((((((nombre || ' '::text) || COALESCE(descripcion, ''::text)) || ' '::text) || COALESCE(categoria, ''::text)) || ' '::text) || COALESCE(proveedor, ''::text)))) STORED,
  minimo integer NOT NULL DEFAULT 0,
  precio_venta numeric(12,2),
  CONSTRAINT inventario_susa_categoria_check CHECK (is_text(categoria, 120)),
  CONSTRAINT inventario_susa_descripcion_check CHECK (is_text(descripcion, 4000)),
  CONSTRAINT inventario_susa_minimo_check CHECK ((minimo >= 0)),
  CONSTRAINT inventario_susa_nombre_check CHECK (is_text(nombre, 120)),
  CONSTRAINT inventario_susa_pkey PRIMARY KEY (id),
  CONSTRAINT inventario_susa_precio_unitario_check CHECK ((precio_unitario >= (0)::numeric)),
  CONSTRAINT inventario_susa_precio_venta_check CHECK ((precio_venta > (0)::numeric)),
  CONSTRAINT inventario_susa_proveedor_check CHECK (is_text(proveedor, 120))
);
CREATE INDEX inventario_created_at ON inventario_susa USING btree (created_at DESC, id);
CREATE INDEX inventario_nombre ON inventario_susa USING btree (nombre);
CREATE INDEX inventario_categoria ON inventario_susa USING btree (categoria);
CREATE INDEX inventario_busqueda ON inventario_susa USING gin (busqueda gin_trgm_ops);

CREATE TABLE proveedores_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL,
  contacto text,
  telefono text,
  email text,
  direccion text,
  productos_servicios text,
  notas text,
  activo boolean NOT NULL DEFAULT true,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (((fold_text(((((((((nombre || ' '::text) || COALESCE(contacto, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(telefono, ''::text)) || ' '::text) || COALESCE(productos_servicios, ''::text))) || ' '::text) || regexp_replace(COALESCE(telefono, ''::text), '[^0-9]'::text, ''::text, 'g'::text))) STORED,
  CONSTRAINT proveedores_susa_contacto_check CHECK (is_text(contacto, 120)),
  CONSTRAINT proveedores_susa_direccion_check CHECK (is_text(direccion, 300)),
  CONSTRAINT proveedores_susa_email_check CHECK (is_text(email, 254)),
  CONSTRAINT proveedores_susa_nombre_check CHECK (is_text(nombre, 120)),
  CONSTRAINT proveedores_susa_notas_check CHECK (is_text(notas, 4000)),
  CONSTRAINT proveedores_susa_pkey PRIMARY KEY (id),
  CONSTRAINT proveedores_susa_productos_servicios_check CHECK (is_text(productos_servicios, 4000)),
  CONSTRAINT proveedores_susa_telefono_check CHECK (is_text(telefono, 40))
);
CREATE INDEX proveedores_activo_nombre ON proveedores_susa USING btree (activo, nombre, id);
CREATE INDEX proveedores_busqueda ON proveedores_susa USING gin (busqueda gin_trgm_ops);

CREATE TABLE testimonios_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nombre text COLLATE espanol NOT NULL,
  testimonio text NOT NULL,
  rating smallint NOT NULL DEFAULT 5,
  activo boolean NOT NULL DEFAULT true,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(((nombre || ' '::text) || testimonio))) STORED,
  CONSTRAINT testimonios_susa_nombre_check CHECK (is_text(nombre, 120)),
  CONSTRAINT testimonios_susa_pkey PRIMARY KEY (id),
  CONSTRAINT testimonios_susa_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  CONSTRAINT testimonios_susa_testimonio_check CHECK (is_text(testimonio, 2000))
);
CREATE INDEX testimonios_activo ON testimonios_susa USING btree (activo, created_at DESC, id);
CREATE INDEX testimonios_created_at ON testimonios_susa USING btree (created_at DESC, id);
CREATE INDEX testimonios_busqueda ON testimonios_susa USING gin (busqueda gin_trgm_ops);

CREATE TABLE ingresos_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  monto numeric(12,2) NOT NULL,
  descripcion text,
  metodo_pago metodo_pago NOT NULL DEFAULT 'efectivo'::metodo_pago,
  fecha date NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(COALESCE(descripcion, ''::text))) STORED,
  concepto concepto_ingreso NOT NULL DEFAULT 'libre'::concepto_ingreso,
  cita_id uuid,
  reversa_de uuid,
  venta_id uuid,
  CONSTRAINT ingresos_reversa CHECK (((concepto = 'reversa'::concepto_ingreso) = (reversa_de IS NOT NULL))),
  CONSTRAINT ingresos_susa_descripcion_check CHECK (is_text(descripcion, 500)),
  CONSTRAINT ingresos_susa_monto_check CHECK (CASE WHEN (concepto = 'reversa'::concepto_ingreso) THEN (monto < (0)::numeric) ELSE (monto > (0)::numeric) END),
  CONSTRAINT ingresos_susa_pkey PRIMARY KEY (id),
  CONSTRAINT ingresos_susa_reversa_de_key UNIQUE (reversa_de),
  CONSTRAINT ingresos_venta CHECK (((concepto <> 'venta'::concepto_ingreso) OR ((venta_id IS NOT NULL) AND (cita_id IS NULL))))
);
CREATE INDEX ingresos_fecha ON ingresos_susa USING btree (fecha DESC, created_at DESC, id);
CREATE INDEX ingresos_busqueda ON ingresos_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX ingresos_cita ON ingresos_susa USING btree (cita_id);
CREATE INDEX ingresos_metodo ON ingresos_susa USING btree (metodo_pago, fecha DESC, created_at DESC, id);
CREATE INDEX ingresos_cuadre ON ingresos_susa USING btree (id) INCLUDE (monto, fecha, metodo_pago, cita_id);
CREATE INDEX ingresos_venta ON ingresos_susa USING btree (venta_id);

CREATE TABLE egresos_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  monto numeric(12,2) NOT NULL,
  descripcion text NOT NULL,
  categoria categoria_egreso,
  metodo_pago metodo_pago NOT NULL DEFAULT 'efectivo'::metodo_pago,
  fecha date NOT NULL,
  comprobante_url text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  busqueda text NOT NULL GENERATED ALWAYS AS (fold_text(descripcion)) STORED,
  CONSTRAINT egresos_susa_comprobante_url_check CHECK (((comprobante_url ~* '^https?://[^/]'::text) AND (char_length(comprobante_url) <= 2000))),
  CONSTRAINT egresos_susa_descripcion_check CHECK (is_text(descripcion, 500)),
  CONSTRAINT egresos_susa_monto_check CHECK ((monto > (0)::numeric)),
  CONSTRAINT egresos_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX egresos_fecha ON egresos_susa USING btree (fecha DESC, created_at DESC, id);
CREATE INDEX egresos_busqueda ON egresos_susa USING gin (busqueda gin_trgm_ops);
CREATE INDEX egresos_metodo ON egresos_susa USING btree (metodo_pago, fecha DESC, created_at DESC, id);
CREATE INDEX egresos_categoria ON egresos_susa USING btree (categoria, fecha DESC, created_at DESC, id);
CREATE INDEX egresos_cuadre ON egresos_susa USING btree (id) INCLUDE (monto, fecha, metodo_pago);

CREATE TABLE configuracion_susa (
  id boolean NOT NULL DEFAULT true,
  nombre text NOT NULL,
  ciudad text NOT NULL,
  direccion text,
  telefono text,
  whatsapp text,
  instagram_url text,
  facebook_url text,
  horario jsonb NOT NULL,
  zona_horaria text NOT NULL,
  mapa_url text,
  hero_titulo text,
  hero_texto text,
  biografia text,
  frase text,
  frase_autora text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  beneficios jsonb NOT NULL DEFAULT '{}'::jsonb,
  textos jsonb NOT NULL DEFAULT '{}'::jsonb,
  categorias jsonb NOT NULL DEFAULT '[]'::jsonb,
  dibujos_ocultos text[] NOT NULL DEFAULT '{diseno-de-cejas,extensiones-de-pestanas-clasicas,manicura-con-gelish,laminado-de-cejas,facial-hidratante,lifting-de-pestanas,microblading,pedicura-spa}'::text[],
  es_demo boolean NOT NULL DEFAULT false,
  CONSTRAINT configuracion_susa_beneficios_check CHECK ((jsonb_typeof(beneficios) = 'object'::text)),
  CONSTRAINT configuracion_susa_biografia_check CHECK (is_text(biografia, 6000)),
  CONSTRAINT configuracion_susa_categorias_check CHECK (are_categorias(categorias)),
  CONSTRAINT configuracion_susa_ciudad_check CHECK (is_text(ciudad, 80)),
  CONSTRAINT configuracion_susa_dibujos_ocultos_check CHECK (((array_position(dibujos_ocultos, NULL::text) IS NULL) AND (cardinality(dibujos_ocultos) <= 8))),
  CONSTRAINT configuracion_susa_direccion_check CHECK (is_text(direccion, 300)),
  CONSTRAINT configuracion_susa_facebook_url_check CHECK (((facebook_url ~ '^https://[^/]'::text) AND (char_length(facebook_url) <= 300))),
  CONSTRAINT configuracion_susa_frase_autora_check CHECK (is_text(frase_autora, 120)),
  CONSTRAINT configuracion_susa_frase_check CHECK (is_text(frase, 400)),
  CONSTRAINT configuracion_susa_hero_texto_check CHECK (is_text(hero_texto, 400)),
  CONSTRAINT configuracion_susa_hero_titulo_check CHECK (is_text(hero_titulo, 120)),
  CONSTRAINT configuracion_susa_horario_check CHECK (((jsonb_typeof(horario) = 'array'::text) AND (jsonb_array_length(horario) = 7))),
  CONSTRAINT configuracion_susa_id_check CHECK (id),
  CONSTRAINT configuracion_susa_instagram_url_check CHECK (((instagram_url ~ '^https://[^/]'::text) AND (char_length(instagram_url) <= 300))),
  CONSTRAINT configuracion_susa_mapa_url_check CHECK (((mapa_url ~ '^https://[^/]'::text) AND (char_length(mapa_url) <= 2000))),
  CONSTRAINT configuracion_susa_nombre_check CHECK (is_text(nombre, 80)),
  CONSTRAINT configuracion_susa_pkey PRIMARY KEY (id),
  CONSTRAINT configuracion_susa_telefono_check CHECK (is_text(telefono, 40)),
  CONSTRAINT configuracion_susa_textos_check CHECK (are_textos(textos)),
  CONSTRAINT configuracion_susa_whatsapp_check CHECK ((whatsapp ~ '^[0-9]{10,15}$'::text)),
  CONSTRAINT configuracion_susa_zona_horaria_check CHECK (is_text(zona_horaria, 60))
);

CREATE TABLE cuentas_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  password_hash text NOT NULL,
  rol rol_cuenta NOT NULL DEFAULT 'personal'::rol_cuenta,
  estado estado_cuenta NOT NULL DEFAULT 'pendiente'::estado_cuenta,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  permisos permiso[] NOT NULL DEFAULT '{}'::permiso[],
  CONSTRAINT cuentas_susa_email_check CHECK (((email = lower(email)) AND is_text(email, 254))),
  CONSTRAINT cuentas_susa_email_key UNIQUE (email),
  CONSTRAINT cuentas_susa_permisos_check CHECK ((array_position(permisos, NULL::permiso) IS NULL)),
  CONSTRAINT cuentas_susa_pkey PRIMARY KEY (id),
  CONSTRAINT propietaria_activa CHECK (((rol <> 'propietaria'::rol_cuenta) OR (estado = 'activa'::estado_cuenta)))
);
CREATE UNIQUE INDEX una_propietaria ON cuentas_susa USING btree (rol) WHERE (rol = 'propietaria'::rol_cuenta);

CREATE TABLE sesiones_susa (
  id text NOT NULL,
  cuenta_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  agente text,
  CONSTRAINT sesiones_susa_agente_check CHECK (is_text(agente, 200)),
  CONSTRAINT sesiones_susa_id_check CHECK ((char_length(id) = 64)),
  CONSTRAINT sesiones_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX sesiones_cuenta ON sesiones_susa USING btree (cuenta_id);
CREATE INDEX sesiones_last_used_at ON sesiones_susa USING btree (last_used_at);

CREATE TABLE movimientos_inventario_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tipo tipo_movimiento NOT NULL,
  cantidad integer NOT NULL,
  item_id uuid,
  item_nombre text NOT NULL,
  motivo text,
  cuenta_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  orden serial NOT NULL,
  saldo integer,
  cita_id uuid,
  reversa_de uuid,
  venta_id uuid,
  CONSTRAINT movimientos_inventario_susa_cantidad_check CHECK ((cantidad > 0)),
  CONSTRAINT movimientos_inventario_susa_item_nombre_check CHECK (is_text(item_nombre, 120)),
  CONSTRAINT movimientos_inventario_susa_motivo_check CHECK (is_text(motivo, 300)),
  CONSTRAINT movimientos_inventario_susa_pkey PRIMARY KEY (id),
  CONSTRAINT movimientos_inventario_susa_reversa_de_key UNIQUE (reversa_de),
  CONSTRAINT movimientos_venta CHECK (((venta_id IS NULL) OR (cita_id IS NULL)))
);
CREATE INDEX movimientos_created_at ON movimientos_inventario_susa USING btree (created_at DESC, id);
CREATE INDEX movimientos_item ON movimientos_inventario_susa USING btree (item_id, created_at DESC);
CREATE INDEX movimientos_cuenta ON movimientos_inventario_susa USING btree (cuenta_id);
CREATE INDEX movimientos_cita ON movimientos_inventario_susa USING btree (cita_id);
CREATE INDEX movimientos_item_orden ON movimientos_inventario_susa USING btree (item_id, orden) INCLUDE (tipo, cantidad, saldo);
CREATE INDEX movimientos_venta ON movimientos_inventario_susa USING btree (venta_id);

CREATE TABLE form_tokens_susa (
  id uuid NOT NULL,
  digest text NOT NULL,
  result jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT form_tokens_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX form_tokens_created_at ON form_tokens_susa USING btree (created_at);

CREATE TABLE login_tries_susa (
  key text NOT NULL,
  tries integer NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT login_tries_susa_pkey PRIMARY KEY (key)
);
CREATE INDEX login_tries_ends_at ON login_tries_susa USING btree (ends_at);

CREATE TABLE archivos_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nombre text NOT NULL,
  url text,
  width integer,
  height integer,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT archivos_susa_check CHECK ((((url IS NULL) = (width IS NULL)) AND ((url IS NULL) = (height IS NULL)))),
  CONSTRAINT archivos_susa_height_check CHECK ((height > 0)),
  CONSTRAINT archivos_susa_nombre_check CHECK ((nombre ~ '^[0-9]{1,16}-[0-9]{1,4}$'::text)),
  CONSTRAINT archivos_susa_nombre_key UNIQUE (nombre),
  CONSTRAINT archivos_susa_pkey PRIMARY KEY (id),
  CONSTRAINT archivos_susa_url_check CHECK (((url ~ '^(https?://[^/]+|/[^/])'::text) AND (char_length(url) <= 2000))),
  CONSTRAINT archivos_susa_url_key UNIQUE (url),
  CONSTRAINT archivos_susa_width_check CHECK ((width > 0))
);
CREATE INDEX archivos_created_at ON archivos_susa USING btree (created_at, id);

CREATE TABLE envios_pendientes_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  cuenta_id uuid NOT NULL,
  sobre text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT envios_pendientes_susa_pkey PRIMARY KEY (id),
  CONSTRAINT envios_pendientes_susa_sobre_check CHECK ((char_length(sobre) <= 100000))
);
CREATE INDEX envios_pendientes_cuenta ON envios_pendientes_susa USING btree (cuenta_id);
CREATE INDEX envios_pendientes_created_at ON envios_pendientes_susa USING btree (created_at);

CREATE TABLE ausencias_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  empleado_id uuid,
  desde date NOT NULL,
  hasta date,
  motivo text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  de time(0) without time zone,
  a time(0) without time zone,
  CONSTRAINT ausencias_horas CHECK ((((de IS NULL) = (a IS NULL)) AND (a > de))),
  CONSTRAINT ausencias_sin_fin CHECK (((hasta IS NOT NULL) OR (de IS NOT NULL))),
  CONSTRAINT ausencias_susa_check CHECK ((hasta >= desde)),
  CONSTRAINT ausencias_susa_motivo_check CHECK (is_text(motivo, 120)),
  CONSTRAINT ausencias_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX ausencias_empleado ON ausencias_susa USING btree (empleado_id, hasta);
CREATE INDEX ausencias_hasta ON ausencias_susa USING btree (hasta, desde);

CREATE TABLE cambios_cita_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  cita_id uuid NOT NULL,
  accion accion_cita NOT NULL,
  estado estado_cita NOT NULL,
  no_asistio boolean NOT NULL DEFAULT false,
  detalle text,
  cuenta_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT cambios_cita_susa_detalle_check CHECK (is_text(detalle, 300)),
  CONSTRAINT cambios_cita_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX cambios_cita_cuenta ON cambios_cita_susa USING btree (cuenta_id);
CREATE INDEX cambios_cita_cita ON cambios_cita_susa USING btree (cita_id, orden DESC) INCLUDE (estado, no_asistio);

CREATE TABLE asientos_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  libro libro NOT NULL,
  registro_id uuid NOT NULL,
  cita_id uuid,
  fecha date NOT NULL,
  metodo_pago metodo_pago NOT NULL,
  monto numeric(12,2) NOT NULL,
  cuenta_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT asientos_susa_monto_check CHECK ((monto <> (0)::numeric)),
  CONSTRAINT asientos_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX asientos_cuenta ON asientos_susa USING btree (cuenta_id);
CREATE INDEX asientos_cita ON asientos_susa USING btree (cita_id) INCLUDE (libro, monto);
CREATE INDEX asientos_registro ON asientos_susa USING btree (libro, registro_id) INCLUDE (monto, fecha, metodo_pago, cita_id);

CREATE TABLE plantillas_susa (
  tipo tipo_mensaje NOT NULL,
  texto text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT plantillas_susa_pkey PRIMARY KEY (tipo),
  CONSTRAINT plantillas_susa_texto_check CHECK (is_text(texto, 1000))
);

CREATE TABLE mensajes_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  cita_id uuid NOT NULL,
  tipo tipo_mensaje NOT NULL,
  cuenta_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT mensajes_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX mensajes_cita ON mensajes_susa USING btree (cita_id, created_at);
CREATE INDEX mensajes_cuenta ON mensajes_susa USING btree (cuenta_id);

CREATE TABLE codigos_susa (
  codigo text NOT NULL,
  servicio_id uuid NOT NULL,
  fecha_hora timestamp(3) with time zone NOT NULL,
  precio numeric(12,2) NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT codigos_susa_codigo_check CHECK ((codigo ~ '^[0-9A-Z]{5,8}$'::text)),
  CONSTRAINT codigos_susa_pkey PRIMARY KEY (codigo),
  CONSTRAINT codigos_susa_precio_check CHECK ((precio >= (0)::numeric))
);
CREATE UNIQUE INDEX codigos_uno ON codigos_susa USING btree (servicio_id, fecha_hora, precio);
CREATE INDEX codigos_fecha_hora ON codigos_susa USING btree (fecha_hora);

CREATE TABLE importaciones_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  cuenta_id uuid NOT NULL,
  sobre text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT importaciones_susa_pkey PRIMARY KEY (id),
  CONSTRAINT importaciones_susa_sobre_check CHECK ((char_length(sobre) <= 3000000))
);
CREATE INDEX importaciones_cuenta ON importaciones_susa USING btree (cuenta_id);
CREATE INDEX importaciones_created_at ON importaciones_susa USING btree (created_at);

CREATE TABLE calendarios_susa (
  empleado_id uuid NOT NULL,
  digest text NOT NULL,
  sobre text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT calendarios_susa_digest_check CHECK ((char_length(digest) = 64)),
  CONSTRAINT calendarios_susa_digest_key UNIQUE (digest),
  CONSTRAINT calendarios_susa_pkey PRIMARY KEY (empleado_id),
  CONSTRAINT calendarios_susa_sobre_check CHECK ((char_length(sobre) <= 300))
);

CREATE TABLE apariencia_susa (
  id boolean NOT NULL DEFAULT true,
  acento text,
  logo_id uuid,
  hero_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  retrato_id uuid,
  retrato_visible boolean NOT NULL DEFAULT true,
  CONSTRAINT apariencia_susa_acento_check CHECK ((acento ~ '^#[0-9a-f]{6}$'::text)),
  CONSTRAINT apariencia_susa_id_check CHECK (id),
  CONSTRAINT apariencia_susa_pkey PRIMARY KEY (id)
);
CREATE INDEX apariencia_logo ON apariencia_susa USING btree (logo_id);
CREATE INDEX apariencia_hero ON apariencia_susa USING btree (hero_id);
CREATE INDEX apariencia_retrato ON apariencia_susa USING btree (retrato_id);

CREATE TABLE revisiones_susa (
  ranura serial NOT NULL,
  tema tema_revision NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT revisiones_susa_pkey PRIMARY KEY (ranura),
  CONSTRAINT revisiones_susa_revision_check CHECK ((revision > 0))
);

CREATE TABLE bitacora_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  accion accion_bitacora NOT NULL,
  tipo tipo_registro,
  registro_id text,
  cuenta_id uuid,
  origen text,
  campos text[] NOT NULL DEFAULT '{}'::text[],
  importes jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  veces integer NOT NULL DEFAULT 1,
  CONSTRAINT bitacora_susa_campos_check CHECK ((array_position(campos, NULL::text) IS NULL)),
  CONSTRAINT bitacora_susa_importes_check CHECK ((jsonb_typeof(importes) = 'object'::text)),
  CONSTRAINT bitacora_susa_origen_check CHECK (is_text(origen, 43)),
  CONSTRAINT bitacora_susa_pkey PRIMARY KEY (id),
  CONSTRAINT bitacora_susa_registro_id_check CHECK (is_text(registro_id, 40)),
  CONSTRAINT bitacora_susa_veces_check CHECK ((veces >= 1))
);
CREATE INDEX bitacora_created_at ON bitacora_susa USING btree (created_at DESC, orden DESC);
CREATE INDEX bitacora_cuenta ON bitacora_susa USING btree (cuenta_id, created_at DESC, orden DESC);
CREATE INDEX bitacora_accion ON bitacora_susa USING btree (accion, created_at DESC, orden DESC);
CREATE INDEX bitacora_event ON bitacora_susa USING btree (accion, COALESCE(registro_id, ''::text), created_at);

CREATE TABLE por_revisar_susa (
  linea_id uuid NOT NULL,
  CONSTRAINT por_revisar_susa_pkey PRIMARY KEY (linea_id)
);

CREATE TABLE enlaces_acceso_susa (
  cuenta_id uuid NOT NULL,
  digest text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT enlaces_acceso_susa_digest_check CHECK ((char_length(digest) = 64)),
  CONSTRAINT enlaces_acceso_susa_digest_key UNIQUE (digest),
  CONSTRAINT enlaces_acceso_susa_pkey PRIMARY KEY (cuenta_id)
);

CREATE TABLE papelera_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tipo tipo_papelera NOT NULL,
  registro_id uuid NOT NULL,
  sobre text,
  archivo_id uuid,
  archivo_apartado boolean NOT NULL DEFAULT false,
  cuenta_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  fila jsonb,
  hijas jsonb NOT NULL DEFAULT '{}'::jsonb,
  enlaces jsonb NOT NULL DEFAULT '{}'::jsonb,
  medidas jsonb,
  CONSTRAINT papelera_fila CHECK (((sobre IS NULL) <> (fila IS NULL))),
  CONSTRAINT papelera_susa_pkey PRIMARY KEY (id),
  CONSTRAINT papelera_susa_registro_id_key UNIQUE (registro_id)
);
CREATE INDEX papelera_created_at ON papelera_susa USING btree (created_at DESC, id);
CREATE INDEX papelera_archivo ON papelera_susa USING btree (archivo_id);

CREATE TABLE ventas_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  folio serial NOT NULL,
  cliente_id uuid,
  fecha date NOT NULL,
  total numeric(12,2) NOT NULL,
  cancelada_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ventas_susa_folio_key UNIQUE (folio),
  CONSTRAINT ventas_susa_pkey PRIMARY KEY (id),
  CONSTRAINT ventas_susa_total_check CHECK ((total >= (0)::numeric))
);
CREATE INDEX ventas_cliente ON ventas_susa USING btree (cliente_id);

CREATE TABLE venta_lineas_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  venta_id uuid NOT NULL,
  item_id uuid,
  item_nombre text NOT NULL,
  cantidad integer NOT NULL,
  precio numeric(12,2) NOT NULL,
  importe numeric(12,2) NOT NULL,
  CONSTRAINT venta_lineas_susa_cantidad_check CHECK (((cantidad >= 1) AND (cantidad <= 9999))),
  CONSTRAINT venta_lineas_susa_importe_check CHECK ((importe >= (0)::numeric)),
  CONSTRAINT venta_lineas_susa_item_nombre_check CHECK (is_text(item_nombre, 120)),
  CONSTRAINT venta_lineas_susa_pkey PRIMARY KEY (id),
  CONSTRAINT venta_lineas_susa_precio_check CHECK ((precio >= (0)::numeric))
);
CREATE INDEX venta_lineas_venta ON venta_lineas_susa USING btree (venta_id);
CREATE INDEX venta_lineas_item ON venta_lineas_susa USING btree (item_id);

CREATE TABLE propinas_susa (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  empleado_id uuid,
  cita_id uuid,
  venta_id uuid NOT NULL,
  monto numeric(12,2) NOT NULL,
  metodo_pago metodo_pago NOT NULL,
  fecha date NOT NULL,
  reversa_de uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT propinas_susa_check CHECK (CASE WHEN (reversa_de IS NULL) THEN (monto > (0)::numeric) ELSE (monto < (0)::numeric) END),
  CONSTRAINT propinas_susa_pkey PRIMARY KEY (id),
  CONSTRAINT propinas_susa_reversa_de_key UNIQUE (reversa_de)
);
CREATE INDEX propinas_empleado ON propinas_susa USING btree (empleado_id, fecha);
CREATE INDEX propinas_cita ON propinas_susa USING btree (cita_id);
CREATE INDEX propinas_venta ON propinas_susa USING btree (venta_id);

CREATE TABLE instalacion_susa (
  id boolean NOT NULL DEFAULT true,
  llave text,
  almacen text,
  respaldo_intento timestamp(3) with time zone,
  respaldo_hecho timestamp(3) with time zone,
  CONSTRAINT instalacion_susa_id_check CHECK (id),
  CONSTRAINT instalacion_susa_pkey PRIMARY KEY (id)
);

CREATE FUNCTION bump_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE which CONSTANT tema_revision := TG_ARGV[0];
BEGIN
  UPDATE revisiones_susa SET revision = revision + 1
  WHERE tema = which AND ranura = (
    SELECT ranura FROM revisiones_susa WHERE tema = which ORDER BY ranura LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  );
  IF NOT FOUND THEN INSERT INTO revisiones_susa (tema, revision) VALUES (which, 1); END IF;
  RETURN NULL;
END $function$
;

CREATE FUNCTION bitacora_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.created_at < now() - interval '2 years' THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    OLD.veces := OLD.veces + 1;
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $function$
;

CREATE FUNCTION mark_for_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION record_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM record_act('cambio', 'item', NEW.item_id::text, '{cantidad}', jsonb_build_object('cantidad', jsonb_build_array(
    (NEW.saldo - CASE NEW.tipo WHEN 'entrada' THEN NEW.cantidad ELSE -NEW.cantidad END)::text, NEW.saldo::text)));
  RETURN NULL;
END $function$
;

CREATE FUNCTION record_lower_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE cost CONSTANT numeric := (SELECT precio FROM servicios_susa WHERE id = NEW.servicio_id);
BEGIN
  IF NEW.precio < cost THEN
    PERFORM record_act('cambio', 'cita', NEW.id::text, '{precio}',
      jsonb_build_object('precio', jsonb_build_array(cost::text, NEW.precio::text)));
  END IF;
  RETURN NULL;
END $function$
;

CREATE FUNCTION table_of(tipo tipo_papelera)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE tipo
    WHEN 'cliente' THEN 'clientes_susa' WHEN 'cita' THEN 'citas_susa' WHEN 'ingreso' THEN 'ingresos_susa'
    WHEN 'egreso' THEN 'egresos_susa' WHEN 'item' THEN 'inventario_susa' WHEN 'empleado' THEN 'empleados_susa'
    WHEN 'testimonio' THEN 'testimonios_susa' WHEN 'imagen' THEN 'service_images_susa' END
$function$
;

CREATE FUNCTION foreign_keys()
 RETURNS TABLE(source text, source_column text, target text, on_delete "char", is_unique boolean)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.conrelid::regclass::text, a.attname::text, c.confrelid::regclass::text, c.confdeltype,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indisunique AND i.indkey::text = a.attnum::text)
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f' ORDER BY c.conrelid, a.attnum
$function$
;

CREATE FUNCTION move_to_trash(record_type tipo_papelera, record_id uuid, account_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION drop_lost_links(source_table text, INOUT own_row jsonb, OUT lost jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION insert_copy(target_table text, copied_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  columns text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
  WHERE attrelid = target_table::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND copied_rows -> 0 ? attname;
  IF columns IS NOT NULL THEN
    EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM jsonb_populate_recordset(NULL::%I, $1)',
      target_table, columns, columns, target_table) USING copied_rows;
  END IF;
END $function$
;

CREATE FUNCTION citas_in_turn(cita_ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
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
END $function$
;

CREATE FUNCTION restore_from_trash(trash_id uuid, changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION record_act(event accion_bitacora, record_type tipo_registro, record_id text, fields text[], amounts jsonb, account_id uuid DEFAULT (NULLIF(current_setting('susa.account'::text, true), ''::text))::uuid, network text DEFAULT NULLIF(current_setting('susa.origin'::text, true), ''::text))
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION move_featured()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION record_lost_debt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM record_act('cambio', 'cita', NEW.id::text, '{estado}',
    jsonb_build_object('por_cobrar', jsonb_build_array((OLD.precio - OLD.cobrado)::text, NULL)));
  RETURN NULL;
END $function$
;

CREATE FUNCTION record_deleted_client()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION is_large_tip(propina_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(c.precio + c.descuento) < sum(tips), false) FROM (
    SELECT v.precio, v.descuento, (SELECT coalesce(sum(monto), 0) FROM propinas_susa WHERE cita_id = v.id) AS tips
    FROM propinas_susa p JOIN citas_susa c ON c.id = p.cita_id
    JOIN citas_susa v ON v.id = c.id OR v.visita_id = c.visita_id
    WHERE p.id::text = propina_id
  ) AS c
$function$
;

CREATE FUNCTION check_client_of_venta()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE FUNCTION mark_for_review_service()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO por_revisar_susa (linea_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

ALTER TABLE empleados_susa ADD CONSTRAINT empleados_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE SET NULL;
ALTER TABLE empleados_susa ADD CONSTRAINT empleados_susa_foto_id_fkey FOREIGN KEY (foto_id) REFERENCES archivos_susa(id) ON DELETE RESTRICT;
ALTER TABLE servicios_susa ADD CONSTRAINT servicios_susa_empleado_id_fkey FOREIGN KEY (empleado_id) REFERENCES empleados_susa(id) ON DELETE SET NULL;
ALTER TABLE service_images_susa ADD CONSTRAINT service_images_susa_archivo_id_fkey FOREIGN KEY (archivo_id) REFERENCES archivos_susa(id) ON DELETE RESTRICT;
ALTER TABLE service_images_susa ADD CONSTRAINT service_images_susa_servicio_id_fkey FOREIGN KEY (servicio_id) REFERENCES servicios_susa(id) ON DELETE SET NULL;
ALTER TABLE citas_susa ADD CONSTRAINT citas_susa_cliente_id_fkey FOREIGN KEY (cliente_id) REFERENCES clientes_susa(id) ON DELETE SET NULL;
ALTER TABLE citas_susa ADD CONSTRAINT citas_susa_empleado_id_fkey FOREIGN KEY (empleado_id) REFERENCES empleados_susa(id) ON DELETE SET NULL;
ALTER TABLE citas_susa ADD CONSTRAINT citas_susa_servicio_id_fkey FOREIGN KEY (servicio_id) REFERENCES servicios_susa(id) ON DELETE SET NULL;
ALTER TABLE citas_susa ADD CONSTRAINT citas_susa_venta_id_fkey FOREIGN KEY (venta_id) REFERENCES ventas_susa(id) ON DELETE SET NULL;
ALTER TABLE ingresos_susa ADD CONSTRAINT ingresos_susa_cita_id_fkey FOREIGN KEY (cita_id) REFERENCES citas_susa(id) ON DELETE SET NULL;
ALTER TABLE ingresos_susa ADD CONSTRAINT ingresos_susa_reversa_de_fkey FOREIGN KEY (reversa_de) REFERENCES ingresos_susa(id) ON DELETE RESTRICT;
ALTER TABLE ingresos_susa ADD CONSTRAINT ingresos_susa_venta_id_fkey FOREIGN KEY (venta_id) REFERENCES ventas_susa(id) ON DELETE RESTRICT;
ALTER TABLE sesiones_susa ADD CONSTRAINT sesiones_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE CASCADE;
ALTER TABLE movimientos_inventario_susa ADD CONSTRAINT movimientos_inventario_susa_cita_id_fkey FOREIGN KEY (cita_id) REFERENCES citas_susa(id) ON DELETE SET NULL;
ALTER TABLE movimientos_inventario_susa ADD CONSTRAINT movimientos_inventario_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE SET NULL;
ALTER TABLE movimientos_inventario_susa ADD CONSTRAINT movimientos_inventario_susa_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventario_susa(id) ON DELETE SET NULL;
ALTER TABLE movimientos_inventario_susa ADD CONSTRAINT movimientos_inventario_susa_reversa_de_fkey FOREIGN KEY (reversa_de) REFERENCES movimientos_inventario_susa(id) ON DELETE SET NULL;
ALTER TABLE movimientos_inventario_susa ADD CONSTRAINT movimientos_inventario_susa_venta_id_fkey FOREIGN KEY (venta_id) REFERENCES ventas_susa(id) ON DELETE RESTRICT;
ALTER TABLE envios_pendientes_susa ADD CONSTRAINT envios_pendientes_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE CASCADE;
ALTER TABLE ausencias_susa ADD CONSTRAINT ausencias_susa_empleado_id_fkey FOREIGN KEY (empleado_id) REFERENCES empleados_susa(id) ON DELETE CASCADE;
ALTER TABLE cambios_cita_susa ADD CONSTRAINT cambios_cita_susa_cita_id_fkey FOREIGN KEY (cita_id) REFERENCES citas_susa(id) ON DELETE CASCADE;
ALTER TABLE cambios_cita_susa ADD CONSTRAINT cambios_cita_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE SET NULL;
ALTER TABLE asientos_susa ADD CONSTRAINT asientos_susa_cita_id_fkey FOREIGN KEY (cita_id) REFERENCES citas_susa(id) ON DELETE SET NULL;
ALTER TABLE asientos_susa ADD CONSTRAINT asientos_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE SET NULL;
ALTER TABLE mensajes_susa ADD CONSTRAINT mensajes_susa_cita_id_fkey FOREIGN KEY (cita_id) REFERENCES citas_susa(id) ON DELETE CASCADE;
ALTER TABLE mensajes_susa ADD CONSTRAINT mensajes_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE SET NULL;
ALTER TABLE codigos_susa ADD CONSTRAINT codigos_susa_servicio_id_fkey FOREIGN KEY (servicio_id) REFERENCES servicios_susa(id) ON DELETE CASCADE;
ALTER TABLE importaciones_susa ADD CONSTRAINT importaciones_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE CASCADE;
ALTER TABLE calendarios_susa ADD CONSTRAINT calendarios_susa_empleado_id_fkey FOREIGN KEY (empleado_id) REFERENCES empleados_susa(id) ON DELETE CASCADE;
ALTER TABLE apariencia_susa ADD CONSTRAINT apariencia_susa_hero_id_fkey FOREIGN KEY (hero_id) REFERENCES archivos_susa(id) ON DELETE RESTRICT;
ALTER TABLE apariencia_susa ADD CONSTRAINT apariencia_susa_logo_id_fkey FOREIGN KEY (logo_id) REFERENCES archivos_susa(id) ON DELETE RESTRICT;
ALTER TABLE apariencia_susa ADD CONSTRAINT apariencia_susa_retrato_id_fkey FOREIGN KEY (retrato_id) REFERENCES archivos_susa(id) ON DELETE RESTRICT;
ALTER TABLE por_revisar_susa ADD CONSTRAINT por_revisar_susa_linea_id_fkey FOREIGN KEY (linea_id) REFERENCES bitacora_susa(id) ON DELETE CASCADE;
ALTER TABLE enlaces_acceso_susa ADD CONSTRAINT enlaces_acceso_susa_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES cuentas_susa(id) ON DELETE CASCADE;
ALTER TABLE papelera_susa ADD CONSTRAINT papelera_susa_archivo_id_fkey FOREIGN KEY (archivo_id) REFERENCES archivos_susa(id) ON DELETE RESTRICT;
ALTER TABLE ventas_susa ADD CONSTRAINT ventas_susa_cliente_id_fkey FOREIGN KEY (cliente_id) REFERENCES clientes_susa(id) ON DELETE SET NULL;
ALTER TABLE venta_lineas_susa ADD CONSTRAINT venta_lineas_susa_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventario_susa(id) ON DELETE SET NULL;
ALTER TABLE venta_lineas_susa ADD CONSTRAINT venta_lineas_susa_venta_id_fkey FOREIGN KEY (venta_id) REFERENCES ventas_susa(id) ON DELETE RESTRICT;
ALTER TABLE propinas_susa ADD CONSTRAINT propinas_susa_cita_id_fkey FOREIGN KEY (cita_id) REFERENCES citas_susa(id) ON DELETE SET NULL;
ALTER TABLE propinas_susa ADD CONSTRAINT propinas_susa_empleado_id_fkey FOREIGN KEY (empleado_id) REFERENCES empleados_susa(id) ON DELETE SET NULL;
ALTER TABLE propinas_susa ADD CONSTRAINT propinas_susa_reversa_de_fkey FOREIGN KEY (reversa_de) REFERENCES propinas_susa(id) ON DELETE RESTRICT;
ALTER TABLE propinas_susa ADD CONSTRAINT propinas_susa_venta_id_fkey FOREIGN KEY (venta_id) REFERENCES ventas_susa(id) ON DELETE RESTRICT;

CREATE TRIGGER record_delete AFTER DELETE ON empleados_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('empleado');
CREATE TRIGGER record_insert AFTER INSERT ON empleados_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('empleado');
CREATE TRIGGER record_update AFTER UPDATE ON empleados_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('empleado');
CREATE TRIGGER revision_publica AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON empleados_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('publica');
CREATE TRIGGER updated_at BEFORE UPDATE ON empleados_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_delete AFTER DELETE ON servicios_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('servicio', 'precio');
CREATE TRIGGER record_insert AFTER INSERT ON servicios_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('servicio', 'precio');
CREATE TRIGGER record_update AFTER UPDATE ON servicios_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('servicio', 'precio');
CREATE TRIGGER revision_publica AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON servicios_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('publica');
CREATE TRIGGER updated_at BEFORE UPDATE ON servicios_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER destacada BEFORE INSERT OR UPDATE OF is_featured, servicio_id ON service_images_susa FOR EACH ROW WHEN (new.is_featured) EXECUTE FUNCTION move_featured();
CREATE TRIGGER record_delete AFTER DELETE ON service_images_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('imagen');
CREATE TRIGGER record_insert AFTER INSERT ON service_images_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('imagen');
CREATE TRIGGER record_update AFTER UPDATE ON service_images_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('imagen');
CREATE TRIGGER revision_publica AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON service_images_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('publica');
CREATE TRIGGER updated_at BEFORE UPDATE ON service_images_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_delete BEFORE DELETE ON clientes_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_deleted_client();
CREATE TRIGGER record_insert AFTER INSERT ON clientes_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('cliente');
CREATE TRIGGER record_update AFTER UPDATE ON clientes_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('cliente');
CREATE TRIGGER updated_at BEFORE UPDATE ON clientes_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_delete AFTER DELETE ON citas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('cita', 'precio', 'cobrado');
CREATE TRIGGER record_insert AFTER INSERT ON citas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (current_setting('susa.account'::text, true) <> ''::text))) EXECUTE FUNCTION record_lower_price();
CREATE TRIGGER record_lost_debt AFTER UPDATE OF estado ON citas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (old.estado = 'completada'::estado_cita) AND (new.estado <> 'completada'::estado_cita) AND (old.precio > old.cobrado))) EXECUTE FUNCTION record_lost_debt();
CREATE TRIGGER record_lower_price AFTER UPDATE OF servicio_id ON citas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (old.servicio_id IS DISTINCT FROM new.servicio_id))) EXECUTE FUNCTION record_lower_price();
CREATE TRIGGER record_update AFTER UPDATE OF precio ON citas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (old.precio <> new.precio))) EXECUTE FUNCTION record_change('cita', 'precio');
CREATE TRIGGER revision_agenda AFTER INSERT OR DELETE OR UPDATE OF fecha_hora, fin, empleado_id, estado OR TRUNCATE ON citas_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('agenda');
CREATE TRIGGER updated_at BEFORE UPDATE ON citas_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE CONSTRAINT TRIGGER ventas_one_client AFTER INSERT OR UPDATE OF venta_id ON citas_susa DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (new.venta_id IS NOT NULL))) EXECUTE FUNCTION check_client_of_venta();
CREATE TRIGGER record_delete AFTER DELETE ON inventario_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('item', 'precio_unitario', 'precio_venta', 'cantidad');
CREATE TRIGGER record_insert AFTER INSERT ON inventario_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('item', 'precio_unitario', 'precio_venta');
CREATE TRIGGER record_update AFTER UPDATE OF nombre, descripcion, minimo, precio_unitario, precio_venta, categoria, proveedor ON inventario_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('item', 'precio_unitario', 'precio_venta');
CREATE TRIGGER updated_at BEFORE UPDATE ON inventario_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_insert AFTER INSERT ON proveedores_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('proveedor');
CREATE TRIGGER record_update AFTER UPDATE ON proveedores_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('proveedor');
CREATE TRIGGER updated_at BEFORE UPDATE ON proveedores_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_delete AFTER DELETE ON testimonios_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('testimonio');
CREATE TRIGGER record_insert AFTER INSERT ON testimonios_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('testimonio');
CREATE TRIGGER record_update AFTER UPDATE ON testimonios_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('testimonio');
CREATE TRIGGER revision_publica AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON testimonios_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('publica');
CREATE TRIGGER updated_at BEFORE UPDATE ON testimonios_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_delete AFTER DELETE ON ingresos_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('ingreso', 'monto');
CREATE TRIGGER record_insert AFTER INSERT ON ingresos_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('ingreso', 'monto');
CREATE TRIGGER record_update AFTER UPDATE OF monto, fecha, metodo_pago, descripcion ON ingresos_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('ingreso', 'monto');
CREATE TRIGGER updated_at BEFORE UPDATE ON ingresos_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE CONSTRAINT TRIGGER ventas_one_client AFTER INSERT ON ingresos_susa DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (new.venta_id IS NOT NULL) AND (new.cita_id IS NOT NULL) AND (new.reversa_de IS NULL))) EXECUTE FUNCTION check_client_of_venta();
CREATE TRIGGER record_delete AFTER DELETE ON egresos_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('egreso', 'monto');
CREATE TRIGGER record_insert AFTER INSERT ON egresos_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('egreso', 'monto');
CREATE TRIGGER record_update AFTER UPDATE ON egresos_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('egreso', 'monto');
CREATE TRIGGER updated_at BEFORE UPDATE ON egresos_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_insert AFTER INSERT ON configuracion_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('configuracion');
CREATE TRIGGER record_update AFTER UPDATE ON configuracion_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('configuracion');
CREATE TRIGGER revision_publica AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON configuracion_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('publica');
CREATE TRIGGER updated_at BEFORE UPDATE ON configuracion_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER updated_at BEFORE UPDATE ON cuentas_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_insert AFTER INSERT ON movimientos_inventario_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (new.cita_id IS NULL) AND (new.venta_id IS NULL) AND (new.item_id IS NOT NULL) AND (new.saldo IS NOT NULL))) EXECUTE FUNCTION record_stock();
CREATE TRIGGER updated_at BEFORE UPDATE ON movimientos_inventario_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER record_delete AFTER DELETE ON ausencias_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('ausencia');
CREATE TRIGGER record_insert AFTER INSERT ON ausencias_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('ausencia');
CREATE TRIGGER record_update AFTER UPDATE ON ausencias_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('ausencia');
CREATE TRIGGER revision_publica AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON ausencias_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('publica');
CREATE TRIGGER updated_at BEFORE UPDATE ON ausencias_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF cita_id, accion, estado, no_asistio, detalle ON cambios_cita_susa FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER solo_se_agrega BEFORE DELETE OR UPDATE OF libro, registro_id, fecha, metodo_pago, monto ON asientos_susa FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER record_delete AFTER DELETE ON plantillas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('plantilla');
CREATE TRIGGER record_insert AFTER INSERT ON plantillas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('plantilla');
CREATE TRIGGER record_update AFTER UPDATE ON plantillas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('plantilla');
CREATE TRIGGER updated_at BEFORE UPDATE ON plantillas_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER revision_agenda AFTER DELETE OR UPDATE OR TRUNCATE ON codigos_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('agenda');
CREATE TRIGGER record_delete AFTER DELETE ON calendarios_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('calendario');
CREATE TRIGGER record_insert AFTER INSERT ON calendarios_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('calendario');
CREATE TRIGGER record_update AFTER UPDATE ON calendarios_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('calendario');
CREATE TRIGGER record_insert AFTER INSERT ON apariencia_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('apariencia');
CREATE TRIGGER record_update AFTER UPDATE ON apariencia_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND true)) EXECUTE FUNCTION record_change('apariencia');
CREATE TRIGGER revision_publica AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON apariencia_susa FOR EACH STATEMENT EXECUTE FUNCTION bump_revision('publica');
CREATE TRIGGER updated_at BEFORE UPDATE ON apariencia_susa FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER mark_for_review AFTER INSERT OR UPDATE ON bitacora_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION mark_for_review();
CREATE TRIGGER mark_for_review_service AFTER INSERT OR UPDATE ON bitacora_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (new.accion = 'cambio'::accion_bitacora) AND (new.tipo = 'servicio'::tipo_registro) AND (new.campos && '{nombre,descripcion,categoria,duracion_minutos,limpieza_minutos,retoque_semanas,empleado_id,insumos}'::text[]))) EXECUTE FUNCTION mark_for_review_service();
CREATE TRIGGER no_se_vacia BEFORE TRUNCATE ON bitacora_susa FOR EACH STATEMENT EXECUTE FUNCTION bitacora_append_only();
CREATE TRIGGER solo_se_agrega BEFORE DELETE OR UPDATE ON bitacora_susa FOR EACH ROW EXECUTE FUNCTION bitacora_append_only();
CREATE TRIGGER record_delete AFTER DELETE ON ventas_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('venta', 'total');
CREATE TRIGGER record_insert AFTER INSERT ON ventas_susa FOR EACH ROW WHEN (((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text) AND (new.total > (0)::numeric))) EXECUTE FUNCTION record_change('venta', 'total');
CREATE TRIGGER record_update AFTER UPDATE OF total, fecha, cancelada_at ON ventas_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('venta', 'total');
CREATE TRIGGER record_delete AFTER DELETE ON propinas_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('propina', 'monto');
CREATE TRIGGER record_insert AFTER INSERT ON propinas_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('propina', 'monto');
CREATE TRIGGER record_update AFTER UPDATE OF monto, fecha, metodo_pago ON propinas_susa FOR EACH ROW WHEN ((current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text)) EXECUTE FUNCTION record_change('propina', 'monto');

INSERT INTO revisiones_susa (tema, revision) VALUES ('publica', 6), ('agenda', 1);
INSERT INTO instalacion_susa DEFAULT VALUES;
