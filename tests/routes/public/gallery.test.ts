import { beforeEach, describe, expect, test } from "vitest";
import { OBRAS } from "~/content/obras";
import type { Page } from "../../support/browser";
import { createConfiguracion, createDemoConfiguracion, createImagen, createServicio } from "../../support/factories";
import { emptyTables, sql } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const site = await startSiteForFile();
const eva = site.visitor();

beforeEach(async () => {
  await emptyTables("service_images_susa", "servicios_susa", "configuracion_susa");
  await createDemoConfiguracion();
});

const pictures = (page: Page) => page.all(".works img").map((image) => image.getAttribute("src"));
const current = (page: Page) => page.texts("nav[aria-label^=Filtrar] [aria-current]");
const filters = (page: Page) => page.hrefs("nav[aria-label^=Filtrar] a");

describe("the gallery", () => {
  test("shows the studio's images, the newest first, and then the eight works", async () => {
    const id = await createServicio({ nombre: "Manicura con gelish", categoria: "manicura" });
    await createImagen(id, "/vieja.webp", { created_at: "2026-01-01T12:00:00Z" });
    await createImagen(id, "/nueva.webp", { created_at: "2026-02-01T12:00:00Z" });
    const page = await eva.get("/gallery");
    expect(page.text("h1")).toBe("Nuestros Trabajos");
    expect(pictures(page)).toEqual(["/nueva.webp", "/vieja.webp", ...OBRAS.map(({ archivo }) => archivo)]);
    expect(current(page)).toEqual(["Todos los servicios"]);
  });

  test("filters them with links: the categories, and under them every service by name, or those of the chosen category", async () => {
    const id = await createServicio({ nombre: "Manicura con gelish", categoria: "manicura" });
    await createServicio({ nombre: "Ombré de uñas", categoria: "manicura" });
    await createServicio({ nombre: "Ñandutí en uñas", categoria: "manicura" });
    await createServicio({ nombre: "Árbol de henna" });
    await createServicio({ nombre: "Diseño de cejas" });
    await createServicio({ nombre: "Cejas de antes", activo: false });
    await createImagen(id, "/imagen.webp");
    const services = ["arbol-de-henna", "diseno-de-cejas", "manicura-con-gelish", "nanduti-en-unas", "ombre-de-unas"];
    const all = ["/gallery", "/gallery?categoria=cejas", "/gallery?categoria=manicura"].concat(
      services.map((slug) => `/gallery?servicio=${slug}`),
    );
    const whole = await eva.get("/gallery");
    expect(filters(whole)).toEqual(all);
    expect(whole.hrefs("nav[aria-label^=Filtrar] details:not([open]) a"), "folded until a category is chosen").toEqual(
      all.slice(3),
    );

    const manicura = await eva.get("/gallery?categoria=manicura");
    expect(current(manicura)).toEqual(["Manicura"]);
    expect(manicura.all("nav[aria-label^=Filtrar] details")).toEqual([]);
    expect(filters(manicura)).toEqual([...all.slice(0, 3), ...all.slice(5)]);
    expect(pictures(manicura)).toEqual(["/imagen.webp", "/art/obras/manicura-en-gel.svg"]);

    const gelish = await eva.get("/gallery?servicio=manicura-con-gelish");
    expect(current(gelish)).toEqual(["Manicura", "Manicura con gelish"]);
    expect(gelish.texts(".caption")).toEqual(Array(2).fill("Manicura con gelish $350.00"));
    const drawing = (await eva.get("/gallery")).texts(".caption").at(-1);
    expect(drawing, "of what is not offered, without a price").toBe(OBRAS.at(-1)?.titulo);
    expect(gelish.href("main .lead a")).toBe(`/servicio/${id}?de=%2Fgallery%3Fservicio%3Dmanicura-con-gelish`);
  });

  test("finds a renamed service by its old address, and its drawing by its old name", async () => {
    await createServicio({ nombre: "Manicura con gelish", categoria: "manicura" });
    const renamed = await eva.get("/gallery?servicio=manicura-en-gel");
    expect(pictures(renamed)).toEqual(["/art/obras/manicura-en-gel.svg"]);
    await sql("UPDATE servicios_susa SET nombre = 'Manicura en gel'");
    const old = await eva.get("/gallery?servicio=manicura-en-gel");
    expect(old.texts(".caption")).toEqual(["Manicura en gel $350.00"]);
  });

  test("answers 200 without images for an unknown service or category", async () => {
    for (const query of ["servicio=%3Cb%3E", "categoria=%3Cb%3E"]) {
      const page = await eva.get(`/gallery?${query}`);
      expect(page.status, query).toBe(200);
      expect(page.text(), query).toContain("No hay imágenes disponibles para este servicio.");
    }
  });

  test("without any service or work has no filters, and speaks of no service", async () => {
    await sql("DELETE FROM configuracion_susa");
    const page = await eva.get("/gallery");
    expect([page.text("main"), filters(page)]).toEqual([
      "Nuestros TrabajosMuy pronto verás aquí nuestros trabajos.Ir al inicio",
      [],
    ]);
  });

  test("leaves out the drawings that the studio has hidden, also where one is a service's own image", async () => {
    const id = await createServicio({ nombre: "Microblading" });
    await createImagen(id, "/art/obras/microblading.svg");
    await sql("UPDATE configuracion_susa SET dibujos_ocultos = '{microblading, pedicura-spa}'");
    const shown = pictures(await eva.get("/gallery"));
    expect(shown).toHaveLength(6);
    for (const hidden of ["microblading", "pedicura-spa"]) expect(shown).not.toContain(`/art/obras/${hidden}.svg`);
  });

  test("shows a studio that is not the demo the drawings that its owner chose, and before that none", async () => {
    await createServicio({ nombre: "Pedicura spa", categoria: "pedicura" });
    await sql("DELETE FROM configuracion_susa");
    expect(pictures(await eva.get("/gallery"))).toEqual([]);
    await createConfiguracion();
    expect(pictures(await eva.get("/gallery"))).toEqual([]);
    await sql("UPDATE configuracion_susa SET dibujos_ocultos = array_remove(dibujos_ocultos, 'facial-hidratante')");
    expect(pictures(await eva.get("/gallery"))).toEqual(["/art/obras/facial-hidratante.svg"]);
  });

  test("gives a wide picture a wide frame", async () => {
    const id = await createServicio();
    const archivo =
      "INSERT INTO archivos_susa (nombre, url, width, height) VALUES ('1700000000-' || $2::int, $1, $2, $3) RETURNING id";
    for (const [url, width, height] of [
      ["/uploads/ancha.webp", 1600, 1200],
      ["/uploads/alta.webp", 1200, 1600],
    ] as const) {
      const [row] = await sql<{ id: string }>(archivo, [url, width, height]);
      await createImagen(id, url, { archivo_id: row?.id });
    }
    const page = await eva.get("/gallery?servicio=diseno-de-cejas");
    expect(page.all("li.wide img").map((image) => image.getAttribute("src"))).toEqual(["/uploads/ancha.webp"]);
  });
});

