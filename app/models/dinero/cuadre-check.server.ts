import type { Transaction } from "~/database/client.server";
import { formatMoney } from "~/format/money";
import type { Prisma } from "~/generated/client";

/** A row that is not as the application left it. */
export type Diferencia = {
  id: string;
  /** What is wrong with it, in words. */
  clase: string;
  cual: string;
  /** Where it can be seen, if it is still there. */
  enlace: string | null;
  esperado: string;
  encontrado: string;
  /** How far apart the two are, where they are numbers. */
  diferencia: string | null;
};

/** One comparison: how many were compared, how many differ, and the first hundred that do. */
export type Check = { titulo: string; comparados: number; cuantas: number; diferencias: Diferencia[] };

const MOST = 100;

/**
 * Asks for the rows that differ, at most a hundred, and for how many they are; and how many were compared. Where a comparison
 * reads everything, it reads it once, for the ids that may differ (`suspects`), and looks closely at those alone.
 */
export async function compare<Row>(
  reader: Transaction,
  titulo: string,
  table: Prisma.Sql,
  differing: Prisma.Sql,
  name: (row: Row) => Diferencia,
): Promise<Check> {
  const [all] = await reader.$queryRaw<{ comparados: number }[]>`SELECT count(*)::int AS comparados FROM ${table}`;
  const rows = await reader.$queryRaw<(Row & { cuantas: number })[]>`
    SELECT *, (count(*) OVER ())::int AS cuantas FROM (${differing}) AS distintos LIMIT ${MOST}`;
  return { titulo, comparados: all?.comparados ?? 0, cuantas: rows[0]?.cuantas ?? 0, diferencias: rows.map(name) };
}

export const change = (amount: string) =>
  /[1-9]/.test(amount) ? `${amount.startsWith("-") ? "" : "+"}${formatMoney(amount)}` : null;
