import { redirectDocument } from "@remix-run/node";
import { logError } from "~/log.server";
import { notBegun, unreadable } from "./interruption.server";
import { keepSent, takeBack } from "./pending.server";
import { findEnded, findUser, type User } from "./session.server";

/**
 * Gives the signed-in, approved user. Throws a redirect to /auth for a stranger (what is sent on a session that ended by
 * time is kept for after it), to the waiting page for who waits, and when sessions cannot be read a 503 that gives a posted
 * form back, to be sent again. Both are pages without the framework's JavaScript, which has to load them as documents.
 */
export async function requireUser(request: Request): Promise<User> {
  const isPost = request.method === "POST";
  const away = async (error: unknown): Promise<never> => {
    logError("read", error);
    throw await notBegun(request);
  };
  const user = await findUser(request).catch(away);
  if (!user) {
    const ended = isPost ? await findEnded(request).catch(away) : null;
    throw redirectDocument("/auth", { headers: ended === null ? {} : { "Set-Cookie": await keepSent(request, ended) } });
  }
  if (user.estado !== "activa") throw redirectDocument("/auth/espera");
  if (isPost) await takeBack(request, user.id).catch(away);
  return user;
}

/** Gives the signed-in owner. Throws what requireUser throws, and 403 for the rest of the staff. */
export async function requireOwner(request: Request): Promise<User> {
  const user = await requireUser(request);
  if (user.rol !== "propietaria") throw new Response(null, { status: 403 });
  return user;
}

/** Throws a 404 unless the value is there, and gives it. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Response(null, { status: 404 });
  return value;
}

/** Gives what a screen needs; when it cannot be read, logs why and throws a 503 that says `sentence`. */
export async function orUnavailable<T>(query: Promise<T>, sentence?: string): Promise<T> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    throw unreadable(sentence);
  }
}

/** Gives what one card of a page shows; when it cannot be read, logs why and gives undefined: the other cards need nothing of it. */
export async function orHole<T>(query: Promise<T>): Promise<T | undefined> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    return undefined;
  }
}
