import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { ausenciaDeleteQuestion } from "~/components/admin/ausencias";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deleteAusencia, getAusencia } from "~/models/equipo/ausencia.server";

export { clientAction } from "~/components/form/sending";

// As in the editor, closed days of the studio have no `id` in their URL.

export async function loader({ request, params: { id, ausencia } }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const question = ausenciaDeleteQuestion(
    id ? "la ausencia" : "el cierre",
    notFoundIfNull(await getAusencia(id ?? null, ausencia)),
  );
  return { title: id ? "Eliminar ausencia" : "Eliminar cierre", question };
}

export async function action({ request, params: { id, ausencia } }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const [title, failed] = id
    ? ["Ausencia eliminada", "No se pudo eliminar la ausencia"]
    : ["Cierre eliminado", "No se pudo eliminar el cierre"];
  return redirectAfterDeletion(request, await deleteAusencia(id ?? null, ausencia, key), () => ({ title }), failed);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Eliminar" }];

export default function EliminarAusencia() {
  return <Confirm inline {...useLoaderData<typeof loader>()} />;
}
