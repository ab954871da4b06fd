import { db } from "~/database/client.server";
import { asMoment, isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import type { EstadoCita, Prisma } from "~/generated/client";
import { lockAgendas, MOVIDA, rejectViolations } from "./cita.server";
import { type HoraLibre, listHoras } from "./horas.server";
import { cleaningMinutes, LA_QUE_ESTE_LIBRE, type PorColocar, type Turno } from "./turnos.server";

const include = {
  cliente: { select: { nombre: true, telefono: true } },
  servicio: { select: { nombre: true, categoria: true, empleado_id: true } },
  empleado: { select: { nombre: true, apellido: true } },
} satisfies Prisma.CitaInclude;

/** Gives an appointment with the `otras` open ones of its visit, in order; null when the id is unknown or malformed. */
export async function getPorMover(id: string | undefined) {
  const cita = isId(id) ? await db.cita.findUnique({ where: { id }, include }) : null;
  if (!cita) return null;
  const orderBy = { fecha_hora: "asc" } as const;
  const { visita_id } = cita;
  const visita = visita_id ? await db.cita.findMany({ where: { visita_id, id: { not: id } }, include, orderBy }) : [];
  return { ...cita, otras: visita.filter(isOpen) };
}

export type PorMover = NonNullable<Awaited<ReturnType<typeof getPorMover>>>;

/**
 * The free hours to come for an appointment: with its specialist and the rest of its visit as far from it as now, or for it alone
 * `con` a specialist or LA_QUE_ESTE_LIBRE. From the day before its own on, `more` of them, or with `own` that moment if it is free.
 */
export async function listDestinos(
  { otras, ...cita }: PorMover,
  zona: string,
  { con, more = false, own }: { con?: string; more?: boolean; own?: Date },
): Promise<HoraLibre[]> {
  const [moving, staying] = con ? [[cita], otras] : [[cita, ...otras], []];
  const rows = moving.map(
    (each): PorColocar => ({
      servicio_id: each.servicio_id ?? "",
      servicio: each.servicio ?? { nombre: "", categoria: "", empleado_id: null },
      empleado_id: con ?? each.empleado_id,
      precio: each.precio.toFixed(2),
      duracion_minutos: each.duracion_minutos,
      limpieza_minutos: cleaningMinutes(each),
      distancia: each.fecha_hora.getTime() - cita.fecha_hora.getTime(),
    }),
  );
  const now = new Date();
  const eve = studioMoment(addDays(studioDay(cita.fecha_hora, zona), -1), "00:00", zona);
  const desde = own || eve < now ? now : eve;
  const omit = moving.map(({ id }) => id);
  const horas = await listHoras(rows, { desde, own, omit, ...sizeOf() });
  return horas.filter(({ fecha_hora, turnos }) => {
    const isElsewhere = fecha_hora.getTime() !== cita.fecha_hora.getTime() || turnos[0]?.empleado_id !== cita.empleado_id;
    return isElsewhere && turnos.every(isPossible);
  });

  function sizeOf() {
    if (own) return { dias: 1, max: 1, perDay: 1 };
    return more ? { dias: 30, max: 144, perDay: 24 } : { max: 48, perDay: 24 };
  }

  function isPossible({ fecha_hora, fin, empleado_id }: Turno, index: number): boolean {
    const isHers = con === LA_QUE_ESTE_LIBRE || empleado_id === rows[index]?.empleado_id;
    return isHers && fecha_hora >= now && staying.every((one) => fin <= one.fecha_hora || one.fin <= fecha_hora);
  }
}

/**
 * Moves an open appointment whose `updated_at` still is `seen`, and the other open ones of its visit by as much; with an
 * `empleado_id` it moves alone, to her. Rejects as `updateCita` does. Gives the ids of those that moved.
 */
export function moveVisita(
  id: string | undefined,
  { fecha_hora, empleado_id }: { fecha_hora: Date; empleado_id?: string },
  seen: unknown,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string[], "overlap" | "especialista" | "stale" | "missing" | "completada" | "cancelada">(key, (transaction) =>
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
      const isAlone = empleado_id !== undefined;
      if (shift === 0 && (!isAlone || empleado_id === cita.empleado_id)) return [];
      const moved = visita.filter((each) => each.id === id || (!isAlone && isOpen(each)));
      // The constraint is checked row by row: each appointment goes where the one before it has already left.
      moved.sort((one, other) => Math.sign(shift) * (other.fecha_hora.getTime() - one.fecha_hora.getTime()));
      for (const { id, estado, ...each } of moved) {
        const [inicio, fin] = [each.fecha_hora, each.fin].map((moment) => new Date(moment.getTime() + shift));
        await transaction.cita.update({ where: { id }, data: { fecha_hora: inicio, fin, empleado_id } });
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
