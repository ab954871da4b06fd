import { Prisma } from "~/generated/client";
import { db, type Transaction } from "./client.server";

/**
 * A reader that sends all queries made in one turn of the event loop as one statement: one round trip, and one snapshot for all
 * of them. Rows arrive as JSON, so columns should be texts or booleans.
 */
export function combinedReader(): Pick<Transaction, "$queryRaw"> {
  const queries: Prisma.Sql[] = [];
  const answer = Promise.resolve().then(async () => {
    const [row] = await db.$queryRaw<Record<string, unknown[] | null>[]>`SELECT ${Prisma.join(
      queries.map((sql, n) => Prisma.sql`(SELECT json_agg(filas) FROM (${sql}) AS filas) AS ${Prisma.raw(`"${n}"`)}`),
    )}`;
    return row ?? {};
  });
  const $queryRaw = (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
    const n = queries.push("sql" in query ? query : Prisma.sql(query, ...values)) - 1;
    return answer.then((rows) => rows[n] ?? []);
  };
  return { $queryRaw } as Pick<Transaction, "$queryRaw">;
}
