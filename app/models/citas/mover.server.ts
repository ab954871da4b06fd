import { asMoment, isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import type { EstadoCita } from "~/generated/client";
import { lockAgendas, MOVIDA, type Rejection, rejectViolations } from "./cita.server";

/** The new hour of an appointment, and its specialist if another one takes it. */
export type Destino = { fecha_hora: Date; empleado_id?: string };

/**
 * Moves an open appointment whose `updated_at` still is `seen`. While its specialist stays, the other open appointments of its
 * visit move by as much; to another specialist it moves alone. Rejects as `updateCita` does. Gives the ids of those that moved.
 */
export function moveVisita(
  id: string | undefined,
  { fecha_hora, empleado_id }: Destino,
  seen: unknown,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string[], Rejection | "stale" | "missing" | "completada" | "cancelada">(key, (transaction) =>
    rejectViolations(async () => {
      const found = isId(id) ? await transaction.cita.findUnique({ where: { id } }) : null;
      if (!found) throw new WriteRejection("missing");
      const { visita_id } = found;
      const ofVisita = { where: visita_id ? { visita_id } : { id } };
      const seenVisita = await transaction.cita.findMany(ofVisita);
      await lockAgendas(transaction, [...seenVisita, { empleado_id: empleado_id ?? null }]);
      const ids = seenVisita.map((each) => each.id);
      await transaction.$queryRaw`SELECT FROM citas_susa WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
      const visita = await transaction.cita.findMany(ofVisita);
      const cita = visita.find((each) => each.id === id);
      if (!cita) throw new WriteRejection("missing");
      if (cita.estado === "completada" || cita.estado === "cancelada") throw new WriteRejection(cita.estado);
      if (cita.updated_at.getTime() !== asMoment(seen).getTime()) throw new WriteRejection("stale");

      const shift = fecha_hora.getTime() - cita.fecha_hora.getTime();
      const changesHands = empleado_id !== undefined && empleado_id !== cita.empleado_id;
      if (shift === 0 && !changesHands) return [];
      const moved = visita.filter((each) => each.id === id || (!changesHands && isOpen(each)));
      // The constraint is checked row by row: each appointment goes where the one before it has already left.
      moved.sort((one, other) => Math.sign(shift) * (other.fecha_hora.getTime() - one.fecha_hora.getTime()));
      for (const { id, estado, ...each } of moved) {
        const [inicio, fin] = [each.fecha_hora, each.fin].map((moment) => new Date(moment.getTime() + shift));
        await transaction.cita.update({
          where: { id },
          data: { fecha_hora: inicio, fin, empleado_id: changesHands ? empleado_id : undefined },
        });
        await transaction.cambioCita.create({ data: { cita_id: id, accion: "editada", estado, detalle: MOVIDA, cuenta_id } });
      }
      return moved.map((each) => each.id);
    }),
  );
}

/** Whether an appointment is still to take place. */
function isOpen({ estado }: { estado: EstadoCita }): boolean {
  return estado === "programada" || estado === "confirmada";
}
