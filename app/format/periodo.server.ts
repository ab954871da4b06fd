import { formatCalendarDay, formatMonth } from "./dates";
import { addDays, addMonths, daysBetween, lastDayOf } from "./days.server";

/** A range of calendar days, both ends included. */
export type Dias = { desde: string; hasta: string };

/** The period of a report: a month (`2026-11`), a year (`2026`), or any range of days. */
export type Periodo = Dias & { tipo: "mes" | "anio" | "rango" };

/** The period of a month like `2026-11`. */
export function monthOf(mes: string): Periodo {
  return { tipo: "mes", desde: `${mes}-01`, hasta: lastDayOf(mes) };
}

/** The period of a year like `2026`. */
export function yearOf(anio: string): Periodo {
  return { tipo: "anio", desde: `${anio}-01-01`, hasta: `${anio}-12-31` };
}

/** The period before this one: the previous month or year, or as many days as this one has. */
export function previousOf(periodo: Periodo): Periodo {
  return shiftPeriodo(periodo, -1);
}

/** The period after this one: the next month or year, or as many days as this one has. */
export function nextOf(periodo: Periodo): Periodo {
  return shiftPeriodo(periodo, 1);
}

/** What a period is compared with, as of the day `hoy`: the period before, and of one that is not over only the same days of it. */
export function comparedWith(periodo: Periodo, hoy: string): Periodo {
  const before = previousOf(periodo);
  if (hoy < periodo.desde || hoy >= periodo.hasta) return before;
  const sameDay =
    periodo.tipo === "rango"
      ? addDays(before.desde, daysBetween(periodo.desde, hoy))
      : addMonths(hoy.slice(0, 7), periodo.tipo === "mes" ? -1 : -12) + hoy.slice(7);
  const hasta = [sameDay, lastDayOf(sameDay.slice(0, 7))].sort()[0] ?? sameDay;
  return hasta === before.hasta ? before : { tipo: "rango", desde: before.desde, hasta };
}

function shiftPeriodo({ tipo, desde, hasta }: Periodo, direction: -1 | 1): Periodo {
  if (tipo === "mes") return monthOf(addMonths(desde.slice(0, 7), direction));
  if (tipo === "anio") return yearOf(String(Number(desde.slice(0, 4)) + direction));
  const days = direction * countDays({ desde, hasta });
  return { tipo, desde: addDays(desde, days), hasta: addDays(hasta, days) };
}

function countDays({ desde, hasta }: Dias): number {
  return daysBetween(desde, hasta) + 1;
}

/** The step of a chart of a period: days up to two months, months up to five years, otherwise years. */
export function stepOf(dias: Dias): "day" | "month" | "year" {
  const days = countDays(dias);
  if (days <= 62) return "day";
  return days <= 5 * 366 ? "month" : "year";
}

/** Formats a period: `noviembre de 2026`, `2026`, `del 01/11/2026 al 15/11/2026`. */
export function formatPeriodo({ tipo, desde, hasta }: Periodo): string {
  if (tipo === "mes") return formatMonth(desde.slice(0, 7));
  if (tipo === "anio") return desde.slice(0, 4);
  return desde === hasta ? formatCalendarDay(desde) : `del ${formatCalendarDay(desde)} al ${formatCalendarDay(hasta)}`;
}

/** The query string of a report's URL for a period. */
export function periodoSearch({ tipo, desde, hasta }: Periodo): string {
  if (tipo === "mes") return `?mes=${desde.slice(0, 7)}`;
  return tipo === "anio" ? `?anio=${desde.slice(0, 4)}` : `?desde=${desde}&hasta=${hasta}`;
}
