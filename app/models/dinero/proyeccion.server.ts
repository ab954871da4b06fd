import { addMonths, daysBetween, lastDayOf } from "~/format/days.server";
import type { Periodo } from "~/format/periodo.server";
import { Prisma } from "~/generated/client";
import { type Celda, dinero, inMoments, type Reader, type Tabla, TITULOS, texto } from "./reporte-tabla.server";
import { MESES } from "./reporte-tendencias.server";

/** How sure a projection is: the fewer months there are and the more they differ, the less. */
export type Seguridad = "bastante" | "media" | "poca";

/** The expected income of a month with its range, and the appointments that are booked for it; amounts are decimal texts. */
export type MesEsperado = { mes: string; esperado: string; desde: string; hasta: string; agendado: string };

export type Proyeccion = {
  /** The complete months that it is computed from (`2026-10`), at most three. */
  meses: string[];
  /** What has come in this month, the days left in it, and what came in on as many last days of those months, on average. */
  entrado: string;
  faltan: number;
  resto: string | null;
  /** The per cent of what was booked in those months that was paid; null without appointments. */
  pagado: string | null;
  /** By how much the months differ, in per cent of their mean. */
  variacion: string | null;
  /** How many times those months the next one was a year ago; null when that is unknown or too far off. */
  temporada: string | null;
  /** Null with less than two complete months. */
  este: MesEsperado | null;
  siguiente: MesEsperado | null;
  seguridad: Seguridad;
};

const MESES_BASE = 3;
const MIN_MESES = 2;

/**
 * Projects the income of the month of `hoy` and of the next one (docs/decisions/0053). This month: what has come in, and what
 * usually comes in on as many last days of a month, or the paid share of what is booked if that is more. The next one: the mean of
 * the last complete months, times what it was to them a year ago, or what is booked.
 */
