import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteTestimonio, getTestimonio } from "~/models/catalogo/testimonio.server";
import { deleteQuestion } from "./delete-question";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { nombre } = notFoundIfNull(await getTestimonio(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { key } = await readForm(request);
  const list = `/admin/testimonios${new URL(request.url).search}`;
  const deleted = await deleteTestimonio(params.id, user.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome, "No se pudo eliminar el testimonio");
  return redirectWithFlash(list, {
    title: "Éxito",
    description: "Testimonio eliminado correctamente.",
    undo: deleted.result,
  });
}

export const meta: MetaFunction = () => [{ title: "Eliminar testimonio" }];

export default function EliminarTestimonio() {
  const { nombre } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return <Confirm inline title="Eliminar Testimonio" back={`/admin/testimonios${search}`} question={deleteQuestion(nombre)} />;
}
