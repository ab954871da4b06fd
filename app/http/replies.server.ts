import type { Submission, SubmissionResult } from "@conform-to/react";
import { json, redirect } from "@remix-run/node";
import { type Flash, setFlash } from "./session.server";

/** What an action answers when it did not write: the form again. `stale`: somebody changed the record meanwhile. */
export type Refused = { lastResult: SubmissionResult; stale?: boolean };

/** The form again (400), every typed value kept, with what is wrong. */
export function refused(submission: Submission<unknown>) {
  return json<Refused>({ lastResult: submission.reply() }, { status: 400 });
}

const SENTENCES = {
  stale: "Alguien más cambió este registro mientras lo editabas. Compara las dos versiones y guarda la que debe quedar.",
  reused: "Este formulario ya se había enviado con otros datos. Revisa los de ahora y envíalo otra vez si son los correctos.",
  unsealed: "El formulario llegó incompleto. Revisa los datos y envíalo otra vez.",
  failed: "No se pudo guardar. Tus datos siguen aquí: espera un momento y envíalos otra vez.",
};

const STATUS = { stale: 409, reused: 409, unsealed: 400, failed: 503 };

/** The form again because the write did not happen, with the sentence for why; throws a 404 when the record is gone. */
export function notWritten(submission: Submission<unknown>, outcome: keyof typeof SENTENCES | "missing") {
  if (outcome === "missing") throw new Response(null, { status: 404 });
  const lastResult = submission.reply({ formErrors: [SENTENCES[outcome]] });
  return json<Refused>({ lastResult, stale: outcome === "stale" }, { status: STATUS[outcome] });
}

/** Back to `path` because a form of one button did nothing: says why once. */
export function notDone(path: string, outcome: "reused" | "unsealed" | "failed" | "missing") {
  const description = {
    reused: "Esa página era vieja. Revisa la lista y vuelve a intentarlo.",
    unsealed: "El envío llegó incompleto. Vuelve a intentarlo.",
    failed: "No se pudo guardar el cambio. Espera un momento y vuelve a intentarlo.",
    missing: "Ese registro ya no existe.",
  }[outcome];
  return redirectWithFlash(path, { title: "Error", description, destructive: true });
}

/** 303 to `path` (one of ours), where the page says `flash` once. */
export async function redirectWithFlash(path: string, flash: Flash) {
  return redirect(path, { status: 303, headers: { "Set-Cookie": await setFlash(flash) } });
}
