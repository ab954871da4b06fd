import { describe, expect, test } from "vitest";
import { countOf, sql, sqlColumn, sqlValue, studioDayFromNow, whileRejecting } from "../../../support/test-database";
import { addProducto, addToForm, addVisita, ana, errorsOf, estados, ingresos, readFlash, sell, stock } from "./counter";

const ventas = () => sqlColumn<string>("SELECT '/admin/ventas/' || id FROM ventas_susa ORDER BY folio");
const folioOf = (path: string) => sqlValue<number>("SELECT folio FROM ventas_susa WHERE '/admin/ventas/' || id = $1", [path]);
const lines = (page: Awaited<ReturnType<typeof ana.get>>) =>
  page.texts("article dt").map((label, index) => `${label}: ${page.texts("article dd")[index]}`);
const today = async () => (await studioDayFromNow()).split("-").reverse().join("/");

/** Charges a visit with two products, two methods, a tip and a discount, and gives its nota and what was said to be charged. */
async function chargeVisita(changes: Record<string, string> = {}) {
  const aceite = await addProducto("Aceite <de> cutícula");
  const { ids, path } = await addVisita();
  const page = await addToForm(await ana.get(path), aceite, { metodo_pago: "tarjeta" });
  const { status, alert } = await page.submit({
    "productos[0].cantidad": "2",
    ...{ parte_metodo: "efectivo", parte_monto: "30.50", "propinas[1].monto": "50", descuento: "100", descuento_motivo: "Amiga" },
    ...changes,
  });
  if (status !== 303) throw new Error(alert);
  const [nota = ""] = await ventas();
  return { ids, path, nota, folio: await folioOf(nota) };
}

