import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { setRetratoVisible } from "~/models/estudio/apariencia.server";

export { clientAction } from "~/components/form/sending";

const BACK = "/admin/configuracion/apariencia";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return redirect(BACK);
}

/** Shows or hides the founder's portrait. The form sends the wanted state, so repeating it changes nothing. */
export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const visible = values.get("visible");
  if (visible !== "si" && visible !== "no") return redirectWithError(BACK, "missing_key");
  const saved = await setRetratoVisible(visible === "si", key);
  if (!isOk(saved)) return redirectWithError(BACK, saved.outcome);
  return redirectWithFlash(BACK, {
    title: visible === "si" ? "El retrato se muestra" : "El retrato no se muestra",
    description: visible === "si" ? "Ya se ve en Nosotros." : "Ya no se ve en Nosotros.",
  });
}
