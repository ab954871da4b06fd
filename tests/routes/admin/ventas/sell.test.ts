import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createCliente } from "../../../support/factories";
import { countOf, sql, sqlValue, withoutTable } from "../../../support/test-database";
import {
  addProducto,
  addToForm,
  ana,
  errorsOf,
  ingresos,
  lucia,
  offered,
  openSale,
  press,
  readFlash,
  SELL,
  stock,
} from "./counter";

const LATER = { metodo_pago: "despues" };
const buyer = () => sqlValue("SELECT k.nombre FROM ventas_susa v JOIN clientes_susa k ON k.id = v.cliente_id");

describe("selling products", () => {
  test("takes a press on a product and one on Cobrar, and leads to the nota", async () => {
    const [aceite] = [await addProducto("Aceite"), await addProducto("Crema", 9, 90)];
    const first = await ana.get(`${SELL}?de=${encodeURIComponent("/admin/ingresos?mes=2026-11")}`);
    expect([first.text("h1"), offered(first), first.all("[name=monto]")]).toEqual([
      "Vender",
      ["Aceite $150.00", "Crema $90.00"],
      [],
    ]);
    const page = await addToForm(await addToForm(first, aceite), aceite);
    expect(page.values()).toMatchObject({ por_cobrar: "300.00", monto: "300.00", metodo_pago: "efectivo" });
    const answers = await page.submitThrice({ monto: "500" });
    const [{ id, folio } = { id: "", folio: 0 }, ...others] = await sql<{ id: string; folio: number }>(
      "SELECT id, folio FROM ventas_susa",
    );
    const nota = `/admin/ventas/${id}?de=${encodeURIComponent("/admin/ingresos?mes=2026-11")}`;
    expect([answers, others]).toEqual([[`303 ${nota}`], []]);
    expect([await stock(), await ingresos()]).toEqual([{ Aceite: 7, Crema: 9 }, ["venta 300.00 efectivo"]]);
    const after = await ana.get(nota);
    expect(after.flash).toBe(`Venta registradaCobrado $300.00: efectivo. Cambio: $200.00. Nota ${folio}.`);
    expect(after.hrefs("main a").some((href) => href === "/admin/ingresos?mes=2026-11")).toBe(true);
    // What sells most comes first.
    await (await openSale((await sqlValue<string>("SELECT id FROM inventario_susa WHERE nombre = 'Crema'")) ?? "")).submit({
      "productos[0].cantidad": "3",
    });
    expect(offered(await ana.get(SELL))).toEqual(["Crema $90.00", "Aceite $150.00"]);
  });

  test("finds a product by name, with or without accents, and says when nothing matches", async () => {
    for (let n = 1; n <= 7; n++) await addProducto(`Ñandutí ${n}`);
    const aceite = await addProducto("Protector solar", 0);
    const page = await (await ana.get(SELL)).submit({ producto_q: "SOLAR prot" });
    expect([page.status, offered(page)[0], offered(page).length]).toEqual([200, "Protector solar $150.00", 7]);
    const sold = await addToForm(page, aceite);
    // A product that is out of stock is found too, and refused when it is charged.
    expect(errorsOf(await sold.submit())).toEqual([["productos[0].cantidad", "Ya no hay de Protector solar."]]);
    expect((await press(page, "search-products", { producto_q: "zzz" })).text()).toContain("Nada a la venta se llama así.");
  });

  test("refuses more than there are at their row, and keeps everything that was typed", async () => {
    const [aceite, crema] = [await addProducto("Aceite", 2), await addProducto("Crema", 1, 90)];
    const typed = {
      ...{ "productos[0].cantidad": "3", "productos[1].cantidad": "2", monto: "mucho", metodo_pago: "tarjeta" },
      ...{ parte_metodo: "otro", parte_monto: "10", cliente_nombre: "Eva Ríos", cliente_telefono: "55" },
    };
    const page = await openSale(aceite, crema);
    expect([(await page.submit(typed)).status, (await page.submit(typed)).values()]).toEqual([
      400,
      expect.objectContaining(typed),
    ]);
    const short = await page.submit({ ...typed, monto: "" });
    expect([short.status, errorsOf(short)]).toEqual([
      400,
      [
        ["productos[0].cantidad", "Quedan 2 de Aceite."],
        ["productos[1].cantidad", "Queda 1 de Crema."],
      ],
    ]);
    expect(short.values()).toMatchObject({ ...typed, monto: "630.00" });
    expect([await stock(), await countOf("ventas_susa"), await countOf("clientes_susa", "nombre = 'Eva Ríos'")]).toEqual([
      { Aceite: 2, Crema: 1 },
      0,
      0,
    ]);
    const sold = await short.submit({ "productos[0].cantidad": "2", "productos[1].cantidad": "1" });
    expect([sold.status, await buyer(), await ingresos()]).toEqual([
      303,
      "Eva Ríos",
      ["venta 10.00 otro", "venta 380.00 tarjeta"],
    ]);
  });

  test.each(["0", "-1", "1.5", "dos", "10000", ""])(
    "does not take %j as how many there are, and keeps how it is paid",
    async (cantidad) => {
      const paid = { metodo_pago: "tarjeta", parte_metodo: "efectivo", parte_monto: "10" };
      const page = await (await openSale(await addProducto("Aceite"))).submit({ "productos[0].cantidad": cantidad, ...paid });
      expect([page.status, errorsOf(page)]).toEqual([
        400,
        [["productos[0].cantidad", "Escribe cuántos se lleva con un número entero, de 1 a 9,999."]],
      ]);
      expect(page.values()).toMatchObject({ "productos[0].cantidad": cantidad, ...paid });
      expect(page.text()).not.toContain("No queda nada por cobrar.");
    },
  );

  test("refuses the same product in two rows that are too many together, and says so", async () => {
    const aceite = await addProducto("Aceite", 3);
    const twin = { "productos[1].item_id": aceite, "productos[1].precio": "150.00", "productos[1].cantidad": "2" };
    const page = await (await openSale(aceite)).submit({ ...twin, "productos[0].cantidad": "2" });
    expect([page.status, page.alert]).toEqual([400, expect.stringContaining("Quedan 3 de Aceite.")]);
  });

  test("refuses more of one product in two rows than a sale may have, says how many they are, and keeps them", async () => {
    const aceite = await addProducto("Aceite", 20_000);
    const twin = { "productos[1].item_id": aceite, "productos[1].precio": "150.00", "productos[1].cantidad": "5000" };
    const typed = { ...twin, "productos[0].cantidad": "5,000", monto: "1500000" };
    const page = await (await openSale(aceite)).submit(typed);
    expect([page.status, errorsOf(page)]).toEqual([
      400,
      [["productos[1].cantidad", "Son 10,000 del mismo producto, y en una nota caben hasta 9,999. Cobra las demás en otra."]],
    ]);
    expect([page.values(), await stock()]).toEqual([expect.objectContaining(typed), { Aceite: 20_000 }]);
    expect((await page.submit({ "productos[1].cantidad": "4,999" })).status).toBe(303);
    expect(await sqlValue("SELECT cantidad FROM venta_lineas_susa")).toBe(9_999);
  });

  test("counts thousands with a comma as it does without", async () => {
    const aceite = await addProducto("Aceite", 2_000);
    const page = await addToForm(await openSale(aceite), await addProducto("Crema", 9, 90), { "productos[0].cantidad": "1,000" });
    expect(page.values()).toMatchObject({ por_cobrar: "150090.00", monto: "150090.00" });
    const short = await page.submit({ "productos[0].cantidad": "1,000", "productos[1].cantidad": "10" });
    expect(errorsOf(short)).toEqual([["productos[1].cantidad", "Quedan 9 de Crema."]]);
  });

  test("says that a product is gone or costs something else now, and charges what is left after that", async () => {
    const [aceite, crema] = [await addProducto("Aceite"), await addProducto("Crema", 9, 90)];
    const page = await openSale(aceite, crema);
    await sql("UPDATE inventario_susa SET precio_venta = 160 WHERE id = $1", [aceite]);
    const dearer = await page.submit({ metodo_pago: "tarjeta" });
    expect([dearer.status, dearer.alert]).toEqual([
      409,
      expect.stringContaining("Lo que falta por cobrar cambió mientras tanto."),
    ]);
    expect(dearer.values()).toMatchObject({ por_cobrar: "250.00", monto: "250.00", metodo_pago: "tarjeta" });
    for (const gone of [aceite, crema]) await sql("UPDATE inventario_susa SET precio_venta = NULL WHERE id = $1", [gone]);
    await addProducto("Otro", 1, 10);
    const none = await dearer.submit();
    expect([none.status, none.alert]).toEqual([400, expect.stringContaining("Un producto ya no está a la venta y lo quitamos.")]);
    expect(none.values()).not.toHaveProperty("productos[0].item_id");
    await sql("UPDATE inventario_susa SET precio_venta = 160 WHERE id = $1", [aceite]);
    const rest = await dearer.submit();
    expect([rest.status, rest.values()]).toEqual([
      400,
      expect.objectContaining({ "productos[0].item_id": aceite, monto: "160.00" }),
    ]);
    expect((await rest.submit()).status).toBe(303);
    expect(await ingresos()).toEqual(["venta 160.00 tarjeta"]);
  });

  test("says that the last product is gone, and keeps what was typed", async () => {
    const aceite = await addProducto("Aceite");
    const page = await openSale(aceite);
    await sql("UPDATE inventario_susa SET precio_venta = NULL");
    const gone = await page.submit({ cliente_nombre: "Eva Ríos" });
    expect([gone.status, gone.text()]).toEqual([
      400,
      expect.stringContaining("Un producto ya no está a la venta y lo quitamos."),
    ]);
  });

  test("says what to charge and the change without selling, in two methods and of a debt too", async () => {
    const page = await openSale(await addProducto("Aceite"), await addProducto("Crema", 9, 90));
    const lines = (page: Page) => [page.status, page.texts("#cuanto li")];
    const cash = await press(page, "quote", { monto: "300", parte_metodo: "tarjeta", parte_monto: "40" });
    expect([lines(cash), await countOf("ventas_susa")]).toEqual([
      [200, ["Efectivo $200.00", "Tarjeta $40.00", "Cambio $60.00"]],
      0,
    ]);
    const owed = await cash.submit({ ...{ monto: "", metodo_pago: "despues" }, cliente_nombre: "Eva" });
    const nota = owed.location?.replace(/\?.*/, "") ?? "";
    const debt = await press(await ana.get(`${nota}/cobrar`), "quote", { monto: "150" });
    expect([lines(debt), await countOf("ingresos_susa")]).toEqual([[200, ["Efectivo $150.00", "Queda a deber $50.00"]], 1]);
  });

  test("of nothing is refused", async () => {
    await addProducto("Aceite");
    const page = await (await ana.get(SELL)).submit();
    expect([page.status, page.alert]).toEqual([400, expect.stringContaining("Elige qué se lleva.")]);
  });

  test("offers no form while nothing is for sale, and says where that is changed to who may", async () => {
    await addProducto("Cera", 5, null);
    await addProducto("Agotada", 0);
    const page = await ana.get(SELL);
    expect([page.status, page.all("#cobro"), page.text(".empty-state p")]).toEqual([200, [], "No hay nada a la venta"]);
    expect(page.hrefs("main a")).toEqual(["/admin/citas", "/admin/inventario"]);
  });

  test("comes back with 503 and the form while the database is away, and is sold when sent again", async () => {
    const page = await openSale(await addProducto("Aceite"));
    const typed = { "productos[0].cantidad": "4", metodo_pago: "tarjeta", cliente_nombre: "Eva Ríos" };
    for (const [table, form] of [
      ["asientos_susa", "#cobro"],
      // Without the products it is the page of the outage that gives the form back.
      ["inventario_susa", 'form:has([name="token"]):not([action="/salir"])'],
    ] as const) {
      const answer = await withoutTable(table, () => page.submit(typed));
      expect([answer.status, answer.alert]).toEqual([503, expect.stringContaining("Tus datos siguen aquí")]);
      expect(answer.values(form)).toMatchObject(typed);
      expect([await countOf("ventas_susa"), await stock()]).toEqual([0, { Aceite: 9 }]);
      expect(await withoutTable("asientos_susa", () => answer.submit({}, form))).toMatchObject({ status: 503 });
    }
    expect(await page.submitThrice(typed)).toHaveLength(1);
    expect([await ingresos(), await stock()]).toEqual([["venta 600.00 tarjeta"], { Aceite: 5 }]);
  });

  test.each(["otra-cosa", "add-product:abc", "add-product:", "remove-row:x", "save"])(
    "is answered with 400 for the malformed button %j",
    async (intent) => {
      const page = await press(await openSale(await addProducto("Aceite")), intent);
      expect([page.status, await countOf("ventas_susa")]).toEqual([400, 0]);
    },
  );
});

