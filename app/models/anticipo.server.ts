import { z } from "zod";
import { calendarDay, isId, money } from "./fields.server";
import { type FormSeal, Refusal, writeOnce } from "./form-token.server";
import { recordIngreso } from "./ingreso.server";
import { metodoPago } from "./metodo-pago.server";
import { type Actor, takeCita } from "./transicion.server";

/** What the form of a payment in advance sends, on the studio's day `hoy`: nobody has paid tomorrow yet. */
export const anticipoSchema = (hoy: string) =>
  z.object({
    monto: money("Escribe un monto mayor que cero."),
    metodo_pago: metodoPago(),
    fecha: calendarDay("Escribe la fecha.").refine((fecha) => fecha <= hoy, "Escribe la fecha de hoy o una anterior."),
  });

export type AnticipoValues = z.output<ReturnType<typeof anticipoSchema>>;

/** Writes what was paid for an appointment before it; refuses with the state of one that is over. Says when it is paid for more than once. */
export function recordAnticipo(id: string | undefined, values: AnticipoValues, cuenta_id: string, form: FormSeal) {
  return writeOnce<{ isTooMuch: boolean }, "missing" | "completada" | "cancelada">(form, async (transaction) => {
    const cita = await takeCita(transaction, id);
    if (cita.estado === "completada" || cita.estado === "cancelada") throw new Refusal(cita.estado);
    const { monto, metodo_pago, fecha } = values;
    const row = { monto, metodo_pago, fecha: new Date(fecha), concepto: "anticipo", cita_id: cita.id } as const;
    await recordIngreso(transaction, { ...row, descripcion: `Anticipo: ${cita.servicio}` }, cuenta_id);
    return { isTooMuch: cita.cobrado.plus(monto).greaterThan(cita.precio) };
  });
}

/**
 * Gives a payment in advance back: its opposite, of today, so that the month in which it was paid stays as it was. `reversed`
 * when that was done already, `completada` when the appointment was charged with it.
 */
export function returnAnticipo(
  id: string | undefined,
  ingreso_id: string | undefined,
  { cuenta_id, hoy }: Actor,
  form: FormSeal,
) {
  return writeOnce<{ monto: string; metodo_pago: string }, "missing" | "completada" | "reversed">(form, async (transaction) => {
    const cita = await takeCita(transaction, id);
    const where = { id: ingreso_id, cita_id: cita.id, concepto: "anticipo" } as const;
    const paid = isId(ingreso_id)
      ? await transaction.ingreso.findFirst({ where, include: { reversa: { select: { id: true } } } })
      : null;
    if (!paid) throw new Refusal("missing");
    if (paid.reversa) throw new Refusal("reversed");
    if (cita.estado === "completada") throw new Refusal("completada");
    const { id: reversa_de, metodo_pago } = paid;
    const row = { monto: paid.monto.negated(), metodo_pago, fecha: new Date(hoy), concepto: "reversa", reversa_de } as const;
    const descripcion = `Anticipo devuelto: ${cita.servicio}`;
    await recordIngreso(transaction, { ...row, cita_id: cita.id, descripcion }, cuenta_id);
    return { monto: paid.monto.toFixed(2), metodo_pago };
  });
}
