import { runCuadre } from "~/models/dinero/cuadre.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { describeCuadre } from "~/routes/admin/reportes/differences";

/** Runs Cuadre and describes what differs, as its screen does. */
export async function readCuadre() {
  const cuadre = await runCuadre();
  return { ...describeCuadre(cuadre, await getZona()), totales: cuadre.totales };
}
