import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { allOf, isInMonth, monthAfter } from "~/database/conditions.server";
import { openCursor } from "~/database/cursor.server";
import { asMoment, calendarDay, isId, money, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { PAGE_SIZE } from "~/database/paging.server";
import { matchesSearch } from "~/database/search.server";
import { countPageStart, findPageStart, isMonth, monthlyTotalsOf } from "~/database/totals.server";
import { dayOf } from "~/format/days.server";
import { type ConceptoIngreso, type Ingreso, type MetodoPago, Prisma } from "~/generated/client";
import { writeLedger } from "./asiento.server";
import { metodoPago } from "./metodo-pago.server";

export type { ConceptoIngreso };

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

/** The method that is asked for, as a condition on the income and on its kept totals. */
const isPaidBy = ({ metodo }: IngresosFilter) => (metodo ? Prisma.sql`metodo_pago = ${metodo}::metodo_pago` : null);

const matching = (filter: IngresosFilter) => allOf(matchesSearch(filter.q), isInMonth(filter.mes), isPaidBy(filter));

// The amount as decimal text, the day as a calendar day: neither a number nor a moment.
const asText = <Row extends Omit<Ingreso, "busqueda">>(row: Row) => ({
  ...row,
  monto: row.monto.toFixed(2),
  fecha: dayOf(row.fecha),
});

// What undid it, if anything did.
const reversa = { select: { id: true } } satisfies Prisma.IngresoDefaultArgs;

/** Whether an income stays as it is: it undoes another, or was undone. */
const isFixed = (row: { reversa_de: string | null; reversa: object | null }) => row.reversa_de !== null || row.reversa !== null;

/** Lists a page of income, latest first, and how much there is on all pages: `total` rows, `suma` pesos. */
export async function listIngresos({ pagina, ...filter }: IngresosFilter & { pagina: number }) {
  const found = matching(filter);
  const { total, suma, ...place } = filter.q
    ? await countPageStart("ingresos_susa", pagina, found)
    : await findPageStart("ingresos_susa", pagina, "desc", allOf(isMonth(filter.mes), isPaidBy(filter)));
  const rows = await db.$queryRaw<(Omit<Ingreso, "busqueda"> & { isFixed: boolean })[]>`
    SELECT id, monto, descripcion, metodo_pago, fecha, concepto, cita_id, reversa_de, created_at, updated_at,
      -- Of the page alone: asked of what it is chosen from, it would read every reversal there is.
      reversa_de IS NOT NULL OR EXISTS (SELECT FROM ingresos_susa r WHERE r.reversa_de = pagina.id) AS "isFixed"
    FROM (
      SELECT * FROM ingresos_susa WHERE ${allOf(found, place.mes && Prisma.sql`fecha < ${monthAfter(place.mes)}::date`)}
      ORDER BY fecha DESC, created_at DESC, id LIMIT ${PAGE_SIZE} OFFSET ${place.skip}
    ) AS pagina
    ORDER BY fecha DESC, created_at DESC, id`;
  return { ingresos: rows.map(asText), total, suma };
}

type Exported = [fecha: string, monto: string, metodo_pago: MetodoPago, descripcion: string | null];

/** Opens all pages of it, for a file. */
export function exportIngresos(filter: IngresosFilter) {
  return openCursor<Exported>(Prisma.sql`
    SELECT fecha, monto, metodo_pago, descripcion FROM ingresos_susa
    WHERE ${matching(filter)} ORDER BY fecha DESC, created_at DESC, id`);
}

/** Gives an income, or null when there is none (or the id is no id). */
export async function getIngreso(id: string | undefined) {
  const row = isId(id) ? await db.ingreso.findUnique({ where: { id }, include: { reversa } }) : null;
  return row && { ...asText(row), isFixed: isFixed(row), updated_at: row.updated_at.toISOString() };
}

/** What came in during the studio's month of `now`, as a decimal text: the statement, which may be part of another. */
export const ingresosDelMes = (zone: string, now: Date) => Prisma.sql`
  SELECT coalesce(sum(monto), 0.00)::text FROM totales_susa
  WHERE ${monthlyTotalsOf("ingresos_susa")} AND mes = date_trunc('month', ${now}::timestamptz AT TIME ZONE ${zone})::date`;

const asRow = (values: IngresoValues) => ({ ...values, fecha: new Date(values.fecha) });

/** Creates an income. */
export function createIngreso(values: IngresoValues, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce(key, async (transaction) => (await recordIngreso(transaction, asRow(values), cuenta_id)).id);
}

/**
 * Writes a row of income, into the books too; what an appointment has been charged moves with it. Nothing else adds to
 * income.
 */
export async function recordIngreso(transaction: Transaction, data: Prisma.IngresoUncheckedCreateInput, cuenta_id: string) {
  const after = await transaction.ingreso.create({ data });
  await writeLedger(transaction, "ingreso", { after }, cuenta_id);
  await charge(transaction, after.cita_id, after.monto);
  return after;
}

async function charge(transaction: Transaction, id: string | null, change: Prisma.Decimal) {
  if (id !== null)
    await transaction.cita.update({ where: { id }, data: { cobrado: { increment: change } }, select: { id: true } });
}

/**
 * Changes an income as it was when its `updated_at` was `seen`: `stale` when somebody changed it since, `missing` when it is
 * gone, `reversed` when it undoes another, or was undone.
 */
export function updateIngreso(
  id: string | undefined,
  seen: unknown,
  values: IngresoValues,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string, "stale" | "missing" | "reversed">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    await lockCitaOf(transaction, id);
    const asSeen = { id, updated_at: asMoment(seen) };
    const before = await transaction.ingreso.findUnique({ where: asSeen });
    // Before the change, which the database would refuse of a reversal without saying why.
    if (before) await rejectReversed(transaction, before);
    const [after] = before ? await transaction.ingreso.updateManyAndReturn({ where: asSeen, data: asRow(values) }) : [];
    if (!before || !after) throw new WriteRejection((await transaction.ingreso.count({ where: { id } })) ? "stale" : "missing");
    await writeLedger(transaction, "ingreso", { before, after }, cuenta_id);
    await charge(transaction, after.cita_id, after.monto.minus(before.monto));
    return id;
  });
}

