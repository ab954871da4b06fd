import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import {
  createCita,
  createCliente,
  createConfiguracion,
  createEmpleado,
  createIngreso,
  createVenta,
} from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { countOf, emptyTables, sql, sqlValue, studioDayFromNow } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// The server's own midnight is hours away from UTC's: no day may change because of it.
const site = await startSiteForFile({ TZ: "America/Los_Angeles" });
const ana = await site.staff();

const WHOLE = {
  monto: "$1,234.5",
  fecha: "2026-11-01",
  metodo_pago: "tarjeta",
  descripcion: "Diseño de cejas\ny tinte",
};

testFormContract(
  {
    path: "/admin/ingresos",
    table: "ingresos_susa",
    whole: WHOLE,
    normalized: { monto: "1234.50" },
    required: { monto: "Escribe el monto.", fecha: "Escribe la fecha." },
    optional: ["descripcion"],
    invalid: [
      ["monto", "0"],
      ["monto", "-5"],
      ["monto", "1.005"],
      ["fecha", "2026-02-30"],
      ["fecha", "1999-12-31"],
      ["metodo_pago", "Efectivo"],
      ["descripcion", "x".repeat(501)],
      ["descripcion", "con\0nulo"],
    ],
    textField: "descripcion",
    edits: { monto: "350.00", fecha: "2026-11-02", metodo_pago: "efectivo" },
    messages: {
      created: "Ingreso registradoEl ingreso se ha registrado correctamente.",
      updated: "Ingreso actualizadoEl ingreso se ha actualizado correctamente.",
      deleted: "Ingreso eliminadoEl ingreso se ha eliminado correctamente.",
      notSaved: "No se pudo guardar el ingreso",
      notDeleted: "No se pudo eliminar el ingreso",
    },
    question: "¿Estás segura de que quieres eliminar este ingreso? Es de $1,234.50 del 01/11/2026.",
  },
  () => ana,
);

// Without this month's total, which has a test of its own.
const summary = (page: Page) =>
  page
    .text("section[aria-labelledby=resumen]")
    .replace("Descargar CSV", "")
    .replace(/^(Resumen de Ingresos)\+?\$[\d,.]+[a-z]+ de 20\d\d/, "$1");
const cards = (page: Page) =>
  page.all("main li.card").map((card) => (card.textContent ?? "").replace(/\s*Editar.*$/s, "").replaceAll("\u00a0", " "));
const amounts = (page: Page) => page.texts("main li.card > div + p");

beforeEach(() => emptyTables("ingresos_susa", "configuracion_susa", "clientes_susa"));

