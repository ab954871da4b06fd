import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { keyedDigest } from "~/database/digest.server";
import { KNOWN_BROWSER_MS, MAX_KNOWN_ACCOUNTS } from "~/limits";
import { cookieName, signedCookie } from "./cookies.server";

// A browser that has signed in to an account keeps a signed cookie that says so, also after signing out. Its attempts at that
// account have their own limit, so that guesses from elsewhere never keep its owner out (docs/decisions/0009-signing-in.md).

const browserCookie = createCookie(cookieName("navegador"), { ...signedCookie, maxAge: KNOWN_BROWSER_MS / 1000 });

// `cuenta` is a keyed digest of the e-mail, so that the cookie does not tell who uses the browser.
const entriesSchema = z.array(z.object({ cuenta: z.string(), nonce: z.string(), hasta: z.number() })).catch([]);

const accountName = (email: string) => keyedDigest(`navegador ${email}`).slice(0, 32);

async function readEntries(cookies: string | null) {
  const entries = entriesSchema.parse(await browserCookie.parse(cookies));
  return entries.filter(({ hasta }) => hasta > Date.now());
}

/** Whether the browser with these cookies (a `Cookie` header) has signed in to any account before. */
export async function hasKnownBrowser(cookies: string | undefined): Promise<boolean> {
  return (await readEntries(cookies ?? null)).length > 0;
}

/** The nonce of the request's browser for the account with this e-mail; null unless it has signed in to it before. */
export async function knownBrowser(request: Request, email: string): Promise<string | null> {
  const cuenta = accountName(email);
  return (await readEntries(request.headers.get("Cookie"))).find((entry) => entry.cuenta === cuenta)?.nonce ?? null;
}

/** The `Set-Cookie` after a sign-in to the account with this e-mail. A nonce stays the same, so signing in again gives no new limit. */
export async function rememberBrowser(request: Request, email: string): Promise<string> {
  const cuenta = accountName(email);
  const entries = await readEntries(request.headers.get("Cookie"));
  const nonce = entries.find((entry) => entry.cuenta === cuenta)?.nonce ?? randomBytes(16).toString("base64url");
  const others = entries.filter((entry) => entry.cuenta !== cuenta);
  return browserCookie.serialize([
    { cuenta, nonce, hasta: Date.now() + KNOWN_BROWSER_MS },
    ...others.slice(0, MAX_KNOWN_ACCOUNTS - 1),
  ]);
}
