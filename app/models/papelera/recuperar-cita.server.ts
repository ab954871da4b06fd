import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import type { Restored } from "~/database/trash.server";
import { type CitaValues, estadoAfterEdit, hasMoved, MOVIDA } from "~/models/citas/cita.server";
import { resolveEsperas } from "~/models/citas/espera.server";
import { type EstadoCita, isOpen, isOver } from "~/models/citas/estado";
import type { Turno } from "~/models/citas/turnos.server";
import { createClienteForCita, lockAgendas, type Rejection, rejectViolations } from "~/models/citas/visita.server";
import { lockCopy } from "./papelera.server";
import { restoreCita } from "./recuperar.server";

/** The columns of a deleted appointment that decide how it comes back. */
type Before = {
  estado: EstadoCita;
  no_asistio: boolean;
  fecha_hora: string;
  fin: string;
  duracion_minutos: number;
  cliente_id: unknown;
  servicio_id: unknown;
};

/**
 * Brings an appointment back at another place, with the values of the booking form: the same appointment with its history, not
 * a new one. A completed or cancelled one keeps its state. Rejects as `createVisita` does, and with `missing` or
 * `exists` when the copy cannot be used any more.
 */
export function recuperarCitaEn(
  papelera_id: string | undefined,
  values: CitaValues,
  [chosen]: Turno[],
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<Restored & { id: string }, Rejection | "missing" | "exists">(key, async (transaction) => {
    const copy = await lockCopy(transaction, papelera_id);
    if (copy.tipo !== "cita" || !chosen) throw new WriteRejection("missing");
    const before = copy.fila as Before;
    const isClosed = isOver(before.estado);
    // What was done and charged stays as it was: only its place in time changes.
    const turno = isClosed ? { ...chosen, ...asLong(before, chosen.fecha_hora) } : chosen;
    const { fecha_hora, fin, duracion_minutos, empleado_id } = turno;
    const after = isClosed
      ? { fecha_hora, fin, empleado_id }
      : { ...turno, cliente_id: values.cliente_id ?? (await createClienteForCita(transaction, values)), notas: values.notas };
    const was = { ...before, fecha_hora: new Date(before.fecha_hora) };
    const estado = isClosed ? before.estado : estadoAfterEdit(was, { ...was, ...after }, values.estado);
    const restored = await restoreCita(transaction, copy, {
      fecha_hora: fecha_hora.toISOString(),
      fin: fin.toISOString(),
      duracion_minutos,
      notas: values.notas,
      estado,
      empleado_id: null,
      // A client or service that the form chose and that is gone is an error below, not a lost link.
      ...(isClosed ? {} : { cliente_id: null, servicio_id: null }),
    });
    const id = copy.registro_id;
    await rejectViolations(async () => {
      await lockAgendas(transaction, [turno]);
      await transaction.cita.update({ where: { id }, data: { ...after, estado }, select: { id: true } });
    });
    const { no_asistio } = before;
    const change = { cita_id: id, no_asistio, cuenta_id };
    const detalle = hasMoved(was, { ...was, ...after }) ? MOVIDA : null;
    await transaction.cambioCita.create({ data: { ...change, accion: "editada", estado: before.estado, detalle } });
    if (estado !== before.estado && isOpen(estado))
      await transaction.cambioCita.create({ data: { ...change, accion: estado, estado } });
    if (!isClosed) await resolveEsperas(transaction, [{ cliente_id: null, ...after, ...turno }]);
    return { id, ...restored };
  });
}

/** The end of an appointment that begins at `fecha_hora` and is as long as the one in the copy. */
function asLong({ fecha_hora, fin, duracion_minutos }: Before, start: Date) {
  return { duracion_minutos, fin: new Date(start.getTime() + Date.parse(fin) - Date.parse(fecha_hora)) };
}
