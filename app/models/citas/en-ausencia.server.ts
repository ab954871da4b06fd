import { db } from "~/database/client.server";
import { studioDay } from "~/format/dates";
import { Prisma } from "~/generated/client";
import { listAusencias } from "~/models/equipo/ausencia.server";
import { IS_OPEN } from "./estado";
import { listPorMover } from "./mover.server";

// The appointments that are left in an absence of a specialist, or in closed days of the studio.

/**
 * Each absence with each scheduled or confirmed appointment that is not over and overlaps its days, or its hours: of its specialist,
 * or of the whole studio. Compared in the studio's clock: an appointment in an hour that happens twice is in that hour both times.
 */
const overlapping = (zona: string, now: Date) => Prisma.sql`
  ausencias_susa ausencia
  JOIN citas_susa cita ON ${Prisma.raw(IS_OPEN)} AND cita.fin > ${now}::timestamptz
    AND (ausencia.empleado_id IS NULL OR cita.empleado_id = ausencia.empleado_id)
    AND cita.fecha_hora > greatest(ausencia.desde, ${now}::timestamptz::date) - 3
    AND cita.fecha_hora < coalesce(ausencia.hasta + 2, 'infinity')
  JOIN LATERAL (SELECT cita.fecha_hora AT TIME ZONE ${zona} AS inicia, cita.fin AT TIME ZONE ${zona} AS acaba) local ON EXISTS (
    SELECT FROM generate_series(greatest(inicia::date, ausencia.desde)::timestamp, least(acaba::date, ausencia.hasta), '1 day') dia
    WHERE inicia < dia + coalesce(ausencia.a, '24:00') AND acaba > dia + coalesce(ausencia.de, '00:00'))`;

/** Counts the appointments that are left in each of some absences, by its id; an absence without any is not in it. */
export async function countCitasEn(ids: string[], zona: string, now = new Date()): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ id: string; citas: number }[]>`
    SELECT ausencia.id, count(*)::int AS citas FROM ${overlapping(zona, now)}
    WHERE ausencia.id = ANY (${ids}::uuid[]) GROUP BY 1`;
  return new Map(rows.map(({ id, citas }) => [id, citas]));
}

/** Lists absences as `listAusencias` does, those that are not over with the number of `citas` that are left in each. */
export async function listAusenciasConCitas(empleado_id: string | null, zona: string) {
  const { upcoming, past } = await listAusencias(empleado_id, studioDay(new Date(), zona));
  const ids = upcoming.map(({ id }) => id);
  const citas = await countCitasEn(ids, zona);
  return { upcoming: upcoming.map((ausencia) => ({ ...ausencia, citas: citas.get(ausencia.id) ?? 0 })), past };
}

/** Lists the appointments that are left in an absence, by time, each with the other open ones of its visit. */
export async function listCitasEn(id: string, zona: string, now = new Date()) {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT cita.id FROM ${overlapping(zona, now)} WHERE ausencia.id = ${id}::uuid`;
  return listPorMover(rows.map((row) => row.id));
}
