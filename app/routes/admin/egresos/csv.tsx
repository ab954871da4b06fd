import type { LoaderFunctionArgs } from "@remix-run/node";
import { LOAD_ERRORS } from "~/content/load-errors";
import { capitalize, SIN_CATEGORIA } from "~/format/text";
import { requireUser } from "~/http/guards.server";
import { readChoice, readList, readMonth } from "~/http/search-params.server";
import { csvDownload } from "~/http/transfer/csv-download.server";
import { EGRESO_CATEGORIAS, exportEgresos } from "~/models/dinero/egreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";

/** All pages of the list with its present filters, as a CSV file. Its amounts have no sign. */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  await requireUser(request, "dinero");
  const categoria = readChoice(request, "categoria", [...EGRESO_CATEGORIAS, "ninguna"]);
  const filter = { q: readList(request).q, mes: readMonth(request), categoria, metodo: readChoice(request, "metodo", METODOS) };
  return csvDownload(args, {
    ...{ name: "egresos", what: "egreso", path: `/admin/egresos${new URL(request.url).search}`, failed: LOAD_ERRORS.egresos },
    columns: ["Fecha", "Monto", "Categoría", "Método de pago", "Descripción", "Comprobante"],
    open: () => exportEgresos(filter),
    cellsOf: ([fecha, monto, clase, metodo_pago, ...rest]) => [
      fecha,
      monto,
      clase ?? SIN_CATEGORIA,
      capitalize(metodo_pago),
      ...rest,
    ],
  });
}
