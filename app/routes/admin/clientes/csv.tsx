import type { LoaderFunctionArgs } from "@remix-run/node";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatPhone } from "~/format/phone";
import { requireUser } from "~/http/guards.server";
import { readList } from "~/http/search-params.server";
import { csvDownload } from "~/http/transfer/csv-download.server";
import { exportClientes } from "~/models/clientes/cliente.server";
import { ENCABEZADOS } from "~/models/importacion/clientes.server";

/** All pages of the list with its present search, as a CSV file that the import accepts. Without the health notes. */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  await requireUser(request, "propietaria");
  const { q } = readList(request);
  return csvDownload(args, {
    ...{ name: "clientes", what: "cliente", path: `/admin/clientes${new URL(request.url).search}`, failed: LOAD_ERRORS.clientes },
    columns: [...ENCABEZADOS, "Clienta desde"],
    open: (zona) => exportClientes(q, zona),
    // A spreadsheet keeps `222 123 4567` as it is, and would count with `+522221234567`.
    cellsOf: ([nombre = null, telefono = null, ...others]) => [nombre, telefono && formatPhone(telefono), ...others],
  });
}
