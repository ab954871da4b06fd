import { describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createServicio } from "../../../support/factories";
import { filesIn } from "../../../support/pictures";
import { sql } from "../../../support/test-database";
import { ana, dataDir, expectFilesMatchRows, flash, photo, rows, site } from "./gallery";

// Pictures of several services, uploaded at once: their files' names propose the services, and one page asks for the others.

const VARIAS = "/admin/galeria/varias";
const PLACE = "/admin/galeria/por-acomodar";
const eva = site.visitor();

async function uploadMany(names: string[], content = photo): Promise<Page> {
  const files = names.map((filename) => ({ filename, content }));
  return ana.upload(VARIAS, (await ana.get(VARIAS)).values("form#varias"), files);
}

const createTwo = async () => [
  await createServicio({ nombre: "Manicura spa", categoria: "manicura" }),
  await createServicio({ nombre: "Lifting de pestañas", categoria: "pestañas" }),
];

/** The field of the image whose file has this name. */
function fieldOf(page: Page, name: string, field = "servicio_id"): string {
  const item = page.all("form#acomodar li").find((one) => one.querySelector("p")?.textContent === name);
  return item?.querySelector(`[name$="${field}"]`)?.getAttribute("name") ?? "";
}

const placed = () =>
  sql<{ nombre: string | null; archivo_nombre: string | null; alt_text: string | null; display_order: number }>(
    `SELECT s.nombre, archivo_nombre, alt_text, display_order FROM service_images_susa i LEFT JOIN servicios_susa s ON s.id = servicio_id
     ORDER BY s.nombre NULLS LAST, display_order`,
  );

describe("pictures of several services", () => {
  test("wait with the services that their names propose, seen by nobody, and are each put where she says in one press", async () => {
    const [spa = "", lifting = ""] = await createTwo();
    const saved = await uploadMany(["Manicura spa (2).png", "IMG_2034.JPG", "lifting pestañas.jpg", "manicura-spa.jpg"]);
    expect([saved.status, saved.location]).toEqual([303, PLACE]);
    expect((await rows()).map(({ servicio_id }) => servicio_id)).toEqual([null, null, null, null]);
    expect((await eva.get("/gallery")).html).not.toContain("/uploads/");
    const page = await ana.get(PLACE);
    expect(page.flash).toBe("Imágenes subidasSe han subido 4 imágenes correctamente.");
    expect(page.texts("form#acomodar h2")).toEqual(["1 foto por elegir", "3 fotos con servicio"]);
    const values = page.values("form#acomodar");
    expect(["Manicura spa (2).png", "IMG_2034.JPG", "lifting pestañas.jpg"].map((name) => values[fieldOf(page, name)])).toEqual([
      spa,
      "",
      lifting,
    ]);
    expect(page.all("form#acomodar img")).toHaveLength(4);

    const done = await page.submit({ [fieldOf(page, "IMG_2034.JPG")]: spa }, "form#acomodar");
    expect([done.status, done.location]).toEqual([303, "/admin/galeria"]);
    expect(await flash()).toBe("Fotos guardadas4 fotos ya están en su servicio.");
    expect((await placed()).map(({ nombre, archivo_nombre, display_order }) => [nombre, archivo_nombre, display_order])).toEqual([
      ["Lifting de pestañas", null, 0],
      ["Manicura spa", null, 0],
      ["Manicura spa", null, 1],
      ["Manicura spa", null, 2],
    ]);
    const alts = (await eva.get("/gallery?servicio=manicura-spa")).all(".works img").map((image) => image.getAttribute("alt"));
    expect(alts).toEqual([1, 2, 3].map((n) => `Manicura spa, ${n} de 3`));
    await expectFilesMatchRows();
  });

  test("left open stay where they are, with what was typed, and the list of the gallery leads to them", async () => {
    const [spa = ""] = await createTwo();
    await uploadMany(["manicura spa.jpg", "IMG_1.jpg", "IMG_2.jpg"]);
    const page = await ana.get(PLACE);
    const half = await page.submit({ [fieldOf(page, "IMG_1.jpg", "alt_text")]: "Uñas rojas" }, "form#acomodar");
    expect([half.status, half.location]).toEqual([303, PLACE]);
    const again = await ana.get(PLACE);
    expect(again.flash).toBe("Fotos guardadas1 foto ya está en su servicio. Faltan 2, que te esperan aquí.");
    expect(again.values("form#acomodar")[fieldOf(again, "IMG_1.jpg", "alt_text")]).toBe("Uñas rojas");
    const list = await ana.get("/admin/galeria");
    expect(list.text(`main a[href="${PLACE}"]`)).toBe("2 fotos esperan su servicio: elígelo");
    expect(list.texts(".picture-card h2").filter((name) => name === "Sin servicio todavía")).toHaveLength(2);
    const last = await again.submit({ [fieldOf(again, "IMG_1.jpg")]: spa, [fieldOf(again, "IMG_2.jpg")]: spa }, "form#acomodar");
    expect(last.location).toBe("/admin/galeria");
    expect((await placed()).map(({ alt_text, display_order }) => [alt_text, display_order])).toEqual([
      [null, 0],
      ["Uñas rojas", 1],
      [null, 2],
    ]);
    expect((await ana.get("/admin/galeria")).all(`main a[href="${PLACE}"]`)).toEqual([]);
    expect((await ana.get(PLACE)).text("main")).toContain("Ninguna foto espera su servicio");
  });

  test("as a first step lead back to the first steps", async () => {
    const [spa = ""] = await createTwo();
    const DE = "?de=/admin";
    expect((await ana.get(`/admin/galeria${DE}`)).hrefs("main a")).toEqual(
      expect.arrayContaining(["/admin", `/admin/galeria/varias${DE}`]),
    );
    const form = await ana.get(VARIAS + DE);
    const saved = await ana.upload(VARIAS + DE, form.values("form#varias"), [{ filename: "IMG_1.jpg", content: photo }]);
    expect(saved.location).toBe(`${PLACE}?de=%2Fadmin`);
    const page = await ana.get(PLACE + DE);
    const done = await page.submit({ [fieldOf(page, "IMG_1.jpg")]: spa }, "form#acomodar");
    expect(done.location).toBe("/admin");
    expect((await ana.get("/admin/configuracion/seguridad")).hrefs("main a")).toContain("/admin/configuracion");
    expect((await ana.get(`/admin/configuracion/seguridad${DE}`)).hrefs("main a")).not.toContain("/admin/configuracion");
  });

  test("come after those that the service has", async () => {
    const [spa = ""] = await createTwo();
    await sql("INSERT INTO service_images_susa (servicio_id, image_url, display_order) VALUES ($1, '/art/x.svg', 7)", [spa]);
    await uploadMany(["manicura spa.jpg"]);
    await (await ana.get(PLACE)).submit({}, "form#acomodar");
    expect((await placed()).map(({ display_order }) => display_order)).toEqual([7, 8]);
  });
});

