import { studioDay } from "~/format/dates";
import { MINUTE_MS } from "~/limits";
import { readFreedom } from "~/models/equipo/hora-libre.server";
import { type Empleado, readCalendario } from "~/models/equipo/jornada.server";
import { type HoraLibre, isWhole, withNames } from "./horas.server";
import { arranger, type PorColocar, readCalendarioFor } from "./turnos.server";

// A client who has walked in: her visit begins now or today, and is confirmed. The form (routes/admin/citas/book.tsx) asks what she wants
// before who she is.

/** The state in which her visit is booked. */
export const ESTADO_SIN_CITA = "confirmada";

const NOW_STEP_MS = 5 * MINUTE_MS;

/** The hour at which a client who has walked in begins: `now`, down to five minutes. */
export function startingNow(now: Date): Date {
  return new Date(Math.floor(now.getTime() / NOW_STEP_MS) * NOW_STEP_MS);
}

/** The first hour today of each specialist who can begin a visit, by time: now, or when she is free. */
export async function listHorasDeHoy(rows: PorColocar[], now = new Date()): Promise<HoraLibre[]> {
  const [row, ...others] = rows;
  if (!row) return [];
  const inicio = startingNow(now);
  const calendario = await readCalendarioFor(rows, inicio, 1);
  const { first, listStarts } = arranger(rows, calendario);
  const hoy = studioDay(inicio, calendario.zona);
  const found = first.flatMap((empleado_id) => {
    const { arrange } = arranger([{ ...row, empleado_id }, ...others], calendario);
    const starts = [inicio, ...listStarts([empleado_id], hoy).filter((start) => start > inicio)];
    return starts.map(arrange).find(isWhole) ?? [];
  });
  found.sort((one, other) => one.fecha_hora.getTime() - other.fecha_hora.getTime());
  return withNames(calendario, found);
}

/** The active specialists who have nothing for the next half hour, by name. */
export async function listLibresAhora(now = new Date()): Promise<Empleado[]> {
  const inicio = startingNow(now);
  const fin = new Date(inicio.getTime() + 30 * MINUTE_MS);
  const calendario = await readCalendario({ inicio, fin }, { activas: true });
  const { isFree } = readFreedom(calendario);
  const times = { from: inicio.getTime(), to: fin.getTime() };
  return calendario.empleados.filter(({ id }) => isFree(id, studioDay(inicio, calendario.zona), times));
}
