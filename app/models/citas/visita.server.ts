import type { Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { isExclusionViolation, violatedForeignKey, WriteRejection } from "~/database/idempotency.server";
import { SERVICIO_ELIMINADO } from "~/format/text";
import { type AccionCita, Prisma } from "~/generated/client";
import { type EstadoCita, isOpen } from "./estado";

// A visit: the appointments that were booked together; how they are locked, how a change of state enters their history, and what the
// constraints of their table mean. The order of locks is always the same, so that two transactions cannot deadlock: specialists,
// appointments, sale, items, each by id.

/** Counts the visits of some appointments, in SQL. */
export const COUNT_VISITAS = Prisma.sql`count(DISTINCT coalesce(visita_id, id))`;

/** The condition of the appointments of a visit: those that were booked with this one, or this one alone. */
export const ofVisita = ({ id, visita_id }: { id: string; visita_id: string | null }) => (visita_id ? { visita_id } : { id });

/**
 * Locks the rows of these specialists until the transaction ends. The exclusion constraint alone also prevents an overlap, but two
 * visits that arrive together could then end in a deadlock.
 */
export async function lockAgendas(transaction: Transaction, turnos: { empleado_id: string | null }[]): Promise<void> {
  const ids = turnos.flatMap(({ empleado_id }) => empleado_id ?? []);
  if (ids.length > 0)
    await transaction.$queryRaw`SELECT FROM empleados_susa WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}

/** Locks the rows of all specialists until the transaction ends. */
export async function lockEveryAgenda(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT FROM empleados_susa ORDER BY id FOR NO KEY UPDATE`;
}

/** Locks appointments alone until the transaction ends: for a change of what is paid, or after their specialists. */
export async function lockRowsOfCitas(transaction: Transaction, ids: (string | null)[]): Promise<void> {
  await transaction.$queryRaw`SELECT FROM citas_susa WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}

/** An appointment with the name of its service, and the first name of its specialist. */
export type LockedCita = Awaited<ReturnType<typeof lockCitas>>[number];

/** Locks an appointment until the transaction ends and gives its current row. Throws WriteRejection `missing`. */
export async function lockCitaForUpdate(transaction: Transaction, id: string | undefined): Promise<LockedCita> {
  const [cita] = isId(id) ? await lockCitas(transaction, [id]) : [];
  if (!cita) throw new WriteRejection("missing");
  return cita;
}

/**
 * Locks appointments, their specialists and the one to whom they may go (`con`) until the transaction ends. Gives the current rows of
 * those that exist, by time.
 */
export async function lockCitas(transaction: Transaction, ids: string[], con: string | null = null) {
  if (ids.length === 0) return [];
  await transaction.$queryRaw`
    SELECT FROM empleados_susa
    WHERE id = ${con}::uuid OR id IN (SELECT empleado_id FROM citas_susa WHERE id = ANY (${ids}::uuid[]))
    ORDER BY id FOR NO KEY UPDATE`;
  await lockRowsOfCitas(transaction, ids);
  const rows = await transaction.cita.findMany({
    where: { id: { in: ids } },
    include: { servicio: { select: { nombre: true } }, empleado: { select: { nombre: true } } },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
  return rows.map(({ servicio, empleado, ...row }) => ({
    ...row,
    servicio: servicio?.nombre ?? SERVICIO_ELIMINADO,
    empleado: empleado?.nombre ?? null,
  }));
}

/**
 * Locks the visit of an appointment until the transaction ends, and the agenda of `con`, to whom it may go. Gives the current rows of
 * its appointments, by time. Throws WriteRejection `missing`.
 */
export async function lockVisita(transaction: Transaction, id: string | undefined, con?: string): Promise<LockedCita[]> {
  const found = isId(id) ? await transaction.cita.findUnique({ where: { id } }) : null;
  if (!found) throw new WriteRejection("missing");
  const visita = await transaction.cita.findMany({ where: ofVisita(found), select: { id: true } });
  const ids = visita.map((cita) => cita.id);
  return lockCitas(transaction, ids, con);
}

/** Whether the appointment was changed now, or was already in that state. */
export type CitaChange = { changed: boolean };

type State = { estado: EstadoCita; no_asistio: boolean };

/** Who changes an appointment: the id of an account, or null for its client, who has no account but its link. */
export type Author = string | null;

/** The columns of a history row that say who did it. */
export const byAuthor = (author: Author) => ({ cuenta_id: author, clienta: author === null });

/** The columns of a history row about the place that an appointment leaves; without a specialist it is free for nobody. */
export function freedPlace({ fecha_hora, fin, empleado_id }: Pick<LockedCita, "fecha_hora" | "fin" | "empleado_id">) {
  return { hueco_desde: fecha_hora, hueco_hasta: fin, hueco_con: empleado_id };
}

/** Changes the state of an appointment, which answers a request, and adds the change to its history. */
export async function recordChange(
  transaction: Transaction,
  before: LockedCita,
  after: State,
  author: Author,
  detalle: string | null = null,
) {
  const { id } = before;
  await transaction.cita.update({ where: { id }, data: { ...after, apartada_hasta: null }, select: { id: true } });
  const freed = after.estado === "cancelada" && isOpen(before.estado) ? freedPlace(before) : null;
  const data = { cita_id: id, accion: accionOf(before, after, author), ...after, detalle, ...byAuthor(author), ...freed };
  await transaction.cambioCita.create({ data, select: { id: true } });
}

/** Adds what was done with an appointment that keeps its state to its history. */
export async function recordEdit(
  transaction: Transaction,
  { id, estado, no_asistio }: Pick<LockedCita, "id" | "estado" | "no_asistio">,
  detalle: string,
  cuenta_id: string,
) {
  const data = { cita_id: id, accion: "editada", estado, no_asistio, detalle, cuenta_id } as const;
  await transaction.cambioCita.create({ data, select: { id: true } });
}

function accionOf(before: State & Pick<LockedCita, "apartada_hasta">, after: State, author: Author): AccionCita {
  // An appointment that was never agreed is not one that was cancelled.
  if (before.apartada_hasta && after.estado === "cancelada") return author === null ? "retirada" : "rechazada";
  if (after.no_asistio && !before.no_asistio) return "no_asistio";
  if (after.estado === "cancelada" && before.no_asistio) return "si_asistio";
  return after.estado === "programada" && before.estado !== "confirmada" ? "reabierta" : after.estado;
}

/** Creates the client whose name a form has, and gives her id. */
export async function createClienteForCita(
  transaction: Transaction,
  { cliente_nombre, cliente_telefono }: { cliente_nombre: string | null; cliente_telefono: string | null },
): Promise<string> {
  const data = { nombre: cliente_nombre ?? "", telefono: cliente_telefono };
  return (await transaction.cliente.create({ data, select: { id: true } })).id;
}

/** Why an appointment was not written: its place is taken, or a record that it chose no longer exists. */
export type Rejection = "overlap" | "cliente" | "especialista" | "servicio";

const MISSING_BY_FOREIGN_KEY: Record<string, Rejection> = {
  citas_susa_cliente_id_fkey: "cliente",
  citas_susa_empleado_id_fkey: "especialista",
  citas_susa_servicio_id_fkey: "servicio",
};

/** Turns a violated constraint of the appointments table into a WriteRejection. */
export async function rejectViolations<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isExclusionViolation(error)) throw new WriteRejection("overlap");
    const gone = MISSING_BY_FOREIGN_KEY[violatedForeignKey(error) ?? ""];
    throw gone ? new WriteRejection(gone) : error;
  }
}
