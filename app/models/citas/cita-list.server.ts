import { db } from "~/database/client.server";
import { allOf, overlaps } from "~/database/conditions.server";
import { isId } from "~/database/fields.server";
import { pageOf } from "~/database/paging.server";
import { matchesSearch } from "~/database/search.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { Prisma } from "~/generated/client";
import { CITAS_PER_PAGE } from "~/limits";
import { alertaOfCita, withOpenAlertas } from "~/models/clientes/salud.server";
import type { RightsHolder } from "~/models/cuentas/permiso.server";
import { type EstadoCita, IS_OPEN } from "./estado";

/**
 * The filters of the list. `dia` (`2026-11-21`) comes before `cuando`, whose `""` means today; `empleado` is an id, or `ninguna` for
 * appointments without a specialist.
 */
export type CitasFilter = {
  q: string;
  dia: string;
  cuando: "" | "manana" | "proximas" | "todas";
  empleado: string;
  estado: "" | EstadoCita;
};

/** The moments at which the day of `now` begins and ends in zone `zona`, whatever the zone of the server. */
export function dayBounds(zona: string, now = new Date()): { start: Date; end: Date } {
  return daysBounds(zona, studioDay(now, zona), 1);
}

/** The moments at which `days` calendar days from `day` (`2026-11-21`) on begin and end in zone `zona`. */
function daysBounds(zona: string, day: string, days: number): { start: Date; end: Date } {
  return { start: studioMoment(day, "00:00", zona), end: studioMoment(addDays(day, days), "00:00", zona) };
}

function periodOf({ dia, cuando }: CitasFilter, zona: string, now: Date): { gte?: Date; lt?: Date } {
  const today = studioDay(now, zona);
  if (!dia && cuando === "todas") return {};
  if (!dia && cuando === "proximas") return { gte: now };
  const { start, end } = daysBounds(zona, dia || (cuando === "manana" ? addDays(today, 1) : today), 1);
  return { gte: start, lt: end };
}

/**
 * Gives page `pagina` of the appointments that match a filter, by time, with their names and the alerts that `user` may see, and
 * how many match in all. Without `pagina`, the page on which today begins, or the last one.
 */
