import type { LoaderFunctionArgs } from "@remix-run/node";
import { CONCEPTOS } from "~/components/money/ingreso-link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { capitalize } from "~/format/text";
import { requireUser } from "~/http/guards.server";
import { readChoice, readList, readMonth } from "~/http/search-params.server";
import { csvDownload } from "~/http/transfer/csv-download.server";
import { exportIngresos } from "~/models/dinero/ingreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";

/** All pages of the list with its present filters, as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  await requireUser(request, "dinero");
  const filter = { q: readList(request).q, mes: readMonth(request), metodo: readChoice(request, "metodo", METODOS) };
  return csvDownload(args, {
    ...{ name: "ingresos", what: "ingreso", path: `/admin/ingresos${new URL(request.url).search}`, failed: LOAD_ERRORS.ingresos },
    columns: ["Fecha", "Monto", "Método de pago", "Descripción", "Folio", "Concepto", "Clienta", "Especialista", "Descuento"],
    open: () => exportIngresos(filter),
    cellsOf: ([fecha, monto, metodo_pago, descripcion, folio, concepto, ...others]) => [
      fecha,
      monto,
      capitalize(metodo_pago),
      descripcion,
      folio,
      CONCEPTOS[concepto],
      ...others,
    ],
  });
}
