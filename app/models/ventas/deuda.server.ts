import { db } from "~/database/client.server";
import { allOf } from "~/database/conditions.server";
import { pageOf } from "~/database/paging.server";
import type { Dias } from "~/format/periodo.server";
import { SERVICIO_ELIMINADO } from "~/format/text";
import { Prisma } from "~/generated/client";
import { porCobrarOf } from "~/models/dinero/amounts.server";
import { inDays } from "~/models/dinero/reporte-tabla.server";
import { SALDO } from "./venta.server";

/** Something that a client owes: a completed appointment, or the products of a sale. `desde` is its day in the studio's zone. */
export type Deuda = {
  tipo: "cita" | "venta";
  id: string;
  cliente: string | null;
  telefono: string | null;
  concepto: string;
  desde: string;
  monto: string;
};

const deudas = (zona: string) => Prisma.sql`
  WITH deudas AS (
    SELECT 'cita' AS tipo, c.id, c.cliente_id, coalesce(s.nombre, ${SERVICIO_ELIMINADO}) AS concepto,
      (c.fecha_hora AT TIME ZONE ${zona})::date AS desde, ${porCobrarOf("c")} AS monto
    FROM citas_susa c LEFT JOIN servicios_susa s ON s.id = c.servicio_id WHERE c.estado = 'completada' AND c.precio > c.cobrado
    UNION ALL
    SELECT 'venta', id, cliente_id, (SELECT string_agg(cantidad - devueltas || ' × ' || item_nombre, ', ' ORDER BY item_nombre)
      FROM venta_lineas_susa WHERE venta_id = venta.id AND cantidad > devueltas), fecha, saldo
    FROM (SELECT v.*, ${SALDO} AS saldo FROM ventas_susa v WHERE v.total > 0 AND v.cancelada_at IS NULL) AS venta WHERE saldo > 0
  )`;

/** Lists a page of what clients owe, the oldest first; `total` rows and `suma` pesos are of all pages. */
export async function listDeudas(zona: string, pagina: number) {
  const { skip, take } = pageOf(pagina);
  const [rows, sums] = await Promise.all([
    db.$queryRaw<Deuda[]>`${deudas(zona)}
      SELECT tipo, d.id, k.nombre AS cliente, k.telefono, concepto, desde::text, monto::text
      FROM deudas d LEFT JOIN clientes_susa k ON k.id = d.cliente_id ORDER BY desde, d.id LIMIT ${take} OFFSET ${skip}`,
    sumDeudas(zona),
  ]);
  return { deudas: rows, ...sums };
}

/** How many things clients owe, and how many pesos they are together: all, or only those of some days. */
export async function sumDeudas(zona: string, dias?: Dias): Promise<{ total: number; suma: string }> {
  const [sums] = await db.$queryRaw<{ total: number; suma: string }[]>`${deudas(zona)}
    SELECT count(*)::int AS total, coalesce(sum(monto), 0.00)::text AS suma FROM deudas
    WHERE ${allOf(dias ? inDays("desde", dias) : null)}`;
  return sums ?? { total: 0, suma: "0.00" };
}
