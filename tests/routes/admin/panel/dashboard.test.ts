import { beforeEach, describe, expect, test } from "vitest";
import { studioMoment } from "../../../../app/format/zone.server";
import type { Page } from "../../../support/browser";
import {
  type Columns,
  createCita,
  createCliente,
  createConfiguracion,
  createEgreso,
  createEmpleado,
  createServicio,
} from "../../../support/factories";
import { emptyTables, sql, studioDayFromNow, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const CENTRO = "America/Mexico_City";
const TIJUANA = "America/Tijuana";

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");
beforeEach(() => emptyTables());

const stats = (page: Page) =>
  Object.fromEntries(
    page.all("dl > div").map((card) => [card.querySelector("dt")?.textContent, card.querySelector("dd")?.textContent]),
  );
// The appointments of the page by hour, whether they are over or not: for that see tests/models/dinero/panel.test.ts.
const byHour = (page: Page) =>
  page
    .all("section[aria-labelledby=citas-de-hoy] ol > li:has(time)")
    .sort((one, other) => momentOf(one).localeCompare(momentOf(other)));
const momentOf = (item: Element) => item.querySelector("time")?.getAttribute("datetime") ?? "";
const times = (page: Page) => byHour(page).map((item) => item.querySelector("time")?.textContent);
// The first three parts of each line; its buttons follow.
const today = (page: Page) =>
  byHour(page).map((item) =>
    [...item.children]
      .slice(0, 3)
      .map(({ textContent }) => (textContent ?? "").replace(/\s+/g, " ").trim())
      .join(""),
  );
const steps = (page: Page) =>
  page
    .all("section[aria-labelledby=para-empezar] li")
    .map((item) => [item.querySelector("a")?.getAttribute("href"), item.querySelector(".badge")?.textContent ?? ""]);

/** Adds an appointment at a clock time of the studio: day 0 is today, -1 yesterday. */
async function addCita(day: number, clock: string, zone: string, columns: Columns = {}): Promise<void> {
  await createCita(studioMoment(await studioDayFromNow(day, zone), clock, zone), { duracion_minutos: 30, ...columns });
}

async function addIngreso(monto: string, fecha: string, zone = CENTRO): Promise<void> {
  await sql(`INSERT INTO ingresos_susa (monto, fecha) SELECT $1, ${fecha} FROM (SELECT (now() AT TIME ZONE $2)::date AS hoy) d`, [
    monto,
    zone,
  ]);
}

describe("the dashboard", () => {
  test("of an empty studio shows zeros", async () => {
    const page = await ana.get("/admin");
    expect(stats(page)).toEqual({
      "Total Clientes": "0",
      "Citas Hoy": "0",
      "Ingresos del Mes": "$0.00",
      "Servicios Activos": "0",
    });
    expect(page.text("section[aria-labelledby=citas-de-hoy]")).toContain("No hay citas para hoy");
  });

  test("of a new studio shows its first steps instead of an empty chart, each marked when it is done", async () => {
    const before = await ana.get("/admin");
    expect(steps(before)).toEqual([
      ["/admin/configuracion/general?parte=estudio&de=/admin", ""],
      ["/admin/configuracion/general?parte=horario&de=/admin", ""],
      ["/admin/empleados/nuevo?de=/admin", ""],
      ["/admin/servicios/nuevo?de=/admin", ""],
      ["/admin/citas/nueva", ""],
      // What can wait. There is no notice before there are facts; this suite's accounts wait for nobody.
      ["/admin/configuracion/apariencia/logo?de=/admin", ""],
      ["/admin/configuracion/apariencia/portada?de=/admin", ""],
      ["/admin/galeria?de=/admin", ""],
      ["/admin/traer", ""],
      ["/admin/configuracion/citas-en-linea?de=/admin", ""],
      ["/admin/configuracion/seguridad?de=/admin", ""],
    ]);
    expect(before.all("section[aria-labelledby=rendimiento]")).toEqual([]);
    const seen = "Tu sitio ya se ve: dice «Susa», sin dirección, teléfono ni WhatsApp.";
    expect(before.text("section[aria-labelledby=para-empezar] p")).toContain(seen);
    await createServicio();
    await createConfiguracion({ direccion: "Calle 5", telefono: "222 123 4567", whatsapp: "522221234567" });
    expect((await ana.get("/admin")).text()).not.toContain("Tu sitio ya se ve");
    const done = (all: unknown[][]) => all.flatMap(([href, badge]) => (badge === "Listo" ? href : []));
    expect(done(steps(await ana.get("/admin")))).toEqual([
      "/admin/configuracion/general?parte=estudio&de=/admin",
      "/admin/configuracion/general?parte=horario&de=/admin",
      "/admin/servicios",
      "/admin/configuracion/citas-en-linea?de=/admin",
    ]);
    // They are the owner's, whatever others may do.
    const luz = await site.staff("luz@ejemplo.mx");
    await sql("UPDATE cuentas_susa SET estado = 'activa', permisos = '{catalogo}' WHERE email = 'luz@ejemplo.mx'");
    expect(steps(await luz.get("/admin"))).toEqual([]);
    await addCita(1, "10:00", CENTRO);
    const after = await ana.get("/admin");
    expect(after.text()).not.toContain("Para empezar");
    expect(after.text("section[aria-labelledby=rendimiento]")).toMatch(/Todavía no hay ingresos ni egresos en 20\d\d\.$/);
  });

  test("shows the next day that has appointments once nothing is left today", async () => {
    const cliente_id = await createCliente();
    for (const clock of ["10:00", "11:00", "12:00", "13:30", "15:00", "16:00"]) await addCita(2, clock, CENTRO, { cliente_id });
    await addCita(3, "09:00", CENTRO);
    await addCita(1, "13:30", CENTRO, { estado: "cancelada" });
    const next = "section[aria-labelledby=siguiente-dia]";
    const page = await ana.get("/admin");
    expect(page.text(`${next} h2`)).toMatch(/^Lo que sigue: \S+ \d+ de \S+$/);
    expect(page.texts(`${next} li time`)).toEqual(["10:00 a.m.", "11:00 a.m.", "12:00 p.m.", "1:30 p.m.", "3:00 p.m."]);
    expect(page.text(`${next} a`)).toBe("Ver las 6 citas");
    expect(page.href(`${next} a`)).toBe(`/admin/citas?vista=dia&dia=${await studioDayFromNow(2)}`);
    // Its end is tomorrow, so that it is never over today.
    await addCita(0, "23:59", CENTRO);
    expect((await ana.get("/admin")).all(next)).toEqual([]);
  });

  test("offers first to complete what is over, and names it otherwise", async () => {
    // From the first moment of today, so that it is over whenever this runs.
    await createCita(`${await studioDayFromNow(0, CENTRO)}T06:00Z`, { fin: new Date(Date.now() - 1), estado: "confirmada" });
    const fold = async () =>
      (await ana.get("/admin")).texts("section[aria-labelledby=citas-de-hoy] > div > :first-child > summary");
    expect(await fold()).toEqual(["Falta cobrar 1 cita"]);
    await sql("UPDATE citas_susa SET estado = 'completada'");
    expect(await fold()).toEqual([]);
    expect((await ana.get("/admin")).texts("section[aria-labelledby=citas-de-hoy] > div > :last-child > summary")).toEqual([
      "1 ya pasó",
    ]);
  });

  const waiting = async () => (await ana.get("/admin")).texts("section[aria-labelledby=por-atender] li");

  test("says how many clients are still to be reminded of the next day, as the reminders do", async () => {
    await addCita(2, "00:00", CENTRO);
    await addCita(2, "23:59", CENTRO, { estado: "confirmada" });
    await addCita(3, "00:00", CENTRO);
    await addCita(1, "12:00", CENTRO, { estado: "cancelada" });
    const [line] = await waiting();
    expect(line).toMatch(/^1 cita por recordar del \S+ \d+ de \S+\.Mandar recordatorios$/);
    expect(line).toContain((await ana.get("/admin")).text("#siguiente-dia").replace("Lo que sigue: ", ""));
    expect((await ana.get("/admin/citas/recordatorios")).text("main header")).toContain("2 citas: 1 confirmada, 1 por recordar");
    await sql("UPDATE citas_susa SET estado = 'confirmada' WHERE estado = 'programada'");
    expect(await waiting()).toEqual([]);
  });

  test("names the last day with appointments still open, and what clients owe", async () => {
    const servicio_id = await createServicio();
    await addCita(-1, "10:00", CENTRO, { estado: "completada", precio: "350.50", cobrado: "50.00", servicio_id });
    await addCita(-1, "12:00", CENTRO, { estado: "cancelada" });
    for (const clock of ["10:00", "12:00"]) await addCita(-3, clock, CENTRO, { estado: "confirmada" });
    await addCita(-4, "10:00", CENTRO);
    expect(await waiting()).toEqual([
      expect.stringMatching(/^Quedaron 2 citas sin completar el \S+ \d+ de \S+\.Completar o cancelar$/),
      "Te deben $300.50.Ver lo pendiente",
    ]);
    const link = (await ana.get("/admin")).href("section[aria-labelledby=por-atender] a");
    expect((await ana.get(link)).all("main [data-record], main .records > li, main ol > li").length).toBe(2);
  });

  test("names the items that run out, the lowest first, to those who may see the inventory", async () => {
    await sql("INSERT INTO inventario_susa (nombre, cantidad, minimo) VALUES ('Sobra', 9, 3), ('Gel', 1, 3), ('Henna', 3, 3)");
    expect(await waiting()).toEqual(["2 artículos por agotarse: Gel y Henna.Ver lo que falta"]);
    await sql("INSERT INTO inventario_susa (nombre, cantidad, minimo) VALUES ('Hilo', -4, 0), ('Cera', 2, 2)");
    expect(await waiting()).toEqual(["4 artículos por agotarse: Hilo, Gel, Cera y 1 más.Ver lo que falta"]);
    await sql("DELETE FROM inventario_susa");
    expect((await ana.get("/admin")).all("section[aria-labelledby=por-atender]")).toEqual([]);
  });

  test("counts the rows in the database", async () => {
    await sql("INSERT INTO clientes_susa (nombre) SELECT 'Clienta ' || n FROM generate_series(1, 1234) n");
    await sql(
      "INSERT INTO servicios_susa (nombre, precio, categoria, activo) SELECT 'S' || n, 1, 'cejas', n <= 3 FROM generate_series(1, 5) n",
    );
    await addCita(0, "10:00", CENTRO);
    await addCita(0, "12:00", CENTRO, { estado: "completada" });
    await addIngreso("1234567.89", "hoy");
    expect(stats(await ana.get("/admin"))).toEqual({
      "Total Clientes": "1,234",
      "Citas Hoy": "2",
      "Ingresos del Mes": "$1,234,567.89",
      "Servicios Activos": "3",
    });
  });

  test.each([CENTRO, TIJUANA])("counts today from midnight to midnight in %s", async (zone) => {
    if (zone !== CENTRO) await createConfiguracion({ zona_horaria: zone });
    await addCita(-1, "23:59", zone);
    await addCita(0, "23:59", zone);
    await addCita(0, "00:00", zone);
    await addCita(1, "00:00", zone);
    const page = await ana.get("/admin");
    expect(stats(page)["Citas Hoy"]).toBe("2");
    expect(times(page)).toEqual(["12:00 a.m.", "11:59 p.m."]);
    expect(page.text("main header")).toMatch(new RegExp(`\\b${Number((await studioDayFromNow(0, zone)).slice(8))} de `));
  });

  test("shows income and expenses for each month of the studio's year", async () => {
    const [year, month] = (await studioDayFromNow()).split("-");
    await addIngreso("1000.10", "hoy");
    await addIngreso("5.00", "date_trunc('year', hoy)::date - 1");
    await addIngreso("7.00", "(date_trunc('year', hoy) + interval '1 year')::date");
    await createEgreso(await studioDayFromNow(), 1500);
    const page = await ana.get("/admin");
    const section = "section[aria-labelledby=rendimiento]";
    expect(page.text(`${section} figcaption`)).toMatch(
      new RegExp(
        `^Ingresos \\$1,000.10, egresos \\$1,500.00, utilidad neta −\u2060\\$499.90. El mejor mes fue .+ de ${year}: \\$1,000.10.$`,
      ),
    );
    const months = page.all(`${section} tbody tr`).map((row) => [...row.children].map((cell) => cell.textContent));
    expect(months.length).toBe(Number(month));
    expect(months[Number(month) - 1]?.slice(1)).toEqual(["$1,000.10", "$1,500.00", "−$499.90"]);
    expect(months.filter(([, ingresos]) => ingresos !== "$0.00").length).toBe(1);
    const drawings = page.all(`${section} svg[role=img]`);
    expect(drawings.length).toBeGreaterThan(0);
    for (const drawing of drawings) {
      const names = ["aria-labelledby", "aria-describedby"].map((name) => page.text(`#${drawing.getAttribute(name)}`));
      expect(names).toEqual(["Ingresos y egresos por mes", page.text(`${section} figcaption`)]);
    }
  });

  test("lists today's appointments in order with client, service and specialist, and names deleted ones as deleted", async () => {
    const cliente_id = await createCliente({ nombre: "Íñigo <i>Ñandú</i>" });
    const otra = await createCliente();
    const servicio_id = await createServicio({ precio: 450.5 });
    const empleado_id = await createEmpleado({ nombre: "Luz", apellido: "Paz" });
    await addCita(0, "16:05", CENTRO, { cliente_id: otra, servicio_id, precio: "450.50", estado: "cancelada" });
    await addCita(0, "09:00", CENTRO, { cliente_id, servicio_id, precio: "450.50", empleado_id, estado: "confirmada" });
    await addCita(0, "12:30", CENTRO, { cliente_id, empleado_id });
    await sql("DELETE FROM clientes_susa WHERE id = $1", [otra]);
    expect(today(await ana.get("/admin"))).toEqual([
      "9:00 a.m.Íñigo <i>Ñandú</i> a las 9:00 a.m., Diseño de cejasDiseño de cejas, $450.50 · con Luzconfirmada",
      "12:30 p.m.Íñigo <i>Ñandú</i> a las 12:30 p.m., Servicio eliminadoServicio eliminado · con Luzprogramada",
      "4:05 p.m.Clienta eliminada a las 4:05 p.m., Diseño de cejasDiseño de cejas, $450.50 · Sin especialistacancelada",
    ]);
  });

  test("sends no notes of the appointments, which it does not show", async () => {
    await addCita(0, "09:00", CENTRO, { notas: "Solo para la ficha" });
    const page = await ana.get("/admin");
    expect(today(page).length).toBe(1);
    expect(page.html).not.toContain("Solo para la ficha");
  });

  // For the cards that cannot be read see unavailable-parts.test.ts.
  test("is an error page when the settings or the session cannot be read", async () => {
    for (const table of ["configuracion_susa", "sesiones_susa"]) {
      const page = await withoutTable(table, () => ana.get("/admin"));
      expect(page.status, table).toBeGreaterThanOrEqual(500);
      expect(page.text("main"), table).toContain("vuelve a intentarlo");
      expect(page.html, table).not.toMatch(/relation|does not exist|perdida|prisma|\bat .+:\d+:\d+/i);
    }
  });

  test("has six cards whose English addresses redirect to the Spanish screens", async () => {
    const page = await ana.get("/admin");
    const targets = {
      "/admin/services": "/admin/servicios",
      "/admin/employees": "/admin/empleados",
      "/admin/inventory": "/admin/inventario",
      "/admin/providers": "/admin/proveedores",
      "/admin/service-images": "/admin/galeria",
      "/admin/testimonials": "/admin/testimonios",
    };
    expect(page.hrefs("section[aria-labelledby=accesos] a")).toEqual(Object.keys(targets));
    for (const [from, to] of Object.entries(targets)) {
      const moved = await ana.send(from);
      expect([moved.status, moved.location]).toEqual([301, to]);
    }
  });
});
