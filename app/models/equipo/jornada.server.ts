import type { Color } from "~/content/colores";
import type { Jornada } from "~/content/estudio";
import { db } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import { isId } from "~/database/fields.server";
import { studioDay } from "~/format/dates";
import { addDays, dayOf, formatWeekdays, weekday } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { DAY_MS, MINUTE_MS } from "~/limits";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { listAusenciasEntre } from "./ausencia.server";

/** A specialist in the calendar. */
export type Empleado = {
  id: string;
  nombre: string;
  apellido: string;
  activo: boolean;
  /** Whether the site shows her, and lets clients choose her. */
  en_sitio: boolean;
  color: Color;
  /** The ids of the services that she does. */
  hace: string[] | "todo";
  horario: Jornada[] | null;
};

/** Everything about some days: the studio's zone and week, specialists by name, absences, and booked times. */
export type Calendario = {
  zona: string;
  estudio: Jornada[];
  empleados: Empleado[];
  ausencias: Awaited<ReturnType<typeof listAusenciasEntre>>;
  /** Booked times in order, in milliseconds: comparing Dates is slow, and every half hour of two weeks is compared. */
  citas: { id: string; empleado_id: string | null; from: number; to: number }[];
};

/**
 * Reads the calendar of a span: specialists `ids`, and all active ones with `activas`; all their appointments and those without a
 * specialist, except cancelled ones and `omit`, or none when `citas` is false.
 */
export async function readCalendario(
  { inicio, fin }: { inicio: Date; fin: Date },
  { ids = [], activas = false, citas = true, omit = [] }: { ids?: string[]; activas?: boolean; citas?: boolean; omit?: string[] },
): Promise<Calendario> {
  const chosen = { in: ids.filter(isId) };
  // A day more on either side covers every zone; the exact days are checked later.
  const [desde = "", hasta = ""] = [new Date(inicio.getTime() - DAY_MS), new Date(fin.getTime() + DAY_MS)].map(dayOf);
  const [{ zona_horaria, horario }, empleados, ausencias, booked] = await Promise.all([
    getConfiguracion(),
    db.empleado.findMany({
      where: { OR: [{ id: chosen }, ...(activas ? [{ activo: true }] : [])] },
      omit: { email: true, telefono: true, especialidades: true, created_at: true, updated_at: true },
      include: { hace: { select: { servicio_id: true } } },
      orderBy: [{ nombre: "asc" }, { apellido: "asc" }, { id: "asc" }],
    }),
    listAusenciasEntre(activas ? null : chosen.in, desde, hasta),
    citas
      ? db.cita.findMany({
          where: {
            ...overlaps(inicio, fin),
            estado: { not: "cancelada" },
            id: { notIn: omit.filter(isId) },
            OR: activas ? undefined : [{ empleado_id: null }, { empleado_id: chosen }],
          },
          select: { id: true, empleado_id: true, fecha_hora: true, fin: true },
          orderBy: { fecha_hora: "asc" },
        })
      : [],
  ]);
  return {
    zona: zona_horaria,
    estudio: horario,
    empleados: empleados.map(({ hace, ...empleado }) => ({
      ...empleado,
      hace: hace.map(({ servicio_id }) => servicio_id),
      horario: empleado.horario as Jornada[] | null,
    })),
    ausencias,
    citas: booked.map(({ fecha_hora, fin, ...cita }) => ({ ...cita, from: fecha_hora.getTime(), to: fin.getTime() })),
  };
}

/** The studio's absences and hers on a day, with and without hours. */
function listFaltas({ ausencias }: Calendario, empleado: Empleado | null, dia: string) {
  return ausencias.filter(
    ({ empleado_id, desde, hasta }) =>
      (empleado_id === null || empleado_id === empleado?.id) && desde <= dia && (hasta === null || dia <= hasta),
  );
}

/** The absences that take the whole of a day: the studio's closed days first, then hers. */
function wholeDaysOf(calendario: Calendario, empleado: Empleado | null, dia: string) {
  const faltas = listFaltas(calendario, empleado, dia).filter(({ de }) => de === null);
  return [
    ...faltas.filter(({ empleado_id }) => empleado_id === null),
    ...faltas.filter(({ empleado_id }) => empleado_id !== null),
  ];
}

/** The absences that take hours of a day, in order: the studio's (`empleado_id` null), and hers if there is a specialist. */
export function pausasOf(calendario: Calendario, empleado: Empleado | null, dia: string) {
  return listFaltas(calendario, empleado, dia)
    .flatMap((falta) => (falta.de && falta.a ? { ...falta, de: falta.de, a: falta.a } : []))
    .sort((one, other) => one.de.localeCompare(other.de));
}

/** A specialist's hours on a weekday, or the studio's when she has no week of her own. */
function weeklyHours({ estudio }: Calendario, empleado: Empleado | null, dia: string): Jornada {
  return (empleado?.horario ?? estudio)[weekday(dia)] ?? null;
}

