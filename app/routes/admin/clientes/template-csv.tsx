import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/http/guards.server";
import { csvReply } from "~/http/transfer/csv-download.server";
import { ENCABEZADOS } from "~/models/clientes/importacion-archivo.server";

/** The CSV template for the import: the column titles and an invented client. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return csvReply("plantilla-clientes", ENCABEZADOS, [
    ["Nombre de ejemplo (borra esta fila)", "000 000 0000", "nombre@ejemplo.com", "30", "Maestra", "Casada", "Diseño de cejas"],
  ]);
}
