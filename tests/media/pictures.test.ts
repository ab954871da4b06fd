import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Page, type Site, startSite, type Visitor } from "../support/browser";
import { photograph } from "../support/pictures";
import { eventually, freshFolder } from "../support/process";
import { sql } from "../support/test-database";

let site: Site;
let eva: Visitor;

beforeAll(async () => {
  site = await startSite({ DATA_DIR: freshFolder() });
  eva = site.visitor();
});
afterAll(() => site.close());

beforeEach(async () => {
  await sql("TRUNCATE service_images_susa, archivos_susa, servicios_susa, testimonios_susa CASCADE");
});

const FOLDER = "/uploads/susa-servicios/servicios";
const CLOUD = "https://res.cloudinary.com/estudio/image/upload";

async function addServicio(nombre = "Diseño de cejas", categoria = "cejas"): Promise<string> {
  const [added] = await sql<{ id: string }>(
    "INSERT INTO servicios_susa (nombre, precio, categoria, descripcion) VALUES ($1, 450, $2, $3) RETURNING id",
    [nombre, categoria, `Una hora para ti: ${nombre}, con calma.`],
  );
  return added?.id ?? "";
}

/** Adds an image to a service: a stored file when it has a width, otherwise an external URL. */
async function addImagen(servicio: string, url: string, { width = 0, avif = false, order = 0 } = {}): Promise<string> {
  const [archivo] = width
    ? await sql<{ id: string }>(
        `INSERT INTO archivos_susa (nombre, url, width, height, has_avif)
         VALUES (regexp_replace($1, '^.*/|\\.webp$', '', 'g'), $1, $2, $3, $4) RETURNING id`,
        [url, width, width * 1.5, avif],
      )
    : [];
  const [added] = await sql<{ id: string }>(
    `INSERT INTO service_images_susa (servicio_id, image_url, archivo_id, display_order, is_featured, alt_text)
     VALUES ($1, $2, $3, $4, $5, 'Ceja de perfil') RETURNING id`,
    [servicio, url, archivo?.id ?? null, order, order === 0],
  );
  return added?.id ?? "";
}

const attributes = (element: Element | null | undefined) =>
  Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));
const first = (page: Page, selector: string) => attributes(page.document.querySelector(selector));
const meta = (page: Page, property: string) => first(page, `meta[property="${property}"]`).content;

describe("a picture on the local disk", () => {
  test("is offered in every width that exists, with its own size", async () => {
    const id = await addServicio();
    await addImagen(id, `${FOLDER}/1763712000000-0.webp`, { width: 1000 });
    const page = await eva.get(`/servicio/${id}`);
    expect(first(page, ".shown img")).toEqual({
      src: `${FOLDER}/1763712000000-0.webp`,
      srcset: ["-400.webp 400w", "-800.webp 800w", ".webp 1000w"].map((end) => `${FOLDER}/1763712000000-0${end}`).join(", "),
      sizes: "(width >= 48rem) min(45.5vw, 36.6rem), calc(100vw - 2.5rem)",
      alt: "Ceja de perfil",
      width: "1000",
      height: "1500",
      fetchpriority: "high",
    });
    expect(page.all("picture, source")).toEqual([]);
  });

  test("is offered as AVIF on the first request after the encoding", async () => {
    const id = await addServicio();
    await addImagen(id, `${FOLDER}/7-0.webp`, { width: 1600 });
    for (const path of ["/", "/gallery", `/servicio/${id}`]) expect((await eva.get(path)).all("source"), path).toEqual([]);
    await sql("UPDATE archivos_susa SET has_avif = true");
    for (const path of ["/", "/gallery", `/servicio/${id}`]) {
      const page = await eva.get(path);
      const [source] = page.all("picture > source:first-child");
      const image = source?.nextElementSibling;
      expect(source?.getAttribute("type"), path).toBe("image/avif");
      expect(source?.getAttribute("srcset"), path).toBe(image?.getAttribute("srcset")?.replaceAll(".webp", ".avif"));
      expect(source?.getAttribute("sizes"), path).toBe(image?.getAttribute("sizes"));
    }
  });

  test("is small in small frames, and loads lazily outside the first view", async () => {
    const id = await addServicio();
    for (let order = 0; order < 4; order++) await addImagen(id, `${FOLDER}/8-${order}.webp`, { width: 1600, order });
    const card = first(await eva.get("/"), ".service img");
    expect(card).toMatchObject({ srcset: `${FOLDER}/8-0-400.webp 400w`, width: "1600", height: "2400", loading: "lazy" });
    const detail = await eva.get(`/servicio/${id}`);
    expect(first(detail, ".shown img").loading).toBeUndefined();
    for (const thumb of detail.all(".thumbs img").map(attributes)) {
      expect(thumb).toMatchObject({ loading: "lazy", sizes: "(width >= 48rem) min(10.7vw, 8.6rem), calc(25vw - 1.2rem)" });
      expect(thumb.srcset).toMatch(/-400\.webp 400w$/);
    }
    const works = (await eva.get("/gallery")).all(".works img").map(attributes);
    expect(works.map(({ loading }) => loading)).toEqual([...Array(3).fill(undefined), ...Array(9).fill("lazy")]);
    for (const { width, height } of works) expect(Number(width) / Number(height)).toBeCloseTo(width === "1600" ? 2 / 3 : 4 / 5);
  });

  test("smaller than all widths is offered in its original size", async () => {
    const id = await addServicio();
    await addImagen(id, `${FOLDER}/9-0.webp`, { width: 300 });
    expect(first(await eva.get("/"), ".service img").srcset).toBe(`${FOLDER}/9-0.webp 300w`);
  });
});

