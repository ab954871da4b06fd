-- The studio's day: appointments whole, their history and their money, hours and absences, codes, messages, the books.

-- Specialists: hours of their own (null: the studio's), and when somebody is away.
ALTER TABLE empleados_susa ADD COLUMN horario jsonb
  CHECK (jsonb_typeof(horario) = 'array' AND jsonb_array_length(horario) = 7);

CREATE TABLE ausencias_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Null: the whole studio is closed.
  empleado_id uuid REFERENCES empleados_susa ON DELETE CASCADE,
  desde date NOT NULL,
  hasta date NOT NULL,
  motivo text CHECK (con_texto(motivo, 120)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (hasta >= desde)
);
CREATE INDEX ausencias_empleado ON ausencias_susa (empleado_id, hasta);
CREATE INDEX ausencias_hasta ON ausencias_susa (hasta, desde);

-- Services: minutes to clean up after one, and in how many weeks its next visit is due.
ALTER TABLE servicios_susa
  ADD COLUMN limpieza_minutos integer NOT NULL DEFAULT 0 CHECK (limpieza_minutos BETWEEN 0 AND 240),
  ADD COLUMN retoque_semanas integer CHECK (retoque_semanas BETWEEN 1 AND 104);

-- Appointments: what was agreed, what has been charged, which others belong to the same visit.
ALTER TABLE citas_susa
  ADD COLUMN precio numeric(12, 2) NOT NULL DEFAULT 0 CHECK (precio >= 0),
  ADD COLUMN duracion_minutos integer NOT NULL DEFAULT 60 CHECK (duracion_minutos BETWEEN 1 AND 1440),
  -- The sum of its income, anticipos included; only the application writes it, together with that income.
  ADD COLUMN cobrado numeric(12, 2) NOT NULL DEFAULT 0,
  ADD COLUMN no_asistio boolean NOT NULL DEFAULT false,
  ADD COLUMN visita_id uuid,
  ADD CONSTRAINT citas_no_asistio CHECK (NOT no_asistio OR estado = 'cancelada');
UPDATE citas_susa SET duracion_minutos = least(1440, greatest(1, round(extract(epoch FROM fin - fecha_hora) / 60)));
UPDATE citas_susa c SET precio = s.precio FROM servicios_susa s WHERE s.id = c.servicio_id;
CREATE INDEX citas_visita ON citas_susa (visita_id);

CREATE TYPE accion_cita AS ENUM
  ('creada', 'editada', 'confirmada', 'programada', 'completada', 'cancelada', 'reabierta', 'no_asistio', 'si_asistio');

-- What became of an appointment, when, and by whom. Only ever added to.
CREATE TABLE cambios_cita_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  cita_id uuid NOT NULL REFERENCES citas_susa ON DELETE CASCADE,
  accion accion_cita NOT NULL,
  -- How it stood after the change.
  estado estado_cita NOT NULL,
  no_asistio boolean NOT NULL DEFAULT false,
  detalle text CHECK (con_texto(detalle, 300)),
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX cambios_cita_cita ON cambios_cita_susa (cita_id, orden);
CREATE INDEX cambios_cita_cuenta ON cambios_cita_susa (cuenta_id);

-- Income: which appointment it is of, and what it undoes. Only what undoes another is below zero.
CREATE TYPE concepto_ingreso AS ENUM ('libre', 'anticipo', 'cita', 'reversa');
ALTER TABLE ingresos_susa
  ADD COLUMN concepto concepto_ingreso NOT NULL DEFAULT 'libre',
  ADD COLUMN cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  ADD COLUMN reversa_de uuid UNIQUE REFERENCES ingresos_susa ON DELETE RESTRICT,
  DROP CONSTRAINT ingresos_susa_monto_check,
  ADD CONSTRAINT ingresos_susa_monto_check CHECK (CASE WHEN concepto = 'reversa' THEN monto < 0 ELSE monto > 0 END),
  ADD CONSTRAINT ingresos_reversa CHECK ((concepto = 'reversa') = (reversa_de IS NOT NULL));
CREATE INDEX ingresos_cita ON ingresos_susa (cita_id);

-- Stock: which appointment used it, what a movement undoes, and how many there were after it.
ALTER TABLE movimientos_inventario_susa
  ADD COLUMN orden serial NOT NULL,
  ADD COLUMN saldo integer,
  ADD COLUMN cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  ADD COLUMN reversa_de uuid UNIQUE REFERENCES movimientos_inventario_susa ON DELETE SET NULL;
CREATE INDEX movimientos_cita ON movimientos_inventario_susa (cita_id);
CREATE INDEX movimientos_item_orden ON movimientos_inventario_susa (item_id, orden);
WITH contados AS (
  SELECT id, row_number() OVER (ORDER BY created_at, id) AS orden,
    sum(CASE tipo WHEN 'entrada' THEN cantidad ELSE -cantidad END) OVER (PARTITION BY item_id ORDER BY created_at, id) AS saldo
  FROM movimientos_inventario_susa
)
UPDATE movimientos_inventario_susa m SET orden = c.orden, saldo = c.saldo FROM contados c WHERE c.id = m.id;
SELECT setval(pg_get_serial_sequence('movimientos_inventario_susa', 'orden'), max(orden)) FROM movimientos_inventario_susa HAVING count(*) > 0;

-- The books: every change of income and expenses, as it was made. What there is must always be the sum of what was written.
CREATE TYPE libro AS ENUM ('ingreso', 'egreso');
CREATE TABLE asientos_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  orden serial NOT NULL,
  libro libro NOT NULL,
  -- Whose row it was: no foreign key, for it may be gone.
  registro_id uuid NOT NULL,
  cita_id uuid REFERENCES citas_susa ON DELETE SET NULL,
  fecha date NOT NULL,
  metodo_pago metodo_pago NOT NULL,
  monto numeric(12, 2) NOT NULL CHECK (monto <> 0),
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX asientos_registro ON asientos_susa (libro, registro_id);
CREATE INDEX asientos_cita ON asientos_susa (cita_id);
CREATE INDEX asientos_cuenta ON asientos_susa (cuenta_id);

INSERT INTO asientos_susa (libro, registro_id, fecha, metodo_pago, monto, created_at)
  SELECT 'ingreso'::libro, id, fecha, metodo_pago, monto, created_at FROM ingresos_susa
  UNION ALL SELECT 'egreso'::libro, id, fecha, metodo_pago, monto, created_at FROM egresos_susa;
INSERT INTO cambios_cita_susa (cita_id, accion, estado, created_at)
  SELECT id, 'creada', estado, created_at FROM citas_susa;

CREATE FUNCTION solo_se_agrega() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;
-- A deleted account or appointment still empties its own column.
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF libro, registro_id, fecha, metodo_pago, monto OR DELETE ON asientos_susa
  FOR EACH ROW EXECUTE FUNCTION solo_se_agrega();
CREATE TRIGGER solo_se_agrega BEFORE UPDATE OF cita_id, accion, estado, no_asistio, detalle ON cambios_cita_susa
  FOR EACH ROW EXECUTE FUNCTION solo_se_agrega();

-- WhatsApp: what the messages say (none: as app/content says), and which were opened for whom.
CREATE TYPE tipo_mensaje AS ENUM ('confirmar', 'recordar', 'reagendar', 'como_llegar', 'gracias');
CREATE TABLE plantillas_susa (
  tipo tipo_mensaje PRIMARY KEY,
  texto text NOT NULL CHECK (con_texto(texto, 1000)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TABLE mensajes_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cita_id uuid NOT NULL REFERENCES citas_susa ON DELETE CASCADE,
  tipo tipo_mensaje NOT NULL,
  cuenta_id uuid REFERENCES cuentas_susa ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX mensajes_cita ON mensajes_susa (cita_id, created_at);
CREATE INDEX mensajes_cuenta ON mensajes_susa (cuenta_id);

-- The codes that stand in the messages of the public pages: a service at a moment, at the price that was shown.
CREATE TABLE codigos_susa (
  codigo text PRIMARY KEY CHECK (codigo ~ '^[0-9A-Z]{5,8}$'),
  servicio_id uuid NOT NULL REFERENCES servicios_susa ON DELETE CASCADE,
  fecha_hora timestamptz(3) NOT NULL,
  precio numeric(12, 2) NOT NULL CHECK (precio >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX codigos_uno ON codigos_susa (servicio_id, fecha_hora, precio);
CREATE INDEX codigos_fecha_hora ON codigos_susa (fecha_hora);

-- A file of clients between its preview and its import, sealed.
CREATE TABLE importaciones_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cuenta_id uuid NOT NULL REFERENCES cuentas_susa ON DELETE CASCADE,
  sobre text NOT NULL CHECK (char_length(sobre) <= 3000000),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX importaciones_cuenta ON importaciones_susa (cuenta_id);
CREATE INDEX importaciones_created_at ON importaciones_susa (created_at);

-- The private calendar of a specialist: its address is known by digest, and kept sealed to be shown again.
CREATE TABLE calendarios_susa (
  empleado_id uuid PRIMARY KEY REFERENCES empleados_susa ON DELETE CASCADE,
  digest text NOT NULL UNIQUE CHECK (char_length(digest) = 64),
  sobre text NOT NULL CHECK (char_length(sobre) <= 300),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- How the studio looks, and what it promises in each category.
CREATE TABLE apariencia_susa (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  acento text CHECK (acento ~ '^#[0-9a-f]{6}$'),
  logo_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  hero_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX apariencia_logo ON apariencia_susa (logo_id);
CREATE INDEX apariencia_hero ON apariencia_susa (hero_id);
ALTER TABLE configuracion_susa ADD COLUMN beneficios jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(beneficios) = 'object');

-- With which browser a session was begun, for who looks at the open ones.
ALTER TABLE sesiones_susa ADD COLUMN agente text CHECK (con_texto(agente, 200));

DO $$
DECLARE tabla text;
BEGIN
  FOREACH tabla IN ARRAY ARRAY['ausencias_susa', 'apariencia_susa'] LOOP
    EXECUTE format('CREATE TRIGGER revision_publica AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION bump_revision_publica()', tabla);
  END LOOP;
  FOREACH tabla IN ARRAY ARRAY['ausencias_susa', 'apariencia_susa', 'plantillas_susa'] LOOP
    EXECUTE format('CREATE TRIGGER updated_at BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_updated_at()', tabla);
  END LOOP;
END $$;
