import { randomUUID } from "node:crypto";
import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import {
  asMoment,
  calendarDay,
  isId,
  oneOf,
  optionalInteger,
  optionalMoney,
  optionalPhone,
  optionalText,
} from "~/database/fields.server";
import {
  type IdempotencyKey,
  isExclusionViolation,
  violatedForeignKey,
  WriteRejection,
  writeOnce,
} from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { studioClock, studioMoment } from "~/format/zone.server";
import type { EstadoCita, Prisma } from "~/generated/client";

/** The four states, in the order of a day's work. */
export const ESTADOS = ["programada", "confirmada", "completada", "cancelada"] as const;

export type { EstadoCita };

/** The most services of one visit. */
export const MAX_SERVICIOS = 6;

const optionalId = (wrong: string) => optionalText(36).refine((id) => id === null || isId(id), wrong);

const fila = z.object(
  {
    servicio_id: z.string({ error: "Elige el servicio." }).refine(isId, "Elige el servicio de la lista."),
    empleado_id: optionalId("Elige una especialista de la lista."),
    // Empty: the service's own.
    precio: optionalMoney(null),
    duracion_minutos: optionalInteger(1, 1440, "Escribe la duración en minutos, con un número entero de 1 a 1440.", null),
  },
  { error: "Elige el servicio." },
);

const ONE_CLIENT = "Elige a la clienta, o escribe el nombre de una nueva.";

