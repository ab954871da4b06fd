import type { Transaction } from "~/database/client.server";
import { WriteRejection } from "~/database/idempotency.server";
import { isNonZero } from "~/format/numbers";
import { Prisma } from "~/generated/client";
import type { LockedCita } from "~/models/citas/visita.server";
import { amountOf, porCobrar, sum } from "~/models/dinero/amounts.server";

/**
 * Lowers the prices of appointments by a discount with its reason: pesos, or a percent of what is due, the first appointments first.
 * Gives them as they are now, and what the discount came to. Throws WriteRejection `discount` when it is more than is due, or a percent
 * of nothing.
 */
export async function applyDiscount(
  transaction: Transaction,
  citas: LockedCita[],
  { descuento, descuento_motivo }: { descuento: string | null; descuento_motivo: string | null },
): Promise<{ citas: LockedCita[]; discount: Prisma.Decimal }> {
  const discount = amountOf(descuento, sum(citas.map(porCobrar)));
  if (discount.isZero() && isNonZero(descuento)) throw new WriteRejection("discount");
  let rest = discount;
  const lowered: LockedCita[] = [];
  for (const cita of citas) {
    const taken = Prisma.Decimal.min(rest, porCobrar(cita));
    rest = rest.minus(taken);
    const prices = { precio: cita.precio.minus(taken), descuento: cita.descuento.plus(taken) };
    const motivos = [cita.descuento_motivo, descuento_motivo].filter(Boolean).join(", ").slice(0, 200);
    if (taken.greaterThan(0))
      await transaction.cita.update({
        where: { id: cita.id },
        data: { ...prices, descuento_motivo: motivos },
        select: { id: true },
      });
    lowered.push({ ...cita, ...prices });
  }
  if (rest.greaterThan(0)) throw new WriteRejection("discount");
  return { citas: lowered, discount };
}
