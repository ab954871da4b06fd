import type { LoaderFunctionArgs } from "@remix-run/node";
import { formatDate, studioDay } from "~/format/dates";
import { csvReply, orBack } from "~/http/csv.server";
import { requireUser } from "~/http/guards.server";
import { readList } from "~/http/list.server";
import { exportClientes } from "~/models/cliente.server";
import { getZona } from "~/models/configuracion.server";

/** The list as it is searched, all its pages, as a file that the import reads back. What clients confide is not in it. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const { q } = readList(request);
  const [clientes, zona] = await orBack(
    Promise.all([exportClientes(q), getZona()]),
    `/admin/clientes${new URL(request.url).search}`,
    "No se pudieron cargar los clientes",
  );
  return csvReply(
    `clientes-${studioDay(new Date(), zona)}`,
    ["Nombre", "Teléfono", "Correo", "Edad", "Ocupación", "Estado civil", "Servicio de interés", "Cliente desde"],
    clientes.map((cliente) => [
      cliente.nombre,
      cliente.telefono,
      cliente.correo,
      cliente.edad?.toString() ?? null,
      cliente.ocupacion,
      cliente.estado_civil,
      cliente.servicio,
      formatDate(cliente.created_at, zona),
    ]),
  );
}
