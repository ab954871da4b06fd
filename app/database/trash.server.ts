import type { Prisma, TipoPapelera } from "~/generated/client";
import { withoutLines } from "./actor.server";
import type { Transaction } from "./client.server";
import { isId } from "./fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "./idempotency.server";

/**
 * Deletes a record and keeps it in the trash, with the rows that go with it (SQL: move_to_trash). Gives the id of its copy.
 * Throws WriteRejection `missing` when there is no such record.
 */
export async function moveToTrash(
  transaction: Transaction,
  tipo: TipoPapelera,
  id: string | undefined,
  cuenta_id: string,
): Promise<string> {
  const [row] = isId(id)
    ? await transaction.$queryRaw<{ papelera_id: string | null }[]>`
        SELECT move_to_trash(${tipo}::tipo_papelera, ${id}::uuid, ${cuenta_id}::uuid) AS papelera_id`
    : [];
  if (!row?.papelera_id) throw new WriteRejection("missing");
  return row.papelera_id;
}

/** Deletes a record as `moveToTrash` does, in a write of its own. Gives the id of its copy. */
export function deleteToTrash(tipo: TipoPapelera, id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string, "missing">(key, (transaction) => moveToTrash(transaction, tipo, id, cuenta_id));
}

/** The same for a record with a stored picture. Gives the id of its copy, and that of the picture's file, or null. */
export function deleteWithPicture(tipo: TipoPapelera, id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<{ papelera_id: string; before: string | null }, "missing">(key, async (transaction) => {
    const papelera_id = await moveToTrash(transaction, tipo, id, cuenta_id);
    const copy = await transaction.papelera.findUniqueOrThrow({ where: { id: papelera_id }, select: { archivo_id: true } });
    return { papelera_id, before: copy.archivo_id };
  });
}

/** What a record referred to and no longer can: the column, and whether the other record is in the trash too. */
export type Perdido = { columna: string; enPapelera: boolean };

/** The rows that pointed at a record, by table: how many there were, point at it again, are in the trash, or may not. */
export type Unidos = { tabla: string; de: number; unidos: number; enPapelera: number; ocupados: number };

/** What came back with a record, and what did not. */
export type Restored = { perdidos: Perdido[]; unidos: Unidos[] };

/**
 * Restores a copy that the caller has locked, with `changes` to its row (SQL: restore_from_trash), without a line of the record
 * for each row. Throws what a constraint throws.
 */
export async function restoreRows(
  transaction: Transaction,
  papelera_id: string,
  changes: Prisma.InputJsonObject = {},
): Promise<Restored> {
  const restore = () => transaction.$queryRaw<{ restored: Restored }[]>`
    SELECT restore_from_trash(${papelera_id}::uuid, ${JSON.stringify(changes)}::jsonb) AS restored`;
  const [row] = await withoutLines(transaction, restore);
  if (!row) throw new Error("restore_from_trash gave no row");
  return row.restored;
}
