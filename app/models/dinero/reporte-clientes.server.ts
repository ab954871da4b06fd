import { longDb } from "~/database/client.server";
import type { Periodo } from "~/format/periodo.server";
import { Prisma } from "~/generated/client";
import { COUNT_VISITAS } from "~/models/citas/visita.server";
import { cuenta, inMoments, startOfDay, type Tabla, TITULOS, texto } from "./reporte-tabla.server";

export async function clientes(periodo: Periodo, zona: string): Promise<Tabla> {
  const [row] = await longDb.$queryRaw<Record<"nuevos" | "atendidos" | "primera" | "recurrentes" | "varias", string>[]>`
    WITH atendidos AS (
      SELECT v.cliente_id, ${COUNT_VISITAS} AS visitas, EXISTS (
          SELECT FROM citas_susa antes WHERE antes.cliente_id = v.cliente_id AND antes.estado = 'completada'
            AND antes.fecha_hora < ${startOfDay(Prisma.sql`${periodo.desde}::date`, zona)}) AS ya_venia
      FROM citas_susa v
      WHERE v.cliente_id IS NOT NULL AND v.estado = 'completada' AND ${inMoments("v.fecha_hora", periodo, zona)}
      GROUP BY v.cliente_id
    )
    SELECT (SELECT count(*) FROM clientes_susa WHERE ${inMoments("created_at", periodo, zona)})::text AS nuevos,
      count(*)::text AS atendidos, count(*) FILTER (WHERE NOT ya_venia)::text AS primera,
      count(*) FILTER (WHERE ya_venia)::text AS recurrentes, count(*) FILTER (WHERE visitas > 1)::text AS varias
    FROM atendidos`;
  const { nuevos = "0", atendidos = "0", primera = "0", recurrentes = "0", varias = "0" } = row ?? {};
  return {
    titulo: TITULOS.clientes,
    segun: "Nuevas: registradas en estos días. Las demás: con citas completadas.",
    columnas: [texto("Clientas"), cuenta("Cuántas")],
    filas: [
      ["Nuevas", nuevos],
      ["Atendidas", atendidos],
      ["Vinieron por primera vez", primera],
      ["Ya habían venido antes", recurrentes],
      ["Vinieron dos veces o más", varias],
    ],
    total: null,
  };
}
