import type { Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { WriteRejection } from "~/database/idempotency.server";
import { SERVICIO_ELIMINADO } from "~/format/text";
import { type AccionCita, type EstadoCita, Prisma } from "~/generated/client";

/** Whether the appointment was changed now, or was already in that state. */
export type CitaChange = { changed: boolean };

/** An appointment with the name of its service, and the first name of its specialist. */
export type LockedCita = Awaited<ReturnType<typeof lockCitas>>[number];

/** Locks an appointment until the transaction ends and gives its current row. Throws WriteRejection `missing`. */
export async function lockCitaForUpdate(transaction: Transaction, id: string | undefined): Promise<LockedCita> {
  const [cita] = isId(id) ? await lockCitas(transaction, [id]) : [];
  if (!cita) throw new WriteRejection("missing");
  return cita;
}

/** Locks appointments until the transaction ends, and gives the current rows of those that exist, by time. */
export async function lockCitas(transaction: Transaction, ids: string[]) {
  if (ids.length === 0) return [];
  // The specialists first, then the appointments, each by id, as booking does, so that the two cannot deadlock.
  await transaction.$queryRaw`
    SELECT FROM empleados_susa WHERE id IN (SELECT empleado_id FROM citas_susa WHERE id = ANY (${ids}::uuid[])) ORDER BY id
    FOR NO KEY UPDATE`;
  await transaction.$queryRaw`SELECT FROM citas_susa WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  const rows = await transaction.cita.findMany({
    where: { id: { in: ids } },
    include: { servicio: { select: { nombre: true } }, empleado: { select: { nombre: true } } },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
  return rows.map(({ servicio, empleado, ...row }) => ({
    ...row,
    servicio: servicio?.nombre ?? SERVICIO_ELIMINADO,
    empleado: empleado?.nombre ?? null,
  }));
}

/** What is left to charge of an appointment, advance payments subtracted: a decimal text, never negative. */
export function porCobrar({ precio, cobrado }: { precio: Prisma.Decimal; cobrado: Prisma.Decimal }): string {
  return Prisma.Decimal.max(0, precio.minus(cobrado)).toFixed(2);
}

/** Changes the state of an appointment and adds the change to its history. */
export async function recordChange(
  transaction: Transaction,
  before: Pick<LockedCita, "id" | "estado" | "no_asistio">,
  after: { estado: EstadoCita; no_asistio: boolean },
  cuenta_id: string,
  detalle: string | null = null,
) {
  const { id } = before;
  await transaction.cita.update({ where: { id }, data: after, select: { id: true } });
  const data = { cita_id: id, accion: accionOf(before, after), ...after, detalle, cuenta_id };
  await transaction.cambioCita.create({ data, select: { id: true } });
}

function accionOf(
  before: { estado: EstadoCita; no_asistio: boolean },
  after: { estado: EstadoCita; no_asistio: boolean },
): AccionCita {
  if (after.no_asistio && !before.no_asistio) return "no_asistio";
  if (after.estado === "cancelada" && before.no_asistio) return "si_asistio";
  return after.estado === "programada" && before.estado !== "confirmada" ? "reabierta" : after.estado;
}
