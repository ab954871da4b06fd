import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { ConfirmForm, Dialog } from "~/components/admin";
import { readForm } from "~/http/form.server";
import { found, requireUser } from "~/http/guards.server";
import { redirectWithFlash } from "~/http/replies.server";
import { deleteCliente, getCliente } from "~/models/cliente.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const { nombre } = found(await getCliente(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request);
  const { seal } = await readForm(request);
  const id = found(params.id);
  const list = `/admin/clientes${new URL(request.url).search}`;
  if (!seal)
    return redirectWithFlash(list, { title: "Error", description: "No se eliminó: vuelve a intentarlo.", destructive: true });
  await deleteCliente(id, seal);
  return redirectWithFlash(list, { title: "Cliente eliminado" });
}

export default function EliminarCliente() {
  const { nombre } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const back = `/admin/clientes${search}`;
  return (
    <Dialog title="Eliminar Cliente" back={back}>
      <ConfirmForm
        action={pathname + search}
        question={`¿Estás segura de que quieres eliminar a ${nombre}? Sus citas se conservan como «Cliente eliminado».`}
        cancel={
          <Link to={back} preventScrollReset className="button button-quiet">
            Cancelar
          </Link>
        }
      />
    </Dialog>
  );
}
