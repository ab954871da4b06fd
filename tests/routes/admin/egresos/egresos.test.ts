import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createEgreso } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { emptyTables, sql, studioDayFromNow } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile({ TZ: "Asia/Tokyo" });
const ana = await site.staff();

const WHOLE = {
  monto: "0.01",
  fecha: "2026-12-31",
  categoria: "Administración",
  metodo_pago: "transferencia",
  descripcion: "Renta\ndel local",
  comprobante_url: "https://ejemplo.com/Recibo%20(1).pdf?a=1&b=2",
};

testFormContract(
  {
    path: "/admin/egresos",
    table: "egresos_susa",
    whole: WHOLE,
    required: {
      monto: "Escribe el monto.",
      fecha: "Escribe la fecha.",
      descripcion: "Escribe en qué se gastó.",
    },
    optional: ["categoria", "comprobante_url"],
    invalid: [
      ["monto", "0"],
      ["monto", "-1"],
      ["fecha", "2026-02-29"],
      ["categoria", "Administracion"],
      ["metodo_pago", "cheque"],
      ["descripcion", " \n "],
      ["descripcion", "x".repeat(501)],
      // tests/http/malicious-input.test.ts has more URLs.
      ["comprobante_url", "ftp://ejemplo.com/a"],
      ["comprobante_url", "JavaScript:alert(1)//https://ejemplo.com"],
      ["comprobante_url", "https://ejemplo.com@otro.example/"],
      ["comprobante_url", `https://ejemplo.com/${"x".repeat(1981)}`],
    ],
    textField: "descripcion",
    edits: { monto: "12.00", fecha: "2026-12-30", categoria: "", metodo_pago: "otro", comprobante_url: "" },
    messages: {
      created: "Egreso registradoEl egreso se ha registrado correctamente.",
      updated: "Egreso actualizadoEl egreso se ha actualizado correctamente.",
      deleted: "Egreso eliminadoEl egreso se ha eliminado correctamente.",
      notSaved: "No se pudo guardar el egreso",
      notDeleted: "No se pudo eliminar el egreso",
    },
    question: "¿Estás segura de que quieres eliminar este egreso? Es de $0.01 del 31/12/2026.",
  },
  () => ana,
);

// Without this month's total.
const summary = (page: Page) =>
  page
    .text("section[aria-labelledby=resumen]")
    .replace("Descargar CSV", "")
    .replace(/^(Resumen de Egresos)(−menos )?\$[\d,.]+[a-z]+ de 20\d\d/, "$1");
const cards = (page: Page) =>
  page.all("main li.card").map((card) => (card.textContent ?? "").replace(/\s*Editar.*$/s, "").replaceAll("\u00a0", " "));

beforeEach(() => emptyTables("egresos_susa"));

describe("the list of expenses", () => {
  test("has a heading, and a total of zero while it is empty", async () => {
    const page = await ana.get("/admin/egresos");
    expect(page.text("h1")).toBe("Gestión de Egresos");
    expect(summary(page)).toBe("Resumen de Egresos$0.00Total de gastos registrados");
  });

  test("shows every amount in ink with a minus sign and its spoken text, with category, method and description", async () => {
    await createEgreso("2026-11-01", 1234.5, { categoria: "Administración", metodo_pago: "efectivo", descripcion: "Contadora" });
    await createEgreso("2026-11-30", 99.9, { metodo_pago: "otro", descripcion: "Varios" });
    await createEgreso("2026-10-31", 2000, { categoria: "Alquiler", metodo_pago: "transferencia" });
    const page = await ana.get("/admin/egresos");
    expect(cards(page)).toEqual([
      "Varios−menos $99.9030/11/2026Sin categoríaotro",
      "Contadora−menos $1,234.5001/11/2026Administraciónefectivo",
      "Renta−menos $2,000.0031/10/2026Alquilertransferencia",
    ]);
    expect(page.texts("main li:first-child .badge")).toEqual(["Sin categoría", "otro", "Alquiler", "transferencia"]);
    expect(page.texts("main section[aria-labelledby^=de-] h2")).toEqual(["Noviembre de 2026", "Octubre de 2026"]);
    expect(summary(page)).toBe("Resumen de Egresos−menos $3,334.40Total de gastos registrados");
    // Red is for their total alone.
    expect([page.all("main li .text-bad").length, page.all("section[aria-labelledby=resumen] .text-bad").length > 0]).toEqual([
      0,
      true,
    ]);
    // The sign is hidden from screen readers, the word is only for them.
    expect(page.texts("main li .amount [aria-hidden=true]")).toEqual(Array(3).fill("−"));
    expect(page.texts("main li .amount .sr-only")).toEqual(Array(3).fill("menos"));
  });

  test("filters by month, category and method together, and names the filters of the total", async () => {
    await createEgreso("2026-10-31", 1, { categoria: "Productos" });
    await createEgreso("2026-11-01", 10, { categoria: "Productos" });
    await createEgreso("2026-11-30", 100, { categoria: "Productos", metodo_pago: "tarjeta", descripcion: "Algodón" });
    await createEgreso("2026-11-15", 1000, { categoria: "Administración" });
    await createEgreso("2026-11-15", 10000);
    const totals: Record<string, [string, string, string]> = {
      "": ["5 egresos", "−menos $11,111.00", ""],
      "?mes=2026-11": ["4 egresos", "−menos $11,110.00", " de noviembre de 2026"],
      "?mes=2026-11&categoria=Productos": ["2 egresos", "−menos $110.00", " de noviembre de 2026, Productos"],
      "?mes=2026-11&categoria=Productos&metodo=tarjeta": [
        "1 egreso",
        "−menos $100.00",
        " de noviembre de 2026, Productos, tarjeta",
      ],
      "?categoria=Administraci%C3%B3n": ["1 egreso", "−menos $1,000.00", " de todas las fechas, Administración"],
      "?categoria=ninguna": ["1 egreso", "−menos $10,000.00", " de todas las fechas, sin categoría"],
      "?q=algodon": ["1 egreso", "−menos $100.00", " de todas las fechas, «algodon»"],
    };
    for (const [query, [count, amount, filters]] of Object.entries(totals)) {
      const page = await ana.get(`/admin/egresos${query}`);
      expect(page.text("main header"), query).toContain(count);
      expect(summary(page), query).toBe(`Resumen de Egresos${amount}Total de gastos registrados${filters}`);
      expect(cards(page).length, query).toBe(Number.parseInt(count, 10));
    }
    const page = await ana.get("/admin/egresos?categoria=Administraci%C3%B3n&mes=2026-11");
    expect(page.values("form[role=search]")).toEqual({ q: "", mes: "2026-11", categoria: "Administración", metodo: "" });
    const editor = await ana.get(page.href("main li a"));
    expect(editor.values().categoria).toBe("Administración");
    expect((await editor.submit({ categoria: "" })).location).toBe("/admin/egresos?categoria=Administraci%C3%B3n&mes=2026-11");
    expect((await ana.get("/admin/egresos?categoria=ninguna")).text("main header")).toContain("2 egresos");
  });

  test("shows fifty expenses per page and the total of all pages to the cent", async () => {
    await sql(
      "INSERT INTO egresos_susa (monto, fecha, descripcion) SELECT 9999999999.99, date '2026-11-30' - n, 'x' FROM generate_series(1, 101) n",
    );
    const page = await ana.get("/admin/egresos?pagina=3");
    expect(cards(page).length).toBe(1);
    expect(summary(page)).toContain("−menos $1,009,999,999,998.99");
  });
});

