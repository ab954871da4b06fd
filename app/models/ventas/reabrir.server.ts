import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { dayOf } from "~/format/days.server";
import type { ConceptoIngreso, Movimiento, Prisma } from "~/generated/client";
import { type CitaChange, lockCitaForUpdate, recordChange } from "~/models/citas/visita.server";
import { porCobrar } from "~/models/dinero/amounts.server";
import type { BookedBy } from "~/models/dinero/asiento.server";
import { reverseIngresos, reversible } from "~/models/dinero/ingreso.server";
import { reversePropinas } from "~/models/dinero/propina.server";
import { giveBackSupply } from "~/models/inventario/movimiento.server";

/**
 * Reopens a completed appointment: reverses what completing it charged and used up, what was given back, its tips and its discount, but not advance
 * payments nor the products of its sale. Rejects with the state of an appointment that is not completed.
 */
export function reopenCita(id: string | undefined, { cuenta_id, hoy }: BookedBy, key: IdempotencyKey) {
  return writeOnce<CitaChange, "missing" | "confirmada" | "cancelada">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (cita.estado === "programada") return { changed: false };
    if (cita.estado !== "completada") throw new WriteRejection(cita.estado);
    await recordChange(transaction, cita, { estado: "programada", no_asistio: false }, cuenta_id);
    if (!cita.descuento.isZero() || cita.venta_id !== null)
      await transaction.cita.update({
        where: { id: cita.id },
        data: { precio: { increment: cita.descuento }, descuento: 0, descuento_motivo: null, venta_id: null },
        select: { id: true },
      });
    const descripcion = `Cita reabierta: ${cita.servicio}`;
    const fecha = new Date(hoy);
    await reverseIngresos(transaction, cobrosOf(cita.id), { fecha, descripcion, cuenta_id, isReopened: true });
    await reversePropinas(transaction, { cita_id: cita.id }, fecha, cuenta_id);
    for (const salida of await transaction.movimiento.findMany(salidasOf(cita.id)))
      await giveBackSupply(transaction, salida, { motivo: descripcion, cuenta_id, cita_id: cita.id });
    return { changed: true };
  });
}

/** Gives what reopening an appointment would undo and what it cannot (`perdidas`), or null when it does not exist. */
export async function getPorReabrir(id: string | undefined) {
  if (!isId(id)) return null;
  const [row, cobros, propinas, salidas, perdidas] = await Promise.all([
    db.cita.findUnique({
      where: { id },
      include: { cliente: { select: { nombre: true } }, servicio: { select: { nombre: true } } },
    }),
    db.ingreso.findMany(reversible(cobrosOf(id))),
    db.propina.findMany({ where: { cita_id: id, reversa_de: null, reversa: null }, orderBy: { id: "asc" } }),
    db.movimiento.findMany(salidasOf(id)),
    db.movimiento.findMany(perdidasOf(id)),
  ]);
  if (!row) return null;
  const { fecha_hora, estado, cliente, servicio } = row;
  return {
    ...{ fecha_hora, estado, cliente, servicio },
    descuento: row.descuento.toFixed(2),
    por_cobrar: porCobrar(row).toFixed(2),
    cobros: cobros.map(({ id, monto, metodo_pago, fecha }) => ({
      id,
      monto: monto.toFixed(2),
      metodo_pago,
      fecha: dayOf(fecha),
    })),
    propinas: propinas.map(({ monto }) => monto.toFixed(2)),
    salidas: salidas.map(asMoved),
    perdidas: perdidas.map(asMoved),
  };
}

/** The income that charging wrote, without advance payments, and what was given back of it. */
const cobrosOf = (cita_id: string) => ({ cita_id, concepto: { in: ["cita", "devolucion"] as ConceptoIngreso[] } });

/** The stock movements of items that still exist, in the order of charging. */
const salidasOf = (cita_id: string) =>
  ({
    where: { cita_id, tipo: "salida", reversa_de: null, reversa: null, item_id: { not: null } },
    orderBy: [{ item_id: "asc" }, { orden: "asc" }],
  }) satisfies Prisma.MovimientoFindManyArgs;

/** Those of items that were deleted. */
const perdidasOf = (cita_id: string) =>
  ({
    where: { cita_id, tipo: "salida", reversa_de: null, reversa: null, item_id: null },
    orderBy: { orden: "asc" },
  }) satisfies Prisma.MovimientoFindManyArgs;

const asMoved = ({ cantidad, usos, item_nombre }: Pick<Movimiento, "cantidad" | "usos" | "item_nombre">) => ({
  ...{ cantidad, usos, item_nombre },
});
