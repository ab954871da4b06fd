import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page } from "../support/browser";
import { createServicio } from "../support/factories";
import { MALICIOUS_URLS, type MaliciousFile, maliciousFiles } from "../support/malicious-input";
import { freshFolder } from "../support/process";
import { sql } from "../support/test-database";

const NUEVA = "/admin/galeria/nueva";

const dataDir = freshFolder();
// The site of an earlier file in this process has left most of sharp's loaders blocked; the site started here blocks them again.
sharp.unblock({ operation: ["VipsForeignLoad"] });
const files = await maliciousFiles();
const site = await startSiteForFile({ DATA_DIR: dataDir });
const ana = await site.staff();
const servicio_id = await createServicio();
// Opening the gallery's empty form before every post would take longer than the posts; each post gets a key of its own.
const blank = (await ana.get(NUEVA)).values();

beforeEach(() => sql("DELETE FROM service_images_susa"));

function send(sent: MaliciousFile[]): Promise<Page> {
  const parts = sent.map(({ name, bytes }) => ({ filename: name, content: bytes, type: "image/png" }));
  return ana.upload(NUEVA, { ...blank, servicio_id, token: randomUUID() }, parts);
}

/** Gives every stored file by its path. */
function stored(): Map<string, Buffer> {
  const root = join(dataDir, "uploads");
  if (!existsSync(root)) return new Map();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(entries.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name))]));
}

/** The size of a stored picture and the colours of its quarters: `640×480 r g b rgb`. */
async function describeQuarters(image_url: string): Promise<string> {
  const { data, info } = await sharp(join(dataDir, image_url)).raw().toBuffer({ resolveWithObject: true });
  const colour = (x: number, y: number) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return ["r", "g", "b"].filter((_, n) => (data[at + n] ?? 0) > 127).join("");
  };
  const quarters = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => colour(x, y)));
  return `${info.width}×${info.height} ${quarters.join(" ")}`;
}

// Byte patterns of metadata, scripts and programs.
const TRACES = /Exif\0\0|EXIF|GPS|SUSACAM|xmpmeta|adobe|Photoshop|<script|<\?php|<svg/i;

