import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import type { Calendario, Empleado } from "~/models/equipo/jornada.server";
import { type Arranged, arranger, LA_QUE_ESTE_LIBRE, type PorColocar, readCalendarioFor } from "./turnos.server";

/** How far ahead free hours are looked for. */
export const DIAS_DE_OFERTA = 14;

/**
 * Yields, for each of `dias` days from `desde` on, the hours at which all services of a visit have their place, in order. Lazy, so
 * that the caller can stop early. The calendar must cover `desde` to the end of the last day.
 */
export function* horasByDay(rows: PorColocar[], calendario: Calendario, desde: Date, dias: number): Generator<Arranged[]> {
  const { arrange, first, listStarts } = arranger(rows, calendario);
  const day = studioDay(desde, calendario.zona);
  for (let index = 0; index < dias; index++) {
    const starts = listStarts(first, addDays(day, index)).filter((start) => start >= desde);
    yield starts.map(arrange).filter(isWhole);
  }
}

/** A free hour of a visit, with its specialists by name. */
export type HoraLibre = Arranged & { especialistas: Empleado[] };

/** Hours of a calendar with its specialists by name. */
export function withNames({ empleados }: Calendario, hours: Arranged[]): HoraLibre[] {
  const isIn = ({ turnos }: Arranged, { id }: Empleado) => turnos.some(({ empleado_id }) => empleado_id === id);
  return hours.map((hour) => ({ ...hour, especialistas: empleados.filter((empleado) => isIn(hour, empleado)) }));
}

/**
 * What is looked for: up to `max` hours, of each day up to `perDay`, evenly from its first to its last. With `own` that moment
 * comes first, if need be with other specialists, and then those that follow it.
 */
type Wanted = { desde: Date; dias?: number; max: number; perDay: number; own?: Date; omit?: string[] };

/** The next free hours of a visit from `desde` on; the appointments `omit` do not count. */
export async function listHoras(
  rows: PorColocar[],
  { desde, dias = DIAS_DE_OFERTA, max, perDay, own, omit }: Wanted,
): Promise<HoraLibre[]> {
  const start = own && own > desde ? own : desde;
  const calendario = await readCalendarioFor(rows, start, dias, omit);
  const anyone = rows.map((row) => ({ ...row, empleado_id: row.empleado_id && LA_QUE_ESTE_LIBRE }));
  const found = (own === start ? [rows, anyone] : []).map((each) => arranger(each, calendario).arrange(start)).filter(isWhole);
  found.splice(1);
  const asked = found[0]?.fecha_hora.getTime();
  for (const ofDay of horasByDay(rows, calendario, start, dias)) {
    const picked = own ? ofDay.slice(0, perDay) : spread(ofDay, perDay);
    found.push(...picked.filter(({ fecha_hora }) => fecha_hora.getTime() !== asked));
    if (found.length >= max) break;
  }
  return withNames(calendario, found.slice(0, max));
}

/** Whether each service of a visit has its place. */
export const isWhole = ({ free }: Pick<Arranged, "free">) => free.every(Boolean);

/** Up to `count` of some hours, evenly from the first to the last. */
export function spread<T>(hours: T[], count: number): T[] {
  const step = (hours.length - 1) / (count - 1);
  return hours.length <= count
    ? hours
    : hours.filter((_, index) => [...Array(count).keys()].some((n) => Math.round(n * step) === index));
}
