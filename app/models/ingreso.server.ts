import { z } from "zod";
import { db } from "~/db.server";
import { type Ingreso, type MetodoPago, Prisma } from "~/generated/client";
import { asMoment, calendarDay, isId, money, optionalText } from "./fields.server";
import { type FormSeal, Refusal, writeOnce } from "./form-token.server";
import { dayOf, holding, inMonth, pageOf } from "./list.server";
import { metodoPago } from "./metodo-pago.server";

/** What the editor sends: an income whole, its description null when emptied. */
export const ingresoSchema = z.object({
  monto: money("Escribe un monto mayor que cero."),
  fecha: calendarDay("Escribe la fecha."),
  metodo_pago: metodoPago(),
  descripcion: optionalText(500),
});

export type IngresoValues = z.output<typeof ingresoSchema>;

/** Which income is looked at: what its description holds, its month (`2026-11`), how it was paid; empty, all of it. */
export type IngresosFilter = { q: string; mes: string; metodo: "" | MetodoPago };

const byFecha = [{ fecha: "desc" }, { created_at: "desc" }, { id: "asc" }] satisfies Prisma.IngresoOrderByWithRelationInput[];

async function matching({ q, mes, metodo }: IngresosFilter): Promise<Prisma.IngresoWhereInput> {
  return { AND: await holding(q), fecha: inMonth(mes), metodo_pago: metodo || undefined };
}

// The amount as decimal text, the day as a calendar day: neither a number nor a moment.
const asText = (row: Omit<Ingreso, "busqueda">) => ({ ...row, monto: row.monto.toFixed(2), fecha: dayOf(row.fecha) });

/** Lists a page of income, latest first, and how much there is on all pages: `total` rows, `suma` pesos. */
export async function listIngresos({ pagina, ...filter }: IngresosFilter & { pagina: number }) {
  const where = await matching(filter);
  const [all, rows] = await Promise.all([
    db.ingreso.aggregate({ where, _count: true, _sum: { monto: true } }),
    db.ingreso.findMany({ where, orderBy: byFecha, ...pageOf(pagina) }),
  ]);
  return { ingresos: rows.map(asText), total: all._count, suma: all._sum.monto?.toFixed(2) ?? "0.00" };
}

/** Lists all pages of it at once, for a file. */
export async function exportIngresos(filter: IngresosFilter) {
  const rows = await db.ingreso.findMany({ where: await matching(filter), orderBy: byFecha });
  return rows.map(asText);
}

/** Gives an income, or null when there is none (or the id is no id). */
export async function getIngreso(id: string | undefined) {
  const row = isId(id) ? await db.ingreso.findUnique({ where: { id } }) : null;
  return row && { ...asText(row), updated_at: row.updated_at.toISOString() };
}

/** What came in during the studio's month of `now`, summed in SQL, as a decimal text. */
export async function sumIngresosDelMes(zone: string, now = new Date()): Promise<string> {
  const [row] = await db.$queryRaw<{ total: string }[]>(Prisma.sql`
    SELECT coalesce(sum(monto), 0)::numeric(14, 2)::text AS total FROM ingresos_susa
    WHERE fecha >= date_trunc('month', ${now}::timestamptz AT TIME ZONE ${zone})::date
      AND fecha < (date_trunc('month', ${now}::timestamptz AT TIME ZONE ${zone}) + interval '1 month')::date`);
  return row?.total ?? "0.00";
}

const asRow = (values: IngresoValues) => ({ ...values, fecha: new Date(values.fecha) });

/** Creates an income. */
export function createIngreso(values: IngresoValues, form: FormSeal) {
  return writeOnce(
    form,
    async (transaction) => (await transaction.ingreso.create({ data: asRow(values), select: { id: true } })).id,
  );
}

/** Changes an income as it was when its `updated_at` was `seen`: `stale` when somebody changed it since, `missing` when it is gone. */
export function updateIngreso(id: string | undefined, seen: unknown, values: IngresoValues, form: FormSeal) {
  return writeOnce<string, "stale" | "missing">(form, async (transaction) => {
    if (!isId(id)) throw new Refusal("missing");
    const { count } = await transaction.ingreso.updateMany({
      where: { id, updated_at: asMoment(seen) },
      data: asRow(values),
    });
    if (count === 0) throw new Refusal((await transaction.ingreso.count({ where: { id } })) ? "stale" : "missing");
    return id;
  });
}

/** Deletes an income for good. */
export function deleteIngreso(id: string | undefined, form: FormSeal) {
  return writeOnce<number, "missing">(form, async (transaction) => {
    const { count } = isId(id) ? await transaction.ingreso.deleteMany({ where: { id } }) : { count: 0 };
    if (count === 0) throw new Refusal("missing");
    return count;
  });
}
