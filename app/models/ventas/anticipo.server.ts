import { z } from "zod";
import { db } from "~/database/client.server";
import { calendarDay, isId, money } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { formatMoney } from "~/format/numbers";
import { type EstadoCita, type EstadoOver, isOpen, isOver } from "~/models/citas/estado";
import { acceptSolicitud } from "~/models/citas/solicitud.server";
import { type LockedCita, lockCitaForUpdate, lockCitas, recordEdit } from "~/models/citas/visita.server";
import type { BookedBy } from "~/models/dinero/asiento.server";
import { findOfCita, moveIngreso, recordIngreso, reverseIngresos } from "~/models/dinero/ingreso.server";
import { metodoPago } from "~/models/dinero/metodo-pago.server";

/** The form of an advance payment or of a fee, on the studio's day `hoy` (no payments in the future). */
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
    await recordIngreso(
      transaction,
      { ...asRow(values, cita), concepto: "anticipo", descripcion: `Anticipo: ${cita.servicio}` },
      cuenta_id,
    );
    await acceptSolicitud(transaction, cita, cuenta_id);
    return { isTooMuch: cita.cobrado.plus(values.monto).greaterThan(cita.precio) };
  });
}

/** Records the fee of a client who did not come or cancelled late; rejects with the state of an appointment that is not cancelled. */
export function recordCargo(id: string | undefined, values: AnticipoValues, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<{ isTooMuch: boolean }, "missing" | EstadoCita>(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    if (cita.estado !== "cancelada") throw new WriteRejection(cita.estado);
    await recordIngreso(transaction, { ...asRow(values, cita), ...asCargo(cita) }, cuenta_id);
    return { isTooMuch: false };
  });
}

const asRow = ({ monto, metodo_pago, fecha }: AnticipoValues, { id: cita_id }: LockedCita) => ({
  ...{ monto, metodo_pago, cita_id },
  fecha: new Date(fecha),
});

const asCargo = ({ servicio }: LockedCita) => ({ concepto: "cargo", descripcion: `Cargo: ${servicio}` }) as const;

/**
 * Gives an advance payment or a fee back by a reversal dated today, so that the month of the payment stays as it was. `reversed` when
 * that was done already, `completada` when the appointment was charged with it.
 */
export function returnAnticipo(
  id: string | undefined,
  ingreso_id: string | undefined,
  { cuenta_id, hoy }: BookedBy,
  key: IdempotencyKey,
) {
  type Returned = { monto: string; metodo_pago: string; isCargo: boolean };
  return writeOnce<Returned, "missing" | "completada" | "reversed">(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    const paid = await findOfCita(transaction, ingreso_id, cita.id, ["anticipo", "cargo"]);
    if (cita.estado === "completada") throw new WriteRejection("completada");
    const isCargo = paid.concepto === "cargo";
    const descripcion = `${isCargo ? "Cargo" : "Anticipo"} devuelto: ${cita.servicio}`;
    await reverseIngresos(transaction, { id: paid.id }, { fecha: new Date(hoy), descripcion, cuenta_id });
    return { monto: paid.monto.toFixed(2), metodo_pago: paid.metodo_pago, isCargo };
  });
}

/** An advance payment of a cancelled appointment, with that one's moment; `monto` is decimal text. */
export type AnticipoSinUsar = { id: string; monto: string; fecha_hora: Date };

/** Lists what the client of an appointment paid in advance for others of hers that were cancelled, the oldest first. */
export async function listAnticiposSinUsar(cita_id: string | undefined): Promise<AnticipoSinUsar[]> {
  if (!isId(cita_id)) return [];
  return db.$queryRaw<AnticipoSinUsar[]>`
    SELECT i.id, i.monto::text, de.fecha_hora FROM citas_susa cita
    JOIN citas_susa de ON de.cliente_id = cita.cliente_id AND de.estado = 'cancelada' AND de.id <> cita.id
    JOIN ingresos_susa i ON i.cita_id = de.id AND i.concepto = 'anticipo'
    WHERE cita.id = ${cita_id}::uuid AND NOT EXISTS (SELECT FROM ingresos_susa r WHERE r.reversa_de = i.id)
    ORDER BY i.fecha, i.created_at, i.id`;
}

/**
 * Uses an advance payment of a cancelled appointment for another one of the same client, which is open or owes. Its day and its method
 * stay. Rejects with `missing` when there is no such payment any more, `reversed` when it was given back, or the state of an appointment
 * that needs no payment.
 */
export function applyAnticipo(
  id: string | undefined,
  ingreso_id: string | undefined,
  { cuenta_id }: BookedBy,
  key: IdempotencyKey,
) {
  return writeOnce<{ monto: string; isTooMuch: boolean }, "missing" | "reversed" | EstadoCita>(key, async (transaction) => {
    const found = isId(ingreso_id) ? await transaction.ingreso.findUnique({ where: { id: ingreso_id } }) : null;
    if (!isId(id) || !found?.cita_id) throw new WriteRejection("missing");
    const locked = await lockCitas(transaction, [id, found.cita_id]);
    const [cita, from] = [id, found.cita_id].map((each) => locked.find((row) => row.id === each));
    if (!cita || !from || !isUnused(from, cita)) throw new WriteRejection("missing");
    const paid = await findOfCita(transaction, ingreso_id, from.id, ["anticipo"]);
    if (!isOpen(cita.estado) && !(cita.estado === "completada" && cita.precio.greaterThan(cita.cobrado)))
      throw new WriteRejection(cita.estado);
    await moveIngreso(transaction, paid, cita.id, cuenta_id);
    await acceptSolicitud(transaction, cita, cuenta_id);
    return { monto: paid.monto.toFixed(2), isTooMuch: cita.cobrado.plus(paid.monto).greaterThan(cita.precio) };
  });
}

const isUnused = (from: LockedCita, cita: LockedCita) =>
  from.id !== cita.id && from.estado === "cancelada" && from.cliente_id !== null && from.cliente_id === cita.cliente_id;

/**
 * Keeps an advance payment of a cancelled appointment as the fee for it, so that it is not offered for another one. Rejects with
 * `missing`, `reversed`, or the state of an appointment that is not cancelled.
 */
export function keepAnticipo(
  id: string | undefined,
  ingreso_id: string | undefined,
  { cuenta_id }: BookedBy,
  key: IdempotencyKey,
) {
  return writeOnce<{ monto: string }, "missing" | "reversed" | EstadoCita>(key, async (transaction) => {
    const cita = await lockCitaForUpdate(transaction, id);
    const paid = await findOfCita(transaction, ingreso_id, cita.id, ["anticipo"]);
    if (cita.estado !== "cancelada") throw new WriteRejection(cita.estado);
    await transaction.ingreso.update({ where: { id: paid.id }, data: asCargo(cita), select: { id: true } });
    const monto = paid.monto.toFixed(2);
    await recordEdit(transaction, cita, `Su anticipo de ${formatMoney(monto)} se quedó como cargo.`, cuenta_id);
    return { monto };
  });
}
