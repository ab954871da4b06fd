import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { isId, oneOf } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { findConflicts } from "./availability.server";
import { ESTADOS, type EstadoCita } from "./estado";
import {
  type Author,
  type CitaChange,
  type LockedCita,
  lockCitaForUpdate,
  recordChange,
  rejectViolations,
} from "./visita.server";

// The state changes that one tap may make. Completing and reopening a completed appointment ask first, because they move money
// and stock.
const ALLOWED: Record<EstadoCita, EstadoCita[]> = {
  programada: ["confirmada", "cancelada"],
  confirmada: ["programada", "cancelada"],
  completada: [],
  cancelada: ["programada", "confirmada"],
};

const CHOOSE_ESTADO = "Elige un estado.";

/**
 * The wanted state. It is a target, not a step, so that sending it twice is harmless. `no_asistio` is sent only by the buttons
 * for that mark.
 */
export const estadoSchema = z
  .object({
    estado: oneOf(["programada", "confirmada", "cancelada"], CHOOSE_ESTADO),
    no_asistio: z.enum(["si", "no"]).optional(),
    // The state that the page showed, which decides what a tap means.
    desde: oneOf(ESTADOS, CHOOSE_ESTADO),
  })
  .refine(({ estado, no_asistio }) => no_asistio === undefined || estado === "cancelada")
  .refine(({ desde, no_asistio }) => no_asistio !== "no" || desde === "cancelada");

export type EstadoValues = z.output<typeof estadoSchema>;

/**
 * Why an appointment was not changed: it does not exist, its time is taken, a no-show before its hour, or it is in a state from
 * which the change is not allowed.
 */
type StateRejection = "missing" | "overlap" | "early" | EstadoCita;

/**
 * Changes the state of an appointment; rejects with its current state when that is not the one the page showed, or the change
 * is not allowed from it.
 */
export function changeEstado(id: string | undefined, wanted: EstadoValues, author: Author, key: IdempotencyKey) {
  return writeOnce<CitaChange, StateRejection>(key, (transaction) =>
    rejectViolations(async () => applyEstado(transaction, await lockCitaForUpdate(transaction, id), wanted, author)),
  );
}

/** The same of an appointment that the transaction has locked. Throws WriteRejection. */
export async function applyEstado(
  transaction: Transaction,
  cita: LockedCita,
  { estado, desde, ...wanted }: EstadoValues,
  author: Author,
): Promise<CitaChange> {
  const no_asistio = estado === "cancelada" && (wanted.no_asistio ? wanted.no_asistio === "si" : cita.no_asistio);
  if (cita.estado === estado && cita.no_asistio === no_asistio) return { changed: false };
  // A stale page could undo what somebody did since then: "Quitar la confirmación" must not act as "Reabrir".
  const isOutdated = cita.estado !== desde || !ALLOWED[desde].includes(estado);
  if (cita.estado !== estado && isOutdated) throw new WriteRejection<StateRejection>(cita.estado);
  if (no_asistio && !cita.no_asistio && cita.fecha_hora > new Date()) throw new WriteRejection<StateRejection>("early");
  await recordChange(transaction, cita, { estado, no_asistio }, author);
  return { changed: true };
}

/** The first other appointment of the same specialist that overlaps this one, or null. */
export async function findConflict(id: string | undefined) {
  const cita = isId(id) ? await db.cita.findUnique({ where: { id } }) : null;
  const [conflict = null] = cita ? await findConflicts([cita], cita.id) : [];
  return conflict;
}
