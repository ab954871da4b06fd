import { describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createEmpleado, createItem, createServicio } from "../../../support/factories";
import { countOf, sql, sqlValue } from "../../../support/test-database";
import { ana, MARIANA, saved, WHOLE } from "./services";

describe("the specialist of a service", () => {
  const options = (page: Page) => page.texts('select[name="empleado_id"] option');

  test("is one of the active ones by name, or the current one even if she is inactive", async () => {
    await createEmpleado({ nombre: "Zoe", apellido: "Áviles" });
    await createEmpleado({ nombre: "Íñiga", apellido: "Paz" });
    await createEmpleado({ nombre: "Lejos", apellido: "Ida", activo: false });
    expect(options(await ana.get("/admin/servicios/nuevo"))).toEqual([
      "Sin especialista",
      "Íñiga Paz",
      "Mariana Núñez",
      "Zoe Áviles",
    ]);
    const id = await createServicio({ nombre: "De quien se fue", empleado_id: MARIANA });
    await sql("UPDATE empleados_susa SET activo = false WHERE id = $1", [MARIANA]);
    const page = await ana.get(`/admin/servicios/${id}`);
    expect(options(page)).toEqual(["Sin especialista", "Íñiga Paz", "Mariana Núñez (inactivo)", "Zoe Áviles"]);
    expect((await page.submit({ precio: "7" })).status).toBe(303);
    expect(await saved(id)).toMatchObject({ precio: "7.00", empleado_id: MARIANA });
    await sql("UPDATE empleados_susa SET activo = true WHERE id = $1", [MARIANA]);
  });

  test("deleted meanwhile is reported beside the field, and her id is not shown", async () => {
    const other = await createEmpleado();
    const page = await ana.get("/admin/servicios/nuevo");
    await sql("DELETE FROM empleados_susa WHERE id = $1", [other]);
    const rejected = await page.submit({ ...WHOLE, empleado_id: other });
    expect(rejected.status).toBe(400);
    expect(rejected.alert).toContain("Esa especialista ya no está. Elige otra, o ninguna.");
    expect(options(rejected)).toContain("Especialista que ya no está");
    expect(rejected.text("dialog")).not.toContain(other);
    expect((await rejected.submit({ empleado_id: MARIANA })).status).toBe(303);
  });

  test("is named in a conflict, with the supplies of both versions in words", async () => {
    const id = await createServicio({
      nombre: "De dos",
      precio: 100,
      insumos: JSON.stringify([{ nombre: "Henna", cantidad: 2 }]),
    });
    const mine = await ana.get(`/admin/servicios/${id}`);
    const eva = await createEmpleado({ nombre: "Eva", apellido: "Paz" });
    await ana.submit(`/admin/servicios/${id}`, {
      descripcion: "La de ella",
      empleado_id: eva,
      "insumos[0].cantidad": "3",
    });
    const conflict = await mine.submit({
      empleado_id: MARIANA,
      precio: "$100",
      "insumos[1].nombre": "Hilo",
      "insumos[1].cantidad": "",
    });
    expect(conflict.status).toBe(409);
    const both = "section[aria-labelledby=versiones]";
    expect(conflict.texts(`${both} dt`)).toEqual(["Especialista", "Insumos"]);
    expect(conflict.text(both)).toContain("Tu versión: Mariana NúñezLo guardado: Eva Paz");
    expect(conflict.text(both)).toContain("Tu versión: 2 × Henna 1 × HiloLo guardado: 3 × Henna");
    expect(conflict.values()).toMatchObject({ descripcion: "La de ella", precio: "$100", empleado_id: MARIANA });
  });
});

