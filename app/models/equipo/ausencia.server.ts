import { z } from "zod";
import { db } from "~/database/client.server";
import { asMoment, calendarDay, checkbox, clock, isId, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { addDays, dayOf } from "~/format/days.server";
import type { Ausencia } from "~/generated/client";
import { getZona } from "~/models/estudio/configuracion.server";

const optionalClock = clock().optional().transform(orNull);

/**
 * The form of an absence, or of closed days: first and last day, both included, and the hours, which are left out for whole days.
 * The last day may be left out for a single day, or for hours that repeat every day without an end (null).
 */
export const ausenciaSchema = z
  .object({
    desde: calendarDay("Escribe el primer día."),
    hasta: calendarDay("Escribe el último día.").optional().transform(orNull),
    de: optionalClock,
    a: optionalClock,
    repite: checkbox(),
    motivo: optionalText(120),
  })
  .superRefine(({ desde, hasta, de, a, repite }, context) => {
    const fail = (field: string, message: string) => context.addIssue({ code: "custom", message, path: [field] });
    if (hasta && hasta < desde) fail("hasta", "El último día no puede ser antes del primero.");
    if (repite && !de && !a) fail("de", "Escribe de qué hora a qué hora se repite.");
    else if (!de !== !a) fail(de ? "a" : "de", "Escribe las dos horas, o ninguna si es todo el día.");
    else if (de && a && a <= de) fail("a", "La segunda hora va después de la primera.");
    else if (repite && hasta === desde) fail("hasta", "Borra el último día, o escribe hasta cuándo se repite.");
    else if (de && hasta && hasta > desde && !repite) fail("repite", "Marca esta casilla si es a esas horas cada día.");
  })
  .overwrite((values) => withRepite({ ...values, hasta: values.hasta ?? (values.repite ? null : values.desde) }));

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
  const isOver = ({ hasta }: { hasta: string | null }) => hasta !== null && hasta < hoy;
  return { upcoming: ausencias.filter((ausencia) => !isOver(ausencia)), past: ausencias.filter(isOver).reverse() };
}

/**
 * Lists the absences of these specialists (null: of all) and the studio's closed days (`empleado_id` null) that overlap the days
 * from `desde` to `hasta`.
 */
export async function listAusenciasEntre(empleado_ids: string[] | null, desde: string, hasta: string) {
  const rows = await db.ausencia.findMany({
    where: {
      desde: { lte: new Date(hasta) },
      AND: [
        { OR: [{ hasta: null }, { hasta: { gte: new Date(desde) } }] },
        empleado_ids ? { OR: [{ empleado_id: null }, { empleado_id: { in: empleado_ids } }] } : {},
      ],
    },
    orderBy: [{ desde: "asc" }, { id: "asc" }],
  });
  return rows.map(readable);
}

/** Lists the studio's closed days and hours of the next sixty days, for its visitors; `begun` when the first day has passed. */
export async function listCierres(now = new Date()) {
  const hoy = studioDay(now, await getZona());
  const cierres = await listAusenciasEntre([], hoy, addDays(hoy, DIAS_DE_AVISO));
  return cierres.map(({ id, desde, hasta, de, a, motivo }) => ({ id, desde, hasta, de, a, motivo, begun: desde < hoy }));
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

function stored({ desde, hasta, de, a, motivo }: AusenciaValues) {
  const time = (clock: string | null) => clock && new Date(`1970-01-01T${clock}Z`);
  return { desde: new Date(desde), hasta: hasta && new Date(hasta), de: time(de), a: time(a), motivo };
}

function readable({ desde, hasta, de, a, updated_at, ...row }: Ausencia) {
  const clockOf = (time: Date | null) => time?.toISOString().slice(11, 16) ?? null;
  const days = { desde: dayOf(desde), hasta: hasta && dayOf(hasta), de: clockOf(de), a: clockOf(a) };
  const { id, empleado_id, motivo } = row;
  return { id, empleado_id, ...withRepite(days), motivo, updated_at: updated_at.toISOString() };
}

function orNull(text: string | undefined): string | null {
  return text ?? null;
}

/** With `repite`, whether the hours are those of several days. */
function withRepite<Days extends { desde: string; hasta: string | null; de: string | null }>(days: Days) {
  return { ...days, repite: days.de !== null && days.hasta !== days.desde };
}
