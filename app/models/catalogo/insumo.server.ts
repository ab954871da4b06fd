import { db, type Transaction } from "~/database/client.server";
import { MAX_CANTIDAD } from "~/limits";

/** A supply of a service, with the inventory item of the same name, if any, and for how many uses a piece of it lasts. */
export type InsumoEnInventario = {
  nombre: string;
  cantidad: number;
  item_id: string | null;
  item_nombre: string | null;
  rinde: number;
};

/**
 * Lists the supplies of services by name, each with the inventory item of that name (ignoring accents and case; of several, the
 * one with most stock). A supply listed twice is added up, and that of a service given twice.
 */
export function matchInsumos(
  servicio_ids: (string | null)[],
  reader: Pick<Transaction, "$queryRaw"> = db,
): Promise<InsumoEnInventario[]> {
  return reader.$queryRaw<InsumoEnInventario[]>`
    SELECT insumo.nombre, insumo.cantidad, item.id AS item_id, item.nombre AS item_nombre, coalesce(item.rinde, 1) AS rinde
    FROM (
      SELECT fold_text(btrim(cada.nombre)) AS clave, min(cada.nombre) AS nombre, least(sum(cada.cantidad), ${MAX_CANTIDAD})::int AS cantidad
      FROM unnest(${servicio_ids}::uuid[]) AS id JOIN servicios_susa USING (id),
        jsonb_to_recordset(insumos) AS cada(nombre text, cantidad numeric)
      GROUP BY clave
    ) insumo
    LEFT JOIN LATERAL (
      SELECT id, nombre, rinde FROM inventario_susa WHERE fold_text(btrim(nombre)) = clave
      ORDER BY cantidad DESC, created_at, id LIMIT 1
    ) item ON true
    ORDER BY insumo.nombre COLLATE espanol`;
}
