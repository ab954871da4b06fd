import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { setTestimonioActivo } from "~/models/catalogo/testimonio.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  return redirect(`/admin/testimonios${new URL(request.url).search}`);
}

/** Shows or hides a testimonial. The form sends the wanted state, so repeating it changes nothing. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { values, key } = await readForm(request);
  const list = `/admin/testimonios${new URL(request.url).search}`;
  const activo = values.get("activo");
  if (activo !== "si" && activo !== "no") return redirectWithError(list, "missing_key");
  const saved = await setTestimonioActivo(params.id, activo === "si", key);
  if (!isOk(saved)) return redirectWithError(list, saved.outcome, "No se pudo actualizar el testimonio");
  const description = activo === "si" ? "Testimonio activado correctamente." : "Testimonio desactivado correctamente.";
  return redirectWithFlash(list, { title: "Éxito", description });
}
