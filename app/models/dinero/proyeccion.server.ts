import { db } from "~/database/client.server";
import { sharedRead } from "~/database/shared-read.server";
import { addMonths, daysBetween, lastDayOf } from "~/format/days.server";
import { roundEstimate } from "~/format/numbers";
import type { Periodo } from "~/format/periodo.server";
import { Prisma } from "~/generated/client";
import { IS_OPEN } from "~/models/citas/estado";
import { porCobrarOf } from "./amounts.server";
import { type Celda, dinero, inDays, inMoments, type Tabla, TITULOS, texto } from "./reporte-tabla.server";

/** The expected income of a month, in pesos, and what its appointments have still to pay, as a decimal text. */
export type MesEsperado = { mes: string; esperado: number; agendado: string };

export type Proyeccion = {
  /** The complete months that it is computed from (`2026-10`), at most three. */
  meses: string[];
  /** Their mean, in pesos. */
  promedio: number;
  /** What has come in this month, the days left in it, and what would come in on them at the pace of those months. */
  entrado: string;
  faltan: number;
  resto: number;
  /** Null with less than two complete months. */
  este: MesEsperado | null;
  siguiente: MesEsperado | null;
};

const MESES_BASE = 3;
const MIN_MESES = 2;

/**
 * Projects the income of the month of `hoy`: what has come in, and for the days left the mean of the last complete months, or what
 * is booked if that is more. And of the next one: that mean, or what is booked. A report needs it twice.
 */
export const getProyeccion = sharedRead(async (zona: string, hoy: string): Promise<Proyeccion> => {
  const actual = hoy.slice(0, 7);
  const next = addMonths(actual, 1);
  const base = Array.from({ length: MESES_BASE }, (_, n) => addMonths(actual, n - MESES_BASE));
  const baseDays = { desde: `${addMonths(actual, -MESES_BASE)}-01`, hasta: lastDayOf(addMonths(actual, -1)) };
  const month = (mes: string) => ({ desde: `${mes}-01`, hasta: lastDayOf(mes) });
  const [row] = await db.$queryRaw<Row[]>`
    SELECT (SELECT to_char(min(fecha), 'YYYY-MM') FROM ingresos_susa WHERE isfinite(fecha)) AS primero,
      (SELECT coalesce(sum(monto), 0)::float8 FROM ingresos_susa WHERE ${inDays("fecha", baseDays)}) AS suma,
      (SELECT coalesce(sum(monto), 0.00)::text FROM ingresos_susa WHERE ${inDays("fecha", month(actual))}) AS entrado,
      (SELECT coalesce(sum(${porCobrarOf("citas_susa")}), 0.00)::text FROM citas_susa
        WHERE ${Prisma.raw(IS_OPEN)} AND ${inMoments("fecha_hora", { ...month(actual), desde: hoy }, zona)}) AS este,
      (SELECT coalesce(sum(${porCobrarOf("citas_susa")}), 0.00)::text FROM citas_susa
        WHERE ${Prisma.raw(IS_OPEN)} AND ${inMoments("fecha_hora", month(next), zona)}) AS siguiente`;
  if (!row) throw new Error("no projection");
  const meses = base.filter((mes) => row.primero !== null && mes >= row.primero);
  const promedio = row.suma / Math.max(meses.length, 1);
  const faltan = daysBetween(hoy, lastDayOf(actual));
  const resto = (promedio * faltan) / Number(lastDayOf(actual).slice(8));
  const isEnough = meses.length >= MIN_MESES;
  const expected = (mes: string, esperado: number, agendado: string) =>
    isEnough ? { mes, esperado: roundEstimate(esperado), agendado } : null;
  return {
    meses,
    promedio: roundEstimate(promedio),
    entrado: row.entrado,
    faltan,
    resto: roundEstimate(resto),
    este: expected(actual, Number(row.entrado) + Math.max(resto, Number(row.este)), row.este),
    siguiente: expected(next, Math.max(promedio, Number(row.siguiente)), row.siguiente),
  };
});

type Row = { primero: string | null; suma: number; entrado: string; este: string; siguiente: string };

/** The projection as a table, for its file. */
export async function proyecciones(_periodo: Periodo, zona: string, hoy: string): Promise<Tabla> {
  const { meses, entrado, este, siguiente } = await getProyeccion(zona, hoy);
  const row = (month: MesEsperado | null, entrado: string): Celda[][] =>
    month ? [[month.mes, entrado, month.agendado, month.esperado.toFixed(2), meses.join(" ")]] : [];
  return {
    titulo: TITULOS.proyecciones,
    segun: "Se calculan hoy con los últimos meses completos y con la agenda: son una idea de lo que viene, no una promesa.",
    columnas: [
      { titulo: "Mes", clase: "fecha" },
      ...["Ya entró", "Citas agendadas", "Se espera"].map(dinero),
      texto("Meses que se usaron"),
    ],
    filas: [...row(este, entrado), ...row(siguiente, "0.00")],
    total: null,
  };
}
