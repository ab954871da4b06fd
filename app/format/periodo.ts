import { addDays, formatCalendarDay, formatMonth } from "./dates";

/** A stretch of calendar days, both ends included. */
export type Dias = { desde: string; hasta: string };

/** What a report is of: a month (`2026-11`), a year (`2026`), or any days. */
export type Periodo = Dias & { tipo: "mes" | "anio" | "rango" };

/** The whole month of a text like `2026-11`. */
export function monthOf(mes: string): Periodo {
  return { tipo: "mes", desde: `${mes}-01`, hasta: addDays(`${shiftMonth(mes, 1)}-01`, -1) };
}

/** The whole year of a text like `2026`. */
export function yearOf(anio: string): Periodo {
  return { tipo: "anio", desde: `${anio}-01-01`, hasta: `${anio}-12-31` };
}

/** The one of the same length that ends where this one begins: a month and a year by the calendar, days by their number. */
export function previousOf(periodo: Periodo): Periodo {
  return neighbour(periodo, -1);
}

/** The one of the same length that begins where this one ends. */
export function nextOf(periodo: Periodo): Periodo {
  return neighbour(periodo, 1);
}

function neighbour({ tipo, desde, hasta }: Periodo, side: -1 | 1): Periodo {
  if (tipo === "mes") return monthOf(shiftMonth(desde.slice(0, 7), side));
  if (tipo === "anio") return yearOf(String(Number(desde.slice(0, 4)) + side));
  const days = side * countDays({ desde, hasta });
  return { tipo, desde: addDays(desde, days), hasta: addDays(hasta, days) };
}

/** The whole months of a period, from the first day of the first to the last of the last; null when it has none. */
export function wholeMonths({ desde, hasta }: Dias): Dias | null {
  const first = desde.endsWith("-01") ? desde : `${shiftMonth(desde.slice(0, 7), 1)}-01`;
  const last = addDays(`${addDays(hasta, 1).slice(0, 7)}-01`, -1);
  return first < last ? { desde: first, hasta: last } : null;
}

/** How many days a period has. */
function countDays({ desde, hasta }: Dias): number {
  return (Date.parse(hasta) - Date.parse(desde)) / 86_400_000 + 1;
}

/** The steps in which a period is told: its days, up to two months; its months, up to five years; its years. */
export function stepOf(dias: Dias): "day" | "month" | "year" {
  const days = countDays(dias);
  if (days <= 62) return "day";
  return days <= 5 * 366 ? "month" : "year";
}

/** Prints a period: `noviembre de 2026`, `2026`, `del 01/11/2026 al 15/11/2026`. */
export function formatPeriodo({ tipo, desde, hasta }: Periodo): string {
  if (tipo === "mes") return formatMonth(desde.slice(0, 7));
  if (tipo === "anio") return desde.slice(0, 4);
  return desde === hasta ? formatCalendarDay(desde) : `del ${formatCalendarDay(desde)} al ${formatCalendarDay(hasta)}`;
}

/** How the address of a report names its period. */
export function periodoSearch({ tipo, desde, hasta }: Periodo): string {
  if (tipo === "mes") return `?mes=${desde.slice(0, 7)}`;
  return tipo === "anio" ? `?anio=${desde.slice(0, 4)}` : `?desde=${desde}&hasta=${hasta}`;
}

function shiftMonth(mes: string, months: number): string {
  const date = new Date(`${mes}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}
