import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { checkbox, integer, isId, money, requiredText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { formatMoney, formatNumber } from "~/format/numbers";
import { type MetodoPago, Prisma } from "~/generated/client";
import type { EstadoCita } from "~/models/citas/estado";
import { lockCitaForUpdate, recordEdit } from "~/models/citas/visita.server";
import { times } from "~/models/dinero/amounts.server";
import type { BookedBy } from "~/models/dinero/asiento.server";
import { findOfCita, recordIngreso, reverseIngresos, UNPAID } from "~/models/dinero/ingreso.server";
import { metodoPago } from "~/models/dinero/metodo-pago.server";
import { moveStockIfExists } from "~/models/inventario/movimiento.server";
import { lockVenta, SALDO } from "./venta.server";

// Money given back after the fact: for a completed appointment, which stays completed with its supplies used, or for products of a sale
// that come back. It lowers the price, so it does not become a debt.

const motivo = () => requiredText(200, "Escribe por qué se le devuelve.");

/** The form that gives money back for an appointment; `cobrado` is what the page showed as paid. */
export const devolucionSchema = z.object({
  monto: money(),
  metodo_pago: metodoPago().default("efectivo"),
  motivo: motivo(),
  cobrado: z.string().default(""),
});

export type DevolucionValues = z.output<typeof devolucionSchema>;

/**
 * Gives an appointment for the form that gives money back: what was paid (`cobrado`, decimal text), and the method of the last payment.
 * Null when the id is unknown or malformed.
 */
export async function getPorDevolver(id: string | undefined) {
  const include = {
    cliente: { select: { nombre: true } },
    servicio: { select: { nombre: true } },
    ingresos: {
      where: { monto: { gt: 0 }, reversa_de: null, reversa: null },
      select: { metodo_pago: true },
      orderBy: { created_at: "desc" },
      take: 1,
    },
  } as const;
  const row = isId(id) ? await db.cita.findUnique({ where: { id }, include }) : null;
  if (!row) return null;
  const { fecha_hora, estado, cliente, servicio, cobrado, ingresos } = row;
  return {
    fecha_hora,
    estado,
    cliente,
    servicio,
    cobrado: cobrado.toFixed(2),
    metodo_pago: ingresos[0]?.metodo_pago ?? "efectivo",
  };
}

/**
 * Gives money back for a completed appointment on the studio's day `hoy`. Rejects with `stale` when something else is paid than the page
 * showed, `too_much` for more than that, or the state of an appointment that is not completed.
 */
export function giveBack(id: string | undefined, values: DevolucionValues, { cuenta_id, hoy }: BookedBy, key: IdempotencyKey) {
  type Reason = "missing" | "stale" | "too_much" | Exclude<EstadoCita, "completada">;
  return writeOnce<{ monto: string }, Reason>(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (cita.estado !== "completada") throw new WriteRejection(cita.estado);
    if (cita.cobrado.toFixed(2) !== values.cobrado) throw new WriteRejection("stale");
    const monto = new Prisma.Decimal(values.monto);
    if (monto.greaterThan(cita.cobrado)) throw new WriteRejection("too_much");
    const what = { concepto: "devolucion", cita_id: cita.id, venta_id: cita.venta_id } as const;
    const row = { monto: monto.negated(), metodo_pago: values.metodo_pago, fecha: new Date(hoy), ...what };
    await recordIngreso(transaction, { ...row, descripcion: describe(cita.servicio, values.motivo) }, cuenta_id);
    const detalle = `Se le devolvieron ${formatMoney(values.monto)} (${values.metodo_pago}). ${values.motivo}`;
    await recordEdit(transaction, cita, detalle, cuenta_id);
    return { monto: values.monto };
  });
}

const describe = (what: string, motivo: string) => `Devolución: ${what}. ${motivo}`;

/** Cancels a refund of an appointment by a reversal on the studio's day `hoy`. Rejects with `reversed` when that was done already. */
export function cancelDevolucion(
  id: string | undefined,
  ingreso_id: string | undefined,
  { cuenta_id, hoy }: BookedBy,
  key: IdempotencyKey,
) {
  return writeOnce<{ monto: string }, "missing" | "reversed">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    const given = await findOfCita(transaction, ingreso_id, cita.id, ["devolucion"]);
    const descripcion = `Devolución cancelada: ${cita.servicio}`;
    await reverseIngresos(transaction, { id: given.id }, { fecha: new Date(hoy), descripcion, cuenta_id });
    const monto = given.monto.negated().toFixed(2);
    await recordEdit(transaction, cita, `Se canceló la devolución de ${formatMoney(monto)}.`, cuenta_id);
    return { monto };
  });
}

