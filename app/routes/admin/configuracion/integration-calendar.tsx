import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isDone } from "~/database/idempotency.server";
import { readForm } from "~/http/form.server";
import { requireOwner } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import { renewCalendario, revokeCalendario } from "~/models/citas/calendario.server";

const BACK = "/admin/configuracion/integracion";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireOwner(request);
  return redirect(BACK);
}

/** Gives a specialist's calendar a new address, or takes it away. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireOwner(request);
  const { values, seal } = await readForm(request);
  const accion = values.get("accion");
  if (!seal || (accion !== "renovar" && accion !== "quitar")) return notDone(BACK, "unsealed");
  const saved = await (accion === "renovar" ? renewCalendario : revokeCalendario)(params.empleado, seal);
  if (!isDone(saved)) return notDone(BACK, saved.outcome);
  return redirectWithFlash(BACK, {
    title: accion === "renovar" ? "Dirección creada" : "Calendario quitado",
    description: accion === "renovar" ? "Cópiala y envíasela." : "Su dirección ya no sirve.",
  });
}
