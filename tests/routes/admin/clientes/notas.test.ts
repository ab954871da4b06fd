import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { decrypt, encrypt } from "~/database/encryption.server";
import type { Page, Visitor } from "../../../support/browser";
import { createCita, createCliente, createEmpleado } from "../../../support/factories";
import { countOf, sql, sqlColumn, whileRejecting } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const NOTES = { medicina: "Insulina-secreta", enfermedades: "Asma-secreta", alerta: "Látex-secreto" };
const SECRET = /secret[ao]/;
const FORM = "section[aria-labelledby=salud] form";
const MINUTE = 60_000;

let id: string;

const site = await startSiteForFile();
const owner = await site.staff("duena@ejemplo.mx");
const reception = await site.staff("recepcion@ejemplo.mx");
beforeEach(async () => {
  await sql("DELETE FROM citas_susa; DELETE FROM clientes_susa");
  await setPermisos("{}");
  id = await createCliente({
    nombre: "Lucía Peña",
    medicina: encrypt(NOTES.medicina),
    enfermedades: encrypt(NOTES.enfermedades),
    alerta: encrypt(NOTES.alerta),
  });
});
afterEach(() => vi.useRealTimers());

const setPermisos = (permisos: string) =>
  sql("UPDATE cuentas_susa SET permisos = $1::permiso[] WHERE email = 'recepcion@ejemplo.mx'", [permisos]);
const ficha = (cliente = id) => `/admin/clientes/${cliente}/ficha`;
const openNotes = async (visitor: Visitor): Promise<Page> => visitor.submit(ficha(), {}, FORM);
const data = async (visitor: Visitor, path: string) => (await visitor.send(`${path}?_data=@`)).html;
const inMinutes = (minutes: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * MINUTE });

/** The e-mails of who saw the client's notes, as recorded. */
const revelations = () =>
  sqlColumn(
    "SELECT email FROM bitacora_susa b JOIN cuentas_susa c ON c.id = b.cuenta_id WHERE accion = 'revelacion' AND tipo = 'cliente' AND registro_id = $1 ORDER BY orden",
    [id],
  );

async function storedNotes() {
  const [row] = await sql<Record<string, string | null>>(
    "SELECT medicina, enfermedades, alerta FROM clientes_susa WHERE id = $1",
    [id],
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, text]) => [name, text && decrypt(text)]));
}

