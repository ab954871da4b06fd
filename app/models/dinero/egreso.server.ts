import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { allOf, isInMonth } from "~/database/conditions.server";
import { openCursor } from "~/database/cursor.server";
import { asMoment, calendarDay, isId, money, oneOf, optionalText, requiredText, webAddress } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { matchesSearch } from "~/database/search.server";
import { moveToTrash } from "~/database/trash.server";
import { dayOf } from "~/format/days.server";
import { type CategoriaEgreso, type Egreso, type MetodoPago, Prisma } from "~/generated/client";
import { writeLedger } from "./asiento.server";
import { metodoPago } from "./metodo-pago.server";
import { sumBook } from "./suma.server";

/** The seven categories as the specification writes them; Prisma's name for one of them has no accent. */
export const EGRESO_CATEGORIAS = [
  "Productos",
  "Equipos",
  "Servicios",
  "Alquiler",
  "Marketing",
  "Administración",
  "Otro",
] as const;

type Categoria = (typeof EGRESO_CATEGORIAS)[number];

const toName = (categoria: Categoria): CategoriaEgreso => (categoria === "Administración" ? "Administracion" : categoria);
const fromName = (name: CategoriaEgreso): Categoria => (name === "Administracion" ? "Administración" : name);

/** The form of an expense: every field, null when an optional one is empty. */
export const egresoSchema = z.object({
  monto: money(),
  fecha: calendarDay(),
  categoria: oneOf(EGRESO_CATEGORIAS, "Elige una categoría de la lista.")
    .optional()
    .transform((categoria) => categoria ?? null),
  metodo_pago: metodoPago(),
  descripcion: requiredText(500, "Escribe en qué se gastó."),
  comprobante_url: optionalText(2000).transform((text, context) => {
    const url = text && webAddress(text, "https?");
    if (text && !url)
      context.addIssue({ code: "custom", message: "Pega el enlace completo, como https://ejemplo.com/recibo.pdf." });
    return url;
  }),
});

export type EgresoValues = z.output<typeof egresoSchema>;

/** The filter of the list, as for income; `ninguna` means without a category. */
export type EgresosFilter = { q: string; mes: string; categoria: "" | Categoria | "ninguna"; metodo: "" | MetodoPago };

const matching = ({ q, mes, categoria, metodo }: EgresosFilter) =>
  allOf(
    matchesSearch(q),
    isInMonth(mes),
    metodo ? Prisma.sql`metodo_pago = ${metodo}::metodo_pago` : null,
    categoria === "ninguna" ? Prisma.sql`categoria IS NULL` : null,
    categoria && categoria !== "ninguna" ? Prisma.sql`categoria = ${categoria}::categoria_egreso` : null,
  );

// The amount as decimal text, the day as a calendar day, the category as its word.
const asText = (row: Omit<Egreso, "busqueda">) => ({
  ...row,
  monto: row.monto.toFixed(2),
  fecha: dayOf(row.fecha),
  categoria: row.categoria && fromName(row.categoria),
});

/** Lists a page of expenses, latest first; `total` rows and `suma` pesos are of all pages. */
export async function listEgresos({ pagina, ...filter }: EgresosFilter & { pagina: number }) {
  const found = matching(filter);
  const { skip, take } = pageOf(pagina);
  const page = db.$queryRaw<(Omit<Egreso, "busqueda" | "categoria"> & { categoria: Categoria | null })[]>`
    SELECT id, monto, descripcion, categoria, metodo_pago, fecha, comprobante_url, created_at, updated_at FROM egresos_susa
    WHERE ${found} ORDER BY fecha DESC, created_at DESC, id LIMIT ${take} OFFSET ${skip}`;
  const [rows, sum] = await Promise.all([page, sumBook("egresos_susa", found)]);
  const egresos = rows.map((row) => ({ ...row, monto: row.monto.toFixed(2), fecha: dayOf(row.fecha) }));
  return { egresos, ...sum };
}

type Exported = [
  fecha: string,
  monto: string,
  categoria: Categoria | null,
  metodo_pago: MetodoPago,
  descripcion: string,
  comprobante_url: string | null,
];

/** Opens a cursor over all expenses of a filter, for a file. */
export function exportEgresos(filter: EgresosFilter) {
  return openCursor<Exported>(Prisma.sql`
    SELECT fecha, monto, categoria, metodo_pago, descripcion, comprobante_url FROM egresos_susa
    WHERE ${matching(filter)} ORDER BY fecha DESC, created_at DESC, id`);
}

/** Gives an expense, or null when the id is unknown or malformed. */
export async function getEgreso(id: string | undefined) {
  const row = isId(id) ? await db.egreso.findUnique({ where: { id } }) : null;
  return row && { ...asText(row), updated_at: row.updated_at.toISOString() };
}

const asRow = (values: EgresoValues) => ({
  ...values,
  fecha: new Date(values.fecha),
  categoria: values.categoria && toName(values.categoria),
});

/** Creates an expense. */
export function createEgreso(values: EgresoValues, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce(key, (transaction) => recordEgreso(transaction, asRow(values), cuenta_id));
}

/** Writes an expense and its ledger entry, and gives its id. Nothing else inserts expenses. */
export async function recordEgreso(transaction: Transaction, data: Prisma.EgresoCreateInput, cuenta_id: string) {
  const after = await transaction.egreso.create({ data });
  await writeLedger(transaction, "egreso", { after }, cuenta_id);
  return after.id;
}

/** Updates an expense: `stale` when it was changed since `updated_at` was `seen`, `missing` when it does not exist. */
export function updateEgreso(
  id: string | undefined,
  seen: unknown,
  values: EgresoValues,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string, "stale" | "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const asSeen = { id, updated_at: asMoment(seen) };
    const before = await transaction.egreso.findUnique({ where: asSeen });
    const [after] = before ? await transaction.egreso.updateManyAndReturn({ where: asSeen, data: asRow(values) }) : [];
    if (!before || !after) throw new WriteRejection((await transaction.egreso.count({ where: { id } })) ? "stale" : "missing");
    await writeLedger(transaction, "egreso", { before, after }, cuenta_id);
    return id;
  });
}

/** Deletes an expense and gives the id of its copy. */
export function deleteEgreso(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string, "missing">(key, (transaction) => removeEgreso(transaction, id, cuenta_id));
}

/** Takes an expense out of the ledger and to the trash, and gives the id of its copy. Throws WriteRejection `missing`. */
export async function removeEgreso(transaction: Transaction, id: string | undefined, cuenta_id: string): Promise<string> {
  if (!isId(id)) throw new WriteRejection("missing");
  await transaction.$queryRaw`SELECT FROM egresos_susa WHERE id = ${id}::uuid FOR UPDATE`;
  const before = await transaction.egreso.findUnique({ where: { id } });
  if (!before) throw new WriteRejection("missing");
  const papelera_id = await moveToTrash(transaction, "egreso", id, cuenta_id);
  await writeLedger(transaction, "egreso", { before }, cuenta_id);
  return papelera_id;
}

/** Writes an expense that came back from the trash into the ledger again. */
export async function bookEgreso(transaction: Transaction, id: string, cuenta_id: string): Promise<void> {
  const after = await transaction.egreso.findUniqueOrThrow({ where: { id } });
  await writeLedger(transaction, "egreso", { after }, cuenta_id);
}
