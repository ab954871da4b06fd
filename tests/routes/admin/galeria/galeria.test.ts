import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createServicio } from "../../../support/factories";
import { sql, sqlColumn } from "../../../support/test-database";
import { addImagen, ana, flash, IMAGE_URL, NUEVA, rows, servicio_id } from "./gallery";

describe("the list of images", () => {
  test("shows fifty per page by display order, each with service, text and badge", async () => {
    await addImagen({ display_order: 500, servicio_id: null, alt_text: "La última", is_featured: true });
    await sql(
      "INSERT INTO service_images_susa (servicio_id, image_url, alt_text, display_order) SELECT $1, '/art/x.svg', 'Imagen ' || n, n FROM generate_series(1, 60) n",
      [servicio_id],
    );
    const first = await ana.get("/admin/galeria");
    expect([first.text("h1"), first.all("main li.card").length]).toEqual(["Gestión de Galería", 50]);
    expect(first.text("main li.card")).toContain("Diseño de cejasOrden: 1Imagen 1");
    expect(first.text()).toContain("61 imágenes");
    const last = (await ana.get("/admin/galeria?pagina=2")).all("main li.card").at(-1);
    expect(last?.textContent).toContain("Servicio eliminadoOrden: 500DestacadaLa última");
    const image = last?.querySelector("img");
    expect([image?.getAttribute("alt"), image?.getAttribute("referrerpolicy")]).toEqual(["La última", "no-referrer"]);
    expect((await ana.send(`/admin/galeria?q=ultima&servicio=&pagina=9`)).location).toBe(
      "/admin/galeria?q=ultima&servicio=&pagina=1",
    );
  });

  test("searches by text and service name, regardless of accents, and filters by service", async () => {
    const otro = await createServicio({ nombre: "Uñas acrílicas", activo: false });
    await addImagen({ alt_text: "Íris de día" });
    await addImagen({ servicio_id: otro, alt_text: "Francés" });
    for (const [query, count] of [
      ["q=iris+DIA", "· 1 imagen"],
      ["q=acrilicas", "· 1 imagen"],
      ["q=%25", "· 0 imágenes"],
      [`servicio=${otro}`, "· 1 imagen"],
      [`servicio=${otro}&q=iris`, "· 0 imágenes"],
      [`servicio=${randomUUID()}&pagina=1e9`, "Nada coincide con lo que buscas"],
    ])
      expect((await ana.get(`/admin/galeria?${query}`)).text(), query).toContain(count);
    const page = await ana.get(`/admin/galeria?servicio=${otro}`);
    expect(page.values('form[role="search"]')).toEqual({ q: "", servicio: otro });
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
    expect([saved.status, saved.location]).toEqual([303, `/admin/galeria?servicio=${servicio_id}`]);
    expect(await flash()).toBe("Imagen agregada");
    const [row] = await rows();
    expect(row).toMatchObject({ image_url: "https://ejemplo.mx/una%20imagen.jpg", archivo_id: null });
    const { token, updated_at, base, ...kept } = (await ana.get(`/admin/galeria/${row?.id}`)).values();
    expect(kept).toEqual({ ...values, servicio_id, image_url: "https://ejemplo.mx/una%20imagen.jpg" });
    expect([token?.length, updated_at === ""]).toEqual([36, false]);
  });

  // tests/http/malicious-input.test.ts has more URLs.
  test.each([
    ["Selecciona un servicio y al menos una imagen.", { servicio_id: "" }],
    ["Selecciona un servicio y al menos una imagen.", { image_url: "" }],
    ["Selecciona un servicio de la lista.", { servicio_id: "no" }],
    ["Ese servicio ya no está activo.", { servicio_id: "00000000-0000-4000-8000-000000000000" }],
    ["https://", { image_url: "http://ejemplo.mx/a.jpg" }],
    ["https://", { image_url: `https://ejemplo.mx/${"ñ".repeat(400)}` }],
    ["ya no está guardada", { image_url: "/uploads/susa-servicios/servicios/1-1.webp" }],
    ["ya no está guardada", { image_url: "http://localhost:3000/uploads/susa-servicios/servicios/1-1.webp" }],
    ["2000 caracteres", { image_url: `https://ejemplo.mx/${"x".repeat(2000)}` }],
    ["300 caracteres", { alt_text: "x".repeat(301) }],
    ["no se ven", { alt_text: "con\0nulo" }],
    ["número entero", { display_order: "-1" }],
    ["número entero", { display_order: "1.5" }],
    ["número entero", { display_order: "1000001" }],
    ["casilla", { is_featured: "quizá" }],
  ])("is rejected with «%s» and every value kept (%j)", async (sentence, wrong) => {
    const page = await ana.get(NUEVA);
    const answer = await ana.upload(NUEVA, { ...page.values(), servicio_id, ...values, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.alert).toContain(sentence);
    const { token: _, ...kept } = answer.values();
    // A select cannot show an unknown option, a checkbox has no other value, and a page cannot contain NUL.
    const { servicio_id: _servicio, is_featured: _box, ...typed } = { ...values, ...wrong } as Record<string, string>;
    expect(kept).toMatchObject({ ...typed, alt_text: String(typed.alt_text).replace("\0", "\ufffd") });
    expect(answer.text("dialog")).toContain("elígelos otra vez");
    expect(await rows()).toEqual([]);
  });

  test("is rejected for a service that is no longer active", async () => {
    await sql("UPDATE servicios_susa SET activo = false");
    const answer = await ana.submit(NUEVA, { servicio_id, ...values });
    expect(answer.status).toBe(400);
    expect(answer.alert).toContain("Ese servicio ya no está activo.");
  });
});

describe("the image editor", () => {
  test("keeps the current service and URL even if the service is inactive or deleted", async () => {
    const viejo = await createServicio({ nombre: "Servicio viejo", categoria: "pestañas", activo: false });
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
    const orphan = await ana.get(`/admin/galeria/${id}`);
    expect(orphan.text("select[name=servicio_id] option[selected], select[name=servicio_id] option")).toBe("Servicio eliminado");
    expect((await orphan.submit({ display_order: "5" })).status).toBe(303);
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
    [{ image_url: "" }, "Pega el enlace"],
    [{ image_url: "ftp://ejemplo.mx/a" }, "https://"],
    [{ servicio_id: "" }, "Selecciona un servicio de la lista."],
    [{ servicio_id: "00000000-0000-4000-8000-000000000000" }, "Selecciona un servicio de la lista."],
  ])("rejects %j with every value kept", async (wrong, sentence) => {
    const id = await addImagen({ alt_text: "Antes" });
    const answer = await ana.submit(`/admin/galeria/${id}`, { alt_text: "Después", ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.alert).toContain(sentence);
    expect(answer.values()).toMatchObject({ alt_text: "Después", ...("servicio_id" in wrong ? {} : wrong) });
    expect((await rows())[0]?.alt_text).toBe("Antes");
  });

  test("shows both versions of what two people changed, and keeps what only one did", async () => {
    const otro = await createServicio({ nombre: "Manicura", categoria: "pestañas" });
    const id = await addImagen({ alt_text: "Antes" });
    const mine = await ana.get(`/admin/galeria/${id}`);
    await ana.submit(`/admin/galeria/${id}`, { servicio_id: otro, is_featured: "on" });
    const { servicio_id: _same, ...values } = mine.values();
    const tercero = await createServicio({ nombre: "Pedicura", categoria: "pedicura" });
    const conflict = await ana.post(`/admin/galeria/${id}`, { ...values, servicio_id: tercero, alt_text: "Lo mío" });
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toBe(
      "Las dos versionesServicioTu versión: Pedicura (pedicura)Lo guardado: Manicura (pestañas)",
    );
    expect(conflict.values().alt_text).toBe("Lo mío");
    expect((await conflict.submit()).status).toBe(303);
    expect((await rows())[0]).toMatchObject({ alt_text: "Lo mío", servicio_id: tercero, is_featured: true });
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

describe("the mark Destacada", () => {
  const featured = () => sqlColumn("SELECT image_url FROM service_images_susa WHERE is_featured ORDER BY image_url");
  const MOVED = "La que era la destacada de ese servicio ya no lo es.";

  test("passes from one image of a service to the next that gets it, and the message says so", async () => {
    await ana.submit(NUEVA, { servicio_id, image_url: "https://ejemplo.mx/a.jpg", is_featured: "on" });
    expect(await flash()).toBe("Imagen agregada");
    await ana.submit(NUEVA, { servicio_id, image_url: "https://ejemplo.mx/b.jpg", is_featured: "on" });
    expect(await flash()).toBe(`Imagen agregada${MOVED}`);
    expect(await featured()).toEqual(["https://ejemplo.mx/b.jpg"]);
    const [row] = (await rows()).filter(({ image_url }) => image_url === "https://ejemplo.mx/a.jpg");
    await ana.submit(`/admin/galeria/${row?.id}`, { is_featured: "on" });
    expect(await flash()).toBe(`Imagen actualizada${MOVED}`);
    expect(await featured()).toEqual(["https://ejemplo.mx/a.jpg"]);
    await ana.submit(`/admin/galeria/${row?.id}`, { alt_text: "La misma" });
    expect(await flash()).toBe("Imagen actualizada");
  });

  test("is left to the newest where rows come back with several, in any order", async () => {
    await sql(
      `INSERT INTO service_images_susa (servicio_id, image_url, is_featured, created_at)
       SELECT $1, 'https://ejemplo.mx/' || n || '.jpg', true, '2026-01-01'::timestamptz + n * interval '1 day'
       FROM unnest(ARRAY[2, 3, 1]) AS n`,
      [servicio_id],
    );
    expect(await featured()).toEqual(["https://ejemplo.mx/3.jpg"]);
  });
});
