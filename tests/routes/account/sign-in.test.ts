import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../support/browser";
import { addTries } from "../../support/factories";
import { sql } from "../../support/test-database";
import { locationWithCookie, PASSWORD, sessions, signIn, signUp, site, untilItsTurn } from "./auth-site";

describe("signing in", () => {
  beforeEach(async () => {
    await signUp("ana@ejemplo.mx");
    await sql("DELETE FROM sesiones_susa");
  });

  test("shows the welcome message once", async () => {
    const visitor = site.visitor();
    const page = await visitor.get("/auth");
    expect(page.text("h1")).toBe("Iniciar Sesión");
    expect(page.text("form button[type=submit]")).toBe("Iniciar Sesión");
    expect(page.document.querySelector("main a.link")?.textContent).toBe("¿No tienes cuenta? Regístrate");
    expect(page.href("main a.link")).toBe("/auth?modo=registro");
    const answer = await page.submit({ email: "ana@ejemplo.mx", password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, "/admin"]);
    const panel = await visitor.get("/admin");
    expect(panel.flash).toBe("¡Bienvenida!Has iniciado sesión correctamente.");
    expect(panel.text("header")).toContain("ana@ejemplo.mx");
    expect(panel.text("header")).toContain("Panel de administración");
    expect((await visitor.get("/admin")).flash).toBe("");
  });

  test("sets an HttpOnly session cookie, without Secure over plain http", async () => {
    const answer = await signIn("ana@ejemplo.mx");
    const cookie = answer.headers["set-cookie"]?.find((line) => line.startsWith("sesion="));
    expect(cookie).toMatch(/; Max-Age=691200;.*Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain("Secure");
    const [row] = await sql<{ id: string }>("SELECT id FROM sesiones_susa");
    expect(decodeURIComponent(String(cookie))).not.toContain(String(row?.id));
  });

  test("answers a wrong password, an unknown e-mail and a deactivated account with identical pages", async () => {
    const plain = (page: Page, email: string) => page.html.replaceAll(email, "E").replaceAll(/value="[0-9a-f-]{36}"/g, "T");
    const wrong = await signIn("ana@ejemplo.mx", "no es esta");
    const unknown = await signIn("eva@ejemplo.mx", "no es esta");
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    expect(wrong.alert).toBe("ErrorEl correo o la contraseña no son correctos.");
    expect(plain(unknown, "eva@ejemplo.mx")).toBe(plain(wrong, "ana@ejemplo.mx"));
    const headers = (page: Page) => ({ ...page.headers, date: "", "x-request-id": "" });
    expect(headers(unknown)).toEqual(headers(wrong));
    await sql(
      "INSERT INTO cuentas_susa (email, password_hash, estado) SELECT 'sal@ejemplo.mx', password_hash, 'desactivada' FROM cuentas_susa",
    );
    const deactivated = await signIn("sal@ejemplo.mx");
    expect(plain(deactivated, "sal@ejemplo.mx")).toBe(plain(wrong, "ana@ejemplo.mx"));
    expect(await sessions()).toBe(0);
  });

  test("keeps the e-mail as typed and never returns the password, on the page or in its data", async () => {
    for (const path of ["/auth", "/auth?modo=registro", "/auth?_data=@", "/auth?modo=registro&_data=@"]) {
      for (const name of ["password", "password[0]", "password.a"]) {
        const answer = await site.visitor().post(path, { email: "Ana @ejemplo.mx", [name]: "mi secreto" });
        expect(answer.status, path).toBe(400);
        expect(answer.html, `${path} ${name}`).not.toContain("mi secreto");
        // Fields that the form does not have are not read at all.
        if (name === "password") expect(answer.html, path).toContain("Ana @ejemplo.mx");
      }
    }
  });

  test("ends the browser's previous session", async () => {
    const visitor = site.visitor();
    await signIn("ana@ejemplo.mx", PASSWORD, visitor);
    const old = `sesion=${visitor.cookies.get("sesion")}`;
    const page = await site.visitor().get("/auth");
    await visitor.post("/auth", { ...page.values(), email: "ana@ejemplo.mx", password: PASSWORD });
    expect(await locationWithCookie(old)).toBe("/auth");
    expect((await visitor.send("/admin")).status).toBe(200);
    expect(await sessions()).toBe(1);
  });
});

describe("the sign-in throttle", () => {
  beforeEach(() => signUp("ana@ejemplo.mx"));

  test("answers 429 to the eleventh attempt for an account, even with the right password or forged headers", async () => {
    expect((await signIn("ana@ejemplo.mx", "mala")).status).toBe(400);
    await addTries(8);
    expect((await signIn("ana@ejemplo.mx", "mala otra vez")).status).toBe(400);
    const disguises: [string, Record<string, string>][] = [
      ["ana@ejemplo.mx", {}],
      [" ANA@Ejemplo.MX ", {}],
      ["ana@ejemplo.mx", { "x-forwarded-for": "203.0.113.7" }],
      ["ana@ejemplo.mx", { forwarded: "for=203.0.113.8", "x-real-ip": "203.0.113.9", "cf-connecting-ip": "203.0.113.9" }],
    ];
    for (const [email, headers] of disguises) {
      const rejected = await signIn(email, PASSWORD, site.visitor(), headers);
      expect(rejected.status, email).toBe(429);
      const seconds = Number(rejected.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(180);
      expect(rejected.alert).toMatch(/Demasiados intentos. Espera \d minutos y vuelve a intentarlo./);
      expect(rejected.document.querySelector("[name=email]")?.getAttribute("value")).toBe(email);
      expect(rejected.html).not.toContain(PASSWORD);
    }
    expect((await signIn("eva@ejemplo.mx", "otra persona")).status).toBe(400);
    await sql("UPDATE login_tries_susa SET ends_at = now() - interval '1 second'");
    expect((await signIn("ana@ejemplo.mx")).status).toBe(303);
  });

  test("answers 429 to the thirty-first attempt from an IP address, for any account and headers", async () => {
    const tryAs = async (n: number) =>
      (await signIn(`persona${n}@ejemplo.mx`, "mala", site.visitor(), { "x-forwarded-for": `203.0.113.${n}` })).status;
    for (const n of [1, 2, 3]) expect(await tryAs(n)).toBe(400);
    await addTries(26);
    expect(await tryAs(4)).toBe(400);
    for (const headers of [
      {},
      { "x-forwarded-for": "203.0.113.77" },
      { forwarded: "for=203.0.113.78" },
      { "x-real-ip": "203.0.113.79" },
    ])
      expect((await signIn("ana@ejemplo.mx", PASSWORD, site.visitor(), headers as Record<string, string>)).status).toBe(429);
  });

  test("counts concurrent attempts", async () => {
    const page = await site.visitor().get("/auth");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => untilItsTurn(() => page.submit({ email: "ana@ejemplo.mx", password: `mala ${n}` }))),
    );
    expect(answers.filter((answer) => answer.status === 400).length).toBe(10);
    expect(answers.filter((answer) => answer.status === 429).length).toBe(2);
  });

  test("neither counts a successful attempt for its address nor resets the failed ones", async () => {
    await signIn("eva@ejemplo.mx", "mala");
    await addTries(28);
    for (let n = 0; n < 3; n++) expect((await signIn("ana@ejemplo.mx")).status, String(n)).toBe(303);
    expect((await signIn("persona@ejemplo.mx", "mala")).status).toBe(400);
    expect((await signIn("persona@ejemplo.mx", "mala")).status).toBe(429);
  });
});