describe("malicious files", () => {
  test("are rejected by name and leave no file when they are not pictures", async () => {
    for (const file of files.filter(({ accepted }) => !accepted)) {
      const before = [...stored().keys()];
      const page = await send([file]);
      expect([file.name, page.status]).toEqual([file.name, 400]);
      expect(page.alert, file.name).toContain("Solo se permiten archivos de imagen.");
      expect(page.alert, file.name).toContain(file.name);
      // A nonce is random, and may spell anything.
      expect(page.html.replaceAll(/nonce="[^"]*"/g, "")).not.toMatch(/<script>alert|vips|\bat .+:\d+:\d+/i);
      expect([...stored().keys()], file.name).toEqual(before);
    }
    expect(await sql("SELECT 1 FROM service_images_susa")).toEqual([]);
  });

  test("are re-encoded upright, without metadata or embedded code, when they are pictures", async () => {
    for (const file of files.filter(({ accepted }) => accepted)) {
      const page = await send([file]);
      expect([file.name, page.status, page.alert]).toEqual([file.name, 303, ""]);
    }
    const rows = await sql<{ image_url: string; width: number; height: number }>(
      "SELECT image_url, width, height FROM service_images_susa i JOIN archivos_susa a ON a.id = archivo_id ORDER BY i.created_at",
    );
    expect(rows.length).toBe(files.filter(({ accepted }) => accepted).length);
    expect(stored().size).toBeGreaterThanOrEqual(rows.length);
    for (const [path, bytes] of stored()) {
      expect(path).toMatch(/\/uploads\/susa-servicios\/servicios\/\d+-\d+(-\d+)?\.webp$/);
      expect(bytes.toString("latin1"), path).not.toMatch(TRACES);
      const { format, exif, xmp, iptc, orientation } = await sharp(path).metadata();
      expect([exif, xmp, iptc, orientation], path).toEqual([undefined, undefined, undefined, undefined]);
      expect(format, path).toBe("webp");
    }
    for (const { image_url, width, height } of rows) {
      const served = await site.visitor().send(image_url);
      expect([served.status, served.headers["content-type"]]).toEqual([200, "image/webp"]);
      expect(served.html).not.toMatch(TRACES);
      expect(width).toBeLessThanOrEqual(1600);
      expect(height).toBeLessThanOrEqual(2400);
    }
    // The first were rotated by each of the eight EXIF orientations.
    expect(await Promise.all(rows.slice(0, 8).map(({ image_url }) => describeQuarters(image_url)))).toEqual([
      "640×480 r g b rgb",
      "640×480 g r rgb b",
      "640×480 rgb b g r",
      "640×480 b rgb r g",
      "480×640 r b g rgb",
      "480×640 b r rgb g",
      "480×640 rgb g b r",
      "480×640 g rgb r b",
    ]);
  });

  test("do not prevent valid files in the same upload from being saved", async () => {
    const ten = (kind: boolean) => files.filter(({ accepted }) => accepted === kind).slice(0, 10);
    expect((await send([...ten(true), ...ten(false)])).status).toBe(303);
    const message = (await ana.get("/admin/galeria")).text('main [role="alert"]');
    expect(message).toContain("Se han subido 10 imágenes correctamente.");
    expect(message).toContain("dibujo.svg");
    expect(await sql("SELECT 1 FROM service_images_susa")).toHaveLength(10);
  });
});

describe("malicious URLs", () => {
  test("of an image are rejected with the typed value kept, or stored as a plain URL", async () => {
    const form = { path: NUEVA, field: "image_url", values: { servicio_id }, table: "service_images_susa" };
    expect(await sendEach(MALICIOUS_URLS, form)).toBeGreaterThan(25);
  });

  test("of an expense are rejected with the typed value kept, or stored as a plain URL", async () => {
    const values = { monto: "10", descripcion: "Algo", fecha: "2026-11-21" };
    const form = { path: "/admin/egresos/nuevo", field: "comprobante_url", values, table: "egresos_susa", scheme: "https?:" };
    // Some of each kind: the field has the rules of an image's.
    const some = MALICIOUS_URLS.filter((_, index) => index % 5 === 0);
    expect(await sendEach(some, form)).toBeGreaterThan(3);
  });
});

type UrlForm = { path: string; field: string; values: Record<string, string>; table: string; scheme?: string };

/** Sends a form once with each URL, checks what it answers, stores and lists, and gives the number of rejected URLs. */
async function sendEach(urls: string[], { path, field, values, table, scheme = "https:" }: UrlForm): Promise<number> {
  const empty = (await ana.get(path)).values();
  let rejected = 0;
  for (const url of urls) {
    await sql(`DELETE FROM ${table}`);
    const typed = { ...empty, ...values, token: randomUUID(), [field]: url };
    const page = path === NUEVA ? await ana.upload(path, typed) : await ana.post(path, typed);
    const rows = await sql<Record<string, string>>(`SELECT ${field} FROM ${table}`);
    if (page.status === 400) {
      rejected++;
      expect(rows, url).toEqual([]);
      expect(page.alert, url).toMatch(/https:\/\/|caracteres|súbelo como archivo/);
      // A URL field strips surrounding white space and line breaks, and a page cannot contain NUL.
      expect(page.values()[field], url).toBe(
        url
          .replace(/[\r\n]/g, "")
          .replaceAll("\0", "\ufffd")
          .trim(),
      );
      continue;
    }
    expect([url, page.status]).toEqual([url, 303]);
    const kept = String(rows[0]?.[field]);
    expect(kept, url).toMatch(new RegExp(`^${scheme}//[a-z0-9.-]+(:\\d+)?/[^\\s"'<>\\\\\`]*$`));
    expect(new URL(kept).href, url).toBe(kept);
    expect(new URL(kept).username, url).toBe("");
    const list = await ana.get(path.replace(/\/nuev[ao]$/, ""));
    const shown = list.all(`main [href="${kept}"], main img[src="${kept}"]`);
    expect(shown.length, url).toBeGreaterThan(0);
    for (const element of shown) {
      expect(element.getAttribute("referrerpolicy"), url).toBe("no-referrer");
      if (element.tagName === "A") expect(element.getAttribute("rel"), url).toContain("noopener");
    }
    expect(list.html, url).not.toMatch(/<script>alert|onerror="alert/);
  }
  return rejected;
}
