import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { citaDeleteQuestion } from "~/components/admin/cita";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteCita, getCita } from "~/models/citas/cita.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { listPath } from "./list-path.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const cita = notFoundIfNull(await getCita(params.id, await getZona()));
  return { question: citaDeleteQuestion(cita), back: listPath(new URL(request.url).search) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const list = listPath(new URL(request.url).search);
  const deleted = await deleteCita(params.id, user.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome);
  return redirectWithFlash(list, { title: "Cita eliminada", undo: deleted.result });
}

export const meta: MetaFunction = () => [{ title: "Eliminar cita" }];

export default function EliminarCita() {
  return <Confirm title="Eliminar Cita" {...useLoaderData<typeof loader>()} />;
}
