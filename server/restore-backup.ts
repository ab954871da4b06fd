import { resolve } from "node:path";
import { type Archive, openArchive } from "~/backup/archive.server";
import { BackupError } from "~/backup/format.server";
import { type PlacedPictures, placePictures } from "~/backup/restore-pictures.server";
import { fillDatabase, hasRows } from "~/backup/restore-rows.server";
import { PostgresClient } from "~/database/postgres-client.server";
import { loadEnvFile, readConfig } from "./config";
import { migrate } from "./migrate";
import { DatabaseUnreachable } from "./postgres/client";
import { startPostgres } from "./postgres/embedded-postgres";
import { openDatabase } from "./postgres/open-database";
import { describeCheck, rehearse } from "./rehearse";
import { StartError } from "./start-error";

const USAGE = "Di qué respaldo restaurar: npm run restore -- susa-2026-11-21.zip";

const COMMIT_CHECK_TIMEOUT_MS = 30_000;

/**
 * Restores the file of an export into an empty studio (docs/decisions/0035) and prints what it restored. With --check it only tries
 * that, in a database of its own; while that is there, `onRehearsal` has the function that drops it early. Throws StartError or
 * BackupError with the reason.
 */
export async function restoreBackup(args: string[], onRehearsal: (interrupt: () => void) => void): Promise<void> {
  loadEnvFile();
  const withKey = !args.includes("--sin-llave");
  const [name, ...others] = args.filter((arg) => arg !== "--sin-llave" && arg !== "--check");
  if (name === undefined || others.length > 0 || name.startsWith("-")) throw new StartError(USAGE);
  // npm runs scripts in the project's folder; INIT_CWD is where the person called it.
  const file = resolve(process.env.INIT_CWD ?? "", name);
  if (args.includes("--check")) return check(file, withKey, onRehearsal);
  const config = readConfig(process.env);
  const { archive, fingerprints } = await readArchive(file, withKey);
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

/** Opens and checks a backup, with the fingerprints of the keys that this installation has. */
async function readArchive(file: string, withKey: boolean) {
  // Imported after readConfig, because the module reads DATA_KEY when it is loaded.
  const { keyFingerprints } = await import("~/database/encryption.server");
  const fingerprints = keyFingerprints();
  return { archive: await openArchive(file, withKey ? fingerprints : null), fingerprints };
}

/** Checks a backup and rehearses its restore, also while a server is running. */
async function check(file: string, withKey: boolean, onRehearsal: (interrupt: () => void) => void): Promise<void> {
  const database = await openDatabase(process.env);
  try {
    const { archive } = await readArchive(file, withKey);
    const interrupted = new Promise<never>((_, reject) => {
      onRehearsal(() => reject(new StartError("El ensayo se interrumpió, y no dejó nada.")));
    });
    // Where nothing is rehearsed, nothing waits for it.
    interrupted.catch(() => undefined);
    try {
      const isRehearsed = await rehearse(database, archive, withKey, interrupted);
      console.log(describeCheck(archive.manifest, withKey, isRehearsed));
    } finally {
      archive.close();
    }
  } finally {
    await database.stop();
  }
}

/** Restores everything or nothing: the rows in one transaction, which commits after the pictures are in place. */
async function restore(url: string, archive: Archive, withKey: boolean): Promise<PlacedPictures> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  try {
    await fillDatabase(client, archive, withKey);
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
  const client = new PostgresClient({ connectionString: url, connectionTimeoutMillis: COMMIT_CHECK_TIMEOUT_MS });
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

/** Gives the sentence that says why a restore failed. */
export function describeFailure(error: Error): string {
  const isExplained = error instanceof StartError || error instanceof BackupError;
  return isExplained ? error.message : `No se pudo restaurar (${nameOf(error)}): nada cambió.`;
}

/** An error's name and code, without its message, which may contain data. */
function nameOf(error: { name: string; code?: string }): string {
  return `${error.name} ${error.code ?? ""}`.trim();
}
