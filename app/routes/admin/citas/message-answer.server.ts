import { redirect } from "@remix-run/node";
import { type IdempotencyKey, isOk } from "~/database/idempotency.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { getMensaje, openMensaje } from "~/models/citas/mensaje.server";
import { NOT_DIALABLE } from "./sentences.server";

type Tipo = Parameters<typeof openMensaje>[1];

/** Gives the last message of a type that was opened for an appointment as `Message` shows it; null when none was opened. */
export async function readMensaje(id: string | undefined, tipo: Tipo | null) {
  const mensaje = await getMensaje(id, tipo);
  return mensaje && { ...mensaje, unreachable: mensaje.url ? null : NOT_DIALABLE };
}

type Opening = { cuenta_id: string; key: IdempotencyKey; ready: string; back: string };

/**
 * Records that a message was opened, and gives the answer of the action: 303 to the page where it is `ready` with its link, because
 * the CSP lets no form post to another site, or `back` with the reason why it cannot be opened.
 */
export async function answerOpening(id: string | undefined, tipo: Tipo, { cuenta_id, key, ready, back }: Opening) {
  const done = await openMensaje(id, tipo, cuenta_id, key);
  if (isOk(done)) return redirect(ready, 303);
  if (done.outcome !== "unreachable") return redirectWithError(back, done.outcome);
  const description = `${NOT_DIALABLE} Corrígelo en su ficha.`;
  return redirectWithFlash(back, { title: "No se puede abrir WhatsApp", description, destructive: true });
}
