import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { encrypt } from "~/database/encryption.server";
import { sql, withoutTable } from "../support/test-database";
import {
  ana,
  expire,
  id,
  PASSWORD,
  pendingRows,
  RESTORED_NOTICE,
  sendExpired,
  signIn,
  signInAndFollow,
  signUp,
  site,
} from "./expired-session";

describe("nothing is saved", () => {
  const values = { nombre: "No se guarda" };

  /** Sends a form with these cookies, and expects no pending submission and no notice on the sign-in page. */
  async function expectNothingSaved(cookies: Map<string, string>, path = "/admin/clientes/nuevo") {
    const visitor = site.visitor();
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    const answer = await visitor.post(path, values);
    expect(answer.location).toBe("/auth");
    expect(visitor.cookies.has("pendiente")).toBe(false);
    expect(await pendingRows()).toEqual([]);
    expect((await visitor.get("/auth")).flash).toBe("");
  }

  test("without a session, or with a forged session cookie", async () => {
    await expectNothingSaved(new Map());
    await expire();
    const whole = ana.cookies.get("sesion") ?? "";
    for (const forged of [whole.slice(0, -4), whole.replace(/^./, "X"), whole.split(".")[0] ?? "", `${whole}x`])
      await expectNothingSaved(new Map([["sesion", forged]]));
    // With the untouched cookie the same request is saved.
    await ana.post("/admin/clientes/nuevo", values);
    expect(await pendingRows()).toHaveLength(1);
  });

  test.each<[when: string, act: () => Promise<unknown>]>([
    ["after signing out", async () => (await ana.get("/admin")).submit({}, 'form[action="/salir"]')],
    ["after signing out of an expired session", async () => [await expire(), await ana.post("/salir", {})]],
    ["once the account signed in again: the old cookie is worth nothing", async () => [await expire(), await signIn(ana)]],
    ["on a session that was revoked", () => sql("DELETE FROM sesiones_susa")],
    ["on a session of a deactivated account", () => sql("UPDATE cuentas_susa SET rol = 'personal', estado = 'desactivada'")],
    ["on a session of a pending account", () => sql("UPDATE cuentas_susa SET rol = 'personal', estado = 'pendiente'")],
  ])("%s", async (_, act) => {
    const cookies = new Map(ana.cookies);
    await act();
    await expire();
    await expectNothingSaved(cookies);
  });

  test("on an active session, or for a page that is only opened", async () => {
    await ana.post("/admin/clientes/nuevo", values);
    expect(await pendingRows()).toEqual([]);
    await expire();
    expect((await ana.send("/admin/clientes/nuevo?nombre=Luz")).location).toBe("/auth?de=%2Fadmin%2Fclientes%2Fnuevo");
    expect(await pendingRows()).toEqual([]);
  });

  test("of a body that is not a valid form", async () => {
    await expire();
    for (const [type, body] of [
      ["application/json", '{"nombre":"Lucía"}'],
      ["text/plain", "nombre=Lucía"],
      ["application/x-www-form-urlencoded", "__intent__=%7B%7D"],
      ["application/x-www-form-urlencoded", "a[9999999999]=1"],
      ["application/x-www-form-urlencoded", "a=&".repeat(1001)],
    ] as const) {
      const answer = await ana.send("/admin/clientes/nuevo", { method: "POST", headers: { "content-type": type }, body });
      expect(answer.status, body.slice(0, 40)).toBe(400);
    }
    expect(await pendingRows()).toEqual([]);
  });

  test.each([
    ["longer than 64 KB", "a".repeat(65_600)],
    ["longer than 64 KB once it is serialized", "\x01".repeat(20_000)],
  ])("of a form that is %s, and the sign-in page says so", async (_, text) => {
    const page = await ana.get("/admin/clientes/nuevo");
    await expire();
    // Sent as raw text: nothing is escaped.
    const expired = await ana.send("/admin/clientes/nuevo", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `token=${page.values().token}&medicina=${text}`,
    });
    expect(expired.location).toBe("/auth");
    expect(await pendingRows()).toEqual([]);
    const signInPage = await ana.get("/auth");
    expect(signInPage.alert).toContain("Lo que enviaste no se pudo conservar porque era demasiado largo.");
    expect((await signIn(ana)).location).toBe("/admin");
    const panel = await ana.get("/admin");
    expect(panel.flash).toContain("¡Bienvenida!");
    expect(ana.cookies.has("pendiente")).toBe(false);
  });

  test("of a form with files, and the sign-in page says so", async () => {
    await expire();
    const expired = await ana.send("/admin/clientes/nuevo", {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: '--x\r\nContent-Disposition: form-data; name="nombre"\r\n\r\nLucía\r\n--x--\r\n',
    });
    expect(expired.location).toBe("/auth");
    expect(await pendingRows()).toEqual([]);
    expect((await ana.get("/auth")).alert).toContain("porque llevaba archivos");
  });
});

