import { Prisma } from "~/generated/client";
import { db } from "./client.server";
import { allOf } from "./conditions.server";

/**
 * The conditions for rows whose `busqueda` contains every word of `q`, ignoring accents and case. The database folds both
 * sides, so they always agree; Prisma does not escape LIKE's wildcards.
 */
export async function searchFilter(q: string): Promise<{ busqueda: { contains: string } }[]> {
  if (q === "") return [];
  return (await fold(searchText(q)))
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ busqueda: { contains: word.replace(/[\\%_]/g, "\\$&") } }));
}

/** The same condition in SQL, on a table with `busqueda`. The statement folds the words itself, which saves a query. */
export function matchesSearch(q: string): Prisma.Sql {
  const words = searchText(q).split(/\s+/).filter(Boolean);
  return allOf(...words.map((word) => Prisma.sql`busqueda LIKE contains_pattern(${word})`));
}

// PostgreSQL cannot store NUL, and a hundred characters are enough for any search.
function searchText(q: string): string {
  return q.replaceAll("\0", "").slice(0, 100).normalize("NFC");
}

/** A text as the database folds it. Texts of plain Spanish are folded here, which saves a query. */
export async function fold(text: string): Promise<string> {
  if (/^[ -~áéíóúüñÁÉÍÓÚÜÑ]*$/.test(text))
    return text
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .toLowerCase();
  const [row] = await db.$queryRaw<{ folded: string }[]>`SELECT fold_text(${text}) AS folded`;
  return row?.folded ?? "";
}
