import { z } from "zod";
import { calendarDay, isId, money, oneOf } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { noteLowerCharge, recordIngreso } from "~/models/dinero/ingreso.server";
import { metodoPago } from "~/models/dinero/metodo-pago.server";
import { lockCitaForUpdate, porCobrar } from "./cambio.server";
import type { EstadoCita } from "./cita.server";
import type { CompletionContext } from "./completar.server";

/**
 * The form of a payment, on the studio's day `hoy` (no payments in the future): whether the page offered an advance payment or
 * the charge of a completed appointment, and what it showed as left.
 */
export const pagoSchema = (hoy: string) =>
  z.object({
    concepto: oneOf(["anticipo", "cita"], "Elige anticipo o cobro."),
    por_cobrar: z.string().optional(),
    monto: money(),
    metodo_pago: metodoPago(),
    fecha: calendarDay().refine((fecha) => fecha <= hoy, "Escribe la fecha de hoy o una anterior."),
  });

export type PagoValues = z.output<ReturnType<typeof pagoSchema>>;

/**
 * Records a payment for an appointment; rejects with the appointment's state when it is another than the page showed, and with
 * `charged` when another amount is left. `isTooMuch` when more was paid than the price.
 */
export function recordPago(id: string | undefined, values: PagoValues, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<{ isTooMuch: boolean }, "missing" | "charged" | EstadoCita>(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    const { concepto, monto, metodo_pago, fecha } = values;
    const isDue =
      concepto === "cita" ? cita.estado === "completada" : cita.estado === "programada" || cita.estado === "confirmada";
    if (!isDue) throw new WriteRejection(cita.estado);
    // Somebody else has charged it in the meantime.
    const left = porCobrar(cita);
    if (concepto === "cita" && (left === "0.00" || values.por_cobrar !== left)) throw new WriteRejection("charged");
    const descripcion = concepto === "cita" ? cita.servicio : `Anticipo: ${cita.servicio}`;
    const row = { monto, metodo_pago, fecha: new Date(fecha), concepto, descripcion, cita_id: cita.id };
    await recordIngreso(transaction, row, cuenta_id);
    return { isTooMuch: cita.cobrado.plus(monto).greaterThan(cita.precio) };
  });
}

/**
 * Gives an advance payment back by a reversal dated today, so that the month of the payment stays as it was. `reversed` when
 * that was done already, `completada` when the appointment was charged with it.
 */
export function returnAnticipo(
  id: string | undefined,
  ingreso_id: string | undefined,
  { cuenta_id, hoy }: CompletionContext,
  key: IdempotencyKey,
) {
  return writeOnce<{ monto: string; metodo_pago: string }, "missing" | "completada" | "reversed">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    const where = { id: ingreso_id, cita_id: cita.id, concepto: "anticipo" } as const;
    const paid = isId(ingreso_id)
      ? await transaction.ingreso.findFirst({ where, include: { reversa: { select: { id: true } } } })
      : null;
    if (!paid) throw new WriteRejection("missing");
    if (paid.reversa) throw new WriteRejection("reversed");
    if (cita.estado === "completada") throw new WriteRejection("completada");
    const { id: reversa_de, metodo_pago } = paid;
    const row = { monto: paid.monto.negated(), metodo_pago, fecha: new Date(hoy), concepto: "reversa", reversa_de } as const;
    const descripcion = `Anticipo devuelto: ${cita.servicio}`;
    const { monto } = await recordIngreso(transaction, { ...row, cita_id: cita.id, descripcion }, cuenta_id);
    await noteLowerCharge(transaction, cita.id, monto, cuenta_id);
    return { monto: paid.monto.toFixed(2), metodo_pago };
  });
}
