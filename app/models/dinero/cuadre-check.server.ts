import type { Transaction } from "~/database/client.server";
import { formatMoney } from "~/format/numbers";
import type { Prisma } from "~/generated/client";

/** A row that differs from what the application wrote. */
export type Diferencia = {
  id: string;
  /** What is wrong with it, in words. */
  clase: string;
  cual: string;
  /** The path where it can be seen, if it still exists. */
  enlace: string | null;
  esperado: string;
  encontrado: string;
  /** The difference as text, where both sides are numbers. */
  diferencia: string | null;
};

/** The result of one comparison: how many rows were compared, how many differ, and the first hundred of those. */
export type Check = { titulo: string; comparados: number; cuantas: number; diferencias: Diferencia[] };

const MAX_DIFFERENCES = 100;

/**
 * Selects the rows that differ, at most a hundred, with their total, and counts the rows of `table`. A comparison that reads a
 * whole table first selects the suspicious ids, and then looks only at those.
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
    SELECT *, (count(*) OVER ())::int AS cuantas FROM (${differing}) AS distintos LIMIT ${MAX_DIFFERENCES}`;
  return { titulo, comparados: all?.comparados ?? 0, cuantas: rows[0]?.cuantas ?? 0, diferencias: rows.map(name) };
}

/** What is wrong with a row that the application did not write. */
export const WRITTEN_OUTSIDE = "Se agregó fuera de Susa";

/** An amount with its sign, `+$350.00`; null when it is zero. */
export const signedMoney = (amount: string) =>
  /[1-9]/.test(amount) ? `${amount.startsWith("-") ? "" : "+"}${formatMoney(amount)}` : null;
