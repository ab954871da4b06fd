import { db, type Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { PAPELERA_MS } from "~/limits";
import { record } from "~/models/cuentas/bitacora.server";
import { type Copia, unseal } from "./copia.server";

export type { Copia } from "./copia.server";
export type { Tipo } from "./tipos.server";

/** Lists a page of what can be brought back, newest first, with who deleted it, and the total. `copia` is null when unreadable. */
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
  const entradas = rows.map(({ id, tipo, sobre, cuenta_id, created_at }) => ({
    id,
    tipo,
    created_at,
    quien: emails.get(cuenta_id) ?? null,
    copia: unseal(sobre),
  }));
  return { entradas, total };
}

/** Gives one copy: its kind, who deleted it and what it holds (null when unreadable); null when it is not in the trash. */
export async function getEntrada(id: string | undefined) {
  const row = isId(id) ? await db.papelera.findUnique({ where: { id } }) : null;
  return row && { id: row.id, tipo: row.tipo, cuenta_id: row.cuenta_id, archivo_id: row.archivo_id, copia: unseal(row.sobre) };
}

/** Locks a copy until the transaction ends. Throws WriteRejection `missing` or, encrypted with another key, `unreadable`. */
export async function lockCopy(transaction: Transaction, id: string | undefined) {
  if (!isId(id)) throw new WriteRejection("missing");
  await transaction.$queryRaw`SELECT FROM papelera_susa WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await transaction.papelera.findUnique({ where: { id } });
  if (!row) throw new WriteRejection("missing");
  const copia: Copia | null = unseal(row.sobre);
  if (!copia) throw new WriteRejection("unreadable");
  return { id, tipo: row.tipo, registro_id: row.registro_id, archivo_id: row.archivo_id, copia };
}

/** Deletes a copy for good, and gives the id of the file that it kept, or null. */
export function deleteForever(id: string | undefined, key: IdempotencyKey) {
  return writeOnce<{ archivo_id: string | null }, "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    // Waits for a request that is bringing it back.
    await transaction.$queryRaw`SELECT FROM papelera_susa WHERE id = ${id}::uuid FOR UPDATE`;
    const row = await transaction.papelera.findUnique({
      where: { id },
      select: { tipo: true, registro_id: true, archivo_id: true },
    });
    if (!row) throw new WriteRejection("missing");
    await transaction.papelera.delete({ where: { id }, select: { id: true } });
    const { tipo, registro_id, archivo_id } = row;
    await record(transaction, { accion: "eliminacion_definitiva", tipo, registro_id });
    return { archivo_id };
  });
}

/** Deletes copies older than 30 days; the clean-up of pictures then removes their files. */
export const PURGE_PAPELERA = `DELETE FROM papelera_susa WHERE created_at < now() - interval '${PAPELERA_MS} milliseconds'`;
