import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isDone } from "~/database/idempotency.server";
import { readBack } from "~/http/back.server";
import { readForm } from "~/http/form.server";
import { requireOwner } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { setEstadoCuenta } from "~/models/cuentas/cuenta.server";

const LIST = "/admin/configuracion/seguridad";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireOwner(request);
  return redirect(readBack(request, LIST));
}

/** Lets an account in or shuts it out: sends the wanted state, so that sending it twice is harmless. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireOwner(request);
  const { values, seal } = await readForm(request);
  const back = readBack(request, LIST);
  const estado = values.get("estado");
  if (!seal || (estado !== "activa" && estado !== "desactivada")) return notDone(back, "unsealed");
  const saved = await setEstadoCuenta(params.id, estado, seal);
  if (saved.outcome === "owner") {
    return redirectWithFlash(back, {
      title: "Error",
      description: "La cuenta de la propietaria no se puede desactivar.",
      destructive: true,
    });
  }
  if (!isDone(saved)) return notDone(back, saved.outcome);
  return redirectWithFlash(back, { title: estado === "activa" ? "Cuenta activada" : "Cuenta desactivada" });
}
