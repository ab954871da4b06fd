import type { LoaderFunctionArgs } from "@remix-run/node";
import { LOAD_ERRORS } from "~/content/load-errors";
import { studioDay } from "~/format/dates";
import { capitalize, SIN_CATEGORIA } from "~/format/text";
import { requireUser } from "~/http/guards.server";
import { readChoice, readList, readMonth } from "~/http/search-params.server";
import { csvDownload, orRedirect, recordExport } from "~/http/transfer/csv-download.server";
import { EGRESO_CATEGORIAS, exportEgresos } from "~/models/dinero/egreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** All pages of the list with its present filters, as a CSV file. Its amounts have no sign. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const { q } = readList(request);
  const mes = readMonth(request);
  const categoria = readChoice(request, "categoria", [...EGRESO_CATEGORIAS, "ninguna"]);
  const metodo = readChoice(request, "metodo", METODOS);
  const open = async () => {
    const zona = await getZona();
    await recordExport(request, "egreso");
    return { zona, cursor: await exportEgresos({ q, mes, categoria, metodo }) };
  };
  const { zona, cursor } = await orRedirect(open(), `/admin/egresos${new URL(request.url).search}`, LOAD_ERRORS.egresos);
  return csvDownload(
    request,
    context,
    `egresos-${studioDay(new Date(), zona)}`,
    ["Fecha", "Monto", "Categoría", "Método de pago", "Descripción", "Comprobante"],
    cursor,
    ([fecha, monto, categoria, metodo_pago, ...rest]) => [
      fecha,
      monto,
      categoria ?? SIN_CATEGORIA,
      capitalize(metodo_pago),
      ...rest,
    ],
  );
}
