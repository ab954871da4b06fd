import { beforeEach, expect, test } from "vitest";
import { createImagen, createServicio, insertRow } from "../../../support/factories";
import { emptyTables, sql, sqlColumn } from "../../../support/test-database";
import { ana, MARIANA, saved } from "./services";

const SUPPLIES = [
  { nombre: "Henna", cantidad: 2 },
  { nombre: "Hilo", cantidad: 1 },
];
let id: string;
let archivo_id: string;

beforeEach(async () => {
  await emptyTables("servicios_susa", "service_images_susa", "papelera_susa", "form_tokens_susa");
  await sql("DELETE FROM archivos_susa");
  id = await createServicio({
    ...{ nombre: "Diseño", descripcion: "Con hilo", precio: "350.50", categoria: "pestañas", empleado_id: MARIANA },
    ...{ duracion_minutos: 45, limpieza_minutos: 15, retoque_semanas: 4, insumos: JSON.stringify(SUPPLIES) },
  });
  const url = "/uploads/susa-servicios/servicios/1-1.webp";
  archivo_id = await insertRow("archivos_susa", { nombre: "1-1", url, width: 800, height: 600 });
  await createImagen(id, url, { archivo_id, alt_text: "Mía", is_featured: true, display_order: 2 });
  await createImagen(id, "https://ejemplo.mx/2.jpg", { alt_text: "De otro sitio", display_order: 1 });
});

const open = async () => (await ana.get("/admin/servicios")).href(`a[href$="${id}/copiar"]`);
const copies = () => sqlColumn<string>("SELECT id::text FROM servicios_susa WHERE id <> $1 ORDER BY nombre", [id]);
const pictures = (servicio: unknown) =>
  sql(
    "SELECT image_url, archivo_id, alt_text, is_featured FROM service_images_susa WHERE servicio_id = $1 ORDER BY display_order",
    [servicio],
  );

test("is one press from the list, and saved as it is once when it is sent three times", async () => {
  const page = await ana.get(await open());
  expect(page.text("dialog")).toContain("Es una copia, con 2 fotos. No se ve en tu sitio hasta que la guardes.");
  expect(await copies()).toEqual([]);
  expect(await page.submitThrice()).toEqual(["303 /admin/servicios"]);
  const [copy = "", ...more] = await copies();
  expect(more).toEqual([]);
  const [{ created_at, updated_at, busqueda, ...old }, made] = [await saved(id), await saved(copy)];
  expect(made).toMatchObject({ ...old, id: copy, nombre: "Diseño (copia)" });
  expect(await pictures(copy)).toEqual(await pictures(id));
});

test("has a name that no other has, also where the old one is as long as a name may be", async () => {
  await createServicio({ nombre: "DISEÑO (copia)" });
  expect((await ana.get(await open())).values().nombre).toBe("Diseño (copia 2)");
  await sql("UPDATE servicios_susa SET nombre = $1 WHERE id = $2", ["x".repeat(120), id]);
  expect((await ana.get(await open())).values().nombre).toBe(`${"x".repeat(112)} (copia)`);
});

test("takes what was changed before it was saved, and gives the form back with it when it is refused", async () => {
  const page = await ana.get(await open());
  const refused = await page.submit({ nombre: "", precio: "500" });
  expect(refused.status).toBe(400);
  expect(refused.values()).toMatchObject({ nombre: "", precio: "500", "insumos[1].nombre": "Hilo" });
  expect((await refused.submit({ nombre: "Otro", "insumos[1].nombre": "" })).status).toBe(303);
  const [copy = ""] = await copies();
  expect(await saved(copy)).toMatchObject({ nombre: "Otro", precio: "500.00", insumos: SUPPLIES.slice(0, 1) });
  expect(await pictures(copy)).toHaveLength(2);
});

test("keeps the file of a picture while one of the two services shows it", async () => {
  await (await ana.get(await open())).submit();
  const [copy = ""] = await copies();
  const own = async (servicio: string) =>
    String(
      (await sqlColumn("SELECT id FROM service_images_susa WHERE servicio_id = $1 AND archivo_id IS NOT NULL", [servicio]))[0],
    );
  const remove = async (imagen: string) =>
    (await ana.get(`/admin/galeria/${imagen}/eliminar`)).submit({}, `form[action*="${imagen}/eliminar"]`);
  expect((await remove(await own(id))).status).toBe(303);
  const file = async () => (await sql("SELECT url FROM archivos_susa WHERE id = $1", [archivo_id]))[0];
  expect(await file()).toEqual({ url: "/uploads/susa-servicios/servicios/1-1.webp" });
  expect(await pictures(copy)).toContainEqual(expect.objectContaining({ archivo_id, is_featured: true }));
});

test("is 404 of a service that does not exist, also as a form", async () => {
  const unknown = "00000000-0000-4000-8000-000000000000";
  for (const original of [unknown, "nadie"]) {
    expect((await ana.get(`/admin/servicios/${original}/copiar`)).status).toBe(404);
    const form = (await ana.get("/admin/servicios/nuevo")).values();
    const values = { ...form, nombre: "X", precio: "1", categoria: "cejas" };
    expect((await ana.post(`/admin/servicios/${original}/copiar`, values)).status).toBe(404);
  }
  expect(await copies()).toEqual([]);
});
