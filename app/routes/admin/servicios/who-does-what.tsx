import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { dismissQuienNews } from "~/models/equipo/quien-hace.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  return redirect("/admin/servicios");
}

/** Takes the notice that services say who does them off the dashboard. */
export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { key } = await readForm(request);
  const saved = await dismissQuienNews(key);
  if (!isOk(saved)) return redirectWithError("/admin", saved.outcome);
  return redirectWithFlash("/admin", { title: "Listo", description: "Lo cambias cuando quieras, en cada servicio." });
}
