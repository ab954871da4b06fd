import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { createImagen, createServicio } from "../../../support/factories";
import { filesIn, photograph } from "../../../support/pictures";
import { sql } from "../../../support/test-database";
import { ana, dataDir, expectFilesMatchRows, flash, IMAGE_URL, NUEVA, photo, photos, rows, servicio_id, upload } from "./gallery";

describe("uploaded files", () => {
  test("are stored upright, in several sizes and without metadata, with one row each", async () => {
    const rotated = await photograph(1800, 900, 6);
    const saved = await upload(
      [
        { filename: "uno.jpg", content: rotated },
        {
          filename: "dos.png",
          content: await sharp({ create: { width: 400, height: 300, channels: 4, background: "#0000" } })
            .png()
            .toBuffer(),
        },
      ],
      { display_order: "3", is_featured: "on" },
    );
    expect(saved.status).toBe(303);
    expect(await flash()).toBe("Imágenes subidasSe han subido 2 imágenes correctamente.");
    const [first, second] = await rows();
    expect(first).toMatchObject({ servicio_id, alt_text: null, is_featured: true, display_order: 3 });
    expect(second).toMatchObject({ servicio_id, alt_text: null, is_featured: false, display_order: 4 });
    expect(first?.image_url).toMatch(/^\/uploads\/susa-servicios\/servicios\/\d{13}-0\.webp$/);
    expect(second?.image_url).toMatch(/^\/uploads\/susa-servicios\/servicios\/\d{13}-1\.webp$/);
    expect(await sql("SELECT width, height FROM archivos_susa WHERE id = $1", [first?.archivo_id])).toEqual([
      { width: 900, height: 1800 },
    ]);
    const folder = join(dataDir, "uploads/susa-servicios/servicios");
    const name = String(first?.image_url).split("/").pop()?.replace(".webp", "");
    for (const [file, width] of [
      [`${name}.webp`, 900],
      [`${name}-800.webp`, 800],
      [`${name}-400.webp`, 400],
    ] as const) {
      const content = readFileSync(join(folder, file));
      // Files may contain no metadata of the original.
      const { format, exif, icc, orientation, ...size } = await sharp(join(folder, file)).metadata();
      expect({ format, exif, icc, orientation, width: size.width }).toEqual({ format: "webp", width });
      expect(content.includes("Telefono")).toBe(false);
      // The left half of the original is now at the top.
      const { data } = await sharp(join(folder, file))
        .extract({ left: width / 2, top: 10, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect((data[2] ?? 0) > (data[0] ?? 0)).toBe(true);
    }
    expect(filesIn(dataDir).pictures.filter((file) => file.startsWith(String(name))).length).toBe(3);
    expect((await ana.get("/admin/galeria")).html).toContain(`${name}-400.webp 400w`);
    await expectFilesMatchRows();
  });

  test("are counted in the singular for one file, and use the given text", async () => {
    expect((await upload(photos(1), { alt_text: "Cejas" })).status).toBe(303);
    expect(await flash()).toBe("Imágenes subidasSe ha subido 1 imagen correctamente.");
    expect((await rows()).map(({ alt_text }) => alt_text)).toEqual(["Cejas"]);
  });

  test("are listed by name when invalid, and the valid ones saved in order", async () => {
    const huge = { width: 10_000, height: 5001, channels: 3, background: "#888" } as const;
    const page = await upload(
      [
        { filename: "notas <i>.txt", content: Buffer.from("hola") },
        { filename: "buena 1.jpg", content: photo },
        {
          filename: "dibujo.svg",
          content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
          type: "image/svg+xml",
        },
        { filename: "cortada.jpg", content: photo.subarray(0, photo.length / 2) },
        { filename: "vacía.jpg", content: Buffer.alloc(0) },
        { filename: "pesada.jpg", content: Buffer.concat([photo, Buffer.alloc(15 * 2 ** 20)]) },
        { filename: "enorme.jpg", content: await sharp({ create: huge }).png().toBuffer() },
        { filename: "buena 2.jpg", content: photo },
      ],
      { is_featured: "on" },
    );
    expect(page.status).toBe(303);
    expect((await rows()).map(({ alt_text, is_featured, display_order }) => [alt_text, is_featured, display_order])).toEqual([
      [null, true, 0],
      [null, false, 1],
    ]);
    expect(await flash()).toBe(
      "Archivos no válidosSolo se permiten archivos de imagen. No se subieron: notas <i>.txt: no es una foto que podamos usar (guárdala como JPEG o PNG); " +
        "dibujo.svg: no es una foto que podamos usar (guárdala como JPEG o PNG); cortada.jpg: está dañada o incompleta; vacía.jpg: está vacío; " +
        "pesada.jpg: pesa más de 15 MB; enorme.jpg: tiene más de 50 megapíxeles. Se han subido 2 imágenes correctamente.",
    );
    await expectFilesMatchRows();
  });

  test("are rejected by name when all are invalid, with every other value kept", async () => {
    const answer = await upload(
      [
        { filename: `C:\\fotos\\${"🦩".repeat(80)}.jpg`, content: Buffer.from("hola") },
        { filename: "\u202e\u0007gpj.exe", content: Buffer.from("MZ") },
      ],
      { alt_text: "Se queda", display_order: "4", is_featured: "on" },
    );
    expect(answer.status).toBe(400);
    expect(answer.alert).toMatch(
      /^Archivos no válidosSolo se permiten archivos de imagen\.(🦩){59}…: no es .* PNG\)gpj\.exe: no es/u,
    );
    expect(answer.values()).toMatchObject({ servicio_id, alt_text: "Se queda", display_order: "4", is_featured: "on" });
    expect(answer.text("dialog")).toContain("elígelos otra vez");
    expect(await rows()).toEqual([]);
    await expectFilesMatchRows();
  });

  test("are limited to twenty, and the message names as many rejected files as fit", async () => {
    const long = (n: number) => `${"ñ".repeat(50)}${n}.txt`;
    const bad = Array.from({ length: 19 }, (_, n) => ({ filename: long(n), content: Buffer.from("hola") }));
    const saved = await upload([...photos(1), ...bad, ...photos(30)]);
    expect(saved.status).toBe(303);
    expect(await rows()).toHaveLength(1);
    const message = await flash();
    expect(message).toContain(`No se subieron: ${long(0)}: no es`);
    expect(message).toMatch(/; y \d+ más\. Se ha subido 1 imagen correctamente\.$/);
    await expectFilesMatchRows();
  });

  test("are rejected before anything is stored when service, order or idempotency key is invalid", async () => {
    for (const [name, value] of [
      ["servicio_id", ""],
      ["display_order", "-1"],
      ["token", ""],
    ] as const) {
      const answer = await upload(photos(1), { alt_text: "Se queda", [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.values()).toMatchObject({ alt_text: "Se queda" });
    }
    const unknown = await upload(photos(1), { servicio_id: "00000000-0000-4000-8000-000000000000" });
    expect(unknown.alert).toContain("Ese servicio ya no está activo");
    expect(await rows()).toEqual([]);
    await expectFilesMatchRows();
  });

  test("leave nothing behind when they cannot be stored, and the form shows a Spanish message", async () => {
    const folder = join(dataDir, "uploads/susa-servicios");
    renameSync(folder, `${folder}-aparte`);
    writeFileSync(folder, "");
    try {
      const answer = await upload(photos(3), { alt_text: "Se queda" });
      expect(answer.status).toBe(503);
      expect(answer.alert).toBe("ErrorNo se pudieron guardar las imágenes. Espera un momento y vuelve a intentarlo.");
      expect(answer.values().alt_text).toBe("Se queda");
      expect(console.error).toHaveBeenCalled();
      vi.mocked(console.error).mockClear();
      expect(await rows()).toEqual([]);
    } finally {
      rmSync(folder);
      renameSync(`${folder}-aparte`, folder);
    }
    await expectFilesMatchRows();
  });
});

test("an upload leads to a page that shows it, however many images come before it", async () => {
  const other = await createServicio({ nombre: "Otro" });
  for (let n = 0; n < 60; n++) await createImagen(other, `https://ejemplo.mx/${n}.jpg`);
  const done = await ana.upload(NUEVA, { ...(await ana.get(NUEVA)).values(), servicio_id, display_order: "3" }, photos(1));
  expect((await ana.get(String(done.location))).texts("main li.card p:first-child")).toEqual(["Orden: 3"]);
  await sql("DELETE FROM service_images_susa WHERE servicio_id = $1", [other]);
});

describe("an upload sent more than once", () => {
  test("creates one set of rows and no extra file when sent three times at once", async () => {
    const page = await ana.get(NUEVA);
    const small = await photograph(500, 300);
    const files = [small, small].map((content, n) => ({ filename: `${n}.jpg`, content }));
    const before = filesIn(dataDir).pictures.length;
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => ana.upload(NUEVA, { ...page.values(), servicio_id }, files)),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set([`303 /admin/galeria?servicio=${servicio_id}`]),
    );
    expect(await rows()).toHaveLength(2);
    expect(await flash()).toContain("2 imágenes");
    expect(filesIn(dataDir).pictures.length).toBe(before + 2);
    await expectFilesMatchRows();
  });

  test("writes once for a URL, an edit and a deletion sent three times at once", async () => {
    const done = ["303 /admin/galeria"];
    const created = await (await ana.get(NUEVA)).submitThrice({ servicio_id, image_url: IMAGE_URL });
    expect(created).toEqual([`303 /admin/galeria?servicio=${servicio_id}`]);
    const [{ id = "" } = {}, ...others] = await rows();
    expect(others).toEqual([]);
    expect(await (await ana.get(`/admin/galeria/${id}`)).submitThrice({ alt_text: "Una vez" })).toEqual(done);
    expect((await rows())[0]?.alt_text).toBe("Una vez");
    const confirmation = await ana.get(`/admin/galeria/${id}/eliminar`);
    expect(await confirmation.submitThrice({}, `form[action^="/admin/galeria/${id}/eliminar"]`)).toEqual(done);
    expect(await rows()).toEqual([]);
    expect(await flash()).toBe("Imagen eliminada");
  });

  test("shows the same message again, and answers 409 with another file", async () => {
    const page = await ana.get(NUEVA);
    const values = { ...page.values(), servicio_id };
    const bad = { filename: "no.txt", content: Buffer.from("hola") };
    await ana.upload(NUEVA, values, [...photos(1), bad]);
    const message = await flash();
    expect(message).toContain("no.txt");
    await ana.upload(NUEVA, values, [...photos(1), bad]);
    expect(await flash()).toBe(message);
    const other = await ana.upload(NUEVA, values, [{ filename: "foto 1.jpg", content: await photograph(400, 400) }, bad]);
    expect(other.status).toBe(409);
    expect(other.alert).toContain("ya se había enviado");
    expect(await rows()).toHaveLength(1);
    await expectFilesMatchRows();
  });
});
