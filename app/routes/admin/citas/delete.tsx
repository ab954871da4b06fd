import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { deleteQuestion } from "~/components/admin/cita";
import { Confirm } from "~/components/admin/deletion";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteCita, getCita } from "~/models/citas/cita.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { listPath } from "./list-path";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const { cobrado, estado } = notFoundIfNull(await getCita(params.id, await getZona()));
  return { cobrado, estado };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request);
  const { key } = await readForm(request);
  const list = listPath(new URL(request.url).search);
  const deleted = await deleteCita(params.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome);
  return redirectWithFlash(list, { title: "Cita eliminada" });
}

export const meta: MetaFunction = () => [{ title: "Eliminar cita" }];

export default function EliminarCita() {
  const { search } = useLocation();
  return <Confirm title="Eliminar Cita" back={listPath(search)} question={deleteQuestion(useLoaderData<typeof loader>())} />;
}
