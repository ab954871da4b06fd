import { inSnapshot } from "~/database/client.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { getZona } from "~/models/estudio/configuracion.server";
import type { Check } from "./cuadre-check.server";
import { checkCobrado, checkEstado } from "./cuadre-citas.server";
import { checkExistencias, checkMovimientos } from "./cuadre-existencias.server";
import { checkLibro, checkTotales, sumTotales, type Total } from "./cuadre-libros.server";

export type { Check };

// Each row is compared with what was written apart from it when it was written (docs/decisions/0026), so that the row that
// somebody changed is named, and not what follows from it.

/**
 * Recomputes stock, income and totals from what was written of them, all as they stood at one moment, and names every row
 * that differs: `cuantas`, without the totals that differ because of them.
 */
export async function runCuadre(): Promise<{ checks: Check[]; cuantas: number; totales: Total[] }> {
  const zona = await getZona();
  return inSnapshot(async (reader) => {
    // Two indexes that hold all that is compared are read side by side, on one core and in no memory to speak of: a plan that
    // sorts or hashes hundreds of thousands of rows first is slower, and takes from the pages of the others.
    await reader.$executeRaw`
      SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_hashagg', 'off', true), set_config('random_page_cost', '1', true),
        set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`;
    const checks = [
      await checkExistencias(reader),
      await checkMovimientos(reader),
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
