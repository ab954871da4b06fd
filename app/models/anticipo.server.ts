import { z } from "zod";
import { calendarDay, money } from "./fields.server";
import { type FormSeal, Refusal, writeOnce } from "./form-token.server";
import { recordIngreso } from "./ingreso.server";
import { metodoPago } from "./metodo-pago.server";
import { takeCita } from "./transicion.server";

/** What the form of a payment in advance sends. */
export const anticipoSchema = z.object({
  monto: money("Escribe un monto mayor que cero."),
  metodo_pago: metodoPago(),
  fecha: calendarDay("Escribe la fecha."),
});

export type AnticipoValues = z.output<typeof anticipoSchema>;

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