describe("a sale that is left unpaid", () => {
  test("needs a client, whom the form then asks for", async () => {
    const page = await (await openSale(await addProducto("Aceite"))).submit(LATER);
    expect([page.status, errorsOf(page)]).toEqual([400, [["cliente_id", "Elige a la clienta que queda a deber."]]]);
    expect(page.document.getElementById("cobro-cliente_id")?.closest("details")?.hasAttribute("open")).toBe(true);
    expect(page.values()).toMatchObject(LATER);
  });

  test("is hers whose telephone was typed", async () => {
    const page = await (await openSale(await addProducto("Aceite"))).submit({ ...LATER, cliente_q: "222 123 45 67" });
    expect(page.status).toBe(303);
    expect(await sql("SELECT cliente_id, total FROM ventas_susa")).toEqual([{ cliente_id: lucia, total: "150.00" }]);
    expect(await readFlash()).toMatch(/^Venta registradaQueda a deber: \$150\.00\. Nota \d+\.$/);
  });

  test("asks whether it is she who was found by name, and charges her once she was seen", async () => {
    const page = await (await openSale(await addProducto("Aceite"))).submit({ ...LATER, cliente_q: "lucia pena" });
    expect([page.status, errorsOf(page)]).toEqual([
      400,
      [["cliente_id", "Revisa que sea ella y toca otra vez. Si es otra, cambia lo que buscaste."]],
    ]);
    expect(page.values()).toMatchObject({ ...LATER, cliente_id: lucia, cliente_q: "lucia pena" });
    expect(await countOf("ventas_susa")).toBe(0);
    expect([(await page.submit()).status, await buyer()]).toEqual([303, "Lucía Peña"]);
  });

  test("lets her be chosen among those who were found, also after more products were added", async () => {
    const [aceite, other] = [await addProducto("Aceite"), await createCliente({ nombre: "Lucía Sol" })];
    let page = await press(await openSale(aceite), "search-clients", { cliente_q: "lucia" });
    expect(page.texts("#cobro li")).toEqual(["Lucía Peña · 222 123 4567", "Lucía Sol", "Otra clienta"]);
    page = await addToForm(page, aceite, { cliente_id: other });
    expect(page.values()).toMatchObject({ cliente_id: other, "productos[0].cantidad": "2" });
    expect([(await page.submit(LATER)).status, await buyer()]).toEqual([303, "Lucía Sol"]);
  });

  test("is a new client's, whose name was searched in vain", async () => {
    const page = await (await openSale(await addProducto("Aceite"))).submit({ ...LATER, cliente_q: "Eva Ríos" });
    expect(page.status).toBe(400);
    expect(page.values()).toMatchObject({ ...LATER, cliente_nombre: "Eva Ríos" });
    expect(page.text()).toContain("No la encontramos. Si es nueva, completa sus datos.");
    expect([(await page.submit({ cliente_telefono: "55 1234 5678" })).status, await buyer()]).toEqual([303, "Eva Ríos"]);
    expect(await sqlValue("SELECT telefono FROM clientes_susa WHERE nombre = 'Eva Ríos'")).toBe("+525512345678");
  });

  test("does not ask to check who she is when no client was found", async () => {
    const page = await (await openSale(await addProducto("Aceite"))).submit({ ...LATER, cliente_q: "55 9999 8888" });
    expect([page.status, page.values()]).toMatchObject([400, { cliente_telefono: "55 9999 8888" }]);
    expect(page.alert).not.toContain("Revisa que sea ella");
    expect([(await page.submit({ cliente_nombre: "Eva Ríos" })).status, await buyer()]).toEqual([303, "Eva Ríos"]);
  });

  test("says that the chosen client was deleted meanwhile", async () => {
    const page = await press(await openSale(await addProducto("Aceite")), "search-clients", { cliente_q: "lucia" });
    await sql("DELETE FROM clientes_susa");
    const refused = await page.submit({ ...LATER, cliente_id: lucia });
    expect([refused.status, errorsOf(refused)]).toEqual([400, [["cliente_id", "Esa clienta ya no está. Elige otra."]]]);
    expect(await countOf("ventas_susa")).toBe(0);
    expect(errorsOf(await refused.submit({ cliente_id: randomUUID() }))[0]?.[0]).toBe("cliente_id");
  });
});

