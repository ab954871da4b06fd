import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/database/client.server";
import type { EstadoCita } from "~/generated/client";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { MOVIDA } from "~/models/citas/cita.server";
import { getCitaDetalle, getPorCompletar, getPorReabrir } from "~/models/citas/cita-detalle.server";
import { completeCita, reopenCita } from "~/models/citas/completar.server";
import { listRecordatorios, openMensaje } from "~/models/citas/mensaje.server";
import { recordPago, returnAnticipo } from "~/models/citas/pago.server";
import { changeEstado, type EstadoValues, findConflict } from "~/models/citas/transicion.server";
import { deleteIngreso, updateIngreso } from "~/models/dinero/ingreso.server";
import { deleteItem } from "~/models/inventario/item.server";
import { moveItem } from "~/models/inventario/movimiento.server";
import { ledgerMatches } from "../../support/ledger";
import { sql } from "../../support/test-database";

const TABLES =
  "citas_susa, clientes_susa, servicios_susa, empleados_susa, inventario_susa, movimientos_inventario_susa, ingresos_susa, cuentas_susa, form_tokens_susa, mensajes_susa, cambios_cita_susa";

let cuenta: string;
let servicio: string;
const key = () => ({ id: randomUUID(), digest: "los valores" });
const actor = () => ({ cuenta_id: cuenta, hoy: "2026-11-21" });
const COMPLETION = { cobrar: true, por_cobrar: "350.00", monto: null, metodo_pago: "tarjeta", descontar: true } as const;

const insert = async (table: string, values: Record<string, unknown>): Promise<string> => {
  const names = Object.keys(values);
  const [row] = await sql<{ id: string }>(
    `INSERT INTO ${table} (${names}) VALUES (${names.map((_, n) => `$${n + 1}`)}) RETURNING id`,
    Object.values(values),
  );
  return String(row?.id);
};

async function addCita(values: Record<string, unknown> = {}): Promise<string> {
  const fecha_hora = new Date("2026-11-21T16:00Z");
  const fin = new Date("2026-11-21T17:00Z");
  const id = await insert("citas_susa", { fecha_hora, fin, servicio_id: servicio, precio: 350, ...values });
  const { estado = "programada", no_asistio = false } = values;
  await insert("cambios_cita_susa", { cita_id: id, accion: "creada", estado, no_asistio });
  return id;
}

async function addItem(nombre: string, cantidad: number): Promise<string> {
  const id = await insert("inventario_susa", { nombre });
  if (cantidad > 0) await moveItem(id, { tipo: "entrada", cantidad, motivo: null }, cuenta, key());
  return id;
}

const cita = async (id: string) =>
  (await sql<Record<string, unknown>>("SELECT estado, no_asistio, cobrado FROM citas_susa WHERE id = $1", [id]))[0];
const historia = async (id: string) =>
  (
    await sql<{ line: string }>(
      "SELECT concat_ws(' ', accion, estado, CASE WHEN no_asistio THEN 'x' END) AS line FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden",
      [id],
    )
  ).map(({ line }) => line);
const ingresoLines = async () =>
  (
    await sql<{ line: string }>(
      "SELECT concat_ws(' ', concepto, monto, metodo_pago, fecha::text) AS line FROM ingresos_susa ORDER BY created_at, concepto, monto",
    )
  ).map(({ line }) => line);
const stock = async () =>
  Object.fromEntries(
    (await sql<{ nombre: string; cantidad: number }>("SELECT nombre, cantidad FROM inventario_susa ORDER BY nombre")).map(
      ({ nombre, cantidad }) => [nombre, cantidad],
    ),
  );

beforeEach(async () => {
  await sql(`TRUNCATE ${TABLES}, asientos_susa CASCADE`);
  cuenta = await insert("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x", estado: "activa" });
  const insumos = JSON.stringify([
    { nombre: "HILO de algodón", cantidad: 2 },
    { nombre: "Cera", cantidad: 1 },
  ]);
  servicio = await insert("servicios_susa", { nombre: "Diseño de cejas", precio: 350, categoria: "cejas", insumos });
});
afterEach(ledgerMatches);