test("shows eight works of a long gallery, the first one asked for at once, and opens the others in place", async () => {
  const id = await createServicio({ nombre: "Diseño de cejas" });
  const nuevas = (n: number) => createImagen(id, `https://ejemplo.mx/${n}.jpg`, { display_order: n });
  for (const n of [0, 1]) await nuevas(n);
  const short = await eva.get("/gallery");
  expect([pictures(short).length, short.all("main details.more .works").length]).toEqual([10, 0]);
  for (const n of [2, 3]) await nuevas(n);
  const long = await eva.get("/gallery");
  expect([pictures(long).length, long.all("main > .works img").length]).toEqual([12, 8]);
  expect(long.text("main > .more > summary")).toBe("Ver 4 trabajos más");
  expect(long.all("main > .more img").every((image) => image.getAttribute("loading") === "lazy")).toBe(true);
  const [preload] = long.all("link[rel=preload][as=image]");
  expect([preload?.getAttribute("href"), preload?.getAttribute("fetchpriority")]).toEqual(["https://ejemplo.mx/0.jpg", "high"]);
  const [first = ""] = long.hrefs(".works a");
  expect((await eva.get(first)).all("link[rel=preload]")).toEqual([]);
});

describe("an open work", () => {
  test("is large on a page of its own, between the ones before and after it, with its service and the way back", async () => {
    const id = await createServicio({ nombre: "Microblading", precio: "1500", duracion_minutos: 90 });
    const [vieja, nueva] = [
      await createImagen(id, "/vieja.webp", { created_at: "2026-01-01T12:00:00Z", alt_text: "Ceja de perfil" }),
      await createImagen(id, "/nueva.webp", { created_at: "2026-02-01T12:00:00Z" }),
    ];
    const gallery = await eva.get("/gallery?categoria=cejas");
    const addresses = gallery.hrefs(".works a");
    expect(addresses.slice(0, 2)).toEqual([nueva, vieja].map((obra) => `/gallery?categoria=cejas&obra=${obra}`));
    const page = await eva.get(addresses[1] ?? "");
    expect(page.text("h1")).toBe("Microblading");
    expect(page.all("main img").map((image) => [image.getAttribute("src"), image.getAttribute("alt")])).toEqual([
      ["/vieja.webp", "Ceja de perfil"],
    ]);
    expect(page.href("main > a")).toBe(`/gallery?categoria=cejas#${vieja}`);
    expect(page.hrefs("main nav a")).toEqual([addresses[0], addresses[2]]);
    expect(gallery.document.getElementById(vieja)).not.toBeNull();
    expect(page.text("main")).toContain("2 de 5");
    expect(page.text("main .figures")).toBe("$1,500.0090 min");
    expect(page.hrefs("main .title .actions a")).toEqual([
      expect.stringMatching(/^https:\/\/wa\.me\/520000000000\?text=.*Microblading/),
      `/servicio/${id}?de=%2Fgallery%3Fcategoria%3Dcejas`,
    ]);
    expect(page.document.querySelector("link[rel=canonical]")?.getAttribute("href")).toMatch(/\/gallery\?categoria=cejas$/);
    expect((await eva.get(addresses[0] ?? "")).text("main nav"), "no Anterior").toBe("1 de 5Siguiente →");
    expect((await eva.get(addresses[4] ?? "")).text("main nav"), "no Siguiente").toBe("← Anterior5 de 5");
  });

  test("that is unknown shows the gallery, and a drawing without a service links to none", async () => {
    for (const obra of ["-", "00000000-0000-4000-8000-000000000000"])
      expect(pictures(await eva.get(`/gallery?obra=${obra}`))).toHaveLength(8);
    const drawing = await eva.get("/gallery?obra=pedicura-spa");
    expect(drawing.text("h1")).toBe("Pedicura spa");
    expect(drawing.hrefs("main .title .actions a")).toHaveLength(1);
    expect(drawing.all("main .figures")).toEqual([]);
  });
});

