import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { migrate } from "../../server/migrate";
import { StartError } from "../../server/start-error";
import { freshFolder, query } from "../support/process";
import { emptyDatabase } from "../support/test-database";

let url: string;
let folder: string;

beforeEach(async () => {
  url = await emptyDatabase();
  folder = freshFolder();
});

function migration(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

const record = () =>
  query(
    url,
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at, applied_steps_count, logs
     FROM _prisma_migrations ORDER BY started_at, migration_name`,
  );

const exists = async (table: string) => (await query(url, `SELECT to_regclass('${table}') IS NOT NULL AS found`))[0]?.found;

async function refusal(): Promise<string> {
  const error: unknown = await migrate(url, folder).then(
    () => new Error("it went well"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).not.toContain("\n");
  return (error as StartError).message;
}

test("applies each migration once, in the order of their names", async () => {
  migration("20260102000000_dos", "ALTER TABLE uno ADD COLUMN dos int;");
  migration("20260101000000_uno", "CREATE TABLE uno ();");
  writeFileSync(join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
  mkdirSync(join(folder, "20260103000000_vacia"));
  expect(await migrate(url, folder)).toEqual(["20260101000000_uno", "20260102000000_dos"]);
  expect(await migrate(url, folder)).toEqual([]);
  migration("20260104000000_tres", "ALTER TABLE uno ADD COLUMN tres int;");
  expect(await migrate(url, folder)).toEqual(["20260104000000_tres"]);
  expect(await query(url, "SELECT dos, tres FROM uno")).toEqual([]);
});

test("records a migration as Prisma does", async () => {
  migration("20260101000000_uno", "SELECT 1;\n");
  await migrate(url, folder);
  expect(await record()).toEqual([
    {
      migration_name: "20260101000000_uno",
      // SHA-256 of the file, in hexadecimal.
      checksum: "b4e0497804e46e0a0b0b8c31975b062152d551bac49c3c2e80932567b4085dcd",
      finished: true,
      rolled_back_at: null,
      applied_steps_count: 1,
      logs: null,
    },
  ]);
  const columns = await query(
    url,
    `SELECT column_name || ' ' || data_type || coalesce('(' || character_maximum_length || ')', '') || ' ' || is_nullable AS is
     FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  );
  expect(columns.map((column) => column.is)).toEqual([
    "id character varying(36) NO",
    "checksum character varying(64) NO",
    "finished_at timestamp with time zone YES",
    "migration_name character varying(255) NO",
    "logs text YES",
    "rolled_back_at timestamp with time zone YES",
    "started_at timestamp with time zone NO",
    "applied_steps_count integer NO",
  ]);
});

test("creates the whole database with the migrations of this project", async () => {
  const names = readdirSync("prisma/migrations").filter((name) => /^\d{14}_/.test(name));
  expect(await migrate(url)).toEqual(names.sort());
  expect(await exists("citas_susa")).toBe(true);
  expect(await migrate(url)).toEqual([]);
});

test("fails if an applied migration was changed, and applies no later one", async () => {
  migration("20260101000000_uno", "CREATE TABLE uno ();");
  await migrate(url, folder);
  migration("20260101000000_uno", "CREATE TABLE uno (); ");
  migration("20260102000000_dos", "CREATE TABLE dos ();");
  expect(await refusal()).toBe("La migración 20260101000000_uno cambió después de aplicarse: restaura el archivo original.");
  expect(await exists("dos")).toBe(false);
});

test("rolls back a migration that fails, keeps those before it, and applies it once it is repaired", async () => {
  migration("20260101000000_uno", "CREATE TABLE uno ();");
  migration("20260102000000_dos", "CREATE TABLE dos (); INSERT INTO dos SELECT 1 / 0; CREATE TABLE mitad ();");
  migration("20260103000000_tres", "CREATE TABLE tres ();");
  expect(await refusal()).toMatch(/^La migración 20260102000000_dos no se pudo aplicar: /);
  expect([await exists("uno"), await exists("dos"), await exists("tres")]).toEqual([true, false, false]);
  expect((await record()).map((row) => row.migration_name)).toEqual(["20260101000000_uno"]);

  migration("20260102000000_dos", "CREATE TABLE dos ();");
  expect(await migrate(url, folder)).toEqual(["20260102000000_dos", "20260103000000_tres"]);
});

test("rolls back a migration that cannot be recorded", async () => {
  migration("20260101000000_uno", "CREATE TABLE uno (); ALTER TABLE _prisma_migrations ADD CHECK (migration_name = '');");
  expect(await refusal()).toMatch(/^La migración 20260101000000_uno no se pudo aplicar: /);
  expect(await exists("uno")).toBe(false);
});

test("reports an outage if the connection is lost during a migration, and does not apply it", async () => {
  migration("20260101000000_uno", "CREATE TABLE uno (); SELECT pg_terminate_backend(pg_backend_pid());");
  expect(await refusal()).toBe("No hay respuesta de la base de datos (57P01): revisa DATABASE_URL.");
  expect(await exists("uno")).toBe(false);
});

test("applies each migration once when several servers start together", async () => {
  const both = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const names = readdirSync("prisma/migrations").filter((name) => /^\d{14}_/.test(name));
  expect(both.flat().sort()).toEqual(names.sort());
  expect(await record()).toHaveLength(names.length);
});

test("sees the first migration that another server applied while it waited", async () => {
  migration("20260101000000_uno", "CREATE TABLE uno ();");
  const [other, elsewhere] = [new pg.Client({ connectionString: url }), await emptyDatabase()];
  await migrate(elsewhere, folder);
  const [row] = await query(elsewhere, "SELECT checksum FROM _prisma_migrations");
  await other.connect();
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(72707369); CREATE TABLE uno ()");
  await other.query(
    "CREATE TABLE _prisma_migrations (migration_name text, checksum text, finished_at timestamptz, rolled_back_at timestamptz)",
  );
  await other.query("INSERT INTO _prisma_migrations VALUES ('20260101000000_uno', $1, now())", [row?.checksum]);
  const ours = migrate(url, folder);
  const waits = async () =>
    (await query(url, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'")).length;
  await expect.poll(waits, { timeout: 60_000 }).toBe(1);
  await other.query("COMMIT");
  await other.end();
  expect(await ours).toEqual([]);
});

test("waits while prisma migrate holds the lock", async () => {
  migration("20260101000000_uno", "CREATE TABLE uno ();");
  const prisma = new pg.Client({ connectionString: url });
  await prisma.connect();
  await prisma.query("SELECT pg_advisory_lock(72707369)");
  const ours = migrate(url, folder);
  const waits = async () =>
    (await query(url, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'")).length;
  await expect.poll(waits, { timeout: 60_000 }).toBe(1);
  expect(await exists("uno")).toBe(false);
  await prisma.end();
  expect(await ours).toEqual(["20260101000000_uno"]);
});