const STATES: [estado: EstadoCita, no_asistio: boolean][] = [
  ["programada", false],
  ["confirmada", false],
  ["completada", false],
  ["cancelada", false],
  ["cancelada", true],
];
const WANTED: Record<string, Omit<EstadoValues, "desde"> & { desde?: EstadoValues["desde"] }> = {
  programada: { estado: "programada" },
  confirmada: { estado: "confirmada" },
  cancelada: { estado: "cancelada" },
  "no asistió": { estado: "cancelada", no_asistio: "si" },
  "sí asistió": { estado: "cancelada", no_asistio: "no", desde: "cancelada" },
};
// The line that each change adds to the history; "=" when nothing changes, absent when the change is rejected.
const EXPECTED_HISTORY: Record<string, Record<string, string>> = {
  programada: {
    programada: "=",
    confirmada: "confirmada confirmada",
    cancelada: "cancelada cancelada",
    "no asistió": "no_asistio cancelada x",
  },
  confirmada: {
    programada: "programada programada",
    confirmada: "=",
    cancelada: "cancelada cancelada",
    "no asistió": "no_asistio cancelada x",
  },
  completada: {},
  cancelada: { programada: "reabierta programada", cancelada: "=", "no asistió": "no_asistio cancelada x", "sí asistió": "=" },
  "cancelada x": { programada: "reabierta programada", cancelada: "=", "no asistió": "=", "sí asistió": "si_asistio cancelada" },
};

describe.each(STATES)("an appointment that is %s (no asistió: %s)", (estado, no_asistio) => {
  test.each(Object.keys(WANTED))("and is changed to %s", async (asked) => {
    const id = await addCita({ estado, no_asistio });
    const line = EXPECTED_HISTORY[`${estado}${no_asistio ? " x" : ""}`]?.[asked];
    const before = await cita(id);
    const done = await changeEstado(id, { desde: estado, ...WANTED[asked] } as EstadoValues, cuenta, key());
    if (line === undefined) expect(done).toEqual({ outcome: estado });
    else expect(done).toEqual({ outcome: "written", result: { changed: line !== "=" } });
    if (line === undefined || line === "=") expect(await cita(id)).toEqual(before);
    expect((await historia(id)).slice(1)).toEqual(line === undefined || line === "=" ? [] : [line]);
  });

  test("and is completed or reopened", async () => {
    const done = await completeCita(await addCita({ estado, no_asistio }), COMPLETION, actor(), key());
    const isOpen = estado === "programada" || estado === "confirmada";
    if (estado === "cancelada") expect(done).toEqual({ outcome: "cancelada" });
    else expect(done).toMatchObject({ outcome: "written", result: { changed: isOpen } });
    expect((await ingresoLines()).length).toBe(isOpen ? 1 : 0);
    const reopened = await reopenCita(await addCita({ estado, no_asistio }), actor(), key());
    if (estado === "programada") expect(reopened).toMatchObject({ result: { changed: false } });
    else if (estado === "completada") expect(reopened).toMatchObject({ result: { changed: true } });
    else expect(reopened).toEqual({ outcome: estado });
  });
});

