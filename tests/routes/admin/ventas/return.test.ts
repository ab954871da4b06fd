import { describe, expect, test } from "vitest";
import { countOf, sql, sqlColumn, sqlValue, whileRejecting } from "../../../support/test-database";
import { addProducto, addToForm, addVisita, ana, errorsOf, ingresos, readFlash, sell, site, stock } from "./counter";

const DE = `?de=${encodeURIComponent("/admin/ingresos?q=x")}`;
const lines = async (nota: string) => {
  const page = await ana.get(nota);
  return page.texts("article dt").map((label, index) => `${label}: ${page.texts("article dd")[index]}`);
};
const returnPath = async (nota: string) => `${nota}/regresar/${await sqlValue<string>("SELECT id FROM venta_lineas_susa")}${DE}`;
/** Sells two pieces of 150 pesos. */
const sellTwo = async (changes: Record<string, string> = {}) =>
  sell(await addProducto("Aceite <de> cutícula"), { "productos[0].cantidad": "2", ...changes });
const CREDIT = { metodo_pago: "despues", cliente_q: "222 123 4567" };

describe("a product of a sale that comes back", () => {
  test("is reached from its nota, comes back once, and is shown there with what was given back", async () => {
    const nota = await sellTwo({ metodo_pago: "tarjeta" });
    const open = await ana.get(nota + DE);
    const link = open.all("main details a").find((a) => a.textContent === "Regresar Aceite <de> cutícula");
    const page = await ana.get(String(link?.getAttribute("href")));
    expect([page.text("h1"), page.values("#regreso")]).toEqual([
      "Regresar un producto",
      expect.objectContaining({ cantidad: "1", metodo_pago: "tarjeta", motivo: "", al_inventario: "on" }),
    ]);
    expect(page.text()).toContain("2 × Aceite <de> cutícula, $150.00 cada uno");
    expect(await page.submitThrice({ motivo: "Le dio alergia" }, "#regreso")).toEqual([`303 ${nota}${DE}`]);
    expect(await readFlash()).toBe("Se le devolvieron $150.00Haz también la devolución en la terminal.");
    expect([await stock(), await ingresos()]).toEqual([
      { "Aceite <de> cutícula": 8 },
      ["devolucion_venta -150.00 tarjeta", "venta 300.00 tarjeta"],
    ]);
    expect(await lines(nota)).toEqual([
      "2 × Aceite <de> cutícula: $300.00",
      "Total: $300.00",
      "Pagado (tarjeta): $300.00",
      "Regresó 1 × Aceite <de> cutícula: −$150.00",
      "Se devolvió (tarjeta): $150.00",
    ]);
    // The other one, which cannot be sold any more.
    const other = await ana.get(await returnPath(nota));
    expect(other.text()).toContain("1 × Aceite <de> cutícula, $150.00");
    const [box] = other.all("#regreso [name=al_inventario]") as HTMLInputElement[];
    if (box) box.checked = false;
    expect((await other.submit({ motivo: "Abierto", metodo_pago: "efectivo" }, "#regreso")).status).toBe(303);
    expect([await readFlash(), await stock()]).toEqual(["Se le devolvieron $150.00", { "Aceite <de> cutícula": 8 }]);
    expect((await ana.get(nota)).text()).not.toContain("Regresar Aceite");
    expect((await ana.send(await returnPath(nota))).location).toBe(nota + DE);
    expect(await readFlash()).toBe("Ese producto ya regresó completo");
    expect((await ana.get(nota)).text("main details p")).toBe(
      "¿Estás segura de que quieres cancelar esta venta? Se registra hoy la devolución de lo que pagó, menos lo que ya se le devolvió.",
    );
    await ana.submit(nota, {}, "main details form");
    expect([await stock(), await sqlValue("SELECT sum(monto)::text FROM ingresos_susa")]).toEqual([
      { "Aceite <de> cutícula": 8 },
      "0.00",
    ]);
    expect(await lines(nota)).toContain("Se devolvió (efectivo): $150.00");
  });

  test("that was not paid is owed no more, without a question about its method", async () => {
    const nota = await sellTwo(CREDIT);
    const page = await ana.get(await returnPath(nota));
    expect(page.all("#regreso [name=metodo_pago]")).toEqual([]);
    expect(page.text()).toContain("De esta nota debe $300.00: primero se le quita de lo que debe.");
    await page.submit({ motivo: "No le gustó" }, "#regreso");
    expect(await readFlash()).toBe("El producto regresóTodavía no lo pagaba: ya no lo debe.");
    expect([await ingresos(), (await lines(nota)).at(-1)]).toEqual([[], "Queda por pagar: $150.00"]);
    await ana.submit(`${nota}/cobrar`, { monto: "100" });
    const rest = await ana.get(await returnPath(nota));
    expect(rest.text()).toContain("De esta nota debe $50.00: primero se le quita de lo que debe, y lo demás se le devuelve.");
    await readFlash();
    await rest.submit({ motivo: "No le gustó" }, "#regreso");
    expect(await readFlash()).toBe("Se le devolvieron $100.00");
    expect((await ana.get("/admin/ventas/por-cobrar")).text()).not.toContain("Lucía");
  });

  test.each([
    [{ cantidad: "", motivo: "" }, ["cantidad", "motivo"]],
    [{ cantidad: "dos" }, ["cantidad"]],
    [{ cantidad: "0" }, ["cantidad"]],
    [{ cantidad: "-1" }, ["cantidad"]],
    [{ cantidad: "1.5" }, ["cantidad"]],
    [{ cantidad: "3" }, ["cantidad"]],
    [{ motivo: "x".repeat(201) }, ["motivo"]],
  ] as const)("is refused at its fields, with everything kept: %j", async (changes, fields) => {
    const nota = await sellTwo();
    const values = { cantidad: "1", motivo: "Le dio alergia", ...changes };
    const page = await ana.submit(await returnPath(nota), values, "#regreso");
    expect([page.status, page.values("#regreso")]).toMatchObject([400, values]);
    expect(errorsOf(page).map(([field]) => field)).toEqual(fields.map((field) => `#regreso-${field}`));
    expect([await stock(), await ingresos()]).toEqual([{ "Aceite <de> cutícula": 7 }, ["venta 300.00 efectivo"]]);
  });

  test("that somebody else took back meanwhile is refused with what was typed", async () => {
    const nota = await sellTwo();
    const [mine, other] = [await ana.get(await returnPath(nota)), await ana.get(await returnPath(nota))];
    await other.submit({ motivo: "Ella" }, "#regreso");
    const late = await mine.submit({ cantidad: "2", motivo: "Yo" }, "#regreso");
    expect([late.status, late.values("#regreso"), errorsOf(late)]).toMatchObject([
      400,
      { cantidad: "2", motivo: "Yo" },
      [["#regreso-cantidad", "Son más de los que pueden regresar."]],
    ]);
    expect(late.text("#regreso")).toContain("Máximo 1.");
    expect((await late.submit({ cantidad: "1" }, "#regreso")).status).toBe(303);
  });

  test("comes back with 503 and what was typed while the database is away, and returns when sent again", async () => {
    const nota = await sellTwo();
    const page = await ana.get(await returnPath(nota));
    const values = { cantidad: "2", motivo: "Le dio alergia" };
    const failed = await whileRejecting("movimientos_inventario_susa", () => page.submit(values, "#regreso"));
    expect([failed.status, failed.values("#regreso"), failed.alert]).toMatchObject([
      503,
      values,
      expect.stringContaining("No se pudo registrar la devolución"),
    ]);
    const bare = await page.submit({ ...values, token: "" }, "#regreso");
    expect([bare.status, bare.values("#regreso")]).toMatchObject([400, values]);
    expect((await failed.submit({}, "#regreso")).status).toBe(303);
    expect(await countOf("ingresos_susa", "concepto = 'devolucion_venta'")).toBe(1);
  });

  test("of an item that was deleted says that it goes into no stock", async () => {
    const nota = await sellTwo();
    await sql("DELETE FROM inventario_susa");
    const page = await ana.get(await returnPath(nota));
    expect([page.all("#regreso [name=al_inventario]"), page.text()]).toEqual([
      [],
      expect.stringContaining("Ya no está en el inventario, así que no se suma."),
    ]);
    expect((await page.submit({ motivo: "Le dio alergia" }, "#regreso")).status).toBe(303);
  });

  test("is not found of a cancelled or another sale, and is closed to strangers", async () => {
    const nota = await sellTwo();
    const path = await returnPath(nota);
    const page = await ana.get(path);
    const values = { token: crypto.randomUUID(), cantidad: "1", motivo: "x" };
    expect((await site.visitor().post(path, values)).location).toMatch(/^\/auth/);
    await ana.submit(nota, {}, "main details form");
    const late = await page.submit({ motivo: "Le dio <alergia>" }, "#regreso");
    expect([late.status, late.text()]).toEqual([404, expect.stringContaining("Le dio <alergia>")]);
    for (const address of [path, `${nota}/regresar/abc`, `${nota}/regresar/${crypto.randomUUID()}`])
      expect([(await ana.get(address)).status, (await ana.post(address, values)).status]).toEqual([404, 404]);
    expect(await countOf("venta_lineas_susa", "devueltas > 0")).toBe(0);
  });
});

