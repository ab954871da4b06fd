import { beforeEach, expect, test } from "vitest";
import { TEXTOS } from "~/content/textos";
import { siteOf } from "~/http/public-page.server";
import { getSitio } from "~/models/estudio/apariencia.server";
import type { Page } from "../../../support/browser";
import { createConfiguracion, createDemoConfiguracion } from "../../../support/factories";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/textos";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => sql("DELETE FROM configuracion_susa"));

const open = () => ana.get(PATH);
const stored = () => sqlValue("SELECT textos FROM configuracion_susa");
const shown = async () => siteOf(await getSitio()).estudio.textos;
const errorOf = (page: Page, name: string) => page.text(`#textos-${name}-error`);

test("the form shows every sentence of the demo's site as the site does, and nothing else", async () => {
  await createDemoConfiguracion();
  const { token: _token, updated_at: _seen, base: _base, ...values } = (await open()).values();
  expect(values).toEqual(Object.fromEntries(Object.entries(TEXTOS).map(([name, { texto }]) => [name, texto])));
});

test("any other studio begins with sentences that invent nothing", async () => {
  const values = (await open()).values();
  expect([values.updated_at, values.nosotros_cifra_1, values.nosotros_titulo]).toEqual(["", "", "Conócenos"]);
  expect((await (await open()).submit({ nosotros_cifra_1: "5 años" })).status).toBe(303);
  expect(await stored()).toEqual({ nosotros_cifra_1: "5 años" });
});

test("a changed sentence is shown, an emptied one is hidden, and those left alone are not stored", async () => {
  await createConfiguracion({ ciudad: "Tehuacán" });
  const saved = await (await open()).submit({ portada_linea: " Uñas en {ciudad} ", contacto_titulo: "" });
  expect([saved.status, saved.location]).toEqual([303, PATH]);
  expect(await stored()).toEqual({ portada_linea: "Uñas en {ciudad}", contacto_titulo: "" });
  expect(await shown()).toMatchObject({
    portada_linea: "Uñas en Tehuacán",
    contacto_titulo: "",
    galeria_titulo: "Nuestros Trabajos",
  });
  const page = await open();
  expect(page.flash).toBe("Textos guardadosYa se leen en el sitio.");
  expect(page.values()).toMatchObject({ portada_linea: "Uñas en {ciudad}", contacto_titulo: "" });
  expect(page.text("#textos-portada_linea-description")).toBe("Original: Estudio de belleza · {ciudad}");
  expect((await page.submit({ portada_linea: "Estudio de belleza · {ciudad}" })).status).toBe(303);
  expect(await stored()).toEqual({ contacto_titulo: "" });
});

test("the sentences of one page return to the original ones, and what was typed for another is saved", async () => {
  await (await open()).submit({ galeria_titulo: "Mi trabajo", galeria_texto: "", contacto_titulo: "Escríbeme" });
  const page = await open();
  const buttons = page.all('button[name="original"]').map((button) => button.getAttribute("value"));
  expect(buttons).toEqual(["Contacto", "Galería"]);
  const answer = await page.submit({ original: "Galería", contacto_titulo: "Llámame" });
  expect(answer.status).toBe(303);
  expect((await open()).flash).toContain("Textos originales: Galería");
  expect(await stored()).toEqual({ contacto_titulo: "Llámame" });
});

test("a placeholder that does not exist and a text that is too long are rejected, with every value kept", async () => {
  const typed = { portada_linea: "Hola, {cliente}", nosotros_cifra_1: "x".repeat(13), galeria_titulo: "Nuevo" };
  const page = await (await open()).submit(typed);
  expect(page.status).toBe(400);
  expect(page.alert).toContain("Revisa estos datos");
  expect(errorOf(page, "portada_linea")).toBe("{cliente} no se puede completar. Usa {nombre}, {ciudad} o {categorias}.");
  expect(errorOf(page, "nosotros_cifra_1")).toBe("Escribe 12 caracteres o menos.");
  expect(page.values()).toMatchObject(typed);
  expect(await stored()).toBeUndefined();
});

test("a text is shown as it was typed, never as HTML", async () => {
  const texto = '<img src=x onerror="alert(1)"> & "comillas"';
  await (await open()).submit({ contacto_titulo: texto });
  const page = await open();
  expect([page.values().contacto_titulo, page.all("main img")]).toEqual([texto, []]);
});

test("General and the texts are saved independently", async () => {
  await ana.submit(PATH, { galeria_titulo: "Una vez" });
  await sql(
    "UPDATE configuracion_susa SET direccion = 'Calle 5', telefono = '238 123 4567', whatsapp = '522381234567', frase = 'Mía'",
  );
  await ana.submit("/admin/configuracion/general", { nombre: "Uñas Lola", ciudad: "Tehuacán" });
  await ana.submit("/admin/configuracion/general", { frase: "" }, "#general-portada");
  expect(await stored()).toEqual({ galeria_titulo: "Una vez" });
  expect(await sql("SELECT hero_titulo, frase FROM configuracion_susa")).toEqual([{ hero_titulo: null, frase: null }]);
});