/** What the form of an appointment sends: whom, when, and one service or several in a row. */
export const citaSchema = z
  .object({
    cliente_id: optionalId("Elige a la clienta de la lista."),
    cliente_nombre: optionalText(120),
    cliente_telefono: optionalPhone(),
    fecha: calendarDay("Escribe la fecha."),
    hora: z.string({ error: "Escribe la hora." }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Escribe la hora como 10:00 o 18:30."),
    servicios: z
      .array(fila, { error: "Elige el servicio." })
      .min(1, "Elige el servicio.")
      .max(MAX_SERVICIOS, `Una visita tiene ${MAX_SERVICIOS} servicios o menos.`),
    estado: oneOf(["programada", "confirmada"], "Elige programada o confirmada."),
    notas: optionalText(2000),
  })
  // Said together with everything else that is wrong.
  .refine(({ cliente_id, cliente_nombre }) => (cliente_id === null) !== (cliente_nombre === null), {
    path: ["cliente_id"],
    error: ({ input }) =>
      (input as { cliente_id?: unknown }).cliente_id
        ? "La cita es de una sola clienta: borra el nombre de la nueva, o elige «Otra clienta» en la lista."
        : ONE_CLIENT,
    when: () => true,
  });

export type CitaValues = z.output<typeof citaSchema>;

/** What an appointment that is over still lets one change. */
export const notasSchema = z.object({ notas: optionalText(2000) });

/** The relations whose names a screen shows with an appointment. */
export const includeNames = {
  cliente: { select: { nombre: true, telefono: true } },
  servicio: { select: { nombre: true } },
  empleado: { select: { nombre: true, apellido: true } },
} satisfies Prisma.CitaInclude;

/** A row with its amounts as decimal text (`350.00`). `precio` is what was agreed: the service's own price may have changed since. */
export function withDecimalText<R extends { precio: Prisma.Decimal; cobrado: Prisma.Decimal }>(row: R) {
  return { ...row, precio: row.precio.toFixed(2), cobrado: row.cobrado.toFixed(2) };
}

/** Gives an appointment with its names, and its day and clock in zone `zona`; null when the id is unknown or not a UUID. */
export async function getCita(id: string | undefined, zona: string) {
  const row = isId(id) ? await db.cita.findUnique({ where: { id }, include: includeNames }) : null;
  return (
    row && {
      ...withDecimalText(row),
      fecha: studioDay(row.fecha_hora, zona),
      hora: studioClock(row.fecha_hora, zona),
      updated_at: row.updated_at.toISOString(),
    }
  );
}

/** A service of a visit as it will be written: its place in time, what it costs, and with whom. */
export type Turno = {
  servicio_id: string;
  servicio: string;
  empleado_id: string | null;
  precio: string;
  duracion_minutos: number;
  fecha_hora: Date;
  fin: Date;
};

/**
 * Puts the services of a visit one after the other, from the moment that the form names: what it leaves empty is the
 * service's own; the time to clean up counts before the same specialist goes on, and not before another does. Appointment
 * `id` keeps the time to clean up that it was booked with, as long as it is of the same service. Gives null when one of the
 * services is gone.
 */
export async function arrange(
  { fecha, hora, servicios }: Pick<CitaValues, "fecha" | "hora" | "servicios">,
  zona: string,
  id?: string,
) {
  const [rows, before] = await Promise.all([
    db.servicio.findMany({ where: { id: { in: servicios.map(({ servicio_id }) => servicio_id) } } }),
    isId(id) ? db.cita.findUnique({ where: { id } }) : null,
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const turnos: Turno[] = [];
  for (const { servicio_id, empleado_id, precio, duracion_minutos } of servicios) {
    const servicio = known.get(servicio_id);
    if (!servicio) return null;
    const fecha_hora = nextStart(turnos, empleado_id) ?? studioMoment(fecha, hora, zona);
    const minutos = duracion_minutos ?? servicio.duracion_minutos;
    const limpieza = before?.servicio_id === servicio_id ? cleaningOf(before) : servicio.limpieza_minutos;
    turnos.push({
      servicio_id,
      servicio: servicio.nombre,
      empleado_id,
      precio: precio ?? servicio.precio.toFixed(2),
      duracion_minutos: minutos,
      fecha_hora,
      fin: later(fecha_hora, minutos + limpieza),
    });
  }
  return turnos;
}

function cleaningOf({ fecha_hora, fin, duracion_minutos }: { fecha_hora: Date; fin: Date; duracion_minutos: number }): number {
  return Math.max(0, (fin.getTime() - fecha_hora.getTime()) / 60_000 - duracion_minutos);
}

function later(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

// When the one before is over, and the specialist has cleaned up after whatever she did of this visit.
function nextStart(before: Turno[], next: string | null): Date | undefined {
  const last = before.at(-1);
  const own = before.findLast(({ empleado_id }) => empleado_id === next);
  if (!last) return undefined;
  const over = later(last.fecha_hora, last.duracion_minutos);
  return own && own.fin > over ? own.fin : over;
}

/** The appointments that stand where these would: of the same specialists, at overlapping times, not cancelled. */
export async function listConflicts(turnos: Turno[], except?: string) {
  const citas = await db.cita.findMany({
    where: {
      OR: turnos.flatMap(({ empleado_id, fecha_hora, fin }) =>
        empleado_id === null ? [] : [{ empleado_id, ...overlaps(fecha_hora, fin) }],
      ),
      estado: { not: "cancelada" },
      id: isId(except) ? { not: except } : undefined,
    },
    include: includeNames,
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
  return citas.map(withDecimalText);
}

type Reason = "overlap" | "cliente" | "especialista" | "servicio";

/**
 * Books a visit: its client (a new one is created with it) and its appointments, linked when there are several, all of it or
 * nothing. `overlap` when a specialist is taken then, and `cliente`, `especialista` or `servicio` when one of them is gone.
 */
export function createVisita(values: CitaValues, turnos: Turno[], cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string[], Reason>(key, (transaction) =>
    rejectViolations(async () => {
      await lockAgendas(transaction, turnos);
      const cliente_id = values.cliente_id ?? (await createCliente(transaction, values));
      const visita_id = turnos.length > 1 ? randomUUID() : null;
      const ids: string[] = [];
      for (const { servicio: _, ...turno } of turnos) {
        const data = { ...turno, cliente_id, visita_id, estado: values.estado, notas: values.notas };
        const { id } = await transaction.cita.create({ data, select: { id: true } });
        await transaction.cambioCita.create({ data: { cita_id: id, accion: "creada", estado: values.estado, cuenta_id } });
        ids.push(id);
      }
      return ids;
    }),
  );
}

async function createCliente(transaction: Transaction, { cliente_nombre, cliente_telefono }: CitaValues): Promise<string> {
  const data = { nombre: cliente_nombre ?? "", telefono: cliente_telefono };
  return (await transaction.cliente.create({ data, select: { id: true } })).id;
}

/**
 * Changes an appointment that is still to come as it was when its `updated_at` was `seen`. Besides what booking refuses:
 * `stale` when somebody changed it since, `over` when it was completed or cancelled meanwhile, `missing` when it is gone.
 */
export function updateCita(
  id: string | undefined,
  seen: unknown,
  values: CitaValues,
  [turno]: Turno[],
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string[], Reason | "stale" | "missing" | "closed">(key, (transaction) =>
    rejectViolations(async () => {
      if (!isId(id) || !turno) throw new WriteRejection("missing");
      await lockAgendas(transaction, [turno]);
      const before = await transaction.cita.findUnique({ where: { id } });
      if (!before) throw new WriteRejection("missing");
      if (before.updated_at.getTime() !== asMoment(seen).getTime()) throw new WriteRejection("stale");
      if (before.estado === "completada" || before.estado === "cancelada") throw new WriteRejection("closed");
      const cliente_id = values.cliente_id ?? (await createCliente(transaction, values));
      const { servicio: _, ...place } = turno;
      const data = { ...place, cliente_id, estado: values.estado, notas: values.notas };
      const { count } = await transaction.cita.updateMany({ where: { id, updated_at: before.updated_at }, data });
      if (count === 0) throw new WriteRejection("stale");
      const { estado } = before;
      // Both, where both changed: a reminder that was opened before it moved is none of the new hour.
      const isEdited = estado === values.estado || hasChanged(before, data, EDITED);
      const detalle = hasChanged(before, data, MOVED) ? MOVIDA : null;
      if (isEdited) await transaction.cambioCita.create({ data: { cita_id: id, accion: "editada", estado, detalle, cuenta_id } });
      if (estado !== values.estado)
        await transaction.cambioCita.create({
          data: { cita_id: id, accion: values.estado, estado: values.estado, cuenta_id },
        });
      return [id];
    }),
  );
}

/** What the history says of an edit after which a message that was sent before does not hold any more. */
export const MOVIDA = "Cambió la clienta, el servicio o la hora.";

const MOVED = ["fecha_hora", "cliente_id", "servicio_id"] as const;
const EDITED = [...MOVED, "fin", "empleado_id", "precio", "duracion_minutos", "notas"] as const;

type Column = (typeof EDITED)[number];

/** Whether any of `names` is another than it was; moments and amounts are compared by what they are. */
function hasChanged(before: Record<Column, unknown>, after: Record<Column, unknown>, names: readonly Column[]): boolean {
  const said = (value: unknown) => (value instanceof Date ? value.getTime() : String(value ?? ""));
  return names.some((name) =>
    name === "precio" ? Number(before[name]) !== Number(after[name]) : said(before[name]) !== said(after[name]),
  );
}

/** Changes the notes of an appointment, which is all that one that is over still lets be changed. */
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

/** Deletes an appointment for good; what was charged and used for it stays in the books, without it. */
export function deleteCita(id: string | undefined, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const { count } = isId(id) ? await transaction.cita.deleteMany({ where: { id } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}

/**
 * Holds the specialists of these appointments until the end, always in the same order. The exclusion constraint alone would
 * keep them apart too, but two that arrive together can each wait for the other, and one would end as a deadlock.
 */
async function lockAgendas(transaction: Transaction, turnos: { empleado_id: string | null }[]): Promise<void> {
  const ids = turnos.flatMap(({ empleado_id }) => empleado_id ?? []);
  if (ids.length > 0)
    await transaction.$queryRaw`SELECT FROM empleados_susa WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}

const MISSING_BY_FOREIGN_KEY: Record<string, Reason> = {
  citas_susa_cliente_id_fkey: "cliente",
  citas_susa_empleado_id_fkey: "especialista",
  citas_susa_servicio_id_fkey: "servicio",
};

/** What a constraint of the agenda refuses, as a Refusal. */
async function rejectViolations<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isExclusionViolation(error)) throw new WriteRejection("overlap");
    const gone = MISSING_BY_FOREIGN_KEY[violatedForeignKey(error) ?? ""];
    throw gone ? new WriteRejection(gone) : error;
  }
}
