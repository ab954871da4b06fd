import type { Transaction } from "~/database/client.server";
import type { Libro, MetodoPago, Prisma } from "~/generated/client";

/** The account that changes money and stock, and the studio's day (`2026-11-21`) on which that counts. */
export type BookedBy = { cuenta_id: string; hoy: string };

type Row = { id: string; fecha: Date; metodo_pago: MetodoPago; monto: Prisma.Decimal; cita_id?: string | null };

/**
 * Writes a change of income, expenses or tips to the ledger: minus the row before, plus the row after. Call it in the transaction of
 * every such change, so that the ledger always adds up to the rows.
 */
export async function writeLedger(
  transaction: Transaction,
  libro: Libro,
  { before, after }: { before?: Row; after?: Row },
  cuenta_id: string,
): Promise<void> {
  const entry = ({ id: registro_id, fecha, metodo_pago, cita_id = null }: Row, monto: Prisma.Decimal) => ({
    libro,
    registro_id,
    fecha,
    metodo_pago,
    cita_id,
    monto,
    cuenta_id,
  });
  await transaction.asiento.createMany({
    data: [...(before ? [entry(before, before.monto.negated())] : []), ...(after ? [entry(after, after.monto)] : [])],
  });
}
