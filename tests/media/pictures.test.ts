import { brotliCompressSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page } from "../support/browser";
import { createDemoConfiguracion, createImagen, createServicio, insertRow } from "../support/factories";
import { photograph } from "../support/pictures";
import { freshFolder } from "../support/process";
import { emptyTables, sql } from "../support/test-database";

const site = await startSiteForFile({ DATA_DIR: freshFolder() });
const eva = site.visitor();
await createDemoConfiguracion();

beforeEach(async () => {
  await emptyTables("service_images_susa", "archivos_susa", "servicios_susa", "testimonios_susa");
});

const FOLDER = "/uploads/susa-servicios/servicios";
const CLOUD = "https://res.cloudinary.com/estudio/image/upload";

/** Adds an image to a service: a stored file when it has a width, otherwise an external URL. */
async function addImagen(servicio: string, url: string, { width = 0, order = 0 } = {}): Promise<string> {
  const nombre = url.replace(/^.*\/|\.webp$/g, "");
  const archivo_id = width ? await insertRow("archivos_susa", { nombre, url, width, height: width * 1.5 }) : null;
  const columns = { archivo_id, display_order: order, is_featured: order === 0, alt_text: "Ceja de perfil" };
  return createImagen(servicio, url, columns);
}

const attributes = (element: Element | null | undefined) =>
  Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));
const first = (page: Page, selector: string) => attributes(page.document.querySelector(selector));
const meta = (page: Page, property: string) => first(page, `meta[property="${property}"]`).content;

describe("a picture on the local disk", () => {
  test("is offered in every width that exists, with its own size", async () => {
    const id = await createServicio();
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

  test("is small in small frames, and loads lazily outside the first view", async () => {
    const id = await createServicio();
    for (let order = 0; order < 4; order++) await addImagen(id, `${FOLDER}/8-${order}.webp`, { width: 1600, order });
    const card = first(await eva.get("/"), ".service img");
    expect(card).toMatchObject({ srcset: `${FOLDER}/8-0-400.webp 400w`, width: "1600", height: "2400", loading: "lazy" });
    const detail = await eva.get(`/servicio/${id}`);
    expect(first(detail, ".shown img").loading).toBeUndefined();
    const thumbs = detail.all(".thumbs img").map(attributes);
    expect(thumbs.length).toBe(4);
    for (const thumb of thumbs) {
      expect(thumb).toMatchObject({ loading: "lazy", sizes: "(width >= 48rem) min(10.7vw, 8.6rem), calc(25vw - 1.2rem)" });
      expect(thumb.srcset).toMatch(/-400\.webp 400w$/);
    }
    const works = (await eva.get("/gallery")).all(".works img").map(attributes);
    expect(works.map(({ loading }) => loading)).toEqual([...Array(2).fill(undefined), ...Array(10).fill("lazy")]);
    for (const { width, height } of works) expect(Number(width) / Number(height)).toBeCloseTo(width === "1600" ? 2 / 3 : 4 / 5);
  });

  test("smaller than all widths is offered in its original size", async () => {
    const id = await createServicio();
    await addImagen(id, `${FOLDER}/9-0.webp`, { width: 300 });
    expect(first(await eva.get("/"), ".service img").srcset).toBe(`${FOLDER}/9-0.webp 300w`);
  });
});

test("a picture at Cloudinary is offered in every width, in the best format for the browser", async () => {
  const id = await createServicio();
  await addImagen(id, `${CLOUD}/v1/susa-servicios/servicios/5-0.webp`, { width: 1200 });
  const page = await eva.get(`/servicio/${id}`);
  expect(first(page, ".shown img").srcset).toBe(
    [400, 800, 1200]
      .map((width) => `${CLOUD}/c_limit,f_auto,q_auto,w_${width}/v1/susa-servicios/servicios/5-0.webp ${width}w`)
      .join(", "),
  );
  expect(first(page, ".shown img")).toMatchObject({ referrerpolicy: "no-referrer", width: "1200", height: "1800" });
});

test("an external picture is offered in one size, without a referrer", async () => {
  const id = await createServicio();
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
    const id = await createServicio();
    await addImagen(id, `${FOLDER}/4-0.webp`, { width: 1600 });
    const other = await addImagen(id, `${FOLDER}/4-1.webp`, { width: 900, order: 1 });
    const page = await eva.get(`/servicio/${id}?imagen=${other}`);
    expect(first(page, ".shown img").src).toBe(`${FOLDER}/4-1.webp`);
    expect(meta(page, "og:image")).toBe(`${process.env.PUBLIC_URL}${FOLDER}/4-0.webp`);
    expect([meta(page, "og:image:width"), meta(page, "og:image:height")]).toEqual(["1600", "2400"]);
  });

  test("shows an external picture without its size, and the studio's picture if the service has only a drawing", async () => {
    const pasted = await createServicio();
    await addImagen(pasted, "https://otro.ejemplo/a.jpg");
    const page = await eva.get(`/servicio/${pasted}`);
    expect([meta(page, "og:image"), meta(page, "og:image:width")]).toEqual(["https://otro.ejemplo/a.jpg", undefined]);
    const drawn = await createServicio({ nombre: "Microblading" });
    await addImagen(drawn, "/art/obras/microblading.svg");
    expect(meta(await eva.get(`/servicio/${drawn}`), "og:image")).toMatch(/^http.*\/compartir\.jpg\?v=[\w-]{10}$/);
  });
});

