import { env } from "~/env.server";

/** The options of every cookie: signed, not readable by scripts, not sent with POSTs from other sites. */
export const signedCookie = {
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: (env().PUBLIC_URL ?? "").startsWith("https:"),
  secrets: [env().SESSION_SECRET],
};
