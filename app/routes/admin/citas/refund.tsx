import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isDone } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { formatMoney } from "~/format/money";
import { readBack } from "~/http/back.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { returnAnticipo } from "~/models/citas/pago.server";
import { STANDS } from "~/models/citas/transicion.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(readBack(request));
}

/** Gives a payment in advance back. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request);
  const { seal } = await readForm(request);
  const back = readBack(request);
  if (!seal) return notDone(back, "unsealed");
  const actor = { cuenta_id: user.id, hoy: studioDay(new Date(), await getZona()) };
  const done = await returnAnticipo(params.id, params.ingreso, actor, seal);
  if (isDone(done)) {
    const { monto, metodo_pago } = done.result;
    const description = `Se registró la salida de ${formatMoney(monto)} (${metodo_pago}) con la fecha de hoy.`;
    return redirectWithFlash(back, { title: "Anticipo devuelto", description });
  }
  if (done.outcome !== "completada") return notDone(back, done.outcome);
  return redirectWithFlash(back, { title: "El anticipo no se devolvió", description: STANDS.completada, destructive: true });
}
