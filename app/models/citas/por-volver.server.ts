import { db } from "~/database/client.server";
import { pageOf } from "~/database/paging.server";
import { studioDay } from "~/format/dates";
import { Prisma } from "~/generated/client";
import { DAY_MS } from "~/limits";
import { IS_OPEN } from "./estado";

// Clients who should come again: the retouch of what they had is due, or they have not come for long. The message *Invitar a volver*
// (`volver`) is about the appointment that the list names.

/** A retouch is due for so many days; who has not come for as many is missed, for up to a year. */
const DIAS_DE_RETOQUE = 60;
const DIAS_SIN_VENIR = 60;
const DIAS_DE_AUSENCIA = 365;
/** Who was written to in these days is not counted as waiting for a message. */
const DIAS_DE_RESPUESTA = 14;

/** A client of the list: the retouch that is due (`toca`), or null for one who has not come since `dia`, and when she was written to. */
export type PorVolver = {
  cita_id: string;
  cliente: { id: string; nombre: string; telefono: string | null };
  servicio: { id: string; nombre: string; activo: boolean } | null;
  dia: string;
  toca: string | null;
  escrito: Date | null;
};

/** Lists a page of who should come again: first whose retouch is due, the latest first, then who has not come for long. */
export async function listPorVolver(zona: string, pagina: number, now = new Date()) {
  const { skip, take } = pageOf(pagina);
  const rows = await db.$queryRaw<(PorVolver & { total: number; retoques: number })[]>`
    WITH tocan AS MATERIALIZED (${retoquesDue(zona, now)}), ausentes AS (${missedSince(zona, now)}), todas AS (
      SELECT *, (count(*) OVER ())::int AS total, (count(toca) OVER ())::int AS retoques FROM (
        SELECT * FROM tocan UNION ALL SELECT * FROM ausentes WHERE cliente_id NOT IN (SELECT cliente_id FROM tocan)
      ) AS juntas
    )
    SELECT t.cita_id, t.dia::text, t.toca::text, ${WRITTEN} AS escrito, t.total, t.retoques,
      jsonb_build_object('id', k.id, 'nombre', k.nombre, 'telefono', k.telefono) AS cliente,
      CASE WHEN s.id IS NOT NULL THEN jsonb_build_object('id', s.id, 'nombre', s.nombre, 'activo', s.activo) END AS servicio
    FROM todas t JOIN clientes_susa k ON k.id = t.cliente_id LEFT JOIN servicios_susa s ON s.id = t.servicio_id
    ORDER BY t.toca DESC NULLS LAST, t.dia DESC, k.nombre, k.id LIMIT ${take} OFFSET ${skip}`;
  const clientas = rows.map(({ total: _total, retoques: _retoques, ...row }) => row);
  return { clientas, total: rows[0]?.total ?? 0, retoques: rows[0]?.retoques ?? 0 };
}

/** SQL of how many have a retouch that is due and were not written to lately, for the dashboard. */
export function countRetoquesDue(zona: string, now: Date): Prisma.Sql {
  const since = new Date(now.getTime() - DIAS_DE_RESPUESTA * DAY_MS);
  return Prisma.sql`(
    SELECT count(*)::int FROM (${retoquesDue(zona, now)}) AS t WHERE coalesce(${WRITTEN}, '-infinity') < ${since}::timestamptz)`;
}

/** When she was last invited since the appointment `t`. */
const WRITTEN = Prisma.sql`(
  SELECT max(m.created_at) FROM mensajes_susa m JOIN citas_susa c ON c.id = m.cita_id
  WHERE m.tipo = 'volver' AND c.cliente_id = t.cliente_id AND m.created_at > t.fecha_hora)`;

const dayIn = (zona: string) => Prisma.sql`(c.fecha_hora AT TIME ZONE ${zona})::date`;

/** She has no appointment that is open and not over. */
const hasNoneAhead = (now: Date) => Prisma.sql`NOT EXISTS (
  SELECT FROM citas_susa ahead WHERE ahead.cliente_id = c.cliente_id AND ahead.fin > ${now}::timestamptz AND ahead.${Prisma.raw(IS_OPEN)})`;

/** Of each client the latest retouch that is due: of the last appointment of a service that she completed. */
function retoquesDue(zona: string, now: Date): Prisma.Sql {
  const hoy = studioDay(now, zona);
  return Prisma.sql`
    SELECT DISTINCT ON (c.cliente_id) c.cliente_id, c.cita_id, c.servicio_id, c.fecha_hora, c.dia, c.toca FROM (
      SELECT DISTINCT ON (c.cliente_id, c.servicio_id) c.cliente_id, c.id AS cita_id, c.servicio_id, c.fecha_hora, ${dayIn(zona)} AS dia,
        ${dayIn(zona)} + s.retoque_semanas * 7 AS toca
      FROM servicios_susa s JOIN citas_susa c ON c.servicio_id = s.id
      WHERE s.activo AND s.retoque_semanas IS NOT NULL AND c.estado = 'completada' AND c.cliente_id IS NOT NULL
        -- Two days more cover every zone.
        AND c.fecha_hora > ${now}::timestamptz - make_interval(days => s.retoque_semanas * 7 + ${DIAS_DE_RETOQUE}::int + 2)
      ORDER BY c.cliente_id, c.servicio_id, c.fecha_hora DESC, c.id
    ) AS c WHERE c.toca BETWEEN ${hoy}::date - ${DIAS_DE_RETOQUE}::int AND ${hoy}::date AND ${hasNoneAhead(now)}
    ORDER BY c.cliente_id, c.toca DESC, c.fecha_hora DESC, c.cita_id`;
}

/** Of each client who has not come for long the last appointment that she completed. */
function missedSince(zona: string, now: Date): Prisma.Sql {
  const hoy = studioDay(now, zona);
  return Prisma.sql`
    SELECT c.cliente_id, c.cita_id, c.servicio_id, c.fecha_hora, c.dia, NULL::date AS toca FROM (
      SELECT DISTINCT ON (c.cliente_id) c.cliente_id, c.id AS cita_id, c.servicio_id, c.fecha_hora, ${dayIn(zona)} AS dia
      FROM citas_susa c WHERE c.estado = 'completada' AND c.cliente_id IS NOT NULL
        AND c.fecha_hora > ${now}::timestamptz - make_interval(days => ${DIAS_DE_AUSENCIA}::int + 2)
      ORDER BY c.cliente_id, c.fecha_hora DESC, c.id
    ) AS c WHERE c.dia BETWEEN ${hoy}::date - ${DIAS_DE_AUSENCIA}::int AND ${hoy}::date - ${DIAS_SIN_VENIR}::int AND ${hasNoneAhead(now)}`;
}
