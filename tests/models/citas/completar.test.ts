import { describe, expect, test } from "vitest";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { getPorCompletar } from "~/models/citas/cita-detalle.server";
import { completeCita } from "~/models/citas/completar.server";
import { recordPago } from "~/models/citas/pago.server";
import { deleteItem } from "~/models/inventario/item.server";
import { sql } from "../../support/test-database";

import { actor, addCita, addItem, COMPLETION, cita, cuenta, historia, ingresoLines, key, servicio, stock } from "./cita-history";

describe("completing an appointment", () => {
  test("charges the remaining amount, takes the supplies from stock and reports missing ones", async () => {
    await addItem("Hilo de Algodon", 5);
    const id = await addCita();
    expect(await completeCita(id, COMPLETION, actor(), key())).toEqual({
      outcome: "written",
      result: {
        changed: true,
        nota: "Se registró un ingreso de $350.00 (tarjeta). Se descontó 1 insumo.",
        belowZero: [],
        missing: ["Cera"],
      },
    });
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
    expect((await getPorCompletar(id))?.insumos.map(({ item_nombre, cantidad, hay }) => [item_nombre, cantidad, hay])).toEqual([
      ["Cera", 5, 4],
      ["hilo de algodón", 2, 1],
    ]);
    const done = await completeCita(id, COMPLETION, actor(), key());
    expect("result" in done && done.result.belowZero.sort()).toEqual(["Cera", "hilo de algodón"]);
    expect(await stock()).toEqual({ cera: 1, Cera: -1, "hilo de algodón": -1 });
  });

  test("does only what is checked", async () => {
    await addItem("Cera", 4);
    const id = await addCita();
    const none = { cobrar: false, monto: null, metodo_pago: "efectivo", descontar: false } as const;
    expect(await completeCita(id, none, actor(), key())).toMatchObject({ result: { changed: true, nota: null, missing: [] } });
    expect([await ingresoLines(), await stock()]).toEqual([[], { Cera: 4 }]);
  });

  test("charges what was not paid in advance, and nothing when the advance covers the price", async () => {
    for (const [paid, left, rows] of [
      ["100.10", "249.90", 2],
      ["350", "0.00", 1],
      ["400", "0.00", 1],
    ] as const) {
      await sql("TRUNCATE citas_susa, ingresos_susa, asientos_susa CASCADE");
      const id = await addCita();
      const anticipo = { concepto: "anticipo", monto: paid, metodo_pago: "efectivo", fecha: "2026-11-01" } as const;
      expect(await recordPago(id, anticipo, cuenta, key())).toMatchObject({ result: { isTooMuch: paid === "400" } });
      expect((await getPorCompletar(id))?.por_cobrar).toBe(left);
      expect(await completeCita(id, { ...COMPLETION, por_cobrar: left }, actor(), key())).toMatchObject({
        result: { changed: true },
      });
      expect((await ingresoLines()).length).toBe(rows);
    }
  });

  test("is rejected without effect when the remaining amount is not the one shown", async () => {
    const id = await addCita();
    await recordPago(id, { concepto: "anticipo", monto: "50", metodo_pago: "efectivo", fecha: "2026-11-01" }, cuenta, key());
    for (const por_cobrar of ["350.00", undefined, "300", "-1", "0.00"])
      expect(await completeCita(id, { ...COMPLETION, por_cobrar }, actor(), key())).toEqual({ outcome: "stale" });
    expect((await cita(id))?.estado).toBe("programada");
    expect(await completeCita(id, { ...COMPLETION, por_cobrar: "300.00" }, actor(), key())).toMatchObject({ outcome: "written" });
  });

  test("twenty times at once charges once and takes the supplies once", async () => {
    await addItem("Cera", 9);
    await addItem("Hilo de algodón", 9);
    const id = await addCita();
    const all = await Promise.all(Array.from({ length: 20 }, () => completeCita(id, COMPLETION, actor(), key())));
    expect(all.filter((done) => "result" in done && done.result.changed)).toHaveLength(1);
    expect(all.filter((done) => "result" in done && !done.result.changed)).toHaveLength(19);
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
    const all = await Promise.all(ids.map((id) => completeCita(id, COMPLETION, actor(), key())));
    expect(all.map(({ outcome }) => outcome)).toEqual(ids.map(() => "written"));
    expect(await stock()).toEqual({ Cera: -11, "Hilo de algodón": -31 });
  });

  test("works when its service or its items were deleted", async () => {
    const item = await addItem("Cera", 9);
    const id = await addCita();
    await deleteItem(item, cuenta, key());
    await sql("DELETE FROM servicios_susa");
    expect(await completeCita(id, COMPLETION, actor(), key())).toMatchObject({
      result: { changed: true, belowZero: [], missing: [] },
    });
    expect(await sql("SELECT descripcion FROM ingresos_susa")).toEqual([{ descripcion: "Servicio eliminado" }]);
  });

  test("works while an item is being deleted", async () => {
    for (let n = 0; n < 10; n++) {
      const item = await addItem("Cera", 9);
      const id = await addCita();
      const [done] = await Promise.all([completeCita(id, COMPLETION, actor(), key()), deleteItem(item, cuenta, key())]);
      expect(done).toMatchObject({ outcome: "written", result: { changed: true } });
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
    expect(await matchInsumos(servicio)).toMatchObject([{ cantidad: 1_000_000, hay: 9 }]);
    expect(await matchInsumos(null)).toEqual([]);
    expect(await completeCita(await addCita(), COMPLETION, actor(), key())).toMatchObject({ outcome: "written" });
  });
});
