import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fetchBytes } from "../../server/raw-requests";
import { createConfiguracion, createDemoConfiguracion, createServicio, insertRow } from "../../support/factories";
import { freshFolder } from "../../support/process";
import { emptyTables, sql } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

// The icons, the manifest and the shared picture of a studio.

const dataDir = freshFolder();
const site = await startSiteForFile({ DATA_DIR: dataDir });
const eva = site.visitor();

beforeEach(async () => {
  await emptyTables("configuracion_susa", "apariencia_susa", "archivos_susa", "servicios_susa");
});

const PNGS = { "/icono-180.png": 180, "/icono-192.png": 192, "/icono-512.png": 512, "/icono-recortable.png": 512 };
const FILES = [...Object.keys(PNGS), "/icono.svg", "/compartir.jpg"];
const OLD_ADDRESSES = ["/favicon.ico", "/icons/favicon.svg", "/icons/icon-180.png", "/icons/icon-192.png", "/art/og.png"];
const CONTENT_TYPES: Record<string, string> = { png: "image/png", svg: "image/svg+xml", jpg: "image/jpeg" };

const open = (path: string, headers = {}) => fetchBytes(site.port, path, { host: "localhost", ...headers });
const drawn = (path: string) => readFileSync(join("public/art/susa", path));

/** The bytes of the files that a page of the studio links to, by their path without version; of these alone, if `wanted` names some. */
async function linkedFiles(...wanted: string[]): Promise<Map<string, Buffer>> {
  const head = (await eva.get("/")).all("head link[rel~=icon], head link[rel=apple-touch-icon], head meta[property='og:image']");
  const { icons } = JSON.parse((await eva.get("/manifest.webmanifest")).html) as { icons: { src: string }[] };
  const links = head.map((element) => String(element.getAttribute("href") ?? element.getAttribute("content")));
  const paths = [...links, ...icons.map(({ src }) => src)].map((link) => link.replace(/^https?:\/\/[^/]+/, ""));
  const files = new Map<string, Buffer>();
  for (const path of new Set(paths)) {
    const name = path.replace(/\?.*/, "");
    // Each is drawn when it is asked for.
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { status, body, headers } = await open(path);
    expect([status, headers["content-type"]], path).toEqual([200, CONTENT_TYPES[/\.(\w+)\?/.exec(path)?.[1] ?? ""]]);
    files.set(name, body);
  }
  return files;
}

async function saveImagen(which: "logo" | "hero", picture: Sharp, name = "1-0"): Promise<void> {
  mkdirSync(join(dataDir, "uploads/susa-servicios/servicios"), { recursive: true });
  const url = `/uploads/susa-servicios/servicios/${name}.webp`;
  const { width, height } = await picture.webp({ lossless: true }).toFile(join(dataDir, url.replace("/uploads", "uploads")));
  const id = await insertRow("archivos_susa", { nombre: name, url, width, height });
  await sql(
    `INSERT INTO apariencia_susa (id, ${which}_id) VALUES (true, $1) ON CONFLICT (id) DO UPDATE SET ${which}_id = EXCLUDED.${which}_id`,
    [id],
  );
}

