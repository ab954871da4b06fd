import { beforeEach, describe, expect, test, vi } from "vitest";
import { hasKnownBrowser, knownBrowser } from "~/http/session/known-browser.server";
import type { Visitor } from "../../support/browser";
import { addTries } from "../../support/factories";
import { sql } from "../../support/test-database";
import { PASSWORD, signIn, signUp, site, untilItsTurn } from "./auth-site";

let own: Visitor;

beforeEach(async () => {
  own = site.visitor();
  await signUp("ana@ejemplo.mx", PASSWORD, own);
  await (await own.get("/admin")).submit({}, 'form[action="/salir"]');
});

/** Sends so many guesses at the account from this address, and counts a thousand as if they had been sent. */
async function guess(times: number): Promise<number[]> {
  const answers: number[] = [];
  for (let n = 0; n < times; n++) answers.push((await signIn("ana@ejemplo.mx", `mala ${n}`)).status);
  await addTries(1000);
  return answers;
}

describe("an account that waits for its approval", () => {
  // The password is right, but only the browsers of active accounts are known.
  async function stranger(): Promise<Visitor> {
    await signUp("extra@ejemplo.mx", PASSWORD, site.visitor());
    await sql("UPDATE cuentas_susa SET estado = 'pendiente' WHERE email = 'extra@ejemplo.mx'");
    await sql("DELETE FROM por_revisar_susa");
    return site.visitor();
  }
  const flood = (visitor: Visitor, times: number) =>
    Promise.all(Array.from({ length: times }, () => signIn("extra@ejemplo.mx", PASSWORD, visitor)));
  const lines = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM bitacora_susa"))[0]?.n ?? 0;

  test("comes after the owner in line, and signs in at most sixty times in three minutes", async () => {
    const visitor = await stranger();
    const answers = flood(visitor, 70);
    const owner = untilItsTurn(() => signIn("ana@ejemplo.mx", PASSWORD, own));
    const first = await Promise.race([answers.then(() => "the crowd"), owner]);
    expect(first).toMatchObject({ status: 303 });
    const statuses = (await answers).map(({ status }) => status);
    expect(statuses.filter((status) => status === 303).length).toBeLessThanOrEqual(60);
    expect([303, 429, 503]).toEqual(expect.arrayContaining(statuses));
  });

  test("keeps the owner out at none of twenty times, and writes few lines", { tags: ["slow"], timeout: 300_000 }, async () => {
    const visitor = await stranger();
    const before = await lines();
    for (let n = 0; n < 20; n++) {
      const answers = flood(visitor, 240);
      expect((await signIn("ana@ejemplo.mx", PASSWORD, own)).status, `try ${n}`).toBe(303);
      await answers;
    }
    expect((await lines()) - before).toBeLessThanOrEqual(20);
    // Beside other work some of the crowd wait too long for the database, which is logged.
    vi.mocked(console.error).mockClear();
  });
});

