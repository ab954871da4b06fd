import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { INIT, LAST_OF_0 } from "~/database/migrations.server";
import { log } from "~/log.server";
import { connect, explain, isOutage } from "./postgres/client";
import { StartError } from "./start-error";

// The advisory lock of `prisma migrate`, so the two never run at the same time.
const MIGRATE_LOCK = 72_707_369;
const WAIT_LINE_MS = 3_000;

type Migration = { name: string; sql: string; checksum: string };

/**
 * Applies the pending migrations of `folder` to the database at `url`, each in one transaction, and records them as Prisma
 * does; a database of the last 0.x is taken as it is. With `last`, stops after that migration. Calls `onConnected` after connecting.
 * Returns the names of the migrations applied. Throws DatabaseUnreachable if there is no connection, and StartError if the database
 * rejects us, cannot be used, is older than that or newer than `last` or this program, an applied migration was changed since, or a
 * migration fails.
 */
export async function migrate(
  url: string,
  folder = "prisma/migrations",
  last?: string,
  onConnected = () => {},
): Promise<string[]> {
  const client = await connect(url);
  onConnected();
  try {
    await inTransaction(client, () => requireUsable(client));
    const migrations = readMigrations(folder);
    const applied: string[] = [];
    for (;;) {
      const name = await inTransaction(client, () => applyNext(client, migrations, last));
      if (name === undefined) return applied;
      applied.push(name);
    }
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = join(folder, name, "migration.sql");
      if (!existsSync(file)) return [];
      const sql = readFileSync(file, "utf8");
      return [{ name, sql, checksum: createHash("sha256").update(sql).digest("hex") }];
    });
}

// All settings, and the lock, end with the transaction: behind a pooler the session is somebody else's next.
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0");
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Applies the first pending migration and gives its name, or undefined. Waits for the lock only if there is one. */
async function applyNext(client: pg.Client, migrations: Migration[], last: string | undefined): Promise<string | undefined> {
  const init = migrations.find(({ name }) => name === INIT);
  if (!(init && (await isOf0(client))) && !(await findPending(client, migrations, last))) return undefined;
  const waiting = setTimeout(
    () => log.info("Otro servidor está preparando la base de datos: se espera a que termine."),
    WAIT_LINE_MS,
  );
  await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATE_LOCK]).finally(() => clearTimeout(waiting));
  // In the transaction of the migration after it: where that is refused, the last 0.x can still start.
  if (init && (await isOf0(client))) await adoptLastOf0(client, init);
  // Read again: another server may have applied it meanwhile.
  const pending = await findPending(client, migrations, last);
  if (pending) await apply(client, pending);
  return pending?.name;
}

const isOf0 = async (client: pg.Client) => [...(await readApplied(client)).keys()].some((name) => name < INIT);

/** Puts `init` in the place of the migrations of 0.x. Throws StartError if the last of them is missing. */
async function adoptLastOf0(client: pg.Client, init: Migration): Promise<void> {
  if (!(await readApplied(client)).has(LAST_OF_0))
    throw new StartError(
      "La base de datos es de una versión 0.x que no es la última: arranca una vez la última 0.x (CHANGELOG.md dice cuál es) y después esta.",
    );
  await client.query("DELETE FROM _prisma_migrations");
  await recordApplied(client, init);
}

/** The applied migrations and their checksums. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  // Not with to_regclass, which after waiting for the lock still answers what it knew before.
  const { rows: tables } = await client.query(
    "SELECT FROM pg_class WHERE relname = '_prisma_migrations' AND pg_table_is_visible(oid)",
  );
  const { rows } = tables.length
    ? await client.query<{ migration_name: string; checksum: string }>(
        "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
      )
    : { rows: [] };
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

async function findPending(client: pg.Client, migrations: Migration[], last: string | undefined): Promise<Migration | undefined> {
  const applied = await readApplied(client);
  requireNoneNewer([...applied.keys()], migrations, last);
  const wanted = migrations.filter(({ name }) => last === undefined || name <= last);
  const changed = wanted.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed) throw new StartError(`La migración ${changed.name} cambió después de aplicarse: restaura el archivo original.`);
  return wanted.find(({ name }) => !applied.has(name));
}

// During a rolling update an older server starts on the new database: the name of a migration says that it may.
function requireNoneNewer(applied: string[], migrations: Migration[], last: string | undefined): void {
  const newer = applied.find((name) => last !== undefined && name > last);
  if (newer !== undefined)
    throw new StartError(
      `La base de datos ya está en una versión más nueva (${newer}) que ${last}: usa una que nadie haya arrancado, con otra DATA_DIR.`,
    );
  const unknown = applied.find((name) => !name.endsWith("_compatible") && !migrations.some((known) => known.name === name));
  if (unknown !== undefined)
    throw new StartError(
      `La base de datos es de una versión de Susa más nueva que esta (${unknown}): actualiza este servidor, o restaura un respaldo en otra base.`,
    );
}

/** Throws StartError unless the database stores every text and can be written. */
async function requireUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; read_only: string; schema: string | null }>(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only,
       current_schema() AS schema`,
  );
  const { encoding, read_only, schema } = rows[0] ?? {};
  if (encoding !== "UTF8")
    throw new StartError(
      `La base de datos guarda textos en ${encoding} y perdería acentos y signos: créala con ENCODING 'UTF8'.`,
    );
  if (read_only !== "off")
    throw new StartError("La base de datos es de solo lectura: da en DATABASE_URL la principal y no una réplica.");
  if (!schema) throw new StartError("El usuario de DATABASE_URL no puede usar ningún esquema: dale permiso en public.");
}

async function recordApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)",
    [randomUUID(), checksum, name],
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
      migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
      started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
    await client.query(await withExtensionSchema(client, sql));
    await recordApplied(client, migration);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (isOutage(error) || code === "57014") throw error;
    throw new StartError(
      code === "42501"
        ? `El usuario de DATABASE_URL no tiene permiso para la migración ${name}: debe poder crear en el esquema, y ser dueño de sus tablas; las extensiones btree_gist, unaccent y pg_trgm puede crearlas antes un administrador (${code}).`
        : `La migración ${name} no se pudo aplicar: ${message}`,
    );
  }
}

/**
 * The SQL of a migration for a database that has its extensions in another schema than `public`, as Supabase does, or will have them
 * there, because the first schema of the search path is another one.
 */
async function withExtensionSchema(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT DISTINCT extnamespace::regnamespace::text AS schema FROM pg_extension
     WHERE extname IN ('btree_gist', 'pg_trgm', 'unaccent') AND extnamespace <> 'public'::regnamespace`,
  );
  for (const { schema } of rows)
    await client.query("SELECT set_config('search_path', current_setting('search_path') || ', ' || $1, true)", [schema]);
  const { rows: found } = await client.query<{ schema: string }>(
    `SELECT coalesce((SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'unaccent'),
       quote_ident(current_schema())) AS schema`,
  );
  return sql.replaceAll("public.unaccent", `${found[0]?.schema}.unaccent`);
}
