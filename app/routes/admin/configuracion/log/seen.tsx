import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { markRevisadas } from "~/models/cuentas/bitacora.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return redirect(readReturnPath(request, "/admin"));
}

/** Marks what the owner's page showed of the record as looked at. */
export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const back = readReturnPath(request, "/admin");
  const saved = await markRevisadas(String(values.get("vista") ?? "").split(","), key);
  if (!isOk(saved)) return redirectWithError(back, saved.outcome);
  return redirectWithFlash(back, { title: "Revisado", description: "En la bitácora sigue todo, por si lo necesitas." });
}
