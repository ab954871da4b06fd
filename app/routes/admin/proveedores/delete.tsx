import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { getProveedor, setProveedorActivo } from "~/models/inventario/proveedor.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  return { question: DELETE_QUESTIONS.proveedor(notFoundIfNull(await getProveedor(params.id)).nombre) };
}

/** Deactivates a supplier, and activates it again with *Deshacer*, which sends `activo`. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "inventario");
  const { values, key } = await readForm(request);
  const activo = values.get("activo") === "si";
  const done = await setProveedorActivo(params.id, activo, key);
  const { pathname, search } = new URL(request.url);
  const button = { action: pathname + search, values: { activo: "si" } };
  return redirectAfterDeletion(request, done, () =>
    activo ? { title: "Proveedor recuperado" } : { title: "Proveedor desactivado", button },
  );
}

export const meta: MetaFunction = () => [{ title: "Eliminar proveedor" }];

export default function EliminarProveedor() {
  return <Confirm title="Eliminar Proveedor" {...useLoaderData<typeof loader>()} />;
}
