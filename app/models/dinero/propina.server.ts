import type { Transaction } from "~/database/client.server";
import type { Prisma } from "~/generated/client";
import { writeLedger } from "./asiento.server";

/** Writes a tip and its entry in the ledger, whose book no sum of income reads. Nothing else inserts tips. */
export async function recordPropina(transaction: Transaction, data: Prisma.PropinaUncheckedCreateInput, cuenta_id: string) {
  const { cita_id: _, ...after } = await transaction.propina.create({ data });
  await writeLedger(transaction, "propina", { after }, cuenta_id);
}

/** Reverses the tips of an appointment or of a sale that were not reversed yet, on the day `fecha`. */
export async function reversePropinas(
  transaction: Transaction,
  of: { cita_id: string } | { venta_id: string },
  fecha: Date,
  cuenta_id: string,
) {
  const rows = await transaction.propina.findMany({ where: { ...of, reversa_de: null, reversa: null }, orderBy: { id: "asc" } });
  for (const { id, created_at: _, monto, ...row } of rows)
    await recordPropina(transaction, { ...row, monto: monto.negated(), reversa_de: id, fecha }, cuenta_id);
}
