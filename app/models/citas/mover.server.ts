import { db, type Transaction } from "~/database/client.server";
import { asMoment, isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, type WriteResult, writeOnce } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import type { Prisma } from "~/generated/client";
import { DAY_MS, MAX_PLACEMENT_TRIES } from "~/limits";
import type { Calendario } from "~/models/equipo/jornada.server";
import { MOVIDA } from "./cita.server";
import { resolveEsperas } from "./espera.server";
import { type EstadoOver, isOpen, isOver, OPEN } from "./estado";
import { DIAS_DE_OFERTA, type HoraLibre, horasByDay, isWhole, listHoras, spread, withNames } from "./horas.server";
import {
  type Arranged,
  arranger,
  cleaningMinutes,
  LA_QUE_ESTE_LIBRE,
  type PorColocar,
  readCalendarioFor,
  type Turno,
} from "./turnos.server";
import { type Author, byAuthor, freedPlace, type LockedCita, lockVisita, rejectViolations } from "./visita.server";

const include = {
  cliente: { select: { nombre: true, telefono: true } },
  servicio: { select: { nombre: true } },
  empleado: { select: { id: true, nombre: true, apellido: true } },
} satisfies Prisma.CitaInclude;

/** Gives an appointment with the `otras` open ones of its visit, in order; null when the id is unknown or malformed. */
export async function getPorMover(id: string | undefined) {
  const [cita] = isId(id) ? await listPorMover([id]) : [];
  return cita ?? null;
}

/** Lists appointments by time, each with the `otras` open ones of its visit. */
export async function listPorMover(ids: string[]) {
  const orderBy: Prisma.CitaOrderByWithRelationInput[] = [{ fecha_hora: "asc" }, { id: "asc" }];
  const citas = await db.cita.findMany({ where: { id: { in: ids } }, include, orderBy });
  const visitas = citas.flatMap(({ visita_id }) => visita_id ?? []);
  const together =
    visitas.length > 0
      ? await db.cita.findMany({ where: { visita_id: { in: visitas }, estado: { in: [...OPEN] } }, include, orderBy })
      : [];
  return citas.map((cita) => ({
    ...cita,
    otras: together.filter(({ id, visita_id }) => visita_id === cita.visita_id && id !== cita.id),
  }));
}

export type PorMover = Awaited<ReturnType<typeof listPorMover>>[number];

/** Why an appointment was not moved. */
type MoveReason = "overlap" | "especialista" | "stale" | "missing" | EstadoOver;

/** An hour to which an appointment may go, with its specialist; or why it may not. */
type Destino = { empleado_id: string | null } | { outcome: "overlap" | "not_able" };

/** The appointments to place again: the whole visit with its present distances, or this one alone `con` a specialist. */
function placeAnew({ otras, ...cita }: PorMover, con?: string) {
  const [moving, staying] = con ? [[cita], otras] : [[cita, ...otras], []];
  const rows = moving.map(
    (each): PorColocar => ({
      servicio_id: each.servicio_id ?? "",
      empleado_id: con ?? each.empleado_id,
      precio: each.precio.toFixed(2),
      duracion_minutos: each.duracion_minutos,
      limpieza_minutos: cleaningMinutes(each),
      distancia: each.fecha_hora.getTime() - cita.fecha_hora.getTime(),
    }),
  );
  const now = new Date();

  function isPossible({ fecha_hora, turnos }: Arranged, { empleados }: Pick<Calendario, "empleados">): boolean {
    const isElsewhere = fecha_hora.getTime() !== cita.fecha_hora.getTime() || turnos[0]?.empleado_id !== cita.empleado_id;
    return isElsewhere && turnos.every(isOpenFor);

    function isOpenFor({ fecha_hora, fin, empleado_id }: Turno, index: number): boolean {
      const isHers = con === LA_QUE_ESTE_LIBRE || empleado_id === rows[index]?.empleado_id;
      const isActive = empleado_id === null || empleados.some(({ id, activo }) => id === empleado_id && activo);
      return isHers && isActive && fecha_hora >= now && staying.every((one) => fin <= one.fecha_hora || one.fin <= fecha_hora);
    }
  }

  return { rows, omit: moving.map(({ id }) => id), isPossible };
}

/**
 * The free hours to come for an appointment: with its specialist and the rest of its visit as far from it as now, or for it alone
 * with any specialist (`isLibre`). From the day before its own on, or `more` of them.
 */
export async function listDestinos(
  cita: PorMover,
  zona: string,
  { isLibre = false, more = false }: { isLibre?: boolean; more?: boolean },
): Promise<HoraLibre[]> {
  const now = new Date();
  const eve = studioMoment(addDays(studioDay(cita.fecha_hora, zona), -1), "00:00", zona);
  const size = more ? { dias: 30, max: 144, perDay: 24 } : { max: 48, perDay: 24 };
  return listDestinosWithin(cita, { desde: eve < now ? now : eve, ...size }, isLibre ? LA_QUE_ESTE_LIBRE : undefined);
}