export async function getProyeccion(reader: Reader, zona: string, hoy: string): Promise<Proyeccion> {
  const actual = hoy.slice(0, 7);
  const siguiente = addMonths(actual, 1);
  const faltan = daysBetween(hoy, lastDayOf(actual));
  const day = (mes: string) => Prisma.sql`${`${mes}-01`}::date`;
  const base = { desde: `${addMonths(actual, -MESES_BASE)}-01`, hasta: lastDayOf(addMonths(actual, -1)) };
  const agendado = (desde: string, mes: string) => Prisma.sql`
    (SELECT coalesce(sum(greatest(precio - cobrado, 0)), 0.00) FROM citas_susa
      WHERE estado IN ('programada', 'confirmada') AND ${inMoments("fecha_hora", { desde, hasta: lastDayOf(mes) }, zona)})`;
  const [row] = await reader.$queryRaw<(Record<Amount, string> & Record<Unknown, string | null> & { meses: string | null })[]>`
    WITH ${MESES}, base AS (
      SELECT n::date AS mes, coalesce(meses.monto, 0.00) AS monto, coalesce(antes.monto, 0.00) AS hace_un_anio, (
          SELECT coalesce(sum(monto), 0.00) FROM ingresos_susa
          WHERE fecha >= greatest(n::date, (n + interval '1 month')::date - ${faltan}::int) AND fecha < (n + interval '1 month')::date
        ) AS resto
      FROM generate_series(${base.desde}::timestamp, ${base.hasta}::timestamp, '1 month') AS n
      LEFT JOIN meses ON meses.mes = n LEFT JOIN meses AS antes ON antes.mes = n - interval '1 year'
      WHERE n >= (SELECT mes FROM primero)
    ), resumen AS (
      SELECT string_agg(to_char(mes, 'YYYY-MM'), ' ' ORDER BY mes) AS meses, avg(monto) AS media, min(monto) AS menor,
        max(monto) AS mayor, avg(resto) AS resto, min(resto) AS resto_menor, max(resto) AS resto_mayor,
        CASE WHEN min(mes) - interval '1 year' >= (SELECT mes FROM primero) THEN avg(hace_un_anio) END AS media_hace_un_anio
      FROM base
    ), agenda AS (
      SELECT ${agendado(hoy, actual)} AS este, ${agendado(`${siguiente}-01`, siguiente)} AS otro,
        (SELECT sum(least(cobrado, precio)) / nullif(sum(precio), 0) FROM citas_susa WHERE ${inMoments("fecha_hora", base, zona)}) AS pagado
    ), todo AS (
      SELECT *, coalesce((SELECT monto FROM meses WHERE mes = ${day(actual)}), 0.00) AS entrado,
        (SELECT monto FROM meses WHERE mes = ${day(addMonths(siguiente, -12))}) / nullif(media_hace_un_anio, 0) AS cruda
      FROM resumen, agenda
    ), ajustado AS (
      -- A season beyond half or double is rather a studio that was opening, or closed.
      SELECT *, CASE WHEN cruda BETWEEN 0.5 AND 2 THEN cruda END AS temporada FROM todo
    )
    SELECT meses, round(entrado, 2)::text AS entrado, round(este, 2)::text AS este_agendado, round(otro, 2)::text AS otro_agendado,
      round(resto, 2)::text AS resto, round(100 * pagado)::text AS pagado, round(temporada, 1)::text AS temporada,
      round(100 * (mayor - menor) / nullif(media, 0))::text AS variacion,
      round(entrado + greatest(resto, este * pagado), 2)::text AS este,
      round(entrado + resto_menor, 2)::text AS este_desde,
      round(entrado + greatest(resto_mayor, este * pagado), 2)::text AS este_hasta,
      round(greatest(media * coalesce(temporada, 1), otro * pagado), 2)::text AS otro,
      round(menor * coalesce(temporada, 1), 2)::text AS otro_desde,
      round(greatest(mayor * coalesce(temporada, 1), otro * pagado), 2)::text AS otro_hasta
    FROM ajustado`;
  if (!row) throw new Error("no projection");
  const meses = row.meses?.split(" ") ?? [];
  const isEnough = meses.length >= MIN_MESES;
  const month = (mes: string, name: "este" | "otro"): MesEsperado => ({
    mes,
    esperado: row[name] ?? "0.00",
    desde: row[`${name}_desde`] ?? "0.00",
    hasta: row[`${name}_hasta`] ?? "0.00",
    agendado: row[`${name}_agendado`],
  });
  const { entrado, resto, pagado, variacion, temporada } = row;
  return {
    meses,
    entrado,
    faltan,
    resto,
    pagado,
    variacion,
    temporada,
    este: isEnough ? month(actual, "este") : null,
    siguiente: isEnough ? month(siguiente, "otro") : null,
    seguridad: rate(meses.length, variacion),
  };
}

type Amount = "entrado" | "este_agendado" | "otro_agendado";
type Unknown =
  | "resto"
  | "pagado"
  | "variacion"
  | "temporada"
  | "este"
  | "este_desde"
  | "este_hasta"
  | "otro"
  | "otro_desde"
  | "otro_hasta";

function rate(months: number, variacion: string | null): Seguridad {
  if (months < MESES_BASE || variacion === null || Number(variacion) > 60) return "poca";
  return Number(variacion) > 20 ? "media" : "bastante";
}

/** The projection as a table, for its file. */
export function asProyecciones({ meses, entrado, este, siguiente, seguridad }: Proyeccion): Tabla {
  const row = (month: MesEsperado | null, entrado: string): Celda[][] =>
    month ? [[month.mes, entrado, month.agendado, month.esperado, month.desde, month.hasta, seguridad, meses.join(" ")]] : [];
  return {
    titulo: TITULOS.proyecciones,
    segun: "Se calculan hoy con los últimos meses completos y con la agenda: son una idea de lo que viene, no una promesa.",
    columnas: [
      { titulo: "Mes", clase: "fecha" },
      dinero("Ya entró"),
      dinero("Citas agendadas"),
      dinero("Se espera"),
      dinero("Desde"),
      dinero("Hasta"),
      texto("Confianza"),
      texto("Meses que se usaron"),
    ],
    filas: [...row(este, entrado), ...row(siguiente, "0.00")],
    total: null,
  };
}

export const proyecciones = async (reader: Reader, _periodo: Periodo, zona: string, hoy: string) =>
  asProyecciones(await getProyeccion(reader, zona, hoy));
