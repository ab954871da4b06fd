import { beforeEach, describe, expect, test } from "vitest";
import { formatDay } from "~/format/dates";
import { capitalize } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import { MOVIDA } from "~/models/citas/cita.server";
import type { Page } from "../../../support/browser";
import { type Columns, createCita, createCliente, createServicio, insertRow } from "../../../support/factories";
import { sql, studioDayFromNow } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const TIPOS = ["confirmar", "recordar", "como_llegar", "reagendar", "gracias"];
const HEALTH = {
  medicina: "SECRETO medicina",
  enfermedades: "SECRETO enfermedad",
  ocupacion: "SECRETO oficio",
  estado_civil: "SECRETO civil",
  correo: "secreto@ejemplo.mx",
  edad: 77,
};

let cita: string;

// The server's time zone differs from the studio's: no time may change because of it.
const site = await startSiteForFile({ TZ: "Asia/Tokyo" });
const ana = await site.staff("ana@ejemplo.mx");

/** Adds the appointment of a client with health notes. */
async function addCita(client: Columns = {}, { inicio = "2037-11-22T00:30Z", ...columns }: Columns = {}): Promise<string> {
  const cliente_id = await createCliente({ nombre: "Lucía Peña Ríos", telefono: "+522221234567", ...HEALTH, ...client });
  const servicio_id = await createServicio();
  return createCita(String(inicio), { cliente_id, servicio_id, notas: "SECRETO nota", ...columns });
}

beforeEach(async () => {
  await sql("DELETE FROM citas_susa; DELETE FROM clientes_susa; DELETE FROM servicios_susa; DELETE FROM plantillas_susa");
  cita = await addCita();
});

const path = (tipo: string, id = cita) => `/admin/citas/${id}/whatsapp/${tipo}`;
/** Sends the form of a message on its appointment's page, as a browser without JavaScript does, and follows the redirect. */
async function openMessage(tipo: string, id = cita): Promise<Page> {
  const page = await ana.get(`/admin/citas/${id}/detalle`);
  const answer = await page.submit({}, `#mensajes ~ div form[action^="${path(tipo, id)}"]`);
  expect(answer.status).toBe(303);
  return ana.get(String(answer.location));
}
const link = (page: Page) => page.document.querySelector('a[href^="https://"]');
const messageText = (page: Page) => new URL(String(link(page)?.getAttribute("href"))).searchParams.get("text") ?? "";
const openedMessages = () =>
  sql("SELECT tipo, email FROM mensajes_susa JOIN cuentas_susa ON cuentas_susa.id = cuenta_id ORDER BY mensajes_susa.created_at");
const flash = async () => (await ana.get("/admin/clientes")).alert;