describe("a pending submission", () => {
  test("is encrypted: neither its values nor its path can be read in the table or the cookie", async () => {
    await sendExpired("/admin/clientes/nuevo?q=secretaria", { nombre: "Lucía Confidencial", medicina: "Insulina" });
    const rows = await pendingRows();
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows) + decodeURIComponent(ana.cookies.get("pendiente") ?? "");
    const readable = stored + Buffer.from(stored.replace(/^.*"v2\.\w{8}\./, ""), "base64url").toString("latin1");
    for (const word of ["Confidencial", "Insulina", "secretaria", "nuevo"]) expect(readable).not.toContain(word);
    expect(Buffer.from(decodeURIComponent(ana.cookies.get("pendiente") ?? ""), "base64").toString()).not.toContain("nuevo");
  });

  test("contains no password and no key", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    await expire();
    await ana.post("/admin/clientes/nuevo", {
      ...page.values(),
      nombre: "Lucía",
      password: "mi secreto",
      password_nueva: "mi secreto",
    });
    const restored = await signInAndFollow(ana);
    expect(restored.values().nombre).toBe("Lucía");
    expect(restored.html).not.toContain("mi secreto");
    expect(restored.html).not.toContain(page.values().token);
  });

  test("expires after thirty minutes", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    await sql("UPDATE envios_pendientes_susa SET created_at = now() - interval '29 minutes'");
    expect((await signInAndFollow(ana)).values().nombre).toBe("Lucía");
    await sql("UPDATE envios_pendientes_susa SET created_at = now() - interval '31 minutes'");
    expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("");
    expect(await pendingRows()).toEqual([]);

    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    await sql("UPDATE envios_pendientes_susa SET created_at = now() - interval '31 minutes'");
    expect((await signIn(ana)).location).toBe("/admin");
  });

  test("is discarded when another account signs in", async () => {
    const luz = await signUp("luz@ejemplo.mx");
    await luz.get("/admin");
    await sendExpired(`/admin/clientes/${id}`, { ocupacion: "Solo de Ana" });
    const answer = await signIn(ana, "luz@ejemplo.mx");
    expect(answer.location).toBe("/admin");
    expect(ana.cookies.has("pendiente")).toBe(false);
    const page = await ana.get(`/admin/clientes/${id}`);
    expect([page.values().ocupacion, page.html.includes(RESTORED_NOTICE)]).toEqual(["Maestra", false]);
    expect(await pendingRows()).toEqual([]);
  });

  test("is not shown to another account that has the cookie", async () => {
    const luz = await signUp("luz@ejemplo.mx");
    await sendExpired(`/admin/clientes/${id}`, { ocupacion: "Solo de Ana" });
    await signIn(luz, "luz@ejemplo.mx");
    luz.cookies.set("pendiente", ana.cookies.get("pendiente") ?? "");
    const page = await luz.get(`/admin/clientes/${id}`);
    expect([page.status, page.values().ocupacion]).toEqual([200, "Maestra"]);
    expect(page.html).not.toContain("Solo de Ana");
  });

  test("is discarded when a new account signs up", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    const made = await (await ana.get("/auth?modo=registro")).submit({ email: "nueva@ejemplo.mx", password: PASSWORD });
    expect(made.location).toBe("/admin");
    expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("");
    expect(await pendingRows()).toEqual([]);
  });

  test("is deleted when its account signs out", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    await (await signInAndFollow(ana)).submit({}, 'form[action="/salir"]');
    expect(await pendingRows()).toEqual([]);
    expect((await signIn(ana)).location).toBe("/admin");
  });

  test("is given only for a cookie with a valid signature", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    const [row] = await pendingRows();
    const own = ana.cookies.get("pendiente") ?? "";
    const forged = Buffer.from(JSON.stringify({ id: row?.id })).toString("base64");
    for (const cookie of [forged, `${forged}.`, `${forged}.${own.split(".")[1]}x`, ana.cookies.get("sesion") ?? ""]) {
      ana.cookies.set("pendiente", cookie);
      expect((await ana.get("/auth")).status).toBe(200);
      expect((await signIn(ana)).location).toBe("/admin");
      expect((await ana.get("/admin/clientes/nuevo")).html).not.toContain("Lucía");
      await ana.post("/salir", {});
    }
    ana.cookies.set("pendiente", own);
    expect((await signInAndFollow(ana)).values().nombre).toBe("Lucía");
  });

  test("is one of at most five per account, the latest, whatever other accounts do", async () => {
    const luz = await signUp("luz@ejemplo.mx");
    await expire();
    await luz.post("/admin/clientes/nuevo", { nombre: "De Luz" });
    for (let n = 1; n <= 7; n++) await ana.post("/admin/clientes/nuevo", { nombre: `Número ${n}` });
    expect(await pendingRows()).toHaveLength(6);
    expect((await signInAndFollow(ana)).values().nombre).toBe("Número 7");
    expect((await signInAndFollow(luz, "luz@ejemplo.mx")).values().nombre).toBe("De Luz");
  });

  test("that cannot be decrypted is ignored", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    await sql("UPDATE envios_pendientes_susa SET sobre = $1", [`v1.${Buffer.alloc(60).toString("base64url")}`]);
    expect((await signIn(ana)).location).toBe("/admin");
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
    expect((await ana.get("/admin/clientes/nuevo")).status).toBe(200);
  });

  test("that could not be saved is not announced as saved", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    await expire();
    const expired = await withoutTable("envios_pendientes_susa", () => page.submit({ nombre: "Lucía" }));
    expect(expired.location).toBe("/auth");
    expect((await ana.get("/auth")).alert).toContain("Lo que enviaste no se pudo conservar. Inicia sesión");
  });

  test("restores only admin paths", async () => {
    await expire();
    for (const path of ["//ejemplo.mx/admin", "/administrador", "https://ejemplo.mx/admin", "/\\ejemplo.mx", "/auth"]) {
      await ana.post("/admin/clientes/nuevo", { nombre: "Lucía" });
      await sql("UPDATE envios_pendientes_susa SET sobre = $1", [encrypt(JSON.stringify({ path, sent: [] }))]);
      const visitor = site.visitor();
      visitor.cookies.set("pendiente", ana.cookies.get("pendiente") ?? "");
      expect((await signIn(visitor)).location, path).toBe("/admin");
    }
  });
});

