import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { DIBUJOS } from "~/content/obras";
import type { Page } from "../../../support/browser";
import { createDemoConfiguracion } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/general";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => sql("DELETE FROM configuracion_susa"));

const DAYS = [0, 1, 2, 3, 4, 5, 6];
const hours = (abre: string, cierra: string, days = DAYS) =>
  Object.fromEntries(
    days.flatMap((day) => [
      [`horario[${day}].abre`, abre],
      [`horario[${day}].cierra`, cierra],
    ]),
  );

const WHOLE: Record<string, string> = {
  nombre: "Estudio Ñandú",
  ciudad: "Mérida",
  direccion: "Calle 60 número 491\nCentro",
  telefono: "+52 (999) 123-4567",
  whatsapp: "529991234567",
  instagram_url: "https://www.instagram.com/nandu.estudio",
  facebook_url: "https://www.facebook.com/nandu",
  zona_horaria: "America/Merida",
  mapa_url: "https://www.google.com/maps/embed?pb=!1m18!1m12",
  hero_titulo: "Cejas que <b>hablan</b> & callan",
  hero_texto: 'Con "comillas" y </script>',
  biografia: "Primer párrafo.\n\nSegundo párrafo.",
  frase: "Poco a poco.",
  frase_autora: "Ñ",
  ...hours("09:30", "19:00"),
  ...hours("", "", [6]),
  comida_de: "",
  comida_a: "",
};

const stored = async () => (await sql("SELECT * FROM configuracion_susa"))[0];
const open = () => ana.get(PATH);

const FIELDS: Record<string, string[]> = {
  estudio: ["nombre", "whatsapp", "telefono", "direccion", "ciudad"],
  horario: ["zona_horaria", "horario", "comida_de", "comida_a"],
  redes: ["instagram_url", "facebook_url", "mapa_url"],
  portada: ["hero_titulo", "hero_texto", "biografia", "frase", "frase_autora"],
};
const formOf = (parte: string) => `#general-${parte}`;
const parteOf = (name: string) => Object.keys(FIELDS).find((parte) => FIELDS[parte]?.includes(name.replace(/\W.*/, ""))) ?? "";
const inParte = (parte: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => parteOf(name) === parte));
/** The values of all parts, without the hidden ones. */
const valuesOf = (page: Page) =>
  Object.assign({}, ...Object.keys(FIELDS).map((parte) => inParte(parte, page.values(formOf(parte)))));
/** Sends the parts that have one of these changes, each in a page of its own, up to the first that is not saved. */
async function submit(changes: Record<string, string>, opened?: Page): Promise<Page> {
  let answer: Page | undefined;
  for (const parte of Object.keys(FIELDS)) {
    const own = inParte(parte, changes);
    if (Object.keys(own).length === 0) continue;
    const page = opened ?? (await open());
    answer = await page.submit(
      { ...own, ...("updated_at" in changes && { updated_at: String(changes.updated_at) }) },
      formOf(parte),
    );
    if (answer.status !== 303) return answer;
  }
  if (!answer) throw new Error("nothing was changed");
  return answer;
}
const save = (changes: Record<string, string> = {}) => submit({ ...WHOLE, ...changes });
const errorOf = (page: Page, name: string) => {
  const field = page.document.getElementsByName(name)[0];
  return page.document.getElementById(String(field?.getAttribute("aria-describedby")?.split(" ")[0]))?.textContent;
};

