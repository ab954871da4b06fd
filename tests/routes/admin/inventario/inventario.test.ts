import { describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createProveedor } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { sql, whileRejecting, withoutTable } from "../../../support/test-database";
import { add, ana, clear, edit, fieldError, LIST, move, movimientos, stock, WHOLE } from "./items";

testFormContract(
  {
    path: LIST,
    table: "inventario_susa",
    whole: WHOLE,
    normalized: { precio_unitario: "1260.50", precio_venta: "1800.00" },
    required: {
      nombre: "Escribe el nombre del artículo.",
      cantidad: "Escribe cuántas hay con un número entero, de 0 a 1,000,000.",
    },
    optional: ["descripcion", "precio_venta", "categoria", "proveedor"],
    invalid: [
      ["nombre", "x".repeat(121)],
      ["nombre", "\u200b"],
      ["nombre", "con\0nulo"],
      ["descripcion", "x".repeat(4001)],
      ["categoria", "x".repeat(121)],
      ["cantidad", "-1"],
      ["cantidad", "1000001"],
      ["minimo", "-1"],
      ["minimo", "3000000000"],
      ["rinde", "0"],
      ["rinde", "10000"],
      ["rinde", "1.5"],
      ["precio_unitario", "-1"],
      ["precio_venta", "-1"],
    ],
    textField: "nombre",
    edits: {
      descripcion: "",
      cantidad: "20",
      minimo: "3",
      rinde: "20",
      precio_unitario: "1300.00",
      precio_venta: "",
      categoria: "",
      proveedor: "Otra",
    },
    messages: {
      created: "Item creado exitosamente",
      updated: "Item actualizado exitosamente",
      deleted: "Item eliminado exitosamente",
      notSaved: "Error al guardar item. La tabla de inventario puede necesitar ser creada.",
      notDeleted: "Error al eliminar item",
    },
    question: "¿Estás segura de que quieres eliminar Cera de Ñandú?",
  },
  () => ana,
);

