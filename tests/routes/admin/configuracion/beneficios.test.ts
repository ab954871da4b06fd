import { beforeEach, expect, test } from "vitest";
import { beneficiosDe } from "~/content/beneficios";
import { createDemoConfiguracion, createServicio } from "../../../support/factories";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/beneficios";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(async () => {
  await sql("DELETE FROM configuracion_susa");
  await sql("DELETE FROM servicios_susa");
});

const open = () => ana.get(PATH);
const stored = () => sqlValue("SELECT beneficios FROM configuracion_susa");

async function pageOf(categoria: string) {
  const id = await createServicio({ categoria });
  return async () => (await site.visitor().get(`/servicio/${id}`)).texts(".benefits li");
}

test("the benefits form starts with each category's default benefits", async () => {
  const { token: _token, updated_at, base: _base, ...values } = (await open()).values();
  expect(Object.keys(values)).toEqual([
    "cejas",
    "pestanas",
    "manicura",
    "pedicura",
    "faciales",
    "limpieza",
    "masajes",
    "depilacion",
  ]);
  expect([values.pestanas, updated_at]).toEqual([beneficiosDe("pestañas", {}, true).join("\n"), ""]);
});

test("saved benefits are on the category's service pages at the next request, and emptied ones return to the defaults", async () => {
  const shown = await pageOf("pestañas");
  expect(await shown()).toEqual(beneficiosDe("pestañas", {}, true));
  const saved = await (await open()).submit({ pestanas: "  - Dura <b>más</b>\r\n\r\n• Sin dolor \r\n" });
  expect([saved.status, saved.location]).toEqual([303, "/admin/configuracion/general"]);
  expect(await shown()).toEqual(["Dura <b>más</b>", "Sin dolor"]);
  expect(await stored()).toEqual({ pestañas: ["Dura <b>más</b>", "Sin dolor"] });
  expect((await open()).values().pestanas).toBe("Dura <b>más</b>\nSin dolor");
  await (await open()).submit({ pestanas: "  \n ", cejas: "Uno" });
  expect(await stored()).toEqual({ cejas: ["Uno"] });
  expect(await shown()).toEqual(beneficiosDe("pestañas", {}, true));
});

test("benefits and the rest of General are saved independently, without a conflict", async () => {
  await createDemoConfiguracion();
  await (await open()).submit({ cejas: "Uno" });
  const [mine, general] = [await open(), await ana.get("/admin/configuracion/general")];
  expect(general.values()).toMatchObject({ nombre: "Susa" });
  expect(general.hrefs("main p > a")).toContain("/admin/configuracion/dias-cerrados");
  expect((await general.submit({ nombre: "Otro" })).status).toBe(303);
  expect(await stored()).toEqual({ cejas: ["Uno"] });
  expect((await mine.submit({ cejas: "Dos" })).status).toBe(303);
  expect(await sql("SELECT nombre, beneficios FROM configuracion_susa")).toEqual([
    { nombre: "Otro", beneficios: { cejas: ["Dos"] } },
  ]);
});

test.each([
  ["nine lines", Array(9).fill("Uno").join("\n"), "Escribe hasta 8 beneficios, uno por línea."],
  ["a long line", "x".repeat(121), "Cada línea puede tener hasta 120 caracteres."],
  ["an overlong text", "x\n".repeat(600), "Escribe 1100 caracteres o menos."],
  ["a control character", "Uno\u0007", "Quita los caracteres que no se ven"],
])("benefits with %s are rejected with every value kept", async (_label, cejas, sentence) => {
  const page = await (await open()).submit({ cejas, masajes: "Sin prisa" });
  expect(page.status).toBe(400);
  expect(page.text("#beneficios-cejas-error")).toContain(sentence);
  expect(page.values()).toMatchObject({ cejas, masajes: "Sin prisa" });
  expect(await stored()).toBeUndefined();
});

test("benefits of eight lines of 120 letters are saved", async () => {
  const cejas = Array(8).fill("ñ".repeat(120)).join("\r\n");
  expect((await (await open()).submit({ cejas })).status).toBe(303);
  expect(await stored()).toEqual({ cejas: Array(8).fill("ñ".repeat(120)) });
});
