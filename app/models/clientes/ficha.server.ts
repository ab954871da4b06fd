import { db } from "~/database/client.server";
import { COUNT_VISITAS, IS_CANCELADA } from "~/database/conditions.server";
import type { EstadoCita } from "~/generated/client";
import { Prisma } from "~/generated/client";
import { VISITS_PER_PAGE } from "~/limits";

// In one statement; Prisma would send one for each table.
const NAMES = Prisma.sql`
  CASE WHEN s.id IS NOT NULL THEN json_build_object('nombre', s.nombre) END AS servicio,
  CASE WHEN e.id IS NOT NULL THEN json_build_object('nombre', e.nombre, 'apellido', e.apellido) END AS empleado
  FROM citas_susa c LEFT JOIN servicios_susa s ON s.id = c.servicio_id LEFT JOIN empleados_susa e ON e.id = c.empleado_id`;

type Named = {
  id: string;
  fecha_hora: Date;
  servicio: { nombre: string } | null;
  empleado: { nombre: string; apellido: string } | null;
};

type Visita = Named & {
  estado: EstadoCita;
  no_asistio: boolean;
  precio: string;
  cobrado: string;
  notas: string | null;
};

/** Sums up a client's appointments: how many in which state, and what was charged for them, advance payments included. */
export async function summarizeCliente(id: string) {
  const [row] = await db.$queryRaw<
    { citas: number; visitas: number; faltas: number; canceladas: number; ultima: Date | null; cobrado: string }[]
  >`
    SELECT count(*)::int AS citas,
      ${COUNT_VISITAS} FILTER (WHERE estado = 'completada')::int AS visitas,
      count(*) FILTER (WHERE no_asistio)::int AS faltas,
      count(*) FILTER (WHERE ${IS_CANCELADA})::int AS canceladas,
      max(fecha_hora) FILTER (WHERE estado = 'completada') AS ultima,
      coalesce(sum(cobrado), 0.00)::text AS cobrado
    FROM citas_susa WHERE cliente_id = ${id}::uuid`;
  if (!row) throw new Error("no summary");
  return row;
}

/** A client's next scheduled or confirmed appointment, or null. */
export async function findProximaCita(id: string, now = new Date()): Promise<Named | null> {
  const [row] = await db.$queryRaw<Named[]>`
    SELECT c.id, c.fecha_hora, ${NAMES}
    WHERE c.cliente_id = ${id}::uuid AND c.fecha_hora >= ${now} AND c.estado IN ('programada', 'confirmada')
    ORDER BY c.fecha_hora, c.id LIMIT 1`;
  return row ?? null;
}

/** A page of a client's appointments, newest first (the last page for a number past it), its number and that of the last page. */
export async function listCitasDeCliente(id: string, pagina: number) {
  const rows = await db.$queryRaw<(Visita & { page: number; last: number })[]>`
    WITH pages AS (
      SELECT greatest(1, ceil(count(*) / ${VISITS_PER_PAGE}::numeric))::int AS last FROM citas_susa WHERE cliente_id = ${id}::uuid
    )
    SELECT least(${pagina}::int, (TABLE pages)) AS page, (TABLE pages) AS last, c.id, c.fecha_hora, c.estado::text, c.no_asistio,
      c.precio::text, c.cobrado::text, c.notas, ${NAMES}
    WHERE c.cliente_id = ${id}::uuid ORDER BY c.fecha_hora DESC, c.id
    LIMIT ${VISITS_PER_PAGE} OFFSET (least(${pagina}::int, (TABLE pages)) - 1) * ${VISITS_PER_PAGE}::int`;
  return {
    page: rows[0]?.page ?? 1,
    last: rows[0]?.last ?? 1,
    citas: rows.map(({ page: _page, last: _last, ...cita }): Visita => cita),
  };
}
