import { studioDay } from "~/format/dates";
import { addDays, weekday } from "~/format/days.server";
import { byHalfHour, type MinuteSpan, minuteSpan, minutesOf, withoutTaken } from "~/format/hours";
import { fullName, SIN_ESPECIALISTA } from "~/format/text";
import { studioClock } from "~/format/zone.server";
import type { RightsHolder } from "~/models/cuentas/permiso.server";
import {
  type Calendario,
  type Empleado,
  type JornadaDelDia,
  jornadaOf,
  pausasOf,
  readDias,
} from "~/models/equipo/jornada.server";
import { listCitasDeDias } from "./cita-list.server";
import { isPast } from "./dia.server";

type Cita = Awaited<ReturnType<typeof listCitasDeDias>>[number];
type Especialista = { id: string | null; nombre: string; color: Empleado["color"] | null };

/** An appointment in its day: side by side with those at the same time, in lane `carril` of `carriles`. */
type CitaEnDia = Cita & MinuteSpan & { pasada: boolean; carril: number; carriles: number };

/** Free time shorter than a quarter of an hour is not offered; in the grid a quarter is too low for a link. */
const MIN_FREE_MINUTES = 15;
const MIN_GRID_MINUTES = 20;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/**
 * The agenda of a day or of its week by specialist: the active ones, any others with appointments then, and a column for
 * appointments without a specialist. Cancelled appointments are listed separately. With the alerts that `user` may see.
 */
export async function listAgenda(vista: "dia" | "semana", dia: string, zona: string, user: RightsHolder, now = new Date()) {
  const first = vista === "dia" ? dia : addDays(dia, -weekday(dia));
  const dias = Array.from({ length: vista === "dia" ? 1 : 7 }, (_, index) => addDays(first, index));
  const all = await listCitasDeDias(first, dias.length, zona, user);
  const citas = all.filter(({ estado }) => estado !== "cancelada");
  const ids = [...new Set(citas.flatMap(({ empleado_id }) => empleado_id ?? []))];
  const calendario = await readDias(dias, zona, ids);

  const especialistas: Especialista[] = calendario.empleados
    .filter(({ activo }) => activo)
    .map((empleado) => ({ id: empleado.id, nombre: fullName(empleado), color: empleado.color }));
  for (const { empleado_id, empleado } of citas) {
    if (especialistas.some(({ id }) => id === empleado_id)) continue;
    const color = calendario.empleados.find(({ id }) => id === empleado_id)?.color ?? null;
    especialistas.push({ id: empleado_id, nombre: empleado ? fullName(empleado) : SIN_ESPECIALISTA, color });
  }
  const columns = especialistas.map((especialista) => ({
    ...especialista,
    dias: dias.map((day) => {
      const ofDay = citas.filter(
        ({ empleado_id, fecha_hora }) => empleado_id === especialista.id && dayWithin(fecha_hora, dias, zona) === day,
      );
      const empleado = calendario.empleados.find(({ id }) => id === especialista.id);
      const jornada = empleado ? jornadaOf(calendario, empleado, day) : null;
      const pausas = empleado && jornada?.abre ? pausasWithin(calendario, empleado, day, jornada) : [];
      return {
        dia: day,
        jornada,
        pausas,
        citas: inLanes(ofDay.map((cita) => ({ ...cita, ...spanOf(cita, day, zona), pasada: isPast(cita, now) }))),
      };
    }),
  }));
  const ahora = dias.includes(studioDay(now, zona)) ? minutesOf(studioClock(now, zona)) : null;
  return {
    vista,
    dia,
    dias,
    anterior: addDays(first, -dias.length),
    siguiente: addDays(first, dias.length),
    columns,
    /** The minute of the day it is now; null when today is not among the days. */
    ahora,
    grid: vista === "dia" ? gridOf(columns) : null,
    /** The free times of each column, in the same order: those that the grid offers, and those still to come as a whole. */
    libres:
      vista === "dia"
        ? columns.map(({ dias: [day] }) => {
            const free = freeTimes(day);
            const porMedias = bookable(free.flatMap(byHalfHour), MIN_GRID_MINUTES);
            return { porMedias, huecos: bookable(stillToCome(free, dia, zona, now)) };
          })
        : [],
    canceladas: all.filter(({ estado }) => estado === "cancelada"),
  };
}

