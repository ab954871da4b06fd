import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { getCitaDetalle } from "~/models/citas/cita-detalle.server";
import { changeEstado, findConflict } from "~/models/citas/transicion.server";
import { deleteIngreso, updateIngreso } from "~/models/dinero/ingreso.server";
import { deleteItem } from "~/models/inventario/item.server";
import { recordAnticipo, returnAnticipo } from "~/models/ventas/anticipo.server";
import { getPorReabrir, reopenCita } from "~/models/ventas/reabrir.server";
import { createCliente, createEmpleado } from "../../support/factories";
import { ledgerMatches } from "../../support/ledger";
import { sql, sqlValue } from "../../support/test-database";

import { actor, addCita, addItem, charge, cita, cuenta, historia, ingresoLines, key, stock } from "../citas/cita-history";

describe("reopening an appointment", () => {
  test("reverses what completing did with additional rows, keeps the advance, and can be repeated", async () => {
    await addItem("Cera", 3);
    await addItem("Hilo de algodón", 1);
    const id = await addCita();
    const anticipo = { monto: "100", metodo_pago: "transferencia", fecha: "2026-11-01" } as const;
    await recordAnticipo(id, anticipo, cuenta, key());
    for (let n = 0; n < 3; n++) {
      expect(await charge(id, { por_cobrar: "250.00" })).toMatchObject({ result: { completadas: 1 } });
      await ledgerMatches();
      expect(await stock()).toEqual({ Cera: 2, "Hilo de algodón": -1 });
      expect((await getPorReabrir(id))?.cobros.map(({ monto }) => monto)).toEqual(["250.00"]);
      expect((await getPorReabrir(id))?.salidas.length).toBe(2);
      expect(await reopenCita(id, { ...actor(), hoy: "2026-12-01" }, key())).toMatchObject({ result: { changed: true } });
      await ledgerMatches();
      expect(await stock()).toEqual({ Cera: 3, "Hilo de algodón": 1 });
      expect(await cita(id)).toMatchObject({ estado: "programada", cobrado: "100.00" });
    }
    expect((await ingresoLines()).filter((line) => line === "reversa -250.00 tarjeta 2026-12-01")).toHaveLength(3);
    expect((await ingresoLines()).filter((line) => line.startsWith("anticipo"))).toEqual([
      "anticipo 100.00 transferencia 2026-11-01",
    ]);
    expect((await historia(id)).slice(1)).toEqual(
      Array.from({ length: 3 }, () => ["completada completada", "reabierta programada"]).flat(),
    );
    const detalle = await getCitaDetalle(id);
    expect(detalle?.ingresos.map(({ concepto, isReversed }) => `${concepto} ${isReversed}`).sort()).toEqual(
      ["anticipo false", ...Array.from({ length: 3 }, () => ["cita true", "reversa false"]).flat()].sort(),
    );
  });

  test("twenty times at once reverses once", async () => {
    await addItem("Cera", 3);
    const id = await addCita();
    await charge(id);
    const all = await Promise.all(Array.from({ length: 20 }, () => reopenCita(id, actor(), key())));
    expect(all.filter((done) => "result" in done && done.result.changed)).toHaveLength(1);
    expect(await ingresoLines()).toEqual(["cita 350.00 tarjeta 2026-11-21", "reversa -350.00 tarjeta 2026-11-21"]);
    expect(await stock()).toEqual({ Cera: 3 });
  });

  test("and completing it concurrently leaves a ledger that matches", async () => {
    await addItem("Cera", 30);
    const id = await addCita();
    await Promise.all(Array.from({ length: 24 }, (_, n) => (n % 2 ? reopenCita(id, actor(), key()) : charge(id))));
    const isDone = (await cita(id))?.estado === "completada";
    expect([await stock(), (await cita(id))?.cobrado]).toEqual([{ Cera: isDone ? 29 : 30 }, isDone ? "350.00" : "0.00"]);
  });

  test("skips what was deleted and reverses an amount as it was edited", async () => {
    const item = await addItem("Cera", 3);
    await addItem("Hilo de algodón", 3);
    const id = await addCita();
    await charge(id);
    await deleteItem(item, cuenta, key());
    const [row] = await db.ingreso.findMany();
    const values = { monto: "300.00", fecha: "2026-11-20", metodo_pago: "otro", descripcion: null } as const;
    expect(await updateIngreso(row?.id, row?.updated_at.toISOString(), values, cuenta, key())).toMatchObject({
      outcome: "written",
    });
    expect(await reopenCita(id, actor(), key())).toMatchObject({ outcome: "written" });
    expect(await ingresoLines()).toEqual(["cita 300.00 otro 2026-11-20", "reversa -300.00 otro 2026-11-21"]);
    expect(await stock()).toEqual({ "Hilo de algodón": 3 });
    expect(await deleteIngreso(row?.id, cuenta, key())).toEqual({ outcome: "reversed" });

    await sql("UPDATE servicios_susa SET insumos = '[]'");
    await charge(id);
    const [second] = await db.ingreso.findMany({ where: { concepto: "cita", reversa: null } });
    expect(await deleteIngreso(second?.id, cuenta, key())).toMatchObject({ outcome: "written" });
    expect(await reopenCita(id, actor(), key())).toMatchObject({ result: { changed: true } });
    expect((await ingresoLines()).length).toBe(2);
  });

  test("whose slot is taken gives the conflict, and works once the slot is free", async () => {
    const [empleado_id, cliente_id] = [await createEmpleado(), await createCliente()];
    const id = await addCita({ empleado_id, estado: "cancelada", no_asistio: true });
    const other = await addCita({
      empleado_id,
      cliente_id,
      fecha_hora: new Date("2026-11-21T16:30Z"),
      fin: new Date("2026-11-21T18:00Z"),
    });
    expect(await findConflict(id)).toMatchObject({
      id: other,
      empleado: { nombre: "Ana", apellido: "Núñez" },
      fecha_hora: new Date("2026-11-21T16:30Z"),
    });
    expect(await changeEstado(id, { estado: "programada", desde: "cancelada" }, cuenta, key())).toEqual({ outcome: "overlap" });
    expect(await cita(id)).toMatchObject({ estado: "cancelada", no_asistio: true });
    await changeEstado(other, { estado: "cancelada", desde: "programada" }, cuenta, key());
    const reopen = { estado: "programada", desde: "cancelada" } as const;
    const both = await Promise.all([id, other].map((each) => changeEstado(each, reopen, cuenta, key())));
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["overlap", "written"]);
    expect(await findConflict("abc")).toBeNull();
  });
});

