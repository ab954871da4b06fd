import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { encrypt } from "~/database/encryption.server";
import { type Page, type Site, startSite, type Visitor } from "../support/browser";
import { sql, withoutTable } from "../support/test-database";

const PASSWORD = "una contraseña larga";
const RESTORED_NOTICE = "Tu sesión había terminado. Revisa lo que escribiste y envíalo otra vez.";
const SAVED_NOTICE = "Lo que enviaste no se perdió";

let site: Site;
let ana: Visitor;
let id: string;

beforeAll(async () => {
  site = await startSite({ SIGNUP: "open" });
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql(
    "TRUNCATE cuentas_susa, sesiones_susa, envios_pendientes_susa, login_tries_susa, form_tokens_susa, clientes_susa CASCADE",
  );
  ana = await site.staff("ana@ejemplo.mx");
  const [row] = await sql<{ id: string }>(
    "INSERT INTO clientes_susa (nombre, ocupacion) VALUES ('Sofía Ruiz', 'Maestra') RETURNING id",
  );
  id = row?.id ?? "";
});

const expire = (age = "13 hours", column = "last_used_at") =>
  sql(`UPDATE sesiones_susa SET ${column} = now() - interval '${age}'`);
const pendingRows = () => sql<{ id: string; sobre: string }>("SELECT id, sobre FROM envios_pendientes_susa");
const names = async () =>
  (await sql<{ nombre: string }>("SELECT nombre FROM clientes_susa ORDER BY nombre")).map(({ nombre }) => nombre);
const alert = (page: Page) => page.text('main [role="alert"]:not(:empty)');
const status = (page: Page) => page.text('main [role="status"]');

/** Signs in and gives the answer, a redirect. */
const signIn = async (visitor: Visitor, email = "ana@ejemplo.mx") =>
  (await visitor.get("/auth")).submit({ email, password: PASSWORD });

/** Signs in and follows the redirect, as a browser does. */
const signInAndFollow = async (visitor: Visitor, email?: string) => visitor.get((await signIn(visitor, email)).location ?? "");

/** Fills in an editor, lets the session expire and sends it. */
async function sendExpired(path: string, values: Record<string, string>, age?: string, column?: string): Promise<Page> {
  const page = await ana.get(path);
  await expire(age, column);
  return page.submit(values);
}

const WHOLE = {
  nombre: "Íñigo «Ñandú» <Peña>",
  telefono: "222 123 4567",
  correo: "no es correo",
  edad: "treinta",
  medicina: "Paracetamol\ncada noche",
};

