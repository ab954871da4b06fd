import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { encrypt } from "~/database/encryption.server";
import { sql, withoutTable } from "../test-database";
import { type Page, type Site, startSite, type Visitor } from "./browser";

const PASSWORD = "una contraseña larga";
const SENTENCE = "Tu sesión había terminado. Revisa lo que escribiste y envíalo otra vez.";
const KEPT = "Lo que enviaste no se perdió";

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
const kept = () => sql<{ id: string; sobre: string }>("SELECT id, sobre FROM envios_pendientes_susa");
const names = async () =>
  (await sql<{ nombre: string }>("SELECT nombre FROM clientes_susa ORDER BY nombre")).map(({ nombre }) => nombre);
const alert = (page: Page) => page.text('main [role="alert"]:not(:empty)');
const status = (page: Page) => page.text('main [role="status"]');

/** Signs in and gives the answer, which says where to. */
const signIn = async (visitor: Visitor, email = "ana@ejemplo.mx") =>
  (await visitor.get("/auth")).submit({ email, password: PASSWORD });

/** Signs in and follows, as a browser does. */
const comeBack = async (visitor: Visitor, email?: string) => visitor.get((await signIn(visitor, email)).location ?? "");

/** Fills an editor's form, lets the session end, and sends it. */
async function sendLate(path: string, values: Record<string, string>, age?: string, column?: string): Promise<Page> {
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

describe("a form sent on a session that ended", () => {
  test.each([
    ["last_used_at", "12 hours 1 minute"],
    ["created_at", "7 days 1 minute"],
    ["last_used_at", "4 days"],
  ])("with its %s %s ago is kept, announced, and stands filled after signing in", async (column, age) => {
    const late = await sendLate("/admin/clientes/nuevo?q=maria+jose", WHOLE, age, column);
    expect([late.status, late.location]).toEqual([302, "/auth"]);
    const door = await ana.get("/auth");
    expect(status(door)).toContain(KEPT);
    expect(await names()).toEqual(["Sofía Ruiz"]);

    const answer = await signIn(ana);
    expect([answer.status, answer.location]).toEqual([303, "/admin/clientes/nuevo?q=maria+jose"]);
    const page = await ana.get(answer.location ?? "");
    expect(page.status).toBe(200);
    expect(status(page)).toContain("¡Bienvenida!");
    expect(page.text('dialog [role="alert"]')).toContain(SENTENCE);
    expect(page.values()).toMatchObject(WHOLE);
    expect(await names()).toEqual(["Sofía Ruiz"]);

    // What is wrong in it is said as always, and it is written when it is right.
    const refused = await page.submit();
    expect(refused.status).toBe(400);
    expect(alert(refused)).not.toContain(SENTENCE);
    expect(refused.values()).toMatchObject(WHOLE);
    const saved = await refused.submit({ correo: "", edad: "30" });
    expect(saved.location).toBe("/admin/clientes?q=maria+jose");
    expect(await names()).toEqual([WHOLE.nombre, "Sofía Ruiz"]);
  });

  test("carries a fresh token, the version it was made from, and fields that were emptied", async () => {
    const before = await ana.get(`/admin/clientes/${id}`);
    await expire();
    await before.submit({ ocupacion: "", edad: "41" });
    const page = await comeBack(ana);
    expect(page.values()).toMatchObject({ nombre: "Sofía Ruiz", ocupacion: "", edad: "41" });
    expect(page.values().updated_at).toBe(before.values().updated_at);
    expect(page.values().token).not.toBe(before.values().token);
    expect((await page.submit()).status).toBe(303);
    expect(await sql("SELECT ocupacion, edad FROM clientes_susa")).toEqual([{ ocupacion: null, edad: 41 }]);
  });

  test("notices a change that somebody made meanwhile", async () => {
    await sendLate(`/admin/clientes/${id}`, { ocupacion: "Bailarina" });
    await sql("UPDATE clientes_susa SET ocupacion = 'Doctora' WHERE id = $1", [id]);
    const page = await comeBack(ana);
    expect(page.values().ocupacion).toBe("Bailarina");
    const conflict = await page.submit();
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Doctora.*Bailarina/);
    expect(await sql("SELECT ocupacion FROM clientes_susa")).toEqual([{ ocupacion: "Doctora" }]);
    expect((await conflict.submit()).status).toBe(303);
  });

  test("shows what was typed when somebody deleted the record meanwhile", async () => {
    await sendLate(`/admin/clientes/${id}`, { ocupacion: "Maestra <de> danza" });
    await sql("DELETE FROM clientes_susa");
    const page = await comeBack(ana);
    expect(page.status).toBe(404);
    expect(alert(page)).toContain("alguien eliminó este registro");
    expect(page.all("section p").map((line) => line.textContent)).toContain("ocupacionMaestra <de> danza");
  });

  test("with lists in it (the week of the studio) comes back whole", async () => {
    const late = await sendLate("/admin/configuracion/general", {
      nombre: "Otro nombre",
      "horario[2].abre": "11:15",
      "horario[2].cierra": "",
      biografia: "Uno.\n\nDos.",
    });
    expect(late.location).toBe("/auth");
    const page = await comeBack(ana);
    expect(page.path).toBe("/admin/configuracion/general");
    expect(alert(page)).toContain(SENTENCE);
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

  test("with JavaScript is kept too: its script is told to load the door as a document", async () => {
    const page = await ana.get("/admin/clientes/nuevo?q=x");
    await expire();
    const late = await ana.post("/admin/clientes/nuevo?q=x&_data=@", {
      ...page.values(),
      nombre: "Por la red",
    });
    expect(late.headers).toMatchObject({ "x-remix-redirect": "/auth", "x-remix-reload-document": "true" });
    const answer = await signIn(ana);
    expect(answer.location).toBe("/admin/clientes/nuevo?q=x");
    expect((await ana.get(answer.location ?? "")).values().nombre).toBe("Por la red");
  });

  test("is still there after a reload and a wrong password, and gone once it was sent", async () => {
    await sendLate("/admin/clientes/nuevo", { nombre: "Lucía" });
    const door = await ana.get("/auth");
    const wrong = await door.submit({ email: "ana@ejemplo.mx", password: "no es esta" });
    expect(status(wrong)).toContain(KEPT);
    await signIn(ana);
    for (let n = 0; n < 3; n++) expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("Lucía");
    await (await ana.get("/admin/clientes/nuevo")).submit();
    expect(await names()).toEqual(["Lucía", "Sofía Ruiz"]);
    expect(await kept()).toEqual([]);
    const fresh = await ana.get("/admin/clientes/nuevo");
    expect([fresh.values().nombre, fresh.html.includes(SENTENCE)]).toEqual(["", false]);
    expect(ana.cookies.has("pendiente")).toBe(false);
  });

  test("does not come back once it was sent and refused, nor when the sidebar moved", async () => {
    await sendLate("/admin/clientes/nuevo", { nombre: "   " });
    let page = await comeBack(ana);
    const moved = await page.submit({}, 'form[action="/admin/barra"]');
    page = await ana.get(moved.location ?? "");
    expect(page.text("dialog")).toContain(SENTENCE);
    expect((await page.submit({ ocupacion: "Otra" })).status).toBe(400);
    expect(await kept()).toEqual([]);
    expect((await ana.get("/admin/clientes/nuevo")).html).not.toContain(SENTENCE);
  });

  test("does not come back to who moved on", async () => {
    await sendLate("/admin/clientes/nuevo", { nombre: "Lucía" });
    expect((await comeBack(ana)).values().nombre).toBe("Lucía");
    const list = await ana.get("/admin/clientes");
    expect([status(list), alert(list)]).toEqual(["", ""]);
    expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("");
    expect(await kept()).toEqual([]);
  });

  test("fills its own form only, not another one of the same kind", async () => {
    await sendLate("/admin/clientes/nuevo?q=a", { nombre: "Lucía" });
    await signIn(ana);
    const other = await ana.get(`/admin/clientes/${id}`);
    expect(other.values().nombre).toBe("Sofía Ruiz");
    expect(other.html).not.toContain("Lucía");
  });
});

describe("a form without fields", () => {
  test("a question (¿Estás segura…?) is asked again, and nothing was deleted", async () => {
    const ask = await ana.get(`/admin/clientes/${id}/eliminar?q=sof`);
    await expire();
    expect((await ask.submit({}, "dialog form")).location).toBe("/auth");
    const page = await comeBack(ana);
    expect(page.path).toBe(`/admin/clientes/${id}/eliminar?q=sof`);
    expect(page.text("dialog")).toContain("¿Estás segura de que quieres eliminar a Sofía Ruiz?");
    expect(await names()).toEqual(["Sofía Ruiz"]);
    expect((await page.submit({}, "dialog form")).location).toBe("/admin/clientes?q=sof");
    expect(await names()).toEqual([]);
  });

  test("a button of a list leads back to the list, which says that nothing was done", async () => {
    const luz = await site.staff("luz@ejemplo.mx");
    const list = await ana.get("/admin/configuracion/seguridad");
    await expire();
    expect((await list.submit({}, 'form[action*="/estado?"]')).location).toBe("/auth");
    const page = await comeBack(ana);
    expect([page.path, page.status]).toEqual(["/admin/configuracion/seguridad", 200]);
    expect(alert(page)).toBe("No se hizo ningún cambioTu sesión había terminado. Vuelve a intentarlo.");
    expect(await sql("SELECT 1 FROM cuentas_susa WHERE estado <> 'activa'")).toEqual([]);
    expect(await kept()).toEqual([]);
    expect(alert(await ana.get("/admin/configuracion/seguridad"))).toBe("");
    expect((await page.submit({}, 'form[action*="/estado?"]')).status).toBe(303);
    expect((await luz.send("/admin")).location).toBe("/auth");
  });

  test("every address that only takes forms leads somewhere when it is opened", async () => {
    const { routes } = site.build;
    const withoutPage = Object.values(routes).filter(
      (route) =>
        route?.id.startsWith("routes/admin/") && route.module.action && /^(NoPage)?$/.test(route.module.default?.name ?? ""),
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

describe("nothing is kept", () => {
  const values = { nombre: "No se guarda" };

  /** Sends what an old page holds with these cookies, and expects the door to know nothing of it. */
  async function expectNothing(cookies: Map<string, string>, path = "/admin/clientes/nuevo") {
    const visitor = site.visitor();
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    const answer = await visitor.post(path, values);
    expect(answer.location).toBe("/auth");
    expect(visitor.cookies.has("pendiente")).toBe(false);
    expect(await kept()).toEqual([]);
    expect(status(await visitor.get("/auth"))).toBe("");
  }

  test("without a session, or with one that is not what we signed", async () => {
    await expectNothing(new Map());
    await expire();
    const whole = ana.cookies.get("sesion") ?? "";
    for (const forged of [whole.slice(0, -4), whole.replace(/^./, "X"), whole.split(".")[0] ?? "", `${whole}x`])
      await expectNothing(new Map([["sesion", forged]]));
    // The same way does keep something when the cookie is whole.
    await ana.post("/admin/clientes/nuevo", values);
    expect(await kept()).toHaveLength(1);
  });

  test("after signing out", async () => {
    const cookies = new Map(ana.cookies);
    await (await ana.get("/admin")).submit({}, 'form[action="/salir"]');
    await expectNothing(cookies);
  });

  test("after signing out of a session that had ended", async () => {
    const cookies = new Map(ana.cookies);
    await expire();
    await ana.post("/salir", {});
    await expectNothing(cookies);
  });

  test("once the account signed in again: the old cookie is worth nothing", async () => {
    const cookies = new Map(ana.cookies);
    await expire();
    await signIn(ana);
    await expectNothing(cookies);
  });

  test.each([
    ["revoked", "DELETE FROM sesiones_susa"],
    ["of a deactivated account", "UPDATE cuentas_susa SET rol = 'personal', estado = 'desactivada'"],
    ["of an account that waits", "UPDATE cuentas_susa SET rol = 'personal', estado = 'pendiente'"],
  ])("on a session that was %s", async (_, statement) => {
    await expire();
    await sql(statement);
    await expectNothing(ana.cookies);
  });

  test("on a session that is alive, nor of a page that is only opened", async () => {
    await ana.post("/admin/clientes/nuevo", values);
    expect(await kept()).toEqual([]);
    await expire();
    expect((await ana.send("/admin/clientes/nuevo?nombre=Luz")).location).toBe("/auth");
    expect(await kept()).toEqual([]);
  });

  test("of a body that is no form, or that describes none of ours", async () => {
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
    expect(await kept()).toEqual([]);
  });

  test.each([
    ["longer than 64 KB", "a".repeat(65_600)],
    ["longer than 64 KB once it is written down", "\x01".repeat(20_000)],
  ])("of what is %s, and the door says so", async (_, text) => {
    const page = await ana.get("/admin/clientes/nuevo");
    await expire();
    // As some program might send it: not a byte more than it has.
    const late = await ana.send("/admin/clientes/nuevo", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `token=${page.values().token}&medicina=${text}`,
    });
    expect(late.location).toBe("/auth");
    expect(await kept()).toEqual([]);
    const door = await ana.get("/auth");
    expect(alert(door)).toContain("Lo que enviaste no se pudo conservar porque era demasiado largo.");
    expect((await signIn(ana)).location).toBe("/admin");
    const panel = await ana.get("/admin");
    expect(status(panel)).toContain("¡Bienvenida!");
    expect(ana.cookies.has("pendiente")).toBe(false);
  });

  test("of a form with files, and the door says so", async () => {
    await expire();
    const late = await ana.send("/admin/clientes/nuevo", {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: '--x\r\nContent-Disposition: form-data; name="nombre"\r\n\r\nLucía\r\n--x--\r\n',
    });
    expect(late.location).toBe("/auth");
    expect(await kept()).toEqual([]);
    expect(alert(await ana.get("/auth"))).toContain("porque llevaba archivos");
  });
});

describe("what is kept", () => {
  test("is sealed: neither what was typed nor for whom can be read, in the table or in the cookie", async () => {
    await sendLate("/admin/clientes/nuevo?q=secretaria", { nombre: "Lucía Confidencial", medicina: "Insulina" });
    const rows = await kept();
    expect(rows).toHaveLength(1);
    const told = JSON.stringify(rows) + decodeURIComponent(ana.cookies.get("pendiente") ?? "");
    const opened = told + Buffer.from(told.replace(/^.*"v1\./, ""), "base64url").toString("latin1");
    for (const word of ["Confidencial", "Insulina", "secretaria", "nuevo"]) expect(opened).not.toContain(word);
    expect(Buffer.from(decodeURIComponent(ana.cookies.get("pendiente") ?? ""), "base64").toString()).not.toContain("nuevo");
  });

  test("holds no password and no token", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    await expire();
    await ana.post("/admin/clientes/nuevo", {
      ...page.values(),
      nombre: "Lucía",
      password: "mi secreto",
      password_nueva: "mi secreto",
    });
    const given = await comeBack(ana);
    expect(given.values().nombre).toBe("Lucía");
    expect(given.html).not.toContain("mi secreto");
    expect(given.html).not.toContain(page.values().token);
  });

  test("waits thirty minutes and no longer", async () => {
    await sendLate("/admin/clientes/nuevo", { nombre: "Lucía" });
    await sql("UPDATE envios_pendientes_susa SET created_at = now() - interval '29 minutes'");
    expect((await comeBack(ana)).values().nombre).toBe("Lucía");
    await sql("UPDATE envios_pendientes_susa SET created_at = now() - interval '31 minutes'");
    expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("");
    expect(await kept()).toEqual([]);

    await sendLate("/admin/clientes/nuevo", { nombre: "Lucía" });
    await sql("UPDATE envios_pendientes_susa SET created_at = now() - interval '31 minutes'");
    expect((await signIn(ana)).location).toBe("/admin");
  });

  test("is never another account's, not even afterwards", async () => {
    const luz = await site.staff("luz@ejemplo.mx");
    await luz.get("/admin");
    await sendLate(`/admin/clientes/${id}`, { ocupacion: "Solo de Ana" });
    const answer = await signIn(ana, "luz@ejemplo.mx");
    expect(answer.location).toBe("/admin");
    expect(ana.cookies.has("pendiente")).toBe(false);
    const page = await ana.get(`/admin/clientes/${id}`);
    expect([page.values().ocupacion, page.html.includes(SENTENCE)]).toEqual(["Maestra", false]);
    expect(await kept()).toEqual([]);
  });

  test("is not opened by another account that carries the cookie away", async () => {
    const luz = await site.staff("luz@ejemplo.mx");
    await sendLate(`/admin/clientes/${id}`, { ocupacion: "Solo de Ana" });
    await signIn(luz, "luz@ejemplo.mx");
    luz.cookies.set("pendiente", ana.cookies.get("pendiente") ?? "");
    const page = await luz.get(`/admin/clientes/${id}`);
    expect([page.status, page.values().ocupacion]).toEqual([200, "Maestra"]);
    expect(page.html).not.toContain("Solo de Ana");
  });

  test("is not given to an account that is made at that moment", async () => {
    await sendLate("/admin/clientes/nuevo", { nombre: "Lucía" });
    const made = await (await ana.get("/auth?modo=registro")).submit({ email: "nueva@ejemplo.mx", password: PASSWORD });
    expect(made.location).toBe("/admin");
    expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("");
    expect(await kept()).toEqual([]);
  });

  test("goes when who got it back signs out", async () => {
    await sendLate("/admin/clientes/nuevo", { nombre: "Lucía" });
    await (await comeBack(ana)).submit({}, 'form[action="/salir"]');
    expect(await kept()).toEqual([]);
    expect((await signIn(ana)).location).toBe("/admin");
  });

  test("is found by the cookie we signed and by no other", async () => {
    await sendLate("/admin/clientes/nuevo", { nombre: "Lucía" });
    const [row] = await kept();
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
    expect((await comeBack(ana)).values().nombre).toBe("Lucía");
  });

  test("is at most five forms of an account, the last ones, and touches nobody else's", async () => {
    const luz = await site.staff("luz@ejemplo.mx");
    await expire();
    await luz.post("/admin/clientes/nuevo", { nombre: "De Luz" });
    for (let n = 1; n <= 7; n++) await ana.post("/admin/clientes/nuevo", { nombre: `Número ${n}` });
    expect(await kept()).toHaveLength(6);
    expect((await comeBack(ana)).values().nombre).toBe("Número 7");
    expect((await comeBack(luz, "luz@ejemplo.mx")).values().nombre).toBe("De Luz");
  });

  test("that does not open any more is as if it were not there", async () => {
    await sendLate("/admin/clientes/nuevo", { nombre: "Lucía" });
    await sql("UPDATE envios_pendientes_susa SET sobre = $1", [`v1.${Buffer.alloc(60).toString("base64url")}`]);
    expect((await signIn(ana)).location).toBe("/admin");
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
    expect((await ana.get("/admin/clientes/nuevo")).status).toBe(200);
  });

  test("is never claimed to be there when it could not be kept", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    await expire();
    const late = await withoutTable("envios_pendientes_susa", () => page.submit({ nombre: "Lucía" }));
    expect(late.location).toBe("/auth");
    expect(alert(await ana.get("/auth"))).toContain("Lo que enviaste no se pudo conservar. Inicia sesión");
  });

  test("leads to no address but the panel's own", async () => {
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

test("what no form of ours sends is not kept, and what is kept never breaks a page", async () => {
  for (const [path, name] of [
    ["/admin/servicios/nuevo", "insumos"],
    ["/admin/servicios/nuevo", "insumos.x"],
    ["/admin/testimonios/nuevo", "rating.x"],
    ["/admin/configuracion/general", "horario"],
  ] as const) {
    const form = (await ana.get(path)).values();
    await expire();
    expect((await ana.post(path, { ...form, [name]: "5555" })).status, name).toBe(400);
    expect(await kept(), name).toEqual([]);
    await comeBack(ana);
    expect((await ana.get(path)).status, name).toBe(200);
  }
});

test("a form comes back over a list that got shorter, and a switch to the list as it was filtered", async () => {
  await sendLate("/admin/proveedores/nuevo?pagina=900", { nombre: "", contacto: "Con calma" });
  const page = await comeBack(ana);
  expect([page.path, page.values().contacto]).toEqual(["/admin/proveedores/nuevo?pagina=900", "Con calma"]);
  await sql("INSERT INTO testimonios_susa (nombre, testimonio) VALUES ('Luz', 'Bien')");
  const list = await ana.get("/admin/testimonios?visible=si");
  await expire();
  await list.submit({}, 'form[action*="/visible"]');
  expect((await comeBack(ana)).path).toBe("/admin/testimonios?visible=si");
});
