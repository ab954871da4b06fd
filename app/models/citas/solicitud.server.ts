import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { asMoment, requiredName } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, type WriteResult, writeOnce } from "~/database/idempotency.server";
import { dialable } from "~/format/phone";
import { Prisma } from "~/generated/client";
import { DAY_MS, HOUR_MS, MAX_PLACEMENT_TRIES, MAX_SOLICITUDES_PER_DAY, MAX_SOLICITUDES_WAITING } from "~/limits";
import { reservaOf } from "~/models/estudio/aviso.server";
import { completePhone } from "~/models/estudio/contacto.server";
import { insertVisita } from "./cita.server";
import { getOferta, type Oferta } from "./codigo.server";
import { resolveEsperas } from "./espera.server";
import { type EstadoOver, isOver } from "./estado";
import type { Turno } from "./turnos.server";
import {
  type CitaChange,
  type LockedCita,
  lockAgendas,
  lockCitaForUpdate,
  type Rejection,
  recordChange,
  rejectViolations,
} from "./visita.server";

// Booking on the site. A request is an appointment that holds its place until the studio answers it, and no longer than
// `apartada_hasta`. Where the owner wants no requests, what is booked is an appointment at once, by the same path.

/** The form of a client who books: her name, and a telephone that can be dialled. */
export const solicitudSchema = z.object({
  nombre: requiredName(120, "Escribe tu nombre."),
  // As it is dialled: what surrounds a number could be longer than its column.
  telefono: completePhone("Escribe tu teléfono.").transform((typed) => dialable(typed) ?? ""),
});

export type SolicitudValues = z.output<typeof solicitudSchema>;

/** What was booked, as `enlacePath` takes it. */
export type Reservada = { id: string; cliente_id: string };

/** Why nothing was booked: booking was turned off meanwhile, there were too many requests, or the hour of the code was taken. */
type SolicitudRejection = "off" | "full" | "overlap";

// A record that was deleted or merged meanwhile is not found again at the next try.
const TRIED_AGAIN: string[] = ["overlap", "cliente", "especialista", "servicio"] satisfies Rejection[];

/**
 * Books the place of an offer for a client: as a request, or at once where the studio wants that. A specialist whom she did not choose
 * and who is taken meanwhile gives way to another who is free.
 */
export async function bookOferta(
  oferta: Oferta,
  con: string | null,
  values: SolicitudValues,
  key: IdempotencyKey,
): Promise<WriteResult<Reservada, SolicitudRejection>> {
  // The record keeps no network of a client.
  const own = key && { ...key, actor: { cuenta_id: null, origen: null } };
  for (let tries = 1, present: Oferta | null = oferta; present?.turno && tries <= MAX_PLACEMENT_TRIES; tries++) {
    const { turno } = present;
    const done = await writeOnce<Reservada, SolicitudRejection>(own, (transaction) => book(transaction, turno, values));
    if (!TRIED_AGAIN.includes(done.outcome)) return done;
    present = await getOferta(oferta.codigo, con);
  }
  return { outcome: "overlap" };
}

async function book(transaction: Transaction, turno: Turno, values: SolicitudValues): Promise<Reservada> {
  // One booking at a time: the limit of those that wait, and that a new telephone makes one client, hold for two that arrive together.
  await transaction.$queryRaw`SELECT FROM configuracion_susa FOR NO KEY UPDATE`;
  const estudio = await transaction.configuracion.findFirst();
  const modo = estudio ? reservaOf(estudio) : "no";
  if (!estudio || modo === "no") throw new WriteRejection<SolicitudRejection>("off");
  if (await isFull(transaction)) throw new WriteRejection<SolicitudRejection>("full");
  return rejectViolations(async () => {
    await lockAgendas(transaction, [turno]);
    const { cliente_id, notas } = await findOrCreateCliente(transaction, values);
    const hold = Math.min(Date.now() + estudio.reserva_horas * HOUR_MS, turno.fecha_hora.getTime());
    const state =
      modo === "directa"
        ? ({ estado: "confirmada" } as const)
        : ({ estado: "programada", apartada_hasta: new Date(hold) } as const);
    const [id = ""] = await insertVisita(transaction, [turno], { cliente_id, notas, ...state }, null);
    return { id, cliente_id };
  });
}

/** Whether the limit of waiting requests, or that of bookings on the site in a day, is reached. */
async function isFull(transaction: Transaction): Promise<boolean> {
  const lastDay = new Date(Date.now() - DAY_MS);
  const made = { accion: { in: [...HECHAS_EN_EL_SITIO] }, clienta: true, created_at: { gt: lastDay } };
  const waiting = await transaction.cita.count({ where: { apartada_hasta: { not: null } } });
  return waiting >= MAX_SOLICITUDES_WAITING || (await transaction.cambioCita.count({ where: made })) >= MAX_SOLICITUDES_PER_DAY;
}

const HECHAS_EN_EL_SITIO = ["creada", "solicitada"] as const;

/**
 * The client with a telephone, if exactly one has it, and otherwise a new one: in one statement, so that both take as long. A stranger
 * may have typed a known number, so the name is a note of the appointment and changes nothing of hers.
 */
