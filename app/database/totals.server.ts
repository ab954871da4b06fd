import { Prisma } from "~/generated/client";
import { db } from "./client.server";
import { PAGE_SIZE, pageOf } from "./paging.server";

/** The month `mes` as a condition on the kept totals; null for the empty text. */
export function isMonth(mes: string): Prisma.Sql | null {
  return mes ? Prisma.sql`mes = ${`${mes}-01`}::date` : null;
}

/** The tables of which totals are kept, by month. */
type TableWithTotals = "ingresos_susa" | "egresos_susa" | "citas_susa" | "clientes_susa";

/** The kept lines of a table. It is asked too, or totals would be shown of rows that cannot be read. */
export function monthlyTotalsOf(tabla: TableWithTotals): Prisma.Sql {
  return Prisma.sql`tabla = ${tabla} AND EXISTS (SELECT FROM ${Prisma.raw(tabla)})`;
}

/** Adds up the lines of the monthly totals, so that one is left for each (docs/decisions/0038). */
export const RECOUNT_TOTALS = "SELECT recontar_totales()";

/** How many rows a list has on all its pages, what they come to, and where one of its pages begins. */
export type PageStart = {
  total: number;
  suma: string;
  /** The month in which the page begins, its first day; null where the rows are counted from the first one on. */
  mes: Date | null;
  /** How many of its rows, from there on, stand before the page. */
  skip: number;
};

/**
 * Looks up in the kept totals (docs/decisions/0038) where page `pagina` of `tabla` begins: the months before it are counted,
 * and not read. `order` is that of the list's days.
 */
export async function findPageStart(
  tabla: TableWithTotals,
  pagina: number,
  order: "asc" | "desc",
  condition: Prisma.Sql,
): Promise<PageStart> {
  const [row] = await db.$queryRaw<PageStart[]>`${selectPageStart(tabla, pagina, order, condition)}`;
  if (!row) throw new Error("no place");
  return row;
}

/**
 * The statement of a Place, which may be part of another; `ultimo` is the month in which the page ends, null where no other
 * page follows. `edge` counts the rows of a month of which the list has a part only.
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
    -- A day that no calendar has, which somebody wrote by SQL, is no place to count from.
    SELECT total, suma, CASE WHEN isfinite(mes) THEN mes END AS mes,
      ${skip}::int - CASE WHEN isfinite(mes) THEN antes ELSE 0 END AS skip, ultimo FROM lugar`;
}

/** The same of rows that are found by what they hold: those are counted, since no total is kept of them. */
export async function countPageStart(tabla: TableWithTotals, pagina: number, condition: Prisma.Sql): Promise<PageStart> {
  const suma = tabla === "ingresos_susa" || tabla === "egresos_susa" ? "coalesce(sum(monto), 0.00)" : "0.00";
  const [row] = await db.$queryRaw<{ total: number; suma: string }[]>`
    SELECT count(*)::int AS total, ${Prisma.raw(suma)}::text AS suma FROM ${Prisma.raw(tabla)} WHERE ${condition}`;
  return { total: row?.total ?? 0, suma: row?.suma ?? "0.00", mes: null, skip: pageOf(pagina).skip };
}
