import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import { EGRESO_CATEGORIAS } from "~/models/dinero/egreso.server";
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
  Unsupported: "xid8",
  Boolean: "boolean",
  Json: "jsonb",
  "@db.Uuid": "uuid",
  "@db.SmallInt": "smallint",
  "@db.Date": "date",
  "@db.Time(0)": "time(0) without time zone",
  "@db.Timestamptz(3)": "timestamp(3) with time zone",
  "@db.Decimal(5, 2)": "numeric(5,2)",
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
      const column = enums.find((each) => each.name === type)?.table ?? TYPES[native ?? type] ?? `unknown ${native ?? type}`;
      return [
        model.table,
        name,
        arity === "[]" ? `${column}[]` : column,
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
    expect(EGRESO_CATEGORIAS).toEqual(labels("categoria_egreso"));
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
      "bitacora_susa",
      "calendarios_susa",
      "cambios_cita_susa",
      "codigos_susa",
      "cortes_susa",
      "enlaces_acceso_susa",
      "envios_pendientes_susa",
      "form_tokens_susa",
      "importaciones_susa",
      "instalacion_susa",
      "liquidacion_lineas_susa",
      "liquidaciones_susa",
      "login_tries_susa",
      "mensajes_susa",
      "papelera_susa",
      "por_revisar_susa",
      "precios_susa",
      "propinas_susa",
      "revisiones_susa",
      "sesiones_susa",
      "servicios_empleados_susa",
      "venta_lineas_susa",
      "ventas_susa",
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
