import { createCookie } from "@remix-run/node";
import { sharedRead } from "~/database/shared-read.server";
import { SESSION_ROW_LIFETIME_MS } from "~/limits";
import {
  type CuentaOfSesion,
  createSesion,
  deleteSesion,
  findCuentaIdOfExpiredSesion,
  findCuentaOfSesion,
} from "~/models/cuentas/sesion.server";
import { cookieName, signedCookie } from "./cookies.server";
import { SESSION_COOKIE } from "./session-cookie";

export type User = CuentaOfSesion;

// The layout and each screen inside it ask for the user of the same request.
const readUser = sharedRead((secret: string) => findCuentaOfSesion(secret));

const sessionCookie = createCookie(cookieName(SESSION_COOKIE), { ...signedCookie, maxAge: SESSION_ROW_LIFETIME_MS / 1000 });

/** The secret in the request's session cookie, or null. */
export async function sessionSecret(request: Request): Promise<string | null> {
  const secret: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" ? secret : null;
}

/** The user of the request's session, or null. */
export async function findUser(request: Request): Promise<User | null> {
  const secret = await sessionSecret(request);
  return secret === null ? null : readUser(secret);
}

/** The id of the active account whose session, which the request carries, expired by time alone, or null. */
export async function findIdOfExpiredSession(request: Request): Promise<string | null> {
  const secret = await sessionSecret(request);
  return secret === null ? null : findCuentaIdOfExpiredSesion(secret);
}

/** Creates a session with the request's user agent and gives its `Set-Cookie`. */
export async function startSession(cuenta_id: string, request: Request): Promise<string> {
  return sessionCookie.serialize(await createSesion(cuenta_id, request.headers.get("User-Agent")));
}

/** Deletes the request's session and gives the `Set-Cookie` that clears its cookie. */
export async function endSession(request: Request): Promise<string> {
  const secret = await sessionSecret(request);
  if (secret !== null) await deleteSesion(secret);
  return sessionCookie.serialize("", { maxAge: 0 });
}
