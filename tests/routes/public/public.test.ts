import { brotliCompressSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../support/browser";
import { createDemoConfiguracion, createEmpleado, createImagen, createServicio, createTestimonio } from "../../support/factories";
import { emptyTables, sql, withoutTable } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const site = await startSiteForFile();
const eva = site.visitor();

beforeEach(async () => {
  await emptyTables("service_images_susa", "servicios_susa", "testimonios_susa", "empleados_susa", "configuracion_susa");
  await createDemoConfiguracion();
});

const PAGES = ["/", "/about", "/gallery"];

describe("every public page", () => {
  test("has the navigation, one title, one description and its canonical URL, and no executable script", async () => {
    const id = await createServicio();
    for (const path of [...PAGES, `/servicio/${id}`]) {
      const page = await eva.get(path);
      expect(page.status, path).toBe(200);
      expect(page.hrefs("header nav a").slice(1), path).toEqual([
        "/",
        "/about",
        "/gallery",
        "/#services",
        "/precios",
        "/#testimonials",
        "/#location",
        "/#contact",
        "/dashboard",
      ]);
      // The bar of wide screens hides it.
      expect(page.hrefs("header nav .narrow a"), path).toEqual(["/precios"]);
      expect(page.hrefs(".foot nav a"), path).toContain("/precios");
      expect(page.all("title, meta[name=description], h1").length, path).toBe(3);
      expect(page.href("link[rel=canonical]")).toBe(`${process.env.PUBLIC_URL}${path}`);
      expect(page.all("script:not([type='application/ld+json']), [style], link[rel=stylesheet]"), path).toEqual([]);
      expect(page.headers["content-security-policy"]).toContain("script-src 'none'");
      expect(page.headers["cache-control"], path).toBe("public, max-age=0, must-revalidate");
    }
  });

  test("ends its title with the studio's name, once, in the tab and in a shared link", async () => {
    const id = await createServicio();
    const titles = async (path: string) => {
      const page = await eva.get(path);
      return [page.text("title"), page.document.querySelector("meta[property='og:title']")?.getAttribute("content")];
    };
    for (const [path, title] of [
      ["/about", "Nosotros · Más de 10 años cuidando miradas · Susa"],
      ["/gallery?categoria=cejas", "Cejas · Nuestros Trabajos · Susa"],
      ["/precios", "Precios · Susa"],
      [`/servicio/${id}`, "Diseño de cejas · $350.00 · Susa"],
      ["/", "Susa · Cejas, pestañas y belleza en Puebla"],
    ] as const)
      expect(await titles(path), path).toEqual([title, title]);
    await sql(`UPDATE configuracion_susa SET textos = '{"nosotros_meta_titulo":"Así es SUSA","inicio_meta_titulo":"Cejas"}'`);
    expect([(await titles("/about"))[0], (await titles("/"))[0]]).toEqual(["Así es SUSA", "Cejas"]);
  });

  test("at an unknown address is a 404 with the navigation that is not cached", async () => {
    const page = await eva.get("/no-existe");
    expect(page.status).toBe(404);
    expect(page.text()).toContain("Oops! Page not found");
    expect(page.all("header nav a").length).toBe(10);
    expect(page.headers["cache-control"]).toBe("no-store");
  });
});

describe("the home page", () => {
  test("shows the catalog by category, with price and minutes", async () => {
    const id = await createServicio();
    await createServicio({ nombre: "Microblading", precio: "3200", duracion_minutos: 150 });
    await createServicio({ nombre: "Pedicura spa", categoria: "pedicura", activo: false });
    await createImagen(id, "/art/obras/diseno-de-cejas.svg", { is_featured: true });
    const page = await eva.get("/");
    expect(page.texts("#services h3")).toEqual(["Cejas"]);
    const [first = "", second = ""] = page.texts("#services li:has(h4)");
    expect(first).toContain("Diseño de cejas");
    expect(first).toContain("$350.00");
    expect(first).toContain("60 min");
    expect(second).toContain("$3,200.00");
    expect(page.all("#services img").map((image) => image.getAttribute("src"))).toEqual([
      "/art/obras/diseno-de-cejas.svg",
      "/art/placeholder-cejas.svg",
    ]);
  });

  test("shows three services of a category and folds the others away", async () => {
    for (const nombre of ["Diseño", "Henna", "Laminado", "Microblading", "Tinte"]) await createServicio({ nombre });
    for (const nombre of ["Facial", "Facial exprés", "Microdermoabrasión"])
      await createServicio({ nombre, categoria: "faciales" });
    const page = await eva.get("/");
    const fold = page.document.querySelector("#cejas details");
    expect([fold?.hasAttribute("open"), page.text("#cejas summary")]).toEqual([false, "2 más de Cejas"]);
    expect(page.texts("#cejas h4")).toEqual(["Diseño", "Henna", "Laminado", "Microblading", "Tinte"]);
    expect(page.texts("#cejas details h4")).toEqual(["Microblading", "Tinte"]);
    expect(page.all("#faciales details")).toEqual([]);
    // A narrow screen breaks a long word at a hyphen.
    expect(page.text("#faciales li:last-child h4")).toBe("Micro\u00ADder\u00ADmoa\u00ADbra\u00ADsión");
    expect(page.hrefs("#services > .button")).toEqual(["/precios"]);
  });

  test("says near the button how the visible testimonials rate it, once there are three", async () => {
    await createTestimonio({ rating: 5 });
    await createTestimonio({ rating: 4 });
    await createTestimonio({ rating: 1, activo: false });
    expect((await eva.get("/")).all(".rating")).toEqual([]);
    await createTestimonio({ rating: 5 });
    expect((await eva.get("/")).text(".hero a.rating[href='#testimonials']")).toBe("4.6 de 5 · 3 opiniones");
  });

  test("shows the visible testimonials, with their stars in words", async () => {
    await createTestimonio({ nombre: "Ana", testimonio: "Volveré", rating: 4 });
    await createTestimonio({ activo: false });
    const page = await eva.get("/");
    expect(page.text("#testimonials")).toContain("VolveréAna");
    expect(page.text("#testimonials")).not.toContain("Eva");
    expect(page.document.querySelector("#testimonials [role=img]")?.getAttribute("aria-label")).toBe("4 de 5 estrellas");
  });

  test("says so when there are no services or testimonials", async () => {
    const page = await eva.get("/");
    expect(page.text("#services")).toContain("No hay servicios disponibles en este momento.");
    expect(page.text("#testimonials")).toContain("No hay testimonios disponibles en este momento.");
    expect(page.text("#location")).toContain("Martes a sábado, de 10:00 a.m. a 6:00 p.m.");
    expect(page.text("#contact a")).toBe("Agendar Cita por WhatsApp");
    expect(page.hrefs("#location a[target=mapa]")[0]).toContain("https://www.openstreetmap.org/");
    expect(page.document.querySelector("iframe[name=mapa]")?.hasAttribute("src")).toBe(false);
  });

  test("leaves out a list that cannot be read, and is not cached then", async () => {
    await createServicio();
    const page = await withoutTable("testimonios_susa", () => eva.get("/"));
    expect(page.status).toBe(200);
    expect(page.text("#services")).toContain("Diseño de cejas");
    expect(page.text("#testimonials")).toBe("Testimonios");
    expect(page.headers["cache-control"]).toBe("no-store");
    expect((await eva.get("/")).text("#testimonials")).toContain("No hay testimonios");
  });

  test("escapes the studio's texts in the structured data", async () => {
    await createTestimonio({ nombre: "<script>alert(1)</script>", testimonio: "</script>" });
    const page = await eva.get("/");
    const data = JSON.parse(page.document.querySelector("script[type='application/ld+json']")?.textContent ?? "");
    expect(data["@type"]).toBe("BeautySalon");
    expect(data.openingHoursSpecification[0].opens).toBe("10:00");
    expect(page.all("script").length).toBe(1);
  });
});

describe("the page of a service", () => {
  test("shows all its details and two WhatsApp links", async () => {
    const empleado_id = await createEmpleado({ nombre: "Ximena", apellido: "Ejemplo" });
    const id = await createServicio({ descripcion: "Con hilo.", empleado_id });
    const page = await eva.get(`/servicio/${id}`);
    for (const text of ["Diseño de cejas", "Cejas", "$350.00", "60 min", "Ximena Ejemplo", "Con hilo."])
      expect(page.text()).toContain(text);
    const links = page.all("main .actions a[href^='https://wa.me/']");
    expect(links.map((link) => link.textContent)).toEqual(["Agendar Cita", "Más Información"]);
    for (const link of links)
      expect(decodeURIComponent(link.getAttribute("href") ?? "")).toContain("Diseño de cejas ($350.00, 60 min)");
  });

  test("starts with the featured image or the first one, and its thumbnails keep the way back", async () => {
    const id = await createServicio();
    const second = await createImagen(id, "/b.webp", { display_order: 2 });
    await createImagen(id, "/a.webp", { display_order: 1 });
    const main = (page: Page) => page.document.querySelector("main img")?.getAttribute("src");
    expect(main(await eva.get(`/servicio/${id}`))).toBe("/a.webp");
    await sql("UPDATE service_images_susa SET is_featured = true WHERE id = $1", [second]);
    const page = await eva.get(`/servicio/${id}?de=/gallery`);
    expect(main(page)).toBe("/b.webp");
    expect(page.text()).toContain("Favorito");
    const [first = ""] = page.hrefs("main ul a");
    const chosen = await eva.get(`/servicio/${id}${first}`);
    expect(main(chosen)).toBe("/a.webp");
    expect(chosen.hrefs("main > a")).toEqual(["/gallery"]);
  });

  test("links back only to known public pages", async () => {
    const id = await createServicio();
    await createServicio({ nombre: "Microblading" });
    for (const [de, back] of [
      ["/gallery?servicio=microblading", "/gallery?servicio=microblading"],
      ["/about", "/about"],
      ["https://otro.ejemplo", "/#services"],
      ["//otro.ejemplo", "/#services"],
      ["javascript:alert(1)", "/#services"],
      ["/admin", "/#services"],
    ]) {
      const page = await eva.get(`/servicio/${id}?de=${encodeURIComponent(de ?? "")}`);
      expect(page.hrefs("main > a")).toEqual([back]);
    }
  });

  test("is a 404 for a missing, inactive or invalid service", async () => {
    const hidden = await createServicio({ activo: false });
    for (const id of [hidden, "00000000-0000-0000-0000-000000000000", "nada"]) {
      const page = await eva.get(`/servicio/${id}`);
      expect(page.status).toBe(404);
      expect(page.text("h1")).toBe("Servicio no encontrado");
      expect(page.text("main a")).toBe("Volver");
    }
  });

  test("answers 503 with an error message when it cannot be read", async () => {
    const id = await createServicio();
    const page = await withoutTable("servicios_susa", () => eva.get(`/servicio/${id}`));
    expect(page.status).toBe(503);
    expect(page.text("[role=alert] h1")).toBe("Error");
    expect(page.headers["cache-control"]).toBe("no-store");
  });
});

test("search engines get the pages and every active service, and are kept out of the admin pages", async () => {
  const id = await createServicio();
  await createServicio({ nombre: "Retirado", activo: false });
  const sitemap = (await eva.get("/sitemap.xml")).html;
  const origin = process.env.PUBLIC_URL;
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
    [...PAGES, "/precios", `/servicio/${id}`].map((path) => `${origin}${path}`),
  );
  const robots = (await eva.get("/robots.txt")).html;
  for (const line of ["Disallow: /admin", "Disallow: /auth", "Disallow: /dashboard", `Sitemap: ${origin}/sitemap.xml`])
    expect(robots).toContain(line);
});

test("a full home page stays under 14 KB on the wire", async () => {
  await sql(
    `INSERT INTO servicios_susa (nombre, precio, categoria, descripcion)
     SELECT categoria || ' ' || n, 450, categoria::categoria_servicio, 'Una hora de ' || categoria || ', con calma y por ' || n * 100 || '.'
     FROM unnest(ARRAY['cejas', 'pestañas', 'manicura', 'pedicura', 'faciales', 'limpieza', 'masajes', 'depilación']) categoria,
       generate_series(1, 3) n`,
  );
  await sql(
    "INSERT INTO testimonios_susa (nombre, testimonio, rating) SELECT 'Clienta ' || n, md5(n::text), 5 FROM generate_series(1, 12) n",
  );
  const page = await eva.get("/");
  expect(page.text()).toContain("Clienta 12");
  expect(brotliCompressSync(page.html).length).toBeLessThan(14 * 1024);
});