describe("a form sent on an expired session", () => {
  test.each([
    ["last_used_at", "12 hours 1 minute"],
    ["created_at", "7 days 1 minute"],
    ["last_used_at", "4 days"],
  ])("(%s %s ago) is saved, announced, and restored after signing in", async (column, age) => {
    const expired = await sendExpired("/admin/clientes/nuevo?q=maria+jose", WHOLE, age, column);
    expect([expired.status, expired.location]).toEqual([302, "/auth"]);
    const signInPage = await ana.get("/auth");
    expect(status(signInPage)).toContain(SAVED_NOTICE);
    expect(await names()).toEqual(["Sofía Ruiz"]);

    const answer = await signIn(ana);
    expect([answer.status, answer.location]).toEqual([303, "/admin/clientes/nuevo?q=maria+jose"]);
    const page = await ana.get(answer.location ?? "");
    expect(page.status).toBe(200);
    expect(status(page)).toContain("¡Bienvenida!");
    expect(page.text('dialog [role="alert"]')).toContain(RESTORED_NOTICE);
    expect(page.values()).toMatchObject(WHOLE);
    expect(await names()).toEqual(["Sofía Ruiz"]);

    // Its errors are reported as usual, and once corrected it is written.
    const refused = await page.submit();
    expect(refused.status).toBe(400);
    expect(alert(refused)).not.toContain(RESTORED_NOTICE);
    expect(refused.values()).toMatchObject(WHOLE);
    const saved = await refused.submit({ correo: "", edad: "30" });
    expect(saved.location).toBe("/admin/clientes?q=maria+jose");
    expect(await names()).toEqual([WHOLE.nombre, "Sofía Ruiz"]);
  });

  test("comes back with a fresh key, the version it was made from, and its emptied fields", async () => {
    const before = await ana.get(`/admin/clientes/${id}`);
    await expire();
    await before.submit({ ocupacion: "", edad: "41" });
    const page = await signInAndFollow(ana);
    expect(page.values()).toMatchObject({ nombre: "Sofía Ruiz", ocupacion: "", edad: "41" });
    expect(page.values().updated_at).toBe(before.values().updated_at);
    expect(page.values().token).not.toBe(before.values().token);
    expect((await page.submit()).status).toBe(303);
    expect(await sql("SELECT ocupacion, edad FROM clientes_susa")).toEqual([{ ocupacion: null, edad: 41 }]);
  });

  test("detects a conflicting change made meanwhile", async () => {
    await sendExpired(`/admin/clientes/${id}`, { ocupacion: "Bailarina" });
    await sql("UPDATE clientes_susa SET ocupacion = 'Doctora' WHERE id = $1", [id]);
    const page = await signInAndFollow(ana);
    expect(page.values().ocupacion).toBe("Bailarina");
    const conflict = await page.submit();
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Doctora.*Bailarina/);
    expect(await sql("SELECT ocupacion FROM clientes_susa")).toEqual([{ ocupacion: "Doctora" }]);
    expect((await conflict.submit()).status).toBe(303);
  });

  test("shows what was typed when the record was deleted meanwhile", async () => {
    await sendExpired(`/admin/clientes/${id}`, { ocupacion: "Maestra <de> danza" });
    await sql("DELETE FROM clientes_susa");
    const page = await signInAndFollow(ana);
    expect(page.status).toBe(404);
    expect(alert(page)).toContain("alguien eliminó este registro");
    expect(page.all("section p").map((line) => line.textContent)).toContain("ocupacionMaestra <de> danza");
  });

  test("with list fields (the studio's week) comes back complete", async () => {
    const expired = await sendExpired("/admin/configuracion/general", {
      nombre: "Otro nombre",
      "horario[2].abre": "11:15",
      "horario[2].cierra": "",
      biografia: "Uno.\n\nDos.",
    });
    expect(expired.location).toBe("/auth");
    const page = await signInAndFollow(ana);
    expect(page.path).toBe("/admin/configuracion/general");
    expect(alert(page)).toContain(RESTORED_NOTICE);
    expect(page.values()).toMatchObject({
      nombre: "Otro nombre",
      "horario[2].abre": "11:15",
      "horario[2].cierra": "",
      biografia: "Uno.\n\nDos.",
    });
    expect((await page.submit({ "horario[2].cierra": "18:00" })).status).toBe(303);
    expect(await sql("SELECT nombre FROM configuracion_susa")).toEqual([{ nombre: "Otro nombre" }]);
    await sql("DELETE FROM configuracion_susa");
  });

  test("is saved with JavaScript too, and the client is told to load the sign-in page as a document", async () => {
    const page = await ana.get("/admin/clientes/nuevo?q=x");
    await expire();
    const expired = await ana.post("/admin/clientes/nuevo?q=x&_data=@", {
      ...page.values(),
      nombre: "Por la red",
    });
    expect(expired.headers).toMatchObject({ "x-remix-redirect": "/auth", "x-remix-reload-document": "true" });
    const answer = await signIn(ana);
    expect(answer.location).toBe("/admin/clientes/nuevo?q=x");
    expect((await ana.get(answer.location ?? "")).values().nombre).toBe("Por la red");
  });

  test("stays restorable after a reload and a wrong password, until it is sent", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    const signInPage = await ana.get("/auth");
    const wrong = await signInPage.submit({ email: "ana@ejemplo.mx", password: "no es esta" });
    expect(status(wrong)).toContain(SAVED_NOTICE);
    await signIn(ana);
    for (let n = 0; n < 3; n++) expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("Lucía");
    await (await ana.get("/admin/clientes/nuevo")).submit();
    expect(await names()).toEqual(["Lucía", "Sofía Ruiz"]);
    expect(await pendingRows()).toEqual([]);
    const fresh = await ana.get("/admin/clientes/nuevo");
    expect([fresh.values().nombre, fresh.html.includes(RESTORED_NOTICE)]).toEqual(["", false]);
    expect(ana.cookies.has("pendiente")).toBe(false);
  });

  test("is discarded once it was sent and rejected, but not when the sidebar is toggled", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "   " });
    let page = await signInAndFollow(ana);
    const moved = await page.submit({}, 'form[action="/admin/barra"]');
    page = await ana.get(moved.location ?? "");
    expect(page.text("dialog")).toContain(RESTORED_NOTICE);
    expect((await page.submit({ ocupacion: "Otra" })).status).toBe(400);
    expect(await pendingRows()).toEqual([]);
    expect((await ana.get("/admin/clientes/nuevo")).html).not.toContain(RESTORED_NOTICE);
  });

  test("is discarded when another page is visited", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    expect((await signInAndFollow(ana)).values().nombre).toBe("Lucía");
    const list = await ana.get("/admin/clientes");
    expect([status(list), alert(list)]).toEqual(["", ""]);
    expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("");
    expect(await pendingRows()).toEqual([]);
  });

  test("fills only the same form, not another record's", async () => {
    await sendExpired("/admin/clientes/nuevo?q=a", { nombre: "Lucía" });
    await signIn(ana);
    const other = await ana.get(`/admin/clientes/${id}`);
    expect(other.values().nombre).toBe("Sofía Ruiz");
    expect(other.html).not.toContain("Lucía");
  });
});