async function findOrCreateCliente(transaction: Transaction, { nombre, telefono }: SolicitudValues) {
  const [row] = await transaction.$queryRaw<{ id: string; isKnown: boolean }[]>`
    WITH known AS (
      SELECT id FROM clientes_susa WHERE phone_digits(telefono) = phone_digits(${telefono}) LIMIT 2
    ), made AS (
      INSERT INTO clientes_susa (nombre, telefono) SELECT ${nombre}, ${telefono} WHERE (SELECT count(*) FROM known) <> 1 RETURNING id
    )
    SELECT id, false AS "isKnown" FROM made UNION ALL SELECT id, true FROM known WHERE NOT EXISTS (SELECT FROM made)`;
  if (!row) throw new Error("no client was found or made");
  return { cliente_id: row.id, notas: row.isKnown ? `Pidió su cita en el sitio como ${nombre}.` : null };
}

/** What the studio answers to a request. */
const RESPUESTAS = ["aceptar", "rechazar"] as const;
export type Respuesta = (typeof RESPUESTAS)[number];

/** The answer that a form names, or null. */
export const asRespuesta = (value: unknown) => RESPUESTAS.find((each) => each === value) ?? null;

/**
 * Accepts a request that the transaction has locked: it is then an appointment like any other. Whatever else says that the studio
 * agrees, such as a payment, does it too.
 */
export async function acceptSolicitud(transaction: Transaction, cita: LockedCita, cuenta_id: string): Promise<void> {
  if (!cita.apartada_hasta) return;
  const { id: cita_id, estado } = cita;
  await transaction.cita.update({ where: { id: cita_id }, data: { apartada_hasta: null }, select: { id: true } });
  await transaction.cambioCita.create({ data: { cita_id, accion: "aceptada", estado, cuenta_id } });
  await resolveEsperas(transaction, [cita]);
}

/**
 * Accepts a request for the hour that was `seen`, or declines it, which cancels it. Without effect on what is no request any more;
 * rejects with `missing`, `moved` when its client has moved it, and its state when it is over. `isReachable`: she can be told by WhatsApp.
 */
export function answerSolicitud(
  id: string | undefined,
  respuesta: Respuesta,
  seen: unknown,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<CitaChange & { isReachable: boolean }, "missing" | "moved" | EstadoOver>(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (isOver(cita.estado)) throw new WriteRejection(cita.estado);
    if (!cita.apartada_hasta) return { changed: false, isReachable: false };
    if (cita.fecha_hora.getTime() !== asMoment(seen).getTime()) throw new WriteRejection("moved");
    if (respuesta === "aceptar") await acceptSolicitud(transaction, cita, cuenta_id);
    else await recordChange(transaction, cita, { estado: "cancelada", no_asistio: false }, cuenta_id);
    const { cliente_id } = cita;
    const cliente =
      cliente_id && (await transaction.cliente.findUnique({ where: { id: cliente_id }, select: { telefono: true } }));
    return { changed: true, isReachable: cliente ? dialable(cliente.telefono) !== null : false };
  });
}

/** Lists the requests that wait for an answer, the one that is released first in front. */
export function listSolicitudes() {
  return db.cita.findMany({
    where: { apartada_hasta: { not: null } },
    select: {
      id: true,
      fecha_hora: true,
      precio: true,
      notas: true,
      apartada_hasta: true,
      created_at: true,
      cliente: { select: { id: true, nombre: true, telefono: true } },
      servicio: { select: { nombre: true } },
      empleado: { select: { nombre: true, apellido: true } },
    },
    orderBy: [{ apartada_hasta: "asc" }, { fecha_hora: "asc" }, { id: "asc" }],
  });
}

/** How many requests wait for an answer, and when the first of them is released; SQL of it, as one JSON value. */
export type SolicitudesWaiting = { cuantas: number; primera: string | null };
export const waitingSolicitudes = Prisma.sql`(SELECT jsonb_build_object('cuantas', count(*), 'primera', min(apartada_hasta))
  FROM citas_susa WHERE apartada_hasta IS NOT NULL)`;

/**
 * Cancels expired requests, which frees their places. Safe on several servers at once: rows that another server, or an answer, has
 * locked are skipped.
 */
export async function releaseSolicitudes(): Promise<void> {
  // A statement that updates no row would still renew the pages that offer hours.
  const [due] = await db.$queryRaw<[{ isAny: boolean }]>`
    SELECT EXISTS (SELECT FROM citas_susa WHERE apartada_hasta <= now()) AS "isAny"`;
  if (!due?.isAny) return;
  await db.$executeRaw`
    WITH unanswered AS (
      SELECT id FROM citas_susa WHERE apartada_hasta <= now() ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), released AS (
      UPDATE citas_susa c SET estado = 'cancelada', apartada_hasta = NULL FROM unanswered WHERE c.id = unanswered.id
      RETURNING c.id, c.fecha_hora, c.fin, c.empleado_id
    )
    INSERT INTO cambios_cita_susa (cita_id, accion, estado, detalle, hueco_desde, hueco_hasta, hueco_con)
    SELECT id, 'rechazada', 'cancelada', ${SIN_RESPUESTA}, CASE WHEN empleado_id IS NOT NULL THEN fecha_hora END,
      CASE WHEN empleado_id IS NOT NULL THEN fin END, empleado_id
    FROM released`;
}

/** The detail of the history row of a request that nobody answered. */
export const SIN_RESPUESTA = "No se respondió a tiempo.";
