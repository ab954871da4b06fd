import { beforeEach, expect, test } from "vitest";
import { OBRAS } from "~/content/obras";
import { siteOf } from "~/http/public-page.server";
import { getSitio } from "~/models/estudio/apariencia.server";
import { createServicio } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/categorias";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(async () => {
  await sql("DELETE FROM configuracion_susa");
  await sql("DELETE FROM servicios_susa");
});

const open = () => ana.get(PATH);
const titles = async () => (await open()).texts("main ol legend");
const shown = async () => siteOf(await getSitio()).estudio;

const INITIAL = ["Cejas", "Pestañas", "Manicura", "Pedicura", "Faciales", "Limpieza", "Masajes", "Depilación"];

test("the form starts with the eight categories, all shown, and the eight drawings, none shown", async () => {
  expect(await titles()).toEqual(INITIAL);
  const values = (await open()).values();
  expect([values.cejas_lugar, values.depilacion_lugar, values.cejas_frase]).toEqual(["1", "8", ""]);
  expect((await open()).text("#categorias-cejas_frase-description, main")).toContain("Por ejemplo: El marco de tu mirada");
  expect((await open()).all("main input[type=checkbox][checked], main input[type=checkbox]:checked")).toHaveLength(8);
  expect((await open()).all("main img").map((image) => image.getAttribute("src"))).toEqual(OBRAS.map(({ archivo }) => archivo));
});

test.each([
  ["up", { manicura_lugar: "1" }, ["Manicura", "Cejas", "Pestañas", "Pedicura"]],
  ["down", { cejas_lugar: "3" }, ["Pestañas", "Manicura", "Cejas", "Pedicura"]],
  ["to each other's place", { cejas_lugar: "4", pedicura_lugar: "1" }, ["Pedicura", "Pestañas", "Manicura", "Cejas"]],
])("a category that moves %s gets the place that was chosen", async (_label, changes, first) => {
  const saved = await (await open()).submit(changes);
  expect([saved.status, saved.location]).toEqual([303, PATH]);
  expect(await titles()).toEqual([...first, ...INITIAL.slice(4)]);
});

test("a hidden category, its line and a chosen drawing change what the site shows", async () => {
  await createServicio({ categoria: "cejas" });
  await createServicio({ categoria: "manicura" });
  const drawing = { slug: "diseno-de-cejas", field: "dibujo_diseno_de_cejas" };
  const other = { slug: "microblading", field: "dibujo_microblading" };
  const slugs = OBRAS.map(({ slug }) => slug);
  await (await open()).submit({ cejas_visible: "", manicura_frase: "Uñas que duran.", [drawing.field]: "on" });
  expect(await shown()).toMatchObject({
    categorias: [{ categoria: "manicura", frase: "Uñas que duran." }],
    dibujos_ocultos: slugs.filter((slug) => slug !== drawing.slug),
  });
  const page = await open();
  expect(page.flash).toBe("Categorías y dibujos guardadosLos cambios ya se ven en el sitio.");
  expect(page.values()).not.toHaveProperty("cejas_visible");
  await page.submit({ cejas_visible: "on", cejas_frase: "", [drawing.field]: "", [other.field]: "on" });
  expect((await shown()).categorias).toEqual([
    { categoria: "cejas", frase: "" },
    { categoria: "manicura", frase: "Uñas que duran." },
  ]);
  expect((await shown()).dibujos_ocultos).toEqual(slugs.filter((slug) => slug !== other.slug));
});

test.each([
  ["cejas_lugar", "0"],
  ["cejas_lugar", "9"],
  ["cejas_lugar", "uno"],
  ["cejas_frase", "x".repeat(201)],
  ["cejas_visible", "quizás"],
])("%s = %j is rejected beside its field, with the rest kept", async (name, value) => {
  const page = await ana.post(PATH, { ...(await open()).values(), manicura_frase: "Mía", [name]: value });
  expect(page.status).toBe(400);
  expect(page.alert).toContain("Revisa estos datos");
  expect(page.document.getElementById(`categorias-${name}-error`)).not.toBeNull();
  expect(page.values().manicura_frase).toBe("Mía");
  expect(await sql("SELECT 1 FROM configuracion_susa")).toEqual([]);
});