const square = (color: string, alpha = 1) =>
  sharp({ create: { width: 600, height: 600, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="300" height="300"><rect width="300" height="300" fill="${color}" fill-opacity="${alpha}"/></svg>`,
        ),
      },
    ])
    .png();

/** A picture that was answered. Read from a file, because the application takes the other readers out of the library. */
function decode(bytes: Buffer | undefined): Sharp {
  const file = join(dataDir, "decoded");
  writeFileSync(file, bytes ?? "");
  return sharp(file);
}

/** The colour at a place of a picture, from 0 to 1 of its width and height, as `#rrggbb`, or "" where it is transparent. */
async function colorAt(bytes: Buffer | undefined, x: number, y: number): Promise<string> {
  const { data, info } = await decode(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * 4;
  return (data[at + 3] ?? 0) < 128 ? "" : `#${data.subarray(at, at + 3).toString("hex")}`;
}

describe("the demo", () => {
  beforeEach(createDemoConfiguracion);

  test("has the icons and the shared picture that were drawn for it", async () => {
    const files = await linkedFiles();
    expect([...files.keys()].sort()).toEqual([...FILES].sort());
    for (const [path, bytes] of files) expect(bytes.equals(drawn(path)), path).toBe(true);
    expect(JSON.parse((await eva.get("/manifest.webmanifest")).html)).toMatchObject({ name: "Susa", start_url: "/admin" });
  });

  test("has them in the head of the back-office and of error pages too", async () => {
    for (const path of ["/auth", "/no-existe"]) {
      const page = await eva.send(path);
      expect(
        page.all("link[rel~=icon]").map((link) => link.getAttribute("href")?.replace(/\?.*/, "")),
        path,
      ).toEqual(["/icono.svg", "/icono-192.png"]);
      expect(page.all("link[rel=apple-touch-icon], link[rel=manifest], meta[name=theme-color]").length, path).toBe(4);
    }
  });
});

describe("a studio named Uñas Lola", () => {
  beforeEach(async () => {
    await createConfiguracion({ nombre: "Uñas Lola", ciudad: "Tehuacán" });
    await createServicio({ nombre: "Manicura", categoria: "manicura" });
  });

  test("has nothing of Susa in its icons, its manifest or its shared picture", async () => {
    const files = await linkedFiles();
    expect([...files.keys()].sort()).toEqual([...FILES].sort());
    for (const [path, bytes] of files) {
      expect(bytes.equals(drawn(path)), path).toBe(false);
      expect(bytes.toString("latin1"), path).not.toMatch(/susa/i);
    }
    for (const [path, size] of Object.entries(PNGS)) {
      const { width, height } = await decode(files.get(path)).metadata();
      expect([width, height], path).toEqual([size, size]);
    }
    const manifest = await eva.get("/manifest.webmanifest");
    expect(manifest.headers["content-type"]).toContain("application/manifest+json");
    expect(manifest.html).not.toMatch(/susa/i);
    expect(JSON.parse(manifest.html)).toMatchObject({ name: "Uñas Lola", short_name: "Uñas Lola", start_url: "/admin" });
    expect(JSON.parse(manifest.html).icons.map(({ purpose = "any" }) => purpose)).toEqual(["any", "any", "maskable"]);
  });

  test("has a monogram on its colour, and its square logo once there is one", async () => {
    await sql("INSERT INTO apariencia_susa (acento) VALUES ('#1f4f6b')");
    const before = await linkedFiles();
    expect(await colorAt(await sharp(before.get("/icono.svg")).png().toBuffer(), 0.5, 0.05)).toBe("#1f4f6b");
    expect(await colorAt(before.get("/icono-180.png"), 0.05, 0.05)).toBe("#1f4f6b");
    await saveImagen("logo", square("#a01050"));
    const after = await linkedFiles();
    for (const path of FILES) expect(after.get(path)?.equals(before.get(path) ?? Buffer.alloc(0)), path).toBe(false);
    for (const path of Object.keys(PNGS)) expect(await colorAt(after.get(path), 0.5, 0.5), path).toBe("#a01050");
    // Paper around a dark logo; the corners are round but for telephones, which cut them themselves.
    expect(await colorAt(after.get("/icono-180.png"), 0, 0)).toBe("#fbf6f1");
    expect(await colorAt(after.get("/icono-192.png"), 0, 0)).toBe("");
    expect(await colorAt(after.get("/icono-recortable.png"), 0, 0)).toBe("#fbf6f1");
  });

  test("has a white logo on a dark ground", async () => {
    await saveImagen("logo", square("#ffffff"));
    const files = await linkedFiles("/icono-180.png");
    expect(await colorAt(files.get("/icono-180.png"), 0, 0)).toBe("#35182b");
    expect(await colorAt(files.get("/icono-180.png"), 0.5, 0.5)).toBe("#ffffff");
  });

  test("has its photograph in the shared picture, which WhatsApp can show", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    await saveImagen("hero", sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#888", noise } }));
    const shared = (await linkedFiles("/compartir.jpg")).get("/compartir.jpg") as Buffer;
    expect(shared.length).toBeLessThanOrEqual(300_000);
    const { format, width, height } = await decode(shared).metadata();
    expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
  });

  test("gets new addresses when its name, logo, colour, photograph or what it offers changes", async () => {
    const links = async () => {
      const page = await eva.get("/");
      const icon = page.href("link[rel=apple-touch-icon]");
      return { icon, shared: page.document.querySelector("meta[property='og:image']")?.getAttribute("content") };
    };
    const seen = [await links()];
    for (const [change, changesIcon] of [
      ["UPDATE configuracion_susa SET nombre = 'Uñas Lola y Eva'", true],
      ["INSERT INTO apariencia_susa (acento) VALUES ('#1f4f6b')", true],
      ["INSERT INTO servicios_susa (nombre, precio, duracion_minutos, categoria) VALUES ('Pies', 100, 30, 'pedicura')", false],
      ["UPDATE configuracion_susa SET ciudad = 'Puebla'", false],
    ] as const) {
      await sql(change);
      const now = await links();
      expect(
        seen.map(({ shared }) => shared),
        change,
      ).not.toContain(now.shared);
      expect(now.icon !== seen.at(-1)?.icon, change).toBe(changesIcon);
      seen.push(now);
    }
    await saveImagen("hero", square("#808080"));
    expect(seen.map(({ shared }) => shared)).not.toContain((await links()).shared);
  });

  test("gets files that are kept for ever under their version, for an hour without it, and answered with 304", async () => {
    const [path = ""] = (await eva.get("/")).hrefs("link[rel=apple-touch-icon]");
    expect((await open(path)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    for (const other of ["/icono-180.png", "/icono-180.png?v=otra"]) {
      expect((await open(other)).headers["cache-control"], other).toBe("public, max-age=3600");
    }
    const etag = String((await open(path)).headers.etag);
    const again = await open(path, { "if-none-match": etag });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
  });

  test("draws an icon at its own address alone, not at every spelling of it", async () => {
    for (const path of ["/icono-192.png/", "/icono-192%2Epng", "/%69cono-192.png"]) {
      expect((await open(path)).status, path).toBe(404);
    }
  });

  test("is found at the former addresses", async () => {
    for (const path of OLD_ADDRESSES) {
      const answer = await open(path);
      expect([answer.status, answer.headers.location], path).toEqual([301, expect.stringMatching(/^\/(icono|compartir)/)]);
      expect((await open(String(answer.headers.location))).status, path).toBe(200);
    }
    expect((await open("/icons/otra.png")).status).toBe(404);
  });

  test("gets a monogram while its logo cannot be read, which is not kept", async () => {
    await saveImagen("logo", square("#a01050"), "2-0");
    await sql("UPDATE archivos_susa SET url = '/uploads/susa-servicios/servicios/3-0.webp'");
    for (const path of ["/icono-192.png", "/compartir.jpg"]) {
      const { status, headers, body } = await open(path);
      expect([status, headers["cache-control"]], path).toEqual([200, "no-store"]);
      expect((await decode(body).metadata()).width, path).toBeGreaterThan(0);
    }
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  });

  test("only reads its logo where pictures are stored", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    await saveImagen("logo", square("#a01050"), "4-0");
    for (const url of [
      "http://127.0.0.1/image/upload/a.webp",
      "/uploads/../secretos.json",
      "https://otro.ejemplo/image/upload/a.webp",
    ]) {
      await sql("UPDATE archivos_susa SET url = $1", [url]);
      expect((await open("/icono-512.png")).headers["cache-control"], url).toBe("no-store");
    }
    expect(fetched).not.toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  });
});

test("any name gives an icon and a shared picture", async () => {
  await createConfiguracion({ nombre: "Uno" });
  const seen = new Set<string>();
  const names = [
    "💅✨",
    "漢字美容",
    "مركز الجمال",
    "La",
    "Ñ",
    "«7» & Más",
    "a\u0301rbol",
    "X".repeat(80),
    `${"W ".repeat(39)}W`,
    "<script>",
    ".",
  ];
  for (const nombre of names) {
    await sql("UPDATE configuracion_susa SET nombre = $1", [nombre]);
    const { status, body } = await open("/compartir.jpg");
    expect([status, (await decode(body).metadata()).format], nombre).toEqual([200, "jpeg"]);
    const icon = await open("/icono.svg");
    expect(icon.body.toString(), nombre).not.toMatch(/<text|<script|NaN|undefined/);
    expect((await sharp(icon.body).stats()).channels.length, nombre).toBe(4);
    seen.add(icon.body.toString());
    expect(JSON.parse((await eva.send("/manifest.webmanifest")).html).name).toBe(nombre);
  }
  // Three scripts and a point that the font does not draw share the leaf.
  expect(seen.size).toBe(names.length - 3);
});
