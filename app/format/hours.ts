import { DIAS, type Jornada } from "~/content/estudio";
import { formatClock, formatDay, formatTimeForClientWithArticle, formatWeekday } from "./dates";

type DayRange = { from: number; to: number; jornada: NonNullable<Jornada> };

/** Groups consecutive weekdays (0 is Monday) with the same hours; closed days are left out. */
function groupDays(horario: Jornada[]): DayRange[] {
  const ranges: DayRange[] = [];
  for (const [day, jornada] of horario.entries()) {
    if (!jornada) continue;
    const last = ranges.at(-1);
    if (last?.to === day - 1 && last.jornada.abre === jornada.abre && last.jornada.cierra === jornada.cierra) last.to = day;
    else ranges.push({ from: day, to: day, jornada });
  }
  return ranges;
}

/** Formats a week's opening hours, a sentence for each group of days: `Martes a sábado, de 10:00 a.m. a 6:00 p.m.` */
export function formatHours(horario: Jornada[]): string[] {
  return groupDays(horario).map(({ from, to, jornada }) => {
    const last = DIAS[to]?.toLowerCase();
    const days = from === to ? DIAS[from] : `${DIAS[from]} ${to === from + 1 ? "y" : "a"} ${last}`;
    return `${days}, de ${formatClock(jornada.abre)} a ${formatClock(jornada.cierra)}`;
  });
}

/** Whether the studio is open: until when today, or when it opens next (`dias` from today); null when that is not known. */
export type Apertura = { cierra: string } | { abre: { dia: string; dias: number; hora: string } | null };

/** Says it in two parts: `Abierto ahora`, `cierra a las 6:00 p.m.`; `Cerrado`, `abre mañana a las 10:00 a.m.` */
export function describeApertura(apertura: Apertura): [state: string, next: string | null] {
  if ("cierra" in apertura) return ["Abierto ahora", `cierra ${formatClockWithArticle(apertura.cierra)}`];
  if (!apertura.abre) return ["Cerrado por ahora", null];
  const { dia, dias, hora } = apertura.abre;
  return ["Cerrado", `abre ${formatOpeningDay(dia, dias)} ${formatClockWithArticle(hora)}`];
}

function formatClockWithArticle(clock: string): string {
  return formatTimeForClientWithArticle(`1970-01-01T${clock}:00Z`, "UTC");
}

/** `hoy`, `mañana`, `el martes`, and a week or more away `el martes 5 de enero`. */
function formatOpeningDay(dia: string, dias: number): string {
  if (dias === 0) return "hoy";
  if (dias === 1) return "mañana";
  return `el ${dias < 7 ? formatWeekday(dia) : formatDay(dia, "UTC")}`;
}

const SCHEMA_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The same hours as schema.org's `openingHoursSpecification`. */
export function schemaHours(horario: Jornada[]) {
  return groupDays(horario).map(({ from, to, jornada }) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: SCHEMA_DAYS.slice(from, to + 1),
    opens: jornada.abre,
    closes: jornada.cierra,
  }));
}

/** A week as the rows of a form: empty hours for a day without any. */
export function weekRows(week: Jornada[]): { abre: string; cierra: string }[] {
  return week.map((jornada) => jornada ?? { abre: "", cierra: "" });
}

/** The rows of a week in words, by the name of each (`horario[0]`). */
export function weekInWords(week: unknown): Record<string, string> {
  const words = ({ abre = "", cierra = "" }: { abre?: string; cierra?: string }) => (abre || cierra ? `${abre} a ${cierra}` : "");
  return Object.fromEntries(DIAS.map((_, index) => [`horario[${index}]`, words((Array.isArray(week) && week[index]) || {})]));
}

/** The labels of the days in weekInWords. */
export function weekLabels(): Record<string, string> {
  return Object.fromEntries(DIAS.map((dia, index) => [`horario[${index}]`, `Horario, ${dia.toLowerCase()}`]));
}

/** A part of a day, in minutes after midnight. */
export type MinuteSpan = { desde: number; hasta: number };

/** The hours between two times of day in minutes. */
export function minuteSpan(from: string, to: string): MinuteSpan {
  return { desde: minutesOf(from), hasta: minutesOf(to) };
}

/** What is left of a part of a day without those that are taken, in order. */
export function withoutTaken({ desde, hasta }: MinuteSpan, taken: MinuteSpan[]): MinuteSpan[] {
  const left: MinuteSpan[] = [];
  let from = desde;
  for (const each of [...taken].sort((one, other) => one.desde - other.desde)) {
    left.push({ desde: from, hasta: Math.min(each.desde, hasta) });
    from = Math.max(from, each.hasta);
  }
  return [...left, { desde: from, hasta }].filter((span) => span.desde < span.hasta);
}

/** Cuts a part of a day where a half hour begins. A quarter at its beginning or end stays with its neighbour. */
export function byHalfHour({ desde, hasta }: MinuteSpan): MinuteSpan[] {
  const parts: MinuteSpan[] = [];
  for (let from = desde; from < hasta; ) {
    const next = Math.floor((from + 15) / 30 + 1) * 30;
    const to = hasta - next <= 15 ? hasta : next;
    parts.push({ desde: from, hasta: to });
    from = to;
  }
  return parts;
}

/** The minutes after midnight of a time of day with 24 hours (`10:30`). */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** The time of day with 24 hours (`10:30`) some minutes after midnight. */
export function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
