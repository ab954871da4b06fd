import { db } from "~/db.server";
import type { Prisma } from "~/generated/client";

const VISITS_OF_A_PAGE = 10;

const WITH_NAMES = {
  servicio: { select: { nombre: true } },
  empleado: { select: { nombre: true, apellido: true } },
} satisfies Prisma.CitaInclude;

/** What a client's appointments come to: how many became what, and what was charged for them, anticipos included. */
export async function summarizeCliente(id: string) {
  const [row] = await db.$queryRaw<
    { citas: number; visitas: number; faltas: number; canceladas: number; ultima: Date | null; cobrado: string }[]
  >`
    SELECT count(*)::int AS citas,
      count(DISTINCT coalesce(visita_id, id)) FILTER (WHERE estado = 'completada')::int AS visitas,
      count(*) FILTER (WHERE no_asistio)::int AS faltas,
      count(*) FILTER (WHERE estado = 'cancelada' AND NOT no_asistio)::int AS canceladas,
      max(fecha_hora) FILTER (WHERE estado = 'completada') AS ultima,
      coalesce(sum(cobrado), 0.00)::text AS cobrado
    FROM citas_susa WHERE cliente_id = ${id}::uuid`;
  if (!row) throw new Error("no summary");
  return row;
}

/** The next appointment of a client that still stands, or null. */
export async function findProximaCita(id: string, now = new Date()) {
  return db.cita.findFirst({
    where: { cliente_id: id, fecha_hora: { gte: now }, estado: { in: ["programada", "confirmada"] } },
    select: { id: true, fecha_hora: true, ...WITH_NAMES },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
}

/** A page of a client's appointments, newest first (the last page, from past it), and which one of how many it is. */
export async function listCitasDeCliente(id: string, pagina: number) {
  const where = { cliente_id: id };
  const last = Math.max(1, Math.ceil((await db.cita.count({ where })) / VISITS_OF_A_PAGE));
  const page = Math.min(pagina, last);
  const rows = await db.cita.findMany({
    where,
    select: {
      id: true,
      fecha_hora: true,
      estado: true,
      no_asistio: true,
      precio: true,
      cobrado: true,
      notas: true,
      ...WITH_NAMES,
    },
    orderBy: [{ fecha_hora: "desc" }, { id: "asc" }],
    skip: (page - 1) * VISITS_OF_A_PAGE,
    take: VISITS_OF_A_PAGE,
  });
  return {
    page,
    last,
    citas: rows.map((cita) => ({ ...cita, precio: cita.precio.toFixed(2), cobrado: cita.cobrado.toFixed(2) })),
  };
}
