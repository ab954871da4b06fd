import { describe, expect, test } from "vitest";
import { deleteCita } from "~/models/citas/cita.server";
import { createEgreso, deleteEgreso } from "~/models/dinero/egreso.server";
import { createIngreso, deleteIngreso } from "~/models/dinero/ingreso.server";
import { deleteEmpleado } from "~/models/equipo/empleado.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { recordAnticipo } from "~/models/ventas/anticipo.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import { createCliente, createEmpleado, createLiquidacion, insertRow } from "../../support/factories";
import { countOf, sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { actor, addCita, addItem, charge, cita, cuenta, historia, key, stock } from "../citas/cita-history";
import { bringBack, expectNoDifferences, rowOf } from "./trash";

expectNoDifferences();

const INGRESO = { monto: "120.50", fecha: "2026-11-20", metodo_pago: "tarjeta", descripcion: "Propina" } as const;
const EGRESO = { ...INGRESO, descripcion: "Renta", categoria: null, comprobante_url: null } as const;

describe("a deleted appointment", () => {
  const charged = async () => {
    await addItem("Hilo de Algodon", 5);
    const empleado_id = await createEmpleado();
    const id = await addCita({ empleado_id, cliente_id: await createCliente() });
    await insertRow("mensajes_susa", { cita_id: id, tipo: "recordar", cuenta_id: cuenta });
    const anticipo = { monto: "50", metodo_pago: "efectivo", fecha: "2026-11-01" } as const;
    await recordAnticipo(id, anticipo, cuenta, key());
    await resultOf(charge(id, { por_cobrar: "300.00", propinas: [{ empleado_id, monto: "20.00" }] }));
    return id;
  };

  test("comes back with its history, messages, income, entries and stock movements", async () => {
    const id = await charged();
    const before = [await rowOf("citas_susa", id), await historia(id)];
    const papelera_id = await resultOf(deleteCita(id, cuenta, key()));
    expect(await countOf("cambios_cita_susa")).toBe(0);
    const { perdidos, unidos } = await bringBack(papelera_id);
    expect([perdidos, unidos.map(({ tabla, de, unidos }) => [tabla, de, unidos])]).toEqual([
      [],
      [
        ["ingresos_susa", 2, 2],
        ["movimientos_inventario_susa", 1, 1],
        ["propinas_susa", 1, 1],
      ],
    ]);
    expect([await rowOf("citas_susa", id), await historia(id)]).toEqual(before);
    expect([await countOf("mensajes_susa"), await countOf("asientos_susa", "cita_id IS NULL AND libro = 'ingreso'")]).toEqual([
      1, 0,
    ]);
    // It can be reopened as if it had never been away.
    expect(await reopenCita(id, actor(), key())).toMatchObject({ outcome: "written", result: { changed: true } });
    expect(await stock()).toEqual({ "Hilo de Algodon": 5 });
  });

  test("comes back with what is left of its money, and the rest ties itself to it when it comes back", async () => {
    const id = await charged();
    const anticipo = await sqlValue<string>("SELECT id FROM ingresos_susa WHERE concepto = 'anticipo'");
    const papelera_id = await resultOf(deleteCita(id, cuenta, key()));
    const ofIngreso = await resultOf(deleteIngreso(anticipo, cuenta, key()));
    expect((await bringBack(papelera_id)).unidos[0]).toMatchObject({ de: 2, unidos: 1, enPapelera: 1 });
    expect(await cita(id)).toMatchObject({ cobrado: "300.00" });
    expect(await bringBack(ofIngreso)).toMatchObject({ perdidos: [], isTooMuch: false });
    expect(await cita(id)).toMatchObject({ cobrado: "350.00", estado: "completada" });
  });

  test("says that its client, its service and its specialist are gone", async () => {
    const id = await charged();
    const papelera_id = await resultOf(deleteCita(id, cuenta, key()));
    await sql("DELETE FROM clientes_susa");
    await sql("DELETE FROM empleados_susa");
    await sql("DELETE FROM servicios_susa");
    const { perdidos } = await bringBack(papelera_id);
    expect(perdidos).toEqual(["cliente_id", "servicio_id", "empleado_id"].map((columna) => ({ columna, enPapelera: false })));
    expect(await cita(id)).toMatchObject({ estado: "completada", cobrado: "350.00" });
  });

  test("stays in the trash while another appointment has its place", async () => {
    const id = await charged();
    const empleado_id = await sqlValue("SELECT empleado_id FROM citas_susa");
    const papelera_id = await resultOf(deleteCita(id, cuenta, key()));
    const other = await addCita({ empleado_id });
    expect(await recuperar(papelera_id, cuenta, key())).toEqual({ outcome: "overlap" });
    expect([await countOf("citas_susa"), await countOf("papelera_susa")]).toEqual([1, 1]);
    await deleteCita(other, cuenta, key());
    expect((await bringBack(papelera_id)).unidos[0]).toMatchObject({ unidos: 2 });
  });
});

describe("what was paid to a specialist", () => {
  test("keeps its amounts while she, an appointment of it and its expense are in the trash, and has them again afterwards", async () => {
    const empleado_id = await createEmpleado();
    const cita_id = await addCita({ empleado_id });
    await resultOf(charge(cita_id));
    const egreso_id = await resultOf(createEgreso({ ...EGRESO, monto: "140.00" }, cuenta, key()));
    const liquidacion_id = await createLiquidacion({ empleado_id, egreso_id, comision: 140 });
    const line = { liquidacion_id, cita_id, base: 350, porcentaje: 40, monto: 140 };
    const linea = await insertRow("liquidacion_lineas_susa", line);
    const before = [await rowOf("liquidaciones_susa", liquidacion_id), await rowOf("liquidacion_lineas_susa", linea)];
    const copies = [
      (await resultOf(deleteEmpleado(empleado_id, cuenta, key()))).papelera_id,
      await resultOf(deleteCita(cita_id, cuenta, key())),
      await resultOf(deleteEgreso(egreso_id, cuenta, key())),
    ];
    const [settlement, paid] = [await rowOf("liquidaciones_susa", liquidacion_id), await rowOf("liquidacion_lineas_susa", linea)];
    expect(settlement).toEqual({ ...Object(before[0]), empleado_id: null, egreso_id: null });
    expect(paid).toEqual({ ...Object(before[1]), cita_id: null });
    const tables: string[] = [];
    for (const copy of copies) tables.push(...(await bringBack(copy)).unidos.map(({ tabla }) => tabla));
    expect(tables).toEqual(expect.arrayContaining(["liquidaciones_susa", "liquidacion_lineas_susa"]));
    expect([await rowOf("liquidaciones_susa", liquidacion_id), await rowOf("liquidacion_lineas_susa", linea)]).toEqual(before);
  });
});

describe("deleted money", () => {
  test("comes back as new lines of the ledger, with its row as it was", async () => {
    const ingreso = String(await resultOf(createIngreso(INGRESO, cuenta, key())));
    const egreso = String(await resultOf(createEgreso(EGRESO, cuenta, key())));
    const before = [await rowOf("ingresos_susa", ingreso), await rowOf("egresos_susa", egreso)];
    const copies = [await resultOf(deleteIngreso(ingreso, cuenta, key())), await resultOf(deleteEgreso(egreso, cuenta, key()))];
    for (const papelera_id of copies) await bringBack(papelera_id);
    expect([await rowOf("ingresos_susa", ingreso), await rowOf("egresos_susa", egreso)]).toEqual(before);
    const lines = await sqlColumn("SELECT monto FROM asientos_susa WHERE libro = 'ingreso' ORDER BY orden");
    expect(lines).toEqual(["120.50", "-120.50", "120.50"]);
    expect(await countOf("asientos_susa", "libro = 'egreso'")).toBe(3);
  });

  test("counts for its appointment again, and says when that is too much, or that the appointment is gone", async () => {
    const id = await addCita();
    await charge(id, { descontar: false });
    const ingreso = await sqlValue<string>("SELECT id FROM ingresos_susa");
    const first = await resultOf(deleteIngreso(ingreso, cuenta, key()));
    expect(await cita(id)).toMatchObject({ cobrado: "0.00" });
    expect((await charge(id)).outcome).toBe("written");
    expect(await bringBack(first)).toMatchObject({ isTooMuch: true, perdidos: [] });
    expect(await cita(id)).toMatchObject({ cobrado: "700.00" });
    const second = await resultOf(deleteIngreso(ingreso, cuenta, key()));
    await sql("DELETE FROM citas_susa");
    expect((await bringBack(second)).perdidos).toEqual([{ columna: "cita_id", enPapelera: false }]);
  });
});
