import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { citaPath } from "~/components/admin/cita";
import { isOk } from "~/database/idempotency.server";
import { formatDay, formatTimeWithArticle } from "~/format/dates";
import { fullName } from "~/format/text";
import type { Flash } from "~/http/flash.server";
import { readForm } from "~/http/form/form.server";
import { flashForFreed } from "~/http/freed-places.server";
import { requireUser } from "~/http/guards.server";
import { redirectUnchanged } from "~/http/redirect-unchanged.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { changeEstado, type EstadoValues, estadoSchema, findConflict } from "~/models/citas/transicion.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { HORARIO_OCUPADO } from "./sentences.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  return redirect(readReturnPath(request));
}

/** Changes the state of an appointment. The form sends the wanted state, so a repeated submission changes nothing. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const back = readReturnPath(request);
  const wanted = estadoSchema.safeParse(Object.fromEntries(values));
  if (!wanted.success) return redirectWithError(back, "missing_key");

  const done = await changeEstado(params.id, wanted.data, user.id, key);
  if (isOk(done)) {
    const { changed } = done.result;
    const isFreed = changed && wanted.data.estado === "cancelada";
    return redirectWithFlash(back, {
      title: titleOf(wanted.data, changed),
      ...(isFreed ? await flashForFreed([params.id ?? ""], await getZona()) : null),
      button: changed && wanted.data.no_asistio === "si" ? undoNoShow(params.id ?? "", wanted.data, back) : undefined,
    });
  }
  const { outcome } = done;
  if (
    outcome === "missing" ||
    outcome === "missing_key" ||
    outcome === "reused" ||
    outcome === "too_large" ||
    outcome === "failed"
  )
    return redirectWithError(back, outcome);
  if (outcome === "early")
    return redirectUnchanged(back, { description: "Todavía no es la hora de la cita. Si ya no va a venir, cancélala." });
  return redirectUnchanged(back, outcome === "overlap" ? await describeConflict(params.id, back) : outcome);
}

/** The form that gives an appointment the state back that it had before the no-show. */
function undoNoShow(id: string, { desde }: EstadoValues, back: string): Flash["button"] {
  const mark = desde === "cancelada" ? { no_asistio: "no" } : undefined;
  return { action: citaPath(id, "estado", back), values: { desde: "cancelada", estado: desde, ...mark } };
}

function titleOf({ estado, no_asistio }: EstadoValues, changed: boolean): string {
  if (no_asistio === "si") return changed ? "Cita cancelada: no asistió" : "Ya estaba marcada: no asistió";
  if (no_asistio === "no") return changed ? "Se quitó la marca de «no asistió»" : "Ya no tenía la marca de «no asistió»";
  return changed ? `Cita ${estado}` : `La cita ya estaba ${estado}`;
}

/** Says which appointment takes the slot, with a link to it. Without the client's name: a cookie carries the message. */
async function describeConflict(id: string | undefined, back: string): Promise<Pick<Flash, "description" | "link">> {
  const [cita, zona] = await Promise.all([findConflict(id), getZona()]);
  if (!cita) return { description: "Ese horario estaba ocupado. Vuelve a intentarlo." };
  const { fecha_hora, empleado } = cita;
  const when = `el ${formatDay(fecha_hora, zona)} ${formatTimeWithArticle(fecha_hora, zona)}`;
  const whose = empleado ? ` con ${fullName(empleado)}` : "";
  return {
    description: `${HORARIO_OCUPADO} por otra cita, ${when}${whose}. Mueve una de las dos y vuelve a intentarlo.`,
    link: { href: citaPath(cita.id, "detalle", back), label: "Ver la cita que lo ocupa" },
  };
}
