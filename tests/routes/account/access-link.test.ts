import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { WEAK_PASSWORD } from "~/content/weak-password";
import type { Page, Visitor } from "../../support/browser";
import { sql } from "../../support/test-database";
import { accounts, PASSWORD, signIn, signUp, site } from "./auth-site";

const LIST = "/admin/configuracion/seguridad";
const NEW = "otra frase larga";

let owner: Visitor;
let luz: Visitor;
let id: string;

beforeEach(async () => {
  owner = await site.staff("duena@ejemplo.mx");
  luz = await site.staff("luz@ejemplo.mx");
  id = await idOf("luz@ejemplo.mx");
});

const idOf = async (email: string) =>
  (await sql<{ id: string }>("SELECT id FROM cuentas_susa WHERE email = $1", [email]))[0]?.id ?? "";
const links = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM enlaces_acceso_susa"))[0]?.n;
const pathIn = (page: Page) => /\/auth\/acceso\/[\w-]+/.exec(page.all("textarea")[0]?.textContent ?? "")?.[0] ?? "";

/** Presses the owner's button and gives the page with the link. */
async function make(): Promise<Page> {
  return (await owner.get(LIST)).submit({}, `form[action="/admin/cuentas/${id}/acceso"]`);
}

describe("an access link", () => {
  test("is shown to the owner once, as a message with the site's address, and stored only as a digest", async () => {
    const page = await make();
    expect([page.status, page.text("h1")]).toEqual([200, "Enlace de acceso"]);
    const path = pathIn(page);
    expect(path).toMatch(/^\/auth\/acceso\/[\w-]{43}$/);
    expect(page.all("textarea")[0]?.textContent).toContain(`${process.env.PUBLIC_URL}${path}`);
    const secret = path.split("/")[3] ?? "";
    for (const table of ["enlaces_acceso_susa", "form_tokens_susa", "cuentas_susa", "sesiones_susa"])
      expect(JSON.stringify(await sql(`SELECT * FROM ${table}`))).not.toContain(secret);
    expect((await owner.get(page.path)).html).not.toContain(secret);
    expect(JSON.stringify([...owner.cookies])).not.toContain(secret);
  });

  test("sets the password once, ends the other sessions, signs in, and makes the browser a known one", async () => {
    const path = pathIn(await make());
    const phone = site.visitor();
    const page = await phone.get(path);
    expect([page.status, page.text("h1")]).toEqual([200, "Escribe tu contraseña nueva"]);
    expect(page.text("main")).toContain("luz@ejemplo.mx");
    expect(page.text("title")).not.toContain("luz");
    const answer = await page.submit({ password: NEW });
    expect([answer.status, answer.location]).toEqual([303, "/admin"]);
    expect((await phone.get("/admin")).flash).toContain("Contraseña cambiada");
    expect((await luz.send("/admin")).location).toBe("/auth");
    expect((await signIn("luz@ejemplo.mx", PASSWORD)).status).toBe(400);
    expect((await signIn("luz@ejemplo.mx", NEW)).status).toBe(303);
    expect(phone.cookies.has("navegador")).toBe(true);
    expect((await owner.send("/admin")).status).toBe(200);
    const again = await site.visitor().get(path);
    expect([again.status, again.text("h1"), again.all("form").length]).toEqual([410, "Este enlace ya no sirve", 0]);
    const used = await site.visitor().post(path, { token: randomUUID(), password: "una tercera frase" });
    expect([used.status, used.text("h1")]).toEqual([410, "Este enlace ya no sirve"]);
    expect((await signIn("luz@ejemplo.mx", NEW)).status).toBe(303);
    expect(await links()).toBe(0);
  });

  test("sent three times at once sets one password, and each answer signs in; another password then does not", async () => {
    const path = pathIn(await make());
    const page = await site.visitor().get(path);
    const send = (password: string) => site.visitor().post(path, { ...page.values(), password });
    const answers = await Promise.all([send(NEW), send(NEW), send(NEW)]);
    expect(answers.map((answer) => [answer.status, answer.location])).toEqual(Array(3).fill([303, "/admin"]));
    expect((await send("una tercera frase")).status).toBe(410);
    expect((await signIn("luz@ejemplo.mx", NEW)).status).toBe(303);
  });

  test("of two people who use it at once serves one", async () => {
    const path = pathIn(await make());
    const answers = await Promise.all(
      [NEW, "una tercera frase"].map((password) => site.visitor().post(path, { token: randomUUID(), password })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 410]);
  });

  test("changes nothing when it is opened, and its page is neither cached nor indexed nor named to other sites", async () => {
    const path = pathIn(await make());
    const before = await sql("SELECT * FROM enlaces_acceso_susa");
    for (const method of ["GET", "HEAD", "GET"]) {
      const page = await site.visitor().send(path, { method });
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "same-origin",
        "x-robots-tag": "noindex",
      });
    }
    expect(await sql("SELECT * FROM enlaces_acceso_susa")).toEqual(before);
  });

  test("keeps the form with a message for a short, a common or an own password, and still works", async () => {
    const path = pathIn(await make());
    const page = await site.visitor().get(path);
    for (const [password, sentence] of [
      ["corta", "Escribe una contraseña de al menos 8 caracteres."],
      ["12345678", WEAK_PASSWORD.common],
      ["luz@ejemplo.mx", WEAK_PASSWORD.email],
    ] as const) {
      const rejected = await page.submit({ password });
      expect([rejected.status, rejected.text("#acceso-password-error")]).toEqual([400, sentence]);
      expect(rejected.values().password).toBe("");
    }
    expect((await page.submit({ password: NEW })).status).toBe(303);
  });

  test("does not work after 24 hours", async () => {
    const path = pathIn(await make());
    await sql("UPDATE enlaces_acceso_susa SET created_at = now() - interval '23 hours 59 minutes'");
    expect((await site.visitor().get(path)).status).toBe(200);
    await sql("UPDATE enlaces_acceso_susa SET created_at = now() - interval '24 hours 1 second'");
    expect((await site.visitor().get(path)).status).toBe(410);
    expect((await site.visitor().post(path, { token: randomUUID(), password: NEW })).status).toBe(410);
    expect((await signIn("luz@ejemplo.mx", PASSWORD)).status).toBe(303);
  });

  test("stops working when another is made, the password is changed, or the account is deactivated", async () => {
    const first = pathIn(await make());
    const second = pathIn(await make());
    expect(second).not.toBe(first);
    expect([(await site.visitor().get(first)).status, (await site.visitor().get(second)).status]).toEqual([410, 200]);
    const values = { password_actual: PASSWORD, password_nueva: NEW, password_repetida: NEW };
    await (await luz.get(`${LIST}/contrasena`)).submit(values);
    expect((await site.visitor().get(second)).status).toBe(410);
    const third = pathIn(await make());
    const form = `form[action^="/admin/cuentas/${id}/estado"]`;
    await (await owner.get(LIST)).submit({}, form);
    expect((await site.visitor().get(third)).status).toBe(410);
    await (await owner.get(LIST)).submit({}, form);
    expect((await accounts()).map(({ estado }) => estado)).toEqual(["activa", "activa"]);
    expect((await site.visitor().get(third)).status).toBe(410);
  });

  test("does not work for an account that was deactivated by other means", async () => {
    const path = pathIn(await make());
    await sql("UPDATE cuentas_susa SET estado = 'desactivada' WHERE id = $1", [id]);
    expect((await site.visitor().post(path, { token: randomUUID(), password: NEW })).status).toBe(410);
  });

  test("is the same when its form is sent twice, so that a double tap shows one that works", async () => {
    const page = await owner.get(LIST);
    const form = `form[action="/admin/cuentas/${id}/acceso"]`;
    const [one, two] = await Promise.all([page.submit({}, form), page.submit({}, form)]);
    expect(pathIn(one)).toBe(pathIn(two));
    expect((await site.visitor().get(pathIn(one))).status).toBe(200);
    await site.visitor().post(pathIn(one), { token: randomUUID(), password: NEW });
    expect((await page.submit({}, form)).location).toBe(LIST);
    expect((await owner.get(LIST)).text('main [role="alert"]')).toBe("ErrorEse enlace ya se usó. Crea otro.");
  });

  // That the owner alone may make one proves tests/http/rights.test.ts.
  test("is made only for active accounts other than the owner's", async () => {
    const page = await owner.get(LIST);
    const ownId = await idOf("duena@ejemplo.mx");
    expect(page.all(`form[action="/admin/cuentas/${ownId}/acceso"]`)).toEqual([]);
    const { token = "" } = page.values(`form[action="/admin/cuentas/${id}/acceso"]`);
    await sql("UPDATE cuentas_susa SET estado = 'pendiente' WHERE id = $1", [id]);
    for (const [target, sentence] of [
      [ownId, "El enlace de la propietaria lo crea quien instaló Susa."],
      [id, "Esa cuenta no está activa. Actívala primero."],
      ["00000000-0000-4000-8000-000000000000", "Ese registro ya no existe."],
      ["x", "Ese registro ya no existe."],
    ]) {
      expect((await owner.post(`/admin/cuentas/${target}/acceso`, { token })).location).toBe(LIST);
      expect((await owner.get(LIST)).text('main [role="alert"]'), target).toBe(`Error${sentence}`);
    }
    expect((await owner.post(`/admin/cuentas/${id}/acceso`, {})).location).toBe(LIST);
    expect(await links()).toBe(0);
    expect((await owner.send("/admin/cuentas/x/acceso")).status).toBe(404);
  });

  test("that was never made answers 410 without a form", async () => {
    for (const path of ["/auth/acceso/x", `/auth/acceso/${"a".repeat(43)}`, "/auth/acceso/%00"])
      expect([400, 410]).toContain((await site.visitor().send(path)).status);
    expect((await signUp("eva@ejemplo.mx")).status).toBe(303);
  });
});

test("the sign-in page says how to get one", async () => {
  const page = await site.visitor().get("/auth");
  expect(page.text("details summary")).toBe("¿Olvidaste tu contraseña?");
  expect(page.text("details")).toContain("Pídele a la propietaria un enlace de acceso");
});
