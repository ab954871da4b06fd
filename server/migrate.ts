import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { StartError } from "./config";

// The lock Prisma's own migrate takes, so that neither runs while the other does.
const MIGRATE_LOCK = 72_707_369;
const CONNECT_MS = 5_000;

/** The database does not answer, or not yet: a later try may go otherwise. */
export class DatabaseUnavailable extends StartError {
  constructor(readonly code = "sin conexión") {
    super(`No hay respuesta de la base de datos (${code}): revisa DATABASE_URL.`);
  }
}

// SQLSTATE: connection exceptions, lack of resources, an operator's intervention, a database that takes no connections.
const OUTAGES = /^(08...|53...|57...|55000)$/;

/** Whether an error of the driver means that the database is away; a password that it refuses, no time mends. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  // Of the network (ECONNREFUSED, EAI_AGAIN), not of TLS (ERR_TLS_…, CERT_…); the driver's own errors have no code.
  return OUTAGES.test(code) || /^E([A-Z]+|AI_AGAIN)$/.test(code) || (code === "" && /timeout|terminated/i.test(message));
}

/**
 * Applies the migrations of `folder` that the database at `url` has not seen, each in one transaction, and keeps
 * Prisma's own record of them. Gives the names of those applied now; goes no further than `last`, which then has to be where
 * the database stands; calls `begun` once it has a connection. Throws DatabaseAway when the database does not answer, and
 * StartError when it refuses us, when a migration already applied was changed since, or when one fails.
 */
export async function migrate(url: string, folder = "prisma/migrations", last?: string, begun = () => {}): Promise<string[]> {
  const client = clientOf(url);
  // A connection lost between two statements shows in the next one.
  client.on("error", () => undefined);
  await client.connect().catch((error: { code?: string }) => {
    throw isOutage(error)
      ? new DatabaseUnavailable(error.code)
      : new StartError(`La base de datos no acepta la conexión (${error.code ?? "sin conexión"}): revisa DATABASE_URL.`);
  });
  begun();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATE_LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
      migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
      started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    const seen = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const applied: string[] = [];
    const later = [...seen.keys()].find((name) => last !== undefined && name > last);
    if (later !== undefined)
      throw new StartError(
        `La base de datos ya está en una versión más nueva (${later}) que ${last}: usa una que nadie haya arrancado, con otra DATA_DIR.`,
      );
    for (const name of readdirSync(folder).sort()) {
      const file = join(folder, name, "migration.sql");
      if (!existsSync(file) || (last !== undefined && name > last)) continue;
      const sql = readFileSync(file, "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      if (seen.has(name)) {
        if (seen.get(name) !== checksum)
          throw new StartError(`La migración ${name} cambió después de aplicarse: restaura el archivo original.`);
        continue;
      }
      await apply(client, name, sql, checksum);
      applied.push(name);
    }
    return applied;
  } catch (error) {
    throw isOutage(error) ? new DatabaseUnavailable((error as { code?: string }).code) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clientOf(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true });
  } catch {
    throw new StartError("DATABASE_URL no se puede leer: los signos de la contraseña se escriben con % (una # es %23).");
  }
}

async function apply(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)",
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    if (isOutage(error)) throw error;
    throw new StartError(`La migración ${name} no se pudo aplicar: ${(error as Error).message}`);
  }
}
