import { db } from "~/database/client.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { Prisma, type TipoMensaje } from "~/generated/client";
import { MOVIDA } from "./cita.server";
import { IS_OPEN, OPEN } from "./estado";

/**
 * Lists the appointments to remind of a day, scheduled or confirmed and no requests, by hour, with the last reminder and the last request for
 * confirmation of each. The day is `asked` (`2026-11-24`) unless it is empty or over; otherwise the next
 * day after today that has any, or tomorrow. `anterior` and `siguiente` are the days with appointments around it, or null.
 */
export async function listRecordatorios(zona: string, asked = "", now = new Date()) {
  const [days] = await db.$queryRaw<[DaysToRemind]>`${daysToRemind(zona, asked, now)}`;
  return listRecordatoriosOf(days, zona, now);
}

/** The same, of days that were found already. */
export async function listRecordatoriosOf({ dia, anterior, siguiente, previo }: DaysToRemind, zona: string, now: Date) {
  const hoy = studioDay(now, zona);
  const [start, end] = [studioMoment(dia, "00:00", zona), studioMoment(addDays(dia, 1), "00:00", zona)];
  // On a closed Monday those of Tuesday were reminded on Saturday already.
  const since = studioMoment(previo !== null && previo < hoy ? previo : hoy, "00:00", zona);
  const rows = await db.cita.findMany({
    where: {
      fecha_hora: { gte: start > now ? start : now, lt: end },
      estado: { in: [...OPEN] },
      apartada_hasta: null,
    },
    select: {
      id: true,
      fecha_hora: true,
      estado: true,
      no_asistio: true,
      cliente: { select: { id: true, nombre: true, telefono: true } },
      servicio: { select: { nombre: true } },
      empleado: { select: { nombre: true, apellido: true } },
      mensajes: {
        where: { tipo: { in: ["confirmar", "recordar"] } },
        select: { tipo: true, created_at: true, cuenta: { select: { email: true } } },
        orderBy: { created_at: "desc" },
      },
      // A message sent before the appointment was moved or reopened no longer counts, unless she moved it herself.
      cambios: {
        where: { clienta: false, OR: [{ accion: { in: ["creada", "reabierta"] } }, { accion: "editada", detalle: MOVIDA }] },
        select: { created_at: true },
        orderBy: { orden: "desc" },
        take: 1,
      },
    },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
  const citas = rows.map(({ mensajes, cambios: [cambio], ...cita }) => {
    const last = (tipo: TipoMensaje) => {
      const ultimo = mensajes.find((mensaje) => mensaje.tipo === tipo);
      if (!ultimo) return null;
      const { created_at, cuenta } = ultimo;
      return { created_at, quien: cuenta?.email ?? null, isOutdated: cambio !== undefined && created_at < cambio.created_at };
    };
    const abierto = last("recordar");
    const isPending = abierto === null || abierto.isOutdated || abierto.created_at < since;
    return { ...cita, isPending, abierto, pedida: last("confirmar") };
  });
  return { hoy, dia, anterior, siguiente, citas };
}

export type DaysToRemind = { dia: string; anterior: string | null; siguiente: string | null; previo: string | null };

/**
 * The query of the day to remind, those around it, and the one with appointments before it (`previo`), if that is at most a week
 * before.
 */
export function daysToRemind(zona: string, asked: string, now: Date): Prisma.Sql {
  const hoy = studioDay(now, zona);
  const isDue = Prisma.sql`${Prisma.raw(IS_OPEN)} AND apartada_hasta IS NULL`;
  const dayOf = (moment: Prisma.Sql) => Prisma.sql`(${moment} AT TIME ZONE ${zona})::date`;
  const startOf = (day: Prisma.Sql) => Prisma.sql`((${day})::timestamp AT TIME ZONE ${zona})`;
  const tomorrow = Prisma.sql`${addDays(hoy, 1)}::date`;
  return Prisma.sql`
    WITH chosen AS MATERIALIZED (
      SELECT coalesce(
        nullif(${asked >= hoy ? asked : ""}, '')::date,
        (SELECT ${dayOf(Prisma.sql`min(fecha_hora)`)} FROM citas_susa WHERE ${isDue} AND fecha_hora >= ${startOf(tomorrow)}),
        ${tomorrow}
      ) AS dia
    )
    SELECT dia::text,
      (SELECT ${dayOf(Prisma.sql`max(fecha_hora)`)} FROM citas_susa
        WHERE ${isDue} AND fecha_hora >= ${now}::timestamptz AND fecha_hora < ${startOf(Prisma.sql`dia`)})::text AS anterior,
      (SELECT ${dayOf(Prisma.sql`min(fecha_hora)`)} FROM citas_susa
        WHERE ${isDue} AND fecha_hora >= ${startOf(Prisma.sql`dia + 1`)})::text AS siguiente,
      (SELECT ${dayOf(Prisma.sql`max(fecha_hora)`)} FROM citas_susa
        WHERE estado <> 'cancelada' AND fecha_hora >= ${startOf(Prisma.sql`dia - 7`)}
          AND fecha_hora < ${startOf(Prisma.sql`dia`)})::text AS previo
    FROM chosen`;
}
