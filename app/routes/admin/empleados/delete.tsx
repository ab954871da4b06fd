import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { fullName } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteUnused } from "~/media/write-with-pictures.server";
import { deleteEmpleado, getEmpleado } from "~/models/equipo/empleado.server";
import { deleteQuestion } from "./delete-question";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return { name: fullName(notFoundIfNull(await getEmpleado(params.id))) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const list = `/admin/empleados${new URL(request.url).search}`;
  const deleted = await deleteEmpleado(params.id, user.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome, "Error al eliminar empleado");
  await deleteUnused([deleted.result.before]);
  return redirectWithFlash(list, { title: "Empleado eliminado exitosamente", undo: deleted.result.papelera_id });
}

export const meta: MetaFunction = () => [{ title: "Eliminar empleado" }];

export default function EliminarEmpleado() {
  const { name } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return <Confirm inline title="Eliminar Empleado" back={`/admin/empleados${search}`} question={deleteQuestion(name)} />;
}
