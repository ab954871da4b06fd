import { WriteRejection } from "~/database/idempotency.server";
import { isNonZero } from "~/format/numbers";
import { type MetodoPago, Prisma } from "~/generated/client";

// How what is due is paid. Pure: amounts in, payments out.

/** The method of what is left to be paid another day. */
export const DESPUES = "despues";

const ZERO = new Prisma.Decimal(0);

/** Why the payment that was typed does not fit what is due; the form says each in words. */
export type Misfit = "short" | "no_change" | "part" | "tip_short" | "tip_unpaid";

type Typed = {
  /** What the page showed as due; the same in `monto`, or nothing, means all that is due. */
  por_cobrar?: string;
  monto: string | null;
  metodo_pago: MetodoPago | typeof DESPUES;
  parte_metodo?: MetodoPago;
  parte_monto: string | null;
  /** The method of the tips; without it, that of the payment. */
  propina_metodo?: MetodoPago;
};

type Pago = { metodo_pago: MetodoPago; monto: Prisma.Decimal };

/**
 * Turns what was typed into the payments of what is due, the change, and the method that pays the tips: the chosen one; otherwise,
 * where cash is one of two methods, cash if it covers them. With `isDebt` less may be paid than is due. Throws WriteRejection with a
 * Misfit.
 */
export function settle(due: Prisma.Decimal, propinas: Prisma.Decimal, typed: Typed, isDebt: boolean) {
  const { metodo_pago, parte_metodo, propina_metodo } = typed;
  const reject = (misfit: Misfit) => new WriteRejection(misfit);
  const part: Pago | null =
    parte_metodo && isNonZero(typed.parte_monto)
      ? { metodo_pago: parte_metodo, monto: new Prisma.Decimal(typed.parte_monto ?? 0) }
      : null;
  if (part?.monto.greaterThan(due)) throw reject("part");
  const isAll = typed.monto === null || typed.monto === typed.por_cobrar;
  // What was typed is no part of what is put off.
  if (metodo_pago === DESPUES && !isAll && isNonZero(typed.monto)) throw reject("short");
  if (metodo_pago === DESPUES && part === null) {
    if (propinas.greaterThan(0) && !propina_metodo) throw reject("tip_unpaid");
    if (isDebt && due.greaterThan(0)) throw reject("short");
    return { pagos: [], cambio: ZERO, tipMethod: propina_metodo ?? "efectivo" };
  }
  const received = metodo_pago === DESPUES ? (part?.monto ?? ZERO) : isAll ? due : new Prisma.Decimal(typed.monto ?? 0);
  if (received.lessThan(due) && (isDebt ? received.isZero() : metodo_pago !== DESPUES)) throw reject("short");
  const main = metodo_pago === DESPUES ? null : { metodo_pago, monto: received.minus(part?.monto ?? ZERO) };
  if (main?.monto.isNegative()) throw reject("part");

  const given = [main, part].filter((pago) => pago !== null);
  const excess = Prisma.Decimal.max(ZERO, received.minus(due));
  const cash = given.find((pago) => pago.metodo_pago === "efectivo");
  const other = given.find((pago) => pago.metodo_pago !== "efectivo");
  // What was given by hand above what is due; without any, the tip comes on top of what is paid in cash.
  const forTips = cash && (cash === main && excess.greaterThan(0) ? excess : cash.monto);
  const tipPayer = !other || forTips?.greaterThanOrEqualTo(propinas) ? cash : other;
  const tipMethod = propina_metodo ?? tipPayer?.metodo_pago ?? "efectivo";
  // Cash above what is due is change, but for a tip in cash; above what is due by any other method is the tip.
  const isIncluded = excess.greaterThan(0) && (metodo_pago !== "efectivo" || tipMethod === "efectivo");
  const withTips = given.find((pago) => pago.metodo_pago === tipMethod && !pago.monto.lessThan(propinas)) ?? main;
  const cambio = excess.minus(isIncluded ? propinas : ZERO);
  if (cambio.isNegative()) throw reject("tip_short");
  if (metodo_pago !== "efectivo" && cambio.greaterThan(0)) throw reject("no_change");
  const pagos = given.map((pago) => ({
    ...pago,
    monto: pago.monto.minus(pago === main ? cambio : ZERO).minus(isIncluded && pago === withTips ? propinas : ZERO),
  }));
  return { pagos: pagos.filter(({ monto }) => !monto.isZero()), cambio, tipMethod };
}

/** Distributes payments over what is due, both in order. */
export function allocate<Due extends { left: Prisma.Decimal }>(dues: Due[], pagos: Pago[]): (Pago & { due: Due })[] {
  const open = dues.map((due) => ({ due, left: due.left }));
  return pagos.flatMap(({ metodo_pago, monto }) => {
    let rest = monto;
    return open.flatMap((each) => {
      const taken = Prisma.Decimal.min(rest, each.left);
      if (!taken.greaterThan(0)) return [];
      rest = rest.minus(taken);
      each.left = each.left.minus(taken);
      return { due: each.due, metodo_pago, monto: taken };
    });
  });
}
