/** What our cookies share: signed, and out of reach of scripts and of other sites' forms. */
export const signedCookie = {
  path: "/",
  httpOnly: true,
  sameSite: "lax" as const,
  secure: (process.env.PUBLIC_URL ?? "").startsWith("https:"),
  secrets: [process.env.SESSION_SECRET ?? ""],
};