/** Deletes an income for good: `missing` when it is gone already, `reversed` when it undoes another, or was undone. */
export function deleteIngreso(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<number, "missing" | "reversed">(key, async (transaction) => {
    const before = isId(id) ? await lockIngresoForUpdate(transaction, id) : null;
    if (!before) throw new WriteRejection("missing");
    await rejectReversed(transaction, before);
    await transaction.ingreso.delete({ where: { id: before.id }, select: { id: true } });
    await writeLedger(transaction, "ingreso", { before }, cuenta_id);
    await charge(transaction, before.cita_id, before.monto.negated());
    return 1;
  });
}

/** Held first, and until the end: completing and reopening hold it before they touch its income. */
async function lockCitaOf(transaction: Transaction, id: string) {
  await transaction.$queryRaw`
    SELECT FROM citas_susa WHERE id = (SELECT cita_id FROM ingresos_susa WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
}

/** Holds the row until the end, so that nobody changes it between being read and being gone. */
async function lockIngresoForUpdate(transaction: Transaction, id: string) {
  await lockCitaOf(transaction, id);
  await transaction.$queryRaw`SELECT FROM ingresos_susa WHERE id = ${id}::uuid FOR UPDATE`;
  return transaction.ingreso.findUnique({ where: { id } });
}

async function rejectReversed(transaction: Transaction, { id, reversa_de }: { id: string; reversa_de: string | null }) {
  if (reversa_de !== null || (await transaction.ingreso.count({ where: { reversa_de: id } })))
    throw new WriteRejection("reversed");
}
