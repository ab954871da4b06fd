import { type Pesos, sum } from "~/models/dinero/amounts.server";
import { listTips } from "~/models/dinero/propina.server";
import { amountDue } from "./amount-due.server";
import { discountOf } from "./descuento.server";
import { settle } from "./settle.server";

/** What is charged: appointments that owe something, products, and what a sale still owes. `isDebt` when all of it was done before. */
type Charge = {
  citas: (Parameters<typeof listTips>[1][number] & { por_cobrar: Pesos })[];
  productos: { precio: Pesos; cantidad: number }[];
  saldo: Pesos;
  isDebt: boolean;
};

type Typed = { propinas: Parameters<typeof listTips>[0]; descuento: string | null } & Parameters<typeof settle>[2];

/**
 * Gives what a charge comes to, which writes nothing: the discount, what is due after it, the tips, how all of it is paid, the change and
 * what is left to be paid another day (`debe`). Throws WriteRejection `discount`, `tip`, `tip_percent` or a Misfit.
 */
export function quoteCobro({ isDebt, ...charge }: Charge, values: Typed) {
  const discount = discountOf(values.descuento, sum(charge.citas.map(({ por_cobrar }) => por_cobrar)));
  const due = amountDue(charge).minus(discount);
  const propinas = listTips(values.propinas, charge.citas, due);
  const settled = settle(due, sum(propinas.map(({ monto }) => monto)), values, isDebt);
  return { discount, due, propinas, ...settled, debe: due.minus(sum(settled.pagos.map(({ monto }) => monto))) };
}
