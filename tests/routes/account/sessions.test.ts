import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSesion } from "~/models/cuentas/sesion.server";
import type { Visitor } from "../../support/browser";
import { sql } from "../../support/test-database";
import { accounts, locationWithCookie, PASSWORD, sessions, signIn, site } from "./auth-site";

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
    expect(await locationWithCookie(old)).toBeNull();
    const panel = await ana.get("/admin");
    expect(panel.text('form[action="/salir"] button')).toBe("Salir");
    const answer = await panel.submit({}, 'form[action="/salir"]');
    expect([answer.status, answer.location]).toEqual([303, "/auth"]);
    expect(ana.cookies.has("sesion")).toBe(false);
    expect(await locationWithCookie(old)).toBe("/auth");
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
    expect(await locationWithCookie(`sesion=${encodeURIComponent(signedCookie)}`)).toBeNull();
    // Proves that `signed` signs correctly, so that the forgeries below fail for the right reason.
    expect(
      await locationWithCookie(`sesion=${encodeURIComponent(signed(value, String(process.env.SESSION_SECRET)))}`),
    ).toBeNull();
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
      expect(await locationWithCookie(`sesion=${encodeURIComponent(forged)}`), forged).toBe("/auth");
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

  test("ends when its account has twenty that were used later", async () => {
    const ana = await site.staff("ana@ejemplo.mx");
    const [{ id } = { id: "" }] = await sql<{ id: string }>("SELECT id FROM cuentas_susa");
    for (let n = 0; n < 19; n++) await createSesion(id, null);
    await sql("UPDATE sesiones_susa SET last_used_at = now() - interval '1 hour'");
    // Used again by this visit.
    expect((await ana.send("/admin")).status).toBe(200);
    for (let n = 0; n < 19; n++) await createSesion(id, null);
    expect([await sessions(), (await ana.send("/admin")).status]).toEqual([20, 200]);
    await createSesion(id, null);
    await createSesion(id, null);
    expect(await sessions()).toBe(20);
  });

  test("stays when its account signs in eight times at once", async () => {
    await site.staff("ana@ejemplo.mx");
    const [{ id } = { id: "" }] = await sql<{ id: string }>("SELECT id FROM cuentas_susa");
    await Promise.all(Array.from({ length: 8 }, () => createSesion(id, null)));
    expect(await sessions()).toBe(9);
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

/** Signs in the owner and a member of staff. */
async function team(): Promise<{ owner: Visitor; staff: Visitor; id: string }> {
  const owner = await site.staff("duena@ejemplo.mx");
  const staff = await site.staff("luz@ejemplo.mx");
  const [row] = await sql<{ id: string }>("SELECT id FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'");
  return { owner, staff, id: row?.id ?? "" };
}

describe("accounts", () => {
  test("lose every session when deactivated, and can sign in again when reactivated", async () => {
    const { owner, staff, id } = await team();
    const elsewhere = site.visitor();
    await signIn("luz@ejemplo.mx", PASSWORD, elsewhere);
    const page = await owner.get("/admin/configuracion/seguridad");
    expect(page.text("main")).toMatch(/duena@ejemplo.mx.*Propietaria.*luz@ejemplo.mx.*Recepción/);
    const form = `form[action^="/admin/cuentas/${id}/estado"]`;
    expect((await page.submit({}, form)).location).toBe("/admin/configuracion/seguridad");
    const after = await owner.get("/admin/configuracion/seguridad");
    expect(after.flash).toBe("Cuenta desactivada");
    expect(await sql("SELECT 1 FROM sesiones_susa WHERE cuenta_id = $1", [id])).toEqual([]);
    for (const visitor of [staff, elsewhere]) {
      expect((await visitor.send("/admin")).location).toBe("/auth");
      expect((await visitor.send("/admin/clientes?_data=@")).headers["x-remix-redirect"]).toMatch(/^\/auth(\?|$)/);
      expect((await visitor.send("/auth")).status).toBe(200);
    }
    expect((await signIn("luz@ejemplo.mx")).status).toBe(400);
    expect(after.text(form)).toMatch(/^Reactivar/);
    await after.submit({}, form);
    expect((await owner.get("/admin/configuracion/seguridad")).flash).toBe("Cuenta activada");
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
    expect(after.alert).toBe("ErrorLa cuenta de la propietaria no se puede desactivar.");
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
      expect((await owner.get("/admin/configuracion/seguridad")).alert, path).toBe(`Error${sentence}`);
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
