import type { Transaction } from "~/database/client.server";
import { WriteRejection } from "~/database/idempotency.server";
import { isNonZero } from "~/format/numbers";
import { Prisma } from "~/generated/client";
import type { LockedCita } from "~/models/citas/visita.server";
import { amountOf, porCobrar } from "~/models/dinero/amounts.server";

/**
 * Gives what a typed discount comes to on `services`, what some appointments owe: pesos, or a percent. Throws WriteRejection `discount`
 * when it is more than that, or a percent of nothing.
 */
export function discountOf(descuento: string | null, services: Prisma.Decimal): Prisma.Decimal {
  const discount = amountOf(descuento, services);
  if (discount.greaterThan(services) || (discount.isZero() && isNonZero(descuento))) throw new WriteRejection("discount");
  return discount;
}

/**
 * Lowers the prices of appointments by a discount with its reason, the first appointments first, and gives them as they are now. Throws
 * WriteRejection `discount` when it is more than they cost: one that was given back more than it was paid owes more than its price.
 */
export async function applyDiscount(
  transaction: Transaction,
  citas: LockedCita[],
  discount: Prisma.Decimal,
  descuento_motivo: string | null,
): Promise<LockedCita[]> {
  let rest = discount;
  const lowered: LockedCita[] = [];
  for (const cita of citas) {
    const taken = Prisma.Decimal.min(rest, porCobrar(cita), cita.precio);
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
  if (!rest.isZero()) throw new WriteRejection("discount");
  return lowered;
}
