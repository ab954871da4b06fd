import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { countCitasAhead } from "~/models/citas/cita-list.server";
import { deleteCliente, getNombre } from "~/models/clientes/cliente.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const cliente = notFoundIfNull(await getNombre(params.id));
  const ahead = await countCitasAhead("cliente_id", [cliente]);
  return { question: DELETE_QUESTIONS.cliente(cliente.nombre, ahead.get(cliente.id)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const deleted = await deleteCliente(params.id, user.id, key);
  return redirectAfterDeletion(request, deleted, (undo) => ({ title: "Cliente eliminado", undo }));
}

export const meta: MetaFunction = () => [{ title: "Eliminar clienta" }];

export default function EliminarCliente() {
  return <Confirm title="Eliminar clienta" {...useLoaderData<typeof loader>()} />;
}
