import { z } from "zod";
import { ESTUDIO, type Jornada } from "~/content/estudio";
import { db } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import { asMoment, checkbox, isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { addDays, formatClock, formatDay, studioDay, weekday } from "~/format/dates";
import { studioClock, studioMoment } from "~/format/zone.server";
import { Prisma } from "~/generated/client";
import { getConfiguracion, semana } from "~/models/estudio/configuracion.server";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Appointments begin on the half hours after opening. */
const GRID = 30;
const MAX_DAYS = 60;

const LOS_DIAS = ["los lunes", "los martes", "los miércoles", "los jueves", "los viernes", "los sábados", "los domingos"];

const propio = semana(
  "Escribe las dos horas, o ninguna si ese día no trabaja.",
  "La hora de salida va después de la de entrada.",
);

/** What the editor of a specialist's week sends: that it is the studio's, whatever its hours say then, or hours of her own. */
export const horarioSchema = z
  .object({
    del_estudio: checkbox(),
    horario: z.array(z.object({ abre: z.string().optional(), cierra: z.string().optional() })),
  })
  .superRefine(({ del_estudio, horario }, context) => {
    for (const { message, path } of (!del_estudio && propio.safeParse(horario).error?.issues) || [])
      context.addIssue({ code: "custom", message, path: ["horario", ...path] });
  });

export type HorarioValues = z.output<typeof horarioSchema>;

/** Gives a specialist with her own week (null: the studio's) and the studio's, or null when there is none (or the id is no id). */
export async function getHorario(id: string | undefined) {
  if (!isId(id)) return null;
  const [{ horario: estudio }, row] = await Promise.all([
    getConfiguracion(),
    db.empleado.findUnique({ where: { id }, select: { nombre: true, apellido: true, horario: true, updated_at: true } }),
  ]);
  return row && { ...row, horario: row.horario as Jornada[] | null, estudio, updated_at: row.updated_at.toISOString() };
}

/** Saves a specialist's week as she was when her `updated_at` was `seen`: `stale` when somebody changed her since, `missing` when gone. */
export function saveHorario(id: string | undefined, seen: unknown, { del_estudio, horario }: HorarioValues, key: IdempotencyKey) {
  return writeOnce<string, "stale" | "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const { count } = await transaction.empleado.updateMany({
      where: { id, updated_at: asMoment(seen) },
      data: { horario: del_estudio ? Prisma.DbNull : (propio.parse(horario) as object[]) },
    });
    if (count === 0) throw new WriteRejection((await transaction.empleado.count({ where: { id } })) ? "stale" : "missing");
    return id;
  });
}

type Span = { inicio: Date; fin: Date };

/** A specialist as the calendar knows her. */
type Empleado = {
  id: string;
  nombre: string;
  apellido: string;
  activo: boolean;
  especialidades: string[];
  horario: Jornada[] | null;
};

/** What is known of some days: the studio's zone and week, some specialists, by name, who is away when, and what is booked. */
export type Calendario = {
  zona: string;
  estudio: Jornada[];
  empleados: Empleado[];
  ausencias: { empleado_id: string | null; desde: string; hasta: string; motivo: string | null }[];
  /** What takes time, by its beginning, in milliseconds: a Date is slow to compare, and every half hour of a fortnight is. */
  citas: { empleado_id: string | null; from: number; to: number }[];
};

/** The same as the database gives it, in one row. */
export type CalendarioRow = {
  estudio: { zona: string; horario: Jornada[] } | null;
  empleados: Empleado[] | null;
  ausencias: Calendario["ausencias"] | null;
  citas: [empleado_id: string | null, from: number, to: number][] | null;
};

/**
 * The columns of a CalendarioRow between two moments: of some specialists, and of all active ones too where `activas` says
 * so. All appointments count but the cancelled and `omit`, those without a specialist too; none where `citas` is false.
 */
