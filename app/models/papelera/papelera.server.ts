import { db, type Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import type { Papelera } from "~/generated/client";
import { PAPELERA_MS } from "~/limits";
import { record } from "~/models/cuentas/bitacora.server";

export type { TipoPapelera } from "~/generated/client";

/** Lists a page of what can be brought back, newest first, with who deleted it, and the total. */
export async function listPapelera(pagina: number) {
  const [total, rows] = await Promise.all([
    db.papelera.count(),
    db.papelera.findMany({ orderBy: [{ created_at: "desc" }, { id: "asc" }], ...pageOf(pagina) }),
  ]);
  const cuentas = await db.cuenta.findMany({
    where: { id: { in: rows.map(({ cuenta_id }) => cuenta_id) } },
    select: { id: true, email: true },
  });
  const emails = new Map(cuentas.map(({ id, email }) => [id, email]));
  return { entradas: rows.map((row) => ({ ...entradaOf(row), quien: emails.get(row.cuenta_id) ?? null })), total };
}

/** Gives one copy: its kind, who deleted it and its row; null when it is not in the trash. */
export async function getEntrada(id: string | undefined) {
  const row = isId(id) ? await db.papelera.findUnique({ where: { id } }) : null;
  return row && entradaOf(row);
}

/** Locks a copy until the transaction ends. Throws WriteRejection `missing`. */
export const lockCopy = async (transaction: Transaction, id: string | undefined) => entradaOf(await lockRow(transaction, id));

/** Deletes a copy for good, and gives the id of the file that it kept, or null. */
export function deleteForever(id: string | undefined, key: IdempotencyKey) {
  return writeOnce<{ archivo_id: string | null }, "missing">(key, async (transaction) => {
    const { tipo, registro_id, archivo_id } = await lockRow(transaction, id);
    await transaction.papelera.delete({ where: { id }, select: { id: true } });
    // Also the notes that she had before.
    if (tipo === "cliente")
      await transaction.papelera.deleteMany({ where: { tipo: "salud", fila: { path: ["cliente_id"], equals: registro_id } } });
    await record(transaction, { accion: "eliminacion_definitiva", tipo, registro_id });
    return { archivo_id };
  });
}

// Waits for a request that is restoring it.
async function lockRow(transaction: Transaction, id: string | undefined): Promise<Papelera> {
  if (!isId(id)) throw new WriteRejection("missing");
  await transaction.$queryRaw`SELECT FROM papelera_susa WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await transaction.papelera.findUnique({ where: { id } });
  if (!row) throw new WriteRejection("missing");
  return row;
}

function entradaOf({ id, tipo, registro_id, fila, archivo_id, medidas, cuenta_id, created_at }: Papelera) {
  return { id, tipo, registro_id, fila: asObject(fila) ?? {}, archivo_id, medidas: asObject(medidas), cuenta_id, created_at };
}

function asObject(value: Papelera["fila"]) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

/** Deletes copies older than 30 days; the clean-up of pictures then removes their files. */
export const PURGE_PAPELERA = `DELETE FROM papelera_susa WHERE created_at < now() - interval '${PAPELERA_MS} milliseconds'`;