describe("the editor", () => {
  test("records the quantity of a new item as its first movement, and no movement for zero", async () => {
    await ana.submit(`${LIST}/nuevo`, WHOLE);
    await ana.submit(`${LIST}/nuevo`, { ...WHOLE, cantidad: "0" });
    expect(await movimientos()).toEqual([
      { tipo: "entrada", cantidad: 12, item_nombre: "Cera de Ñandú", motivo: "Existencia inicial", email: "ana@ejemplo.mx" },
    ]);
  });

  test("starts with zeros and a piece for each service, and stores what is emptied so, and a sale price of zero as none", async () => {
    const page = await ana.get(`${LIST}/nuevo`);
    expect(page.values()).toMatchObject({ cantidad: "0", minimo: "0", rinde: "1", precio_unitario: "0.00", precio_venta: "" });
    const emptied = { minimo: "", rinde: "", precio_unitario: "", precio_venta: "0" };
    expect((await page.submit({ nombre: "Sin nada más", ...emptied })).status).toBe(303);
    expect(await sql("SELECT cantidad, minimo, rinde, precio_unitario, precio_venta FROM inventario_susa")).toEqual([
      { cantidad: 0, minimo: 0, rinde: 1, precio_unitario: "0.00", precio_venta: null },
    ]);
  });

  test("records a changed quantity as a movement of the difference, under the item's new name", async () => {
    const id = await add();
    await edit(id, { cantidad: "4" });
    await edit(id, { cantidad: "15", nombre: "Hilo fino" });
    await edit(id, { minimo: "3" });
    const ajuste = { motivo: "Ajuste al editar", email: "ana@ejemplo.mx" };
    expect(await movimientos()).toEqual([
      { tipo: "salida", cantidad: 6, item_nombre: "Hilo", ...ajuste },
      { tipo: "entrada", cantidad: 11, item_nombre: "Hilo fino", ...ajuste },
    ]);
    expect(await stock(id)).toBe(15);
  });

  test("folds for how many services a piece lasts, unless it is more than one or cannot be read", async () => {
    const fold = (page: Page) => page.all("main form details")[0]?.hasAttribute("open");
    const page = await ana.get(`${LIST}/nuevo`);
    expect([fold(page), fold(await ana.get(`${LIST}/${await add({ rinde: 2 })}`))]).toEqual([false, true]);
    const rejected = await page.submit({ nombre: "Top coat", rinde: "0" });
    expect(fieldError(rejected, "rinde")).toBe("Escribe para cuántos servicios rinde con un número entero, de 1 a 9,999.");
    expect([fold(rejected), rejected.values()]).toMatchObject([true, { nombre: "Top coat", rinde: "0" }]);
  });

  test("keeps a use of the open piece made meanwhile, and with it a changed number of services that one lasts for", async () => {
    const id = await add({ rinde: 40, usos: 10 });
    const page = await ana.get(`${LIST}/${id}`);
    await sql("UPDATE inventario_susa SET usos = usos + 1");
    expect((await page.submit({ rinde: "20", proveedor: "Otra" })).status).toBe(303);
    expect(await sql("SELECT rinde, usos, proveedor FROM inventario_susa")).toEqual([{ rinde: 20, usos: 11, proveedor: "Otra" }]);
    expect((await edit(id, { rinde: "5" })).status).toBe(303);
    expect(await sql("SELECT rinde, usos FROM inventario_susa")).toEqual([{ rinde: 5, usos: 4 }]);
  });

  test("keeps a negative quantity or replaces it with a valid one, but rejects another negative one", async () => {
    const id = await add({ cantidad: -3 });
    expect((await ana.get(`${LIST}/${id}`)).values().cantidad).toBe("-3");
    expect((await edit(id, { minimo: "2" })).status).toBe(303);
    expect(await movimientos()).toEqual([]);
    for (const cantidad of ["-2", "-4"]) {
      const rejected = await edit(id, { cantidad, nombre: "Que no se guarda" });
      expect(rejected.status).toBe(400);
      expect(fieldError(rejected, "cantidad")).toBe("Escribe cuántas hay con un número entero, de 0 a 1,000,000.");
      expect(rejected.values()).toMatchObject({ cantidad, nombre: "Que no se guarda" });
    }
    expect(await sql("SELECT nombre, cantidad FROM inventario_susa")).toEqual([{ nombre: "Hilo", cantidad: -3 }]);
    expect((await edit(id, { cantidad: "5" })).status).toBe(303);
    expect(await movimientos()).toMatchObject([{ tipo: "entrada", cantidad: 8 }]);
  });

  test("keeps a movement made meanwhile, and shows both quantities when the edit changes it too", async () => {
    const id = await add();
    const page = await ana.get(`${LIST}/${id}`);
    await move(id, { tipo: "salida", cantidad: "3" });
    expect((await page.submit({ nombre: "Hilo fino" })).status).toBe(303);
    expect(await stock(id)).toBe(7);
    expect(await movimientos()).toHaveLength(1);
    const late = await ana.get(`${LIST}/${id}`);
    await move(id, { tipo: "entrada", cantidad: "3" });
    await move(id, { tipo: "salida", cantidad: "3" });
    expect((await late.submit({ cantidad: "8" })).status).toBe(303);
    const conflicting = await ana.get(`${LIST}/${id}`);
    await move(id, { tipo: "salida", cantidad: "1" });
    const conflict = await conflicting.submit({ cantidad: "20" });
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Cantidad ?Tu versión: 20 ?Lo guardado: 7/);
    expect(await stock(id)).toBe(7);
    expect((await conflict.submit()).status).toBe(303);
    expect(await stock(id)).toBe(20);
    expect((await movimientos()).at(-1)).toMatchObject({ tipo: "entrada", cantidad: 13 });
  });

  test("writes neither the item nor its movement when the database rejects one of them", async () => {
    const id = await add();
    const [blank, page] = [await ana.get(`${LIST}/nuevo`), await ana.get(`${LIST}/${id}`)];
    await whileRejecting("movimientos_inventario_susa", async () => {
      expect((await blank.submit(WHOLE)).status).toBe(503);
      expect((await page.submit({ cantidad: "3", nombre: "Otro" })).status).toBe(503);
    });
    expect(await sql("SELECT nombre, cantidad FROM inventario_susa")).toEqual([{ nombre: "Hilo", cantidad: 10 }]);
  });

  test("suggests the existing categories and the active suppliers, once each", async () => {
    for (const nombre of ["Ñu", "Nube", "Nube"]) await createProveedor({ nombre });
    await createProveedor({ nombre: "Ido", activo: false });
    for (const categoria of ["Uñas", "Ácidos", "Uñas", null]) await add({ categoria });
    const page = await ana.get(`${LIST}/nuevo`);
    const offered = (name: string) => page.all(`#item-${name}-sugerencias option`).map((option) => option.getAttribute("value"));
    expect(offered("proveedor")).toEqual(["Nube", "Ñu"]);
    expect(offered("categoria")).toEqual(["Ácidos", "Uñas"]);
  });
});

