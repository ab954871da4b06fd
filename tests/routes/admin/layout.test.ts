import { describe, expect, test } from "vitest";
import type { Page } from "../../support/browser";
import { sql, withoutTable } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");

describe("the admin layout", () => {
  const SECTIONS = [
    ["/admin", "Dashboard"],
    ["/admin/citas", "Citas"],
    ["/admin/clientes", "Clientes"],
    ["/admin/servicios", "Servicios"],
    ["/admin/empleados", "Empleados"],
    ["/admin/inventario", "Inventario"],
    ["/admin/proveedores", "Proveedores"],
    ["/admin/testimonios", "Testimonios"],
    ["/admin/galeria", "Galería"],
    ["/admin/caja", "Caja"],
    ["/admin/ingresos", "Ingresos"],
    ["/admin/egresos", "Egresos"],
    ["/admin/reportes", "Reportes"],
    ["/admin/configuracion", "Configuración"],
  ];
  const links = (page: Page) =>
    page.all('nav[aria-label="Secciones"] a').map((link) => [link.getAttribute("href"), link.textContent]);

  test("marks income as the section of what is sold and owed", async () => {
    for (const path of ["/admin/ventas/nueva", "/admin/ventas/por-cobrar"])
      expect((await ana.get(path)).hrefs('nav[aria-label="Secciones"] [aria-current=page]'), path).toEqual(["/admin/ingresos"]);
  });

  test("is named in the header, and in the drawer where the header has no room for it", async () => {
    const page = await ana.get("/admin");
    expect([page.text("header.bar"), page.text("#secciones")]).toEqual(
      Array(2).fill(expect.stringContaining("Panel de administración")),
    );
  });

  test("links to the fourteen sections and marks the current one", async () => {
    expect(links(await ana.get("/admin"))).toEqual(SECTIONS);
    const titles: string[] = [""];
    for (const [path = ""] of SECTIONS) {
      const page = await ana.get(path);
      expect(page.status, path).toBe(200);
      expect(page.all("h1").length, path).toBe(1);
      expect(page.hrefs('nav[aria-label="Secciones"] [aria-current=page]'), path).toEqual([path]);
      expect(page.text("header"), path).toContain("Susa Admin");
      expect(titles, path).not.toContain(page.document.title);
      titles.push(page.document.title);
      expect(page.headers["x-robots-tag"], path).toBe("noindex");
    }
  });

  test("shows a 404 page for an unknown address", async () => {
    for (const path of ["/admin/no-existe", "/admin/clientes/a/b/c", "/admin/configuracion/otra"]) {
      const page = await ana.get(path);
      expect(page.status, path).toBe(404);
      expect(page.text("main h1"), path).toBe("Oops! Page not found");
      expect(page.document.querySelector("main h1")?.getAttribute("lang")).toBe("en");
      expect(page.text("main"), path).toContain("No encontramos esa página.");
      expect(links(page), path).toEqual(SECTIONS);
    }
    expect((await ana.post("/admin/no-existe", { a: "b" })).status).toBe(404);
  });

  test("shows the specification's title of an error, in English, with a Spanish sentence and a link that tries again", async () => {
    const page = await ana.post("/admin/servicios/nuevo", { intent: "otra" });
    expect([page.status, page.text("main h1[lang=en]")]).toEqual([400, "Unexpected Application Error!"]);
    expect(page.text("main")).toContain("No pudimos leer lo que enviaste.");
    expect(page.document.querySelector('main a[href="/admin/servicios/nuevo"]')?.textContent).toBe("Volver a intentar");
    const website = await site.visitor().post("/about", { a: "b" });
    expect([website.status, website.text("h1")]).toEqual([405, "Unexpected Application Error!"]);
  });
});

describe("the sidebar", () => {
  const isNarrow = async () => (await ana.get("/admin")).all('nav[aria-label="Secciones"].w-16:not([class*=":w-"])').length > 0;

  test("is collapsed and expanded by a form, remembered for seven days, and returns to the same screen", async () => {
    expect(await isNarrow()).toBe(false);
    const page = await ana.get("/admin/clientes");
    const button = page.document.querySelector('form[action="/admin/barra"] button');
    expect([button?.getAttribute("name"), button?.getAttribute("value"), button?.getAttribute("aria-label")]).toEqual([
      "barra",
      "angosta",
      "Contraer el menú",
    ]);
    const answer = await page.submit({ barra: "angosta" }, 'form[action="/admin/barra"]');
    expect([answer.status, answer.location]).toEqual([303, "/admin/clientes"]);
    expect(answer.headers["set-cookie"]).toEqual(["barra=angosta; Path=/admin; Max-Age=604800; SameSite=Lax"]);
    expect(await isNarrow()).toBe(true);
    await ana.submit("/admin", { barra: "ancha" }, 'form[action="/admin/barra"]');
    expect(await isNarrow()).toBe(false);
  });

  // For all that is no address of the back-office see tests/http/return-path.test.ts.
  test("returns to a search but never to another site, and ignores an invalid width", async () => {
    const path = "/admin/clientes?q=%C3%B1and%C3%BA+luz&pagina=1";
    const answer = await ana.submit(path, {}, 'form[action="/admin/barra"]');
    expect([answer.status, answer.location]).toEqual([303, path]);
    const other = await ana.post("/admin/barra", { de: "https://otra.example", barra: 'x"; Path=/; Domain=otra.example' });
    expect([other.status, other.location]).toEqual([303, "/admin"]);
    expect(other.headers["set-cookie"]).toEqual(["barra=ancha; Path=/admin; Max-Age=604800; SameSite=Lax"]);
  });
});

test("a form sent while the session cannot be read comes back complete and can be sent again", async () => {
  const form = (await ana.get("/admin/clientes/nuevo")).values();
  const path = "/admin/clientes/nuevo?q=a%20b";
  const page = await withoutTable("sesiones_susa", () =>
    ana.post(path, { ...form, nombre: "Íñigo <b>", medicina: "Una\r\nal día", password: "secreta-secreta" }),
  );
  expect(page.status).toBe(503);
  expect(page.text("[role=alert]")).toContain("Tus datos siguen aquí");
  expect(page.text("section")).toMatch(/Lo que escribiste.*Íñigo <b>.*Una al día/);
  expect(page.html).not.toMatch(/secreta|relation|does not exist|perdida_|prisma/i);
  expect(page.document.querySelector("form")?.getAttribute("action")).toBe("/admin/clientes/nuevo?q=a+b");
  const answers = await Promise.all([1, 2, 3].map(() => page.submit({}, "form")));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await sql("SELECT nombre FROM clientes_susa WHERE nombre LIKE 'Íñigo <%'")).toEqual([{ nombre: "Íñigo <b>" }]);
});