describe("the page that asks", () => {
  test("tells of a photograph that somebody else edited, placed or marked meanwhile, and overwrites nothing unsaid", async () => {
    const [spa = "", lifting = ""] = await createTwo();
    await sql("INSERT INTO service_images_susa (servicio_id, image_url, is_featured) VALUES ($1, '/art/x.svg', true)", [spa]);
    await uploadMany(["IMG_1.jpg", "IMG_2.jpg"]);
    const page = await ana.get(PLACE);
    const [one, two] = [fieldOf(page, "IMG_1.jpg"), fieldOf(page, "IMG_2.jpg")];
    const idOf = (field: string) => page.values("form#acomodar")[field.replace("servicio_id", "id")];
    const editor = await ana.get(`/admin/galeria/${idOf(one)}`);
    expect((await editor.submit({ alt_text: "Uñas rojas", is_featured: "on" })).status).toBe(303);
    const refused = await page.submit({ [one]: spa, [two]: lifting }, "form#acomodar");
    expect([refused.status, refused.alert]).toEqual([409, expect.stringContaining("Alguien más cambió este registro")]);
    expect(refused.values("form#acomodar")[fieldOf(refused, "IMG_2.jpg")]).toBe(lifting);
    expect((await placed()).filter(({ nombre }) => nombre === null).map(({ alt_text }) => alt_text)).toContain("Uñas rojas");

    const again = await ana.get(PLACE);
    await again.submit({ [fieldOf(again, "IMG_1.jpg")]: spa }, "form#acomodar");
    const late = await refused.submit({}, "form#acomodar");
    expect(late.status).toBe(303);
    expect(await flash()).toBe("Fotos guardadas1 foto ya está en su servicio. Otra ya la había puesto alguien en su servicio.");
    expect(await sql("SELECT image_url FROM service_images_susa WHERE is_featured")).toEqual([{ image_url: "/art/x.svg" }]);
  });

  test("wants at least one answer", async () => {
    await uploadMany(["IMG_1.jpg"]);
    const answer = await (await ana.get(PLACE)).submit({}, "form#acomodar");
    expect([answer.status, answer.alert]).toEqual([400, "Revisa antes de guardarElige el servicio de al menos una foto."]);
  });

  test("gives everything back when a service is no longer active, with a message at its photograph", async () => {
    const [spa = "", lifting = ""] = await createTwo();
    await uploadMany(["manicura spa.jpg", "IMG_1.jpg"]);
    const page = await ana.get(PLACE);
    const [known, open] = [fieldOf(page, "manicura spa.jpg"), fieldOf(page, "IMG_1.jpg")];
    await sql("UPDATE servicios_susa SET activo = false WHERE id = $1", [spa]);
    const answer = await page.submit({ [open]: lifting, [fieldOf(page, "IMG_1.jpg", "alt_text")]: "Largas" }, "form#acomodar");
    expect(answer.status).toBe(400);
    expect(answer.texts('[role="alert"] a')).toEqual(["Selecciona un servicio de la lista."]);
    const target = answer.document.getElementById(answer.href('[role="alert"] a').slice(1));
    expect(target?.getAttribute("name")).toBe(known);
    expect(answer.values("form#acomodar")).toMatchObject({ [open]: lifting, [known]: spa });
    expect(answer.values("form#acomodar")[fieldOf(page, "IMG_1.jpg", "alt_text")]).toBe("Largas");
    expect((await rows()).every(({ servicio_id }) => servicio_id === null)).toBe(true);
  });

  test.each([
    ["a service that is no id", "servicio_id", "x", "Selecciona un servicio de la lista."],
    ["a text that is too long", "alt_text", "x".repeat(301), "Escribe 300 caracteres o menos."],
  ])("refuses %s", async (_, field, value, sentence) => {
    await createTwo();
    await uploadMany(["manicura spa.jpg"]);
    const page = await ana.get(PLACE);
    const answer = await page.submit({ [fieldOf(page, "manicura spa.jpg", field)]: value }, "form#acomodar");
    expect([answer.status, answer.texts('[role="alert"] a')]).toEqual([400, [sentence]]);
  });

  test("writes once when it is sent three times at once, and leaves alone what somebody else has put in its place", async () => {
    const [spa = "", lifting = ""] = await createTwo();
    await uploadMany(["manicura spa.jpg", "lifting.jpg"]);
    const page = await ana.get(PLACE);
    const other = await ana.get(PLACE);
    await other.submit({ [fieldOf(other, "lifting.jpg")]: spa }, "form#acomodar");
    const before = await placed();
    expect(await page.submitThrice({ [fieldOf(page, "lifting.jpg")]: lifting }, "form#acomodar")).toEqual(["303 /admin/galeria"]);
    expect(await placed()).toEqual(before);
    expect(await flash()).toBe("Fotos guardadasYa estaban en su servicio.");
  });

  test("takes no photograph that has a service, whatever is sent", async () => {
    const [spa = "", lifting = ""] = await createTwo();
    await uploadMany(["manicura spa.jpg"]);
    const page = await ana.get(PLACE);
    await page.submit({}, "form#acomodar");
    const [row] = await rows();
    const forged = {
      "fotos[0].id": row?.id ?? "",
      "fotos[0].servicio_id": lifting,
      token: (await ana.get(PLACE)).values("form").token ?? "",
    };
    await ana.post(PLACE, forged);
    expect((await rows())[0]?.servicio_id).toBe(spa);
  });
});