describe("the list of items", () => {
  const names = async (query = "") => (await ana.get(LIST + query)).texts("main li h2");

  test("shows what is low first, then the newest, and combines search, category and low stock", async () => {
    await add({ nombre: "Henna", categoria: "Cejas", cantidad: 1, minimo: 3, created_at: "2026-01-01" });
    await add({ nombre: "Tinte", categoria: "Cejas", descripcion: "castaño", cantidad: 4, minimo: 3, created_at: "2026-01-02" });
    await add({ nombre: "Lima", categoria: "Uñas", proveedor: "Ñandú", cantidad: 3, minimo: 3, created_at: "2026-01-03" });
    await add({ nombre: "Bata", cantidad: 0, created_at: "2026-01-04" });
    expect(await names()).toEqual(["Bata", "Lima", "Henna", "Tinte"]);
    expect(await names("?q=NANDU")).toEqual(["Lima"]);
    expect(await names("?q=CEJAS+casta%C3%B1o")).toEqual(["Tinte"]);
    expect(await names("?categoria=Cejas")).toEqual(["Henna", "Tinte"]);
    expect(await names("?existencias=bajas")).toEqual(["Bata", "Lima", "Henna"]);
    expect(await names("?existencias=bajas&categoria=Cejas&q=h")).toEqual(["Henna"]);
    const gone = await ana.get(`${LIST}?categoria=Ninguna`);
    expect([gone.all("main li.card"), gone.text("main")]).toEqual([
      [],
      expect.stringContaining("Nada coincide con lo que buscas"),
    ]);
    const options = (await ana.get(`${LIST}?categoria=Cejas`)).all("#filtro-categoria option");
    expect(options.map((option) => [option.textContent, option.hasAttribute("selected")])).toEqual([
      ["Todas", false],
      ["Cejas", true],
      ["Uñas", false],
    ]);
    const noMatches = await ana.get(`${LIST}?categoria=Cejas&q=%25`);
    expect(noMatches.text()).toContain("Nada coincide con lo que buscas");
    expect(noMatches.text()).toContain("0 artículos");
  });

  test("counts and values all filtered items to the cent, not only those of the page", async () => {
    const header = async (query = "") => (await ana.get(LIST + query)).text("main header");
    expect(await header()).not.toContain("artículos");
    expect(await header("?q=nada")).toContain("0 artículos para «nada» · $0.00 en existencias");
    await sql(
      "INSERT INTO inventario_susa (nombre, categoria, cantidad, minimo, precio_unitario) SELECT 'I' || n, CASE WHEN n <= 60 THEN 'A' END, n, 10, 0.10 FROM generate_series(1, 101) n",
    );
    expect(await header("?pagina=2")).toContain("101 artículos · $515.10 en existencias");
    expect(await header("?categoria=A")).toContain("60 artículos · $183.00 en existencias");
    expect(await header("?categoria=A&existencias=bajas")).toContain("10 artículos · $5.50 en existencias");
    expect(await header("?q=i7&existencias=bajas")).toContain("1 artículo para «i7» · $0.70 en existencias");
    await add({ nombre: "Caro", cantidad: 2147483647, precio_unitario: "9999999999.99" });
    await add({ nombre: "Debe", cantidad: -3, precio_unitario: 1 });
    expect(await header("?q=caro")).toContain("$21,474,836,469,978,525,163.53");
    expect(await header("?q=debe")).toContain("−$3.00");
  });

  test("says for how many services a piece lasts, where it is more than one, and how many the open one has served", async () => {
    await add({ nombre: "Lima", created_at: "2026-01-01" });
    await add({ nombre: "Top coat", rinde: 1200, created_at: "2026-01-02" });
    await add({ nombre: "Base coat", rinde: 40, usos: 12, created_at: "2026-01-03" });
    const [baseCoat, topCoat, lima] = (await ana.get(LIST)).texts("main li.card");
    expect(baseCoat).toContain("rinde para 40 servicios · la abierta lleva 12");
    expect(topCoat).toContain("$0 por unidad · rinde para 1,200 servicios");
    expect(topCoat).not.toContain("abierta");
    expect(lima).not.toContain("rinde");
  });

  test("marks low stock with words, not only with color", async () => {
    const cases: [cantidad: number, minimo: number, text: string][] = [
      [1234, 5, "1,234 en existencia, mínimo 5"],
      [6, 5, "6 en existencia, mínimo 5"],
      [5, 5, "5 en existencia, mínimo 5Por agotarse"],
      [0, 0, "0 en existencia, mínimo 0Agotado"],
      [-3, 0, "−3 en existencia, mínimo 0Agotado"],
    ];
    for (const [cantidad, minimo, text] of cases) {
      await clear();
      await add({ cantidad, minimo, precio_unitario: 1234.5 });
      const page = await ana.get(LIST);
      expect(page.text("main li")).toContain(text);
      expect(page.text("main li")).toContain("$1,234.50");
      expect(page.all("main li p > .text-bad").length).toBe(cantidad < 0 ? 1 : 0);
    }
  });

  test("answers 503 with an error message when the movements cannot be read", async () => {
    const page = await withoutTable("movimientos_inventario_susa", () => ana.get(`${LIST}?movimientos=si`));
    expect(page.status).toBe(503);
    expect(page.alert).toBe("ErrorNo se pudo cargar el inventario");
  });
});