export async function listCitas(
  { pagina: asked, ...filter }: CitasFilter & { pagina: number | null },
  zona: string,
  user: RightsHolder,
  now = new Date(),
) {
  const matches = matching(filter, zona, now);
  const [{ total, before } = { total: 0, before: 0 }] = await db.$queryRaw<{ total: number; before: number }[]>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE fecha_hora < ${dayBounds(zona, now).start}::timestamptz))::int AS before
    FROM citas_susa WHERE ${matches}`;
  const pagina = asked ?? Math.floor(Math.min(before, Math.max(total - 1, 0)) / CITAS_PER_PAGE) + 1;
  const { skip, take } = pageOf(pagina, CITAS_PER_PAGE);
  const page = Prisma.sql`SELECT id FROM citas_susa WHERE ${matches} ORDER BY fecha_hora, id LIMIT ${take} OFFSET ${skip}`;
  return { citas: await listShort(Prisma.sql`c.id IN (${page})`, user), total, pagina };
}

/** The condition of the appointments that match a filter. */
function matching(filter: CitasFilter, zona: string, now: Date): Prisma.Sql {
  const { q, empleado, estado } = filter;
  const { gte, lt } = periodOf(filter, zona, now);
  return allOf(
    q ? Prisma.sql`cliente_id IN (SELECT id FROM clientes_susa WHERE ${matchesSearch(q)})` : null,
    gte ? Prisma.sql`fecha_hora >= ${gte}::timestamptz` : null,
    lt ? Prisma.sql`fecha_hora < ${lt}::timestamptz` : null,
    empleado === "ninguna" ? Prisma.sql`empleado_id IS NULL` : null,
    isId(empleado) ? Prisma.sql`empleado_id = ${empleado}::uuid` : null,
    estado ? Prisma.sql`estado = ${estado}::estado_cita` : null,
  );
}

/** Whether there is any appointment at all. */
export async function hasCitas(): Promise<boolean> {
  return (await db.cita.findFirst({ select: { id: true } })) !== null;
}

/** The appointments of `days` days from `day` on, by time, cancelled ones included: those of the agenda. */
export function listCitasDeDias(day: string, days: number, zona: string, user: RightsHolder) {
  const { start, end } = daysBounds(zona, day, days);
  // An appointment that began the evening before may still be under way: hence overlaps.
  const { fecha_hora, fin } = overlaps(start, end);
  const starts = Prisma.sql`c.fecha_hora > ${fecha_hora.gt}::timestamptz AND c.fecha_hora < ${fecha_hora.lt}::timestamptz`;
  return listShort(Prisma.sql`${starts} AND c.fin > ${fin.gt}::timestamptz`, user);
}

/** The appointments of the day of `now` in zone `zona`, by time. */
export function listCitasDelDia(zona: string, user: RightsHolder, now = new Date()) {
  const { start, end } = dayBounds(zona, now);
  return listShort(Prisma.sql`c.fecha_hora >= ${start}::timestamptz AND c.fecha_hora < ${end}::timestamptz`, user);
}

/** Appointments by time, with their names and the alerts that `user` may see. */
async function listShort(condition: Prisma.Sql, user: RightsHolder): Promise<CitaDelDia[]> {
  // Raw SQL: Prisma would run one more query for each relation.
  const citas = await db.$queryRaw<CitaDelDia[]>`
    SELECT c.id, c.fecha_hora, c.fin, c.estado::text, c.no_asistio, c.apartada_hasta IS NOT NULL AS por_aceptar, c.precio::text, c.cobrado::text, c.notas,
      c.empleado_id,
      CASE WHEN cl.id IS NOT NULL THEN json_build_object('nombre', cl.nombre, 'telefono', cl.telefono) END AS cliente,
      CASE WHEN s.id IS NOT NULL THEN json_build_object('nombre', s.nombre) END AS servicio,
      CASE WHEN e.id IS NOT NULL THEN json_build_object('nombre', e.nombre, 'apellido', e.apellido) END AS empleado,
      ${alertaOfCita(user, Prisma.sql`c`)} AS alerta
    FROM citas_susa c
    LEFT JOIN clientes_susa cl ON cl.id = c.cliente_id
    LEFT JOIN servicios_susa s ON s.id = c.servicio_id
    LEFT JOIN empleados_susa e ON e.id = c.empleado_id
    WHERE ${condition} ORDER BY c.fecha_hora, c.id`;
  return withOpenAlertas(citas);
}

export type CitaDelDia = {
  id: string;
  fecha_hora: Date;
  fin: Date;
  estado: EstadoCita;
  no_asistio: boolean;
  /** An unanswered request from the site. */
  por_aceptar: boolean;
  precio: string;
  cobrado: string;
  notas: string | null;
  empleado_id: string | null;
  alerta: string | null;
  cliente: { nombre: string; telefono: string | null } | null;
  servicio: { nombre: string } | null;
  empleado: { nombre: string; apellido: string } | null;
};

/** How many appointments these clients or employees have ahead, and on which day in `zona` the next one is, by their id; without zeros. */
export async function countCitasAhead(column: "cliente_id" | "empleado_id", owners: { id: string }[], zona: string) {
  const rows = await db.$queryRaw<{ id: string; citas: number; proxima: string }[]>`
    SELECT ${Prisma.raw(column)} AS id, count(*)::int AS citas, (min(fecha_hora) AT TIME ZONE ${zona})::date::text AS proxima
    FROM citas_susa WHERE ${Prisma.raw(column)} = ANY (${owners.map(({ id }) => id)}::uuid[])
      AND fecha_hora >= ${new Date()}::timestamptz AND ${Prisma.raw(IS_OPEN)}
    GROUP BY 1`;
  return new Map(rows.map(({ id, ...ahead }) => [id, ahead]));
}
