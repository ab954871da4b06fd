import { beforeEach, describe, expect, test } from "vitest";
import { WEAK_PASSWORD } from "~/content/weak-password";
import type { Page, Visitor } from "../../../support/browser";
import { emptyTables, sql, sqlColumn, sqlValue, whileRejecting } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/seguridad";
const OLD = "una contraseña larga";
const NEW = "otra contraseña larga";
const CHROME = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

let ana: Visitor;

const site = await startSiteForFile({ SIGNUP: "open" });
beforeEach(async () => {
  await emptyTables("cuentas_susa", "sesiones_susa", "login_tries_susa", "form_tokens_susa");
  ana = await site.staff("ana@ejemplo.mx");
});

async function signIn(password = OLD, email = "ana@ejemplo.mx", agent = CHROME): Promise<{ visitor: Visitor; page: Page }> {
  const visitor = site.visitor();
  const values = (await visitor.send("/auth")).values();
  const page = await visitor.post("/auth", { ...values, email, password }, { "user-agent": agent });
  return { visitor, page };
}

const form = () => ana.get(`${PATH}/contrasena`);
const filled = (actual: string, nueva = NEW, repetida = nueva) => ({
  password_actual: actual,
  password_nueva: nueva,
  password_repetida: repetida,
});
const isSignedIn = async (visitor: Visitor) => (await visitor.send("/admin")).status === 200;
const status = async (path = PATH) => (await ana.get(path)).flash;
const canSignIn = async (password: string) => (await signIn(password)).page.status === 303;

test("shows the alarm of Configuración where anybody can come in, to the owner alone", async () => {
  const alarm = "Cualquiera puede crear una cuenta y entrar. Vería los nombres y teléfonos de tus clientas.";
  const settings = (await ana.get("/admin/configuracion")).text("main");
  expect([settings.split("Cualquiera puede").length, settings.includes(alarm)]).toEqual([2, true]);
  expect((await ana.get(PATH)).text("main")).toContain(alarm);
  const luz = await site.staff("luz@ejemplo.mx");
  expect((await luz.get(PATH)).text("main")).not.toContain("Cualquiera");
});

