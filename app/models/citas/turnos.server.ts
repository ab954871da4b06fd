import { COLOR_WORDS } from "~/content/colores";
import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { studioDay } from "~/format/dates";
import { studioMoment } from "~/format/zone.server";
import { DAY_MS, MINUTE_MS } from "~/limits";
import { candidatas, readFreedom } from "~/models/equipo/hora-libre.server";
import { type Calendario, type Empleado, readCalendario } from "~/models/equipo/jornada.server";

/**
 * One service of a visit with its slot: the columns that its appointment is written with. `fin` includes the cleaning time, and
 * `servicio_id` is empty for a service that is gone.
 */
export type Turno = {
  servicio_id: string;
  empleado_id: string | null;
  precio: string;
  duracion_minutos: number;
  fecha_hora: Date;
  fin: Date;
};

/** In place of a specialist's id: any of those who do the service and are free. */
export const LA_QUE_ESTE_LIBRE = "libre";

/**
 * A service as the booking form asks for it, with the id of a specialist, LA_QUE_ESTE_LIBRE, or null for none. A null price or
 * duration means the service's own.
 */
export type ServicioPedido = {
  servicio_id: string;
  empleado_id: string | null;
  precio: string | null;
  duracion_minutos: number | null;
};

/** A visit as the form asks for it: a day and an hour, and its services in order. */
export type Visita = { fecha: string; hora: string; servicios: ServicioPedido[] };

/**
 * A service of a visit before it has its place. It follows the one before it, unless `distancia` says how many milliseconds after
 * the start of the visit it begins.
 */
export type PorColocar = Omit<Turno, "fecha_hora" | "fin"> & {
  limpieza_minutos: number;
  distancia?: number;
};

/** What a visit is at one start: its turnos, and which of them are free (one without a specialist: somebody is left for it). */
export type Arranged = { fecha_hora: Date; turnos: Turno[]; free: boolean[] };

/**
 * Reads the services that a visit asks for. Appointment `id`, which is being edited, keeps the cleaning time it was booked with
 * while its service stays the same. Null when one of the services no longer exists.
 */
