import { db } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import { isId } from "~/database/fields.server";
import { studioDay } from "~/format/dates";
import { studioClock } from "~/format/zone.server";
import { MINUTE_MS } from "~/limits";
import { listFree, listFreeTimes } from "~/models/equipo/hora-libre.server";
import { type Warning, warningsOf } from "~/models/equipo/jornada.server";
import { listOpciones } from "./opciones.server";
import type { Turno } from "./turnos.server";

/** An appointment that already takes the slot of a turno. */
export type Conflict = {
  id: string;
  fecha_hora: Date;
  fin: Date;
  empleado_id: string | null;
  cliente: { nombre: string } | null;
  servicio: { nombre: string } | null;
  empleado: { nombre: string; apellido: string } | null;
};

/**
 * The appointments that take the slots of these turnos: of the same specialist, at an overlapping time, not cancelled. `omit` is
 * the id of the appointment being edited.
 */
export function findConflicts(turnos: Pick<Turno, "empleado_id" | "fecha_hora" | "fin">[], omit?: string): Promise<Conflict[]> {
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

/**
 * The warnings about working hours, absences and the past for these turnos. None when appointment `id` keeps its slot and its
 * specialist: it was warned about when it was booked.
 */
export async function findWarnings(turnos: Turno[], zona: string, id?: string): Promise<Warning[]> {
  if (await keepsSlot(id, turnos)) return [];
  const warnings = await Promise.all(
    turnos.map(({ empleado_id, fecha_hora: inicio, fin }) => warningsOf({ empleado_id, inicio, fin }, zona)),
  );
  return warnings.flat();
}

async function keepsSlot(id: string | undefined, [turno]: Turno[]): Promise<boolean> {
  if (!isId(id) || !turno) return false;
  const { empleado_id, fecha_hora, fin } = turno;
  return (await db.cita.count({ where: { id, empleado_id, fecha_hora, fin } })) > 0;
}

/**
 * A free slot for a visit that has a conflict: turno `row` with `empleado`, and the visit starting on `fecha` (`2026-11-21`) at
 * `hora` (`16:30`).
 */
export type Alternative = { kind: "same-hour" | "later"; row: number; empleado: Especialista; fecha: string; hora: string };

type Especialista = { id: string; nombre: string; apellido: string };

const MAX_SAME_HOUR = 3;
const MAX_LATER = 4;
/** How many free times of the specialist to try when the other turnos of the visit have to fit too. */
const MAX_TRIED = 24;

/** What takes the slots of these turnos, and what is free instead; `omit` is the id of the appointment being edited. */
export async function findConflictsAndAlternatives(turnos: Turno[], zona: string, omit?: string) {
  const conflicts = await findConflicts(turnos, omit);
  return { conflicts, alternatives: await findAlternatives(turnos, conflicts, zona, omit) };
}

/**
 * What is free instead of the first turno that has one of these conflicts: up to three other specialists who do its service, at
 * the same hour, then up to four later starts at which the whole visit fits. Empty when no turno has a conflict.
 */
async function findAlternatives(turnos: Turno[], conflicts: Conflict[], zona: string, omit?: string): Promise<Alternative[]> {
  const row = turnos.findIndex((turno) =>
    conflicts.some((conflict) => conflict.empleado_id === turno.empleado_id && doOverlap(conflict, turno)),
  );
  const [first] = turnos;
  const turno = turnos[row];
  if (!first || !turno) return [];
  const specialists = await listFreeSpecialists(turno, omit);
  const starts = await listLaterStarts(turnos, turno, zona, omit);
  const at = (moment: Date) => ({ fecha: studioDay(moment, zona), hora: studioClock(moment, zona) });
  return [
    ...specialists.map((empleado) => ({ kind: "same-hour" as const, row, empleado, ...at(first.fecha_hora) })),
    ...starts.map(({ empleado, fecha_hora }) => ({ kind: "later" as const, row, empleado, ...at(fecha_hora) })),
  ];
}

type Slot = { fecha_hora: Date; fin: Date };

function doOverlap(one: Slot, other: Slot): boolean {
  return one.fecha_hora < other.fin && other.fecha_hora < one.fin;
}

/** Up to three other specialists who are free during a turno and do its service; if no specialist is marked for it, any that is free. */
async function listFreeSpecialists({ servicio_id, empleado_id, fecha_hora, fin }: Turno, omit?: string): Promise<Especialista[]> {
  const { empleados, fits } = await listOpciones();
  const fitting = fits[servicio_id] ?? [];
  const candidates = fitting.length > 0 ? fitting : empleados.map(({ id }) => id);
  const otherIds = candidates.filter((id) => id !== empleado_id);
  return (await listFree({ inicio: fecha_hora, fin }, otherIds, omit)).slice(0, MAX_SAME_HOUR);
}

/** Up to four later starts of a visit: `turno` at a free time of its specialist, the other turnos moved by as much. */
async function listLaterStarts(turnos: Turno[], turno: Turno, zona: string, omit?: string) {
  if (turno.empleado_id === null) return [];
  const isOnlyTurno = turnos.length === 1;
  const freeTimes = await listFreeTimes({
    minutos: (turno.fin.getTime() - turno.fecha_hora.getTime()) / MINUTE_MS,
    empleado_ids: [turno.empleado_id],
    desde: latest(new Date(), turno.fecha_hora),
    dias: 30,
    max: isOnlyTurno ? MAX_LATER : MAX_TRIED,
    omit,
  });
  if (isOnlyTurno) return freeTimes;
  const [first = turno] = turnos;
  const starts: typeof freeTimes = [];
  for (const { fecha_hora, empleado } of freeTimes) {
    const shift = fecha_hora.getTime() - turno.fecha_hora.getTime();
    const shifted = turnos.map((each) => ({ ...each, fecha_hora: later(each.fecha_hora, shift), fin: later(each.fin, shift) }));
    const isFree = (await findConflicts(shifted, omit)).length === 0 && (await findWarnings(shifted, zona)).length === 0;
    if (isFree) starts.push({ fecha_hora: later(first.fecha_hora, shift), empleado });
    if (starts.length === MAX_LATER) break;
  }
  return starts;
}

function later(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
