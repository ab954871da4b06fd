import { z } from "zod";
import { db } from "~/database/client.server";
import { asMoment, isId, optionalEmail, optionalPhone, optionalText, requiredText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { searchFilter } from "~/database/search.server";
import type { Prisma } from "~/generated/client";

/** What the editor sends: every field of a supplier, optional ones null when emptied. */
export const proveedorSchema = z.object({
  nombre: requiredText(120, "Escribe el nombre del proveedor."),
  contacto: optionalText(120),
  telefono: optionalPhone(),
  email: optionalEmail(),
  direccion: optionalText(300),
  productos_servicios: optionalText(4000),
  notas: optionalText(4000),
});

export type ProveedorValues = z.output<typeof proveedorSchema>;

/** Which suppliers a list shows: those in use unless it says otherwise. */
export type ProveedoresFilter = { q: string; estado: "" | "inactivos" | "todos"; pagina: number };

/** Lists a page of suppliers by name, of which every word of `q` is said somewhere, and how many there are. */
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

/** The names of the suppliers in use, to be offered where one is asked for. */
export async function listNombresDeProveedores(): Promise<string[]> {
  const rows = await db.proveedor.findMany({
    where: { activo: true },
    select: { nombre: true },
    distinct: ["nombre"],
    orderBy: { nombre: "asc" },
  });
  return rows.map(({ nombre }) => nombre);
}

/** Gives a supplier, active or not, or null when there is none (or the id is no id). */
export async function getProveedor(id: string | undefined) {
  const row = isId(id) ? await db.proveedor.findUnique({ where: { id } }) : null;
  return row && { ...row, updated_at: row.updated_at.toISOString() };
}

/** Creates a supplier, active. */
export function createProveedor(values: ProveedorValues, key: IdempotencyKey) {
  return writeOnce(key, async (transaction) => (await transaction.proveedor.create({ data: values, select: { id: true } })).id);
}

/** Changes a supplier as it was when its `updated_at` was `seen`, and makes it active: `stale` when changed since, `missing` when gone. */
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

/** Takes a supplier out of use; nothing of it is lost, and saving it again brings it back. */
export function deactivateProveedor(id: string | undefined, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const { count } = isId(id)
      ? await transaction.proveedor.updateMany({ where: { id }, data: { activo: false } })
      : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}
