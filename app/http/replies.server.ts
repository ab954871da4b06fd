import type { Submission, SubmissionResult } from "@conform-to/react";
import { json, redirect } from "@remix-run/node";
import { isOk, type WriteResult } from "~/database/idempotency.server";
import { listOfDeletion } from "~/format/links";
import type { ErrorPageData } from "./error-pages.server";
import { type Flash, setFlash } from "./flash.server";
import { fieldsOfPayload, isPassword } from "./form/submitted-form.server";

/** A field that two people changed, in words: what was sent and not saved (`mine`), and what is saved. */
export type FieldVersions = { label: string; mine: string; saved: string };

/**
 * The answer of an action that did not write: the form with its values and errors, and after an edit of what somebody else
 * changed too, both `versions` of those fields. `merged` is the version of the record that the values were merged with, if any.
 * `heading` is that of its error summary, unless it is about fields; the default is «Error».
 */
export type FormState = { lastResult: SubmissionResult; versions?: FieldVersions[]; merged?: string; heading?: string };

/** Thrown for an edit of a record that was changed meanwhile, for `mergeIfStale`. `more` is additional data for the page. */
export class StaleEdit extends Error {
  constructor(
    readonly mine: Record<string, unknown>,
    readonly more?: object,
  ) {
    super("stale");
  }
}

type Errors = Parameters<Submission<unknown>["reply"]>[0];

// All values are given back except passwords.
const reply = (submission: Submission<unknown>, errors?: Errors) =>
  submission.reply({ ...errors, hideFields: Object.keys(submission.payload).filter(isPassword) });

/**
 * The form again with its values and errors: the submission's own, and `errors`. `more` is additional data for the page. The
 * status is 200 for a submission that only changed the rows of a list, which is not validated.
 */
export function invalid<More extends object>(
  submission: Submission<unknown>,
  errors?: Errors,
  status = submission.status === undefined ? 200 : 400,
  headers = {},
  more?: More,
) {
  return json({ heading: headingOf(status), ...more, lastResult: reply(submission, errors) }, { status, headers });
}

/** The heading of what the person can put right herself: an error is what failed on our side, or a refused attempt. */
export function headingOf(status: number): string | undefined {
  return status >= 400 && status < 429 ? "Revisa antes de guardar" : undefined;
}

/** A submission whose form is given back with other values than those that were sent. It must have no password. */
export function givingBack<Value, Sent extends Submission<Value>>(submission: Sent, payload: Record<string, unknown>): Sent {
  return {
    ...submission,
    payload,
    reply: (errors?: Errors) => ({ ...submission.reply(errors), initialValue: payload }),
  };
}

/** The form again after a button that asks for something: `values` fill it, and `more` is the answer. */
export function formWithAnswer<More extends object>(values: Record<string, unknown>, more?: More) {
  return json({ ...more, lastResult: { initialValue: values } });
}

/** The form again with 429 after too many attempts, with the number of `seconds` to wait. */
export function tooManyRequests(submission: Submission<unknown>, seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const sentence = `Demasiados intentos. Espera ${minutes === 1 ? "un minuto" : `${minutes} minutos`} y vuelve a intentarlo.`;
  return invalid(submission, { formErrors: [sentence] }, 429, { "Retry-After": String(seconds) });
}

/** The form again with 503 when too many passwords wait to be hashed (LineFull): nothing was checked or written. */
export function tooBusy(submission: Submission<unknown>) {
  const sentence = "Muchas personas están entrando a la vez. Espera unos segundos y vuelve a intentarlo.";
  return invalid(submission, { formErrors: [sentence] }, 503, { "Retry-After": "10" });
}

/** The `Retry-After` of the action: Remix drops an action's headers unless the route passes them on. */
export function retryAfterHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const wait = actionHeaders.get("Retry-After");
  return new Headers(wait === null ? [] : [["Retry-After", wait]]);
}

