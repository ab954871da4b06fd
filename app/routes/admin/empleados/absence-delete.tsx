import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { ausenciaDeleteQuestion } from "~/components/admin/ausencias";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteAusencia, getAusencia } from "~/models/equipo/ausencia.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { desde, hasta } = notFoundIfNull(await getAusencia(notFoundIfNull(params.id), params.ausencia));
  return { path: `/admin/empleados/${params.id}/horario`, desde, hasta };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const id = notFoundIfNull(params.id);
  const list = `/admin/empleados/${id}/horario${new URL(request.url).search}`;
  const deleted = await deleteAusencia(id, params.ausencia, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome, "No se pudo eliminar la ausencia");
  return redirectWithFlash(list, { title: "Ausencia eliminada" });
}

export const meta: MetaFunction = () => [{ title: "Eliminar ausencia" }];

export default function EliminarAusencia() {
  const { path, ...ausencia } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      inline
      title="Eliminar ausencia"
      back={`${path}${search}`}
      question={ausenciaDeleteQuestion("la ausencia", ausencia)}
    />
  );
}
