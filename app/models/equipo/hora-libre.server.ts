import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioClock, studioMoment } from "~/format/zone.server";
import { type Calendario, type Empleado, jornadaOf, readCalendario, type Span } from "./jornada.server";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Appointments begin on the half hours after opening. */
const GRID = 30;
const MAX_DAYS = 60;

/** Tells whether a specialist has an appointment between two moments. */
function busyBy({ citas }: Calendario) {
  const agendas = new Map<string | null, Calendario["citas"]>();
  for (const cita of citas) {
    const hers = agendas.get(cita.empleado_id) ?? [];
    hers.push(cita);
    agendas.set(cita.empleado_id, hers);
  }
  return (empleado: Empleado, { inicio, fin }: Span) => {
    const [from, to] = [inicio.getTime(), fin.getTime()];
    // They are in order: when the first that is not over by then begins late enough, so do all after it.
    const next = agendas.get(empleado.id)?.find((cita) => from < cita.to);
    return next !== undefined && next.from < to;
  };
}

/**
 * The moments of a day when the studio's clock stands on the grid, from opening on, and closing time. Where the clocks change in
 * between, a half hour that is skipped is none, and one that comes twice is the first of the two.
 */
function gridOf(dia: string, abre: string, cierra: string, zona: string) {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const length = minutes(cierra) - minutes(abre);
  const steps = Array.from({ length: Math.ceil(length / GRID) }, (_, step) => step * GRID);
  const [opening, closing] = [studioMoment(dia, abre, zona), studioMoment(dia, cierra, zona)];
  if (closing.getTime() - opening.getTime() === length * MINUTE)
    return { beginnings: steps.map((minute) => new Date(opening.getTime() + minute * MINUTE)), closing };
  const beginnings = steps.flatMap((step) => {
    const minute = minutes(abre) + step;
    const clock = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
    const moment = studioMoment(dia, clock, zona);
    return studioClock(moment, zona) === clock ? [moment] : [];
  });
  return { beginnings, closing };
}

export type FreeTime = { fecha_hora: Date; empleado: { id: string; nombre: string; apellido: string } };

type Wanted = { minutos: number; empleado_ids: string[]; desde: Date; dias: number };

/**
 * When somebody of `empleado_ids` has `minutos` free, not before `desde`: for each of so many days of the studio's, by time,
 * then by name, one entry for each beginning and specialist. A day is computed when it is asked for, so that who has seen
 * enough can stop. The calendar must reach from `desde` to the end of the last day.
 */
export function* freeDays(calendario: Calendario, { minutos, empleado_ids, desde, dias }: Wanted): Generator<FreeTime[]> {
  const { zona } = calendario;
  const empleados = calendario.empleados.filter(({ id }) => empleado_ids.includes(id));
  if (empleados.length === 0) return;
  const isBusy = busyBy(calendario);
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
      return grid.beginnings
        .map((inicio) => ({ inicio, fin: new Date(inicio.getTime() + minutos * MINUTE) }))
        .filter((span) => span.inicio >= desde && span.fin <= grid.closing && !isBusy(empleado, span))
        .map(({ inicio }) => ({ fecha_hora: inicio, empleado: nameOf(empleado) }));
    });
    yield ofDay.sort((a, b) => a.fecha_hora.getTime() - b.fecha_hora.getTime());
  }
}

/** The first `most` of those free times, day after day, 60 days at most. `omit` is an appointment that does not count. */
export async function listFreeTimes({ most, omit, ...wanted }: Wanted & { most: number; omit?: string }): Promise<FreeTime[]> {
  const { desde, empleado_ids: ids } = wanted;
  const dias = Math.min(wanted.dias, MAX_DAYS);
  const calendario = await readCalendario({ inicio: desde, fin: new Date(desde.getTime() + (dias + 1) * DAY) }, { ids, omit });
  const found: FreeTime[] = [];
  for (const ofDay of freeDays(calendario, { ...wanted, dias })) {
    found.push(...ofDay);
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

/** Which of some specialists, by name, are at work and free from one moment to another; `omit` is an appointment that does not count. */
export async function listFree(span: Span, ids: string[], omit?: string) {
  return freeAt(await readCalendario(span, { ids, omit }), span, ids);
}

/** The same, of a calendar that was read. */
export function freeAt(calendario: Calendario, span: Span, empleado_ids: string[]) {
  const { zona } = calendario;
  const dia = studioDay(span.inicio, zona);
  const isBusy = busyBy(calendario);
  return calendario.empleados
    .filter((empleado) => {
      if (!empleado_ids.includes(empleado.id)) return false;
      const { abre, cierra } = jornadaOf(calendario, empleado, dia);
      if (abre === null || isBusy(empleado, span)) return false;
      return span.inicio >= studioMoment(dia, abre, zona) && span.fin <= studioMoment(dia, cierra, zona);
    })
    .map(nameOf);
}

function nameOf({ id, nombre, apellido }: Empleado) {
  return { id, nombre, apellido };
}
