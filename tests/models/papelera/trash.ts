import { afterEach, beforeEach, expect } from "vitest";
import { recuperar } from "~/models/papelera/recuperar.server";
import { readCuadre } from "../../support/cuadre";
import { sql } from "../../support/test-database";
import { cuenta, key } from "../citas/cita-history";

/** A row without what every write touches. */
export async function rowOf(table: string, id: string): Promise<unknown> {
  const [row] = await sql<{ row: unknown }>(`SELECT to_jsonb(t) - 'updated_at' AS row FROM ${table} t WHERE t.id = '${id}'`);
  return row?.row;
}

/** The result of a write that is expected to have happened. */
export function resultOf<T>(written: { outcome: string; result?: T }): T {
  expect(written.outcome).toBe("written");
  return written.result as T;
}

/** Brings a copy back and gives what came with it. */
export const bringBack = async (papelera_id: string) => resultOf(await recuperar(papelera_id, cuenta, key()));

export const countOf = async (table: string) => Number((await sql<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

/** Each test begins with an empty trash, and after it Cuadre finds no difference. */
export function expectNoDifferences(): void {
  beforeEach(() => sql("TRUNCATE papelera_susa, egresos_susa, testimonios_susa, service_images_susa"));
  afterEach(async () => {
    const { sections, totales } = await readCuadre();
    expect(sections.flatMap(({ diferencias }) => diferencias)).toEqual([]);
    expect(totales.filter(({ diferencia }) => diferencia !== "0.00")).toEqual([]);
  });
}