describe("the nota of a sale", () => {
  test("shows the studio, the client, services, discount, products, payments by method, tip and that it is not fiscal", async () => {
    const { nota, folio } = await chargeVisita();
    const page = await ana.get(`${nota}?de=${encodeURIComponent("/admin/ingresos?q=x")}`);
    expect([page.status, page.text("h1"), page.text("title")]).toEqual([
      200,
      `Nota ${folio}`,
      expect.stringMatching(new RegExp(`^Nota ${folio}\\b`)),
    ]);
    expect(page.text("title")).not.toMatch(/Lucía|Peña|222/);
    expect(lines(page)).toEqual([
      "Diseño de cejas · Ana: $350.00",
      "Descuento: −$100.00",
      "Uñas · Mariana: $480.50",
      "Pestañas · Ana: $200.00",
      "2 × Aceite <de> cutícula: $300.00",
      "Total: $1,230.50",
      "Pagado (tarjeta): $1,200.00",
      "Pagado (efectivo): $30.50",
      "Propina de Mariana (tarjeta): $50.00",
    ]);
    expect(page.text("article")).toContain(`Nota ${folio}${await today()}Lucía Peña`);
    expect(page.text("article")).toContain("No es comprobante fiscal.");
    expect(page.text("article header")).not.toBe("");
    expect(page.hrefs("main a")).toContain("/admin/ingresos?q=x");
    expect(page.texts("main ul a").slice(0, 3)).toEqual(["Cita de Diseño de cejas", "Cita de Uñas", "Cita de Pestañas"]);
    const detail = await ana.get(page.href("main ul a"));
    expect(detail.hrefs("#dinero ~ ul a").map((href) => href.replace(/\?.*/, ""))).toContain(nota);
    expect(detail.text("#dinero ~ p")).toBe("Descuento de $100.00: Amiga");
  });

  test("says what is left to pay, and what was paid in another one", async () => {
    const { nota, path } = await chargeVisita({ metodo_pago: "despues", parte_monto: "400", "propinas[1].monto": "" });
    expect(lines(await ana.get(nota)).slice(-3)).toEqual([
      "Total: $1,230.50",
      "Pagado (efectivo): $400.00",
      "Queda por pagar: $830.50",
    ]);
    expect((await ana.get(nota)).texts("main ul li").slice(0, 3)).toEqual([
      "Cita de Diseño de cejas",
      "Cita de UñasFalta cobrar $330.50",
      "Cita de PestañasFalta cobrar $200.00",
    ]);
    await ana.submit(path);
    const [, other = ""] = await ventas();
    expect(lines(await ana.get(nota)).slice(-3)).toEqual([
      "Pagado (efectivo): $400.00",
      "Pagado aparte: $530.50",
      "Queda por pagar: $300.00",
    ]);
    expect(lines(await ana.get(other))).toEqual([
      "Uñas · Mariana: $480.50",
      "Pestañas · Ana: $200.00",
      "Total: $680.50",
      "Pagado (efectivo): $530.50",
      "Pagado aparte: $150.00",
    ]);
  });

  test("is sent by WhatsApp with every line, where the telephone can be dialled", async () => {
    const { nota, folio } = await chargeVisita();
    const link = new URL((await ana.get(nota)).href('a[href^="https://wa.me/"]'));
    expect(link.pathname).toBe("/522221234567");
    expect(link.searchParams.get("text")?.split("\n")).toEqual([
      expect.stringMatching(/^\*.+\*$/),
      `Nota ${folio} · ${await today()}`,
      "Diseño de cejas · Ana: $350.00",
      "Descuento: −$100.00",
      "Uñas · Mariana: $480.50",
      "Pestañas · Ana: $200.00",
      "2 × Aceite <de> cutícula: $300.00",
      "Total: $1,230.50",
      "Pagado (tarjeta): $1,200.00",
      "Pagado (efectivo): $30.50",
      "Propina de Mariana (tarjeta): $50.00",
      "No es comprobante fiscal.",
    ]);
    for (const telefono of ["222 12", null]) {
      await sql("UPDATE clientes_susa SET telefono = $1", [telefono]);
      expect((await ana.get(nota)).hrefs('a[href*="wa.me"]')).toEqual([]);
    }
  });

  test("without a client, and after everything it names was deleted, still shows its lines", async () => {
    const nota = await sell(await addProducto("Aceite"));
    expect((await ana.get(nota)).hrefs('a[href*="wa.me"]')).toEqual([]);
    const visita = await chargeVisita();
    await sql("DELETE FROM inventario_susa");
    for (const table of ["servicios_susa", "empleados_susa", "clientes_susa"]) await sql(`DELETE FROM ${table}`);
    expect(lines(await ana.get(nota))).toEqual(["1 × Aceite: $150.00", "Total: $150.00", "Pagado (efectivo): $150.00"]);
    const [, last = ""] = await ventas();
    const page = await ana.get(last);
    expect([page.status, visita.nota, lines(page).length]).toEqual([200, nota, 9]);
  });

  test("still adds up after one of its appointments was deleted", async () => {
    const { path, ids } = await addVisita();
    await ana.submit(path);
    const [nota = ""] = await ventas();
    await ana.submit(`/admin/citas/${ids[0]}/eliminar`, {}, "dialog form");
    const [total = "", paid = ""] = lines(await ana.get(nota)).slice(-2);
    expect([paid, total.replace("Total", "")]).toEqual(["Pagado (efectivo): $1,030.50", ": $1,030.50"]);
  });

  test("is not found with an unknown or a malformed id", async () => {
    for (const id of [crypto.randomUUID(), "nada", "1"]) {
      expect((await ana.get(`/admin/ventas/${id}`)).status).toBe(404);
      const answer = await ana.post(`/admin/ventas/${id}`, { token: crypto.randomUUID() });
      expect((await ana.get(answer.location ?? answer.path)).status).toBe(404);
    }
  });
});

