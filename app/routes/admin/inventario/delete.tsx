import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteItem, getItem } from "~/models/inventario/item.server";
import { deleteQuestion } from "./delete-question";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const { nombre } = notFoundIfNull(await getItem(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "inventario");
  const { key } = await readForm(request);
  const list = `/admin/inventario${new URL(request.url).search}`;
  const deleted = await deleteItem(params.id, user.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome, "Error al eliminar item");
  return redirectWithFlash(list, { title: "Item eliminado exitosamente", undo: deleted.result });
}

export const meta: MetaFunction = () => [{ title: "Eliminar artículo" }];

export default function EliminarItem() {
  const { nombre } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return <Confirm inline title="Eliminar artículo" back={`/admin/inventario${search}`} question={deleteQuestion(nombre)} />;
}