test("the card of a service shows its first image when none is featured", async () => {
  const id = await createServicio();
  await createImagen(id, "/segunda.webp", { display_order: 2 });
  const first = await createImagen(id, "/primera.webp", { display_order: 1 });
  const card = async () => (await eva.get("/")).document.querySelector("#services img")?.getAttribute("src");
  expect(await card()).toBe("/primera.webp");
  await sql("UPDATE service_images_susa SET is_featured = true WHERE id <> $1", [first]);
  expect(await card()).toBe("/segunda.webp");
});

test("the latest of several featured images leads, on the card and on the page of its service", async () => {
  const id = await createServicio({ nombre: "Depilación de ceja" });
  await createImagen(id, "/dibujo.webp", { is_featured: true, created_at: "2026-01-01T00:00:00Z" });
  await createImagen(id, "/foto.webp", { is_featured: true, created_at: "2026-01-03T00:00:00Z" });
  await createImagen(id, "/otra.webp", { created_at: "2026-01-04T00:00:00Z" });
  const leading = async (path: string, selector: string) =>
    (await eva.get(path)).all(selector).map((image) => image.getAttribute("src"));
  expect(await leading("/", `.service:has([href*='${id}']) img`)).toEqual(["/foto.webp"]);
  expect(await leading(`/servicio/${id}`, ".shown img")).toEqual(["/foto.webp"]);
});

test("a picture whose text is its caption is not read twice", async () => {
  const id = await createServicio({ nombre: "Pedicura de prueba" });
  await createImagen(id, "/igual.webp", { alt_text: "Pedicura de prueba" });
  await createImagen(id, "/propio.webp", { alt_text: "Pies con esmalte rojo" });
  const page = await eva.get("/gallery?servicio=pedicura-de-prueba");
  const works = page
    .all(".works a")
    .map((work) => [work.querySelector("img")?.getAttribute("alt"), work.querySelector(".caption > [aria-hidden]")?.textContent]);
  expect(works).toContainEqual(["Pedicura de prueba", "Pedicura de prueba"]);
  expect(works).toContainEqual(["Pies con esmalte rojo", undefined]);
});