describe("a receipt URL", () => {
  test("opens in another tab without opener or referrer", async () => {
    await ana.submit("/admin/egresos/nuevo", WHOLE);
    await ana.submit("/admin/egresos/nuevo", { ...WHOLE, comprobante_url: "HTTP://ejemplo.com" });
    await ana.submit("/admin/egresos/nuevo", { ...WHOLE, comprobante_url: "" });
    const page = await ana.get("/admin/egresos");
    const links = page.all("main li a[target]");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["http://ejemplo.com/", WHOLE.comprobante_url]);
    for (const link of links) {
      expect(link.textContent).toMatch(
        /^Ver comprobante → del egreso de \$0\.01 del 31\/12\/2026, .* \(\d de 3\) \(se abre en otra pestaña\)$/s,
      );
      expect(["target", "rel", "referrerpolicy"].map((name) => link.getAttribute(name))).toEqual([
        "_blank",
        "noopener noreferrer",
        "no-referrer",
      ]);
    }
  });

  test("is rejected when invalid, with an example", async () => {
    const page = await ana.submit("/admin/egresos/nuevo", { ...WHOLE, comprobante_url: "javascript:alert(1)" });
    expect(page.alert).toContain("Pega el enlace completo, como https://ejemplo.com/recibo.pdf.");
    expect(page.values()).toMatchObject({ ...WHOLE, comprobante_url: "javascript:alert(1)" });
    expect(page.html).not.toMatch(/href="javascript:/i);
  });
});

test("the form for a new expense starts with today in the studio's zone, cash and no category", async () => {
  const page = await ana.get("/admin/egresos/nuevo");
  expect(page.text("dialog h2")).toBe("Nuevo Egreso");
  expect(page.values()).toMatchObject({ fecha: await studioDayFromNow(), metodo_pago: "efectivo", categoria: "" });
});

describe("the CSV export of expenses", () => {
  test("contains the filtered rows in the list's order, with amounts without a sign", async () => {
    const receipt = { comprobante_url: "https://ejemplo.com/a,b" };
    await createEgreso("2026-11-01", 1234.5, { categoria: "Administración", descripcion: "=1+1", ...receipt });
    await createEgreso("2026-11-30", 99.9, { metodo_pago: "otro", descripcion: 'Varios, "x"' });
    await createEgreso("2026-10-31", 2000, { categoria: "Alquiler", metodo_pago: "transferencia" });
    const list = await ana.get("/admin/egresos?mes=2026-11");
    const file = await ana.get(list.href('a[href*=".csv"]'));
    expect(file.headers["content-disposition"]).toMatch(/^attachment; filename="egresos-20\d\d-\d\d-\d\d\.csv"$/);
    expect(file.html).toBe(
      [
        "\ufeffFecha,Monto,Categoría,Método de pago,Descripción,Comprobante",
        '2026-11-30,99.90,Sin categoría,Otro,"Varios, ""x""",',
        `2026-11-01,1234.50,Administración,Efectivo,'=1+1,"https://ejemplo.com/a,b"`,
        "",
      ].join("\r\n"),
    );
    expect((await ana.get("/admin/egresos.csv?categoria=ninguna&metodo=otro&q=varios")).html.split("\r\n").length).toBe(3);
    expect((await ana.get("/admin/egresos.csv?mes=2001-01")).html.split("\r\n").length).toBe(2);
  });
});
