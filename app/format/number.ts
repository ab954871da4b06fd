// Formatters are expensive to make, so each is made once.

const integer = new Intl.NumberFormat("es-MX");
const oneDecimal = new Intl.NumberFormat("es-MX", { maximumFractionDigits: 1 });

/** Formats an integer: `1,234`. */
export function formatNumber(number: number): string {
  return integer.format(number);
}

/** Formats a number with at most one decimal: `2.5`, `12`. */
export function formatOneDecimal(number: number): string {
  return oneDecimal.format(number);
}
