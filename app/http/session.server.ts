import { createCookie } from "@remix-run/node";
import { sharedRead } from "~/database/shared-read.server";
import {
  type CuentaOfSesion,
  createSesion,
  deleteSesion,
  findCuentaOfSesion,
  findIdOfEndedCuenta,
} from "~/models/cuentas/sesion.server";
import { SESSION_COOKIE } from "./session-cookie";

export type User = CuentaOfSesion;

// The layout asks, and so does each screen within it.
const readUser = sharedRead((secret) => findCuentaOfSesion(secret));

/** What our cookies share: signed, and out of reach of scripts and of other sites' forms. */
export const signed = {
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: (process.env.PUBLIC_URL ?? "").startsWith("https:"),
  secrets: [process.env.SESSION_SECRET ?? ""],
};

// A day more than the longest session: what is sent just after its end is still known to be hers.
const sessionCookie = createCookie(SESSION_COOKIE, { ...signed, maxAge: 8 * 24 * 3600 });
const flashCookie = createCookie("aviso", { ...signed, maxAge: 60 });

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
export async function findEnded(request: Request): Promise<string | null> {
  const secret = await sessionSecret(request);
  return secret === null ? null : findIdOfEndedCuenta(secret);
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

/** `link` is one of our own addresses, as the server wrote it. */
export type Flash = { title: string; description?: string; destructive?: boolean; link?: { href: string; label: string } };

/** Gives the `Set-Cookie` that makes the next page say something once. */
export function setFlash(flash: Flash): Promise<string> {
  return flashCookie.serialize(flash);
}

/** Gives what the page has to say, if anything, and the `Set-Cookie` that makes it say it only once. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; setCookie: string | null }> {
  const flash: Flash | null = await flashCookie.parse(request.headers.get("Cookie"));
  return { flash, setCookie: flash && (await flashCookie.serialize("", { maxAge: 0 })) };
}
