import { z } from "zod";
import { db } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import { asMoment, calendarDay, isId, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { addDays, dayOf } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** The form of an absence, or of closed days: first and last day, both included; the last may be left out for a single day. */
export const ausenciaSchema = z
  .object({
    desde: calendarDay("Escribe el primer día."),
    hasta: calendarDay("Escribe el último día.").optional(),
    motivo: optionalText(120),
  })
  .refine(({ desde, hasta = desde }) => desde <= hasta, {
    error: "El último día no puede ser antes del primero.",
    path: ["hasta"],
  });

export type AusenciaValues = z.output<typeof ausenciaSchema>;

/** How many days ahead the site announces closed days. */
export const DIAS_DE_AVISO = 60;

/**
 * Lists the absences of a specialist, or the studio's closed days (null): the current and future ones in order, the past ones
 * newest first.
 */
export async function listAusencias(empleado_id: string | null, hoy: string) {
  const rows = await db.ausencia.findMany({ where: { empleado_id }, orderBy: [{ desde: "asc" }, { id: "asc" }] });
  const ausencias = rows.map(readable);
  const isOver = ({ hasta }: { hasta: string }) => hasta < hoy;
  return { upcoming: ausencias.filter((ausencia) => !isOver(ausencia)), past: ausencias.filter(isOver).reverse() };
}

/**
 * Lists the absences of these specialists (null: of all) and the studio's closed days (`empleado_id` null) that overlap the days
 * from `desde` to `hasta`.
 */
export async function listAusenciasEntre(empleado_ids: string[] | null, desde: string, hasta: string) {
  const rows = await db.ausencia.findMany({
    where: {
      OR: empleado_ids ? [{ empleado_id: null }, { empleado_id: { in: empleado_ids } }] : undefined,
      desde: { lte: new Date(hasta) },
      hasta: { gte: new Date(desde) },
    },
    orderBy: [{ desde: "asc" }, { id: "asc" }],
  });
  return rows.map(readable);
}

/** Lists the studio's closed days of the next sixty days, for its visitors; `begun` when the first day has passed. */
export async function listCierres(now = new Date()) {
  const hoy = studioDay(now, await getZona());
  const cierres = await listAusenciasEntre([], hoy, addDays(hoy, DIAS_DE_AVISO));
  return cierres.map(({ id, desde, hasta, motivo }) => ({ id, desde, hasta, motivo, begun: desde < hoy }));
}

/** Gives an absence of a specialist, or closed days of the studio (null); null when an id is unknown or malformed. */
export async function getAusencia(empleado_id: string | null, id: string | undefined) {
  if (!isId(id) || !(empleado_id === null || isId(empleado_id))) return null;
  const row = await db.ausencia.findFirst({ where: { id, empleado_id } });
  return row && readable(row);
}

/** Creates an absence of a specialist (`missing` when she does not exist), or closed days of the studio (null). */
export function createAusencia(empleado_id: string | null, values: AusenciaValues, key: IdempotencyKey) {
  return writeOnce<string, "missing">(key, async (transaction) => {
    if (empleado_id !== null) {
      // Locked, so that she is not deleted before the absence is written.
      const rows = isId(empleado_id)
        ? await transaction.$queryRaw<unknown[]>`SELECT FROM empleados_susa WHERE id = ${empleado_id}::uuid FOR KEY SHARE`
        : [];
      if (rows.length === 0) throw new WriteRejection("missing");
    }
    return (await transaction.ausencia.create({ data: { ...stored(values), empleado_id }, select: { id: true } })).id;
  });
}

/** Updates an absence: `stale` when it was changed since `updated_at` was `seen`, `missing` when it does not exist. */
export function updateAusencia(
  empleado_id: string | null,
  id: string | undefined,
  seen: unknown,
  values: AusenciaValues,
  key: IdempotencyKey,
) {
  return writeOnce<string, "stale" | "missing">(key, async (transaction) => {
    if (!isId(id) || !(empleado_id === null || isId(empleado_id))) throw new WriteRejection("missing");
    const where = { id, empleado_id };
    const { count } = await transaction.ausencia.updateMany({
      where: { ...where, updated_at: asMoment(seen) },
      data: stored(values),
    });
    if (count === 0) throw new WriteRejection((await transaction.ausencia.count({ where })) ? "stale" : "missing");
    return id;
  });
}

/** Deletes an absence. */
export function deleteAusencia(empleado_id: string | null, id: string | undefined, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const known = isId(id) && (empleado_id === null || isId(empleado_id));
    const { count } = known ? await transaction.ausencia.deleteMany({ where: { id, empleado_id } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}

/** Counts the scheduled and confirmed appointments on the days of an absence: of a specialist, or of the whole studio (null). */
export function countCitasEn(
  empleado_id: string | null,
  { desde, hasta = desde }: AusenciaValues,
  zona: string,
): Promise<number> {
  return db.cita.count({
    where: {
      empleado_id: empleado_id ?? undefined,
      estado: { in: ["programada", "confirmada"] },
      ...overlaps(studioMoment(desde, "00:00", zona), studioMoment(addDays(hasta, 1), "00:00", zona)),
    },
  });
}

function stored({ desde, hasta = desde, motivo }: AusenciaValues) {
  return { desde: new Date(desde), hasta: new Date(hasta), motivo };
}

type Row = { id: string; empleado_id: string | null; desde: Date; hasta: Date; motivo: string | null; updated_at: Date };

function readable({ id, empleado_id, desde, hasta, motivo, updated_at }: Row) {
  return { id, empleado_id, desde: dayOf(desde), hasta: dayOf(hasta), motivo, updated_at: updated_at.toISOString() };
}
