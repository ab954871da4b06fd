import { db } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import { isId } from "~/database/fields.server";
import { type Calendario, type Warning, warningsOf } from "~/models/equipo/jornada.server";
import type { Arranged, Turno } from "./turnos.server";

/**
 * The appointments that take the slots of these turnos: of the same specialist, at an overlapping time, not cancelled. `omit` is
 * the id of the appointment being edited.
 */
export function findConflicts(turnos: Pick<Turno, "empleado_id" | "fecha_hora" | "fin">[], omit?: string) {
  return db.cita.findMany({
    where: {
      OR: turnos.flatMap(({ empleado_id, fecha_hora, fin }) =>
        empleado_id === null ? [] : [{ empleado_id, ...overlaps(fecha_hora, fin) }],
      ),
      estado: { not: "cancelada" },
      id: isId(omit) ? { not: omit } : undefined,
    },
    select: {
      id: true,
      fecha_hora: true,
      fin: true,
      empleado_id: true,
      cliente: { select: { nombre: true } },
      servicio: { select: { nombre: true } },
      empleado: { select: { nombre: true, apellido: true } },
    },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
}

/** An appointment that already takes the slot of a turno. */
export type Conflict = Awaited<ReturnType<typeof findConflicts>>[number];

/** A reason to ask again before a visit is saved; `none-left`: no specialist is left for a service then. */
export type VisitaWarning = Warning | { kind: "none-left" };

/**
 * The warnings about working hours, absences, the past, and services for which no specialist is left. None when appointment `id`
 * keeps its slot and its specialist: it was warned about when it was booked.
 */
export async function findWarnings(visita: Arranged & { calendario: Calendario }, id?: string): Promise<VisitaWarning[]> {
  const { turnos, free, calendario } = visita;
  if (await keepsSlot(id, turnos)) return [];
  return turnos.flatMap(({ empleado_id, fecha_hora: inicio, fin }, index): VisitaWarning[] => {
    const warnings = warningsOf({ empleado_id, inicio, fin }, calendario);
    const isNoneLeft = empleado_id === null && !free[index] && calendario.empleados.some(({ id, activo }) => id && activo);
    return isNoneLeft ? [...warnings, { kind: "none-left" }] : warnings;
  });
}

async function keepsSlot(id: string | undefined, [turno]: Turno[]): Promise<boolean> {
  if (!isId(id) || !turno) return false;
  const { empleado_id, fecha_hora, fin } = turno;
  return (await db.cita.count({ where: { id, empleado_id, fecha_hora, fin } })) > 0;
}
