import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { SERVICIO_ELIMINADO } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteUnused } from "~/media/write-with-pictures.server";
import { deleteImagen, getImagen } from "~/models/catalogo/imagen.server";
import { DELETE_QUESTION } from "./delete-question";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { servicio, alt_text } = notFoundIfNull(await getImagen(params.id));
  return { servicio: servicio?.nombre ?? SERVICIO_ELIMINADO, alt_text };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { key } = await readForm(request);
  const list = `/admin/galeria${new URL(request.url).search}`;
  const deleted = await deleteImagen(params.id, user.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome);
  await deleteUnused([deleted.result.before]);
  return redirectWithFlash(list, { title: "Imagen eliminada", undo: deleted.result.papelera_id });
}

export const meta: MetaFunction = () => [{ title: "Eliminar imagen" }];

export default function EliminarImagen() {
  const { servicio, alt_text } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      title="Eliminar Imagen"
      back={`/admin/galeria${search}`}
      question={`${DELETE_QUESTION} Es de ${[servicio, alt_text].filter(Boolean).join(": ")}.`}
    />
  );
}
