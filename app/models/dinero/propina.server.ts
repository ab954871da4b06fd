import type { Transaction } from "~/database/client.server";
import { WriteRejection } from "~/database/idempotency.server";
import { isNonZero } from "~/format/numbers";
import { fullName } from "~/format/text";
import type { Prisma } from "~/generated/client";
import { amountOf, type Pesos } from "./amounts.server";
import { writeLedger } from "./asiento.server";

type Tip = { empleado_id: string; monto: string | null };
type Attended = { id: string; empleado: { id: string; nombre: string } | null };

/** Gives who may be tipped for some appointments: the specialist of each, by first name, for the first one of hers. */
export function listTippable(citas: Attended[]) {
  return citas.flatMap(({ id: cita_id, empleado }, index) => {
    const isFirst = citas.findIndex((cita) => cita.empleado?.id === empleado?.id) === index;
    return empleado && isFirst ? [{ empleado_id: empleado.id, nombre: empleado.nombre, cita_id }] : [];
  });
}

/**
 * Reads the tips that were typed for who may be tipped for some appointments: pesos, or a percent of what is `due`. Throws
 * WriteRejection `tip` for somebody who attended none of them, `tip_percent` for a percent of nothing.
 */
export function listTips(typed: Tip[], citas: Attended[], due: Pesos) {
  const tippable = listTippable(citas);
  return typed
    .filter(({ monto }) => isNonZero(monto))
    .map((tip) => {
      const to = tippable.find(({ empleado_id }) => empleado_id === tip.empleado_id);
      if (!to) throw new WriteRejection("tip");
      const monto = amountOf(tip.monto, due);
      if (monto.isZero()) throw new WriteRejection("tip_percent");
      return { ...to, monto };
    });
}

/**
 * Writes a tip, or its handover, and its entry in the ledger, whose book no sum of income reads. Its specialist's name stays when she is
 * deleted. Nothing else inserts tips.
 */
export async function recordPropina(transaction: Transaction, row: Prisma.PropinaUncheckedCreateInput, cuenta_id: string) {
  const empleado = row.empleado_id ? await transaction.empleado.findUnique({ where: { id: row.empleado_id } }) : null;
  const data = { ...row, empleado_nombre: empleado ? fullName(empleado) : row.empleado_nombre };
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
