import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import { checkbox, isId, oneOf, optionalMoney } from "~/database/fields.server";
import {
  type IdempotencyKey,
  isExclusionViolation,
  WriteRejection,
  type WriteResult,
  writeOnce,
} from "~/database/idempotency.server";
import { formatMoney } from "~/format/money";
import { plural } from "~/format/text";
import { type AccionCita, type EstadoCita, Prisma } from "~/generated/client";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { recordIngreso } from "~/models/dinero/ingreso.server";
import { metodoPago } from "~/models/dinero/metodo-pago.server";
import { moveStock } from "~/models/inventario/movimiento.server";
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

/** Whether a change was made now, or the appointment stood so already. */
type Changed = { changed: boolean };

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

/** What the screen that completes an appointment sends: whether to charge, how much it said was left, whether to use up supplies. */
export const completarSchema = z.object({
  cobrar: checkbox(),
  por_cobrar: z.string().optional(),
  // Empty: all that is left.
  monto: optionalMoney(null),
  metodo_pago: metodoPago().default("efectivo"),
  descontar: checkbox(),
});

export type CompletarValues = z.output<typeof completarSchema>;

/** Who changes money and stock, and on which of the studio's days (`2026-11-21`). */
export type Actor = { cuenta_id: string; hoy: string };

/** What completing came to, in words that go into a message. */
export type Completed = Changed & { hecho: string; falta: string };

/**
 * Completes an appointment: its state, what was left to charge, and the supplies of its service, all or nothing. `stale` when
 * another amount is left than the screen said.
 */
export function completeCita(id: string | undefined, values: CompletarValues, { cuenta_id, hoy }: Actor, key: IdempotencyKey) {
  return writeOnce<Completed, "stale" | "missing" | "cancelada">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (cita.estado === "completada") return { changed: false, hecho: "", falta: "" };
    if (cita.estado === "cancelada") throw new WriteRejection("cancelada");
    const left = porCobrar(cita);
    if (values.cobrar && values.por_cobrar !== left) throw new WriteRejection("stale");
    const monto = values.monto ?? left;
    const hecho: string[] = [];
    const charges = values.cobrar && monto !== "0.00";
    const used = values.descontar ? await consumeInsumos(transaction, cita, cuenta_id) : null;
    if (charges) hecho.push(`Se registró un ingreso de ${formatMoney(monto)} (${values.metodo_pago}).`);
    if (used?.moved)
      hecho.push(`Se ${used.moved === 1 ? "descontó" : "descontaron"} ${plural(used.moved, "insumo", "insumos")}.`);
    await recordChange(transaction, cita, { estado: "completada", no_asistio: false }, cuenta_id, hecho.join(" ") || null);
    if (charges) {
      const { servicio: descripcion } = cita;
      const row = {
        monto,
        descripcion,
        metodo_pago: values.metodo_pago,
        fecha: new Date(hoy),
        concepto: "cita",
        cita_id: cita.id,
      } as const;
      await recordIngreso(transaction, row, cuenta_id);
    }
    return { changed: true, hecho: hecho.join(" "), falta: used?.falta ?? "" };
  });
}

/** Takes what the service needs out of the inventory, even below zero: it is gone, whatever the books said. */
async function consumeInsumos(transaction: Transaction, cita: LockedCita, cuenta_id: string) {
  const insumos = await matchInsumos(cita.servicio_id, transaction);
  // Always in the same order, so that two appointments never wait for each other's items.
  insumos.sort((a, b) => (String(a.item_id) < String(b.item_id) ? -1 : 1));
  const reason = { motivo: `Cita completada: ${cita.servicio}`, cuenta_id, cita_id: cita.id };
  const missing: string[] = [];
  const short: string[] = [];
  for (const { nombre, cantidad, item_id } of insumos) {
    const item = await moveIfThere(transaction, item_id, -cantidad, reason);
    if (item === null) missing.push(nombre);
    else if (item.cantidad < 0) short.push(item.nombre);
  }
  const falta = [
    short.length > 0 ? `Por debajo de cero: ${firstOf(short)}.` : "",
    missing.length > 0 ? `No están en el inventario: ${firstOf(missing)}.` : "",
  ];
  return { moved: insumos.length - missing.length, falta: falta.filter(Boolean).join(" ") };
}

/** The first names of a list: the message that carries them travels in a cookie. */
function firstOf(names: string[]): string {
  const said = names.slice(0, 4).join(", ");
  return names.length > 4 ? `${said} y ${names.length - 4} más` : said;
}

/** Moves the stock of an item, or gives null when there is none, or it is deleted in this very moment. */
async function moveIfThere(
  transaction: Transaction,
  item_id: string | null,
  change: number,
  reason: Parameters<typeof moveStock>[3],
) {
  if (item_id === null) return null;
  try {
    return await moveStock(transaction, item_id, change, reason, { always: true });
  } catch (error) {
    if (error instanceof WriteRejection && error.reason === "missing") return null;
    throw error;
  }
}

