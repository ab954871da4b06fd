import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { fullName } from "~/format/text";
import { Prisma } from "~/generated/client";
import { HOUR_MS, MINUTE_MS } from "~/limits";
import type { Calendario } from "~/models/equipo/jornada.server";
import { type Configuracion, getConfiguracion } from "~/models/estudio/configuracion.server";
import { isWhole } from "./horas.server";
import { arranger, LA_QUE_ESTE_LIBRE, type PorColocar } from "./turnos.server";
import { startingNow } from "./walk-in.server";

// The places that cancelled, missed and moved appointments leave (`hueco_*` of their history), and whom of the waiting list each would
// suit.

/** A freed place that is still free, with who waits for exactly that: the ids on the waiting list, and of how many clients. */
export type Hueco = { desde: Date; con: { id: string; nombre: string }; esperas: string[]; clientas: number };

/** Places that were freed so long ago are no news on the dashboard. */
const NEWS_MS = 48 * HOUR_MS;

/** The places that were freed in the last two days and are still to come, in SQL. */
const isNews = (now: Date) =>
  Prisma.sql`created_at > ${new Date(now.getTime() - NEWS_MS)}::timestamptz AND hueco_desde > ${now}::timestamptz`;

/** The freed place of specialist `con` at the moment `desde`, with who waits for it; null when it is not free, or without any. */
export async function findHueco(con: string, desde: Date, now = new Date()): Promise<Hueco | null> {
  if (!isId(con)) return null;
  const [hueco = null] = await listHuecos(Prisma.sql`hueco_con = ${con}::uuid AND hueco_desde = ${desde}::timestamptz`, now);
  return hueco;
}

/** The places that the last change of these appointments freed, and for which somebody waits, by hour. */
export function listHuecosLeft(ids: string[], now = new Date()): Promise<Hueco[]> {
  const last = Prisma.sql`orden = (SELECT max(orden) FROM cambios_cita_susa last WHERE last.cita_id = cambio.cita_id)`;
  return listHuecos(Prisma.sql`cita_id = ANY (${ids.filter(isId)}::uuid[]) AND ${last}`, now);
}

async function listHuecos(which: Prisma.Sql, now: Date): Promise<Hueco[]> {
  const estudio = await getConfiguracion();
  const [row] = await db.$queryRaw<[{ huecos: Waiting | null }]>`SELECT ${waitingFor(which, estudio.zona_horaria)} AS huecos`;
  return findFits(row?.huecos ?? null, estudio, now);
}

/** The same of the places that were freed in the last two days and are still to come, as SQL for `findFits`. */
export const recentlyFreed = (zona: string, now: Date) => waitingFor(isNews(now), zona);

/** What `waitingFor` gives: each place with each who might want it, and the calendar of those hours. */
export type Waiting = {
  pares: {
    con: string;
    desde: number;
    hasta: number;
    espera_id: string;
    cliente_id: string;
    empleado_id: string | null;
    servicio: Pick<PorColocar, "servicio_id" | "duracion_minutos" | "limpieza_minutos"> | null;
  }[];
} & Pick<Calendario, "empleados" | "ausencias" | "citas">;

/**
 * SQL of the places `which` and of who might want them, as one JSON value, null without any: one query, because the dashboard asks
 * for it among others. Who gave a place up does not wait for it.
 */
