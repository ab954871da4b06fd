import { Prisma } from "~/generated/client";
import { PAGE_SIZE } from "~/limits";
import { db } from "./client.server";
import { pageOf } from "./paging.server";

/** The condition that the monthly totals are of the month `mes` (`2026-11`); null for an empty text. */
export function isMonth(mes: string): Prisma.Sql | null {
  return mes ? Prisma.sql`mes = ${`${mes}-01`}::date` : null;
}

/** The tables that have monthly totals. */
type TableWithTotals = "ingresos_susa" | "egresos_susa" | "citas_susa" | "clientes_susa";

/**
 * The condition for the monthly totals of a table. It touches the table too, so that totals are not shown when the table cannot
 * be read.
 */
export function monthlyTotalsOf(tabla: TableWithTotals): Prisma.Sql {
  return Prisma.sql`tabla = ${tabla} AND EXISTS (SELECT FROM ${Prisma.raw(tabla)})`;
}

/** Merges the lines of the monthly totals into one for each month and kind (docs/decisions/0038). */
export const RECOUNT_TOTALS = "SELECT recontar_totales()";

/** The size of a list (all its pages) and where one of its pages begins. */
export type PageStart = {
  total: number;
  suma: string;
  /** The first day of the month in which the page begins; null when rows are counted from the first one. */
  mes: Date | null;
  /** How many rows to skip from the beginning of that month. */
  skip: number;
};

/**
 * Finds where page `pagina` of a list begins from the monthly totals (docs/decisions/0038), so that the months before it are
 * not read. `order` is the order of the list's days.
 */
export async function findPageStart(
  tabla: TableWithTotals,
  pagina: number,
  order: "asc" | "desc",
  condition: Prisma.Sql,
): Promise<PageStart> {
  const [row] = await db.$queryRaw<PageStart[]>`${selectPageStart(tabla, pagina, order, condition)}`;
  if (!row) throw new Error("no page start");
  return row;
}

/**
 * The SELECT of a PageStart, which may be part of another statement; `ultimo` is the month in which the page ends, null on the
 * last page. `edge` is a SELECT that counts the rows of a month that is only partly in the list.
 */
export function selectPageStart(
  tabla: TableWithTotals,
  pagina: number,
  order: "asc" | "desc",
  condition: Prisma.Sql,
  { edge = Prisma.empty, size = PAGE_SIZE } = {},
): Prisma.Sql {
  const { skip, take } = pageOf(pagina, size);
  const [sort, furthest, nearest] = order === "asc" ? ["mes", "max", "min"] : ["mes DESC", "min", "max"];
  return Prisma.sql`
    WITH meses AS (
      SELECT mes, sum(cuantos) AS cuantos, sum(monto) AS monto FROM totales_susa
      WHERE ${monthlyTotalsOf(tabla)} AND ${condition} GROUP BY mes ${edge}
    ), lugares AS (
      SELECT *, sum(cuantos) OVER (ORDER BY ${Prisma.raw(sort)}) - cuantos AS antes FROM meses
    ), lugar AS (
      SELECT coalesce(sum(cuantos), 0)::int AS total, coalesce(sum(monto), 0.00)::text AS suma,
        ${Prisma.raw(furthest)}(mes) FILTER (WHERE antes <= ${skip}) AS mes,
        max(antes) FILTER (WHERE antes <= ${skip})::int AS antes,
        ${Prisma.raw(nearest)}(mes) FILTER (WHERE antes + cuantos >= ${skip + take}) AS ultimo
      FROM lugares
    )
    -- Rows dated 'infinity' are possible by SQL; a page cannot begin there.
    SELECT total, suma, CASE WHEN isfinite(mes) THEN mes END AS mes,
      ${skip}::int - CASE WHEN isfinite(mes) THEN antes ELSE 0 END AS skip, ultimo FROM lugar`;
}

/** The same for a search, for which there are no totals: the rows are counted. */
export async function countPageStart(tabla: TableWithTotals, pagina: number, condition: Prisma.Sql): Promise<PageStart> {
  const suma = tabla === "ingresos_susa" || tabla === "egresos_susa" ? "coalesce(sum(monto), 0.00)" : "0.00";
  const [row] = await db.$queryRaw<{ total: number; suma: string }[]>`
    SELECT count(*)::int AS total, ${Prisma.raw(suma)}::text AS suma FROM ${Prisma.raw(tabla)} WHERE ${condition}`;
  return { total: row?.total ?? 0, suma: row?.suma ?? "0.00", mes: null, skip: pageOf(pagina).skip };
}
