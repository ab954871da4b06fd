import { env } from "~/env.server";
/** What our cookies share: signed, and out of reach of scripts and of other sites' forms. */
export const signedCookie = {
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: (env().PUBLIC_URL ?? "").startsWith("https:"),
  secrets: [env().SESSION_SECRET],
};
