import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page } from "../support/browser";
import { CloudinaryStandIn } from "../support/cloudinary";
import { createServicio } from "../support/factories";
import { filesIn, photograph } from "../support/pictures";
import { freshFolder } from "../support/process";
import { sql } from "../support/test-database";

const NUEVA = "/admin/galeria/nueva";
const FOLDER = "susa-servicios/servicios";

const cloudinary = new CloudinaryStandIn();
const dataDir = freshFolder();
await cloudinary.start();
const site = await startSiteForFile({ DATA_DIR: dataDir, CLOUDINARY_URL: cloudinary.url });
afterAll(() => cloudinary.stop());
const ana = await site.staff();
const photo = await photograph(480, 400);
const servicio_id = await createServicio();
// The gallery's empty form. Every upload gets a key of its own.
const blank = (await ana.get(NUEVA)).values();

beforeEach(async () => {
  // Not TRUNCATE, which would empty every table that may refer to a picture.
  for (const table of ["service_images_susa", "papelera_susa", "archivos_susa"]) await sql(`DELETE FROM ${table}`);
  cloudinary.mode = "ok";
  rmSync(join(dataDir, "uploads/.tmp"), { recursive: true, force: true });
  cloudinary.assets.clear();
  cloudinary.hidden.clear();
  cloudinary.uploads.length = 0;
});

function upload(count: number, content = photo): Promise<Page> {
  const files = Array.from({ length: count }, (_, n) => ({ filename: `${n}.jpg`, content }));
  return ana.upload(NUEVA, { ...blank, token: randomUUID(), servicio_id, alt_text: "Cejas" }, files);
}

const rows = () =>
  sql<{ id: string; image_url: string; nombre: string; width: number }>(
    "SELECT i.id, image_url, nombre, width FROM service_images_susa i JOIN archivos_susa a ON a.id = archivo_id ORDER BY display_order",
  );
const archivos = () => sql("SELECT id FROM archivos_susa");

/** Expects a logged error without the account's credentials, and clears it. */
function expectLogged(): void {
  expect(console.error).toHaveBeenCalled();
  expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toMatch(/secreto|123456789012345|Invalid|exceeded/);
  vi.mocked(console.error).mockClear();
}

