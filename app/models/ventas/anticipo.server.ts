import { z } from "zod";
import { calendarDay, isId, money } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { type EstadoOver, isOver } from "~/models/citas/estado";
import { lockCitaForUpdate } from "~/models/citas/visita.server";
import type { BookedBy } from "~/models/dinero/asiento.server";
import { recordIngreso, reverseIngresos } from "~/models/dinero/ingreso.server";
import { metodoPago } from "~/models/dinero/metodo-pago.server";

/** The form of an advance payment, on the studio's day `hoy` (no payments in the future). */
export const anticipoSchema = (hoy: string) =>
  z.object({
    monto: money(),
    metodo_pago: metodoPago(),
    fecha: calendarDay().refine((fecha) => fecha <= hoy, "Escribe la fecha de hoy o una anterior."),
  });

export type AnticipoValues = z.output<ReturnType<typeof anticipoSchema>>;

/**
 * Records an advance payment for an appointment; rejects with its state when it is over. `isTooMuch` when more was paid than the
 * price.
 */
export function recordAnticipo(id: string | undefined, values: AnticipoValues, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<{ isTooMuch: boolean }, "missing" | EstadoOver>(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (isOver(cita.estado)) throw new WriteRejection(cita.estado);
    const { monto, metodo_pago, fecha } = values;
    const row = { monto, metodo_pago, fecha: new Date(fecha), concepto: "anticipo", cita_id: cita.id } as const;
    await recordIngreso(transaction, { ...row, descripcion: `Anticipo: ${cita.servicio}` }, cuenta_id);
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
  { cuenta_id, hoy }: BookedBy,
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
    const descripcion = `Anticipo devuelto: ${cita.servicio}`;
    await reverseIngresos(transaction, { id: paid.id }, { fecha: new Date(hoy), descripcion, cuenta_id });
    return { monto: paid.monto.toFixed(2), metodo_pago: paid.metodo_pago };
  });
}
