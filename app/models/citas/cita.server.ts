import { randomUUID } from "node:crypto";
import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import {
  asMoment,
  calendarDay,
  clock,
  isId,
  oneOf,
  optionalId,
  optionalMoney,
  optionalName,
  optionalPhone,
  optionalText,
} from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { deleteToTrash } from "~/database/trash.server";
import { studioDay } from "~/format/dates";
import { studioClock } from "~/format/zone.server";
import { duracionMinutos } from "~/models/catalogo/servicio.server";
import { optionalEmpleadoId } from "~/models/equipo/empleado.server";
import { resolveEsperas } from "./espera.server";
import { type EstadoOver, isOver, OPEN } from "./estado";
import { LA_QUE_ESTE_LIBRE, type Turno } from "./turnos.server";
import {
  type Author,
  byAuthor,
  createClienteForCita,
  freedPlace,
  lockAgendas,
  type Rejection,
  rejectViolations,
} from "./visita.server";

/** The most services one visit may have. */
export const MAX_SERVICIOS = 6;

const CHOOSE_SERVICIO = "Elige el servicio.";

const servicioRow = z.object(
  {
    servicio_id: z.string({ error: CHOOSE_SERVICIO }).refine(isId, "Elige el servicio de la lista."),
    empleado_id: optionalEmpleadoId(LA_QUE_ESTE_LIBRE),
    // Empty means the price and duration of the service.
    precio: optionalMoney("precio", null),
    duracion_minutos: duracionMinutos(null),
  },
  { error: CHOOSE_SERVICIO },
);

const CHOOSE_CLIENTE = "Elige a la clienta, o escribe el nombre de una nueva.";

/** The booking form: a client (known or new), a day and an hour, and one to six services one after another. */
export const citaSchema = z
  .object({
    cliente_id: optionalId("Elige a la clienta de la lista."),
    cliente_nombre: optionalName(120),
    cliente_telefono: optionalPhone(),
    fecha: calendarDay(),
    hora: clock(),
    servicios: z
      .array(servicioRow, { error: CHOOSE_SERVICIO })
      .min(1, CHOOSE_SERVICIO)
      .max(MAX_SERVICIOS, `Una visita tiene ${MAX_SERVICIOS} servicios o menos.`),
    estado: oneOf(OPEN, "Elige programada o confirmada."),
    notas: optionalText(2000),
  })
  // `when`: reported together with the errors of the fields.
  .refine(({ cliente_id, cliente_nombre }) => (cliente_id === null) !== (cliente_nombre === null), {
    path: ["cliente_id"],
    error: ({ input }) =>
      (input as { cliente_id?: unknown }).cliente_id
        ? "La cita es de una sola clienta: borra el nombre de la nueva, o elige «Otra clienta» en la lista."
        : CHOOSE_CLIENTE,
    when: () => true,
  });

export type CitaValues = z.output<typeof citaSchema>;

/** The only field of a completed or cancelled appointment that can still be edited. */
export const notasSchema = z.object({ notas: optionalText(2000) });

/** Gives an appointment with its names, and its day and clock in zone `zona`; null when the id is unknown or not a UUID. */
export async function getCita(id: string | undefined, zona: string) {
  const include = {
    cliente: { select: { nombre: true, telefono: true } },
    servicio: { select: { nombre: true } },
    empleado: { select: { nombre: true, apellido: true } },
  } as const;
  const row = isId(id) ? await db.cita.findUnique({ where: { id }, include }) : null;
  return (
    row && {
      ...row,
      // What was agreed: the service's own price may have changed since.
      precio: row.precio.toFixed(2),
      cobrado: row.cobrado.toFixed(2),
      fecha: studioDay(row.fecha_hora, zona),
      hora: studioClock(row.fecha_hora, zona),
      updated_at: row.updated_at.toISOString(),
    }
  );
}

/** Whether an appointment exists. */
export async function hasCita(id: string): Promise<boolean> {
  return isId(id) && (await db.cita.count({ where: { id } })) > 0;
}

/**
 * Books a visit in one transaction: creates the client if she is new, and one appointment per turno, linked by `visita_id` when
 * there are several. Gives their ids; `overlap` when a specialist is taken at that time, `cliente`, `especialista` or `servicio`
 * when that record no longer exists.
 */
export function createVisita(values: CitaValues, turnos: Turno[], cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string[], Rejection>(key, (transaction) =>
    rejectViolations(async () => {
      await lockAgendas(transaction, turnos);
      const cliente_id = values.cliente_id ?? (await createClienteForCita(transaction, values));
      const ids = await insertVisita(transaction, turnos, { cliente_id, estado: values.estado, notas: values.notas }, cuenta_id);
      await resolveEsperas(
        transaction,
        turnos.map((turno) => ({ ...turno, cliente_id })),
      );
      return ids;
    }),
  );
}

type OfVisita = { cliente_id: string; estado: CitaValues["estado"]; notas: string | null; apartada_hasta?: Date };

/** Writes the appointments of a visit, whose specialists the transaction has locked, with their history. Gives their ids. */
export async function insertVisita(
  transaction: Transaction,
  turnos: (Turno & { id?: string })[],
  visita: OfVisita,
  author: Author,
): Promise<string[]> {
  const visita_id = turnos.length > 1 ? randomUUID() : null;
  const accion = visita.apartada_hasta ? "solicitada" : "creada";
  const ids: string[] = [];
  for (const turno of turnos) {
    const { id } = await transaction.cita.create({ data: { ...turno, ...visita, visita_id }, select: { id: true } });
    await transaction.cambioCita.create({ data: { cita_id: id, accion, estado: visita.estado, ...byAuthor(author) } });
    ids.push(id);
  }
  return ids;
}

