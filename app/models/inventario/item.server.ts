import { z } from "zod";
import { db } from "~/database/client.server";
import { allOf } from "~/database/conditions.server";
import { asMoment, integer, isId, optionalInteger, optionalMoney, optionalText, requiredText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { matchesSearch } from "~/database/search.server";
import { deleteToTrash } from "~/database/trash.server";
import { formatNumber } from "~/format/numbers";
import { compareWords } from "~/format/text";
import { type Item, Prisma } from "~/generated/client";
import { MAX_CANTIDAD, MAX_RINDE } from "~/limits";
import { moveStock } from "./movimiento.server";

/** The error of a quantity that is not a whole number in range. */
export const CANTIDAD_ERROR = `Escribe cuántas hay con un número entero, de 0 a ${formatNumber(MAX_CANTIDAD)}.`;

/** The form of an item; without a sale price it is not for sale. Whether a negative quantity may stay is decided when it is written. */
export const itemSchema = z.object({
  nombre: requiredText(120, "Escribe el nombre del artículo."),
  descripcion: optionalText(4000),
  cantidad: integer(-(2 ** 31), MAX_CANTIDAD, CANTIDAD_ERROR),
  minimo: optionalInteger(0, MAX_CANTIDAD, `Escribe el mínimo con un número entero, de 0 a ${formatNumber(MAX_CANTIDAD)}.`, 0),
  rinde: optionalInteger(
    1,
    MAX_RINDE,
    `Escribe para cuántos servicios rinde con un número entero, de 1 a ${formatNumber(MAX_RINDE)}.`,
    1,
  ),
  precio_unitario: optionalMoney("precio", "0.00"),
  precio_venta: optionalMoney("precio", null).transform((precio) => (precio === "0.00" ? null : precio)),
  categoria: optionalText(120),
  proveedor: optionalText(120),
});

export type ItemValues = z.output<typeof itemSchema>;

/** The condition that the stock of an item is low; `isLow` is the same rule for one row. */
export const IS_LOW = Prisma.sql`cantidad <= minimo`;

/** Whether the stock of an item is low. */
export function isLow({ cantidad, minimo }: { cantidad: number; minimo: number }): boolean {
  return cantidad <= minimo;
}

export type ItemsFilter = { q: string; categoria: string; existencias: "" | "bajas"; pagina: number };

/**
 * Lists a page of items, those that are low first, then the newest, that contain every word of `q`; their total and value, and all categories by name. A
 * category that no item has does not filter.
 */
export async function listItems({ q, categoria, existencias, pagina }: ItemsFilter) {
  const categorias = await listCategorias();
  const { skip, take } = pageOf(pagina);
  const matching = allOf(
    matchesSearch(q),
    categoria ? Prisma.sql`categoria = ${categoria}` : null,
    existencias === "bajas" ? IS_LOW : null,
  );
  const [items, sums] = await Promise.all([
    db.$queryRaw<ItemRow[]>`
      SELECT id, nombre, descripcion, cantidad, minimo, rinde, usos, ${IS_LOW} AS "isLow", precio_unitario::text, precio_venta::text,
        categoria, proveedor
      FROM inventario_susa WHERE ${matching} ORDER BY ${IS_LOW} DESC, created_at DESC, id LIMIT ${take} OFFSET ${skip}`,
    db.$queryRaw<{ total: number; valor: string }[]>`
      SELECT count(*)::int AS total, coalesce(sum(cantidad * precio_unitario), 0)::text AS valor
      FROM inventario_susa WHERE ${matching}`,
  ]);
  return { items, categorias, ...(sums[0] ?? { total: 0, valor: "0.00" }) };
}

type ItemRow = Pick<
  Item,
  "id" | "nombre" | "descripcion" | "cantidad" | "minimo" | "rinde" | "usos" | "categoria" | "proveedor"
> & {
  isLow: boolean;
  precio_unitario: string;
  precio_venta: string | null;
};

/** The categories of all items, by name. */
export async function listCategorias(): Promise<string[]> {
  const rows = await db.item.groupBy({ by: "categoria", where: { categoria: { not: null } } });
  return rows.map(({ categoria }) => String(categoria)).sort(compareWords);
}

/** The names of all items, as suggestions for a service's supplies. */
export async function listNombresDeItems(): Promise<string[]> {
  const rows = await db.item.findMany({ distinct: ["nombre"], select: { nombre: true }, orderBy: { nombre: "asc" }, take: 500 });
  return rows.map(({ nombre }) => nombre);
}

/** Gives an item, or null when the id is unknown or malformed. */
export async function getItem(id: string | undefined) {
  const row = isId(id) ? await db.item.findUnique({ where: { id } }) : null;
  return (
    row && {
      ...row,
      precio_unitario: row.precio_unitario.toFixed(2),
      precio_venta: row.precio_venta?.toFixed(2) ?? null,
      updated_at: row.updated_at.toISOString(),
    }
  );
}

/** Creates an item; its quantity is written as its first movement. `negative` when it is below zero. */
export function createItem({ cantidad, ...data }: ItemValues, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string, "negative">(key, async (transaction) => {
    if (cantidad < 0) throw new WriteRejection("negative");
    const { id } = await transaction.item.create({ data, select: { id: true } });
    if (cantidad > 0) await moveStock(transaction, id, cantidad, { motivo: "Existencia inicial", cuenta_id });
    return id;
  });
}

/**
 * Updates an item; a changed quantity is written as a movement of the difference. `stale` when it was changed or moved since
 * `updated_at` was `seen`, `missing` when it does not exist, `negative` when the quantity is changed to one below zero.
 */
export function updateItem(
  id: string | undefined,
  seen: unknown,
  { cantidad, ...data }: ItemValues,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string, "stale" | "missing" | "negative">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    // This locks the row until the end, so the stock cannot move in between. The open piece was used less often than one lasts for.
    const [item] = await transaction.$queryRaw<{ cantidad: number }[]>`
      UPDATE inventario_susa SET usos = least(usos, ${data.rinde} - 1) WHERE id = ${id}::uuid AND updated_at = ${asMoment(seen)}
      RETURNING cantidad`;
    if (!item) throw new WriteRejection((await transaction.item.count({ where: { id } })) ? "stale" : "missing");
    await transaction.item.update({ where: { id }, data, select: { id: true } });
    const change = cantidad - item.cantidad;
    if (change !== 0 && cantidad < 0) throw new WriteRejection("negative");
    if (change !== 0) await moveStock(transaction, id, change, { motivo: "Ajuste al editar", cuenta_id });
    return id;
  });
}

/** Deletes an item; its movements stay, with its name. Gives the id of the copy. */
export function deleteItem(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return deleteToTrash("item", id, cuenta_id, key);
}

/** How many items are low, and the names of the three that are lowest. */
export async function listLow() {
  const lowest = await db.$queryRaw<{ nombre: string; cuantos: number }[]>`
    SELECT nombre, (count(*) OVER ())::int AS cuantos FROM inventario_susa WHERE ${IS_LOW} ORDER BY cantidad - minimo, nombre LIMIT 3`;
  return { cuantos: lowest[0]?.cuantos ?? 0, nombres: lowest.map(({ nombre }) => nombre) };
}
