import { formatDay, formatTime, formatTimeWithArticle } from "~/format/dates";
import { fullName, SERVICIO_ELIMINADO } from "~/format/text";
import type { Alternative, Conflict } from "~/models/citas/availability.server";

// What the booking form says about its slot. Said on the server: in the page's script each sentence would be sent to every phone.

/** What takes the slot of an appointment, and what is free instead: the value of its button, and the label. */
export type Taken = { conflicts: string[]; alternatives: { choice: string; label: string }[] };

/** Says what takes the slot and what is free, for a visit of `services` services. */
export function describeTaken(
  { conflicts, alternatives }: { conflicts: Conflict[]; alternatives: Alternative[] },
  zona: string,
  services: number,
): Taken {
  return {
    conflicts: conflicts.map((conflict) => describeConflict(conflict, zona)),
    alternatives: alternatives.map((alternative) => {
      const { row, empleado, fecha, hora } = alternative;
      return { choice: `${row}:${empleado.id}:${fecha}:${hora}`, label: describeAlternative(alternative, services === 1) };
    }),
  };
}

function describeConflict({ fecha_hora, fin, cliente, servicio, empleado }: Conflict, zona: string): string {
  const who = empleado ? fullName(empleado) : "La especialista";
  const when = `el ${formatDay(fecha_hora, zona)}, de ${formatTime(fecha_hora, zona)} a ${formatTime(fin, zona)}`;
  return `${who} ya tiene a ${cliente?.nombre ?? "una clienta"} ${when} (${servicio?.nombre ?? SERVICIO_ELIMINADO.toLowerCase()}).`;
}

/** The studio's day and clock as a moment in UTC, to be formatted in UTC. */
const asUtc = ({ fecha, hora }: { fecha: string; hora: string }) => `${fecha}T${hora}:00Z`;

/** A later start moves all services; with several of them, whose specialists may differ, it names none. */
function describeAlternative({ kind, empleado, ...start }: Alternative, isSingleService: boolean): string {
  const name = fullName(empleado);
  if (kind === "same-hour") return `A la misma hora con ${name}`;
  const when = `${formatDay(asUtc(start), "UTC")}, ${formatTime(asUtc(start), "UTC")}`;
  return isSingleService ? `${when} con ${name}` : when;
}

/** Says that an alternative was filled in but is not saved yet: another hour, or only another specialist. */
export function describeMoved(moved: { fecha: string; hora: string }, isSameHour: boolean): string {
  if (isSameHour) return "Cambiamos a la especialista. Falta guardar.";
  return `Cambiamos el horario al ${formatDay(asUtc(moved), "UTC")} ${formatTimeWithArticle(asUtc(moved), "UTC")} Falta guardar.`;
}