describe("who was sent to the sign-in page", () => {
  const screen = "/admin/clientes/nuevo";

  test("from a screen lands there after a wrong password, without its search, and from a link of her own at /admin", async () => {
    await signUp("ana@ejemplo.mx");
    const visitor = site.visitor();
    const page = await visitor.get(`${screen}?q=Ana`);
    expect(page.path).toBe(`/auth?de=${encodeURIComponent(screen)}`);
    const wrong = await page.submit({ email: "ana@ejemplo.mx", password: "mala" });
    const answer = await wrong.submit({ email: "ana@ejemplo.mx", password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, screen]);
    expect((await visitor.send(page.path)).location).toBe(screen);
    expect((await signIn("ana@ejemplo.mx")).location).toBe("/admin");
  });

  test("lands there after switching to the sign-up page", async () => {
    const visitor = site.visitor();
    const page = await visitor.get(screen);
    const other = await visitor.get(page.href("main a.link"));
    expect(other.text("h1")).toBe("Crear Cuenta");
    expect((await other.submit({ email: "ana@ejemplo.mx", password: PASSWORD })).location).toBe(screen);
  });

  test.each(["//evil.example", "/\\evil.example", "https://evil.example/admin", "/auth", "/salir", `/admin/${"x".repeat(2000)}`])(
    "is never sent to %j",
    async (de) => {
      await signUp("ana@ejemplo.mx");
      const page = await site.visitor().get(`/auth?de=${encodeURIComponent(de)}`);
      expect(page.hrefs("a")).toEqual(["/", "/auth?modo=registro"]);
      expect((await page.submit({ email: "ana@ejemplo.mx", password: PASSWORD })).location).toBe("/admin");
    },
  );
});
