import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/env.server";
import { actorOf } from "~/http/actor.server";
import { textOf } from "~/http/form/form.server";
import { HOUR_MS } from "~/limits";

// Photographs that were received and could not be stored are kept for half an hour: the form given back sends them again.

/** The name of the field with the id of the kept files. */
export const KEPT = "faltan";

export const KEPT_MS = HOUR_MS / 2;

/** The folder of all files on their way into the storage. */
export const temporaryRoot = () => join(env().DATA_DIR, "uploads", ".tmp");

/** Whether a folder in it is one of kept files. */
export const isKept = (folder: string) => folder.startsWith(`${KEPT}-`);

type StoredFile = { name: string; path: string };

/** The folder of the files kept under `id`. Its name includes the account, so that another account cannot use it. */
function keptFolder(request: Request, id: string): string | null {
  const { cuenta_id } = actorOf(request);
  return cuenta_id && /^\d{1,2}-[\da-f-]{36}$/.test(id) ? join(temporaryRoot(), `${KEPT}-${cuenta_id}-${id}`) : null;
}

/** Keeps files of an upload for half an hour and gives the id for its form's field KEPT, which begins with their number. */
export async function keepFiles(request: Request, files: StoredFile[]): Promise<string> {
  const id = `${files.length}-${randomUUID()}`;
  const folder = keptFolder(request, id);
  if (folder === null || files.length === 0) return id;
  await mkdir(folder);
  for (const [index, { path }] of files.entries()) await rename(path, join(folder, String(index)));
  await writeFile(join(folder, "names"), JSON.stringify(files.map(({ name }) => name)));
  setTimeout(() => rm(folder, { recursive: true, force: true }).catch(() => undefined), KEPT_MS).unref();
  return id;
}

/**
 * Gives a form the files that were kept for it, in `folder`: copied, because the same form may be sent twice at once. None when they were
 * deleted meanwhile, or are on another server.
 */
export async function copyKeptFiles(request: Request, values: FormData, folder: string) {
  const kept = keptFolder(request, textOf(values, KEPT)) ?? "";
  try {
    const names: string[] = JSON.parse(await readFile(join(kept, "names"), "utf8"));
    const files = names.map((name, index) => ({ name, path: join(folder, String(index)), problem: null }));
    for (const [index, { path }] of files.entries()) await copyFile(join(kept, String(index)), path);
    return files;
  } catch {
    return [];
  }
}

/** Deletes the files kept for a form, once they are stored. */
export async function deleteKeptFiles(request: Request, values: FormData): Promise<void> {
  const folder = keptFolder(request, textOf(values, KEPT));
  if (folder) await rm(folder, { recursive: true, force: true });
}