export async function readServicios(servicios: ServicioPedido[], id?: string): Promise<PorColocar[] | null> {
  const [rows, before] = await Promise.all([
    db.servicio.findMany({ where: { id: { in: servicios.map(({ servicio_id }) => servicio_id).filter(isId) } } }),
    isId(id) ? db.cita.findUnique({ where: { id } }) : null,
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const found = servicios.flatMap(({ servicio_id, empleado_id, precio, duracion_minutos }) => {
    const servicio = known.get(servicio_id);
    if (!servicio) return [];
    return {
      servicio_id,
      empleado_id,
      precio: precio ?? servicio.precio.toFixed(2),
      duracion_minutos: duracion_minutos ?? servicio.duracion_minutos,
      limpieza_minutos: before?.servicio_id === servicio_id ? cleaningMinutes(before) : servicio.limpieza_minutos,
    };
  });
  return found.length === servicios.length ? found : null;
}

/**
 * Arranges the services of a visit one after another, from `fecha` and `hora` in zone `zona`, and gives them with the calendar of
 * that time, without appointment `id`. Null when one of the services no longer exists.
 */
export async function arrangeVisita({ fecha, hora, servicios }: Visita, zona: string, id?: string) {
  const rows = await readServicios(servicios, id);
  if (!rows) return null;
  const inicio = studioMoment(fecha, hora, zona);
  const calendario = await readCalendarioFor(rows, inicio, 1, id ? [id] : []);
  return { ...arranger(rows, calendario).arrange(inicio), calendario };
}

/** A studio without specialists keeps its own hours, as if it were one. */
const ESTUDIO: Empleado = {
  ...{ id: "", nombre: "", apellido: "", activo: true, en_sitio: false, hace: "todo", horario: null },
  color: COLOR_WORDS[0],
};

/** Reads the calendar that a visit is arranged with, of `dias` days from `desde` on, without the appointments `omit`. */
export async function readCalendarioFor(rows: PorColocar[], desde: Date, dias: number, omit: string[] = []): Promise<Calendario> {
  const ids = rows.flatMap(({ empleado_id }) => empleado_id ?? []);
  const inicio = addMilliseconds(desde, Math.min(0, ...rows.map(({ distancia = 0 }) => distancia)));
  // A visit is less than a day long.
  const fin = addMilliseconds(desde, (dias + 1) * DAY_MS);
  const calendario = await readCalendario({ inicio, fin }, { ids, activas: true, omit });
  const hasTeam = calendario.empleados.some(({ activo }) => activo);
  return hasTeam ? calendario : { ...calendario, empleados: [...calendario.empleados, ESTUDIO] };
}

/**
 * Arranges a visit at any start that the calendar covers. A specialist cleans up before her next service; the next specialist does
 * not wait for that. LA_QUE_ESTE_LIBRE becomes one who is free, rather the one of the service before, or null.
 */
export function arranger(rows: PorColocar[], calendario: Calendario) {
  const freedom = readFreedom(calendario);
  const able = rows.map(({ servicio_id, empleado_id }) => {
    const doers = candidatas(calendario.empleados, servicio_id);
    return isId(empleado_id) ? [...new Set([empleado_id, ...doers])] : doers;
  });

  function arrange(inicio: Date): Arranged {
    const dia = studioDay(inicio, calendario.zona);
    const turnos: Turno[] = [];
    const free: boolean[] = [];
    for (const [index, { limpieza_minutos, distancia, ...row }] of rows.entries()) {
      const slotOf = (empleado_id: string | null) => {
        const from = distancia === undefined ? startAfter(turnos, empleado_id) : addMilliseconds(inicio, distancia);
        const fecha_hora = from ?? inicio;
        return { fecha_hora, fin: addMilliseconds(fecha_hora, (row.duracion_minutos + limpieza_minutos) * MINUTE_MS) };
      };
      const ids = (able[index] ?? []).filter((id) => freedom.isFree(id, dia, timesOf(slotOf(id))));
      const before = turnos.at(-1)?.empleado_id;
      const anyOfThem = ids.find((id) => id === before) ?? ids[0] ?? null;
      const wanted = row.empleado_id === LA_QUE_ESTE_LIBRE ? anyOfThem : row.empleado_id;
      const isLeft = ids.length > freedom.countUnassigned(timesOf(slotOf(wanted)));
      const empleado_id = row.empleado_id === LA_QUE_ESTE_LIBRE && !isLeft ? null : wanted || null;
      turnos.push({ ...row, empleado_id, ...slotOf(empleado_id) });
      free.push(isLeft && (empleado_id === null || ids.includes(empleado_id)));
    }
    return { fecha_hora: inicio, turnos, free };
  }

  const [first] = rows;
  return {
    arrange,
    /** The specialists who can begin the visit. */
    first: isId(first?.empleado_id) ? [first.empleado_id] : (able[0] ?? []),
    listStarts: freedom.listStarts,
  };
}

/** When the next service can start: the last one is over, and its specialist has cleaned up. Undefined for the first service. */
function startAfter(turnos: Turno[], empleado_id: string | null): Date | undefined {
  const last = turnos.at(-1);
  if (!last) return undefined;
  const ownLast = turnos.findLast((turno) => turno.empleado_id === empleado_id);
  const end = addMilliseconds(last.fecha_hora, last.duracion_minutos * MINUTE_MS);
  return ownLast && ownLast.fin > end ? ownLast.fin : end;
}

const timesOf = ({ fecha_hora, fin }: Pick<Turno, "fecha_hora" | "fin">) => ({ from: fecha_hora.getTime(), to: fin.getTime() });

/** The minutes between the end of an appointment and that of its place. */
export function cleaningMinutes({ fecha_hora, fin, duracion_minutos }: Pick<Turno, "fecha_hora" | "fin" | "duracion_minutos">) {
  return Math.max(0, (fin.getTime() - fecha_hora.getTime()) / MINUTE_MS - duracion_minutos);
}

function addMilliseconds(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}
