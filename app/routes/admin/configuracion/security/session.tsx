import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { sessionSecret } from "~/http/session/current-user.server";
import { deleteOtherSesiones, deleteSesionByName } from "~/models/cuentas/sesion.server";

export { clientAction } from "~/components/form/sending";

const BACK = "/admin/configuracion/seguridad";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  return redirect(BACK);
}

/** Ends one of the user's sessions, or (`otras`) all except the current one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { id } = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const saved =
    params.sesion === "otras"
      ? await deleteOtherSesiones(id, (await sessionSecret(request)) ?? "", key)
      : await deleteSesionByName(id, params.sesion, key);
  if (saved.outcome === "missing") return redirectWithFlash(BACK, { title: "Esa sesión ya estaba cerrada" });
  if (!isOk(saved)) return redirectWithError(BACK, saved.outcome);
  return redirectWithFlash(BACK, { title: plural(saved.result, "sesión cerrada", "sesiones cerradas") });
}