test("the nota of a visit gives back each service that was paid and each product, and leads back to it", async () => {
  const { path } = await addVisita();
  await (await addToForm(await ana.get(path), await addProducto("Aceite"))).submit();
  const [nota = ""] = await sqlColumn<string>("SELECT '/admin/ventas/' || id FROM ventas_susa");
  const page = await ana.get(nota);
  expect(page.texts("main details:first-of-type ul a")).toEqual([
    "Devolver dinero de Diseño de cejas",
    "Devolver dinero de Uñas",
    "Devolver dinero de Pestañas",
    "Regresar Aceite",
  ]);
  const form = await ana.get(page.href('main details a[href*="/devolver"]'));
  const done = await form.submit({ monto: "350", motivo: "Le ardió" }, "#devolucion");
  expect(done.location).toBe(nota);
  await readFlash();
  expect((await ana.get(nota)).texts("main details:first-of-type ul a")).not.toContain("Devolver dinero de Diseño de cejas");
  expect((await lines(nota)).at(-1)).toBe("Se devolvió (efectivo): $350.00");
  expect((await ana.get(nota)).text("main details:last-of-type p")).toContain("menos lo que ya se le devolvió");
  await ana.submit(nota, {}, "main details:last-of-type form");
  expect((await ana.get(nota)).text()).not.toMatch(/Devolver dinero|Regresar Aceite/);
});
