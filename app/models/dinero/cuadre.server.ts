import { inSnapshot } from "~/database/client.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { getZona } from "~/models/estudio/configuracion.server";
import type { Check } from "./cuadre-check.server";
import { checkCobrado, checkEstado } from "./cuadre-citas.server";
import { checkExistencias, checkMovimientos } from "./cuadre-existencias.server";
import { checkLibro, checkTotales, sumTotales, type Total } from "./cuadre-libros.server";

export type { Check };

// Each row is compared with a second record written at the same time (docs/decisions/0026), so that the row that was changed is
// named, and not its consequences.

/**
 * Recomputes income and totals on one snapshot, and stock unless it is left out, and lists every row that differs; `cuantas` does
 * not count the totals, which only follow from them.
 */
export async function runCuadre({ withStock = true } = {}): Promise<{ checks: Check[]; cuantas: number; totales: Total[] }> {
  const zona = await getZona();
  return inSnapshot(async (reader) => {
    // Forces merge joins over two indexes that contain all compared columns, in one process: a hash or sort of hundreds of
    // thousands of rows is slower and evicts other pages from the cache.
    await reader.$executeRaw`
      SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_hashagg', 'off', true), set_config('random_page_cost', '1', true),
        set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`;
    const checks = [
      ...(withStock ? [await checkExistencias(reader), await checkMovimientos(reader)] : []),
      await checkLibro(reader, "ingreso"),
      await checkLibro(reader, "egreso"),
      await checkCobrado(reader, zona),
      await checkEstado(reader, zona),
    ];
    const totales = await sumTotales(reader);
    const cuantas = checks.reduce((sum, check) => sum + check.cuantas, 0);
    return { checks: [...checks, checkTotales(totales, checks)], cuantas, totales };
  }, LONG_TRANSACTION_MS);
}
