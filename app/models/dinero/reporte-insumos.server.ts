import { longDb } from "~/database/client.server";
import type { Periodo } from "~/format/periodo.server";
import { cells, cuenta, dinero, type Fila, inMoments, type Tabla, TITULOS, texto } from "./reporte-tabla.server";

export async function insumos(periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await longDb.$queryRaw<Fila<"item" | "cantidad" | "precio" | "costo">[]>`
    SELECT grouping(item_id) = 1 AS es_total, coalesce(i.nombre, item_nombre || ' (eliminado)') AS item,
      coalesce(sum(usado), 0)::text AS cantidad, i.precio_unitario::text AS precio,
      CASE WHEN grouping(item_id) = 1 THEN coalesce(sum(usado * i.precio_unitario), 0.00)
        ELSE sum(usado * i.precio_unitario) END::text AS costo
    FROM (
      SELECT item_id, CASE WHEN item_id IS NULL THEN item_nombre END,
        sum(CASE tipo WHEN 'salida' THEN cantidad ELSE -cantidad END)
      FROM movimientos_inventario_susa
      WHERE (tipo = 'salida') = (reversa_de IS NULL) AND venta_id IS NULL AND ${inMoments("created_at", periodo, zona)} GROUP BY 1, 2
    ) AS uso (item_id, item_nombre, usado)
    LEFT JOIN inventario_susa i ON i.id = item_id
    WHERE usado <> 0
    GROUP BY GROUPING SETS ((item_id, item_nombre, i.nombre, i.precio_unitario), ())
    ORDER BY sum(usado * i.precio_unitario) DESC NULLS LAST, sum(usado) DESC, i.nombre, item_nombre`;
  return {
    titulo: TITULOS.insumos,
    segun:
      "Lo que salió del inventario estos días, al costo de hoy. No incluye lo vendido ni lo cancelado; los artículos eliminados van sin costo.",
    columnas: [texto("Artículo"), cuenta("Cantidad"), dinero("Precio unitario"), dinero("Costo")],
    ...cells(rows, ["item", "cantidad", "precio", "costo"]),
  };
}
