import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { csvReply } from "~/http/transfer/csv-download.server";
import { LISTAS } from "~/models/importacion/hojas.server";

/** The template of a kind of list: the titles that it may have, and an invented row. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { clase, labels, ejemplo } = notFoundIfNull(LISTAS.find((lista) => lista.clase === params.clase));
  const campos = Object.keys(ejemplo);
  return csvReply(
    `plantilla-${clase}`,
    campos.map((campo) => labels[campo] ?? campo),
    [campos.map((campo) => ejemplo[campo] ?? null)],
  );
}
