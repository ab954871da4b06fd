import { timingSafeEqual } from "node:crypto";
import { db, type Transaction } from "~/database/client.server";
import { keyedDigest, sha256 } from "~/database/digest.server";
import { type IdempotencyKey, WriteRejection, type WriteResult, writeOnce } from "~/database/idempotency.server";
import { env } from "~/env.server";
import { studioDay } from "~/format/dates";
import { studioMoment } from "~/format/zone.server";
import { Prisma } from "~/generated/client";
import { DAY_MS, HOUR_MS } from "~/limits";
import { countLinkMiss } from "~/models/cuentas/sign-in-throttle.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { MOVIDA } from "./cita.server";
import { isOpen, OPEN } from "./estado";
import { DIAS_DE_OFERTA, type HoraLibre } from "./horas.server";
import { applyShift, getPorMover, listDestinosWithin } from "./mover.server";
import { applyEstado } from "./transicion.server";
import { type LockedCita, lockVisita, ofVisita, rejectViolations } from "./visita.server";

// The link that the client of an appointment is sent: it shows her visit, confirms it, and moves or cancels it in time. Nothing of it is
// stored. Its secret is the id of the appointment with a digest of it and of its client, so that it stops working when the appointment
// is given to another client.

const SECRET = /^[\w-]{38}$/;
const ID_BYTES = 16;
const DIGEST_BYTES = 12;

/** How often a client can move her visit by its link. */
export const MAX_MOVES = 3;

/** The earliest hour she can move it to, from now; the studio must see it in time. */
const LEAD_MS = 2 * HOUR_MS;
const HOURS_PER_DAY = 6;

type Owned = { id: string; cliente_id: string };

/** The path of the page of an appointment for its client. */
export function enlacePath({ id, cliente_id }: Owned): string {
  const digest = Buffer.from(keyedDigest(`cita ${id}${cliente_id}`), "hex").subarray(0, DIGEST_BYTES);
  return `/cita/${Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), digest]).toString("base64url")}`;
}

// As the database writes it: Prisma reads what requests ask for at the same moment together, and gives each its row by that text.
const asId = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Whether the site has an https address, without which no link is sent. */
export const hasEnlaces = () => env().PUBLIC_URL?.startsWith("https:") === true;

/** The link of an appointment for a message; null without a client, and where no link is sent. */
export function enlaceOf({ id, cliente_id }: { id: string; cliente_id: string | null }): string | null {
  return cliente_id && hasEnlaces() ? `${env().PUBLIC_URL}${enlacePath({ id, cliente_id })}` : null;
}

// By name: of the client herself nothing but her id.
const columns = {
  ...{ id: true, cliente_id: true, visita_id: true, fecha_hora: true, fin: true, duracion_minutos: true },
  ...{ estado: true, no_asistio: true, servicio_id: true, empleado_id: true, updated_at: true, apartada_hasta: true },
  servicio: { select: { nombre: true } },
  empleado: { select: { nombre: true, en_sitio: true } },
  // Booked at once on the site.
  cambios: { where: { accion: "creada", clienta: true }, select: { id: true }, take: 1 },
} satisfies Prisma.CitaSelect;

export type CitaDeEnlace = Prisma.CitaGetPayload<{ select: typeof columns }>;

/** What a link leads to: the open appointments of its client's visit that are not over, by time, and how often she moved them. */
export type OpenEnlace = { cliente_id: string; visita: [CitaDeEnlace, ...CitaDeEnlace[]]; moves: number };

export type Enlace =
  | ({ outcome: "open" } & OpenEnlace)
  /** The text does not have the form of a link. */
  | { outcome: "unknown" }
  /** `gone`: no such appointment, or it has another client now. */
  /** `rechazada`: a request that the studio did not accept. */
  | { outcome: "gone" | "cancelada" | "rechazada" | "over" }
  /** Too many invalid links from this address: seconds to wait. */
  | { outcome: "wait"; seconds: number };