/**
 * Updates an open appointment whose `updated_at` still is `seen` (optimistic lock). Rejects as `createVisita` does, and with
 * `stale` when somebody changed it since, its state when it is completed or cancelled, `missing` when it no longer exists.
 */
export function updateCita(
  id: string | undefined,
  seen: unknown,
  values: CitaValues,
  [turno]: Turno[],
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string[], Rejection | "stale" | "missing" | EstadoOver>(key, (transaction) =>
    rejectViolations(async () => {
      if (!isId(id) || !turno) throw new WriteRejection("missing");
      await lockAgendas(transaction, [turno]);
      const before = await transaction.cita.findUnique({ where: { id } });
      if (!before) throw new WriteRejection("missing");
      if (isOver(before.estado)) throw new WriteRejection(before.estado);
      if (before.updated_at.getTime() !== asMoment(seen).getTime()) throw new WriteRejection("stale");
      const cliente_id = values.cliente_id ?? (await createClienteForCita(transaction, values));
      const wanted = estadoAfterEdit(before, { ...turno, cliente_id }, values.estado);
      const places = { ...turno, cliente_id };
      // Another hour or a yes answers a request; a note does not.
      const isAnswered = wanted === "confirmada" || hasChanged(before, places, [...MOVED, "empleado_id"]);
      const apartada_hasta = isAnswered ? null : before.apartada_hasta;
      const data = { ...places, estado: wanted, notas: values.notas, apartada_hasta };
      const { count } = await transaction.cita.updateMany({ where: { id, updated_at: before.updated_at }, data });
      if (count === 0) throw new WriteRejection("stale");
      const { estado } = before;
      // Two history rows when both changed: the reminders screen looks for the edit to know that a message is outdated.
      const isEdited = estado === wanted || hasChanged(before, data, EDITED);
      const isMoved = hasChanged(before, data, MOVED);
      // The last row says which place it left.
      const freed = hasChanged(before, data, ["fecha_hora", "empleado_id"]) ? freedPlace(before) : null;
      const change = { cita_id: id, cuenta_id };
      if (isEdited) {
        const edit = { ...change, accion: "editada", estado, detalle: isMoved ? MOVIDA : null } as const;
        await transaction.cambioCita.create({ data: { ...edit, ...(estado === wanted && freed) } });
      }
      if (estado !== wanted)
        await transaction.cambioCita.create({ data: { ...change, accion: wanted, estado: wanted, ...freed } });
      if (isMoved || (before.apartada_hasta && isAnswered)) await resolveEsperas(transaction, [data]);
      return [id];
    }),
  );
}

/** The `wanted` state of an open appointment, unless it was confirmed for another hour or by another client: then it is scheduled. */
export function estadoAfterEdit(
  before: Record<(typeof AGREED)[number] | "estado", unknown>,
  after: Record<(typeof AGREED)[number], unknown>,
  wanted: CitaValues["estado"],
): CitaValues["estado"] {
  return before.estado === "confirmada" && hasChanged(before, after, AGREED) ? "programada" : wanted;
}

/** The detail of a history row whose edit makes the messages sent before it outdated. */
export const MOVIDA = "Cambió la clienta, el servicio o la hora.";

/** Whether the client, the service or the hour of an appointment changed. */
export function hasMoved(
  before: Record<(typeof MOVED)[number], unknown>,
  after: Record<(typeof MOVED)[number], unknown>,
): boolean {
  return hasChanged(before, after, MOVED);
}

const AGREED = ["fecha_hora", "cliente_id"] as const;
const MOVED = [...AGREED, "servicio_id"] as const;
const EDITED = [...MOVED, "fin", "empleado_id", "precio", "duracion_minutos", "notas"] as const;

type Column = (typeof EDITED)[number];

/** Whether any of the columns `names` changed; moments and prices are compared by value, not by their text. */
function hasChanged<Name extends Column>(
  before: Record<Name, unknown>,
  after: Record<Name, unknown>,
  names: readonly Name[],
): boolean {
  const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : String(value ?? ""));
  return names.some((name) =>
    name === "precio" ? Number(before[name]) !== Number(after[name]) : comparable(before[name]) !== comparable(after[name]),
  );
}

/** Saves the notes of an appointment in any state; `stale` and `missing` as in `updateCita`. */
export function updateNotas(id: string | undefined, seen: unknown, notas: string | null, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string[], "stale" | "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const [after] = await transaction.cita.updateManyAndReturn({ where: { id, updated_at: asMoment(seen) }, data: { notas } });
    if (!after) throw new WriteRejection((await transaction.cita.count({ where: { id } })) ? "stale" : "missing");
    const { estado, no_asistio } = after;
    await transaction.cambioCita.create({ data: { cita_id: id, accion: "editada", estado, no_asistio, cuenta_id } });
    return [id];
  });
}

/** Deletes an appointment; its income and stock movements stay, with their link to it set to null. Gives the id of its copy. */
export function deleteCita(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return deleteToTrash("cita", id, cuenta_id, key);
}