describe("the health notes on a client's page", () => {
  test("are not in it until they are opened, then for fifteen minutes, and it is recorded who opened them", async () => {
    const closed = await owner.get(ficha());
    expect(closed.text("h1 + .alerta")).toBe(`Alerta: ${NOTES.alerta}`);
    expect(closed.text(FORM)).toContain("Ver notas de salud");
    for (const html of [closed.html, await data(owner, ficha())]) expect(html).not.toMatch(/Insulina|Asma/);
    expect(await revelations()).toEqual([]);

    const opened = await openNotes(owner);
    expect([opened.status, opened.location]).toEqual([303, ficha()]);
    const cookie = String(opened.headers["set-cookie"]);
    for (const part of ["HttpOnly", "SameSite=Lax", "Max-Age=900", "Path=/admin/clientes"]) expect(cookie).toContain(part);
    expect(decodeURIComponent(cookie)).not.toMatch(SECRET);
    expect((await owner.get(ficha())).text("section[aria-labelledby=salud]")).toMatch(/Insulina-secreta.*Asma-secreta/);
    expect(await data(owner, ficha())).toContain(NOTES.medicina);
    expect(await revelations()).toEqual(["duena@ejemplo.mx"]);

    inMinutes(14);
    expect((await owner.get(ficha())).html).toContain(NOTES.medicina);
    inMinutes(2);
    expect((await owner.get(ficha())).html).not.toMatch(/Insulina|Asma/);
  });

  test("stay closed for another client, for another account with the same cookie, and with one that was written by hand", async () => {
    const other = await createCliente({ nombre: "Otra", medicina: encrypt("Otra-secreta") });
    await openNotes(owner);
    expect((await owner.get(ficha(other))).html).not.toMatch(/Otra-secreta/);
    await setPermisos("{salud}");
    const cookie = String(owner.cookies.get("notas"));
    reception.cookies.set("notas", cookie);
    expect((await reception.get(ficha())).html).not.toMatch(/Insulina/);
    const [payload = ""] = decodeURIComponent(cookie).split(".");
    owner.cookies.set("notas", encodeURIComponent(`${payload}.x`));
    expect((await owner.get(ficha())).html).not.toMatch(/Insulina/);
  });

  test("stay closed when it cannot be recorded who opened them", async () => {
    const { token = "" } = (await owner.get(ficha())).values(FORM);
    const page = await whileRejecting("bitacora_susa", () => owner.post(`/admin/clientes/${id}/notas`, { token }));
    expect(page.status).toBe(503);
    expect(String(page.headers["set-cookie"])).not.toContain("notas");
  });

  test("show neither themselves nor whether there are any to an account without the right, and cannot be opened by it", async () => {
    const empty = await createCliente({ nombre: "Lucía Peña" });
    const [withNotes, without] = [await reception.get(ficha()), await reception.get(ficha(empty))];
    expect(withNotes.text("h1")).toBe("Lucía Peña");
    expect(withNotes.all("#salud, .alerta").length).toBe(0);
    const anonymous = (page: Page, own: string) => page.text().replaceAll(own, "");
    expect(anonymous(withNotes, id)).toBe(anonymous(without, empty));
    const { token = "" } = (await reception.get("/admin/clientes/nuevo")).values();
    const refused = await reception.post(`/admin/clientes/${id}/notas`, { token });
    expect([refused.status, await countOf("bitacora_susa", "accion = 'prohibido'")]).toEqual([403, 1]);
    expect(String(refused.headers["set-cookie"])).not.toContain("notas");
    for (const html of [withNotes.html, refused.html, await data(reception, ficha())]) expect(html).not.toMatch(SECRET);
    expect(await revelations()).toEqual([]);
  });

  test("open for a specialist whose client she is, until her only appointment is cancelled", async () => {
    await setPermisos("{salud_propias}");
    await sql("DELETE FROM empleados_susa");
    const empleado_id = await createEmpleado();
    await sql("UPDATE empleados_susa SET cuenta_id = (SELECT id FROM cuentas_susa WHERE email = 'recepcion@ejemplo.mx')");
    expect((await reception.get(ficha())).all("#salud").length).toBe(0);
    await createCita(new Date(), { cliente_id: id, empleado_id });
    await openNotes(reception);
    expect((await reception.get(ficha())).html).toContain(NOTES.medicina);
    expect((await reception.get(`/admin/clientes/${id}`)).values()).toMatchObject(NOTES);
    await sql("UPDATE citas_susa SET estado = 'cancelada'");
    for (const path of [ficha(), `/admin/clientes/${id}`]) expect((await reception.get(path)).html).not.toMatch(SECRET);
  });
});

