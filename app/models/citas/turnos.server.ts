import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { studioMoment } from "~/format/zone.server";
import { MINUTE_MS } from "~/limits";

/** One service of a visit with its slot: the columns that its appointment is written with. `fin` includes the cleaning time. */
export type Turno = {
  servicio_id: string;
  empleado_id: string | null;
  precio: string;
  duracion_minutos: number;
  fecha_hora: Date;
  fin: Date;
};

/**
 * A visit as the form asks for it: a day and an hour, and its services in order. Null means the service's own price or duration.
 */
export type Visita = {
  fecha: string;
  hora: string;
  servicios: { servicio_id: string; empleado_id: string | null; precio: string | null; duracion_minutos: number | null }[];
};

/**
 * Arranges the services of a visit one after another, from `fecha` and `hora` in zone `zona`. A specialist cleans up before her
 * next service; the next specialist does not wait for that. Appointment `id`, which is being edited, keeps the cleaning time it
 * was booked with while its service stays the same. Null when one of the services no longer exists.
 */
export async function arrangeTurnos({ fecha, hora, servicios }: Visita, zona: string, id?: string): Promise<Turno[] | null> {
  const [rows, before] = await Promise.all([
    db.servicio.findMany({ where: { id: { in: servicios.map(({ servicio_id }) => servicio_id) } } }),
    isId(id) ? db.cita.findUnique({ where: { id } }) : null,
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const turnos: Turno[] = [];
  for (const { servicio_id, empleado_id, precio, duracion_minutos } of servicios) {
    const servicio = known.get(servicio_id);
    if (!servicio) return null;
    const fecha_hora = startAfter(turnos, empleado_id) ?? studioMoment(fecha, hora, zona);
    const minutos = duracion_minutos ?? servicio.duracion_minutos;
    const limpieza = before?.servicio_id === servicio_id ? cleaningMinutes(before) : servicio.limpieza_minutos;
    turnos.push({
      servicio_id,
      empleado_id,
      precio: precio ?? servicio.precio.toFixed(2),
      duracion_minutos: minutos,
      fecha_hora,
      fin: addMinutes(fecha_hora, minutos + limpieza),
    });
  }
  return turnos;
}

/** When the next service can start: the last one is over, and its specialist has cleaned up. Undefined for the first service. */
function startAfter(turnos: Turno[], empleado_id: string | null): Date | undefined {
  const last = turnos.at(-1);
  if (!last) return undefined;
  const ownLast = turnos.findLast((turno) => turno.empleado_id === empleado_id);
  const end = addMinutes(last.fecha_hora, last.duracion_minutos);
  return ownLast && ownLast.fin > end ? ownLast.fin : end;
}

function cleaningMinutes({ fecha_hora, fin, duracion_minutos }: Pick<Turno, "fecha_hora" | "fin" | "duracion_minutos">): number {
  return Math.max(0, (fin.getTime() - fecha_hora.getTime()) / MINUTE_MS - duracion_minutos);
}

function addMinutes(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * MINUTE_MS);
}
