import type { LoaderFunctionArgs } from "@remix-run/node";
import { laClienta } from "~/content/bitacora";
import { LOAD_ERRORS } from "~/content/load-errors";
import { describeAct } from "~/http/bitacora-lines.server";
import { requireUser } from "~/http/guards.server";
import { csvDownload } from "~/http/transfer/csv-download.server";
import { exportBitacora } from "~/models/cuentas/bitacora.server";
import { readLogFilter } from "./filter.server";

/** All pages of the record of who did what with its present filter, as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args.request, "propietaria");
  const filter = readLogFilter(args.request);
  return csvDownload(args, {
    ...{
      name: "bitacora",
      what: "bitacora",
      path: "/admin/configuracion/bitacora",
      failed: LOAD_ERRORS["configuracion/bitacora"],
    },
    columns: ["Fecha y hora", "Quién", "Qué hizo", "Registro", "Qué cambió", "Importes", "Red", "Veces"],
    open: (zona) => exportBitacora(filter, zona),
    cellsOf: ([moment, email, accion, tipo, registro_id, campos, importes, origen, veces, clienta]) => {
      const act = describeAct({ accion, tipo, campos: campos.split(" ") });
      return [moment, clienta ? laClienta(accion) : email, act, registro_id, campos, importes, origen, veces];
    },
  });
}
