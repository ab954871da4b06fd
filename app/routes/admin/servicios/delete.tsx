import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { getServicio, setServicioActivo } from "~/models/catalogo/servicio.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { nombre } = notFoundIfNull(await getServicio(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { key } = await readForm(request);
  const done = await setServicioActivo(params.id, false, key);
  const button = { action: `/admin/servicios/${params.id}/activo${new URL(request.url).search}`, values: { activo: "si" } };
  return redirectAfterDeletion(request, done, () => ({ title: "Servicio desactivado", button }));
}

export const meta: MetaFunction = () => [{ title: "Eliminar servicio" }];

export default function EliminarServicio() {
  const { nombre } = useLoaderData<typeof loader>();
  return <Confirm title="Eliminar Servicio" question={DELETE_QUESTIONS.servicio(nombre)} />;
}
