import { clockOf, minutesOf } from "~/format/hours";
import { studioClock, studioMoment } from "~/format/zone.server";
import { MINUTE_MS } from "~/limits";
import { type Calendario, type Empleado, jornadaOf, pausasOf } from "./jornada.server";

/** Start times are this many minutes apart, from opening on. */
const STEP_MINUTES = 30;

/** From one moment to another, in milliseconds. */
type Times = { from: number; to: number };

type Workday = Times & { abre: string; cierra: string; pausas: Times[] };

/** The ids of the active specialists who do a service, by name; of all active ones for an empty id, a service that is gone. */
export function candidatas(empleados: Empleado[], servicio_id: string): string[] {
  const does = ({ hace }: Empleado) => servicio_id === "" || hace === "todo" || hace.includes(servicio_id);
  return empleados.filter((empleado) => empleado.activo && does(empleado)).map(({ id }) => id);
}

/** Answers from a calendar who is free and when work begins. Each working day is worked out once. */
export function readFreedom(calendario: Calendario) {
  const { zona, empleados } = calendario;
  const agendas = new Map<string | null, Times[]>();
  for (const cita of calendario.citas) agendas.set(cita.empleado_id, [...(agendas.get(cita.empleado_id) ?? []), cita]);
  const workdays = new Map<string, Workday | null>();

  function workdayOf(id: string, dia: string): Workday | null {
    const key = `${id} ${dia}`;
    const known = workdays.get(key);
    if (known !== undefined) return known;
    const empleado = empleados.find((each) => each.id === id) ?? null;
    const jornada = empleado && jornadaOf(calendario, empleado, dia);
    const timesOf = (from: string, to: string) => ({
      from: studioMoment(dia, from, zona).getTime(),
      to: studioMoment(dia, to, zona).getTime(),
    });
    const workday = jornada?.abre
      ? {
          ...jornada,
          ...timesOf(jornada.abre, jornada.cierra),
          pausas: pausasOf(calendario, empleado, dia).map(({ de, a }) => timesOf(de, a)),
        }
      : null;
    workdays.set(key, workday);
    return workday;
  }

  return {
    /** Whether a specialist works on `dia` for the whole time, has no pause and no appointment in it. */
    isFree(id: string, dia: string, times: Times): boolean {
      const workday = workdayOf(id, dia);
      if (!workday || times.from < workday.from || times.to > workday.to) return false;
      return ![...workday.pausas, ...(agendas.get(id) ?? [])].some((taken) => doOverlap(taken, times));
    },
    /** How many appointments without a specialist there are at that time: each will take one of those who are free. */
    countUnassigned(times: Times): number {
      return (agendas.get(null) ?? []).filter((taken) => doOverlap(taken, times)).length;
    },
    /** The moments of `dia` at which one of these specialists could begin, in order. */
    listStarts(ids: string[], dia: string): Date[] {
      const starts = ids.flatMap((id) => startsOf(workdayOf(id, dia), dia, zona));
      return [...new Set(starts)].sort((one, other) => one - other).map((start) => new Date(start));
    },
  };
}

function doOverlap(one: Times, other: Times): boolean {
  return one.from < other.to && other.from < one.to;
}

/** From opening on. When the clocks change in between, a skipped half hour is left out, and a repeated one counts once. */
function startsOf(workday: Workday | null, dia: string, zona: string): number[] {
  if (!workday) return [];
  const opens = minutesOf(workday.abre);
  const length = minutesOf(workday.cierra) - opens;
  const steps = Array.from({ length: Math.ceil(length / STEP_MINUTES) }, (_, step) => step * STEP_MINUTES);
  if (workday.to - workday.from === length * MINUTE_MS) return steps.map((minute) => workday.from + minute * MINUTE_MS);
  return steps.flatMap((step) => {
    const clock = clockOf(opens + step);
    const moment = studioMoment(dia, clock, zona);
    return studioClock(moment, zona) === clock ? [moment.getTime()] : [];
  });
}
