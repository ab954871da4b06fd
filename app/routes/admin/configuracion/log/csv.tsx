import type { LoaderFunctionArgs } from "@remix-run/node";
import { LOAD_ERRORS } from "~/content/load-errors";
import { studioDay } from "~/format/dates";
import { describeAct } from "~/http/bitacora-lines.server";
import { requireUser } from "~/http/guards.server";
import { csvDownload, orRedirect, recordExport } from "~/http/transfer/csv-download.server";
import { exportBitacora } from "~/models/cuentas/bitacora.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { readLogFilter } from "./filter.server";

/** All pages of the record of who did what with its present filter, as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const filter = readLogFilter(request);
  const open = async () => {
    const zona = await getZona();
    await recordExport(request, "bitacora");
    return { zona, cursor: await exportBitacora(filter, zona) };
  };
  const { zona, cursor } = await orRedirect(open(), "/admin/configuracion/bitacora", LOAD_ERRORS.bitacora);
  return csvDownload(
    request,
    context,
    `bitacora-${studioDay(new Date(), zona)}`,
    ["Fecha y hora", "Quién", "Qué hizo", "Registro", "Qué cambió", "Importes", "Red", "Veces"],
    cursor,
    ([moment, email, accion, tipo, registro_id, campos, ...rest]) => [
      moment,
      email,
      describeAct({ accion, tipo, campos: campos.split(" ") }),
      registro_id,
      campos,
      ...rest,
    ],
  );
}
