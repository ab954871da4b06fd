import { db, type Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { Prisma } from "~/generated/client";
import { sum } from "./amounts.server";

// What each specialist is still to be paid: her percentage of what was done and paid, less what settlements paid for it, and the tips that
// were not handed over.

/**
 * SQL of the commission lines that are to be settled, `owed`, in zone `zona`: of each appointment what was done and paid since it was last
 * settled. What is more now counts at her present percentage; what is less, because money was given back or the appointment was reopened,
 * at the percentages at which it was paid, the latest first.
 */
const withOwed = (zona: string) => Prisma.sql`
  WITH paid AS (
    SELECT s.empleado_id, l.cita_id, l.porcentaje, sum(l.base) AS base, max(s.created_at) AS last_paid
    FROM liquidacion_lineas_susa l JOIN liquidaciones_susa s ON s.id = l.liquidacion_id
    WHERE s.cancelada_at IS NULL AND s.empleado_id IS NOT NULL AND l.cita_id IS NOT NULL GROUP BY 1, 2, 3
  ), paid_by_rate AS (
    SELECT *, sum(base) OVER (PARTITION BY empleado_id, cita_id ORDER BY last_paid DESC, porcentaje) - base AS later
    FROM paid WHERE base > 0
  ), counted AS (
    SELECT e.id AS empleado_id, c.id AS cita_id FROM empleados_susa e JOIN citas_susa c ON c.empleado_id = e.id
    WHERE c.estado = 'completada' AND c.fecha_hora >= (e.comision_desde::timestamp AT TIME ZONE ${zona})
    UNION SELECT empleado_id, cita_id FROM paid
  ), changes AS (
    SELECT n.empleado_id, n.cita_id, e.comision, greatest(0, least(c.cobrado, c.precio)) - coalesce(p.base, 0) AS base
    FROM counted n JOIN empleados_susa e ON e.id = n.empleado_id
    LEFT JOIN citas_susa c ON c.id = n.cita_id AND c.empleado_id = n.empleado_id AND c.estado = 'completada'
    LEFT JOIN (SELECT empleado_id, cita_id, sum(base) AS base FROM paid GROUP BY 1, 2) p
      ON p.empleado_id = n.empleado_id AND p.cita_id = n.cita_id
  ), owed AS (
    SELECT empleado_id, cita_id, base, comision AS porcentaje FROM changes WHERE base > 0 AND comision IS NOT NULL
    UNION ALL
    SELECT empleado_id, cita_id, -least(r.base, -c.base - later), porcentaje
    FROM changes c JOIN paid_by_rate r USING (empleado_id, cita_id) WHERE c.base < 0 AND -c.base > later
  )`;

/** SQL that names whose tips or settlements these are: her id or, once she was deleted, one that is made of her name. */
export const WHOSE = Prisma.sql`coalesce(empleado_id, md5(coalesce(empleado_nombre, ''))::uuid)`;

/** The name of somebody whose tips were written before tips had names. */
const NAMELESS = "Especialista eliminada";

/** What somebody is to be paid; `id` is hers or, once she was deleted, made of her name. Amounts are decimal texts. */
export type PorPagar = {
  id: string;
  nombre: string;
  isDeleted: boolean;
  porcentaje: string | null;
  /** What was done and paid, and her part of it. */
  hecho: string;
  comision: string;
  propinas: string;
  total: string;
};

type Reader = Pick<Transaction, "$queryRaw">;

/** Lists by name every active specialist, and the others whose balance is not zero. */
export const listPorPagar = (zona: string): Promise<PorPagar[]> =>
  readPorPagar(db, zona, Prisma.sql`e.activo OR coalesce(hecho, 0) <> 0 OR coalesce(propinas, 0) <> 0`);

/** Gives what one is to be paid; null when the id is unknown or malformed. */
export async function getPorPagar(id: string | undefined, zona: string, reader: Reader = db): Promise<PorPagar | null> {
  if (!isId(id)) return null;
  const [row] = await readPorPagar(reader, zona, Prisma.sql`id = ${id}::uuid`);
  return row ?? null;
}

function readPorPagar(reader: Reader, zona: string, condition: Prisma.Sql): Promise<PorPagar[]> {
  return reader.$queryRaw<PorPagar[]>`
    ${withOwed(zona)}, commissions AS (
      SELECT empleado_id AS id, sum(base) AS hecho, sum(round(base * porcentaje / 100, 2)) AS comision FROM owed GROUP BY 1
    ), tips AS (
      SELECT ${WHOSE} AS id, max(empleado_nombre) AS nombre, sum(monto) AS propinas FROM propinas_susa GROUP BY 1
    ), settled AS (SELECT ${WHOSE} AS id, max(empleado_nombre) AS nombre FROM liquidaciones_susa GROUP BY 1)
    SELECT id, coalesce(e.nombre || ' ' || e.apellido, tips.nombre, settled.nombre, ${NAMELESS}) AS nombre, e.id IS NULL AS "isDeleted",
      e.comision::text AS porcentaje, coalesce(hecho, 0.00)::text AS hecho, coalesce(c.comision, 0.00)::text AS comision,
      coalesce(propinas, 0.00)::text AS propinas, (coalesce(c.comision, 0.00) + coalesce(propinas, 0.00))::text AS total
    FROM (SELECT id FROM empleados_susa UNION SELECT id FROM tips UNION SELECT id FROM settled) AS everyone
    LEFT JOIN empleados_susa e USING (id) LEFT JOIN commissions c USING (id) LEFT JOIN tips USING (id) LEFT JOIN settled USING (id)
    WHERE ${condition}
    ORDER BY e.id IS NULL, nombre, id`;
}

/** A line of a sheet: the part of an appointment that is to be settled, or was. `monto` is `porcentaje` per cent of `base`. */
export type LineaDeComision = {
  cita_id: string | null;
  fecha_hora: Date | null;
  cliente: string | null;
  servicio: string | null;
  base: string;
  porcentaje: string;
  monto: string;
};

const COLUMNS = Prisma.sql`l.cita_id, c.fecha_hora, k.nombre::text AS cliente, s.nombre::text AS servicio, l.base::text,
  l.porcentaje::text, round(l.base * l.porcentaje / 100, 2)::text AS monto`;

const ABOUT = Prisma.sql`LEFT JOIN citas_susa c ON c.id = l.cita_id LEFT JOIN clientes_susa k ON k.id = c.cliente_id
  LEFT JOIN servicios_susa s ON s.id = c.servicio_id`;

/** Lists the lines that are to be settled with specialist `id`, by time. */
export function listLineas(id: string, zona: string, reader: Reader = db): Promise<LineaDeComision[]> {
  return reader.$queryRaw<LineaDeComision[]>`
    ${withOwed(zona)} SELECT ${COLUMNS} FROM owed l ${ABOUT} WHERE l.empleado_id = ${id}::uuid
    ORDER BY c.fecha_hora, l.cita_id, l.porcentaje`;
}

/** Lists the lines of a settlement, by time. */
export function listLineasDe(liquidacion_id: string): Promise<LineaDeComision[]> {
  return db.$queryRaw<LineaDeComision[]>`
    SELECT ${COLUMNS} FROM liquidacion_lineas_susa l ${ABOUT} WHERE liquidacion_id = ${liquidacion_id}::uuid
    ORDER BY c.fecha_hora, l.cita_id, l.porcentaje`;
}

/** What the lines of a sheet come to. */
export const sumLineas = (lineas: LineaDeComision[]) => sum(lineas.map(({ monto }) => monto));
