import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { allOf, isInMonth } from "~/database/conditions.server";
import { openCursor } from "~/database/cursor.server";
import { asMoment, calendarDay, isId, money, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { matchesSearch } from "~/database/search.server";
import { moveToTrash } from "~/database/trash.server";
import { dayOf } from "~/format/days.server";
import { formatMoney } from "~/format/numbers";
import { type ConceptoIngreso, type Ingreso, type MetodoPago, Prisma } from "~/generated/client";
import { lockRowsOfCitas, recordEdit } from "~/models/citas/visita.server";
import { writeLedger } from "./asiento.server";
import { metodoPago } from "./metodo-pago.server";
import { sumBook } from "./suma.server";

export type { ConceptoIngreso };

/** The form of an income; its description is null when empty. */
export const ingresoSchema = z.object({
  monto: money(),
  fecha: calendarDay(),
  metodo_pago: metodoPago(),
  descripcion: optionalText(500),
});

export type IngresoValues = z.output<typeof ingresoSchema>;

/** The filter of the list: words of the description, month (`2026-11`), method of payment; empty ones do not filter. */
export type IngresosFilter = { q: string; mes: string; metodo: "" | MetodoPago };

const matching = ({ q, mes, metodo }: IngresosFilter) =>
  allOf(matchesSearch(q), isInMonth(mes), metodo ? Prisma.sql`metodo_pago = ${metodo}::metodo_pago` : null);

// The amount as decimal text and the day as a calendar day.
const asText = <Row extends Omit<Ingreso, "busqueda">>(row: Row) => ({
  ...row,
  monto: row.monto.toFixed(2),
  fecha: dayOf(row.fecha),
});

// The reversal of a row, if any.
const reversa = { select: { id: true } } satisfies Prisma.IngresoDefaultArgs;

/** Whether a row is money given back, which only a reversal undoes. */
const isRefund = ({ concepto }: { concepto: ConceptoIngreso }) => concepto === "devolucion" || concepto === "devolucion_venta";

/** Whether an income cannot be changed: it is a reversal or money given back, or was reversed. */
const isFixed = (row: { concepto: ConceptoIngreso; reversa_de: string | null; reversa: object | null }) =>
  isRefund(row) || row.reversa_de !== null || row.reversa !== null;

/** Lists a page of income, latest first, each with the client who paid it, if known; `total` rows and `suma` pesos are of all pages. */
export async function listIngresos({ pagina, ...filter }: IngresosFilter & { pagina: number }) {
  const found = matching(filter);
  const { skip, take } = pageOf(pagina);
  const page = db.$queryRaw<(Omit<Ingreso, "busqueda"> & { isReversed: boolean; cliente: string | null })[]>`
    SELECT id, monto, descripcion, metodo_pago, fecha, concepto, cita_id, venta_id, reversa_de, created_at, updated_at,
      -- These only for the rows of the page: inside its subquery they would read all rows.
      EXISTS (SELECT FROM ingresos_susa r WHERE r.reversa_de = pagina.id) AS "isReversed",
      (SELECT nombre FROM clientes_susa WHERE id = coalesce((SELECT cliente_id FROM citas_susa WHERE id = pagina.cita_id),
        (SELECT cliente_id FROM ventas_susa WHERE id = pagina.venta_id))) AS cliente
    FROM (
      -- Ids alone come from the index, however many are skipped.
      SELECT * FROM ingresos_susa WHERE id IN (
        SELECT id FROM ingresos_susa WHERE ${found} ORDER BY fecha DESC, created_at DESC, id LIMIT ${take} OFFSET ${skip})
    ) AS pagina
    ORDER BY fecha DESC, created_at DESC, id`;
  const [rows, sum] = await Promise.all([page, sumBook("ingresos_susa", found)]);
  const ingresos = rows.map((row) => ({ ...asText(row), isFixed: row.isReversed || row.reversa_de !== null || isRefund(row) }));
  return { ingresos, ...sum };
}

type Exported = [
  ...[fecha: string, monto: string, metodo_pago: MetodoPago, descripcion: string | null],
  ...[folio: string | null, concepto: ConceptoIngreso, cliente: string | null, especialista: string | null],
  descuento: string | null,
];

/**
 * Opens a cursor over all income of a filter, for a file. The discount of an appointment stands at one of its payments, so that a
 * spreadsheet's sum counts it once.
 */
export function exportIngresos(filter: IngresosFilter) {
  return openCursor<Exported>(Prisma.sql`
    SELECT i.fecha, i.monto, i.metodo_pago, i.descripcion, v.folio, i.concepto, k.nombre, e.nombre || ' ' || e.apellido,
      CASE WHEN c.descuento > 0 AND i.id = (
        SELECT id FROM ingresos_susa p WHERE cita_id = c.id AND concepto IN ('cita', 'anticipo')
          AND NOT EXISTS (SELECT FROM ingresos_susa r WHERE r.reversa_de = p.id)
        ORDER BY concepto = 'cita' DESC, created_at, id LIMIT 1) THEN c.descuento END
    FROM (SELECT * FROM ingresos_susa WHERE ${matching(filter)}) AS i
      LEFT JOIN citas_susa c ON c.id = i.cita_id LEFT JOIN ventas_susa v ON v.id = i.venta_id
      LEFT JOIN clientes_susa k ON k.id = coalesce(c.cliente_id, v.cliente_id) LEFT JOIN empleados_susa e ON e.id = c.empleado_id
    ORDER BY i.fecha DESC, i.created_at DESC, i.id`);
}

/** Gives an income, or null when the id is unknown or malformed. */
export async function getIngreso(id: string | undefined) {
  const row = isId(id) ? await db.ingreso.findUnique({ where: { id }, include: { reversa } }) : null;
  return row && { ...asText(row), isFixed: isFixed(row), updated_at: row.updated_at.toISOString() };
}

/** SQL of what is not paid for the products of sale `v` that did not come back; below zero when more was paid. */
export const UNPAID = Prisma.sql`(v.total - (SELECT coalesce(sum(devueltas * precio), 0) FROM venta_lineas_susa WHERE venta_id = v.id)
  - (SELECT coalesce(sum(p.monto), 0) FROM ingresos_susa p
    WHERE p.venta_id = v.id AND p.concepto IN ('venta', 'devolucion_venta') AND p.reversa_de IS NULL
      AND NOT EXISTS (SELECT FROM ingresos_susa r WHERE r.reversa_de = p.id)))`;

/** What would be left to pay of the completed appointments and sales of these incomes without them: pesos by income, without zeros. */
export async function listDebtsWithout(ids: string[]): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ id: string; debt: string }[]>`
    SELECT i.id, (c.precio - c.cobrado + i.monto)::text AS debt
    FROM ingresos_susa i JOIN citas_susa c ON c.id = i.cita_id
    WHERE i.id = ANY (${ids}::uuid[]) AND c.estado = 'completada' AND c.precio - c.cobrado + i.monto > 0
    UNION ALL SELECT i.id, (${UNPAID} + i.monto)::text FROM ingresos_susa i JOIN ventas_susa v ON v.id = i.venta_id
    WHERE i.id = ANY (${ids}::uuid[]) AND i.concepto = 'venta' AND v.cancelada_at IS NULL AND ${UNPAID} + i.monto > 0`;
  return new Map(rows.map(({ id, debt }) => [id, debt]));
}

