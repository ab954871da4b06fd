import { beforeEach, describe, expect, test } from "vitest";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/notificaciones";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => sql("DELETE FROM plantillas_susa"));

const editor = (tipo = "confirmar") => ana.get(`${PATH}/${tipo}`);
const status = async () => (await ana.get(PATH)).flash;
const stored = () => sqlValue("SELECT texto FROM plantillas_susa");

test("the list shows the five messages filled with a sample client", async () => {
  const page = await ana.get(PATH);
  expect(page.texts("main li h2")).toEqual(["Confirmar", "Recordar", "Reagendar", "Cómo llegar", "Dar las gracias"]);
  expect(page.text("main li")).toMatch(/Hola, Lucía\. .*Susa.*Diseño de cejas.*a las 10:30 a\.m\./);
  expect(page.text()).not.toContain("{");
});

describe("a message", () => {
  test("is saved, confirmed and shown in the list from then on, with its markup as text", async () => {
    const saved = await (await editor()).submit({ texto: "¡Hola, {nombre}! <b>{servicio}</b>\n{hora}" });
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    expect(await status()).toBe("Mensaje guardado");
    expect((await ana.get(PATH)).text("main li")).toContain("¡Hola, Lucía! <b>Diseño de cejas</b> 10:30 a.m.");
    expect((await editor()).values().texto).toBe("¡Hola, {nombre}! <b>{servicio}</b>\n{hora}");
    expect((await editor("recordar")).values().texto).toContain("Te recordamos");
  });

  test("explains its placeholders, and rejects unknown ones with the list of valid ones", async () => {
    const page = await editor();
    for (const place of [
      "{nombre}",
      "{servicio}",
      "{dia}",
      "{hora}",
      "{estudio}",
      "{direccion}",
      "{mapa}",
      "{enlace}",
      "{resena}",
    ])
      expect(page.text("dl")).toContain(place);
    for (const place of ["{telefono}", "{}", "{toString}", "{medicina}"]) {
      const rejected = await page.submit({ texto: `Hola, {nombre} ${place}` });
      expect(rejected.status).toBe(400);
      expect(rejected.text("#mensaje-texto-error")).toBe(
        `${place} no se puede completar. Usa {nombre}, {servicio}, {dia}, {hora}, {estudio}, {direccion}, {mapa}, {enlace}, {resena}.`,
      );
      expect(rejected.values().texto).toBe(`Hola, {nombre} ${place}`);
    }
    for (const texto of ["", "  ", "x".repeat(1001)]) expect((await page.submit({ texto })).status).toBe(400);
    expect(await stored()).toBeUndefined();
  });

  test("can be previewed with a button, which writes nothing", async () => {
    const page = await editor();
    const shown = await page.submit({ texto: "Hola, {nombre}: {dia}", ver: "si" });
    expect(shown.status).toBe(200);
    expect(shown.text('main form [role="status"]')).toMatch(/^Así se leeHola, Lucía: \S+ \d+ de \S+$/);
    expect(shown.values()).toMatchObject({ texto: "Hola, {nombre}: {dia}", updated_at: "" });
    expect(await stored()).toBeUndefined();
    expect((await shown.submit()).status).toBe(303);
    expect(await stored()).toBe("Hola, {nombre}: {dia}");
    expect((await (await editor()).submit({ texto: "{otro}", ver: "si" })).status).toBe(400);
  });

  test("can be reset to its default text once it was changed", async () => {
    const original = (await editor()).values().texto;
    expect((await editor()).text()).not.toContain("Usar el texto original");
    await (await editor()).submit({ texto: "Otro" });
    const page = await editor();
    expect(page.text("details")).toContain("Usar el texto original");
    expect((await page.submit({ texto: "{nada}", original: "si" })).status).toBe(303);
    expect((await editor()).values().texto).toBe(original);
    expect((await editor()).text()).not.toContain("Usar el texto original");
  });

  test("of an unknown type answers 404", async () => {
    for (const tipo of ["otro", "toString", "Confirmar"]) {
      expect((await ana.send(`${PATH}/${tipo}`)).status).toBe(404);
      expect((await ana.post(`${PATH}/${tipo}`, { texto: "x" })).status).toBe(404);
    }
  });
});
