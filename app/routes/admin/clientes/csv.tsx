import type { LoaderFunctionArgs } from "@remix-run/node";
import { LOAD_ERRORS } from "~/content/load-errors";
import { studioDay } from "~/format/dates";
import { formatPhone } from "~/format/phone";
import { requireUser } from "~/http/guards.server";
import { readList } from "~/http/search-params.server";
import { csvDownload, orRedirect, recordExport } from "~/http/transfer/csv-download.server";
import { exportClientes } from "~/models/clientes/cliente.server";
import { ENCABEZADOS } from "~/models/clientes/importacion-archivo.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** All pages of the list with its present search, as a CSV file that the import accepts. Without the health notes. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { q } = readList(request);
  const open = async () => {
    const zona = await getZona();
    await recordExport(request, "cliente");
    return { zona, cursor: await exportClientes(q, zona) };
  };
  const { zona, cursor } = await orRedirect(open(), `/admin/clientes${new URL(request.url).search}`, LOAD_ERRORS.clientes);
  return csvDownload(
    request,
    context,
    `clientes-${studioDay(new Date(), zona)}`,
    [...ENCABEZADOS, "Clienta desde"],
    cursor,
    // A spreadsheet keeps `222 123 4567` as it is, and would count with `+522221234567`.
    ([nombre = null, telefono = null, ...others]) => [nombre, telefono && formatPhone(telefono), ...others],
  );
}