test("a pending form comes back without health notes to an account that lost the right to see them", async () => {
  const luz = await signUp("luz@ejemplo.mx");
  await expire();
  const path = `/admin/clientes/${id}`;
  const sent = { token: randomUUID(), nombre: "Sofía Ruiz", ocupacion: "Pintora", medicina: "Secreto", alerta: "Secreto" };
  expect((await luz.post(path, sent)).location).toMatch(/^\/auth/);
  expect(await pendingRows()).toHaveLength(1);
  await sql("UPDATE cuentas_susa SET permisos = '{}' WHERE email = 'luz@ejemplo.mx'");
  expect((await signIn(luz, "luz@ejemplo.mx")).location).toBe(path);
  const page = await luz.get(path);
  expect(page.values().ocupacion).toBe("Pintora");
  expect(page.html).not.toContain("Secreto");
});

test("a body with unknown fields is not saved, and never breaks the page", async () => {
  for (const [path, name, selector] of [
    ["/admin/servicios/nuevo", "insumos"],
    ["/admin/servicios/nuevo", "insumos.x"],
    ["/admin/testimonios/nuevo", "rating.x"],
    ["/admin/configuracion/general", "horario", "#general-horario"],
  ] as const) {
    const form = (await ana.get(path)).values(selector);
    await expire();
    expect((await ana.post(path, { ...form, [name]: "5555" })).status, name).toBe(400);
    expect(await pendingRows(), name).toEqual([]);
    await signInAndFollow(ana);
    expect((await ana.get(path)).status, name).toBe(200);
  }
});
