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
  const ausencia = notFoundIfNull(await getAusencia(notFoundIfNull(params.id), params.ausencia));
  return { question: ausenciaDeleteQuestion("la ausencia", ausencia) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const id = notFoundIfNull(params.id);
  const deleted = await deleteAusencia(id, params.ausencia, key);
  return redirectAfterDeletion(request, deleted, () => ({ title: "Ausencia eliminada" }), "No se pudo eliminar la ausencia");
}

export const meta: MetaFunction = () => [{ title: "Eliminar ausencia" }];

export default function EliminarAusencia() {
  return <Confirm inline title="Eliminar ausencia" {...useLoaderData<typeof loader>()} />;
}