export function selectCalendario(
  { inicio, fin }: Span,
  { ids = [], activas = false, citas = true, omit }: { ids?: string[]; activas?: boolean; citas?: boolean; omit?: string },
): Prisma.Sql {
  // Wide enough for every zone: which days count is decided day by day.
  const [desde, hasta] = [new Date(inicio.getTime() - DAY), new Date(fin.getTime() + DAY)].map((moment) =>
    moment.toISOString().slice(0, 10),
  );
  const { fecha_hora } = overlaps(inicio, fin);
  const chosen = Prisma.sql`(${ids.filter(isId)}::uuid[])`;
  return Prisma.sql`
    (SELECT json_build_object('zona', zona_horaria, 'horario', horario) FROM configuracion_susa) AS estudio,
    (SELECT json_agg(json_build_object('id', id, 'nombre', nombre, 'apellido', apellido, 'activo', activo,
        'especialidades', especialidades, 'horario', horario) ORDER BY nombre, apellido, id)
      FROM empleados_susa WHERE (activo AND ${activas}) OR id = ANY ${chosen}) AS empleados,
    (SELECT json_agg(json_build_object('empleado_id', empleado_id, 'desde', desde, 'hasta', hasta, 'motivo', motivo)
        ORDER BY desde, id)
      FROM ausencias_susa WHERE hasta >= ${desde}::date AND desde <= ${hasta}::date
        AND (empleado_id IS NULL OR ${activas} OR empleado_id = ANY ${chosen})) AS ausencias,
    (SELECT json_agg(json_build_array(empleado_id, extract(epoch FROM fecha_hora) * 1000, extract(epoch FROM fin) * 1000)
        ORDER BY fecha_hora)
      FROM citas_susa WHERE ${citas} AND estado <> 'cancelada' AND fecha_hora > ${fecha_hora.gt}::timestamptz
        AND fecha_hora < ${fin}::timestamptz AND fin > ${inicio}::timestamptz AND (empleado_id IS NULL OR ${activas} OR empleado_id = ANY ${chosen})
        AND id IS DISTINCT FROM ${isId(omit) ? omit : null}::uuid) AS citas`;
}

export function toCalendario(row: CalendarioRow | undefined): Calendario {
  const { estudio, empleados, ausencias, citas } = row ?? {};
  return {
    zona: estudio?.zona ?? ESTUDIO.zona_horaria,
    estudio: estudio?.horario ?? ESTUDIO.horario,
    empleados: empleados ?? [],
    ausencias: ausencias ?? [],
    citas: (citas ?? []).map(([empleado_id, from, to]) => ({ empleado_id, from, to })),
  };
}

async function readCalendario(span: Span, wanted: Parameters<typeof selectCalendario>[1]): Promise<Calendario> {
  const rows = await db.$queryRaw<CalendarioRow[]>`SELECT ${selectCalendario(span, wanted)}`;
  return toCalendario(rows[0]);
}

/** What takes a day from a specialist (or, without one, from the studio), the studio's closed days before her absences. */
function listFaltas({ ausencias }: Calendario, empleado: Empleado | undefined, dia: string) {
  const ofDay = ausencias.filter(({ desde, hasta }) => desde <= dia && dia <= hasta);
  return [
    ...ofDay.filter(({ empleado_id }) => empleado_id === null),
    ...ofDay.filter(({ empleado_id }) => empleado_id !== null && empleado_id === empleado?.id),
  ];
}

/** Her hours on a day of the week, or the studio's where she has none of her own. */
function weeklyHours({ estudio }: Calendario, empleado: Empleado | undefined, dia: string): Jornada {
  return (empleado?.horario ?? estudio)[weekday(dia)] ?? null;
}

function why(said: string, motivo: string | null): string {
  return motivo ? `${said}: ${motivo}` : said;
}

/** One specialist's day: from when to when she works, or `libre`, the reason why she does not. */
export type JornadaDelDia = { empleado_id: string; dia: string } & (
  | { abre: string; cierra: string; libre: null }
  | { abre: null; cierra: null; libre: string }
);

function jornadaOf(calendario: Calendario, empleado: Empleado, dia: string): JornadaDelDia {
  const off = (libre: string) => ({ empleado_id: empleado.id, dia, abre: null, cierra: null, libre });
  const [falta] = listFaltas(calendario, empleado, dia);
  if (falta) return off(why(falta.empleado_id === null ? "Estudio cerrado" : "Ausente", falta.motivo));
  const hours = weeklyHours(calendario, empleado, dia);
  if (hours) return { empleado_id: empleado.id, dia, ...hours, libre: null };
  return off(empleado.horario ? `No trabaja ${LOS_DIAS[weekday(dia)]}` : "Cerrado");
}

