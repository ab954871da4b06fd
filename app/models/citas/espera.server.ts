import { z } from "zod";
import { ESTUDIO_NUEVO } from "~/content/estudio";
import { withoutLines } from "~/database/actor.server";
import { db, type Transaction } from "~/database/client.server";
import { asMoment, calendarDay, isId, optionalId, optionalName, optionalPhone, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, violatedForeignKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { deleteToTrash } from "~/database/trash.server";
import { addDays, dayOf } from "~/format/days.server";
import { Prisma } from "~/generated/client";
import { optionalEmpleadoId } from "~/models/equipo/empleado.server";
import { createClienteForCita } from "./visita.server";

// The waiting list: clients for whom no hour suited. Nothing is held for them; a place that is freed names those whom it would suit
// (hueco.server.ts).

/** For how many days a client waits unless the form says otherwise. */
const DIAS_DE_ESPERA = 14;

/** The days that the form offers: from `asked`, or from today when that is past, for two weeks. */
export function defaultDias(asked: string, hoy: string): { desde: string; hasta: string } {
  const desde = calendarDay().safeParse(asked).success && asked > hoy ? asked : hoy;
  return { desde, hasta: addDays(desde, DIAS_DE_ESPERA) };
}

const waitingFor = {
  // Empty: any service, any specialist.
  servicio_id: optionalId("Elige el servicio de la lista."),
  empleado_id: optionalEmpleadoId(),
  desde: calendarDay("Escribe desde qué día puede."),
  hasta: calendarDay("Escribe hasta qué día puede."),
  nota: optionalText(200),
};

/** What a client waits for, with the days on which she can come, both included; `hoy` is the studio's today. */
export const esperaSchema = (hoy: string) => z.object(waitingFor).superRefine(checkDias(hoy));

/** The same for one who is noted: a client of the studio, or the name and telephone of a new one. */
export const nuevaEsperaSchema = (hoy: string) =>
  z
    .object({
      cliente_id: optionalId("Elige a la clienta de la lista."),
      cliente_nombre: optionalName(120),
      cliente_telefono: optionalPhone(),
      ...waitingFor,
    })
    .superRefine(checkDias(hoy))
    // `when`: reported together with the errors of the fields.
    .refine(({ cliente_id, cliente_nombre }) => (cliente_id === null) !== (cliente_nombre === null), {
      path: ["cliente_id"],
      error: ({ input }) =>
        (input as { cliente_id?: unknown }).cliente_id
          ? "Espera una sola clienta: borra el nombre de la nueva, o elige «Otra clienta» en la lista."
          : "Elige a la clienta, o escribe el nombre de una nueva.",
      when: () => true,
    });

export type EsperaValues = z.output<ReturnType<typeof esperaSchema>>;
export type NuevaEsperaValues = z.output<ReturnType<typeof nuevaEsperaSchema>>;

function checkDias(hoy: string) {
  return ({ desde, hasta }: { desde: string; hasta: string }, context: z.RefinementCtx) => {
    const fail = (message: string) => context.addIssue({ code: "custom", message, path: ["hasta"] });
    if (hasta < desde) fail("El último día no puede ser antes del primero.");
    else if (hasta < hoy) fail("Ese día ya pasó.");
  };
}

const include = {
  cliente: { select: { id: true, nombre: true, telefono: true } },
  servicio: { select: { nombre: true, activo: true } },
  empleado: { select: { nombre: true, apellido: true } },
} satisfies Prisma.EsperaInclude;

/** Lists a page of who waits on the day `hoy` or later, by her last day, and how many there are. */
export async function listEsperas(hoy: string, pagina: number) {
  const where = { hasta: { gte: new Date(hoy) } };
  const orderBy = [{ hasta: "asc" }, { desde: "asc" }, { id: "asc" }] satisfies Prisma.EsperaOrderByWithRelationInput[];
  const [total, rows] = await Promise.all([
    db.espera.count({ where }),
    db.espera.findMany({ where, include, orderBy, ...pageOf(pagina) }),
  ]);
  return { total, esperas: rows.map(readable) };
}

/** Gives these of the list, who waits longest first. */
export async function listEsperasById(ids: string[]) {
  const rows = await db.espera.findMany({ where: { id: { in: ids } }, include, orderBy: [{ created_at: "asc" }, { id: "asc" }] });
  return rows.map(readable);
}

export type Espera = Awaited<ReturnType<typeof listEsperasById>>[number];

/** Gives what a client waits for, or null when the id is unknown or malformed. */
export async function getEspera(id: string | undefined) {
  const row = isId(id) ? await db.espera.findUnique({ where: { id }, include }) : null;
  return row && { ...readable(row), updated_at: row.updated_at.toISOString() };
}

function readable({ desde, hasta, ...row }: Prisma.EsperaGetPayload<{ include: typeof include }>) {
  const { id, cliente_id, servicio_id, empleado_id, nota, cliente, servicio, empleado } = row;
  return {
    id,
    cliente_id,
    servicio_id,
    empleado_id,
    desde: dayOf(desde),
    hasta: dayOf(hasta),
    nota,
    cliente,
    servicio,
    empleado,
  };
}

type Gone = "cliente" | "servicio" | "especialista";

const GONE_BY_FOREIGN_KEY: Record<string, Gone> = {
  esperas_susa_cliente_id_fkey: "cliente",
  esperas_susa_servicio_id_fkey: "servicio",
  esperas_susa_empleado_id_fkey: "especialista",
};

/** Notes a client on the waiting list, a new one too, and gives the id. Rejects with what the form chose and no longer exists. */
export function createEspera(values: NuevaEsperaValues, key: IdempotencyKey) {
  return writeOnce<string, Gone>(key, (transaction) =>
    rejectGone(async () => {
      const cliente_id = values.cliente_id ?? (await createClienteForCita(transaction, values));
      return (await transaction.espera.create({ data: { ...stored(values), cliente_id }, select: { id: true } })).id;
    }),
  );
}

/** Changes what a client waits for: `stale` when that was changed since `updated_at` was `seen`, `missing` when it is gone. */
export function updateEspera(id: string | undefined, seen: unknown, values: EsperaValues, key: IdempotencyKey) {
  return writeOnce<string, "stale" | "missing" | Gone>(key, (transaction) =>
    rejectGone(async () => {
      if (!isId(id)) throw new WriteRejection("missing");
      const where = { id, updated_at: asMoment(seen) };
      const { count } = await transaction.espera.updateMany({ where, data: stored(values) });
      if (count === 0) throw new WriteRejection((await transaction.espera.count({ where: { id } })) ? "stale" : "missing");
      return id;
    }),
  );
}

async function rejectGone<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const gone = GONE_BY_FOREIGN_KEY[violatedForeignKey(error) ?? ""];
    throw gone ? new WriteRejection(gone) : error;
  }
}

