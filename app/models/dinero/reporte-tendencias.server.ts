import { longDb } from "~/database/client.server";
import { addMonths, lastDayOf } from "~/format/days.server";
import type { Dias, Periodo } from "~/format/periodo.server";
import { SERVICIO_ELIMINADO } from "~/format/text";
import { Prisma } from "~/generated/client";
import { cambio, cells, dinero, type Fila, inDays, porcentaje, type Tabla, TITULOS, texto } from "./reporte-tabla.server";

// A month is compared only with a month in which the studio already had income, and only when it is over.

/** Income by month between two days, and the first month that has any. */
const monthsOf = (dias: Dias) => Prisma.sql`
  meses AS MATERIALIZED (
    SELECT date_trunc('month', fecha)::date AS mes, sum(monto) AS monto FROM ingresos_susa WHERE ${inDays("fecha", dias)} GROUP BY 1
  ), ${PRIMERO}`;

const PRIMERO = Prisma.sql`
  primero AS (SELECT date_trunc('month', min(fecha))::date AS mes FROM ingresos_susa WHERE isfinite(fecha))`;

/** The per cent by which `now` is more than `before`; null when there is nothing to divide by. */
const percent = (now: string, before: string) =>
  Prisma.raw(`CASE WHEN ${before} > 0 THEN round(100 * (${now} - ${before}) / ${before}, 1) END::text`);

/** The twelve months up to the end of the period or to this month, latest first, each against the one before and the same of a year before. */
export async function tendencias(periodo: Periodo, _zona: string, hoy: string): Promise<Tabla> {
  const [actual, pedido] = [hoy.slice(0, 7), periodo.hasta.slice(0, 7)];
  const last = pedido < actual ? pedido : actual;
  // The earliest is compared with the same month of the year before.
  const compared = { desde: `${addMonths(last, -23)}-01`, hasta: lastDayOf(last) };
  const before = (interval: string) => Prisma.sql`
    CASE WHEN lista.mes < ${`${actual}-01`}::date AND lista.mes - ${interval}::interval >= (SELECT mes FROM primero)
      THEN coalesce((SELECT monto FROM meses WHERE mes = lista.mes - ${interval}::interval), 0.00) END`;
  const rows = await longDb.$queryRaw<Fila<"mes" | "ingresos" | "de_mes" | "de_mes_pct" | "de_anio" | "de_anio_pct">[]>`
    WITH ${monthsOf(compared)}, lista AS (
      SELECT n::date AS mes FROM generate_series(${`${addMonths(last, -11)}-01`}::timestamp, ${`${last}-01`}::timestamp, '1 month') AS n
    ), comparados AS (
      SELECT lista.mes, coalesce(meses.monto, 0.00) AS monto, ${before("1 month")} AS mes_anterior, ${before("1 year")} AS anio_anterior
      FROM lista LEFT JOIN meses ON meses.mes = lista.mes
    )
    SELECT to_char(mes, 'YYYY-MM') AS mes, monto::text AS ingresos,
      (monto - mes_anterior)::text AS de_mes, ${percent("monto", "mes_anterior")} AS de_mes_pct,
      (monto - anio_anterior)::text AS de_anio, ${percent("monto", "anio_anterior")} AS de_anio_pct
    FROM comparados WHERE mes >= (SELECT mes FROM primero) ORDER BY comparados.mes DESC`;
  return {
    titulo: TITULOS.tendencias,
    segun: "Cada mes contra el anterior y contra el mismo del año anterior. El mes en curso se compara cuando termina.",
    columnas: [
      { titulo: "Mes", clase: "fecha" },
      dinero("Ingresos"),
      cambio("vs. mes anterior"),
      porcentaje("vs. mes anterior (%)"),
      cambio("vs. año pasado"),
      porcentaje("vs. año pasado (%)"),
    ],
    ...cells(rows, ["mes", "ingresos", "de_mes", "de_mes_pct", "de_anio", "de_anio_pct"]),
    vacia: "Todavía no hay ingresos en estos meses.",
  };
}

// Of those that grew and of those that fell: together as many as a screen shows at once.
const MAX_SERVICIOS = 3;

/** The services whose income grew or fell most: the last three complete months against the three before. */
export async function suben(periodo: Periodo, _zona: string, hoy: string): Promise<Tabla> {
  const complete = addMonths(hoy.slice(0, 7), -1);
  const pedido = periodo.hasta.slice(0, 7);
  const last = pedido < complete ? pedido : complete;
  const [first, middle] = [`${addMonths(last, -5)}-01`, `${addMonths(last, -2)}-01`];
  const rows = await longDb.$queryRaw<Fila<"servicio" | "ahora" | "antes" | "cambio" | "pct">[]>`
    WITH ${PRIMERO}, ventas AS (
      SELECT s.id, coalesce(s.nombre::text, ${SERVICIO_ELIMINADO}) AS servicio,
        coalesce(sum(i.monto) FILTER (WHERE i.fecha >= ${middle}::date), 0.00) AS ahora,
        coalesce(sum(i.monto) FILTER (WHERE i.fecha < ${middle}::date), 0.00) AS antes
      FROM ingresos_susa i JOIN citas_susa c ON c.id = i.cita_id LEFT JOIN servicios_susa s ON s.id = c.servicio_id
      -- A fee is no sale of the service.
      WHERE ${inDays("i.fecha", { desde: first, hasta: lastDayOf(last) })} AND i.concepto <> 'cargo'
        AND NOT EXISTS (SELECT FROM ingresos_susa d WHERE d.id = i.reversa_de AND d.concepto = 'cargo')
      GROUP BY s.id, s.nombre
    ), lugares AS (
      SELECT *, row_number() OVER (ORDER BY ahora - antes DESC, servicio) AS sube,
        row_number() OVER (ORDER BY ahora - antes, servicio) AS baja
      FROM ventas WHERE ahora <> antes AND (SELECT mes FROM primero) <= ${first}::date
    )
    SELECT servicio, ahora::text, antes::text, (ahora - antes)::text AS cambio, ${percent("ahora", "antes")} AS pct FROM lugares
    WHERE (ahora > antes AND sube <= ${MAX_SERVICIOS}) OR (ahora < antes AND baja <= ${MAX_SERVICIOS}) ORDER BY lugares.sube`;
  const falls = rows.filter(({ cambio }) => cambio?.startsWith("-")).length;
  const missing = rows.length === 0 ? "" : falls === 0 ? " Ninguno bajó." : falls === rows.length ? " Ninguno subió." : "";
  return {
    titulo: TITULOS.suben,
    segun: `Los que más subieron y más bajaron: lo cobrado en los últimos 3 meses completos contra los 3 anteriores.${missing}`,
    columnas: [
      texto("Servicio"),
      dinero("Últimos 3 meses"),
      dinero("Los 3 anteriores"),
      cambio("Cambio"),
      porcentaje("Cambio en %"),
    ],
    ...cells(rows, ["servicio", "ahora", "antes", "cambio", "pct"]),
    vacia: "Hacen falta 6 meses de ingresos para compararlos.",
  };
}
