import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Site, startSite, type Visitor } from "../../support/browser";
import { sql } from "../../support/test-database";

const PASSWORD = "una contraseña larga";
let site: Site;
let owner: Visitor;

beforeAll(async () => {
  site = await startSite({ SIGNUP: "approval" });
  owner = await site.staff("duena@ejemplo.mx");
});
afterAll(() => site.close());

describe("with SIGNUP=approval", () => {
  test("the owner does not wait for approval", async () => {
    expect((await owner.send("/admin")).status).toBe(200);
    const page = (await owner.get("/admin/configuracion/seguridad")).text("main");
    expect(page).toContain("Quien crea una cuenta espera a que la propietaria la apruebe.");
    expect(page).not.toMatch(/\b(open|approval|closed)\b/);
  });

  test("a new account sees only the waiting page until the owner approves it", async () => {
    const luz = site.visitor();
    const answer = await (await luz.get("/auth?modo=registro")).submit({ email: "luz@ejemplo.mx", password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, "/admin"]);
    const waiting = await luz.get("/admin");
    expect(waiting.path).toBe("/auth/espera");
    expect(waiting.text("h1")).toBe("Tu cuenta está pendiente de aprobación");
    expect(waiting.text('[role="status"]')).toBe("Cuenta creadaTu cuenta ha sido creada exitosamente.");
    expect(waiting.text("main")).toContain("luz@ejemplo.mx");
    for (const path of ["/admin", "/admin/clientes", "/admin/configuracion/seguridad", "/auth/espera", "/auth", "/dashboard"])
      expect((await luz.get(path)).path, path).toBe("/auth/espera");
    expect((await luz.post("/admin/barra", { de: "/admin" })).location).toBe("/auth/espera");

    const page = await owner.get("/admin/configuracion/seguridad");
    const [row] = await sql<{ id: string; estado: string }>("SELECT id, estado FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'");
    expect(row?.estado).toBe("pendiente");
    const form = page.all(`form[action^="/admin/cuentas/${row?.id}/estado"]`);
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
    expect(again.status).toBe(400);
    const back = await (await sol.get("/auth")).submit({ email: "sol@ejemplo.mx", password: PASSWORD });
    expect(back.status).toBe(400);
  });

  test("a pending account can sign out", async () => {
    const mar = await site.staff("mar@ejemplo.mx");
    expect((await (await mar.get("/auth/espera")).submit({}, 'form[action="/salir"]')).location).toBe("/auth");
    expect((await mar.get("/auth/espera")).path).toBe("/auth");
  });
});
