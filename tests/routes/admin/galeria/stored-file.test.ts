import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { eventually } from "../../../support/process";
import { sql } from "../../../support/test-database";
import {
  addImagen,
  ana,
  dataDir,
  expectFilesMatchRows,
  flash,
  IMAGE_URL,
  NUEVA,
  photos,
  rows,
  servicio_id,
  site,
  upload,
} from "./gallery";

describe("a stored file", () => {
  const uploadPicture = async () => {
    await upload(photos(1));
    const row = (await rows()).at(-1);
    if (!row) throw new Error("nothing was uploaded");
    return row;
  };
  const isWaitingForLock = async () =>
    (await sql("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")).length > 0;
  const isServed = async (url: string) => (await site.visitor().send(url)).status === 200;

  test("is served no more once its image is deleted, after a confirmation", async () => {
    const { id, image_url, archivo_id } = await uploadPicture();
    const confirmation = await ana.get(`/admin/galeria/${id}/eliminar`);
    expect(confirmation.text("dialog")).toContain("¿Estás segura de que quieres eliminar esta imagen?");
    expect([(await rows()).length, await isServed(image_url)]).toEqual([1, true]);
    expect((await confirmation.submit({}, "dialog form")).location).toBe("/admin/galeria");
    expect(await flash()).toBe("Imagen eliminada");
    expect([(await rows()).length, await isServed(image_url)]).toEqual([0, false]);
    expect(await sql("SELECT url FROM archivos_susa WHERE id = $1", [archivo_id])).toEqual([{ url: null }]);
    expect((await confirmation.submit({}, "dialog form")).location).toBe("/admin/galeria");
    expect(await flash()).toBe("Imagen eliminada");
    await expectFilesMatchRows();
  });

  test("stays while another image uses it by relative or absolute URL", async () => {
    const first = await uploadPicture();
    await ana.submit(NUEVA, { servicio_id, image_url: first.image_url, display_order: "1" });
    await ana.submit(NUEVA, {
      servicio_id,
      image_url: `http://localhost:3000${first.image_url}`,
      display_order: "2",
    });
    expect((await rows()).map(({ archivo_id, image_url }) => [archivo_id, image_url])).toEqual(
      Array(3).fill([first.archivo_id, first.image_url]),
    );
    for (const left of [2, 1, 0]) {
      const page = await ana.get(`/admin/galeria/${(await rows())[0]?.id}/eliminar`);
      await page.submit({}, 'form[action$="/eliminar"]');
      expect([(await rows()).length, await isServed(first.image_url)]).toEqual([left, left > 0]);
    }
  });

  test("is deleted when its image gets another URL", async () => {
    const { id, image_url } = await uploadPicture();
    const page = await ana.get(`/admin/galeria/${id}`);
    expect(page.document.querySelector("input[name=image_url]")?.getAttribute("type")).toBe("text");
    expect((await page.submit({ alt_text: "Igual" })).status).toBe(303);
    expect(await isServed(image_url)).toBe(true);
    expect((await ana.submit(`/admin/galeria/${id}`, { image_url: IMAGE_URL })).status).toBe(303);
    expect([(await rows())[0]?.archivo_id, await isServed(image_url)]).toEqual([null, false]);
  });

  test("is kept when another image starts to use it just before the deletion", async () => {
    const { id, image_url, archivo_id } = await uploadPicture();
    const kept = await addImagen({ image_url, archivo_id, display_order: 1 });
    const question = await ana.get(`/admin/galeria/${id}/eliminar`);
    await question.submit({}, "dialog form");
    await sql("DELETE FROM service_images_susa WHERE id = $1", [kept]);
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    try {
      await other.query("BEGIN");
      await other.query("INSERT INTO service_images_susa (image_url, archivo_id) VALUES ($1, $2)", [image_url, archivo_id]);
      // The repeated deletion writes nothing but checks again whether the file is unused, waiting for the open transaction.
      const again = question.submit({}, "dialog form");
      await eventually(isWaitingForLock);
      await other.query("COMMIT");
      expect((await again).status).toBe(303);
    } finally {
      await other.end();
    }
    expect(await sql("SELECT url FROM archivos_susa WHERE id = $1", [archivo_id])).toEqual([{ url: image_url }]);
    expect(await isServed(image_url)).toBe(true);
  });

  test("cannot be used by URL while it is being deleted", async () => {
    const { id, image_url, archivo_id } = await uploadPicture();
    const form = await ana.get(NUEVA);
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    let taken: Promise<Page>;
    try {
      await other.query("BEGIN");
      await other.query("SELECT 1 FROM archivos_susa WHERE id = $1 FOR UPDATE", [archivo_id]);
      await other.query("DELETE FROM service_images_susa WHERE id = $1", [id]);
      await other.query("UPDATE archivos_susa SET url = NULL, width = NULL, height = NULL WHERE id = $1", [archivo_id]);
      taken = form.submit({ servicio_id, image_url });
      await eventually(isWaitingForLock);
      await other.query("COMMIT");
    } finally {
      await other.end();
    }
    const rejected = await taken;
    expect(rejected.status).toBe(400);
    expect(rejected.alert).toContain("ya no está guardada");
    expect(await rows()).toEqual([]);
  });

  test("is cleaned up one hour after it became unused, and not before", async () => {
    const { archivo_id, image_url } = await uploadPicture();
    await sql("DELETE FROM service_images_susa");
    await upload(photos(1));
    expect(await isServed(image_url)).toBe(true);
    await sql("UPDATE archivos_susa SET created_at = now() - interval '61 minutes' WHERE id = $1", [archivo_id]);
    await upload(photos(1), { display_order: "1" });
    await eventually(async () => (await sql("SELECT 1 FROM archivos_susa WHERE id = $1", [archivo_id])).length === 0);
    expect(await isServed(image_url)).toBe(false);
    for (const { image_url: used } of await rows()) expect(await isServed(used)).toBe(true);
  });

  test("is served with immutable caching and as image/webp only, and other paths of the folder answer 4xx", async () => {
    const { image_url } = await uploadPicture();
    const visitor = site.visitor();
    const answer = await visitor.send(image_url);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const folder = join(dataDir, "uploads");
    writeFileSync(join(folder, "secreto.txt"), "secreto");
    writeFileSync(join(folder, "susa-servicios/servicios/pagina.html"), "<script>");
    try {
      for (const path of [
        image_url.replace(".webp", "-1.webp"),
        image_url.replace(".webp", ".avif"),
        image_url.replace(".webp", ".html"),
        `${image_url}/`,
        "/uploads/secreto.txt",
        "/uploads/susa-servicios/servicios/pagina.html",
        "/uploads/",
        "/uploads/.tmp/",
        "/uploads/susa-servicios/servicios/",
        "/uploads/%2e%2e/session-secret",
        "/uploads/..%2fsession-secret",
        "/uploads/susa-servicios/servicios/..%5c..%5csecreto.txt",
      ]) {
        const missing = await visitor.send(path);
        expect(missing.status, path).toBeGreaterThanOrEqual(400);
        expect(missing.status, path).toBeLessThan(500);
        expect(missing.headers["cache-control"], path).toBe("no-store");
        expect(missing.html).not.toContain("secreto");
      }
    } finally {
      rmSync(join(folder, "secreto.txt"));
      rmSync(join(folder, "susa-servicios/servicios/pagina.html"));
    }
  });
});
