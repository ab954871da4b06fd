import { constants } from "node:fs";
import { access, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeBackup } from "~/backup/backup-file.server";
import { env } from "~/env.server";
import { formatAge } from "~/format/ago";
import { formatBytes } from "~/format/bytes";
import { studioDay } from "~/format/dates";
import { BACKUP_CHECK_MS, BACKUP_OLD_MS, HOUR_MS } from "~/limits";
import { log } from "~/log.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { claimBackup, finishBackup, getLastBackup } from "~/models/estudio/instalacion.server";

// Complete, or a part of one.
const BACKUP_NAME = /^susa-\d{4}-\d\d-\d\d\.zip(\.[0-9a-f]{8}\.part)?$/;

/** Begins to make a backup each night in BACKUP_DIR, if it is set, and at once when the last night has none. */
export async function startNightlyBackups(): Promise<void> {
  const { BACKUP_DIR } = env();
  if (BACKUP_DIR === undefined) return;
  log.info(await describeLastBackup().catch(() => "No se pudo ver cuándo se hizo el último respaldo."));
  let lastWarning: string | null = null;
  for (;;) {
    const warning = await backUpIfDue(BACKUP_DIR);
    if (warning !== null && warning !== lastWarning) log.error(warning);
    lastWarning = warning;
    await new Promise((resolve) => setTimeout(resolve, BACKUP_CHECK_MS).unref());
  }
}

/** Makes the backup of the night in `folder` if it is this server's turn. Gives the sentence that warns, or null. */
export async function backUpIfDue(folder: string): Promise<string | null> {
  try {
    // A server that cannot write there leaves the turn to another.
    await access(folder, constants.W_OK);
    const zona = await getZona();
    if (await claimBackup(zona)) await backUp(folder, `susa-${studioDay(new Date(Date.now() - 3 * HOUR_MS), zona)}.zip`);
    const last = await getLastBackup();
    return last && Date.now() - last.getTime() > BACKUP_OLD_MS ? await describeLastBackup() : null;
  } catch (error) {
    const last = await describeLastBackup().catch(() => "");
    return `No se pudo guardar el respaldo en ${folder} (${codeOf(error)}). ${last}`.trim();
  }
}

async function backUp(folder: string, name: string): Promise<void> {
  const startedAt = Date.now();
  const { bytes } = await writeBackup(join(folder, name));
  await finishBackup();
  log.info(`Respaldo hecho: ${name}, ${formatBytes(bytes)}, ${Math.ceil((Date.now() - startedAt) / 1000)} s.`);
  await removeOldBackups(folder).catch((error) => log.error(`No se pudieron borrar los respaldos de antes (${codeOf(error)}).`));
}

/** Leaves the newest backups, and no part of one that was interrupted. */
async function removeOldBackups(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).sort();
  const complete = names.filter((name) => name.endsWith(".zip"));
  for (const name of complete.slice(0, -env().BACKUP_KEEP)) await rm(join(folder, name));
  for (const name of names.filter((part) => part.endsWith(".part"))) {
    // Another server may be writing it.
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > HOUR_MS) await rm(join(folder, name));
  }
}

async function describeLastBackup(): Promise<string> {
  const last = await getLastBackup();
  return last ? `El último respaldo se hizo ${formatAge(last)}.` : "Todavía no hay ningún respaldo.";
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? (error as Error).name;
