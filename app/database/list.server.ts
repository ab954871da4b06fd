import { Prisma } from "~/generated/client";
import { db } from "./client.server";

/** How many rows a page of a list has. */
export const PAGE_SIZE = 50;

/** Which rows page `pagina` (from 1) has, for `findMany`. */
export function pageOf(pagina: number, size = PAGE_SIZE) {
  return { skip: (pagina - 1) * size, take: size };
}

/**
 * The conditions under which a row's `busqueda` holds every word of `q`, whatever its accents and case: the database folds
 * both, so that they always agree. Prisma leaves LIKE's own signs as they are.
 */
export async function holding(q: string): Promise<{ busqueda: { contains: string } }[]> {
  if (q === "") return [];
  // PostgreSQL cannot hold a NUL, and nobody looks for more than a hundred letters.
  const said = q.replaceAll("\0", "").slice(0, 100).normalize("NFC");
  return (await fold(said))
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ busqueda: { contains: word.replace(/[\\%_]/g, "\\$&") } }));
}

/** The same in SQL, on the table that is asked. Folded by the statement itself, which then needs no other one before it. */
export function holdsWords(q: string): Prisma.Sql {
  const words = q.replaceAll("\0", "").slice(0, 100).normalize("NFC").split(/\s+/).filter(Boolean);
  return allOf(...words.map((word) => Prisma.sql`busqueda LIKE que_contiene(${word})`));
}

/** The text as the database folds it. How it folds what Spanish is written with is known here, and saves the question. */
export async function fold(text: string): Promise<string> {
  if (/^[ -~áéíóúüñÁÉÍÓÚÜÑ]*$/.test(text))
    return text
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .toLowerCase();
  const [row] = await db.$queryRaw<{ folded: string }[]>`SELECT sin_acentos(${text}) AS folded`;
  return row?.folded ?? "";
}

/** Joins conditions; null is one that is not asked for. */
export function allOf(...conditions: (Prisma.Sql | null)[]): Prisma.Sql {
  const asked = conditions.filter((condition) => condition !== null);
  return asked.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(asked, " AND ")})`;
}

/** The days of the month `mes` (`2026-11`) as a condition on the column `fecha`; null for the empty text. */
export function isInMonth(mes: string): Prisma.Sql | null {
  const first = Prisma.sql`${`${mes}-01`}::date`;
  return mes ? Prisma.sql`fecha >= ${first} AND fecha < (${first} + interval '1 month')::date` : null;
}

/** The month `mes` as a condition on the kept totals; null for the empty text. */
export function isMonth(mes: string): Prisma.Sql | null {
  return mes ? Prisma.sql`mes = ${`${mes}-01`}::date` : null;
}

/** The tables of which totals are kept, by month. */
type Kept = "ingresos_susa" | "egresos_susa" | "citas_susa" | "clientes_susa";

/** The kept lines of a table. It is asked too, or totals would be shown of rows that cannot be read. */
export function keptOf(tabla: Kept): Prisma.Sql {
  return Prisma.sql`tabla = ${tabla} AND EXISTS (SELECT FROM ${Prisma.raw(tabla)})`;
}

/** How many rows a list has on all its pages, what they come to, and where one of its pages begins. */
export type Place = {
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
export async function findPlace(tabla: Kept, pagina: number, order: "asc" | "desc", condition: Prisma.Sql): Promise<Place> {
  const [row] = await db.$queryRaw<Place[]>`${selectPlace(tabla, pagina, order, condition)}`;
  if (!row) throw new Error("no place");
  return row;
}

/**
 * The statement of a Place, which may be part of another; `ultimo` is the month in which the page ends, null where no other
 * page follows. `edge` counts the rows of a month of which the list has a part only.
 */
export function selectPlace(
  tabla: Kept,
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
      WHERE ${keptOf(tabla)} AND ${condition} GROUP BY mes ${edge}
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
export async function countPlace(tabla: Kept, pagina: number, condition: Prisma.Sql): Promise<Place> {
  const suma = tabla === "ingresos_susa" || tabla === "egresos_susa" ? "coalesce(sum(monto), 0.00)" : "0.00";
  const [row] = await db.$queryRaw<{ total: number; suma: string }[]>`
    SELECT count(*)::int AS total, ${Prisma.raw(suma)}::text AS suma FROM ${Prisma.raw(tabla)} WHERE ${condition}`;
  return { total: row?.total ?? 0, suma: row?.suma ?? "0.00", mes: null, skip: pageOf(pagina).skip };
}

/** The first day of the month after `mes`. */
export function monthAfter(mes: Date): Date {
  return new Date(Date.UTC(mes.getUTCFullYear(), mes.getUTCMonth() + 1, 1));
}

// A day and four hours to clean up after: no appointment takes longer.
const LONGEST_MS = 28 * 3_600_000;

/**
 * The conditions under which an appointment takes time between two moments. Where it begins is bounded on both sides, or
 * every appointment that ever was would be looked at.
 */
export function takesTime(inicio: Date, fin: Date) {
  return {
    fecha_hora: { gt: new Date(inicio.getTime() - LONGEST_MS), lt: fin },
    fin: { gt: inicio },
  } satisfies Prisma.CitaWhereInput;
}

/** The calendar day (`2026-11-21`) that the database's `date` is: Prisma gives it as midnight in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
