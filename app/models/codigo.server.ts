import { randomInt } from "node:crypto";
import { db } from "~/db.server";
import { Prisma } from "~/generated/client";
import { getZona } from "./configuracion.server";
import { listEspecialistasDe } from "./empleado.server";
import { type FreeTime, listFree, listSinEspecialista, readFreeDays } from "./horario.server";

// Twenty-nine signs, none of which is taken for another: whoever types one that is not among them meant the one it looks like.
const ALPHABET = "0123456789ACDEFGHJKMNPQRTVWXY";
const LOOKS_LIKE: Record<string, string> = { O: "0", I: "1", L: "1", Z: "2", S: "5", B: "8", U: "V" };
const LENGTH = 5;

const MINUTE = 60_000;
/** Nobody answers a message sooner than this. */
const LEAD = 120 * MINUTE;
const DAYS = 14;
const MOST = 6;

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

/**
 * The next free times of an active service, each with its code: of the next days that have any, the first and the last.
 * Whoever looks at the same time sees the same codes.
 */
export async function offerSlots(servicio: Servicio, now = new Date()): Promise<Slot[]> {
  const [zona, empleado_ids] = await Promise.all([getZona(), listCandidatas(servicio)]);
  const minutos = servicio.duracion_minutos + servicio.limpieza_minutos;
  const desde = new Date(now.getTime() + LEAD);
  const [days, unassigned] = await Promise.all([
    readFreeDays({ minutos, empleado_ids, desde, dias: DAYS, zona }),
    listSinEspecialista({ inicio: desde, fin: new Date(desde.getTime() + (DAYS + 1) * 24 * 60 * MINUTE) }),
  ]);
  const moments = spread(days, unassigned, minutos);
  const codes = await codesOf(servicio, moments);
  return moments.flatMap((fecha_hora) => {
    const codigo = codes.get(fecha_hora.getTime());
    return codigo ? [{ codigo, fecha_hora }] : [];
  });
}

type Cita = Awaited<ReturnType<typeof listSinEspecialista>>[number];

/** Of the free times of days, the first and the last of each at which somebody is left, up to six. */
function spread(days: Iterable<FreeTime[]>, unassigned: Cita[], minutos: number): Date[] {
  const waiting = unassigned.map(({ fecha_hora, fin }) => ({ from: fecha_hora.getTime(), to: fin.getTime() }));
  const moments: Date[] = [];
  for (const free of days) {
    const left = listLeft(free, waiting, minutos);
    moments.push(...left.filter((_, index) => index === 0 || index === left.length - 1));
    if (moments.length >= MOST) break;
  }
  return moments.slice(0, MOST);
}

/** The moments of a day at which somebody is left when each appointment that is nobody's yet has taken one of those who are free. */
function listLeft(free: FreeTime[], waiting: { from: number; to: number }[], minutos: number): Date[] {
  const people = new Map<number, number>();
  for (const { fecha_hora } of free) people.set(fecha_hora.getTime(), (people.get(fecha_hora.getTime()) ?? 0) + 1);
  return [...people].flatMap(([time, count]) => {
    const taken = waiting.filter(({ from, to }) => from < time + minutos * MINUTE && time < to).length;
    return count > taken ? [new Date(time)] : [];
  });
}

/** The active specialists who fit a service, or all of them where none does. */
async function listCandidatas(servicio: Servicio): Promise<string[]> {
  const empleados = await listEspecialistasDe(servicio);
  const fitting = empleados.filter(({ fits }) => fits);
  return (fitting.length > 0 ? fitting : empleados).map(({ id }) => id);
}

/** The codes of a service at some moments, at its price of now: those there are, and new ones for the rest. */
async function codesOf({ id, precio }: Servicio, moments: Date[]): Promise<Map<number, string>> {
  const read = async () => {
    const rows = await db.codigo.findMany({ where: { servicio_id: id, precio, fecha_hora: { in: moments } } });
    return new Map(rows.map(({ codigo, fecha_hora }) => [fecha_hora.getTime(), codigo]));
  };
  let codes = await read();
  // A code that somebody else has already is drawn again.
  for (let tries = 0; codes.size < moments.length && tries < 5; tries++) {
    const missing = moments.filter((moment) => !codes.has(moment.getTime()));
    const rows = missing.map((moment) => Prisma.sql`(${drawCode()}, ${id}::uuid, ${moment}::timestamptz, ${precio}::numeric)`);
    // Of two pages that ask at once, one makes the code and both read it.
    await db.$executeRaw`INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ${Prisma.join(rows)} ON CONFLICT DO NOTHING`;
    codes = await read();
  }
  return codes;
}

function drawCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** The code in what somebody typed, or in a whole message that was pasted. */
function readCode(typed: string): string {
  const [, said = typed] = /c[oó]digo:?\s*(\w+)/i.exec(typed.normalize("NFC")) ?? [];
  return said
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[OILZSBU]/g, (sign) => LOOKS_LIKE[sign] ?? sign);
}

/**
 * What a code stands for, or null: the service, the moment and the price that were shown. `vencido` when its moment has
 * passed or the service is no longer on offer, `ocupado` when nobody who fits is free then any more; `empleado_id` is who is.
 */
export async function findCodigo(typed: string, now = new Date()) {
  const codigo = readCode(typed);
  if (codigo.length !== LENGTH || [...codigo].some((sign) => !ALPHABET.includes(sign))) return null;
  const row = await db.codigo.findUnique({ where: { codigo }, include: { servicio: true } });
  if (!row) return null;
  const { servicio_id, fecha_hora, servicio } = row;
  const found = { codigo, servicio_id, fecha_hora, precio: row.precio.toFixed(2) };
  if (!servicio.activo || fecha_hora <= now) return { ...found, estado: "vencido" as const, empleado_id: null };
  const minutos = servicio.duracion_minutos + servicio.limpieza_minutos;
  const [zona, empleado_ids] = await Promise.all([getZona(), listCandidatas({ ...servicio, precio: found.precio })]);
  const span = { inicio: fecha_hora, fin: new Date(fecha_hora.getTime() + minutos * MINUTE) };
  const [free, unassigned] = await Promise.all([listFree(span, empleado_ids, zona), listSinEspecialista(span)]);
  const left = free.length > unassigned.length ? free : [];
  const [first] = empleado_ids.filter((id) => left.some((empleado) => empleado.id === id));
  return { ...found, estado: first ? ("vigente" as const) : ("ocupado" as const), empleado_id: first ?? null };
}
