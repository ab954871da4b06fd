import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteCliente, getNombre } from "~/models/clientes/cliente.server";
import { deleteQuestion } from "./delete-question";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const { nombre } = notFoundIfNull(await getNombre(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const list = `/admin/clientes${new URL(request.url).search}`;
  const deleted = await deleteCliente(params.id, user.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome);
  return redirectWithFlash(list, { title: "Cliente eliminado", undo: deleted.result });
}

export const meta: MetaFunction = () => [{ title: "Eliminar clienta" }];

export default function EliminarCliente() {
  const { nombre } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return <Confirm title="Eliminar clienta" back={`/admin/clientes${search}`} question={deleteQuestion(nombre)} />;
}