describe("the editor of a client", () => {
  test("keeps all health fields at once for an account with the right, and records once in fifteen minutes that it was opened", async () => {
    await setPermisos("{salud}");
    for (let times = 0; times < 3; times++) expect((await reception.get(`/admin/clientes/${id}`)).values()).toMatchObject(NOTES);
    expect(await revelations()).toEqual(["recepcion@ejemplo.mx"]);
    await owner.get(`/admin/clientes/${id}`);
    expect(await revelations()).toEqual(["recepcion@ejemplo.mx", "duena@ejemplo.mx"]);
    await sql("UPDATE clientes_susa SET medicina = NULL, enfermedades = NULL");
    const other = await createCliente({ alerta: encrypt("Látex") });
    await owner.get(`/admin/clientes/${other}`);
    expect(await sql("SELECT FROM bitacora_susa WHERE accion = 'revelacion' AND registro_id = $1", [other])).toEqual([]);
  });

  test.each(["medicina", "enfermedades"])("records that it was opened when there is only %s", async (campo) => {
    await sql("UPDATE clientes_susa SET medicina = NULL, enfermedades = NULL, alerta = NULL");
    await sql(`UPDATE clientes_susa SET ${campo} = $1`, [encrypt("Una-secreta")]);
    expect((await owner.get(`/admin/clientes/${id}`)).html).toContain("Una-secreta");
    expect(await revelations()).toEqual(["duena@ejemplo.mx"]);
  });

  test("records that a conflict showed them", async () => {
    await setPermisos("{salud}");
    const { token = "" } = (await reception.get("/admin/clientes/nuevo")).values();
    const values = { token, nombre: "Otra", medicina: "Nada", updated_at: "2020-01-01T00:00:00.000Z" };
    const answer = await reception.post(`/admin/clientes/${id}?_data=@`, values);
    expect([answer.status, answer.html.includes(NOTES.medicina)]).toEqual([409, true]);
    expect(await revelations()).toEqual(["recepcion@ejemplo.mx"]);
  });

  test("neither carries nor touches them for an account without the right, also when they are sent by hand", async () => {
    const editor = await reception.get(`/admin/clientes/${id}`);
    expect(Object.keys(editor.values())).not.toEqual(expect.arrayContaining(["medicina"]));
    for (const html of [editor.html, await data(reception, `/admin/clientes/${id}`)]) expect(html).not.toMatch(SECRET);
    const forged = { nombre: "Lucía Peña Ríos", medicina: "", enfermedades: "Otra cosa", alerta: "Otra" };
    expect((await editor.submit(forged)).status).toBe(303);
    expect(await sql("SELECT nombre FROM clientes_susa WHERE id = $1", [id])).toEqual([{ nombre: "Lucía Peña Ríos" }]);
    expect(await storedNotes()).toEqual(NOTES);
    const created = await reception.submit("/admin/clientes/nuevo", { ...forged, nombre: "Nueva" });
    expect(created.status).toBe(303);
    expect(await sql("SELECT medicina, enfermedades, alerta FROM clientes_susa WHERE nombre = 'Nueva'")).toEqual([
      { medicina: null, enfermedades: null, alerta: null },
    ]);
    expect(await revelations()).toEqual([]);
  });

  test("does not touch them when the right was given after the form was opened", async () => {
    const editor = await reception.get(`/admin/clientes/${id}`);
    await setPermisos("{salud}");
    expect((await editor.submit({ nombre: "Lucía" })).status).toBe(303);
    expect(await storedNotes()).toEqual(NOTES);
  });

  test("shows none of them to an account without the right when somebody else changed the client meanwhile", async () => {
    const editor = await reception.get(`/admin/clientes/${id}`);
    await sql("UPDATE clientes_susa SET nombre = 'Lucía P.', medicina = $2 WHERE id = $1", [id, encrypt("Nueva-secreta")]);
    const answered = await editor.submit({ nombre: "Lucía Peña Ríos", medicina: "Mía" });
    expect(answered.status).toBe(409);
    expect(answered.html).not.toMatch(SECRET);
    expect(answered.text()).not.toMatch(/Medicina|Enfermedades|Alerta/);
    expect((await answered.submit()).status).toBe(303);
    expect(await storedNotes()).toEqual({ ...NOTES, medicina: "Nueva-secreta" });
  });
});

