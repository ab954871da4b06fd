import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CloudinaryStandIn } from "../support/cloudinary";
import { query } from "../support/process";
import { sql } from "../support/test-database";
import { countRows, restore } from "./restore-program";
import { dataDir, exportOf, fillStudio, PICTURES, sourceUrl } from "./studio";

describe("restored pictures in another storage", { tags: ["slow"] }, () => {
  const cloudinary = new CloudinaryStandIn();
  let zip: Buffer;
  beforeAll(async () => {
    await cloudinary.start();
    await fillStudio(5);
    zip = await exportOf(sourceUrl, dataDir);
  });
  afterAll(() => cloudinary.stop());

  const originals = () => readdirSync(join(dataDir, PICTURES)).filter((name) => /^\d+-\d+\.webp$/.test(name));
  const assetOf = (file: string) => cloudinary.assets.get(`susa-servicios/servicios/${file.replace(".webp", "")}`);
  const expectAllAtCloudinary = () => {
    for (const name of originals()) expect(assetOf(name)?.equals(readFileSync(join(dataDir, PICTURES, name))), name).toBe(true);
  };
  /** The images whose address is not that of their file, or does not begin with `start`. */
  const stale = (url: string, start: string) =>
    query(
      url,
      `SELECT FROM archivos_susa a LEFT JOIN service_images_susa i ON a.id = i.archivo_id
       WHERE i.image_url <> a.url OR a.url NOT LIKE '${start}%'`,
    );

  test("are uploaded to Cloudinary under the same names, byte for byte, and back to the disk", async () => {
    const there = await restore(zip, { CLOUDINARY_URL: cloudinary.url });
    expect(there.code).toBe(0);
    expect(there.stdout).toContain(`${originals().length} imágenes se guardan ahora en otro lugar`);
    expectAllAtCloudinary();
    expect(existsSync(join(there.dataDir, PICTURES))).toBe(false);
    expect(await stale(there.url, "https://")).toEqual([]);

    vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
      const asset = assetOf(String(url).split("/").at(-1) ?? "");
      return asset ? new Response(new Uint8Array(asset)) : new Response(null, { status: 404 });
    });
    const back = await restore(await exportOf(there.url, there.dataDir));
    expect([back.code, back.stderr]).toEqual([0, ""]);
    expect(back.stdout).toContain(`${originals().length} imágenes se guardan ahora en otro lugar`);
    const files = (folder: string) => readdirSync(join(folder, PICTURES)).filter((name) => name.endsWith(".webp"));
    expect(files(back.dataDir)).toEqual(files(dataDir));
    for (const name of originals())
      expect(readFileSync(join(back.dataDir, PICTURES, name)).equals(readFileSync(join(dataDir, PICTURES, name))), name).toBe(
        true,
      );
    expect(await stale(back.url, "/uploads/")).toEqual([]);
  });

  test("are all there after Cloudinary was busy for a moment, or for long and the restore was repeated", async () => {
    cloudinary.assets.clear();
    const before = cloudinary.times.length;
    const pause = { status: 429, message: "Too Many Requests", retryAfter: "1" };
    cloudinary.next.push("ok", "ok", pause, "ok", "lost");
    expect(await restore(zip, { CLOUDINARY_URL: cloudinary.url })).toMatchObject({ code: 0, stderr: "" });
    expect(cloudinary.times.length - before).toBe(originals().length + 2);
    expectAllAtCloudinary();

    cloudinary.assets.clear();
    cloudinary.next.push("ok", "ok", "ok");
    cloudinary.mode = { ...pause, retryAfter: "3600" };
    const failed = await restore(zip, { CLOUDINARY_URL: cloudinary.url });
    cloudinary.mode = "ok";
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("llegó al límite")]);
    // It could not delete them either.
    expect([await countRows(failed.url), cloudinary.assets.size]).toEqual([0, 3]);
    const repeated = await restore(zip, { CLOUDINARY_URL: cloudinary.url, DATABASE_URL: failed.url, DATA_DIR: failed.dataDir });
    expect([repeated.code, repeated.stderr]).toEqual([0, ""]);
    expectAllAtCloudinary();
    expect([cloudinary.assets.size, await stale(repeated.url, "https://")]).toEqual([originals().length, []]);
  });

  test("may exist there from an interrupted try, but not with other bytes", async () => {
    const assets = new Map(cloudinary.assets);
    expect(await restore(zip, { CLOUDINARY_URL: cloudinary.url })).toMatchObject({ code: 0, stderr: "" });
    expect(cloudinary.assets).toEqual(assets);
    const last = [...assets.keys()].at(-1) ?? "";
    cloudinary.assets.set(last, Buffer.from("otra"));
    const { code, stderr, url } = await restore(zip, { CLOUDINARY_URL: cloudinary.url });
    expect([code, stderr]).toEqual([1, expect.stringContaining("ya hay otra que se llama")]);
    // Existing assets stay, whichever restore uploaded them.
    expect([...cloudinary.assets.keys()]).toEqual([...assets.keys()]);
    expect(String(cloudinary.assets.get(last))).toBe("otra");
    expect(await countRows(url)).toBe(0);
  });

  test("leave nothing there when Cloudinary rejects the upload", async () => {
    cloudinary.assets.clear();
    cloudinary.mode = { status: 420, message: "Rate Limit Exceeded" };
    const { code, stderr, url } = await restore(zip, { CLOUDINARY_URL: cloudinary.url });
    cloudinary.mode = "ok";
    expect([code, stderr]).toEqual([1, expect.stringContaining("llegó al límite")]);
    expect([await countRows(url), cloudinary.assets.size]).toEqual([0, 0]);
  });

  test("are written from Cloudinary to the disk in every width, the original byte for byte", async () => {
    const address = "https://res.cloudinary.com/estudio/image/upload/v1/susa-servicios/servicios/1700000000-1.webp";
    const [whole = ""] = readdirSync(join(dataDir, PICTURES)).filter((name) => /^\d+-\d+\.webp$/.test(name));
    const bytes = readFileSync(join(dataDir, PICTURES, whole));
    const [row] = await sql<{ id: string }>(
      "INSERT INTO archivos_susa (nombre, url, width, height) VALUES ('1700000000-1', $1, 1600, 2000) RETURNING id",
      [address],
    );
    await sql("INSERT INTO service_images_susa (image_url, archivo_id) VALUES ($1, $2)", [address, row?.id]);
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(new Uint8Array(bytes)));
    const remote = await exportOf(sourceUrl, dataDir);
    await sql("DELETE FROM service_images_susa WHERE archivo_id = $1", [row?.id]);
    await sql("DELETE FROM archivos_susa WHERE id = $1", [row?.id]);
    const { code, stdout, url, dataDir: into } = await restore(remote);
    expect(code).toBe(0);
    expect(stdout).toContain("1 imágenes se guardan ahora en otro lugar");
    const folder = join(into, PICTURES);
    expect(readFileSync(join(folder, "1700000000-1.webp")).equals(bytes)).toBe(true);
    for (const width of [400, 800, 1200]) expect(existsSync(join(folder, `1700000000-1-${width}.webp`))).toBe(true);
    const images = await query<{ image_url: string }>(
      url,
      `SELECT image_url FROM service_images_susa WHERE archivo_id = '${row?.id}'`,
    );
    expect(images).toEqual([{ image_url: "/uploads/susa-servicios/servicios/1700000000-1.webp" }]);
    // As if an interrupted restore had written some of them.
    rmSync(join(folder, "1700000000-1.webp"));
    expect(await restore(remote, { DATA_DIR: into })).toMatchObject({ code: 0, stderr: "" });
  });
});
