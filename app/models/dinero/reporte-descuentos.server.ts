import { longDb } from "~/database/client.server";
import type { Dias, Periodo } from "~/format/periodo.server";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { Prisma } from "~/generated/client";
import { cells, dinero, type Fila, inMoments, type Tabla, TITULOS, texto } from "./reporte-tabla.server";

/** The condition that an appointment of a period was charged with a discount. */
const isDescontada = (dias: Dias, zona: string) => Prisma.sql`descuento > 0 AND ${inMoments("fecha_hora", dias, zona)}`;

/** What was given in discounts on the appointments of some days, in pesos. */
export async function sumDescuentos(dias: Dias, zona: string): Promise<string> {
  const [row] = await longDb.$queryRaw<[{ suma: string }]>`
    SELECT coalesce(sum(descuento), 0.00)::text AS suma FROM citas_susa WHERE ${isDescontada(dias, zona)}`;
  return row.suma;
}

export async function descuentos(periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await longDb.$queryRaw<Fila<"dia" | "clienta" | "servicio" | "especialista" | "monto" | "motivo">[]>`
    SELECT grouping(cita.id) = 1 AS es_total, dia::text, clienta, servicio, especialista,
      coalesce(sum(descuento), 0.00)::text AS monto, motivo
    FROM (
      SELECT c.id, c.fecha_hora, (c.fecha_hora AT TIME ZONE ${zona})::date AS dia, coalesce(k.nombre, ${CLIENTE_ELIMINADO}) AS clienta,
        coalesce(s.nombre, ${SERVICIO_ELIMINADO}) AS servicio,
        coalesce(e.nombre || ' ' || e.apellido, ${SIN_ESPECIALISTA}) AS especialista, c.descuento, c.descuento_motivo AS motivo
      FROM citas_susa c LEFT JOIN clientes_susa k ON k.id = c.cliente_id LEFT JOIN servicios_susa s ON s.id = c.servicio_id
        LEFT JOIN empleados_susa e ON e.id = c.empleado_id
      WHERE ${isDescontada(periodo, zona)}
    ) AS cita
    GROUP BY GROUPING SETS ((cita.id, fecha_hora, dia, clienta, servicio, especialista, motivo), ())
    ORDER BY fecha_hora DESC, cita.id`;
  const { filas, total } = cells(rows, ["dia", "clienta", "servicio", "especialista", "monto", "motivo"]);
  return {
    titulo: TITULOS.descuentos,
    segun: "Las citas de estos días que se cobraron con descuento.",
    columnas: [
      { titulo: "Día", clase: "fecha" },
      ...["Clienta", "Servicio", "Especialista"].map(texto),
      dinero("Descuento"),
      texto("Motivo"),
    ],
    filas,
    // Texts have no total, which is not unknown.
    total: total?.map((cell) => cell ?? "") ?? null,
    vacia: "No se hicieron descuentos.",
  };
}
