import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Page, type Site, startSite } from "../../support/browser";
import { sql } from "../../support/test-database";

export const PASSWORD = "una contraseña larga";

export let site: Site;

/** Runs the tests of a file on a site with open sign-up, each without accounts. */
export function startAuthSite(): void {
  beforeAll(async () => {
    site = await startSite({ SIGNUP: "open" });
  });
  afterAll(() => site.close());
  beforeEach(() => sql("TRUNCATE cuentas_susa, sesiones_susa, login_tries_susa, form_tokens_susa CASCADE"));
}

// Both post without opening the form, which takes longer than the post.
export const signUp = (email: string, password = PASSWORD, visitor = site.visitor()) =>
  visitor.post("/auth?modo=registro", { token: randomUUID(), email, password });
export const signIn = (
  email: string,
  password = PASSWORD,
  visitor = site.visitor(),
  headers: Record<string, string> = {},
): Promise<Page> => visitor.post("/auth", { token: randomUUID(), email, password }, headers);

/** Adds tries to every account and address that has one already, as if they were sign-ins that failed; not to the sign-ups. */
export const addTries = (count: number) =>
  sql("UPDATE login_tries_susa SET tries = tries + $1 WHERE ends_at < now() + interval '4 minutes'", [count]);

export const alert = (page: Page) => page.text('[role="alert"]:not(:empty)');
export const status = (page: Page) => page.text('main [role="status"]');
export const accounts = () =>
  sql<{ email: string; rol: string; estado: string }>("SELECT email, rol, estado FROM cuentas_susa ORDER BY created_at");
export const sessions = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM sesiones_susa"))[0]?.n;

/** Where the dashboard redirects a browser with this cookie. */
export async function locationWithCookie(cookie: string): Promise<string | null> {
  return (await site.visitor().send("/admin", { headers: { cookie } })).location;
}
