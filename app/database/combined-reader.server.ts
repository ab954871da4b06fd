import { Prisma } from "~/generated/client";
import { db, type Transaction } from "./client.server";

/**
 * A reader that asks for everything it is given in one turn of the event loop with one statement: all of it is as of one
 * moment, and the database is asked once. Rows come as JSON, so their columns are texts and truth values.
 */
export function combinedReader(): Pick<Transaction, "$queryRaw"> {
  const asked: Prisma.Sql[] = [];
  const answer = Promise.resolve().then(async () => {
    const [row] = await db.$queryRaw<Record<string, unknown[] | null>[]>`SELECT ${Prisma.join(
      asked.map((sql, n) => Prisma.sql`(SELECT json_agg(filas) FROM (${sql}) AS filas) AS ${Prisma.raw(`"${n}"`)}`),
    )}`;
    return row ?? {};
  });
  const $queryRaw = (query: TemplateStringsArray | Prisma.Sql, ...values: Prisma.Sql[]) => {
    const n = asked.push("sql" in query ? query : Prisma.sql(query, ...values)) - 1;
    return answer.then((rows) => rows[n] ?? []);
  };
  return { $queryRaw } as Pick<Transaction, "$queryRaw">;
}