const asRow = (values: IngresoValues) => ({ ...values, fecha: new Date(values.fecha) });

/** Creates an income. */
export function createIngreso(values: IngresoValues, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce(key, async (transaction) => (await recordIngreso(transaction, asRow(values), cuenta_id)).id);
}

/** Writes an income and its ledger entry, and adds it to what its appointment was charged. Nothing else inserts income. */
export async function recordIngreso(transaction: Transaction, data: Prisma.IngresoUncheckedCreateInput, cuenta_id: string) {
  const after = await transaction.ingreso.create({ data });
  await writeLedger(transaction, "ingreso", { after }, cuenta_id);
  if (after.concepto === "devolucion") await lowerPrice(transaction, after.cita_id, after.monto);
  await charge(transaction, after.cita_id, after.monto);
  return after;
}

type Reversal = { fecha: Date; descripcion: string; cuenta_id: string; isReopened?: boolean };

/**
 * Lowers the price of an appointment by money given back (below zero), so that it owes nothing for it; what she had paid above the price
 * does not lower it. Its reversal raises the price again.
 */
async function lowerPrice(transaction: Transaction, id: string | null, monto: Prisma.Decimal) {
  if (id === null) return;
  await transaction.$executeRaw`
    UPDATE citas_susa SET precio = precio - lowered, devuelto = devuelto + lowered
    FROM (
      SELECT id AS cita_id, CASE WHEN ${monto}::numeric < 0 THEN greatest(0, -${monto}::numeric - greatest(0, cobrado - precio))
        ELSE -least(devuelto, ${monto}::numeric) END AS lowered
      FROM citas_susa WHERE id = ${id}::uuid
    ) AS change WHERE id = cita_id`;
}

