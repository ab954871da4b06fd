import { oneOf } from "~/database/fields.server";
import type { MetodoPago } from "~/generated/client";

/** The methods of payment as the specification writes them; capitalized, they are their labels. */
export const METODOS = ["efectivo", "tarjeta", "transferencia", "otro"] as const satisfies readonly MetodoPago[];

/** A method of payment from the list. */
export function metodoPago() {
  return oneOf(METODOS, "Elige un método de pago de la lista.");
}
