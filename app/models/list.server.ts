import { db } from "~/db.server";

/** How many rows a page of a list has. */
export const PAGE_SIZE = 50;

/** Which rows page `pagina` (from 1) has, for `findMany`. */
export function pageOf(pagina: number) {
  return { skip: (pagina - 1) * PAGE_SIZE, take: PAGE_SIZE };
}

/**
 * The conditions under which a row's `busqueda` holds every word of `q`, whatever its accents and case: the database folds
 * both, so that they always agree. Prisma leaves LIKE's own signs as they are.
 */
export async function holding(q: string): Promise<{ busqueda: { contains: string } }[]> {
  if (q === "") return [];
  // PostgreSQL cannot hold a NUL, and nobody looks for more than a hundred letters.
  const said = q.replaceAll("\0", "").slice(0, 100).normalize("NFC");
  const [row] = await db.$queryRaw<{ folded: string }[]>`SELECT sin_acentos(${said}) AS folded`;
  return (row?.folded ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ busqueda: { contains: word.replace(/[\\%_]/g, "\\$&") } }));
}

/** The calendar days of the month `mes` (`2026-11`), as a condition on a `date`; none for the empty text. */
export function inMonth(mes: string): { gte: Date; lt: Date } | undefined {
  if (mes === "") return undefined;
  const lt = new Date(mes);
  lt.setUTCMonth(lt.getUTCMonth() + 1);
  return { gte: new Date(mes), lt };
}

/** The calendar day (`2026-11-21`) that the database's `date` is: Prisma gives it as midnight in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
