import { dialable, phoneSearch } from "~/format/phone";
import { withoutInvisible } from "~/format/plain-text";
import { Prisma } from "~/generated/client";
import { db } from "./client.server";
import { allOf } from "./conditions.server";

/**
 * The conditions for rows whose `busqueda` contains every word of `q`, ignoring accents and case, and a telephone in any of the ways
 * to write it. The database folds both sides, so they always agree; Prisma does not escape LIKE's wildcards.
 */
export async function searchFilter(q: string): Promise<{ OR: { busqueda: { contains: string } }[] }[]> {
  if (q === "") return [];
  return termsOf(await fold(searchText(q))).map((ways) => ({
    OR: ways.map((way) => ({ busqueda: { contains: way.replace(/[\\%_]/g, "\\$&") } })),
  }));
}

/** The same condition in SQL, on a table with `busqueda`. The statement folds the words itself, which saves a query. */
export function matchesSearch(q: string): Prisma.Sql {
  const contains = (way: string) => Prisma.sql`busqueda LIKE contains_pattern(${way})`;
  return allOf(...termsOf(searchText(q)).map((ways) => Prisma.sql`(${Prisma.join(ways.map(contains), " OR ")})`));
}

/** What a row must contain: of each word itself, or the digits of the telephone that it is a part of. */
function termsOf(text: string): string[][] {
  const words = text.split(/\s+/).filter(Boolean);
  const isFigures = (word: string | undefined) => word !== undefined && !/\p{L}/u.test(word);
  const runs: string[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    // A whole telephone may have words of its own, as in «Cel. 55 1234 5678».
    if (run && (dialable(text) || (isFigures(word) && isFigures(run[0])))) run.push(word);
    else runs.push([word]);
  }
  return runs.flatMap((run) => {
    const digits = phoneSearch(run.join(" "));
    return run.map((word) => [...new Set([word, ...digits])]);
  });
}

// PostgreSQL cannot store NUL, and a hundred characters are enough for any search.
function searchText(q: string): string {
  return withoutInvisible(q).replaceAll("\0", "").slice(0, 100);
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