test("a picture at Cloudinary is offered in every width, in the best format for the browser", async () => {
  const id = await addServicio();
  await addImagen(id, `${CLOUD}/v1/susa-servicios/servicios/5-0.webp`, { width: 1200 });
  const page = await eva.get(`/servicio/${id}`);
  expect(first(page, ".shown img").srcset).toBe(
    [400, 800, 1200]
      .map((width) => `${CLOUD}/c_limit,f_auto,q_auto,w_${width}/v1/susa-servicios/servicios/5-0.webp ${width}w`)
      .join(", "),
  );
  expect(first(page, ".shown img")).toMatchObject({ referrerpolicy: "no-referrer", width: "1200", height: "1800" });
  expect(page.all("source")).toEqual([]);
});

test("an external picture is offered in one size, without a referrer", async () => {
  const id = await addServicio();
  await addImagen(id, "https://otro.ejemplo/image/upload/a.jpg");
  const page = await eva.get(`/servicio/${id}`);
  expect(first(page, ".shown img")).toEqual({
    src: "https://otro.ejemplo/image/upload/a.jpg",
    alt: "Ceja de perfil",
    width: "800",
    height: "1000",
    fetchpriority: "high",
    referrerpolicy: "no-referrer",
  });
});

describe("a shared link", () => {
  test("shows the featured picture of its service, whichever is selected", async () => {
    const id = await addServicio();
    await addImagen(id, `${FOLDER}/4-0.webp`, { width: 1600 });
    const other = await addImagen(id, `${FOLDER}/4-1.webp`, { width: 900, order: 1 });
    const page = await eva.get(`/servicio/${id}?imagen=${other}`);
    expect(first(page, ".shown img").src).toBe(`${FOLDER}/4-1.webp`);
    expect(meta(page, "og:image")).toBe(`${process.env.PUBLIC_URL}${FOLDER}/4-0.webp`);
    expect([meta(page, "og:image:width"), meta(page, "og:image:height")]).toEqual(["1600", "2400"]);
  });

  test("shows an external picture without its size, and the studio's picture if the service has only a drawing", async () => {
    const pasted = await addServicio();
    await addImagen(pasted, "https://otro.ejemplo/a.jpg");
    const page = await eva.get(`/servicio/${pasted}`);
    expect([meta(page, "og:image"), meta(page, "og:image:width")]).toEqual(["https://otro.ejemplo/a.jpg", undefined]);
    const drawn = await addServicio("Microblading");
    await addImagen(drawn, "/art/obras/microblading.svg");
    expect(meta(await eva.get(`/servicio/${drawn}`), "og:image")).toBe(`${process.env.PUBLIC_URL}/art/og.png`);
  });
});

test("a picture of two services appears once in the gallery and once for each service", async () => {
  const [one, two] = [await addServicio("Microblading"), await addServicio("Retoque")];
  await addImagen(one, `${FOLDER}/3-0.webp`, { width: 1600 });
  await sql(
    `INSERT INTO service_images_susa (servicio_id, image_url, archivo_id, alt_text)
     SELECT $1, image_url, archivo_id, alt_text FROM service_images_susa`,
    [two],
  );
  const shown = async (path: string) => (await eva.get(path)).all(`.works img[src="${FOLDER}/3-0.webp"]`).length;
  expect([
    await shown("/gallery"),
    await shown("/gallery?servicio=microblading"),
    await shown("/gallery?servicio=retoque"),
  ]).toEqual([1, 1, 1]);
});

test("a home page full of uploaded pictures stays under 14 KB on the wire", async () => {
  const categorias = ["cejas", "pestañas", "manicura", "pedicura", "faciales", "limpieza", "masajes", "depilación"];
  for (let n = 0; n < 32; n++) {
    const id = await addServicio(`${categorias[n % 8]} ${n}`, categorias[n % 8]);
    await addImagen(id, `${FOLDER}/${1763712000000 + n * 7_654_321}-${n % 5}.webp`, { width: 1600, avif: true });
  }
  await sql(
    "INSERT INTO testimonios_susa (nombre, testimonio, rating) SELECT 'Clienta ' || n, md5(n::text), 5 FROM generate_series(1, 12) n",
  );
  const page = await eva.get("/");
  expect(page.all(".service source[type='image/avif']").length).toBe(32);
  expect(brotliCompressSync(page.html).length).toBeLessThan(14 * 1024);
});

test("an uploaded picture is shown at once, and its AVIF versions as soon as they are encoded", async () => {
  const ana = await site.staff();
  const servicio_id = await addServicio();
  const form = (await ana.get("/admin/galeria/nueva")).values();
  const content = await photograph();
  expect((await ana.upload("/admin/galeria/nueva", { ...form, servicio_id }, [{ filename: "a.jpg", content }])).status).toBe(303);
  const path = `/servicio/${servicio_id}`;
  expect(first(await eva.get(path), ".shown img").srcset).toContain("-400.webp 400w");
  await eventually(async () => (await sql("SELECT 1 FROM archivos_susa WHERE has_avif")).length === 1);
  const { srcset = "", type } = first(await eva.get(path), ".shown source");
  expect(type).toBe("image/avif");
  for (const [url = ""] of srcset.split(", ").map((offer) => offer.split(" "))) {
    const served = await eva.send(url);
    expect([served.status, served.headers["content-type"]]).toEqual([200, "image/avif"]);
  }
});
