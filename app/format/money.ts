const pesos = new Intl.NumberFormat("es-MX", { style: "currency", currency: "MXN", minimumFractionDigits: 2 });

/** Prints an amount in pesos, given as a decimal text so that no cent is lost: `$1,234.50`. */
export function formatMoney(amount: string): string {
  // TypeScript's library does not know yet that format() takes decimal texts as they are.
  return pesos.format(amount as unknown as number);
}
