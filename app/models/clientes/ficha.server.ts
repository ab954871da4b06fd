import { db } from "~/database/client.server";
import { COUNT_VISITAS, IS_CANCELADA } from "~/database/conditions.server";
import { pageOf } from "~/database/paging.server";
import { VISITS_PER_PAGE } from "~/limits";

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

// What her page shows of each appointment.
const shown = {
  id: true,
  fecha_hora: true,
  servicio: { select: { nombre: true } },
  empleado: { select: { nombre: true, apellido: true } },
} as const;

/** A client's next scheduled or confirmed appointment, or null. */
export function findProximaCita(cliente_id: string, now = new Date()) {
  return db.cita.findFirst({
    where: { cliente_id, fecha_hora: { gte: now }, estado: { in: ["programada", "confirmada"] } },
    select: shown,
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
}

/** A page of a client's appointments, newest first (the last page for a number past it), its number, that of the last and their total. */
export async function listCitasDeCliente(cliente_id: string, pagina: number, size = VISITS_PER_PAGE) {
  const where = { cliente_id };
  const total = await db.cita.count({ where });
  const last = Math.max(1, Math.ceil(total / size));
  const page = Math.min(pagina, last);
  const rows = await db.cita.findMany({
    where,
    select: { ...shown, estado: true, no_asistio: true, precio: true, cobrado: true, notas: true },
    orderBy: [{ fecha_hora: "desc" }, { id: "asc" }],
    ...pageOf(page, size),
  });
  return {
    page,
    last,
    total,
    citas: rows.map((cita) => ({ ...cita, precio: cita.precio.toFixed(2), cobrado: cita.cobrado.toFixed(2) })),
  };
}
