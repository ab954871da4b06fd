import { ESTUDIO } from "~/content/estudio";
import { db } from "~/database/client.server";
import { monthlyTotalsOf } from "~/database/totals.server";
import { studioDay } from "~/format/dates";
import { type EstadoCita, Prisma } from "~/generated/client";
import { logError } from "~/log.server";
import { selectPorRecordar } from "~/models/citas/recordatorio.server";
import { IS_LOW } from "~/models/inventario/item.server";
import { selectTotalDelMes } from "./total-mes.server";

/** The figures of the dashboard; one that cannot be read is undefined. */
export type Cifras = {
  clientes?: number;
  servicios?: number;
  ingresos?: string;
  /** How many items are low, and the names of the three that are lowest. */
  porAgotarse?: { cuantos: number; nombres: string[] };
  /** The next day with appointments to remind (`2026-11-24`), or null, and how many it has. */
  porRecordar?: { dia: string | null; citas: number };
  /** When the next appointment after `now` is, if there is one. */
  proxima?: Date | string | null;
  /** What a new studio has already done. */
  pasos?: { datos: boolean; servicios: boolean; equipo: boolean; cita: boolean };
};

/**
 * Gives the figures of the dashboard with one statement. When it fails, each is read by itself, and one that cannot be read is
 * logged and undefined.
 */
export async function getCifras(zona: string, now = new Date()): Promise<Cifras> {
  const cifras = {
    clientes: Prisma.sql`SELECT coalesce(sum(cuantos), 0)::int FROM totales_susa WHERE ${monthlyTotalsOf("clientes_susa")}`,
    servicios: Prisma.sql`SELECT count(*)::int FROM servicios_susa WHERE activo`,
    ingresos: selectTotalDelMes("ingresos_susa", studioDay(now, zona).slice(0, 7)),
    porAgotarse: POR_AGOTARSE,
    porRecordar: selectPorRecordar(zona, now),
    proxima: Prisma.sql`
      SELECT min(fecha_hora) FROM citas_susa WHERE fecha_hora > ${now}::timestamptz AND estado IN ('programada', 'confirmada')`,
    pasos: PASOS,
  };
  const columns = Object.entries(cifras).map(([name, cifra]) => Prisma.sql`(${cifra}) AS ${Prisma.raw(`"${name}"`)}`);
  try {
    const [all] = await db.$queryRaw<Cifras[]>`SELECT ${Prisma.join(columns)}`;
    return all ?? {};
  } catch {
    const alone = Object.entries(cifras).map(async ([name, cifra]) => {
      const [row] = await db.$queryRaw<{ cifra: unknown }[]>`SELECT (${cifra}) AS cifra`;
      return [name, row?.cifra];
    });
    const read = await Promise.allSettled(alone);
    for (const one of read) if (one.status === "rejected") logError("read", one.reason);
    return Object.fromEntries(read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))) as Cifras;
  }
}

const POR_AGOTARSE = Prisma.sql`
  SELECT json_build_object('cuantos', count(*), 'nombres', coalesce((
    SELECT json_agg(nombre) FROM (SELECT nombre FROM inventario_susa WHERE ${IS_LOW} ORDER BY cantidad - minimo, nombre LIMIT 3) AS bajos
  ), '[]')) FROM inventario_susa WHERE ${IS_LOW}`;

// The example's telephone is the one of its settings that no studio can keep.
const PASOS = Prisma.sql`
  SELECT json_build_object(
    'datos', EXISTS (SELECT FROM configuracion_susa WHERE telefono <> ${ESTUDIO.telefono}),
    'servicios', EXISTS (SELECT FROM servicios_susa), 'equipo', EXISTS (SELECT FROM empleados_susa),
    'cita', EXISTS (SELECT FROM citas_susa))`;

type Lapso = { fecha_hora: Date; fin: Date; estado: EstadoCita };

/** Whether an appointment is completed, cancelled, or past its end. */
export function isOver({ estado, fin }: Lapso, now: Date): boolean {
  return estado === "completada" || estado === "cancelada" || fin <= now;
}

/**
 * Splits the appointments of a day, given by time, in those under way or to come and those that are over. The first `enCurso` of
 * `siguen` have begun.
 */
export function splitDia<Cita extends Lapso>(citas: Cita[], now: Date) {
  const siguen = citas.filter((cita) => !isOver(cita, now));
  const enCurso = siguen.filter(({ fecha_hora }) => fecha_hora <= now).length;
  return { siguen, enCurso, pasaron: citas.filter((cita) => isOver(cita, now)) };
}
