import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import type { Prisma } from "~/generated/client";
import { reverseIngresos, reversible } from "~/models/dinero/ingreso.server";
import { reversePropinas } from "~/models/dinero/propina.server";
import { moveStockIfExists } from "~/models/inventario/movimiento.server";
import { type CitaChange, lockCitaForUpdate, recordChange } from "./cambio.server";

/** The account that changes money and stock, and the studio's day (`2026-11-21`) it does so. */
export type CompletionContext = { cuenta_id: string; hoy: string };

/**
 * Reopens a completed appointment: reverses what completing it charged and used up, its tips and its discount, but not advance
 * payments nor the products of its sale. Rejects with the state of an appointment that is not completed.
 */
export function reopenCita(id: string | undefined, { cuenta_id, hoy }: CompletionContext, key: IdempotencyKey) {
  return writeOnce<CitaChange, "missing" | "confirmada" | "cancelada">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (cita.estado === "programada") return { changed: false };
    if (cita.estado !== "completada") throw new WriteRejection(cita.estado);
    await recordChange(transaction, cita, { estado: "programada", no_asistio: false }, cuenta_id);
    if (!cita.descuento.isZero() || cita.venta_id !== null)
      await transaction.cita.update({
        where: { id: cita.id },
        data: { precio: cita.precio.plus(cita.descuento), descuento: 0, descuento_motivo: null, venta_id: null },
        select: { id: true },
      });
    const descripcion = `Cita reabierta: ${cita.servicio}`;
    const fecha = new Date(hoy);
    await reverseIngresos(transaction, cobrosOf(cita.id).where, { fecha, descripcion, cuenta_id, isReopened: true });
    await reversePropinas(transaction, { cita_id: cita.id }, fecha, cuenta_id);
    for (const { id: reversa_de, item_id, cantidad } of await transaction.movimiento.findMany(salidasOf(cita.id))) {
      const reason = { motivo: descripcion, cuenta_id, cita_id: cita.id, reversa_de };
      await moveStockIfExists(transaction, item_id, cantidad, reason);
    }
    return { changed: true };
  });
}

/** The income that reopening an appointment reverses: not reversed yet, without advance payments. */
export const cobrosOf = (cita_id: string) => reversible({ cita_id, concepto: "cita" });

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
