import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deactivateProveedor, getProveedor } from "~/models/inventario/proveedor.server";
import { deleteQuestion } from "./delete-question";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const { nombre } = notFoundIfNull(await getProveedor(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "inventario");
  const { key } = await readForm(request);
  const list = `/admin/proveedores${new URL(request.url).search}`;
  const done = await deactivateProveedor(params.id, key);
  if (!isOk(done)) return redirectWithError(list, done.outcome);
  return redirectWithFlash(list, { title: "Proveedor desactivado" });
}

export const meta: MetaFunction = () => [{ title: "Eliminar proveedor" }];

export default function EliminarProveedor() {
  const { nombre } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return <Confirm title="Eliminar Proveedor" back={`/admin/proveedores${search}`} question={deleteQuestion(nombre)} />;
}
