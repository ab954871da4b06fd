import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deleteTestimonio, getTestimonio } from "~/models/catalogo/testimonio.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { nombre } = notFoundIfNull(await getTestimonio(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { key } = await readForm(request);
  const deleted = await deleteTestimonio(params.id, user.id, key);
  return redirectAfterDeletion(
    request,
    deleted,
    (undo) => ({
      title: "Éxito",
      description: "Testimonio eliminado correctamente.",
      undo,
    }),
    "No se pudo eliminar el testimonio",
  );
}

export const meta: MetaFunction = () => [{ title: "Eliminar testimonio" }];

export default function EliminarTestimonio() {
  const { nombre } = useLoaderData<typeof loader>();
  return <Confirm inline title="Eliminar Testimonio" question={DELETE_QUESTIONS.testimonio(nombre)} />;
}