/** Why a form was not saved. */
export const SENTENCES = {
  stale: "Alguien más cambió lo mismo que tú mientras editabas. Compara las dos versiones y guarda la que debe quedar.",
  changed: "Alguien más cambió este registro mientras lo editabas. Revisa cómo está ahora y vuelve a guardar.",
  busy: "Otras personas están cambiando este registro ahora mismo. Tus cambios siguen aquí: guárdalos otra vez.",
  reused: "Este formulario ya se había enviado con otros datos. Revísalos y, si están bien, envíalo otra vez.",
  missing_key: "El formulario llegó incompleto. Revisa los datos y envíalo otra vez.",
  too_large: "Lo más que se puede anotar son $9,999,999,999.99, y esto suma más. Revisa las cantidades.",
  failed: "Tus datos siguen aquí: espera un momento y envíalos otra vez.",
  reversed: "Este ingreso ya se canceló (o cancela otro, o es una devolución) y no se puede cambiar.",
};

const STATUS = { reused: 409, missing_key: 400, too_large: 400, failed: 503, reversed: 409 };

/**
 * The form again with the reason why it was not saved (`failed` is the screen's own sentence for a database error), and `more` data
 * for its page. Throws StaleEdit when the record was changed meanwhile, and a 404 that shows the submitted fields when it no longer
 * exists.
 */
export function writeFailed(
  submission: Submission<Record<string, unknown>>,
  outcome: keyof typeof STATUS | "stale" | "missing",
  failed = "No se pudo guardar",
  more?: object,
) {
  if (outcome === "missing") {
    const sentence = "Este registro ya no existe: alguien lo eliminó mientras lo editabas.";
    throw json<ErrorPageData>({ sentence, fields: fieldsOfPayload(submission.payload), isGone: true }, { status: 404 });
  }
  if (outcome === "stale") throw new StaleEdit(submission.status === "success" ? submission.value : {});
  const formErrors = outcome === "failed" ? [failed, SENTENCES.failed] : [SENTENCES[outcome]];
  const status = STATUS[outcome];
  return json<FormState>({ heading: headingOf(status), ...more, lastResult: reply(submission, { formErrors }) }, { status });
}

/**
 * The form again with 409 when a record that it shows was changed meanwhile. It then carries the saved versions, which its page
 * shows, in place of those of its fields `versions`.
 */
export function changedMeanwhile(submission: Submission<unknown>, versions: string[]) {
  const lastResult = submission.reply({ formErrors: [SENTENCES.changed], hideFields: versions });
  return json<FormState>({ heading: headingOf(409), lastResult }, { status: 409 });
}

/** 303 to `path` with the reason why a form of one button changed nothing (`failed` is the sentence for a database error). */
export function redirectWithError(
  path: string,
  outcome: "reused" | "missing_key" | "too_large" | "failed" | "missing" | "reversed",
  failed = "No se pudo guardar el cambio",
) {
  const description = {
    reused: "La página no estaba actualizada. Revisa la lista y vuelve a intentarlo.",
    missing_key: "El envío llegó incompleto. Vuelve a intentarlo.",
    too_large: SENTENCES.too_large,
    failed: `${failed}. Espera un momento y vuelve a intentarlo.`,
    missing: "Ese registro ya no existe.",
    reversed: SENTENCES.reversed,
  }[outcome];
  return redirectWithFlash(path, { title: "Error", description, destructive: true });
}

/**
 * The answer to a confirmed deletion: 303 to the list that asked (`/admin/clientes/:id/eliminar?q=ana` to `/admin/clientes?q=ana`),
 * with its message, or with the reason why nothing was deleted (`failed` as above).
 */
export function redirectAfterDeletion(request: Request, deleted: WriteResult<Flash, "missing" | "reversed">, failed?: string) {
  const { pathname, search } = new URL(request.url);
  const list = listOfDeletion(pathname) + search;
  return isOk(deleted) ? redirectWithFlash(list, deleted.result) : redirectWithError(list, deleted.outcome, failed);
}

/** 303 to `path`, a path of this site, with a flash message; `also` is one more sentence of its description. */
export async function redirectWithFlash(path: string, flash: Flash, also?: string) {
  const description = [flash.description, also].filter(Boolean).join(" ") || undefined;
  return redirect(path, { status: 303, headers: { "Set-Cookie": await setFlash({ ...flash, description }) } });
}
