import { randomInt } from "node:crypto";
import { db } from "~/database/client.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { plainName, plainText } from "~/format/plain-text";
import { fullName } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import { DAY_MS, MINUTE_MS } from "~/limits";
import { candidatas } from "~/models/equipo/hora-libre.server";
import { type Calendario, type Empleado, readCalendario, warningsOf } from "~/models/equipo/jornada.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { DIAS_DE_OFERTA, horasByDay, spread } from "./horas.server";
import { arranger, LA_QUE_ESTE_LIBRE, type Turno } from "./turnos.server";

// Twenty-nine characters that cannot be mistaken for each other; any other one typed is read as the one it looks like.
const ALPHABET = "0123456789ACDEFGHJKMNPQRTVWXY";
const LOOKS_LIKE: Record<string, string> = { O: "0", I: "1", L: "1", Z: "2", S: "5", B: "8", U: "V" };
const LENGTH = 5;

/** The earliest offered time from now: the studio needs time to answer the message. */
const LEAD_MS = 120 * MINUTE_MS;

/** How long before it a time can still be booked on the site: she may need a while to fill in the form. */
const LAST_MINUTE_MS = 60 * MINUTE_MS;

/** How many times are offered, in all and of one day; `more` when more were asked for, `near` in place of one that is taken. */
const OFFERS = { few: { slots: 6, perDay: 2 }, more: { slots: 40, perDay: 4 }, near: { slots: 12, perDay: 6 } };

export type Servicio = {
  id: string;
  nombre: string;
  categoria: string;
  precio: string;
  duracion_minutos: number;
  limpieza_minutos: number;
  empleado_id: string | null;
};

export type Slot = { codigo: string; fecha_hora: Date };

/** Which times are wanted: `more` of them, or those from the day of a moment on, and only those at which the specialist `con` is free. */
type Wanted = { more?: boolean; near?: Date; con?: string | null };

