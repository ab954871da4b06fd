// Formatters are expensive to make, so each is made once. Marked pure, so that a page's script leaves out those it does not use.

const integer = /* @__PURE__ */ new Intl.NumberFormat("es-MX");
const oneDecimal = /* @__PURE__ */ new Intl.NumberFormat("es-MX", { maximumFractionDigits: 1 });

const pesosFormat = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat("es-MX", { style: "currency", currency: "MXN", ...options });

const pesos = /* @__PURE__ */ pesosFormat({ minimumFractionDigits: 2 });

// The formats of an axis: with cents, in whole pesos, or in compact notation.
const AXIS_FORMATS = {
  cents: pesos,
  pesos: /* @__PURE__ */ pesosFormat({ maximumFractionDigits: 0 }),
  thousands: /* @__PURE__ */ pesosFormat({ notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 }),
};

/** Whether an amount, a decimal string, is given and is not zero. */
export function isNonZero(amount: string | null | undefined): boolean {
  return /[1-9]/.test(amount ?? "");
}

/** Whether an amount, a decimal string, is above zero. */
export const isPositive = (amount: string): boolean => isNonZero(amount) && !amount.startsWith("-");

// With the sign of people (U+2212) for the hyphen of programs.
const format = (formatter: Intl.NumberFormat, number: number | Intl.StringNumericLiteral) =>
  formatter.format(number).replace("-", "−");

/** Reads a percent as people write it (`10%`, `10 %`, `12,5 por ciento`) as a decimal text (`12.5`); null for anything else. */
export function readPercent(text: string): string | null {
  const [, whole, cents] = /^(\d{1,6})(?:[.,](\d{1,2}))?\s*(?:[%％٪]|por\s*ciento)$/i.exec(text.trim()) ?? [];
  return whole === undefined ? null : `${Number(whole)}${cents === undefined ? "" : `.${cents}`}`;
}

/** Formats an amount in pesos. It is a decimal string, so that no cent is lost to floating point: `$1,234.50`. */
export function formatMoney(amount: string): string {
  return format(pesos, amount as Intl.StringNumericLiteral);
}

/** Formats a price as it is said, with centavos only where it has some: `$450`, `$1,234.50`. */
export function formatPrice(amount: string): string {
  return amount.endsWith(".00") ? format(AXIS_FORMATS.pesos, amount as Intl.StringNumericLiteral) : formatMoney(amount);
}

/** Formats a difference in pesos with its sign: `+$350.00`, `−$350.00`; zero has none. */
export function formatChange(amount: string): string {
  return `${Number(amount) > 0 ? "+" : ""}${formatMoney(amount)}`;
}

/** Formats an estimate, in whole pesos: `unos $71,300`. */
export function formatEstimate(amount: number): string {
  return `${amount === 0 ? "" : "unos "}${format(AXIS_FORMATS.pesos, amount)}`;
}

/** Whole pesos with three significant digits, or as many as given, as an estimate is said: 71283.5 gives 71300. */
export function roundEstimate(amount: number, digits = 3): number {
  return Math.round(Number(amount.toPrecision(digits)));
}

/** Formats an amount of an axis, with plain spaces: `$1,500`. */
export function formatAxisMoney(amount: number, steps: keyof typeof AXIS_FORMATS): string {
  return format(AXIS_FORMATS[steps], amount).replace(/[\u00a0\u202f]/g, " ");
}

/** Formats an integer: `1,234`. */
export function formatNumber(number: number): string {
  return format(integer, number);
}

/** Formats a number with at most one decimal: `2.5`, `12`. */
export function formatOneDecimal(number: number): string {
  return format(oneDecimal, number);
}
