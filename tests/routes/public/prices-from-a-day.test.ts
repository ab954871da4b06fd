import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { studioMoment } from "~/format/zone.server";
import type { Visitor } from "../../support/browser";
import { startSite } from "../../support/browser";
import { createConfiguracion, createEmpleado, createPrecioDesde, createServicio } from "../../support/factories";
import { emptyTables, sql, sqlColumn } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

// A price from a day, over the studio's midnight: what the site shows, and what is booked, requested and promised around it.

const ALWAYS = Array(7).fill({ abre: "08:00", cierra: "20:00" });
// The settings of the first site stay for the second.
const HOST = { ALLOWED_HOSTS: "127.0.0.1" };
const NEW_YEAR = "2027-01-01";

const site = await startSiteForFile(HOST);
let servicio_id: string;

const at = (moment: string) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(moment) });
};

beforeEach(async () => {
  // Not the revisions, which would come again while a page of a later day is kept.
  await emptyTables(
    "configuracion_susa",
    "servicios_susa",
    "empleados_susa",
    "clientes_susa",
    "citas_susa",
    "bitacora_susa",
    "login_tries_susa",
  );
  await sql("DELETE FROM cuentas_susa");
});
afterEach(() => void vi.useRealTimers());

async function openStudio(zona: string): Promise<void> {
  const facts = { whatsapp: "522441234567", telefono: "244 123 4567", direccion: "Calle 1", horario: ALWAYS };
  await createConfiguracion({ ...facts, reserva: "solicitud", zona_horaria: zona });
  await createEmpleado({ nombre: "Mariana", apellido: "Ríos", especialidades: ["manicura"], en_sitio: true });
  servicio_id = await createServicio({ nombre: "Manicura", categoria: "manicura", precio: 300 });
}

/** The price that Home, the price list and the page of the service show, each read twice: made, and kept. */
async function shown(eva: Visitor): Promise<string[]> {
  const paths = ["/", "/precios", `/servicio/${servicio_id}`];
  const found: string[] = [];
  for (const path of [...paths, ...paths]) found.push(...new Set((await eva.get(path)).html.match(/\$3[03]0\.00/g)));
  return [...new Set(found)];
}

/** A code that the page of the service promises. */
async function promised(eva: Visitor): Promise<string> {
  const [link = ""] = (await eva.get(`/servicio/${servicio_id}`)).hrefs(".slots dd a");
  const [, codigo = ""] = /\/reservar\/(\w+)|Código: (\w+)/.exec(decodeURIComponent(link))?.slice().reverse() ?? [];
  return codigo || (/reservar\/(\w+)/.exec(link)?.[1] ?? "");
}

/** The price of the appointment of a client. */
const priceOf = async (cliente: string) => {
  const [precio] = await sqlColumn<string>(
    "SELECT c.precio::text FROM citas_susa c JOIN clientes_susa k ON k.id = cliente_id WHERE k.nombre = $1",
    [cliente],
  );
  return precio;
};

/** Requests the hour of a code as another client, and gives the price that she got. */
async function request(codigo: string, nombre: string, telefono: string): Promise<string | undefined> {
  const sent = await site.visitor().post(`/reservar/${codigo}`, { token: randomUUID(), nombre, telefono });
  expect([sent.status, sent.alert]).toEqual([303, ""]);
  return priceOf(nombre);
}

/** Books at the counter, and gives the price of the appointment. */
async function book(ana: Visitor, nombre: string, fecha: string, hora: string): Promise<string | undefined> {
  const values = { cliente_nombre: nombre, fecha, hora, "servicios[0].servicio_id": servicio_id };
  let answer = await ana.submit("/admin/citas/nueva", values);
  // Once more, past what it warns of.
  if (answer.status === 200 || answer.status === 409) answer = await answer.submit({ avisos: answer.values().avisos ?? "" });
  expect([answer.status, answer.alert]).toEqual([303, ""]);
  return priceOf(nombre);
}

describe.each([
  ["America/Mexico_City", "2027-01-01T06:00:00.000Z"],
  ["America/Tijuana", "2027-01-01T08:00:00.000Z"],
])("a price from a day in %s", (zona, midnight) => {
  const before = new Date(Date.parse(midnight) - 1).toISOString();

  test.each([["on"], ["off"]])("is in force from the studio's midnight on, with the server %s at that moment", async (server) => {
    expect(studioMoment(NEW_YEAR, "00:00", zona).toISOString()).toBe(midnight);
    await openStudio(zona);
    at(before);
    // One that is off at midnight; the other answers nothing before.
    const evening = server === "off" ? await startSite(HOST) : site;
    let [eva, ana] = [evening.visitor(), await evening.staff("ana@ejemplo.mx")];
    const [{ id: cuenta_id = "" } = {}] = await sql<{ id: string }>("SELECT id FROM cuentas_susa");
    await createPrecioDesde(servicio_id, NEW_YEAR, 330, { cuenta_id });
    expect(await shown(eva)).toEqual(["$300.00"]);
    const codigo = await promised(eva);
    expect(codigo).toMatch(/^\w{5}$/);
    expect(await book(ana, "Eva Ruiz", "2027-01-04", "10:00")).toBe("300.00");

    at(midnight);
    if (server === "off") {
      await evening.close();
      [eva, ana] = [site.visitor(), await signIn()];
    }
    expect(await shown(eva)).toEqual(["$330.00"]);
    expect((await ana.get("/admin/servicios")).text("main li")).toContain("$330");
    // Kept: what was booked, and what a code promised.
    expect(await sqlColumn("SELECT precio::text FROM citas_susa")).toEqual(["300.00"]);
    expect((await eva.get(`/reservar/${codigo}`)).text()).toContain("te respetamos los $300.00");
    expect(await request(codigo, "Lucía Peña", "244 765 4321")).toBe("300.00");
    const later = await promised(eva);
    expect(later).not.toBe(codigo);
    expect(await request(later, "Rosa Paz", "244 765 4322")).toBe("330.00");
    expect(await book(ana, "Bea Sol", "2027-01-05", "10:00")).toBe("330.00");
    // In the name of who planned it.
    expect(
      await sql("SELECT cuenta_id, campos, importes FROM bitacora_susa WHERE tipo = 'servicio' AND campos = '{precio}'"),
    ).toEqual([{ cuenta_id, campos: ["precio"], importes: { precio: ["300.00", "330.00"] } }]);
    expect(await sql("SELECT FROM precios_susa")).toEqual([]);
  });
});

