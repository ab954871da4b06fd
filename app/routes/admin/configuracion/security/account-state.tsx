import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { setEstadoCuenta } from "~/models/cuentas/cuenta.server";

export { clientAction } from "~/components/form/sending";

const LIST = "/admin/configuracion/seguridad";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return redirect(readReturnPath(request, LIST));
}

/** Activates or deactivates an account. The form sends the wanted state, so repeating it changes nothing. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const back = readReturnPath(request, LIST);
  const estado = values.get("estado");
  if (estado !== "activa" && estado !== "desactivada") return redirectWithError(back, "missing_key");
  const saved = await setEstadoCuenta(params.id, estado, key);
  if (saved.outcome === "owner") {
    return redirectWithFlash(back, {
      title: "Error",
      description: "La cuenta de la propietaria no se puede desactivar.",
      destructive: true,
    });
  }
  if (saved.outcome === "pendiente") return redirect(`${LIST}/cuentas/${params.id}`, 303);
  if (!isOk(saved)) return redirectWithError(back, saved.outcome);
  return redirectWithFlash(back, { title: estado === "activa" ? "Cuenta activada" : "Cuenta desactivada" });
}
