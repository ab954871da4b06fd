import { randomInt } from "node:crypto";
import { db } from "~/database/client.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { fullName } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import { Prisma } from "~/generated/client";
import { DAY_MS, MINUTE_MS } from "~/limits";
import { isFit } from "~/models/equipo/empleado.server";
import { type FreeTime, freeAt, freeDays } from "~/models/equipo/hora-libre.server";
import {
  type Calendario,
  type CalendarioRow,
  type Empleado,
  selectCalendario,
  toCalendario,
} from "~/models/equipo/jornada.server";

// Twenty-nine characters that cannot be mistaken for each other; any other one typed is read as the one it looks like.
const ALPHABET = "0123456789ACDEFGHJKMNPQRTVWXY";
const LOOKS_LIKE: Record<string, string> = { O: "0", I: "1", L: "1", Z: "2", S: "5", B: "8", U: "V" };
const LENGTH = 5;

/** The earliest offered time from now: the studio needs time to answer the message. */
const LEAD_MS = 120 * MINUTE_MS;
const DAYS = 14;

/** How many times are offered, in all and of one day; `more` when more were asked for. */
const OFFERS = { few: { slots: 6, perDay: 2 }, more: { slots: 40, perDay: 4 } };

type Servicio = {
  id: string;
  nombre: string;
  categoria: string;
  precio: string;
  duracion_minutos: number;
  limpieza_minutos: number;
  empleado_id: string | null;
};

export type Slot = { codigo: string; fecha_hora: Date };

/** Which times are wanted: `more` of them, and only those at which the specialist `con` is free. */
type Wanted = { more?: boolean; con?: string | null };

export type Offer = {
  slots: Slot[];
  zona: string;
  /** Those who fit the service and are shown on the site. */
  especialistas: { id: string; nombre: string; apellido: string }[];
  /** The one of them that was wanted. */
  elegida: { id: string; nombre: string; apellido: string } | null;
  /** When the offer changes without any change in the database. */
  until: Date;
};

/**
 * Offers the next free times of an active service, each with its code: some of each of the next days, the first and the last
 * among them. A time has one code, whichever specialist is chosen; an unknown `con` is ignored.
 */
export async function offerSlots(servicio: Servicio, { more = false, con }: Wanted = {}, now = new Date()): Promise<Offer> {
  const minutos = servicio.duracion_minutos + servicio.limpieza_minutos;
  const desde = new Date(now.getTime() + LEAD_MS);
  const span = { inicio: desde, fin: new Date(desde.getTime() + (DAYS + 1) * DAY_MS) };
  const [row] = await db.$queryRaw<(CalendarioRow & { codigos: CodigoPair[] | null })[]>`
    SELECT ${selectCalendario(span, { activas: true })}, ${selectCodigos(servicio, span)} AS codigos`;
  const calendario = toCalendario(row);
  const candidates = candidatas(calendario, servicio);
  const especialistas = candidates
    .filter((empleado) => empleado.en_sitio && isFit(servicio, empleado))
    .map(({ id, nombre, apellido }) => ({ id, nombre, apellido }));
  const elegida = especialistas.find(({ id }) => id === con) ?? null;
  const empleado_ids = candidates.map(({ id }) => id);
  const days = freeDays(calendario, { minutos, empleado_ids, desde, dias: DAYS });
  const moments = pickMoments(days, calendario, { minutos, con: elegida?.id, ...OFFERS[more ? "more" : "few"] });
  const codes = await ensureCodigos(servicio, moments, row?.codigos ?? []);
  const slots = moments.flatMap((fecha_hora) => {
    const codigo = codes.get(fecha_hora.getTime());
    return codigo ? [{ codigo, fecha_hora }] : [];
  });
  return { slots, zona: calendario.zona, especialistas, elegida, until: endOfOffer(slots, calendario.zona, now) };
}

/** The moment at which the first time becomes too near, or a new day enters the offer. */
function endOfOffer(slots: Slot[], zona: string, now: Date): Date {
  const nextDay = studioMoment(addDays(studioDay(new Date(now.getTime() + LEAD_MS), zona), 1), "00:00", zona);
  return new Date(Math.min(slots[0]?.fecha_hora.getTime() ?? Number.POSITIVE_INFINITY, nextDay.getTime() - 1) - LEAD_MS);
}

type Picking = { minutos: number; con?: string; slots: number; perDay: number };

/** Picks up to `perDay` free times of each day, evenly from the first to the last, up to `slots`; with `con` only hers. */
function pickMoments(days: Iterable<FreeTime[]>, { citas }: Calendario, { minutos, con, slots, perDay }: Picking): Date[] {
  // Each of these will take up one of the specialists who are free then.
  const unassigned = citas.filter(({ empleado_id }) => empleado_id === null);
  const moments: Date[] = [];
  for (const free of days) {
    const hers = new Set(free.filter(({ empleado }) => empleado.id === con).map(({ fecha_hora }) => fecha_hora.getTime()));
    const left = listUnclaimed(free, unassigned, minutos).filter((time) => con === undefined || hers.has(time.getTime()));
    moments.push(...spread(left, perDay));
    if (moments.length >= slots) break;
  }
  return moments.slice(0, slots);
}

/** Up to `count` of some times, evenly from the first to the last. */
function spread(times: Date[], count: number): Date[] {
  const step = (times.length - 1) / (count - 1);
  return times.length <= count
    ? times
    : times.filter((_, index) => [...Array(count).keys()].some((n) => Math.round(n * step) === index));
}