describe("a browser that has signed in before", () => {
  test("signs in at the first try while a thousand guesses come from elsewhere and from its own address", async () => {
    expect(await guess(12)).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await signIn("ana@ejemplo.mx")).status).toBe(429);
    expect((await signIn("ana@ejemplo.mx", PASSWORD, own)).status).toBe(303);
    // Its sign-in does not free the account for the others.
    expect((await signIn("ana@ejemplo.mx")).status).toBe(429);
  });

  test("signs in at the first try after a thousand guesses that were really sent", { tags: ["slow"] }, async () => {
    const answers = new Map<number, number>();
    for (let n = 0; n < 1000; n += 50) {
      const batch = Array.from({ length: 50 }, (_, m) => signIn("ana@ejemplo.mx", `mala ${n + m}`));
      for (const { status } of await Promise.all(batch)) answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    // On a slow machine the guesses last longer than one window of three minutes, and some wait too long for their turn.
    expect([400, 429, 503]).toEqual(expect.arrayContaining([...answers.keys()]));
    expect(answers.get(400)).toBeLessThanOrEqual(100);
    expect((await signIn("ana@ejemplo.mx", PASSWORD, own)).status).toBe(303);
  });

  test("has ten tries of its own, waits only for these, and leaves those of the account alone", async () => {
    for (let n = 0; n < 10; n++) expect((await signIn("ana@ejemplo.mx", `mala ${n}`, own)).status).toBe(400);
    expect((await signIn("ana@ejemplo.mx", PASSWORD, own)).status).toBe(429);
    expect((await signIn("ana@ejemplo.mx")).status).toBe(303);
    await sql("UPDATE login_tries_susa SET ends_at = now() - interval '1 second'");
    expect((await signIn("ana@ejemplo.mx", PASSWORD, own)).status).toBe(303);
  });

  test("has them for the account it signed in to, not for others", async () => {
    await signUp("eva@ejemplo.mx");
    for (let n = 0; n < 10; n++) await signIn("eva@ejemplo.mx", `mala ${n}`, own);
    expect((await signIn("eva@ejemplo.mx", PASSWORD, own)).status).toBe(429);
    expect((await signIn("ana@ejemplo.mx", PASSWORD, own)).status).toBe(303);
  });

  test("gets no further tries by signing in again or by copying its cookie", async () => {
    await signIn("ana@ejemplo.mx", PASSWORD, own);
    const copy = site.visitor();
    for (let n = 0; n < 5; n++) await signIn("ana@ejemplo.mx", `mala ${n}`, own);
    copy.cookies.set("navegador", String(own.cookies.get("navegador")));
    for (let n = 0; n < 5; n++) expect((await signIn("ana@ejemplo.mx", `mala ${n}`, copy)).status).toBe(400);
    expect((await signIn("ana@ejemplo.mx", PASSWORD, copy)).status).toBe(429);
  });

  test("is known by a signed HttpOnly cookie for a year, which contains no e-mail and no id", async () => {
    const answer = await signIn("ana@ejemplo.mx", PASSWORD, own);
    const cookie = answer.headers["set-cookie"]?.find((line) => line.startsWith("navegador="));
    expect(cookie).toMatch(/; Max-Age=31536000;.*Path=\/; HttpOnly; SameSite=Lax$/);
    const [value = "", signature = ""] = decodeURIComponent(String(own.cookies.get("navegador"))).split(".");
    const content = Buffer.from(value, "base64").toString();
    const [row] = await sql<{ id: string }>("SELECT id FROM cuentas_susa");
    expect(content).toContain("nonce");
    for (const secret of ["ana", String(row?.id)]) expect(content).not.toContain(secret);
    await guess(10);
    for (const forged of [value, `${value}.`, `${value}.${signature.slice(1)}`, `x${value}.${signature}`]) {
      expect(await hasKnownBrowser(`navegador=${encodeURIComponent(forged)}`), forged).toBe(false);
      const thief = site.visitor();
      thief.cookies.set("navegador", encodeURIComponent(forged));
      expect((await signIn("ana@ejemplo.mx", PASSWORD, thief)).status, forged).toBe(429);
    }
  });

  test("is known for a year, not longer", async () => {
    const cookie = `navegador=${own.cookies.get("navegador")}`;
    const nonce = () => knownBrowser(new Request("http://localhost/auth", { headers: { cookie } }), "ana@ejemplo.mx");
    expect(await nonce()).toMatch(/^[\w-]{22}$/);
    expect(await hasKnownBrowser(cookie)).toBe(true);
    vi.useFakeTimers({ now: Date.now() + 366 * 86_400_000, toFake: ["Date"] });
    expect(await nonce()).toBeNull();
    expect(await hasKnownBrowser(cookie)).toBe(false);
    vi.useRealTimers();
  });

  test("is known to the five accounts that signed in last", async () => {
    for (let n = 0; n < 5; n++) await signUp(`persona${n}@ejemplo.mx`, PASSWORD, own);
    await guess(1);
    const statusOf = async (email: string) => {
      const copy = site.visitor();
      copy.cookies.set("navegador", String(own.cookies.get("navegador")));
      return (await signIn(email, PASSWORD, copy)).status;
    };
    expect([await statusOf("persona0@ejemplo.mx"), await statusOf("ana@ejemplo.mx")]).toEqual([303, 429]);
  });
});