describe("the list of incomes", () => {
  test("has a heading, and a sum of zero while it is empty", async () => {
    const page = await ana.get("/admin/ingresos");
    expect(page.text("h1")).toBe("Gestión de Ingresos");
    expect(summary(page)).toBe("Resumen de Ingresos$0.00Total de ingresos registrados");
  });

  test("shows amount, day, method and description, latest first, and the sum in green with its sign", async () => {
    await createIngreso("2026-11-01", 350, { descripcion: "La de en medio", created_at: "2026-11-01 10:00Z" });
    const newest = { metodo_pago: "transferencia", descripcion: "La más nueva de ese día", created_at: "2026-11-01 11:00Z" };
    await createIngreso("2026-11-01", 1250.5, newest);
    await createIngreso("2026-10-31", 99.9, { metodo_pago: "otro", created_at: "2026-11-05 10:00Z" });
    await createIngreso("2027-01-01", 1, { metodo_pago: "tarjeta", descripcion: "La última", created_at: "2026-01-01 10:00Z" });
    const page = await ana.get("/admin/ingresos");
    expect(cards(page)).toEqual([
      "La última+$1.0001/01/2027tarjeta",
      "La más nueva de ese día+$1,250.5001/11/2026transferencia",
      "La de en medio+$350.0001/11/2026efectivo",
      "Ingreso+$99.9031/10/2026otro",
    ]);
    expect(
      page
        .all("main section[aria-labelledby^=de-]")
        .map((day) => [day.querySelector("h2")?.textContent, day.querySelectorAll("li").length]),
    ).toEqual([
      ["Viernes 1 de enero", 1],
      ["Domingo 1 de noviembre", 2],
      ["Sábado 31 de octubre", 1],
    ]);
    expect(page.all("main li time").map((day) => day.getAttribute("datetime"))).toContain("2026-10-31");
    expect(page.text("main header")).toContain("4 ingresos");
    expect(summary(page)).toBe("Resumen de Ingresos+$1,701.40Total de ingresos registrados");
    expect(page.all("section[aria-labelledby=resumen] .text-good").at(-1)?.textContent).toBe("+$1,701.40");
  });

  test("names the client of a visit or a sale, with a link to it, and no client of other income", async () => {
    const cita_id = await createCita(new Date(), { cliente_id: await createCliente({ nombre: "Begoña Juárez" }) });
    const venta_id = await createVenta({ cliente_id: await createCliente({ nombre: "Irma Ayala" }) });
    await createIngreso("2026-11-03", 700, { concepto: "cita", cita_id, descripcion: "Lifting de pestañas" });
    await createIngreso("2026-11-02", 140, { concepto: "venta", venta_id, descripcion: "1 × Aceite" });
    await createIngreso("2026-11-01", 800, { descripcion: "Tarjeta de regalo" });
    const page = await ana.get("/admin/ingresos");
    expect(cards(page)).toEqual([
      "Lifting de pestañas por $700.00 del 03/11/2026+$700.00Begoña Juárez03/11/2026efectivo",
      "1 × Aceite por $140.00 del 02/11/2026+$140.00Irma Ayala02/11/2026efectivoVenta",
      "Tarjeta de regalo+$800.0001/11/2026efectivo",
    ]);
    expect(page.hrefs("main li.card > div:first-child > a").map((href) => href.replace(/\?.*/, ""))).toEqual([
      `/admin/citas/${cita_id}/detalle`,
      `/admin/ventas/${venta_id}`,
    ]);
  });

  test("shows this month's total before that of all, and only its own of a filtered list", async () => {
    const today = await studioDayFromNow();
    const monthBefore = await studioDayFromNow(-Number(today.slice(8)));
    await createIngreso(today, "350.10");
    await createIngreso(monthBefore, "1000");
    const sums = async (query: string) =>
      (await ana.get(`/admin/ingresos${query}`)).texts("section[aria-labelledby=resumen] .text-good");
    expect(await sums("")).toEqual(["+$350.10", "+$1,350.10"]);
    expect(await sums(`?mes=${monthBefore.slice(0, 7)}`)).toEqual(["+$1,000.00"]);
    expect(await sums("?metodo=efectivo")).toEqual(["+$1,350.10"]);
  });

  test("shows a reversal with a minus, subtracts it, and offers no editing of it or of the reversed income", async () => {
    const cita_id = await createCita(new Date());
    const paid = await createIngreso("2026-11-01", 100, { concepto: "anticipo", cita_id });
    const charged = await createIngreso("2026-11-02", 350.01, { concepto: "cita", cita_id });
    const undone = await createIngreso("2026-11-03", -350.01, { concepto: "reversa", cita_id, reversa_de: charged });
    const page = await ana.get("/admin/ingresos?mes=2026-11");
    expect(amounts(page)).toEqual(["−menos $350.01", "+$350.01", "+$100.00"]);
    expect(page.all("main li.card > div + p .text-bad").length).toBe(1);
    expect(summary(page)).toContain("+$100.00Total");
    expect(page.texts("main li.card time")).toEqual(["03/11/2026", "02/11/2026", "01/11/2026"]);
    expect(page.all("main li.card").map((row) => [...row.querySelectorAll(".badge")].map((badge) => badge.textContent))).toEqual([
      ["efectivo", "Cancelación"],
      ["efectivo", "Cancelado"],
      ["efectivo", "Anticipo"],
    ]);
    const links = page.all(`main li a[href^="/admin/citas/${cita_id}/detalle"]`);
    expect(links.map((link) => new URL(String(link.getAttribute("href")), "http://x").searchParams.get("de"))).toEqual(
      Array.from({ length: 3 }, () => "/admin/ingresos?mes=2026-11"),
    );
    expect(page.hrefs("main li a[href^='/admin/ingresos/']")).toEqual([
      `/admin/ingresos/${paid}?mes=2026-11`,
      `/admin/ingresos/${paid}/eliminar?mes=2026-11`,
    ]);
    for (const id of [charged, undone]) {
      const editor = await ana.get(`/admin/ingresos/${id}`);
      expect(editor.text("dialog")).toContain(
        "Este ingreso ya se canceló (o cancela otro, o es una devolución) y no se puede cambiar.",
      );
      expect(editor.all("dialog form")).toEqual([]);
      const updated_at = await sqlValue<Date>("SELECT updated_at FROM ingresos_susa WHERE id = $1", [id]);
      const seen = { ...WHOLE, token: crypto.randomUUID(), updated_at: String(updated_at?.toISOString()) };
      expect((await ana.post(`/admin/ingresos/${id}`, seen)).alert).toContain("ya se canceló");
      await ana.post(`/admin/ingresos/${id}/eliminar`, { token: crypto.randomUUID() });
    }
    expect(await countOf("ingresos_susa")).toBe(3);
    expect((await ana.get("/admin/ingresos.csv")).html).toContain("\r\n2026-11-03,-350.01,Efectivo,,,Cancelación,,,\r\n");
    await sql("DELETE FROM citas_susa");
    const orphans = await ana.get("/admin/ingresos");
    expect(orphans.all("main li a[href*=detalle]")).toEqual([]);
  });

  test("filters by month and method, names the filters beside the sum, and searches without regard to accents", async () => {
    await createIngreso("2026-10-31", 1);
    await createIngreso("2026-11-01", 10, { descripcion: "Diseño de cejas" });
    await createIngreso("2026-11-30", 100);
    await createIngreso("2026-11-15", 1000, { metodo_pago: "tarjeta", descripcion: "Diseño con tarjeta" });
    await createIngreso("2026-12-01", 10000);
    await createIngreso("2028-02-29", 5);
    const totals: Record<string, [string, string, string]> = {
      "": ["6 ingresos", "+$11,116.00", "Total de ingresos registrados"],
      "?mes=2026-11": ["3 ingresos", "+$1,110.00", "Total de ingresos registrados de noviembre de 2026"],
      "?mes=2026-11&metodo=efectivo": ["2 ingresos", "+$110.00", "Total de ingresos registrados de noviembre de 2026, efectivo"],
      "?mes=2026-12&metodo=tarjeta": ["0 ingresos", "$0.00", "Total de ingresos registrados de diciembre de 2026, tarjeta"],
      "?mes=2028-02": ["1 ingreso", "+$5.00", "Total de ingresos registrados de febrero de 2028"],
      "?metodo=tarjeta": ["1 ingreso", "+$1,000.00", "Total de ingresos registrados de todas las fechas, tarjeta"],
      "?q=DISENO": ["2 ingresos", "+$1,010.00", "Total de ingresos registrados de todas las fechas, «DISENO»"],
      "?q=diseno&mes=2026-11&metodo=efectivo": [
        "1 ingreso",
        "+$10.00",
        "Total de ingresos registrados de noviembre de 2026, efectivo, «diseno»",
      ],
    };
    for (const [query, [count, amount, label]] of Object.entries(totals)) {
      const page = await ana.get(`/admin/ingresos${query}`);
      expect(page.text("main header"), query).toContain(count);
      expect(summary(page), query).toBe(`Resumen de Ingresos${amount}${label}`);
      expect(cards(page).length, query).toBe(Number.parseInt(count, 10));
    }
    const noMatches = await ana.get("/admin/ingresos?mes=2001-01");
    expect(noMatches.text()).toContain("Nada coincide con lo que buscas");
    expect(noMatches.all('a[href^="/admin/ingresos.csv"]')).toEqual([]);
  });

  test("keeps its filters on the way to the editor and back, and fills them into the form", async () => {
    await createIngreso("2026-11-01", 350, { metodo_pago: "tarjeta", descripcion: "Corte" });
    const query = "?q=corte&mes=2026-11&metodo=tarjeta";
    const page = await ana.get(`/admin/ingresos${query}`);
    expect(page.values("form[role=search]")).toEqual({ q: "corte", mes: "2026-11", metodo: "tarjeta" });
    expect(page.href('main a[href*="/nuevo"]')).toBe(`/admin/ingresos/nuevo${query}`);
    const editor = await ana.get(page.href("main li .actions a"));
    expect(editor.text("dialog h2")).toBe("Editar Ingreso");
    expect((await editor.submit({ monto: "360" })).location).toBe(`/admin/ingresos${query}`);
    expect(amounts(await ana.get("/admin/ingresos"))).toEqual(["+$360.00"]);
  });
});

