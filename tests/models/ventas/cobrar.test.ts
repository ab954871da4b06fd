import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { deleteCita } from "~/models/citas/cita.server";
import { mergeClientes } from "~/models/clientes/fusion.server";
import { deleteIngreso } from "~/models/dinero/ingreso.server";
import { getTabla } from "~/models/dinero/reporte.server";
import { deleteItem } from "~/models/inventario/item.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { getPorCobrar } from "~/models/ventas/amount-due.server";
import { recordAnticipo } from "~/models/ventas/anticipo.server";
import { type CobroValues, chargeBill, cobroSchema } from "~/models/ventas/cobrar.server";
import { listDeudas } from "~/models/ventas/deuda.server";
import { listMasVendidos } from "~/models/ventas/producto.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import { cancelVenta, getVenta } from "~/models/ventas/venta.server";
import { cobroOf } from "../../support/cobro";
import { readCuadre } from "../../support/cuadre";
import { createCita, createCliente, createEmpleado } from "../../support/factories";
import { ledgerMatches } from "../../support/ledger";
import { countOf, emptyTables, sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import {
  actor,
  addCita,
  addItem,
  charge,
  cita,
  cuenta,
  historia,
  ingresoLines,
  key,
  servicio,
  stock,
} from "../citas/cita-history";

const ZONA = "America/Mexico_City";

/** An item of the stock that is sold at a price. */
async function addProducto(nombre: string, cantidad: number, precio: string): Promise<string> {
  const id = await addItem(nombre, cantidad);
  await sql("UPDATE inventario_susa SET precio_venta = $2 WHERE id = $1", [id, precio]);
  return id;
}

const linea = (item_id: string, precio: string, cantidad = 1) => ({ item_id, precio, cantidad });
const sell = (productos: CobroValues["productos"], changes: Partial<CobroValues> = {}) =>
  chargeBill(cobroOf([], { productos, metodo_pago: "efectivo", ...changes }), actor(), key());

const tips = () => sqlColumn<string>("SELECT concat_ws(' ', monto, metodo_pago) FROM propinas_susa ORDER BY created_at, id");
const prices = (id: string) => sql("SELECT precio, descuento, descuento_motivo, cobrado FROM citas_susa WHERE id = $1", [id]);
const noDifferences = async () => expect((await readCuadre()).diferencias).toEqual([]);

const LATER = { fecha_hora: "2026-11-21T17:00Z", fin: "2026-11-21T18:00Z" };

/** A visit of two specialists, 350 and 480.50 pesos. */
async function addVisita() {
  const visita_id = randomUUID();
  const cliente_id = await createCliente({ telefono: "+522221234567" });
  const [ana, mariana] = [await createEmpleado(), await createEmpleado({ nombre: "Mariana" })];
  const ids = [
    await addCita({ visita_id, cliente_id, empleado_id: ana }),
    await addCita({ visita_id, cliente_id, empleado_id: mariana, precio: 480.5, ...LATER }),
  ];
  const [one = "", other = ""] = ids;
  const citas = [
    { id: one, por_cobrar: "350.00" },
    { id: other, por_cobrar: "480.50" },
  ];
  return { ids, citas, cliente_id, ana, mariana };
}

describe("charging one appointment", () => {
  test("charges the remaining amount, takes the supplies from stock and reports missing ones", async () => {
    await addItem("Hilo de Algodon", 5);
    const id = await addCita();
    expect(await charge(id)).toEqual({
      outcome: "written",
      result: {
        completadas: 1,
        venta_id: await sqlValue("SELECT id FROM ventas_susa WHERE total = 0"),
        folio: expect.any(Number),
        pagos: [{ metodo_pago: "tarjeta", monto: "350.00" }],
        propinas: [],
        cambio: "0.00",
        debe: "0.00",
        descuento: null,
        insumos: 1,
        missing: ["Cera"],
      },
    });
    expect(await sqlValue("SELECT detalle FROM cambios_cita_susa WHERE accion = 'completada'")).toBe(
      "Se registró un ingreso de $350.00 (tarjeta). Se descontó 1 insumo.",
    );
    expect(await ingresoLines()).toEqual(["cita 350.00 tarjeta 2026-11-21"]);
    expect(await stock()).toEqual({ "Hilo de Algodon": 3 });
    expect(await cita(id)).toMatchObject({ estado: "completada", cobrado: "350.00" });
    expect(await sql("SELECT descripcion, cita_id FROM ingresos_susa")).toEqual([
      { descripcion: "Diseño de cejas", cita_id: id },
    ]);
    expect(await sql("SELECT motivo, cita_id FROM movimientos_inventario_susa WHERE tipo = 'salida'")).toEqual([
      { motivo: "Cita completada: Diseño de cejas", cita_id: id },
    ]);
  });

  test("lets stock go below zero, prefers the fuller of two items with the same name, and adds up supplies listed twice", async () => {
    await addItem("cera", 1);
    await addItem("Cera", 4);
    await addItem("hilo de algodón", 1);
    const insumos = JSON.stringify([
      { nombre: " Cera", cantidad: 2 },
      { nombre: "CERA", cantidad: 3 },
      { nombre: "Hilo de algodón", cantidad: 2 },
    ]);
    await sql("UPDATE servicios_susa SET insumos = $1", [insumos]);
    const id = await addCita();
    expect((await getPorCobrar(id, ZONA))?.insumos.map(({ item_nombre, cantidad }) => [item_nombre, cantidad])).toEqual([
      ["Cera", 5],
      ["hilo de algodón", 2],
    ]);
    expect(await charge(id)).toMatchObject({ result: { insumos: 2, missing: [] } });
    expect(await stock()).toEqual({ cera: 1, Cera: -1, "hilo de algodón": -1 });
  });

  test("does only what is checked", async () => {
    await addItem("Cera", 4);
    const id = await addCita();
    expect(await charge(id, { metodo_pago: "despues", descontar: false })).toMatchObject({
      result: { completadas: 1, venta_id: null, debe: "350.00", insumos: 0, missing: [] },
    });
    expect([await ingresoLines(), await stock()]).toEqual([[], { Cera: 4 }]);
    expect(await sqlValue("SELECT detalle FROM cambios_cita_susa WHERE accion = 'completada'")).toBeNull();
  });

  test("charges what was not paid in advance, and nothing when the advance covers the price", async () => {
    for (const [paid, left, rows] of [
      ["100.10", "249.90", 2],
      ["350", "0.00", 1],
      ["400", "0.00", 1],
    ] as const) {
      await emptyTables("citas_susa", "ingresos_susa", "asientos_susa");
      const id = await addCita();
      const anticipo = { monto: paid, metodo_pago: "efectivo", fecha: "2026-11-01" } as const;
      expect(await recordAnticipo(id, anticipo, cuenta, key())).toMatchObject({ result: { isTooMuch: paid === "400" } });
      expect((await getPorCobrar(id, ZONA))?.citas).toMatchObject([{ id, por_cobrar: left, isOpen: true }]);
      expect(await charge(id, { por_cobrar: left })).toMatchObject({ result: { completadas: 1, debe: "0.00" } });
      expect((await ingresoLines()).length).toBe(rows);
    }
  });

  test("is rejected without effect when the remaining amount is not the one shown", async () => {
    const id = await addCita();
    await recordAnticipo(id, { monto: "50", metodo_pago: "efectivo", fecha: "2026-11-01" }, cuenta, key());
    for (const por_cobrar of ["350.00", "", "300", "-1", "0.00"])
      expect(await charge(id, { por_cobrar })).toEqual({ outcome: "stale" });
    expect((await cita(id))?.estado).toBe("programada");
    expect(await charge(id, { por_cobrar: "300.00" })).toMatchObject({ outcome: "written" });
  });

  test("twenty times at once charges once and takes the supplies once", async () => {
    await addItem("Cera", 9);
    await addItem("Hilo de algodón", 9);
    const id = await addCita();
    const all = await Promise.all(Array.from({ length: 20 }, () => charge(id)));
    expect(all.map(({ outcome }) => outcome).sort()).toEqual([...Array(19).fill("stale"), "written"]);
    expect([await ingresoLines(), await stock()]).toEqual([
      ["cita 350.00 tarjeta 2026-11-21"],
      { Cera: 8, "Hilo de algodón": 7 },
    ]);
    expect(await historia(id)).toEqual(["creada programada", "completada completada"]);
  });

  test("works for twenty appointments that need the same items at once", async () => {
    await addItem("Cera", 9);
    await addItem("Hilo de algodón", 9);
    const ids = await Promise.all(Array.from({ length: 20 }, () => addCita()));
    const all = await Promise.all(ids.map((id) => charge(id)));
    expect(all.map(({ outcome }) => outcome)).toEqual(ids.map(() => "written"));
    expect(await stock()).toEqual({ Cera: -11, "Hilo de algodón": -31 });
  });

  test("works when its service or its items were deleted", async () => {
    const item = await addItem("Cera", 9);
    const id = await addCita();
    await deleteItem(item, cuenta, key());
    await sql("DELETE FROM servicios_susa");
    expect(await charge(id)).toMatchObject({ result: { completadas: 1, missing: [] } });
    expect(await sql("SELECT descripcion FROM ingresos_susa")).toEqual([{ descripcion: "Servicio eliminado" }]);
  });

  test("works while an item is being deleted", async () => {
    for (let n = 0; n < 10; n++) {
      const item = await addItem("Cera", 9);
      const id = await addCita();
      const [done] = await Promise.all([charge(id), deleteItem(item, cuenta, key())]);
      expect(done).toMatchObject({ outcome: "written", result: { completadas: 1 } });
    }
  });

  test("works with supplies written into the database by hand", async () => {
    await addItem("Cera", 9);
    await sql("UPDATE servicios_susa SET insumos = $1", [
      JSON.stringify([
        { nombre: "Cera", cantidad: 9e12 },
        { nombre: "cera", cantidad: 2.0 },
      ]),
    ]);
    expect(await matchInsumos([servicio])).toMatchObject([{ cantidad: 1_000_000, rinde: 1 }]);
    expect(await matchInsumos([null])).toEqual([]);
    expect(await charge(await addCita())).toMatchObject({ outcome: "written" });
  });
});

describe("charging a visit", () => {
  test("completes its appointments, takes supplies and products, and writes payments, tips and one folio", async () => {
    await addItem("Cera", 9);
    const { ids, citas, cliente_id, mariana } = await addVisita();
    const aceite = await addProducto("Aceite", 3, "150.00");
    const values = cobroOf(citas, {
      productos: [linea(aceite, "150.00", 2)],
      ...{ metodo_pago: "efectivo", parte_metodo: "tarjeta", parte_monto: "330.00" },
      propinas: [{ empleado_id: mariana, monto: "50.00" }],
    });
    const { venta_id, folio, ...done } = await resultOf(chargeBill(values, actor(), key()));
    expect(done).toEqual({
      completadas: 2,
      pagos: [
        { metodo_pago: "efectivo", monto: "800.50" },
        { metodo_pago: "tarjeta", monto: "330.00" },
      ],
      propinas: [{ nombre: "Mariana", monto: "50.00", metodo_pago: "efectivo" }],
      ...{
        descuento: null,
        cambio: "0.00",
        debe: "0.00",
        insumos: 2,
        missing: ["HILO de algodón", "HILO de algodón"],
      },
    });
    expect((await ingresoLines()).sort()).toEqual(
      [
        "cita 350.00 efectivo 2026-11-21",
        "cita 450.50 efectivo 2026-11-21",
        "cita 30.00 tarjeta 2026-11-21",
        "venta 300.00 tarjeta 2026-11-21",
      ].sort(),
    );
    expect(await tips()).toEqual(["50.00 efectivo"]);
    expect(await stock()).toEqual({ Aceite: 1, Cera: 7 });
    expect(await sql("SELECT venta_id FROM ingresos_susa GROUP BY 1")).toEqual([{ venta_id }]);
    expect(
      await sql("SELECT cita_id, venta_id FROM movimientos_inventario_susa WHERE item_id = $1 AND tipo = 'salida'", [aceite]),
    ).toEqual([{ cita_id: null, venta_id }]);
    for (const id of ids) expect(await historia(id)).toEqual(["creada programada", "completada completada"]);
    const nota = await getVenta(venta_id ?? "");
    expect([nota?.folio, nota?.cliente?.id, nota?.total, nota?.debe, nota?.citas.length]).toEqual([
      folio,
      cliente_id,
      "1130.50",
      "0.00",
      2,
    ]);
    await noDifferences();
  });

  test("with a discount lowers what is to be paid, and shows the owner before and after", async () => {
    const { ids, citas } = await addVisita();
    const discount = { descuento: "400.00", descuento_motivo: "Cumpleaños" };
    const write = { ...key(), actor: { cuenta_id: cuenta, origen: null } };
    expect(await resultOf(chargeBill(cobroOf(citas, discount), actor(), write))).toMatchObject({ pagos: [{ monto: "430.50" }] });
    expect(await prices(ids[0] ?? "")).toEqual([
      { precio: "0.00", descuento: "350.00", descuento_motivo: "Cumpleaños", cobrado: "0.00" },
    ]);
    expect(await prices(ids[1] ?? "")).toEqual([
      { precio: "430.50", descuento: "50.00", descuento_motivo: "Cumpleaños", cobrado: "430.50" },
    ]);
    expect(
      await sqlColumn(
        "SELECT importes -> 'precio' FROM por_revisar_susa JOIN bitacora_susa b ON b.id = linea_id WHERE tipo = 'cita' ORDER BY orden",
      ),
    ).toEqual([
      ["350.00", "0.00"],
      ["480.50", "430.50"],
    ]);
  });

  test.each<[what: string, changes: Partial<CobroValues>, taken: string, cobrado: string[], tip?: string]>([
    ["10 % of 830.50", { descuento: "10%" }, "83.05", ["747.45"]],
    ["12.5 %, half a cent up", { descuento: "12.5%" }, "103.81", ["726.69"]],
    ["all of it", { descuento: "100%" }, "830.50", []],
    ["none, and a tip of 10 % of all that is due", {}, "0.00", ["830.50"], "83.05"],
    ["half, and a tip of 10 % of the rest", { descuento: "50%" }, "415.25", ["415.25"], "41.53"],
  ])("a percent is that much of what is due: %s", async (_what, { descuento = null }, taken, cobrado, tip) => {
    const { citas, mariana } = await addVisita();
    const values = {
      ...{ descuento, descuento_motivo: descuento && "Amiga" },
      propinas: tip === undefined ? [] : [{ empleado_id: mariana, monto: "10%" }],
    };
    const done = await resultOf(chargeBill(cobroOf(citas, values), actor(), key()));
    expect(done.pagos.map(({ monto }) => monto)).toEqual(cobrado);
    expect(done.descuento).toEqual(descuento && { porcentaje: descuento, monto: taken });
    expect(done.propinas.map(({ monto }) => monto)).toEqual(tip === undefined ? [] : [tip]);
    expect(await sqlValue("SELECT sum(descuento)::text FROM citas_susa")).toBe(taken);
  });

  test("writes each tip with the method that was chosen for the tips, also when all else is paid another day", async () => {
    const { citas, ana, mariana } = await addVisita();
    const [tipOf, propina_metodo] = [(empleado_id: string) => [{ empleado_id, monto: "10%" }], "efectivo" as const];
    const paid = { monto: "385", propinas: tipOf(ana), propina_metodo };
    expect(await resultOf(chargeBill(cobroOf(citas.slice(0, 1), paid), actor(), key()))).toMatchObject({
      ...{ pagos: [{ metodo_pago: "tarjeta", monto: "350.00" }], cambio: "0.00" },
      propinas: [{ nombre: "Ana", monto: "35.00", metodo_pago: "efectivo" }],
    });
    const later = { metodo_pago: "despues", propinas: tipOf(mariana), propina_metodo: "tarjeta" } as const;
    expect(await resultOf(chargeBill(cobroOf(citas.slice(1), later), actor(), key()))).toMatchObject({
      pagos: [],
      debe: "480.50",
    });
    expect([await tips(), await ingresoLines()]).toEqual([
      ["35.00 efectivo", "48.05 tarjeta"],
      ["cita 350.00 tarjeta 2026-11-21"],
    ]);
    await noDifferences();
  });

  test("a percent of a product is none of its discount, but of its tip", async () => {
    const { citas, ana } = await addVisita();
    const aceite = await addProducto("Aceite", 3, "150.00");
    const values = { productos: [linea(aceite, "150.00")], descuento: "10%", descuento_motivo: "Amiga" };
    const tip = { propinas: [{ empleado_id: ana, monto: "10%" }] };
    const done = await resultOf(chargeBill(cobroOf(citas, { ...values, ...tip }), actor(), key()));
    expect([done.descuento?.monto, done.pagos[0]?.monto, done.propinas[0]?.monto]).toEqual(["83.05", "897.45", "89.75"]);
  });

  test("a percent of nothing is refused", async () => {
    const [empleado_id] = [await createEmpleado()];
    const id = await addCita({ precio: 0, empleado_id });
    const citas = [{ id, por_cobrar: "0.00" }];
    const pay = (changes: Partial<CobroValues>) => chargeBill(cobroOf(citas, changes), actor(), key());
    expect(await pay({ propinas: [{ empleado_id, monto: "10%" }] })).toEqual({ outcome: "tip_percent" });
    expect(await pay({ descuento: "10%", descuento_motivo: "Amiga" })).toEqual({ outcome: "discount" });
    expect((await cita(id))?.estado).toBe("programada");
  });

  test.each<[string, Partial<CobroValues>, string]>([
    ["a discount above the services", { descuento: "830.51", descuento_motivo: "Error" }, "discount"],
    ["a tip for somebody else", { propinas: [{ empleado_id: randomUUID(), monto: "50.00" }] }, "tip"],
    ["less than is due", { monto: "800" }, "short"],
    ["a product that does not exist", { productos: [linea(randomUUID(), "1.00")] }, "product"],
  ])("is refused without any change: %s", async (_what, changes, reason) => {
    const { ids, citas } = await addVisita();
    expect(await chargeBill(cobroOf(citas, changes), actor(), key())).toEqual({ outcome: reason });
    expect([(await cita(ids[0] ?? ""))?.estado, await countOf("ventas_susa"), await countOf("ingresos_susa")]).toEqual([
      "programada",
      0,
      0,
    ]);
  });

  test("of which somebody charged a part meanwhile is refused, and charges the rest when it is shown", async () => {
    const { ids, citas } = await addVisita();
    await resultOf(chargeBill(cobroOf(citas.slice(0, 1)), actor(), key()));
    expect(await chargeBill(cobroOf(citas), actor(), key())).toEqual({ outcome: "stale" });
    const rest = [{ id: ids[0] ?? "", por_cobrar: "0.00" }, ...citas.slice(1)];
    expect(await resultOf(chargeBill(cobroOf(rest), actor(), key()))).toMatchObject({
      completadas: 1,
      pagos: [{ monto: "480.50" }],
    });
  });

  test("of several clients is refused, and so is one with a sale that is owed; two visits of one client are one sale", async () => {
    const [eva, otra] = [await createCliente(), await createCliente()];
    const row = (id: string) => ({ id, por_cobrar: "350.00" });
    const one = await addCita({ cliente_id: eva });
    const two = await addCita({ cliente_id: eva, fecha_hora: LATER.fecha_hora, fin: LATER.fin });
    const hers = await addCita({ cliente_id: otra });
    const unknown = await addCita();
    for (const ids of [
      [one, hers],
      [hers, one],
      [one, unknown],
      [unknown, await addCita()],
    ])
      expect(await chargeBill(cobroOf(ids.map(row)), actor(), key())).toEqual({ outcome: "mixed" });
    const aceite = await addProducto("Aceite", 9, "150.00");
    const { venta_id } = await resultOf(sell([linea(aceite, "150.00")], { metodo_pago: "despues", cliente_id: eva }));
    const forged = { ...cobroOf([row(one)], { por_cobrar: "150.00" }), venta_id: venta_id ?? "" };
    expect(await chargeBill(forged, actor(), key())).toEqual({ outcome: "mixed" });
    expect(await resultOf(chargeBill(cobroOf([row(one), row(two)]), actor(), key()))).toMatchObject({ completadas: 2 });
    // The database rejects it too.
    const [sold = ""] = await sqlColumn<string>("SELECT venta_id FROM citas_susa WHERE venta_id IS NOT NULL");
    const put = sql("UPDATE citas_susa SET venta_id = $1 WHERE id = $2", [sold, hers]);
    await expect(put).rejects.toThrow("one visit or of one client");
    const pay = sql("INSERT INTO ingresos_susa (monto, fecha, concepto, cita_id, venta_id) VALUES (1, now(), 'cita', $2, $1)", [
      venta_id,
      hers,
    ]);
    await expect(pay).rejects.toThrow("one visit or of one client");
  });

  test("without anything to pay completes it, without a sale", async () => {
    const id = await addCita({ precio: 0 });
    expect(await resultOf(charge(id, { citas: [{ id, por_cobrar: "0.00" }] }))).toMatchObject({ completadas: 1, venta_id: null });
    expect(await countOf("ventas_susa")).toBe(0);
  });
});

test.each<[typed: string, read: string | null]>([
  ["10%", "10%"],
  ["10 %", "10%"],
  [" 10.5 por ciento ", "10.5%"],
  ["100%", "100%"],
  ["$50", "50.00"],
  ["", null],
])("an amount or a percent is read: %j", (typed, read) => {
  expect(cobroSchema.parse({ descuento: typed, descuento_motivo: typed && "Amiga" }).descuento).toBe(read);
});

test.each<[typed: string, sentence: string]>([
  ["101%", "El descuento llega hasta 100%. Escríbelo como 10% o en pesos."],
  ["1000 %", "El descuento llega hasta 100%. Escríbelo como 10% o en pesos."],
  ["diez por ciento", "Escribe el porcentaje como 10% o 12.5%."],
  ["10%%", "Escribe el porcentaje como 10% o 12.5%."],
  ["-10%", "Escribe el porcentaje como 10% o 12.5%."],
])("what is no percent is refused with what to write: %j", (descuento, sentence) => {
  const { error } = cobroSchema.safeParse({ descuento, descuento_motivo: "Amiga" });
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test("charging what a completed appointment owes keeps the reason of its first discount, and takes no supplies again", async () => {
  await addItem("Cera", 9);
  const id = await addCita();
  const first = { descuento: "50.00", descuento_motivo: "Amiga", metodo_pago: "despues" } as const;
  await resultOf(charge(id, first));
  const second = { por_cobrar: "300.00", descuento: "100.00", descuento_motivo: "Cumpleaños" };
  expect(await resultOf(charge(id, second))).toMatchObject({ completadas: 0, insumos: 0, pagos: [{ monto: "200.00" }] });
  expect(await prices(id)).toEqual([
    { precio: "200.00", descuento: "150.00", descuento_motivo: "Amiga, Cumpleaños", cobrado: "200.00" },
  ]);
  expect(await stock()).toEqual({ Cera: 8 });
});

test("two long reasons of discounts, and the names of many products, are cut to what their rows may say", async () => {
  const id = await addCita({ cliente_id: await createCliente() });
  const reason = (letter: string) => ({ descuento: "50.00", descuento_motivo: letter.repeat(150) });
  await resultOf(charge(id, { ...reason("a"), metodo_pago: "despues" }));
  await resultOf(charge(id, { ...reason("b"), por_cobrar: "300.00" }));
  expect((await prices(id))[0]?.descuento_motivo).toBe(`${"a".repeat(150)}, ${"b".repeat(48)}`);
  const names = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(120));
  const ids = await Promise.all(names.map((nombre) => addProducto(nombre, 9, "10.00")));
  const { venta_id } = await resultOf(sell(ids.map((item) => linea(item, "10.00"))));
  const said = await sqlValue<string>("SELECT descripcion FROM ingresos_susa WHERE venta_id = $1", [venta_id]);
  expect([said?.length, said?.startsWith(`1 × ${names[0]}, 1 × `)]).toEqual([500, true]);
});

test("an appointment that is paid in two sales stays in the first", async () => {
  const id = await addCita({ cliente_id: await createCliente() });
  const part = { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "100.00" } as const;
  const first = await resultOf(charge(id, part));
  const second = await resultOf(charge(id, { por_cobrar: "250.00" }));
  expect(second.venta_id).not.toBe(first.venta_id);
  expect(await sqlValue("SELECT venta_id FROM citas_susa WHERE id = $1", [id])).toBe(first.venta_id);
  for (const { venta_id } of [first, second])
    expect((await getVenta(venta_id ?? ""))?.citas.map((each) => each.id)).toEqual([id]);
});

test("the history of each appointment of a visit says the supplies that it took itself", async () => {
  await addItem("Cera", 9);
  const { citas } = await addVisita();
  await resultOf(chargeBill(cobroOf(citas), actor(), key()));
  expect(await sqlColumn("SELECT detalle FROM cambios_cita_susa WHERE accion = 'completada' ORDER BY orden")).toEqual([
    "Se registró un ingreso de $350.00 (tarjeta). Se descontó 1 insumo.",
    "Se registró un ingreso de $480.50 (tarjeta). Se descontó 1 insumo.",
  ]);
});

test("of one product a form may have 9,999 in all its rows, and the row that is too many says so", () => {
  const [aceite, crema] = [randomUUID(), randomUUID()];
  const row = (item_id: string, cantidad: string) => ({ item_id, cantidad, precio: "1.00" });
  const errors = (...productos: object[]) =>
    cobroSchema.safeParse({ productos }).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(errors(row(aceite, "9,000"), row(crema, "9999"), row(aceite, "999"))).toBeUndefined();
  expect(errors(row(aceite, "9,000"), row(crema, "9999"), row(aceite, "1,000"))).toEqual([
    "productos.2.cantidad: Son 10,000 del mismo producto, y en una nota caben hasta 9,999. Cobra las demás en otra.",
  ]);
});

test("a cancelled sale has no appointment any more, and counts for nothing in what sells most", async () => {
  const [aceite, crema] = [await addProducto("Aceite", 9, "150.00"), await addProducto("Crema", 9, "90.00")];
  const id = await addCita({ cliente_id: await createCliente() });
  const { venta_id } = await resultOf(charge(id, { productos: [linea(crema, "90.00", 5)] }));
  await resultOf(sell([linea(aceite, "150.00")]));
  expect((await listMasVendidos()).map(({ nombre }) => nombre)).toEqual(["Crema", "Aceite"]);
  await resultOf(cancelVenta(venta_id ?? "", actor(), key()));
  expect(await sqlValue("SELECT venta_id FROM citas_susa WHERE id = $1", [id])).toBeNull();
  expect((await listMasVendidos()).map(({ nombre }) => nombre)).toEqual(["Aceite", "Crema"]);
});

test("a form without the reason of its discount, or half of a second payment, is not valid", () => {
  const errors = (values: object) => cobroSchema.safeParse(values).error?.issues.map(({ path }) => path.join());
  expect(errors({ descuento: "50" })).toEqual(["descuento_motivo"]);
  expect(errors({ descuento_motivo: "Amiga" })).toEqual(["descuento"]);
  expect(errors({ parte_monto: "50" })).toEqual(["parte_metodo"]);
  expect(errors({ parte_metodo: "tarjeta" })).toEqual(["parte_monto"]);
  expect(errors({ descuento: "0", parte_monto: "" })).toBeUndefined();
});

describe("reopening an appointment of a sale", () => {
  test("gives back its money, tip, discount and supplies, and no product", async () => {
    await addItem("Cera", 9);
    const { ids, citas, ana, mariana } = await addVisita();
    const aceite = await addProducto("Aceite", 3, "150.00");
    const values = cobroOf(citas, {
      productos: [linea(aceite, "150.00")],
      ...{ descuento: "100.00", descuento_motivo: "Amiga" },
      propinas: [ana, mariana].map((empleado_id) => ({ empleado_id, monto: "20.00" })),
    });
    const { venta_id } = await resultOf(chargeBill(values, actor(), key()));
    await resultOf(reopenCita(ids[0], actor(), key()));
    expect(await prices(ids[0] ?? "")).toEqual([
      { precio: "350.00", descuento: "0.00", descuento_motivo: null, cobrado: "0.00" },
    ]);
    expect(await cita(ids[1] ?? "")).toMatchObject({ estado: "completada", cobrado: "480.50" });
    expect(await stock()).toEqual({ Aceite: 2, Cera: 8 });
    expect((await tips()).sort()).toEqual(["-20.00 tarjeta", "20.00 tarjeta", "20.00 tarjeta"]);
    const nota = await getVenta(venta_id ?? "");
    expect([nota?.citas.map(({ id }) => id), nota?.total, nota?.propinas.length]).toEqual([[ids[1]], "630.50", 1]);
    await noDifferences();
  });
});

describe("a sale of products", () => {
  test("is refused when there are fewer, none is for sale, or its price changed", async () => {
    const aceite = await addProducto("Aceite", 2, "150.00");
    expect(await sell([linea(aceite, "150.00", 3)])).toEqual({ outcome: "short_stock" });
    expect(await sell([linea(aceite, "150.00", 2), linea(aceite, "150.00", 1)])).toEqual({ outcome: "short_stock" });
    expect(await sell([linea(aceite, "149.00")])).toEqual({ outcome: "stale" });
    expect(await sell([linea(await addItem("Cera", 5), "1.00")])).toEqual({ outcome: "product" });
    expect([await stock(), await countOf("ventas_susa")]).toEqual([{ Aceite: 2, Cera: 5 }, 0]);
  });

  test("is left unpaid only with a client, who is new if only her name is given", async () => {
    const aceite = await addProducto("Aceite", 9, "150.00");
    const later = { metodo_pago: "despues" } as const;
    expect(await sell([linea(aceite, "150.00")], later)).toEqual({ outcome: "debtor" });
    expect(await sell([linea(aceite, "150.00")], { ...later, cliente_id: randomUUID() })).toEqual({ outcome: "client" });
    const { venta_id } = await resultOf(sell([linea(aceite, "150.00")], { ...later, cliente_nombre: "Eva Ríos" }));
    expect(await getVenta(venta_id ?? "")).toMatchObject({ cliente: { nombre: "Eva Ríos" }, saldo: "150.00", debe: "150.00" });
  });

  test("on credit is paid in parts, and not more than is left", async () => {
    const aceite = await addProducto("Aceite", 9, "150.00");
    const { venta_id } = await resultOf(
      sell([linea(aceite, "150.00", 2)], { metodo_pago: "despues", cliente_id: await createCliente() }),
    );
    const pay = (por_cobrar: string, monto: string | null) =>
      chargeBill({ ...cobroOf([], { por_cobrar, monto }), venta_id: venta_id ?? "" }, actor(), key());
    expect(await resultOf(pay("300.00", "100.00"))).toMatchObject({ venta_id, pagos: [{ monto: "100.00" }], debe: "200.00" });
    expect(await pay("300.00", null)).toEqual({ outcome: "stale" });
    expect(await pay("200.00", "200.01")).toEqual({ outcome: "no_change" });
    expect(await resultOf(pay("200.00", null))).toMatchObject({ debe: "0.00" });
    expect(await pay("0.00", null)).toEqual({ outcome: "stale" });
    await noDifferences();
  });

  test("cancelled twice at once gives its money and products back once", async () => {
    const aceite = await addProducto("Aceite", 3, "150.00");
    const { venta_id } = await resultOf(sell([linea(aceite, "150.00", 2)]));
    const both = await Promise.all([1, 2].map(() => resultOf(cancelVenta(venta_id ?? "", actor(), key()))));
    expect(both.map(({ changed }) => changed).sort()).toEqual([false, true]);
    expect(await ingresoLines()).toEqual(["venta 300.00 efectivo 2026-11-21", "reversa -300.00 efectivo 2026-11-21"]);
    expect(await stock()).toEqual({ Aceite: 3 });
    expect(await getVenta(venta_id ?? "")).toMatchObject({ isCancelled: true, saldo: "0.00", debe: "0.00" });
    expect((await listDeudas(ZONA, 1)).suma).toBe("0.00");
    await noDifferences();
  });

  test("of services only, once cancelled, says so in their history; marked as cancelled by hand it is a difference", async () => {
    const { ids, citas } = await addVisita();
    const { venta_id } = await resultOf(chargeBill(cobroOf(citas), actor(), key()));
    const mark = (at: string) => sql(`UPDATE ventas_susa SET cancelada_at = ${at}`);
    await mark("now()");
    expect((await readCuadre()).diferencias.map(({ id }) => id)).toEqual([venta_id]);
    await mark("NULL");
    await resultOf(cancelVenta(venta_id ?? undefined, actor(), key()));
    for (const id of ids)
      expect(await historia(id)).toEqual(["creada programada", "completada completada", "editada completada"]);
    await noDifferences();
  });

  test("cancelled after its item was deleted stays cancelled when that comes back", async () => {
    const aceite = await addProducto("Aceite", 3, "150.00");
    const { venta_id } = await resultOf(sell([linea(aceite, "150.00")]));
    const copy = await resultOf(deleteItem(aceite, cuenta, key()));
    await resultOf(cancelVenta(venta_id ?? "", actor(), key()));
    await noDifferences();
    await resultOf(recuperar(copy, cuenta, key()));
    expect(await stock()).toEqual({ Aceite: 3 });
    await noDifferences();
  });

  test("cancelled while its product and its appointment are in the trash, in every order, gives its pieces back", {
    tags: ["slow"],
    timeout: 300_000,
  }, async () => {
    // The letters: delete and bring back the item (i, I) and the appointment (c, C), cancel the sale (x).
    const orders = (left: string, done = ""): string[] =>
      left === "" ? [done] : [...left].flatMap((act) => (isReady(act, done) ? orders(left.replace(act, ""), done + act) : []));
    const isReady = (act: string, done: string) => act === act.toLowerCase() || done.includes(act.toLowerCase());
    const all = orders("iIcCx");
    expect(all.length).toBe(30);
    for (const [index, order] of all.entries()) {
      const item = await addProducto(`Aceite ${order}`, 10, "150.00");
      const id = await addCita({ cliente_id: await createCliente(), fecha_hora: LATER.fecha_hora, fin: LATER.fin });
      const values = { productos: [linea(item, "150.00", 2)], descontar: false };
      const { venta_id } = await resultOf(charge(id, { ...values, por_cobrar: "350.00" }));
      const copies = { item: "", cita: "" };
      for (const act of order) {
        if (act === "i") copies.item = await resultOf(deleteItem(item, cuenta, key()));
        if (act === "c") copies.cita = await resultOf(deleteCita(id, cuenta, key()));
        if (act === "I") await resultOf(recuperar(copies.item, cuenta, key()));
        if (act === "C") await resultOf(recuperar(copies.cita, cuenta, key()));
        if (act === "x") await resultOf(cancelVenta(venta_id ?? "", actor(), key()));
      }
      await ledgerMatches();
      const state =
        "SELECT cantidad, (SELECT venta_id FROM citas_susa WHERE id = $2) AS venta_id FROM inventario_susa WHERE id = $1";
      expect(await sql(state, [item, id]), order).toEqual([{ cantidad: 10, venta_id: null }]);
      // Its next charge is its sale.
      const next = await resultOf(charge(id, { por_cobrar: "350.00" }));
      expect(await sqlValue("SELECT venta_id FROM citas_susa WHERE id = $1", [id]), order).toBe(next.venta_id);
      // Makes room for the next one, on a day of its own.
      const before = "- ($2::int + 1) * interval '99 days'";
      await sql(`UPDATE citas_susa SET fecha_hora = fecha_hora ${before}, fin = fin ${before} WHERE id = $1`, [id, index]);
    }
    await noDifferences();
  });

  test("whose pieces did not come back to its product is a difference", async () => {
    const aceite = await addProducto("Aceite", 3, "150.00");
    const { venta_id } = await resultOf(sell([linea(aceite, "150.00")]));
    await resultOf(cancelVenta(venta_id ?? "", actor(), key()));
    await sql("UPDATE movimientos_inventario_susa SET item_id = NULL WHERE reversa_de IS NOT NULL");
    expect((await readCuadre()).diferencias.map(({ id }) => id)).toContain(venta_id);
    await sql("UPDATE movimientos_inventario_susa SET item_id = $1 WHERE reversa_de IS NOT NULL", [aceite]);
    await noDifferences();
  });

  test("whose income was deleted owes it again, and once it is cancelled that income does not come back", async () => {
    const aceite = await addProducto("Aceite", 3, "150.00");
    const { venta_id } = await resultOf(sell([linea(aceite, "150.00")]));
    const copy = await resultOf(deleteIngreso(await sqlValue("SELECT id FROM ingresos_susa"), cuenta, key()));
    expect(await getVenta(venta_id ?? "")).toMatchObject({ saldo: "150.00" });
    await resultOf(cancelVenta(venta_id ?? "", actor(), key()));
    expect(await recuperar(copy, cuenta, key())).toEqual({ outcome: "venta_cancelada" });
    expect(await ingresoLines()).toEqual([]);
    await noDifferences();
  });

  test("moves to the client that remains when two are merged", async () => {
    const [esta, otra] = [await createCliente(), await createCliente()];
    const aceite = await addProducto("Aceite", 3, "150.00");
    await resultOf(sell([linea(aceite, "150.00")], { metodo_pago: "despues", cliente_id: otra }));
    const [seen = {}, seenOtra = {}] = await sql<{ updated_at?: Date }>(
      "SELECT updated_at FROM clientes_susa ORDER BY id = $1 DESC",
      [esta],
    );
    const choices = {
      nombre: "esta",
      telefono: "esta",
      correo: "esta",
      edad: "esta",
      ocupacion: "esta",
      estado_civil: "esta",
      servicio: "esta",
    } as const;
    const values = { ...choices, medicina: null, enfermedades: null, alerta: null };
    const moments = { esta: seen.updated_at?.toISOString(), otra: seenOtra.updated_at?.toISOString() };
    await resultOf(mergeClientes(esta, otra, moments, values, key()));
    expect(await sqlColumn("SELECT cliente_id FROM ventas_susa")).toEqual([esta]);
  });

  test("counts as its own row of the report, in no used supplies, and orders what sells most", async () => {
    const [aceite, crema] = [await addProducto("Aceite", 9, "150.00"), await addProducto("Crema", 9, "90.00")];
    await addProducto("Bálsamo", 9, "60.00");
    await resultOf(sell([linea(crema, "90.00", 3)]));
    await resultOf(sell([linea(aceite, "150.00")]));
    expect((await listMasVendidos()).map(({ nombre }) => nombre)).toEqual(["Crema", "Aceite", "Bálsamo"]);
    const periodo = { desde: "2026-11-01", hasta: "2026-11-30" } as Parameters<typeof getTabla>[1];
    const conceptos = await getTabla("conceptos", periodo, ZONA);
    expect([conceptos.filas, conceptos.total]).toEqual([[["Ventas de productos", "2", "420.00"]], ["Total", "2", "420.00"]]);
    expect((await getTabla("insumos", periodo, ZONA)).filas).toEqual([]);
    expect((await getTabla("servicios", periodo, ZONA)).filas).toEqual([["Ventas de productos", "0", "420.00"]]);
  });
});

const MOST = "9999999999.99";

test.each<[what: string, write: () => Promise<{ outcome: string }>]>([
  ["two of the dearest product", async () => sell([linea(await addProducto("Oro", 9, MOST), MOST, 2)])],
  [
    "two products that are too dear together",
    async () => sell([linea(await addProducto("Oro", 9, MOST), MOST), linea(await addProducto("Cera", 9, "0.01"), "0.01")]),
  ],
  [
    "advances that are too much together",
    async () => {
      const id = await addCita();
      const anticipo = { monto: MOST, metodo_pago: "efectivo", fecha: "2026-11-01" } as const;
      await resultOf(recordAnticipo(id, anticipo, cuenta, key()));
      return recordAnticipo(id, anticipo, cuenta, key());
    },
  ],
  [
    "a price that had a discount, above the most with it",
    async () => {
      const id = await addCita();
      await resultOf(charge(id, { descuento: "50%", descuento_motivo: "Amiga" }));
      await sql("UPDATE citas_susa SET precio = $2 WHERE id = $1", [id, MOST]);
      return reopenCita(id, actor(), key());
    },
  ],
])("a sum above what can be stored is refused, and nothing is written: %s", async (_what, write) => {
  expect(await write()).toEqual({ outcome: "too_large" });
});

describe("many at once", () => {
  test("200 buyers of the last 50 pieces: 50 sell one, 150 are refused, none is left", { tags: ["slow"] }, async () => {
    const aceite = await addProducto("Aceite", 50, "150.00");
    const all = await Promise.all(Array.from({ length: 200 }, () => sell([linea(aceite, "150.00")])));
    const count = (outcome: string) => all.filter((done) => done.outcome === outcome).length;
    expect([count("written"), count("short_stock"), await stock()]).toEqual([50, 150, { Aceite: 0 }]);
    await noDifferences();
  });

  test("twenty sales at once have twenty folios, and one form sent three times has one", async () => {
    const aceite = await addProducto("Aceite", 200, "150.00");
    const all = await Promise.all(Array.from({ length: 20 }, () => resultOf(sell([linea(aceite, "150.00")]))));
    expect(new Set(all.map(({ folio }) => folio)).size).toBe(20);
    const same = key();
    const values = cobroOf([], { productos: [linea(aceite, "150.00")] });
    const thrice = await Promise.all([1, 2, 3].map(() => chargeBill(values, actor(), same)));
    expect(new Set(thrice.map((done) => ("result" in done ? done.result.folio : done.outcome))).size).toBe(1);
    expect([await countOf("ventas_susa"), await stock()]).toEqual([21, { Aceite: 179 }]);
  });
});

test("what is owed is the sum of what its pages say, over 500 appointments and sales", { tags: ["slow"] }, async () => {
  const aceite = await addProducto("Aceite", 9_999, "150.00");
  const cliente_id = await createCliente();
  let said = 0;
  for (let n = 0; n < 500; n++) {
    const part = `${(n * 37) % 140}.50`;
    const payment = [{ metodo_pago: "despues" }, { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: part }, {}][
      n % 3
    ];
    const changes = payment as Partial<CobroValues>;
    if (n % 2 === 0) {
      const id = await createCita("2026-11-20T16:00Z", { precio: 150 + (n % 7), cliente_id });
      const por_cobrar = `${150 + (n % 7)}.00`;
      said += Number((await resultOf(charge(id, { citas: [{ id, por_cobrar }], por_cobrar, ...changes }))).debe);
    } else {
      const { venta_id } = await resultOf(sell([linea(aceite, "150.00")], { cliente_id, ...changes }));
      said += Number((await getVenta(venta_id ?? ""))?.saldo);
    }
  }
  const { suma, total } = await listDeudas(ZONA, 1);
  expect([suma, total]).toEqual([said.toFixed(2), 334]);
});
