import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Page, type Site, startSite, type Visitor } from "../../support/browser";
import { sql } from "../../support/test-database";

const PASSWORD = "una contraseña larga";
const WRONG = "El correo o la contraseña no son correctos.";

let site: Site;

beforeAll(async () => {
  site = await startSite({ SIGNUP: "open" });
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql("TRUNCATE cuentas_susa, sesiones_susa, login_tries_susa, form_tokens_susa CASCADE");
});

const signUp = async (email: string, password = PASSWORD, visitor = site.visitor()) =>
  (await visitor.get("/auth?modo=registro")).submit({ email, password });
const signIn = async (email: string, password = PASSWORD, visitor = site.visitor(), headers: Record<string, string> = {}) =>
  visitor.post("/auth", { ...(await visitor.send("/auth")).values(), email, password }, headers);
const alert = (page: Page) => page.text('[role="alert"]:not(:empty)');
const status = (page: Page) => page.text('main [role="status"]');
const accounts = () =>
  sql<{ email: string; rol: string; estado: string }>("SELECT email, rol, estado FROM cuentas_susa ORDER BY created_at");
const sessions = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM sesiones_susa"))[0]?.n;

async function withCookie(cookie: string): Promise<string | null> {
  return (await site.visitor().send("/admin", { headers: { cookie } })).location;
}

/** Signs in the owner and a member of staff. */
async function team(): Promise<{ owner: Visitor; staff: Visitor; id: string }> {
  const owner = await site.staff("duena@ejemplo.mx");
  const staff = await site.staff("luz@ejemplo.mx");
  const [row] = await sql<{ id: string }>("SELECT id FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'");
  return { owner, staff, id: row?.id ?? "" };
}

