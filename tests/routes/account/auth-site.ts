import { randomUUID } from "node:crypto";
import { beforeEach } from "vitest";
import type { Page } from "../../support/browser";
import { emptyTables, sql } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

export const PASSWORD = "una contraseña larga";

// The tests of a file run on a site with open sign-up, each without accounts.
export const site = await startSiteForFile({ SIGNUP: "open" });
beforeEach(() => emptyTables("cuentas_susa", "sesiones_susa", "login_tries_susa", "form_tokens_susa"));

// Both post without opening the form, which takes longer than the post.
export const signUp = (email: string, password = PASSWORD, visitor = site.visitor()) =>
  visitor.post("/auth?modo=registro", { token: randomUUID(), email, password });
export const signIn = (
  email: string,
  password = PASSWORD,
  visitor = site.visitor(),
  headers: Record<string, string> = {},
): Promise<Page> => visitor.post("/auth", { token: randomUUID(), email, password }, headers);

/** Sends a form again while too many people wait for their turn, as it happens on a busy machine. */
export async function untilItsTurn(send: () => Promise<Page>): Promise<Page> {
  let answer = await send();
  while (answer.status === 503) answer = await send();
  return answer;
}

export const accounts = () =>
  sql<{ email: string; rol: string; estado: string }>("SELECT email, rol, estado FROM cuentas_susa ORDER BY created_at");
export const sessions = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM sesiones_susa"))[0]?.n;

/** Where the dashboard redirects a browser with this cookie. */
export async function locationWithCookie(cookie: string): Promise<string | null> {
  return (await site.visitor().send("/admin", { headers: { cookie } })).location;
}
