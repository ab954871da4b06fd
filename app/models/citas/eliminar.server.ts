import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { keepCopy } from "~/models/papelera/copia.server";

/** Deletes an appointment; its income and stock movements stay, with their link to it set to null. Gives the id of its copy. */
export function deleteCita(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string, "missing">(key, async (transaction) => {
    const papelera_id = await keepCopy(transaction, "cita", id, cuenta_id);
    if (papelera_id === null) throw new WriteRejection("missing");
    await transaction.cita.delete({ where: { id }, select: { id: true } });
    return papelera_id;
  });
}
