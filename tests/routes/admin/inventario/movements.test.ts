import { describe, expect, test } from "vitest";
import { formatDay, formatTime } from "~/format/dates";
import { capitalize } from "~/format/text";
import type { Page } from "../../../support/browser";
import { sql, whileRejecting } from "../../../support/test-database";
import { add, ana, edit, fieldError, flash, LIST, move, movimientos, stock, WHOLE } from "./items";

test("the movements of every item add up to its quantity after any sequence of operations", async () => {
  const id = await add({ cantidad: 7 });
  await ana.submit(`${LIST}/nuevo`, { ...WHOLE, cantidad: "30" });
  await edit(id, { cantidad: "4", nombre: "Hilo fino" });
  await move(id, { tipo: "entrada", cantidad: "6" });
  await move(id, { tipo: "salida", cantidad: "9" });
  await move(id, { tipo: "salida", cantidad: "2" });
  const items = await sql(
    `SELECT i.nombre, i.cantidad, sum(CASE tipo WHEN 'entrada' THEN m.cantidad ELSE -m.cantidad END)::int AS suma
     FROM inventario_susa i LEFT JOIN movimientos_inventario_susa m ON m.item_id = i.id GROUP BY i.id ORDER BY i.nombre`,
  );
  expect(items).toEqual([
    { nombre: "Cera de Ñandú", cantidad: 30, suma: 30 },
    { nombre: "Hilo fino", cantidad: 1, suma: 1 },
  ]);
});

