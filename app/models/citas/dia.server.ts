import { db } from "~/database/client.server";
import { studioDay } from "~/format/dates";
import { studioMoment } from "~/format/zone.server";
import { type EstadoCita, isOver, OPEN } from "./estado";

/** When the next appointment after `now` is, of a client if one is given, or null. */
export async function findNextCita(now: Date, cliente_id?: string): Promise<Date | null> {
  const { _min } = await db.cita.aggregate({
    _min: { fecha_hora: true },
    where: { cliente_id, fecha_hora: { gt: now }, estado: { in: [...OPEN] } },
  });
  return _min.fecha_hora;
}

/** The last day before today with appointments still scheduled or confirmed, and how many it has; null when there is none. */
export async function findDiaSinCerrar(zona: string, now: Date): Promise<{ dia: string; citas: number } | null> {
  const hoy = studioMoment(studioDay(now, zona), "00:00", zona);
  const abiertas = await db.cita.findMany({
    where: { fecha_hora: { lt: hoy }, fin: { lte: now }, estado: { in: [...OPEN] } },
    select: { fecha_hora: true },
    orderBy: { fecha_hora: "desc" },
    take: 100,
  });
  const [dia, ...others] = abiertas.map(({ fecha_hora }) => studioDay(fecha_hora, zona));
  return dia ? { dia, citas: 1 + others.filter((other) => other === dia).length } : null;
}

type Lapso = { fecha_hora: Date; fin: Date; estado: EstadoCita };

/** Whether an appointment is completed, cancelled, or past its end. */
export function isPast({ estado, fin }: Lapso, now: Date): boolean {
  return isOver(estado) || fin <= now;
}

/**
 * Splits the appointments of a day, given by time, in those under way or to come and those that are over. The first `ongoing` of
 * `upcoming` have begun.
 */
export function splitDia<Cita extends Lapso>(citas: Cita[], now: Date) {
  const upcoming = citas.filter((cita) => !isPast(cita, now));
  const ongoing = upcoming.filter(({ fecha_hora }) => fecha_hora <= now).length;
  return { upcoming, ongoing, past: citas.filter((cita) => isPast(cita, now)) };
}
