import type { Submission, SubmissionResult } from "@conform-to/react";
import { json, redirect } from "@remix-run/node";
import { type Flash, setFlash } from "./session.server";

/** What an action answers when it did not write: the form again. `stale`: somebody changed the record meanwhile. */
export type Refused = { lastResult: SubmissionResult; stale?: boolean };

type Reply = Parameters<Submission<unknown>["reply"]>[0];

/** The form again, every typed value kept, with what is wrong; 400 unless said otherwise. */
export function refused(submission: Submission<unknown>, reply?: Reply, status = 400) {
  return json<Refused>({ lastResult: submission.reply(reply) }, { status });
}

/** The form again because it had been sent before with other values (brought back by the Back button). */
export function reused(submission: Submission<unknown>) {
  const sentence =
    "Este formulario ya se había enviado con otros datos. Revisa los de ahora y envíalo otra vez si son los correctos.";
  return refused(submission, { formErrors: [sentence] }, 409);
}

/** The form again because somebody else changed the record meanwhile: the page shows both versions. */
export function stale(submission: Submission<unknown>) {
  const sentence =
    "Alguien más cambió este registro mientras lo editabas. Compara las dos versiones y guarda la que debe quedar.";
  return json<Refused>({ lastResult: submission.reply({ formErrors: [sentence] }), stale: true }, { status: 409 });
}

/** The form again because it came without its one-use token (an old copy, or made by hand). */
export function unsealed(submission: Submission<unknown>) {
  return refused(submission, { formErrors: ["El formulario llegó incompleto. Revisa los datos y envíalo otra vez."] });
}

/** 303 to `path` (one of ours), where the page says `flash` once. */
export async function redirectWithFlash(path: string, flash: Flash) {
  return redirect(path, { status: 303, headers: { "Set-Cookie": await setFlash(flash) } });
}
