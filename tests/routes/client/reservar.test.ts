import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays, weekday } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import {
  MAX_SOLICITUDES_PER_ADDRESS,
  MAX_SOLICITUDES_PER_DAY,
  MAX_SOLICITUDES_PER_PHONE,
  MAX_SOLICITUDES_WAITING,
} from "~/limits";
import { releaseSolicitudes } from "~/models/citas/solicitud.server";
import type { Page } from "../../support/browser";
import {
  createAusencia,
  createCita,
  createCliente,
  createConfiguracion,
  createEmpleado,
  createEspera,
  createServicio,
  insertRow,
} from "../../support/factories";
import { eventually } from "../../support/program";
import { countOf, emptyTables, sql, sqlColumn, sqlValue, studioDayFromNow, withoutTable } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const ZONA = "America/Mexico_City";
const HOUR = 3_600_000;
const WHATSAPP = "https://wa.me/522441234567";

// A proxy in front, so that every client can come from a network of her own.
const site = await startSiteForFile({ TRUST_PROXY: "1" });
const ana = await site.staff("ana@ejemplo.mx");
const lucia = site.visitor();

let servicio_id: string;
let mariana: string;
let susana: string;
let dia: string;
let codigo: string;

/** The settings of a studio that takes requests, with other columns. */
const open = async (columns: Record<string, unknown> = {}) => {
  await sql("DELETE FROM configuracion_susa");
  const facts = { whatsapp: "522441234567", telefono: "244 123 4567", direccion: "Calle 1", politica: "Avísanos con tiempo." };
  await createConfiguracion({ ...facts, reserva: "solicitud", ...columns });
};

// Noon of an opening day (Tuesday to Friday) about a week ahead, of a service that two specialists do.
beforeEach(async () => {
  await emptyTables();
  await open();
  dia = await studioDayFromNow(7);
  while (![1, 2, 3, 4].includes(weekday(dia))) dia = addDays(dia, 1);
  servicio_id = await createServicio({ precio: 350 });
  const shown = { en_sitio: true };
  mariana = await createEmpleado({ nombre: "Mariana", apellido: "Ríos", ...shown });
  susana = await createEmpleado({ nombre: "Susana", apellido: "Paz", ...shown });
  codigo = await addCodigo("C0D1G", at("12:00"));
});

const at = (hora: string, day = dia) => studioMoment(day, hora, ZONA);

async function addCodigo(texto: string, fecha_hora: Date, precio: number | string = 350): Promise<string> {
  await sql("INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ($1, $2, $3, $4)", [
    texto,
    servicio_id,
    fecha_hora,
    precio,
  ]);
  return texto;
}

const pathOf = (con?: string, code = codigo) => `/reservar/${code}${con ? `?con=${con}` : ""}`;
const SHE = { nombre: "Lucía Peña", telefono: "244 765 4321" };
let visits = 0;
/** Sends the form of a page, each time from another network. */
const send = (path: string, values: Record<string, string> = SHE, headers: Record<string, string> = {}) =>
  lucia.post(path, { token: randomUUID(), ...values }, { "x-forwarded-for": `203.0.113.${++visits % 250}`, ...headers });
/** Commits what a connection did once another waits for it. */
async function commitOnceAwaited(other: pg.Client): Promise<void> {
  await eventually(() =>
    sqlValue("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"),
  );
  await other.query("COMMIT");
}

const citas = () =>
  sql<Record<string, unknown>>(
    `SELECT c.id, cliente_id, c.estado, precio::text, empleado_id, fecha_hora, apartada_hasta, notas, l.nombre, l.telefono
    FROM citas_susa c LEFT JOIN clientes_susa l ON l.id = c.cliente_id ORDER BY c.created_at`,
  );
const history = () =>
  sqlColumn<string>(
    "SELECT concat_ws(' ', accion, estado, CASE WHEN clienta THEN 'clienta' END, detalle) FROM cambios_cita_susa ORDER BY orden",
  );
/** The hours that a page offers besides: links, or buttons of its form. */
const others = (page: Page) =>
  page.all("main .slots dd :is(a, button)").map((hour) => hour.getAttribute("href") ?? hour.getAttribute("formaction") ?? "");
const momentOf = async (path: string | undefined) =>
  sqlValue<Date>("SELECT fecha_hora FROM codigos_susa WHERE codigo = $1", [path?.replace(/^\/reservar\/|\?.*/g, "")]);

describe("a studio that takes no bookings on its site", () => {
  test("has no page that books, and its hours lead to WhatsApp", async () => {
    await open({ reserva: "no" });
    expect((await lucia.get(pathOf())).status).toBe(404);
    expect((await send(pathOf())).status).toBe(404);
    const hrefs = (await lucia.get(`/servicio/${servicio_id}`)).hrefs(".slots dd a, .reserve a");
    expect(hrefs.length).toBeGreaterThan(2);
    expect(hrefs.filter((href) => !href.startsWith(WHATSAPP))).toEqual([]);
    expect(await countOf("citas_susa")).toBe(0);
  });

  test("is one without address or WhatsApp, too, which its notice needs", async () => {
    await open({ direccion: null });
    expect((await lucia.get(pathOf())).status).toBe(404);
    expect((await lucia.get("/aviso-de-privacidad")).status).toBe(404);
    expect((await lucia.get("/")).hrefs("footer a")).not.toContain("/aviso-de-privacidad");
  });

  test("is one without a notice by the database itself", async () => {
    await expect(open({ aviso_privacidad: "" })).rejects.toThrow("configuracion_reserva_con_aviso");
    await open({ reserva: "no", aviso_privacidad: "" });
    expect((await lucia.get("/aviso-de-privacidad")).status).toBe(404);
  });
});

