import { beforeEach, expect, test } from "vitest";
import { TEXTOS } from "~/content/textos";
import { siteOf } from "~/http/public-page.server";
import { getSitio } from "~/models/estudio/apariencia.server";
import type { Page } from "../../../support/browser";
import { createConfiguracion } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/textos";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => sql("DELETE FROM configuracion_susa"));

const open = () => ana.get(PATH);
const stored = async () => (await sql<{ textos: object }>("SELECT textos FROM configuracion_susa"))[0]?.textos;
const shown = async () => siteOf(await getSitio()).estudio.textos;
const errorOf = (page: Page, name: string) => page.text(`#textos-${name}-error`);

test("every sentence of the site stands in the form as it is shown now, and nothing else", async () => {
  const { token: _token, updated_at, base: _base, ...values } = (await open()).values();
  expect(updated_at).toBe("");
  expect(values).toEqual(Object.fromEntries(Object.entries(TEXTOS).map(([name, { texto }]) => [name, texto])));
});

test("a studio with its own name begins with sentences that invent nothing", async () => {
  await createConfiguracion({ nombre: "Uñas Lola" });
  const values = (await open()).values();
  expect([values.nosotros_cifra_1, values.nosotros_titulo]).toEqual(["", "Conócenos"]);
  expect((await (await open()).submit({ nosotros_cifra_1: "5 años" })).status).toBe(303);
  expect(await stored()).toEqual({ nosotros_cifra_1: "5 años" });
});

test("a changed sentence is shown, an emptied one is hidden, and those left alone are not stored", async () => {
  const saved = await (await open()).submit({ portada_linea: " Uñas en {ciudad} ", contacto_texto: "" });
  expect([saved.status, saved.location]).toEqual([303, PATH]);
  expect(await stored()).toEqual({ portada_linea: "Uñas en {ciudad}", contacto_texto: "" });
  expect(await shown()).toMatchObject({
    portada_linea: "Uñas en Puebla",
    contacto_texto: "",
    galeria_titulo: "Nuestros Trabajos",
  });
  const page = await open();
  expect(page.flash).toBe("Textos guardadosYa se leen en el sitio.");
  expect(page.values()).toMatchObject({ portada_linea: "Uñas en {ciudad}", contacto_texto: "" });
  expect(page.text("#textos-portada_linea-description")).toBe("Original: Estudio de belleza · {ciudad}");
  expect((await page.submit({ portada_linea: "Estudio de belleza · {ciudad}" })).status).toBe(303);
  expect(await stored()).toEqual({ contacto_texto: "" });
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

test("two edits of different sentences are both kept, and one that both changed is asked about", async () => {
  const [mine, hers] = [await open(), await open()];
  expect((await hers.submit({ galeria_titulo: "El de ella", portada_linea: "Su línea" })).status).toBe(303);
  const conflict = await mine.submit({ galeria_titulo: "El mío", contacto_titulo: "Escríbeme" });
  expect(conflict.status).toBe(409);
  expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Galería: Título de la galería.*El mío.*El de ella/);
  expect(conflict.values()).toMatchObject({ portada_linea: "Su línea", contacto_titulo: "Escríbeme" });
  expect((await conflict.submit()).status).toBe(303);
  expect(await stored()).toEqual({ galeria_titulo: "El mío", portada_linea: "Su línea", contacto_titulo: "Escríbeme" });
});

test("a form sent three times at once is saved once, and General and the texts are saved independently", async () => {
  const page = await open();
  const answers = await Promise.all([1, 2, 3].map(() => page.submit({ galeria_titulo: "Una vez" })));
  expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set([`303 ${PATH}`]));
  expect((await page.submit({ token: "", galeria_titulo: "Sin sello" })).status).toBe(400);
  expect((await page.submit({ galeria_titulo: "Otra cosa" })).status).toBe(409);
  await (await ana.get("/admin/configuracion/general")).submit({ hero_titulo: "", frase: "" });
  expect(await stored()).toEqual({ galeria_titulo: "Una vez" });
  expect(await sql("SELECT hero_titulo, frase FROM configuracion_susa")).toEqual([{ hero_titulo: null, frase: null }]);
});
