import { runCuadre } from "~/models/dinero/cuadre.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { describeCuadre } from "~/routes/admin/reportes/differences";

/** Runs Cuadre and describes what differs, as its screen does. */
export async function readCuadre() {
  const cuadre = await runCuadre();
  const described = describeCuadre(cuadre, await getZona());
  return { ...described, diferencias: described.sections.flatMap(({ diferencias }) => diferencias), totales: cuadre.totales };
}
