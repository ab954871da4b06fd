import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../../../app/format/days.server";
import type { Page } from "../../../support/browser";
import {
  createCita,
  createCliente,
  createEgreso,
  createIngreso,
  createPropina,
  createServicio,
  createVenta,
} from "../../../support/factories";
import { emptyTables, sql, sqlValue, studioDayFromNow, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// The server's own midnight is hours away from UTC's: no day may change because of it.
const site = await startSiteForFile({ TZ: "Asia/Tokyo" });
const ana = await site.staff();
beforeEach(() => emptyTables());

const figures = (page: Page) => page.texts("main dl:not([aria-labelledby=resumen] dl) > div");
const section = (page: Page, id: string) => page.document.getElementById(id)?.closest("section");
const cells = (page: Page, id: string) =>
  [...(section(page, id)?.querySelectorAll("tbody tr, tfoot tr") ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
const alert = (page: Page) => page.text("#error-periodo");
const typed = (page: Page) =>
  Object.fromEntries(page.all("main form input[name]").map((input) => [input.getAttribute("name"), input.getAttribute("value")]));

describe("the report", () => {
  test("of a period with nothing at all is its sums of $0.00 above one sentence, and the links of any other report", async () => {
    const page = await ana.get("/admin/reportes?mes=2025-11");
    expect([page.status, page.text("main .empty-state p")]).toEqual([200, "En noviembre no entró nada"]);
    expect(figures(page)).toEqual(
      ["Ingresos", "Egresos", "Utilidad neta"].map((name) => `${name}$0.00$0.00 en octubre de 2025Diferencia: $0.00`),
    );
    expect(page.all("main dl ~ div .empty-state").length).toBe(1);
    expect(page.all('main a[href="/admin/reportes/cuadre"]').length).toBe(1);
    const links = page.hrefs('nav[aria-label="Partes del reporte"] a');
    expect(links).toEqual(page.all("main .report-tables h2").map(({ id }) => `#${id}`));
    expect([links.length, page.hrefs('main a[href^="/admin/reportes.csv?mes=2025-11&tabla="]').length]).toEqual([13, 13]);
    // Of nothing, no row and no chart.
    expect([page.all("main table"), page.all("main svg[role=img]"), page.text("main")]).toEqual([
      [],
      [],
      expect.not.stringContaining("Se muestran"),
    ]);
    expect(page.all("main form").length).toBe(3);
    expect(page.texts('nav[aria-label="Otros periodos"] a')).toEqual(["← Octubre de 2025", "Diciembre de 2025 →"]);
    // An appointment can only be booked in a period that is not over.
    expect(page.hrefs("main .empty-state a")).toEqual([]);
    const ahead = await ana.get("/admin/reportes?mes=2099-01");
    expect(ahead.text("main .empty-state p")).toBe("Todavía no hay nada en enero");
    // Money can be registered today, with the date of this period.
    expect((await ana.get("/admin/reportes")).hrefs("main .empty-state a")).toEqual(["/admin/ingresos/nuevo"]);
    expect(ahead.hrefs("main .empty-state a")).toEqual([]);
  });

  test("of a month without money shows $0.00, and nothing as not available yet", async () => {
    await createCita("2025-11-05T18:00Z");
    const page = await ana.get("/admin/reportes?mes=2025-11");
    expect(page.status).toBe(200);
    expect(page.text("h1")).toBe("Reportes Financieros");
    expect(page.document.title).toBe("Reportes Financieros");
    expect(figures(page)).toEqual(
      ["Ingresos", "Egresos", "Utilidad neta"].map((name) => `${name}$0.00$0.00 en octubre de 2025Diferencia: $0.00`),
    );
    expect(page.text()).not.toContain("Próximamente");
    expect(section(page, "tendencias")?.textContent).toContain("Todavía no hay ingresos en estos meses.");
    expect(section(page, "suben")?.textContent).toContain("Hacen falta 6 meses de ingresos para compararlos.");
    expect(section(page, "proyecciones")?.textContent).toContain("Se calcula cuando haya dos meses completos con ingresos.");
    expect(section(page, "servicios")?.textContent).toContain("Nada en este periodo.");
    expect(page.all("main [style]")).toEqual([]);
  });

  test("is for the studio's current month unless a period is given", async () => {
    const mes = (await studioDayFromNow()).slice(0, 7);
    await createIngreso(`${mes}-01`, "12.50");
    for (const query of ["", "?mes=", "?desde=&hasta=", "?otra=1"]) {
      const page = await ana.get(`/admin/reportes${query}`);
      expect([page.status, alert(page), typed(page).mes], query).toEqual([200, "", mes]);
      expect(figures(page)[0], query).toContain("Ingresos$12.50");
    }
  });

  test("compares with the previous period of the same length, and names a day as a day", async () => {
    await createIngreso("2024-10-31", "100.10");
    await createIngreso("2024-11-01", "1234567.80");
    await createEgreso("2024-10-05", "300.20");
    expect(figures(await ana.get("/admin/reportes?mes=2024-11"))).toEqual([
      "Ingresos$1,234,567.80$100.10 en octubre de 2024Diferencia: +$1,234,467.70",
      "Egresos$0.00$300.20 en octubre de 2024Diferencia: −$300.20",
      "Utilidad neta$1,234,567.80−$200.10 en octubre de 2024Diferencia: +$1,234,767.90",
    ]);
    expect(figures(await ana.get("/admin/reportes?anio=2025"))[0]).toBe(
      "Ingresos$0.00$1,234,667.90 en 2024Diferencia: −$1,234,667.90",
    );
    expect(figures(await ana.get("/admin/reportes?desde=2024-11-01&hasta=2024-11-02"))[0]).toBe(
      "Ingresos$1,234,567.80$100.10 del 30 al 31 de octubre de 2024Diferencia: +$1,234,467.70",
    );
    expect(figures(await ana.get("/admin/reportes?desde=2024-11-21&hasta=2024-11-21"))[0]).toContain(
      "$0.00 el 20 de noviembre de 2024",
    );
    expect(figures(await ana.get("/admin/reportes?desde=2025-01-02&hasta=2025-01-03"))[0]).toContain(
      "$0.00 del 31/12/2024 al 01/01/2025",
    );
  });

  const summary = (page: Page) => ({
    title: page.text("#resumen"),
    figures: page.texts("main section[aria-labelledby=resumen] dl > div"),
    links: page.hrefs("main section[aria-labelledby=resumen] a"),
  });

  test("opens with today: what came in by method with its tips, what went out of the drawer, discounts and debts", async () => {
    const hoy = await studioDayFromNow();
    const yesterday = addDays(hoy, -1);
    expect(summary(await ana.get("/admin/reportes"))).toEqual({
      title: "Hoy",
      figures: [
        ...["Efectivo$0.00", "Tarjeta$0.00", "Transferencia$0.00"],
        ...["Propinas$0.00", "Descuentos$0.00", "Por cobrar$0.00"],
      ],
      links: [`/admin/reportes?desde=${yesterday}&hasta=${yesterday}`],
    });
    await createIngreso(hoy, 3995);
    await createIngreso(hoy, 1305, { metodo_pago: "tarjeta" });
    await createIngreso(yesterday, 10, { metodo_pago: "otro" });
    await createEgreso(hoy, 120, { metodo_pago: "efectivo" });
    await createEgreso(hoy, 300, { metodo_pago: "tarjeta" });
    await createPropina({ fecha: hoy, monto: 50 });
    await createPropina({ fecha: hoy, monto: 70, metodo_pago: "tarjeta" });
    const cita = { estado: "completada", precio: 680, descuento: 70, descuento_motivo: "Amiga" };
    await createCita(`${hoy}T18:00Z`, cita);
    const page = await ana.get("/admin/reportes");
    expect(summary(page).figures).toEqual([
      "Efectivo$4,045.00$3,995.00 + $50.00 de propinasSalieron $120.00: quedan $3,925.00",
      "Tarjeta$1,375.00$1,305.00 + $70.00 de propinas",
      "Transferencia$0.00",
      ...["Propinas$120.00", "Descuentos$70.00", "Por cobrar$680.00"],
    ]);
    expect(summary(page).links).toContain("/admin/ventas/por-cobrar");
    // The month stays below, with what came in yesterday if that was in it.
    expect(figures(page)[0]).toMatch(/^Ingresos\$5,3[01]0\.00/);
    expect(summary(await ana.get(`/admin/reportes?desde=${hoy}&hasta=${hoy}`)).title).toBe("Hoy");
    expect(summary(await ana.get("/admin/reportes?mes=2026-13")).title).toBe("Hoy");
  });

  test("opens with the chosen days, and other methods only if they had anything", async () => {
    await createIngreso("2025-11-03", 10, { metodo_pago: "otro" });
    await createEgreso("2025-11-03", 20, { metodo_pago: "efectivo" });
    const venta_id = await createVenta();
    const reversa_de = await createPropina({ fecha: "2025-10-31", monto: 5, venta_id });
    await createPropina({ fecha: "2025-11-04", monto: -5, venta_id, reversa_de });
    expect(summary(await ana.get("/admin/reportes?mes=2025-11"))).toEqual({
      title: "Noviembre de 2025",
      figures: [
        "Efectivo−$5.00$0.00 − $5.00 de propinasSalieron $20.00, $25.00 más de lo que entró",
        ...["Tarjeta$0.00", "Transferencia$0.00", "Otro$10.00"],
        ...["Propinas−$5.00", "Descuentos$0.00", "Por cobrar$0.00"],
      ],
      links: [],
    });
  });

  test("lists the discounts of the month with their reasons, and names the clients", async () => {
    const cliente_id = await createCliente({ nombre: "Noemí Sol" });
    const cita = { cliente_id, estado: "completada", descuento: 70, descuento_motivo: "Esperó media hora" };
    await createCita("2025-11-05T18:00Z", cita);
    const page = await ana.get("/admin/reportes?mes=2025-11");
    expect(cells(page, "descuentos")).toEqual([
      ["05/11/2025", "Noemí Sol", "Servicio eliminado", "Sin especialista", "$70.00", "Esperó media hora"],
      ["Total", "", "", "", "$70.00", ""],
    ]);
    await createIngreso("2025-10-05", "1");
    expect(section(await ana.get("/admin/reportes?mes=2025-10"), "descuentos")?.textContent).toContain(
      "No se hicieron descuentos.",
    );
  });

  const sentences = async (query: string) =>
    (await ana.get(`/admin/reportes${query}`)).texts("main :is(.frases p, .empty-state > img + p)");

  test("begins with what came in, what sold most, and what was left, in words", async () => {
    expect(await sentences("?mes=2025-02")).toEqual(["En febrero no entró nada"]);
    await createIngreso("2025-03-05", "12345.50");
    expect(await sentences("?mes=2025-03")).toEqual(["En marzo entraron $12,345.50."]);
    expect((await sentences("?mes=2025-04"))[0]).toBe("En abril no entró nada.");
    await createIngreso("2025-04-05", "10000");
    await createEgreso("2025-04-06", "10000");
    expect(await sentences("?mes=2025-04")).toEqual([
      "En abril entraron $10,000.00, unos $2,300 menos que en marzo.",
      "Después de los gastos quedaron $0.00.",
    ]);
    await createIngreso("2025-05-05", "10000");
    await createEgreso("2025-05-06", "1");
    expect(await sentences("?mes=2025-05")).toEqual([
      "En mayo entraron $10,000.00, igual que en abril.",
      "Después de los gastos quedaron $9,999.00.",
    ]);
    await createEgreso("2025-05-07", "20000");
    expect((await sentences("?mes=2025-05"))[1]).toBe("Se gastaron $10,001.00 más de lo que entró.");
    expect((await sentences("?desde=2025-04-05&hasta=2025-04-05"))[0]).toBe("El 5 de abril de 2025 entraron $10,000.00.");
    expect((await sentences("?anio=2025"))[0]).toMatch(/^En 2025 entraron \$32,345\.50\.$/);
    expect(await sentences("?mes=2099-01")).toEqual(["Todavía no hay ingresos en enero."]);
  });

  test("says of a period to come that has appointments only that no income is there", async () => {
    await createCita("2099-01-05T18:00Z");
    expect((await sentences("?mes=2099-01"))[0]).toBe("Todavía no hay ingresos en enero.");
  });

  test("shows the per cent of a change in its cell", async () => {
    await createIngreso("2025-09-05", "400");
    await createIngreso("2025-10-05", "100");
    const page = await ana.get("/admin/reportes?mes=2025-10");
    const titles = [...(section(page, "tendencias")?.querySelectorAll("thead th") ?? [])].map((title) => title.textContent);
    expect(titles).toEqual(["Mes", "Ingresos", "vs. mes anterior", "vs. año pasado"]);
    expect(cells(page, "tendencias")[0]).toEqual(["Octubre de 2025", "$100.00", "−$300.00 −75%", "—"]);
  });

  test("names the service that sold most, two that sold alike, and none of three", async () => {
    const add = async (nombre: string, day: number) => {
      const servicio_id = await createServicio({ nombre });
      return createCita(`2025-03-${day}T18:00Z`, { servicio_id, estado: "completada" });
    };
    await add("Lifting", 11);
    expect(await sentences("?mes=2025-03")).toContain("Lo que más se vendió: Lifting (1 vez).");
    await add("Tinte", 12);
    expect(await sentences("?mes=2025-03")).toContain("Lo que más se vendió: Lifting y Tinte (1 vez cada uno).");
    await add("Manicura", 13);
    expect((await sentences("?mes=2025-03")).join()).not.toContain("Lo que más se vendió");
  });

  test("says of a period that is not over how long it has left, and compares it with the same days before", async () => {
    const [now] = await sql<{ mes: string; antes: string; faltan: number }>(`
      SELECT to_char(hoy, 'YYYY-MM') AS mes, to_char(hoy - interval '1 month', 'YYYY-MM') AS antes,
        (date_trunc('month', hoy) + interval '1 month - 1 day')::date - hoy AS faltan
      FROM (SELECT (now() AT TIME ZONE 'America/Mexico_City')::date AS hoy) AS d`);
    await createIngreso(`${now?.antes}-01`, "100");
    await createIngreso(`${now?.mes}-01`, "40");
    const left = now?.faltan === 1 ? " Falta 1 día." : now?.faltan ? ` Faltan ${now.faltan} días.` : "";
    const sentence = new RegExp(
      `^En \\p{L}+ ${left ? "han entrado" : "entraron"} \\$40\\.00, unos \\$60 menos que (en|el 1 de|del 1 al \\d+ de) \\p{L}+\\.${left}$`,
      "u",
    );
    expect((await sentences(""))[0]).toMatch(sentence);
    await createIngreso(`${now?.mes}-01`, "200");
    expect((await sentences(""))[0]).toContain(`$240.00, unos $140 más que`);
    expect((await sentences("")).join()).not.toContain("Esperamos");
    await createIngreso("2020-01-01", "1");
    expect((await sentences("")).at(-1)).toMatch(/^Esperamos cerrar el mes con unos \$\d+\.$/);
  });

  test("links to each of its parts, first what is asked daily", async () => {
    await createIngreso("2026-11-01", "1");
    const page = await ana.get("/admin/reportes?mes=2026-11");
    const links = page.hrefs('nav[aria-label="Partes del reporte"] a');
    expect(links.slice(0, 3)).toEqual(["#metodos", "#especialistas", "#descuentos"]);
    expect(links.slice(-3)).toEqual(["#tendencias", "#suben", "#proyecciones"]);
    expect(links).toEqual(page.all("main .report-tables h2").map(({ id }) => `#${id}`));
  });

  test("offers all rows only of a table that is long", async () => {
    await sql("INSERT INTO servicios_susa (nombre, precio, categoria) SELECT 'S' || n, 1, 'cejas' FROM generate_series(1, 7) n");
    await sql(`INSERT INTO citas_susa (servicio_id, estado, fecha_hora, fin)
      SELECT id, 'completada', '2026-11-05T18:00Z', '2026-11-05T19:00Z' FROM servicios_susa`);
    const page = await ana.get("/admin/reportes?mes=2026-11");
    expect(page.texts("main .first-rows > details summary")).toEqual(["Ver todo de Servicios más vendidos"]);
  });

  test("projects this month and the next one, rounded, and says what from", async () => {
    const lastMonth = await studioDayFromNow(-Number((await studioDayFromNow()).slice(8)));
    const monthBefore = addDays(lastMonth, -Number(lastMonth.slice(8)));
    await createIngreso(monthBefore, "900");
    await createIngreso(lastMonth, "1100");
    const page = await ana.get("/admin/reportes");
    const cards = [...(section(page, "proyecciones")?.querySelectorAll("li.card") ?? [])].map((card) => card.textContent ?? "");
    expect(cards.length).toBe(2);
    expect(cards[0]).toMatch(/Esperamosunos \$\d+Cómo se calculaYa entraron \$0.00\.|último día del mes/);
    expect(cards[1]).toMatch(
      /Esperamosunos \$1,000Cómo se calculaEn \S+ y \S+ entraron en promedio unos \$1,000 al mes\.En citas para ese mes hay \$0\.00 por cobrar\. Si con eso sale más, usamos esa cifra\./,
    );
    const file = await ana.send("/admin/reportes.csv?tabla=proyecciones");
    expect(file.html.trim().split("\r\n").length).toBe(3);
  });

  test.each([
    ["?anio=2025", "2025", "?anio=2024", "?anio=2026", "mes", 12],
    [
      "?desde=2025-11-01&hasta=2025-11-15",
      "del 01/11/2025 al 15/11/2025",
      "?desde=2025-10-17&hasta=2025-10-31",
      "?desde=2025-11-16&hasta=2025-11-30",
      "día",
      15,
    ],
    ["?desde=2000-01-01&hasta=2099-12-31", "del 01/01/2000 al 31/12/2099", null, null, "año", 100],
    ["?mes=2099-12", "diciembre de 2099", "?mes=2099-11", null, "día", 31],
    ["?mes=2000-01", "enero de 2000", null, "?mes=2000-02", "día", 31],
  ])(
    "for %s names its period, links to the periods around it, and has one row per step",
    async (query, name, before, after, step, steps) => {
      for (const day of ["2000-01-31", "2025-11-01", "2099-12-01"]) await createIngreso(day, "1");
      const page = await ana.get(`/admin/reportes${query}`);
      expect(page.status).toBe(200);
      expect(page.text("main header")).toContain(name);
      const links = page.hrefs('nav[aria-label="Otros periodos"] a');
      expect(links).toEqual([before, after].filter(Boolean).map((search) => `/admin/reportes${search}`));
      expect(page.text("#serie")).toBe(`Ingresos y egresos por ${step}`);
      expect(cells(page, "serie").length).toBe(steps);
      for (const [field, value] of new URLSearchParams(query)) expect(typed(page)[field]).toBe(value);
    },
  );

  test("offers no period that is still ahead", async () => {
    const hoy = await studioDayFromNow();
    const next = async (query: string) => (await ana.get(`/admin/reportes${query}`)).texts('nav[aria-label="Otros periodos"] a');
    for (const query of ["", `?anio=${hoy.slice(0, 4)}`, `?desde=${hoy}&hasta=${hoy}`])
      expect(await next(query), query).toEqual([expect.stringMatching(/^←/)]);
    expect((await next(`?desde=${addDays(hoy, -1)}&hasta=${addDays(hoy, -1)}`)).length).toBe(2);
  });

  test("has forms that work without JavaScript", async () => {
    const page = await ana.get("/admin/reportes");
    const forms = page
      .all("main form")
      .map((form) => [form.getAttribute("method") ?? "get", [...form.querySelectorAll("input")].map(({ name }) => name)]);
    expect(forms).toEqual([
      ["get", ["mes"]],
      ["get", ["anio"]],
      ["get", ["desde", "hasta"]],
    ]);
    for (const input of page.all("main form input")) expect(page.all(`label[for="${input.id}"]`).length, input.id).toBe(1);
    expect(page.all("main details[open]")).toEqual([]);
    expect((await ana.get("/admin/reportes?anio=2026")).all("main section[aria-label=Periodo] details[open]").length).toBe(1);
  });

  test.each([
    ["?mes=2026-13", "Escribe el mes como año-mes: 2026-11."],
    ["?mes=1999-12", "Escribe el mes como año-mes: 2026-11."],
    ["?mes=%3Cscript%3E", "Escribe el mes como año-mes: 2026-11."],
    ["?anio=2100", "Escribe el año con cuatro cifras, de 2000 a 2099."],
    ["?hasta=2026-11-01", "Escribe las dos fechas: desde cuándo y hasta cuándo."],
    ["?desde=2026-11-01", "Escribe las dos fechas: desde cuándo y hasta cuándo."],
    ["?desde=2026-02-30&hasta=2026-03-01", "Escribe las fechas como año-mes-día, de 2000 a 2099: 2026-11-21."],
    ["?desde=infinity&hasta=2026-11-02", "Escribe las fechas como año-mes-día, de 2000 a 2099: 2026-11-21."],
    ["?desde=2026-11-02&hasta=2026-11-01", "«Desde» va antes que «Hasta»: cambia una de las dos fechas."],
  ])("for %s says what is wrong, keeps the value, and shows the current month", async (query, sentence) => {
    const mes = (await studioDayFromNow()).slice(0, 7);
    await createIngreso(`${mes}-01`, "12.50");
    const page = await ana.get(`/admin/reportes${query}`);
    expect(page.status).toBe(400);
    expect(alert(page)).toBe(sentence);
    expect(figures(page)[0]).toContain("Ingresos$12.50");
    for (const [field, value] of new URLSearchParams(query)) expect(typed(page)[field]).toBe(value);
    const csv = await ana.send(`/admin/reportes.csv${query}&tabla=metodos`);
    expect([csv.status, csv.location]).toEqual([303, `/admin/reportes${query}&tabla=metodos`]);
  });

  test.each(["?mes=2026-11&mes=x", `?anio=${"9".repeat(5000)}`, "?desde=%FF&hasta=%00"])(
    "answers 200 or 400 to %j",
    async (query) => {
      const page = await ana.get(`/admin/reportes${query}`);
      expect([200, 400]).toContain(page.status);
      expect(page.text("h1")).toBe("Reportes Financieros");
    },
  );

  test("names the date that each figure is based on", async () => {
    await createIngreso("2026-11-01", "1");
    const page = await ana.get("/admin/reportes?mes=2026-11");
    const based = {
      serie: "Cada ingreso y egreso, en su fecha.",
      metodos: "Cada ingreso, egreso y propina, en su fecha.",
      categorias: "Cada egreso, en su fecha.",
      conceptos: "Cada ingreso, en su fecha.",
      servicios: "Las citas, por su fecha; el dinero, por el día en que se cobró.",
      especialistas: "Hecho y pagado: lo que se pagó de las completadas, ya con descuentos y devoluciones",
      citas: "Las citas de estos días, como están ahora.",
      clientes: "Nuevas: registradas en estos días",
      insumos: "Lo que salió del inventario estos días",
      tendencias: "Cada mes contra el anterior",
      suben: "lo cobrado en los últimos 3 meses completos",
      proyecciones: "Se calculan hoy con los últimos meses completos y con la agenda",
    };
    for (const [id, text] of Object.entries(based)) expect(section(page, id)?.textContent, id).toContain(text);
  });

  test("shows a hundred rows of a table and links to the CSV file with all of them", async () => {
    await sql(`WITH nuevos AS (INSERT INTO servicios_susa (nombre, precio, categoria) SELECT 'S' || n, 1, 'cejas' FROM generate_series(1, 120) n RETURNING id)
      INSERT INTO citas_susa (servicio_id, estado, fecha_hora, fin) SELECT id, 'completada', '2026-11-05T18:00Z', '2026-11-05T19:00Z' FROM nuevos`);
    const page = await ana.get("/admin/reportes?mes=2026-11");
    expect(cells(page, "servicios").length).toBe(101);
    expect(cells(page, "servicios").at(-1)).toEqual(["Total (120)", "120", "$0.00"]);
    expect(section(page, "servicios")?.textContent).toContain("Se muestran 100 de 120 renglones: el archivo los tiene todos.");
    const file = await ana.send("/admin/reportes.csv?mes=2026-11&tabla=servicios");
    expect(file.html.trim().split("\r\n").length).toBe(121);
  });

  test("answers 503 with an error message when the settings cannot be read", async () => {
    // For each table alone see unavailable-parts.test.ts.
    const page = await withoutTable("configuracion_susa", () => ana.get("/admin/reportes?mes=2026-11"));
    expect(page.status).toBe(503);
    expect(page.alert).toBe("ErrorNo se pudieron cargar los reportes");
    expect(page.html).not.toMatch(/relation|does not exist|perdida|prisma/i);
  });
});

test("the chart library is not in the browser bundle", () => {
  const scripts = readdirSync("public/build", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts) expect(readFileSync(`public/build/${name}`, "utf8"), name).not.toContain("paddingInner");
  expect(readFileSync("build/index.js", "utf8")).toContain("paddingInner");
});

describe("the Cuadre screen", () => {
  const result = (page: Page, id: string) => page.text(`#${id}`);

  test("says that everything matches, with the number of compared rows", async () => {
    const form = (await ana.get("/admin/ingresos/nuevo")).values();
    await ana.post("/admin/ingresos/nuevo", { ...form, monto: "350.10", fecha: "2026-11-01" });
    const page = await ana.get("/admin/reportes/cuadre");
    expect(page.status).toBe(200);
    expect(page.text("h1")).toBe("Cuadre");
    expect(page.text()).toContain("Todo cuadra: 0 diferencias.");
    expect(page.text()).toMatch(/Revisado el \d\d\/\d\d\/\d{4}, \d+:\d\d [ap]\.m\.(?!\.)/);
    expect(result(page, "ingresos-uno-por-uno")).toBe("Ingresos, uno por uno1 revisadoCuadra");
    expect(page.all("main li").length - page.all("main details li").length, "all that agrees is folded").toBe(0);
    expect(figures(page)).toEqual([
      "Suma de ingresos$350.10Según lo registrado: $350.10. Diferencia: $0.00.",
      "Suma de egresos$0.00Según lo registrado: $0.00. Diferencia: $0.00.",
      "Suma de propinas$0.00Según lo registrado: $0.00. Diferencia: $0.00.",
    ]);
    expect((await ana.get("/admin/reportes")).all('main a[href="/admin/reportes/cuadre"]').length).toBe(1);
  });

  test("reports a row changed outside the application and links to it", async () => {
    const form = (await ana.get("/admin/ingresos/nuevo")).values();
    await ana.post("/admin/ingresos/nuevo", { ...form, monto: "350.10", fecha: "2026-11-01" });
    const id = await sqlValue("UPDATE ingresos_susa SET monto = 50.10 RETURNING id");
    const page = await ana.get("/admin/reportes/cuadre");
    expect(page.text()).toContain("1 diferencia: hay datos que se cambiaron fuera de Susa.");
    expect(result(page, "ingresos-uno-por-uno")).toBe(
      "Ingresos, uno por uno1 revisado1 diferenciaIngreso del 01/11/2026Se cambió el monto" +
        "Se esperaba$350.10 · 01/11/2026 · efectivoHay$50.10 · 01/11/2026 · efectivoDiferencia−$300.00",
    );
    expect(page.all("main details #ingresos-uno-por-uno"), "what differs is not folded").toEqual([]);
    const links = page.hrefs("#ingresos-uno-por-uno a, #totales-de-ingresos-egresos-y-propinas a");
    expect(links).toEqual([`/admin/ingresos/${id}`, `/admin/ingresos/${id}`]);
    expect((await ana.get(String(links[0]))).status).toBe(200);
    expect(figures(page)[0]).toBe("Suma de ingresos$50.10Según lo registrado: $350.10. Diferencia: −$300.00.");
  });

  test("shows the first hundred differences and gives their number", async () => {
    await sql("INSERT INTO ingresos_susa (monto, fecha) SELECT n, '2026-11-01' FROM generate_series(1, 1234) n");
    const page = await ana.get("/admin/reportes/cuadre");
    expect(page.all("#ingresos-uno-por-uno ol > li").length).toBe(100);
    expect(result(page, "ingresos-uno-por-uno")).toContain("Se muestran las primeras 100 de 1,234 diferencias.");
  });

  test("answers 503 with an error message when it cannot be read", async () => {
    const page = await withoutTable("asientos_susa", () => ana.get("/admin/reportes/cuadre"));
    expect(page.status).toBe(503);
    expect(page.alert).toBe("ErrorNo se pudo revisar el cuadre");
    expect(page.html).not.toMatch(/relation|does not exist|perdida|prisma/i);
  });
});
