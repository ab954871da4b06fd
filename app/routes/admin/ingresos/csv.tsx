import type { LoaderFunctionArgs } from "@remix-run/node";
import { LOAD_ERRORS } from "~/content/load-errors";
import { studioDay } from "~/format/dates";
import { capitalize } from "~/format/text";
import { requireUser } from "~/http/guards.server";
import { readChoice, readList, readMonth } from "~/http/search-params.server";
import { csvDownload, orRedirect, recordExport } from "~/http/transfer/csv-download.server";
import { exportIngresos } from "~/models/dinero/ingreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** All pages of the list with its present filters, as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const { q } = readList(request);
  const mes = readMonth(request);
  const metodo = readChoice(request, "metodo", METODOS);
  const open = async () => {
    const zona = await getZona();
    await recordExport(request, "ingreso");
    return { zona, cursor: await exportIngresos({ q, mes, metodo }) };
  };
  const { zona, cursor } = await orRedirect(open(), `/admin/ingresos${new URL(request.url).search}`, LOAD_ERRORS.ingresos);
  return csvDownload(
    request,
    context,
    `ingresos-${studioDay(new Date(), zona)}`,
    ["Fecha", "Monto", "Método de pago", "Descripción"],
    cursor,
    ([fecha, monto, metodo_pago, descripcion]) => [fecha, monto, capitalize(metodo_pago), descripcion],
  );
}
