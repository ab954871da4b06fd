import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin/deletion";
import { isDone } from "~/database/idempotency.server";
import { readForm } from "~/http/form.server";
import { found, requireUser } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { deleteCliente, getCliente } from "~/models/clientes/cliente.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const { nombre } = found(await getCliente(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request);
  const { seal } = await readForm(request);
  const list = `/admin/clientes${new URL(request.url).search}`;
  if (!seal) return notDone(list, "unsealed");
  const deleted = await deleteCliente(params.id, seal);
  if (!isDone(deleted)) return notDone(list, deleted.outcome);
  return redirectWithFlash(list, { title: "Cliente eliminado" });
}

export const meta: MetaFunction = () => [{ title: "Eliminar cliente" }];

export default function EliminarCliente() {
  const { nombre } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      title="Eliminar Cliente"
      back={`/admin/clientes${search}`}
      question={`¿Estás segura de que quieres eliminar a ${nombre}? Sus citas se conservan como «Cliente eliminado».`}
    />
  );
}
