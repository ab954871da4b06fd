import { studioDay } from "~/format/dates";
import { comparedWith, type Periodo } from "~/format/periodo.server";
import { logError } from "~/log.server";
import { getProyeccion, proyecciones } from "./proyeccion.server";
import { clientes } from "./reporte-clientes.server";
import { descuentos } from "./reporte-descuentos.server";
import { categorias, conceptos, listTramos, metodos, serie, sumPeriodos } from "./reporte-dinero.server";
import { insumos } from "./reporte-insumos.server";
import { type Tabla, TITULOS } from "./reporte-tabla.server";
import { suben, tendencias } from "./reporte-tendencias.server";
import { citas, especialistas, servicios } from "./reporte-trabajo.server";

// Money counts on its own date, work on the date of its appointment: each table says which (docs/decisions/0032). All sums are
// exact, of numerics or of their texts. What several tables are made of is read once (sharedRead).

// In the order of the page: first what is asked daily.
const TABLAS = {
  metodos,
  especialistas,
  descuentos,
  serie,
  servicios,
  conceptos,
  categorias,
  citas,
  clientes,
  insumos,
  tendencias,
  suben,
  proyecciones,
};

export type NombreTabla = keyof typeof TABLAS;

/** The names of the tables, as in the URL of their files. */
export const NOMBRES = Object.keys(TABLAS) as NombreTabla[];

const today = (zona: string) => studioDay(new Date(), zona);

/** Gives one table of the report, as of the day `hoy` of the studio. */
export function getTabla(nombre: NombreTabla, periodo: Periodo, zona: string, hoy = today(zona)): Promise<Tabla> {
  return TABLAS[nombre](periodo, zona, hoy);
}

/** A table of the report, or only its title when it cannot be read. */
type TablaDelReporte = { nombre: NombreTabla; titulo: string; tabla: Tabla | undefined };

/**
 * Gives the report of a period, as of the day `hoy` of the studio: its sums next to those that `comparedWith` gives, its steps
 * and its tables. A part that cannot be read is logged and undefined; throws when none can be read.
 */
export async function getReporte(periodo: Periodo, zona: string, hoy = today(zona)) {
  const errors: unknown[] = [];
  const orUndefined = <T>(part: Promise<T>) =>
    part.catch((error: unknown) => {
      errors.push(error);
      return undefined;
    });
  const [sumas, tramos, proyeccion, ...tablas] = await Promise.all([
    orUndefined(sumPeriodos(periodo, comparedWith(periodo, hoy))),
    orUndefined(listTramos(periodo)),
    orUndefined(getProyeccion(zona, hoy)),
    ...NOMBRES.map(async (nombre): Promise<TablaDelReporte> => {
      const tabla = await orUndefined(getTabla(nombre, periodo, zona, hoy));
      return { nombre, titulo: tabla?.titulo ?? TITULOS[nombre], tabla };
    }),
  ]);
  if (errors.length === NOMBRES.length + 3) throw errors[0];
  for (const error of errors) logError("read", error);
  return { sumas, tramos, proyeccion, tablas };
}
