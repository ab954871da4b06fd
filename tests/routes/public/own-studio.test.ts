import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { ESTUDIO } from "~/content/estudio";
import { TEXTOS } from "~/content/textos";
import type { Page } from "../../support/browser";
import { createConfiguracion, createEmpleado, createServicio } from "../../support/factories";
import { freshFolder } from "../../support/process";
import { sql } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const site = await startSiteForFile({ DATA_DIR: freshFolder() });
const owner = await site.staff();
await createConfiguracion({ nombre: "Uñas Lola", ciudad: "Tehuacán" });
const servicio = await createServicio({ nombre: "Gelish", categoria: "manicura", precio: 280 });
await createEmpleado({ nombre: "Dolores", apellido: "Ruiz", especialidades: "{gelish}", en_sitio: true });
await createEmpleado({ nombre: "Paz", apellido: "Oculta" });

const square = () =>
  sharp({ create: { width: 600, height: 600, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: Buffer.from('<svg width="600" height="600"><circle cx="300" cy="300" r="220" fill="#fff"/></svg>') }])
    .png()
    .toBuffer();

/** Every kind of public page. */
const PATHS = [
  "/",
  "/about",
  "/gallery",
  "/gallery?servicio=gelish",
  "/precios",
  "/precios?q=gel",
  `/servicio/${servicio}`,
  "/no-existe",
];

/** What the example studio says of itself, and the words of brows and lashes. */
const INVENTED = [
  ...Object.values(ESTUDIO).filter((fact): fact is string => typeof fact === "string" && fact !== ESTUDIO.zona_horaria),
  ...Object.values(TEXTOS).flatMap((sentence) => ("propio" in sentence ? [sentence.texto] : [])),
]
  .filter((text) => text !== ESTUDIO.ciudad)
  .flatMap((text) => text.split("\n\n"));

