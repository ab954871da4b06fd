import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import { CATEGORIAS as CATEGORIAS_EGRESO } from "~/models/dinero/egreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { sql } from "../support/test-database";

const schema = readFileSync("prisma/schema.prisma", "utf8").replace(/\/\/.*$/gm, "");
const blocks = (kind: string) =>
  [...schema.matchAll(new RegExp(`^${kind} (\\w+) \\{(.*?)^\\}`, "gms"))].map(([, name = "", body = ""]) => ({
    name,
    table: /@@map\("(.+)"\)/.exec(body)?.[1] ?? name,
    lines: body
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line && !line.startsWith("@@")),
  }));
const enums = blocks("enum");
const models = blocks("model");

// PostgreSQL's names for Prisma's types.
const TYPES: Record<string, string> = {
  String: "text",
  Int: "integer",
  BigInt: "bigint",
  Boolean: "boolean",
  Json: "jsonb",
  "@db.Uuid": "uuid",
  "@db.SmallInt": "smallint",
  "@db.Date": "date",
  "@db.Timestamptz(3)": "timestamp(3) with time zone",
  "@db.Decimal(12, 2)": "numeric(12,2)",
  "@db.Decimal(18, 2)": "numeric(18,2)",
};

/** The columns of a model as one string each: table, name, type, nullability, default. */
function columnsOf(model: (typeof models)[number]): string[] {
  return model.lines
    .map((line) => /^(\w+)\s+(\w+)(\[\]|\?)?\s*(.*)$/.exec(line) ?? [])
    .filter(([, , type]) => !models.some(({ name }) => name === type))
    .map(([, name, type = "", arity, attributes = ""]) => {
      const native = /@db\.\w+(\([^)]*\))?/.exec(attributes)?.[0];
      const found = enums.find((each) => each.name === type)?.table ?? TYPES[native ?? type] ?? `unknown ${native ?? type}`;
      return [
        model.table,
        name,
        arity === "[]" ? `${found}[]` : found,
        arity === "?" ? "null" : "not null",
        /@default/.test(attributes) ? "default" : "",
      ].join(" ");
    });
}

