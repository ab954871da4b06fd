import { once } from "node:events";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MULTIPART, multipart, type Page, type Site, startSite, type UploadFile, type Visitor } from "../../../support/browser";
import { filesIn, photograph } from "../../../support/pictures";
import { eventually, freshFolder } from "../../../support/process";
import { sql, withoutTable } from "../../../support/test-database";

const NUEVA = "/admin/galeria/nueva";
const IMAGE_URL = "https://ejemplo.mx/una imagen.jpg";

const dataDir = freshFolder();
let site: Site;
let ana: Visitor;
let photo: Buffer;
let servicio_id: string;

beforeAll(async () => {
  site = await startSite({ DATA_DIR: dataDir });
  await site.stopAvifs();
  ana = await site.staff();
  photo = await photograph();
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql("TRUNCATE service_images_susa, servicios_susa CASCADE");
  servicio_id = await addServicio("Diseño de cejas");
});

async function addServicio(nombre: string, activo = true): Promise<string> {
  const [row] = await sql<{ id: string }>(
    "INSERT INTO servicios_susa (nombre, precio, categoria, activo) VALUES ($1, 100, 'pestañas', $2) RETURNING id",
    [nombre, activo],
  );
  if (!row) throw new Error("no service was added");
  return row.id;
}

async function addImagen(values: Record<string, unknown> = {}): Promise<string> {
  const row = { servicio_id, image_url: "https://ejemplo.mx/a.jpg", ...values };
  const [added] = await sql<{ id: string }>(
    `INSERT INTO service_images_susa (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, n) => `$${n + 1}`)}) RETURNING id`,
    Object.values(row),
  );
  if (!added) throw new Error("no image was added");
  return added.id;
}

type Row = {
  id: string;
  servicio_id: string | null;
  image_url: string;
  alt_text: string | null;
  is_featured: boolean;
  display_order: number;
  archivo_id: string | null;
};
const rows = () =>
  sql<Row>(
    "SELECT id, servicio_id, image_url, alt_text, is_featured, display_order, archivo_id FROM service_images_susa ORDER BY display_order, created_at, id",
  );

const photos = (count: number): UploadFile[] =>
  Array.from({ length: count }, (_, n) => ({ filename: `foto ${n + 1}.jpg`, content: photo }));

/** Opens the form and submits it with files. */
async function upload(files: UploadFile[], changes: Record<string, string> = {}): Promise<Page> {
  const page = await ana.get(NUEVA);
  return ana.upload(NUEVA, { ...page.values(), servicio_id, ...changes }, files);
}

const alert = (page: Page) => page.text('[role="alert"]:not(:empty)');
const flash = async () => (await ana.get("/admin/galeria")).text('main [role="status"]');

/** Expects exactly the files of the rows, and no temporary file. */
async function expectFilesMatchRows(): Promise<void> {
  const { pictures, temporary } = filesIn(dataDir);
  expect(temporary).toEqual([]);
  const names = await sql<{ nombre: string }>("SELECT nombre FROM archivos_susa WHERE url IS NOT NULL ORDER BY nombre");
  expect(pictures.filter((name) => /^\d+-\d+\.webp$/.test(name))).toEqual(names.map(({ nombre }) => `${nombre}.webp`));
  for (const name of pictures) expect(names.map(({ nombre }) => nombre)).toContain(/^\d+-\d+?(?=-|\.)/.exec(name)?.[0]);
}

