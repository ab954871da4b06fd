import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createImagen, createServicio } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { addImagen, ana, photos, rows, site, upload } from "./gallery";

// What an image that nobody described is called: its service, and which of how many.

const eva = site.visitor();
const altsOf = async (path: string, selector: string, who = eva) =>
  (await who.get(path)).all(selector).map((image) => image.getAttribute("alt"));

/** Adds three images without a text to a service with a name of its own, and gives its id. */
async function addThree(): Promise<string> {
  const id = await createServicio({ nombre: "Manicura rusa", categoria: "manicura" });
  for (const n of [2, 0, 1]) await createImagen(id, `https://ejemplo.mx/${n}.jpg`, { display_order: n });
  return id;
}

test("an upload without a text stores none, and each image says its service and its place in it", async () => {
  expect((await upload(photos(3))).status).toBe(303);
  expect((await rows()).map(({ alt_text }) => alt_text)).toEqual([null, null, null]);
  const [nombre] = (await sql<{ nombre: string }>("SELECT nombre FROM servicios_susa")).map((row) => row.nombre);
  const three = [1, 2, 3].map((n) => `${nombre}, ${n} de 3`);
  expect(await altsOf("/admin/galeria", ".picture-card img", ana)).toEqual(three);
});

test("on the site too, on the page of the service, in the gallery and where one is open", async () => {
  const id = await addThree();
  const three = [1, 2, 3].map((n) => `Manicura rusa, ${n} de 3`);
  expect(await altsOf(`/servicio/${id}`, ".thumbs img")).toEqual(three);
  expect(await altsOf(`/servicio/${id}`, ".shown img")).toEqual(three.slice(0, 1));
  const gallery = await eva.get("/gallery?servicio=manicura-rusa");
  expect(gallery.all(".works img").map((image) => image.getAttribute("alt"))).toEqual(three);
  expect(gallery.all(".works .caption > [aria-hidden]"), "not read twice").toHaveLength(3);
  expect(await altsOf(gallery.hrefs(".works a")[1] ?? "", "main img")).toEqual(three.slice(1, 2));
});

test("the only one of a service says the service alone, and so does each after the others are gone", async () => {
  const id = await addThree();
  await sql("DELETE FROM service_images_susa WHERE display_order > 0");
  expect(await altsOf(`/servicio/${id}`, ".shown img")).toEqual(["Manicura rusa"]);
  expect(await altsOf("/admin/galeria", ".picture-card img", ana)).toEqual(["Manicura rusa"]);
});

test("its buttons, its editor and its question name it, also without a service", async () => {
  await addThree();
  const loose = await createImagen(null, "https://ejemplo.mx/suelta.jpg", { display_order: 9 });
  const list = await ana.get("/admin/galeria");
  expect(list.html).toContain("la imagen de Manicura rusa, 3 de 3");
  expect(list.html).toContain("la imagen de Servicio eliminado");
  const third = (await rows())[2]?.id;
  expect((await ana.get(`/admin/galeria/${third}`)).text("dialog")).toContain("Si la dejas vacía se lee: Manicura rusa, 3 de 3.");
  expect((await ana.get(`/admin/galeria/${third}/eliminar`)).text("main")).toContain("Es de Manicura rusa, 3 de 3.");
  expect((await ana.get(`/admin/galeria/${loose}/eliminar`)).text("main")).toContain("Es de Servicio eliminado.");
});

test("a text of hers is used as it is", async () => {
  await addImagen({ alt_text: "Imagen de mi trabajo" });
  expect(await altsOf("/admin/galeria", ".picture-card img", ana)).toEqual(["Imagen de mi trabajo"]);
});

test("the texts that earlier versions wrote are taken away, in the gallery and in the trash, and no other", async () => {
  const [mine, ours, gone] = [
    await addImagen({ alt_text: "Imagen 1 del servicio de novia", display_order: 1 }),
    await addImagen({ alt_text: "Imagen 12 del servicio", display_order: 2 }),
    await addImagen({ alt_text: "Imagen 2 del servicio", display_order: 3 }),
  ];
  expect((await (await ana.get(`/admin/galeria/${gone}/eliminar`)).submit({}, "form[action*=eliminar]")).status).toBe(303);
  const lines = () => sql("SELECT count(*)::int AS n FROM bitacora_susa");
  const before = await lines();
  await sql(`BEGIN; ${readFileSync("prisma/migrations/20261217000000_descripciones/migration.sql", "utf8")}; COMMIT`);
  expect(await lines(), "nobody did that").toEqual(before);
  expect((await rows()).map(({ id, alt_text }) => [id, alt_text])).toEqual([
    [mine, "Imagen 1 del servicio de novia"],
    [ours, null],
  ]);
  expect(await sql("SELECT fila -> 'alt_text' AS texto FROM papelera_susa WHERE registro_id = $1", [gone])).toEqual([
    { texto: null },
  ]);
});