/**
 * Reopens a completed appointment: what completing it charged and used up is undone by rows that say so. What was paid in
 * advance stays. Refuses with the state of one that is not completed.
 */
export function reopenCita(id: string | undefined, { cuenta_id, hoy }: Actor, key: IdempotencyKey) {
  return writeOnce<Changed, "missing" | "confirmada" | "cancelada">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (cita.estado === "programada") return { changed: false };
    if (cita.estado !== "completada") throw new WriteRejection(cita.estado);
    await recordChange(transaction, cita, { estado: "programada", no_asistio: false }, cuenta_id);
    for (const { id: reversa_de, monto, metodo_pago } of await transaction.ingreso.findMany(cobrosOf(cita.id))) {
      const row = {
        monto: monto.negated(),
        metodo_pago,
        fecha: new Date(hoy),
        concepto: "reversa",
        reversa_de,
        cita_id: cita.id,
      } as const;
      await recordIngreso(transaction, { ...row, descripcion: `Cita reabierta: ${cita.servicio}` }, cuenta_id);
    }
    for (const { id: reversa_de, item_id, cantidad } of await transaction.movimiento.findMany(salidasOf(cita.id))) {
      const reason = { motivo: `Cita reabierta: ${cita.servicio}`, cuenta_id, cita_id: cita.id, reversa_de };
      await moveIfThere(transaction, item_id, cantidad, reason);
    }
    return { changed: true };
  });
}

/** What reopening an appointment would undo: its income that nothing has undone yet, what was paid in advance left out. */
export const cobrosOf = (cita_id: string) =>
  ({
    where: { cita_id, concepto: "cita", reversa: null },
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
  }) satisfies Prisma.IngresoFindManyArgs;

/** What reopening it would bring back: what was taken for it of items that are still there, in the order of completing. */
export const salidasOf = (cita_id: string) =>
  ({
    where: { cita_id, tipo: "salida", reversa_de: null, reversa: null, item_id: { not: null } },
    orderBy: [{ item_id: "asc" }, { orden: "asc" }],
  }) satisfies Prisma.MovimientoFindManyArgs;

/** What it would not: what was taken of items that are not there any more. */
export const perdidasOf = (cita_id: string) =>
  ({
    where: { cita_id, tipo: "salida", reversa_de: null, reversa: null, item_id: null },
    orderBy: { orden: "asc" },
  }) satisfies Prisma.MovimientoFindManyArgs;

type LockedCita = {
  id: string;
  estado: EstadoCita;
  no_asistio: boolean;
  precio: Prisma.Decimal;
  cobrado: Prisma.Decimal;
  servicio_id: string | null;
  servicio: string;
};

/** Holds an appointment until the end, before anything of it is touched, and gives it as it stands. */
export async function lockCitaForUpdate(transaction: Transaction, id: string | undefined): Promise<LockedCita> {
  if (!isId(id)) throw new WriteRejection("missing");
  // Its specialist's agenda first, as booking does: one that comes back to its place may meet one that is being booked there.
  await transaction.$queryRaw`
    SELECT FROM empleados_susa WHERE id = (SELECT empleado_id FROM citas_susa WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
  await transaction.$queryRaw`SELECT FROM citas_susa WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await transaction.cita.findUnique({ where: { id }, include: { servicio: { select: { nombre: true } } } });
  if (!row) throw new WriteRejection("missing");
  return { ...row, servicio: row.servicio?.nombre ?? "Servicio eliminado" };
}

/** What is left to charge of an appointment, what was paid in advance taken off: a decimal text, never below zero. */
export function porCobrar({ precio, cobrado }: { precio: Prisma.Decimal; cobrado: Prisma.Decimal }): string {
  return Prisma.Decimal.max(0, precio.minus(cobrado)).toFixed(2);
}

/** Writes what became of an appointment, and the line of its history that says so. */
async function recordChange(
  transaction: Transaction,
  before: Pick<LockedCita, "id" | "estado" | "no_asistio">,
  after: { estado: EstadoCita; no_asistio: boolean },
  cuenta_id: string,
  detalle: string | null = null,
) {
  const { id } = before;
  await transaction.cita.update({ where: { id }, data: after, select: { id: true } });
  const data = { cita_id: id, accion: accionOf(before, after), ...after, detalle, cuenta_id };
  await transaction.cambioCita.create({ data, select: { id: true } });
}

function accionOf(
  before: { estado: EstadoCita; no_asistio: boolean },
  after: { estado: EstadoCita; no_asistio: boolean },
): AccionCita {
  if (after.no_asistio && !before.no_asistio) return "no_asistio";
  if (after.estado === "cancelada" && before.no_asistio) return "si_asistio";
  return after.estado === "programada" && before.estado !== "confirmada" ? "reabierta" : after.estado;
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
