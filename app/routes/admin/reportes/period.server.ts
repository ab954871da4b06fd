import { calendarDay } from "~/database/fields.server";
import { isYearMonth } from "~/format/days.server";
import { monthOf, type Periodo, yearOf } from "~/format/periodo.server";

/** The values of the forms that choose a period; empty when missing. */
export type PeriodoInput = { mes: string; anio: string; desde: string; hasta: string };

/**
 * Reads the period of a report from the URL: `mes`, or else `anio`, or else `desde` and `hasta`. Without one it is the month of
 * `hoy`; for an invalid one too, with an error for the person.
 */
export function readPeriodo(request: Request, hoy: string): { periodo: Periodo; input: PeriodoInput; error: string | null } {
  const params = new URL(request.url).searchParams;
  const read = (name: keyof PeriodoInput) => (params.get(name) ?? "").replaceAll("\0", "").trim().slice(0, 40);
  const input = { mes: read("mes"), anio: read("anio"), desde: read("desde"), hasta: read("hasta") };
  const parsed = parsePeriodo(input);
  return typeof parsed === "string"
    ? { periodo: monthOf(hoy.slice(0, 7)), input, error: parsed }
    : { periodo: parsed ?? monthOf(hoy.slice(0, 7)), input, error: null };
}

const day = calendarDay();

function parsePeriodo({ mes, anio, desde, hasta }: PeriodoInput): Periodo | string | null {
  if (mes) return isYearMonth(mes) ? monthOf(mes) : "Escribe el mes como año-mes: 2026-11.";
  if (anio) return /^20\d\d$/.test(anio) ? yearOf(anio) : "Escribe el año con cuatro cifras, de 2000 a 2099.";
  if (!desde && !hasta) return null;
  if (!desde || !hasta) return "Escribe las dos fechas: desde cuándo y hasta cuándo.";
  if (![desde, hasta].every((text) => day.safeParse(text).success))
    return "Escribe las fechas como año-mes-día, de 2000 a 2099: 2026-11-21.";
  return desde <= hasta ? { tipo: "rango", desde, hasta } : "«Desde» va antes que «Hasta»: cambia una de las dos fechas.";
}
