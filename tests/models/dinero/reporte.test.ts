import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { monthOf, type Periodo, yearOf } from "~/format/periodo.server";
import { getReporte, getTabla, NOMBRES, type NombreTabla } from "~/models/dinero/reporte.server";
import { getResumen } from "~/models/dinero/reporte-resumen.server";
import {
  type Columns,
  createCita,
  createCliente,
  createEgreso,
  createEmpleado,
  createIngreso,
  createItem,
  createPropina,
  createServicio,
  createVenta,
  insertRow,
} from "../../support/factories";
import { emptyTables, sql } from "../../support/test-database";

const TIJUANA = "America/Tijuana";
const NOVIEMBRE = monthOf("2026-11");
const range = (desde: string, hasta: string): Periodo => ({ tipo: "rango", desde, hasta });

beforeEach(() => emptyTables());

const rows = async (nombre: NombreTabla, periodo = NOVIEMBRE) => (await getTabla(nombre, periodo, TIJUANA)).filas;
const total = async (nombre: NombreTabla, periodo = NOVIEMBRE) => (await getTabla(nombre, periodo, TIJUANA)).total;
// Once it is over, unless a day is given.
const sums = async (periodo: Periodo, hoy = "2029-01-01") => {
  const { sumas } = await getReporte(periodo, TIJUANA, hoy);
  if (!sumas) throw new Error("no sums");
  return sumas;
};

const addServicio = (nombre: string) => createServicio({ nombre });
const addCita = (moment: string, values: Columns = {}) => createCita(moment, { duracion_minutos: 30, ...values });

/** The first and the last moment of November in Tijuana, whose daylight saving time ends on its first day, and their neighbors. */
const MOMENTS = {
  before: "2026-11-01T06:59:59.999Z",
  first: "2026-11-01T07:00:00.000Z",
  last: "2026-12-01T07:59:59.999Z",
  after: "2026-12-01T08:00:00.000Z",
};

describe.each([
  ["UTC", "UTC"],
  ["America/Mexico_City", "UTC"],
  ["Asia/Tokyo", "Asia/Tokyo"],
])("on a server in %s with a database in %s, a month in Tijuana", (serverZone, databaseZone) => {
  beforeAll(async () => {
    process.env.TZ = serverZone;
    const [row] = await sql<{ name: string }>("SELECT current_database() AS name");
    await sql(`ALTER DATABASE ${row?.name} SET timezone = '${databaseZone}'`);
    // Connections opened from here on use the new time zone.
    await db.$disconnect();
  });

  test("has the money of its days", async () => {
    for (const [fecha, monto] of [
      ["2026-10-31", 1],
      ["2026-11-01", 10],
      ["2026-11-30", 100],
      ["2026-12-01", 1000],
    ] as const) {
      await createIngreso(fecha, String(monto));
      await createEgreso(fecha, monto / 2);
    }
    const { actual, anterior, cambio } = await sums(NOVIEMBRE);
    expect(actual).toEqual({ ingresos: "110.00", egresos: "55.00", neto: "55.00" });
    expect(anterior).toEqual({ ingresos: "1.00", egresos: "0.50", neto: "0.50" });
    expect(cambio).toEqual({ ingresos: "109.00", egresos: "54.50", neto: "54.50" });
    const serie = await rows("serie");
    expect(serie).toHaveLength(30);
    expect([serie[0], serie[1], serie.at(-1)]).toEqual([
      ["2026-11-01", "10.00", "5.00", "5.00"],
      ["2026-11-02", "0.00", "0.00", "0.00"],
      ["2026-11-30", "100.00", "50.00", "50.00"],
    ]);
  });

  test("has the appointments, clients and movements of its moments", async () => {
    const servicio_id = await addServicio("Cejas");
    const item_id = await createItem({ nombre: "Gel", precio_unitario: "2.50" });
    for (const moment of Object.values(MOMENTS)) {
      await addCita(moment, { servicio_id, estado: "completada" });
      await createCliente({ created_at: moment });
      await insertRow("movimientos_inventario_susa", {
        tipo: "salida",
        cantidad: 1,
        item_id,
        item_nombre: "Gel",
        created_at: moment,
      });
    }
    expect(await rows("servicios")).toEqual([["Cejas", "2", "0.00"]]);
    expect(await total("citas")).toEqual(["Total", "2"]);
    expect((await rows("clientes"))[0]).toEqual(["Nuevas", "2"]);
    expect(await rows("insumos")).toEqual([["Gel", "2", "2.50", "5.00"]]);
  });
});