describe("completing an appointment", () => {
  test("charges the remaining amount, takes the supplies from stock and reports missing ones", async () => {
    await addItem("Hilo de Algodon", 5);
    const id = await addCita();
    expect(await completeCita(id, COMPLETION, actor(), key())).toEqual({
      outcome: "written",
      result: {
        changed: true,
        hecho: "Se registró un ingreso de $350.00 (tarjeta). Se descontó 1 insumo.",
        falta: "No están en el inventario: Cera.",
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
    expect("result" in done && done.result.falta).toMatch(
      /^Por debajo de cero: (Cera, hilo de algodón|hilo de algodón, Cera)\.$/,
    );
    expect(await stock()).toEqual({ cera: 1, Cera: -1, "hilo de algodón": -1 });
  });

  test("does only what is checked", async () => {
    await addItem("Cera", 4);
    const id = await addCita();
    const none = { cobrar: false, monto: null, metodo_pago: "efectivo", descontar: false } as const;
    expect(await completeCita(id, none, actor(), key())).toMatchObject({ result: { changed: true, hecho: "", falta: "" } });
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
    await deleteItem(item, key());
    await sql("DELETE FROM servicios_susa");
    expect(await completeCita(id, COMPLETION, actor(), key())).toMatchObject({ result: { changed: true, falta: "" } });
    expect(await sql("SELECT descripcion FROM ingresos_susa")).toEqual([{ descripcion: "Servicio eliminado" }]);
  });

  test("works while an item is being deleted", async () => {
    for (let n = 0; n < 10; n++) {
      const item = await addItem("Cera", 9);
      const id = await addCita();
      const [done] = await Promise.all([completeCita(id, COMPLETION, actor(), key()), deleteItem(item, key())]);
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

  test("does nothing at all when the database rejects one of its writes", async () => {
    await addItem("Cera", 9);
    const id = await addCita();
    await sql("ALTER TABLE ingresos_susa ADD CONSTRAINT nunca CHECK (false) NOT VALID");
    try {
      expect(await completeCita(id, COMPLETION, actor(), key())).toEqual({ outcome: "failed" });
    } finally {
      await sql("ALTER TABLE ingresos_susa DROP CONSTRAINT nunca");
    }
    expect(console.error).toHaveBeenCalledTimes(1);
    vi.mocked(console.error).mockClear();
    expect([await cita(id), await stock()]).toMatchObject([{ estado: "programada", cobrado: "0.00" }, { Cera: 9 }]);
  });
});

describe("reopening an appointment", () => {
  test("reverses what completing did with additional rows, keeps the advance, and can be repeated", async () => {
    await addItem("Cera", 3);
    await addItem("Hilo de algodón", 1);
    const id = await addCita();
    await recordPago(
      id,
      { concepto: "anticipo", monto: "100", metodo_pago: "transferencia", fecha: "2026-11-01" },
      cuenta,
      key(),
    );
    for (let n = 0; n < 3; n++) {
      expect(await completeCita(id, { ...COMPLETION, por_cobrar: "250.00" }, actor(), key())).toMatchObject({
        result: { changed: true },
      });
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
    await completeCita(id, COMPLETION, actor(), key());
    const all = await Promise.all(Array.from({ length: 20 }, () => reopenCita(id, actor(), key())));
    expect(all.filter((done) => "result" in done && done.result.changed)).toHaveLength(1);
    expect(await ingresoLines()).toEqual(["cita 350.00 tarjeta 2026-11-21", "reversa -350.00 tarjeta 2026-11-21"]);
    expect(await stock()).toEqual({ Cera: 3 });
  });

  test("and completing it concurrently leaves a ledger that matches", async () => {
    await addItem("Cera", 30);
    const id = await addCita();
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2 ? reopenCita(id, actor(), key()) : completeCita(id, COMPLETION, actor(), key()),
      ),
    );
    const isDone = (await cita(id))?.estado === "completada";
    expect([await stock(), (await cita(id))?.cobrado]).toEqual([{ Cera: isDone ? 29 : 30 }, isDone ? "350.00" : "0.00"]);
  });

  test("skips what was deleted and reverses an amount as it was edited", async () => {
    const item = await addItem("Cera", 3);
    await addItem("Hilo de algodón", 3);
    const id = await addCita();
    await completeCita(id, COMPLETION, actor(), key());
    await deleteItem(item, key());
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
    await completeCita(id, COMPLETION, actor(), key());
    const [second] = await db.ingreso.findMany({ where: { concepto: "cita", reversa: null } });
    expect(await deleteIngreso(second?.id, cuenta, key())).toMatchObject({ outcome: "written" });
    expect(await reopenCita(id, actor(), key())).toMatchObject({ result: { changed: true } });
    expect((await ingresoLines()).length).toBe(2);
  });

  test("whose slot is taken gives the conflict, and works once the slot is free", async () => {
    const empleado_id = await insert("empleados_susa", { nombre: "Ana", apellido: "Sol" });
    const cliente_id = await insert("clientes_susa", { nombre: "Lucía Peña" });
    const id = await addCita({ empleado_id, estado: "cancelada", no_asistio: true });
    const other = await addCita({
      empleado_id,
      cliente_id,
      fecha_hora: new Date("2026-11-21T16:30Z"),
      fin: new Date("2026-11-21T18:00Z"),
    });
    expect(await findConflict(id)).toEqual({
      id: other,
      empleado: { nombre: "Ana", apellido: "Sol" },
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

test("a change sent twenty times with one key happens once, and with another key changes nothing more", async () => {
  const id = await addCita();
  const one = key();
  const confirm = { estado: "confirmada", desde: "programada" } as const;
  const all = await Promise.all(Array.from({ length: 20 }, () => changeEstado(id, confirm, cuenta, one)));
  expect(all.filter(({ outcome }) => outcome === "written")).toHaveLength(1);
  expect(all.filter(({ outcome }) => outcome === "repeated")).toHaveLength(19);
  expect(await changeEstado(id, { ...confirm, estado: "cancelada" }, cuenta, { ...one, digest: "otros" })).toEqual({
    outcome: "reused",
  });
  expect(await changeEstado(id, confirm, cuenta, key())).toMatchObject({ result: { changed: false } });
  expect(await historia(id)).toEqual(["creada programada", "confirmada confirmada"]);
});

test("a stale page does not undo a later change", async () => {
  // The page shows it confirmed, but it was cancelled since: removing the confirmation must not reopen it.
  const cancelled = await addCita({ estado: "cancelada" });
  const unconfirm = { estado: "programada", desde: "confirmada" } as const;
  expect(await changeEstado(cancelled, unconfirm, cuenta, key())).toEqual({ outcome: "cancelada" });
  // The page shows it cancelled, but it was reopened and confirmed since.
  const confirmed = await addCita({ estado: "confirmada" });
  const reopen = { estado: "programada", desde: "cancelada" } as const;
  expect(await changeEstado(confirmed, reopen, cuenta, key())).toEqual({ outcome: "confirmada" });
  // A change that was already made succeeds, and a cancelled appointment can still be marked as «no asistió».
  expect(await changeEstado(confirmed, { estado: "confirmada", desde: "programada" }, cuenta, key())).toMatchObject({
    result: { changed: false },
  });
  const absent = { estado: "cancelada", desde: "confirmada", no_asistio: "si" } as const;
  expect(await changeEstado(cancelled, absent, cuenta, key())).toMatchObject({ result: { changed: true } });
  expect(await historia(cancelled)).toEqual(["creada cancelada", "no_asistio cancelada x"]);
});

test("a deleted appointment or an invalid id gives missing", async () => {
  for (const id of [undefined, "abc", randomUUID()]) {
    expect(await changeEstado(id, { estado: "confirmada", desde: "programada" }, cuenta, key())).toEqual({ outcome: "missing" });
    expect(await completeCita(id, COMPLETION, actor(), key())).toEqual({ outcome: "missing" });
    expect(await reopenCita(id, actor(), key())).toEqual({ outcome: "missing" });
    expect(await openMensaje(id, "recordar", cuenta, key())).toEqual({ outcome: "missing" });
    expect([await getCitaDetalle(id), await getPorCompletar(id), await getPorReabrir(id)]).toEqual([null, null, null]);
  }
});

test("what a completed appointment was not charged can be charged later, and is reversed with the rest", async () => {
  const id = await addCita();
  await completeCita(id, { ...COMPLETION, monto: "300" }, actor(), key());
  const cobro = { concepto: "cita", monto: "20", por_cobrar: "50.00", metodo_pago: "tarjeta", fecha: "2026-11-20" } as const;
  const all = await Promise.all(Array.from({ length: 8 }, () => recordPago(id, cobro, cuenta, key())));
  expect(all.map(({ outcome }) => outcome).sort()).toEqual([...Array(7).fill("charged"), "written"]);
  const rest = { ...cobro, monto: "30.01", por_cobrar: "30.00" };
  expect(await recordPago(id, rest, cuenta, key())).toMatchObject({ result: { isTooMuch: true } });
  expect(await recordPago(id, { ...cobro, por_cobrar: "0.00" }, cuenta, key())).toEqual({ outcome: "charged" });
  expect(await cita(id)).toMatchObject({ cobrado: "350.01" });
  await reopenCita(id, actor(), key());
  expect(await cita(id)).toMatchObject({ estado: "programada", cobrado: "0.00" });
  expect(await recordPago(id, cobro, cuenta, key())).toEqual({ outcome: "programada" });
  expect((await ingresoLines()).length).toBe(6);
});

test("an advance for an appointment that is over is rejected with its status", async () => {
  const anticipo = { concepto: "anticipo", monto: "10", metodo_pago: "efectivo", fecha: "2026-11-01" } as const;
  for (const estado of ["completada", "cancelada"])
    expect(await recordPago(await addCita({ estado }), anticipo, cuenta, key())).toEqual({ outcome: estado });
  expect(await ingresoLines()).toEqual([]);
});

describe("returning an advance", () => {
  const paid = { concepto: "anticipo", monto: "100", metodo_pago: "transferencia", fecha: "2026-10-05" } as const;
  const ingreso = async () => (await sql<{ id: string }>("SELECT id FROM ingresos_susa WHERE concepto = 'anticipo'"))[0]?.id;

  test("writes one reversal dated today, however many try at once", async () => {
    const id = await addCita();
    await recordPago(id, paid, cuenta, key());
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
    await recordPago(id, paid, cuenta, key());
    const which = await ingreso();
    expect(await returnAnticipo(await addCita(), which, actor(), key())).toEqual({ outcome: "missing" });
    for (const otherId of ["abc", randomUUID(), undefined])
      expect(await returnAnticipo(id, otherId, actor(), key())).toEqual({ outcome: "missing" });
    await completeCita(id, { ...COMPLETION, por_cobrar: "250.00" }, actor(), key());
    expect(await returnAnticipo(id, which, actor(), key())).toEqual({ outcome: "completada" });
    const [cobro] = await sql<{ id: string }>("SELECT id FROM ingresos_susa WHERE concepto = 'cita'");
    await reopenCita(id, actor(), key());
    expect(await returnAnticipo(id, cobro?.id, actor(), key())).toEqual({ outcome: "missing" });
  });
});

describe("tomorrow's reminders", () => {
  const ZONE = "America/Tijuana";
  // Half past ten in the evening in that zone, already the 21st in UTC.
  const NOW = new Date("2026-11-21T06:30Z");
  const listed = async () => (await listRecordatorios(ZONE, NOW)).citas;

  test("list the appointments of the studio's next day that will take place", async () => {
    expect((await listRecordatorios(ZONE, NOW)).dia).toBe("2026-11-21");
    const at = (moment: string, estado = "programada") =>
      addCita({ fecha_hora: new Date(moment), fin: new Date(Date.parse(moment) + 60_000), estado });
    await at("2026-11-21T07:59Z");
    const first = await at("2026-11-21T08:00Z");
    const last = await at("2026-11-22T07:59Z", "confirmada");
    await at("2026-11-22T08:00Z");
    for (const estado of ["cancelada", "completada"]) await at("2026-11-21T20:00Z", estado);
    expect((await listed()).map(({ id }) => id)).toEqual([first, last]);
  });

  test("come first until WhatsApp is opened for them, and again after the appointment is moved", async () => {
    const cliente_id = await insert("clientes_susa", { nombre: "Lucía", telefono: "+522221234567" });
    const early = await addCita({ cliente_id });
    const late = await addCita({ cliente_id, fecha_hora: new Date("2026-11-21T18:00Z"), fin: new Date("2026-11-21T19:00Z") });
    expect((await listed()).map(({ id }) => id)).toEqual([early, late]);
    await openMensaje(early, "como_llegar", cuenta, key());
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([true, true]);
    await openMensaje(early, "recordar", cuenta, key());
    expect((await listed()).map(({ id, isPending }) => [id, isPending])).toEqual([
      [late, true],
      [early, false],
    ]);
    await openMensaje(late, "recordar", cuenta, key());
    // Editing the notes is no reason to remind again; moving the appointment is.
    await insert("cambios_cita_susa", { cita_id: late, accion: "editada", estado: "programada" });
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([false, false]);
    await insert("cambios_cita_susa", { cita_id: late, accion: "editada", estado: "programada", detalle: MOVIDA });
    expect((await listed()).map(({ id, isPending, abierto }) => [id, isPending, abierto?.quien, abierto?.isOutdated])).toEqual([
      [late, true, "ana@ejemplo.mx", true],
      [early, false, "ana@ejemplo.mx", false],
    ]);
    // Neither is confirming it.
    await changeEstado(early, { estado: "confirmada", desde: "programada" }, cuenta, key());
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([true, false]);
  });

  test("count only messages of the type recordar, opened on the studio's current day", async () => {
    const id = await addCita({ cliente_id: await insert("clientes_susa", { nombre: "Lucía", telefono: "+522221234567" }) });
    await openMensaje(id, "confirmar", cuenta, key());
    expect((await listed())[0]).toMatchObject({ isPending: true, abierto: null, pedida: { quien: "ana@ejemplo.mx" } });
    await openMensaje(id, "recordar", cuenta, key());
    // The history is older than both messages, as for an appointment booked weeks ago.
    await sql("UPDATE cambios_cita_susa SET created_at = '2026-11-01'");
    for (const [moment, isPending] of [
      ["2026-11-20T07:59Z", true],
      ["2026-11-20T08:00Z", false],
    ] as const) {
      await sql("UPDATE mensajes_susa SET created_at = $1", [moment]);
      expect((await listed())[0], moment).toMatchObject({ isPending, abierto: { isOutdated: false }, pedida: {} });
    }
  });
});