function waitingFor(which: Prisma.Sql, zona: string): Prisma.Sql {
  return Prisma.sql`(
    WITH huecos AS (
      SELECT DISTINCT ON (hueco_con, hueco_desde) hueco_con AS con, hueco_desde AS desde, hueco_hasta AS hasta,
        (hueco_desde AT TIME ZONE ${zona})::date AS dia
      FROM cambios_cita_susa cambio WHERE hueco_con IS NOT NULL AND ${which} ORDER BY hueco_con, hueco_desde, orden DESC
    ), pares AS MATERIALIZED (
      SELECT h.con, h.desde, h.hasta, h.dia, e.id AS espera_id, e.cliente_id, e.empleado_id, e.created_at, s.id AS servicio_id,
        s.duracion_minutos, s.limpieza_minutos
      FROM huecos h JOIN esperas_susa e ON h.dia BETWEEN e.desde AND e.hasta AND (e.empleado_id IS NULL OR e.empleado_id = h.con)
      LEFT JOIN servicios_susa s ON s.id = e.servicio_id
      WHERE (e.servicio_id IS NULL OR s.activo) AND NOT EXISTS (
        SELECT FROM cambios_cita_susa cambio JOIN citas_susa c ON c.id = cambio.cita_id
        WHERE cambio.hueco_con = h.con AND cambio.hueco_desde = h.desde AND c.cliente_id = e.cliente_id)
    )
    SELECT jsonb_build_object(
      'pares', jsonb_agg(jsonb_build_object('con', con, 'desde', ${milliseconds("desde")}, 'hasta', ${milliseconds("hasta")},
        'espera_id', espera_id, 'cliente_id', cliente_id, 'empleado_id', empleado_id, 'servicio', CASE WHEN servicio_id IS NOT NULL THEN
          jsonb_build_object('servicio_id', servicio_id, 'duracion_minutos', duracion_minutos,
            'limpieza_minutos', limpieza_minutos) END)
        ORDER BY desde, con, created_at, espera_id),
      'empleados', (SELECT jsonb_agg(to_jsonb(e) - '{email,telefono}'::text[] || jsonb_build_object('hace',
          ARRAY(SELECT servicio_id FROM servicios_empleados_susa d WHERE d.empleado_id = e.id)) ORDER BY nombre, apellido, id)
        FROM empleados_susa e WHERE activo),
      'ausencias', (SELECT coalesce(jsonb_agg(to_jsonb(falta) || jsonb_build_object('de', left(de::text, 5), 'a', left(a::text, 5),
          'repite', de IS NOT NULL AND falta.hasta IS DISTINCT FROM falta.desde)), '[]') FROM ausencias_susa falta
        WHERE EXISTS (SELECT FROM pares WHERE dia BETWEEN falta.desde AND coalesce(falta.hasta, 'infinity'))),
      'citas', (SELECT coalesce(jsonb_agg(jsonb_build_object('empleado_id', empleado_id, 'from', ${milliseconds("fecha_hora")},
          'to', ${milliseconds("fin")}) ORDER BY fecha_hora), '[]') FROM citas_susa c
        -- By their index first: none takes two days.
        WHERE fecha_hora > (SELECT min(desde) FROM pares) - interval '48 hours'
          AND fecha_hora < (SELECT max(desde) FROM pares) + interval '24 hours' AND estado <> 'cancelada' AND EXISTS (
          SELECT FROM pares WHERE c.fecha_hora < pares.desde + interval '24 hours' AND c.fin > pares.desde))
    ) FROM pares HAVING count(*) > 0
  )`;
}

const milliseconds = (column: string) => Prisma.raw(`(extract(epoch FROM ${column}) * 1000)::bigint`);

type Horario = Pick<Configuracion, "zona_horaria" | "horario">;

/**
 * The places that suit somebody, by hour, with who they suit: her service can begin at that very hour with that specialist, as the
 * booking form would offer it; without a service the place is free as long as it was. Of a place that has begun what is left counts.
 */
export function findFits(waiting: Waiting | null, { zona_horaria: zona, horario }: Horario, now: Date): Hueco[] {
  if (!waiting) return [];
  const { pares, ...read } = waiting;
  const calendario: Calendario = { zona, estudio: horario, ...read, empleados: read.empleados ?? [] };
  const huecos = new Map<string, Hueco & { clientes: Set<string> }>();
  for (const par of pares) {
    const con = calendario.empleados.find(({ id }) => id === par.con);
    if (!con || !suits(par)) continue;
    const key = `${par.con} ${par.desde}`;
    const known = huecos.get(key);
    const clientes = new Set([...(known?.clientes ?? []), par.cliente_id]);
    const place = { desde: new Date(par.desde), con: { id: con.id, nombre: fullName(con) } };
    huecos.set(key, { ...place, esperas: [...(known?.esperas ?? []), par.espera_id], clientes, clientas: clientes.size });
  }
  return [...huecos.values()].map(({ clientes: _clientes, ...hueco }) => hueco);

  function suits({ con, desde, hasta, empleado_id, servicio }: Waiting["pares"][number]): boolean {
    const start = new Date(Math.max(desde, startingNow(now).getTime()));
    const minutes = (hasta - start.getTime()) / MINUTE_MS;
    if (minutes <= 0) return false;
    const asLong = { servicio_id: "", duracion_minutos: minutes, limpieza_minutos: 0 };
    const row = { ...(servicio ?? asLong), precio: "0" };
    const { first } = arranger([{ ...row, empleado_id: empleado_id ?? LA_QUE_ESTE_LIBRE }], calendario);
    return first.includes(con) && isWhole(arranger([{ ...row, empleado_id: con }], calendario).arrange(start));
  }
}
