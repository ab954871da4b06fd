import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteCita } from "~/models/citas/cita.server";
import { getCitaDetalle } from "~/models/citas/cita-detalle.server";
import { changeEstado } from "~/models/citas/transicion.server";
import { deleteCliente } from "~/models/clientes/cliente.server";
import { fusionSchema, mergeClientes } from "~/models/clientes/fusion.server";
import { listPorPagar } from "~/models/dinero/comision.server";
import { deleteIngreso } from "~/models/dinero/ingreso.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import {
  applyAnticipo,
  keepAnticipo,
  listAnticiposSinUsar,
  recordAnticipo,
  recordCargo,
  returnAnticipo,
} from "~/models/ventas/anticipo.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import { createCliente, createEmpleado } from "../../support/factories";
import { sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { actor, addCita, charge, cita, cuenta, historia, ingresoLines, key } from "../citas/cita-history";
import { expectNoDifferences } from "../papelera/trash";

expectNoDifferences();

const PAID = { monto: "200", metodo_pago: "transferencia", fecha: "2026-10-05" } as const;
const cancel = (id: string) => resultOf(changeEstado(id, { estado: "cancelada", desde: "programada" }, cuenta, key()));
const detalles = (id: string) =>
  sqlColumn<string>("SELECT detalle FROM cambios_cita_susa WHERE cita_id = $1 AND detalle IS NOT NULL ORDER BY orden", [id]);

/** Two appointments of a client, the first of which was cancelled after she paid 200 for it, and that payment. */
async function cancelWithDeposit() {
  const cliente_id = await createCliente();
  const from = await addCita({ cliente_id });
  await resultOf(recordAnticipo(from, PAID, cuenta, key()));
  await cancel(from);
  const to = await addCita({ cliente_id });
  return { cliente_id, from, to, ingreso: (await sqlValue<string>("SELECT id FROM ingresos_susa")) ?? "" };
}
const offered = async (id: string) => (await listAnticiposSinUsar(id)).map(({ monto }) => monto);

describe("a deposit of a cancelled appointment", () => {
  test("keeps its day and method when another one of hers uses it, is charged with it, and both histories say so", async () => {
    const { cliente_id, from, to, ingreso } = await cancelWithDeposit();
    expect(await listAnticiposSinUsar(to)).toEqual([{ id: ingreso, monto: "200.00", fecha_hora: new Date("2026-11-21T16:00Z") }]);
    expect(await resultOf(applyAnticipo(to, ingreso, actor(), key()))).toEqual({ monto: "200.00", isTooMuch: false });
    expect(await ingresoLines()).toEqual(["anticipo 200.00 transferencia 2026-10-05"]);
    expect([await cita(from), await cita(to)]).toMatchObject([{ cobrado: "0.00" }, { cobrado: "200.00", estado: "programada" }]);
    expect([await detalles(from), await detalles(to)]).toEqual([
      ["Lo pagado bajó de $200.00 a $0.00."],
      ["Se usó su anticipo de $200.00."],
    ]);
    expect([await offered(to), await historia(to)]).toEqual([[], ["creada programada", "editada programada"]]);
    await resultOf(charge(to, { por_cobrar: "150.00" }));
    expect(await cita(to)).toMatchObject({ estado: "completada", cobrado: "350.00" });
    await resultOf(reopenCita(to, actor(), key()));
    expect(await cita(to)).toMatchObject({ estado: "programada", cobrado: "200.00" });
    // It can be cancelled, too, and used once more.
    await cancel(to);
    expect((await getCitaDetalle(to))?.ingresos.map(({ concepto }) => concepto).sort()).toEqual(["anticipo", "cita", "reversa"]);
    expect(await offered(await addCita({ cliente_id }))).toEqual(["200.00"]);
  });

  test("pays what a completed one still owes, and says when that is too much", async () => {
    const { to, ingreso } = await cancelWithDeposit();
    await resultOf(charge(to, { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "300" }));
    expect(await offered(to)).toEqual(["200.00"]);
    expect(await resultOf(applyAnticipo(to, ingreso, actor(), key()))).toEqual({ monto: "200.00", isTooMuch: true });
    expect(await cita(to)).toMatchObject({ estado: "completada", cobrado: "500.00" });
  });

  test("counts as no specialist's work until a service is done with it", async () => {
    const { to, ingreso } = await cancelWithDeposit();
    const empleado_id = await createEmpleado({ comision: 40, comision_desde: "2020-01-01" });
    await sql("UPDATE citas_susa SET empleado_id = $1 WHERE id = $2", [empleado_id, to]);
    const done = async () => (await listPorPagar("America/Mexico_City")).map(({ hecho, comision }) => [hecho, comision]);
    await resultOf(applyAnticipo(to, ingreso, actor(), key()));
    expect(await done()).toEqual([["0.00", "0.00"]]);
    await resultOf(charge(to, { por_cobrar: "150.00" }));
    expect(await done()).toEqual([["350.00", "140.00"]]);
  });

  test("is hers alone: not offered nor used for another client, for none, nor once she was deleted", async () => {
    const { cliente_id, from, to, ingreso } = await cancelWithDeposit();
    const other = await addCita({ cliente_id: await createCliente() });
    const nobody = await addCita({ cliente_id: null });
    for (const id of [other, nobody, from]) {
      expect(await offered(id)).toEqual([]);
      expect(await applyAnticipo(id, ingreso, actor(), key())).toEqual({ outcome: "missing" });
    }
    for (const id of ["abc", randomUUID(), undefined]) {
      expect(await offered(id ?? "")).toEqual([]);
      expect(await applyAnticipo(to, id, actor(), key())).toEqual({ outcome: "missing" });
      expect(await applyAnticipo(id, ingreso, actor(), key())).toEqual({ outcome: "missing" });
    }
    const copy = await resultOf(deleteCliente(cliente_id, cuenta, key()));
    expect([await offered(to), await offered(nobody)]).toEqual([[], []]);
    expect(await applyAnticipo(to, ingreso, actor(), key())).toEqual({ outcome: "missing" });
    await resultOf(recuperar(copy, cuenta, key()));
    expect(await offered(to)).toEqual(["200.00"]);
  });

  test("follows her when she is merged", async () => {
    const { cliente_id, to, ingreso } = await cancelWithDeposit();
    const other = await createCliente();
    const theirs = await addCita({ cliente_id: other });
    expect(await offered(theirs)).toEqual([]);
    const [esta, otra] = await Promise.all(
      [other, cliente_id].map((id) => sqlValue<Date>("SELECT updated_at FROM clientes_susa WHERE id = $1", [id])),
    );
    const seen = { esta: esta?.toISOString(), otra: otra?.toISOString() };
    await resultOf(mergeClientes(other, cliente_id, seen, fusionSchema.parse({}), key()));
    expect([await offered(theirs), await offered(to)]).toEqual([["200.00"], ["200.00"]]);
    await resultOf(applyAnticipo(theirs, ingreso, actor(), key()));
    expect(await offered(to)).toEqual([]);
  });

  test("is not used where nothing is to be paid, after it was given back, deleted, or while its appointment is in the trash", async () => {
    const { from, to, ingreso, cliente_id } = await cancelWithDeposit();
    const paid = await addCita({ cliente_id });
    await resultOf(charge(paid));
    expect(await applyAnticipo(paid, ingreso, actor(), key())).toEqual({ outcome: "completada" });
    const cancelled = await addCita({ cliente_id, estado: "cancelada" });
    expect(await applyAnticipo(cancelled, ingreso, actor(), key())).toEqual({ outcome: "cancelada" });
    const reopened = { estado: "programada", desde: "cancelada" } as const;
    await resultOf(changeEstado(from, reopened, cuenta, key()));
    expect([await offered(to), await applyAnticipo(to, ingreso, actor(), key())]).toEqual([[], { outcome: "missing" }]);
    await cancel(from);
    const copy = await resultOf(deleteCita(from, cuenta, key()));
    expect([await offered(to), await applyAnticipo(to, ingreso, actor(), key())]).toEqual([[], { outcome: "missing" }]);
    await resultOf(recuperar(copy, cuenta, key()));
    const deleted = await resultOf(deleteIngreso(ingreso, cuenta, key()));
    expect([await offered(to), await applyAnticipo(to, ingreso, actor(), key())]).toEqual([[], { outcome: "missing" }]);
    await resultOf(recuperar(deleted, cuenta, key()));
    await resultOf(returnAnticipo(from, ingreso, actor(), key()));
    expect([await offered(to), await applyAnticipo(to, ingreso, actor(), key())]).toEqual([[], { outcome: "reversed" }]);
  });

  test("that is used for two, given back and kept at once has one of these happen", async () => {
    for (let round = 0; round < 5; round++) {
      const { cliente_id, from, to } = await cancelWithDeposit();
      const ingreso = (await listAnticiposSinUsar(to))[0]?.id;
      const other = await addCita({ cliente_id });
      const all = await Promise.all([
        applyAnticipo(to, ingreso, actor(), key()),
        applyAnticipo(other, ingreso, actor(), key()),
        applyAnticipo(to, ingreso, actor(), key()),
        returnAnticipo(from, ingreso, actor(), key()),
        keepAnticipo(from, ingreso, actor(), key()),
      ]);
      const written = all.filter(({ outcome }) => outcome === "written").length;
      // What was kept can still be given back.
      expect(written === 1 || (written === 2 && all[3]?.outcome === "written" && all[4]?.outcome === "written")).toBe(true);
      expect(all.map(({ outcome }) => outcome).filter((each) => each === "failed")).toEqual([]);
      expect(await offered(to)).toEqual([]);
    }
  });

  test("sent twice with one token is used once, with the same answer", async () => {
    const { to, ingreso } = await cancelWithDeposit();
    const same = key();
    const both = [await applyAnticipo(to, ingreso, actor(), same), await applyAnticipo(to, ingreso, actor(), same)];
    expect(both.map((done) => "result" in done && done.result)).toEqual(Array(2).fill({ monto: "200.00", isTooMuch: false }));
    expect(await cita(to)).toMatchObject({ cobrado: "200.00" });
  });

  test("and both appointments come back from the trash, in any order, with what each was paid", async () => {
    for (const isFirst of [true, false]) {
      const { from, to, ingreso } = await cancelWithDeposit();
      await resultOf(applyAnticipo(to, (await listAnticiposSinUsar(to))[0]?.id ?? ingreso, actor(), key()));
      const copies = [await resultOf(deleteCita(from, cuenta, key())), await resultOf(deleteCita(to, cuenta, key()))];
      for (const copy of isFirst ? copies : copies.reverse()) await resultOf(recuperar(copy, cuenta, key()));
      expect([await cita(from), await cita(to)]).toMatchObject([{ cobrado: "0.00" }, { cobrado: "200.00" }]);
    }
  });

  test("that is kept is a fee of its appointment, offered no more, in its history, and can be given back", async () => {
    const { from, to, ingreso } = await cancelWithDeposit();
    expect(await keepAnticipo(to, ingreso, actor(), key())).toEqual({ outcome: "missing" });
    await resultOf(keepAnticipo(from, ingreso, actor(), key()));
    expect(await ingresoLines()).toEqual(["cargo 200.00 transferencia 2026-10-05"]);
    expect([await offered(to), await applyAnticipo(to, ingreso, actor(), key())]).toEqual([[], { outcome: "missing" }]);
    expect(await keepAnticipo(from, ingreso, actor(), key())).toEqual({ outcome: "missing" });
    expect(await detalles(from)).toEqual(["Su anticipo de $200.00 se quedó como cargo."]);
    expect(await resultOf(returnAnticipo(from, ingreso, actor(), key()))).toMatchObject({ isCargo: true, monto: "200.00" });
    expect(await cita(from)).toMatchObject({ estado: "cancelada", cobrado: "0.00" });
    expect(await sqlValue("SELECT descripcion FROM ingresos_susa WHERE reversa_de IS NOT NULL")).toBe(
      "Cargo devuelto: Diseño de cejas",
    );
  });
});

describe("the fee of a client who did not come or cancelled late", () => {
  test("is an income of her cancelled appointment, of any day until today, and no deposit", async () => {
    const cliente_id = await createCliente();
    const [missed, next] = [await addCita({ cliente_id, estado: "cancelada", no_asistio: true }), await addCita({ cliente_id })];
    expect(await resultOf(recordCargo(missed, { ...PAID, monto: "100" }, cuenta, key()))).toEqual({ isTooMuch: false });
    expect(await ingresoLines()).toEqual(["cargo 100.00 transferencia 2026-10-05"]);
    expect([await cita(missed), await offered(next)]).toMatchObject([
      { estado: "cancelada", no_asistio: true, cobrado: "100.00" },
      [],
    ]);
    expect(await sqlValue("SELECT descripcion FROM ingresos_susa")).toBe("Cargo: Diseño de cejas");
  });

  test.each(["programada", "confirmada", "completada"])("is refused for one that is %s", async (estado) => {
    expect(await recordCargo(await addCita({ estado }), PAID, cuenta, key())).toEqual({ outcome: estado });
    expect(await ingresoLines()).toEqual([]);
  });
});
