import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { getServicio, setServicioActivo } from "~/models/catalogo/servicio.server";
import { deleteQuestion } from "./delete-question";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { nombre } = notFoundIfNull(await getServicio(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { key } = await readForm(request);
  const list = `/admin/servicios${new URL(request.url).search}`;
  const done = await setServicioActivo(params.id, false, key);
  if (!isOk(done)) return redirectWithError(list, done.outcome);
  return redirectWithFlash(list, { title: "Servicio desactivado" });
}

export const meta: MetaFunction = () => [{ title: "Eliminar servicio" }];

export default function EliminarServicio() {
  const { nombre } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return <Confirm title="Eliminar Servicio" back={`/admin/servicios${search}`} question={deleteQuestion(nombre)} />;
}