describe("a form without fields", () => {
  test("that confirms a deletion is shown again, and nothing was deleted", async () => {
    const ask = await ana.get(`/admin/clientes/${id}/eliminar?q=sof`);
    await expire();
    expect((await ask.submit({}, "dialog form")).location).toBe("/auth");
    const page = await signInAndFollow(ana);
    expect(page.path).toBe(`/admin/clientes/${id}/eliminar?q=sof`);
    expect(page.text("dialog")).toContain("¿Estás segura de que quieres eliminar a Sofía Ruiz?");
    expect(await names()).toEqual(["Sofía Ruiz"]);
    expect((await page.submit({}, "dialog form")).location).toBe("/admin/clientes?q=sof");
    expect(await names()).toEqual([]);
  });

  test("in a list leads back to the list, which says that nothing was done", async () => {
    const luz = await site.staff("luz@ejemplo.mx");
    const list = await ana.get("/admin/configuracion/seguridad");
    await expire();
    expect((await list.submit({}, 'form[action*="/estado?"]')).location).toBe("/auth");
    const page = await signInAndFollow(ana);
    expect([page.path, page.status]).toEqual(["/admin/configuracion/seguridad", 200]);
    expect(alert(page)).toBe("No se hizo ningún cambioTu sesión había terminado. Vuelve a intentarlo.");
    expect(await sql("SELECT 1 FROM cuentas_susa WHERE estado <> 'activa'")).toEqual([]);
    expect(await pendingRows()).toEqual([]);
    expect(alert(await ana.get("/admin/configuracion/seguridad"))).toBe("");
    expect((await page.submit({}, 'form[action*="/estado?"]')).status).toBe(303);
    expect((await luz.send("/admin")).location).toBe("/auth");
  });

  test("is sent to an address that redirects to a page when it is opened", async () => {
    const { routes } = site.build;
    const withoutPage = Object.values(routes).filter(
      (route) =>
        route?.id.startsWith("routes/admin/") && route.module.action && /^(EmptyPage)?$/.test(route.module.default?.name ?? ""),
    );
    expect(withoutPage.length).toBeGreaterThan(1);
    for (const route of withoutPage) {
      const path = site.pathOf(route?.id ?? "").replace(/:[^/]+/g, id);
      const answer = await ana.send(path);
      expect(answer.status, path).toBeGreaterThanOrEqual(300);
      expect((await ana.get(path)).status, path).toBe(200);
    }
  });
});

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
    expect(status(await visitor.get("/auth"))).toBe("");
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

  test("after signing out", async () => {
    const cookies = new Map(ana.cookies);
    await (await ana.get("/admin")).submit({}, 'form[action="/salir"]');
    await expectNothingSaved(cookies);
  });

  test("after signing out of an expired session", async () => {
    const cookies = new Map(ana.cookies);
    await expire();
    await ana.post("/salir", {});
    await expectNothingSaved(cookies);
  });

  test("once the account signed in again: the old cookie is worth nothing", async () => {
    const cookies = new Map(ana.cookies);
    await expire();
    await signIn(ana);
    await expectNothingSaved(cookies);
  });

  test.each([
    ["that was revoked", "DELETE FROM sesiones_susa"],
    ["of a deactivated account", "UPDATE cuentas_susa SET rol = 'personal', estado = 'desactivada'"],
    ["of a pending account", "UPDATE cuentas_susa SET rol = 'personal', estado = 'pendiente'"],
  ])("on a session %s", async (_, statement) => {
    await expire();
    await sql(statement);
    await expectNothingSaved(ana.cookies);
  });

  test("on an active session, or for a page that is only opened", async () => {
    await ana.post("/admin/clientes/nuevo", values);
    expect(await pendingRows()).toEqual([]);
    await expire();
    expect((await ana.send("/admin/clientes/nuevo?nombre=Luz")).location).toBe("/auth");
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
    expect(alert(signInPage)).toContain("Lo que enviaste no se pudo conservar porque era demasiado largo.");
    expect((await signIn(ana)).location).toBe("/admin");
    const panel = await ana.get("/admin");
    expect(status(panel)).toContain("¡Bienvenida!");
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
    expect(alert(await ana.get("/auth"))).toContain("porque llevaba archivos");
  });
});

