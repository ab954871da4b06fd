import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/http/csv-download.server";
import { requireUser } from "~/http/guards.server";

/** A file to be filled and imported: its titles, and somebody invented. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return csvReply(
    "plantilla-clientes",
    ["Nombre", "Teléfono", "Correo", "Edad", "Ocupación", "Estado civil", "Servicio de interés"],
    [["Nombre de ejemplo (borra esta fila)", "000 000 0000", "nombre@ejemplo.com", "30", "Maestra", "Casada", "Diseño de cejas"]],
  );
}