/** The same within `wanted` days, with the specialist of `con` instead of its own if given. */
export async function listDestinosWithin(
  cita: PorMover,
  wanted: { desde: Date; dias?: number; max: number; perDay: number },
  con?: string,
): Promise<HoraLibre[]> {
  const { rows, omit, isPossible } = placeAnew(cita, con);
  const horas = await listHoras(rows, { ...wanted, omit });
  return horas.filter((hora) => isPossible(hora, { empleados: hora.especialistas }));
}

/** Hours for an appointment: `suyas` with its specialist and the rest of its visit, `conOtra` for it alone with another specialist. */
export type PrimerasHoras = { suyas: HoraLibre[]; conOtra: HoraLibre[] };

const PRIMERAS = { max: 3, dias: 30 };

/**
 * The first hours to which each of some appointments, given by time, may go, from its own day on, by its id. With its specialist
 * those of the first day that has any, from early to late; with another its own hour, and then the next ones. All are found in one
 * calendar, of thirty days from the first appointment on.
 */
export async function listPrimerasHoras(citas: PorMover[], zona: string): Promise<Map<string, PrimerasHoras>> {
  const [first] = citas;
  if (!first) return new Map();
  const now = new Date();
  const beginOf = ({ fecha_hora }: PorMover) => latest(now, studioMoment(studioDay(fecha_hora, zona), "00:00", zona));
  const desde = beginOf(first);
  const end = addDays(studioDay(desde, zona), PRIMERAS.dias);
  const calendario = await readCalendarioFor(
    citas.flatMap((cita) => placeAnew(cita).rows),
    desde,
    PRIMERAS.dias,
  );
  return new Map(citas.map((cita) => [cita.id, { suyas: withHer(cita), conOtra: withAnother(cita) }]));

  function withHer(cita: PorMover): HoraLibre[] {
    const { rows, omit, isPossible } = placeAnew(cita);
    const free = { ...calendario, citas: calendario.citas.filter(({ id }) => !omit.includes(id)) };
    return find(rows, free, beginOf(cita), (ofDay) =>
      spread(
        ofDay.filter((hora) => isPossible(hora, calendario)),
        PRIMERAS.max,
      ),
    );
  }

  function withAnother(cita: PorMover): HoraLibre[] {
    const { id, empleado_id } = cita;
    if (!empleado_id) return [];
    const { rows, isPossible } = placeAnew(cita, LA_QUE_ESTE_LIBRE);
    // She is busy for ever and not left out: without her, a service that she alone does would be anybody's.
    const always = { id, empleado_id, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    const withoutHer = { ...calendario, citas: [...calendario.citas, always] };
    const begin = latest(now, cita.fecha_hora);
    const fits = (hora: Arranged) => isWhole(hora) && hora.turnos[0]?.empleado_id != null && isPossible(hora, calendario);
    const own = [arranger(rows, withoutHer).arrange(begin)].filter(fits);
    const next = find(rows, withoutHer, begin, (ofDay) => ofDay.filter((hora) => hora.fecha_hora > begin && fits(hora)));
    return [...withNames(calendario, own), ...next].slice(0, PRIMERAS.max);
  }

  function find(rows: PorColocar[], free: Calendario, from: Date, pick: (ofDay: Arranged[]) => Arranged[]): HoraLibre[] {
    const left = (Date.parse(end) - Date.parse(studioDay(from, zona))) / DAY_MS;
    const found: Arranged[] = [];
    for (const ofDay of horasByDay(rows, free, from, Math.min(DIAS_DE_OFERTA, left))) {
      found.push(...pick(ofDay));
      if (found.length >= PRIMERAS.max) break;
    }
    return withNames(calendario, found.slice(0, PRIMERAS.max));
  }
}

const latest = (one: Date, other: Date) => (one > other ? one : other);
const earliest = (one: Date, other: Date) => (one < other ? one : other);

/**
 * Who can take an appointment at `fecha_hora`, as `listDestinos` offered it. With a `chosen` specialist it moves alone, to her or, if
 * she is taken by now, to another who is free; `not_able` if she is inactive or does not do the service.
 */
async function findDestino(cita: PorMover, fecha_hora: Date, chosen?: string): Promise<Destino> {
  const anyone = placeAnew(cita, chosen && LA_QUE_ESTE_LIBRE);
  const calendario = await readCalendarioFor(anyone.rows, fecha_hora, 1, anyone.omit);
  if (chosen && !arranger(anyone.rows, calendario).first.includes(chosen)) return { outcome: "not_able" };
  for (const { rows, isPossible } of chosen ? [placeAnew(cita, chosen), anyone] : [anyone]) {
    const hora = arranger(rows, calendario).arrange(fecha_hora);
    if (isWhole(hora) && isPossible(hora, calendario)) return { empleado_id: hora.turnos[0]?.empleado_id ?? null };
  }
  return { outcome: "overlap" };
}

/**
 * Moves an appointment that is as it was `seen` to an hour that `listDestinos` offered, alone if it goes `con` a specialist: to
 * another who is free when she was taken meanwhile. Rejects as `moveVisita` does, and with `not_able` as `findDestino`.
 */
export async function moveToHour(
  cita: PorMover,
  { fecha_hora, con }: { fecha_hora: Date; con?: string },
  seen: unknown,
  cuenta_id: string,
  key: IdempotencyKey,
): Promise<WriteResult<string[], MoveReason | "not_able">> {
  // A change since then, perhaps by this same form, is answered by the write.
  const isSame = asMoment(seen).getTime() === cita.updated_at.getTime();
  for (let tries = 1; ; tries++) {
    const destino = isSame ? await findDestino(cita, fecha_hora, con) : { empleado_id: con };
    if ("outcome" in destino) return destino;
    const done = await moveVisita(
      cita.id,
      { fecha_hora, empleado_id: con && (destino.empleado_id ?? con) },
      seen,
      cuenta_id,
      key,
    );
    if (done.outcome !== "overlap" || !con || !isSame || tries === MAX_PLACEMENT_TRIES) return done;
  }
}

/**
 * Moves an open appointment whose `updated_at` still is `seen`, and the other open ones of its visit by as much; with an
 * `empleado_id` it moves alone, to her. Rejects as `updateCita` does. Gives the ids of those that moved.
 */
export function moveVisita(
  id: string | undefined,
  { fecha_hora, empleado_id }: { fecha_hora: Date; empleado_id?: string },
  seen: unknown,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string[], MoveReason>(key, (transaction) =>
    rejectViolations(async () => {
      const visita = await lockVisita(transaction, id, empleado_id);
      const cita = visita.find((each) => each.id === id);
      if (!cita) throw new WriteRejection("missing");
      if (isOver(cita.estado)) throw new WriteRejection(cita.estado);
      if (cita.updated_at.getTime() !== asMoment(seen).getTime()) throw new WriteRejection("stale");

      const shift = fecha_hora.getTime() - cita.fecha_hora.getTime();
      const isAlone = empleado_id !== undefined;
      if (shift === 0 && (!isAlone || empleado_id === cita.empleado_id)) return [];
      const moved = visita.filter((each) => each.id === id || (!isAlone && isOpen(each.estado)));
      return applyShift(transaction, moved, shift, cuenta_id, empleado_id);
    }),
  );
}

/**
 * Moves open appointments that the transaction has locked by `shift` milliseconds, and to `empleado_id` if given. Gives their ids. At
 * an hour that staff chose, one is scheduled until its client says yes to it; what she moves herself is confirmed, unless it is a request.
 */
export async function applyShift(
  transaction: Transaction,
  citas: LockedCita[],
  shift: number,
  author: Author,
  empleado_id?: string,
): Promise<string[]> {
  // The constraint is checked row by row: each appointment goes where the one before it has already left.
  const ordered = citas.toSorted((one, other) => Math.sign(shift) * (other.fecha_hora.getTime() - one.fecha_hora.getTime()));
  for (const { id, ...each } of ordered) {
    const inicio = new Date(each.fecha_hora.getTime() + shift);
    const fin = new Date(each.fin.getTime() + shift);
    // What the client asked for and moves herself still waits for the studio's answer, and no longer than before.
    const apartada_hasta = author === null && each.apartada_hasta ? earliest(each.apartada_hasta, inicio) : null;
    const agreed = author === null ? "confirmada" : shift === 0 ? each.estado : "programada";
    const estado = apartada_hasta ? "programada" : agreed;
    const data = { fecha_hora: inicio, fin, empleado_id, estado, apartada_hasta };
    await transaction.cita.update({ where: { id }, data, select: { id: true } });
    const change = { cita_id: id, accion: "editada", estado, detalle: MOVIDA, ...byAuthor(author) } as const;
    await transaction.cambioCita.create({ data: { ...change, ...freedPlace(each) } });
  }
  const moved = ordered.map((each) => ({ ...each, fecha_hora: new Date(each.fecha_hora.getTime() + shift) }));
  // A stranger may have typed her telephone: her place on the waiting list stays until the studio accepts.
  await resolveEsperas(
    transaction,
    moved.filter(({ apartada_hasta }) => author !== null || !apartada_hasta),
  );
  return ordered.map(({ id }) => id);
}
