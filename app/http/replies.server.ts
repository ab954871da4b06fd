import type { Submission, SubmissionResult } from "@conform-to/react";
import { json, redirect } from "@remix-run/node";
import type { ErrorPageData } from "./error-pages.server";
import { type Flash, setFlash } from "./flash.server";
import { fieldsOfPayload, isPassword } from "./submitted-form.server";

/**
 * What an action answers when it did not write: the form again. `mine` is there when somebody changed the record
 * meanwhile: what would have been saved.
 */
export type FormState = { lastResult: SubmissionResult; mine?: Record<string, unknown> };

type Errors = Parameters<Submission<unknown>["reply"]>[0];

// Every typed value goes back, but never a password.
const reply = (submission: Submission<unknown>, errors?: Errors) =>
  submission.reply({ ...errors, hideFields: Object.keys(submission.payload).filter(isPassword) });

/**
 * The form again, every typed value kept, with what is wrong: its own findings, and `errors` besides; `more` is what the page
 * says beside it. Nothing is wrong, and nothing was sent yet, when a button only asked for another row.
 */
export function invalid<More extends object>(
  submission: Submission<unknown>,
  errors?: Errors,
  status = submission.status === undefined ? 200 : 400,
  headers = {},
  more?: More,
) {
  return json({ ...more, lastResult: reply(submission, errors) }, { status, headers });
}

/** The form again because a button of it asked something: `values` is what it holds now, `more` the answer. */
export function formWithAnswer<More extends object>(values: Record<string, unknown>, more?: More) {
  return json({ ...more, lastResult: { initialValue: values } });
}

/** The form again because too many passwords were tried: says for how long to wait. */
export function tooManyRequests(submission: Submission<unknown>, seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const sentence = `Demasiados intentos. Espera ${minutes === 1 ? "un minuto" : `${minutes} minutos`} y vuelve a intentarlo.`;
  return invalid(submission, { formErrors: [sentence] }, 429, { "Retry-After": String(seconds) });
}

/** The headers of a page whose action may have said for how long to wait: without them it would lose that. */
export function retryAfterHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const wait = actionHeaders.get("Retry-After");
  return new Headers(wait === null ? [] : [["Retry-After", wait]]);
}

const SENTENCES = {
  stale: "Alguien más cambió este registro mientras lo editabas. Compara las dos versiones y guarda la que debe quedar.",
  reused: "Este formulario ya se había enviado con otros datos. Revisa los de ahora y envíalo otra vez si son los correctos.",
  missing_key: "El formulario llegó incompleto. Revisa los datos y envíalo otra vez.",
  failed: "Tus datos siguen aquí: espera un momento y envíalos otra vez.",
  reversed: "Este ingreso ya está reversado, o reversa a otro: queda como está.",
};

const STATUS = { stale: 409, reused: 409, missing_key: 400, failed: 503, reversed: 409 };

/**
 * The form again because the write did not happen, with the sentence for why (`failed` where the specification has one of
 * its own for a database that refused); throws a 404 with what was typed when the record is gone.
 */
export function writeFailed(
  submission: Submission<Record<string, unknown>>,
  outcome: keyof typeof SENTENCES | "missing",
  failed = "No se pudo guardar",
) {
  if (outcome === "missing") {
    const sentence = "Este registro ya no existe: alguien lo eliminó mientras lo editabas.";
    throw json<ErrorPageData>({ sentence, fields: fieldsOfPayload(submission.payload), isGone: true }, { status: 404 });
  }
  const formErrors = outcome === "failed" ? [failed, SENTENCES.failed] : [SENTENCES[outcome]];
  const lastResult = reply(submission, { formErrors });
  const mine = outcome === "stale" && submission.status === "success" ? submission.value : undefined;
  return json<FormState>({ lastResult, mine }, { status: STATUS[outcome] });
}

/** Back to `path` because a form of one button did nothing: says why once (`failed` is the specification's own sentence). */
export function redirectWithError(
  path: string,
  outcome: "reused" | "missing_key" | "failed" | "missing" | "reversed",
  failed = "No se pudo guardar el cambio",
) {
  const description = {
    reused: "Esa página ya no estaba al día. Revisa la lista y vuelve a intentarlo.",
    missing_key: "El envío llegó incompleto. Vuelve a intentarlo.",
    failed: `${failed}. Espera un momento y vuelve a intentarlo.`,
    missing: "Ese registro ya no existe.",
    reversed: SENTENCES.reversed,
  }[outcome];
  return redirectWithFlash(path, { title: "Error", description, destructive: true });
}

/** 303 to `path` (one of ours), where the page says `flash` once. */
export async function redirectWithFlash(path: string, flash: Flash) {
  return redirect(path, { status: 303, headers: { "Set-Cookie": await setFlash(flash) } });
}
