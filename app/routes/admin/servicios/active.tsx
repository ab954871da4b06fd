import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { setServicioActivo } from "~/models/catalogo/servicio.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  return redirect(`/admin/servicios${new URL(request.url).search}`);
}

/** Activates or deactivates a service. The form sends the wanted state, so repeating it changes nothing. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { values, key } = await readForm(request);
  const list = `/admin/servicios${new URL(request.url).search}`;
  const activo = values.get("activo");
  if (activo !== "si" && activo !== "no") return redirectWithError(list, "missing_key");
  const saved = await setServicioActivo(params.id, activo === "si", key);
  if (!isOk(saved)) return redirectWithError(list, saved.outcome);
  return redirectWithFlash(
    list,
    activo === "si"
      ? { title: "Servicio actualizado", description: "Vuelve a ofrecerse en el sitio." }
      : { title: "Servicio desactivado", button: { action: new URL(request.url).pathname, values: { activo: "si" } } },
  );
}