export type Offer = {
  slots: Slot[];
  zona: string;
  /** Whether there can be times at all: the studio's hours were saved, and somebody active does it. Otherwise it is arranged by message. */
  isOffered: boolean;
  /** Those who do the service and are shown on the site. */
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
export async function offerSlots(servicio: Servicio, { more = false, near, con }: Wanted = {}, now = new Date()): Promise<Offer> {
  const soonest = new Date(now.getTime() + LEAD_MS);
  const { zona_horaria: zona, hasHorario } = await getConfiguracion();
  const thatDay = near && studioMoment(studioDay(near, zona), "00:00", zona);
  const desde = thatDay && thatDay > soonest ? thatDay : soonest;
  const span = { inicio: desde, fin: new Date(desde.getTime() + (DIAS_DE_OFERTA + 1) * DAY_MS) };
  const calendario = await readCalendario(span, { activas: true });
  const especialistas = listShown(calendario, servicio.id).map(({ id, nombre, apellido }) => ({ id, nombre, apellido }));
  const elegida = especialistas.find(({ id }) => id === con) ?? null;
  const { slots: max, perDay } = OFFERS[near ? "near" : more ? "more" : "few"];
  const moments: Date[] = [];
  const days = hasHorario ? horasByDay([asRow(servicio, elegida?.id)], calendario, desde, DIAS_DE_OFERTA) : [];
  for (const ofDay of days) {
    moments.push(...spread(ofDay, perDay).map(({ fecha_hora }) => fecha_hora));
    if (moments.length >= max) break;
  }
  moments.splice(max);
  const codes = await ensureCodigos(servicio, moments);
  const slots = moments.flatMap((fecha_hora) => {
    const codigo = codes.get(fecha_hora.getTime());
    return codigo ? [{ codigo, fecha_hora }] : [];
  });
  const isOffered = hasHorario && candidatas(calendario.empleados, servicio.id).length > 0;
  return { slots, zona: calendario.zona, isOffered, especialistas, elegida, until: endOfOffer(slots, calendario.zona, now) };
}

/** The specialists who do a service and are shown on the site, by name. */
function listShown({ empleados }: Calendario, servicio_id: string): Empleado[] {
  const doers = candidatas(empleados, servicio_id);
  return empleados.filter(({ id, en_sitio }) => en_sitio && doers.includes(id));
}

/** The moment at which the first time becomes too near, or a new day enters the offer. */
function endOfOffer(slots: Slot[], zona: string, now: Date): Date {
  const nextDay = studioMoment(addDays(studioDay(new Date(now.getTime() + LEAD_MS), zona), 1), "00:00", zona);
  return new Date(Math.min(slots[0]?.fecha_hora.getTime() ?? Number.POSITIVE_INFINITY, nextDay.getTime() - 1) - LEAD_MS);
}

/** A service as the only one of a visit, with a specialist or any who is free. */
function asRow({ id, precio, duracion_minutos, limpieza_minutos }: Servicio, empleado_id = LA_QUE_ESTE_LIBRE) {
  return { servicio_id: id, empleado_id, precio, duracion_minutos, limpieza_minutos };
}

/** The codes of a service for these moments at its price: known ones, and new ones for the rest. */
async function ensureCodigos({ id: servicio_id, precio }: Servicio, moments: Date[]): Promise<Map<number, string>> {
  const readCodigos = async () => {
    const rows = await db.codigo.findMany({ where: { servicio_id, precio, fecha_hora: { in: moments } } });
    return new Map(rows.map(({ codigo, fecha_hora }) => [fecha_hora.getTime(), codigo]));
  };
  let codes = await readCodigos();
  // A new code that is already in use is drawn again. Of two concurrent requests, one inserts the code and both read it.
  for (let tries = 0; codes.size < moments.length && tries < 5; tries++) {
    const missing = moments.filter((moment) => !codes.has(moment.getTime()));
    const data = missing.map((fecha_hora) => ({ codigo: randomCode(), servicio_id, fecha_hora, precio }));
    await db.codigo.createMany({ data, skipDuplicates: true });
    codes = await readCodigos();
  }
  return codes;
}

/** Deletes the codes whose moment passed more than 60 days ago. */
export const PURGE_CODIGOS = "DELETE FROM codigos_susa WHERE fecha_hora < now() - interval '60 days'";

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/**
 * The possible codes in a text, most likely first: the whole text, what follows the word «código» or begins the text, and every
 * word of five characters. An ordinary word is almost never a stored code.
 */
function readCodes(typed: string): string[] {
  const text = plainText(typed).slice(0, 2000).toUpperCase();
  const bare = text.replace(/^\P{L}*C[OÓ]DIGO\b/u, "");
  const spaced = /(?:C[OÓ]D(?:IGO)?|^)[^\p{L}\p{N}]*((?:[A-Z0-9][\s.,_*-]*){5})(?![\p{L}\p{N}])/gu;
  const labelled = Array.from(text.matchAll(spaced), ([, code = ""]) => code).reverse();
  const all = [bare, ...labelled, ...text.split(/[^\p{L}\p{N}]+/u).map((word) => word.replace(/^C[OÓ]DIGO(?=.)/, ""))];
  const codes = all.map((piece) =>
    piece.replace(/[^\p{L}\p{N}]/gu, "").replace(/[OILZSBU]/g, (sign) => LOOKS_LIKE[sign] ?? sign),
  );
  return [...new Set(codes)].filter((code) => code.length === LENGTH && [...code].every((sign) => ALPHABET.includes(sign)));
}

/**
 * Looks a code up; null when it is unknown. Gives the service, moment and price that were offered: `retirado` when the service is
 * not active, `vencido` when the moment has passed, `ocupado` when nobody who does it is free then, otherwise `vigente`, with a
 * free one in `empleado_id`: the one that the message names, if she is.
 */
export async function findCodigo(typed: string, now = new Date()) {
  const codes = readCodes(typed);
  const rows = await db.codigo.findMany({ where: { codigo: { in: codes } }, include: { servicio: true } });
  const row = codes.map((code) => rows.find((one) => one.codigo === code)).find(Boolean);
  if (!row) return null;
  const { codigo, servicio_id, fecha_hora, servicio } = row;
  const found = { codigo, servicio_id, fecha_hora, precio: row.precio.toFixed(2) };
  if (!servicio.activo) return { ...found, estado: "retirado" as const, empleado_id: null };
  if (fecha_hora <= now) return { ...found, estado: "vencido" as const, empleado_id: null };
  const span = { inicio: fecha_hora, fin: new Date(fecha_hora.getTime() + DAY_MS) };
  const calendario = await readCalendario(span, { activas: true });
  // The message names the specialist if the client chose one.
  const named = calendario.empleados.find((empleado) => plainName(typed).includes(plainName(fullName(empleado))));
  const precio = found.precio;
  const arrange = (empleado_id?: string) =>
    arranger([asRow({ ...servicio, precio }, empleado_id)], calendario).arrange(fecha_hora);
  const [turno] = [named ? arrange(named.id) : null, arrange()].flatMap((one) => (one?.free[0] ? one.turnos : []));
  return { ...found, estado: turno ? ("vigente" as const) : ("ocupado" as const), empleado_id: turno?.empleado_id ?? null };
}

/**
 * Why the time of a code cannot be booked, in order: the service is inactive, the time has passed or is too near, the specialist is no
 * longer offered, nobody does the service or the studio has no hours yet, the studio is closed that day, no specialist works at that hour,
 * or all of them have an appointment.
 */
export type Motivo = "retirado" | "vencido" | "especialista" | "nadie" | "cerrado" | "sin_turno" | "ocupado";

/** The offer of a code: a service at a moment and at the price that was shown, and its place, or the reason why it cannot be booked. */
export type Oferta = {
  codigo: string;
  /** With the price that was shown; that of today is `precio_actual`. */
  servicio: Servicio;
  precio_actual: string;
  fecha_hora: Date;
  /** The specialist that the client chose, if she is still offered. */
  elegida: { id: string; nombre: string; apellido: string } | null;
} & ({ turno: Turno; motivo: null } | { turno: null; motivo: Motivo });

/** Gives the offer of a code, spelled exactly, with the specialist `con` if the client chose one; null for an unknown code. */
export async function getOferta(codigo: string, con: string | null, now = new Date()): Promise<Oferta | null> {
  const isCode = /^[0-9A-Z]{5,8}$/.test(codigo);
  const row = isCode ? await db.codigo.findUnique({ where: { codigo }, include: { servicio: true } }) : null;
  if (!row) return null;
  const { fecha_hora } = row;
  const { id, nombre, categoria, duracion_minutos, limpieza_minutos, empleado_id, activo } = row.servicio;
  const servicio = { id, nombre, categoria, duracion_minutos, limpieza_minutos, empleado_id, precio: row.precio.toFixed(2) };
  const oferta = { codigo, servicio, precio_actual: row.servicio.precio.toFixed(2), fecha_hora, elegida: null };
  if (!activo) return { ...oferta, turno: null, motivo: "retirado" };
  if (fecha_hora.getTime() < now.getTime() + LAST_MINUTE_MS) return { ...oferta, turno: null, motivo: "vencido" };
  const span = { inicio: fecha_hora, fin: new Date(fecha_hora.getTime() + DAY_MS) };
  const [{ hasHorario }, calendario] = await Promise.all([getConfiguracion(), readCalendario(span, { activas: true })]);
  if (!hasHorario) return { ...oferta, turno: null, motivo: "nadie" };
  const elegida = listShown(calendario, id).find((empleado) => empleado.id === con) ?? null;
  if (con && !elegida) return { ...oferta, turno: null, motivo: "especialista" };
  const { turnos, free } = arranger([asRow(servicio, elegida?.id)], calendario).arrange(fecha_hora);
  const [turno] = turnos;
  if (turno?.empleado_id && free[0]) return { ...oferta, elegida, turno, motivo: null };
  const ids = elegida ? [elegida.id] : candidatas(calendario.empleados, id);
  return { ...oferta, elegida, turno: null, motivo: whyNone(ids, turno, calendario) };
}

/** Why none of these specialists can have a time. */
function whyNone(ids: string[], turno: Turno | undefined, calendario: Calendario): Motivo {
  if (ids.length === 0) return "nadie";
  if (!turno) return "sin_turno";
  const { fecha_hora: inicio, fin } = turno;
  const warnings = ids.map((empleado_id) => warningsOf({ empleado_id, inicio, fin }, calendario));
  if (warnings.some((ofHer) => ofHer.length === 0)) return "ocupado";
  const isClosed = warnings.every((ofHer) =>
    ofHer.some((warning) => (warning.kind === "absence" || warning.kind === "free-day") && warning.whose === null),
  );
  return isClosed ? "cerrado" : "sin_turno";
}
