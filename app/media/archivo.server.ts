import { db, type Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { logError } from "~/log.server";
import { type BadPicture, type EncodedPicture, encodePicture } from "./encoding";
import { StorageError } from "./error";
import { storage } from "./storage";

export type StoredPicture = { id: string; url: string } & Pick<EncodedPicture, "width" | "height" | "isAnimated">;

/** For each file in its order: the stored picture, the reason against it, or undefined when the storage failed. */
export type Stored = (StoredPicture | BadPicture | undefined)[];

/**
 * Checks, encodes and stores a batch of files, two at a time. When the storage fails, it begins no others and gives the `failure`
 * too.
 */
export async function storePictures(paths: string[]): Promise<{ stored: Stored; failure?: StorageError }> {
  const stored: Stored = paths.map(() => undefined);
  let failure: StorageError | undefined;
  const queue = paths.entries();
  const worker = async () => {
    for (const [index, path] of queue) {
      if (failure) return;
      try {
        const picture = await encodePicture(path, storage().widths);
        stored[index] = typeof picture === "string" ? picture : await storePicture(picture, index);
      } catch (error) {
        logError("storage", error);
        failure = error instanceof StorageError ? error : new StorageError("failed", "");
      }
    }
  };
  await Promise.all([worker(), worker()]);
  return { stored, failure };
}

// The row comes before the file, so that no file is ever without one. If the name is taken, the next timestamp is tried.
async function storePicture(picture: EncodedPicture, index: number): Promise<StoredPicture> {
  for (let timestamp = Date.now(); ; timestamp++) {
    const nombre = `${timestamp}-${index}`;
    const [row] = await db.archivo.createManyAndReturn({ data: [{ nombre }], select: { id: true }, skipDuplicates: true });
    if (!row) continue;
    const saved = await storage()
      .save(nombre, picture)
      .catch(async (error) => {
        // After a network error the upload may still succeed: the row stays, and the sweep removes both.
        if (!(error instanceof StorageError) || error.kind !== "network") await releaseArchivos([row.id]);
        throw error;
      });
    if (saved === null) {
      await db.archivo.delete({ where: { id: row.id } });
      continue;
    }
    const { width, height, isAnimated } = picture;
    await db.archivo.update({ where: { id: row.id }, data: { url: saved.url, width, height } });
    return { id: row.id, url: saved.url, width, height, isAnimated };
  }
}

/**
 * The id of the stored file with this address, or null when it is not one of the studio's. Locks it against deletion until the
 * transaction ends.
 */
export async function lockArchivo(transaction: Transaction, url: string): Promise<string | null> {
  const [row] = await transaction.$queryRaw<{ id: string }[]>`SELECT id FROM archivos_susa WHERE url = ${url} FOR KEY SHARE`;
  return row?.id ?? null;
}

/** Removes those of these files that nothing uses any more. What the storage fails to remove now, the sweep removes later. */
export async function releaseArchivos(ids: (string | null)[]): Promise<void> {
  for (const id of ids.filter((id) => id !== null)) {
    await releaseArchivo(id).catch((error) => logError("storage", error));
  }
}

async function releaseArchivo(id: string): Promise<void> {
  const claimed = await claimArchivo(id);
  if (claimed === null) return;
  if (claimed.isKept) return hideArchivo(id);
  await storage().remove(claimed.nombre);
  await db.archivo.deleteMany({ where: { id, url: null } });
}

// Clears the address, so that nothing can use the file from now on. FOR UPDATE makes a transaction that is about to use it wait
// and then not find it; the count runs after the lock, so it sees the ones that came before.
function claimArchivo(id: string): Promise<{ nombre: string; isKept: boolean } | null> {
  return db.$transaction(async (transaction) => {
    const row = isId(id) ? await lockRow(transaction, id) : undefined;
    if (!row || (await isUsed(transaction, id))) return null;
    await transaction.archivo.update({ where: { id }, data: { url: null, width: null, height: null } });
    return { nombre: row.nombre, isKept: (await transaction.papelera.count({ where: { archivo_id: id } })) > 0 };
  });
}

// The file of a deleted picture that can be brought back. The row stays locked while the file is moved, so that it is never moved
// away from a picture that came back meanwhile; what is interrupted is done again by the sweep.
async function hideArchivo(id: string): Promise<void> {
  await db.$transaction(async (transaction) => {
    const row = await lockRow(transaction, id);
    if (!row || row.url !== null) return;
    await storage().hide(row.nombre);
    await transaction.papelera.updateMany({ where: { archivo_id: id }, data: { archivo_apartado: true } });
  });
}

/** Call it before the transaction that brings a file back: if that is interrupted, the sweep hides the file again. */
export async function prepareArchivo(id: string): Promise<void> {
  await db.papelera.updateMany({ where: { archivo_id: id }, data: { archivo_apartado: false } });
}

/** Serves the file of a deleted picture again, and gives its address; null when the file is lost. Throws StorageError. */
export async function bringBackArchivo(
  transaction: Transaction,
  id: string,
  size: { width: number; height: number },
): Promise<string | null> {
  const row = await lockRow(transaction, id);
  // Another image uses it.
  if (!row || row.url !== null) return row?.url ?? null;
  const url = await storage().unhide(row.nombre);
  if (url !== null) await transaction.archivo.update({ where: { id }, data: { url, ...size }, select: { id: true } });
  return url;
}

async function lockRow(transaction: Transaction, id: string): Promise<{ nombre: string; url: string | null } | undefined> {
  const [row] = await transaction.$queryRaw<{ nombre: string; url: string | null }[]>`
    SELECT nombre, url FROM archivos_susa WHERE id = ${id}::uuid FOR UPDATE`;
  return row;
}

async function isUsed(transaction: Transaction, id: string): Promise<boolean> {
  if ((await transaction.imagenServicio.count({ where: { archivo_id: id } })) > 0) return true;
  if ((await transaction.empleado.count({ where: { foto_id: id } })) > 0) return true;
  return (await transaction.apariencia.count({ where: { OR: [{ logo_id: id }, { hero_id: id }, { retrato_id: id }] } })) > 0;
}

/**
 * Removes up to `max` files that an interrupted upload or deletion left behind more than an hour ago, or whose copy in the trash
 * is gone; hides those in the trash that are not hidden yet. Never throws.
 */
export async function sweepArchivos(max = 20): Promise<void> {
  try {
    const orphans = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM archivos_susa archivo
      LEFT JOIN LATERAL (
        -- A minute for the deletion itself to hide its file.
        SELECT bool_and(archivo_apartado OR created_at > now() - interval '1 minute') AS apartado
        FROM papelera_susa WHERE archivo_id = archivo.id HAVING count(*) > 0
      ) AS papelera ON true
      WHERE CASE WHEN apartado IS NULL THEN created_at < now() - interval '1 hour' ELSE NOT apartado END
        AND NOT EXISTS (SELECT 1 FROM service_images_susa WHERE archivo_id = archivo.id)
        AND NOT EXISTS (SELECT 1 FROM apariencia_susa WHERE archivo.id IN (logo_id, hero_id, retrato_id))
        AND NOT EXISTS (SELECT 1 FROM empleados_susa WHERE foto_id = archivo.id)
      ORDER BY created_at LIMIT ${max}`;
    await releaseArchivos(orphans.map(({ id }) => id));
  } catch (error) {
    logError("sweep", error);
  }
}

/** Where the storage is, and how much it holds. */
export function getStorageFacts() {
  return storage().facts();
}