describe("changing the password", () => {
  test("makes the old one invalid, ends the other sessions and keeps this one", async () => {
    const { visitor: other } = await signIn();
    const luz = await site.staff("luz@ejemplo.mx");
    const saved = await (await form()).submit(filled(OLD));
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    expect(await status()).toBe("Contraseña cambiadaTus demás sesiones se cerraron: entra en ellas con la nueva.");
    expect([await isSignedIn(ana), await isSignedIn(other), await isSignedIn(luz)]).toEqual([true, false, true]);
    expect([await canSignIn(OLD), await canSignIn(NEW)]).toEqual([false, true]);
  });

  test.each([
    ["a wrong current password", filled("no es esta"), "password_actual", "Esa no es tu contraseña actual."],
    ["no current password", filled(""), "password_actual", "Escribe tu contraseña actual."],
    ["a short new password", filled(OLD, "corta"), "password_nueva", "Escribe una contraseña de al menos 8 caracteres."],
    [
      "a new password that is too long",
      filled(OLD, "x".repeat(129)),
      "password_nueva",
      "La contraseña puede tener hasta 128 caracteres.",
    ],
    ["a new password that many use", filled(OLD, "estudio123"), "password_nueva", WEAK_PASSWORD.common],
    ["the own e-mail as the new password", filled(OLD, "ana@ejemplo.mx"), "password_nueva", WEAK_PASSWORD.email],
    ["two different new passwords", filled(OLD, NEW, `${NEW}.`), "password_repetida", "No es igual a la contraseña nueva."],
  ])("is rejected with %s, and no password is in the page", async (_label, values, field, sentence) => {
    const page = await (await form()).submit(values);
    expect(page.status).toBe(400);
    expect(page.text(`#contrasena-${field}-error`)).toBe(sentence);
    expect(page.hrefs('[role="alert"] a')).toEqual([`#contrasena-${field}`]);
    expect(page.all('input[type="password"]').map((input) => input.getAttribute("value") ?? "")).toEqual(["", "", ""]);
    for (const value of Object.values(values).filter((text) => text !== "" && text !== "ana@ejemplo.mx"))
      expect(page.html).not.toContain(value);
    expect(await canSignIn(OLD)).toBe(true);
  });

  test("is throttled by session: the eleventh try waits, even with the right password, and signing in does not", async () => {
    await sql("DELETE FROM por_revisar_susa");
    const empty = await form();
    for (let n = 0; n < 10; n++) expect((await empty.submit(filled(`no ${n}`))).status).toBe(400);
    const page = await empty.submit(filled(OLD));
    expect(page.status).toBe(429);
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
    expect(page.alert).toContain("Demasiados intentos.");
    // The owner is shown it.
    const shown = await sql("SELECT accion FROM por_revisar_susa JOIN bitacora_susa ON id = linea_id");
    expect(shown).toEqual([{ accion: "bloqueo" }]);
    expect((await signIn()).page.status).toBe(303);
    await emptyTables("login_tries_susa");
    expect(await canSignIn(NEW)).toBe(false);
  });

  test("works while strangers have used up the tries of the account and the address", async () => {
    await signIn("no es esta");
    await sql("UPDATE login_tries_susa SET tries = 1000");
    expect((await signIn()).page.status).toBe(429);
    expect((await (await form()).submit(filled(OLD))).status).toBe(303);
  });

  test("with a form sent several times changes it once, and rejects the used form with other passwords", async () => {
    const page = await form();
    expect(await page.submitThrice(filled(OLD))).toEqual([`303 ${PATH}`]);
    expect((await page.submit(filled(OLD))).status).toBe(303);
    const again = await page.submit(filled(NEW, "una tercera contraseña"));
    expect(again.status).toBe(409);
    expect(again.alert).toContain("ya se había enviado");
    expect((await page.submit(filled(OLD, "una tercera contraseña"))).status).toBe(400);
    expect([await canSignIn("una tercera contraseña"), await canSignIn(NEW)]).toEqual([false, true]);
  });

  test("is rejected without a key, and fails when the database rejects it", async () => {
    expect((await (await form()).submit({ ...filled(OLD), token: "" })).status).toBe(400);
    const page = await form();
    const rejected = await whileRejecting("cuentas_susa", () => page.submit(filled(OLD)));
    expect(rejected.status).toBe(503);
    expect(rejected.html).not.toContain(NEW);
    expect(await canSignIn(OLD)).toBe(true);
  });

  test("on an expired session saves no password in the pending submission", async () => {
    const page = await form();
    await sql("UPDATE sesiones_susa SET last_used_at = now() - interval '13 hours'");
    expect((await page.submit(filled(OLD))).location).toBe("/auth");
    expect(JSON.stringify(await sql("SELECT sobre FROM envios_pendientes_susa"))).not.toContain(NEW);
    const values = (await ana.get("/auth")).values();
    const back = await ana.post("/auth", { ...values, email: "ana@ejemplo.mx", password: OLD });
    const given = await ana.get(String(back.location));
    expect(given.path).toBe(`${PATH}/contrasena`);
    expect(given.html).not.toContain(NEW);
    expect(await canSignIn(OLD)).toBe(true);
  });
});