describe("the General form", () => {
  test("keeps the paragraphs of a biography sent with CRLF line breaks", async () => {
    expect((await save({ biografia: "Uno.\r\n\r\nDos." })).status).toBe(303);
    expect((await stored())?.biografia).toBe("Uno.\n\nDos.");
    expect((await ana.get("/about")).texts("p")).toEqual(expect.arrayContaining(["Uno.", "Dos."]));
  });

  test("starts empty, with the example's sentences as hints, and asks for the name alone", async () => {
    const page = await open();
    const { nombre, ciudad, direccion, telefono, whatsapp, hero_titulo, biografia } = valuesOf(page);
    expect([nombre, ciudad, direccion, telefono, whatsapp, hero_titulo, biografia]).toEqual(Array(7).fill(""));
    expect(valuesOf(page)).toMatchObject({ "horario[0].abre": "", "horario[1].abre": "10:00" });
    expect(page.text("#general-portada-hero_titulo-description")).toBe("Por ejemplo: Cejas perfectas, mirada que habla por ti");
    expect(page.text("main")).toContain("Tu sitio ya se ve, todavía sin tus datos.");
    const rejected = await submit({ ciudad: "Mérida" });
    expect([rejected.status, rejected.texts('[role="alert"] a')]).toEqual([400, ["Escribe el nombre del estudio."]]);
    expect((await submit({ nombre: "Uñas Lola" })).status).toBe(303);
    const facts = { ciudad: null, direccion: null, telefono: null, whatsapp: null, horario: null };
    expect(await stored()).toMatchObject({ nombre: "Uñas Lola", ...facts });
    expect((await open()).flash).toContain(
      "Te falta poner tu dirección y tu WhatsApp: mientras, Google no lo muestra y nadie ve tu horario.",
    );
    const home = await site.visitor().get("/");
    expect([home.text("h1"), home.text("title")]).toEqual(["Uñas Lola", "Uñas Lola · Estudio de belleza en México"]);
  });

  test("of the demo has the example's facts and says so, until they are replaced", async () => {
    await createDemoConfiguracion();
    const page = await open();
    expect(valuesOf(page)).toMatchObject({ nombre: "Susa", whatsapp: "000 000 0000" });
    expect(page.text("main")).toContain("Estos datos son de ejemplo");
    expect((await submit({ frase: "Mía" })).status).toBe(303);
    expect(await stored()).toMatchObject({ nombre: "Susa", es_demo: true });
    const OWN = { telefono: "238 123 4567", direccion: "Calle 5", whatsapp: "238 123 4567" };
    for (const name of ["telefono", "direccion", "whatsapp"] as const) {
      expect(await stored(), name).toMatchObject({ es_demo: true });
      expect((await submit({ [name]: OWN[name] })).status, name).toBe(303);
    }
    expect(await stored()).toMatchObject({ es_demo: false, dibujos_ocultos: DIBUJOS });
    // What she chooses afterwards is kept.
    await sql("UPDATE configuracion_susa SET dibujos_ocultos = '{microblading}'");
    expect((await submit({ ciudad: "Tehuacán" })).status).toBe(303);
    expect(await stored()).toMatchObject({ ciudad: "Tehuacán", dibujos_ocultos: ["microblading"] });
  });

  test("shows a sentence that was typed, also one equal to the example's", async () => {
    const sentence = "Cejas perfectas, mirada que habla por ti";
    await save({ hero_titulo: sentence, nombre: "Uñas Lola" });
    expect((await site.visitor().get("/")).text("h1")).toBe(sentence);
    expect(valuesOf(await open()).hero_titulo).toBe(sentence);
  });

  test("saves every field, gives it back in the editor, and shows its message", async () => {
    const saved = await save();
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    expect((await open()).flash).toBe("Configuración guardadaPortada y Nosotros: los cambios ya se ven en el sitio.");
    const page = await open();
    expect(valuesOf(page)).toEqual({ ...WHOLE, whatsapp: "999 123 4567" });
    expect(page.values(formOf("redes")).updated_at).not.toBe("");
    expect(page.text("main")).not.toContain("Estos datos son de ejemplo");
    expect((await stored())?.horario).toEqual([...Array(6).fill({ abre: "09:30", cierra: "19:00" }), null]);
    const again = await submit(
      Object.fromEntries(Object.entries(WHOLE).map(([name, value]) => [name, value.replaceAll("\n", "\r\n")])),
    );
    expect(again.status).toBe(303);
  });

  test("changes the public pages and the admin header at the next request, with HTML escaped", async () => {
    const eva = site.visitor();
    expect((await eva.get("/")).text("header")).toContain("Susa");
    await save();
    const home = await eva.get("/");
    expect(home.text("header")).toContain("Estudio Ñandú");
    expect(home.text("h1")).toBe("Cejas que <b>hablan</b> & callan");
    expect(home.all("h1 b, script:not([type='application/ld+json'])")).toEqual([]);
    expect((await eva.get("/auth")).text("main")).toContain("Estudio Ñandú");
    expect((await ana.get("/admin")).text("header")).toContain("Estudio Ñandú Admin");
    await sql("UPDATE configuracion_susa SET nombre = 'Otro nombre'");
    expect((await eva.get("/")).text("header")).toContain("Otro nombre");
  });

  test("stores emptied optional fields as null, and a day without hours as closed", async () => {
    await save();
    const saved = await submit({ instagram_url: "", facebook_url: "  ", mapa_url: "", ...hours("", "") });
    expect(saved.status).toBe(303);
    expect(await stored()).toMatchObject({
      instagram_url: null,
      facebook_url: null,
      mapa_url: null,
      horario: Array(7).fill(null),
    });
    expect((await site.visitor().get("/")).status).toBe(200);
    const page = await open();
    expect(page.all("input[type=time]").length).toBe(16);
    const rejected = await submit({ "horario[0].abre": "10:00" });
    expect(rejected.all("input[type=time]").length).toBe(16);
    expect((await submit({ "horario[0].abre": "" }, rejected)).status).toBe(303);
    expect((await stored())?.horario).toEqual(Array(7).fill(null));
  });

  test.each([
    ["22 2123-4567", "522221234567"],
    ["+52 1 222 123 4567", "522221234567"],
  ])("reads the WhatsApp number %s as %s", async (typed, number) => {
    const form = await ana.get("/admin/configuracion/general");
    // A pattern would have the browser refuse it.
    expect(form.all("[name=whatsapp], [type=time]").map((field) => field.hasAttribute("pattern"))).toEqual(Array(17).fill(false));
    expect((await save({ whatsapp: typed })).status).toBe(303);
    expect((await stored())?.whatsapp).toBe(number);
  });

  // For each field alone see fields.test.ts.
  test.each([
    ["nombre", "   "],
    ["nombre", "con\0nulo"],
    ["telefono", "llámame"],
    ["whatsapp", "no tengo"],
    ["zona_horaria", "Europe/Madrid"],
    ["zona_horaria", "__proto__"],
    ["instagram_url", "javascript:alert(1)//www.instagram.com/x"],
    ["facebook_url", "https://www.instagram.com/x"],
    ["mapa_url", '<iframe src="https://mapas.example/embed?pb=1"></iframe>'],
    ["biografia", "x".repeat(6001)],
    ["horario[2].abre", "25:00"],
  ])("rejects %s = %j beside its field, with every value kept", async (name, value) => {
    const own = { ...inParte(parteOf(name), WHOLE), [name]: value };
    const page = await submit(own);
    expect(page.status).toBe(400);
    expect(page.alert).toContain("Revisa estos datos");
    expect(errorOf(page, name)).toBeTruthy();
    const { [name]: _rejected, ...typed } = own;
    expect(valuesOf(page)).toMatchObject(typed);
    // A browser's control cannot hold an unknown option or a NUL, so these are not kept.
    if (!/zona|\0/.test(name + value) && !name.startsWith("horario"))
      expect(
        page.document.getElementsByName(name)[0]?.textContent ||
          page.document.getElementsByName(name)[0]?.getAttribute("value") ||
          "",
      ).toBe(value);
    expect(await stored()).toBeUndefined();
  });

  test("rejects a day with one time alone or a closing time that is not later, with all times kept", async () => {
    const changes = {
      ...hours("10:00", "", [1]),
      ...hours("", "18:00", [2]),
      ...hours("18:00", "10:00", [3]),
      ...hours("10:00", "10:00", [4]),
    };
    const page = await submit(changes);
    expect(page.status).toBe(400);
    expect(valuesOf(page)).toMatchObject(changes);
    const both = "Escribe las dos horas, o ninguna si ese día cierran.";
    const later = "La hora de cierre va después de la de apertura.";
    expect(errorOf(page, "horario[1].abre")).toBe(both);
    expect(errorOf(page, "horario[2].abre")).toBe(both);
    expect(errorOf(page, "horario[3].cierra")).toBe(later);
    expect(errorOf(page, "horario[4].cierra")).toBe(later);
    const links = page.all('[role="alert"] a');
    expect(links).toHaveLength(4);
    for (const link of links)
      expect(page.document.getElementById(String(link.getAttribute("href")).slice(1)), String(link.textContent)).not.toBeNull();
    expect(await stored()).toBeUndefined();
  });

  test("rejects a week of six or eight days", async () => {
    const week = { ...(await open()).values(formOf("horario")), ...inParte("horario", WHOLE) };
    const six = Object.fromEntries(Object.entries(week).filter(([name]) => !name.startsWith("horario[6]")));
    expect((await ana.post(PATH, six)).status).toBe(400);
    expect((await ana.post(PATH, { ...week, "horario[7].abre": "10:00", "horario[7].cierra": "11:00" })).status).toBe(400);
    expect((await ana.post(PATH, { ...week, "horario[999].abre": "10:00" })).status).toBe(400);
    for (const name of ["horario", "horario[0]", "horario[0].abre.x"])
      expect((await ana.post(PATH, { ...week, [name]: "x" })).status, name).toBe(400);
    expect(await stored()).toBeUndefined();
  });
});

