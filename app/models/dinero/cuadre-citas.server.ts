import type { Transaction } from "~/database/client.server";
import { formatDate, formatTime } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { Prisma } from "~/generated/client";
import { compare, signedMoney, WRITTEN_OUTSIDE } from "./cuadre-check.server";

export function checkCobrado(reader: Transaction, zona: string) {
  type Row = { id: string; fecha_hora: Date; esperado: string; encontrado: string; diferencia: string };
  return compare<Row>(
    reader,
    "Lo cobrado de cada cita",
    Prisma.sql`citas_susa`,
    Prisma.sql`
      WITH cobros AS (
        SELECT cita_id, sum(monto) AS monto FROM asientos_susa WHERE libro = 'ingreso' AND cita_id IS NOT NULL GROUP BY cita_id
      ), distintas AS MATERIALIZED (
        SELECT c.id, coalesce(cobros.monto, 0.00) AS esperado, c.cobrado FROM citas_susa c LEFT JOIN cobros ON cobros.cita_id = c.id
        WHERE c.cobrado <> coalesce(cobros.monto, 0)
      )
      SELECT id, c.fecha_hora, esperado::text, d.cobrado::text AS encontrado, (d.cobrado - esperado)::text AS diferencia
      FROM distintas d JOIN citas_susa c USING (id) ORDER BY c.fecha_hora DESC, id`,
    ({ id, fecha_hora, esperado, encontrado, diferencia }) => ({
      id,
      clase: "Lo cobrado no es la suma de sus ingresos",
      ...nameCita(id, fecha_hora, zona),
      esperado: formatMoney(esperado),
      encontrado: formatMoney(encontrado),
      diferencia: signedMoney(diferencia),
    }),
  );
}

export function checkEstado(reader: Transaction, zona: string) {
  type Row = { id: string; fecha_hora: Date; esperado: string | null; encontrado: string };
  const estado = (name: string) => Prisma.raw(`CASE WHEN ${name}.no_asistio THEN 'no asistió' ELSE ${name}.estado::text END`);
  return compare<Row>(
    reader,
    "El estado de cada cita y su historial",
    Prisma.sql`citas_susa`,
    Prisma.sql`
      WITH distintas AS MATERIALIZED (
        SELECT c.id, ${estado("ultimo")} AS esperado, ${estado("c")} AS encontrado
        FROM citas_susa c LEFT JOIN (
          SELECT DISTINCT ON (cita_id) cita_id, estado, no_asistio FROM cambios_cita_susa ORDER BY cita_id, orden DESC
        ) AS ultimo ON ultimo.cita_id = c.id
        WHERE (c.estado, c.no_asistio) IS DISTINCT FROM (ultimo.estado, ultimo.no_asistio)
      )
      SELECT id, c.fecha_hora, esperado, encontrado FROM distintas JOIN citas_susa c USING (id) ORDER BY c.fecha_hora DESC, id`,
    ({ id, fecha_hora, esperado, encontrado }) => ({
      id,
      clase: esperado === null ? WRITTEN_OUTSIDE : "Se cambió el estado fuera de Susa",
      ...nameCita(id, fecha_hora, zona),
      esperado: esperado ?? "nada",
      encontrado,
      diferencia: null,
    }),
  );
}

function nameCita(id: string, fecha_hora: Date, zona: string) {
  return { cual: `Cita del ${formatDate(fecha_hora, zona)}, ${formatTime(fecha_hora, zona)}`, enlace: `/admin/citas/${id}` };
}