describe("notes that were encrypted with another key", () => {
  const LOST = "v2.00000000.AAAA";
  const stored = async () =>
    (await sql("SELECT telefono, medicina, alerta FROM clientes_susa WHERE id = $1", [id]))[0] as Record<string, string>;

  beforeEach(() => sql("UPDATE clientes_susa SET medicina = $2, alerta = $2 WHERE id = $1", [id, LOST]));
  afterEach(() => {
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  });

  test("are said to be so, survive another change of the client, and give way to what is written anew", async () => {
    const page = await owner.get(`/admin/clientes/${id}`);
    expect(page.values()).toMatchObject({ medicina: "no se puede leer", alerta: "no se puede leer" });
    expect((await page.submit({ telefono: "222 123 4567" })).status).toBe(303);
    expect(await stored()).toEqual({ telefono: "+522221234567", medicina: LOST, alerta: LOST });
    expect((await owner.submit(`/admin/clientes/${id}`, { alerta: "Látex" })).status).toBe(303);
    const { medicina, alerta = "" } = await stored();
    expect([medicina, decrypt(alerta)]).toEqual([LOST, "Látex"]);
    expect((await openNotes(owner)).status).toBe(303);
    expect((await owner.get(ficha())).text()).toContain("no se puede leer");
  });

  test("keep two records from being merged, which would lose them", async () => {
    const other = await createCliente({ nombre: "Lucía P." });
    const page = await owner.get(`/admin/clientes/${other}/fusionar?otra=${id}`);
    expect([page.status, page.text("main").includes("no se puede leer")]).toEqual([200, true]);
    const answer = await page.submit();
    expect([answer.status, answer.alert.includes("no se puede leer y se perdería")]).toEqual([409, true]);
    expect((await stored()).medicina).toBe(LOST);
    expect(await countOf("clientes_susa")).toBe(2);
  });
});

