import { formatTime, studioDay } from "~/format/dates";
import { formatNearDay } from "~/format/days.server";
import { fullName, joinWords } from "~/format/text";
import { studioClock } from "~/format/zone.server";
import type { HoraLibre } from "~/models/citas/horas.server";
import type { HoursOfDay } from "./hours";

/** Puts free hours into words, by day in zone `zona`; with `isWalkIn` one that has begun is `Ahora`, and sends no time of its own. */
export function describeHours(horas: HoraLibre[], zona: string, isWalkIn = false, now = new Date()): HoursOfDay[] {
  const hoy = studioDay(now, zona);
  const all = new Map(horas.flatMap(({ especialistas }) => especialistas.map((one) => [one.id, one])));
  const days = new Map<string, HoursOfDay["horas"]>();
  for (const { fecha_hora, turnos, especialistas } of horas) {
    const day = studioDay(fecha_hora, zona);
    const isNow = isWalkIn && fecha_hora <= now;
    const moment = isNow ? "now" : `${day}T${studioClock(fecha_hora, zona)}`;
    const choice = {
      value: [moment, ...turnos.map(({ empleado_id }) => empleado_id ?? "-")].join("/"),
      hora: isNow ? "Ahora" : formatTime(fecha_hora, zona),
      con: firstNames(especialistas, [...all.values()]),
    };
    days.set(day, [...(days.get(day) ?? []), choice]);
  }
  return [...days].map(([day, choices]) => ({ dia: formatNearDay(day, hoy), horas: choices }));
}

/** The first names of some specialists, in full where another of `all` has the same. */
export function firstNames(some: HoraLibre["especialistas"], all = some): string {
  const isShared = (one: string) => all.filter(({ nombre }) => nombre === one).length > 1;
  return joinWords(some.map((one) => (isShared(one.nombre) ? fullName(one) : one.nombre)));
}
