import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page } from "../support/browser";
import { CloudinaryStandIn, type Mode } from "../support/cloudinary";
import { createServicio } from "../support/factories";
import { filesIn, photograph } from "../support/pictures";
import { freshFolder } from "../support/process";
import { sql } from "../support/test-database";

const NUEVA = "/admin/galeria/nueva";
// Retry-After: later than an upload waits.
const AWAY: Mode = { status: 503, message: "Service Unavailable", retryAfter: "3600" };

const cloudinary = new CloudinaryStandIn();
const dataDir = freshFolder();
const temporary = join(dataDir, "uploads/.tmp");
await cloudinary.start();
const site = await startSiteForFile({ DATA_DIR: dataDir, CLOUDINARY_URL: cloudinary.url });
afterAll(() => cloudinary.stop());
const ana = await site.staff();
const photo = await photograph(480, 400);
const servicio_id = await createServicio();

beforeEach(async () => {
  for (const table of ["service_images_susa", "archivos_susa"]) await sql(`DELETE FROM ${table}`);
  rmSync(temporary, { recursive: true, force: true });
  cloudinary.mode = "ok";
  cloudinary.failing = /./;
  cloudinary.assets.clear();
  cloudinary.uploads.length = 0;
  cloudinary.times.length = 0;
});
afterEach(() => vi.mocked(console.error).mockClear());

/** Sends photographs a.jpg, b.jpg, c.jpg… and gives the form that comes back. */
async function send(count: number, changes: Record<string, string> = {}): Promise<Page> {
  const files = Array.from({ length: count }, (_, n) => ({ filename: `${"abcdefghijkl"[n]}.jpg`, content: photo }));
  return ana.upload(NUEVA, { ...(await ana.get(NUEVA)).values(), servicio_id, ...changes }, files);
}

/** Presses the button of a form that came back: browsers send an empty part for a field without files. */
const press = (page: Page, changes: Record<string, string> = {}, who = ana) =>
  who.upload(NUEVA, { ...page.values(), ...changes }, [{ filename: "", content: Buffer.alloc(0) }]);

const button = (page: Page) => page.text("dialog form [data-submit]");
const rows = () =>
  sql<{ alt_text: string; display_order: number; is_featured: boolean }>(
    "SELECT alt_text, display_order, is_featured FROM service_images_susa ORDER BY display_order",
  );

/** Sends three photographs of which Cloudinary never takes the third. */
async function sendThree(changes: Record<string, string> = {}): Promise<Page> {
  cloudinary.mode = AWAY;
  cloudinary.failing = /-2$/;
  const page = await send(3, changes);
  cloudinary.mode = "ok";
  return page;
}

describe("a batch whose third photograph cannot be stored", () => {
  test("saves the other two, names the third, and takes it later without choosing it again", async () => {
    const page = await sendThree({ alt_text: "Cejas", display_order: "4", is_featured: "on" });
    expect(page.status).toBe(503);
    expect(page.text('[role="alert"] p')).toBe("Error");
    expect(page.texts('[role="alert"] li')).toEqual([
      "Falta subir: c.jpg. No se pudo llegar al servicio de imágenes. Espera un momento y vuelve a intentarlo.",
      "Se han subido 2 imágenes correctamente.",
    ]);
    expect(button(page)).toBe("Intentar otra vez con la que falta");
    expect(page.text("dialog")).toContain("siguen aquí");
    expect(page.text("dialog")).not.toMatch(/otra vez: el navegador|cloudinary|servidor/i);
    const { is_featured, ...values } = page.values();
    expect([is_featured, values]).toEqual([undefined, expect.objectContaining({ alt_text: "Cejas", display_order: "6" })]);
    expect(await rows()).toHaveLength(2);

    const done = await press(page);
    expect([done.status, done.location]).toEqual([303, `/admin/galeria?servicio=${servicio_id}`]);
    expect((await ana.get("/admin/galeria")).flash).toBe("Imágenes subidasSe ha subido 1 imagen correctamente.");
    expect(await rows()).toEqual([
      { alt_text: "Cejas", display_order: 4, is_featured: true },
      { alt_text: "Cejas", display_order: 5, is_featured: false },
      { alt_text: "Cejas", display_order: 6, is_featured: false },
    ]);
    expect([cloudinary.assets.size, filesIn(dataDir).temporary]).toEqual([3, []]);
  });

  test("sent again as it was gives the same form and saves nothing more", async () => {
    cloudinary.mode = AWAY;
    cloudinary.failing = /-2$/;
    const values = { ...(await ana.get(NUEVA)).values(), servicio_id };
    const files = ["a.jpg", "b.jpg", "c.jpg"].map((filename) => ({ filename, content: photo }));
    const [first, second] = [await ana.upload(NUEVA, values, files), await ana.upload(NUEVA, values, files)];
    expect([second.status, second.alert, second.values().faltan]).toEqual([503, first.alert, first.values().faltan]);
    expect([(await rows()).length, cloudinary.assets.size, filesIn(dataDir).temporary.length]).toEqual([2, 2, 1]);
  });

  test("writes once when it is sent again three times at once, and once more later", async () => {
    const page = await sendThree();
    const answers = await Promise.all([press(page), press(page), press(page)]);
    answers.push(await press(page));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set([`303 /admin/galeria?servicio=${servicio_id}`]),
    );
    expect([(await rows()).length, cloudinary.assets.size, filesIn(dataDir).temporary]).toEqual([3, 3, []]);
  });

  test("can be chosen again, or others in its place", async () => {
    const page = await sendThree();
    await ana.upload(NUEVA, page.values(), [{ filename: "otra.jpg", content: photo }]);
    expect([(await rows()).length, filesIn(dataDir).temporary]).toEqual([3, []]);
  });
});

