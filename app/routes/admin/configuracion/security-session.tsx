import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isDone } from "~/database/idempotency.server";
import { plural } from "~/format/text";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { sessionSecret } from "~/http/session.server";
import { deleteOtherSesiones, deleteSesionByName } from "~/models/cuentas/sesion.server";

const BACK = "/admin/configuracion/seguridad";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(BACK);
}

/** Ends a session of one's own, or (`otras`) all but the one that asks. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { id } = await requireUser(request);
  const { seal } = await readForm(request);
  if (!seal) return notDone(BACK, "unsealed");
  const saved =
    params.sesion === "otras"
      ? await deleteOtherSesiones(id, (await sessionSecret(request)) ?? "", seal)
      : await deleteSesionByName(id, params.sesion, seal);
  if (saved.outcome === "missing") return redirectWithFlash(BACK, { title: "Esa sesión ya estaba cerrada" });
  if (!isDone(saved)) return notDone(BACK, saved.outcome);
  return redirectWithFlash(BACK, { title: plural(saved.result, "sesión cerrada", "sesiones cerradas") });
}
