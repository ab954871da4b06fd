import { db } from "~/database/client.server";
import type { EstadoCita } from "~/generated/client";

/** When the next appointment after `now` is, of a client if one is given, or null. */
export async function findNextCita(now: Date, cliente_id?: string): Promise<Date | null> {
  const { _min } = await db.cita.aggregate({
    _min: { fecha_hora: true },
    where: { cliente_id, fecha_hora: { gt: now }, estado: { in: ["programada", "confirmada"] } },
  });
  return _min.fecha_hora;
}

type Lapso = { fecha_hora: Date; fin: Date; estado: EstadoCita };

/** Whether an appointment is completed, cancelled, or past its end. */
export function isOver({ estado, fin }: Lapso, now: Date): boolean {
  return estado === "completada" || estado === "cancelada" || fin <= now;
}

/**
 * Splits the appointments of a day, given by time, in those under way or to come and those that are over. The first `ongoing` of
 * `upcoming` have begun.
 */
export function splitDia<Cita extends Lapso>(citas: Cita[], now: Date) {
  const upcoming = citas.filter((cita) => !isOver(cita, now));
  const ongoing = upcoming.filter(({ fecha_hora }) => fecha_hora <= now).length;
  return { upcoming, ongoing, past: citas.filter((cita) => isOver(cita, now)) };
}