describe("the open sessions", () => {
  const items = async (visitor = ana) => (await visitor.get(PATH)).all("section[aria-labelledby=sesiones] li");

  test("are listed for the own account only, each with its browser and without its id", async () => {
    await site.staff("luz@ejemplo.mx");
    await signIn();
    const page = await ana.get(PATH);
    const texts = (await items()).map((item) => item.textContent ?? "");
    expect(texts.length).toBe(2);
    expect(texts.find((text) => text.includes("Esta sesión"))).toContain("Navegador desconocido");
    expect(texts.find((text) => text.includes("Cerrar la sesión"))).toContain("Chrome en Android");
    const ids = await sqlColumn<string>("SELECT id FROM sesiones_susa");
    expect(ids.length).toBe(3);
    for (const id of ids) expect(page.html).not.toContain(id.slice(0, 16));
    for (const [, value] of ana.cookies) expect(page.html).not.toContain(value.slice(0, 20));
  });

  test("store the first 200 visible characters of the user agent", async () => {
    await signIn(OLD, "ana@ejemplo.mx", `  <b>${"ñ".repeat(300)}\t`);
    expect(await sqlValue("SELECT agente FROM sesiones_susa WHERE agente IS NOT NULL")).toMatch(/^\P{C}{200}$/u);
    await signIn(OLD, "ana@ejemplo.mx", " ");
    expect((await items()).length).toBe(3);
    expect((await ana.get(PATH)).all("section[aria-labelledby=sesiones] b")).toEqual([]);
  });

  test("leave out expired ones", async () => {
    await signIn();
    await sql("UPDATE sesiones_susa SET last_used_at = now() - interval '13 hours' WHERE agente IS NOT NULL");
    expect((await items()).length).toBe(1);
    expect((await ana.get(PATH)).text()).not.toContain("Cerrar las demás");
  });

  test("can be closed one at a time, and closing one again says that it was closed already", async () => {
    const [{ visitor: one }, { visitor: two }] = [await signIn(), await signIn()];
    const page = await ana.get(PATH);
    const [first] = page.all('li form[action*="/sesiones/"]').map((item) => item.getAttribute("action"));
    const close = () => page.submit({}, `form[action="${first}"]`);
    expect((await close()).location).toBe(PATH);
    expect(await status()).toBe("1 sesión cerrada");
    expect([await isSignedIn(one), await isSignedIn(two)].filter(Boolean).length).toBe(1);
    expect(await isSignedIn(ana)).toBe(true);
    await ana.post(String(first), { token: "33333333-3333-4333-8333-333333333333" });
    expect(await status()).toBe("Esa sesión ya estaba cerrada");
  });

  test("can all be closed except the current one, without touching other accounts", async () => {
    const others = [await signIn(), await signIn()].map(({ visitor }) => visitor);
    const luz = await site.staff("luz@ejemplo.mx");
    await ana.submit(PATH, {}, `form[action="${PATH}/sesiones/otras"]`);
    expect(await status()).toBe("2 sesiones cerradas");
    expect([await isSignedIn(ana), await isSignedIn(luz), ...(await Promise.all(others.map(isSignedIn)))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("of another account cannot be closed", async () => {
    const luz = await site.staff("luz@ejemplo.mx");
    await signIn(OLD, "luz@ejemplo.mx");
    const hers = (await luz.get(PATH)).all('form[action*="/sesiones/"]').map((item) => String(item.getAttribute("action")));
    expect(hers.length).toBe(2);
    const id = await sqlValue("SELECT id FROM sesiones_susa ORDER BY created_at LIMIT 1");
    const before = await sql("SELECT id FROM sesiones_susa ORDER BY id");
    for (const action of [...hers.filter((path) => !path.endsWith("otras")), `${PATH}/sesiones/${id}`, `${PATH}/sesiones/x`]) {
      const { token = "" } = (await ana.get(PATH)).values('form[action="/salir"]');
      expect((await ana.post(action, { token })).location).toBe(PATH);
    }
    await ana.post(`${PATH}/sesiones/otras`, {});
    expect(await sql("SELECT id FROM sesiones_susa ORDER BY id")).toEqual(before);
    expect((await ana.send(`${PATH}/sesiones/x`)).location).toBe(PATH);
  });
});

test("the list of accounts has pages and a search, so that one pending account is found among hundreds", async () => {
  const shown = (page: Page) => page.all("section[aria-labelledby=cuentas] li").length;
  const few = await ana.get(PATH);
  expect([shown(few), few.all("main input[type=search]").length]).toEqual([1, 0]);
  await sql(`INSERT INTO cuentas_susa (email, password_hash, estado)
    SELECT 'nadie' || n || '@ejemplo.mx', 'x', 'pendiente' FROM generate_series(100, 199) n`);
  await sql("INSERT INTO cuentas_susa (email, password_hash, estado) VALUES ('zoe_luz@ejemplo.mx', 'x', 'pendiente')");
  expect(shown(await ana.get(PATH))).toBe(50);
  const last = await ana.get(`${PATH}?pagina=3`);
  expect(last.text("section[aria-labelledby=cuentas] li:last-child")).toContain("ana@ejemplo.mx");
  for (const q of ["ZOE_", "e_l"]) {
    const page = await ana.get(`${PATH}?q=${encodeURIComponent(q)}`);
    expect(page.text("section[aria-labelledby=cuentas] ul")).toContain("zoe_luz@ejemplo.mx");
    expect(shown(page)).toBe(1);
  }
  const noMatches = await ana.get(`${PATH}?q=%25`);
  expect([shown(noMatches), noMatches.text()]).toEqual([0, expect.stringContaining("Nada coincide con lo que buscas")]);
});