/** For each specialist, in the order asked for, and each day: from when to when she works, or why she does not. */
export function listJornadas(calendario: Calendario, empleado_ids: string[], days: string[]): JornadaDelDia[] {
  return empleado_ids.flatMap((id) => {
    const empleado = calendario.empleados.find((other) => other.id === id);
    return empleado ? days.map((dia) => jornadaOf(calendario, empleado, dia)) : [];
  });
}

/** The calendar of some days without what is booked: of some specialists, and of the active ones. */
export function readDias(days: string[], zona: string, ids: string[] = []): Promise<Calendario> {
  const sorted = [...days].sort();
  const [first = "", last = ""] = [sorted[0], sorted.at(-1)];
  const span = { inicio: studioMoment(first, "00:00", zona), fin: studioMoment(addDays(last, 1), "00:00", zona) };
  return readCalendario(span, { ids, activas: true, citas: false });
}

/**
 * What speaks against an appointment, in sentences: her hours (without a specialist, the studio's), her absences, the
 * studio's closed days, a moment that has passed. Nothing here forbids it.
 */
export async function warningsOf(
  { empleado_id, inicio, fin }: { empleado_id: string | null; inicio: Date; fin: Date },
  zona: string,
  now = new Date(),
): Promise<string[]> {
  const [first, last] = [studioDay(inicio, zona), studioDay(new Date(fin.getTime() - 1), zona)];
  const calendario = await readCalendario({ inicio, fin }, { ids: empleado_id ? [empleado_id] : [], citas: false });
  const [empleado] = calendario.empleados;
  const warnings = inicio < now ? ["Esa hora ya pasó."] : [];
  for (let dia = first; dia <= last; dia = addDays(dia, 1)) warnings.push(...warningsOfDay(calendario, empleado, dia));
  return warnings;

  function warningsOfDay(calendario: Calendario, empleado: Empleado | undefined, dia: string): string[] {
    const name = empleado ? `${empleado.nombre} ${empleado.apellido}` : "El estudio";
    const day = formatDay(dia, "UTC");
    const said = listFaltas(calendario, empleado, dia).map((falta) =>
      sentence(why(falta.empleado_id === null ? `El estudio cierra el ${day}` : `${name} está ausente el ${day}`, falta.motivo)),
    );
    const hours = weeklyHours(calendario, empleado, dia);
    const whose = empleado?.horario ? { works: `${name} trabaja`, rests: `${name} no trabaja` } : STUDIO;
    if (!hours) return [...said, `${whose.rests} ${LOS_DIAS[weekday(dia)]}.`];
    const isLate = dia === last && fin > studioMoment(dia, hours.cierra, zona);
    const isEarly = dia === first && inicio < studioMoment(dia, hours.abre, zona);
    // Of an appointment that crosses midnight, one day is left at its end, the other entered at its beginning.
    if (!isLate && !isEarly && first === last) return said;
    const between = `de ${formatClock(hours.abre)} a ${formatClock(hours.cierra)}`;
    return [...said, `${whose.works} ${LOS_DIAS[weekday(dia)]} ${between}: la cita queda fuera de ese horario.`];
  }
}

const STUDIO = { works: "El estudio abre", rests: "El estudio no abre" };

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Tells whether a specialist has an appointment between two moments. */
function busyBy({ citas }: Calendario) {
  const agendas = new Map<string | null, Calendario["citas"]>();
  for (const cita of citas) {
    const hers = agendas.get(cita.empleado_id) ?? [];
    hers.push(cita);
    agendas.set(cita.empleado_id, hers);
  }
  return (empleado: Empleado, { inicio, fin }: Span) => {
    const [from, to] = [inicio.getTime(), fin.getTime()];
    // They are in order: when the first that is not over by then begins late enough, so do all after it.
    const next = agendas.get(empleado.id)?.find((cita) => from < cita.to);
    return next !== undefined && next.from < to;
  };
}

/**
 * The moments of a day when the studio's clock stands on the grid, from opening on, and closing time. Where the clocks change in
 * between, a half hour that is skipped is none, and one that comes twice is the first of the two.
 */
