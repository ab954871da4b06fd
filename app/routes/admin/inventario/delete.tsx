import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin/deletion";
import { isDone } from "~/database/idempotency.server";
import { readForm } from "~/http/form.server";
import { found, requireUser } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { deleteItem, getItem } from "~/models/inventario/item.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const { nombre } = found(await getItem(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request);
  const { seal } = await readForm(request);
  const list = `/admin/inventario${new URL(request.url).search}`;
  if (!seal) return notDone(list, "unsealed");
  const deleted = await deleteItem(params.id, seal);
  if (!isDone(deleted)) return notDone(list, deleted.outcome, "Error al eliminar item");
  return redirectWithFlash(list, { title: "Item eliminado exitosamente" });
}

export const meta: MetaFunction = () => [{ title: "Eliminar item" }];

export default function EliminarItem() {
  const { nombre } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      inline
      title="Eliminar Item"
      back={`/admin/inventario${search}`}
      question={`¿Estás segura de que quieres eliminar ${nombre}? Sus movimientos se conservan.`}
    />
  );
}
