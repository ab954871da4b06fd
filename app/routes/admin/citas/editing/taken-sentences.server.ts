import { formatDay, formatTime } from "~/format/dates";
import { fullName, SERVICIO_ELIMINADO } from "~/format/text";
import type { Conflict } from "~/models/citas/availability.server";

/** Says what takes the slot of an appointment. On the server: in the page's script the sentence would be sent to every phone. */
export function describeConflict({ fecha_hora, fin, cliente, servicio, empleado }: Conflict, zona: string): string {
  const who = empleado ? fullName(empleado) : "La especialista";
  const when = `el ${formatDay(fecha_hora, zona)}, de ${formatTime(fecha_hora, zona)} a ${formatTime(fin, zona)}`;
  return `${who} ya tiene a ${cliente?.nombre ?? "una clienta"} ${when} (${servicio?.nombre ?? SERVICIO_ELIMINADO.toLowerCase()}).`;
}