/** A text with the reason of an absence after it, if there is one. */
export function withReason(text: string, motivo: string | null): string {
  return motivo ? `${text}: ${motivo}` : text;
}

/** A specialist's day: her hours, or `libre`, the reason why she does not work. */
export type JornadaDelDia = { abre: string; cierra: string; libre: null } | { abre: null; cierra: null; libre: string };

/** A specialist's working day. */
export function jornadaOf(calendario: Calendario, empleado: Empleado, dia: string): JornadaDelDia {
  const off = (libre: string) => ({ abre: null, cierra: null, libre });
  const [falta] = wholeDaysOf(calendario, empleado, dia);
  if (falta) return off(withReason(falta.empleado_id === null ? "Estudio cerrado" : "Ausente", falta.motivo));
  const hours = weeklyHours(calendario, empleado, dia);
  if (hours) return { ...hours, libre: null };
  return off(weeklyHours(calendario, null, dia) ? `No trabaja ${formatWeekdays(dia)}` : "Cerrado");
}

/** The working day of today of each of the specialists `ids`. */
export async function getJornadasDeHoy(ids: string[], zona: string, now = new Date()): Promise<Map<string, JornadaDelDia>> {
  const hoy = studioDay(now, zona);
  const calendario = await readDias([hoy], zona, ids);
  return new Map(calendario.empleados.map((empleado) => [empleado.id, jornadaOf(calendario, empleado, hoy)]));
}

/** Reads the calendar of some days without appointments: of the specialists `ids`, and of all active ones. */
export function readDias(days: string[], zona: string, ids: string[] = []): Promise<Calendario> {
  const sorted = [...days].sort();
  const [first = "", last = ""] = [sorted[0], sorted.at(-1)];
  const span = { inicio: studioMoment(first, "00:00", zona), fin: studioMoment(addDays(last, 1), "00:00", zona) };
  return readCalendario(span, { ids, activas: true, citas: false });
}

/** The name of the specialist whom a warning is about; null when it is about the studio. */
type Whose = Pick<Empleado, "nombre" | "apellido"> | null;

/**
 * A reason to ask again before an appointment is saved; none forbids it. `dia` is the studio's day (`2026-11-21`), `motivo` what
 * staff wrote about an absence.
 */
export type Warning =
  | { kind: "past" }
  | { kind: "absence"; whose: Whose; dia: string; motivo: string | null }
  | { kind: "pause"; whose: Whose; dia: string; de: string; a: string; motivo: string | null }
  | { kind: "free-day"; whose: Whose; dia: string }
  | { kind: "outside-hours"; whose: Whose; dia: string; abre: string; cierra: string };

/** An appointment that began so long ago is still written down without a question: its client is being attended. */
const LATE_MS = 15 * MINUTE_MS;

/** The warnings about an appointment: in the past, then by day absences, pauses and hours; without a specialist, the studio's. */
export function warningsOf(
  { empleado_id, inicio, fin }: { empleado_id: string | null; inicio: Date; fin: Date },
  calendario: Calendario,
  now = new Date(),
): Warning[] {
  const { zona } = calendario;
  const [first, last] = [studioDay(inicio, zona), studioDay(new Date(fin.getTime() - 1), zona)];
  const empleado = calendario.empleados.find(({ id }) => id === empleado_id) ?? null;
  const warnings: Warning[] = inicio.getTime() < now.getTime() - LATE_MS ? [{ kind: "past" }] : [];
  for (let dia = first; dia <= last; dia = addDays(dia, 1)) {
    for (const { empleado_id: absent, motivo } of wholeDaysOf(calendario, empleado, dia))
      warnings.push({ kind: "absence", whose: absent === null ? null : empleado, dia, motivo });
    for (const { empleado_id: absent, de, a, motivo } of pausasOf(calendario, empleado, dia))
      if (inicio < studioMoment(dia, a, zona) && fin > studioMoment(dia, de, zona))
        warnings.push({ kind: "pause", whose: absent === null ? null : empleado, dia, de, a, motivo });
    const hours = weeklyHours(calendario, empleado, dia);
    const whose = empleado?.horario ? empleado : null;
    if (!hours) warnings.push({ kind: "free-day", whose, dia });
    else if (isOutside(hours, dia)) warnings.push({ kind: "outside-hours", whose, dia, ...hours });
  }
  return warnings;

  // An appointment that crosses midnight is outside the hours of each of its days.
  function isOutside({ abre, cierra }: { abre: string; cierra: string }, dia: string): boolean {
    const isEarly = dia === first && inicio < studioMoment(dia, abre, zona);
    const isLate = dia === last && fin > studioMoment(dia, cierra, zona);
    return isEarly || isLate || first !== last;
  }
}
