import { db } from "~/database/client.server";
import { studioDay } from "~/format/dates";
import { studioMoment } from "~/format/zone.server";
import { Prisma } from "~/generated/client";
import { IS_QUIEN_NEWS } from "~/models/equipo/quien-hace.server";
import type { Configuracion } from "~/models/estudio/configuracion.server";
import { type Hecho, hechoPorClientas, summarizeHecho } from "./enlace.server";
import { type EstadoCita, IS_OPEN, isOver, OPEN } from "./estado";
import { findFits, recentlyFreed, type Waiting } from "./hueco.server";
import { countRetoquesDue } from "./por-volver.server";
import { type DaysToRemind, daysToRemind } from "./recordatorio.server";
import { type SolicitudesWaiting, waitingSolicitudes } from "./solicitud.server";

/** When the next appointment after `now` is, of a client if one is given, or null. */
export async function findNextCita(now: Date, cliente_id?: string): Promise<Date | null> {
  const { _min } = await db.cita.aggregate({
    _min: { fecha_hora: true },
    where: { cliente_id, fecha_hora: { gt: now }, estado: { in: [...OPEN] } },
  });
  return _min.fecha_hora;
}

/**
 * What the dashboard asks about other days, in one query: the last day before today with appointments still scheduled or confirmed, and
 * how many it has (`sinCerrar`, null without any); the next appointment after `now`; the days to remind; what clients did by their links
 * (`hecho`); the requests that wait for an answer (`solicitudes`); how many clients' retouch is due (`porVolver`); the freed places for which a client waits (`huecos`); and whether services say who does them since lately (`isQuienNew`).
 */
export async function findDaysAround(estudio: Pick<Configuracion, "zona_horaria" | "horario">, now: Date) {
  const zona = estudio.zona_horaria;
  const hoy = studioMoment(studioDay(now, zona), "00:00", zona);
  const [{ abiertas, proxima, hecho, solicitudes, isQuienNew, porVolver, huecos, ...porRecordar }] = await db.$queryRaw<
    [DaysToRemind & Around]
  >`
    SELECT dias.*, ${hechoPorClientas(now)} AS hecho, ${waitingSolicitudes} AS solicitudes, ARRAY(SELECT fecha_hora FROM citas_susa
        WHERE fecha_hora < ${hoy}::timestamptz AND fin <= ${now}::timestamptz AND ${Prisma.raw(IS_OPEN)}
        ORDER BY fecha_hora DESC LIMIT 100) AS abiertas,
      (SELECT min(fecha_hora) FROM citas_susa
        WHERE fecha_hora > ${now}::timestamptz AND ${Prisma.raw(IS_OPEN)}) AS proxima,
      ${IS_QUIEN_NEWS} AS "isQuienNew", ${countRetoquesDue(zona, now)} AS "porVolver", ${recentlyFreed(zona, now)} AS huecos
    FROM (${daysToRemind(zona, "", now)}) AS dias`;
  const [dia, ...others] = abiertas.map((fecha_hora) => studioDay(fecha_hora, zona));
  const sinCerrar = dia ? { dia, citas: 1 + others.filter((other) => other === dia).length } : null;
  const news = { hecho: summarizeHecho(hecho), solicitudes, isQuienNew, porVolver, huecos: findFits(huecos, estudio, now) };
  return { sinCerrar, proxima, porRecordar, ...news };
}

type Around = {
  abiertas: Date[];
  proxima: Date | null;
  hecho: Hecho[];
  solicitudes: SolicitudesWaiting;
  isQuienNew: boolean;
  porVolver: number;
  huecos: Waiting | null;
};

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
