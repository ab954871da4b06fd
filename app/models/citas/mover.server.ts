import { db } from "~/database/client.server";
import { asMoment, isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import type { EstadoCita, Prisma } from "~/generated/client";
import { lockAgendas, MOVIDA, rejectViolations } from "./cita.server";
import { type HoraLibre, listHoras } from "./horas.server";
import { type Arranged, arranger, cleaningMinutes, LA_QUE_ESTE_LIBRE, type PorColocar, readCalendarioFor } from "./turnos.server";

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

/** The new hour of an appointment; with a specialist it moves alone, to her. */
export type Destino = { fecha_hora: Date; empleado_id?: string };

/**
 * The free hours for an appointment: with its specialist and the rest of its visit as far from it as now, or for it alone with
 * any specialist (`libre`). From the day before its own on; with `more` from now on.
 */
export async function listDestinos(
  cita: PorMover,
  zona: string,
  { libre, more }: { libre: boolean; more: boolean },
): Promise<HoraLibre[]> {
  const { rows, omit, isPossible } = planOf(cita, libre ? LA_QUE_ESTE_LIBRE : undefined);
  const now = new Date();
  const eve = studioMoment(addDays(studioDay(cita.fecha_hora, zona), -1), "00:00", zona);
  const desde = more || eve < now ? now : eve;
  const horas = await listHoras(rows, { desde, omit, perDay: 24, ...(more ? { dias: 30, max: 144 } : { max: 48 }) });
  const isElsewhere = ({ fecha_hora, turnos: [turno] }: Arranged) =>
    fecha_hora.getTime() !== cita.fecha_hora.getTime() || turno?.empleado_id !== cita.empleado_id;
  return horas.filter((hora) => isPossible(hora) && isElsewhere(hora));
}

/** Whether an appointment, and what moves along, can still go there. */
export async function isDestinoFree(cita: PorMover, { fecha_hora, empleado_id }: Destino): Promise<boolean> {
  const { rows, omit, isPossible } = planOf(cita, empleado_id);
  const first = Math.min(...rows.map(({ distancia = 0 }) => fecha_hora.getTime() + distancia));
  const calendario = await readCalendarioFor(rows, new Date(first), 1, omit);
  return isPossible(arranger(rows, calendario).arrange(fecha_hora));
}

/** What moves: the whole visit, or one appointment alone with `empleado_id`; and whether its new place is to come and free. */
function planOf({ otras, ...cita }: PorMover, empleado_id?: string) {
  const isAlone = empleado_id !== undefined;
  const moving = [cita, ...(isAlone ? [] : otras)];
  const rows = moving.map(
    (each): PorColocar => ({
      servicio_id: each.servicio_id ?? "",
      servicio: each.servicio ?? { nombre: "", categoria: "", empleado_id: null },
      empleado_id: empleado_id ?? each.empleado_id,
      precio: each.precio.toFixed(2),
      duracion_minutos: each.duracion_minutos,
      limpieza_minutos: cleaningMinutes(each),
      distancia: each.fecha_hora.getTime() - cita.fecha_hora.getTime(),
    }),
  );
  const now = new Date();
  const staying = isAlone ? otras : [];
  const isPossible = ({ turnos, free }: Arranged) =>
    free.every(Boolean) &&
    turnos.every(
      ({ fecha_hora, fin }) => fecha_hora >= now && staying.every((one) => fin <= one.fecha_hora || one.fin <= fecha_hora),
    );
  return { rows, omit: moving.map(({ id }) => id), isPossible };
}

/**
 * Moves an open appointment whose `updated_at` still is `seen`, and the other open ones of its visit by as much unless it moves
 * alone. Rejects as `updateCita` does. Gives the ids of those that moved.
 */
export function moveVisita(
  id: string | undefined,
  { fecha_hora, empleado_id }: Destino,
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
