import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { integer, isId, oneOf, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { formatNumber } from "~/format/numbers";
import { type Movimiento, Prisma } from "~/generated/client";
import { MAX_CANTIDAD, MAX_MOVIMIENTOS } from "~/limits";

/** The form of a movement: in or out, how many, and why. */
export const movimientoSchema = z.object({
  tipo: oneOf(["entrada", "salida"], "Elige entrada o salida."),
  cantidad: integer(1, MAX_CANTIDAD, `Escribe cuántas con un número entero, de 1 a ${formatNumber(MAX_CANTIDAD)}.`),
  motivo: optionalText(300),
});

export type MovimientoValues = z.output<typeof movimientoSchema>;

// Uses that took no piece out of the stock are listed on the page of their appointment.
const MOVED = { cantidad: { gt: 0 } } satisfies Prisma.MovimientoWhereInput;

/**
 * Lists the newest movements: of all items for `si`, or of the item with this id, with its name; null for anything else.
 */
export async function listMovimientos(panel: string) {
  const newest = {
    where: MOVED,
    select: {
      id: true,
      tipo: true,
      cantidad: true,
      item_nombre: true,
      motivo: true,
      created_at: true,
      cuenta: { select: { email: true } },
    },
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
    take: MAX_MOVIMIENTOS,
  } satisfies Prisma.MovimientoFindManyArgs;
  const item = isId(panel)
    ? await db.item.findUnique({ where: { id: panel }, select: { nombre: true, movimientos: newest } })
    : null;
  if (panel !== "si" && !item) return null;
  const rows = item?.movimientos ?? (await db.movimiento.findMany(newest));
  const movimientos = rows.map(({ cuenta, ...movimiento }) => ({ ...movimiento, quien: cuenta?.email ?? null }));
  return { item: item?.nombre ?? null, movimientos };
}

/** Whether any movement was written, also of items that were deleted since. */
export async function hasMovimientos(): Promise<boolean> {
  return (await db.movimiento.findFirst({ where: MOVED, select: { id: true } })) !== null;
}

/**
 * Moves the stock of an item: `short` when there is not enough, `full` when it exceeds the limit, `missing` when the item does
 * not exist.
 */
export function moveItem(
  id: string | undefined,
  { tipo, cantidad, motivo }: MovimientoValues,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<{ nombre: string; cantidad: number }, StockReason>(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    return moveStock(transaction, id, tipo === "entrada" ? cantidad : -cantidad, { motivo, cuenta_id });
  });
}

type StockReason = "short" | "full" | "missing";

/** Who moves the stock and why; the appointment or the sale it is for, and the movement it reverses. */
export type Reason = { motivo: string | null; cuenta_id: string; cita_id?: string; venta_id?: string; reversa_de?: string };

/**
 * Adds `change` (negative: takes out) to an item's stock, writes the movement, and gives the item's name and new quantity.
 * Nothing else changes `cantidad`, so the movements always add up to it. Throws WriteRejection `short` or `full` instead of
 * going below zero or over the limit, unless `always`: what an appointment used is gone, whatever the stock says.
 */
export async function moveStock(transaction: Transaction, id: string, change: number, reason: Reason, { always = false } = {}) {
  // One statement checks and changes, so that concurrent movements cannot take the same stock twice.
  const [item] = await transaction.item.updateManyAndReturn({
    where: { id, cantidad: always ? undefined : change < 0 ? { gte: -change } : { lte: MAX_CANTIDAD - change } },
    data: { cantidad: { increment: change } },
    select: { nombre: true, cantidad: true },
  });
  if (!item) {
    const exists = await transaction.item.count({ where: { id } });
    throw new WriteRejection<StockReason>(exists === 0 ? "missing" : change < 0 ? "short" : "full");
  }
  await writeMovimiento(transaction, { tipo: change < 0 ? "salida" : "entrada", cantidad: Math.abs(change), id, item }, reason);
  return item;
}

type Moved = Pick<Movimiento, "tipo" | "cantidad"> & {
  usos?: number | null;
  id: string;
  item: { nombre: string; cantidad: number };
};

/** Writes the movement of item `id`, whose name and new quantity are those of `item`. */
async function writeMovimiento(transaction: Transaction, { id, item, ...moved }: Moved, reason: Reason) {
  const data = { ...moved, item_id: id, item_nombre: item.nombre, saldo: item.cantidad, ...reason };
  await transaction.movimiento.create({ data, select: { id: true } });
}

/**
 * Moves the stock of an item as `moveStock` does, even below zero; gives null when the item does not exist, or is deleted at the
 * same moment.
 */
export async function moveStockIfExists(transaction: Transaction, item_id: string | null, change: number, reason: Reason) {
  if (item_id === null) return null;
  try {
    return await moveStock(transaction, item_id, change, reason, { always: true });
  } catch (error) {
    if (error instanceof WriteRejection && error.reason === "missing") return null;
    throw error;
  }
}

/**
 * Takes a supply that an appointment uses `usos` times, even below zero: of an item that lasts for several services, a piece leaves
 * the stock with the last of its uses. Gives whether the item exists.
 */
export function takeSupply(transaction: Transaction, item_id: string | null, usos: number, reason: Reason): Promise<boolean> {
  return moveUses(transaction, item_id, { usos, cantidad: usos }, reason);
}

/** Gives back what a movement took for an appointment: its uses, and a piece when the open one was used less often. */
export async function giveBackSupply(
  transaction: Transaction,
  { id: reversa_de, item_id, usos, cantidad }: Pick<Movimiento, "id" | "item_id" | "usos" | "cantidad">,
  reason: Reason,
): Promise<void> {
  if (usos === null) await moveStockIfExists(transaction, item_id, cantidad, { ...reason, reversa_de });
  else await moveUses(transaction, item_id, { usos: -usos, cantidad: -cantidad }, { ...reason, reversa_de });
}

/**
 * Adds `usos` (negative: gives back) to those of an item's open piece, takes the pieces that this empties or refills out of the stock
 * or puts them back, and writes the movement; `cantidad` pieces where each lasts for one service. Gives whether the item exists.
 */
async function moveUses(transaction: Transaction, id: string | null, change: { usos: number; cantidad: number }, reason: Reason) {
  if (id === null) return false;
  const usos = Prisma.sql`usos + ${change.usos}::int`;
  const whole = Prisma.sql`${change.cantidad}::int`;
  // One statement, so that concurrent uses cannot take the same piece twice. How many pieces moved follows from the uses after it.
  const [item] = await transaction.$queryRaw<{ nombre: string; cantidad: number; rinde: number; piezas: number }[]>`
    UPDATE inventario_susa SET
      cantidad = cantidad - CASE rinde WHEN 1 THEN ${whole} ELSE floor((${usos}) / rinde::float8) END,
      usos = ${usos} - rinde * floor((${usos}) / rinde::float8)
    WHERE id = ${id}::uuid
    RETURNING nombre, cantidad, rinde,
      CASE rinde WHEN 1 THEN ${whole} ELSE ceil((${change.usos}::int - usos) / rinde::float8)::int END AS piezas`;
  if (!item) return false;
  const isBack = change.usos < 0;
  const moved = {
    tipo: isBack ? "entrada" : "salida",
    cantidad: Math.abs(item.piezas),
    usos: isBack || item.rinde > 1 ? Math.abs(change.usos) : null,
  } as const;
  await writeMovimiento(transaction, { ...moved, id, item }, reason);
  return true;
}