describe("cancelling a sale", () => {
  test("says what it will do, does it once, and is shown", async () => {
    const { ids, path, nota, folio } = await chargeVisita();
    const page = await ana.get(nota);
    expect(page.text("main details p")).toBe(
      "¿Estás segura de que quieres cancelar esta venta? Se registra hoy la devolución de lo que pagó. También se devuelve la propina. Los productos vuelven al inventario. Sus citas siguen completadas y quedan por cobrar.",
    );
    expect([await countOf("ventas_susa", "cancelada_at IS NOT NULL"), await stock()]).toEqual([0, { "Aceite <de> cutícula": 7 }]);
    expect(await page.submitThrice({}, "main details form")).toEqual([`303 ${nota}`]);
    expect([await readFlash(), await stock()]).toEqual([`La nota ${folio} se canceló`, { "Aceite <de> cutícula": 9 }]);
    expect(
      await sqlColumn("SELECT sum(monto)::text FROM ingresos_susa UNION ALL SELECT sum(monto)::text FROM propinas_susa"),
    ).toEqual(["0.00", "0.00"]);
    expect(await estados(ids)).toEqual(["completada", "completada", "completada"]);
    const after = await ana.get(nota);
    expect(after.text("article")).toContain(`Nota ${folio} (cancelada)`);
    expect([after.text("header .badge, main .badge"), after.all("main details form"), after.hrefs('a[href*="wa.me"]')]).toEqual([
      "Cancelada",
      [],
      [],
    ]);
    expect(lines(after)).toContain("2 × Aceite <de> cutícula: $300.00");
    // Another page that was open says that it was cancelled already.
    const [again] = [await page.submit({ token: crypto.randomUUID() }, "main details form")];
    expect([again.status, await readFlash()]).toEqual([303, `La nota ${folio} ya estaba cancelada`]);
    expect(await countOf("ingresos_susa", "concepto = 'reversa'")).toBe(await countOf("ingresos_susa", "concepto <> 'reversa'"));
    // What its appointments owe again is charged in another sale.
    expect((await ana.get(path)).values()).toMatchObject({ por_cobrar: "930.50" });
  });

  test("names only what there is to undo", async () => {
    const aceite = await addProducto("Aceite");
    const question = async (path: string) => (await ana.get(path)).text("main details p").replace(/^.*\? /, "");
    expect(await question(await sell(aceite))).toBe(
      "Se registra hoy la devolución de lo que pagó. Los productos vuelven al inventario.",
    );
    const credit = await sell(aceite, { metodo_pago: "despues", cliente_q: "2221234567" });
    expect(await question(credit)).toBe("Los productos vuelven al inventario.");
    const { path } = await addVisita();
    await ana.submit(path);
    expect(await question((await ventas()).at(-1) ?? "")).toBe(
      "Se registra hoy la devolución de lo que pagó. Sus citas siguen completadas y quedan por cobrar.",
    );
  });

  test("leaves an appointment that was deleted before owing its price again once it comes back", async () => {
    const { path, ids } = await addVisita();
    await ana.submit(path);
    const [nota = ""] = await ventas();
    await ana.submit(`/admin/citas/${ids[0]}/eliminar`, {}, "dialog form");
    await ana.submit(nota, {}, "main details form");
    const copy = await sqlValue<string>("SELECT id FROM papelera_susa ORDER BY created_at DESC LIMIT 1");
    await ana.post(`/admin/papelera/${copy}/deshacer?de=/admin/citas`, { token: crypto.randomUUID() });
    expect(await sql("SELECT precio, cobrado FROM citas_susa WHERE id = $1", [ids[0]])).toEqual([
      { precio: "350.00", cobrado: "0.00" },
    ]);
  });

  test("that the database rejects changes nothing and says so", async () => {
    const nota = await sell(await addProducto("Aceite"));
    const page = await ana.get(nota);
    const answer = await whileRejecting("asientos_susa", () => page.submit({}, "main details form"));
    expect([answer.status, answer.location]).toEqual([303, nota]);
    expect(await readFlash()).toContain("No se pudo cancelar la venta. Espera un momento y vuelve a intentarlo.");
    expect([await ingresos(), await stock()]).toEqual([["venta 150.00 efectivo"], { Aceite: 8 }]);
  });
});

