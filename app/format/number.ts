// A formatter is costly to make and never given back by the processor's cache: each is made once, here or in money.ts.

const whole = new Intl.NumberFormat("es-MX");
const oneDecimal = new Intl.NumberFormat("es-MX", { maximumFractionDigits: 1 });

/** Prints a number as it is counted: `1,234`. */
export function formatNumber(number: number): string {
  return whole.format(number);
}

/** Prints a measure with one decimal at most: `2.5`, `12`. */
export function formatOneDecimal(number: number): string {
  return oneDecimal.format(number);
}
