import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deleteEgreso, getEgreso } from "~/models/dinero/egreso.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  return { question: DELETE_QUESTIONS.egreso(notFoundIfNull(await getEgreso(params.id))) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "dinero");
  const { key } = await readForm(request);
  const deleted = await deleteEgreso(params.id, user.id, key);
  return redirectAfterDeletion(
    request,
    deleted,
    (undo) => ({
      title: "Egreso eliminado",
      description: "El egreso se ha eliminado correctamente.",
      undo,
    }),
    "No se pudo eliminar el egreso",
  );
}

export const meta: MetaFunction = () => [{ title: "Eliminar egreso" }];

export default function EliminarEgreso() {
  return <Confirm title="Eliminar Egreso" {...useLoaderData<typeof loader>()} />;
}
