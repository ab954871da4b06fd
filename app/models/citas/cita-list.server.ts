import { db } from "~/database/client.server";
import { allOf, monthAfter, overlaps } from "~/database/conditions.server";
import { isId } from "~/database/fields.server";
import { pageOf } from "~/database/paging.server";
import { matchesSearch } from "~/database/search.server";
import { selectPageStart } from "~/database/totals.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { type EstadoCita, Prisma } from "~/generated/client";
import { CITAS_PER_PAGE } from "~/limits";
import { alertaOfCita, withOpenAlertas } from "~/models/clientes/salud.server";
import type { RightsHolder } from "~/models/cuentas/permiso.server";

/** The filters of the list. `cuando: ""` means today; `empleado` is an id, or `ninguna` for appointments without a specialist. */
export type CitasFilter = {
  q: string;
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

function periodOf(cuando: CitasFilter["cuando"], zona: string, now: Date): { gte?: Date; lt?: Date } {
  const today = studioDay(now, zona);
  if (cuando === "todas") return {};
  if (cuando === "proximas") return { gte: now };
  const { start, end } = daysBounds(zona, cuando === "manana" ? addDays(today, 1) : today, 1);
  return { gte: start, lt: end };
}

/**
 * Gives page `pagina` of the appointments that match a filter, by time, with their names and the alerts that `user` may see, and
 * how many match in all.
 */
export async function listCitas(
  { q, cuando, empleado, estado, pagina }: CitasFilter & { pagina: number },
  zona: string,
  user: RightsHolder,
  now = new Date(),
) {
  const { start, condition } = selectPage({ q, cuando, empleado, estado, pagina }, zona, now);
  const rows = await db.$queryRaw<(CitaRow | { total: number; id: null })[]>`
    WITH inicio AS (${start})
    SELECT total, cita.id, fecha_hora, fin, estado, no_asistio, notas, cita.precio::text, cobrado::text,
      ${alertaOfCita(user, Prisma.sql`cita`)} AS alerta,
      (SELECT json_build_object('nombre', nombre, 'telefono', telefono) FROM clientes_susa WHERE id = cliente_id) AS cliente,
      (SELECT json_build_object('nombre', nombre) FROM servicios_susa WHERE id = servicio_id) AS servicio,
      (SELECT json_build_object('nombre', nombre, 'apellido', apellido) FROM empleados_susa WHERE id = empleado_id) AS empleado
    FROM inicio LEFT JOIN LATERAL (
      SELECT * FROM citas_susa WHERE ${condition} ORDER BY fecha_hora, id LIMIT ${CITAS_PER_PAGE} OFFSET inicio.skip
    ) AS cita ON true ORDER BY fecha_hora, cita.id`;
  const citas = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return { citas: withOpenAlertas(citas), total: rows[0]?.total ?? 0 };
}

type CitaRow = {
  total: number;
  id: string;
  fecha_hora: Date;
  fin: Date;
  estado: EstadoCita;
  no_asistio: boolean;
  notas: string | null;
  precio: string;
  cobrado: string;
  alerta: string | null;
  cliente: { nombre: string; telefono: string | null } | null;
  servicio: { nombre: string } | null;
  empleado: { nombre: string; apellido: string } | null;
};

/**
 * SQL that tells where a page begins (`start`: the total, the rows to skip, the months to look in) and which rows it reads from
 * there on (`condition`). A search or a single day is counted; everything else uses the monthly totals, because a late page
 * would need a long OFFSET. The current month of `proximas` is counted too: the totals hold all of it.
 */
function selectPage({ q, cuando, empleado, estado, pagina }: CitasFilter & { pagina: number }, zona: string, now: Date) {
  const size = CITAS_PER_PAGE;
  const { gte, lt } = periodOf(cuando, zona, now);
  const ofSpecialistAndState = allOf(
    empleado === "ninguna" ? Prisma.sql`empleado_id IS NULL` : null,
    isId(empleado) ? Prisma.sql`empleado_id = ${empleado}::uuid` : null,
    estado ? Prisma.sql`estado = ${estado}::estado_cita` : null,
  );
  const matches = allOf(
    q ? Prisma.sql`cliente_id IN (SELECT id FROM clientes_susa WHERE ${matchesSearch(q)})` : null,
    gte ? Prisma.sql`fecha_hora >= ${gte}::timestamptz` : null,
    lt ? Prisma.sql`fecha_hora < ${lt}::timestamptz` : null,
    ofSpecialistAndState,
  );
  if (q !== "" || lt !== undefined)
    return {
      start: Prisma.sql`SELECT count(*)::int AS total, ${pageOf(pagina, size).skip}::int AS skip FROM citas_susa WHERE ${matches}`,
      condition: matches,
    };
  const nextMonth = monthAfter(now);
  const edge = countRestOfMonth(now, nextMonth, ofSpecialistAndState);
  const fromNextMonth = Prisma.sql`mes >= ${nextMonth}::date AND ${ofSpecialistAndState}`;
  const start = gte
    ? selectPageStart("citas_susa", pagina, "asc", fromNextMonth, { size, edge })
    : selectPageStart("citas_susa", pagina, "asc", ofSpecialistAndState, { size });
  // With a lower bound alone the planner expects many more rows, and picks a slow plan.
  const condition = allOf(
    matches,
    Prisma.sql`fecha_hora >= coalesce(inicio.mes, '-infinity')::timestamp AT TIME ZONE 'UTC'`,
    Prisma.sql`fecha_hora <= coalesce(inicio.ultimo + interval '1 month', 'infinity') AT TIME ZONE 'UTC'`,
  );
  return { start, condition };
}

const countRestOfMonth = (now: Date, nextMonth: Date, condition: Prisma.Sql) => Prisma.sql`
  UNION ALL SELECT date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC')::date, count(*), 0 FROM citas_susa
  WHERE fecha_hora >= ${now}::timestamptz AND fecha_hora < ${nextMonth}::timestamptz AND ${condition}`;

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
    SELECT c.id, c.fecha_hora, c.fin, c.estado::text, c.no_asistio, c.precio::text, c.notas, c.empleado_id,
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
  precio: string;
  notas: string | null;
  empleado_id: string | null;
  alerta: string | null;
  cliente: { nombre: string; telefono: string | null } | null;
  servicio: { nombre: string } | null;
  empleado: { nombre: string; apellido: string } | null;
};
