import type { Transaction } from "~/database/client.server";
import { formatCalendarDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { plural } from "~/format/text";
import { type Libro, Prisma } from "~/generated/client";
import { type Check, compare, signedMoney, WRITTEN_OUTSIDE } from "./cuadre-check.server";

const LIBROS = {
  ingreso: {
    titulo: "Ingresos, uno por uno",
    tabla: Prisma.sql`ingresos_susa`,
    cita: Prisma.sql`cita_id`,
    path: "ingresos",
    nombre: "Ingreso",
  },
  egreso: {
    titulo: "Egresos, uno por uno",
    tabla: Prisma.sql`egresos_susa`,
    cita: Prisma.sql`NULL::uuid`,
    path: "egresos",
    nombre: "Egreso",
  },
};

type Lado = { monto: string | null; fecha: string | null; metodo: string | null };

/** Compares the rows of income or expenses with their ledger entries, summed by day, method and appointment. */
export function checkLibro(reader: Transaction, libro: Libro) {
  const { titulo, tabla, cita, path, nombre } = LIBROS[libro];
  type Row = { id: string; fila: Lado | null; asientos: Lado | null; grupos: number; otra_cita: boolean; diferencia: string };
  const lado = (name: string) => {
    const of = (column: string) => Prisma.raw(`${name}.${column}`);
    return Prisma.sql`CASE WHEN ${of("id")} IS NOT NULL THEN
      json_build_object('monto', ${of("monto")}::text, 'fecha', ${of("fecha")}::text, 'metodo', ${of("metodo_pago")}::text) END`;
  };
  return compare<Row>(
    reader,
    titulo,
    tabla,
    Prisma.sql`
      WITH sospechosos AS MATERIALIZED (
        -- Nearly every row has one equal entry; those without one, or with several, are summed up below.
        SELECT coalesce(fila.id, asientos.registro_id) AS id
        FROM (SELECT id, monto, fecha, metodo_pago, ${cita} AS cita_id FROM ${tabla}) AS fila
        FULL JOIN (SELECT * FROM asientos_susa WHERE libro = ${libro}::libro) AS asientos ON asientos.registro_id = fila.id
        WHERE (fila.monto = asientos.monto AND fila.fecha = asientos.fecha AND fila.metodo_pago = asientos.metodo_pago
          AND fila.cita_id IS NOT DISTINCT FROM asientos.cita_id) IS NOT TRUE
        UNION SELECT registro_id FROM asientos_susa WHERE libro = ${libro}::libro GROUP BY registro_id HAVING count(*) > 1
      )
      SELECT coalesce(fila.id, asientos.id) AS id, ${lado("fila")} AS fila, ${lado("asientos")} AS asientos,
        coalesce(asientos.grupos, 0)::int AS grupos, fila.cita_id IS DISTINCT FROM asientos.cita_id AS otra_cita,
        (coalesce(fila.monto, 0.00) - coalesce(asientos.monto, 0.00))::text AS diferencia
      FROM (SELECT id, monto, fecha, metodo_pago, ${cita} AS cita_id FROM ${tabla} WHERE id IN (SELECT id FROM sospechosos)) AS fila
      FULL JOIN (
        SELECT id, count(*) AS grupos, sum(monto) AS monto, min(fecha) AS fecha, min(metodo_pago) AS metodo_pago, (array_agg(cita_id))[1] AS cita_id
        FROM (
          SELECT registro_id AS id, fecha, metodo_pago, cita_id, sum(monto) AS monto FROM asientos_susa
          WHERE libro = ${libro}::libro AND registro_id IN (SELECT id FROM sospechosos) GROUP BY 1, 2, 3, 4 HAVING sum(monto) <> 0
        ) AS grupos GROUP BY id
      ) AS asientos ON asientos.id = fila.id
      WHERE asientos.grupos > 1 OR (fila.id, fila.monto, fila.fecha, fila.metodo_pago, fila.cita_id)
        IS DISTINCT FROM (asientos.id, asientos.monto, asientos.fecha, asientos.metodo_pago, asientos.cita_id)
      ORDER BY coalesce(fila.fecha, asientos.fecha) DESC, 1`,
    ({ id, fila, asientos, grupos, otra_cita, diferencia }) => ({
      id,
      clase: describeDifference(fila, asientos, grupos, otra_cita),
      cual: `${nombre} del ${printDay((fila ?? asientos)?.fecha)}`,
      enlace: fila && `/admin/${path}/${id}`,
      esperado: grupos > 1 ? "varios registros que no coinciden" : describe(asientos),
      encontrado: describe(fila),
      diferencia: signedMoney(diferencia),
    }),
  );
}

function describeDifference(fila: Lado | null, asientos: Lado | null, grupos: number, otra_cita: boolean): string {
  if (!fila) return "Se borró fuera de Susa";
  if (!asientos) return WRITTEN_OUTSIDE;
  if (grupos > 1) return "Lo registrado se cambió fuera de Susa";
  const changed = [
    fila.monto !== asientos.monto && "el monto",
    fila.fecha !== asientos.fecha && "la fecha",
    fila.metodo !== asientos.metodo && "el método de pago",
    otra_cita && "la cita",
  ];
  return `Se cambió ${changed.filter(Boolean).join(", ")}`;
}

function describe(lado: Lado | null): string {
  return lado ? `${formatMoney(lado.monto ?? "0")} · ${printDay(lado.fecha)} · ${lado.metodo}` : "nada";
}

/** A day as people read it; unchanged when it is not a calendar day (PostgreSQL's `infinity`). */
const printDay = (fecha: string | null = "") => (/^\d{4}-\d\d-\d\d$/.test(fecha ?? "") ? formatCalendarDay(fecha ?? "") : fecha);

/** The sum of the rows of a ledger, of its entries, and their difference, as decimal texts. */
export type Total = { libro: Libro; filas: string; asientos: string; diferencia: string };

export function sumTotales(reader: Transaction): Promise<Total[]> {
  return reader.$queryRaw<Total[]>`
    SELECT libro::text AS libro, filas::text AS filas, asientos::text AS asientos, (filas - asientos)::text AS diferencia
    FROM (
      SELECT libro, coalesce(max(filas), 0.00) AS filas, coalesce(max(asientos), 0.00) AS asientos FROM (
        SELECT 'ingreso'::libro, sum(monto), NULL::numeric FROM ingresos_susa
        UNION ALL SELECT 'egreso', sum(monto), NULL FROM egresos_susa
        UNION ALL SELECT libro, NULL, sum(monto) FROM asientos_susa GROUP BY libro
      ) AS partes (libro, filas, asientos) GROUP BY libro
    ) AS sumas ORDER BY sumas.libro`;
}

/** A total that differs names the rows that cause it, which the checks before have found. */
export function checkTotales(totales: Total[], checks: Check[]): Check {
  const diferencias = totales
    .filter(({ filas, asientos }) => filas !== asientos)
    .map(({ libro, filas, asientos, diferencia }) => {
      const rows = checks.find(({ titulo }) => titulo === LIBROS[libro].titulo);
      const [only] = rows?.cuantas === 1 ? rows.diferencias : [];
      return {
        id: libro,
        clase: only
          ? `Por «${only.cual}»`
          : `Por ${plural(rows?.cuantas ?? 0, "renglón", "renglones")} de «${LIBROS[libro].titulo}»`,
        cual: `Suma de todos los ${LIBROS[libro].path}`,
        enlace: only?.enlace ?? null,
        esperado: formatMoney(asientos),
        encontrado: formatMoney(filas),
        diferencia: signedMoney(diferencia),
      };
    });
  return { titulo: "Totales de ingresos y egresos", comparados: totales.length, cuantas: diferencias.length, diferencias };
}
