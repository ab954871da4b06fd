import { beforeEach, describe, expect, test } from "vitest";
import type { Page, Visitor } from "../../support/browser";
import { addTries } from "../../support/factories";
import { sql } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const PASSWORD = "una contraseña larga";

// As in production: a public address, behind a proxy.
const site = await startSiteForFile({
  SIGNUP: "approval",
  PUBLIC_URL: "https://estudio.example",
  ALLOWED_HOSTS: "estudio.example,127.0.0.1",
  TRUST_PROXY: "1",
});
beforeEach(() => sql("DELETE FROM login_tries_susa"));

const CLIENT = { "x-forwarded-for": "203.0.113.1" };
const signUp = async (
  codigo: string,
  visitor: Visitor = site.visitor(),
  headers: Record<string, string> = CLIENT,
): Promise<Page> => {
  const page = await visitor.get("/auth?modo=registro");
  return visitor.post(page.path, { ...page.values(), email: "ana@ejemplo.mx", password: PASSWORD, codigo }, headers);
};

describe("on a public address", () => {
  test("the first account needs the setup code that the server printed", async () => {
    const page = await site.visitor().get("/auth?modo=registro");
    expect(page.text("main")).toContain("Código de instalación");
    for (const codigo of ["", "000000000000", " ", String(process.env.SETUP_CODE).slice(1), "x".repeat(41)]) {
      const rejected = await signUp(codigo);
      expect(rejected.status, codigo).toBe(400);
      expect(rejected.hrefs('[role="alert"] a')).toEqual(["#auth-codigo"]);
      expect(rejected.html).not.toContain(PASSWORD);
    }
    expect(await sql("SELECT 1 FROM cuentas_susa")).toEqual([]);
  });

  test("wrong setup codes are throttled", async () => {
    expect((await signUp("000000000000")).status).toBe(400);
    await addTries(28);
    expect((await signUp("000000000000")).status).toBe(400);
    expect((await signUp("000000000000")).status).toBe(429);
  });

  test("the right setup code creates the owner, whose cookies are Secure", async () => {
    const ana = site.visitor();
    const answer = await signUp(` ${process.env.SETUP_CODE} `, ana);
    expect([answer.status, answer.location]).toEqual([303, "/admin"]);
    expect(await sql("SELECT rol, estado FROM cuentas_susa")).toEqual([{ rol: "propietaria", estado: "activa" }]);
    for (const cookie of answer.headers["set-cookie"] ?? []) expect(cookie).toMatch(/HttpOnly; Secure; SameSite=Lax/);
    expect(answer.headers["set-cookie"]?.map((line) => line.split("=")[0])).toEqual([
      "__Host-sesion",
      "__Host-navegador",
      "__Host-aviso",
    ]);
    for (const cookie of answer.headers["set-cookie"] ?? []) expect(cookie).toMatch(/; Path=\/;/);
    for (const cookie of answer.headers["set-cookie"] ?? []) expect(cookie).not.toMatch(/Domain/i);
    expect((await ana.send("/admin")).headers["strict-transport-security"]).toBe("max-age=31536000");
    const page = await site.visitor().get("/auth?modo=registro");
    expect(page.all("[name=codigo]")).toEqual([]);
  });

  test("a cookie without the prefix, which another host could have set, is not read", async () => {
    const ana = site.visitor();
    const page = await ana.get("/auth");
    await ana.post(page.path, { ...page.values(), email: "ana@ejemplo.mx", password: PASSWORD }, CLIENT);
    expect((await ana.send("/admin")).status).toBe(200);
    const cookie = `sesion=${ana.cookies.get("__Host-sesion")}`;
    expect((await site.visitor().send("/admin", { headers: { cookie } })).location).toBe("/auth");
  });

  test("every answer, errors included, has Strict-Transport-Security", async () => {
    for (const path of ["/", "/art/hero.svg", "/no-existe", "/%", "//about", "/salud"])
      expect((await site.visitor().send(path)).headers["strict-transport-security"], path).toBe("max-age=31536000");
    const foreign = await site.visitor().send("/", { headers: { host: "otra.example" } });
    expect([foreign.status, foreign.headers["strict-transport-security"]]).toEqual([421, "max-age=31536000"]);
  });

  test("other hosts answer 421, whatever X-Forwarded-Host says", async () => {
    for (const host of ["localhost", "192.168.1.7", "otra.example"])
      expect((await site.visitor().send("/", { headers: { host, "x-forwarded-host": "estudio.example" } })).status, host).toBe(
        421,
      );
    expect(
      (await site.visitor().send("/auth", { headers: { host: "estudio.example", "x-forwarded-host": "otra.example:99999" } }))
        .status,
    ).toBe(200);
  });

  test("a write is accepted from the canonical origin and rejected from its http variant", async () => {
    const write = (origin: string) => site.visitor().post("/auth", { email: "x", password: "x" }, { ...CLIENT, origin });
    expect((await write("https://estudio.example")).status).toBe(400);
    expect((await write("https://otra.example")).status).toBe(403);
    const host = { ...CLIENT, host: "estudio.example" };
    const values = { email: "x", password: "x" };
    const httpOrigin = { ...host, origin: "http://estudio.example" };
    for (const headers of [
      httpOrigin,
      { ...httpOrigin, "sec-fetch-site": "same-origin" },
      { ...httpOrigin, origin: "http://estudio.example:80" },
    ])
      expect((await site.visitor().post("/auth", values, headers)).status).toBe(403);
  });

  /** Expects that the tries of all `addresses` count as those of one, and those of another address do not. */
  async function expectToCountAsOne(addresses: (n: number) => string, other: string): Promise<void> {
    const tryFrom = (address: string, n: number) =>
      site.visitor().post("/auth", { email: `p${n}@ejemplo.mx`, password: "mala" }, { "x-forwarded-for": address });
    for (let n = 0; n < 3; n++) expect((await tryFrom(addresses(n), n)).status).toBe(400);
    await addTries(26);
    expect((await tryFrom(addresses(3), 3)).status).toBe(400);
    expect((await tryFrom(addresses(99), 99)).status).toBe(429);
    expect((await tryFrom(other, 100)).status).toBe(400);
  }

  test("tries are counted for the address that the proxy saw, not for the one that the client claims", () =>
    expectToCountAsOne((n) => `198.51.100.${n}, 203.0.113.1`, "203.0.113.2"));

  test("all IPv6 addresses of one /64 network count as one", () =>
    expectToCountAsOne((n) => `2001:db8:1:2:${n}:1:2:3`, "2001:db8:1:3::1"));
});