describe("signing up", () => {
  test("makes the first account the owner and later ones staff, and signs them in immediately", async () => {
    const visitor = site.visitor();
    const page = await visitor.get("/auth?modo=registro");
    expect(page.text("h1")).toBe("Crear Cuenta");
    expect(page.text("form button[type=submit]")).toBe("Crear Cuenta");
    expect(page.text("main")).toContain("¿Ya tienes cuenta? Inicia sesión");
    expect(page.all("[name=codigo]")).toEqual([]);
    const saved = await page.submit({ email: "ana@ejemplo.mx", password: PASSWORD });
    expect([saved.status, saved.location]).toEqual([303, "/admin"]);
    expect(status(await visitor.get("/admin"))).toBe("Cuenta creadaTu cuenta ha sido creada exitosamente.");
    expect(status(await visitor.get("/admin"))).toBe("");
    expect((await signUp("luz@ejemplo.mx")).location).toBe("/admin");
    expect(await accounts()).toEqual([
      { email: "ana@ejemplo.mx", rol: "propietaria", estado: "activa" },
      { email: "luz@ejemplo.mx", rol: "personal", estado: "activa" },
    ]);
  });

  test("stores only the argon2id hash of a password", async () => {
    await signUp("ana@ejemplo.mx");
    const [row] = await sql<{ password_hash: string }>("SELECT password_hash FROM cuentas_susa");
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test.each([
    ["x".repeat(7), 400],
    ["x".repeat(8), 303],
    ["ñ".repeat(8), 303],
    ["x".repeat(128), 303],
    ["x".repeat(129), 400],
    ["", 400],
    ["        ", 303],
  ])("answers the password %j with %i and never shows it on a page", async (password, expected) => {
    const answer = await signUp("ana@ejemplo.mx", password);
    expect(answer.status).toBe(expected);
    expect((await accounts()).length).toBe(expected === 303 ? 1 : 0);
    if (expected === 303) {
      expect((await signIn("ana@ejemplo.mx", password)).status).toBe(303);
      expect((await signIn("ana@ejemplo.mx", password.slice(1))).status).toBe(400);
    } else {
      expect(answer.all('[role="alert"] a').map((link) => link.getAttribute("href"))).toEqual(["#auth-password"]);
      expect(answer.values()).toMatchObject({ email: "ana@ejemplo.mx", password: "" });
      if (password) expect(answer.html).not.toContain(password);
    }
  });

  test.each([
    "",
    "  ",
    "ana",
    "ana@",
    "@ejemplo.mx",
    "ana@ejemplo",
    "a b@ejemplo.mx",
    `${"a".repeat(250)}@ejemplo.mx`,
    "ana@ejemplo.mx, b@b.mx",
  ])("rejects the e-mail %j with a message beside its field, and keeps it as typed", async (email) => {
    const answer = await signUp(email);
    expect(answer.status).toBe(400);
    expect(answer.document.querySelector("[name=email]")?.getAttribute("value") ?? "").toBe(email);
    expect(answer.html).not.toContain(PASSWORD);
    expect(answer.all('[role="alert"] a').map((link) => link.getAttribute("href"))).toEqual(["#auth-email"]);
    expect(answer.text("#auth-email-error")).not.toBe("");
    expect(await accounts()).toEqual([]);
  });

  test("allows one account per e-mail, regardless of case and white space", async () => {
    await signUp("  Ana.Paz@EJEMPLO.mx ");
    expect((await accounts())[0]?.email).toBe("ana.paz@ejemplo.mx");
    for (const email of ["ana.paz@ejemplo.mx", "ANA.PAZ@ejemplo.MX", "\tana.paz@ejemplo.mx\n"]) {
      const taken = await signUp(email, "otra contraseña larga");
      expect(taken.status).toBe(400);
      expect(taken.text("#auth-email-error")).toBe("Ya existe una cuenta con ese correo. Inicia sesión o usa otro.");
      expect(alert(taken)).toMatch(/^Error/);
      expect(taken.html).not.toContain("otra contraseña larga");
      expect((await signIn(email)).location).toBe("/admin");
    }
    expect((await accounts()).length).toBe(1);
  });

  test("throttles sign-ups with taken e-mails", async () => {
    await signUp("ana@ejemplo.mx");
    for (let n = 0; n < 30; n++) expect((await signUp("ana@ejemplo.mx", `${PASSWORD} ${n}`)).status).toBe(400);
    const refused = await signUp("ana@ejemplo.mx");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("makes exactly one owner of a hundred concurrent sign-ups, and signs in all of them", async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => signUp(`persona${n}@ejemplo.mx`)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.location}`))).toEqual(new Set(["303 /admin"]));
    const all = await accounts();
    expect(all.length).toBe(100);
    expect(all.filter(({ rol }) => rol === "propietaria").length).toBe(1);
  });

  test("makes one account and one session when twenty forms with one e-mail are sent at once", async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => site.visitor().get("/auth?modo=registro")));
    const answers = await Promise.all(
      pages.map((page, n) => page.submit({ email: "ana@ejemplo.mx", password: `${PASSWORD} ${n}` })),
    );
    expect(answers.filter((answer) => answer.status === 303).length).toBe(1);
    expect(answers.filter((answer) => answer.status === 400).length).toBe(19);
    expect((await accounts()).length).toBe(1);
    expect(await sessions()).toBe(1);
  });

  test("makes one account when one form is sent five times at once, and every answer signs in", async () => {
    const page = await site.visitor().get("/auth?modo=registro");
    const values = { ...page.values(), email: "ana@ejemplo.mx", password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const visitor = site.visitor();
        const answer = await visitor.post("/auth?modo=registro", values);
        return [answer.status, answer.location, (await visitor.send("/admin")).status];
      }),
    );
    expect(answers).toEqual(Array(5).fill([303, "/admin", 200]));
    expect((await accounts()).length).toBe(1);
  });

  test("answers 409 without a session when a sent form is sent again with another password or e-mail", async () => {
    const page = await site.visitor().get("/auth?modo=registro");
    const send = (email: string, password: string) => site.visitor().post(page.path, { ...page.values(), email, password });
    expect((await send("ana@ejemplo.mx", PASSWORD)).status).toBe(303);
    expect((await send("ana@ejemplo.mx", "otra contraseña")).status).toBe(409);
    const other = await send("luz@ejemplo.mx", PASSWORD);
    expect(other.status).toBe(409);
    expect(alert(other)).toContain("ya se había enviado");
    expect(other.values()).toMatchObject({ email: "luz@ejemplo.mx", password: "" });
    expect((await accounts()).length).toBe(1);
    expect(await sessions()).toBe(1);
  });

  test("rejects a form without its idempotency key", async () => {
    const answer = await site.visitor().post("/auth?modo=registro", { email: "ana@ejemplo.mx", password: PASSWORD });
    expect(answer.status).toBe(400);
    expect(alert(answer)).toContain("llegó incompleto");
    expect(await accounts()).toEqual([]);
  });

  test("ignores fields that claim the owner's role", async () => {
    await signUp("ana@ejemplo.mx");
    const page = await site.visitor().get("/auth?modo=registro");
    await page.submit({ email: "luz@ejemplo.mx", password: PASSWORD, rol: "propietaria", estado: "activa", id: "1" });
    expect((await accounts())[1]).toMatchObject({ email: "luz@ejemplo.mx", rol: "personal" });
  });
});

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
    expect(page.document.querySelector("main a.link")?.getAttribute("href")).toBe("/auth?modo=registro");
    const answer = await page.submit({ email: "ana@ejemplo.mx", password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, "/admin"]);
    const panel = await visitor.get("/admin");
    expect(status(panel)).toBe("¡Bienvenida!Has iniciado sesión correctamente.");
    expect(panel.text("header")).toContain("ana@ejemplo.mx");
    expect(panel.text("header")).toContain("Panel de administración");
    expect(status(await visitor.get("/admin"))).toBe("");
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
    expect(alert(wrong)).toBe(`Error${WRONG}`);
    expect(plain(unknown, "eva@ejemplo.mx")).toBe(plain(wrong, "ana@ejemplo.mx"));
    const headers = (page: Page) => ({ ...page.headers, date: "" });
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
    expect(await withCookie(old)).toBe("/auth");
    expect((await visitor.send("/admin")).status).toBe(200);
    expect(await sessions()).toBe(1);
  });
});

describe("a session", () => {
  test("redirects from the sign-in page and /dashboard to the dashboard", async () => {
    const ana = await site.staff();
    for (const path of ["/auth", "/auth?modo=registro", "/dashboard"])
      expect((await ana.send(path)).location, path).toBe("/admin");
    expect((await ana.send("/auth/espera")).location).toBe("/admin");
    const eva = site.visitor();
    expect((await eva.send("/auth")).status).toBe(200);
    for (const visitor of [ana, eva]) {
      const check = await visitor.send("/dashboard");
      expect([check.status, check.html]).toEqual([302, "Cargando..."]);
    }
    expect((await eva.send("/dashboard")).location).toBe("/auth");
  });

  test("ends with the Salir form, which deletes its row and invalidates its cookie", async () => {
    const ana = await site.staff();
    const old = `sesion=${ana.cookies.get("sesion")}`;
    expect((await ana.send("/salir")).location).toBe("/dashboard");
    expect(await withCookie(old)).toBeNull();
    const panel = await ana.get("/admin");
    expect(panel.text('form[action="/salir"] button')).toBe("Salir");
    const answer = await panel.submit({}, 'form[action="/salir"]');
    expect([answer.status, answer.location]).toEqual([303, "/auth"]);
    expect(ana.cookies.has("sesion")).toBe(false);
    expect(await withCookie(old)).toBe("/auth");
    expect(await sessions()).toBe(0);
    expect((await site.visitor().post("/salir", {})).location).toBe("/auth");
  });

  test("is accepted only with a valid signature", async () => {
    const ana = await site.staff();
    const signedCookie = decodeURIComponent(ana.cookies.get("sesion") ?? "");
    const at = signedCookie.lastIndexOf(".");
    const [value, signature] = [signedCookie.slice(0, at), signedCookie.slice(at + 1)];
    const signed = (text: string, secret: string) =>
      `${text}.${createHmac("sha256", secret).update(text).digest("base64").replace(/=+$/, "")}`;
    expect(await withCookie(`sesion=${encodeURIComponent(signedCookie)}`)).toBeNull();
    // Proves that `signed` signs correctly, so that the forgeries below fail for the right reason.
    expect(await withCookie(`sesion=${encodeURIComponent(signed(value, String(process.env.SESSION_SECRET)))}`)).toBeNull();
    const [row] = await sql<{ id: string }>("SELECT id FROM sesiones_susa");
    const encode = (text: unknown) => Buffer.from(JSON.stringify(text)).toString("base64");
    for (const forged of [
      value,
      `${value}.`,
      `${value}.${signature.slice(1)}`,
      `${value}.${signature.toLowerCase()}`,
      `${value}x.${signature}`,
      signed(value, "otro secreto"),
      signed(value, ""),
      signed(encode(row?.id), String(process.env.SESSION_SECRET)),
      signed(encode({ id: row?.id }), String(process.env.SESSION_SECRET)),
      signed(encode([""]), String(process.env.SESSION_SECRET)),
      signed(encode(""), String(process.env.SESSION_SECRET)),
      decodeURIComponent(ana.cookies.get("aviso") ?? ""),
    ])
      expect(await withCookie(`sesion=${encodeURIComponent(forged)}`), forged).toBe("/auth");
  });

  test.each([
    ["last_used_at", "11 hours 59 minutes", null],
    ["last_used_at", "12 hours 1 minute", "/auth"],
    ["created_at", "6 days 23 hours", null],
    ["created_at", "7 days 1 minute", "/auth"],
  ])("with its %s %s ago redirects to %j", async (column, age, location) => {
    const ana = await site.staff();
    await sql(`UPDATE sesiones_susa SET ${column} = now() - interval '${age}'`);
    expect((await ana.send("/admin")).location).toBe(location);
    expect((await ana.send("/dashboard")).location).toBe(location ?? "/admin");
  });

  test("is extended by use, never past seven days", async () => {
    const ana = await site.staff();
    await sql("UPDATE sesiones_susa SET last_used_at = now() - interval '11 hours', created_at = now() - interval '6 days'");
    await ana.send("/admin");
    const [row] = await sql<{ used: boolean; old: boolean }>(
      "SELECT last_used_at > now() - interval '1 minute' AS used, created_at < now() - interval '5 days' AS old FROM sesiones_susa",
    );
    expect(row).toEqual({ used: true, old: true });
  });
});

describe("the sign-in throttle", () => {
  beforeEach(() => signUp("ana@ejemplo.mx"));

  test("answers 429 to the eleventh attempt for an account, even with the right password or forged headers", async () => {
    for (let n = 0; n < 10; n++) expect((await signIn("ana@ejemplo.mx", `mala ${n}`)).status).toBe(400);
    const disguises: [string, Record<string, string>][] = [
      ["ana@ejemplo.mx", {}],
      [" ANA@Ejemplo.MX ", {}],
      ["ana@ejemplo.mx", { "x-forwarded-for": "203.0.113.7" }],
      ["ana@ejemplo.mx", { forwarded: "for=203.0.113.8", "x-real-ip": "203.0.113.9", "cf-connecting-ip": "203.0.113.9" }],
    ];
    for (const [email, headers] of disguises) {
      const refused = await signIn(email, PASSWORD, site.visitor(), headers);
      expect(refused.status, email).toBe(429);
      const seconds = Number(refused.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(180);
      expect(alert(refused)).toMatch(/Demasiados intentos. Espera \d minutos y vuelve a intentarlo./);
      expect(refused.document.querySelector("[name=email]")?.getAttribute("value")).toBe(email);
      expect(refused.html).not.toContain(PASSWORD);
    }
    expect((await signIn("eva@ejemplo.mx", "otra persona")).status).toBe(400);
    await sql("UPDATE login_tries_susa SET ends_at = now() - interval '1 second'");
    expect((await signIn("ana@ejemplo.mx")).status).toBe(303);
  });

  test("answers 429 to the thirty-first attempt from an IP address, for any account and headers", async () => {
    for (let n = 0; n < 30; n++)
      expect(
        (await signIn(`persona${n}@ejemplo.mx`, "mala", site.visitor(), { "x-forwarded-for": `203.0.113.${n}` })).status,
      ).toBe(400);
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
      Array.from({ length: 20 }, (_, n) => page.submit({ email: "ana@ejemplo.mx", password: `mala ${n}` })),
    );
    expect(answers.filter((answer) => answer.status === 400).length).toBe(10);
    expect(answers.filter((answer) => answer.status === 429).length).toBe(10);
  });

  test("neither counts a successful attempt nor resets the failed ones", async () => {
    for (let n = 0; n < 40; n++) expect((await signIn("ana@ejemplo.mx")).status, String(n)).toBe(303);
    for (let n = 0; n < 29; n++) await signIn(`persona${n}@ejemplo.mx`, "mala");
    expect((await signIn("ana@ejemplo.mx")).status).toBe(303);
    expect((await signIn("persona@ejemplo.mx", "mala")).status).toBe(400);
    expect((await signIn("persona@ejemplo.mx", "mala")).status).toBe(429);
  });
});

describe("accounts", () => {
  test("lose every session when deactivated, and can sign in again when reactivated", async () => {
    const { owner, staff, id } = await team();
    const elsewhere = site.visitor();
    await signIn("luz@ejemplo.mx", PASSWORD, elsewhere);
    const page = await owner.get("/admin/configuracion/seguridad");
    expect(page.text("main")).toMatch(/duena@ejemplo.mx.*Propietaria.*luz@ejemplo.mx.*Personal/);
    const form = `form[action^="/admin/cuentas/${id}/estado"]`;
    expect((await page.submit({}, form)).location).toBe("/admin/configuracion/seguridad");
    const after = await owner.get("/admin/configuracion/seguridad");
    expect(status(after)).toBe("Cuenta desactivada");
    expect(await sql("SELECT 1 FROM sesiones_susa WHERE cuenta_id = $1", [id])).toEqual([]);
    for (const visitor of [staff, elsewhere]) {
      expect((await visitor.send("/admin")).location).toBe("/auth");
      expect((await visitor.send("/admin/clientes?_data=@")).headers["x-remix-redirect"]).toBe("/auth");
      expect((await visitor.send("/auth")).status).toBe(200);
    }
    expect((await signIn("luz@ejemplo.mx")).status).toBe(400);
    expect(after.text(form)).toMatch(/^Reactivar/);
    await after.submit({}, form);
    expect(status(await owner.get("/admin/configuracion/seguridad"))).toBe("Cuenta activada");
    expect((await signIn("luz@ejemplo.mx")).status).toBe(303);
  });

  test("that are deactivated cannot use a remaining session", async () => {
    const { staff } = await team();
    await sql("UPDATE cuentas_susa SET estado = 'desactivada' WHERE email = 'luz@ejemplo.mx'");
    expect((await staff.send("/admin")).location).toBe("/auth");
  });

  test("of the owner cannot be deactivated, by the page or by a crafted request", async () => {
    const { owner } = await team();
    const [row] = await sql<{ id: string }>("SELECT id FROM cuentas_susa WHERE rol = 'propietaria'");
    const page = await owner.get("/admin/configuracion/seguridad");
    expect(page.all(`form[action^="/admin/cuentas/${row?.id}/estado"]`)).toEqual([]);
    const token = page.values('form[action^="/admin/cuentas/"]').token ?? "";
    await owner.post(`/admin/cuentas/${row?.id}/estado`, { token, estado: "desactivada" });
    const after = await owner.get("/admin/configuracion/seguridad");
    expect(alert(after)).toBe("ErrorLa cuenta de la propietaria no se puede desactivar.");
    expect((await accounts())[0]).toMatchObject({ rol: "propietaria", estado: "activa" });
  });

  test("reject an unknown account, an invalid status and a form without its idempotency key with an error message", async () => {
    const { owner, id } = await team();
    const token = (await owner.get("/admin/configuracion/seguridad")).values('form[action^="/admin/cuentas/"]').token ?? "";
    for (const [path, values, sentence] of [
      ["00000000-0000-4000-8000-000000000000", { token, estado: "activa" }, "Ese registro ya no existe."],
      ["abc", { token, estado: "activa" }, "Ese registro ya no existe."],
      [id, { token, estado: "pendiente" }, "El envío llegó incompleto. Vuelve a intentarlo."],
      [id, { estado: "desactivada" }, "El envío llegó incompleto. Vuelve a intentarlo."],
    ] as [string, Record<string, string>, string][]) {
      await owner.post(`/admin/cuentas/${path}/estado`, values);
      expect(alert(await owner.get("/admin/configuracion/seguridad")), path).toBe(`Error${sentence}`);
    }
    expect((await accounts()).map(({ estado }) => estado)).toEqual(["activa", "activa"]);
  });

  test("are listed to the owner only: staff see their own in Seguridad, and get 403 for changes to others", async () => {
    const { owner, staff, id } = await team();
    const token = (await owner.get("/admin/configuracion/seguridad")).values('form[action^="/admin/cuentas/"]').token ?? "";
    const page = await staff.get("/admin/configuracion/seguridad");
    expect(page.status).toBe(200);
    expect(page.text("main")).toContain("Entras como luz@ejemplo.mx");
    expect(page.all('h2#cuentas, form[action*="/cuentas/"]')).toEqual([]);
    expect(page.html).not.toContain("duena@ejemplo.mx");
    const data = await staff.send("/admin/configuracion/seguridad?_data=@");
    expect(data.status).toBe(200);
    expect(data.html).not.toContain("duena");
    for (const target of [id, "abc"])
      expect((await staff.post(`/admin/cuentas/${target}/estado`, { token, estado: "desactivada" })).status).toBe(403);
    expect((await staff.send(`/admin/cuentas/${id}/estado`)).status).toBe(403);
    expect((await accounts()).map(({ estado }) => estado)).toEqual(["activa", "activa"]);
  });
});
