import { db } from "~/database/client.server";
import { combinedReader } from "~/database/combined-reader.server";
import type { Periodo } from "~/format/periodo.server";
import { logError } from "~/log.server";
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
import { citas, especialistas, listTrabajo, servicios } from "./reporte-trabajo.server";

// Money counts on its own date, work on the date of its appointment: each table says which (docs/decisions/0032). All sums are
// computed in SQL and returned as text.

// In the order of the page.
const TABLAS = { serie, metodos, categorias, conceptos, servicios, especialistas, citas, clientes, insumos };

export type NombreTabla = keyof typeof TABLAS;

/** The names of the tables, as in the URL of their files. */
export const NOMBRES = Object.keys(TABLAS) as NombreTabla[];

/** Gives one table of the report. */
export function getTabla(nombre: NombreTabla, periodo: Periodo, zona: string): Promise<Tabla> {
  return TABLAS[nombre](db, periodo, zona);
}

// The tables of `listTrabajo`.
const DE_TRABAJO: NombreTabla[] = ["servicios", "especialistas", "citas"];

/** The parts of the report; a part that cannot be read is missing. */
type Partes = { sumas?: Sumados; tramos?: Tramo[] } & Partial<Record<NombreTabla, Tabla>>;

/** A table of the report, or only its title when it cannot be read. */
type TablaDelReporte = { nombre: NombreTabla; titulo: string; tabla: Tabla | undefined };

/**
 * Gives the report of a period from one snapshot: its sums next to those of the period before, its steps and its tables. When
 * that fails, each part is read by itself, and one that cannot be read is logged and undefined; throws when none can be read.
 */
export async function getReporte(periodo: Periodo, zona: string) {
  const { sumas, tramos, ...read } = await readPartes(periodo, zona);
  const all = { ...read, serie: tramos && asSerie(tramos, periodo) };
  return {
    sumas,
    tramos,
    tablas: NOMBRES.map(
      (nombre): TablaDelReporte => ({ nombre, titulo: all[nombre]?.titulo ?? TITULOS[nombre], tabla: all[nombre] }),
    ),
  };
}

/** Reads all parts from one snapshot; when that fails, each by itself. */
async function readPartes(periodo: Periodo, zona: string): Promise<Partes> {
  const rest = NOMBRES.filter((nombre) => nombre !== "serie");
  try {
    const reader = combinedReader();
    const [sumas, tramos, trabajo, ...tablas] = await Promise.all([
      sumPeriodos(reader, periodo),
      listTramos(reader, periodo),
      listTrabajo(reader, periodo, zona),
      ...rest
        .filter((nombre) => !DE_TRABAJO.includes(nombre))
        .map(async (nombre) => [nombre, await TABLAS[nombre](reader, periodo, zona)]),
    ]);
    return { sumas, tramos, ...trabajo, ...Object.fromEntries(tablas) };
  } catch (error) {
    const reads: [keyof Partes, Promise<unknown>][] = [
      ["sumas", sumPeriodos(db, periodo)],
      ["tramos", listTramos(db, periodo)],
      ...rest.map((nombre): [NombreTabla, Promise<Tabla>] => [nombre, getTabla(nombre, periodo, zona)]),
    ];
    const results = await Promise.allSettled(reads.map(async ([name, read]) => [name, await read]));
    if (results.every(({ status }) => status === "rejected")) throw error;
    for (const result of results) if (result.status === "rejected") logError("read", result.reason);
    return Object.fromEntries(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))) as Partes;
  }
}
