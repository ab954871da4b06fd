import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin/confirm";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteUnused } from "~/media/write-with-pictures.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { deleteForever, getEntrada } from "~/models/papelera/papelera.server";
import { KINDS, namesFor, titleOf } from "./title.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const entrada = notFoundIfNull(await getEntrada(params.id));
  const what = `${KINDS[entrada.tipo]}: ${titleOf(entrada, await getZona(), await namesFor([entrada]))}`;
  return { question: `¿Estás segura de que quieres eliminar esto para siempre? ${what}. Ya no podrás recuperarlo.` };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const list = `/admin/configuracion/papelera${new URL(request.url).search}`;
  const deleted = await deleteForever(params.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome);
  await deleteUnused([deleted.result.archivo_id]);
  return redirectWithFlash(list, { title: "Se eliminó para siempre", description: "No queda ninguna copia en la papelera." });
}

export const meta: MetaFunction = () => [{ title: "Eliminar para siempre" }];

export default function EliminarParaSiempre() {
  return <Confirm title="Eliminar para siempre" {...useLoaderData<typeof loader>()} />;
}
