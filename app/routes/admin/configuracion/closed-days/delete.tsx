import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { ausenciaDeleteQuestion } from "~/components/admin/ausencias";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deleteAusencia, getAusencia } from "~/models/equipo/ausencia.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return { question: ausenciaDeleteQuestion("el cierre", notFoundIfNull(await getAusencia(null, params.id))) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const deleted = await deleteAusencia(null, params.id, key);
  return redirectAfterDeletion(request, deleted, () => ({ title: "Cierre eliminado" }), "No se pudo eliminar el cierre");
}

export const meta: MetaFunction = () => [{ title: "Eliminar cierre · Días cerrados" }];

export default function EliminarCierre() {
  return <Confirm inline title="Eliminar cierre" {...useLoaderData<typeof loader>()} />;
}
