import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { isOk } from "~/database/idempotency.server";
import { fullName } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deleteUnused } from "~/media/write-with-pictures.server";
import { countCitasAhead } from "~/models/citas/cita-list.server";
import { deleteEmpleado, getEmpleado } from "~/models/equipo/empleado.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const empleado = notFoundIfNull(await getEmpleado(params.id));
  const ahead = await countCitasAhead("empleado_id", [empleado]);
  return { question: DELETE_QUESTIONS.empleado(fullName(empleado), ahead.get(empleado.id)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const deleted = await deleteEmpleado(params.id, user.id, key);
  if (isOk(deleted)) await deleteUnused([deleted.result.before]);
  return redirectAfterDeletion(
    request,
    deleted,
    ({ papelera_id }) => ({ title: "Empleado eliminado exitosamente", undo: papelera_id }),
    "Error al eliminar empleado",
  );
}

export const meta: MetaFunction = () => [{ title: "Eliminar empleado" }];

export default function EliminarEmpleado() {
  return <Confirm inline title="Eliminar Empleado" {...useLoaderData<typeof loader>()} />;
}
