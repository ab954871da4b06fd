import type { Transaction } from "~/database/client.server";
import type { Libro, MetodoPago, Prisma } from "~/generated/client";

type Row = { id: string; fecha: Date; metodo_pago: MetodoPago; monto: Prisma.Decimal; cita_id?: string | null };

/**
 * Writes into the books what a change of income or expenses came to: what was taken out, what was put in, and by whom.
 * Whoever writes a row of either calls this in the same transaction, so that the rows always are the sum of the books.
 */
export async function writeLedger(
  transaction: Transaction,
  libro: Libro,
  { before, after }: { before?: Row; after?: Row },
  cuenta_id: string,
): Promise<void> {
  const line = ({ id: registro_id, fecha, metodo_pago, cita_id = null }: Row, monto: Prisma.Decimal) => ({
    libro,
    registro_id,
    fecha,
    metodo_pago,
    cita_id,
    monto,
    cuenta_id,
  });
  await transaction.asiento.createMany({
    data: [...(before ? [line(before, before.monto.negated())] : []), ...(after ? [line(after, after.monto)] : [])],
  });
}