async function signIn(): Promise<Visitor> {
  const ana = site.visitor();
  await (await ana.get("/auth")).submit({ email: "ana@ejemplo.mx", password: "una contraseña larga" });
  return ana;
}

test("two servers put it into force once, and both show it at their next answer", async () => {
  await openStudio("America/Mexico_City");
  at("2027-01-01T05:59:59Z");
  const other = await startSite(HOST);
  try {
    const visitors = [site.visitor(), other.visitor()];
    await createPrecioDesde(servicio_id, "2026-12-31", 320);
    await createPrecioDesde(servicio_id, NEW_YEAR, 330);
    await createPrecioDesde(servicio_id, "2027-01-02", 340);
    for (const eva of visitors) expect((await eva.get("/precios")).text()).toContain("$320.00");
    at("2027-01-01T06:00:00Z");
    const pages = await Promise.all(visitors.flatMap((eva) => Array.from({ length: 10 }, () => eva.get("/precios"))));
    for (const page of pages) expect(page.text()).toContain("$330.00");
    expect(await sqlColumn("SELECT precio::text FROM precios_susa")).toEqual(["340.00"]);
    expect(await sqlColumn("SELECT importes->'precio'->>1 FROM bitacora_susa WHERE campos = '{precio}' ORDER BY orden")).toEqual([
      "320.00",
      "330.00",
    ]);
  } finally {
    await other.close();
  }
});

test("after some days without a server the last price is in force, and each day's own was never shown", async () => {
  await openStudio("America/Mexico_City");
  await createPrecioDesde(servicio_id, NEW_YEAR, 330);
  await createPrecioDesde(servicio_id, "2027-01-03", 340);
  await createPrecioDesde(servicio_id, "2027-01-05", 350);
  at("2027-01-04T12:00:00Z");
  expect((await site.visitor().get("/precios")).text()).toContain("$340.00");
  expect(await sqlColumn("SELECT desde::text FROM precios_susa")).toEqual(["2027-01-05"]);
});

test("another zone of the studio, or rows that a restore brings, count at the very next answer", async () => {
  await openStudio("America/Mexico_City");
  at("2027-01-01T05:30:00Z");
  const eva = site.visitor();
  await createPrecioDesde(servicio_id, NEW_YEAR, 330);
  expect(await shown(eva)).toEqual(["$300.00"]);
  // An hour ahead, where it is the new year.
  await sql("UPDATE configuracion_susa SET zona_horaria = 'America/Cancun'");
  expect(await shown(eva)).toEqual(["$330.00"]);
  await sql("UPDATE servicios_susa SET precio = 300");
  await sql("INSERT INTO precios_susa (servicio_id, desde, precio) VALUES ($1, '2020-01-01', 330)", [servicio_id]);
  expect(await shown(eva)).toEqual(["$330.00"]);
});

test("what an editor had open keeps her edit, and takes the price of the new day", async () => {
  await openStudio("America/Mexico_City");
  at("2027-01-01T05:59:00Z");
  const ana = await site.staff("ana@ejemplo.mx");
  await createPrecioDesde(servicio_id, NEW_YEAR, 330);
  const editor = await ana.get(`/admin/servicios/${servicio_id}`);
  expect(editor.text("dialog")).toContain("Desde el 1 de enero de 2027 costará $330.00.");
  at("2027-01-01T06:01:00Z");
  expect((await editor.submit({ nombre: "Manicura clásica" })).status).toBe(303);
  expect(await sql("SELECT nombre, precio::text FROM servicios_susa")).toEqual([
    { nombre: "Manicura clásica", precio: "330.00" },
  ]);
});

test("is in force for the first request of that day, whatever it asks for, also a form", async () => {
  await openStudio("America/Mexico_City");
  at("2027-01-01T05:59:59.999Z");
  const ana = await site.staff("ana@ejemplo.mx");
  const blank = await ana.get("/admin/citas/nueva");
  await createPrecioDesde(servicio_id, NEW_YEAR, 330);
  at("2027-01-01T06:00:00Z");
  const values = { cliente_nombre: "Eva Ruiz", fecha: "2027-01-04", hora: "10:00", "servicios[0].servicio_id": servicio_id };
  const answer = await blank.submit(values);
  if (answer.status !== 303) await answer.submit({ avisos: answer.values().avisos ?? "" });
  expect(await sqlColumn("SELECT precio::text FROM citas_susa")).toEqual(["330.00"]);
});
