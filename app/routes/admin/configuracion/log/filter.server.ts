import { ACCIONES } from "~/content/bitacora";
import { isId } from "~/database/fields.server";
import { readChoice, readDay } from "~/http/search-params.server";
import type { AccionBitacora, BitacoraFilter } from "~/models/cuentas/bitacora.server";

/** Reads the filter of the record of who did what from the URL. */
export function readLogFilter(request: Request): BitacoraFilter {
  const cuenta = new URL(request.url).searchParams.get("cuenta") ?? "";
  return {
    cuenta: cuenta === "nadie" || isId(cuenta) ? cuenta : "",
    accion: readChoice(request, "accion", ["agenda", ...(Object.keys(ACCIONES) as AccionBitacora[])]),
    dia: readDay(request, "dia"),
  };
}
