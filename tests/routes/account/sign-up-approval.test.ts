import { describe, expect, test } from "vitest";
import type { Page } from "../../support/browser";
import { sql } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const PASSWORD = "una contraseña larga";

const site = await startSiteForFile({ SIGNUP: "approval" });
const owner = await site.staff("duena@ejemplo.mx");

describe("with SIGNUP=approval", () => {
  test("the owner does not wait for approval", async () => {
    expect((await owner.send("/admin")).status).toBe(200);
    const page = (await owner.get("/admin/configuracion/seguridad")).text("main");
    expect(page).toContain("Las cuentas nuevas esperan tu aprobación.");
    expect(page).not.toMatch(/\b(open|approval|closed)\b/);
  });

  test("a new account sees only the waiting page until the owner approves it", async () => {
    const luz = site.visitor();
    const answer = await (await luz.get("/auth?modo=registro")).submit({ email: "luz@ejemplo.mx", password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, "/auth?solicitud=enviada"]);
    expect([...luz.cookies]).toEqual([]);
    const page = await luz.get(String(answer.location));
    expect(page.text('[role="status"]')).toBe(
      "Recibimos tu solicitudSi ese correo no tenía cuenta, la propietaria tiene que aprobarla antes de que puedas entrar.",
    );
    expect((await luz.get("/auth")).text('[role="status"]')).toBe("");
    expect((await page.submit({ email: "luz@ejemplo.mx", password: PASSWORD })).location).toBe("/admin");
    // A waiting account must not come before strangers in line.
    expect(luz.cookies.has("navegador")).toBe(false);
    const waiting = await luz.get("/admin");
    expect(waiting.path).toBe("/auth/espera");
    expect(waiting.text("h1")).toBe("Tu cuenta está pendiente de aprobación");
    expect(waiting.text("body")).not.toContain("¡Bienvenida!");
    expect(waiting.text("main")).toContain("luz@ejemplo.mx");
    for (const path of ["/admin", "/admin/clientes", "/admin/configuracion/seguridad", "/auth/espera", "/auth", "/dashboard"])
      expect((await luz.get(path)).path, path).toBe("/auth/espera");
    expect((await luz.post("/admin/barra", { de: "/admin" })).location).toBe("/auth/espera");

    const list = await owner.get("/admin/configuracion/seguridad");
    const [row] = await sql<{ id: string; estado: string }>("SELECT id, estado FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'");
    expect(row?.estado).toBe("pendiente");
    const form = list.all(`form[action^="/admin/cuentas/${row?.id}/estado"]`);
    expect(form.map((one) => one.textContent)).toEqual(["Rechazar luz@ejemplo.mx"]);
    const approval = await owner.get(`/admin/configuracion/seguridad/cuentas/${row?.id}`);
    expect((await approval.submit({})).text("main")).toContain("Elige qué puede hacer esta cuenta.");
    expect((await luz.get("/admin")).path).toBe("/auth/espera");
    await approval.submit({ preset: "recepcion" });
    expect((await luz.get("/auth/espera")).path).toBe("/admin");
    expect((await luz.get("/admin/clientes")).status).toBe(200);
    expect((await luz.get("/admin/configuracion/base-de-datos")).status).toBe(403);
  });

  test("a rejected account is signed out and cannot sign up again with the same e-mail", async () => {
    const sol = await site.staff("sol@ejemplo.mx");
    expect((await sol.get("/admin")).path).toBe("/auth/espera");
    const [row] = await sql<{ id: string }>("SELECT id FROM cuentas_susa WHERE email = 'sol@ejemplo.mx'");
    const page = await owner.get("/admin/configuracion/seguridad");
    const values = page.values(`form[action^="/admin/cuentas/${row?.id}/estado"]`);
    await owner.post(`/admin/cuentas/${row?.id}/estado`, { ...values, estado: "desactivada" });
    expect((await sol.get("/auth/espera")).path).toBe("/auth");
    const again = await (await sol.get("/auth?modo=registro")).submit({ email: "sol@ejemplo.mx", password: PASSWORD });
    expect(again.location).toBe("/auth?solicitud=enviada");
    expect(await sql("SELECT estado FROM cuentas_susa WHERE email = 'sol@ejemplo.mx'")).toEqual([{ estado: "desactivada" }]);
    const back = await (await sol.get("/auth")).submit({ email: "sol@ejemplo.mx", password: PASSWORD });
    expect(back.status).toBe(400);
  });

  test("a taken and a new e-mail give the same bytes and write the same, also when sent again or with other values", async () => {
    await site.staff("tomada@ejemplo.mx");
    await sql("UPDATE login_tries_susa SET tries = 0");
    const sent = async (email: string, password = PASSWORD, changed = `otra-${email}`) => {
      const visitor = site.visitor();
      const page = await visitor.get("/auth?modo=registro");
      const send = (values: Record<string, string>) => visitor.post(page.path, { ...page.values(), ...values });
      const [keys] = await sql<{ n: number }>("SELECT count(*)::int AS n FROM form_tokens_susa");
      const answers: Page[] = [];
      for (const values of [
        { email, password },
        { email, password },
        { email, password: "otra frase larga" },
        { email: changed, password },
      ])
        answers.push(await send(values));
      const [after] = await sql<{ n: number }>("SELECT count(*)::int AS n FROM form_tokens_susa");
      const pages = [await visitor.get(String(answers[0]?.location)), await visitor.get("/auth")];
      const plain = (text: string) => text.replaceAll(email, "E").replaceAll(/value="[0-9a-f-]{36}"/g, "T");
      return {
        answers: answers.map(({ status, headers, html }) => [status, { ...headers, date: "", "x-request-id": "" }, plain(html)]),
        pages: pages.map(({ html }) => plain(html)),
        keys: Number(after?.n) - Number(keys?.n),
        cookies: [...visitor.cookies.keys()],
      };
    };
    const [nueva, tomada] = [await sent("nueva@ejemplo.mx"), await sent("tomada@ejemplo.mx")];
    expect(tomada).toEqual(nueva);
    expect(nueva.answers.map(([status]) => status)).toEqual([303, 303, 303, 409]);
    expect(nueva.keys).toBe(1);
    const [weakNueva, weakTomada] = [await sent("nueva2@ejemplo.mx", "12345678"), await sent("tomada@ejemplo.mx", "12345678")];
    expect(weakTomada).toEqual(weakNueva);
    // Both count for the address: a limit that only new accounts reached would tell them apart.
    const [row] = await sql<{ tries: number }>("SELECT tries FROM login_tries_susa WHERE ends_at > now() + interval '4 minutes'");
    expect(row?.tries).toBe(6);
    expect(await sql("SELECT 1 FROM cuentas_susa WHERE email LIKE 'nueva%'")).toHaveLength(2);
  });

  test("a sign-up with a taken e-mail changes nothing about its account", async () => {
    const ida = await site.staff("ida@ejemplo.mx");
    const before = await sql("SELECT * FROM cuentas_susa ORDER BY id");
    await (await site.visitor().get("/auth?modo=registro")).submit({ email: "ida@ejemplo.mx", password: "otra frase larga" });
    expect(await sql("SELECT * FROM cuentas_susa ORDER BY id")).toEqual(before);
    expect((await ida.get("/auth/espera")).status).toBe(200);
  });

  test("a pending account can sign out", async () => {
    const mar = await site.staff("mar@ejemplo.mx");
    expect((await (await mar.get("/auth/espera")).submit({}, 'form[action="/salir"]')).location).toBe("/auth");
    expect((await mar.get("/auth/espera")).path).toBe("/auth");
  });
});
