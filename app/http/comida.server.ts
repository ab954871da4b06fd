import { ausenciasPath } from "~/format/links";
import { plural } from "~/format/text";
import { countCitasEn } from "~/models/citas/en-ausencia.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** What is said of a lunch that was written while several pauses repeat. */
export const SEVERAL_PAUSES = "Ya hay varias pausas que se repiten: cámbialas una por una.";

/**
 * The appointments that are left in a lunch with new hours (`comida`, its id): where they are moved, and what is said of them. Null
 * without any.
 */
export async function citasInComida(empleado_id: string | null, comida: string | null) {
  const citas = comida ? ((await countCitasEn([comida], await getZona())).get(comida) ?? 0) : 0;
  if (citas === 0) return null;
  const description = `${empleado_id ? "Tiene" : "Hay"} ${plural(citas, "cita", "citas")} a la hora de la comida.`;
  return { path: `${ausenciasPath(empleado_id ?? undefined)}/${comida}/citas`, description };
}
