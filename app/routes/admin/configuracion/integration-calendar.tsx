import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { renewCalendario, revokeCalendario } from "~/models/citas/calendario.server";

export { clientAction } from "~/components/form/sending";

const BACK = "/admin/configuracion/integracion";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return redirect(BACK);
}

/** Gives a specialist's calendar feed a new secret URL, or removes the feed. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const accion = values.get("accion");
  if (accion !== "renovar" && accion !== "quitar") return redirectWithError(BACK, "missing_key");
  const saved = await (accion === "renovar" ? renewCalendario : revokeCalendario)(params.empleado, key);
  if (!isOk(saved)) return redirectWithError(BACK, saved.outcome);
  return redirectWithFlash(BACK, {
    title: accion === "renovar" ? "Dirección creada" : "Calendario quitado",
    description: accion === "renovar" ? "Cópiala y envíasela." : "Su dirección ya no sirve.",
  });
}
