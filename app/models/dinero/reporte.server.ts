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

// Money counts on the day of its own row, work on the day of its appointment, whatever the other's: each table says which
// (docs/decisions/0032). Everything is summed in SQL and leaves as text.

// In the order in which the page shows them.
const TABLAS = { serie, metodos, categorias, conceptos, servicios, especialistas, citas, clientes, insumos };

export type NombreTabla = keyof typeof TABLAS;

/** The names by which the tables of the report are asked for. */
export const NOMBRES = Object.keys(TABLAS) as NombreTabla[];

/** Gives one table of the report, whole. */
export function getTabla(nombre: NombreTabla, periodo: Periodo, zona: string): Promise<Tabla> {
  return TABLAS[nombre](db, periodo, zona);
}

// What `listTrabajo` gives.
const DE_TRABAJO: NombreTabla[] = ["servicios", "especialistas", "citas"];

/** What the report is made of; what cannot be read is missing. */
type Partes = { sumas?: Sumados; tramos?: Tramo[] } & Partial<Record<NombreTabla, Tabla>>;

/** A table of the report, or, where it cannot be read, its title alone. */
type TablaDelReporte = { nombre: NombreTabla; titulo: string; tabla: Tabla | undefined };

/**
 * Gives the report of a period: its sums beside those of the period before, its steps, its tables, all as of one moment. When
 * one of them cannot be read, each is read by itself, and that one is undefined, and logged; throws when none can.
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

/** Reads everything as of one moment; when something cannot be read, each by itself. */
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