// An appointment that began the evening before is shown on the first day.
function dayWithin(moment: Date, dias: string[], zona: string): string {
  const day = studioDay(moment, zona);
  return dias.includes(day) ? day : (dias[0] ?? day);
}

function spanOf({ fecha_hora, fin }: Cita, dia: string, zona: string): MinuteSpan {
  const from = studioDay(fecha_hora, zona) === dia ? minutesOf(studioClock(fecha_hora, zona)) : 0;
  const to = studioDay(fin, zona) === dia ? minutesOf(studioClock(fin, zona)) : DAY_MINUTES;
  // When the clocks go back, an end can read earlier than its beginning.
  return { desde: from, hasta: Math.max(to, from + 1) };
}

/** Puts appointments that overlap side by side: those without a specialist may, and those around a change of clocks. */
function inLanes(citas: Omit<CitaEnDia, "carril" | "carriles">[]): CitaEnDia[] {
  const placed: CitaEnDia[] = [];
  let group: CitaEnDia[] = [];
  for (const cita of citas) {
    if (group.every(({ hasta }) => hasta <= cita.desde)) group = [];
    const taken = group.flatMap(({ hasta, carril }) => (hasta > cita.desde ? carril : []));
    const carril = Array.from({ length: taken.length + 1 }, (_, lane) => lane).find((lane) => !taken.includes(lane)) ?? 0;
    group.push({ ...cita, carril, carriles: 1 });
    placed.push(...group.slice(-1));
    const carriles = Math.max(...group.map((each) => each.carril)) + 1;
    for (const each of group) each.carriles = carriles;
  }
  return placed;
}

/** The part of each of her absences with hours that is in her working hours. */
function pausasWithin(
  calendario: Calendario,
  empleado: Empleado,
  dia: string,
  { abre, cierra }: { abre: string; cierra: string },
) {
  const hours = minuteSpan(abre, cierra);
  return pausasOf(calendario, empleado, dia)
    .map(({ de, a, motivo }) => ({
      desde: Math.max(minutesOf(de), hours.desde),
      hasta: Math.min(minutesOf(a), hours.hasta),
      motivo: motivo ?? "No disponible",
    }))
    .filter(({ desde, hasta }) => desde < hasta);
}

type Day = { jornada: JornadaDelDia | null; citas: MinuteSpan[]; pausas: MinuteSpan[] };

/** From the first hour with work or an appointment to the last; null when there is neither. */
function gridOf(columns: { dias: Day[] }[]): MinuteSpan | null {
  const spans = columns.flatMap(({ dias: [day] }) => [
    ...(day?.jornada?.abre ? [{ desde: minutesOf(day.jornada.abre), hasta: minutesOf(day.jornada.cierra) }] : []),
    ...(day?.citas ?? []),
  ]);
  if (spans.length === 0) return null;
  return {
    desde: Math.floor(Math.min(...spans.map(({ desde }) => desde)) / HOUR_MINUTES) * HOUR_MINUTES,
    hasta: Math.ceil(Math.max(...spans.map(({ hasta }) => hasta)) / HOUR_MINUTES) * HOUR_MINUTES,
  };
}

/** What is left of a specialist's working hours between her appointments and absences. */
function freeTimes(day: Day | undefined): MinuteSpan[] {
  if (!day?.jornada?.abre) return [];
  return withoutTaken(minuteSpan(day.jornada.abre, day.jornada.cierra), [...day.citas, ...day.pausas]);
}

/** The free time of a day after `now`, from a whole quarter of an hour on. */
function stillToCome(free: MinuteSpan[], dia: string, zona: string, now: Date): MinuteSpan[] {
  const hoy = studioDay(now, zona);
  if (dia < hoy) return [];
  if (dia > hoy) return free;
  const from = Math.ceil(minutesOf(studioClock(now, zona)) / MIN_FREE_MINUTES) * MIN_FREE_MINUTES;
  return free.map(({ desde, hasta }) => ({ desde: Math.max(desde, from), hasta }));
}

function bookable(free: MinuteSpan[], minutes = MIN_FREE_MINUTES): MinuteSpan[] {
  return free.filter(({ desde, hasta }) => hasta - desde >= minutes);
}