describe("pictures stored at Cloudinary", () => {
  test("are uploaded signed, re-encoded and without metadata, as one file each under the specified names", async () => {
    expect((await upload(2)).status).toBe(303);
    const saved = await rows();
    expect(saved.map(({ nombre, image_url }) => [/^\d{13}-\d$/.test(nombre), image_url])).toEqual(
      saved.map(({ nombre }) => [true, `https://res.cloudinary.com/estudio/image/upload/v1700000000/${FOLDER}/${nombre}.webp`]),
    );
    expect([...cloudinary.assets.keys()].sort()).toEqual(saved.map(({ nombre }) => `${FOLDER}/${nombre}`).sort());
    expect(cloudinary.uploads[0]).toMatchObject({ folder: FOLDER, overwrite: "0" });
    expect(cloudinary.unsigned).toBe(0);
    for (const content of cloudinary.assets.values()) {
      expect(content.subarray(8, 12).toString()).toBe("WEBP");
      expect(content.includes("Telefono")).toBe(false);
    }
    expect(filesIn(dataDir)).toEqual({ pictures: [], temporary: [] });
  });

  test("are delivered no more once their image is deleted, but not while another image uses them", async () => {
    await upload(1);
    const [row] = await rows();
    await (await ana.get(NUEVA)).submit({ servicio_id, image_url: String(row?.image_url), display_order: "1" });
    for (const remaining of [1, 0]) {
      const page = await ana.get(`/admin/galeria/${(await rows())[0]?.id}/eliminar`);
      await page.submit({}, 'form[action$="/eliminar"]');
      expect([(await rows()).length, cloudinary.assets.size]).toEqual([remaining, remaining]);
    }
    expect([(await archivos()).length, cloudinary.hidden.size]).toEqual([1, 1]);
  });

  test("come back with their image, at the address that Cloudinary gives them, and are deleted for good", async () => {
    await upload(1);
    const before = await rows();
    // As text, because `toEqual` takes a second to compare bytes.
    const stored = () => [...cloudinary.assets].map(([name, bytes]) => [name, bytes.toString("base64")]);
    const whole = stored();
    const remove = async () => {
      const page = await ana.get(`/admin/galeria/${(await rows())[0]?.id}/eliminar`);
      await page.submit({}, 'form[action$="/eliminar"]');
      return ana.get("/admin/galeria");
    };
    const undo = async () => (await remove()).submit({}, 'form[action*="/deshacer"]');
    expect((await undo()).status).toBe(303);
    const [after] = await rows();
    expect(after).toMatchObject({ id: before[0]?.id, nombre: before[0]?.nombre, width: before[0]?.width });
    expect(after?.image_url).toMatch(/\/image\/upload\/v\d+\//);
    expect(after?.image_url).not.toBe(before[0]?.image_url);
    expect([cloudinary.hidden.size, stored()]).toEqual([0, whole]);

    await remove();
    const [{ id = "" } = {}] = await sql<{ id: string }>("SELECT id FROM papelera_susa");
    await (await ana.get(`/admin/configuracion/papelera/${id}/eliminar`)).submit({}, 'form[action$="/eliminar"]');
    expect([cloudinary.assets.size, cloudinary.hidden.size, await archivos()]).toEqual([0, 0, []]);
  });

  test("come back although they were never hidden, and stay in the trash while Cloudinary does not answer", async () => {
    await upload(1);
    const page = await ana.get(`/admin/galeria/${(await rows())[0]?.id}/eliminar`);
    cloudinary.mode = { status: 500, message: "oops" };
    await page.submit({}, 'form[action$="/eliminar"]');
    const list = await ana.get("/admin/galeria");
    const refused = await list.submit({}, 'form[action*="/deshacer"]');
    expect((await ana.get(String(refused.location))).text('main [role="alert"]')).toContain(
      "No se pudo llegar al servicio de imágenes",
    );
    expectLogged();
    expect([(await rows()).length, cloudinary.assets.size]).toEqual([0, 1]);
    cloudinary.mode = "ok";
    expect((await list.submit({}, 'form[action*="/deshacer"]')).status).toBe(303);
    expect([(await rows()).length, cloudinary.assets.size]).toEqual([1, 1]);
  });

  test("never overwrite an existing asset: a taken name is incremented", async () => {
    cloudinary.takenNames = 3;
    expect((await upload(1)).status).toBe(303);
    const names = cloudinary.uploads.map(({ public_id }) => Number(public_id?.split("-")[0]));
    expect(names.length).toBe(4);
    expect(names).toEqual([...new Set(names)].sort());
    const saved = await rows();
    expect([...cloudinary.assets.keys()]).toEqual(saved.map(({ nombre }) => `${FOLDER}/${nombre}`));
    expect(await archivos()).toHaveLength(1);
  });
});

// Retry-After: later than an upload waits.
const LATER = "3600";

describe("when Cloudinary rejects a picture", () => {
  test.each([
    [{ status: 401, message: "Invalid Signature abc. String to sign - 'x'." }, "no aceptó las claves", false],
    [{ status: 403, message: "forbidden" }, "no aceptó las claves", false],
    [{ status: 420, message: "Rate Limit Exceeded" }, "llegó al límite", true],
    [{ status: 429, message: "Too many", retryAfter: LATER }, "llegó al límite", true],
    [{ status: 400, message: "File size too large. Got 10485761. Maximum is 10485760." }, "llegó al límite", true],
    [{ status: 400, message: "Invalid image file" }, "no aceptó la imagen", false],
    [{ status: 500, message: "oops", retryAfter: LATER }, "No se pudo llegar", true],
    ["gone" as const, "No se pudo llegar", true],
  ])(
    "with %j, the form comes back with a Spanish message and its values, and nothing is saved",
    async (mode, sentence, isKept) => {
      cloudinary.mode = mode;
      const page = await upload(2);
      expect(page.status).toBe(503);
      expect(page.alert).toContain(sentence);
      expect(page.html).not.toMatch(/signature|exceeded|invalid image/i);
      expect(page.values()).toMatchObject({ servicio_id, alt_text: "Cejas" });
      expect(page.text("dialog")).toContain(isKept ? "siguen aquí" : "elígelos otra vez");
      expect(await rows()).toEqual([]);
      expect(cloudinary.assets.size).toBe(0);
      expect(filesIn(dataDir).temporary).toHaveLength(isKept ? 1 : 0);
      expectLogged();
    },
  );

  test("the same form is accepted once Cloudinary answers again", async () => {
    cloudinary.mode = { status: 500, message: "oops", retryAfter: LATER };
    const page = await upload(1);
    expectLogged();
    cloudinary.mode = "ok";
    expect((await ana.upload(NUEVA, page.values(), [{ filename: "0.jpg", content: photo }])).status).toBe(303);
    expect(filesIn(dataDir).temporary).toEqual([]);
  });

  test("in the middle of a batch, those already stored are saved, and no others are begun", async () => {
    const { uploads } = cloudinary;
    const push = vi.spyOn(uploads, "push").mockImplementation((...values) => {
      cloudinary.mode = { status: 420, message: "Rate Limit Exceeded" };
      return Array.prototype.push.apply(uploads, values);
    });
    const page = await upload(6);
    push.mockRestore();
    expect(page.status).toBe(503);
    expect(page.alert).toContain("Se ha subido 1 imagen correctamente.");
    expect(uploads.length).toBe(1);
    expect([(await rows()).length, cloudinary.assets.size]).toEqual([1, 1]);
    expectLogged();
  });

  test("what was left of it is deleted later", async () => {
    await upload(1);
    await sql("DELETE FROM service_images_susa");
    await sql("UPDATE archivos_susa SET created_at = now() - interval '2 hours'");
    await upload(1);
    await vi.waitFor(async () => expect([(await archivos()).length, cloudinary.assets.size]).toEqual([1, 1]), 60_000);
    expect(await rows()).toHaveLength(1);
  });

  test("once because the answer was lost, it is stored once", async () => {
    cloudinary.next.push("lost");
    expect((await upload(1)).status).toBe(303);
    expect([cloudinary.uploads.length, cloudinary.assets.size]).toEqual([2, 1]);
    expect([(await rows()).length, (await archivos()).length]).toEqual([1, 1]);
  });

  test("a deletion still succeeds, and the cleanup deletes the file later", async () => {
    await upload(1);
    cloudinary.mode = { status: 500, message: "oops" };
    const page = await ana.get(`/admin/galeria/${(await rows())[0]?.id}/eliminar`);
    await page.submit({}, 'form[action$="/eliminar"]');
    expectLogged();
    expect([(await rows()).length, (await archivos()).length]).toEqual([0, 1]);
    expect((await ana.get("/admin/galeria")).flash).toBe("Imagen eliminada");
  });
});

test("uploads to a slow Cloudinary two pictures at a time while the others wait on disk", async () => {
  const noise = await sharp({
    create: { width: 600, height: 600, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
  cloudinary.mode = "stopped";
  cloudinary.maxReading = 0;
  const answer = upload(6, noise);
  await vi.waitFor(() => expect(cloudinary.reading).toBe(2), 60_000);
  // Two are being sent; the others wait as files, not yet decoded (the row is written before its picture is sent).
  expect(await archivos()).toHaveLength(2);
  expect(filesIn(dataDir).temporary.length).toBe(1);
  cloudinary.release();
  expect((await answer).status).toBe(303);
  expect([cloudinary.assets.size, cloudinary.maxReading]).toEqual([6, 2]);
  expect(filesIn(dataDir).temporary).toEqual([]);
});
