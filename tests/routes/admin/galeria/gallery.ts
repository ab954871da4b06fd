import { beforeEach, expect } from "vitest";
import type { Page, UploadFile } from "../../../support/browser";
import { createImagen, createServicio } from "../../../support/factories";
import { filesIn, photograph } from "../../../support/pictures";
import { freshFolder } from "../../../support/process";
import { emptyTables, sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// A gallery that is empty before each test, with one service. Each test file gets a site of its own.

export const NUEVA = "/admin/galeria/nueva";
export const IMAGE_URL = "https://ejemplo.mx/una imagen.jpg";

export const dataDir = freshFolder();
export const site = await startSiteForFile({ DATA_DIR: dataDir });
export const ana = await site.staff();
/** The service of the gallery's images, new for every test. */
export let servicio_id: string;
/** A small photograph, because each copy that a test sends is decoded and encoded. */
export const photo = await photograph(480, 400);

beforeEach(async () => {
  await emptyTables("service_images_susa", "servicios_susa");
  servicio_id = await createServicio({ categoria: "pestañas" });
});

/** Adds an image of the service by URL. */
export const addImagen = (columns: Record<string, unknown> = {}) =>
  createImagen(servicio_id, "https://ejemplo.mx/a.jpg", columns);

type Row = {
  id: string;
  servicio_id: string | null;
  image_url: string;
  alt_text: string | null;
  is_featured: boolean;
  display_order: number;
  archivo_id: string | null;
};
export const rows = () =>
  sql<Row>(
    "SELECT id, servicio_id, image_url, alt_text, is_featured, display_order, archivo_id FROM service_images_susa ORDER BY display_order, created_at, id",
  );

export const photos = (count: number): UploadFile[] =>
  Array.from({ length: count }, (_, n) => ({ filename: `foto ${n + 1}.jpg`, content: photo }));

/** Opens the form and submits it with files. */
export async function upload(files: UploadFile[], changes: Record<string, string> = {}): Promise<Page> {
  const page = await ana.get(NUEVA);
  return ana.upload(NUEVA, { ...page.values(), servicio_id, ...changes }, files);
}

export const flash = async () => {
  const page = await ana.get("/admin/galeria");
  return page.flash + page.alert;
};

/** Expects exactly the files of the rows, and no temporary file. */
export async function expectFilesMatchRows(): Promise<void> {
  const { pictures, temporary } = filesIn(dataDir);
  expect(temporary).toEqual([]);
  const names = await sql<{ nombre: string }>("SELECT nombre FROM archivos_susa WHERE url IS NOT NULL ORDER BY nombre");
  expect(pictures.filter((name) => /^\d+-\d+\.webp$/.test(name))).toEqual(names.map(({ nombre }) => `${nombre}.webp`));
  for (const name of pictures) expect(names.map(({ nombre }) => nombre)).toContain(/^\d+-\d+?(?=-|\.)/.exec(name)?.[0]);
}