describe("a message", () => {
  test.each(TIPOS)(
    "of the type %s has the day and time in the studio's zone, the service, and only the client's first name",
    async (tipo) => {
      // It is offered where it fits.
      if (tipo === "gracias") await sql("UPDATE citas_susa SET estado = 'completada'");
      const page = await openMessage(tipo);
      expect(link(page)?.getAttribute("href")).toMatch(/^https:\/\/wa\.me\/522221234567\?text=[^#]+$/);
      expect(messageText(page)).toBe(page.document.querySelector("blockquote")?.textContent);
      for (const part of ["Lucía", "Diseño de cejas"]) expect(messageText(page)).toContain(part);
      if (tipo !== "gracias")
        for (const part of ["sábado 21 de noviembre", "6:30 p.m."]) expect(messageText(page)).toContain(part);
      expect(messageText(page)).not.toMatch(/Peña|\{|\}|undefined|null/);
      expect(page.html).not.toMatch(/secreto|\b77\b/i);
      expect(page.document.title).not.toContain("Lucía");
      expect(link(page)?.getAttribute("rel")).toBe("noopener noreferrer");
      expect(await openedMessages()).toEqual([{ tipo, email: "ana@ejemplo.mx" }]);
      const detail = await ana.get(`/admin/citas/${cita}/detalle`);
      expect(detail.text("#mensajes ~ ul")).toMatch(/^WhatsApp abierto: .*, ana@ejemplo\.mx$/);
      expect(page.html + detail.html).not.toMatch(/enviado/i);
    },
  );

  test("is recorded once per page however often it is sent, and leads back to where it was opened", async () => {
    const page = await ana.get(`/admin/citas/${cita}/detalle?de=%2Fadmin`);
    const [answer = "", ...others] = await page.submitThrice({}, `form[action^="${path("recordar")}"]`);
    expect(others).toEqual([]);
    expect((await openedMessages()).length).toBe(1);
    // Another message from the same page, as after the browser's Back.
    expect((await page.submit({}, `form[action^="${path("confirmar")}"]`)).location).toContain(path("confirmar"));
    await openMessage("recordar");
    expect((await openedMessages()).length).toBe(3);
    const message = await ana.get(answer.replace("303 ", ""));
    const links = message.hrefs("main a");
    expect(links.at(-1)).toBe(`/admin/citas/${cita}/detalle?de=%2Fadmin`);
    // The message page has no form: the Content-Security-Policy would block its redirect to WhatsApp.
    expect(message.all("main form")).toEqual([]);
    expect(message.headers["content-security-policy"]).toContain("form-action 'self';");
  });

  test("that was not opened, or has an unknown type or appointment, redirects back or answers 404", async () => {
    expect((await ana.send(path("recordar"))).location).toBe("/admin/citas");
    expect((await ana.send(`${path("recordar")}?de=https://otra.example`)).location).toBe("/admin/citas");
    await openMessage("recordar");
    const page = await ana.get(`${path("recordar")}?de=//otra.example`);
    expect(page.hrefs("main a").at(-1)).toBe("/admin/citas");
    const token = () => ({ token: crypto.randomUUID() });
    for (const tipo of ["otro", "__proto__", "CONFIRMAR"]) expect((await ana.post(path(tipo), token())).status, tipo).toBe(404);
    for (const id of ["abc", "00000000-0000-4000-8000-000000000000"]) {
      expect((await ana.post(path("recordar", id), token())).location).toBe("/admin/citas");
      expect(await flash()).toBe("ErrorEse registro ya no existe.");
    }
    expect((await ana.post(path("recordar"), {})).location).toBe("/admin/citas");
    expect(await flash()).toContain("El envío llegó incompleto");
    expect((await openedMessages()).length).toBe(1);
  });

  test.each([
    ["222 123 ext. 4", false],
    ["+1 415 555", false],
    ["+1 415 555 0100", true],
    [null, false],
  ])("to %j is offered: %s", async (telefono, offered) => {
    cita = await addCita({ telefono });
    const detail = await ana.get(`/admin/citas/${cita}/detalle`);
    expect(detail.all(`form[action*="/whatsapp/"]`).length).toBe(offered ? 4 : 0);
    if (offered) return;
    expect(detail.text("section[aria-labelledby=mensajes]")).toMatch(/Corregir$/);
    expect((await ana.post(path("recordar"), { token: crypto.randomUUID() })).location).toBe("/admin/citas");
    expect(await flash()).toBe(
      "No se puede abrir WhatsAppEl teléfono de la clienta no está completo: son 10 dígitos, o + y la clave de otro país. Corrígelo en su ficha.",
    );
    expect(await openedMessages()).toEqual([]);
  });

  test.each([
    ["programada", ["confirmar", "recordar", "como_llegar", "reagendar"]],
    ["confirmada", ["recordar", "como_llegar", "reagendar"]],
    ["completada", ["gracias"]],
    ["cancelada", ["reagendar"]],
  ])("is offered where it fits: %s", async (estado, tipos) => {
    await sql("UPDATE citas_susa SET estado = $1", [estado]);
    const detail = await ana.get(`/admin/citas/${cita}/detalle`);
    const actions = detail.all("#mensajes ~ div form").map((form) => form.getAttribute("action")?.split("?")[0]);
    expect(actions.sort()).toEqual(tipos.map((tipo) => path(tipo)).sort());
  });

  test("before a visit is no longer offered once its hour has come", async () => {
    await sql("UPDATE citas_susa SET fecha_hora = now() - interval '1 minute', fin = now() + interval '1 hour'");
    const detail = await ana.get(`/admin/citas/${cita}/detalle`);
    const actions = detail.all('form[action*="/whatsapp/"]').map((form) => form.getAttribute("action")?.split("?")[0]);
    expect(actions).toEqual([path("reagendar")]);
  });

  test("shows what it still can when the phone number, the service or the client was removed since", async () => {
    await openMessage("recordar");
    await sql("UPDATE clientes_susa SET telefono = 'no sé'");
    const page = await ana.get(path("recordar"));
    expect([page.status, link(page)]).toEqual([200, null]);
    expect(page.text()).toContain("Corregir");
    await sql("DELETE FROM servicios_susa");
    expect((await ana.get(path("recordar"))).text("blockquote")).toContain("tu cita de belleza");
    await sql("DELETE FROM clientes_susa");
    expect((await ana.send(path("recordar"))).location).toBe("/admin/citas");
  });
});

describe("a custom template", () => {
  const write = (texto: string) =>
    sql("INSERT INTO plantillas_susa (tipo, texto) VALUES ('recordar', $1) ON CONFLICT (tipo) DO UPDATE SET texto = $1", [texto]);

  test.each([
    ["{nombre}{nombre} {hora}", "LucíaLucía 6:30 p.m."],
    ["{medicina} {cliente.enfermedades} {notas} {constructor}", "{medicina} {cliente.enfermedades} {notas} {constructor}"],
    ["{{nombre}} { nombre } {NOMBRE} {}", "{Lucía} { nombre } {NOMBRE} {}"],
    ["<script>alert(1)</script>{servicio}", "<script>alert(1)</script>Diseño de cejas"],
    ["¿100% segura? a=1&b=2#c +52 {dia}", "¿100% segura? a=1&b=2#c +52 sábado 21 de noviembre"],
    ["$& uno\ndos {estudio}", "$& uno\ndos Susa"],
  ])("%j becomes %j", async (texto, filled) => {
    await write(texto);
    const page = await openMessage("recordar");
    expect(messageText(page)).toBe(filled);
    expect(page.html).not.toContain("<script>alert");
    expect(page.html).not.toMatch(/SECRETO/);
  });

  test("fills in a name that looks like a placeholder unchanged, and skips a title before the name", async () => {
    await write("Hola, {nombre}: {servicio}");
    for (const [nombre, first] of [
      ["{direccion} {mapa}", "Direccion"],
      ["$& Peña", "Peña"],
      ["{nombre}🌸", "Nombre"],
      ["$&", "$&"],
      ["Ma. del Carmen Ruiz", "Ma. del Carmen"],
      ["Dra. Ana Sol", "Ana"],
      ["Sra.", "Sra"],
      ["  María José  ", "María"],
    ] as const) {
      cita = await addCita({ nombre });
      expect(messageText(await openMessage("recordar")), nombre).toBe(`Hola, ${first}: Diseño de cejas`);
    }
  });

  test.each([
    ["2037-11-21T18:00Z", "12:00 del mediodía"],
    ["2037-11-21T18:30Z", "12:30 de la tarde"],
    ["2037-11-21T06:00Z", "12:00 a.m."],
    ["2037-11-22T00:30Z", "6:30 p.m."],
  ])("at %s says %s, so that no client reads noon as midnight", async (inicio, hora) => {
    await write("{hora}");
    cita = await addCita({}, { inicio });
    expect(messageText(await openMessage("recordar"))).toBe(hora);
  });

  test("says «a la una» for one o'clock", async () => {
    cita = await addCita({}, { inicio: "2037-11-21T19:05Z" });
    expect(messageText(await openMessage("recordar"))).toContain("a la 1:05 p.m.");
  });
});

describe("the reminders", () => {
  beforeEach(() => sql("DELETE FROM citas_susa"));
  const list = () => ana.get("/admin/citas/recordatorios");
  const lines = (page: Page) => page.texts("main ol > li");

  /** Adds an appointment at a clock time of the studio's tomorrow. */
  async function addTomorrow(clock: string, client: Columns = {}, estado = "programada"): Promise<string> {
    const id = await addCita(client, { estado });
    await sql(
      `UPDATE citas_susa SET fecha_hora = m, fin = m + interval '1 h' FROM
        (SELECT ((now() AT TIME ZONE 'America/Mexico_City')::date + 1 + $2::time) AT TIME ZONE 'America/Mexico_City' AS m) d WHERE id = $1`,
      [id, clock],
    );
    return id;
  }

  test("show an empty state when there are none", async () => {
    expect((await list()).text()).toContain("No hay citas por recordar");
    expect((await ana.get("/admin/citas/recordatorios?dia=2098-03-02")).text()).toContain("Ese día no hay citas por recordar");
  });

  test("are counted, in the order of the day, and say who opened WhatsApp and when", async () => {
    const first = await addTomorrow("00:00", { nombre: "Ana Uno" });
    await addTomorrow("10:00", { nombre: "Bea Dos", telefono: "sin" }, "confirmada");
    await addTomorrow("23:59", { nombre: "Cleo Tres", telefono: null });
    await addTomorrow("11:00", { nombre: "Nunca" }, "cancelada");
    const page = await list();
    expect(page.text("main header")).toContain("3 citas: 1 confirmada, 2 por recordar");
    expect(lines(page).map((line) => line.slice(0, 20))).toEqual([
      expect.stringContaining("12:00 a.m."),
      expect.stringContaining("10:00 a.m."),
      expect.stringContaining("11:59 p.m."),
    ]);
    expect(page.text("main ol > li:nth-child(2)")).toContain("Su teléfono no está completo. Corregir");
    expect(page.text("main ol > li:nth-child(3)")).toContain("No tiene teléfono. Corregir");
    expect(page.html).not.toMatch(/SECRETO/);
    const answer = await page.submit({}, "main ol form");
    const message = await ana.get(String(answer.location));
    expect(messageText(message)).toContain("Ana");
    const back = await ana.get(String(message.all("main a").at(-1)?.getAttribute("href")));
    expect([page.path, back.path]).toEqual(["/admin/citas/recordatorios", "/admin/citas/recordatorios"]);
    expect(back.text("main header")).toContain("3 citas: 1 confirmada, 1 sin respuesta, 1 por recordar");
    expect(lines(back)[0]).toMatch(/^12:00 a\.m\.Ana Uno.*WhatsApp abierto el .* por ana@ejemplo\.mx.*Otra vez/);
    await insertRow("cambios_cita_susa", { cita_id: first, accion: "editada", detalle: MOVIDA, estado: "programada" });
    expect(lines(await list())[0]).toMatch(/^12:00 a\.m\..*antes de que la cita cambiara/);
  });

  test("are confirmed where they are listed with Viene, and link to where they are moved", async () => {
    const id = await addTomorrow("10:00");
    await addTomorrow("11:00", {}, "confirmada");
    const page = await list();
    const confirm = `form[action^="/admin/citas/${id}/estado"]`;
    expect(page.texts(`main ol ${confirm} button`)).toEqual([
      expect.stringMatching(/^Viene a la cita de Lucía Peña Ríos a las 10:00 a\.m\., ./),
    ]);
    const here = "?de=%2Fadmin%2Fcitas%2Frecordatorios";
    expect(page.hrefs("main ol a.button")[0]).toBe(`/admin/citas/${id}/mover${here}`);
    expect(page.all("main ol a.button")).toHaveLength(2);
    expect((await page.submit({}, confirm)).location).toBe("/admin/citas/recordatorios");
    const after = await list();
    expect([after.flash, after.all('main ol form[action*="/estado"]').length]).toEqual(["Cita confirmada", 0]);
    expect(after.text("main header")).toContain("2 citas: todo está confirmado");
  });

  test("distinguish a request to confirm from a reminder", async () => {
    const id = await addTomorrow("10:00");
    await openMessage("confirmar", id);
    const page = await list();
    expect(page.text("main header")).toContain("1 cita: 1 por recordar");
    expect(lines(page)[0]).toMatch(/Se abrió WhatsApp para pedir confirmación el .* por ana@ejemplo\.mx ?Recordar/);
    await openMessage("recordar", id);
    expect((await list()).text("main header")).toContain("1 cita: 1 sin respuesta");
  });

  test("are of the day in the address, with links to the days around it, and lead back to it", async () => {
    const [second, third] = [await studioDayFromNow(2), await studioDayFromNow(4)];
    for (const dia of [second, third]) {
      const moment = studioMoment(dia, "10:00", "America/Mexico_City");
      await createCita(moment, { cliente_id: await createCliente({ telefono: "+522221234567" }) });
    }
    const next = await list();
    expect(next.values("form:has([name=dia])")).toEqual({ dia: second });
    const following = next.all("nav[aria-label='Días con citas'] a");
    expect(following.map((a) => a.getAttribute("href"))).toEqual([`/admin/citas/recordatorios?dia=${third}`]);
    const page = await ana.get(`/admin/citas/recordatorios?dia=${third}`);
    expect(page.text("nav[aria-label='Días con citas']")).toBe(
      `Anterior: ${capitalize(formatDay(second, "UTC").replace(/ de .*/, ""))}`,
    );
    const answer = await page.submit({}, "main ol form");
    const message = await ana.get(String(answer.location));
    expect(message.all("main a").at(-1)?.getAttribute("href")).toBe(`/admin/citas/recordatorios?dia=${third}`);
    for (const wrong of ["x", "2020-01-01", ""]) {
      const other = await ana.get(`/admin/citas/recordatorios?dia=${wrong}`);
      expect(other.values("form:has([name=dia])"), wrong).toEqual({ dia: second });
    }
  });
});
