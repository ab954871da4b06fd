const inPesos = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat("es-MX", { style: "currency", currency: "MXN", ...options });

const pesos = inPesos({ minimumFractionDigits: 2 });

// What the steps of an axis need: their cents, whole pesos, or the short writing of large amounts.
const AXES = {
  cents: pesos,
  pesos: inPesos({ maximumFractionDigits: 0 }),
  thousands: inPesos({ notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 }),
};

/** Prints an amount in pesos, given as a decimal text so that no cent is lost: `$1,234.50`. */
export function formatMoney(amount: string): string {
  // TypeScript's library does not know yet that format() takes decimal texts as they are.
  return pesos.format(amount as unknown as number);
}

/** Prints an amount beside an axis, with plain spaces: `$1,500`. */
export function formatAxisMoney(amount: number, steps: keyof typeof AXES): string {
  return AXES[steps].format(amount).replace(/[\u00a0\u202f]/g, " ");
}
