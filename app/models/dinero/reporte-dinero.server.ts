import { longDb } from "~/database/client.server";
import { sharedRead } from "~/database/shared-read.server";
import { lastDayOf } from "~/format/days.server";
import { type Dias, type Periodo, stepOf, yearOf } from "~/format/periodo.server";
import { capitalize, SIN_CATEGORIA } from "~/format/text";
import { Prisma } from "~/generated/client";
import { sum } from "./amounts.server";
import { CARGOS, cells, cuenta, dinero, type Fila, IS_PROPINA, inDays, type Tabla, TITULOS, texto } from "./reporte-tabla.server";

type Book = { tabla: "ingresos_susa" | "egresos_susa"; clase: "concepto" | "categoria" };

const INGRESOS: Book = { tabla: "ingresos_susa", clase: "concepto" };
const EGRESOS: Book = { tabla: "egresos_susa", clase: "categoria" };

/** The rows of income or expenses in a period. */
const rowsOf = ({ tabla, clase }: Book, dias: Dias) => Prisma.sql`
  SELECT fecha, metodo_pago, ${Prisma.raw(clase)}, monto FROM ${Prisma.raw(tabla)} WHERE ${inDays("fecha", dias)}`;

export type Sumas = { ingresos: string; egresos: string; neto: string };

export type Sumados = Record<"actual" | "anterior" | "cambio", Sumas>;

export type Tramo = Sumas & { cuando: string };

const FORMATS = { day: "YYYY-MM-DD", month: "YYYY-MM", year: "YYYY" };

/** Income, expenses and net of each day, month or year of a period, empty ones included. A report needs them more than once. */
export const listTramos = sharedRead((dias: Dias, step: keyof typeof FORMATS = stepOf(dias)): Promise<Tramo[]> => {
  const sums = (book: Book) => Prisma.sql`
    SELECT date_trunc(${step}, fecha::timestamp) AS tramo, sum(monto) AS monto
    FROM (${rowsOf(book, dias)}) AS filas GROUP BY 1`;
  return longDb.$queryRaw`
    SELECT to_char(tramo, ${FORMATS[step]}) AS cuando, coalesce(i.monto, 0.00)::text AS ingresos,
      coalesce(e.monto, 0.00)::text AS egresos, (coalesce(i.monto, 0.00) - coalesce(e.monto, 0.00))::text AS neto
    FROM generate_series(date_trunc(${step}, ${dias.desde}::timestamp), ${dias.hasta}::timestamp, ('1 ' || ${step})::interval) AS tramo
    LEFT JOIN (${sums(INGRESOS)}) AS i USING (tramo)
    LEFT JOIN (${sums(EGRESOS)}) AS e USING (tramo)
    ORDER BY tramo`;
});

/** Income, expenses and net of all steps together. */
function sumTramos(tramos: Tramo[]): Sumas {
  const sumOf = (name: keyof Sumas) => sum(tramos.map((tramo) => tramo[name])).toFixed(2);
  return { ingresos: sumOf("ingresos"), egresos: sumOf("egresos"), neto: sumOf("neto") };
}

/** Income, expenses and net of some days and of others before them, and the changes. */
export async function sumPeriodos(dias: Dias, antes: Dias): Promise<Sumados> {
  const [tramos, before] = await Promise.all([listTramos(dias), listTramos(antes, "year")]);
  const [actual, anterior] = [sumTramos(tramos), sumTramos(before)];
  const change = (name: keyof Sumas) => sum([actual[name]]).minus(anterior[name]).toFixed(2);
  return { actual, anterior, cambio: { ingresos: change("ingresos"), egresos: change("egresos"), neto: change("neto") } };
}

const TRAMOS = { day: "día", month: "mes", year: "año" };

/** The steps of a period as a table. */
export function asSerie(tramos: Tramo[], periodo: Periodo): Tabla {
  const step = TRAMOS[stepOf(periodo)];
  return {
    titulo: `${TITULOS.serie} por ${step}`,
    segun: "Cada ingreso y egreso, en su fecha.",
    columnas: [{ titulo: capitalize(step), clase: "fecha" }, dinero("Ingresos"), dinero("Egresos"), dinero("Utilidad neta")],
    ...cells(tramos, ["cuando", "ingresos", "egresos", "neto"]),
  };
}

export const serie = async (periodo: Periodo) => asSerie(await listTramos(periodo), periodo);

type PorMetodo = { es_total: boolean } & Record<
  "metodo" | "ingresos" | "egresos" | "neto" | "propinas" | "entro" | "salio" | "quedo",
  string
>;

/**
 * Income, expenses, net and tips of a period by method of payment and in total: `entro` is income and tips, `salio` expenses and tips
 * handed over to specialists, `quedo` what is left. A report needs them more than once.
 */
