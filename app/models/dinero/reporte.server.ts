import { studioDay } from "~/format/dates";
import type { Periodo } from "~/format/periodo.server";
import { logError } from "~/log.server";
import { asProyecciones, getProyeccion, type Proyeccion, proyecciones } from "./proyeccion.server";
import { clientes } from "./reporte-clientes.server";
import {
  asSerie,
  categorias,
  conceptos,
  listTramos,
  metodos,
  type Sumados,
  serie,
  sumPeriodos,
  type Tramo,
} from "./reporte-dinero.server";
import { insumos } from "./reporte-insumos.server";
import { type Tabla, TITULOS } from "./reporte-tabla.server";
import { suben, tendencias } from "./reporte-tendencias.server";
import { citas, especialistas, servicios } from "./reporte-trabajo.server";

// Money counts on its own date, work on the date of its appointment: each table says which (docs/decisions/0032). All sums are
// computed in SQL and returned as text.

// In the order of the page.
const TABLAS = {
  serie,
  metodos,
  categorias,
  conceptos,
  servicios,
  especialistas,
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

/** The parts of the report; a part that cannot be read is missing. */
type Partes = { sumas?: Sumados; tramos?: Tramo[]; proyeccion?: Proyeccion } & Partial<Record<NombreTabla, Tabla>>;

/** A table of the report, or only its title when it cannot be read. */
type TablaDelReporte = { nombre: NombreTabla; titulo: string; tabla: Tabla | undefined };

/**
 * Gives the report of a period, as of the day `hoy` of the studio: its sums next to those of the period before, its steps and its
 * tables. A part that cannot be read is logged and undefined; throws when none can be read.
 */
export async function getReporte(periodo: Periodo, zona: string, hoy = today(zona)) {
  const { sumas, tramos, proyeccion, ...read } = await readPartes(periodo, zona, hoy);
  const all = {
    ...read,
    serie: tramos && asSerie(tramos, periodo),
    proyecciones: proyeccion && asProyecciones(proyeccion),
  };
  return {
    sumas,
    tramos,
    proyeccion,
    tablas: NOMBRES.map(
      (nombre): TablaDelReporte => ({ nombre, titulo: all[nombre]?.titulo ?? TITULOS[nombre], tabla: all[nombre] }),
    ),
  };
}

async function readPartes(periodo: Periodo, zona: string, hoy: string): Promise<Partes> {
  const rest = NOMBRES.filter((nombre) => nombre !== "serie" && nombre !== "proyecciones");
  const reads: [keyof Partes, Promise<unknown>][] = [
    ["sumas", sumPeriodos(periodo)],
    ["tramos", listTramos(periodo)],
    ["proyeccion", getProyeccion(zona, hoy)],
    ...rest.map((nombre): [NombreTabla, Promise<Tabla>] => [nombre, getTabla(nombre, periodo, zona, hoy)]),
  ];
  const results = await Promise.allSettled(reads.map(async ([name, read]) => [name, await read]));
  const failed = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (failed.length === results.length) throw failed[0];
  for (const reason of failed) logError("read", reason);
  return Object.fromEntries(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))) as Partes;
}
