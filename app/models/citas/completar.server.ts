import { z } from "zod";
import type { Transaction } from "~/database/client.server";
import { checkbox, optionalMoney } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { formatMoney } from "~/format/numbers";
import { plural } from "~/format/text";
import type { Prisma } from "~/generated/client";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { record } from "~/models/cuentas/bitacora.server";
import { recordIngreso } from "~/models/dinero/ingreso.server";
import { metodoPago } from "~/models/dinero/metodo-pago.server";
import { moveStock } from "~/models/inventario/movimiento.server";
import { type CitaChange, type LockedCita, lockCitaForUpdate, porCobrar, recordChange } from "./cambio.server";

/**
 * The form that completes an appointment: whether to charge, what the page showed as left to charge, and whether to use up
 * supplies.
 */
export const completarSchema = z.object({
  cobrar: checkbox(),
  por_cobrar: z.string().optional(),
  // Empty means all that is left.
  monto: optionalMoney("monto", null),
  metodo_pago: metodoPago().default("efectivo"),
  descontar: checkbox(),
});

export type CompletarValues = z.output<typeof completarSchema>;

/** The account that changes money and stock, and the studio's day (`2026-11-21`) it does so. */
export type CompletionContext = { cuenta_id: string; hoy: string };

/**
 * What completing an appointment did: the note that its history keeps, and the names of the supplies that are below zero now or
 * not in stock at all.
 */
export type Completed = CitaChange & { nota: string | null } & Shortages;

type Shortages = { belowZero: string[]; missing: string[] };

/**
 * Completes an appointment in one transaction: changes its state, charges what is left, and uses up the supplies of its
 * service. `stale` when another amount is left than the page showed.
 */
export function completeCita(
  id: string | undefined,
  values: CompletarValues,
  { cuenta_id, hoy }: CompletionContext,
  key: IdempotencyKey,
) {
  return writeOnce<Completed, "stale" | "missing" | "cancelada">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (cita.estado === "completada") return { changed: false, nota: null, belowZero: [], missing: [] };
    if (cita.estado === "cancelada") throw new WriteRejection("cancelada");
    const left = porCobrar(cita);
    if (values.cobrar && values.por_cobrar !== left) throw new WriteRejection("stale");
    const monto = values.monto ?? left;
    const sentences: string[] = [];
    const charges = values.cobrar && monto !== "0.00";
    const used = values.descontar ? await consumeInsumos(transaction, cita, cuenta_id) : null;
    if (charges) sentences.push(`Se registró un ingreso de ${formatMoney(monto)} (${values.metodo_pago}).`);
    if (used?.moved)
      sentences.push(`Se ${used.moved === 1 ? "descontó" : "descontaron"} ${plural(used.moved, "insumo", "insumos")}.`);
    const nota = sentences.join(" ") || null;
    await recordChange(transaction, cita, { estado: "completada", no_asistio: false }, cuenta_id, nota);
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
      // The owner is shown what was charged at less than the appointment costs.
      const cobrado: [string, string] = [left, monto];
      if (Number(monto) < Number(left))
        await record(transaction, {
          accion: "cambio",
          tipo: "cita",
          registro_id: cita.id,
          campos: ["cobrado"],
          importes: { cobrado },
        });
    }
    return { changed: true, nota, belowZero: used?.belowZero ?? [], missing: used?.missing ?? [] };
  });
}

/** Takes the supplies of the service out of stock, even below zero: they were used, whatever the stock says. */
async function consumeInsumos(
  transaction: Transaction,
  cita: LockedCita,
  cuenta_id: string,
): Promise<Shortages & { moved: number }> {
  const insumos = await matchInsumos(cita.servicio_id, transaction);
  // Always in the same order, so that two appointments cannot deadlock on each other's items.
  insumos.sort((a, b) => (String(a.item_id) < String(b.item_id) ? -1 : 1));
  const reason = { motivo: `Cita completada: ${cita.servicio}`, cuenta_id, cita_id: cita.id };
  const missing: string[] = [];
  const belowZero: string[] = [];
  for (const { nombre, cantidad, item_id } of insumos) {
    const item = await moveStockIfExists(transaction, item_id, -cantidad, reason);
    if (item === null) missing.push(nombre);
    else if (item.cantidad < 0) belowZero.push(item.nombre);
  }
  return { moved: insumos.length - missing.length, belowZero, missing };
}

/** Moves the stock of an item; gives null when the item does not exist, or is deleted at the same moment. */
async function moveStockIfExists(
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
 * Reopens a completed appointment: reverses what completing it charged and used up, but not advance payments. Rejects with the
 * state of an appointment that is not completed.
 */
export function reopenCita(id: string | undefined, { cuenta_id, hoy }: CompletionContext, key: IdempotencyKey) {
  return writeOnce<CitaChange, "missing" | "confirmada" | "cancelada">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (cita.estado === "programada") return { changed: false };
    if (cita.estado !== "completada") throw new WriteRejection(cita.estado);
    await recordChange(transaction, cita, { estado: "programada", no_asistio: false }, cuenta_id);
    const descripcion = `Cita reabierta: ${cita.servicio}`;
    for (const { id: reversa_de, monto, metodo_pago } of await transaction.ingreso.findMany(cobrosOf(cita.id))) {
      const row = {
        monto: monto.negated(),
        metodo_pago,
        fecha: new Date(hoy),
        concepto: "reversa",
        reversa_de,
        cita_id: cita.id,
      } as const;
      await recordIngreso(transaction, { ...row, descripcion }, cuenta_id);
    }
    for (const { id: reversa_de, item_id, cantidad } of await transaction.movimiento.findMany(salidasOf(cita.id))) {
      const reason = { motivo: descripcion, cuenta_id, cita_id: cita.id, reversa_de };
      await moveStockIfExists(transaction, item_id, cantidad, reason);
    }
    return { changed: true };
  });
}

/** The income that reopening an appointment reverses: not reversed yet, without advance payments. */
export const cobrosOf = (cita_id: string) =>
  ({
    where: { cita_id, concepto: "cita", reversa: null },
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
  }) satisfies Prisma.IngresoFindManyArgs;

/** The stock movements that reopening reverses, of items that still exist, in the order of completing. */
export const salidasOf = (cita_id: string) =>
  ({
    where: { cita_id, tipo: "salida", reversa_de: null, reversa: null, item_id: { not: null } },
    orderBy: [{ item_id: "asc" }, { orden: "asc" }],
  }) satisfies Prisma.MovimientoFindManyArgs;

/** The stock movements that it cannot reverse, because the item was deleted. */
export const perdidasOf = (cita_id: string) =>
  ({
    where: { cita_id, tipo: "salida", reversa_de: null, reversa: null, item_id: null },
    orderBy: { orden: "asc" },
  }) satisfies Prisma.MovimientoFindManyArgs;
