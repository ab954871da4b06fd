import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { formatDay } from "~/format/dates";
import { addDays, weekday } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { MAX_LINK_MISSES_PER_ADDRESS } from "~/limits";
import { enlacePath } from "~/models/citas/enlace.server";
import type { Page } from "../../support/browser";
import {
  createAusencia,
  createCita,
  createCliente,
  createConfiguracion,
  createEmpleado,
  createIngreso,
  createServicio,
  insertRow,
} from "../../support/factories";
import { emptyTables, sql, sqlColumn, sqlValue, studioDayFromNow, withoutTable } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const ZONA = "America/Mexico_City";
const HOUR = 3_600_000;
const MINUTE = 60_000;

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");
const lucia = site.visitor();

let id: string;
let cliente_id: string;
let servicio_id: string;
let empleado_id: string;
let dia: string;

// At noon of an opening day (Tuesday to Friday) a week ahead, for an hour, in a studio whose limit is twelve hours.
beforeEach(async () => {
  await emptyTables();
  await createConfiguracion({ whatsapp: "522441234567", telefono: "244 123 4567", direccion: "Calle 1", cita_horas: 12 });
  dia = await studioDayFromNow(7);
  while (![1, 2, 3, 4].includes(weekday(dia))) dia = addDays(dia, 1);
  cliente_id = await createCliente();
  servicio_id = await createServicio({ precio: 350 });
  empleado_id = await createEmpleado();
  id = await addCita(at("12:00"));
});

const at = (hora: string, day = dia) => studioMoment(day, hora, ZONA);

async function addCita(inicio: Date, columns: Record<string, unknown> = {}) {
  const cita_id = await createCita(inicio, { cliente_id, servicio_id, empleado_id, precio: 350, ...columns });
  await insertRow("cambios_cita_susa", { cita_id, accion: "creada", estado: columns.estado ?? "programada" });
  return cita_id;
}

const path = (cita = { id, cliente_id }) => enlacePath(cita);
const open = (more = "") => lucia.get(path() + more);
const press = (page: Page, intent: string) => page.submit({ intent }, `main form:has([value=${intent}])`);
/** The page that asks before it cancels. */
const ask = () => open("?cancelar=si");
const hoursOf = (page: Page) => page.all("main button[name=fecha_hora]").map((button) => button.getAttribute("value") ?? "");
const moveTo = (page: Page, fecha_hora: string) => page.submit({ fecha_hora }, "main form:has([name=fecha_hora])");
const stateOf = (cita = id) => sqlValue<string>("SELECT estado FROM citas_susa WHERE id = $1", [cita]);
const momentOf = async (cita = id) =>
  (await sqlValue<Date>("SELECT fecha_hora FROM citas_susa WHERE id = $1", [cita]))?.toISOString();
const history = (cita = id) =>
  sqlColumn<string>(
    "SELECT concat_ws(' ', accion, estado, CASE WHEN clienta THEN 'clienta' END) FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden",
    [cita],
  );

