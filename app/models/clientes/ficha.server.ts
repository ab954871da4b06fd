import { db } from "~/database/client.server";
import { pageOf } from "~/database/paging.server";
import { Prisma } from "~/generated/client";
import { VISITS_PER_PAGE } from "~/limits";
import { IS_CANCELADA, OPEN } from "~/models/citas/estado";
import { COUNT_VISITAS } from "~/models/citas/visita.server";
import { porCobrar } from "~/models/dinero/amounts.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

/** Sums up a client's appointments: how many in which state, and what was charged for them, advance payments included. */
export async function summarizeCliente(id: string) {
  const [row] = await db.$queryRaw<
    { citas: number; visitas: number; faltas: number; canceladas: number; ultima: Date | null; cobrado: string }[]
  >`
    SELECT count(*)::int AS citas,
      ${COUNT_VISITAS} FILTER (WHERE estado = 'completada')::int AS visitas,
      ${COUNT_VISITAS} FILTER (WHERE no_asistio)::int AS faltas,
      count(*) FILTER (WHERE ${Prisma.raw(IS_CANCELADA)})::int AS canceladas,
      max(fecha_hora) FILTER (WHERE estado = 'completada') AS ultima,
      coalesce(sum(cobrado), 0.00)::text AS cobrado
    FROM citas_susa WHERE cliente_id = ${id}::uuid`;
  if (!row) throw new Error("no summary");
  return row;
}

/** A cancellation is late within these hours of the appointment, unless the studio says until when a client can cancel by her link. */
const LATE_HOURS = 24;

/**
 * Adds how many visits these clients missed (`faltas`) and cancelled late (`tarde`). A cancellation during an absence of the specialist,
 * or on a closed day, is the studio's and does not count.
 */
export async function withFaltas<C extends { id: string }>(clientes: C[]) {
  const { cita_horas, zona_horaria: zona } = await getConfiguracion();
  const ids = clientes.map(({ id }) => id);
  const rows = await db.$queryRaw<{ cliente_id: string; faltas: number; tarde: number }[]>`
    SELECT cliente_id, ${COUNT_VISITAS} FILTER (WHERE no_asistio)::int AS faltas,
      ${COUNT_VISITAS} FILTER (
        WHERE NOT no_asistio AND cancelada BETWEEN fecha_hora - make_interval(hours => ${cita_horas ?? LATE_HOURS}) AND fecha_hora
          AND NOT EXISTS (
            SELECT FROM ausencias_susa a, LATERAL (SELECT fecha_hora AT TIME ZONE ${zona} AS inicia, fin AT TIME ZONE ${zona} AS acaba) local
            WHERE (a.empleado_id IS NULL OR a.empleado_id = c.empleado_id)
              AND inicia::date >= a.desde AND inicia::date <= coalesce(a.hasta, 'infinity')
              AND inicia::time < coalesce(a.a, '24:00') AND acaba::time > coalesce(a.de, '00:00'))
      )::int AS tarde
    FROM citas_susa c, LATERAL (
      SELECT max(created_at) AS cancelada FROM cambios_cita_susa WHERE cita_id = c.id AND accion = 'cancelada') cambio
    WHERE cliente_id = ANY (${ids}::uuid[]) AND estado = 'cancelada'
    GROUP BY cliente_id`;
  const counts = new Map(rows.map(({ cliente_id, faltas, tarde }) => [cliente_id, { faltas, tarde }]));
  return clientes.map((cliente) => ({ ...cliente, ...(counts.get(cliente.id) ?? { faltas: 0, tarde: 0 }) }));
}

/** The day in `zona` of the last completed appointment of each of these clients, by their id. */
export async function getUltimasVisitas(ids: string[], zona: string) {
  const rows = await db.$queryRaw<{ cliente_id: string; dia: string }[]>`
    SELECT cliente_id, (max(fecha_hora) AT TIME ZONE ${zona})::date::text AS dia
    FROM citas_susa WHERE cliente_id = ANY (${ids}::uuid[]) AND estado = 'completada' GROUP BY cliente_id`;
  return new Map(rows.map(({ cliente_id, dia }) => [cliente_id, dia]));
}

/** The condition of an appointment that is still open on the day that begins at `today`, or later; every other one is history. */
const ahead = (today: Date): Prisma.CitaWhereInput => ({ fecha_hora: { gte: today }, estado: { in: [...OPEN] } });

/** A client's scheduled and confirmed appointments from the beginning of the studio's day `today` on, the next one first. */
export const listProximasCitas = (cliente_id: string, today: Date) => findCitas({ cliente_id, ...ahead(today) }, "asc");

/** A page of a client's other appointments, newest first (the last page for a number past it), its number, that of the last and their total. */
export async function listHistorial(cliente_id: string, today: Date, pagina: number, size = VISITS_PER_PAGE) {
  const where = { cliente_id, NOT: ahead(today) };
  const total = await db.cita.count({ where });
  const last = Math.max(1, Math.ceil(total / size));
  const page = Math.min(pagina, last);
  return { page, last, total, citas: await findCitas(where, "desc", pageOf(page, size)) };
}

/** What her page shows of each appointment. */
async function findCitas(where: Prisma.CitaWhereInput, order: "asc" | "desc", page: Partial<ReturnType<typeof pageOf>> = {}) {
  const rows = await db.cita.findMany({
    where,
    select: {
      ...{
        id: true,
        fecha_hora: true,
        estado: true,
        no_asistio: true,
        precio: true,
        cobrado: true,
        notas: true,
        apartada_hasta: true,
      },
      servicio: { select: { nombre: true } },
      empleado: { select: { nombre: true, apellido: true } },
    },
    orderBy: [{ fecha_hora: order }, { id: "asc" }],
    ...page,
  });
  return rows.map((cita) => ({
    ...{ ...cita, precio: cita.precio.toFixed(2), cobrado: cita.cobrado.toFixed(2), por_aceptar: cita.apartada_hasta !== null },
    debe: cita.estado === "completada" ? porCobrar(cita).toFixed(2) : "0.00",
  }));
}
