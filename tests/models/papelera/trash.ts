import { afterEach, beforeEach, expect } from "vitest";
import { recuperar } from "~/models/papelera/recuperar.server";
import { readCuadre } from "../../support/cuadre";
import { emptyTables, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { cuenta, key } from "../citas/cita-history";

/** A row without what every write touches. */
export const rowOf = (table: string, id: string) =>
  sqlValue(`SELECT to_jsonb(t) - 'updated_at' FROM ${table} t WHERE t.id = '${id}'`);

/** Brings a copy back and gives what came with it: of `unidos` only the tables with rows that pointed at it. */
export async function bringBack(papelera_id: string) {
  const { unidos, ...recovered } = await resultOf(recuperar(papelera_id, cuenta, key()));
  return { ...recovered, unidos: unidos.filter(({ de }) => de > 0) };
}

/** Each test begins with an empty trash, and after it Cuadre finds no difference. */
export function expectNoDifferences(): void {
  beforeEach(() => emptyTables("papelera_susa", "bitacora_susa", "egresos_susa", "testimonios_susa", "service_images_susa"));
  afterEach(async () => {
    const { diferencias, totales } = await readCuadre();
    expect(diferencias).toEqual([]);
    expect(totales.filter(({ diferencia }) => diferencia !== "0.00")).toEqual([]);
  });
}
