import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, inject, vi } from "vitest";

/** Creates an empty, migrated database and gives its URL. */
export const testDatabase = () => createDatabase("prueba", "TEMPLATE plantilla STRATEGY FILE_COPY");

/** Creates a database without any migration and gives its URL. */
export const emptyDatabase = () => createDatabase("vacia");

/** Creates a copy of a database that has no connections, and gives its URL. */
export const copyDatabase = (url: string) => createDatabase("copia", `TEMPLATE ${new URL(url).pathname.slice(1)}`);

async function createDatabase(prefix: string, template = ""): Promise<string> {
  const url = new URL(inject("databaseUrl"));
  const name = `${prefix}_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: inject("superuserUrl") });
  await client.connect();
  // Concurrent copies of one template fail.
  await client.query("SELECT pg_advisory_lock(1)");
  await client.query(`CREATE DATABASE ${name} OWNER ${url.username} ${template}`);
  await client.end();
  url.pathname = name;
  return url.href;
}

const pools = new Map<string, pg.Pool>();

let endedAt = 0;

/**
 * Runs one SQL statement on the test file's database and gives its rows. A statement that is awaited never shares its millisecond
 * with the next one, because lists are ordered by `created_at`. They share connections, so a setting must be `SET LOCAL` in a transaction.
 */
export const sql = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
  runOn<Row>(process.env.DATABASE_URL ?? "", text, values);

/**
 * Runs SQL on the test file's database as the superuser, with triggers off: nothing is recorded, no row that is referred to is
 * looked up, and no kept page is told. For thousands of rows, of which each trigger would take a third of a millisecond.
 */
export function sqlWithoutTriggers(text: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
  const url = new URL(inject("superuserUrl"));
  url.pathname = new URL(process.env.DATABASE_URL ?? "").pathname;
  url.search = `?options=${encodeURIComponent("-c session_replication_role=replica")}`;
  return runOn(url.href, text, values);
}

async function runOn<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[]): Promise<Row[]> {
  while (performance.now() - endedAt < 1) await new Promise(setImmediate);
  const client = await poolOf(url).connect();
  try {
    const { rows } = await client.query<Row>(text, values);
    client.release();
    return rows;
  } catch (error) {
    // Its connection may be left in the middle of a transaction.
    client.release(true);
    throw error;
  } finally {
    endedAt = performance.now();
  }
}

// What stays when a test empties the database: the accounts that are signed in, and what the program knows of its installation.
const KEPT = ["cuentas_susa", "sesiones_susa", "instalacion_susa"];

const statements = new Map<string, string>();

/**
 * Deletes the rows of these tables and of all that refer to them; without names, of every table but those of the accounts. Triggers
 * are off, so that nothing is recorded; kept pages are told. Like TRUNCATE CASCADE, which makes new files and takes 25 to 40 times as long.
 */
export async function emptyTables(...tables: string[]): Promise<void> {
  const statement = statements.get(tables.join()) ?? statementToEmpty(await dependentTables(tables));
  statements.set(tables.join(), statement);
  await sqlWithoutTriggers(statement);
}

/**
 * Keeps the rows that these tables and all that refer to them have now. The function that it gives puts them back as they were, like
 * `emptyTables` without triggers, in place of writing them again before each test.
 */
export async function keepRows(...tables: string[]): Promise<() => Promise<void>> {
  const dependent = await dependentTables(tables);
  const copies = dependent.map(({ name, columns }) => `CREATE TABLE kept.${name} AS SELECT ${columns} FROM ${name}`);
  await sqlWithoutTriggers(["CREATE SCHEMA kept", ...copies].join("; "));
  const putBack = statementToEmpty(
    dependent,
    ({ name, columns }) => `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM kept.${name}`,
  );
  return async () => void (await sqlWithoutTriggers(putBack));
}

type Table = { name: string; columns: string; hasRevision: boolean };

/** These tables and all that refer to them; without names, every table but those of the accounts. */
function dependentTables(tables: string[]): Promise<Table[]> {
  return sql<Table>(
    `WITH RECURSIVE emptied (id) AS (
       SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND CASE WHEN $1::text[] = '{}' THEN relname LIKE '%\\_susa' AND relname <> ALL ($2::text[]) ELSE relname = ANY ($1) END
       UNION SELECT conrelid FROM pg_constraint JOIN emptied ON confrelid = id
     )
     SELECT id::regclass::text AS name, EXISTS (SELECT FROM pg_trigger WHERE tgrelid = id AND tgname LIKE 'revision\\_%') AS "hasRevision",
       (SELECT string_agg(attname, ', ') FROM pg_attribute
        WHERE attrelid = id AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
     FROM emptied ORDER BY 1`,
    [tables, KEPT],
  );
}

/** The statements that empty the tables, fill them with `refill`, and tell kept pages. */
function statementToEmpty(tables: Table[], refill?: (table: Table) => string): string {
  return [
    // Sent together, they are one transaction.
    ...tables.map(({ name }) => `DELETE FROM ${name}`),
    ...(refill ? tables.map(refill) : []),
    "SET LOCAL session_replication_role = origin",
    ...tables.filter(({ hasRevision }) => hasRevision).map(({ name }) => `DELETE FROM ${name} WHERE false`),
  ].join("; ");
}

/** The first column of every row. */
export async function sqlColumn<T>(text: string, values: unknown[] = []): Promise<T[]> {
  const rows = await sql<Record<string, T>>(text, values);
  return rows.flatMap((row) => Object.values(row).slice(0, 1));
}

/** The first column of the first row, or undefined. */
export const sqlValue = async <T>(text: string, values: unknown[] = []): Promise<T | undefined> =>
  (await sqlColumn<T>(text, values))[0];

/** How many rows a table has; `condition` is SQL. */
export const countOf = async (table: string, condition = "true"): Promise<number> =>
  Number(await sqlValue<string>(`SELECT count(*) FROM ${table} WHERE ${condition}`));

/** A day of a studio in Mexico City as the database's clock has it: today, or `days` days later. */
export const studioDayFromNow = async (days = 0, zone = "America/Mexico_City"): Promise<string> =>
  String(await sqlValue("SELECT ((now() AT TIME ZONE $1)::date + $2::int)::text", [zone, days]));

function poolOf(connectionString: string): pg.Pool {
  const pool = pools.get(connectionString) ?? new pg.Pool({ connectionString, allowExitOnIdle: true });
  // A test may end every connection of its database.
  if (!pools.has(connectionString))
    pools.set(
      connectionString,
      pool.on("error", () => undefined),
    );
  return pool;
}

/**
 * Ends the program's connections to the database named `database` (SQL), but not the asking one. The role that owns the database
 * may not end a worker of autovacuum, which may be at work in any.
 */
export const endConnections = (database = "current_database()"): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = ${database} AND usename = current_user AND pid <> pg_backend_pid()`;

/** Renames a table while `read` runs, so that queries of it fail; expects and clears the logged errors. */
export async function withoutTable<T>(table: string, read: () => Promise<T>): Promise<T> {
  await sql(`ALTER TABLE ${table} RENAME TO perdida`);
  try {
    return await read();
  } finally {
    await sql(`ALTER TABLE perdida RENAME TO ${table}`);
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  }
}

/** Makes the database reject every write to a table while `write` runs; expects and clears the logged errors. */
export async function whileRejecting<T>(table: string, write: () => Promise<T>): Promise<T> {
  await sql(`CREATE OR REPLACE FUNCTION nunca() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
  await sql(`CREATE TRIGGER nunca BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION nunca()`);
  try {
    return await write();
  } finally {
    await sql(`DROP TRIGGER nunca ON ${table}`);
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  }
}