describe("the page that books an hour", () => {
  test("is where the hours of the service lead, with the specialist who was chosen", async () => {
    const page = await lucia.get(`/servicio/${servicio_id}?con=${mariana}`);
    const hrefs = page.hrefs(".slots dd a");
    expect(hrefs.length).toBe(6);
    for (const href of hrefs) expect(href).toMatch(new RegExp(`^/reservar/\\w{5}\\?con=${mariana}$`));
    expect(page.href("while-fresh .reserve a")).toBe(hrefs[0]);
    expect((await lucia.get(hrefs[0] ?? "")).text("main .figures")).toContain("con Mariana");
    expect((await lucia.get(`/servicio/${servicio_id}`)).href(".slots dd a")).toMatch(/^\/reservar\/\w{5}$/);
  });

  test("says service, day, hour and price, first WhatsApp, then the form with the notice", async () => {
    const page = await lucia.get(pathOf());
    expect(page.status).toBe(200);
    expect(page.text()).toMatch(
      /^Ver otros horariosDiseño de cejas(Martes|Miércoles|Jueves|Viernes) \d+ de \S+12:00 del mediodía60 min\$350.00/,
    );
    expect(page.texts("main :is(.actions a, button)")).toEqual(["Agendar por WhatsApp", "Pedir esta cita"]);
    expect(decodeURIComponent(page.href("main .actions a"))).toMatch(
      /^https:\/\/wa\.me\/522441234567\?text=Hola, me gustaría reservar Diseño de cejas \(\$350\.00\) el .* a las 12:00 del mediodía Código: C0D1G$/,
    );
    expect(page.text("form")).toContain("Susa usa tu nombre y tu teléfono para apartarte la cita");
    expect(page.text("form")).toContain("Avísanos con tiempo.");
    expect(page.href("form a")).toBe("/aviso-de-privacidad");
    expect(page.document.title).toBe("Tu cita en Susa");
    await open({ reserva: "directa" });
    expect((await lucia.get(pathOf())).texts("main button")).toEqual(["Apartar esta cita"]);
  });

  test("needs no script and no cookie, is kept by nobody, and loads nothing of another host", async () => {
    for (const page of [await lucia.get(pathOf()), await send(pathOf(), {}), await lucia.get("/aviso-de-privacidad")]) {
      expect(page.headers["set-cookie"]).toBeUndefined();
      expect(page.all("script, iframe")).toEqual([]);
      const loaded = page.all("[src], link[href]").map((tag) => tag.getAttribute("src") ?? tag.getAttribute("href") ?? "");
      expect(
        loaded.filter((url) => /^(https?:)?\/\//.test(url) && !page.all(`link[rel=canonical][href="${url}"]`).length),
      ).toEqual([]);
    }
    const page = await lucia.get(pathOf());
    expect([page.headers["cache-control"], page.headers["x-robots-tag"]]).toEqual(["no-store", "noindex"]);
    expect((await lucia.get("/speculation-rules.json")).html).toContain("/reservar*");
  });

  test("changes nothing when it is only opened", async () => {
    const before = await sqlColumn<string>("SELECT md5(string_agg(c::text, '')) FROM codigos_susa c");
    for (const method of ["GET", "HEAD"]) await lucia.send(pathOf(), { method });
    expect(await sqlColumn<string>("SELECT md5(string_agg(c::text, '')) FROM codigos_susa c")).toEqual(before);
    expect(await countOf("citas_susa")).toBe(0);
    expect(await countOf("login_tries_susa", "key IS NOT NULL")).toBe(await countOf("login_tries_susa"));
  });

  test("of an unknown code is not there", async () => {
    for (const code of ["XXXXX", "c0d1g", "C0D1GX", "%00", "C0D1G%20", "a".repeat(300)])
      expect([code, (await lucia.get(pathOf(undefined, code))).status]).toEqual([code, code === "%00" ? 400 : 404]);
  });
});

describe("a request", () => {
  test("holds its place for a new client, and leads to the link of the appointment", async () => {
    const now = Date.now();
    const sent = await (await lucia.get(pathOf())).submit(SHE);
    expect(sent.status).toBe(303);
    const [cita] = await citas();
    expect(cita).toMatchObject({
      estado: "programada",
      precio: "350.00",
      nombre: "Lucía Peña",
      telefono: "+522447654321",
      notas: null,
    });
    expect(cita?.fecha_hora).toEqual(at("12:00"));
    const held = Number(cita?.apartada_hasta) - now;
    expect(Math.abs(held - 12 * HOUR)).toBeLessThan(60_000);
    expect(await history()).toEqual(["solicitada programada clienta"]);
    const page = await lucia.get(sent.location ?? "");
    expect(page.text()).toMatch(/^Recibimos tu solicitud.*Te confirmamos por WhatsApp/);
    expect(page.texts("main :is(.actions a, button)")).toEqual([
      "Necesito cambiarla",
      "Cancelar mi solicitud",
      "Escribir por WhatsApp",
      "Cómo llegar",
    ]);
  });

  test("is released at its hour at the latest", async () => {
    const soon = new Date(Date.now() + 3 * HOUR);
    soon.setMinutes(0, 0, 0);
    await sql("UPDATE configuracion_susa SET horario = $1", [
      JSON.stringify(Array.from({ length: 7 }, () => ({ abre: "00:00", cierra: "23:59" }))),
    ]);
    // At eleven in the evening it would not end before midnight.
    await sql("UPDATE servicios_susa SET duracion_minutos = 30");
    await addCodigo("C0D1H", soon);
    expect((await lucia.get(pathOf(undefined, "C0D1H"))).text("form")).toMatch(/a más tardar en [23] horas/);
    expect((await send(pathOf(undefined, "C0D1H"))).status).toBe(303);
    const [cita] = await citas();
    expect(cita?.apartada_hasta).toEqual(soon);
  });

  test("keeps the price that was promised, and says so when the service has another now", async () => {
    await sql("UPDATE servicios_susa SET precio = 420");
    const page = await lucia.get(pathOf());
    expect(page.text("main .lead")).toBe("El precio cambió después de que lo viste: te respetamos los $350.00.");
    await send(pathOf());
    expect((await citas()).map(({ precio }) => precio)).toEqual(["350.00"]);
  });

  test("is with the specialist who was chosen, or else with any who is free", async () => {
    await send(pathOf(susana));
    await send(pathOf(), { nombre: "Eva", telefono: "244 765 0000" });
    expect((await citas()).map(({ empleado_id }) => empleado_id)).toEqual([susana, mariana]);
  });

  test("of a known telephone, however it is written, is hers, and the typed name is a note", async () => {
    const cliente_id = await createCliente({ nombre: "María Luisa Peña", telefono: "+522447654321" });
    await send(pathOf(), { nombre: "Lucy", telefono: "(244) 765-4321" });
    expect(await citas()).toMatchObject([
      { cliente_id, nombre: "María Luisa Peña", notas: "Pidió su cita en el sitio como Lucy." },
    ]);
    expect(await countOf("clientes_susa")).toBe(1);
  });

  test("of a long way to write a foreign number is no less a request, known or not", async () => {
    const long = (digits: string) => `+1${"-".repeat(60)}${digits}`;
    await createCliente({ telefono: "+1 619 555 0100" });
    for (const telefono of [long("6195550100"), long("6195550199")])
      expect((await send(pathOf(), { ...SHE, telefono })).status).toBe(303);
    expect((await citas()).map(({ telefono }) => telefono)).toEqual(["+1 619 555 0100", "+16195550199"]);
  });

  test("changes nothing of a known client until it is answered, whoever typed her number", async () => {
    const cliente_id = await createCliente({ telefono: "+522447654321" });
    await createEspera(cliente_id, dia, addDays(dia, 20), { servicio_id });
    const { location } = await send(pathOf(mariana));
    const change = await lucia.get(`${location}/cambiar`);
    const hour = change.all("main button[name=fecha_hora]").at(-1)?.getAttribute("value") ?? "";
    expect((await change.submit({ fecha_hora: hour }, "main form:has([name=fecha_hora])")).status).toBe(303);
    expect(await countOf("esperas_susa")).toBe(1);
    const requests = await ana.get("/admin/citas/solicitudes");
    await requests.submit({}, "main form:has([value=aceptar])");
    expect(await countOf("esperas_susa")).toBe(0);
  });

  test("whose client is deleted meanwhile is a new client's", async () => {
    const gone = await createCliente({ nombre: "Se va", telefono: "+522447654321" });
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    await other.query("BEGIN");
    await other.query("DELETE FROM clientes_susa WHERE id = $1", [gone]);
    const [, { status }] = await Promise.all([commitOnceAwaited(other), send(pathOf())]);
    expect(status).toBe(303);
    expect(await citas()).toMatchObject([{ nombre: "Lucía Peña", telefono: "+522447654321" }]);
    await other.end();
  });

  test("of a telephone that two clients share is a new client's", async () => {
    for (const nombre of ["Rosa", "Rosita"]) await createCliente({ nombre, telefono: "+522447654321" });
    await send(pathOf());
    expect((await citas()).map(({ nombre }) => nombre)).toEqual(["Lucía Peña"]);
    expect(await countOf("clientes_susa")).toBe(3);
  });

  test("that is sent three times is one, and counts as one try", async () => {
    const page = await lucia.get(pathOf());
    const answers = await page.submitThrice(SHE);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatch(/^303 \/cita\//);
    expect(await sqlColumn("SELECT tries FROM login_tries_susa WHERE ends_at > now() + interval '50 minutes'")).toEqual([1, 1]);
    expect(`303 ${(await page.submit(SHE)).location}`).toBe(answers[0]);
    expect(await countOf("citas_susa")).toBe(1);
    const again = await page.submit({ ...SHE, nombre: "Otra" });
    expect([again.status, again.alert]).toEqual([
      409,
      "Ya la habías pedidoSi quieres corregir tus datos, escríbenos por WhatsApp.",
    ]);
    expect(again.all("form")).toEqual([]);
    expect(again.text("main .actions")).toBe("Escribir por WhatsApp");
    expect(decodeURIComponent(again.href("main .actions a"))).toContain("Hola, quiero corregir mis datos de la cita que pedí");
    expect(await countOf("citas_susa")).toBe(1);
  });

  test("of two new clients with one telephone at once makes one client", async () => {
    await addCodigo("C0D1K", at("14:00"));
    const sent = await Promise.all([send(pathOf()), send(pathOf(undefined, "C0D1K"))]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(await countOf("clientes_susa")).toBe(1);
  });

  test("names nobody whom the site does not show, until the studio has accepted it", async () => {
    await sql("UPDATE empleados_susa SET en_sitio = false");
    const { location } = await send(pathOf());
    expect((await lucia.get(location ?? "")).text()).not.toMatch(/Mariana|Susana/);
    await sql("UPDATE citas_susa SET apartada_hasta = NULL");
    expect((await lucia.get(location ?? "")).text()).toContain("con Mariana");
    await open({ reserva: "directa" });
    const direct = await send(pathOf(), { nombre: "Eva", telefono: "244 765 0000" });
    for (const path of [direct.location, `${direct.location}/cita.ics`])
      expect((await lucia.get(path ?? "")).html).not.toMatch(/Mariana|Susana/);
  });

  test("stands in the record as the client's own act, the new client too", async () => {
    await send(pathOf());
    const log = async (accion: string) => (await ana.get(`/admin/configuracion/bitacora?accion=${accion}`)).text();
    expect(await log("")).toMatch(/Agregó una clienta\d+:\d\d [ap]\.m\.La clienta, desde el sitio/);
    expect(await log("agenda")).toMatch(/Se pidió en el sitio.*\d+:\d\d [ap]\.m\.La clienta, desde el sitio/);
  });

  test("in a studio that books at once is a confirmed appointment", async () => {
    await open({ reserva: "directa", reserva_horas: 2 });
    const cliente_id = await createCliente({ telefono: "+522447654321" });
    const sent = await send(pathOf());
    expect(await citas()).toMatchObject([{ estado: "confirmada", apartada_hasta: null, cliente_id }]);
    expect(await history()).toEqual(["creada confirmada clienta"]);
    expect((await lucia.get(sent.location ?? "")).text()).toContain("Confirmada. ¡Te esperamos!");
    expect((await ana.get("/admin")).text()).toContain("1 clienta apartó su cita en el sitio");
  });
});

describe("what was typed", () => {
  test.each([
    ["no name", { nombre: "  " }, "Escribe tu nombre."],
    ["signs for a name", { nombre: "???" }, "Escribe tu nombre."],
    ["a long name", { nombre: "a".repeat(121) }, "Escribe 120 caracteres o menos."],
    ["no telephone", { telefono: "" }, "Escribe tu teléfono."],
    ["a word for a telephone", { telefono: "no tengo" }, "Escribe el número, como 244 123 4567."],
    ["three digits too few", { telefono: "244 765" }, "Faltan 4 dígitos: son 10 y escribiste 6."],
    ["two telephones", { telefono: "2447654321 / 2441234567" }, "Son dos teléfonos: deja uno solo."],
  ])("is given back with %s, with a sentence at its field", async (_, wrong, sentence) => {
    const page = await send(pathOf(), { ...SHE, ...wrong });
    expect(page.status).toBe(400);
    expect(page.alert).toContain(sentence);
    const [name = "", typed] = Object.entries(wrong)[0] ?? [];
    expect(page.href('[role="alert"] a')).toBe(`#reserva-${name}`);
    expect(page.values("form#reserva")).toMatchObject({ ...SHE, [name]: typed });
    const control = page.document.getElementById(`reserva-${name}`);
    expect(page.document.getElementById(control?.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent).toContain(
      sentence,
    );
    expect(await countOf("citas_susa")).toBe(0);
  });

  test("is given back by the page that says that the database is away", async () => {
    await withoutTable("citas_susa", async () => {
      const page = await send(pathOf());
      expect(page.status).toBe(503);
      expect(page.text()).toContain("Lucía Peña");
      expect(page.text()).toContain("244 765 4321");
    });
  });

  test("is nothing when the field that nobody sees is filled in", async () => {
    const page = await send(pathOf(), { ...SHE, asunto: "Compra ya" });
    expect(page.status).toBe(429);
    expect(await countOf("citas_susa")).toBe(0);
  });
});

describe("an hour that cannot be booked", () => {
  /** Takes the hour of the code with everybody. */
  const take = () => Promise.all([mariana, susana].map((empleado_id) => createCita(at("12:00"), { empleado_id })));

  const TAKEN = "Esa hora ya está apartada. Si la pediste tú, ya la tenemos. Si no, elige otra.";
  const CASES: [name: string, change: () => Promise<unknown>, sentence: string, con?: () => string][] = [
    ["is over", () => sql("UPDATE codigos_susa SET fecha_hora = now() - interval '1 hour'"), "Esa hora ya pasó"],
    ["is half an hour ahead", () => sql("UPDATE codigos_susa SET fecha_hora = now() + interval '30 minutes'"), "falta muy poco"],
    ["is taken", take, TAKEN],
    [
      "is of a deactivated specialist",
      () => sql("UPDATE empleados_susa SET activo = false WHERE id = $1", [mariana]),
      "Con esa especialista ya no",
      () => mariana,
    ],
    [
      "is of a specialist who is not shown any more",
      () => sql("UPDATE empleados_susa SET en_sitio = false WHERE id = $1", [mariana]),
      "Con esa especialista ya no",
      () => mariana,
    ],
    ["is of nobody", async () => {}, "Con esa especialista ya no", () => randomUUID()],
    ["is on a closed day", () => createAusencia(null, dia, dia), "Ese día no abrimos. Elige otro."],
    ["is blocked", () => createAusencia(null, dia, dia, { de: "11:00", a: "13:00" }), "A esa hora ya no atendemos. Elige otra."],
    [
      "is in the absence of the chosen specialist",
      () => createAusencia(mariana, dia, dia),
      "A esa hora ya no atendemos. Elige otra.",
      () => mariana,
    ],
    [
      "is outside the hours by now",
      () =>
        sql("UPDATE configuracion_susa SET horario = $1", [
          JSON.stringify(Array.from({ length: 7 }, () => ({ abre: "13:00", cierra: "20:00" }))),
        ]),
      "A esa hora ya no atendemos",
    ],
  ];

  test.each(CASES)(
    "because it %s says so, with other hours first, and keeps what was typed",
    async (_, change, sentence, con) => {
      await change();
      const page = await lucia.get(pathOf(con?.()));
      expect(page.status).toBe(410);
      expect(page.alert).toContain(sentence);
      expect(page.all("form")).toEqual([]);
      expect(others(page).length).toBeGreaterThan(2);
      expect((await lucia.get(others(page)[0] ?? "")).status).toBe(200);

      const sent = await send(pathOf(con?.()));
      expect(sent.status).toBe(409);
      expect(sent.alert).toContain(sentence === TAKEN ? "Esa hora se acaba de ocupar. Elige otra." : sentence);
      expect(sent.values("form#reserva")).toMatchObject(SHE);
      // Before it is refused it may be hers: "Si la pediste tú, ya la tenemos".
      expect([page.all("main s").length, sent.all("main s").length]).toEqual([0, 1]);
      expect(others(sent)).toEqual(others(page));
      // Enter in a field presses the first button: none that books.
      const [first, second] = sent.all("form#reserva button, form#reserva input:not([type=hidden], [tabindex])");
      expect([first?.hasAttribute("disabled"), first?.hasAttribute("hidden")]).toEqual([true, true]);
      expect(second?.getAttribute("formaction")).toBe(others(sent)[0]);
      expect(sent.texts("form button")).not.toContain("Pedir esta cita");

      // One press takes another hour with what was typed.
      const chosen = others(sent).at(-1) ?? "";
      const booked = await lucia.post(chosen, { ...sent.values("form#reserva") }, { "x-forwarded-for": "198.51.100.7" });
      expect(booked.status).toBe(303);
      const mine = (await citas()).filter(({ nombre }) => nombre === "Lucía Peña");
      expect(mine.map(({ fecha_hora }) => fecha_hora)).toEqual([await momentOf(chosen)]);
    },
  );

  test("of a service that is not active says so, and leads to the others", async () => {
    await sql("UPDATE servicios_susa SET activo = false");
    const page = await lucia.get(pathOf());
    expect([page.status, page.alert]).toEqual([410, "Ese servicio ya no lo ofrecemos."]);
    expect(page.hrefs("main a")).toContain("/#services");
    expect((await send(pathOf())).status).toBe(409);
    expect(await countOf("citas_susa")).toBe(0);
  });

  test("keeps the promised price for the other hours of that day, unless it is over", async () => {
    await take();
    await sql("UPDATE servicios_susa SET precio = 420");
    const page = await lucia.get(pathOf());
    const first = await momentOf(others(page)[0]);
    expect(first?.getTime()).toBeGreaterThanOrEqual(at("00:00").getTime());
    expect(first?.getTime()).toBeLessThan(at("00:00", addDays(dia, 1)).getTime());
    const priceOf = async (of: Page) => (await lucia.get(others(of)[0] ?? "")).text("main .figures");
    expect(await priceOf(page)).toContain("$350.00");
    await sql("UPDATE codigos_susa SET fecha_hora = now() - interval '1 hour' WHERE codigo = $1", [codigo]);
    expect(await priceOf(await lucia.get(pathOf()))).toContain("$420.00");
  });

  test("keeps the chosen specialist for the other hours", async () => {
    await createCita(at("12:00"), { empleado_id: mariana });
    const page = await lucia.get(pathOf(mariana));
    expect(others(page).filter((href) => !href.endsWith(`?con=${mariana}`))).toEqual([]);
  });
});

describe("limits", () => {
  const TOO_MANY = "Ahora no podemos apartarla desde aquí. Escríbenos por WhatsApp y con gusto te buscamos un lugar.";
  const isRefused = async (page: Page) => {
    expect(page.status).toBe(429);
    expect(page.alert).toContain(TOO_MANY);
    expect(page.href("main .actions a")).toContain(WHATSAPP);
    expect(page.values("form#reserva")).toMatchObject({ nombre: "Lucía Peña" });
  };

  test("let a telephone try three times a day, whatever became of it and however it is written", async () => {
    const [taken] = await Promise.all([
      createCita(at("12:00"), { empleado_id: mariana }),
      createCita(at("12:00"), { empleado_id: susana }),
    ]);
    expect(taken).toBeDefined();
    const statuses: number[] = [];
    for (const telefono of ["244 765 4321", "+52 244 765 4321", "2447654321"])
      statuses.push((await send(pathOf(), { ...SHE, telefono })).status);
    expect(statuses).toEqual(Array.from({ length: MAX_SOLICITUDES_PER_PHONE }, () => 409));
    await isRefused(await send(pathOf(), { ...SHE, telefono: "(244) 765.43.21" }));
    expect((await send(pathOf(), { ...SHE, telefono: "244 765 4322" })).status).toBe(409);
    // What was not complete is no try.
    expect((await send(pathOf(), { ...SHE, telefono: "244 765 43" })).status).toBe(400);
  });

  test("let a network try twenty times an hour, the whole /64 of IPv6", async () => {
    await Promise.all([mariana, susana].map((empleado_id) => createCita(at("12:00"), { empleado_id })));
    const from = (address: string, n: number) =>
      send(pathOf(), { ...SHE, telefono: `244 766 ${1000 + n}` }, { "x-forwarded-for": address });
    for (let n = 0; n < MAX_SOLICITUDES_PER_ADDRESS; n++) expect((await from(`2001:db8:1:2::${n + 1}`, n)).status).toBe(409);
    await isRefused(await from("2001:db8:1:2:ffff::1", 30));
    expect((await from("2001:db8:1:3::1", 31)).status).toBe(409);
  });

  test("let thirty requests wait, also when ten arrive together", async () => {
    const waiting = () => countOf("citas_susa", "apartada_hasta IS NOT NULL");
    const hold = new Date(Date.now() + HOUR);
    for (let n = 0; n < MAX_SOLICITUDES_WAITING - 2; n++)
      await createCita(at("12:00", addDays(dia, 30 + n)), { apartada_hasta: hold });
    const clocks = ["10:00", "11:00", "13:00", "14:00", "15:00"];
    await Promise.all(clocks.map((hora, n) => addCodigo(`C0D2${n}`, at(hora))));
    const sent = await Promise.all(
      clocks.flatMap((_, n) =>
        [mariana, susana].map((con, m) => send(pathOf(con, `C0D2${n}`), { ...SHE, telefono: `244 767 ${1000 + 10 * n + m}` })),
      ),
    );
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(2);
    for (const page of sent.filter(({ status }) => status !== 303)) await isRefused(page);
    expect(await waiting()).toBe(MAX_SOLICITUDES_WAITING);
    // One that is answered makes room.
    await sql(
      "UPDATE citas_susa SET apartada_hasta = NULL WHERE id = (SELECT id FROM citas_susa WHERE apartada_hasta IS NOT NULL LIMIT 1)",
    );
    expect((await send(pathOf(), { ...SHE, telefono: "244 768 1000" })).status).toBe(303);
  });
});

test.each(["directa", "solicitud"])(
  "of a day sixty bookings can be made where they are %s, also those taken back",
  async (reserva) => {
    await open({ reserva });
    for (let n = 0; n < MAX_SOLICITUDES_PER_DAY; n++) {
      const cita_id = await createCita(at("12:00", addDays(dia, 30 + n)), { estado: "cancelada" });
      const accion = n % 2 === 0 ? "creada" : "solicitada";
      await insertRow("cambios_cita_susa", { cita_id, accion, estado: "programada", clienta: true });
    }
    expect((await send(pathOf())).status).toBe(429);
    await sql(
      "UPDATE cambios_cita_susa SET created_at = now() - interval '25 hours' WHERE orden = (SELECT min(orden) FROM cambios_cita_susa)",
    );
    expect((await send(pathOf())).status).toBe(303);
    expect((await send(pathOf(), { ...SHE, telefono: "244 765 0000" })).status).toBe(429);
  },
);

describe("a known and an unknown telephone", () => {
  test("get the same status, headers and bytes, but for the secret of the link", async () => {
    await createCliente({ nombre: "María Luisa", telefono: "+522447654321" });
    const shape = async (telefono: string, path: string) => {
      const page = await send(path, { nombre: "Eva", telefono });
      const { date: _date, "x-request-id": _id, location = "", ...headers } = page.headers;
      const next = page.location ? await lucia.get(page.location) : null;
      const bare = (html = "") =>
        html.replaceAll(/[0-9a-f-]{36}|\/cita\/[\w-]{38}|[\w-]{22}(?=")/g, "…").replaceAll(telefono, "…");
      return [page.status, location.length, headers, bare(page.html), bare(next?.html)];
    };
    await addCodigo("C0D1M", at("13:00"));
    const known = await shape("244 765 4321", pathOf(mariana));
    const unknown = await shape("244 765 9999", pathOf(susana));
    const plain = (all: unknown) => JSON.stringify(all).replaceAll(/Mariana|Susana/g, "Ella");
    expect(plain(known)).toBe(plain(unknown));
    // And when they are refused.
    expect(plain(await shape("244 765 4321", pathOf()))).toBe(plain(await shape("244 765 9999", pathOf())));
  });
});

describe("what becomes of a request", () => {
  async function ask(): Promise<{ id: string; link: string }> {
    const sent = await send(pathOf(mariana));
    return { id: String(await sqlValue("SELECT id FROM citas_susa")), link: sent.location ?? "" };
  }
  const requests = () => ana.get("/admin/citas/solicitudes");
  const answer = async (respuesta: string) =>
    (await requests()).submit({}, `main form:has([value=${respuesta}])`).then(() => requests());
  const state = async () => (await citas()).map(({ estado, apartada_hasta }) => `${estado}${apartada_hasta ? ", apartada" : ""}`);

  test("waits in Solicitudes and on the dashboard, and is marked wherever it is listed", async () => {
    const { id } = await ask();
    const page = await requests();
    expect(page.text("main li")).toMatch(/12:00 p\.m\. ?Lucía Peña · Diseño de cejas · \$350.00con Mariana RíosSe libera /);
    expect((await ana.get("/admin")).text("main")).toMatch(/1 solicitud por contestar. Se libera (hoy|mañana) a/);
    expect((await ana.get("/admin/citas")).hrefs("main a")).toContain("/admin/citas/solicitudes");
    for (const path of [`/admin/citas?dia=${dia}`, `/admin/citas?vista=dia&dia=${dia}`, `/admin/citas/${id}/detalle`])
      expect((await ana.get(path)).text()).toMatch(/por aceptar/i);
    expect((await ana.get(`/admin/citas/${id}/detalle`)).text()).toContain("Se pidió en el sitio");
    expect((await ana.get(`/admin/citas/${id}/detalle`)).text()).toContain("la clienta, desde el sitio");
  });

  test("is accepted in one tap, which offers to tell her, and is then reminded of", async () => {
    const { id, link } = await ask();
    expect((await ana.get(`/admin/citas/recordatorios?dia=${dia}`)).text()).not.toContain("Lucía Peña");
    const page = await answer("aceptar");
    expect(page.flash).toBe("Cita aceptada");
    expect(page.all(`form[action^="/admin/citas/${id}/whatsapp/confirmar"]`)).toHaveLength(1);
    expect(await state()).toEqual(["programada"]);
    expect(await history()).toEqual(["solicitada programada clienta", "aceptada programada"]);
    expect((await lucia.get(link)).texts("main button")).toEqual(["Confirmo que voy"]);
    expect((await ana.get(`/admin/citas/recordatorios?dia=${dia}`)).text()).toContain("Lucía Peña");
    expect((await ana.get("/admin")).text()).not.toContain("por contestar");
  });

  test("is declined in one tap, which frees its hour, offers another and is no late cancellation of hers", async () => {
    const { id, link } = await ask();
    const page = await answer("rechazar");
    expect(page.flash).toContain("Solicitud rechazada");
    expect(page.all(`form[action^="/admin/citas/${id}/whatsapp/reagendar"]`)).toHaveLength(1);
    expect(await state()).toEqual(["cancelada"]);
    expect(await history()).toEqual(["solicitada programada clienta", "rechazada cancelada"]);
    const closed = await lucia.get(link);
    expect([closed.status, closed.text("main h1")]).toEqual([410, "No pudimos darte esa hora"]);
    expect((await lucia.get(pathOf(mariana))).status).toBe(200);
    await sql("UPDATE citas_susa SET fecha_hora = now() + interval '1 hour', fin = now() + interval '2 hours'");
    const cliente_id = await sqlValue<string>("SELECT id FROM clientes_susa");
    expect((await ana.get(`/admin/citas/nueva?cliente_id=${cliente_id}`)).text()).not.toContain("canceló tarde");
  });

  test("is answered once, by the first of two, and three times the same form is one answer", async () => {
    const { id } = await ask();
    const page = await requests();
    expect(await page.submitThrice({}, "main form:has([value=aceptar])")).toEqual([`303 /admin/citas/solicitudes`]);
    await ana.post(`/admin/citas/${id}/solicitud`, { token: randomUUID(), respuesta: "rechazar", visto: "" });
    expect((await requests()).flash).toBe("Esa solicitud ya estaba contestada");
    expect(await state()).toEqual(["programada"]);
    expect((await ana.post(`/admin/citas/${id}/solicitud`, { token: randomUUID(), respuesta: "quizá" })).status).toBe(400);
  });

  test("is released when nobody answers in time, once, and its hour is offered at the next request", async () => {
    const { id, link } = await ask();
    const cliente_id = await createCliente({ nombre: "Noemí" });
    await createEspera(cliente_id, dia, dia, { servicio_id });
    const offered = async () => (await lucia.get(`/servicio/${servicio_id}?con=${mariana}&dias=mas`)).hrefs(".slots dd a");
    expect(await offered()).not.toContain(pathOf(mariana));
    await releaseSolicitudes();
    expect(await state()).toEqual(["programada, apartada"]);
    await sql("UPDATE citas_susa SET apartada_hasta = now() - interval '1 second'");
    const later = await createCita(at("12:00", addDays(dia, 40)), { apartada_hasta: new Date(Date.now() + HOUR) });
    await Promise.all([1, 2, 3].map(() => releaseSolicitudes()));
    expect(await sqlColumn("SELECT id FROM citas_susa WHERE apartada_hasta IS NOT NULL")).toEqual([later]);
    await sql("DELETE FROM citas_susa WHERE id = $1", [later]);
    // With nothing to release the pages that offer hours are not made anew.
    const revision = () => sqlValue("SELECT sum(revision) FROM revisiones_susa");
    const before = await revision();
    await releaseSolicitudes();
    expect(await revision()).toBe(before);
    expect(await state()).toEqual(["cancelada"]);
    expect(await history()).toEqual(["solicitada programada clienta", "rechazada cancelada No se respondió a tiempo."]);
    expect((await lucia.get(pathOf(mariana))).status).toBe(200);
    expect((await lucia.get(link)).text("main h1")).toBe("No pudimos darte esa hora");
    expect((await ana.get("/admin/configuracion/bitacora?accion=agenda")).text()).toContain("Nadie la contestó a tiempo");
    expect((await ana.get("/admin")).text()).toContain("1 clienta espera un horario que se liberó");
    expect((await ana.get(`/admin/citas/${id}/detalle`)).text()).toContain("No se respondió a tiempo.");
  });

  test("is cancelled by her link, which nobody counts against her, whatever the studio's limit is", async () => {
    const { link } = await ask();
    const page = await lucia.get(`${link}?cancelar=si`);
    expect((await page.submit({ intent: "cancel" }, "main form:has([value=cancel])")).status).toBe(303);
    expect(await state()).toEqual(["cancelada"]);
    expect(await history()).toEqual(["solicitada programada clienta", "retirada cancelada clienta"]);
    expect((await lucia.get(link)).text("main h1")).toBe("Tu cita está cancelada");
  });

  test("is moved by her link and still waits, and cannot be confirmed by it", async () => {
    const { link } = await ask();
    const before = (await citas())[0]?.apartada_hasta;
    const change = await lucia.get(`${link}/cambiar`);
    const hour = change.all("main button[name=fecha_hora]").at(-1)?.getAttribute("value") ?? "";
    expect((await change.submit({ fecha_hora: hour }, "main form:has([name=fecha_hora])")).status).toBe(303);
    expect(await state()).toEqual(["programada, apartada"]);
    expect((await citas())[0]).toMatchObject({ fecha_hora: new Date(hour), apartada_hasta: before });
    const visto = (await lucia.get(`${link}?cancelar=si`)).values("main form").visto ?? "";
    expect((await lucia.post(link, { token: randomUUID(), visto, intent: "confirm" })).status).toBe(409);
    expect(await state()).toEqual(["programada, apartada"]);
  });

  test("is not accepted for another hour than the one that the page showed", async () => {
    const { link } = await ask();
    const page = await requests();
    const change = await lucia.get(`${link}/cambiar`);
    const hour = change.all("main button[name=fecha_hora]").at(-1)?.getAttribute("value") ?? "";
    await change.submit({ fecha_hora: hour }, "main form:has([name=fecha_hora])");
    await page.submit({}, "main form:has([value=aceptar])");
    const again = await requests();
    expect(again.alert).toContain("La clienta la cambió de hora mientras tanto.");
    expect(await state()).toEqual(["programada, apartada"]);
    await again.submit({}, "main form:has([value=aceptar])");
    expect(await state()).toEqual(["programada"]);
    // She moved it before it was agreed.
    expect((await ana.get("/admin")).text()).not.toContain("cambió su cita de hora");
  });

  test("is accepted by a payment in advance, and nothing asks her to come before that", async () => {
    const { id } = await ask();
    const detail = () => ana.get(`/admin/citas/${id}/detalle`);
    expect((await detail()).texts("section[aria-labelledby=mensajes] button")).toEqual(["Reagendar por WhatsApp"]);
    expect((await (await detail()).submit({ monto: "100" }, "form#pago")).status).toBe(303);
    expect(await state()).toEqual(["programada"]);
    expect(await history()).toContain("aceptada programada");
    expect((await detail()).texts("section[aria-labelledby=mensajes] button")).toHaveLength(4);
  });

  test("is answered by moving it, by confirming it and by charging it, not by a note", async () => {
    const { id } = await ask();
    const edit = (changes: Record<string, string>) => ana.submit(`/admin/citas/${id}`, changes);
    expect((await edit({ notas: "Llamar antes." })).status).toBe(303);
    expect(await state()).toEqual(["programada, apartada"]);
    const move = await ana.get(`/admin/citas/${id}/mover`);
    const chosen = move.all("main button[value^='book:']")[0]?.getAttribute("value") ?? "";
    expect((await move.submit({ intent: chosen }, "main form:has([name=updated_at])")).status).toBe(303);
    expect(await state()).toEqual(["programada"]);
    await sql("UPDATE citas_susa SET apartada_hasta = now() + interval '1 hour'");
    expect((await edit({ estado: "confirmada" })).status).toBe(303);
    expect(await state()).toEqual(["confirmada"]);
    await sql("UPDATE citas_susa SET estado = 'programada', apartada_hasta = now() + interval '1 hour'");
    expect((await ana.submit(`/admin/citas/${id}/completar`)).status).toBe(303);
    expect(await state()).toEqual(["completada"]);
  });

  test("comes back from the trash as an appointment, because who brings it back has answered it", async () => {
    const { id } = await ask();
    await ana.submit(`/admin/citas/${id}/eliminar`, {}, "main form:has([name=token])");
    expect(await citas()).toEqual([]);
    const undo = await sqlValue<string>("SELECT id FROM papelera_susa");
    await ana.post(`/admin/papelera/${undo}/deshacer`, { token: randomUUID() });
    expect(await state()).toEqual(["programada"]);
  });

  test("is tentative in the calendar of its specialist", async () => {
    await ask();
    await ana.post(`/admin/configuracion/integracion/calendarios/${mariana}`, { token: randomUUID(), accion: "renovar" });
    const feed = /\/calendario\/[\w-]+\.ics/.exec((await ana.get("/admin/configuracion/integracion")).html)?.[0] ?? "";
    const { html: ics } = await lucia.get(feed);
    expect(ics).toContain("SUMMARY:Por aceptar: Lucía · Diseño de cejas");
    expect(ics).toContain("STATUS:TENTATIVE");
  });
});

test("a client's name and telephone are in no address, title or log line of a request", async () => {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: string | Uint8Array) => {
    lines.push(String(chunk));
    return true;
  }) as typeof process.stdout.write;
  const pages: Page[] = [];
  try {
    pages.push(await send(pathOf(), { nombre: "Canario Uno", telefono: "244 111 2222" }));
    pages.push(await lucia.get(pages[0]?.location ?? ""));
    pages.push(await send(pathOf(), { nombre: "Canario Uno", telefono: "111" }));
  } finally {
    process.stdout.write = write;
  }
  const seen = [
    ...lines,
    ...pages.flatMap((page) => [page.path, page.location ?? "", page.document.title, pages[1]?.html ?? ""]),
  ];
  expect(seen.filter((text) => /Canario|2441112222|244 111 2222/.test(text))).toEqual([]);
});
