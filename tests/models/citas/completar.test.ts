import { describe, expect, test } from "vitest";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { deleteItem } from "~/models/inventario/item.server";
import { recordAnticipo } from "~/models/ventas/anticipo.server";
import { getPorCobrar } from "~/models/ventas/cuenta.server";
import { sql, sqlValue } from "../../support/test-database";

import { addCita, addItem, charge, cita, cuenta, historia, ingresoLines, key, servicio, stock } from "./cita-history";

const ZONA = "America/Mexico_City";

describe("completing an appointment", () => {
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
        belowZero: [],
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
    expect((await getPorCobrar(id, ZONA))?.insumos.map(({ item_nombre, cantidad, hay }) => [item_nombre, cantidad, hay])).toEqual(
      [
        ["Cera", 5, 4],
        ["hilo de algodón", 2, 1],
      ],
    );
    const done = await charge(id);
    expect("result" in done && done.result.belowZero.sort()).toEqual(["Cera", "hilo de algodón"]);
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
      await sql("TRUNCATE citas_susa, ingresos_susa, asientos_susa CASCADE");
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
    expect(await charge(id)).toMatchObject({ result: { completadas: 1, belowZero: [], missing: [] } });
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
    expect(await matchInsumos([servicio])).toMatchObject([{ cantidad: 1_000_000, hay: 9 }]);
    expect(await matchInsumos([null])).toEqual([]);
    expect(await charge(await addCita())).toMatchObject({ outcome: "written" });
  });
});
