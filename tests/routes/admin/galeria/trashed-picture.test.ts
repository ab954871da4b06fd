import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { applicationOf } from "../../../../server/application";
import { download } from "../../../backup/download";
import { unzip } from "../../../backup/restore-program";
import { createImagen } from "../../../support/factories";
import { eventually } from "../../../support/process";
import { sql, sqlValue } from "../../../support/test-database";
import { ana, dataDir, expectFilesMatchRows, flash, photos, rows, site, upload } from "./gallery";

const HIDDEN = () => join(dataDir, "uploads/.papelera");
const hiddenFiles = () => (existsSync(HIDDEN()) ? readdirSync(HIDDEN()) : []);
const status = async (url: string) => (await site.visitor().send(url)).status;

beforeEach(async () => {
  await sql("DELETE FROM papelera_susa");
  await sql("DELETE FROM archivos_susa");
  rmSync(join(dataDir, "uploads"), { recursive: true, force: true });
});

async function uploadPicture() {
  await upload(photos(1));
  const row = (await rows()).at(-1);
  if (!row) throw new Error("nothing was uploaded");
  return row;
}

/** Deletes an image and gives the page with the message. */
async function remove(id: string) {
  await ana.submit(`/admin/galeria/${id}/eliminar`, {}, "dialog form");
  return ana.get("/admin/galeria");
}

async function purge() {
  await applicationOf(site.build).purgeExpired();
}

describe("the picture of a deleted image", () => {
  test("answers 404 at every address, and comes back byte for byte", async () => {
    const { id, image_url } = await uploadPicture();
    const urls = [
      image_url,
      ...readdirSync(join(dataDir, "uploads/susa-servicios/servicios")).map((name) => image_url.replace(/[^/]+$/, name)),
    ];
    const bytes = readFileSync(join(dataDir, image_url));
    const before = await rows();
    const list = await remove(id);
    const name = image_url.split("/").at(-1);
    for (const url of [...urls, `/uploads/.papelera/${name}`, `/uploads/%2epapelera/${name}`])
      expect(await status(url), url).toBe(404);
    expect(hiddenFiles()).toContain(name);
    await expectFilesMatchRows();
    expect((await list.submit({}, 'form[action*="/deshacer"]')).location).toBe("/admin/galeria");
    expect(await flash()).toContain("Imagen recuperada");
    expect(await rows()).toEqual(before);
    expect(readFileSync(join(dataDir, image_url)).equals(bytes)).toBe(true);
    expect([await status(image_url), hiddenFiles(), await sql("SELECT FROM papelera_susa")]).toEqual([200, [], []]);
    await expectFilesMatchRows();
  });

  test("is in no export, and is not listed as missing", async () => {
    const { id } = await uploadPicture();
    await remove(id);
    const entries = await unzip(await buffer(await download(ana)));
    expect([...entries.keys()].filter((name) => /imagenes\/|papelera/.test(name))).toEqual([]);
    expect(JSON.parse(String(entries.get("manifest.json")))).toMatchObject({ imagenes: [], faltantes: [] });
  });

  test("goes with its copy: for good, or after 30 days", async () => {
    const first = await uploadPicture();
    await remove(first.id);
    const copy = await sqlValue("SELECT id FROM papelera_susa");
    await ana.submit(`/admin/configuracion/papelera/${copy}/eliminar`, {}, 'form[action$="/eliminar"]');
    expect([hiddenFiles(), await sql("SELECT FROM archivos_susa WHERE id = $1", [first.archivo_id])]).toEqual([[], []]);

    const second = await uploadPicture();
    await remove(second.id);
    await sql("UPDATE papelera_susa SET created_at = now() - interval '719 hours'");
    await sql("UPDATE archivos_susa SET created_at = now() - interval '800 hours'");
    await purge();
    expect(hiddenFiles().length).toBeGreaterThan(0);
    await sql("UPDATE papelera_susa SET created_at = now() - interval '721 hours'");
    await purge();
    expect([hiddenFiles(), await sql("SELECT FROM archivos_susa WHERE id = $1", [second.archivo_id])]).toEqual([[], []]);
  });

  test("is hidden by the clean-up when the deletion was interrupted before its file was moved", async () => {
    const { id, image_url } = await uploadPicture();
    await remove(id);
    const name = String(image_url.split("/").at(-1));
    renameSync(join(HIDDEN(), name), join(dataDir, image_url));
    await sql("UPDATE papelera_susa SET archivo_apartado = false, created_at = now() - interval '2 minutes'");
    expect(await status(image_url)).toBe(200);
    await remove((await uploadPicture()).id);
    await eventually(async () => (await status(image_url)) === 404);
    expect(await sql("SELECT FROM papelera_susa WHERE archivo_apartado")).toHaveLength(2);
  });

  test("stays in the trash when its file is lost, and the message says so", async () => {
    const { id, image_url } = await uploadPicture();
    const list = await remove(id);
    const name = String(image_url.split("/").at(-1));
    renameSync(join(HIDDEN(), name), join(dataDir, "perdida"));
    await list.submit({}, 'form[action*="/deshacer"]');
    expect((await ana.get("/admin/galeria")).alert).toContain("Esa foto ya no está guardada.");
    expect([await rows(), (await sql("SELECT FROM papelera_susa")).length]).toEqual([[], 1]);
  });

  test("is served again for two images that shared it, whichever comes back first", async () => {
    const { id, image_url, archivo_id } = await uploadPicture();
    const other = await createImagen(null, image_url, { archivo_id, display_order: 1 });
    const lists = [await remove(id)];
    expect(await status(image_url)).toBe(200);
    lists.push(await remove(other));
    expect(await status(image_url)).toBe(404);
    for (const list of lists) {
      await list.submit({}, 'form[action*="/deshacer"]');
      expect(await status(image_url)).toBe(200);
    }
    expect((await rows()).map((row) => [row.id, row.image_url])).toEqual([
      [id, image_url],
      [other, image_url],
    ]);
  });
});
