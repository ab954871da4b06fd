import { db } from "~/database/client.server";
import { monthlyTotalsOf } from "~/database/totals.server";
import { studioDay } from "~/format/dates";
import { Prisma } from "~/generated/client";
import { getZona } from "~/models/estudio/configuracion.server";

/** The SELECT of the total of income or expenses in a month (`2026-11`), as a decimal text. */
export const selectTotalDelMes = (tabla: "ingresos_susa" | "egresos_susa", mes: string) => Prisma.sql`
  SELECT coalesce(sum(monto), 0.00)::text FROM totales_susa WHERE ${monthlyTotalsOf(tabla)} AND mes = ${`${mes}-01`}::date`;

/** Gives the studio's month of `now` (`2026-11`) and its total of income or expenses. */
export async function getTotalDelMes(tabla: "ingresos_susa" | "egresos_susa", now = new Date()) {
  const mes = studioDay(now, await getZona()).slice(0, 7);
  const [row] = await db.$queryRaw<{ amount: string }[]>`SELECT (${selectTotalDelMes(tabla, mes)}) AS amount`;
  return { mes, amount: row?.amount ?? "0.00" };
}
