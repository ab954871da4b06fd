import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { isOk } from "~/database/idempotency.server";
import { SERVICIO_ELIMINADO } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deleteUnused } from "~/media/write-with-pictures.server";
import { deleteImagen, getImagen } from "~/models/catalogo/imagen.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { servicio, alt_text } = notFoundIfNull(await getImagen(params.id));
  return { servicio: servicio?.nombre ?? SERVICIO_ELIMINADO, alt_text };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { key } = await readForm(request);
  const deleted = await deleteImagen(params.id, user.id, key);
  if (isOk(deleted)) await deleteUnused([deleted.result.before]);
  return redirectAfterDeletion(request, deleted, ({ papelera_id }) => ({ title: "Imagen eliminada", undo: papelera_id }));
}

export const meta: MetaFunction = () => [{ title: "Eliminar imagen" }];

export default function EliminarImagen() {
  const { servicio, alt_text } = useLoaderData<typeof loader>();
  return (
    <Confirm
      title="Eliminar Imagen"
      question={`${DELETE_QUESTIONS.imagen} Es de ${[servicio, alt_text].filter(Boolean).join(": ")}.`}
    />
  );
}