/** Reads the visit of a link. An invalid link counts for the `address` of the request. */
export async function readEnlace(secret: string | undefined, address: string, now = new Date()): Promise<Enlace> {
  if (!secret || !SECRET.test(secret)) return { outcome: "unknown" };
  const id = asId(Buffer.from(secret, "base64url").subarray(0, ID_BYTES));
  const cita = await db.cita.findUnique({ where: { id }, select: columns });
  if (!cita?.cliente_id || !isSame(enlacePath({ id: cita.id, cliente_id: cita.cliente_id }), `/cita/${secret}`)) {
    const seconds = await countLinkMiss(address);
    return seconds > 0 ? { outcome: "wait", seconds } : { outcome: "gone" };
  }
  const { cliente_id } = cita;
  const [first, ...others] = await db.cita.findMany({
    where: { ...ofVisita(cita), cliente_id, estado: { in: [...OPEN] }, fin: { gt: now } },
    select: columns,
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
  if (!first) return { outcome: await outcomeOf(cita) };
  const visita: OpenEnlace["visita"] = [first, ...others];
  return { outcome: "open", cliente_id, visita, moves: await countMoves(db, visita) };
}

async function outcomeOf({ id, estado, no_asistio }: CitaDeEnlace): Promise<"cancelada" | "rechazada" | "over"> {
  if (estado !== "cancelada" || no_asistio) return "over";
  const where = {
    cita_id: id,
    estado: "cancelada",
    accion: { in: ["cancelada", "rechazada", "retirada"] },
  } satisfies Prisma.CambioCitaWhereInput;
  const last = await db.cambioCita.findFirst({ where, select: { accion: true }, orderBy: { orden: "desc" } });
  return last?.accion === "rechazada" ? "rechazada" : "cancelada";
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

async function countMoves(reader: Pick<Transaction, "cambioCita">, citas: { id: string }[]): Promise<number> {
  const counts = await reader.cambioCita.groupBy({
    by: "cita_id",
    where: { cita_id: { in: citas.map(({ id }) => id) }, clienta: true, detalle: MOVIDA },
    _count: true,
  });
  return Math.max(0, ...counts.map(({ _count }) => _count));
}

/** Why she can no longer cancel a visit by its link: the studio wants a message for that, or it begins too soon. */
export type CancelLimit = "whatsapp" | "late";

/** Why she can no longer move it: as above, or she moved it often enough. */
export type MoveLimit = CancelLimit | "moves";

/** Whether a visit is a request that the studio has not answered. */
export const isPorAceptar = (citas: { apartada_hasta: Date | null }[]) =>
  citas.some(({ apartada_hasta }) => apartada_hasta !== null);

/**
 * Whether its client may read the name of the specialist: the studio has agreed to the appointment, or the site shows her. Who books on
 * the site can be anybody.
 */
export const mayNameEspecialista = ({ apartada_hasta, cambios, empleado }: CitaDeEnlace) =>
  empleado?.en_sitio === true || (apartada_hasta === null && cambios.length === 0);

/** How many hours before its start a visit can still be changed by its link: an unanswered request, until it starts. */
export const limitHours = (cita_horas: number | null, citas: { apartada_hasta: Date | null }[]) =>
  isPorAceptar(citas) ? 0 : cita_horas;

/** Whether a visit that begins at `fecha_hora` can still be cancelled by its link, `cita_horas` hours before it; null if so. */
export function cancelLimit(cita_horas: number | null, fecha_hora: Date, now = new Date()): CancelLimit | null {
  if (cita_horas === null) return "whatsapp";
  return fecha_hora.getTime() - now.getTime() < cita_horas * HOUR_MS || fecha_hora <= now ? "late" : null;
}

/** Whether it can still be moved by its link, which she did `moves` times; null if so. */
export function moveLimit(cita_horas: number | null, fecha_hora: Date, moves: number, now = new Date()): MoveLimit | null {
  return cancelLimit(cita_horas, fecha_hora, now) ?? (moves >= MAX_MOVES ? "moves" : null);
}

/** A digest of what a client sees of her visit: when, what and with whom. Her forms carry it, so that none acts on what she has not seen. */
export function digestOfSeen(citas: Pick<LockedCita, "id" | "fecha_hora" | "servicio_id" | "empleado_id">[]): string {
  const seen = citas.map(({ id, fecha_hora, servicio_id, empleado_id }) => [id, fecha_hora.getTime(), servicio_id, empleado_id]);
  return sha256(JSON.stringify(seen)).slice(0, 22);
}

/**
 * The hours of the next two weeks to which a client can move her visit: with the same specialists, some of each day. None until the
 * studio's hours were saved.
 */
export async function listHorasDeEnlace({ cliente_id, visita }: OpenEnlace, now = new Date()): Promise<HoraLibre[]> {
  const desde = new Date(now.getTime() + LEAD_MS);
  return listOwnDestinos(cliente_id, visita[0].id, { desde, max: DIAS_DE_OFERTA * HOURS_PER_DAY, perDay: HOURS_PER_DAY });
}

async function isOffered({ cliente_id, visita }: OpenEnlace, fecha_hora: Date, zona: string, now: Date): Promise<boolean> {
  const desde = new Date(now.getTime() + LEAD_MS);
  if (fecha_hora < desde || fecha_hora.getTime() > desde.getTime() + DIAS_DE_OFERTA * DAY_MS) return false;
  const midnight = studioMoment(studioDay(fecha_hora, zona), "00:00", zona);
  const wanted = { desde: midnight, dias: 1, max: Number.POSITIVE_INFINITY, perDay: Number.POSITIVE_INFINITY };
  const horas = await listOwnDestinos(cliente_id, visita[0].id, wanted);
  return horas.some((hora) => hora.fecha_hora.getTime() === fecha_hora.getTime());
}

async function listOwnDestinos(cliente_id: string, id: string, wanted: Parameters<typeof listDestinosWithin>[1]) {
  const [cita, { hasHorario }] = await Promise.all([getPorMover(id), getConfiguracion()]);
  if (!cita || !hasHorario) return [];
  return listDestinosWithin({ ...cita, otras: cita.otras.filter((otra) => otra.cliente_id === cliente_id) }, wanted);
}

/** Why nothing was done: the visit is over or not hers any more, it is not what she saw, or one of her limits. */
type EnlaceRejection = "over" | "changed" | "overlap" | MoveLimit;

/** Confirms the visit that she saw. */
export async function confirmByEnlace(
  enlace: OpenEnlace,
  seen: string,
  key: IdempotencyKey,
): Promise<WriteResult<boolean, EnlaceRejection>> {
  // Anybody with the link can press as often as she likes: what changes nothing stores nothing.
  const isDone = enlace.visita.every(({ estado }) => estado === "confirmada") && digestOfSeen(enlace.visita) === seen;
  if (isDone) return { outcome: "repeated", result: true };
  return writeByEnlace(enlace, seen, key, async (transaction, citas) => {
    // A request waits for the studio's yes, not for hers.
    if (isPorAceptar(citas)) throw new WriteRejection<EnlaceRejection>("changed");
    for (const cita of citas) await applyEstado(transaction, cita, { estado: "confirmada", desde: cita.estado }, null);
    return true;
  });
}

/** Cancels the visit that she saw, if it is not too late for that. */
export function cancelByEnlace(enlace: OpenEnlace, seen: string, cita_horas: number | null, key: IdempotencyKey) {
  return writeByEnlace(enlace, seen, key, async (transaction, citas) => {
    const limit = cancelLimit(limitHours(cita_horas, citas), startOf(citas));
    if (limit) throw new WriteRejection<EnlaceRejection>(limit);
    for (const cita of citas) await applyEstado(transaction, cita, { estado: "cancelada", desde: cita.estado }, null);
    return true;
  });
}

/** Moves the visit that she saw to an hour of `listHorasDeEnlace`, confirmed unless it is a request, if it is not too late for that and not the fourth time. */
export async function moveByEnlace(
  enlace: OpenEnlace,
  fecha_hora: Date,
  seen: string,
  { cita_horas, zona_horaria }: { cita_horas: number | null; zona_horaria: string },
  key: IdempotencyKey,
): Promise<WriteResult<boolean, EnlaceRejection>> {
  const isFree = await isOffered(enlace, fecha_hora, zona_horaria, new Date());
  return writeByEnlace(enlace, seen, key, async (transaction, citas) => {
    const start = startOf(citas);
    const limit = moveLimit(limitHours(cita_horas, citas), start, await countMoves(transaction, citas));
    if (limit) throw new WriteRejection<EnlaceRejection>(limit);
    if (!isFree) throw new WriteRejection<EnlaceRejection>("overlap");
    await applyShift(transaction, citas, fecha_hora.getTime() - start.getTime(), null);
    return true;
  });
}

const NEWS_HOURS = 48;

/** One thing that a client did by her link, as `hechoPorClientas` gives it. */
export type Hecho = Record<"id" | "visita" | "fecha_hora" | "hecho", string> & Record<"cliente" | "servicio", string | null>;

/**
 * SQL of what clients did by their links in the last 48 hours with appointments that are still to come and as they left them, as a JSON
 * list by time.
 */
export function hechoPorClientas(now: Date): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(jsonb_agg(news ORDER BY fecha_hora, id), '[]') FROM (
    SELECT DISTINCT c.id, coalesce(c.visita_id, c.id) AS visita, c.fecha_hora, s.nombre AS servicio, l.nombre AS cliente,
      CASE WHEN h.detalle = ${MOVIDA} THEN 'movida' ELSE h.accion::text END AS hecho
    FROM cambios_cita_susa h JOIN citas_susa c ON c.id = h.cita_id LEFT JOIN servicios_susa s ON s.id = c.servicio_id
      LEFT JOIN clientes_susa l ON l.id = c.cliente_id
    WHERE h.clienta AND h.created_at > ${now}::timestamptz - make_interval(hours => ${NEWS_HOURS})
      AND c.fecha_hora > ${now}::timestamptz AND c.estado = h.estado AND (h.estado <> 'programada' OR h.accion <> 'editada')
      AND c.apartada_hasta IS NULL) AS news)`;
}

/** Sums it up by visits: how many were confirmed, moved and booked at once, and each that was cancelled, with its services. */
export function summarizeHecho(rows: Hecho[]) {
  const visitsOf = (what: string) => [...new Set(rows.flatMap(({ hecho, visita }) => (hecho === what ? visita : [])))];
  const canceladas = visitsOf("cancelada").flatMap((visita) => {
    const citas = rows.filter((row) => row.visita === visita && row.hecho === "cancelada");
    const [first] = citas;
    if (!first) return [];
    const { id, cliente, fecha_hora } = first;
    return { id, cliente, fecha_hora: new Date(fecha_hora), servicios: citas.map(({ servicio }) => servicio) };
  });
  return {
    confirmaron: visitsOf("confirmada").length,
    movieron: visitsOf("movida").length,
    apartaron: visitsOf("creada").length,
    canceladas,
  };
}

const startOf = ([first]: LockedCita[]) => first?.fecha_hora ?? new Date(0);

/** Locks a visit and writes to what is left of it for its client, if that is what she saw. */
function writeByEnlace(
  { cliente_id, visita }: OpenEnlace,
  seen: string,
  key: IdempotencyKey,
  write: (transaction: Transaction, citas: LockedCita[]) => Promise<boolean>,
): Promise<WriteResult<boolean, EnlaceRejection>> {
  return writeOnce<boolean, EnlaceRejection>(key, (transaction) =>
    rejectViolations(async () => {
      const now = new Date();
      const locked = await lockVisita(transaction, visita[0].id);
      const citas = locked.filter((cita) => cita.cliente_id === cliente_id && isOpen(cita.estado) && cita.fin > now);
      if (citas.length === 0) throw new WriteRejection<EnlaceRejection>("over");
      if (digestOfSeen(citas) !== seen) throw new WriteRejection<EnlaceRejection>("changed");
      return write(transaction, citas);
    }),
  );
}
