import { daysBetween, formatWeek } from "~/format/days.server";
import { formatEstimate, formatMoney, isNonZero, roundEstimate } from "~/format/numbers";
import { comparedWith, formatPeriodo, type Periodo } from "~/format/periodo.server";
import { capitalize, joinWords, plural } from "~/format/text";
import type { getReporte } from "~/models/dinero/reporte.server";

type Reporte = Awaited<ReturnType<typeof getReporte>>;

/** Whether a report has no figure but zeros. What is expected is of today, not of the period. */
export const hasNothing = ({ tablas }: Reporte) =>
  tablas.every(({ nombre, tabla }) => nombre === "proyecciones" || tabla?.filas.every(([, ...cells]) => !cells.some(isNonZero)));

/** A report in up to three sentences, as of the day `hoy`: what came in, what sold most, and what is expected or was left. */
export function summarizeReporte(reporte: Reporte, periodo: Periodo, hoy: string): string[] {
  const { sumas, proyeccion, tablas } = reporte;
  const [top, ...others] = tablas.find(({ nombre }) => nombre === "servicios")?.tabla?.filas ?? [];
  // Several that sold alike say nothing.
  const best = [top, ...others.filter((row) => row[1] === top?.[1])].map((row) => row?.[0] ?? "");
  const times = Number(top?.[1] ?? 0);
  const expected = [proyeccion?.este, proyeccion?.siguiente].find(
    (month) => periodo.tipo === "mes" && month?.mes === periodo.desde.slice(0, 7),
  );
  return [
    sumas ? describeIngresos(sumas, hasNothing(reporte) ? "nada" : "ingresos", periodo, hoy) : "",
    times > 0 && best.length <= 2
      ? `Lo que más se vendió: ${joinWords(best)} (${plural(times, "vez", "veces")}${best.length > 1 ? " cada uno" : ""}).`
      : "",
    expected ? `Esperamos cerrar el mes con ${formatEstimate(expected.esperado)}.` : sumas ? describeNeto(sumas.actual) : "",
  ].filter(Boolean);
}

type Sumas = NonNullable<Reporte["sumas"]>;

function describeIngresos({ actual, anterior, cambio }: Sumas, missing: string, periodo: Periodo, hoy: string): string {
  const [when, before] = [periodo, comparedWith(periodo, hoy)]
    .map((each) => formatWhen(each, hoy))
    .map((text) => (periodo.tipo === "mes" ? text.replace(/ de \d{4}$/, "") : text));
  const left = daysBetween(hoy, periodo.hasta);
  const isOpen = periodo.desde <= hoy && left > 0;
  if (!isNonZero(actual.ingresos)) return left > 0 ? `Todavía no hay ${missing} ${when}.` : capitalize(`${when} no entró nada.`);
  const sum = capitalize(`${when} ${isOpen ? "han entrado" : "entraron"} ${formatMoney(actual.ingresos)}`);
  const end = isOpen ? `. ${left === 1 ? "Falta 1 día" : `Faltan ${left} días`}.` : ".";
  if (!isNonZero(anterior.ingresos)) return `${sum}${end}`;
  const change = Number(cambio.ingresos);
  const size = Math.abs(change);
  const more = `${formatEstimate(roundEstimate(size, size < 10_000 ? 2 : 3))} ${change < 0 ? "menos" : "más"}`;
  return `${sum}, ${change === 0 ? "igual" : more} que ${before}${end}`;
}

function describeNeto({ egresos, neto }: Sumas["actual"]): string {
  if (!isNonZero(egresos)) return "";
  const [rest, isLoss] = [formatMoney(neto.replace("-", "")), neto.startsWith("-")];
  return isLoss ? `Se gastaron ${rest} más de lo que entró.` : `Después de los gastos quedaron ${rest}.`;
}

/** The period as the time of an amount: `en octubre de 2026`, `el 20 de noviembre`, `del 1 al 15 de noviembre de 2025`. */
export function formatWhen(periodo: Periodo, hoy: string): string {
  const { tipo, desde, hasta } = periodo;
  if (tipo !== "rango") return `en ${formatPeriodo(periodo)}`;
  if (desde.slice(0, 4) !== hasta.slice(0, 4)) return formatPeriodo(periodo);
  return `${desde === hasta ? "el" : "del"} ${formatWeek(desde, hasta, hoy)}`;
}
