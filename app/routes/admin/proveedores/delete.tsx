import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deactivateProveedor, getProveedor } from "~/models/inventario/proveedor.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  return { question: DELETE_QUESTIONS.proveedor(notFoundIfNull(await getProveedor(params.id)).nombre) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "inventario");
  const { key } = await readForm(request);
  const done = await deactivateProveedor(params.id, key);
  return redirectAfterDeletion(request, done, () => ({ title: "Proveedor desactivado" }));
}

export const meta: MetaFunction = () => [{ title: "Eliminar proveedor" }];

export default function EliminarProveedor() {
  return <Confirm title="Eliminar Proveedor" {...useLoaderData<typeof loader>()} />;
}