/**
 * Reverses income on the day `fecha`, the latest first: each matching row that is no reversal and was not reversed gets its opposite for
 * the same appointment and sale, so that the month of the payment stays as it was. The appointment's history says so, unless it
 * `isReopened`.
 */
export async function reverseIngresos(
  transaction: Transaction,
  where: Prisma.IngresoWhereInput,
  { fecha, descripcion, cuenta_id, isReopened = false }: Reversal,
) {
  const rows = await transaction.ingreso.findMany(reversible(where));
  for (const paid of rows.reverse()) {
    const { id: reversa_de, monto, metodo_pago, cita_id, venta_id } = paid;
    const concepto = isRefund(paid) ? paid.concepto : "reversa";
    const row = { monto: monto.negated(), metodo_pago, fecha, concepto, reversa_de, cita_id, venta_id } as const;
    await recordIngreso(transaction, { ...row, descripcion }, cuenta_id);
    if (!isReopened) await noteLowerCharge(transaction, cita_id, row.monto, cuenta_id);
  }
}

/**
 * Raises the price of an appointment that came back from the trash by the refunds that were reversed meanwhile.
 */
export async function matchDevuelto(transaction: Transaction, id: string) {
  await transaction.$executeRaw`
    UPDATE citas_susa SET precio = precio + devuelto - given, devuelto = given
    FROM (SELECT -coalesce(sum(monto), 0) AS given FROM ingresos_susa WHERE cita_id = ${id}::uuid AND concepto = 'devolucion') AS refunds
    WHERE id = ${id}::uuid AND devuelto > given`;
}

/** The income of a condition that can be reversed, in the order of its payment. */
export const reversible = (where: Prisma.IngresoWhereInput) =>
  ({
    where: { ...where, reversa_de: null, reversa: null },
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
  }) satisfies Prisma.IngresoFindManyArgs;

/**
 * Writes an income that came back from the trash into the ledger again, and adds it to what its appointment was charged. Gives
 * whether that is more than its price now.
 */
export async function bookIngreso(transaction: Transaction, id: string, cuenta_id: string): Promise<boolean> {
  const after = await transaction.ingreso.findUniqueOrThrow({ where: { id } });
  await writeLedger(transaction, "ingreso", { after }, cuenta_id);
  await charge(transaction, after.cita_id, after.monto);
  const cita = after.cita_id && (await transaction.cita.findUnique({ where: { id: after.cita_id } }));
  return cita ? cita.cobrado.greaterThan(cita.precio) : false;
}

async function charge(transaction: Transaction, id: string | null, change: Prisma.Decimal) {
  if (id !== null)
    await transaction.cita.update({ where: { id }, data: { cobrado: { increment: change } }, select: { id: true } });
}

/**
 * Finds an income of an appointment with one of these concepts. Throws WriteRejection `missing`, or `reversed` when it was reversed.
 */
export async function findOfCita(
  transaction: Transaction,
  id: string | undefined,
  cita_id: string,
  conceptos: ConceptoIngreso[],
) {
  const where = { id, cita_id, concepto: { in: conceptos }, reversa_de: null };
  const row = isId(id) ? await transaction.ingreso.findFirst({ where, include: { reversa } }) : null;
  if (!row) throw new WriteRejection("missing");
  if (row.reversa) throw new WriteRejection("reversed");
  return row;
}

