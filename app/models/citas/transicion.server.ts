import { z } from "zod";
import { db } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import { isId, oneOf } from "~/database/fields.server";
import {
  type IdempotencyKey,
  isExclusionViolation,
  WriteRejection,
  type WriteResult,
  writeOnce,
} from "~/database/idempotency.server";
import type { EstadoCita } from "~/generated/client";
import { type Changed, lockCitaForUpdate, recordChange } from "./cambio.server";
import { ESTADOS } from "./cita.server";

// What one tap may make of an appointment. Completing one and reopening a completed one ask first, and move money and stock.
const NEXT: Record<EstadoCita, EstadoCita[]> = {
  programada: ["confirmada", "cancelada"],
  confirmada: ["programada", "cancelada"],
  completada: [],
  cancelada: ["programada"],
};

/** What a tap wants an appointment to be: sent twice, it already is. `no_asistio` only where the mark is what is asked for. */
export const wantedSchema = z
  .object({
    estado: oneOf(["programada", "confirmada", "cancelada"], "Elige un estado."),
    no_asistio: z.enum(["si", "no"]).optional(),
    // How it stood on the page: what a tap means depends on it.
    desde: oneOf(ESTADOS, "Elige un estado."),
  })
  .refine(({ estado, no_asistio }) => no_asistio === undefined || estado === "cancelada")
  .refine(({ desde, no_asistio }) => no_asistio !== "no" || desde === "cancelada");

export type Wanted = z.output<typeof wantedSchema>;

/** Why an appointment was left as it is: gone, its place taken, or in another state than it was tapped at, or one without such a way. */
type Rejection = "missing" | "overlap" | EstadoCita;

/** How an appointment stands, said to who wanted what is not to be done from there. */
export const ALREADY: Record<EstadoCita, string> = {
  programada: "Esta cita está programada: alguien la cambió mientras tanto.",
  confirmada: "Esta cita está confirmada: alguien la cambió mientras tanto.",
  completada: "Esta cita ya está completada. Para cambiarla, reábrela.",
  cancelada: "Esta cita está cancelada. Para cambiarla, reábrela.",
};

/**
 * Makes of an appointment what one tap wants of it; refuses with the state in which it stands when that is not the one that
 * was tapped at, or there is no way from it.
 */
export function changeEstado(
  id: string | undefined,
  { estado, desde, ...wanted }: Wanted,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return rejectOverlap(
    writeOnce<Changed, Rejection>(key, async (transaction) => {
      const cita = await lockCitaForUpdate(transaction, id);
      const no_asistio = estado === "cancelada" && (wanted.no_asistio ? wanted.no_asistio === "si" : cita.no_asistio);
      if (cita.estado === estado && cita.no_asistio === no_asistio) return { changed: false };
      // An old page would undo what somebody has done since: "Quitar la confirmación" is no "Reabrir".
      const isOutdated = cita.estado !== desde || !NEXT[desde].includes(estado);
      if (cita.estado !== estado && isOutdated) throw new WriteRejection<Rejection>(cita.estado);
      await recordChange(transaction, cita, { estado, no_asistio }, cuenta_id);
      return { changed: true };
    }),
  );
}

async function rejectOverlap<T, Reason extends string>(
  write: Promise<WriteResult<T, Reason>>,
): Promise<WriteResult<T, Reason> | { outcome: "overlap" }> {
  try {
    return await write;
  } catch (error) {
    if (isExclusionViolation(error)) return { outcome: "overlap" };
    throw error;
  }
}

/** The first appointment that stands in the place of another one of the same specialist, or null. */
export async function findConflict(id: string | undefined) {
  const cita = isId(id) ? await db.cita.findUnique({ where: { id } }) : null;
  if (!cita?.empleado_id) return null;
  return db.cita.findFirst({
    where: {
      id: { not: cita.id },
      empleado_id: cita.empleado_id,
      estado: { not: "cancelada" },
      ...overlaps(cita.fecha_hora, cita.fin),
    },
    select: { id: true, fecha_hora: true, empleado: { select: { nombre: true, apellido: true } } },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
}
