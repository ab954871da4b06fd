import type { Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { WriteRejection } from "~/database/idempotency.server";
import { type AccionCita, type EstadoCita, Prisma } from "~/generated/client";

/** Whether a change was made now, or the appointment stood so already. */
export type Changed = { changed: boolean };

export type LockedCita = {
  id: string;
  estado: EstadoCita;
  no_asistio: boolean;
  precio: Prisma.Decimal;
  cobrado: Prisma.Decimal;
  servicio_id: string | null;
  servicio: string;
};

/** Holds an appointment until the end, before anything of it is touched, and gives it as it stands. */
export async function lockCitaForUpdate(transaction: Transaction, id: string | undefined): Promise<LockedCita> {
  if (!isId(id)) throw new WriteRejection("missing");
  // Its specialist's agenda first, as booking does: one that comes back to its place may meet one that is being booked there.
  await transaction.$queryRaw`
    SELECT FROM empleados_susa WHERE id = (SELECT empleado_id FROM citas_susa WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
  await transaction.$queryRaw`SELECT FROM citas_susa WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await transaction.cita.findUnique({ where: { id }, include: { servicio: { select: { nombre: true } } } });
  if (!row) throw new WriteRejection("missing");
  return { ...row, servicio: row.servicio?.nombre ?? "Servicio eliminado" };
}

/** What is left to charge of an appointment, what was paid in advance taken off: a decimal text, never below zero. */
export function porCobrar({ precio, cobrado }: { precio: Prisma.Decimal; cobrado: Prisma.Decimal }): string {
  return Prisma.Decimal.max(0, precio.minus(cobrado)).toFixed(2);
}

/** Writes what became of an appointment, and the line of its history that says so. */
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
