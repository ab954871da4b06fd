import { z } from "zod";
import type { Jornada } from "~/content/estudio";
import { db } from "~/db.server";
import { addDays, formatClock, formatDay, studioDay, weekday } from "~/format/dates";
import { studioClock, studioMoment } from "~/format/zone.server";
import { Prisma } from "~/generated/client";
import { listAusenciasEntre } from "./ausencia.server";
import { getConfiguracion, semana } from "./configuracion.server";
import { asMoment, checkbox, isId } from "./fields.server";
import { type FormSeal, Refusal, writeOnce } from "./form-token.server";

const MINUTE = 60_000;
/** Appointments begin on the half hours after opening. */
const GRID = 30;
const MOST_DAYS = 60;

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
export function saveHorario(id: string | undefined, seen: unknown, { del_estudio, horario }: HorarioValues, form: FormSeal) {
  return writeOnce<string, "stale" | "missing">(form, async (transaction) => {
    if (!isId(id)) throw new Refusal("missing");
    const { count } = await transaction.empleado.updateMany({
      where: { id, updated_at: asMoment(seen) },
      data: { horario: del_estudio ? Prisma.DbNull : (propio.parse(horario) as object[]) },
    });
    if (count === 0) throw new Refusal((await transaction.empleado.count({ where: { id } })) ? "stale" : "missing");
    return id;
  });
}

/** What is known of some days: the studio's week, the specialists asked for, by name, and who is away when. */
type Calendario = Awaited<ReturnType<typeof readCalendario>>;
type Empleado = Calendario["empleados"][number];

async function readCalendario(empleado_ids: string[], desde: string, hasta: string) {
  const ids = empleado_ids.filter(isId);
  const [{ horario }, empleados, ausencias] = await Promise.all([
    getConfiguracion(),
    db.empleado.findMany({
      where: { id: { in: ids } },
      select: { id: true, nombre: true, apellido: true, horario: true },
      orderBy: [{ nombre: "asc" }, { apellido: "asc" }, { id: "asc" }],
    }),
    listAusenciasEntre(ids, desde, hasta),
  ]);
  return {
    estudio: horario,
    empleados: empleados.map((empleado) => ({ ...empleado, horario: empleado.horario as Jornada[] | null })),
    ausencias,
  };
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
export async function listJornadas(empleado_ids: string[], days: string[]): Promise<JornadaDelDia[]> {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return [];
  const calendario = await readCalendario(empleado_ids, first, last);
  return empleado_ids.flatMap((id) => {
    const empleado = calendario.empleados.find((other) => other.id === id);
    return empleado ? days.map((dia) => jornadaOf(calendario, empleado, dia)) : [];
  });
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
  const calendario = await readCalendario(empleado_id ? [empleado_id] : [], first, last);
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

type Span = { inicio: Date; fin: Date };

/** The appointments between two moments that are nobody's yet: each will take the time of one of those who are free then. */
export function listSinEspecialista({ inicio, fin }: Span): Promise<{ fecha_hora: Date; fin: Date }[]> {
  return db.cita.findMany({
    where: { empleado_id: null, estado: { not: "cancelada" }, fecha_hora: { lt: fin }, fin: { gt: inicio } },
    select: { fecha_hora: true, fin: true },
  });
}

/** The appointments that take time from some specialists between two moments: all but the cancelled, and but `omit`. */
async function readOcupadas(empleado_ids: string[], { inicio, fin }: Span, omit: string | undefined) {
  const citas = await db.cita.findMany({
    where: {
      empleado_id: { in: empleado_ids.filter(isId) },
      estado: { not: "cancelada" },
      fecha_hora: { lt: fin },
      fin: { gt: inicio },
      id: isId(omit) ? { not: omit } : undefined,
    },
    select: { empleado_id: true, fecha_hora: true, fin: true },
    orderBy: { fecha_hora: "asc" },
  });
  // Numbers, for every half hour of a fortnight is held against them, and a Date is slow to compare.
  const agendas = new Map<string | null, { from: number; to: number }[]>();
  for (const { empleado_id, fecha_hora, fin } of citas) {
    const hers = agendas.get(empleado_id) ?? [];
    hers.push({ from: fecha_hora.getTime(), to: fin.getTime() });
    agendas.set(empleado_id, hers);
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

type Wanted = { minutos: number; empleado_ids: string[]; desde: Date; dias: number; zona: string; omit?: string };

/**
 * When somebody of `empleado_ids` has `minutos` free, not before `desde`: for each of so many days of the studio's (60 at
 * most), by time, then by name, one entry for each beginning and specialist. A day is computed when it is asked for, so that
 * who has seen enough can stop. `omit` is an appointment that does not count.
 */
export async function readFreeDays({ minutos, empleado_ids, desde, dias, zona, omit }: Wanted): Promise<Iterable<FreeTime[]>> {
  const days = Array.from({ length: Math.min(dias, MOST_DAYS) }, (_, index) => addDays(studioDay(desde, zona), index));
  const last = days.at(-1);
  if (last === undefined || empleado_ids.length === 0) return [];
  const whole = { inicio: desde, fin: studioMoment(addDays(last, 1), "00:00", zona) };
  const [calendario, isBusy] = await Promise.all([
    readCalendario(empleado_ids, studioDay(desde, zona), last),
    readOcupadas(empleado_ids, whole, omit),
  ]);
  return eachDay();

  function* eachDay() {
    for (const dia of days) {
      const grids = new Map<string, ReturnType<typeof gridOf>>();
      const ofDay = calendario.empleados.flatMap((empleado) => {
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
}

/** The first `most` of those free times, day after day. */
export async function listFreeTimes({ most, ...wanted }: Wanted & { most: number }): Promise<FreeTime[]> {
  const found: FreeTime[] = [];
  for (const ofDay of await readFreeDays(wanted)) {
    found.push(...ofDay);
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

/** Which of some specialists, by name, are at work and free from one moment to another; `omit` is an appointment that does not count. */
export async function listFree(span: Span, empleado_ids: string[], zona: string, omit?: string) {
  const dia = studioDay(span.inicio, zona);
  const [calendario, isBusy] = await Promise.all([
    readCalendario(empleado_ids, dia, dia),
    readOcupadas(empleado_ids, span, omit),
  ]);
  return calendario.empleados
    .filter((empleado) => {
      const { abre, cierra } = jornadaOf(calendario, empleado, dia);
      if (abre === null || isBusy(empleado, span)) return false;
      return span.inicio >= studioMoment(dia, abre, zona) && span.fin <= studioMoment(dia, cierra, zona);
    })
    .map(nameOf);
}

function nameOf({ id, nombre, apellido }: Empleado) {
  return { id, nombre, apellido };
}
