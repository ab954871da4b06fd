import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { StartError } from "./start-error";

// The advisory lock of `prisma migrate`, so the two never run at the same time.
const MIGRATE_LOCK = 72_707_369;
const CONNECT_TIMEOUT_MS = 5_000;

/** The database cannot be reached, or does not accept connections yet: a retry may succeed. */
export class DatabaseUnreachable extends StartError {
  constructor(readonly code = "sin conexión") {
    super(`No hay respuesta de la base de datos (${code}): revisa DATABASE_URL.`);
  }
}

// SQLSTATE classes: connection exception, insufficient resources, operator intervention; and "not accepting connections".
const OUTAGE_CODES = /^(08...|53...|57...|55000)$/;

/** Whether an error of the driver means that the database is unavailable and a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return true;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  // Network errors (ECONNREFUSED, EAI_AGAIN) but not TLS errors (ERR_TLS_…, CERT_…); the driver's own errors have no code.
  return OUTAGE_CODES.test(code) || /^E([A-Z]+|AI_AGAIN)$/.test(code) || (code === "" && /timeout|terminated/i.test(message));
}

/**
 * Applies the pending migrations of `folder` to the database at `url`, each in one transaction, and records them as Prisma
 * does. With `last`, stops after that migration. Calls `onConnected` after connecting. Returns the names of the migrations
 * applied. Throws DatabaseUnreachable if there is no connection, and StartError if the database rejects us, is already newer
 * than `last`, an applied migration was changed since, or a migration fails.
 */
export async function migrate(
  url: string,
  folder = "prisma/migrations",
  last?: string,
  onConnected = () => {},
): Promise<string[]> {
  const client = createClient(url);
  // A connection lost between two statements makes the next one fail.
  client.on("error", () => undefined);
  await client.connect().catch((error: { code?: string }) => {
    throw isOutage(error)
      ? new DatabaseUnreachable(error.code)
      : new StartError(`La base de datos no acepta la conexión (${error.code ?? "sin conexión"}): revisa DATABASE_URL.`);
  });
  onConnected();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATE_LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
      migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
      started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    const appliedBefore = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const appliedNow: string[] = [];
    const newer = [...appliedBefore.keys()].find((name) => last !== undefined && name > last);
    if (newer !== undefined)
      throw new StartError(
        `La base de datos ya está en una versión más nueva (${newer}) que ${last}: usa una que nadie haya arrancado, con otra DATA_DIR.`,
      );
    for (const name of readdirSync(folder).sort()) {
      const file = join(folder, name, "migration.sql");
      if (!existsSync(file) || (last !== undefined && name > last)) continue;
      const sql = readFileSync(file, "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      if (appliedBefore.has(name)) {
        if (appliedBefore.get(name) !== checksum)
          throw new StartError(`La migración ${name} cambió después de aplicarse: restaura el archivo original.`);
        continue;
      }
      await applyMigration(client, name, sql, checksum);
      appliedNow.push(name);
    }
    return appliedNow;
  } catch (error) {
    throw isOutage(error) ? new DatabaseUnreachable((error as { code?: string }).code) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function createClient(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  } catch {
    throw new StartError("DATABASE_URL no se puede leer: los signos de la contraseña se escriben con % (una # es %23).");
  }
}

async function applyMigration(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
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