test("a picture of two services appears once in the gallery and once for each service", async () => {
  const [one, two] = [await createServicio({ nombre: "Microblading" }), await createServicio({ nombre: "Retoque" })];
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
  await sql(
    `INSERT INTO servicios_susa (nombre, precio, categoria, descripcion)
     SELECT categoria || ' ' || n, 450, categoria::categoria_servicio, 'Una hora para ti: ' || categoria || ' ' || n || ', con calma.'
     FROM unnest(ARRAY['cejas', 'pestañas', 'manicura', 'pedicura', 'faciales', 'limpieza', 'masajes', 'depilación']) categoria,
       generate_series(1, 4) n`,
  );
  await sql(
    `WITH servicios AS (SELECT id, row_number() OVER () AS n FROM servicios_susa),
       nombres AS (SELECT id AS servicio_id, 1763712000000 + n * 7654321 || '-' || n % 5 AS nombre FROM servicios),
       archivos AS (INSERT INTO archivos_susa (nombre, url, width, height)
         SELECT nombre, $1 || '/' || nombre || '.webp', 1600, 2400 FROM nombres RETURNING id, nombre, url)
     INSERT INTO service_images_susa (servicio_id, image_url, archivo_id, is_featured, alt_text)
     SELECT servicio_id, url, archivos.id, true, 'Ceja de perfil' FROM archivos JOIN nombres USING (nombre)`,
    [FOLDER],
  );
  await sql(
    "INSERT INTO testimonios_susa (nombre, testimonio, rating) SELECT 'Clienta ' || n, md5(n::text), 5 FROM generate_series(1, 12) n",
  );
  const page = await eva.get("/");
  expect(page.all(".service img[srcset]").length).toBe(32);
  expect(brotliCompressSync(page.html).length).toBeLessThan(14 * 1024);
});

test("an uploaded picture is shown at once, in every width", async () => {
  const ana = await site.staff();
  const servicio_id = await createServicio();
  const form = (await ana.get("/admin/galeria/nueva")).values();
  const content = await photograph(600, 500);
  expect((await ana.upload("/admin/galeria/nueva", { ...form, servicio_id }, [{ filename: "a.jpg", content }])).status).toBe(303);
  const { srcset = "" } = first(await eva.get(`/servicio/${servicio_id}`), ".shown img");
  const offered = srcset.split(", ").map((offer) => offer.split(" "));
  expect(offered.map(([, width]) => width)).toEqual(["400w", "500w"]);
  for (const [url = ""] of offered) {
    const served = await eva.send(url);
    expect([served.status, served.headers["content-type"]]).toEqual([200, "image/webp"]);
  }
});
