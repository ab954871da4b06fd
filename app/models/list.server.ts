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
  const [row] = await db.$queryRaw<{ folded: string }[]>`SELECT sin_acentos(${q.normalize("NFC")}) AS folded`;
  return (row?.folded ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ busqueda: { contains: word.replace(/[\\%_]/g, "\\$&") } }));
}