test.each([
  ["an average month", NOVIEMBRE, "2026-10-01", "2026-10-31", "2026-09-30"],
  ["March after a short February", monthOf("2026-03"), "2026-02-01", "2026-02-28", "2026-01-31"],
  ["March after a leap day", monthOf("2028-03"), "2028-02-01", "2028-02-29", "2028-01-31"],
  ["a leap year", yearOf("2028"), "2027-01-01", "2027-12-31", "2026-12-31"],
  ["five days", range("2028-03-01", "2028-03-05"), "2028-02-25", "2028-02-29", "2028-02-24"],
])("%s is compared with the period of the same length before it", async (_, periodo, first, last, outside) => {
  await createIngreso(first, "10");
  await createIngreso(last, "100");
  await createIngreso(outside, "7");
  await createIngreso(periodo.desde, "1000");
  expect(await sums(periodo)).toEqual({
    actual: { ingresos: "1000.00", egresos: "0.00", neto: "1000.00" },
    anterior: { ingresos: "110.00", egresos: "0.00", neto: "110.00" },
    cambio: { ingresos: "890.00", egresos: "0.00", neto: "890.00" },
  });
});

test("the series of a year is by month, of many years by year, and only the days in the period count", async () => {
  await createIngreso("2026-01-01", "1");
  await createIngreso("2026-02-28", "2");
  await createIngreso("2026-12-31", "4");
  await createIngreso("2027-01-01", "8");
  const year = await rows("serie", yearOf("2026"));
  expect(year.map(([cuando]) => cuando)).toEqual(Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, "0")}`));
  expect(year.map(([, ingresos]) => Number(ingresos))).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
  // Only the days in the period of the months and years at its ends.
  const within = await rows("serie", range("2026-01-02", "2026-12-30"));
  expect(within.map(([, ingresos]) => Number(ingresos))).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(await rows("serie", range("2020-06-01", "2027-06-01"))).toHaveLength(8);
  expect((await rows("serie", range("2020-06-01", "2027-06-01"))).slice(6)).toEqual([
    ["2026", "7.00", "0.00", "7.00"],
    ["2027", "8.00", "0.00", "8.00"],
  ]);
});

test("sums beyond the precision of a double are exact in every table", async () => {
  const servicio_id = await addServicio("Cejas");
  const cita_id = await addCita("2026-11-05T18:00:00Z", { servicio_id, estado: "completada" });
  await sql(
    "INSERT INTO ingresos_susa (fecha, monto, cita_id, concepto) SELECT '2026-11-10', 9999999999.99, $1, 'cita' FROM generate_series(1, 250)",
    [cita_id],
  );
  await createEgreso("2026-11-10", "0.01");
  const sum = "2499999999997.50";
  expect((await sums(NOVIEMBRE)).actual).toEqual({ ingresos: sum, egresos: "0.01", neto: "2499999999997.49" });
  expect((await rows("serie"))[9]).toEqual(["2026-11-10", sum, "0.01", "2499999999997.49"]);
  expect(await total("metodos")).toEqual(["Total", sum, "0.01", "2499999999997.49", "0.00"]);
  expect(await rows("conceptos")).toEqual([["Cobros de citas", "250", sum]]);
  expect(await rows("servicios")).toEqual([["Cejas", "1", sum]]);
});

test("a month that is not over is compared with the same days of the month before", async () => {
  for (const day of ["2026-10-01", "2026-10-26", "2026-11-26"]) await createIngreso(day, "10");
  await createIngreso("2026-10-27", "500");
  await createEgreso("2026-10-30", "7");
  expect(await sums(NOVIEMBRE, "2026-11-26")).toEqual({
    actual: { ingresos: "10.00", egresos: "0.00", neto: "10.00" },
    anterior: { ingresos: "20.00", egresos: "0.00", neto: "20.00" },
    cambio: { ingresos: "-10.00", egresos: "0.00", neto: "-10.00" },
  });
  expect((await sums(NOVIEMBRE, "2026-11-30")).anterior.ingresos).toBe("520.00");
});

test("the report of an empty studio has zeros", async () => {
  const { sumas, tramos, tablas } = await getReporte(NOVIEMBRE, TIJUANA);
  const zero = { ingresos: "0.00", egresos: "0.00", neto: "0.00" };
  expect(sumas).toEqual({ actual: zero, anterior: zero, cambio: zero });
  expect(tramos).toHaveLength(30);
  const table = (wanted: string) => tablas.find(({ nombre }) => nombre === wanted)?.tabla;
  expect(tablas.map(({ nombre }) => nombre)).toEqual(NOMBRES);
  for (const nombre of ["categorias", "conceptos", "servicios", "especialistas", "descuentos", "insumos"])
    expect(table(nombre)?.filas).toEqual([]);
  expect(table("categorias")?.total).toEqual(["Total", "0", "0.00"]);
  expect(table("insumos")?.total).toEqual(["Total", "0", null, "0.00"]);
  expect(table("metodos")?.filas.map(([metodo, ...sums]) => [metodo, ...new Set(sums)])).toEqual([
    ["Efectivo", "0.00"],
    ["Tarjeta", "0.00"],
    ["Transferencia", "0.00"],
    ["Otro", "0.00"],
  ]);
  expect(table("citas")?.filas.map(([, citas]) => citas)).toEqual(["0", "0", "0", "0", "0"]);
  expect(table("clientes")?.filas.map(([, cuantos]) => cuantos)).toEqual(["0", "0", "0", "0", "0"]);
});

test("money is grouped by payment method, category and concept, reversals subtracted", async () => {
  await createIngreso("2026-11-01", "100.10", { metodo_pago: "tarjeta" });
  const reversa_de = await createIngreso("2026-11-02", "50", { metodo_pago: "efectivo", concepto: "anticipo" });
  await createIngreso("2026-11-03", "-50", { metodo_pago: "efectivo", concepto: "reversa", reversa_de });
  for (const [monto, categoria] of [
    ["30", null],
    ["20", "Productos"],
    ["25.50", "Productos"],
    ["1", "Administración"],
  ] as const)
    await createEgreso("2026-11-04", monto, { categoria, metodo_pago: "efectivo" });
  await createIngreso("2026-11-05", "0.50", { metodo_pago: "tarjeta", concepto: "venta", venta_id: await createVenta() });
  // Tips are no income.
  await createPropina({ fecha: "2026-11-05", monto: "20" });
  expect(await rows("metodos")).toEqual([
    ["Efectivo", "0.00", "76.50", "-76.50", "20.00"],
    ["Tarjeta", "100.60", "0.00", "100.60", "0.00"],
    ["Transferencia", "0.00", "0.00", "0.00", "0.00"],
    ["Otro", "0.00", "0.00", "0.00", "0.00"],
  ]);
  expect(await total("metodos")).toEqual(["Total", "100.60", "76.50", "24.10", "20.00"]);
  expect(await rows("categorias")).toEqual([
    ["Productos", "2", "45.50"],
    ["Sin categoría", "1", "30.00"],
    ["Administración", "1", "1.00"],
  ]);
  expect(await total("categorias")).toEqual(["Total", "4", "76.50"]);
  expect(await rows("conceptos")).toEqual([
    ["Otros ingresos", "1", "100.10"],
    ["Anticipos", "1", "50.00"],
    ["Cobros cancelados", "1", "-50.00"],
    ["Ventas de productos", "1", "0.50"],
  ]);
  expect(await total("conceptos")).toEqual(["Total", "4", "100.60"]);
});

describe("the tables of services and specialists", () => {
  beforeEach(async () => {
    const cejas = await addServicio("Cejas");
    const pestanas = await addServicio("Pestañas");
    const gone = await addServicio("Se va");
    const luz = await createEmpleado({ nombre: "Luz", apellido: "Paz" });
    const otra = await createEmpleado({ nombre: "Luz", apellido: "Paz" });
    const at = (day: string) => `2026-11-${day}T18:00:00Z`;
    const addCobro = async (cita_id: string, fecha: string, monto: string) =>
      createIngreso(fecha, monto, { cita_id, concepto: "cita" });
    const done = (cobrado: number, precio = cobrado) => ({ estado: "completada", precio, cobrado });
    const one = await addCita(at("01"), {
      ...{ servicio_id: cejas, empleado_id: luz, descuento: 45, descuento_motivo: "Amiga", ...done(355) },
    });
    // Paid more than it costs.
    await addCita(at("02"), { servicio_id: cejas, empleado_id: luz, ...done(30, 20) });
    await addCita(at("03"), { servicio_id: pestanas, empleado_id: luz, estado: "cancelada" });
    await addCita(at("04"), { servicio_id: pestanas, empleado_id: luz, estado: "cancelada", no_asistio: true });
    await addCita(at("05"), { servicio_id: pestanas, empleado_id: otra, estado: "confirmada" });
    const lost = await addCita(at("06"), { servicio_id: gone, ...done(80, 100) });
    // Paid in November for an appointment in December.
    const next = await addCita("2026-12-05T18:00:00Z", { servicio_id: pestanas, empleado_id: otra, ...done(200) });
    await addCobro(one, "2026-11-01", "350");
    await addCobro(lost, "2026-11-06", "80");
    await addCobro(next, "2026-11-20", "200");
    // Paid in December for an appointment in November.
    await addCobro(one, "2026-12-01", "5");
    await createIngreso("2026-11-09", "40");
    // Two products, of which one came back.
    const venta_id = await createVenta();
    await createIngreso("2026-11-10", "90", { concepto: "venta", venta_id });
    const reversa_de = await createIngreso("2026-11-10", "30", { concepto: "venta", venta_id });
    await createIngreso("2026-11-11", "-30", { concepto: "reversa", reversa_de, venta_id });
    // Tips, two in November, of which one was given back, and one in December.
    const back = await createPropina({ empleado_id: luz, monto: "15", fecha: "2026-11-10", venta_id });
    await createPropina({ empleado_id: luz, monto: "-15", fecha: "2026-11-11", venta_id, reversa_de: back });
    await createPropina({ empleado_id: luz, monto: "25.50", fecha: "2026-11-30", venta_id });
    await createPropina({ empleado_id: luz, monto: "5", fecha: "2026-12-01", venta_id });
    await sql("DELETE FROM servicios_susa WHERE nombre = 'Se va'");
  });

  test("count the work on the day it was done, services with the money on the day it was paid", async () => {
    expect(await rows("servicios")).toEqual([
      ["Cejas", "2", "350.00"],
      ["Servicio eliminado", "1", "80.00"],
      ["Pestañas", "0", "200.00"],
      ["Ventas de productos", "0", "90.00"],
      ["Otros ingresos", "0", "40.00"],
    ]);
    expect(await total("servicios")).toEqual(["Total", "3", "760.00"]);
    expect((await sums(NOVIEMBRE)).actual.ingresos).toBe("760.00");
    expect(await rows("servicios", monthOf("2026-12"))).toEqual([
      ["Pestañas", "1", "0.00"],
      ["Cejas", "0", "5.00"],
    ]);
  });

  test("and specialists with what was paid of the work they did, on the day they did it", async () => {
    expect(await rows("especialistas")).toEqual([
      ["Luz Paz", "4", "2", "1", "1", "375.00", "45.00", "25.50"],
      ["Luz Paz", "1", "0", "0", "0", "0.00", "0.00", "0.00"],
      ["Sin especialista", "1", "1", "0", "0", "80.00", "0.00", "0.00"],
    ]);
    expect(await total("especialistas")).toEqual(["Total", "6", "3", "1", "1", "455.00", "45.00", "25.50"]);
    expect(await rows("especialistas", monthOf("2026-12"))).toEqual([
      ["Luz Paz", "1", "1", "0", "0", "200.00", "0.00", "0.00"],
      ["Luz Paz", "0", "0", "0", "0", "0.00", "0.00", "5.00"],
    ]);
  });

  test("and the table of appointments counts each one once, by its status", async () => {
    expect(await rows("citas")).toEqual([
      ["Programadas", "0"],
      ["Confirmadas", "1"],
      ["Completadas", "3"],
      ["Canceladas", "1"],
      ["No asistieron", "1"],
    ]);
    expect(await total("citas")).toEqual(["Total", "6"]);
  });
});

describe("fees, deposits and refunds of a client", () => {
  const at = "2026-11-05T18:00:00Z";

  test("a deposit of an appointment that was not done, and a fee, are no work of its specialist", async () => {
    const servicio_id = await addServicio("Cejas");
    const empleado_id = await createEmpleado({ nombre: "Luz", apellido: "Paz" });
    const ahead = await addCita(at, { servicio_id, empleado_id, precio: 500, cobrado: 200 });
    const missed = { servicio_id, empleado_id, estado: "cancelada", no_asistio: true, precio: 500, cobrado: 150 };
    const absent = await addCita("2026-11-05T19:00:00Z", missed);
    await createIngreso("2026-11-05", "200", { concepto: "anticipo", cita_id: ahead });
    await createIngreso("2026-11-05", "150", { concepto: "cargo", cita_id: absent });
    const cargo = await createIngreso("2026-11-05", "70", { concepto: "cargo", cita_id: absent });
    await createIngreso("2026-11-05", "-70", { concepto: "reversa", cita_id: absent, reversa_de: cargo });
    expect(await rows("especialistas")).toEqual([["Luz Paz", "2", "0", "0", "1", "0.00", "0.00", "0.00"]]);
    expect(await rows("servicios")).toEqual([
      ["Cejas", "0", "200.00"],
      ["Cargos por no llegar", "0", "150.00"],
    ]);
    expect(await rows("conceptos")).toEqual([
      ["Anticipos", "1", "200.00"],
      ["Cobros cancelados", "1", "-70.00"],
      ["Cargos por no llegar", "2", "220.00"],
    ]);
  });

  test("what is given back in December for a visit of November lowers her work of November, and income of December", async () => {
    const servicio_id = await addServicio("Cejas");
    const empleado_id = await createEmpleado({ nombre: "Luz", apellido: "Paz" });
    const cita = { servicio_id, empleado_id, estado: "completada", precio: 550, cobrado: 550, devuelto: 100 };
    const cita_id = await addCita(at, cita);
    await createIngreso("2026-11-05", "650", { concepto: "cita", cita_id });
    await createIngreso("2026-12-02", "-100", { concepto: "devolucion", cita_id });
    // A product that came back has its sale only.
    const venta_id = await createVenta({ total: 90 });
    await createIngreso("2026-12-02", "90", { concepto: "venta", venta_id });
    await createIngreso("2026-12-02", "-30", { concepto: "devolucion_venta", venta_id });
    const december = monthOf("2026-12");
    expect(await rows("especialistas")).toEqual([["Luz Paz", "1", "1", "0", "0", "550.00", "0.00", "0.00"]]);
    expect(await rows("especialistas", december)).toEqual([]);
    expect(await rows("servicios", december)).toEqual([
      ["Cejas", "0", "-100.00"],
      ["Ventas de productos", "0", "60.00"],
    ]);
    expect(await rows("conceptos", december)).toEqual([
      ["Ventas de productos", "1", "90.00"],
      ["Devoluciones de citas", "1", "-100.00"],
      ["Devoluciones de productos", "1", "-30.00"],
    ]);
    expect((await sums(NOVIEMBRE)).actual.ingresos).toBe("650.00");
  });

  test("a fee is no growth of its service", async () => {
    const servicio_id = await addServicio("Cejas");
    const cita_id = await addCita(at, { servicio_id });
    await createIngreso("2026-01-05", "1");
    await createIngreso("2026-10-05", "500", { concepto: "cita", cita_id });
    const cargo = await createIngreso("2026-10-05", "70", { concepto: "cargo", cita_id });
    await createIngreso("2026-10-06", "-70", { concepto: "reversa", cita_id, reversa_de: cargo });
    await createIngreso("2026-10-06", "30", { concepto: "cargo", cita_id });
    const { filas } = await getTabla("suben", NOVIEMBRE, TIJUANA, "2026-11-28");
    expect(filas).toEqual([["Cejas", "500.00", "0.00", "500.00", null]]);
  });
});

test("discounts are those of the appointments of the period, the latest first, with their reasons and total", async () => {
  const names = {
    cliente_id: await createCliente({ nombre: "Noemí Sol" }),
    servicio_id: await addServicio("Cejas"),
    empleado_id: await createEmpleado({ nombre: "Luz", apellido: "Paz" }),
  };
  const discounted = (descuento: string, descuento_motivo: string) => ({ estado: "completada", descuento, descuento_motivo });
  await addCita(MOMENTS.before, discounted("1000", "Antes"));
  await addCita(MOMENTS.first, { ...names, ...discounted("50.50", "Cumpleaños") });
  await addCita("2026-11-05T18:00:00Z", { ...names, estado: "completada" });
  await addCita(MOMENTS.last, discounted("9999999999.99", "Esperó"));
  await addCita(MOMENTS.after, discounted("1000", "Después"));
  expect(await rows("descuentos")).toEqual([
    ["2026-11-30", "Clienta eliminada", "Servicio eliminado", "Sin especialista", "9999999999.99", "Esperó"],
    ["2026-11-01", "Noemí Sol", "Cejas", "Luz Paz", "50.50", "Cumpleaños"],
  ]);
  expect(await total("descuentos")).toEqual(["Total", "", "", "", "10000000050.49", ""]);
});

describe("the summary of some days", () => {
  const DIA = { desde: "2026-11-01", hasta: "2026-11-01" };
  const method = async (wanted: string, dias = DIA) =>
    (await getResumen(dias, TIJUANA)).metodos.find(({ metodo }) => metodo === wanted);

  test("has zeros when nothing happened", async () => {
    const { metodos, ...sums } = await getResumen(DIA, TIJUANA);
    expect(sums).toEqual({ propinas: "0.00", descuentos: "0.00", por_cobrar: "0.00" });
    expect(metodos.map(({ metodo, entro, salio }) => [metodo, entro, salio])).toEqual(
      ["Efectivo", "Tarjeta", "Transferencia", "Otro"].map((metodo) => [metodo, "0.00", "0.00"]),
    );
  });

  test("adds tips to what came in by their own method, and never counts what is handed over as a tip", async () => {
    await createIngreso("2026-10-31", "1");
    await createIngreso("2026-11-01", "3995", { metodo_pago: "efectivo" });
    await createIngreso("2026-11-01", "1305", { metodo_pago: "tarjeta" });
    await createEgreso("2026-11-01", "120", { metodo_pago: "efectivo" });
    await createPropina({ fecha: "2026-11-01", monto: "70", metodo_pago: "efectivo" });
    const venta_id = await createVenta();
    const back = await createPropina({ fecha: "2026-11-01", monto: "20", metodo_pago: "efectivo", venta_id });
    await createPropina({ fecha: "2026-11-01", monto: "-20", metodo_pago: "efectivo", venta_id, reversa_de: back });
    await createPropina({ fecha: "2026-11-01", monto: "70", metodo_pago: "tarjeta" });
    await createPropina({ fecha: "2026-10-31", monto: "5", metodo_pago: "tarjeta" });
    const pay = { empleado_nombre: "Luz Paz", fecha: "2026-11-01", comision: 0, propinas: 70, metodo_pago: "efectivo" };
    const liquidacion_id = await insertRow("liquidaciones_susa", pay);
    await insertRow("propinas_susa", { fecha: "2026-11-01", monto: "-70", metodo_pago: "efectivo", liquidacion_id });
    expect(await method("Efectivo")).toMatchObject({
      ...{ ingresos: "3995.00", propinas: "70.00", entro: "4065.00", salio: "190.00", quedo: "3875.00" },
    });
    expect(await method("Tarjeta")).toMatchObject({ ingresos: "1305.00", propinas: "70.00", entro: "1375.00", salio: "0.00" });
    expect((await getResumen(DIA, TIJUANA)).propinas).toBe("140.00");
    expect((await rows("metodos", range("2026-11-01", "2026-11-01")))[0]).toEqual([
      ...["Efectivo", "3995.00", "120.00", "3875.00", "70.00"],
    ]);
    expect(await total("especialistas", range("2026-11-01", "2026-11-01"))).toEqual([
      ...["Total", "0", "0", "0", "0", "0.00", "0.00", "140.00"],
    ]);
  });

  test("has the discounts and the debts of its days in the studio's zone", async () => {
    const cita = { estado: "completada", precio: 500, cobrado: 380 };
    for (const moment of Object.values(MOMENTS)) await addCita(moment, { ...cita, descuento: 25, descuento_motivo: "Amiga" });
    // What is not done owes nothing yet.
    await addCita("2026-11-01T18:00:00Z", { ...cita, estado: "confirmada" });
    await createVenta({ fecha: "2026-10-31", total: 1 });
    const venta_id = await createVenta({ fecha: "2026-11-01", total: 90 });
    await createIngreso("2026-11-02", "30", { concepto: "venta", venta_id });
    expect(await getResumen(DIA, TIJUANA)).toMatchObject({ descuentos: "25.00", por_cobrar: "180.00" });
    expect(await getResumen(NOVIEMBRE, TIJUANA)).toMatchObject({ descuentos: "50.00", por_cobrar: "300.00" });
  });
});

test("new clients are counted by creation date, returning ones by earlier completed visits", async () => {
  const clienta = (nombre: string, created_at: string) => createCliente({ nombre, created_at });
  const visit = (cliente_id: string, moment: string, estado = "completada") => addCita(moment, { cliente_id, estado });
  const vieja = await clienta("Vieja", "2026-01-01T18:00:00Z");
  const nueva = await clienta("Nueva", "2026-11-02T18:00:00Z");
  const dudosa = await clienta("Dudosa", "2026-10-02T18:00:00Z");
  await clienta("Sin venir", "2026-11-03T18:00:00Z");
  await visit(vieja, MOMENTS.before);
  await visit(vieja, MOMENTS.first);
  await visit(nueva, "2026-11-03T18:00:00Z");
  await visit(nueva, "2026-11-24T18:00:00Z");
  // Two services of one visit count as one visit.
  const visita_id = "00000000-0000-4000-8000-00000000aaaa";
  for (const hour of [18, 19])
    await addCita(`2026-11-05T${hour}:00:00Z`, { cliente_id: dudosa, estado: "completada", visita_id });
  // A cancelled visit does not count.
  await visit(dudosa, "2026-10-03T18:00:00Z", "cancelada");
  await visit(dudosa, "2026-12-05T18:00:00Z");
  await addCita("2026-11-06T18:00:00Z", { estado: "completada" });
  expect((await rows("clientes")).map(([, cuantos]) => cuantos)).toEqual(["2", "3", "2", "1", "1"]);
});

test("supplies used are the outgoing movements minus reversed ones, at the current price", async () => {
  const item = (nombre: string, precio_unitario: string) => createItem({ nombre, precio_unitario });
  const gel = await item("Gel", "10.50");
  const lima = await item("Lima", "9999999999.99");
  const gone = await item("Cera", "1");
  const move = (item_id: string, tipo: string, cantidad: number, values: Record<string, unknown> = {}) =>
    insertRow("movimientos_inventario_susa", {
      tipo,
      cantidad,
      item_id,
      item_nombre: "como se llamaba",
      created_at: "2026-11-05T18:00:00Z",
      ...values,
    });
  await move(gel, "entrada", 100);
  const wrong = await move(gel, "salida", 4);
  await move(gel, "salida", 3);
  await move(gel, "entrada", 4, { reversa_de: wrong });
  // A reversed delivery is no use of supplies.
  const delivery = await move(gel, "entrada", 50);
  await move(gel, "salida", 50, { reversa_de: delivery });
  await move(lima, "salida", 1000);
  await move(gone, "salida", 2, { item_nombre: "Cera" });
  await sql("DELETE FROM inventario_susa WHERE id = $1", [gone]);
  // What was sold was not used.
  await move(gel, "salida", 5, { venta_id: await createVenta() });
  // Reversed in November, made in October.
  const old = await move(gel, "salida", 1, { created_at: "2026-10-05T18:00:00Z" });
  await move(gel, "entrada", 1, { reversa_de: old });
  expect(await rows("insumos")).toEqual([
    ["Lima", "1000", "9999999999.99", "9999999999990.00"],
    ["Gel", "2", "10.50", "21.00"],
    ["Cera (eliminado)", "2", null, null],
  ]);
  expect(await total("insumos")).toEqual(["Total", "1004", null, "10000000000011.00"]);
});
