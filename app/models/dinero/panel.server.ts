import { db } from "~/database/client.server";
import { monthlyTotalsOf } from "~/database/totals.server";
import { Prisma } from "~/generated/client";
import { logError } from "~/log.server";
import { ingresosDelMes } from "./ingreso.server";

/**
 * Gives the figures of the dashboard with one statement. When it fails, each is read by itself, and one that cannot be read is
 * logged and undefined.
 */
export async function getCifras(zona: string, now = new Date()) {
  const cifras = {
    clientes: Prisma.sql`SELECT coalesce(sum(cuantos), 0)::int FROM totales_susa WHERE ${monthlyTotalsOf("clientes_susa")}`,
    servicios: Prisma.sql`SELECT count(*)::int FROM servicios_susa WHERE activo`,
    ingresos: ingresosDelMes(zona, now),
  };
  type Cifras = { clientes?: number; servicios?: number; ingresos?: string };
  try {
    const [all] = await db.$queryRaw<Cifras[]>`
      SELECT (${cifras.clientes}) AS clientes, (${cifras.servicios}) AS servicios, (${cifras.ingresos}) AS ingresos`;
    return all ?? {};
  } catch {
    const alone = Object.entries(cifras).map(async ([name, cifra]) => {
      const [row] = await db.$queryRaw<{ cifra: number | string }[]>`SELECT (${cifra}) AS cifra`;
      return [name, row?.cifra];
    });
    const read = await Promise.allSettled(alone);
    for (const one of read) if (one.status === "rejected") logError("read", one.reason);
    return Object.fromEntries(read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))) as Cifras;
  }
}