test("what a completed appointment was not charged can be charged later, and is reversed with the rest", async () => {
  const id = await addCita();
  const today = { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "300" } as const;
  expect(await charge(id, today)).toMatchObject({ result: { completadas: 1, debe: "50.00" } });
  const some = { por_cobrar: "50.00", monto: "20" };
  const all = await Promise.all(Array.from({ length: 8 }, () => charge(id, some)));
  expect(all.map(({ outcome }) => outcome).sort()).toEqual([...Array(7).fill("stale"), "written"]);
  const rest = { por_cobrar: "30.00", monto: "30.01" };
  expect(await charge(id, rest)).toEqual({ outcome: "no_change" });
  expect(await charge(id, { ...rest, metodo_pago: "efectivo" })).toMatchObject({ result: { completadas: 0, cambio: "0.01" } });
  expect(await charge(id, { por_cobrar: "0.00" })).toMatchObject({ result: { completadas: 0, venta_id: null } });
  expect(await cita(id)).toMatchObject({ cobrado: "350.00" });
  await reopenCita(id, actor(), key());
  expect(await cita(id)).toMatchObject({ estado: "programada", cobrado: "0.00" });
  expect((await ingresoLines()).length).toBe(6);
});

test("an advance for an appointment that is over is rejected with its status", async () => {
  const anticipo = { monto: "10", metodo_pago: "efectivo", fecha: "2026-11-01" } as const;
  for (const estado of ["completada", "cancelada"])
    expect(await recordAnticipo(await addCita({ estado }), anticipo, cuenta, key())).toEqual({ outcome: estado });
  expect(await ingresoLines()).toEqual([]);
});

describe("returning an advance", () => {
  const paid = { monto: "100", metodo_pago: "transferencia", fecha: "2026-10-05" } as const;
  const ingreso = (concepto = "anticipo") => sqlValue<string>("SELECT id FROM ingresos_susa WHERE concepto = $1", [concepto]);

  test("writes one reversal dated today, however many try at once", async () => {
    const id = await addCita();
    await recordAnticipo(id, paid, cuenta, key());
    await changeEstado(id, { estado: "cancelada", desde: "programada" }, cuenta, key());
    const which = await ingreso();
    const all = await Promise.all(Array.from({ length: 8 }, () => returnAnticipo(id, which, actor(), key())));
    expect(all.map(({ outcome }) => outcome).sort()).toEqual([...Array(7).fill("reversed"), "written"]);
    expect(await ingresoLines()).toEqual([
      "anticipo 100.00 transferencia 2026-10-05",
      "reversa -100.00 transferencia 2026-11-21",
    ]);
    expect(await cita(id)).toMatchObject({ estado: "cancelada", cobrado: "0.00" });
    expect(await deleteIngreso(which, cuenta, key())).toEqual({ outcome: "reversed" });
  });

  test("is rejected for a completed appointment, for another appointment's advance, and for other incomes", async () => {
    const id = await addCita();
    await recordAnticipo(id, paid, cuenta, key());
    const which = await ingreso();
    expect(await returnAnticipo(await addCita(), which, actor(), key())).toEqual({ outcome: "missing" });
    for (const otherId of ["abc", randomUUID(), undefined])
      expect(await returnAnticipo(id, otherId, actor(), key())).toEqual({ outcome: "missing" });
    await charge(id, { por_cobrar: "250.00" });
    expect(await returnAnticipo(id, which, actor(), key())).toEqual({ outcome: "completada" });
    const cobro = await ingreso("cita");
    await reopenCita(id, actor(), key());
    expect(await returnAnticipo(id, cobro, actor(), key())).toEqual({ outcome: "missing" });
  });
});
