import { parse } from "@conform-to/react";
import { createCookie } from "@remix-run/node";
import { logError } from "~/log.server";
import { deleteEnvio, type Envio, findEnvio, MAX_PENDING_BYTES, saveEnvio } from "~/models/cuentas/envio.server";
import { signedCookie } from "./cookies.server";
import type { Flash } from "./flash.server";
import { isPassword, readForm } from "./form.server";
import type { FormState } from "./replies.server";

// A form sent after its session had ended by time: kept, announced at the door, given back inside (docs/decisions/0025).

const REASONS = { large: " porque era demasiado largo", files: " porque llevaba archivos", failed: "" };

/** What the browser that sent it holds: the id of what was kept, and whether a page has shown it; or why nothing was. */
type Ticket = { id?: string; shown?: true; lost?: keyof typeof REASONS };

/** A form as the layout gives it back: the path it belongs to, what was sent, and the same as its editor reads it. */
export type PendingSubmission = { pathname: string; sent: Envio["sent"]; formState: FormState };

const ticketCookie = createCookie("pendiente", { ...signedCookie, maxAge: 30 * 60 });

const readTicket = async (request: Request): Promise<Ticket | null> => ticketCookie.parse(request.headers.get("Cookie"));
const clearTicket = () => ticketCookie.serialize("", { maxAge: 0 });

/** Keeps what a POST sent, for the account whose session ended, and gives the `Set-Cookie` that leads back to it. */
export async function savePendingSubmission(request: Request, cuenta_id: string): Promise<string> {
  return ticketCookie.serialize(await save(request, cuenta_id));
}

async function save(request: Request, cuenta_id: string): Promise<Ticket> {
  // Not a byte of a file is read.
  if (/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) return { lost: "files" };
  if (Number(request.headers.get("Content-Length") ?? Number.POSITIVE_INFINITY) > MAX_PENDING_BYTES) return { lost: "large" };
  const { values } = await readForm(request);
  const sent = [...values].flatMap(([name, value]): Envio["sent"] =>
    typeof value !== "string" || name === "token" || isPassword(name) ? [] : [[name, value]],
  );
  try {
    const id = await saveEnvio(cuenta_id, { path: pathAndSearch(request), sent });
    return id === null ? { lost: "large" } : { id };
  } catch (error) {
    logError("keep", error);
    return { lost: "failed" };
  }
}

/** What the door says to who was sent there with a form under way. */
export async function pendingNotice(request: Request): Promise<Flash | null> {
  const ticket = await readTicket(request);
  const title = "Tu sesión terminó";
  if (ticket?.lost) {
    const description = `Lo que enviaste no se pudo conservar${REASONS[ticket.lost]}. Inicia sesión y vuelve a hacerlo.`;
    return { title, description, destructive: true };
  }
  if (!ticket?.id) return null;
  const description =
    "Lo que enviaste no se perdió: inicia sesión con la misma cuenta en los próximos 30 minutos y podrás revisarlo y enviarlo otra vez.";
  return { title, description };
}

/** Where somebody who has just signed in goes: to the form she had sent, if it is hers. Nobody else's stays in this browser. */
export async function pathAfterSignIn(request: Request, cuenta_id: string): Promise<{ path: string; setCookie: string | null }> {
  const ticket = await readTicket(request);
  const envio = await findEnvio(ticket?.id, cuenta_id);
  if (envio && /^\/admin([/?]|$)/i.test(envio.path)) return { path: envio.path, setCookie: null };
  return { path: "/admin", setCookie: ticket && (await discardPendingSubmission(request)) };
}

/**
 * Gives the form back to the page at its own address, however often that is loaded. Any other page means that she moved on,
 * or that the address has no page (a button in a list) and led elsewhere: then it says that nothing was done.
 */
export async function restorePendingSubmission(
  request: Request,
  cuenta_id: string,
): Promise<{ pending: PendingSubmission | null; flash: Flash | null; setCookie: string | null }> {
  const ticket = await readTicket(request);
  if (!ticket) return { pending: null, flash: null, setCookie: null };
  const envio = await findEnvio(ticket.id, cuenta_id);
  if (envio?.path !== pathAndSearch(request)) {
    const flash = {
      title: "No se hizo ningún cambio",
      description: "Tu sesión había terminado. Vuelve a intentarlo.",
      destructive: true,
    };
    return { pending: null, flash: envio && !ticket.shown ? flash : null, setCookie: await discardPendingSubmission(request) };
  }
  const values = new FormData();
  for (const [name, value] of envio.sent) values.append(name, value);
  // Not judged yet: the person sends it again first.
  const lastResult = parse<null, string[]>(values, { resolve: () => ({ value: null }) }).reply({
    formErrors: ["Tu sesión había terminado. Revisa lo que escribiste y envíalo otra vez."],
  });
  return {
    pending: { pathname: new URL(request.url).pathname, sent: envio.sent, formState: { lastResult } },
    flash: null,
    setCookie: ticket.shown ? null : await ticketCookie.serialize({ ...ticket, shown: true }),
  };
}

/** The form has come again: from here on its action answers for it. */
export async function clearPendingSubmission(request: Request, cuenta_id: string): Promise<void> {
  const ticket = await readTicket(request);
  const envio = await findEnvio(ticket?.id, cuenta_id);
  if (envio?.path === pathAndSearch(request)) await deleteEnvio(ticket?.id);
}

/** Forgets what this browser had sent, and gives the `Set-Cookie` that says so. */
export async function discardPendingSubmission(request: Request): Promise<string> {
  await deleteEnvio((await readTicket(request))?.id);
  return clearTicket();
}

/** The address as a form is sent to it and as its page is asked for: the framework has taken its own parameters out. */
function pathAndSearch(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
