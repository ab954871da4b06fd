import { redirectDocument } from "@remix-run/node";
import { logError } from "~/log.server";
import { findIdOfExpiredSession, findUser, type User } from "./current-user.server";
import { serviceUnavailable, sessionUnavailable } from "./error-pages.server";
import { clearPendingSubmission, savePendingSubmission } from "./pending-submission.server";

/**
 * Gives the signed-in, approved user. Throws a redirect to /auth for a stranger (what is sent on a session that ended by
 * time is kept for after it), to the waiting page for who waits, and when sessions cannot be read a 503 that gives a posted
 * form back, to be sent again. Both are pages without the framework's JavaScript, which has to load them as documents.
 */
export async function requireUser(request: Request): Promise<User> {
  const isPost = request.method === "POST";
  const away = async (error: unknown): Promise<never> => {
    logError("read", error);
    throw await sessionUnavailable(request);
  };
  const user = await findUser(request).catch(away);
  if (!user) {
    const ended = isPost ? await findIdOfExpiredSession(request).catch(away) : null;
    throw redirectDocument("/auth", {
      headers: ended === null ? {} : { "Set-Cookie": await savePendingSubmission(request, ended) },
    });
  }
  if (user.estado !== "activa") throw redirectDocument("/auth/espera");
  if (isPost) await clearPendingSubmission(request, user.id).catch(away);
  return user;
}

/** Gives the signed-in owner. Throws what requireUser throws, and 403 for the rest of the staff. */
export async function requireOwner(request: Request): Promise<User> {
  const user = await requireUser(request);
  if (user.rol !== "propietaria") throw new Response(null, { status: 403 });
  return user;
}

/** Throws a 404 unless the value is there, and gives it. */
export function notFoundIfNull<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Response(null, { status: 404 });
  return value;
}

/** Gives what a screen needs; when it cannot be read, logs why and throws a 503 that says `sentence`. */
export async function or503<T>(query: Promise<T>, sentence?: string): Promise<T> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    throw serviceUnavailable(sentence);
  }
}

/** Gives what one card of a page shows; when it cannot be read, logs why and gives undefined: the other cards need nothing of it. */
export async function orUndefined<T>(query: Promise<T>): Promise<T | undefined> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    return undefined;
  }
}