describe("the Prisma schema matches the database", () => {
  test("in every table and column", async () => {
    const rows = await sql<{ column: string }>(`
      SELECT concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN 'not null' ELSE 'null' END, CASE WHEN a.atthasdef THEN 'default' ELSE '' END) AS column
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0
        AND NOT a.attisdropped AND c.relname <> '_prisma_migrations'`);
    expect(models.length).toBeGreaterThan(15);
    expect(rows.map(({ column }) => column).sort()).toEqual(models.flatMap(columnsOf).sort());
  });

  test("in every enum value and its order", async () => {
    const rows = await sql<{ name: string; labels: string[] }>(`
      SELECT t.typname AS name, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS labels
      FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid GROUP BY t.typname ORDER BY t.typname`);
    const description = enums.map(({ table, lines }) => ({
      name: table,
      labels: lines.map((line) => /@map\("(.+)"\)/.exec(line)?.[1] ?? line),
    }));
    expect(rows).toEqual(description.sort((one, other) => (one.name < other.name ? -1 : 1)));
    const labels = (type: string) => rows.find(({ name }) => name === type)?.labels;
    expect(Object.values(CATEGORIAS)).toEqual(labels("categoria_servicio"));
    expect(CATEGORIAS_EGRESO).toEqual(labels("categoria_egreso"));
    expect(METODOS).toEqual(labels("metodo_pago"));
  });

  test("in every primary key, foreign key with its action on delete, and unique constraint", async () => {
    const rows = await sql<{ description: string }>(`
      SELECT CASE c.contype WHEN 'f' THEN
          format('%s.%s -> %s %s', t.relname, a.attname, f.relname, CASE c.confdeltype WHEN 'n' THEN 'SetNull' WHEN 'c' THEN 'Cascade' WHEN 'r' THEN 'Restrict' ELSE c.confdeltype::text END)
        ELSE format('%s.%s %s', t.relname, a.attname, CASE c.contype WHEN 'p' THEN 'id' ELSE 'unique' END) END AS description
      FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid LEFT JOIN pg_class f ON f.oid = c.confrelid
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (c.conkey)
      WHERE c.contype IN ('f', 'p', 'u') AND t.relnamespace = 'public'::regnamespace AND t.relname <> '_prisma_migrations'`);
    const description = models.flatMap(({ table, lines }) =>
      lines.flatMap((line) => {
        const [name, type] = line.split(/\s+/);
        const [, column, onDelete] =
          /@relation\((?:"\w+", )?fields: \[(\w+)\], references: \[id\], onDelete: (\w+)\)/.exec(line) ?? [];
        if (column) {
          const target = models.find((model) => model.name === type?.replace("?", ""));
          return [`${table}.${column} -> ${target?.table} ${onDelete}`];
        }
        return /@id\b/.test(line) ? [`${table}.${name} id`] : /@unique\b/.test(line) ? [`${table}.${name} unique`] : [];
      }),
    );
    expect(rows.map((row) => row.description).sort()).toEqual(description.sort());
  });

  test("every foreign key has an index that starts with it", async () => {
    const unindexed = await sql(`
      SELECT c.conrelid::regclass::text AS tabla, c.conname FROM pg_constraint c
      WHERE c.contype = 'f' AND NOT EXISTS (
        SELECT FROM pg_index i JOIN pg_class k ON k.oid = i.indexrelid JOIN pg_am m ON m.oid = k.relam
        WHERE i.indrelid = c.conrelid AND i.indpred IS NULL AND m.amname = 'btree'
          AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`);
    expect(unindexed).toEqual([]);
  });

  test("every entity has created_at and updated_at, and a trigger for updated_at", async () => {
    const internalTables = [
      "archivos_susa",
      "asientos_susa",
      "calendarios_susa",
      "cambios_cita_susa",
      "codigos_susa",
      "envios_pendientes_susa",
      "form_tokens_susa",
      "importaciones_susa",
      "login_tries_susa",
      "mensajes_susa",
      "revisiones_susa",
      "sesiones_susa",
      "totales_susa",
    ];
    const entities = models.map(({ table }) => table).filter((table) => !internalTables.includes(table));
    const rows = await sql<{ tabla: string }>(`
      SELECT table_name::text AS tabla FROM information_schema.columns
      WHERE column_name IN ('created_at', 'updated_at') GROUP BY table_name HAVING count(*) = 2
      INTERSECT
      SELECT event_object_table::text FROM information_schema.triggers WHERE trigger_name = 'updated_at' AND action_timing = 'BEFORE'`);
    expect(rows.map(({ tabla }) => tabla).sort()).toEqual(entities.sort());
  });
});

// From here on every test runs in its own transaction, which is rolled back at the end.
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
});
afterAll(() => client.end());
beforeEach(async () => {
  await client.query("BEGIN");
  return () => client.query("ROLLBACK");
});

async function rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

