import { createCookie } from "@remix-run/node";
import type { Flash } from "~/http/flash.server";
import { isSecret, resultOfFields, type SubmittedFields, submittedFields } from "~/http/form/submitted-form.server";
import type { FormState } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { MAX_PENDING_BYTES, MINUTE_MS, PENDING_SUBMISSION_MS } from "~/limits";
import { logError } from "~/log.server";
import { canSeeSalud, SALUD } from "~/models/clientes/salud.server";
import { deleteEnvio, findEnvio, saveEnvio } from "~/models/cuentas/envio.server";
import { cookieName, signedCookie } from "./cookies.server";
import type { User } from "./current-user.server";

// A form that was submitted after its session expired is saved, announced on the sign-in page, and given back after signing in
// (docs/decisions/0045-late-edits.md).

const REASONS = { large: " porque era demasiado largo", files: " porque llevaba archivos", failed: "" };

/** The content of the cookie: the id of the saved submission and whether a page has shown it, or why it was not saved. */
type Ticket = { id?: string; shown?: true; lost?: keyof typeof REASONS };

/** A form that the layout shows again: its path, its fields, and the state for its editor. */
export type PendingSubmission = { pathname: string; fields: SubmittedFields; formState: FormState };

const ticketCookie = createCookie(cookieName("pendiente"), { ...signedCookie, maxAge: PENDING_SUBMISSION_MS / 1000 });

const readTicket = async (request: Request): Promise<Ticket | null> => ticketCookie.parse(request.headers.get("Cookie"));
const clearTicket = () => ticketCookie.serialize("", { maxAge: 0 });

/** Saves a POST for the account whose session expired. Gives the `Set-Cookie` that leads back to it. */
export async function savePendingSubmission(request: Request, cuenta_id: string): Promise<string> {
  return ticketCookie.serialize(await save(request, cuenta_id));
}

async function save(request: Request, cuenta_id: string): Promise<Ticket> {
  // A body with files is not read at all.
  if (/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) return { lost: "files" };
  if (Number(request.headers.get("Content-Length") ?? Number.POSITIVE_INFINITY) > MAX_PENDING_BYTES) return { lost: "large" };
  const sent = (await submittedFields(request)).filter(([name]) => !isSecret(name));
  try {
    const id = await saveEnvio(cuenta_id, { path: pathAndSearch(request), sent });
    return id === null ? { lost: "large" } : { id };
  } catch (error) {
    logError("pending submission", error);
    return { lost: "failed" };
  }
}

/** The message of the sign-in page about a pending submission, or null without one. */
export async function pendingNotice(request: Request): Promise<Flash | null> {
  const ticket = await readTicket(request);
  const title = "Tu sesión terminó";
  if (ticket?.lost) {
    const description = `Lo que enviaste no se pudo conservar${REASONS[ticket.lost]}. Inicia sesión y vuelve a hacerlo.`;
    return { title, description, destructive: true };
  }
  if (!ticket?.id) return null;
  const description = `Lo que enviaste no se perdió: inicia sesión con la misma cuenta en los próximos ${PENDING_SUBMISSION_MS / MINUTE_MS} minutos y podrás revisarlo y enviarlo otra vez.`;
  return { title, description };
}

/** Where an account goes after signing in: to its pending form, or to `?de=` or /admin. A form of another account is discarded. */
export async function pathAfterSignIn(request: Request, cuenta_id: string): Promise<{ path: string; setCookie: string | null }> {
  const ticket = await readTicket(request);
  const envio = await findEnvio(ticket?.id, cuenta_id);
  if (envio && /^\/admin([/?]|$)/i.test(envio.path)) return { path: envio.path, setCookie: null };
  return { path: readReturnPath(request, "/admin"), setCookie: ticket && (await discardPendingSubmission(request)) };
}

/**
 * Gives a pending form back to the page at its own URL, on every load of it. On any other page the form is discarded: the person
 * moved on, or the URL has no page (a button in a list) and redirected. A flash message then says that nothing was changed.
 */
export async function restorePendingSubmission(
  request: Request,
  user: User,
): Promise<{ pending: PendingSubmission | null; flash: Flash | null; setCookie: string | null }> {
  const ticket = await readTicket(request);
  if (!ticket) return { pending: null, flash: null, setCookie: null };
  const envio = await findEnvio(ticket.id, user.id);
  if (envio?.path !== pathAndSearch(request)) {
    const flash = {
      title: "No se hizo ningún cambio",
      description: "Tu sesión había terminado. Vuelve a intentarlo.",
      destructive: true,
    };
    return { pending: null, flash: envio && !ticket.shown ? flash : null, setCookie: await discardPendingSubmission(request) };
  }
  // The right to see what clients confide may have been taken since.
  const cliente_id = /^\/admin\/clientes\/([^/?]+)/.exec(envio.path)?.[1];
  const fields = (await canSeeSalud(user, cliente_id === "nuevo" ? null : cliente_id))
    ? envio.sent
    : envio.sent.filter(([name]) => !(SALUD as readonly string[]).includes(name));
  const lastResult = resultOfFields(fields, ["Tu sesión había terminado. Revisa lo que escribiste y envíalo otra vez."]);
  return {
    pending: { pathname: new URL(request.url).pathname, fields, formState: { lastResult } },
    flash: null,
    setCookie: ticket.shown ? null : await ticketCookie.serialize({ ...ticket, shown: true }),
  };
}

/** Deletes the pending form when it is submitted again: from then on its action answers for it. */
export async function clearPendingSubmission(request: Request, cuenta_id: string): Promise<void> {
  const ticket = await readTicket(request);
  const envio = await findEnvio(ticket?.id, cuenta_id);
  if (envio?.path === pathAndSearch(request)) await deleteEnvio(ticket?.id);
}

/** Deletes the pending form of this browser, whichever account it belongs to, and gives the `Set-Cookie` that clears its cookie. */
export async function discardPendingSubmission(request: Request): Promise<string> {
  await deleteEnvio((await readTicket(request))?.id);
  return clearTicket();
}

/** The path and search of a request, the same for a form's POST and its page: the framework removes its own parameters. */
function pathAndSearch(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