/** The times of a day at which a specialist is free after every appointment without a specialist has been given one. */
function listUnclaimed(free: FreeTime[], unassigned: { from: number; to: number }[], minutos: number): Date[] {
  const people = new Map<number, number>();
  for (const { fecha_hora } of free) people.set(fecha_hora.getTime(), (people.get(fecha_hora.getTime()) ?? 0) + 1);
  return [...people].flatMap(([time, count]) => {
    const taken = unassigned.filter(({ from, to }) => from < time + minutos * MINUTE_MS && time < to).length;
    return count > taken ? [new Date(time)] : [];
  });
}

/** The active specialists who fit a service, by name; all active ones when none fits. */
function candidatas({ empleados }: Calendario, servicio: Omit<Servicio, "precio">): Empleado[] {
  const active = empleados.filter(({ activo }) => activo);
  const fitting = active.filter((empleado) => isFit(servicio, empleado));
  return fitting.length > 0 ? fitting : active;
}

type CodigoPair = [codigo: string, time: number];

/** The codes of a service between two moments at its current price, as a JSON list of pairs. */
function selectCodigos({ id, precio }: Servicio, { inicio, fin }: { inicio: Date; fin: Date }): Prisma.Sql {
  return Prisma.sql`(SELECT json_agg(json_build_array(codigo, extract(epoch FROM fecha_hora) * 1000)) FROM codigos_susa
    WHERE servicio_id = ${id}::uuid AND precio = ${precio}::numeric
      AND fecha_hora BETWEEN ${inicio}::timestamptz AND ${fin}::timestamptz)`;
}

/** The codes of a service for these moments at its current price: known ones, and new ones for the rest. */
async function ensureCodigos(servicio: Servicio, moments: Date[], known: CodigoPair[]): Promise<Map<number, string>> {
  const codes = new Map(known.map(([codigo, time]) => [time, codigo]));
  const missing = () => moments.filter((moment) => !codes.has(moment.getTime()));
  // A new code that is already in use is drawn again.
  for (let tries = 0; missing().length > 0 && tries < 5; tries++) {
    const rows = missing().map((moment) => ({ codigo: randomCode(), fecha_hora: moment.toISOString() }));
    const inserted = await db.$queryRaw<{ codigo: string; fecha_hora: Date }[]>`
      INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio)
      SELECT codigo, ${servicio.id}::uuid, fecha_hora, ${servicio.precio}::numeric
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (codigo text, fecha_hora timestamptz)
      ON CONFLICT DO NOTHING RETURNING codigo, fecha_hora`;
    for (const { codigo, fecha_hora } of inserted) codes.set(fecha_hora.getTime(), codigo);
    // Of two concurrent requests, one inserts the code and both read it.
    const [first, last] = [missing().at(0), missing().at(-1)];
    if (!first || !last) break;
    const span = { inicio: first, fin: last };
    const [row] = await db.$queryRaw<{ codigos: CodigoPair[] | null }[]>`SELECT ${selectCodigos(servicio, span)} AS codigos`;
    for (const [codigo, time] of row?.codigos ?? []) codes.set(time, codigo);
  }
  return codes;
}

/** Deletes the codes whose moment passed more than 60 days ago. */
export const PURGE_CODIGOS = "DELETE FROM codigos_susa WHERE fecha_hora < now() - interval '60 days'";

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Extracts the code from what was typed, or from a whole message that was pasted. */
function readCode(typed: string): string {
  const [, code = typed] = /c[oó]digo:?\s*(\w+)/i.exec(typed.normalize("NFC")) ?? [];
  return code
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[OILZSBU]/g, (sign) => LOOKS_LIKE[sign] ?? sign);
}

/**
 * Looks a code up; null when it is unknown. Gives the service, moment and price that were offered: `retirado` when the service is
 * not active, `vencido` when the moment has passed, `ocupado` when no fitting specialist is free then, otherwise `vigente`, with a
 * free one in `empleado_id`: the one that the message names, if she is.
 */
export async function findCodigo(typed: string, now = new Date()) {
  const codigo = readCode(typed);
  if (codigo.length !== LENGTH || [...codigo].some((sign) => !ALPHABET.includes(sign))) return null;
  const row = await db.codigo.findUnique({ where: { codigo }, include: { servicio: true } });
  if (!row) return null;
  const { servicio_id, fecha_hora, servicio } = row;
  const found = { codigo, servicio_id, fecha_hora, precio: row.precio.toFixed(2) };
  if (!servicio.activo) return { ...found, estado: "retirado" as const, empleado_id: null };
  if (fecha_hora <= now) return { ...found, estado: "vencido" as const, empleado_id: null };
  const minutos = servicio.duracion_minutos + servicio.limpieza_minutos;
  const span = { inicio: fecha_hora, fin: new Date(fecha_hora.getTime() + minutos * MINUTE_MS) };
  const [calendarioRow] = await db.$queryRaw<CalendarioRow[]>`SELECT ${selectCalendario(span, { activas: true })}`;
  const calendario = toCalendario(calendarioRow);
  const empleado_ids = candidatas(calendario, servicio).map(({ id }) => id);
  const free = freeAt(calendario, span, empleado_ids);
  const unassigned = calendario.citas.filter(({ empleado_id }) => empleado_id === null);
  // The message names the specialist if the client chose one.
  const named = free.find((empleado) => typed.normalize("NFC").includes(fullName(empleado)));
  const [first] = free.length > unassigned.length ? [named ?? free[0]] : [];
  return { ...found, estado: first ? ("vigente" as const) : ("ocupado" as const), empleado_id: first?.id ?? null };
}
