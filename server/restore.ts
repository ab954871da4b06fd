import { resolve } from "node:path";
import pg from "pg";
import { type Archive, openArchive } from "../app/backup/archive.server";
import { BackupError } from "../app/backup/error.server";
import { type Placed, placePictures } from "../app/backup/restore-pictures.server";
import { fillTables, hasRows, requireEmpty } from "../app/backup/restore-rows.server";
import { readConfig, StartError } from "./config";
import { DatabaseUnavailable, migrate } from "./migrate";
import { startPostgres } from "./postgres/embedded-postgres";

const USAGE = "Di qué respaldo restaurar: npm run restore -- susa-2026-11-21.zip";

// How long a database that was lost may take to say what became of the rows.
const PATIENCE_MS = 30_000;

/** Fills an empty studio from the file of an export (docs/decisions/0035). */
async function main(words: string[]): Promise<void> {
  const withKey = !words.includes("--sin-llave");
  const [file, ...others] = words.filter((word) => word !== "--sin-llave");
  if (file === undefined || others.length > 0 || file.startsWith("-")) throw new StartError(USAGE);
  const config = readConfig(process.env);
  // Only now: it reads DATA_KEY when it is loaded.
  const { keyFingerprint: keyMark } = await import("~/database/encryption.server");
  // npm runs its scripts in the folder of the program, not where the person stands.
  const archive = await openArchive(resolve(process.env.INIT_CWD ?? "", file), withKey ? keyMark() : null);
  const postgres = config.databaseUrl === undefined ? await startPostgres(config.dataDir) : undefined;
  try {
    const url = postgres?.url ?? config.databaseUrl ?? "";
    // As it was when it was exported; what came after that is done to its rows, and not only to their tables.
    await migrate(url, undefined, archive.manifest.migracion);
    report(archive, await restore(url, archive, withKey), withKey);
    await migrate(url).catch((error) => {
      const isAway = error instanceof DatabaseUnavailable;
      throw error instanceof StartError && !isAway
        ? error
        : new StartError(
            `Los datos ya están restaurados, pero la base de datos no quedó al día (${isAway ? error.code : nameOf(error)}): arranca el servidor, que lo vuelve a intentar.`,
          );
    });
  } finally {
    archive.close();
    await postgres?.stop();
  }
}

/** All of it or nothing: rows in one transaction, which ends when the pictures stand too. */
async function restore(url: string, archive: Archive, withKey: boolean): Promise<Placed> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = 0");
    await requireEmpty(client, archive.manifest);
    await fillTables(client, archive, withKey);
    const placed = await placePictures(client, archive);
    await client.query("COMMIT").catch(async (error) => {
      // The answer may be all that was lost: the pictures of rows that are there must stay.
      if (await isFilled(url, archive)) return;
      await placed.undo();
      throw error;
    });
    return placed;
  } finally {
    // What was not committed ends with the connection.
    await client.end();
  }
}

/** Whether the rows are there after all. Throws StartError when the database does not say. */
async function isFilled(url: string, { manifest }: Archive): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    // The lost connection holds its locks until the database has decided about it.
    await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SET LOCAL lock_timeout = ${PATIENCE_MS}`);
    return await hasRows(
      client,
      manifest.tablas.map(({ tabla }) => tabla),
    );
  } catch {
    throw new StartError(
      "Se perdió la base de datos justo al final y no se sabe si guardó el respaldo; las imágenes se quedaron en su lugar. Cuando responda, vuelve a intentarlo: si entonces dice que ya tiene datos, el estudio quedó restaurado.",
    );
  } finally {
    await client.end();
  }
}

function report({ manifest }: Archive, { files, moved }: Placed, withKey: boolean): void {
  for (const { archivo, filas } of manifest.tablas) console.log(`${archivo}: ${filas}`);
  console.log(`Imágenes: ${files} archivos.`);
  if (moved > 0) console.log(`${moved} imágenes se guardan ahora en otro lugar, y su dirección cambió.`);
  if (manifest.faltantes.length > 0) console.log(`El respaldo ya no traía ${manifest.faltantes.length} archivos de imagen.`);
  if (!withKey) console.log("Las notas de salud y los calendarios privados no se restauraron: nadie tiene su llave.");
  console.log(`El estudio ${manifest.estudio} está restaurado. Ya puedes arrancar el servidor.`);
}

/** An error without its message, which may quote what was being written. */
function nameOf(error: { name: string; code?: string }): string {
  return `${error.name} ${error.code ?? ""}`.trim();
}

// The database that came along ends with this process; what was not committed is not there.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
main(process.argv.slice(2)).catch((error) => {
  console.error(
    error instanceof StartError || error instanceof BackupError
      ? error.message
      : `No se pudo restaurar (${nameOf(error)}): nada cambió.`,
  );
  process.exitCode = 1;
});