/** Lets many buyers at once want one of too few pieces, and checks that those who get none keep what they typed. */
async function expectNoPieceSoldTwice(buyers: number, pieces: number): Promise<void> {
  const aceite = await addProducto("Aceite", pieces);
  await addProducto("Crema");
  const values = (await openSale(aceite)).values();
  const answers = await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      // The same client, and a different amount in cash.
      const typed = { cliente_q: "222 123 4567", monto: `${200 + buyer}` };
      return { typed, page: await ana.post(SELL, { ...values, ...typed, token: randomUUID() }) };
    }),
  );
  const refused = answers.filter(({ page }) => page.status !== 303);
  expect([answers.length - refused.length, refused.length]).toEqual([pieces, buyers - pieces]);
  for (const { typed, page } of refused) {
    expect([page.status, page.html]).toEqual([400, expect.stringMatching(/(Ya no hay|Queda|Quedan \d+) de Aceite\./)]);
    expect(page.html).toContain(`value="${typed.cliente_q}"`);
    expect(page.html).toContain(`value="${typed.monto}"`);
  }
  expect([(await stock()).Aceite, await countOf("ventas_susa", "cliente_id IS NOT NULL")]).toEqual([0, pieces]);
}

test("of forty buyers of the last ten pieces at once ten get one, and the others keep what they typed", () =>
  expectNoPieceSoldTwice(40, 10));

test("of two hundred buyers of the last fifty pieces at once fifty get one", { tags: ["slow"] }, () =>
  expectNoPieceSoldTwice(200, 50),
);