describe("two concurrent edits of General", () => {
  test("of different parts are both kept, and so are those of different fields, without a question", async () => {
    await save();
    const [mine, hers] = [await open(), await open()];
    await submit({ telefono: "222 000 0000" }, hers);
    await submit(hours("11:00", "15:00", [0]));
    expect((await submit({ frase: "Mía" }, mine)).status).toBe(303);
    expect(await stored()).toMatchObject({ frase: "Mía", telefono: "222 000 0000", horario: { 0: { abre: "11:00" } } });
    const [third, fourth] = [await open(), await open()];
    await submit({ telefono: "222 111 1111" }, third);
    expect((await submit({ ciudad: "Tehuacán" }, fourth)).status).toBe(303);
    expect((await open()).flash).toContain("También se quedó lo que otra persona cambió mientras editabas: Teléfono.");
    expect(await stored()).toMatchObject({ telefono: "222 111 1111", ciudad: "Tehuacán" });
  });

  test("of the opening hours show both weeks day by day", async () => {
    await save();
    const [mine, hers] = [await open(), await open()];
    await submit({ ...hours("11:00", "15:00", [0]), ...hours("", "", [1]), ...hours("10:00", "12:00", [6]) }, hers);
    const conflict = await submit({ ...hours("09:30", "20:00", [3]) }, mine);
    expect(conflict.status).toBe(409);
    const versions = conflict.text("section[aria-labelledby=versiones]");
    expect(versions).toMatch(/Horario, lunes.*09:30 a 19:00.*11:00 a 15:00/);
    expect(versions).toMatch(/Horario, martes.*09:30 a 19:00.*\(vacío\)/);
    expect(versions).toMatch(/Horario, domingo.*\(vacío\).*10:00 a 12:00/);
    expect(versions).not.toContain("miércoles");
    expect((await stored())?.horario).toMatchObject({ 0: { abre: "11:00", cierra: "15:00" }, 1: null });
  });

  test("save one of two concurrent first saves, and show both versions to the other", async () => {
    const pages = [await open(), await open()];
    const own = inParte("estudio", WHOLE);
    const answers = await Promise.all(pages.map((page, n) => submit({ ...own, nombre: `Nombre ${n}` }, page)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const winner = answers.findIndex(({ status }) => status === 303);
    expect((await stored())?.nombre).toBe(`Nombre ${winner}`);
    expect(answers[1 - winner]?.text("section[aria-labelledby=versiones]")).toContain(`Nombre ${winner}`);
  });

  test("change nothing with an invalid version", async () => {
    await save();
    const before = await stored();
    for (const updated_at of ["", "x", "1970-01-01T00:00:00.000Z"])
      expect((await submit({ updated_at, nombre: "De otra época" })).status, updated_at).toBe(409);
    expect(await stored()).toEqual(before);
  });
});

describe("each part of General is saved by itself", () => {
  test("a new studio saves its zone and hours before anything else", async () => {
    const saved = await submit({ zona_horaria: "America/Tijuana", ...hours("11:00", "19:00", [1]) });
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    const page = await open();
    expect(page.flash).toContain("Horario: se verá en el sitio cuando pongas tu dirección y tu WhatsApp.");
    expect(await stored()).toMatchObject({ zona_horaria: "America/Tijuana", direccion: null, whatsapp: null, telefono: null });
    expect(valuesOf(page)).toMatchObject({ zona_horaria: "America/Tijuana", "horario[1].abre": "11:00", nombre: "" });
    for (const parte of ["estudio", "portada", "redes"]) {
      expect((await submit(inParte(parte, WHOLE))).status, parte).toBe(303);
      expect(await stored(), parte).toMatchObject({ zona_horaria: "America/Tijuana", horario: { 1: { abre: "11:00" } } });
    }
    expect(await stored()).toMatchObject({ nombre: "Estudio Ñandú", whatsapp: "529991234567", hero_texto: WHOLE.hero_texto });
  });

  test("a part that is rejected says so of its own fields alone", async () => {
    await save();
    const page = await submit({ ciudad: "Otra", nombre: "" });
    expect([page.status, page.texts('[role="alert"] a')]).toEqual([400, ["Escribe el nombre del estudio."]]);
    expect(valuesOf(page)).toEqual({ ...WHOLE, whatsapp: "999 123 4567", ciudad: "Otra", nombre: "" });
  });

  test.each(["", "todo", "__proto__"])("what is sent for the part %j comes back in the form of each part", async (parte) => {
    const page = await ana.post(PATH, { ...valuesOf(await open()), ciudad: "Otra", frase: "Otra", token: randomUUID(), parte });
    expect([page.status, page.all('[role="alert"]:not(:empty)').length]).toEqual([400, 1]);
    expect(valuesOf(page)).toMatchObject({ ciudad: "Otra", frase: "Otra" });
  });
});