function stored({ servicio_id, empleado_id, desde, hasta, nota }: EsperaValues) {
  return { servicio_id, empleado_id, desde: new Date(desde), hasta: new Date(hasta), nota };
}

/** Takes a client off the waiting list. Gives the id of the copy in the trash. */
export function deleteEspera(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return deleteToTrash("espera", id, cuenta_id, key);
}

/** The studio's zone, in SQL: a transaction must not wait for another connection. */
const ZONA = Prisma.sql`coalesce((SELECT zona_horaria FROM configuracion_susa), ${ESTUDIO_NUEVO.zona_horaria})`;

type Booked = { cliente_id: string | null; servicio_id: string | null; fecha_hora: Date };

/**
 * Takes off the waiting list who now has an appointment on one of her days, of the service for which she waits. The booking is in
 * the record already.
 */
export async function resolveEsperas(transaction: Transaction, citas: Booked[]): Promise<void> {
  const booked = citas.map(({ cliente_id, servicio_id, fecha_hora }) => ({ cliente_id, servicio_id, fecha_hora }));
  await withoutLines(
    transaction,
    () => transaction.$executeRaw`
      DELETE FROM esperas_susa e USING jsonb_to_recordset(${JSON.stringify(booked)}::jsonb)
        AS c (cliente_id uuid, servicio_id uuid, fecha_hora timestamptz)
      WHERE e.cliente_id = c.cliente_id AND (e.servicio_id IS NULL OR e.servicio_id = c.servicio_id)
        AND (c.fecha_hora AT TIME ZONE ${ZONA})::date BETWEEN e.desde AND e.hasta`,
  );
}

/** Deletes who waited for a day that is over in every zone. */
export const PURGE_ESPERAS = "DELETE FROM esperas_susa WHERE hasta < (now() AT TIME ZONE 'UTC')::date - 1";