describe("the supplies of a service", () => {
  const rows = (page: Page) => {
    const values = page.values();
    return Array.from({ length: 60 }, (_, n) => n)
      .filter((n) => `insumos[${n}].nombre` in values)
      .map((n) => `${values[`insumos[${n}].nombre`]}|${values[`insumos[${n}].cantidad`]}`);
  };

  test("without a name are dropped, without a quantity count as one, and can all be removed", async () => {
    const page = await ana.get("/admin/servicios/nuevo");
    const done = await page.submit({
      ...WHOLE,
      nombre: "Con huecos",
      "insumos[0].cantidad": "",
      "insumos[1].nombre": "  ",
      "insumos[1].cantidad": "3",
      "insumos[2].nombre": "",
      "insumos[2].cantidad": "",
      "insumos[3].nombre": " Cera ",
      "insumos[3].cantidad": " 4 ",
    });
    expect(done.status).toBe(303);
    const id = String(await sqlValue("SELECT id FROM servicios_susa WHERE nombre = 'Con huecos'"));
    expect((await saved(id)).insumos).toEqual([
      { nombre: "Henna", cantidad: 1 },
      { nombre: "Cera", cantidad: 4 },
    ]);
    const editor = await ana.get(`/admin/servicios/${id}`);
    expect(rows(editor)).toEqual(["Henna|1", "Cera|4"]);
    await editor.submit({ "insumos[0].nombre": "", "insumos[1].nombre": "" });
    expect((await saved(id)).insumos).toEqual([]);
  });

  test("gain and lose a row without validation, writing or losing a value, and the form keeps its key", async () => {
    const before = await countOf("servicios_susa");
    const page = await ana.get("/admin/servicios/nuevo?q=ce");
    expect(rows(page)).toEqual([]);
    const typed = { nombre: "", precio: "mucho", descripcion: "Con\nlíneas", categoria: "masajes" };
    const one = await page.submit({ ...typed, intent: "add-row" });
    const two = await one.submit({ "insumos[0].nombre": "Henna", "insumos[0].cantidad": "x", intent: "add-row" });
    const three = await two.submit({ "insumos[1].nombre": "Hilo", "insumos[1].cantidad": "5", intent: "add-row" });
    expect(rows(three)).toEqual(["Henna|x", "Hilo|5", "|"]);
    const less = await three.submit({ intent: "remove-row:0" });
    expect(rows(less)).toEqual(["Hilo|5", "|"]);
    for (const answer of [one, two, three, less]) {
      expect(answer.status).toBe(200);
      expect(answer.values()).toMatchObject(typed);
      expect(answer.all('[role="alert"]:not(:empty), [aria-invalid="true"]')).toEqual([]);
      expect(answer.all('dialog a[href="/admin/servicios?q=ce"]').length).toBe(2);
    }
    expect(await countOf("servicios_susa")).toBe(before);
    const done = await less.submit({ nombre: "Con filas", precio: "10", quien: MARIANA, token: String(page.values().token) });
    expect([done.status, done.location]).toEqual([303, "/admin/servicios?q=ce"]);
    expect(await sql("SELECT insumos FROM servicios_susa WHERE nombre = 'Con filas'")).toEqual([
      { insumos: [{ nombre: "Hilo", cantidad: 5 }] },
    ]);
  });

  test("move the focus to the new row, or to the button for another one", async () => {
    const page = await ana.get("/admin/servicios/nuevo");
    expect(page.texts("[autofocus]:not([popover] *)")).toEqual(["Nuevo servicio"]);
    const one = await page.submit({ intent: "add-row" });
    expect(one.all("[autofocus]:not([popover] *)").map((field) => field.getAttribute("name"))).toEqual(["insumos[0].nombre"]);
    const none = await one.submit({ intent: "remove-row:0" });
    expect(none.texts("[autofocus]:not([popover] *)")).toEqual(["Agregar insumo"]);
  });

  test("are not changed by Enter: the first button of the form saves", async () => {
    const id = await createServicio({ nombre: "Con Enter", insumos: JSON.stringify([{ nombre: "Henna", cantidad: 2 }]) });
    const page = await ana.get(`/admin/servicios/${id}`);
    const buttons = page.all("dialog form button");
    expect(buttons[0]?.hasAttribute("name")).toBe(false);
    expect(
      buttons.filter((button) => button.getAttribute("name") === "intent" && !button.hasAttribute("formnovalidate")),
    ).toEqual([]);
  });

  test("gain a row without losing the version, so that a conflict is still detected", async () => {
    const id = await createServicio({ nombre: "Con filas y dos personas" });
    const mine = await ana.get(`/admin/servicios/${id}`);
    await ana.submit(`/admin/servicios/${id}`, { precio: "1" });
    const more = await mine.submit({ intent: "add-row" });
    expect((await more.submit({ precio: "2" })).status).toBe(409);
    expect((await saved(id)).precio).toBe("1.00");
  });

  test("are at most fifty: there is no button for another row, and a request for one is rejected", async () => {
    const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`insumos[${n}].nombre`, `Insumo ${n}`]));
    const page = await ana.submit("/admin/servicios/nuevo", { ...fifty, intent: "remove-row:0" });
    expect(rows(page).length).toBe(49);
    const full = await page.submit({ intent: "add-row" });
    expect(full.all('button[value="add-row"]')).toEqual([]);
    const over = await full.submit({ intent: "add-row" });
    expect(over.alert).toContain("Escribe 50 insumos o menos.");
    expect((await full.submit({ ...WHOLE, ...fifty, nombre: "Cincuenta" })).status).toBe(303);
  });

  test("suggest the names of the inventory items", async () => {
    for (const nombre of ["Ñame", "Nuez", "Ñame"]) await createItem({ nombre });
    const page = await ana.submit("/admin/servicios/nuevo", { intent: "add-row" });
    const offered = page.all("datalist").map((offer) => [...offer.querySelectorAll("option")].map(({ value }) => value));
    expect(offered).toEqual([["Nuez", "Ñame"]]);
    expect(page.document.querySelector('[name="insumos[0].nombre"]')?.getAttribute("list")).toBe(page.all("datalist")[0]?.id);
  });

  test("in an unexpected form are rejected with a page, never a 500", async () => {
    const form = { ...(await ana.get("/admin/servicios/nuevo")).values(), ...WHOLE };
    const before = await countOf("servicios_susa");
    const bare = Object.fromEntries(Object.entries(form).filter(([name]) => !name.startsWith("insumos")));
    const bodies: Record<string, string>[] = [
      { ...form, intent: "remove-row" },
      { ...form, intent: "remove-row:-1" },
      { ...form, intent: "remove-row:1e3" },
      { ...bare, insumos: "x" },
      { ...bare, insumos: "x", intent: "remove-row:0" },
      { ...bare, insumos: "x", intent: "add-row" },
      { ...bare, "insumos.x": "1", intent: "remove-row:0" },
      { ...bare, "insumos.nombre": "1", intent: "add-row" },
      { ...bare, "insumos.length": "9", intent: "remove-row:0" },
      { ...bare, "insumos[].nombre": "1", intent: "remove-row:0" },
      { ...bare, "insumos[0]": "1" },
      { ...bare, "insumos[0].nombre.a": "1" },
      { ...bare, "insumos[0].nombre[2]": "1" },
      { ...bare, "insumos[0]": "1", "insumos[0].nombre": "1" },
      { ...bare, insumos: "1", "insumos[0].nombre": "1" },
      { ...bare, "insumos[999].nombre": "1" },
      { ...form, __intent__: '{"type":"insert","payload":{"name":"insumos"}}' },
      { ...form, intent: "add-row", __state__: "{" },
    ];
    for (const body of bodies) {
      const page = await ana.post("/admin/servicios/nuevo", body);
      expect(page.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
      expect(page.status, JSON.stringify(body)).toBeLessThan(500);
      expect(page.html).not.toMatch(/\bat .+:\d+:\d+|prisma|ZodError|invalid input/i);
    }
    for (const intent of ["remove-row:7", "remove-row:999"])
      expect((await ana.post("/admin/servicios/nuevo", { ...form, intent })).status).toBe(200);
    expect(await countOf("servicios_susa")).toBe(before);
  });
});
