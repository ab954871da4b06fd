import { z } from "zod";
import { db } from "~/database/client.server";
import { asMoment, isId, optionalEmail, optionalName, optionalPhone, optionalText, requiredName } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { searchFilter } from "~/database/search.server";
import type { Prisma } from "~/generated/client";

/** The form of a supplier: every field, null when an optional one is empty. */
export const proveedorSchema = z.object({
  nombre: requiredName(120, "Escribe el nombre del proveedor."),
  contacto: optionalName(120),
  telefono: optionalPhone(),
  email: optionalEmail(),
  direccion: optionalText(300),
  productos_servicios: optionalText(4000),
  notas: optionalText(4000),
});

export type ProveedorValues = z.output<typeof proveedorSchema>;

/** The filter of the list: active suppliers unless `estado` says otherwise. */
export type ProveedoresFilter = { q: string; estado: "" | "inactivos" | "todos"; pagina: number };

/** Lists a page of suppliers by name that contain every word of `q`, and their total. */
export async function listProveedores({ q, estado, pagina }: ProveedoresFilter) {
  const where: Prisma.ProveedorWhereInput = {
    AND: await searchFilter(q),
    activo: { "": true, inactivos: false, todos: undefined }[estado],
  };
  const [total, proveedores] = await Promise.all([
    db.proveedor.count({ where }),
    db.proveedor.findMany({ where, orderBy: [{ nombre: "asc" }, { id: "asc" }], ...pageOf(pagina) }),
  ]);
  return { proveedores, total };
}

/** The names of the active suppliers, for suggestions. */
export async function listNombresDeProveedores(): Promise<string[]> {
  const rows = await db.proveedor.findMany({
    where: { activo: true },
    select: { nombre: true },
    distinct: ["nombre"],
    orderBy: { nombre: "asc" },
  });
  return rows.map(({ nombre }) => nombre);
}

/** Gives a supplier, active or not, or null when the id is unknown or malformed. */
export async function getProveedor(id: string | undefined) {
  const row = isId(id) ? await db.proveedor.findUnique({ where: { id } }) : null;
  return row && { ...row, updated_at: row.updated_at.toISOString() };
}

/** Creates an active supplier. */
export function createProveedor(values: ProveedorValues, key: IdempotencyKey) {
  return writeOnce(key, async (transaction) => (await transaction.proveedor.create({ data: values, select: { id: true } })).id);
}

/**
 * Updates a supplier and activates it: `stale` when it was changed since `updated_at` was `seen`, `missing` when it does not
 * exist.
 */
export function updateProveedor(id: string | undefined, seen: unknown, values: ProveedorValues, key: IdempotencyKey) {
  return writeOnce<string, "stale" | "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const { count } = await transaction.proveedor.updateMany({
      where: { id, updated_at: asMoment(seen) },
      data: { ...values, activo: true },
    });
    if (count === 0) throw new WriteRejection((await transaction.proveedor.count({ where: { id } })) ? "stale" : "missing");
    return id;
  });
}

/** Activates or deactivates a supplier; saving it also activates it. */
export function setProveedorActivo(id: string | undefined, activo: boolean, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const { count } = isId(id) ? await transaction.proveedor.updateMany({ where: { id }, data: { activo } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}
