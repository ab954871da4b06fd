import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { matchesSearch } from "~/database/search.server";
import { Prisma } from "~/generated/client";

/** A product with its sale price as decimal text; not how many there are, which not everybody may see. */
export type Producto = { id: string; nombre: string; precio: string };

const PRODUCTO = Prisma.sql`i.id, i.nombre::text AS nombre, i.precio_venta::text AS precio`;

/** The six products that sold most in ninety days, then by name. Those that are out of stock are left out. */
export function listMasVendidos(): Promise<Producto[]> {
  return db.$queryRaw`
    SELECT ${PRODUCTO} FROM inventario_susa i LEFT JOIN (
      SELECT item_id, sum(cantidad) AS vendidas FROM venta_lineas_susa JOIN ventas_susa v ON v.id = venta_id
      WHERE v.cancelada_at IS NULL AND v.created_at > now() - interval '90 days' GROUP BY item_id
    ) AS venta ON venta.item_id = i.id
    WHERE i.precio_venta IS NOT NULL AND i.cantidad > 0 ORDER BY vendidas DESC NULLS LAST, i.nombre, i.id LIMIT 6`;
}

/** The first twelve products by name that contain every word of `q`. */
export function searchProductos(q: string): Promise<Producto[]> {
  return db.$queryRaw`
    SELECT ${PRODUCTO} FROM inventario_susa i WHERE i.precio_venta IS NOT NULL AND ${matchesSearch(q)}
    ORDER BY i.nombre, i.id LIMIT 12`;
}

/** The products with these ids that are for sale, and how many there are of each. */
export function getProductos(ids: string[]): Promise<(Producto & { hay: number })[]> {
  return db.$queryRaw`
    SELECT ${PRODUCTO}, i.cantidad AS hay FROM inventario_susa i
    WHERE i.precio_venta IS NOT NULL AND i.id = ANY (${ids.filter(isId)}::uuid[])`;
}
