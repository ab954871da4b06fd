import { formatDay, formatTime, formatTimeForClientWithArticle, studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { capitalize, fullName } from "~/format/text";
import type { Offer } from "~/models/citas/codigo.server";

/** A free time in words: `10:30 a.m.`, and as a message says it: `martes 24 de noviembre a las 10:30 a.m.` */
export type Hora = { codigo: string; clock: string; said: string };

/** The free times of a service in words, by day. */
export type Horarios = {
  dias: { dia: string; horas: Hora[] }[];
  /** The first one, with its day: `Mañana, 10:30 a.m.`, `Martes 24, 10:30 a.m.` */
  primera: (Hora & { when: string }) | null;
  /** Whom one can choose, by first name unless two have the same. */
  especialistas: { id: string; nombre: string }[];
  elegida: { id: string; nombre: string; completo: string } | null;
};

/** Puts an offer into words; `Hoy` and `Mañana` are those of the studio, and true until its page expires at midnight. */
export function horariosOf({ slots, zona, especialistas, elegida }: Offer, now = new Date()): Horarios {
  const today = studioDay(now, zona);
  const near = new Map([
    [today, "Hoy"],
    [addDays(today, 1), "Mañana"],
  ]);
  const dias = new Map<string, Hora[]>();
  for (const { codigo, fecha_hora } of slots) {
    const day = formatDay(fecha_hora, zona);
    const name = near.get(studioDay(fecha_hora, zona));
    const dia = name ? `${name}, ${day}` : capitalize(day);
    const hora = {
      codigo,
      clock: formatTime(fecha_hora, zona),
      said: `${day} ${formatTimeForClientWithArticle(fecha_hora, zona)}`,
    };
    dias.set(dia, [...(dias.get(dia) ?? []), hora]);
  }
  const [slot] = slots;
  const [[, [first]] = ["", [] as Hora[]]] = dias;
  // Without its month: it is at most two weeks away.
  const nearDay =
    slot && (near.get(studioDay(slot.fecha_hora, zona)) ?? capitalize(formatDay(slot.fecha_hora, zona)).replace(/ de .*/, ""));
  const nameOf = (empleado: Offer["especialistas"][number]) =>
    especialistas.some(({ id, nombre }) => id !== empleado.id && nombre === empleado.nombre)
      ? fullName(empleado)
      : empleado.nombre;
  return {
    dias: [...dias].map(([dia, horas]) => ({ dia, horas })),
    primera: first ? { ...first, when: `${nearDay}, ${first.clock}` } : null,
    especialistas: especialistas.map((empleado) => ({ id: empleado.id, nombre: nameOf(empleado) })),
    elegida: elegida && { id: elegida.id, nombre: nameOf(elegida), completo: fullName(elegida) },
  };
}
