import { z } from "zod";
import { db } from "~/database/client.server";
import { overlaps } from "~/database/conditions.server";
import { asMoment, calendarDay, isId, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { addDays, dayOf } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** What the editor of an absence, or of closed days, sends: its first day and its last, both included; one day needs no last. */
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

/** How far ahead the site announces closed days. */
const DIAS_DE_AVISO = 60;

/** The days on which a specialist is away, or the whole studio is closed (null): those to come first, in order. */
export async function listAusencias(empleado_id: string | null, hoy: string) {
  const rows = await db.ausencia.findMany({ where: { empleado_id }, orderBy: [{ desde: "asc" }, { id: "asc" }] });
  const ausencias = rows.map(readable);
  const isOver = ({ hasta }: { hasta: string }) => hasta < hoy;
  return { proximas: ausencias.filter((ausencia) => !isOver(ausencia)), pasadas: ausencias.filter(isOver).reverse() };
}

/** The absences of some specialists, and the studio's closed days (without one), that touch the days from one to another. */
export async function listAusenciasEntre(empleado_ids: string[], desde: string, hasta: string) {
  const rows = await db.ausencia.findMany({
    where: {
      OR: [{ empleado_id: null }, { empleado_id: { in: empleado_ids } }],
      desde: { lte: new Date(hasta) },
      hasta: { gte: new Date(desde) },
    },
    orderBy: [{ desde: "asc" }, { id: "asc" }],
  });
  return rows.map(readable);
}

/** The studio's closed days of the next sixty, for its visitors; `begun` when the first of them has passed. */
export async function listCierres(now = new Date()) {
  const hoy = studioDay(now, await getZona());
  const cierres = await listAusenciasEntre([], hoy, addDays(hoy, DIAS_DE_AVISO));
  return cierres.map(({ id, desde, hasta, motivo }) => ({ id, desde, hasta, motivo, begun: desde < hoy }));
}

/** Gives an absence of a specialist, or closed days of the studio (null); null when there is none (or an id is no id). */
export async function getAusencia(empleado_id: string | null, id: string | undefined) {
  if (!isId(id) || !(empleado_id === null || isId(empleado_id))) return null;
  const row = await db.ausencia.findFirst({ where: { id, empleado_id } });
  return row && readable(row);
}

/** Writes down an absence of a specialist (`missing` when she is gone), or closed days of the studio (null). */
export function createAusencia(empleado_id: string | null, values: AusenciaValues, key: IdempotencyKey) {
  return writeOnce<string, "missing">(key, async (transaction) => {
    if (empleado_id !== null) {
      // Held until the end, so that she cannot go in between.
      const rows = isId(empleado_id)
        ? await transaction.$queryRaw<unknown[]>`SELECT FROM empleados_susa WHERE id = ${empleado_id}::uuid FOR KEY SHARE`
        : [];
      if (rows.length === 0) throw new WriteRejection("missing");
    }
    return (await transaction.ausencia.create({ data: { ...stored(values), empleado_id }, select: { id: true } })).id;
  });
}

/** Changes an absence as it was when its `updated_at` was `seen`: `stale` when somebody changed it since, `missing` when it is gone. */
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

/** Deletes an absence for good. */
export function deleteAusencia(empleado_id: string | null, id: string | undefined, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const known = isId(id) && (empleado_id === null || isId(empleado_id));
    const { count } = known ? await transaction.ausencia.deleteMany({ where: { id, empleado_id } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}

/** How many appointments that still stand fall on the days of an absence: hers, or (null) everybody's. */
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