function findInvented({ html }: Page): string[] {
  // The style sheet is the same for every studio, and the specification names the folder of its uploads.
  const text = html
    .replace(/<style>.*?<\/style>/s, "")
    .replaceAll("/uploads/susa-servicios/", "")
    .replaceAll("&quot;", '"');
  const words = text.match(/susa|ceja|pestaña|pestana|\bojos?\b|mirada|000 000|520000000000|1,000|\+10|10\+/gi) ?? [];
  const drawings = text.match(/\/art\/(marca|hero|retratos|obras|placeholder-cejas|placeholder-pestanas|og)[^"]*/g) ?? [];
  const allowed = ["/art/obras/manicura-en-gel.svg"];
  return [
    ...INVENTED.filter((sentence) => text.includes(sentence)),
    ...words,
    ...drawings.filter((drawing) => !allowed.includes(drawing)),
  ];
}

describe("a new studio that has said nothing of itself", () => {
  const main = () => owner.send("/");

  test("shows nothing invented on any public page, not even a city or hours, and search engines leave it out", async () => {
    await sql("UPDATE configuracion_susa SET nombre = 'Lola', ciudad = null");
    for (const path of PATHS) {
      const page = await owner.send(path);
      expect(findInvented(page), path).toEqual([]);
      expect(page.html, path).not.toMatch(/Puebla|Martes a sábado/);
      if (page.status === 200)
        expect(page.document.querySelector("meta[name=robots]")?.getAttribute("content"), path).toBe("noindex");
    }
    expect((await main()).text(".kicker")).toBe("Estudio de belleza · México");
    await sql("UPDATE configuracion_susa SET nombre = 'Uñas Lola', ciudad = 'Tehuacán'");
  });

  test("has one heading in Nosotros until there is something to read there", async () => {
    const headings = async () => (await owner.send("/about")).all("main :is(h1, h2)").length;
    expect(await headings()).toBe(2);
    await sql("UPDATE empleados_susa SET en_sitio = false WHERE nombre = 'Dolores'");
    expect(await headings()).toBe(1);
    const about = await owner.send("/about");
    expect(about.text(".empty p")).toContain("Muy pronto te contaremos aquí quiénes somos");
    await sql("UPDATE empleados_susa SET en_sitio = true WHERE nombre = 'Dolores'");
  });

  test("is listed by search engines once it has its address and its WhatsApp", async () => {
    const robots = async () => (await main()).all("meta[name=robots]").length;
    await sql("UPDATE configuracion_susa SET direccion = 'Calle 5'");
    expect(await robots()).toBe(1);
    await sql("UPDATE configuracion_susa SET whatsapp = '522381234567'");
    expect([await robots(), (await main()).text(".foot").includes("Martes a sábado")]).toEqual([0, true]);
    await sql("UPDATE configuracion_susa SET direccion = null, whatsapp = null");
  });
});

describe("a studio named Uñas Lola that does nails alone", () => {
  test("shows nothing of the example studio on any public page", async () => {
    for (const path of PATHS) {
      const page = await owner.send(path);
      expect(findInvented(page), path).toEqual([]);
      expect(page.text(".foot-name"), path).toBe("Uñas Lola");
    }
  });

  test("shows its name and mark beside the forms to sign in", async () => {
    for (const path of ["/auth", "/auth?modo=registro", "/auth/acceso/x"]) {
      const page = await site.visitor().send(path);
      expect(findInvented(page), path).toEqual([]);
      expect(page.all("img").map((image) => image.getAttribute("src"))).toEqual([
        "/icono.svg",
        expect.stringMatching(/^\/icono-recortable\.png\?v=/),
      ]);
      expect(page.text("main a"), path).toBe("Uñas Lola");
    }
  });

  test("has its name and its initial where the example has sentences, a mark and a face", async () => {
    const home = await owner.get("/");
    expect(home.text(".brand")).toBe("UUñas Lola");
    expect([home.text("h1"), home.text("title")]).toEqual(["Uñas Lola", "Uñas Lola · Estudio de belleza en Tehuacán"]);
    expect(home.document.querySelector(".hero img")?.getAttribute("src")).toMatch(/^\/icono-recortable\.png\?v=/);
    expect(home.text("#location")).not.toMatch(/Dirección|Teléfono/);
    expect(home.all("iframe, a[href^='tel:'], a[href*='wa.me'], a[href*='instagram'], a[href*='facebook']")).toEqual([]);
    expect(home.text("#contact")).toContain("Muy pronto podrás agendar");
    expect(home.text(".hero .lead")).toBe("Estamos preparando todo para recibirte.");
    expect(home.all(".hero .button:not(.button-quiet)"), "nothing to book by yet").toEqual([]);
    const salon = JSON.parse(home.text("script[type='application/ld+json']"));
    expect([salon.name, salon.telephone, salon.address.streetAddress]).toEqual(["Uñas Lola", undefined, undefined]);
    const about = await owner.get("/about");
    expect([about.text("h1"), about.all(".about img, dl, .quote").length]).toEqual(["Conócenos", 0]);
  });

  test("shows who chose to be shown, with her initial, and nobody else", async () => {
    const about = await owner.get("/about");
    expect(about.texts(".team li")).toEqual(["DDolores RuizGelish"]);
    expect(about.html).not.toContain("Oculta");
    await sql("UPDATE empleados_susa SET activo = false WHERE nombre = 'Dolores'");
    expect((await owner.get("/about")).all(".team")).toEqual([]);
    await sql("UPDATE empleados_susa SET activo = true WHERE nombre = 'Dolores'");
  });

  test("has Nosotros in its menu once something there is its own", async () => {
    const listed = async () => [
      (await owner.get("/")).hrefs("header nav a").includes("/about"),
      (await owner.get("/about")).status,
    ];
    expect(await listed()).toEqual([true, 200]);
    await sql("UPDATE empleados_susa SET activo = false WHERE nombre = 'Dolores'");
    expect(await listed()).toEqual([false, 200]);
    for (const [own, none] of [
      ["biografia = 'Soy Lola.'", "biografia = null"],
      ["frase = 'Sin prisa.'", "frase = null"],
      [`textos = '{"nosotros_cifra_1":"8"}'`, "textos = '{}'"],
    ]) {
      await sql(`UPDATE configuracion_susa SET ${own}`);
      expect(await listed(), own).toEqual([true, 200]);
      await sql(`UPDATE configuracion_susa SET ${none}`);
      expect(await listed(), none).toEqual([false, 200]);
    }
    await sql("UPDATE empleados_susa SET activo = true WHERE nombre = 'Dolores'");
  });

  test("shows its own facts as soon as it has them", async () => {
    await sql(
      `UPDATE configuracion_susa SET telefono = '238 123 4567', whatsapp = '522381234567', direccion = 'Calle 5', hero_titulo = 'Manos que se lucen'`,
    );
    const home = await owner.get("/");
    expect([home.text("h1"), home.text("#contact a")]).toEqual(["Manos que se lucen", "Agendar Cita por WhatsApp"]);
    expect([home.all(".hero .lead"), home.text(".hero .button:not(.button-quiet)")]).toEqual([[], "Agenda tu Cita"]);
    expect(home.text("#location")).toMatch(/DirecciónCalle 5.*Teléfono238 123 4567/);
    expect(home.text(".foot")).toContain("238 123 4567");
    for (const path of PATHS) expect(findInvented(await owner.send(path)), path).toEqual([]);
  });

  test("with a square white logo shows it beside the name, on a dark ground", async () => {
    const path = "/admin/configuracion/apariencia/logo";
    const form = await owner.get(path);
    const saved = await owner.upload(path, form.values("form:has([type=file])"), [
      { filename: "logo.png", content: await square(), type: "image/png" },
    ]);
    expect(saved.status).toBe(303);
    const home = await owner.get("/");
    expect(home.document.querySelector(".brand .logo")?.className).toBe("logo square dark");
    expect([home.text(".brand"), home.document.querySelector(".brand img")?.getAttribute("alt")]).toEqual(["Uñas Lola", ""]);
    expect(home.document.querySelector(".foot-name img")?.getAttribute("alt")).toBe("Uñas Lola");
    for (const path of PATHS) expect(findInvented(await owner.send(path)), path).toEqual([]);
  });
});

test("every sentence can be hidden, and no page is left without its title or the name of a section", async () => {
  const nothing = Object.fromEntries(Object.keys(TEXTOS).map((name) => [name, ""]));
  await sql("UPDATE configuracion_susa SET textos = $1, hero_titulo = null, hero_texto = null, biografia = null, frase = null", [
    JSON.stringify(nothing),
  ]);
  for (const path of ["/", "/about", "/gallery"]) {
    const page = await owner.get(path);
    expect([page.all("h1").length, page.text("h1") !== "", page.text("title") !== ""], path).toEqual([1, true, true]);
    for (const empty of page.all("main :is(h1, h2, h3, p, dt, dd, blockquote, .caption)"))
      expect(empty.textContent, `${path}: ${empty.outerHTML}`).not.toBe("");
    for (const section of page.all("section[aria-labelledby]"))
      expect(page.document.getElementById(section.getAttribute("aria-labelledby") ?? "")?.textContent).toBeTruthy();
  }
});