function gridOf(dia: string, abre: string, cierra: string, zona: string) {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const length = minutes(cierra) - minutes(abre);
  const steps = Array.from({ length: Math.ceil(length / GRID) }, (_, step) => step * GRID);
  const [opening, closing] = [studioMoment(dia, abre, zona), studioMoment(dia, cierra, zona)];
  if (closing.getTime() - opening.getTime() === length * MINUTE)
    return { beginnings: steps.map((minute) => new Date(opening.getTime() + minute * MINUTE)), closing };
  const beginnings = steps.flatMap((step) => {
    const minute = minutes(abre) + step;
    const clock = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
    const moment = studioMoment(dia, clock, zona);
    return studioClock(moment, zona) === clock ? [moment] : [];
  });
  return { beginnings, closing };
}

export type FreeTime = { fecha_hora: Date; empleado: { id: string; nombre: string; apellido: string } };

type Wanted = { minutos: number; empleado_ids: string[]; desde: Date; dias: number };

/**
 * When somebody of `empleado_ids` has `minutos` free, not before `desde`: for each of so many days of the studio's, by time,
 * then by name, one entry for each beginning and specialist. A day is computed when it is asked for, so that who has seen
 * enough can stop. The calendar must reach from `desde` to the end of the last day.
 */
export function* freeDays(calendario: Calendario, { minutos, empleado_ids, desde, dias }: Wanted): Generator<FreeTime[]> {
  const { zona } = calendario;
  const empleados = calendario.empleados.filter(({ id }) => empleado_ids.includes(id));
  if (empleados.length === 0) return;
  const isBusy = busyBy(calendario);
  const first = studioDay(desde, zona);
  for (let index = 0; index < dias; index++) {
    const dia = addDays(first, index);
    const grids = new Map<string, ReturnType<typeof gridOf>>();
    const ofDay = empleados.flatMap((empleado) => {
      const jornada = jornadaOf(calendario, empleado, dia);
      if (jornada.libre !== null) return [];
      const hours = `${jornada.abre} ${jornada.cierra}`;
      const grid = grids.get(hours) ?? gridOf(dia, jornada.abre, jornada.cierra, zona);
      grids.set(hours, grid);
      return grid.beginnings
        .map((inicio) => ({ inicio, fin: new Date(inicio.getTime() + minutos * MINUTE) }))
        .filter((span) => span.inicio >= desde && span.fin <= grid.closing && !isBusy(empleado, span))
        .map(({ inicio }) => ({ fecha_hora: inicio, empleado: nameOf(empleado) }));
    });
    yield ofDay.sort((a, b) => a.fecha_hora.getTime() - b.fecha_hora.getTime());
  }
}

/** The first `most` of those free times, day after day, 60 days at most. `omit` is an appointment that does not count. */
export async function listFreeTimes({ most, omit, ...wanted }: Wanted & { most: number; omit?: string }): Promise<FreeTime[]> {
  const { desde, empleado_ids: ids } = wanted;
  const dias = Math.min(wanted.dias, MAX_DAYS);
  const calendario = await readCalendario({ inicio: desde, fin: new Date(desde.getTime() + (dias + 1) * DAY) }, { ids, omit });
  const found: FreeTime[] = [];
  for (const ofDay of freeDays(calendario, { ...wanted, dias })) {
    found.push(...ofDay);
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

/** Which of some specialists, by name, are at work and free from one moment to another; `omit` is an appointment that does not count. */
export async function listFree(span: Span, ids: string[], omit?: string) {
  return freeAt(await readCalendario(span, { ids, omit }), span, ids);
}

/** The same, of a calendar that was read. */
export function freeAt(calendario: Calendario, span: Span, empleado_ids: string[]) {
  const { zona } = calendario;
  const dia = studioDay(span.inicio, zona);
  const isBusy = busyBy(calendario);
  return calendario.empleados
    .filter((empleado) => {
      if (!empleado_ids.includes(empleado.id)) return false;
      const { abre, cierra } = jornadaOf(calendario, empleado, dia);
      if (abre === null || isBusy(empleado, span)) return false;
      return span.inicio >= studioMoment(dia, abre, zona) && span.fin <= studioMoment(dia, cierra, zona);
    })
    .map(nameOf);
}

function nameOf({ id, nombre, apellido }: Empleado) {
  return { id, nombre, apellido };
}
