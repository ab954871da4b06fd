import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { citaPath } from "~/components/admin/cita";
import { isOk } from "~/database/idempotency.server";
import type { Flash } from "~/http/flash.server";
import { readForm, textOf } from "~/http/form/form.server";
import { flashForFreed } from "~/http/freed-places.server";
import { requireUser } from "~/http/guards.server";
import { redirectUnchanged } from "~/http/redirect-unchanged.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { answerSolicitud, asRespuesta, type Respuesta } from "~/models/citas/solicitud.server";
import { getZona } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  return redirect(readReturnPath(request));
}

/** Accepts or declines a request, and offers to tell the client. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const respuesta = asRespuesta(values.get("respuesta"));
  if (!respuesta) throw new Response(null, { status: 400 });
  const back = readReturnPath(request);
  const done = await answerSolicitud(params.id, respuesta, textOf(values, "visto"), user.id, key);
  if (isOk(done)) return redirectWithFlash(back, await flashOf(params.id ?? "", respuesta, done.result, back));
  const { outcome } = done;
  if (outcome === "completada" || outcome === "cancelada") return redirectUnchanged(back, outcome);
  if (outcome === "moved") return redirectUnchanged(back, { description: MOVED });
  return redirectWithError(back, outcome);
}

const MOVED = "La clienta la cambió de hora mientras tanto. Revísala y contéstala otra vez.";

async function flashOf(
  id: string,
  respuesta: Respuesta,
  { changed, isReachable }: { changed: boolean; isReachable: boolean },
  back: string,
): Promise<Flash> {
  if (!changed) return { title: "Esa solicitud ya estaba contestada" };
  const isAccepted = respuesta === "aceptar";
  const [tipo, label] = isAccepted ? ["confirmar", "Avisarle por WhatsApp"] : ["reagendar", "Proponerle otra hora"];
  return {
    title: isAccepted ? "Cita aceptada" : "Solicitud rechazada",
    ...(isAccepted ? null : await flashForFreed([id], await getZona())),
    button: isReachable ? { action: citaPath(id, `whatsapp/${tipo}`, back), label, pending: "Abriendo..." } : undefined,
  };
}
