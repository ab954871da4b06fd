import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { lockArchivo, type StoredPicture } from "~/media/archivo.server";

/** Gives the photo of an employee with her name, or null when the id is unknown or malformed. */
export async function getFoto(id: string | undefined) {
  if (!isId(id)) return null;
  return db.empleado.findUnique({
    where: { id },
    select: { nombre: true, apellido: true, en_sitio: true, foto: { select: { url: true } } },
  });
}

/** Sets or removes (null) the photo of an employee; gives it, and the id of the file that was there before. */
export function saveFoto(id: string | undefined, stored: StoredPicture | null, key: IdempotencyKey) {
  return writeOnce<{ before: string | null; stored: StoredPicture | null }, "failed" | "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    // The sweep may have deleted a file that was stored long before this.
    if (stored && (await lockArchivo(transaction, stored.url)) !== stored.id) throw new WriteRejection("failed");
    const [present] = await transaction.$queryRaw<{ foto_id: string | null }[]>`
      SELECT foto_id FROM empleados_susa WHERE id = ${id}::uuid FOR UPDATE`;
    if (!present) throw new WriteRejection("missing");
    await transaction.empleado.update({ where: { id }, data: { foto_id: stored?.id ?? null }, select: { id: true } });
    return { before: present.foto_id, stored };
  });
}
