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
  const { desde, hasta } = notFoundIfNull(await getAusencia(null, params.id));
  return { desde, hasta };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const list = `/admin/configuracion/dias-cerrados${new URL(request.url).search}`;
  const deleted = await deleteAusencia(null, params.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome, "No se pudo eliminar el cierre");
  return redirectWithFlash(list, { title: "Cierre eliminado" });
}

export const meta: MetaFunction = () => [{ title: "Eliminar cierre · Días cerrados" }];

export default function EliminarCierre() {
  const cierre = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      inline
      title="Eliminar cierre"
      back={`/admin/configuracion/dias-cerrados${search}`}
      question={ausenciaDeleteQuestion("el cierre", cierre)}
    />
  );
}