describe("an upload of several", () => {
  test("without a file asks for one, and names the refused ones while the others wait", async () => {
    expect((await uploadMany([])).alert).toContain("Elige al menos una foto.");
    const values = (await ana.get(VARIAS)).values("form#varias");
    const bad = { filename: "notas.txt", content: Buffer.from("hola") };
    const saved = await ana.upload(VARIAS, values, [{ filename: "IMG_1.jpg", content: photo }, bad]);
    expect(saved.location).toBe(PLACE);
    expect((await ana.get(PLACE)).alert).toContain("No se subieron: notas.txt: no es una foto");
    expect(await rows()).toHaveLength(1);
    const none = await ana.upload(VARIAS, (await ana.get(VARIAS)).values("form#varias"), [bad]);
    expect([none.status, none.alert.slice(0, 20)]).toEqual([400, "Archivos no válidosS"]);
  });

  test("makes them once when it is sent three times at once", async () => {
    const values = (await ana.get(VARIAS)).values("form#varias");
    const files = ["a.jpg", "b.jpg"].map((filename) => ({ filename, content: photo }));
    const answers = await Promise.all([1, 2, 3].map(() => ana.upload(VARIAS, values, files)));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set([`303 ${PLACE}`]));
    expect(await rows()).toHaveLength(2);
    await expectFilesMatchRows();
    expect(filesIn(dataDir).temporary).toEqual([]);
  });
});

describe("an image that waits", () => {
  test("is edited and deleted like any other, and comes back from the trash to wait", async () => {
    const [spa = ""] = await createTwo();
    await uploadMany(["IMG_1.jpg", "IMG_2.jpg"]);
    const [one, two] = await rows();
    const editor = await ana.get(`/admin/galeria/${one?.id}`);
    expect(editor.text("select[name=servicio_id] option")).toBe("Sin servicio todavía");
    expect((await editor.submit({ servicio_id: spa })).status).toBe(303);
    const question = await ana.get(`/admin/galeria/${two?.id}/eliminar`);
    expect(question.text("main")).toContain("Es IMG_2.jpg, que espera su servicio.");
    await question.submit({}, "form[action*=eliminar]");
    const trash = await ana.get("/admin/configuracion/papelera");
    expect(trash.text("main")).toContain("Sin servicio todavía");
    const [copy] = await sql<{ id: string }>("SELECT id FROM papelera_susa WHERE registro_id = $1", [two?.id]);
    await (await ana.get("/admin/configuracion/papelera")).submit({}, `form[action*="${copy?.id}"]`);
    expect((await placed()).map(({ nombre, archivo_nombre }) => [nombre, archivo_nombre])).toEqual([
      ["Manicura spa", null],
      [null, "IMG_2.jpg"],
    ]);
  });
});