describe("the form for entrada and salida", () => {
  test("changes the stock, records item, reason and account, and says the new quantity", async () => {
    const id = await add({ nombre: "Hilo <b>" });
    const entrada = await move(id, { cantidad: "1500", motivo: " Compra " }, "?q=hilo&existencias=bajas&movimientos=si");
    expect([entrada.status, entrada.location]).toEqual([303, `${LIST}?q=hilo&existencias=bajas&movimientos=si`]);
    expect(await flash()).toBe("Entrada registradaQuedan 1,510 de Hilo <b>.");
    expect((await move(id, { tipo: "salida", cantidad: "1510", motivo: "" })).status).toBe(303);
    expect(await flash()).toBe("Salida registradaQuedan 0 de Hilo <b>.");
    expect(await movimientos()).toEqual([
      { tipo: "entrada", cantidad: 1500, item_nombre: "Hilo <b>", motivo: "Compra", email: "ana@ejemplo.mx" },
      { tipo: "salida", cantidad: 1510, item_nombre: "Hilo <b>", motivo: null, email: "ana@ejemplo.mx" },
    ]);
  });

  test("rejects a salida larger than the stock, with an error message beside the field and the values kept", async () => {
    const id = await add({ cantidad: 1200 });
    const rejected = await move(id, { tipo: "salida", cantidad: "1201", motivo: "Merma" });
    expect(rejected.status).toBe(400);
    expect(fieldError(rejected, "cantidad")).toBe("No hay existencias suficientes: hay 1,200.");
    expect(rejected.values()).toMatchObject({ tipo: "salida", cantidad: "1201", motivo: "Merma" });
    expect([await stock(id), await movimientos()]).toEqual([1200, []]);
    expect((await rejected.submit({ cantidad: "1200" })).status).toBe(303);
    expect(await stock(id)).toBe(0);
  });

  test("rejects a salida from a negative stock and accepts an entrada", async () => {
    const id = await add({ cantidad: -3 });
    expect(fieldError(await move(id, { tipo: "salida", cantidad: "1" }), "cantidad")).toBe(
      "No hay existencias suficientes: hay −3.",
    );
    expect((await move(id, { cantidad: "2" })).status).toBe(303);
    expect(await stock(id)).toBe(-1);
  });

  test("rejects a movement beyond the maximum stock, even if the stored quantity is already above it", async () => {
    const id = await add({ cantidad: 999_999 });
    expect((await move(id, { cantidad: "1" })).status).toBe(303);
    const rejected = await move(id, { cantidad: "1" });
    expect(rejected.status).toBe(400);
    expect(fieldError(rejected, "cantidad")).toBe("No caben más de 1,000,000: hay 1,000,000.");
    await sql("UPDATE inventario_susa SET cantidad = 2147483647");
    expect((await move(id, { cantidad: "1" })).status).toBe(400);
    expect((await move(id, { tipo: "salida", cantidad: "1000000" })).status).toBe(303);
    expect(await stock(id)).toBe(2_146_483_647);
  });

  test("lets six different salidas at once take exactly what is in stock", async () => {
    const id = await add({ cantidad: 3 });
    const forms = await Promise.all(Array.from({ length: 6 }, () => ana.get(`${LIST}/${id}/movimiento`)));
    const answers = await Promise.all(forms.map((page, n) => page.submit({ tipo: "salida", cantidad: "1", motivo: `Uso ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(303), ...Array(3).fill(400)]);
    for (const rejected of answers.filter(({ status }) => status === 400))
      expect(fieldError(rejected, "cantidad")).toBe("No hay existencias suficientes: hay 0.");
    expect(await stock(id)).toBe(0);
    expect((await movimientos()).length).toBe(3);
  });

  test("counts five different entradas at once, and one entrada sent three times only once", async () => {
    const id = await add();
    const forms = await Promise.all(Array.from({ length: 5 }, () => ana.get(`${LIST}/${id}/movimiento`)));
    await Promise.all(forms.map((page) => page.submit({ cantidad: "2" })));
    expect(await stock(id)).toBe(20);
    const page = await ana.get(`${LIST}/${id}/movimiento`);
    expect(await page.submitThrice({ cantidad: "1" })).toEqual([`303 ${LIST}`]);
    expect(await stock(id)).toBe(21);
    expect((await movimientos()).length).toBe(6);
  });

  test.each([
    ["cantidad", "0"],
    ["cantidad", "-1"],
    ["cantidad", ""],
    ["cantidad", "1.5"],
    ["cantidad", "1000001"],
    ["tipo", "robo"],
    ["tipo", ""],
    ["motivo", "x".repeat(301)],
    ["motivo", "con\0nulo"],
  ])("rejects %s = %j and keeps the other values", async (name, value) => {
    const id = await add();
    const rejected = await move(id, { cantidad: "1", motivo: "Compra", [name]: value });
    expect(rejected.status).toBe(400);
    expect(fieldError(rejected, name)).not.toBe("");
    if (name !== "motivo") expect(rejected.values()).toMatchObject({ motivo: "Compra" });
    expect([await stock(id), await movimientos()]).toEqual([10, []]);
  });

  test("keeps every typed value when its key is reused or missing, the database fails or the item is deleted", async () => {
    const id = await add();
    const page = await ana.get(`${LIST}/${id}/movimiento`);
    const values: Record<string, string> = { ...page.values(), cantidad: "2", motivo: "Lo que <escribí>" };
    expect((await page.submit(values)).status).toBe(303);
    const reused = await page.submit({ ...values, cantidad: "3" });
    expect([reused.status, reused.values().cantidad]).toEqual([409, "3"]);
    const { token, ...withoutKey } = values;
    const answer = await ana.post(`${LIST}/${id}/movimiento`, withoutKey);
    expect([answer.status, answer.values().motivo]).toEqual([400, "Lo que <escribí>"]);
    const other = await ana.get(`${LIST}/${id}/movimiento`);
    const failed = await whileRejecting("movimientos_inventario_susa", () => other.submit({ cantidad: "4" }));
    expect([failed.status, failed.values().cantidad]).toEqual([503, "4"]);
    expect(failed.alert).toContain("No se pudo guardar el movimiento");
    expect(await stock(id)).toBe(12);
    await sql("DELETE FROM inventario_susa WHERE id = $1", [id]);
    const deleted = await other.submit({ cantidad: "4", motivo: "Lo que <escribí>" });
    expect(deleted.status).toBe(404);
    expect(deleted.text("section")).toContain("Lo que <escribí>");
    for (const unknownId of ["abc", "00000000-0000-4000-8000-000000000000"]) {
      expect((await ana.get(`${LIST}/${unknownId}/movimiento`)).status).toBe(404);
      expect((await ana.post(`${LIST}/${unknownId}/movimiento`, values)).status).toBe(404);
    }
  });
});

describe("the panel of movements", () => {
  const PANEL = "section[aria-labelledby=movimientos]";
  const rows = (page: Page) => page.all(`${PANEL} li`).map((row) => row.textContent?.replace(/\s+/g, " ").trim());
  const toggle = (page: Page) => page.document.querySelector("main header a");

  test("opens and closes by its URL, which keeps the filters, and stays open during a search", async () => {
    await add({ categoria: "Cejas" });
    const closed = await ana.get(`${LIST}?categoria=Cejas`);
    expect(closed.all(PANEL)).toEqual([]);
    expect(toggle(closed)?.textContent).toBe("Ver Movimientos");
    const open = await ana.get(String(toggle(closed)?.getAttribute("href")));
    expect(rows(open).length).toBe(1);
    expect(open.values("form[role=search]")).toEqual({ q: "", categoria: "Cejas", existencias: "", movimientos: "si" });
    expect(open.all(`a[href="${LIST}/nuevo?categoria=Cejas&movimientos=si"]`).length).toBe(1);
    expect([toggle(open)?.textContent, toggle(open)?.getAttribute("href")]).toEqual([
      "Ocultar Movimientos",
      `${LIST}?categoria=Cejas`,
    ]);
  });

  test("is offered while there are movements, also when the last item was deleted", async () => {
    expect((await ana.get(LIST)).texts("main header a")).toEqual(["Nuevo artículo"]);
    const id = await add({ cantidad: 5 });
    await ana.submit(`${LIST}/${id}/eliminar`, {}, 'form[action*="/eliminar"]');
    const empty = await ana.get(LIST);
    expect(empty.texts("main header a")).toEqual(["Ver Movimientos", "Nuevo artículo"]);
    expect(empty.text("main")).toContain("Todavía no hay artículos");
    expect(rows(await ana.get(String(toggle(empty)?.getAttribute("href")))).length).toBe(1);
  });

  test("shows day and time in the studio's zone, type, quantity, reason and account, and keeps the name of a deleted item", async () => {
    const id = await add({ nombre: "Hilo <i>" });
    await move(id, { tipo: "salida", cantidad: "2", motivo: "Uso en <cabina>" });
    await edit(id, { nombre: "Hilo fino" });
    await ana.submit(`${LIST}/${id}/eliminar`, {}, `form[action^="${LIST}/${id}/eliminar"]`);
    const moments = await sql<{ created_at: Date }>(
      "SELECT created_at FROM movimientos_inventario_susa ORDER BY created_at DESC",
    );
    const [salida, entrada] = moments.map(({ created_at: at }) => formatTime(at, "America/Mexico_City"));
    const panel = await ana.get(`${LIST}?movimientos=si`);
    expect(panel.texts(`${PANEL} h3`)).toEqual([
      ...new Set(moments.map(({ created_at: at }) => capitalize(formatDay(at, "America/Mexico_City")))),
    ]);
    expect(rows(panel)).toEqual([
      `Hilo <i>${salida} · Uso en <cabina> · ana@ejemplo.mxSalida: −2`,
      `Hilo <i>${entrada}Entrada: +10`,
    ]);
  });

  test("shows the latest fifty of all items, or of the item of one card", async () => {
    const [hilo, cera] = [await add({ nombre: "Hilo", cantidad: 0 }), await add({ nombre: "Cera", cantidad: 0 })];
    await sql(
      "INSERT INTO movimientos_inventario_susa (tipo, cantidad, item_id, item_nombre, created_at) SELECT 'entrada', n, CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END, 'I', now() - n * interval '1 hour' FROM generate_series(1, 120) n",
      [hilo, cera],
    );
    const quantities = (page: Page) => page.texts(`${PANEL} li p span:last-child`);
    const all = await ana.get(`${LIST}?movimientos=si`);
    expect(quantities(all)).toEqual(Array.from({ length: 50 }, (_, n) => `+${n + 1}`));
    const link = all.all("main li a").find((a) => a.textContent === "Movimientos de Cera");
    const one = await ana.get(String(link?.getAttribute("href")));
    expect(quantities(one)).toEqual(Array.from({ length: 50 }, (_, n) => `+${2 * n + 1}`));
    expect(one.text(`${PANEL} a`)).toBe("Ver los de todos los artículos");
    await sql("DELETE FROM movimientos_inventario_susa WHERE item_id = $1", [hilo]);
    expect((await ana.get(`${LIST}?movimientos=${hilo}`)).text(PANEL)).toMatch(
      /^Movimientos de Hilo.*Todavía no hay movimientos.$/,
    );
    // An unknown or deleted item has no panel.
    for (const unknownId of ["lo-que-sea", "00000000-0000-4000-8000-000000000000", ""]) {
      const page = await ana.get(`${LIST}?movimientos=${unknownId}`);
      expect([page.text(PANEL), page.text("main a")], unknownId).toEqual(["", "Ver Movimientos"]);
    }
  });
});
