import { DIAS, type Jornada } from "~/content/estudio";
import { formatClock } from "./dates";

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