describe("the list of images", () => {
  test("says when it is empty and links to the form for a new image", async () => {
    const page = await ana.get("/admin/galeria");
    expect(page.status).toBe(200);
    expect(page.text("h1")).toBe("Gestión de Galería");
    expect(page.text()).toContain("No hay imágenes registradas");
    expect(page.all(`a[href="${NUEVA}"]`).map((link) => link.textContent)).toContain("Nueva Imagen");
  });

  test("shows fifty per page by display order, each with service, text and badge", async () => {
    await addImagen({ display_order: 500, servicio_id: null, alt_text: "La última", is_featured: true });
    await sql(
      "INSERT INTO service_images_susa (servicio_id, image_url, alt_text, display_order) SELECT $1, '/art/x.svg', 'Imagen ' || n, n FROM generate_series(1, 60) n",
      [servicio_id],
    );
    const first = await ana.get("/admin/galeria");
    expect(first.all("main li.card").length).toBe(50);
    expect(first.text("main li.card")).toContain("Diseño de cejasOrden: 1Imagen 1");
    expect(first.text()).toContain("61 imágenes");
    const last = (await ana.get("/admin/galeria?pagina=2")).all("main li.card").at(-1);
    expect(last?.textContent).toContain("Servicio eliminadoDestacadaOrden: 500La última");
    const image = last?.querySelector("img");
    expect([image?.getAttribute("alt"), image?.getAttribute("referrerpolicy")]).toEqual(["La última", "no-referrer"]);
    expect((await ana.send(`/admin/galeria?q=ultima&servicio=&pagina=9`)).location).toBe(
      "/admin/galeria?q=ultima&servicio=&pagina=1",
    );
  });

  test("searches by text and service name, regardless of accents, and filters by service", async () => {
    const otro = await addServicio("Uñas acrílicas", false);
    await addImagen({ alt_text: "Íris de día" });
    await addImagen({ servicio_id: otro, alt_text: "Francés" });
    for (const [query, count] of [
      ["q=iris+DIA", "· 1 imagen"],
      ["q=acrilicas", "· 1 imagen"],
      ["q=%25", "· 0 imágenes"],
      [`servicio=${otro}`, "· 1 imagen"],
      [`servicio=${otro}&q=iris`, "· 0 imágenes"],
      ["servicio=otro", "2 imágenes"],
      ["servicio=__proto__&pagina=1e9", "2 imágenes"],
    ])
      expect((await ana.get(`/admin/galeria?${query}`)).text(), query).toContain(count);
    const page = await ana.get(`/admin/galeria?servicio=${otro}`);
    expect(page.values('form[role="search"]')).toEqual({ q: "", servicio: otro });
  });

  test("answers 503 when it cannot be read", async () => {
    const page = await withoutTable("service_images_susa", () => ana.get("/admin/galeria"));
    expect(page.status).toBe(503);
    expect(alert(page)).toBe("ErrorNo se pudieron cargar las imágenes");
  });
});

