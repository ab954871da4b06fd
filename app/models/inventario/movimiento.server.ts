import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { integer, isId, oneOf, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { formatNumber } from "~/format/numbers";
import type { Prisma } from "~/generated/client";
import { MAX_CANTIDAD, MAX_MOVIMIENTOS } from "~/limits";

/** The form of a movement: in or out, how many, and why. */
export const movimientoSchema = z.object({
  tipo: oneOf(["entrada", "salida"], "Elige entrada o salida."),
  cantidad: integer(1, MAX_CANTIDAD, `Escribe cuántas con un número entero, de 1 a ${formatNumber(MAX_CANTIDAD)}.`),
  motivo: optionalText(300),
});

export type MovimientoValues = z.output<typeof movimientoSchema>;

/**
 * Lists the newest movements: of all items for `si`, or of the item with this id, with its name; null for anything else.
 */
export async function listMovimientos(panel: string) {
  const newest = {
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
  return (await db.movimiento.findFirst({ select: { id: true } })) !== null;
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
  await transaction.movimiento.create({
    data: {
      tipo: change < 0 ? "salida" : "entrada",
      cantidad: Math.abs(change),
      item_id: id,
      item_nombre: item.nombre,
      saldo: item.cantidad,
      ...reason,
    },
    select: { id: true },
  });
  return item;
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
