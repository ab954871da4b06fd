import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { ESTADO_CONFLICT } from "~/http/redirect-unchanged.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { returnAnticipo } from "~/models/ventas/anticipo.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  return redirect(readReturnPath(request));
}

/** Refunds an advance payment. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const back = readReturnPath(request);
  const actor = { cuenta_id: user.id, hoy: studioDay(new Date(), await getZona()) };
  const done = await returnAnticipo(params.id, params.ingreso, actor, key);
  if (isOk(done)) {
    const { monto, metodo_pago } = done.result;
    const description = `Se registró la devolución de ${formatMoney(monto)} (${metodo_pago}) con la fecha de hoy.`;
    return redirectWithFlash(back, { title: "Anticipo devuelto", description });
  }
  if (done.outcome !== "completada") return redirectWithError(back, done.outcome);
  return redirectWithFlash(back, {
    title: "El anticipo no se devolvió",
    description: ESTADO_CONFLICT.completada,
    destructive: true,
  });
}
