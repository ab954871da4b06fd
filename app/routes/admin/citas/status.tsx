import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { citaPath } from "~/components/admin/cita";
import { isDone } from "~/database/idempotency.server";
import { formatDay, sayTime } from "~/format/dates";
import { readBack } from "~/http/back.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/guards.server";
import { notDone, redirectWithFlash } from "~/http/replies.server";
import type { Flash } from "~/http/session.server";
import { changeEstado, findInTheWay, STANDS, type Wanted, wantedSchema } from "~/models/citas/transicion.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(readBack(request));
}

/** Makes of an appointment what one tap wants of it: sends the wanted state, so that sending it twice is harmless. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request);
  const { values, seal } = await readForm(request);
  const back = readBack(request);
  const wanted = wantedSchema.safeParse(Object.fromEntries(values));
  if (!seal || !wanted.success) return notDone(back, "unsealed");

  const done = await changeEstado(params.id, wanted.data, user.id, seal);
  if (isDone(done)) return redirectWithFlash(back, { title: said(wanted.data, done.result.changed) });
  const { outcome } = done;
  if (outcome === "missing" || outcome === "reused" || outcome === "failed") return notDone(back, outcome);
  const why = outcome === "taken" ? await whatIsInTheWay(params.id, back) : { description: STANDS[outcome] };
  return redirectWithFlash(back, { title: "La cita no cambió", ...why, destructive: true });
}

function said({ estado, no_asistio }: Wanted, changed: boolean): string {
  if (no_asistio === "si") return changed ? "Cita cancelada: no asistió" : "Ya estaba marcada: no asistió";
  if (no_asistio === "no") return changed ? "Se quitó la marca de «no asistió»" : "Ya no tenía la marca de «no asistió»";
  return changed ? `Cita ${estado}` : `La cita ya estaba ${estado}`;
}

/** Says what stands there, and leads to it: whose it is, a cookie may not carry. */
async function whatIsInTheWay(id: string | undefined, back: string): Promise<Pick<Flash, "description" | "link">> {
  const [cita, zona] = await Promise.all([findInTheWay(id), getZona()]);
  if (!cita) return { description: "Ese lugar estaba ocupado. Vuelve a intentarlo." };
  const { fecha_hora, empleado } = cita;
  const when = `el ${formatDay(fecha_hora, zona)} ${sayTime(fecha_hora, zona)}`;
  const whose = empleado ? ` con ${empleado.nombre} ${empleado.apellido}` : "";
  return {
    description: `Ese lugar ya es de otra cita, ${when}${whose}. Mueve una de las dos y vuelve a intentarlo.`,
    link: { href: citaPath(cita.id, "detalle", back), label: "Ver la cita que lo ocupa" },
  };
}