describe("photographs of which none could be stored", () => {
  test("wait while Cloudinary is away, with what was typed, and are then stored without choosing them again", async () => {
    cloudinary.mode = AWAY;
    const first = await send(3, { alt_text: "Cejas", is_featured: "on" });
    const second = await press(first, { alt_text: "Cejas de Ana" });
    for (const page of [first, second]) {
      expect([page.status, button(page)]).toEqual([503, "Intentar otra vez con las que faltan (3)"]);
      expect(page.values()).toMatchObject({ servicio_id, is_featured: "on", display_order: "0" });
    }
    expect(second.values().alt_text).toBe("Cejas de Ana");
    expect([await rows(), filesIn(dataDir).temporary.length]).toEqual([[], 1]);
    cloudinary.mode = "ok";
    expect((await press(second)).status).toBe(303);
    expect((await rows()).map(({ is_featured }) => is_featured)).toEqual([true, false, false]);
    expect(filesIn(dataDir).temporary).toEqual([]);
  });

  test("stay where they are when the form has another error", async () => {
    cloudinary.mode = AWAY;
    const page = await send(2);
    cloudinary.mode = "ok";
    const wrong = await press(page, { display_order: "-1" });
    expect([wrong.status, button(wrong)]).toEqual([400, "Intentar otra vez con las que faltan (2)"]);
    expect((await press(wrong, { display_order: "1" })).status).toBe(303);
  });

  test("are not tried one after the other", async () => {
    cloudinary.mode = AWAY;
    await send(12);
    expect(cloudinary.times.length).toBeLessThanOrEqual(2);
  });

  test("are answered within 20 seconds when Cloudinary never answers", { tags: ["slow"] }, async () => {
    cloudinary.mode = "silent";
    const start = Date.now();
    const page = await send(12);
    const took = Date.now() - start;
    expect([page.status, button(page)]).toEqual([503, "Intentar otra vez con las que faltan (12)"]);
    expect(took).toBeGreaterThan(10_000);
    expect(took).toBeLessThan(20_000);
    expect(cloudinary.times.length).toBeLessThanOrEqual(2);
  });
});

describe("photographs that are no longer kept", () => {
  const expectRefused = (page: Page) => {
    expect(page.status).toBe(400);
    expect(page.alert).toContain("Las fotos que faltaban ya no están aquí. Elígelas otra vez.");
    expect([button(page), page.values().faltan]).toEqual(["Crear Imagen", ""]);
  };

  test("must be chosen again, and what was typed stays", async () => {
    const page = await sendThree({ alt_text: "Cejas" });
    rmSync(temporary, { recursive: true });
    const answer = await press(page);
    expectRefused(answer);
    expect(answer.values()).toMatchObject({ servicio_id, alt_text: "Cejas" });
    expect((await ana.upload(NUEVA, answer.values(), [{ filename: "c.jpg", content: photo }])).status).toBe(303);
    expect(await rows()).toHaveLength(3);
  });

  test("are deleted by the next upload after half an hour", async () => {
    const page = await sendThree();
    const [name = ""] = filesIn(dataDir).temporary;
    const setAge = (minutes: number) => utimesSync(join(temporary, name), new Date(), Date.now() / 1000 - minutes * 60);
    setAge(29);
    await send(1);
    expect(filesIn(dataDir).temporary).toEqual([name]);
    setAge(31);
    await send(1);
    expect(filesIn(dataDir).temporary).toEqual([]);
    expectRefused(await press(page));
  });

  test("are not found by another account", async () => {
    const page = await sendThree();
    const bea = await site.staff();
    await sql("UPDATE cuentas_susa SET estado = 'activa', rol = 'propietaria' WHERE estado <> 'activa'");
    const { faltan = "" } = page.values();
    expectRefused(await press(await bea.get(NUEVA), { servicio_id, faltan }, bea));
    expect(await rows()).toHaveLength(2);
    expect((await press(page)).status).toBe(303);
  });

  test.each(["1-../../..", "x", "1-00000000-0000-4000-8000-000000000000/.."])("nor under the forged id %j", async (faltan) => {
    const page = await ana.get(NUEVA);
    expectRefused(await press(page, { servicio_id, faltan }));
    expect(await rows()).toEqual([]);
  });
});
