import type { Dias } from "~/format/periodo.server";
import { Prisma } from "~/generated/client";

// What the tables of the report are made of. Their columns and figures are in the files beside this one: reporte-dinero,
// reporte-trabajo, reporte-descuentos, reporte-clientes and reporte-insumos.

export type Columna = { titulo: string; clase: "texto" | "fecha" | "cuenta" | "dinero" | "cambio" | "porcentaje" };

/** A table of the report: its rows of cells, and the total. A null cell is unknown. */
export type Tabla = {
  titulo: string;
  /** Which date the figures are based on, and what else the reader needs to know. */
  segun: string;
  columnas: Columna[];
  filas: Celda[][];
  total: Celda[] | null;
  /** What an empty table says, when it is not just that the period has nothing. */
  vacia?: string;
};

export type Celda = string | null;
export type Fila<Name extends string> = { es_total?: boolean } & Record<Name, Celda>;

export const texto = (titulo: string): Columna => ({ titulo, clase: "texto" });
export const cuenta = (titulo: string): Columna => ({ titulo, clase: "cuenta" });
export const dinero = (titulo: string): Columna => ({ titulo, clase: "dinero" });

/** An amount more or less than another, and the same in per cent. */
export const cambio = (titulo: string): Columna => ({ titulo, clase: "cambio" });
export const porcentaje = (titulo: string): Columna => ({ titulo, clase: "porcentaje" });

/** The rows as cells in the order of `names`, and the grand total, if they have one, apart from them. */
export function cells<Name extends string>(rows: Fila<Name>[], names: Name[], total = "Total") {
  const inOrder = (row: Fila<Name>) => names.map((name) => row[name]);
  const totalRow = rows.find(({ es_total }) => es_total);
  return {
    filas: rows.filter(({ es_total }) => !es_total).map(inOrder),
    total: totalRow ? [total, ...inOrder(totalRow).slice(1)] : null,
  };
}

/** The condition that a `date` is in the period. */
export const inDays = (column: string, { desde, hasta }: Dias) =>
  Prisma.sql`${Prisma.raw(column)} BETWEEN ${desde}::date AND ${hasta}::date`;

/** The moment at which a day begins in the studio's zone. */
export const startOfDay = (day: Prisma.Sql, zona: string) => Prisma.sql`((${day})::timestamp AT TIME ZONE ${zona})`;

/** The condition that a moment is in the period, in the studio's zone. */
export const inMoments = (column: string, { desde, hasta }: Dias, zona: string) =>
  Prisma.sql`${Prisma.raw(column)} >= ${startOfDay(Prisma.sql`${desde}::date`, zona)}
    AND ${Prisma.raw(column)} < ${startOfDay(Prisma.sql`${hasta}::date + 1`, zona)}`;

/** The condition that a row of tips is one that was given, and not its handover to the specialist. */
export const IS_PROPINA = Prisma.sql`liquidacion_id IS NULL`;

/** How a table names fees for a no-show or a late cancellation. */
export const CARGOS = "Cargos por no llegar";

export const TITULOS = {
  metodos: "Por método de pago",
  especialistas: "Por especialista",
  descuentos: "Descuentos",
  serie: "Ingresos y egresos",
  servicios: "Servicios más vendidos",
  conceptos: "Ingresos por concepto",
  categorias: "Egresos por categoría",
  citas: "Citas por estado",
  clientes: "Clientas",
  insumos: "Insumos usados",
  tendencias: "Tendencias de ventas",
  suben: "Servicios que suben y bajan",
  proyecciones: "Proyecciones",
};
