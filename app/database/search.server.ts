import { Prisma } from "~/generated/client";
import { db } from "./client.server";
import { allOf } from "./conditions.server";

/**
 * The conditions under which a row's `busqueda` holds every word of `q`, whatever its accents and case: the database folds
 * both, so that they always agree. Prisma leaves LIKE's own signs as they are.
 */
export async function searchFilter(q: string): Promise<{ busqueda: { contains: string } }[]> {
  if (q === "") return [];
  // PostgreSQL cannot hold a NUL, and nobody looks for more than a hundred letters.
  const said = q.replaceAll("\0", "").slice(0, 100).normalize("NFC");
  return (await fold(said))
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ busqueda: { contains: word.replace(/[\\%_]/g, "\\$&") } }));
}

/** The same in SQL, on the table that is asked. Folded by the statement itself, which then needs no other one before it. */
export function matchesSearch(q: string): Prisma.Sql {
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