export const sumMetodos = sharedRead(
  (dias: Dias): Promise<PorMetodo[]> => longDb.$queryRaw`
    SELECT grouping(metodo) = 1 AS es_total, coalesce(initcap(metodo::text), 'Total') AS metodo,
      sum(ingresos)::text AS ingresos, sum(egresos)::text AS egresos, sum(ingresos - egresos)::text AS neto,
      sum(propinas)::text AS propinas, sum(ingresos + propinas)::text AS entro, sum(egresos + entregadas)::text AS salio,
      sum(ingresos + propinas - egresos - entregadas)::text AS quedo
    FROM (
      SELECT unnest(enum_range(NULL::metodo_pago)), 0.00, 0.00, 0.00, 0.00
      UNION ALL SELECT metodo_pago, monto, 0, 0, 0 FROM (${rowsOf(INGRESOS, dias)}) AS ingresos
      UNION ALL SELECT metodo_pago, 0, monto, 0, 0 FROM (${rowsOf(EGRESOS, dias)}) AS egresos
      UNION ALL SELECT metodo_pago, 0, 0, CASE WHEN ${IS_PROPINA} THEN monto ELSE 0 END, CASE WHEN ${IS_PROPINA} THEN 0 ELSE -monto END
        FROM propinas_susa WHERE ${inDays("fecha", dias)}
    ) AS pagos (metodo, ingresos, egresos, propinas, entregadas)
    GROUP BY GROUPING SETS ((metodo), ()) ORDER BY pagos.metodo`,
);

export async function metodos(periodo: Periodo): Promise<Tabla> {
  return {
    titulo: TITULOS.metodos,
    segun: "Cada ingreso, egreso y propina, en su fecha. Las propinas no se suman a los ingresos.",
    columnas: [texto("Método de pago"), ...["Ingresos", "Egresos", "Utilidad neta", "Propinas"].map(dinero)],
    ...cells(await sumMetodos(periodo), ["metodo", "ingresos", "egresos", "neto", "propinas"]),
  };
}

export async function categorias(periodo: Periodo): Promise<Tabla> {
  const rows = await longDb.$queryRaw<Fila<"categoria" | "egresos" | "monto">[]>`
    SELECT grouping(categoria) = 1 AS es_total, coalesce(categoria::text, ${SIN_CATEGORIA}) AS categoria,
      count(*)::text AS egresos, coalesce(sum(monto), 0.00)::text AS monto
    FROM (${rowsOf(EGRESOS, periodo)}) AS filas
    GROUP BY GROUPING SETS ((categoria), ()) ORDER BY sum(monto) DESC, filas.categoria`;
  return {
    titulo: TITULOS.categorias,
    segun: "Cada egreso, en su fecha.",
    columnas: [texto("Categoría"), cuenta("Egresos"), dinero("Monto")],
    ...cells(rows, ["categoria", "egresos", "monto"]),
  };
}

export async function conceptos(periodo: Periodo): Promise<Tabla> {
  const rows = await longDb.$queryRaw<Fila<"concepto" | "ingresos" | "monto">[]>`
    SELECT grouping(concepto) = 1 AS es_total, CASE concepto
        WHEN 'libre' THEN 'Otros ingresos' WHEN 'anticipo' THEN 'Anticipos'
        WHEN 'cita' THEN 'Cobros de citas' WHEN 'venta' THEN 'Ventas de productos' WHEN 'reversa' THEN 'Cobros cancelados'
        WHEN 'devolucion' THEN 'Devoluciones de citas'
        WHEN 'devolucion_venta' THEN 'Devoluciones de productos' WHEN 'cargo' THEN ${CARGOS} END AS concepto,
      count(*)::text AS ingresos, coalesce(sum(monto), 0.00)::text AS monto
    FROM (${rowsOf(INGRESOS, periodo)}) AS filas
    GROUP BY GROUPING SETS ((concepto), ()) ORDER BY filas.concepto`;
  return {
    titulo: TITULOS.conceptos,
    segun: "Cada ingreso, en su fecha.",
    columnas: [texto("Concepto"), cuenta("Ingresos"), dinero("Monto")],
    ...cells(rows, ["concepto", "ingresos", "monto"]),
  };
}

/** Gives income, expenses and net of the year of the day `hoy`, up to its month, by month and in total. */
export async function getRendimiento(hoy: string) {
  const anio = yearOf(hoy.slice(0, 4));
  const dias = { desde: anio.desde, hasta: lastDayOf(hoy.slice(0, 7)) };
  const tramos = await listTramos(dias, "month");
  return { tramos, sumas: sumTramos(tramos), serie: asSerie(tramos, anio) };
}