describe("an image by URL", () => {
  const values = { image_url: IMAGE_URL, alt_text: "Cejas <b>", display_order: "7", is_featured: "on" };

  test("is created and gives every field back in the editor", async () => {
    const page = await ana.get(`${NUEVA}?q=a`);
    expect(page.text("dialog h2")).toBe("Nueva Imagen");
    expect(page.text('dialog button[type="submit"]')).toBe("Crear Imagen");
    expect(
      [...(page.document.querySelector("select[name=servicio_id]")?.querySelectorAll("option") ?? [])].map((o) => o.text),
    ).toEqual(["Selecciona un servicio", "Diseño de cejas (pestañas)"]);
    const input = page.document.querySelector("input[type=file]");
    expect([input?.hasAttribute("multiple"), input?.getAttribute("accept"), input?.hasAttribute("required")]).toEqual([
      true,
      "image/jpeg,image/png,image/webp,image/avif,image/gif",
      false,
    ]);
    // A browser sends an empty file field like this.
    const nothing = { filename: "", content: Buffer.alloc(0), type: "application/octet-stream" };
    const saved = await ana.upload(`${NUEVA}?q=a`, { ...page.values(), servicio_id, ...values }, [nothing]);
    expect([saved.status, saved.location]).toEqual([303, "/admin/galeria?q=a"]);
    expect(await flash()).toBe("Imagen agregada");
    const [row] = await rows();
    expect(row).toMatchObject({ image_url: "https://ejemplo.mx/una%20imagen.jpg", archivo_id: null });
    const { token, updated_at, ...kept } = (await ana.get(`/admin/galeria/${row?.id}`)).values();
    expect(kept).toEqual({ ...values, servicio_id, image_url: "https://ejemplo.mx/una%20imagen.jpg" });
    expect([token?.length, updated_at === ""]).toEqual([36, false]);
  });

  test("can be sent as a urlencoded form too", async () => {
    const page = await ana.get(NUEVA);
    expect((await page.submit({ servicio_id, ...values })).status).toBe(303);
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ["Selecciona un servicio y al menos una imagen.", { servicio_id: "" }],
    ["Selecciona un servicio y al menos una imagen.", { image_url: "" }],
    ["Selecciona un servicio de la lista.", { servicio_id: "no" }],
    ["Ese servicio ya no está activo.", { servicio_id: "00000000-0000-4000-8000-000000000000" }],
    ["https://", { image_url: "http://ejemplo.mx/a.jpg" }],
    ["https://", { image_url: "javascript:alert(1)" }],
    ["https://", { image_url: "https://ana:clave@ejemplo.mx/a.jpg" }],
    ["https://", { image_url: "/art/hero.svg" }],
    ["https://", { image_url: "//ejemplo.mx/a.jpg" }],
    ["https://", { image_url: `https://ejemplo.mx/${"ñ".repeat(400)}` }],
    ["ya no está guardada", { image_url: "/uploads/susa-servicios/servicios/1-1.webp" }],
    ["ya no está guardada", { image_url: "http://localhost:3000/uploads/susa-servicios/servicios/1-1.webp" }],
    ["2000 caracteres", { image_url: `https://ejemplo.mx/${"x".repeat(2000)}` }],
    ["300 caracteres", { alt_text: "x".repeat(301) }],
    ["no se ven", { alt_text: "con\0nulo" }],
    ["número entero", { display_order: "-1" }],
    ["número entero", { display_order: "1.5" }],
    ["número entero", { display_order: "NaN" }],
    ["número entero", { display_order: "1e309" }],
    ["número entero", { display_order: "1000001" }],
    ["casilla", { is_featured: "quizá" }],
  ])("is rejected with «%s» and every value kept (%j)", async (sentence, wrong) => {
    const page = await ana.get(NUEVA);
    const answer = await ana.upload(NUEVA, { ...page.values(), servicio_id, ...values, ...wrong });
    expect(answer.status).toBe(400);
    expect(alert(answer)).toContain(sentence);
    const { token: _, ...kept } = answer.values();
    // A select cannot show an unknown option, a checkbox has no other value, and a page cannot contain NUL.
    const { servicio_id: _servicio, is_featured: _box, ...typed } = { ...values, ...wrong } as Record<string, string>;
    expect(kept).toMatchObject({ ...typed, alt_text: String(typed.alt_text).replace("\0", "\ufffd") });
    expect(answer.text("dialog")).toContain("elígelos otra vez");
    expect(await rows()).toEqual([]);
  });

  test("is rejected for a service that is no longer active", async () => {
    await sql("UPDATE servicios_susa SET activo = false");
    const answer = await (await ana.get(NUEVA)).submit({ servicio_id, ...values });
    expect(answer.status).toBe(400);
    expect(alert(answer)).toContain("Ese servicio ya no está activo.");
  });
});