describe("notes that were emptied or overwritten", () => {
  const UNDO = 'form[action*="/deshacer"]';
  const PAPELERA = "/admin/configuracion/papelera";
  const EMPTY = { medicina: "", enfermedades: "", alerta: "" };
  const edit = (visitor: Visitor, values: Record<string, string>) => visitor.submit(`/admin/clientes/${id}`, values);
  /** The fields of each change of the client that the record has. */
  const changes = () =>
    sqlColumn(
      "SELECT campos FROM bitacora_susa WHERE accion = 'cambio' AND tipo = 'cliente' AND registro_id = $1 ORDER BY orden",
      [id],
    );
  beforeEach(() => sql("DELETE FROM papelera_susa"));

  test("are named in the record, never quoted, and unchanged ones are not", async () => {
    await edit(owner, { telefono: "222 123 4567" });
    await edit(owner, { medicina: "Nueva-secreta" });
    await edit(owner, EMPTY);
    expect(await changes()).toEqual([["telefono"], ["medicina"], ["alerta", "enfermedades", "medicina"]]);
    expect(JSON.stringify(await sql("SELECT * FROM bitacora_susa"))).not.toMatch(SECRET);
    expect((await owner.get("/admin/configuracion/bitacora?accion=cambio")).text("main ol")).toContain(
      "alerta, enfermedades y medicina",
    );
  });

  test("wait in the trash as they were encrypted, and come back from the message, once", async () => {
    await setPermisos("{salud}");
    const before = await sql("SELECT medicina, enfermedades, alerta FROM clientes_susa WHERE id = $1", [id]);
    await edit(reception, EMPTY);
    expect(await storedNotes()).toEqual({ medicina: null, enfermedades: null, alerta: null });
    const kept = await sql("SELECT fila - 'cliente_id' AS fila FROM papelera_susa WHERE tipo = 'salud'");
    expect(kept).toEqual([{ fila: before[0] }]);
    const list = await reception.get("/admin/clientes");
    expect([list.text(UNDO), list.flash]).toEqual(["Deshacer", expect.stringContaining("se puede recuperar durante 30 días")]);
    const answers = await Promise.all([list.submit({}, UNDO), list.submit({}, UNDO)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await reception.get("/admin/clientes")).flash).toContain("Notas recuperadas");
    expect([await storedNotes(), await countOf("papelera_susa")]).toEqual([NOTES, 0]);
    const [line] = await sql("SELECT registro_id, tipo FROM bitacora_susa WHERE accion = 'recuperacion'");
    expect(line).toEqual({ registro_id: id, tipo: "salud" });
  });

  test("are on the owner's trash without their text, and are not put over another note", async () => {
    await edit(owner, { alerta: "" });
    await edit(owner, { alerta: "Otra-secreta" });
    const trash = await owner.get(PAPELERA);
    expect(trash.text("main li")).toMatch(/Lucía Peña · Alerta\s*Notas de salud.*duena@ejemplo.mx/);
    expect(trash.html).not.toMatch(SECRET);
    await trash.submit({}, UNDO);
    expect((await owner.get(PAPELERA)).text('main [role="alert"]')).toContain("Ya tiene otra nota en su lugar.");
    expect((await storedNotes()).alerta).toBe("Otra-secreta");
    await edit(owner, { alerta: "" });
    const [newest, oldest] = (await owner.get(PAPELERA)).all(`main li ${UNDO}`).map((form) => form.getAttribute("action"));
    await (await owner.get(PAPELERA)).submit({}, `li form[action="${oldest}"]`);
    expect((await storedNotes()).alerta).toBe(NOTES.alerta);
    await (await owner.get(PAPELERA)).submit({}, `li form[action="${newest}"]`);
    expect((await storedNotes()).alerta).toBe(NOTES.alerta);
  });

  test("that were overwritten are kept too, without a button that could not bring them back", async () => {
    await edit(owner, { enfermedades: "." });
    const [copy] = await sqlColumn<string>("SELECT fila ->> 'enfermedades' FROM papelera_susa");
    expect(decrypt(copy ?? "")).toBe(NOTES.enfermedades);
    expect((await owner.get("/admin/clientes")).all(UNDO)).toHaveLength(0);
  });

  test("come back for who emptied them while she may see them, and for no other account", async () => {
    await setPermisos("{salud_propias}");
    await sql("DELETE FROM empleados_susa");
    const empleado_id = await createEmpleado();
    await sql("UPDATE empleados_susa SET cuenta_id = (SELECT id FROM cuentas_susa WHERE email = 'recepcion@ejemplo.mx')");
    await createCita(new Date(), { cliente_id: id, empleado_id });
    await edit(reception, { medicina: "" });
    const list = await reception.get("/admin/clientes");
    await sql("UPDATE citas_susa SET estado = 'cancelada'");
    expect((await list.submit({}, UNDO)).status).toBe(403);
    await sql("UPDATE citas_susa SET estado = 'programada'");
    expect((await list.submit({}, UNDO)).status).toBe(303);
    expect(await storedNotes()).toEqual(NOTES);
    await setPermisos("{salud}");
    await edit(owner, { medicina: "" });
    const path = (await owner.get("/admin/clientes")).all(UNDO)[0]?.getAttribute("action") ?? "";
    const { token = "" } = (await reception.get("/admin/clientes/nuevo")).values();
    expect((await reception.post(path, { token })).status).toBe(403);
    expect((await storedNotes()).medicina).toBeNull();
  });

  test("of a deleted client wait for her, and go for good with her", async () => {
    await edit(owner, { medicina: "" });
    const remove = async () => owner.submit(`/admin/clientes/${id}/eliminar`, {}, 'form[action*="/eliminar"]');
    await remove();
    const formOf = async (tipo: string) =>
      `form[action*="${await sqlColumn("SELECT id FROM papelera_susa WHERE tipo::text = $1", [tipo])}"]`;
    await (await owner.get(PAPELERA)).submit({}, await formOf("salud"));
    expect((await owner.get(PAPELERA)).text('main [role="alert"]')).toContain("Su clienta ya no está.");
    await (await owner.get(PAPELERA)).submit({}, await formOf("cliente"));
    await (await owner.get(PAPELERA)).submit({}, await formOf("salud"));
    expect(await storedNotes()).toEqual(NOTES);
    await edit(owner, { medicina: "" });
    await remove();
    const [cliente] = await sqlColumn("SELECT id FROM papelera_susa WHERE tipo = 'cliente'");
    await owner.submit(`${PAPELERA}/${cliente}/eliminar`, {}, "dialog form");
    expect(await countOf("papelera_susa")).toBe(0);
  });
});
