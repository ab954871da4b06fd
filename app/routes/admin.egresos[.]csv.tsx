import type { LoaderFunctionArgs } from "@remix-run/node";
import { studioDay } from "~/format/dates";
import { capitalize } from "~/format/text";
import { csvReply, orBack } from "~/http/csv.server";
import { requireUser } from "~/http/guards.server";
import { readChoice, readList, readMonth } from "~/http/list.server";
import { getZona } from "~/models/configuracion.server";
import { CATEGORIAS, exportEgresos } from "~/models/egreso.server";
import { METODOS } from "~/models/metodo-pago.server";

/** The list as it is filtered, all its pages, as a file. Its amounts are what was spent, without a sign. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const { q } = readList(request);
  const mes = readMonth(request);
  const categoria = readChoice(request, "categoria", [...CATEGORIAS, "ninguna"]);
  const metodo = readChoice(request, "metodo", METODOS);
  const [egresos, zona] = await orBack(
    Promise.all([exportEgresos({ q, mes, categoria, metodo }), getZona()]),
    `/admin/egresos${new URL(request.url).search}`,
    "No se pudieron cargar los egresos",
  );
  return csvReply(
    `egresos-${studioDay(new Date(), zona)}`,
    ["Fecha", "Monto", "Categoría", "Método de pago", "Descripción", "Comprobante"],
    egresos.map((egreso) => [
      egreso.fecha,
      egreso.monto,
      egreso.categoria ?? "Sin categoría",
      capitalize(egreso.metodo_pago),
      egreso.descripcion,
      egreso.comprobante_url,
    ]),
  );
}
