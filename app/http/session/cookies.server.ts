import { env } from "~/env.server";

const isHttps = (env().PUBLIC_URL ?? "").startsWith("https:");

/** The options of every cookie: signed, not readable by scripts, not sent with POSTs from other sites. */
export const signedCookie = {
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: isHttps,
  secrets: [env().SESSION_SECRET],
};

/** The name of a signed cookie. Over https its prefix makes browsers refuse one that another host or plain http has set. */
export function cookieName(name: string): string {
  return isHttps ? `__Host-${name}` : name;
}