describe("a sale on credit", () => {
  const CREDIT = { metodo_pago: "despues", cliente_q: "222 123 4567" };
  const BACK = encodeURIComponent("/admin/ventas/por-cobrar");

  test("is charged in parts, at most what is left, and then leads to its nota", async () => {
    const nota = await sell(await addProducto("Aceite"), { ...CREDIT, "productos[0].cantidad": "2" });
    const folio = await folioOf(nota);
    const page = await ana.get(`${nota}?de=${BACK}`);
    expect(lines(page).at(-1)).toBe("Queda por pagar: $300.00");
    expect(page.texts("main a.button")).toContain("Cobrar $300.00");
    const form = await ana.get(page.href('main a[href*="/cobrar"]'));
    expect([form.text("h1"), form.text(), form.values()]).toMatchObject([
      `Cobrar la nota ${folio}`,
      expect.stringContaining("Lucía Peña"),
      { por_cobrar: "300.00", monto: "300.00", metodo_pago: "efectivo" },
    ]);
    // It is owed already: there is no paying later, no discount and no tip.
    expect(form.all("[value=despues], [name=descuento], [name^=propinas], [name^=productos], [name=cliente_q]")).toEqual([]);
    const much = await form.submit({ monto: "301", metodo_pago: "tarjeta" });
    expect([much.status, errorsOf(much)]).toEqual([400, [["monto", "Con tarjeta no hay cambio: son $300.00."]]]);
    expect((await form.submit({ monto: "100", metodo_pago: "tarjeta" })).location).toBe(`${nota}?de=${BACK}`);
    expect(await readFlash()).toBe(`Cobro registradoCobrado $100.00: tarjeta. Queda a deber: $200.00. Nota ${folio}.`);
    const rest = await ana.get(`${nota}/cobrar?de=${BACK}`);
    expect(await rest.submitThrice({ monto: "500" })).toEqual([`303 ${nota}?de=${BACK}`]);
    expect(await readFlash()).toBe(`Cobro registradoCobrado $200.00: efectivo. Cambio: $300.00. Nota ${folio}.`);
    expect(await ingresos()).toEqual(["venta 100.00 tarjeta", "venta 200.00 efectivo"]);
    expect((await ana.send(`${nota}/cobrar?de=${BACK}`)).location).toBe(`${nota}?de=${BACK}`);
    expect((await ana.get(nota)).all('main a[href*="/cobrar"]')).toEqual([]);
  });

  test("of which somebody else charged a part meanwhile is refused with what is left now", async () => {
    const nota = await sell(await addProducto("Aceite"), CREDIT);
    const [page, other] = [await ana.get(`${nota}/cobrar`), await ana.get(`${nota}/cobrar`)];
    await other.submit({ monto: "50" });
    const stale = await page.submit({ metodo_pago: "otro" });
    expect([stale.status, stale.values()]).toMatchObject([409, { por_cobrar: "100.00", monto: "100.00", metodo_pago: "otro" }]);
    expect((await stale.submit()).status).toBe(303);
    expect(await ingresos()).toEqual(["venta 50.00 efectivo", "venta 100.00 otro"]);
  });

  test.each([
    ["paid", (nota: string) => ana.submit(`${nota}/cobrar`)],
    ["cancelled", (nota: string) => ana.submit(nota, {}, "main details form")],
  ])("that somebody else %s meanwhile leads to its nota, and says that nothing was charged", async (_what, settle) => {
    const nota = await sell(await addProducto("Aceite"), CREDIT);
    const page = await ana.get(`${nota}/cobrar`);
    await settle(nota);
    await readFlash();
    const before = await ingresos();
    const answer = await page.submit();
    expect(answer.location?.replace(/\?.*/, "")).toBe(nota);
    expect(await ingresos()).toEqual(before);
    expect(await readFlash()).toMatch(/no se registró/);
  });

  test("takes no product with it, however the form was made", async () => {
    const nota = await sell(await addProducto("Aceite"), CREDIT);
    const crema = await addProducto("Crema");
    const form = await ana.get(`${nota}/cobrar`);
    const product = { "productos[0].item_id": crema, "productos[0].cantidad": "1", "productos[0].precio": "150.00" };
    await form.submit(product);
    expect([await stock(), await countOf("venta_lineas_susa")]).toEqual([expect.objectContaining({ Crema: 9 }), 1]);
  });
});
