import { json, redirectDocument } from "@remix-run/node";
import { logError } from "~/log.server";
import { readForm } from "./form.server";
import { keepSent, takeBack } from "./pending.server";
import { type Interruption, interrupted } from "./replies.server";
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
    throw await interruption(request);
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

const UNREADABLE = "El estudio no pudo leer sus datos. Espera un momento y vuelve a cargar la página.";

/** Gives what a screen needs; when it cannot be read, logs why and throws a 503 that says `sentence`. */
export async function orUnavailable<T>(query: Promise<T>, sentence = UNREADABLE): Promise<T> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    throw json({ sentence }, { status: 503 });
  }
}

/** Gives what an action that reads before or after it writes comes to; when it cannot, throws a 503 that gives `sent` back, to be sent again. */
export async function orInterrupted<T>(sent: FormData, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Response) throw error;
    logError("write", error);
    throw interrupted(sent);
  }
}

// Nobody is known to be signed in here, but the form comes from who gets it back: a write of another site never arrives.
async function interruption(request: Request) {
  const said = (sentence: string) => json<Interruption>({ sentence }, { status: 503 });
  if (request.method !== "POST") return said(UNREADABLE);
  // Files would have to be held, and cannot be given back.
  if (/^multipart\//i.test(request.headers.get("Content-Type") ?? ""))
    return said("El estudio no pudo recibir lo que enviaste. Espera un momento y envía otra vez tus archivos.");
  const { values } = await readForm(request);
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_data");
  return interrupted(values, `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}`);
}
