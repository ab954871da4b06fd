import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createDemoConfiguracion, createImagen } from "../../../support/factories";
import { filesIn, photograph } from "../../../support/pictures";
import { eventually, freshFolder } from "../../../support/process";
import { sql, sqlColumn, sqlValue, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/apariencia";

const dataDir = freshFolder();

const site = await startSiteForFile({ DATA_DIR: dataDir });
const ana = await site.staff();
const photo = await photograph(1400, 900, 1);
beforeEach(async () => {
  await sql("DELETE FROM apariencia_susa");
  await sql("DELETE FROM configuracion_susa");
  await createDemoConfiguracion();
});

const open = () => ana.get(PATH);
const acento = () => sqlValue("SELECT acento FROM apariencia_susa");
const home = () => site.visitor().get("/");
const sheet = async () => (await home()).href('link[rel="stylesheet"]');

describe("the accent colour", () => {
  test("is the default until one is saved, and no page links the custom style sheet", async () => {
    expect(await sheet()).toBe("");
    expect((await site.visitor().send("/apariencia.css")).status).toBe(404);
    expect((await open()).values()).toMatchObject({ acento: "", visto: "", muestra: "#96452f" });
  });

  test("is on every public page at the next request, in a cacheable style sheet, and on no admin page", async () => {
    const saved = await (await open()).submit({ acento: "0F766E" });
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    expect((await open()).flash).toBe("Color guardadoYa se ve en el sitio.");
    expect(await acento()).toBe("#0f766e");
    const href = await sheet();
    expect(href).toMatch(/^\/apariencia\.css\?v=\d+$/);
    for (const path of ["/about", "/gallery", "/no-existe"]) expect((await site.visitor().get(path)).html).toContain(href);
    const css = await site.visitor().send(href);
    expect([css.status, css.headers["content-type"], css.headers["cache-control"]]).toEqual([
      200,
      "text/css; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
    expect(css.html).toContain(":root{--accent:#0f766e;");
    expect((await home()).headers["content-security-policy"]).toMatch(/style-src 'self' /);
    for (const path of ["/auth", "/admin"]) expect((await ana.send(path)).html).not.toContain("apariencia.css");

    expect((await (await open()).submit({ acento: "#7c3aed" })).status).toBe(303);
    const next = await sheet();
    expect(next).not.toBe(href);
    expect((await site.visitor().send(next)).html).toContain("#7c3aed");
  });

  test.each(["#ffd700", "#fff", "#808080"])("%s is rejected with a button that saves a readable shade", async (typed) => {
    const page = await (await open()).submit({ acento: typed });
    expect(page.status).toBe(400);
    expect(page.values().acento).toBe(typed);
    const button = page.document.querySelector('button[name="propuesto"]');
    expect(page.text("#acento-acento-error")).toBe(
      `Ese color no se lee bien. El más parecido que sí se lee es ${button?.getAttribute("value")}.`,
    );
    expect(await acento()).toBeUndefined();
    expect((await page.submit({ propuesto: String(button?.getAttribute("value")) })).status).toBe(303);
    expect(await acento()).toBe(button?.getAttribute("value"));
  });

  test.each(["rojo", "#12345", "#96452f;}body{display:none", "\0"])("is rejected when it is not a colour: %j", async (typed) => {
    const page = await (await open()).submit({ acento: typed });
    expect(page.status).toBe(400);
    expect(page.text("#acento-acento-error")).not.toBe("");
    expect(page.all('button[name="propuesto"]')).toEqual([]);
    expect(await acento()).toBeUndefined();
  });

  test("has a text field and a picker, and the changed one is saved", async () => {
    await (await open()).submit({ muestra: "#0f766e" });
    expect(await acento()).toBe("#0f766e");
    await (await open()).submit({ muestra: "#000000" });
    expect(await acento()).toBe("#000000");
    await (await open()).submit({ acento: "#7c3aed", muestra: "#0f766e" });
    expect(await acento()).toBe("#7c3aed");
    await (await open()).submit({ propuesto: "" });
    expect(await acento()).toBeNull();
    expect(await sheet()).toBe("");
  });

  test("stays the default when the form is saved unchanged, and an invalid one is rejected again", async () => {
    expect((await (await open()).submit({})).status).toBe(303);
    expect(await acento()).toBeNull();
    expect(await sheet()).toBe("");
    const rejected = await (await open()).submit({ acento: "#fff" });
    expect((await rejected.submit({})).status).toBe(400);
    await rejected.submit({ muestra: "#0f766e" });
    expect(await acento()).toBe("#0f766e");
    await (await open()).submit({ acento: "" });
    expect(await acento()).toBeNull();
  });
});

describe("the logo and the hero image", () => {
  const send = async (which: string, content = photo, filename = "foto.jpg") =>
    ana.upload(`${PATH}/${which}`, (await ana.get(`${PATH}/${which}`)).values(), [{ filename, content }]);
  const remove = (which: string) => ana.submit(`${PATH}/${which}`, {}, "details form");
  const urls = () => sqlColumn<string>("SELECT url FROM archivos_susa WHERE url IS NOT NULL ORDER BY created_at");
  const logo = async () => String(await sqlValue("SELECT url FROM apariencia_susa JOIN archivos_susa a ON a.id = logo_id"));

  beforeEach(async () => {
    await sql("UPDATE archivos_susa SET created_at = now() - interval '2 hours'");
  });

  test("a nearly square logo replaces the mark in the header, beside the name, and the name in the footer, and deleting it restores the name and deletes the file", async () => {
    const saved = await send("logo");
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    expect((await open()).flash).toBe("Logotipo guardadoYa se ve en el sitio.");
    const page = await home();
    for (const [place, alt, text] of [
      ["header .brand", "", "Susa"],
      ["footer .foot-name", "Susa", ""],
    ]) {
      const image = page.document.querySelector(`${place} .logo img`);
      expect([image?.getAttribute("alt"), page.text(String(place))]).toEqual([alt, text]);
      expect(image?.getAttribute("srcset")).toMatch(/-400\.webp 400w$/);
    }
    expect((await site.visitor().send(String(page.document.querySelector(".logo img")?.getAttribute("src")))).status).toBe(200);
    expect((await remove("logo")).location).toBe(PATH);
    expect((await home()).text("header .brand")).toBe("Susa");
    expect(await urls()).toEqual([]);
    expect(filesIn(dataDir).pictures).toEqual([]);
  });

  test("a hero image replaces the drawing, loads with high priority, and is in the shared picture", async () => {
    await send("portada");
    const page = await home();
    const image = page.document.querySelector(".hero img");
    expect(image?.getAttribute("src")).toBe((await urls())[0]);
    expect(image?.getAttribute("srcset")).toMatch(/400w, .*800w, .*1200w, .*1400w/);
    expect([image?.getAttribute("fetchpriority"), image?.getAttribute("loading"), image?.getAttribute("alt")]).toEqual([
      "high",
      null,
      "",
    ]);
    expect(page.html).not.toContain("/art/hero.svg");
    const shared = (page: Page) => page.document.querySelector('meta[property="og:image"]')?.getAttribute("content");
    await remove("portada");
    const without = await home();
    expect(without.html).toContain("/art/hero.svg");
    expect(shared(page)).toContain("/compartir.jpg?v=");
    expect(shared(page)).not.toBe(shared(without));
  });

  test("the founder's portrait is saved, hidden, shown and removed, and its file deleted with it", async () => {
    const stored = async () =>
      (await sql("SELECT url, retrato_visible FROM apariencia_susa LEFT JOIN archivos_susa a ON a.id = retrato_id"))[0];
    const setVisible = async () => (await open()).submit({}, `form[action="${PATH}/retrato/visible"]`);
    const saved = await send("retrato");
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    const [url] = await urls();
    expect(await stored()).toEqual({ url, retrato_visible: true });
    expect((await open()).document.querySelector(`main img[src="${url}"]`)?.getAttribute("alt")).toBe("Retrato actual");
    expect((await setVisible()).location).toBe(PATH);
    expect(await stored()).toEqual({ url, retrato_visible: false });
    expect((await open()).text("main")).toContain("No se muestra en tu sitio.");
    expect((await setVisible()).location).toBe(PATH);
    expect(await stored()).toEqual({ url, retrato_visible: true });
    expect((await ana.post(`${PATH}/retrato/visible`, { visible: "quizás" })).status).toBe(303);
    await remove("retrato");
    expect(await stored()).toEqual({ url: null, retrato_visible: true });
    expect([await urls(), filesIn(dataDir).pictures]).toEqual([[], []]);
  });

  test("a portrait can be hidden before anything else of the appearance was saved", async () => {
    await (await open()).submit({}, `form[action="${PATH}/retrato/visible"]`);
    expect(await sql("SELECT acento, retrato_visible FROM apariencia_susa")).toEqual([{ acento: null, retrato_visible: false }]);
  });

  test("a file in use is never cleaned up, a replaced one is, and logo and hero are separate", async () => {
    await send("logo");
    const [first] = await urls();
    await sql("UPDATE archivos_susa SET created_at = now() - interval '2 hours'");
    await send("portada");
    expect((await urls()).length).toBe(2);
    expect(await urls()).toContain(first);
    await send("logo", await photograph(500, 200, 1, "png"), "otro.png");
    const left = await eventually(async () => {
      const now = await urls();
      return now.includes(String(first)) ? null : now;
    });
    expect(left.length).toBe(2);
    expect(filesIn(dataDir).temporary).toEqual([]);
    const page = await home();
    for (const url of left) expect(page.html).toContain(url.replace(".webp", ""));
    expect((await sql("SELECT 1 FROM apariencia_susa WHERE logo_id IS NOT NULL AND hero_id IS NOT NULL")).length).toBe(1);
  });

  test("a deleted logo keeps its file while a gallery image uses it", async () => {
    await send("logo");
    const url = await logo();
    await createImagen(null, url, { archivo_id: await sqlValue("SELECT id FROM archivos_susa WHERE url = $1", [url]) });
    await remove("logo");
    expect(await urls()).toContain(url);
    await sql("DELETE FROM service_images_susa");
    await sql("UPDATE archivos_susa SET created_at = now() - interval '2 hours'");
    await send("portada");
    await eventually(async () => !(await urls()).includes(url));
  });

  test("says of a logo that it brings a white ground, which is seen as a box", async () => {
    const said = async (background: string, alpha = 1) => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
      const ink = Buffer.from('<svg width="300" height="300"><circle cx="300" cy="150" r="90" fill="#35182b"/></svg>');
      const content = await sharp({ create: { width: 600, height: 300, channels: 4, background: { r, g, b, alpha } } })
        .composite([{ input: ink, left: 100, top: 0 }])
        .png()
        .toBuffer();
      const form = (await ana.get(`${PATH}/logo`)).values("form:has([type=file])");
      const saved = await ana.upload(`${PATH}/logo`, form, [{ filename: "logo.png", content, type: "image/png" }]);
      expect(saved.status).toBe(303);
      return (await open()).text("main").includes("Trae fondo blanco");
    };
    expect([await said("#ffffff"), await said("#35182b"), await said("#ffffff", 0)]).toEqual([true, false, false]);
  });

  test("a logo keeps its transparency", async () => {
    const clear = await sharp({ create: { width: 300, height: 100, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    await send("logo", clear, "logo.png");
    const path = String((await urls()).at(-1));
    expect((await sharp(`${dataDir}${path}`).metadata()).hasAlpha).toBe(true);
  });

  test.each([
    ["no file", [] as Buffer[], "Elige una imagen."],
    ["a text file", [Buffer.from("no es una foto")], "no es una foto que podamos usar"],
    [
      "an SVG drawing",
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
      "no es una foto que podamos usar",
    ],
    ["an empty file", [Buffer.alloc(0)], "está vacío"],
    ["two files", [Buffer.from("a"), Buffer.from("b")], "Elige una sola imagen."],
  ])("%s is rejected and leaves no file behind", async (_label, contents, sentence) => {
    // Orphans of earlier uploads may be swept at any moment.
    const before = await urls();
    const page = await ana.upload(
      `${PATH}/logo`,
      (await ana.get(`${PATH}/logo`)).values(),
      contents.map((content, n) => ({ filename: `${n}.jpg`, content })),
    );
    expect(page.status).toBe(400);
    expect(page.alert).toContain(sentence);
    expect(page.text()).toContain("elígelo otra vez");
    expect(before).toEqual(expect.arrayContaining(await urls()));
    expect(filesIn(dataDir).temporary).toEqual([]);
  });

  test("a form sent several times stores one file, and one without its idempotency key stores nothing", async () => {
    const values = (await ana.get(`${PATH}/logo`)).values();
    const file = [{ filename: "a.jpg", content: photo }];
    const answers = await Promise.all([1, 2, 3].map(() => ana.upload(`${PATH}/logo`, values, file)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await urls()).toContain(await logo());
    expect((await ana.upload(`${PATH}/logo`, { ...values, token: "" }, file)).status).toBe(400);
    expect((await ana.upload(`${PATH}/logo`, values, [{ filename: "a.jpg", content: Buffer.from("x") }])).status).toBe(409);
  });

  test("a body larger than one 15 MB photograph answers 413, and an unknown image name answers 404", async () => {
    const size = { "content-type": "multipart/form-data; boundary=x", "content-length": String(17 * 2 ** 20) };
    expect((await ana.send(`${PATH}/logo`, { method: "POST", headers: size })).status).toBe(413);
    expect((await ana.send(`${PATH}/portada`, { method: "POST", headers: size })).status).toBe(413);
    for (const name of ["otra", "toString", "__proto__"]) expect((await ana.send(`${PATH}/${name}`)).status, name).toBe(404);
  });
});

test("serves the fallback copy of a page or a 503, uncached, while the appearance cannot be read", async () => {
  await home();
  await sql("UPDATE testimonios_susa SET nombre = nombre");
  await withoutTable("apariencia_susa", async () => {
    const last = await home();
    expect([last.status, last.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect((await site.visitor().send("/precios?q=nunca")).status).toBe(503);
    expect((await open()).status).toBe(503);
  });
  const again = await home();
  expect([again.status, again.headers["cache-control"]]).toEqual([200, "public, max-age=0, must-revalidate"]);
});