/** Moves an income to another appointment, on whose history it says so: its day, amount and method stay. */
export async function moveIngreso(
  transaction: Transaction,
  before: Omit<Ingreso, "busqueda">,
  cita_id: string,
  cuenta_id: string,
) {
  const after = await transaction.ingreso.update({ where: { id: before.id }, data: { cita_id } });
  await writeLedger(transaction, "ingreso", { before, after }, cuenta_id);
  const change = before.monto.negated();
  await charge(transaction, before.cita_id, change);
  await noteLowerCharge(transaction, before.cita_id, change, cuenta_id);
  await charge(transaction, cita_id, before.monto);
  const cita = await transaction.cita.findUniqueOrThrow({ where: { id: cita_id } });
  await recordEdit(transaction, cita, `Se usó su anticipo de ${formatMoney(before.monto.toFixed(2))}.`, cuenta_id);
}

/**
 * Writes into the history of an income's appointment that less is paid now, and who did it; nothing when it is not less. Call it
 * after the change.
 */
export async function noteLowerCharge(transaction: Transaction, id: string | null, change: Prisma.Decimal, cuenta_id: string) {
  const cita = id !== null && change.isNegative() ? await transaction.cita.findUnique({ where: { id } }) : null;
  if (!cita) return;
  const [before, now] = [cita.cobrado.minus(change), cita.cobrado].map((amount) => formatMoney(amount.toFixed(2)));
  await recordEdit(transaction, cita, `Lo pagado bajó de ${before} a ${now}.`, cuenta_id);
}

/**
 * Updates an income: `stale` when it was changed since `updated_at` was `seen`, `missing` when it does not exist, `reversed`
 * when it is a reversal or money given back, or was reversed.
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
    // Checked first, because the database's own constraint would not say why it fails.
    if (before) await rejectReversed(transaction, before);
    const [after] = before ? await transaction.ingreso.updateManyAndReturn({ where: asSeen, data: asRow(values) }) : [];
    if (!before || !after) throw new WriteRejection((await transaction.ingreso.count({ where: { id } })) ? "stale" : "missing");
    await writeLedger(transaction, "ingreso", { before, after }, cuenta_id);
    await charge(transaction, after.cita_id, after.monto.minus(before.monto));
    await noteLowerCharge(transaction, after.cita_id, after.monto.minus(before.monto), cuenta_id);
    return id;
  });
}

/** Deletes an income and gives the id of its copy: `missing` when it does not exist, `reversed` when it is a reversal or was reversed. */
export function deleteIngreso(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string, "missing" | "reversed">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    await lockCitaOf(transaction, id);
    await transaction.$queryRaw`SELECT FROM ingresos_susa WHERE id = ${id}::uuid FOR UPDATE`;
    const before = await transaction.ingreso.findUnique({ where: { id } });
    if (!before) throw new WriteRejection("missing");
    await rejectReversed(transaction, before);
    const papelera_id = await moveToTrash(transaction, "ingreso", id, cuenta_id);
    await writeLedger(transaction, "ingreso", { before }, cuenta_id);
    await charge(transaction, before.cita_id, before.monto.negated());
    await noteLowerCharge(transaction, before.cita_id, before.monto.negated(), cuenta_id);
    return papelera_id;
  });
}

/** Locks the appointment and the sale of an income, in the order that visita.server.ts says. */
async function lockCitaOf(transaction: Transaction, id: string) {
  const ingreso = await transaction.ingreso.findUnique({ where: { id }, select: { cita_id: true } });
  await lockRowsOfCitas(transaction, [ingreso?.cita_id ?? null]);
  await transaction.$queryRaw`
    SELECT FROM ventas_susa WHERE id = (SELECT venta_id FROM ingresos_susa WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
}

async function rejectReversed(
  transaction: Transaction,
  row: { id: string; concepto: ConceptoIngreso; reversa_de: string | null },
) {
  const { id, reversa_de } = row;
  if (isRefund(row) || reversa_de !== null || (await transaction.ingreso.count({ where: { reversa_de: id } })))
    throw new WriteRejection("reversed");
}
