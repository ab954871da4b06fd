import type { Transaction } from "~/database/client.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import type { EstadoCita } from "~/generated/client";
import {
  type CitaValues,
  createClienteForCita,
  hasMoved,
  lockAgendas,
  MOVIDA,
  type Rejection,
  rejectViolations,
} from "~/models/citas/cita.server";
import type { Turno } from "~/models/citas/turnos.server";
import type { Copia } from "./copia.server";
import { idsOf, insertCopia, isThere, type Perdido, recordRecovery, tie, type Unidos } from "./filas.server";
import { lockCopy } from "./papelera.server";
import { TIPOS } from "./tipos.server";

type Brought = { perdidos: Perdido[]; unidos: Unidos[] };

/** Brings an appointment back into its place. Throws WriteRejection `overlap` when the place was taken meanwhile. */
export async function bringBackCita(transaction: Transaction, copia: Copia): Promise<Brought> {
  const id = String(copia.fila.id);
  const perdidos = await rejectViolations(async () => {
    await lockAgendas(transaction, [{ empleado_id: copia.fila.empleado_id as string | null }]);
    return insertCopia(transaction, "cita", { ...copia, fila: { ...copia.fila, cobrado: 0 } });
  });
  const unidos: Unidos[] = [];
  for (const enlace of TIPOS.cita.enlaces) {
    if (enlace.tabla === "asientos_susa") await tieAsientos(transaction, idsOf(copia.enlaces, enlace), id);
    else unidos.push(await tie(transaction, enlace, copia.enlaces, id));
  }
  // Its income may have been changed or deleted meanwhile.
  await transaction.$executeRaw`
    UPDATE citas_susa SET cobrado = (SELECT coalesce(sum(monto), 0) FROM ingresos_susa WHERE cita_id = ${id}::uuid) WHERE id = ${id}::uuid`;
  return { perdidos, unidos };
}

/**
 * Ties ledger entries to an appointment: all entries of an income that is tied to it, or none, so that each income is the sum of
 * its entries for one appointment. Those of a deleted income add up to zero.
 */
async function tieAsientos(transaction: Transaction, ids: string[], id: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE asientos_susa a SET cita_id = ${id}::uuid
    WHERE a.libro = 'ingreso' AND a.cita_id IS NULL AND (
      a.registro_id IN (SELECT id FROM ingresos_susa WHERE cita_id = ${id}::uuid)
      OR (a.registro_id IN (SELECT registro_id FROM asientos_susa WHERE id = ANY (${ids}::uuid[]))
        AND NOT EXISTS (SELECT FROM ingresos_susa i WHERE i.id = a.registro_id))
    )`;
}

/**
 * Brings an appointment back at another place, with the values of the booking form: the same appointment with its history, not
 * a new one. A completed or cancelled one keeps its state. Rejects as `createVisita` does, and with `missing`, `unreadable` or
 * `exists` when the copy cannot be used any more.
 */
export function recuperarCitaEn(
  papelera_id: string | undefined,
  values: CitaValues,
  [chosen]: Turno[],
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<Brought & { id: string }, Rejection | "missing" | "unreadable" | "exists">(key, async (transaction) => {
    const { copia, ...entry } = await lockCopy(transaction, papelera_id);
    if (entry.tipo !== "cita" || !chosen) throw new WriteRejection("missing");
    if (await isThere(transaction, "citas_susa", entry.registro_id)) throw new WriteRejection("exists");
    const before = copia.fila as {
      estado: EstadoCita;
      no_asistio: boolean;
      fecha_hora: string;
      fin: string;
      duracion_minutos: number;
      cliente_id: unknown;
      servicio_id: unknown;
    };
    const isClosed = before.estado === "completada" || before.estado === "cancelada";
    const estado = isClosed ? before.estado : values.estado;
    // What was done and charged stays as it was: only its place in time changes.
    const turno = isClosed ? { ...chosen, ...asLong(before, chosen.fecha_hora) } : chosen;
    const { fecha_hora, fin, empleado_id } = turno;
    const after = isClosed
      ? { fecha_hora, fin, empleado_id }
      : { ...turno, cliente_id: values.cliente_id ?? (await createClienteForCita(transaction, values)), notas: values.notas };
    // A client or service that the form chose and that is gone is an error here, not a lost link.
    const fila = { ...copia.fila, empleado_id: null, ...(isClosed ? {} : { cliente_id: null, servicio_id: null }) };
    const emptied = { ...copia, fila: { ...fila, ...asJson(turno), notas: values.notas, estado } };
    const brought = await recordRecovery(transaction, { ...entry, copia }, () => bringBackCita(transaction, emptied));
    await rejectViolations(async () => {
      await lockAgendas(transaction, [turno]);
      await transaction.cita.update({ where: { id: entry.registro_id }, data: { ...after, estado }, select: { id: true } });
    });
    const { no_asistio } = before;
    const change = { cita_id: entry.registro_id, no_asistio, cuenta_id };
    const detalle = hasMoved({ ...before, fecha_hora: new Date(before.fecha_hora) }, { ...before, ...after }) ? MOVIDA : null;
    await transaction.cambioCita.create({ data: { ...change, accion: "editada", estado: before.estado, detalle } });
    if (estado !== before.estado && estado !== "completada" && estado !== "cancelada")
      await transaction.cambioCita.create({ data: { ...change, accion: estado, estado } });
    await transaction.papelera.delete({ where: { id: entry.id }, select: { id: true } });
    return { id: entry.registro_id, ...brought };
  });
}

/** The end of an appointment that begins at `fecha_hora` and is as long as the one in the copy. */
function asLong(
  { fecha_hora, fin, duracion_minutos }: { fecha_hora: string; fin: string; duracion_minutos: number },
  start: Date,
) {
  return { duracion_minutos, fin: new Date(start.getTime() + Date.parse(fin) - Date.parse(fecha_hora)) };
}

/** The place in time as a copy holds it; the rest of the turno is written afterwards, so that a changed price is recorded. */
function asJson({ duracion_minutos, fecha_hora, fin }: Turno) {
  return { duracion_minutos, fecha_hora: fecha_hora.toISOString(), fin: fin.toISOString() };
}