const MAX_PIEZAS = 9_999;

/** The form of products that come back: how many, why, how the money is given, and whether they can be sold again. */
export const regresoSchema = z.object({
  cantidad: integer(1, MAX_PIEZAS, `Escribe cuántos regresan con un número entero, de 1 a ${formatNumber(MAX_PIEZAS)}.`),
  metodo_pago: metodoPago().default("efectivo"),
  motivo: motivo(),
  al_inventario: checkbox(),
});

export type RegresoValues = z.output<typeof regresoSchema>;

type LineaVendida = {
  id: string;
  folio: number;
  item_nombre: string;
  /** Whether the item still exists, so that pieces can come back to its stock. */
  hasItem: boolean;
  /** How many pieces did not come back yet. */
  quedan: number;
  precio: string;
  /** What the products of the sale still owe. */
  debe: string;
  /** The method of their last payment. */
  metodo_pago: MetodoPago | null;
};

/** Gives a line of a sale that is not cancelled, with amounts as decimal text. Null without one. */
export async function getLinea(
  venta_id: string | undefined,
  id: string | undefined,
  reader: Pick<Transaction, "$queryRaw"> = db,
) {
  if (!isId(venta_id) || !isId(id)) return null;
  const [linea] = await reader.$queryRaw<LineaVendida[]>`
    SELECT l.id, v.folio, l.item_nombre, l.item_id IS NOT NULL AS "hasItem", l.cantidad - l.devueltas AS quedan, l.precio::text,
      ${SALDO}::text AS debe,
      (SELECT metodo_pago FROM ingresos_susa p WHERE p.venta_id = v.id AND p.concepto = 'venta'
        AND NOT EXISTS (SELECT FROM ingresos_susa r WHERE r.reversa_de = p.id) ORDER BY created_at DESC, id LIMIT 1) AS metodo_pago
    FROM venta_lineas_susa l JOIN ventas_susa v ON v.id = l.venta_id
    WHERE l.id = ${id}::uuid AND v.id = ${venta_id}::uuid AND v.cancelada_at IS NULL`;
  return linea ?? null;
}

/**
 * Takes products of a sale back on the studio's day `hoy`: what was paid for them is given back, what was owed for them is owed no more.
 * Rejects with `too_many` when fewer were sold, `missing` when the sale is cancelled.
 */
export function returnProducto(
  venta_id: string | undefined,
  linea_id: string | undefined,
  { cantidad, metodo_pago, motivo, al_inventario }: RegresoValues,
  { cuenta_id, hoy }: BookedBy,
  key: IdempotencyKey,
) {
  return writeOnce<{ monto: string; folio: number }, "missing" | "too_many">(key, async (transaction) => {
    const venta = await lockVenta(transaction, venta_id);
    const linea = await getLinea(venta_id, linea_id, transaction);
    if (!linea) throw new WriteRejection("missing");
    if (cantidad > linea.quedan) throw new WriteRejection("too_many");
    const { item_id, item_nombre } = await transaction.ventaLinea.update({
      where: { id: linea.id },
      data: { devueltas: { increment: cantidad } },
    });
    // What was still owed comes off first.
    const [after] = await transaction.$queryRaw<{ unpaid: Prisma.Decimal }[]>`
      SELECT ${UNPAID} AS unpaid FROM ventas_susa v WHERE v.id = ${venta.id}::uuid`;
    const worth = times(linea.precio, cantidad);
    const monto = Prisma.Decimal.min(worth, Prisma.Decimal.max(0, after ? after.unpaid.negated() : 0));
    const what = `${cantidad} × ${item_nombre}`;
    if (!monto.isZero()) {
      const row = { concepto: "devolucion_venta", venta_id: venta.id, metodo_pago, fecha: new Date(hoy) } as const;
      await recordIngreso(transaction, { ...row, monto: monto.negated(), descripcion: describe(what, motivo) }, cuenta_id);
    }
    const reason = { motivo: describe(`nota ${venta.folio}`, motivo), cuenta_id, venta_id: venta.id };
    if (al_inventario) await moveStockIfExists(transaction, item_id, cantidad, reason);
    return { monto: monto.toFixed(2), folio: venta.folio };
  });
}
