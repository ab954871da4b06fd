import { db } from "~/database/client.server";
import { allOf, isInMonth } from "~/database/conditions.server";
import { studioDay } from "~/format/dates";
import { Prisma } from "~/generated/client";

type BookTable = "ingresos_susa" | "egresos_susa";

/** How many rows of income or expenses match a condition, and what they come to in pesos. */
export async function sumBook(tabla: BookTable, condition: Prisma.Sql): Promise<{ total: number; suma: string }> {
  const [row] = await db.$queryRaw<{ total: number; suma: string }[]>`
    SELECT count(*)::int AS total, coalesce(sum(monto), 0.00)::text AS suma FROM ${Prisma.raw(tabla)} WHERE ${condition}`;
  return row ?? { total: 0, suma: "0.00" };
}

/** Gives the studio's month of `now` (`2026-11`) and its total of income or expenses. */
export async function getTotalDelMes(tabla: BookTable, zona: string, now = new Date()) {
  const mes = studioDay(now, zona).slice(0, 7);
  const { suma } = await sumBook(tabla, allOf(isInMonth(mes)));
  return { mes, amount: suma };
}
