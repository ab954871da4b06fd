import { ACCIONES } from "~/content/bitacora";
import { readChoice, readDay, readId } from "~/http/search-params.server";
import type { AccionBitacora, BitacoraFilter } from "~/models/cuentas/bitacora.server";

/** Reads the filter of the record of who did what from the URL. */
export function readLogFilter(request: Request): BitacoraFilter {
  return {
    cuenta: readId(request, "cuenta", ["nadie"]),
    accion: readChoice(request, "accion", ["agenda", ...(Object.keys(ACCIONES) as AccionBitacora[])]),
    dia: readDay(request, "dia"),
  };
}
