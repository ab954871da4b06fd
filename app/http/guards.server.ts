import { json, redirect } from "@remix-run/node";
import { logError } from "~/log.server";
import { findUser, type User } from "./session.server";

/** Gives the signed-in, approved user. Throws a redirect to /auth for a stranger, to the waiting page for who waits. */
export async function requireUser(request: Request): Promise<User> {
  const user = await orUnavailable(
    findUser(request),
    "El estudio no pudo leer sus datos. Espera un momento y vuelve a intentarlo; si enviaste un formulario, regresa con el botón Atrás: lo que escribiste sigue ahí.",
  );
  if (!user) throw redirect("/auth");
  if (user.estado !== "activa") throw redirect("/auth/espera");
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
export async function orUnavailable<T>(query: Promise<T>, sentence: string): Promise<T> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    throw json({ sentence }, { status: 503 });
  }
}
