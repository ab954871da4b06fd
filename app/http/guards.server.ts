import { json, redirect, redirectDocument } from "@remix-run/node";
import { logError } from "~/log.server";
import { recordNow } from "~/models/cuentas/bitacora.server";
import { can, type Right } from "~/models/cuentas/permiso.server";
import { actorOf, rememberAccount } from "./actor.server";
import { type ErrorPageData, serviceUnavailable, sessionUnavailable } from "./error-pages.server";
import { signInPath } from "./return-path.server";
import { findIdOfExpiredSession, findUser, type User } from "./session/current-user.server";
import { clearPendingSubmission, savePendingSubmission } from "./session/pending-submission.server";

export type { Right };

/**
 * Gives the signed-in, approved user, who has `right`. Throws a redirect to /auth without a session (which leads back to the
 * screen asked for; a form sent on an expired session is saved for after signing in), a redirect to the waiting page for an
 * account that is not approved, 403 without the right, and a 503 that gives a submitted form back when sessions cannot be read.
 * Both redirects load a document, because their pages have no framework JavaScript.
 */
export async function requireUser(request: Request, right: Right): Promise<User> {
  const isPost = request.method === "POST";
  const throwUnavailable = async (error: unknown): Promise<never> => {
    logError("read", error);
    throw await sessionUnavailable(request);
  };
  const user = await findUser(request).catch(throwUnavailable);
  if (!user) {
    const expiredId = isPost ? await findIdOfExpiredSession(request).catch(throwUnavailable) : null;
    throw redirectDocument(signInPath(request), {
      headers: expiredId === null ? {} : { "Set-Cookie": await savePendingSubmission(request, expiredId) },
    });
  }
  if (user.estado !== "activa") throw redirectDocument("/auth/espera");
  rememberAccount(request, user.id);
  if (!can(user, right)) await forbid(request, right);
  if (isPost) await clearPendingSubmission(request, user.id).catch(throwUnavailable);
  return user;
}

/** For the server: whether a `Cookie` header is of an approved account that has `right`. False when sessions cannot be read. */
export async function mayUse(cookie: string | undefined, right: Right): Promise<boolean> {
  const request = new Request("http://susa", { headers: { cookie: cookie ?? "" } });
  const user = await findUser(request).catch(() => null);
  return user?.estado === "activa" && can(user, right);
}

/**
 * Throws 403 after recording that an account asked for what its rights do not allow; 503 when that cannot be recorded.
 */
export async function forbid(request: Request, right: Right): Promise<never> {
  await recordNow(actorOf(request), { accion: "prohibido", campos: [right] }).catch(async (error) => {
    logError("write", error);
    throw await sessionUnavailable(request);
  });
  throw new Response(null, { status: 403 });
}

/**
 * For what is recorded as somebody's act, so that a link on another site cannot make her do it. Throws a page from where one press
 * leads on: the screen of a file, or a 403.
 */
export function requireOwnPress(request: Request): void {
  if (!/^(cross|same)-site$/.test(request.headers.get("Sec-Fetch-Site") ?? "")) return;
  const { pathname, search } = new URL(request.url);
  if (pathname.endsWith(".csv")) throw redirect(pathname.replace(/\.csv$/, "") + search);
  const sentence = "Este enlace se abrió desde otro sitio. Si tú lo abriste, vuelve a intentarlo.";
  throw json<ErrorPageData>({ sentence }, { status: 403 });
}

/** Gives the value. Throws 404 for null or undefined. */
export function notFoundIfNull<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Response(null, { status: 404 });
  return value;
}

/** Awaits data that a screen needs. If it cannot be read, logs the error and throws a 503 with `sentence`. */
export async function or503<T>(query: Promise<T>, sentence?: string): Promise<T> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    throw serviceUnavailable(sentence);
  }
}

/** Awaits data of one part of a page. If it cannot be read, logs the error under `where` and gives undefined. */
export async function orUndefined<T>(query: Promise<T>, where = "read"): Promise<T | undefined> {
  try {
    return await query;
  } catch (error) {
    logError(where, error);
    return undefined;
  }
}
