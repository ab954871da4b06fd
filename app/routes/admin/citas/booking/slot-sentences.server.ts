import { formatClock, formatClocks, formatDay, formatTime } from "~/format/dates";
import { formatWeekdays } from "~/format/days.server";
import { fullName, SERVICIO_ELIMINADO } from "~/format/text";
import type { Conflict, VisitaWarning } from "~/models/citas/availability.server";
import { withReason } from "~/models/equipo/jornada.server";

/** The warnings about a visit as sentences, each once, however many of its appointments they are about. */
export function toSentences(warnings: VisitaWarning[]): string[] {
  return [...new Set(warnings.map(toSentence))];
}

function toSentence(warning: VisitaWarning): string {
  if (warning.kind === "past") return "Esa hora ya pasó.";
  if (warning.kind === "none-left") return "A esa hora ya no queda ninguna especialista libre.";
  const { whose, dia } = warning;
  const name = whose ? fullName(whose) : "El estudio";
  switch (warning.kind) {
    case "absence":
    case "pause": {
      const verb = whose ? "no está" : "cierra";
      const hours = warning.kind === "pause" ? ` ${formatClocks(warning.de, warning.a)}` : "";
      return endSentence(withReason(`${name} ${verb} el ${formatDay(dia, "UTC")}${hours}`, warning.motivo));
    }
    case "free-day":
      return `${name} no ${whose ? "trabaja" : "abre"} ${formatWeekdays(dia)}.`;
    case "outside-hours": {
      const hours = `de ${formatClock(warning.abre)} a ${formatClock(warning.cierra)}`;
      return `${name} ${whose ? "trabaja" : "abre"} ${formatWeekdays(dia)} ${hours}: la cita queda fuera de ese horario.`;
    }
  }
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Says what takes the slot of an appointment. On the server: in the page's script the sentence would be sent to every phone. */
export function describeConflict({ fecha_hora, fin, cliente, servicio, empleado }: Conflict, zona: string): string {
  const who = empleado ? fullName(empleado) : "La especialista";
  const when = `el ${formatDay(fecha_hora, zona)}, de ${formatTime(fecha_hora, zona)} a ${formatTime(fin, zona)}`;
  return `${who} ya tiene a ${cliente?.nombre ?? "una clienta"} ${when} (${servicio?.nombre ?? SERVICIO_ELIMINADO.toLowerCase()}).`;
}
