import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { formatCalendarDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { deleteEgreso, getEgreso } from "~/models/dinero/egreso.server";
import { deleteQuestion } from "./delete-question";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const { monto, fecha } = notFoundIfNull(await getEgreso(params.id));
  return { monto, fecha };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "dinero");
  const { key } = await readForm(request);
  const list = `/admin/egresos${new URL(request.url).search}`;
  const deleted = await deleteEgreso(params.id, user.id, key);
  if (!isOk(deleted)) return redirectWithError(list, deleted.outcome, "No se pudo eliminar el egreso");
  return redirectWithFlash(list, {
    title: "Egreso eliminado",
    description: "El egreso se ha eliminado correctamente.",
    undo: deleted.result,
  });
}

export const meta: MetaFunction = () => [{ title: "Eliminar egreso" }];

export default function EliminarEgreso() {
  const { monto, fecha } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      title="Eliminar Egreso"
      back={`/admin/egresos${search}`}
      question={deleteQuestion(`${formatMoney(monto)} del ${formatCalendarDay(fecha)}`)}
    />
  );
}