describe("a pending submission", () => {
  test("is encrypted: neither its values nor its path can be read in the table or the cookie", async () => {
    await sendExpired("/admin/clientes/nuevo?q=secretaria", { nombre: "Lucía Confidencial", medicina: "Insulina" });
    const rows = await pendingRows();
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows) + decodeURIComponent(ana.cookies.get("pendiente") ?? "");
    const readable = stored + Buffer.from(stored.replace(/^.*"v1\./, ""), "base64url").toString("latin1");
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
    const luz = await site.staff("luz@ejemplo.mx");
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
    const luz = await site.staff("luz@ejemplo.mx");
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

  test("is found only by a cookie with a valid signature", async () => {
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
    const luz = await site.staff("luz@ejemplo.mx");
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
    expect(alert(await ana.get("/auth"))).toContain("Lo que enviaste no se pudo conservar. Inicia sesión");
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

test("a body with unknown fields is not saved, and never breaks the page", async () => {
  for (const [path, name] of [
    ["/admin/servicios/nuevo", "insumos"],
    ["/admin/servicios/nuevo", "insumos.x"],
    ["/admin/testimonios/nuevo", "rating.x"],
    ["/admin/configuracion/general", "horario"],
  ] as const) {
    const form = (await ana.get(path)).values();
    await expire();
    expect((await ana.post(path, { ...form, [name]: "5555" })).status, name).toBe(400);
    expect(await pendingRows(), name).toEqual([]);
    await signInAndFollow(ana);
    expect((await ana.get(path)).status, name).toBe(200);
  }
});

test("a form comes back over a list that got shorter, and a switch leads back to the filtered list", async () => {
  await sendExpired("/admin/proveedores/nuevo?pagina=900", { nombre: "", contacto: "Con calma" });
  const page = await signInAndFollow(ana);
  expect([page.path, page.values().contacto]).toEqual(["/admin/proveedores/nuevo?pagina=900", "Con calma"]);
  await sql("INSERT INTO testimonios_susa (nombre, testimonio) VALUES ('Luz', 'Bien')");
  const list = await ana.get("/admin/testimonios?visible=si");
  await expire();
  await list.submit({}, 'form[action*="/visible"]');
  expect((await signInAndFollow(ana)).path).toBe("/admin/testimonios?visible=si");
});