describe("the page of a link", () => {
  test("shows the visit, and offers to confirm it, keep it, change it and cancel it", async () => {
    const page = await open();
    expect(page.status).toBe(200);
    expect(page.text()).toMatch(/^Tu cita(Martes|Miércoles|Jueves|Viernes) \d+ de \S+12:00 del mediodíaFalta que la confirmes/);
    expect(page.text()).toContain("Diseño de cejas con Ana");
    expect(page.texts("main :is(.actions a, button)")).toEqual([
      "Confirmo que voy",
      "Agregar a mi calendario",
      "Necesito cambiarla",
      "Cancelar mi cita",
      "Escribir por WhatsApp",
      "Cómo llegar",
    ]);
    expect(page.href("section:has(address) + p a")).toBe("https://www.google.com/maps/search/?api=1&query=Susa%2C+Calle+1");
  });

  test("needs no script and no cookie, is kept by nobody, and loads nothing of another host", async () => {
    for (const page of [await open(), await open("/cambiar"), await open("/cita.ics")]) {
      expect(page.headers["set-cookie"]).toBeUndefined();
      expect(page.headers["cache-control"]).toBe("no-store");
      expect(page.headers["x-robots-tag"]).toBe("noindex");
      expect(page.headers["referrer-policy"]).toBe("same-origin");
      expect(page.all("script, iframe, link[rel=prefetch]")).toEqual([]);
      const loaded = page.all("[src], link[href]").map((tag) => tag.getAttribute("src") ?? tag.getAttribute("href") ?? "");
      expect(loaded.filter((url) => /^(https?:)?\/\//.test(url))).toEqual([]);
    }
    expect(lucia.cookies.size).toBe(0);
  });

  test("has nothing of its client: thirty canaries are in no page, address, title, entry or log", async () => {
    const canaries: string[] = [];
    const text = () => canaries[canaries.push(`Canario${canaries.length}x`) - 1];
    const phone = () => canaries[canaries.push(`55123456${10 + canaries.length}`) - 1];
    const price = () => canaries[canaries.push(`${90 + canaries.length}7.65`) - 1];
    const set = (table: string, columns: Record<string, unknown>, condition = "true") =>
      sql(
        `UPDATE ${table} SET ${Object.keys(columns).map((name, n) => `${name} = $${n + 1}`)} WHERE ${condition}`,
        Object.values(columns),
      );
    const other = await createCliente();
    await sql("UPDATE citas_susa SET visita_id = $1", [randomUUID()]);
    const [visita_id] = await sqlColumn<string>("SELECT visita_id FROM citas_susa");
    await addCita(at("14:00"), { cliente_id: other, visita_id });
    for (const whose of [cliente_id, other]) {
      const columns = {
        nombre: text(),
        telefono: phone(),
        correo: `${text()}@ejemplo.mx`,
        ocupacion: text(),
        estado_civil: text(),
      };
      const confided = { servicio: text(), medicina: text(), enfermedades: text(), alerta: text() };
      await set("clientes_susa", { ...columns, ...confided }, `id = '${whose}'`);
      const money = { precio: price(), cobrado: price(), descuento: price(), descuento_motivo: text(), notas: text() };
      await set("citas_susa", money, `cliente_id = '${whose}'`);
    }
    await set("servicios_susa", { precio: price(), descripcion: text() });
    await set("empleados_susa", { apellido: text(), telefono: phone(), email: `${text()}@ejemplo.mx` });
    await createAusencia(empleado_id, "2020-01-01", "2020-01-02", { motivo: text() });
    await createIngreso("2026-01-02", price() ?? "", { descripcion: text(), cita_id: id });
    expect(canaries.length).toBeGreaterThanOrEqual(30);
    const expectNone = (where: string) => expect(canaries.filter((canary) => where.includes(canary))).toEqual([]);
    const logged: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => logged.push(String(line)) > 0);
    const pages = [await open(), await open("/cambiar"), await open("/cita.ics"), await press(await open(), "confirm")];
    pages.push(
      await moveTo(pages[1] as Page, hoursOf(pages[1] as Page).at(-1) ?? ""),
      await open(),
      await press(await ask(), "cancel"),
    );
    pages.push(await open(), await lucia.get("/cita/nadie"));
    for (const page of pages) {
      expectNone(page.html);
      expectNone(page.path + page.location + page.text("title") + JSON.stringify(page.headers));
    }
    expect(logged.length).toBeGreaterThan(0);
    expectNone(logged.join());
    expect(logged.join()).not.toContain(path().slice(6));
    expect(new Set(pages.slice(0, 2).map((page) => page.text("title")))).toEqual(new Set(["Tu cita en Susa"]));
  });

  test("shows the services of the visit that are this client's, and confirms these alone", async () => {
    const visita_id = randomUUID();
    await sql("UPDATE citas_susa SET visita_id = $1", [visita_id]);
    const bety = await createEmpleado({ nombre: "Bety" });
    const own = await addCita(at("13:00"), { visita_id, empleado_id: bety });
    const cancelled = await addCita(at("14:00"), { visita_id, estado: "cancelada" });
    const other = await createCliente();
    const others = await addCita(at("15:00"), { visita_id, cliente_id: other });
    const page = await open();
    expect(page.texts("main li")).toEqual([
      "12:00 del mediodía · Diseño de cejas con Ana",
      "1:00 p.m. · Diseño de cejas con Bety",
    ]);
    expect((await open("/cambiar")).text(".title .lead")).toMatch(/^Diseño de cejas con Ana y Diseño de cejas con Bety, el /);
    expect((await lucia.get(path({ id: others, cliente_id: other }))).texts("main li")).toEqual(["Diseño de cejas con Ana"]);
    expect((await press(page, "confirm")).status).toBe(303);
    expect(await Promise.all([id, own, cancelled, others].map(stateOf))).toEqual([
      "confirmada",
      "confirmada",
      "cancelada",
      "programada",
    ]);
  });

  test("is changed by no GET, HEAD or prefetch of any of its addresses", () => expectUnchanged(2));

  test("is changed by none of a hundred of each either", { tags: ["slow"], timeout: 300_000 }, () => expectUnchanged(100));

  async function expectUnchanged(times: number) {
    await sql("INSERT INTO login_tries_susa (key, tries, ends_at) VALUES ('x', 1, now())");
    const before = await checksums();
    const prefetch = { "sec-purpose": "prefetch", purpose: "prefetch" };
    const addresses = [
      path(),
      `${path()}/cambiar`,
      `${path()}/cita.ics`,
      "/cita/nadie",
      `${path().slice(0, -1)}-`,
      `${path()}?intent=cancel`,
    ];
    for (const address of addresses)
      for (let time = 0; time < times; time++)
        for (const options of [{}, { method: "HEAD" }, { headers: prefetch }]) await lucia.send(address, options);
    const after = await checksums();
    expect(after).toEqual({ ...before, login_tries_susa: after.login_tries_susa });
  }
});

/** A digest of the rows of every table. */
async function checksums(): Promise<Record<string, string>> {
  const tables = await sqlColumn<string>(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  const digests = await Promise.all(
    tables.map(async (table) => [table, await sqlValue(`SELECT md5(string_agg(t::text, ' ' ORDER BY t::text)) FROM ${table} t`)]),
  );
  return Object.fromEntries(digests);
}

describe("confirming", () => {
  test("is one press, also three times at once and from a second telephone", async () => {
    const [one, two] = [await open(), await open()];
    expect(await one.submitThrice({ intent: "confirm" }, "main form:has([value=confirm])")).toEqual([`303 ${path()}`]);
    expect([(await press(two, "confirm")).status, await stateOf()]).toEqual([303, "confirmada"]);
    expect(await history()).toEqual(["creada programada", "confirmada confirmada clienta"]);
    const page = await open();
    expect(page.text("[role=status]")).toBe("Confirmada. ¡Te esperamos!");
    expect(page.all("[value=confirm]")).toEqual([]);
  });

  test("stores nothing more when it is pressed again and again", async () => {
    const page = await open();
    await press(page, "confirm");
    const stored = await sqlValue("SELECT count(*)::int FROM form_tokens_susa");
    for (let time = 0; time < 5; time++)
      expect((await lucia.post(path(), { ...visto(page), token: randomUUID(), intent: "confirm" })).status).toBe(303);
    expect(await sqlValue("SELECT count(*)::int FROM form_tokens_susa")).toBe(stored);
  });

  test("is refused when the appointment was moved since she looked, and shows it as it is now", async () => {
    const page = await open();
    await sql("UPDATE citas_susa SET fecha_hora = fecha_hora + interval '2 hours', fin = fin + interval '2 hours'");
    const refused = await press(page, "confirm");
    expect([refused.status, refused.alert]).toEqual([
      409,
      "Tu cita cambió mientras la veías. Revisa cómo está ahora y vuelve a intentarlo.",
    ]);
    expect(refused.text(".figures")).toContain("2:00 p.m.");
    expect((await press(refused, "confirm")).status).toBe(303);
  });

  test("is said in the history, in the record and on the dashboard", async () => {
    await press(await open(), "confirm");
    expect((await ana.get(`/admin/citas/${id}/detalle`)).text("section:has(#historia)")).toContain("la clienta, desde su enlace");
    expect((await ana.get("/admin/configuracion/bitacora?accion=agenda")).text()).toContain("La clienta, desde su enlace");
    expect((await ana.send("/admin/configuracion/bitacora.csv?accion=agenda")).html).toContain("La clienta, desde su enlace");
    expect((await ana.get("/admin")).text("section:has(#por-atender)")).toContain("Confirmó 1 clienta.");
    await sql("UPDATE cambios_cita_susa SET created_at = now() - interval '49 hours'");
    expect((await ana.get("/admin")).text("section:has(#por-atender)")).not.toContain("Confirmó");
  });
});

describe("cancelling", () => {
  test("frees the hour on the page of the service at its next request, and the dashboard leads to the gap", async () => {
    await sql("UPDATE empleados_susa SET en_sitio = true");
    await createAusencia(null, "2020-01-01", addDays(dia, -1));
    const isOffered = async () =>
      (await lucia.get(`/servicio/${servicio_id}?dias=mas`)).all(
        `.slots a[href*="${encodeURIComponent(formatDay(at("10:00"), ZONA))}"]`,
      ).length > 0;
    await sql("UPDATE citas_susa SET fin = $1, fecha_hora = $2", [at("18:00"), at("10:00")]);
    expect(await isOffered()).toBe(false);
    const answer = await press(await ask(), "cancel");
    expect([answer.status, answer.location]).toEqual([303, path()]);
    expect(await isOffered()).toBe(true);
    const page = await open();
    expect([page.status, page.text("h1")]).toEqual([410, "Tu cita está cancelada"]);
    expect(page.text()).not.toMatch(/Diseño|10:00/);
    expect(await history()).toEqual(["creada programada", "cancelada cancelada clienta"]);
    const pending = (await ana.get("/admin")).document.querySelector("section:has(#por-atender)");
    expect(pending?.textContent).toMatch(/Lucía Peña canceló su cita de \S+ \d+ de \S+ a las 10:00 a\.m\. \(Diseño de cejas\)/);
    expect(pending?.querySelector(`a[href="/admin/citas?vista=dia&dia=${dia}"]`)?.textContent).toMatch(
      /^Ver el hueco del \S+ \d+ de \S+$/,
    );
  });

  test("of a visit of several services is one line on the dashboard", async () => {
    const visita_id = randomUUID();
    await sql("UPDATE citas_susa SET visita_id = $1", [visita_id]);
    await addCita(at("13:00"), { visita_id, servicio_id: await createServicio({ nombre: "Manicura" }) });
    await press(await ask(), "cancel");
    const pending = (await ana.get("/admin")).texts("section:has(#por-atender) p").filter((line) => line.includes("canceló"));
    expect(pending).toEqual([expect.stringMatching(/^Lucía Peña canceló .* 12:00 p\.m\. \(Diseño de cejas y Manicura\)\.$/)]);
  });

  test("asks first, with the studio's policy", async () => {
    await sql("UPDATE configuracion_susa SET politica = 'Avísanos con tiempo, por favor.'");
    const page = await open();
    expect(page.all("[value=cancel]")).toEqual([]);
    expect(page.href(".actions a[href*=cancelar]")).toBe("?cancelar=si");
    const asked = await ask();
    expect(asked.text()).toMatch(/^¿Cancelas tu cita\?.*Avísanos con tiempo, por favor\.Si la cancelas, tu lugar queda libre/);
    expect(asked.texts("main :is(.actions a, button)")).toEqual(["Sí, cancelar mi cita", "No, la conservo"]);
  });

  test("from a second telephone says that it is cancelled", async () => {
    const [one, two] = [await ask(), await ask()];
    await press(one, "cancel");
    expect([(await press(two, "cancel")).status, (await open()).status]).toEqual([303, 410]);
    expect(await history()).toHaveLength(2);
  });

  test.each([
    [12 * HOUR + MINUTE, 303, "cancelada"],
    [12 * HOUR - MINUTE, 409, "programada"],
  ])("with a limit of twelve hours, %i ms before it answers %i", async (ahead, status, estado) => {
    const page = await ask();
    await sql("UPDATE citas_susa SET fecha_hora = $1::timestamptz, fin = $1::timestamptz + interval '1 hour'", [
      new Date(Date.now() + ahead),
    ]);
    const now = await ask();
    expect(now.all("[value=cancel]")).toHaveLength(status === 303 ? 1 : 0);
    expect((await open()).texts(".actions a")).toHaveLength(status === 303 ? 5 : 3);
    const answer = await page.submit({ intent: "cancel", ...visto(now) }, "main form:has([value=cancel])");
    expect([answer.status, await stateOf()]).toEqual([status, estado]);
    if (status === 409) {
      expect(answer.alert).toBe("Faltan menos de 12 horas. Escríbenos por WhatsApp.");
      expect(answer.href(".actions a[href^='https://wa.me']")).toMatch(
        /^https:\/\/wa\.me\/522441234567\?text=Hola%2C%20Susa\.%20Te/,
      );
    }
  });
});

/** What the forms of a page say that was seen. */
const visto = (page: Page) => ({ visto: page.document.querySelector<HTMLInputElement>("[name=visto]")?.value ?? "" });

describe("changing the hour", () => {
  test("offers six hours a day of the next two weeks with the same specialist, and one press moves the visit, confirmed", async () => {
    const page = await open("/cambiar");
    const offered = hoursOf(page);
    expect(offered.length).toBeGreaterThan(30);
    const days = page.all(".slots dl > div").map((day) => day.querySelectorAll("dd").length);
    expect(Math.max(...days)).toBe(6);
    expect(offered.every((hour) => Date.parse(hour) >= Date.now() + 2 * HOUR - MINUTE)).toBe(true);
    expect(offered).not.toContain(at("12:00").toISOString());
    const hour = offered.at(-1) ?? "";
    const answer = await moveTo(page, hour);
    expect([answer.status, answer.location]).toEqual([303, path()]);
    expect([await momentOf(), await stateOf()]).toEqual([hour, "confirmada"]);
    expect(await history()).toEqual(["creada programada", "editada confirmada clienta"]);
    expect((await ana.get("/admin")).text("section:has(#por-atender)")).toContain("1 clienta cambió su cita de hora.");
    expect((await ana.get("/admin/reportes/cuadre")).text()).toContain("Todo cuadra: 0 diferencias.");
  });

  test("moves all services of the visit, with their distance", async () => {
    const visita_id = randomUUID();
    await sql("UPDATE citas_susa SET visita_id = $1", [visita_id]);
    const second = await addCita(at("13:30"), { visita_id });
    const page = await open("/cambiar");
    expect(page.text(".title .lead")).toMatch(/^Diseño de cejas y Diseño de cejas con Ana, el \S+ \d+ de \S+ a las 12:00/);
    const hour = hoursOf(page).find((each) => each.startsWith(addDays(dia, 1))) ?? "";
    expect((await moveTo(page, hour)).status).toBe(303);
    expect([await momentOf(), Date.parse((await momentOf(second)) ?? "")]).toEqual([hour, Date.parse(hour) + 1.5 * HOUR]);
  });

  test("at an hour that was taken meanwhile is refused, with other hours", async () => {
    const page = await open("/cambiar");
    const hour = hoursOf(page)[0] ?? "";
    await addCita(new Date(hour));
    const refused = await moveTo(page, hour);
    expect([refused.status, refused.alert]).toEqual([409, "Esa hora se acaba de ocupar. Elige otra."]);
    expect(hoursOf(refused)).not.toContain(hour);
    expect(hoursOf(refused).length).toBeGreaterThan(30);
    expect(await momentOf()).toBe(at("12:00").toISOString());
  });

  test.each([
    ["in less than two hours", () => new Date(Date.now() + HOUR).toISOString()],
    ["in three weeks", () => at("12:00", addDays(dia, 21)).toISOString()],
    ["when the studio is closed", () => at("03:00").toISOString()],
    ["in the past", () => "2020-01-01T10:00:00.000Z"],
  ])("%s is refused", async (_, hour) => {
    const refused = await moveTo(await open("/cambiar"), hour());
    expect([refused.status, await momentOf()]).toEqual([409, at("12:00").toISOString()]);
  });

  test("is refused the fourth time, in words", async () => {
    for (let time = 0; time < 3; time++) {
      const page = await open("/cambiar");
      expect((await moveTo(page, hoursOf(page).at(-1 - time) ?? "")).status).toBe(303);
    }
    const before = await momentOf();
    const page = await open("/cambiar");
    expect(page.text()).toContain("Ya la cambiaste tres veces. Escríbenos por WhatsApp.");
    expect(hoursOf(page)).toEqual([]);
    expect((await open()).texts(".actions a")).not.toContain("Necesito cambiarla");
    const values = { token: randomUUID(), ...visto(await ask()), fecha_hora: at("10:00", addDays(dia, 1)).toISOString() };
    const refused = await lucia.post(`${path()}/cambiar`, values);
    expect([refused.status, refused.alert]).toEqual([409, "Ya la cambiaste tres veces. Escríbenos por WhatsApp."]);
    expect(await momentOf()).toBe(before);
    // She can still say that she does not come.
    expect((await press(await ask(), "cancel")).status).toBe(303);
  });

  test("does not make the reminder that she got outdated, as a move of staff's does", async () => {
    await insertRow("mensajes_susa", { cita_id: id, tipo: "recordar" });
    const page = await open("/cambiar");
    const hour = hoursOf(page).find((each) => each.slice(0, 10) === at("12:00").toISOString().slice(0, 10)) ?? "";
    await moveTo(page, hour);
    const reminders = async () => (await ana.get(`/admin/citas/recordatorios?dia=${dia}`)).text();
    expect(await reminders()).not.toContain("antes de que la cita cambiara");
    const move = await ana.get(`/admin/citas/${id}/mover`);
    const other = move.all("main button[name=intent]").find((button) => button.getAttribute("value")?.includes(dia));
    await move.submit({ intent: other?.getAttribute("value") ?? "" }, "main form:has([name=updated_at])");
    expect(await reminders()).toContain("antes de que la cita cambiara");
    expect(await stateOf()).toBe("programada");
  });
});

test("only by WhatsApp: the link confirms and keeps, and everything else is a message", async () => {
  await sql("UPDATE configuracion_susa SET cita_horas = NULL");
  const page = await open();
  expect(page.texts("main :is(.actions a, button)")).toEqual([
    "Confirmo que voy",
    "Agregar a mi calendario",
    "Escribir por WhatsApp",
    "Cómo llegar",
  ]);
  expect(page.text()).toContain("Si necesitas cambiarla o cancelarla, avísanos. Escríbenos por WhatsApp.");
  expect(hoursOf(await open("/cambiar"))).toEqual([]);
  for (const [where, values] of [
    ["", { intent: "cancel" }],
    ["/cambiar", { fecha_hora: at("10:00", addDays(dia, 1)).toISOString() }],
  ] as const)
    expect((await lucia.post(path() + where, { token: randomUUID(), ...visto(page), ...values })).status).toBe(409);
  expect((await press(page, "confirm")).status).toBe(303);
});

test("a button that there is not answers 400, and a form without its token changes nothing", async () => {
  expect((await press(await open(), "confirm")).status).toBe(303);
  const page = await open();
  expect((await lucia.post(path(), { ...visto(page), intent: "delete" })).status).toBe(400);
  expect((await lucia.post(`${path()}/cambiar`, { ...visto(page), fecha_hora: "mañana" })).status).toBe(400);
  expect((await lucia.post(path(), { ...visto(page), intent: "cancel" })).status).toBe(400);
  expect(await stateOf()).toBe("confirmada");
});

describe("a link that leads nowhere any more", () => {
  test.each<[what: string, change: () => Promise<unknown>, title: string]>([
    [
      "of another client now",
      async () => sql("UPDATE citas_susa SET cliente_id = $1", [await createCliente()]),
      "Este enlace ya no sirve",
    ],
    ["of a deleted appointment", () => sql("DELETE FROM citas_susa"), "Este enlace ya no sirve"],
    ["of a deleted client", () => sql("DELETE FROM clientes_susa"), "Este enlace ya no sirve"],
    ["of a cancelled appointment", () => sql("UPDATE citas_susa SET estado = 'cancelada'"), "Tu cita está cancelada"],
    ["of one that she missed", () => sql("UPDATE citas_susa SET estado = 'cancelada', no_asistio = true"), "Tu cita ya pasó"],
    [
      "of one that is over",
      () => sql("UPDATE citas_susa SET fecha_hora = now() - interval '3 h', fin = now() - interval '1 s'"),
      "Tu cita ya pasó",
    ],
  ])("%s answers 410 with WhatsApp, and says neither day nor service", async (_, change, title) => {
    const page = await open();
    await change();
    for (const where of ["", "/cambiar"]) {
      const gone = await open(where);
      expect([gone.status, gone.text("h1")]).toEqual([410, title]);
      expect(gone.href("main a")).toMatch(/^https:\/\/wa\.me\/522441234567/);
      expect(gone.text()).not.toMatch(/cejas|diciembre|enero|mediodía/);
    }
    expect((await open("/cita.ics")).status).toBe(410);
    expect((await press(page, "confirm")).location).toBe(path());
    expect(await history()).toHaveLength((await sqlValue<number>("SELECT count(*)::int FROM cambios_cita_susa")) ?? 0);
  });

  test("after her record was merged with another answers 410", async () => {
    const other = await createCliente({ nombre: "Lucía Peña Ruiz" });
    const merge = await ana.get(`/admin/clientes/${other}/fusionar?otra=${cliente_id}`);
    expect((await merge.submit()).status).toBe(303);
    expect((await open()).status).toBe(410);
    expect((await lucia.get(path({ id, cliente_id: other }))).status).toBe(200);
  });

  test("that is no link answers 404", async () => {
    for (const address of ["/cita/nadie", `${path()}x`, "/cita/", "/cita", `${path().slice(0, -1)}%20`, `${path()}/otra`])
      expect((await lucia.get(address)).status, address).toBe(404);
  });
});

describe("guessing", () => {
  const guess = () =>
    `/cita/${Buffer.from(randomUUID() + randomUUID())
      .toString("base64url")
      .slice(0, 38)}`;
  const answersOf = async (guesses: string[]) => {
    const statuses: Record<string, number> = {};
    for (let first = 0; first < guesses.length; first += 10)
      for (const { status } of await Promise.all(guesses.slice(first, first + 10).map((each) => lucia.send(each))))
        statuses[status] = (statuses[status] ?? 0) + 1;
    return statuses;
  };

  test("ten thousand links hits none, and all but thirty answer 429", { tags: ["slow"], timeout: 300_000 }, async () => {
    expect(await answersOf(Array.from({ length: 10_000 }, guess))).toEqual({ 410: 30, 429: 9_970 });
  });

  test("is refused after thirty links that lead nowhere, while a right one still opens", async () => {
    const forged = Array.from({ length: 50 }, (_, index) => path().slice(0, -1) + "AEIMQUYcgkosw048"[index % 16]).filter(
      (each) => each !== path(),
    );
    const statuses = await answersOf([...forged, ...Array.from({ length: 50 }, guess)]);
    expect(statuses).toEqual({ 410: MAX_LINK_MISSES_PER_ADDRESS, 429: forged.length + 50 - MAX_LINK_MISSES_PER_ADDRESS });
    const waiting = await lucia.get(guess());
    expect([waiting.status, waiting.text("h1")]).toEqual([429, "Espera unos minutos"]);
    expect(Number(waiting.headers["retry-after"])).toBeGreaterThan(0);
    expect((await open()).status).toBe(200);
  });
});

test("without the database a link answers 503, with the studio's telephone and WhatsApp", async () => {
  const page = await open();
  const form = await withoutTable("citas_susa", () => press(page, "confirm"));
  expect([form.status, form.text("h1")]).toEqual([503, "Error"]);
  expect(form.values("main form").intent).toBe("confirm");
  const closed = await withoutTable("citas_susa", () => open());
  expect(closed.status).toBe(503);
  expect(closed.hrefs("a[href^='tel:']")).toContain("tel:+522441234567");
  expect((await press(page, "confirm")).status).toBe(303);
});
