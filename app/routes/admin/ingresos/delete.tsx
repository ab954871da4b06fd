import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deleteIngreso, getIngreso, listDebtsWithout } from "~/models/dinero/ingreso.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const ingreso = notFoundIfNull(await getIngreso(params.id));
  const debts = await listDebtsWithout([ingreso.id]);
  return { question: DELETE_QUESTIONS.ingreso(ingreso, debts.get(ingreso.id)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "dinero");
  const { key } = await readForm(request);
  const deleted = await deleteIngreso(params.id, user.id, key);
  return redirectAfterDeletion(
    request,
    deleted,
    (undo) => ({
      title: "Ingreso eliminado",
      description: "El ingreso se ha eliminado correctamente.",
      undo,
    }),
    "No se pudo eliminar el ingreso",
  );
}

export const meta: MetaFunction = () => [{ title: "Eliminar ingreso" }];

export default function EliminarIngreso() {
  return <Confirm title="Eliminar Ingreso" {...useLoaderData<typeof loader>()} />;
}
