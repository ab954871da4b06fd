import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decrypt } from "~/database/encryption.server";
import { migrate } from "../../server/migrate";
import { StartError } from "../../server/start-error";
import { fillFromExport, manifestOf, packZip, restore, sumsOf, unzip } from "../backup/restore-program";
import { dataDir, exportOf, PICTURES } from "../backup/studio";
import { query } from "../support/process";
import { copyDatabase, emptyDatabase, testDatabase } from "../support/test-database";

// The schema of the last 0.x, as its own migrations left it.
const LAST_0 = "tests/server/0.x";

const migrated = await emptyDatabase();
await migrate(migrated, LAST_0);

/** The URL of an empty database of the last 0.x. */
const lastDatabase = () => copyDatabase(migrated);

const CATALOG = `
  SELECT concat_ws(' ', 'type', t.typname, string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder)) AS object
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.oid
  UNION ALL
  SELECT concat_ws(' ', 'column', c.relname, (row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum)), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, l.collname, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
  SELECT concat_ws(' ', 'sequence', sequencename, data_type) FROM pg_sequences WHERE schemaname = 'public'
  UNION ALL
  SELECT concat_ws(' ', 'trigger', tgrelid::regclass, pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT concat_ws(' ', 'function', pg_get_functiondef(p.oid)) FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
  ORDER BY 1`;

const catalogOf = async (database: string) => (await query<{ object: string }>(database, CATALOG)).map(({ object }) => object);

const recordedIn = (database: string) =>
  query(database, "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1");

test("a database of the last 0.x becomes that of a new one, to the last constraint, function and trigger", async () => {
  const [old, fresh] = [await lastDatabase(), await testDatabase()];
  await migrate(old);
  const objects = await catalogOf(fresh);
  expect(objects.length).toBeGreaterThan(700);
  expect(await catalogOf(old)).toEqual(objects);
  const names = readdirSync("prisma/migrations").filter((name) => /^\d{14}_/.test(name));
  expect((await recordedIn(fresh)).map((row) => row.migration_name)).toEqual(names.sort());
  expect(await recordedIn(old)).toEqual(await recordedIn(fresh));
});

test("a database of an older 0.x stops the start, and stays as it is", async () => {
  const old = await lastDatabase();
  await query(old, "UPDATE _prisma_migrations SET migration_name = '20261201000000_clientes_nombre_compatible'");
  await expect(migrate(old)).rejects.toThrow(
    new StartError(
      "La base de datos es de una versión 0.x que no es la última: arranca una vez la última 0.x (CHANGELOG.md dice cuál es) y después esta.",
    ),
  );
  expect(await recordedIn(old)).toHaveLength(1);
});

test.each([
  [
    "a note that does not name its key",
    "INSERT INTO clientes_susa (nombre, medicina) VALUES ('Eva', 'v1.AAAA')",
    "npm run data-key",
  ],
  [
    "a copy of the trash that is encrypted as a whole",
    "INSERT INTO papelera_susa (tipo, registro_id, sobre, cuenta_id) VALUES ('cita', gen_random_uuid(), 'v1.AAAA', gen_random_uuid())",
    "la papelera tiene copias",
  ],
])("%s stops the start, and the last 0.x can still open it", async (_, statement, sentence) => {
  const old = await lastDatabase();
  await query(old, statement);
  const before = await recordedIn(old);
  await expect(migrate(old)).rejects.toThrow(sentence);
  expect(await recordedIn(old)).toEqual(before);
});

describe("a studio with every kind of record, a debt, notes and something in the trash", () => {
  const ZIP = readFileSync("tests/backup/exports/0.x.zip");

  /** The rows of each table, with the columns of the last 0.x. */
  async function readRows(url: string, tables: { name: string; columns: string }[]) {
    const rows: Record<string, unknown[]> = {};
    for (const { name, columns } of tables)
      rows[name] = await query(url, `SELECT to_jsonb(old) FROM (SELECT ${columns} FROM ${name}) old ORDER BY old::text`);
    return rows;
  }

  test("keeps every row when its database is taken over, and exports what a new one restores", async () => {
    const url = await lastDatabase();
    await fillFromExport(url, ZIP);
    await query(url, "SELECT move_to_trash('cliente', id, gen_random_uuid()) FROM clientes_susa WHERE nombre = 'Zoila'");
    expect(await query(url, "SELECT FROM citas_susa WHERE estado = 'completada' AND precio > cobrado")).not.toEqual([]);
    // A column of the trash that was empty goes; what was ours on the site of a studio that is open becomes its own words.
    const tables = await query<{ name: string; columns: string }>(
      url,
      `SELECT table_name AS name, string_agg(column_name, ', ') AS columns FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name LIKE '%\\_susa' AND (table_name, column_name) NOT IN (
         ('papelera_susa', 'sobre'), ('configuracion_susa', 'beneficios'), ('configuracion_susa', 'categorias'),
         ('configuracion_susa', 'textos'), ('configuracion_susa', 'updated_at'), ('revisiones_susa', 'revision'))
       GROUP BY table_name`,
    );
    const before = await readRows(url, tables);
    const wordsOf = () => query<Record<string, object>>(url, "SELECT beneficios, textos FROM configuracion_susa");
    const words = await wordsOf();
    expect(Object.values(before).flat().length).toBeGreaterThan(100);
    await migrate(url);
    expect(await readRows(url, tables)).toEqual(before);
    expect(await wordsOf()).toMatchObject(words);

    await query(url, "SELECT restore_from_trash(id, '{}') FROM papelera_susa");
    const [zoila] = await query<Record<string, string>>(
      url,
      "SELECT medicina, enfermedades, alerta FROM clientes_susa WHERE nombre = 'Zoila'",
    );
    expect(Object.values(zoila ?? {}).map(decrypt)).toEqual(["Insulina", "Asma", "Látex"]);
    mkdirSync(join(dataDir, PICTURES), { recursive: true });
    for (const [name, bytes] of await unzip(ZIP))
      if (name.startsWith("imagenes/")) writeFileSync(join(dataDir, name.replace("imagenes", PICTURES)), bytes);
    const exported = await exportOf(url, dataDir);
    const restored = await restore(exported);
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    expect(await sumsOf(await exportOf(restored.url, restored.dataDir))).toEqual(await sumsOf(exported));
  });

  test("is refused from the export of an older 0.x, with the version to restore it with", async () => {
    const files = await unzip(ZIP);
    const manifest = { ...manifestOf(files), migracion: "20261201000000_clientes_nombre_compatible" };
    files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
    const { code, stderr } = await restore(await packZip(files));
    expect([code, stderr]).toEqual([1, expect.stringContaining("restáuralo con la última 0.x")]);
  });
});