describe("uploaded files", () => {
  test("are stored upright, in several sizes and without metadata, with one row each", async () => {
    const rotated = await photograph(2000, 1000, 6);
    const saved = await upload(
      [
        { filename: "uno.jpg", content: rotated },
        {
          filename: "dos.png",
          content: await sharp({ create: { width: 300, height: 200, channels: 4, background: "#0000" } })
            .png()
            .toBuffer(),
        },
      ],
      { display_order: "3", is_featured: "on" },
    );
    expect(saved.status).toBe(303);
    expect(await flash()).toBe("Imágenes subidasSe han subido 2 imágenes correctamente.");
    const [first, second] = await rows();
    expect(first).toMatchObject({ servicio_id, alt_text: "Imagen 1 del servicio", is_featured: true, display_order: 3 });
    expect(second).toMatchObject({ servicio_id, alt_text: "Imagen 2 del servicio", is_featured: false, display_order: 4 });
    expect(first?.image_url).toMatch(/^\/uploads\/susa-servicios\/servicios\/\d{13}-0\.webp$/);
    expect(second?.image_url).toMatch(/^\/uploads\/susa-servicios\/servicios\/\d{13}-1\.webp$/);
    expect(await sql("SELECT width, height FROM archivos_susa WHERE id = $1", [first?.archivo_id])).toEqual([
      { width: 1000, height: 2000 },
    ]);
    const folder = join(dataDir, "uploads/susa-servicios/servicios");
    const name = String(first?.image_url).split("/").pop()?.replace(".webp", "");
    for (const [file, width] of [
      [`${name}.webp`, 1000],
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

  test("are accepted in all five formats under any file name", async () => {
    const kinds = await Promise.all((["jpeg", "png", "webp", "avif", "gif"] as const).map((kind) => photograph(90, 60, 1, kind)));
    const names = ["sin extensión", "a;b=c.svg", 'comillas " y\nrenglón.html', "../../../etc/passwd", "ñandú 🦩.exe"];
    const saved = await upload(kinds.map((content, n) => ({ filename: String(names[n]), content, type: "text/html" })));
    expect(saved.status).toBe(303);
    expect(await flash()).toContain("5 imágenes");
    await expectFilesMatchRows();
  });

  test("are listed by name when invalid, and the valid ones saved in order", async () => {
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
        {
          filename: "enorme.png",
          content: await sharp({ create: { width: 10_000, height: 5001, channels: 3, background: "#fff" } })
            .png()
            .toBuffer(),
        },
        { filename: "buena 2.jpg", content: photo },
      ],
      { is_featured: "on" },
    );
    expect(page.status).toBe(303);
    expect((await rows()).map(({ alt_text, is_featured, display_order }) => [alt_text, is_featured, display_order])).toEqual([
      ["Imagen 1 del servicio", true, 0],
      ["Imagen 2 del servicio", false, 1],
    ]);
    expect(await flash()).toBe(
      "Imágenes subidasSe han subido 2 imágenes correctamente. No se subieron: notas <i>.txt: no es una imagen JPEG, PNG, WebP, AVIF ni GIF; " +
        "dibujo.svg: no es una imagen JPEG, PNG, WebP, AVIF ni GIF; cortada.jpg: está dañada o incompleta; vacía.jpg: está vacío; " +
        "pesada.jpg: pesa más de 15 MB; enorme.png: tiene más de 50 megapíxeles.",
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
    expect(alert(answer)).toMatch(
      /^Archivos no válidosSolo se permiten archivos de imagen\.(🦩){59}…: no es .* GIFgpj\.exe: no es/u,
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
    const said = await flash();
    expect(said).toContain(`No se subieron: ${long(0)}: no es`);
    expect(said).toMatch(/; y \d+ más\.$/);
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
    const gone = await upload(photos(1), { servicio_id: "00000000-0000-4000-8000-000000000000" });
    expect(alert(gone)).toContain("Ese servicio ya no está activo");
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
      expect(alert(answer)).toBe("ErrorNo se pudieron guardar las imágenes. Espera un momento y vuelve a intentarlo.");
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

describe("an upload sent more than once", () => {
  test("creates one set of rows and no extra file when sent twenty times at once", async () => {
    const page = await ana.get(NUEVA);
    const small = await photograph(500, 300);
    const files = [small, small].map((content, n) => ({ filename: `${n}.jpg`, content }));
    const before = filesIn(dataDir).pictures.length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ana.upload(NUEVA, { ...page.values(), servicio_id }, files)),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set(["303 /admin/galeria"]));
    expect(await rows()).toHaveLength(2);
    expect(await flash()).toContain("2 imágenes");
    expect(filesIn(dataDir).pictures.length).toBe(before + 2);
    await expectFilesMatchRows();
  });

  test("writes once for a URL, an edit and a deletion sent twenty times at once", async () => {
    const twenty = (send: () => Promise<Page>) => Promise.all(Array.from({ length: 20 }, send));
    const blank = await ana.get(NUEVA);
    const made = await twenty(() => ana.upload(NUEVA, { ...blank.values(), servicio_id, image_url: IMAGE_URL }));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([303]));
    const [{ id = "" } = {}, ...others] = await rows();
    expect(others).toEqual([]);
    const editor = await ana.get(`/admin/galeria/${id}`);
    const edited = await twenty(() => editor.submit({ alt_text: "Una vez" }));
    expect(new Set(edited.map(({ status }) => status))).toEqual(new Set([303]));
    expect((await rows())[0]?.alt_text).toBe("Una vez");
    const confirmation = await ana.get(`/admin/galeria/${id}/eliminar`);
    const deleted = await twenty(() => confirmation.submit({}, `form[action^="/admin/galeria/${id}/eliminar"]`));
    expect(new Set(deleted.map(({ location }) => location))).toEqual(new Set(["/admin/galeria"]));
    expect(await rows()).toEqual([]);
    expect(await flash()).toBe("Imagen eliminada");
  });

  test("shows the same message again, and answers 409 with another file", async () => {
    const page = await ana.get(NUEVA);
    const values = { ...page.values(), servicio_id };
    const bad = { filename: "no.txt", content: Buffer.from("hola") };
    await ana.upload(NUEVA, values, [...photos(1), bad]);
    const said = await flash();
    expect(said).toContain("no.txt");
    await ana.upload(NUEVA, values, [...photos(1), bad]);
    expect(await flash()).toBe(said);
    const other = await ana.upload(NUEVA, values, [{ filename: "foto 1.jpg", content: await photograph(400, 400) }, bad]);
    expect(other.status).toBe(409);
    expect(alert(other)).toContain("ya se había enviado");
    expect(await rows()).toHaveLength(1);
    await expectFilesMatchRows();
  });
});

describe("a multipart body", () => {
  /** Sends the first bytes of a body and gives the open request. */
  async function beginUpload(body: Buffer, part: number) {
    const request = httpRequest({
      host: "127.0.0.1",
      port: site.port,
      path: NUEVA,
      method: "POST",
      headers: {
        ...MULTIPART,
        cookie: [...ana.cookies].map(([n, v]) => `${n}=${v}`).join("; "),
        "content-length": String(body.length),
        "sec-fetch-site": "same-origin",
      },
    });
    request.on("error", () => undefined);
    request.write(body.subarray(0, part));
    return request;
  }

  test("leaves no row and no file when the connection is closed in the middle", async () => {
    const body = multipart(Object.entries({ ...(await ana.get(NUEVA)).values(), servicio_id }), photos(3));
    const archivos = await sql("SELECT id FROM archivos_susa ORDER BY id");
    const request = await beginUpload(body, body.length - 200);
    await eventually(() => filesIn(dataDir).temporary.length > 0);
    request.destroy();
    await eventually(() => filesIn(dataDir).temporary.length === 0);
    expect(await rows()).toEqual([]);
    expect(await sql("SELECT id FROM archivos_susa ORDER BY id")).toEqual(archivos);
    await expectFilesMatchRows();
  });

  test("is read when it arrives in small chunks", async () => {
    const body = multipart(Object.entries({ ...(await ana.get(NUEVA)).values(), servicio_id }), photos(1));
    const request = await beginUpload(body, 1);
    const answered = once(request, "response");
    for (let at = 1; at < body.length; at += 97) {
      await new Promise<void>((written) => request.write(body.subarray(at, at + 97), () => written()));
    }
    request.end();
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(303);
    expect(await rows()).toHaveLength(1);
  });

  const sendRaw = (body: string | Buffer, type: string = MULTIPART["content-type"]) =>
    ana.send(NUEVA, { method: "POST", headers: { "content-type": type }, body });
  const file = { filename: "a.jpg", content: Buffer.from("x") };

  test.each<[string, () => Promise<Page>]>([
    ["of another type", () => sendRaw("{}", "application/json")],
    ["without a type", () => ana.send(NUEVA, { method: "POST", body: "x" })],
    ["without a boundary", () => sendRaw("hola", "multipart/form-data")],
    ["with another boundary", () => sendRaw(multipart([["alt_text", "a"]]), "multipart/form-data; boundary=otra")],
    ["without content", () => sendRaw("")],
    ["without an end", () => sendRaw(multipart([["alt_text", "a"]]).subarray(0, -10))],
    ["with ten thousand parts", () => sendRaw(multipart(Array.from({ length: 10_000 }, (_, n) => [`a${n}`, "x"])))],
    [
      "with ten thousand files",
      () =>
        sendRaw(
          multipart(
            [],
            Array.from({ length: 10_000 }, () => file),
          ),
        ),
    ],
    [
      "with an endless header",
      () => sendRaw(`--${MULTIPART["content-type"].split("=")[1]}\r\nX: ${"x".repeat(100_000)}\r\n\r\n`),
    ],
    ["with an overlong text", () => sendRaw(multipart([["alt_text", "x".repeat(70_000)]]))],
    ["with a file in a text field", () => sendRaw(multipart([], [file], "alt_text"))],
    ["with __proto__", () => sendRaw(multipart([["__proto__.x", "1"]]))],
    ["with an array index of a billion", () => sendRaw(multipart([["alt_text[999999999]", "1"]]))],
  ])("%s gets a 400 page", async (_, send) => {
    const page = await send();
    expect(page.status).toBe(400);
    expect(page.text("main")).toContain("No pudimos leer lo que se envió.");
    await expectFilesMatchRows();
  });

  test("is rejected with a repeated field", async () => {
    const values = Object.entries({ ...(await ana.get(NUEVA)).values(), image_url: IMAGE_URL });
    const page = await sendRaw(multipart([...values, ["servicio_id", servicio_id], ["servicio_id", servicio_id]]));
    expect(page.status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  test("over the limit is rejected before it is read, and only the upload route has the large limit", async () => {
    const promise = (path: string, size: number, type: string) =>
      new Promise<string>((done) => {
        const headers = { "content-type": type, "content-length": String(size) };
        const request = httpRequest({ host: "127.0.0.1", port: site.port, path, method: "POST", headers }, (response) => {
          let text = `${response.statusCode} `;
          response.on("data", (chunk) => {
            text += chunk;
          });
          response.on("end", () => {
            done(text);
            request.destroy();
          });
        });
        request.on("error", () => undefined);
        request.flushHeaders();
      });
    expect(await promise(NUEVA, 302 * 2 ** 20, "multipart/form-data; boundary=x")).toMatch(/^413 .*elige menos fotos/s);
    // A visitor without a session is redirected before the body is read.
    expect(await promise(NUEVA, 300 * 2 ** 20, "multipart/form-data; boundary=x")).toMatch(/^302 /);
    for (const [path, type] of [
      [NUEVA, "application/x-www-form-urlencoded"],
      ["/admin/galeria/nueva/otra", "multipart/form-data; boundary=x"],
      ["/auth", "multipart/form-data; boundary=x"],
    ] as const)
      expect(await promise(path, 2 * 2 ** 20, type)).toMatch(/^413 .*acorta los textos/s);
  });

  test("from a visitor without a session is discarded and answered with a redirect", async () => {
    const stranger = site.visitor();
    const answer = await stranger.upload(NUEVA, { servicio_id }, [{ filename: "a.jpg", content: Buffer.alloc(12 * 2 ** 20) }]);
    expect([answer.status, answer.location]).toEqual([302, "/auth"]);
    expect(filesIn(dataDir).temporary).toEqual([]);
  });

  test("is answered with 503 while sessions cannot be read", async () => {
    const values = (await ana.get(NUEVA)).values();
    const page = await withoutTable("sesiones_susa", () => ana.upload(NUEVA, { ...values, servicio_id }, photos(1)));
    expect(page.status).toBe(503);
    expect(page.text("main")).toContain("los archivos se eligen otra vez");
  });
});

describe("the image editor", () => {
  test("keeps the current service and URL even if the service is inactive or deleted", async () => {
    const viejo = await addServicio("Servicio viejo", false);
    const id = await addImagen({ servicio_id: viejo, image_url: "/art/obras/microblading.svg", alt_text: "Antes" });
    const page = await ana.get(`/admin/galeria/${id}`);
    expect(page.text("dialog h2")).toBe("Editar Imagen");
    expect(page.text('dialog button[type="submit"]')).toBe("Actualizar Imagen");
    expect(page.text("select[name=servicio_id] option[selected]")).toBe("Servicio viejo (pestañas), inactivo");
    expect((await page.submit({ alt_text: "Después" })).status).toBe(303);
    expect(await flash()).toBe("Imagen actualizada");
    expect((await rows())[0]).toMatchObject({
      servicio_id: viejo,
      image_url: "/art/obras/microblading.svg",
      alt_text: "Después",
    });

    await sql("UPDATE service_images_susa SET servicio_id = NULL");
    const gone = await ana.get(`/admin/galeria/${id}`);
    expect(gone.text("select[name=servicio_id] option[selected], select[name=servicio_id] option")).toBe("Servicio eliminado");
    expect((await gone.submit({ display_order: "5" })).status).toBe(303);
    expect((await rows())[0]).toMatchObject({ servicio_id: null, display_order: 5 });
  });

  test("stores an emptied text as null and an unchecked box as false", async () => {
    const id = await addImagen({ alt_text: "Texto", is_featured: true });
    const page = await ana.get(`/admin/galeria/${id}`);
    const { is_featured: _, ...values } = page.values();
    expect((await ana.post(`/admin/galeria/${id}`, { ...values, alt_text: " ", display_order: "" })).status).toBe(303);
    expect((await rows())[0]).toMatchObject({ alt_text: null, is_featured: false, display_order: 0 });
  });

  test.each([
    [{ image_url: "" }, "Escribe la URL"],
    [{ image_url: "ftp://ejemplo.mx/a" }, "https://"],
    [{ servicio_id: "" }, "Selecciona un servicio de la lista."],
    [{ servicio_id: "00000000-0000-4000-8000-000000000000" }, "Selecciona un servicio de la lista."],
    [{ display_order: "x" }, "número entero"],
  ])("rejects %j with every value kept", async (wrong, sentence) => {
    const id = await addImagen({ alt_text: "Antes" });
    const answer = await (await ana.get(`/admin/galeria/${id}`)).submit({ alt_text: "Después", ...wrong });
    expect(answer.status).toBe(400);
    expect(alert(answer)).toContain(sentence);
    expect(answer.values()).toMatchObject({ alt_text: "Después", ...("servicio_id" in wrong ? {} : wrong) });
    expect((await rows())[0]?.alt_text).toBe("Antes");
  });

  test("shows both versions of a stale edit", async () => {
    const otro = await addServicio("Manicura");
    const id = await addImagen({ alt_text: "Antes" });
    const mine = await ana.get(`/admin/galeria/${id}`);
    await (await ana.get(`/admin/galeria/${id}`)).submit({ servicio_id: otro, is_featured: "on" });
    const conflict = await mine.submit({ alt_text: "Lo mío" });
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toBe(
      "Las dos versionesServicioGuardado ahora: Manicura (pestañas)Lo que escribiste: Diseño de cejas (pestañas)" +
        "Texto alternativoGuardado ahora: AntesLo que escribiste: Lo mío" +
        "Imagen destacadaGuardado ahora: SíLo que escribiste: No",
    );
    expect(conflict.values().alt_text).toBe("Lo mío");
    expect((await conflict.submit()).status).toBe(303);
    expect((await rows())[0]).toMatchObject({ alt_text: "Lo mío", servicio_id, is_featured: false });
  });

  test("answers 404 for an invalid or unknown id", async () => {
    const token = (await ana.get(NUEVA)).values().token ?? "";
    for (const id of ["nuevo", "00000000-0000-4000-8000-000000000000", "__proto__"]) {
      expect((await ana.get(`/admin/galeria/${id}`)).status).toBe(404);
      expect((await ana.post(`/admin/galeria/${id}`, { token, servicio_id, image_url: IMAGE_URL })).status).toBe(404);
      expect((await ana.get(`/admin/galeria/${id}/eliminar`)).status).toBe(404);
    }
  });
});

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

  test("is deleted with its image, after a confirmation", async () => {
    const { id, image_url, archivo_id } = await uploadPicture();
    const confirmation = await ana.get(`/admin/galeria/${id}/eliminar`);
    expect(confirmation.text("dialog")).toContain("¿Estás segura de que quieres eliminar esta imagen?");
    expect([(await rows()).length, await isServed(image_url)]).toEqual([1, true]);
    expect((await confirmation.submit({}, "dialog form")).location).toBe("/admin/galeria");
    expect(await flash()).toBe("Imagen eliminada");
    expect([(await rows()).length, await isServed(image_url)]).toEqual([0, false]);
    expect(await sql("SELECT 1 FROM archivos_susa WHERE id = $1", [archivo_id])).toEqual([]);
    expect((await confirmation.submit({}, "dialog form")).location).toBe("/admin/galeria");
    expect(await flash()).toBe("Imagen eliminada");
    await expectFilesMatchRows();
  });

  test("stays while another image uses it by relative or absolute URL", async () => {
    const first = await uploadPicture();
    await (await ana.get(NUEVA)).submit({ servicio_id, image_url: first.image_url, display_order: "1" });
    await (await ana.get(NUEVA)).submit({
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
    expect((await (await ana.get(`/admin/galeria/${id}`)).submit({ image_url: IMAGE_URL })).status).toBe(303);
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
    const refused = await taken;
    expect(refused.status).toBe(400);
    expect(alert(refused)).toContain("ya no está guardada");
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
