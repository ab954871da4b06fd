import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin/deletion";
import { isDone } from "~/database/idempotency.server";
import { readForm } from "~/http/form.server";
import { found, requireUser } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { deleteTestimonio, getTestimonio } from "~/models/catalogo/testimonio.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const { nombre } = found(await getTestimonio(params.id));
  return { nombre };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request);
  const { seal } = await readForm(request);
  const list = `/admin/testimonios${new URL(request.url).search}`;
  if (!seal) return notDone(list, "unsealed");
  const deleted = await deleteTestimonio(params.id, seal);
  if (!isDone(deleted)) return notDone(list, deleted.outcome, "No se pudo eliminar el testimonio");
  return redirectWithFlash(list, { title: "Éxito", description: "Testimonio eliminado correctamente." });
}

export const meta: MetaFunction = () => [{ title: "Eliminar testimonio" }];

export default function EliminarTestimonio() {
  const { nombre } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      inline
      title="Eliminar Testimonio"
      back={`/admin/testimonios${search}`}
      question={`¿Estás segura de que quieres eliminar el testimonio de ${nombre}?`}
    />
  );
}
