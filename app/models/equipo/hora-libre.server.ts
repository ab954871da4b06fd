import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { clockOf, minutesOf } from "~/format/hours";
import { studioClock, studioMoment } from "~/format/zone.server";
import { DAY_MS, MINUTE_MS } from "~/limits";
import { type Calendario, type Empleado, jornadaOf, readCalendario, type Span } from "./jornada.server";

/** Start times are this many minutes apart, from opening on. */
const STEP_MINUTES = 30;
const MAX_DAYS = 60;

/** Gives a function that tells whether a specialist has an appointment between two moments. */
function busyChecker({ citas }: Calendario) {
  const agendas = new Map<string | null, Calendario["citas"]>();
  for (const cita of citas) {
    const hers = agendas.get(cita.empleado_id) ?? [];
    hers.push(cita);
    agendas.set(cita.empleado_id, hers);
  }
  return (empleado: Empleado, { inicio, fin }: Span) => {
    const [from, to] = [inicio.getTime(), fin.getTime()];
    // Appointments are in order: if the first one that ends later does not overlap, none does.
    const next = agendas.get(empleado.id)?.find((cita) => from < cita.to);
    return next !== undefined && next.from < to;
  };
}

/**
 * The start times of a day from opening on, and closing time. When the clocks change in between, a skipped half hour is
 * left out, and a repeated one counts once.
 */
function gridOf(dia: string, abre: string, cierra: string, zona: string) {
  const opens = minutesOf(abre);
  const length = minutesOf(cierra) - opens;
  const steps = Array.from({ length: Math.ceil(length / STEP_MINUTES) }, (_, step) => step * STEP_MINUTES);
  const [opening, closing] = [studioMoment(dia, abre, zona), studioMoment(dia, cierra, zona)];
  if (closing.getTime() - opening.getTime() === length * MINUTE_MS)
    return { starts: steps.map((minute) => new Date(opening.getTime() + minute * MINUTE_MS)), closing };
  const starts = steps.flatMap((step) => {
    const clock = clockOf(opens + step);
    const moment = studioMoment(dia, clock, zona);
    return studioClock(moment, zona) === clock ? [moment] : [];
  });
  return { starts, closing };
}

export type FreeTime = { fecha_hora: Date; empleado: { id: string; nombre: string; apellido: string } };

type Wanted = { minutos: number; empleado_ids: string[]; desde: Date; dias: number };

/**
 * Yields the free times of each of `dias` days from `desde` on: `minutos` long, of any of `empleado_ids`, by time, then name.
 * Lazy, so that the caller can stop early. The calendar must cover `desde` to the end of the last day.
 */
export function* freeDays(calendario: Calendario, { minutos, empleado_ids, desde, dias }: Wanted): Generator<FreeTime[]> {
  const { zona } = calendario;
  const empleados = calendario.empleados.filter(({ id }) => empleado_ids.includes(id));
  if (empleados.length === 0) return;
  const isBusy = busyChecker(calendario);
  const first = studioDay(desde, zona);
  for (let index = 0; index < dias; index++) {
    const dia = addDays(first, index);
    const grids = new Map<string, ReturnType<typeof gridOf>>();
    const ofDay = empleados.flatMap((empleado) => {
      const jornada = jornadaOf(calendario, empleado, dia);
      if (jornada.libre !== null) return [];
      const hours = `${jornada.abre} ${jornada.cierra}`;
      const grid = grids.get(hours) ?? gridOf(dia, jornada.abre, jornada.cierra, zona);
      grids.set(hours, grid);
      return grid.starts
        .map((inicio) => ({ inicio, fin: new Date(inicio.getTime() + minutos * MINUTE_MS) }))
        .filter((span) => span.inicio >= desde && span.fin <= grid.closing && !isBusy(empleado, span))
        .map(({ inicio }) => ({ fecha_hora: inicio, empleado: pickName(empleado) }));
    });
    yield ofDay.sort((a, b) => a.fecha_hora.getTime() - b.fecha_hora.getTime());
  }
}

/** The first `max` free times at most MAX_DAYS ahead; the appointment `omit` does not count. */
export async function listFreeTimes({ max, omit, ...wanted }: Wanted & { max: number; omit?: string }): Promise<FreeTime[]> {
  const { desde, empleado_ids: ids } = wanted;
  const dias = Math.min(wanted.dias, MAX_DAYS);
  const calendario = await readCalendario({ inicio: desde, fin: new Date(desde.getTime() + (dias + 1) * DAY_MS) }, { ids, omit });
  const found: FreeTime[] = [];
  for (const ofDay of freeDays(calendario, { ...wanted, dias })) {
    found.push(...ofDay);
    if (found.length >= max) break;
  }
  return found.slice(0, max);
}

/** Which of these specialists, by name, work and are free for the whole span; the appointment `omit` does not count. */
export async function listFree(span: Span, ids: string[], omit?: string) {
  return freeAt(await readCalendario(span, { ids, omit }), span, ids);
}

/** The same, from a calendar that was read already. */
export function freeAt(calendario: Calendario, span: Span, empleado_ids: string[]) {
  const { zona } = calendario;
  const dia = studioDay(span.inicio, zona);
  const isBusy = busyChecker(calendario);
  return calendario.empleados
    .filter((empleado) => {
      if (!empleado_ids.includes(empleado.id)) return false;
      const { abre, cierra } = jornadaOf(calendario, empleado, dia);
      if (abre === null || isBusy(empleado, span)) return false;
      return span.inicio >= studioMoment(dia, abre, zona) && span.fin <= studioMoment(dia, cierra, zona);
    })
    .map(pickName);
}

function pickName({ id, nombre, apellido }: Empleado) {
  return { id, nombre, apellido };
}
