import { ESTUDIO } from "~/content/estudio";
import { addDays, lastDayOf, weekday } from "~/format/days.server";

// The studio's days are texts (`2026-11-21`), which sort in their order.

/** A minute of a day in the studio's zone, as PostgreSQL reads it: `2026-11-21 10:00 America/Mexico_City`. */
export function at(dia: string, minuto: number): string {
  const clock = [Math.floor(minuto / 60), minuto % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return `${dia} ${clock} ${ESTUDIO.zona_horaria}`;
}

export function earlier(dia: string, other: string): string {
  return [dia, other].sort()[0] ?? dia;
}

export function later(dia: string, other: string): string {
  return [dia, other].sort()[1] ?? dia;
}

/** The day of a month, or its last one where the month is shorter. */
export function onDay(mes: string, day: number): string {
  return earlier(`${mes}-${String(day).padStart(2, "0")}`, lastDayOf(mes));
}

/** The minutes between which the studio, or a specialist with this week, works that day; null for a day off. */
export function jornada(dia: string, semana = ESTUDIO.horario): { abre: number; cierra: number } | null {
  const horas = semana[weekday(dia)];
  return horas ? { abre: minutes(horas.abre), cierra: minutes(horas.cierra) } : null;
}

/** The day, or the first one after it on which the studio is open. */
export function openDay(dia: string): string {
  return jornada(dia) ? dia : openDay(addDays(dia, 1));
}

/** The day, or the last one before it on which the studio was open. */
export function openDayBefore(dia: string): string {
  return jornada(dia) ? dia : openDayBefore(addDays(dia, -1));
}

function minutes(clock: string): number {
  const [hours = 0, rest = 0] = clock.split(":").map(Number);
  return hours * 60 + rest;
}

/** The whole numbers from one to another, both included. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
