import { DIAS, type Jornada } from "~/content/estudio";
import { formatClock } from "./dates";

type Stretch = { from: number; to: number; jornada: NonNullable<Jornada> };

/** Joins the neighbouring weekdays (0 is Monday) that open and close at the same time; closed days are left out. */
function stretches(horario: Jornada[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [day, jornada] of horario.entries()) {
    if (!jornada) continue;
    const last = found.at(-1);
    if (last?.to === day - 1 && last.jornada.abre === jornada.abre && last.jornada.cierra === jornada.cierra) last.to = day;
    else found.push({ from: day, to: day, jornada });
  }
  return found;
}

/** Says a week's opening hours, a sentence for each stretch: `Martes a sábado, de 10:00 a.m. a 6:00 p.m.` */
export function formatHours(horario: Jornada[]): string[] {
  return stretches(horario).map(({ from, to, jornada }) => {
    const last = DIAS[to]?.toLowerCase();
    const days = from === to ? DIAS[from] : `${DIAS[from]} ${to === from + 1 ? "y" : "a"} ${last}`;
    return `${days}, de ${formatClock(jornada.abre)} a ${formatClock(jornada.cierra)}`;
  });
}

const SCHEMA_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The same hours as schema.org's `openingHoursSpecification`. */
export function schemaHours(horario: Jornada[]) {
  return stretches(horario).map(({ from, to, jornada }) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: SCHEMA_DAYS.slice(from, to + 1),
    opens: jornada.abre,
    closes: jornada.cierra,
  }));
}
