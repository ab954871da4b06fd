import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createEmpleado } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { ana, dataDir, expectFilesMatchRows, flash, NUEVA, rows, servicio_id, upload } from "./gallery";

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c8643c" } }).withMetadata();
const jpeg = (width: number, height: number) => plain(width, height).jpeg().toBuffer();

/** Two frames, orange and green. */
async function animation(width: number, height: number, format: "gif" | "webp"): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .raw()
      .toBuffer();
  const frames = Buffer.concat([await frame("#c8643c"), await frame("#00ff00")]);
  return sharp(frames, { raw: { width, height: 2 * height, channels: 3, pageHeight: height } })
    .toFormat(format, { delay: [100, 100] })
    .toBuffer();
}

/** A JPEG with bytes between two of its markers, which belong to nothing. */
function withExtraBytes(bytes: Buffer): Buffer {
  const table = bytes.indexOf(Buffer.from([0xff, 0xdb]));
  return Buffer.concat([bytes.subarray(0, table), Buffer.alloc(18), bytes.subarray(table)]);
}

/** The colour in the middle of the only stored picture, `rgba`. */
async function storedColor(): Promise<number[]> {
  const [row] = await rows();
  const { data, info } = await sharp(join(dataDir, String(row?.image_url)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return [...data.subarray(middle, middle + 4)];
}

const TALL = "es muy alta: en la galería solo se verá una parte. Recórtala y súbela otra vez.";

describe("pictures that the gallery cannot show as meant", () => {
  test("are stored, and named after saving", async () => {
    const saved = await upload([
      { filename: "larga.png", content: await plain(500, 6000).png().toBuffer() },
      { filename: "buena.jpg", content: await jpeg(600, 800) },
    ]);
    expect(saved.status).toBe(303);
    expect(await flash()).toBe(`Imágenes subidasSe han subido 2 imágenes correctamente. larga.png se guardó, pero ${TALL}`);
    await expectFilesMatchRows();
  });

  test.each(["gif", "webp"] as const)("such as an animated %s keep their first picture", async (format) => {
    await upload([{ filename: "baile", content: await animation(480, 400, format) }]);
    expect(await flash()).toBe(
      "Imágenes subidasSe ha subido 1 imagen correctamente. baile se guardó, pero ya no se mueve: solo se verá su primera imagen.",
    );
    const [r = 0, g = 0] = await storedColor();
    expect(r).toBeGreaterThan(g);
    const still = plain(480, 400).toFormat(format);
    await upload([{ filename: "quieta", content: await still.toBuffer() }]);
    expect(await flash()).not.toContain("se mueve");
  });

  test("are judged upright, as they are shown", async () => {
    const lying = await plain(2000, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    await upload([{ filename: "acostada.jpg", content: lying }]);
    expect(await flash()).toContain(`acostada.jpg se guardó, pero ${TALL}`);
  });

  test("are named beside rejected ones, after the sentence that says how many were stored", async () => {
    await upload(
      [
        { filename: "notas.txt", content: Buffer.from("hola") },
        { filename: "mini.jpg", content: await jpeg(90, 90) },
      ],
      { is_featured: "on" },
    );
    expect(await flash()).toBe(
      "Archivos no válidosSolo se permiten archivos de imagen. No se subieron: notas.txt: no es una foto que podamos usar " +
        "(guárdala como JPEG o PNG). Se ha subido 1 imagen correctamente. mini.jpg se guardó, pero es muy chica: en la galería " +
        "se verá borrosa. Si la tienes más grande, súbela otra vez.",
    );
  });

  test("are named again when the same form comes twice", async () => {
    const values = { ...(await ana.get(NUEVA)).values(), servicio_id };
    const files = [{ filename: "larga.jpg", content: await jpeg(200, 1000) }];
    await ana.upload(NUEVA, values, files);
    const first = await flash();
    expect(first).toContain(TALL);
    expect((await ana.upload(NUEVA, values, files)).status).toBe(303);
    expect(await flash()).toBe(first);
    expect(await rows()).toHaveLength(1);
  });

  test("in the largest upload with the longest names fit into the message", async () => {
    const names = (kind: string) => Array.from({ length: 5 }, (_, n) => `${"🦩".repeat(50)}${kind}${n}`);
    const [tall, wide, moving] = [await jpeg(90, 900), await jpeg(900, 90), await animation(90, 90, "gif")];
    const saved = await upload(
      [
        ...names("alta").map((filename) => ({ filename, content: tall })),
        ...names("ancha").map((filename) => ({ filename, content: wide })),
        ...names("baile").map((filename) => ({ filename, content: moving })),
        ...names("mala").map((filename) => ({ filename, content: Buffer.from("hola") })),
        ...names("sobra").map((filename) => ({ filename, content: tall })),
      ],
      { is_featured: "on" },
    );
    expect(saved.status).toBe(303);
    // Browsers drop a cookie over 4096 bytes, and the message with it.
    for (const cookie of saved.headers["set-cookie"] ?? []) expect(cookie.split(";")[0]?.length).toBeLessThan(4096);
    expect(await flash()).toMatch(/muy altas: .* muy anchas: .* muy chicas: .* ya no se mueven: /);
  });
});

describe("single pictures", () => {
  const LOGO = "/admin/configuracion/apariencia/logo";

  test.each([
    [
      LOGO,
      "Logotipo guardadoYa se ve en el sitio.",
      1200,
      100,
      "es muy ancha: en tu sitio se verá muy chica. Recórtala y súbela otra vez.",
    ],
    [
      "/admin/configuracion/apariencia/portada",
      "Portada guardadaYa se ve en el sitio.",
      1500,
      500,
      "es muy ancha: en la portada solo se verá una parte. Recórtala y súbela otra vez.",
    ],
    [
      "/admin/configuracion/apariencia/retrato",
      "Retrato guardadoYa se ve en el sitio.",
      300,
      400,
      "es muy chica: en Nosotros se verá borrosa. Si la tienes más grande, súbela otra vez.",
    ],
  ])("of %s have their note, also when the form comes twice", async (path, saved, width, height, note) => {
    const values = (await ana.get(path)).values();
    const files = [{ filename: "mi foto.jpg", content: await jpeg(width, height) }];
    const seen = [];
    for (let time = 0; time < 2; time++) {
      const { location } = await ana.upload(path, values, files);
      seen.push((await ana.get(String(location))).flash);
    }
    expect(seen).toEqual(Array(2).fill(`${saved} mi foto.jpg se guardó, pero ${note}`));
  });

  test("of an employee have their note", async () => {
    const path = `/admin/empleados/${await createEmpleado()}/foto`;
    const files = [{ filename: "ana.gif", content: await animation(300, 1200, "gif") }];
    const { location } = await ana.upload(path, (await ana.get(path)).values(), files);
    expect((await ana.get(String(location))).flash).toBe(
      "Foto guardadaana.gif se guardó, pero es muy alta: en Nosotros solo se verá una parte. Recórtala y súbela otra vez. " +
        "ana.gif se guardó, pero ya no se mueve: solo se verá su primera imagen.",
    );
  });

  test("that are removed have none", async () => {
    await ana.upload(LOGO, (await ana.get(LOGO)).values(), [{ filename: "a.jpg", content: await jpeg(20, 20) }]);
    const { location } = await ana.submit(LOGO, {}, "details form");
    expect((await ana.get(String(location))).flash).toBe("Logotipo quitadoYa se ve en el sitio.");
  });
});

describe("files of cameras, scanners and programs", () => {
  // The colour that each must have once stored, as the browser's sRGB.
  const ORANGE = [200, 100, 60, 255];
  const GREY = [128, 128, 128, 255];
  const large = () => plain(600, 750);

  test.each([
    // Photoshop and printers (lovell/sharp #2365, libvips #1313), scanners (lovell/sharp #4184).
    ["CMYK.jpg", () => large().toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer(), ORANGE],
    ["CMYK sin perfil.jpg", () => large().toColourspace("cmyk").jpeg().toBuffer(), ORANGE],
    ["16 bits.png", () => large().toColourspace("rgb16").png().toBuffer(), ORANGE],
    ["16 bits gris.png", () => large().toColourspace("grey16").png().toBuffer(), GREY],
    ["16 bits transparente.png", () => large().ensureAlpha(0.5).toColourspace("rgb16").png().toBuffer(), [200, 100, 60, 127]],
    ["transparente.png", () => large().ensureAlpha(0.5).png().toBuffer(), [200, 100, 60, 127]],
    ["gris transparente.png", () => large().greyscale().ensureAlpha(0.5).png().toBuffer(), [128, 128, 128, 127]],
    ["paleta.png", () => large().png({ palette: true }).toBuffer(), ORANGE],
    ["Display P3.jpg", () => large().withIccProfile("p3").jpeg().toBuffer(), ORANGE],
    ["progresiva.jpg", () => large().jpeg({ progressive: true }).toBuffer(), ORANGE],
    // What some Samsung and Pixel telephones write (lovell/sharp #2416, firebase/extensions #460).
    ["bytes de más.jpg", async () => withExtraBytes(await large().jpeg().toBuffer()), ORANGE],
    ["PNG con nombre de.jpg", () => large().png().toBuffer(), ORANGE],
    ["WhatsApp.webp", () => large().webp().toBuffer(), ORANGE],
    ["sin extensión", () => large().avif({ effort: 0 }).toBuffer(), ORANGE],
  ])("%s is stored in its colours, without a note", async (filename, make, expected) => {
    await upload([{ filename, content: await make() }]);
    expect(await flash()).toBe("Imágenes subidasSe ha subido 1 imagen correctamente.");
    const color = await storedColor();
    for (const [index, value] of expected.entries()) expect(Math.abs((color[index] ?? 0) - value), `${color}`).toBeLessThan(30);
    expect(await sql("SELECT width, height FROM archivos_susa WHERE id = $1", [(await rows())[0]?.archivo_id])).toEqual([
      { width: 600, height: 750 },
    ]);
  });

  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`, "latin1"), Buffer.alloc(3000)]);
  const ALIEN = "no es una foto que podamos usar (guárdala como JPEG o PNG)";
  const DAMAGED = "está dañada o incompleta";

  test.each([
    ["vacía.jpg", () => Buffer.alloc(0), "está vacío"],
    ["video.jpg", () => ftyp("isom"), ALIEN],
    ["video de iPhone.jpg", () => ftyp("qt  "), ALIEN],
    ["HEIC.jpg", () => ftyp("heic"), ALIEN],
    ["PDF.jpg", () => Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF"), ALIEN],
    ["SVG.jpg", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>'), ALIEN],
    ["página guardada.jpg", () => Buffer.from("<!DOCTYPE html><title>Google Drive</title>"), ALIEN],
    ["RAW.jpg", () => large().tiff().toBuffer(), ALIEN],
    ["cortada a la mitad.jpg", async () => (await jpeg(600, 750)).subarray(0, 1500), DAMAGED],
    ["sin su final.jpg", async () => (await jpeg(600, 750)).subarray(0, -2), DAMAGED],
    ["cortada.png", async () => (await large().png().toBuffer()).subarray(0, -60), DAMAGED],
    ["cortada.gif", async () => (await animation(400, 400, "gif")).subarray(0, 300), DAMAGED],
  ])("%s is rejected by name and reason", async (filename, make, reason) => {
    const answer = await upload([{ filename, content: await make() }], { alt_text: "Se queda" });
    expect([answer.status, answer.alert]).toEqual([
      400,
      `Archivos no válidosSolo se permiten archivos de imagen.${filename}: ${reason}`,
    ]);
    expect(answer.values().alt_text).toBe("Se queda");
    expect(await rows()).toEqual([]);
    await expectFilesMatchRows();
  });
});
