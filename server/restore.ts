import { resolve } from "node:path";
import pg from "pg";
import { type Archive, openArchive } from "../app/backup/archive.server";
import { BackupError } from "../app/backup/format.server";
import { type PlacedPictures, placePictures } from "../app/backup/restore-pictures.server";
import { fillTables, hasRows, requireEmpty } from "../app/backup/restore-rows.server";
import { loadEnvFile, readConfig } from "./config";
import { migrate } from "./migrate";
import { DatabaseUnreachable } from "./postgres/client";
import { startPostgres } from "./postgres/embedded-postgres";
import { StartError } from "./start-error";

const USAGE = "Di qué respaldo restaurar: npm run restore -- susa-2026-11-21.zip";

const COMMIT_CHECK_TIMEOUT_MS = 30_000;

/** Restores the file of an export into an empty studio (docs/decisions/0035). */
async function main(args: string[]): Promise<void> {
  const withKey = !args.includes("--sin-llave");
  const [file, ...others] = args.filter((arg) => arg !== "--sin-llave");
  if (file === undefined || others.length > 0 || file.startsWith("-")) throw new StartError(USAGE);
  loadEnvFile();
  const config = readConfig(process.env);
  // Imported after readConfig, because the module reads DATA_KEY when it is loaded.
  const { keyFingerprints } = await import("~/database/encryption.server");
  const fingerprints = keyFingerprints();
  // npm runs scripts in the project's folder; INIT_CWD is where the person called it.
  const archive = await openArchive(resolve(process.env.INIT_CWD ?? "", file), withKey ? fingerprints : null);
  const postgres = config.databaseUrl === undefined ? await startPostgres(config.dataDir) : undefined;
  try {
    const url = postgres?.url ?? config.databaseUrl ?? "";
    // First to the version of the export; the later migrations must also run over the restored rows.
    await migrate(url, undefined, archive.manifest.migracion);
    printReport(archive, await restore(url, archive, withKey), withKey);
    await migrate(url).catch((error) => {
      const isUnreachable = error instanceof DatabaseUnreachable;
      throw error instanceof StartError && !isUnreachable
        ? error
        : new StartError(
            `Los datos ya están restaurados, pero la base de datos no quedó al día (${isUnreachable ? error.code : nameOf(error)}): arranca el servidor, que lo vuelve a intentar.`,
          );
    });
    // An export made with an earlier key is read with DATA_KEY_PREVIOUS, which the server then no longer needs.
    if (withKey && fingerprints.previous !== undefined) await (await import("~/database/change-key.server")).changeKey(url);
  } finally {
    archive.close();
    await postgres?.stop();
  }
}

/** Restores everything or nothing: the rows in one transaction, which commits after the pictures are in place. */
async function restore(url: string, archive: Archive, withKey: boolean): Promise<PlacedPictures> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // The record of an older version is switched off by the second of the two settings.
    await client.query(`BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = 0;
      SET LOCAL susa.record = 'off'; SET LOCAL susa.bitacora = 'no'`);
    await requireEmpty(client, archive.manifest);
    await fillTables(client, archive, withKey);
    const placed = await placePictures(client, archive);
    await client.query("COMMIT").catch(async (error) => {
      // If only the answer was lost, the rows are committed and need their pictures.
      if (await isCommitted(url, archive)) return;
      await placed.undo();
      throw error;
    });
    return placed;
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end();
  }
}

/** Whether the restored rows were committed, after the connection was lost. Throws StartError if that cannot be found out. */
async function isCommitted(url: string, { manifest }: Archive): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: COMMIT_CHECK_TIMEOUT_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    // The lost transaction holds its locks until the database has committed it or rolled it back.
    await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SET LOCAL lock_timeout = ${COMMIT_CHECK_TIMEOUT_MS}`);
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

function printReport({ manifest }: Archive, { files, moved }: PlacedPictures, withKey: boolean): void {
  for (const { archivo, filas } of manifest.tablas) console.log(`${archivo}: ${filas}`);
  console.log(`Imágenes: ${files} archivos.`);
  if (moved > 0) console.log(`${moved} imágenes se guardan ahora en otro lugar, y su dirección cambió.`);
  if (manifest.faltantes.length > 0) console.log(`El respaldo ya no traía ${manifest.faltantes.length} archivos de imagen.`);
  if (!withKey) console.log("Las notas de salud y los calendarios privados no se restauraron: nadie tiene su llave.");
  console.log(`El estudio ${manifest.estudio} está restaurado. Ya puedes arrancar el servidor.`);
}

/** An error's name and code, without its message, which may contain data. */
function nameOf(error: { name: string; code?: string }): string {
  return `${error.name} ${error.code ?? ""}`.trim();
}

// The embedded PostgreSQL stops when this process exits, and rolls back what was not committed.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
main(process.argv.slice(2)).catch((error) => {
  console.error(
    error instanceof StartError || error instanceof BackupError
      ? error.message
      : `No se pudo restaurar (${nameOf(error)}): nada cambió.`,
  );
  process.exitCode = 1;
});
