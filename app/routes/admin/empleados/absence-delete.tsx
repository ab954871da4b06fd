import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { questionBefore } from "~/components/admin/ausencias";
import { Confirm } from "~/components/admin/deletion";
import { isDone } from "~/database/idempotency.server";
import { readForm } from "~/http/form.server";
import { found, requireUser } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { deleteAusencia, getAusencia } from "~/models/equipo/ausencia.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const { desde, hasta } = found(await getAusencia(found(params.id), params.ausencia));
  return { path: `/admin/empleados/${params.id}/horario`, desde, hasta };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request);
  const { seal } = await readForm(request);
  const id = found(params.id);
  const list = `/admin/empleados/${id}/horario${new URL(request.url).search}`;
  if (!seal) return notDone(list, "unsealed");
  const deleted = await deleteAusencia(id, params.ausencia, seal);
  if (!isDone(deleted)) return notDone(list, deleted.outcome, "No se pudo eliminar la ausencia");
  return redirectWithFlash(list, { title: "Ausencia eliminada" });
}

export const meta: MetaFunction = () => [{ title: "Eliminar ausencia" }];

export default function EliminarAusencia() {
  const { path, ...ausencia } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm inline title="Eliminar ausencia" back={`${path}${search}`} question={questionBefore("la ausencia", ausencia)} />
  );
}
