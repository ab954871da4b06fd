import { db, type Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { logError } from "~/log.server";
import { type BadPicture, type EncodedPicture, encodePicture } from "./encoding";
import { StorageError } from "./error";
import { storage } from "./storage";

export type StoredPicture = { id: string; url: string };

/**
 * Checks, encodes and stores the files of a batch, two at a time, and gives what became of each in their order. When the
 * storage fails nothing of the batch stays, and it throws StorageError.
 */
export async function storePictures(paths: string[]): Promise<(StoredPicture | BadPicture)[]> {
  const results: (StoredPicture | BadPicture)[] = [];
  let failure: unknown;
  const queue = paths.entries();
  const lane = async () => {
    for (const [index, path] of queue) {
      if (failure !== undefined) return;
      try {
        const picture = await encodePicture(path, storage().widths);
        results[index] = typeof picture === "string" ? picture : await storePicture(picture, index);
      } catch (error) {
        failure = error;
      }
    }
  };
  await Promise.all([lane(), lane()]);
  if (failure === undefined) return results;
  logError("storage", failure);
  await releaseArchivos(results.flatMap((result) => (typeof result === "object" ? [result.id] : [])));
  throw failure instanceof StorageError ? failure : new StorageError("failed", "");
}

// Its row comes before the file, so that no file is ever without one. A taken name moves the timestamp on.
async function storePicture(picture: EncodedPicture, index: number): Promise<StoredPicture> {
  for (let timestamp = Date.now(); ; timestamp++) {
    const nombre = `${timestamp}-${index}`;
    const [row] = await db.archivo.createManyAndReturn({ data: [{ nombre }], select: { id: true }, skipDuplicates: true });
    if (!row) continue;
    const saved = await storage()
      .save(nombre, picture)
      .catch(async (error) => {
        // Told and not answered, the storage may still do it: the row stays for the sweep.
        if (!(error instanceof StorageError) || error.kind !== "network") await releaseArchivos([row.id]);
        throw error;
      });
    if (saved === null) {
      await db.archivo.delete({ where: { id: row.id } });
      continue;
    }
    const { width, height } = picture;
    await db.archivo.update({ where: { id: row.id }, data: { url: saved.url, width, height } });
    return { id: row.id, url: saved.url };
  }
}

/**
 * Gives the id of our file at an address, or null when it is nobody's of ours. Until the transaction ends, the file cannot
 * be taken away.
 */
export async function lockArchivo(transaction: Transaction, url: string): Promise<string | null> {
  const [row] = await transaction.$queryRaw<{ id: string }[]>`SELECT id FROM archivos_susa WHERE url = ${url} FOR KEY SHARE`;
  return row?.id ?? null;
}

/** Removes those of our files that nothing uses any more. What a storage does not remove now, the sweep will. */
export async function releaseArchivos(ids: (string | null)[]): Promise<void> {
  for (const id of ids.filter((id) => id !== null)) {
    await releaseArchivo(id).catch((error) => logError("storage", error));
  }
}

async function releaseArchivo(id: string): Promise<void> {
  const nombre = await claimArchivo(id);
  if (nombre === null) return;
  await storage().remove(nombre);
  await db.archivo.deleteMany({ where: { id, url: null } });
}

// A file without an address can be used by nobody. The lock makes whoever is about to use it wait, and then not find it;
// and the count, a statement of its own, sees whoever came before.
function claimArchivo(id: string): Promise<string | null> {
  return db.$transaction(async (transaction) => {
    const [row] = isId(id)
      ? await transaction.$queryRaw<{ nombre: string }[]>`SELECT nombre FROM archivos_susa WHERE id = ${id}::uuid FOR UPDATE`
      : [];
    if (!row || (await isUsed(transaction, id))) return null;
    await transaction.archivo.update({ where: { id }, data: { url: null, width: null, height: null } });
    return row.nombre;
  });
}

async function isUsed(transaction: Transaction, id: string): Promise<boolean> {
  if ((await transaction.imagenServicio.count({ where: { archivo_id: id } })) > 0) return true;
  return (await transaction.apariencia.count({ where: { OR: [{ logo_id: id }, { hero_id: id }] } })) > 0;
}

/** Removes what uploads and deletions that were cut short left behind an hour ago or earlier. Never throws. */
export async function sweepArchivos(): Promise<void> {
  try {
    const left = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM archivos_susa archivo
      WHERE created_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT 1 FROM service_images_susa WHERE archivo_id = archivo.id)
        AND NOT EXISTS (SELECT 1 FROM apariencia_susa WHERE archivo.id IN (logo_id, hero_id))
      ORDER BY created_at LIMIT 20`;
    await releaseArchivos(left.map(({ id }) => id));
  } catch (error) {
    logError("sweep", error);
  }
}

/** What the storage says of itself: where it is, and how much it holds. */
export function getStorageFacts() {
  return storage().facts();
}