/** Inserts a row and gives its id. */
async function insert(table: string, values: Record<string, unknown>): Promise<string> {
  const names = Object.keys(values);
  const [row] = await rows<{ id: string }>(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((_, n) => `$${n + 1}`).join(", ")}) RETURNING id`,
    Object.values(values),
  );
  return row?.id ?? "";
}

/** Runs a statement inside a savepoint; gives `taken` when it succeeds, else PostgreSQL's error code. */
async function tryWrite(attempt: () => Promise<unknown>): Promise<string> {
  await client.query("SAVEPOINT antes");
  try {
    await attempt();
    return "taken";
  } catch (error) {
    await client.query("ROLLBACK TO antes");
    return (error as { code?: string }).code ?? String(error);
  }
}

const CHECK = "23514";
const EXCLUSION = "23P01";
const UNIQUE = "23505";

// One complete row for every table.
const COMPLETE_ROWS: Record<string, Record<string, unknown>> = {
  empleados_susa: { nombre: "Ana", apellido: "Núñez" },
  servicios_susa: { nombre: "Cejas", precio: "250.00", categoria: "cejas" },
  service_images_susa: { image_url: "https://ejemplo.mx/1.jpg" },
  clientes_susa: { nombre: "Lucía" },
  citas_susa: { fecha_hora: "2026-11-21T16:00:00Z", fin: "2026-11-21T17:00:00Z" },
  inventario_susa: { nombre: "Hilo" },
  movimientos_inventario_susa: { tipo: "entrada", cantidad: 1, item_nombre: "Hilo" },
  proveedores_susa: { nombre: "Hilos del Sur" },
  testimonios_susa: { nombre: "Eva", testimonio: "Muy bien" },
  ingresos_susa: { monto: "100.00", fecha: "2026-11-21" },
  egresos_susa: { monto: "100.00", fecha: "2026-11-21", descripcion: "Hilo" },
  configuracion_susa: {
    nombre: "Susa",
    ciudad: "Puebla",
    direccion: "Calle 1",
    telefono: "000",
    whatsapp: "520000000000",
    horario: JSON.stringify(Array(7).fill(null)),
    zona_horaria: "America/Mexico_City",
    hero_titulo: "t",
    hero_texto: "t",
    biografia: "b",
    frase: "f",
    frase_autora: "a",
  },
  cuentas_susa: { email: "ana@ejemplo.mx", password_hash: "x" },
  ausencias_susa: { desde: "2026-12-24", hasta: "2026-12-25" },
  apariencia_susa: { acento: "#8a3b5c" },
};

describe("a database constraint", () => {
  test.each<[string, string, unknown]>([
    ["testimonios_susa", "rating", 0],
    ["testimonios_susa", "rating", 6],
    ["testimonios_susa", "testimonio", "  "],
    ["service_images_susa", "display_order", -1],
    ["service_images_susa", "image_url", "javascript:alert(1)"],
    ["service_images_susa", "image_url", "//otro.mx/1.jpg"],
    ["service_images_susa", "image_url", ""],
    ["ingresos_susa", "monto", "0"],
    ["ingresos_susa", "monto", "-1"],
    ["egresos_susa", "monto", "0"],
    ["egresos_susa", "monto", "-0.01"],
    ["egresos_susa", "descripcion", ""],
    ["egresos_susa", "comprobante_url", "javascript:alert(1)"],
    ["egresos_susa", "comprobante_url", "data:text/html,x"],
    ["egresos_susa", "comprobante_url", "recibo.pdf"],
    ["egresos_susa", "comprobante_url", ""],
    ["servicios_susa", "precio", "-0.01"],
    ["servicios_susa", "duracion_minutos", 0],
    ["servicios_susa", "duracion_minutos", 1441],
    ["servicios_susa", "insumos", "{}"],
    ["servicios_susa", "insumos", '["Hilo"]'],
    ["servicios_susa", "insumos", '[{"nombre": "Hilo", "cantidad": 0}]'],
    ["servicios_susa", "insumos", '[{"nombre": "Hilo", "cantidad": -1}]'],
    ["servicios_susa", "insumos", '[{"nombre": "Hilo", "cantidad": 2}, {"nombre": "Cera", "cantidad": 0}]'],
    ["servicios_susa", "insumos", '[{"nombre": "Hilo"}]'],
    ["servicios_susa", "insumos", '[{"nombre": "Hilo", "cantidad": null}]'],
    ["servicios_susa", "insumos", '[{"nombre": "Hilo", "cantidad": "2"}]'],
    ["servicios_susa", "insumos", '[{"nombre": "Hilo", "cantidad": 1.5}]'],
    ["servicios_susa", "insumos", '[{"nombre": "", "cantidad": 1}]'],
    ["servicios_susa", "insumos", '[{"nombre": null, "cantidad": 1}]'],
    ["servicios_susa", "insumos", '[{"nombre": "\\t", "cantidad": 1}]'],
    ["servicios_susa", "insumos", '[[{"nombre": "Hilo", "cantidad": 1}]]'],
    ["servicios_susa", "insumos", '[{"cantidad": 1}]'],
    ["inventario_susa", "precio_unitario", "-0.01"],
    ["movimientos_inventario_susa", "cantidad", 0],
    ["movimientos_inventario_susa", "cantidad", -3],
    ["clientes_susa", "edad", -1],
    ["clientes_susa", "edad", 121],
    ["clientes_susa", "correo", ""],
    ["empleados_susa", "apellido", " "],
    ["empleados_susa", "especialidades", ["cejas", ""]],
    ["empleados_susa", "especialidades", ["cejas", null]],
    ["citas_susa", "fin", "2026-11-21T16:00:00Z"],
    ["citas_susa", "fin", "2026-11-21T15:00:00Z"],
    ["configuracion_susa", "id", false],
    ["configuracion_susa", "mapa_url", "http://mapas.mx"],
    ["configuracion_susa", "whatsapp", "+52 222"],
    ["cuentas_susa", "email", "Ana@ejemplo.mx"],
    ["citas_susa", "precio", "-0.01"],
    ["citas_susa", "no_asistio", true],
    ["servicios_susa", "limpieza_minutos", -1],
    ["servicios_susa", "retoque_semanas", 0],
    ["empleados_susa", "horario", "[]"],
    ["ausencias_susa", "hasta", "2026-12-23"],
    ["ingresos_susa", "concepto", "reversa"],
    ["apariencia_susa", "acento", "red"],
    ["apariencia_susa", "acento", "#8A3B5C"],
    ...Object.entries(COMPLETE_ROWS).flatMap(([table, values]): [string, string, unknown][] =>
      "nombre" in values
        ? [
            [table, "nombre", ""],
            [table, "nombre", " \t\n"],
            [table, "nombre", "x".repeat(121)],
          ]
        : [],
    ),
  ])("rejects %s.%s = %j", async (table, column, value) => {
    expect(await tryWrite(() => insert(table, { ...COMPLETE_ROWS[table], [column]: value }))).toBe(CHECK);
  });

  test("accepts a complete row in every table", async () => {
    for (const [table, values] of Object.entries(COMPLETE_ROWS))
      expect(await tryWrite(() => insert(table, values)), table).toBe("taken");
  });

  test("accepts the minimum and the maximum of every range", async () => {
    const allowed: [string, Record<string, unknown>][] = [
      ["testimonios_susa", { rating: 1 }],
      ["testimonios_susa", { rating: 5 }],
      ["ingresos_susa", { monto: "0.01" }],
      ["ingresos_susa", { monto: "9999999999.99" }],
      ["servicios_susa", { precio: "0", insumos: '[{"nombre": "Hilo", "cantidad": 1}, {"nombre": "Cera", "cantidad": 20}]' }],
      ["inventario_susa", { cantidad: -5 }],
      ["egresos_susa", { comprobante_url: "https://ejemplo.mx/recibo.pdf" }],
      ["clientes_susa", { edad: 0 }],
      ["clientes_susa", { edad: 120 }],
    ];
    for (const [table, values] of allowed)
      expect(await tryWrite(() => insert(table, { ...COMPLETE_ROWS[table], ...values })), table).toBe("taken");
  });

  test("rejects a second owner, and an owner whose account is not active", async () => {
    const owner = { email: "susana@ejemplo.mx", password_hash: "x", rol: "propietaria", estado: "activa" };
    for (const estado of ["pendiente", "desactivada"])
      expect(await tryWrite(() => insert("cuentas_susa", { ...owner, estado }))).toBe(CHECK);
    const id = await insert("cuentas_susa", owner);
    expect(await tryWrite(() => insert("cuentas_susa", { ...owner, email: "otra@ejemplo.mx" }))).toBe(UNIQUE);
    expect(await tryWrite(() => rows("UPDATE cuentas_susa SET estado = 'desactivada' WHERE id = $1", [id]))).toBe(CHECK);
  });

  test("rejects a second row of settings, and a second account with the same e-mail", async () => {
    for (const table of ["configuracion_susa", "cuentas_susa", "apariencia_susa"]) {
      await insert(table, COMPLETE_ROWS[table] ?? {});
      expect(await tryWrite(() => insert(table, COMPLETE_ROWS[table] ?? {}))).toBe(UNIQUE);
    }
  });
});

describe("two appointments of one employee", () => {
  const cita = (from: string, to: string, empleado_id: string | null, estado = "programada") =>
    tryWrite(() => insert("citas_susa", { fecha_hora: `2026-11-21T${from}Z`, fin: `2026-11-21T${to}Z`, empleado_id, estado }));

  test("cannot overlap, not even by a millisecond", async () => {
    const ana = await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {});
    expect(await cita("10:00", "11:00", ana)).toBe("taken");
    expect(await cita("10:30", "11:30", ana)).toBe(EXCLUSION);
    expect(await cita("09:30", "10:00:00.001", ana)).toBe(EXCLUSION);
    expect(await cita("10:15", "10:30", ana, "confirmada")).toBe(EXCLUSION);
    expect(await cita("09:00", "12:00", ana, "completada")).toBe(EXCLUSION);
  });

  test("may follow each other without a gap", async () => {
    const ana = await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {});
    expect(await cita("10:00", "11:00", ana)).toBe("taken");
    expect(await cita("11:00", "12:00", ana)).toBe("taken");
    expect(await cita("09:00", "10:00", ana)).toBe("taken");
  });

  test("may share an hour if one is cancelled, and the cancelled one cannot be reopened then", async () => {
    const ana = await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {});
    expect(await cita("10:00", "11:00", ana, "cancelada")).toBe("taken");
    expect(await cita("10:00", "11:00", ana)).toBe("taken");
    expect(await cita("10:00", "11:00", ana, "cancelada")).toBe("taken");
    expect(await tryWrite(() => rows("UPDATE citas_susa SET estado = 'programada'"))).toBe(EXCLUSION);
  });

  test("may overlap with those of another employee, or without an employee", async () => {
    const ana = await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {});
    const eva = await insert("empleados_susa", { nombre: "Eva", apellido: "Paz" });
    for (const who of [ana, eva, null, null]) expect(await cita("10:00", "11:00", who)).toBe("taken");
  });
});

describe("updated_at", () => {
  test("increases with every change in every table, even twice in one transaction", async () => {
    for (const [table, values] of Object.entries(COMPLETE_ROWS)) {
      await insert(table, values);
      const column = Object.keys(values)[0];
      const seen: number[] = [];
      for (let change = 0; change < 3; change++) {
        const [row] = await rows<{ updated_at: Date }>(`UPDATE ${table} SET ${column} = ${column} RETURNING updated_at`);
        seen.push(row?.updated_at.getTime() ?? 0);
      }
      expect(new Set(seen).size, table).toBe(3);
      expect(seen, table).toEqual([...seen].sort((one, other) => one - other));
    }
  });

  test("never decreases, even if the clock does", async () => {
    await insert("clientes_susa", { nombre: "Lucía", updated_at: "2090-01-01T00:00:00Z" });
    const [row] = await rows<{ updated_at: Date }>("UPDATE clientes_susa SET nombre = 'Luz' RETURNING updated_at");
    expect(row?.updated_at.toISOString()).toBe("2090-01-01T00:00:00.001Z");
  });
});

describe("deleting a related record keeps the history", () => {
  test("of appointments when a client, a service or an employee is deleted", async () => {
    const cliente_id = await insert("clientes_susa", { nombre: "Lucía" });
    const empleado_id = await insert("empleados_susa", { nombre: "Ana", apellido: "Núñez" });
    const servicio_id = await insert("servicios_susa", { ...COMPLETE_ROWS.servicios_susa, empleado_id });
    await insert("citas_susa", { ...COMPLETE_ROWS.citas_susa, cliente_id, servicio_id, empleado_id });
    await insert("service_images_susa", { ...COMPLETE_ROWS.service_images_susa, servicio_id });
    await rows("DELETE FROM empleados_susa");
    expect(await rows("SELECT empleado_id FROM servicios_susa")).toEqual([{ empleado_id: null }]);
    await rows("DELETE FROM clientes_susa");
    await rows("DELETE FROM servicios_susa");
    expect(await rows("SELECT cliente_id, servicio_id, empleado_id FROM citas_susa")).toEqual([
      { cliente_id: null, servicio_id: null, empleado_id: null },
    ]);
    expect(await rows("SELECT servicio_id FROM service_images_susa")).toEqual([{ servicio_id: null }]);
  });

  test("of stock movements when an item or an account is deleted, and removes the account's sessions", async () => {
    const item_id = await insert("inventario_susa", { nombre: "Hilo" });
    const cuenta_id = await insert("cuentas_susa", COMPLETE_ROWS.cuentas_susa ?? {});
    await insert("movimientos_inventario_susa", { tipo: "salida", cantidad: 2, item_id, item_nombre: "Hilo", cuenta_id });
    await insert("sesiones_susa", { id: "0".repeat(64), cuenta_id });
    await rows("DELETE FROM inventario_susa");
    await rows("DELETE FROM cuentas_susa");
    expect(await rows("SELECT item_id, cuenta_id, item_nombre, cantidad FROM movimientos_inventario_susa")).toEqual([
      { item_id: null, cuenta_id: null, item_nombre: "Hilo", cantidad: 2 },
    ]);
    expect(await rows("SELECT 1 FROM sesiones_susa")).toEqual([]);
  });
});

describe("an append-only table", () => {
  test("rejects changes, but clears references to a deleted account or appointment", async () => {
    const cuenta_id = await insert("cuentas_susa", COMPLETE_ROWS.cuentas_susa ?? {});
    const cita_id = await insert("citas_susa", COMPLETE_ROWS.citas_susa ?? {});
    const asiento = {
      libro: "ingreso",
      registro_id: cita_id,
      cita_id,
      fecha: "2026-11-21",
      metodo_pago: "efectivo",
      monto: "1.00",
    };
    await insert("asientos_susa", { ...asiento, cuenta_id });
    await insert("cambios_cita_susa", { cita_id, accion: "creada", estado: "programada", cuenta_id });
    const RAISED = "P0001";
    expect(await tryWrite(() => rows("UPDATE asientos_susa SET monto = 2"))).toBe(RAISED);
    expect(await tryWrite(() => rows("DELETE FROM asientos_susa"))).toBe(RAISED);
    expect(await tryWrite(() => rows("UPDATE cambios_cita_susa SET estado = 'cancelada'"))).toBe(RAISED);
    await rows("DELETE FROM cuentas_susa");
    expect(await rows("SELECT cuenta_id FROM cambios_cita_susa")).toEqual([{ cuenta_id: null }]);
    await rows("DELETE FROM citas_susa");
    expect(await rows("SELECT cita_id, cuenta_id, monto FROM asientos_susa")).toEqual([
      { cita_id: null, cuenta_id: null, monto: "1.00" },
    ]);
    expect(await rows("SELECT FROM cambios_cita_susa")).toEqual([]);
  });

  test("allows one reversal of an income, which must be negative, and then keeps the income from being deleted", async () => {
    const reversa_de = await insert("ingresos_susa", COMPLETE_ROWS.ingresos_susa ?? {});
    const reversa = { monto: "-100.00", fecha: "2026-11-22", concepto: "reversa", reversa_de };
    expect(await tryWrite(() => insert("ingresos_susa", { ...reversa, monto: "100.00" }))).toBe(CHECK);
    expect(await tryWrite(() => insert("ingresos_susa", { ...reversa, reversa_de: null }))).toBe(CHECK);
    expect(await tryWrite(() => insert("ingresos_susa", reversa))).toBe("taken");
    expect(await tryWrite(() => insert("ingresos_susa", reversa))).toBe(UNIQUE);
    expect(await tryWrite(() => rows("DELETE FROM ingresos_susa WHERE id = $1", [reversa_de]))).toBe("23001");
  });
});

describe("names", () => {
  const NAMES = ["Zoe", "ñandú", "Ñoño", "Núria", "Ofelia", "oscar", "Ángel", "ana", "Ana", "Beatriz", "Álvaro", "nuria"];
  const ORDER = ["Álvaro", "ana", "Ana", "Ángel", "Beatriz", "nuria", "Núria", "ñandú", "Ñoño", "Ofelia", "oscar", "Zoe"];

  test.each(["clientes_susa", "empleados_susa", "servicios_susa", "inventario_susa", "proveedores_susa", "testimonios_susa"])(
    "in %s are sorted in Spanish order",
    async (table) => {
      for (const nombre of NAMES) await insert(table, { ...COMPLETE_ROWS[table], nombre });
      const sorted = await rows<{ nombre: string }>(`SELECT nombre FROM ${table} ORDER BY nombre`);
      expect(sorted.map(({ nombre }) => nombre)).toEqual(ORDER);
    },
  );
});

describe("the revision counters", () => {
  const PUBLIC = [
    "servicios_susa",
    "service_images_susa",
    "testimonios_susa",
    "empleados_susa",
    "configuracion_susa",
    "ausencias_susa",
    "apariencia_susa",
  ];
  const AGENDA = ["citas_susa", "codigos_susa"];
  const revision = async (tema: string) =>
    Number((await rows<{ sum: string }>(`SELECT sum(revision) FROM revisiones_susa WHERE tema = '${tema}'`))[0]?.sum);

  test.each(PUBLIC)("publica increases with every change of %s", async (table) => {
    const seen = [await revision("publica")];
    await insert(table, COMPLETE_ROWS[table] ?? {});
    seen.push(await revision("publica"));
    await rows(`UPDATE ${table} SET created_at = created_at`);
    seen.push(await revision("publica"));
    await rows(`DELETE FROM ${table}`);
    seen.push(await revision("publica"));
    expect(new Set(seen).size).toBe(4);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
  });

  test("do not change with any other table", async () => {
    const before = [await revision("publica"), await revision("agenda")];
    for (const [table, values] of Object.entries(COMPLETE_ROWS)) {
      if (PUBLIC.includes(table) || AGENDA.includes(table)) continue;
      await insert(table, values);
      await rows(`UPDATE ${table} SET created_at = created_at`);
      await rows(`DELETE FROM ${table}`);
    }
    expect([await revision("publica"), await revision("agenda")]).toEqual(before);
  });

  test.each(["fecha_hora = fecha_hora, fin = fin", "estado = 'cancelada'", "empleado_id = NULL"])(
    "only agenda increases when an appointment changes its time or place (%s)",
    async (change) => {
      const before = await revision("publica");
      const seen = [await revision("agenda")];
      await insert("citas_susa", COMPLETE_ROWS.citas_susa ?? {});
      seen.push(await revision("agenda"));
      await rows(`UPDATE citas_susa SET ${change}`);
      seen.push(await revision("agenda"));
      await rows("UPDATE citas_susa SET notas = 'Nada', cobrado = 5");
      expect(await revision("agenda")).toBe(seen.at(-1));
      await rows("DELETE FROM citas_susa");
      seen.push(await revision("agenda"));
      expect(new Set(seen).size).toBe(4);
      expect(await revision("publica")).toBe(before);
    },
  );

  test("agenda increases when a booking code is deleted, not when it is created", async () => {
    const before = await revision("agenda");
    const servicio_id = await insert("servicios_susa", COMPLETE_ROWS.servicios_susa ?? {});
    await rows("INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ('A1C2D', $1, now(), 1)", [
      servicio_id,
    ]);
    expect(await revision("agenda")).toBe(before);
    await rows("DELETE FROM codigos_susa");
    expect(await revision("agenda")).toBe(before + 1);
  });

  test("two writers do not block each other, and a change is not visible before its commit", async () => {
    const [one, other] = [new pg.Client(process.env.DATABASE_URL), new pg.Client(process.env.DATABASE_URL)];
    await Promise.all([one.connect(), other.connect()]);
    try {
      const before = await revision("publica");
      const change = "INSERT INTO testimonios_susa (nombre, testimonio) VALUES ('Ana', 'Volveré')";
      for (const writer of [one, other]) {
        await writer.query("BEGIN; SET LOCAL lock_timeout = '5s'");
        await writer.query(change);
      }
      expect(await revision("publica")).toBe(before);
      await other.query("COMMIT");
      expect(await revision("publica")).toBe(before + 1);
      await one.query("COMMIT");
      expect(await revision("publica")).toBe(before + 2);
    } finally {
      await Promise.all([one.end(), other.end()]);
      await sql("DELETE FROM testimonios_susa");
    }
  });
});
