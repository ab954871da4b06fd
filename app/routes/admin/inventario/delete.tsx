import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deleteItem, getItem } from "~/models/inventario/item.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  return { question: DELETE_QUESTIONS.item(notFoundIfNull(await getItem(params.id)).nombre) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "inventario");
  const { key } = await readForm(request);
  const deleted = await deleteItem(params.id, user.id, key);
  return redirectAfterDeletion(
    request,
    deleted,
    (undo) => ({ title: "Item eliminado exitosamente", undo }),
    "Error al eliminar item",
  );
}

export const meta: MetaFunction = () => [{ title: "Eliminar artículo" }];

export default function EliminarItem() {
  return <Confirm inline title="Eliminar artículo" {...useLoaderData<typeof loader>()} />;
}
