import { createCookie } from "@remix-run/node";
import { batchedRead } from "~/database/batched-read.server";
import {
  type CuentaOfSesion,
  createSesion,
  deleteSesion,
  findCuentaIdOfExpiredSesion,
  findCuentaOfSesion,
} from "~/models/cuentas/sesion.server";
import { signedCookie } from "./cookies.server";
import { SESSION_COOKIE } from "./session-cookie";

export type User = CuentaOfSesion;

// The layout asks, and so does each screen within it.
const readUser = batchedRead((secret) => findCuentaOfSesion(secret));

// A day more than the longest session: what is sent just after its end is still known to be hers.
const sessionCookie = createCookie(SESSION_COOKIE, { ...signedCookie, maxAge: 8 * 24 * 3600 });

/** Gives the secret of the session that a request carries, or null. */
export async function sessionSecret(request: Request): Promise<string | null> {
  const secret: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" ? secret : null;
}

/** Gives whose session a request carries, or null. */
export async function findUser(request: Request): Promise<User | null> {
  const secret = await sessionSecret(request);
  return secret === null ? null : readUser(secret);
}

/** Gives the id of the active account whose session, ended by time and by nothing else, a request carries, or null. */
export async function findIdOfExpiredSession(request: Request): Promise<string | null> {
  const secret = await sessionSecret(request);
  return secret === null ? null : findCuentaIdOfExpiredSesion(secret);
}

/** Opens a session, noting the browser that asks for it, and gives the `Set-Cookie` that carries it. */
export async function startSession(cuenta_id: string, request: Request): Promise<string> {
  return sessionCookie.serialize(await createSesion(cuenta_id, request.headers.get("User-Agent")));
}

/** Ends the request's session and gives the `Set-Cookie` that forgets it. */
export async function endSession(request: Request): Promise<string> {
  const secret = await sessionSecret(request);
  if (secret !== null) await deleteSesion(secret);
  return sessionCookie.serialize("", { maxAge: 0 });
}
