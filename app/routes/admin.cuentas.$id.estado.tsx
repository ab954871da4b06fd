import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readForm } from "~/http/form.server";
import { requireOwner } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { setEstadoCuenta } from "~/models/cuenta.server";
import { isDone } from "~/models/form-token.server";

const LIST = "/admin/configuracion/seguridad";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireOwner(request);
  return redirect(LIST);
}

/** Lets an account in or shuts it out: sends the wanted state, so that sending it twice is harmless. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireOwner(request);
  const { values, seal } = await readForm(request);
  const estado = values.get("estado");
  if (!seal || (estado !== "activa" && estado !== "desactivada")) return notDone(LIST, "unsealed");
  const saved = await setEstadoCuenta(params.id, estado, seal);
  if (saved.outcome === "owner") {
    return redirectWithFlash(LIST, {
      title: "Error",
      description: "La cuenta de la propietaria no se puede desactivar.",
      destructive: true,
    });
  }
  if (!isDone(saved)) return notDone(LIST, saved.outcome);
  return redirectWithFlash(LIST, { title: estado === "activa" ? "Cuenta activada" : "Cuenta desactivada" });
}
