import { json } from "@remix-run/node";
import { plural } from "~/format/text";
import type { MoveLimit } from "~/models/citas/enlace.server";
import type { Configuracion } from "~/models/estudio/configuracion.server";

type Refused = "changed" | "overlap" | "reused" | "missing_key" | "too_large" | "failed" | MoveLimit;

/** Why a client has to ask the studio to move or cancel her visit. */
export function describeLimit(
  limit: MoveLimit,
  { cita_horas, whatsapp }: Pick<Configuracion, "cita_horas" | "whatsapp">,
): string {
  const ask = whatsapp ? "Escríbenos por WhatsApp." : "Llámanos.";
  if (limit === "whatsapp") return `Si necesitas cambiarla o cancelarla, avísanos. ${ask}`;
  if (limit === "moves") return `Ya la cambiaste tres veces. ${ask}`;
  return cita_horas ? `Faltan menos de ${plural(cita_horas, "hora", "horas")}. ${ask}` : `Ya empezó. ${ask}`;
}

const CHANGED = "Tu cita cambió mientras la veías. Revisa cómo está ahora y vuelve a intentarlo.";
const INCOMPLETE = "El envío llegó incompleto. Vuelve a intentarlo.";

/** The page of a visit again, as it is now, with the sentence that says why nothing was done. */
export function refuse(outcome: Refused, estudio: Configuracion) {
  if (outcome === "whatsapp" || outcome === "late" || outcome === "moves")
    return json({ sentence: describeLimit(outcome, estudio) }, { status: 409 });
  const [status, sentence] = {
    changed: [409, CHANGED] as const,
    // This page was already used for another hour.
    reused: [409, CHANGED] as const,
    overlap: [409, "Esa hora se acaba de ocupar. Elige otra."] as const,
    missing_key: [400, INCOMPLETE] as const,
    too_large: [400, INCOMPLETE] as const,
    failed: [503, "No pudimos guardarlo. Espera un momento y vuelve a intentarlo."] as const,
  }[outcome];
  return json({ sentence }, { status });
}
