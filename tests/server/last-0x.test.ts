import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../../server/migrate";
import { StartError } from "../../server/start-error";
import { manifestOf, packZip, restore, sumsOf, unzip } from "../backup/restore-program";
import { createCliente } from "../support/factories";
import { query } from "../support/process";
import { copyDatabase, emptyDatabase, sql, sqlValue, testDatabase } from "../support/test-database";

// The schema of the last 0.x, as its own migrations left it.
const LAST_0 = "tests/server/0.x";

const migrated = await emptyDatabase();
await migrate(migrated, LAST_0);

/** The URL of an empty database of the last 0.x. */
const lastDatabase = () => copyDatabase(migrated);

const url = await lastDatabase();
process.env.DATABASE_URL = url;
const studio = await import("../backup/studio");
const { decrypt, encrypt } = await import("~/database/encryption.server");

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
  const NOTES = { medicina: encrypt("Insulina"), enfermedades: encrypt("Asma") };
  let zip: Buffer;
  let trashed: string;
  beforeAll(async () => {
    await studio.fillStudio();
    trashed = await createCliente({ nombre: "Zoila", ...NOTES });
    await sql("SELECT move_to_trash('cliente', $1, gen_random_uuid())", [trashed]);
    expect(
      await sqlValue("SELECT count(*)::int FROM citas_susa WHERE estado = 'completada' AND precio > cobrado"),
    ).toBeGreaterThan(0);
    zip = await studio.exportOf(url, studio.dataDir);
    expect(manifestOf(await unzip(zip)).migracion).toBe("20261202030000_service_record_compatible");
  });

  test("restores from its export into a new database, whose own export has the same checksums", async () => {
    const restored = await restore(zip, { DATABASE_URL: await emptyDatabase() });
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    expect(await sumsOf(await studio.exportOf(restored.url, restored.dataDir))).toEqual(await sumsOf(zip));
  });

  test("keeps every row when its database is taken over, and exports what a new one restores", async () => {
    await migrate(url);
    const after = await studio.exportOf(url, studio.dataDir);
    expect(await sumsOf(after)).toEqual(await sumsOf(zip));
    const restored = await restore(after);
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    expect(await sumsOf(await studio.exportOf(restored.url, restored.dataDir))).toEqual(await sumsOf(zip));
    await sql("SELECT restore_from_trash(id, '{}') FROM papelera_susa");
    const [zoila] = await sql<typeof NOTES>("SELECT medicina, enfermedades FROM clientes_susa WHERE id = $1", [trashed]);
    expect(zoila).toEqual(NOTES);
    expect(decrypt(NOTES.medicina)).toBe("Insulina");
  });

  test("is refused from the export of an older 0.x, with the version to restore it with", async () => {
    const files = await unzip(zip);
    const manifest = { ...manifestOf(files), migracion: "20261201000000_clientes_nombre_compatible" };
    files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
    const { code, stderr } = await restore(await packZip(files));
    expect([code, stderr]).toEqual([1, expect.stringContaining("restáuralo con la última 0.x")]);
  });
});