test("a new income is dated today in the studio's time zone and paid in cash", async () => {
  await createConfiguracion();
  const days: (string | undefined)[] = [];
  // 25 hours apart: the two zones are never on the same day.
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    await sql("UPDATE configuracion_susa SET zona_horaria = $1", [zone]);
    const page = await ana.get("/admin/ingresos/nuevo");
    expect(page.text("dialog h2")).toBe("Nuevo Ingreso");
    expect(page.values()).toMatchObject({ fecha: await studioDayFromNow(0, zone), metodo_pago: "efectivo", monto: "" });
    days.push(page.values().fecha);
  }
  expect(days[0]).not.toBe(days[1]);
});

describe("the CSV file of incomes", () => {
  const HEAD = "\ufeffFecha,Monto,Método de pago,Descripción,Folio,Concepto,Clienta,Especialista,Descuento";

  test("has the sale, kind, client and specialist of each, and each discount once, at a payment that stands", async () => {
    const empleado_id = await createEmpleado({ nombre: "Luz", apellido: "Paz" });
    const cliente_id = await createCliente({ nombre: "Noemí Sol" });
    const venta_id = await createVenta({ folio: 41, cliente_id });
    const products = await createVenta({ folio: 42, cliente_id: await createCliente({ nombre: "=Eva" }) });
    const discounted = { empleado_id, estado: "completada", descuento: 70, descuento_motivo: "Amiga" };
    const cita_id = await createCita("2026-11-05T18:00Z", { ...discounted, cliente_id });
    const prepaid = await createCita("2026-11-06T18:00Z", discounted);
    const day = (n: number) => `2026-11-0${n}`;
    await createIngreso(day(1), 100, { concepto: "anticipo", cita_id });
    const reversa_de = await createIngreso(day(2), 200, { concepto: "cita", cita_id, venta_id });
    await createIngreso(day(3), -200, { concepto: "reversa", cita_id, venta_id, reversa_de });
    await createIngreso(day(4), 90, { concepto: "cita", cita_id, venta_id });
    await createIngreso(day(5), 40, { concepto: "cita", cita_id, venta_id, created_at: "2026-12-31T00:00Z" });
    await createIngreso(day(6), -10, { concepto: "devolucion", cita_id, venta_id });
    await createIngreso(day(7), 30, { concepto: "venta", venta_id: products });
    await createIngreso(day(8), 50, { concepto: "anticipo", cita_id: prepaid });
    const [head, ...lines] = (await ana.get("/admin/ingresos.csv")).html.trimEnd().split("\r\n");
    expect(head).toBe(HEAD);
    expect(lines).toEqual([
      `${day(8)},50.00,Efectivo,,,Anticipo,,Luz Paz,70.00`,
      `${day(7)},30.00,Efectivo,,42,Venta,'=Eva,,`,
      `${day(6)},-10.00,Efectivo,,41,Devolución,Noemí Sol,Luz Paz,`,
      `${day(5)},40.00,Efectivo,,41,Cobro,Noemí Sol,Luz Paz,`,
      `${day(4)},90.00,Efectivo,,41,Cobro,Noemí Sol,Luz Paz,70.00`,
      `${day(3)},-200.00,Efectivo,,41,Cancelación,Noemí Sol,Luz Paz,`,
      `${day(2)},200.00,Efectivo,,41,Cobro,Noemí Sol,Luz Paz,`,
      `${day(1)},100.00,Efectivo,,,Anticipo,Noemí Sol,Luz Paz,`,
    ]);
  });

  test("has all rows of the filtered list, in the same order", async () => {
    await sql(
      "INSERT INTO ingresos_susa (monto, fecha, metodo_pago) SELECT n, date '2026-11-30' - n % 7, 'tarjeta' FROM generate_series(1, 120) n",
    );
    await createIngreso("2026-10-01", 7.5, { metodo_pago: "tarjeta", descripcion: "De otro mes" });
    await createIngreso("2026-11-20", 8, { descripcion: "De otro modo" });
    const query = "?mes=2026-11&metodo=tarjeta";
    const list = await ana.get(`/admin/ingresos${query}&pagina=3`);
    const link = list.document.querySelector('a[href^="/admin/ingresos.csv"]');
    expect(link?.getAttribute("href")).toBe(`/admin/ingresos.csv${query}&pagina=3`);
    const file = await ana.get(String(link?.getAttribute("href")));
    expect(file.status).toBe(200);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.headers["content-disposition"]).toMatch(/^attachment; filename="ingresos-20\d\d-\d\d-\d\d\.csv"$/);
    expect(file.headers["cache-control"]).toContain("no-store");
    const [head, ...lines] = file.html.trimEnd().split("\r\n");
    expect(head).toBe(HEAD);
    expect(lines.length).toBe(120);
    expect(list.text("main header")).toContain("120 ingresos");
    expect(lines.slice(100).map((line) => `+$${line.split(",")[1]}`)).toEqual(amounts(list));
    expect(lines[0]).toMatch(/^2026-11-30,\d+\.00,Tarjeta,,,Ingreso,,,$/);
  });

  test("escapes texts that a spreadsheet would run as a formula, and no others", async () => {
    const cells = [
      ["=1+1", "'=1+1"],
      ["+52 222", "'+52 222"],
      ["-2+3", "'-2+3"],
      ["@SUM(A1)", "'@SUM(A1)"],
      ["\t=1", "'\t=1"],
      ["\r=1", `"'\r=1"`],
      ["＝1+1", "'＝1+1"],
      ["＋1", "'＋1"],
      ["－1", "'－1"],
      ["＠A1", "'＠A1"],
      ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
      ["-12.50", "-12.50"],
      ["Ñandú, 3 × 2", '"Ñandú, 3 × 2"'],
      ["una\nlínea", '"una\nlínea"'],
      // Where cells are separated by semicolons, these would begin another one; quotes would not help.
      ["a;=1+1", "a;'=1+1"],
      ["a;=1+1;b;@SUM(A1)", "a;'=1+1;b;'@SUM(A1)"],
      ['a;"=1+1&"', `"a;""'=1+1&"""`],
      ["a\n=1+1", `"a\n'=1+1"`],
      ["a; b", "a; b"],
    ];
    // One day each, because the latest comes first.
    const day = (n: number) => `2026-01-${31 - n}`;
    for (const [n, [descripcion]] of cells.entries()) await createIngreso(day(n), 1234567.5, { descripcion });
    const file = await ana.get("/admin/ingresos.csv");
    const lines = cells.map(([, cell], n) => `${day(n)},1234567.50,Efectivo,${cell},,Ingreso,,,`);
    expect(file.html).toBe([HEAD, ...lines, ""].join("\r\n"));
  });
});
