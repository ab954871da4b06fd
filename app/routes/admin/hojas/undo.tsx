import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { LISTA_WORDS } from "~/content/listas";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { undoImportacion } from "~/models/importacion/importacion.server";
import { CLASES } from "~/models/importacion/lista.server";
import { describeCreados } from "./created";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return redirect("/admin/traer");
}

/** Takes a whole import back, while nothing was built on it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const undone = await undoImportacion(params.id, user.id, key);
  if (isOk(undone)) {
    const { creados, renovados } = undone.result;
    const removed = describeCreados(creados);
    const description = [
      removed && `Se quitaron: ${removed}.`,
      renovados > 0 && "Los precios y los minutos que cambiaron son otra vez los de antes.",
    ].filter(Boolean);
    return redirectWithFlash("/admin/traer", { title: "Se deshizo", description: description.join(" ") });
  }
  const used = CLASES.find((clase) => undone.outcome === `used-${clase}`);
  if (used) {
    const description = `Entre lo que trajiste hay ${LISTA_WORDS[used].varias} que ya se usaron, se cambiaron o se eliminaron. Quita a mano lo que no va.`;
    return redirectWithFlash("/admin/traer", { title: "Ya no se puede deshacer", description, destructive: true });
  }
  return redirectWithError("/admin/traer", undone.outcome as "missing", "No se pudo deshacer");
}
