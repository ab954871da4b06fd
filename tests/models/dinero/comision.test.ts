import { beforeEach, describe, expect, test } from "vitest";
import { deleteCita } from "~/models/citas/cita.server";
import { getPorPagar, listLineas, listPorPagar } from "~/models/dinero/comision.server";
import { type LiquidacionValues, listLiquidaciones, payEmpleado, undoLiquidacion } from "~/models/dinero/liquidacion.server";
import { sumPeriodos } from "~/models/dinero/reporte-dinero.server";
import { deleteEmpleado, empleadoSchema, getEmpleado, updateEmpleado } from "~/models/equipo/empleado.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { recordAnticipo } from "~/models/ventas/anticipo.server";
import { cancelDevolucion, giveBack } from "~/models/ventas/devolucion.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import { Dice } from "../../../prisma/demo-dice";
import { readCuadre } from "../../support/cuadre";
import { createEmpleado } from "../../support/factories";
import { countOf, emptyTables, sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { actor, addCita, charge, cuenta, key } from "../citas/cita-history";
import { Books } from "./commission-books";

const ZONA = "America/Mexico_City";

beforeEach(() => emptyTables("egresos_susa", "papelera_susa", "bitacora_susa"));

const newEmpleado = (columns: Record<string, unknown> = {}) =>
  createEmpleado({ comision: 40, comision_desde: "2026-01-01", ...columns });

/** The form that pays what is owed now, in cash. */
async function sheetOf(id: string): Promise<LiquidacionValues> {
  const { comision = "", propinas = "" } = (await getPorPagar(id, ZONA)) ?? {};
  return { comision, propinas, ajuste_tipo: "menos", ajuste: null, ajuste_motivo: null, metodo_pago: "efectivo" };
}

type Pay = Partial<LiquidacionValues> & { onlyTips?: boolean };

async function pay(id: string, { onlyTips = false, ...typed }: Pay = {}) {
  return payEmpleado(id, { ...(await sheetOf(id)), ...typed }, { ...actor(), onlyTips, zona: ZONA }, key());
}

/** What somebody is owed, as `done commission tips`. */
async function owed(id: string): Promise<string> {
  const { hecho, comision, propinas } = (await getPorPagar(id, ZONA)) ?? {};
  return `${hecho} ${comision} ${propinas}`;
}

/** Her lines, as `base percentage`. */
const lines = async (id: string) => (await listLineas(id, ZONA)).map(({ base, porcentaje }) => `${base} ${Number(porcentaje)}`);

const tip = (empleado_id: string, monto: string) => ({ propinas: [{ empleado_id, monto }] });
const refund = (monto: string, cobrado: string) => ({ monto, metodo_pago: "efectivo", motivo: "Se quejó", cobrado }) as const;

describe("what a specialist is owed", () => {
  test("is her percentage of what was paid, after the discount, of what she completed from her day on", async () => {
    const id = await newEmpleado({ comision: 12.5, comision_desde: "2026-11-21" });
    const add = (fecha_hora: string) => addCita({ empleado_id: id, fecha_hora, fin: fecha_hora.replace(":00Z", ":30Z") });
    // In Mexico City the 20th ends at six o'clock UTC.
    for (const fecha_hora of ["2026-11-21T05:00Z", "2026-11-21T06:00Z"]) await resultOf(charge(await add(fecha_hora)));
    const discount = { descuento: "50.00", descuento_motivo: "Amiga" };
    await resultOf(charge(await add("2026-11-21T17:00Z"), discount));
    await add("2026-11-21T18:00Z");
    const partly = { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "100.00" } as const;
    await resultOf(charge(await add("2026-11-21T19:00Z"), partly));
    expect(await lines(id)).toEqual(["350.00 12.5", "300.00 12.5", "100.00 12.5"]);
    expect(await owed(id)).toBe("750.00 93.75 0.00");
    expect(await listPorPagar(ZONA)).toMatchObject([{ id, nombre: "Ana Núñez", porcentaje: "12.50", total: "93.75" }]);
  });

  test("counts an advance payment when the service is done, and not before", async () => {
    const id = await newEmpleado();
    const cita = await addCita({ empleado_id: id });
    await resultOf(recordAnticipo(cita, { monto: "200.00", metodo_pago: "efectivo", fecha: "2026-11-20" }, cuenta, key()));
    expect(await owed(id)).toBe("0.00 0.00 0.00");
    await resultOf(charge(cita, { por_cobrar: "150.00" }));
    expect(await owed(id)).toBe("350.00 140.00 0.00");
  });

  test("is of the price when more was paid in advance", async () => {
    const id = await newEmpleado();
    const cita = await addCita({ empleado_id: id });
    await resultOf(recordAnticipo(cita, { monto: "400.00", metodo_pago: "efectivo", fecha: "2026-11-20" }, cuenta, key()));
    await resultOf(charge(cita, { por_cobrar: "0.00" }));
    expect(await owed(id)).toBe("350.00 140.00 0.00");
  });

  test("leaves paid lines when her percentage changes, and takes money given back off at the last one that was paid", async () => {
    const id = await newEmpleado();
    const cita = await addCita({ empleado_id: id });
    const partly = { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "100.00" } as const;
    await resultOf(charge(cita, partly));
    await resultOf(pay(id));
    await sql("UPDATE empleados_susa SET comision = 50 WHERE id = $1", [id]);
    expect(await lines(id)).toEqual([]);
    await resultOf(charge(cita, { por_cobrar: "250.00" }));
    expect(await lines(id)).toEqual(["250.00 50"]);
    await resultOf(pay(id));
    await sql("UPDATE empleados_susa SET comision = NULL, comision_desde = NULL WHERE id = $1", [id]);
    await resultOf(giveBack(cita, refund("280.00", "350.00"), actor(), key()));
    expect(await lines(id)).toEqual(["-30.00 40", "-250.00 50"]);
    expect(await owed(id)).toBe("-280.00 -137.00 0.00");
    const given = await sqlValue<string>("SELECT id FROM ingresos_susa WHERE concepto = 'devolucion'");
    await resultOf(cancelDevolucion(cita, given, actor(), key()));
    expect(await owed(id)).toBe("0.00 0.00 0.00");
  });

  test("goes to who does it after all, and comes off her who was paid for it", async () => {
    const [ana, eva] = [await newEmpleado(), await newEmpleado({ nombre: "Eva", comision: 10 })];
    const cita = await addCita({ empleado_id: ana });
    await resultOf(charge(cita));
    await resultOf(pay(ana));
    await resultOf(reopenCita(cita, actor(), key()));
    expect(await lines(ana)).toEqual(["-350.00 40"]);
    await sql("UPDATE citas_susa SET empleado_id = $1", [eva]);
    await resultOf(charge(cita));
    expect([await lines(ana), await lines(eva)]).toEqual([["-350.00 40"], ["350.00 10"]]);
  });

  test("stays as it was paid while the appointment is in the trash", async () => {
    const id = await newEmpleado();
    const cita = await addCita({ empleado_id: id });
    await resultOf(charge(cita));
    await resultOf(pay(id));
    const copy = await resultOf(deleteCita(cita, cuenta, key()));
    expect(await lines(id)).toEqual([]);
    await resultOf(recuperar(copy, cuenta, key()));
    expect(await lines(id)).toEqual([]);
  });
});

/** Runs a random history of appointments and settlements, and compares what is paid and owed with its own books. */
async function runHistory(count: number) {
  const seed = Number(process.env.SEED ?? 20_261_205);
  const dice = new Dice(seed);
  const books = new Books(dice);
  await books.hire(["40", "12.5", "33.33", "50"]);
  for (let n = 0; n < count; n++) await books.book(n);
  for (let round = 0; round < count / 2; round++) {
    await books.changeCitas(6);
    if (dice.chance(0.25)) await books.payOne();
    if (dice.chance(0.08)) await books.undoOne();
    if (dice.chance(0.08)) await books.changePercentage();
    if (round % 20 === 0) await books.expectSame(`seed ${seed}, round ${round}`);
  }
  await books.expectSame(`seed ${seed}`);
  expect(books.paid).toBeGreaterThan(count / 12);
  await books.undoAll();
  await books.expectSame(`seed ${seed}, undone`);
  await books.payAll();
  await books.expectSame(`seed ${seed}, paid again`);
  expect((await readCuadre()).diferencias, `seed ${seed}`).toEqual([]);
}

test("what was settled and what is owed are the percentage of what was done and paid, whatever happened to sixty appointments", () =>
  runHistory(60));

test(
  "what was settled and what is owed are the percentage of what was done and paid, whatever happened to 500 appointments",
  {
    tags: ["slow"],
    timeout: 600_000,
  },
  () => runHistory(500),
);

describe("paying a specialist", () => {
  let id: string;
  beforeEach(async () => {
    id = await newEmpleado();
    await resultOf(charge(await addCita({ empleado_id: id }), tip(id, "70.00")));
  });

  const egresos = () => sqlColumn<string>("SELECT concat_ws(' ', monto, categoria, metodo_pago, descripcion) FROM egresos_susa");
  const handed = () => sqlColumn<string>("SELECT concat_ws(' ', monto, metodo_pago) FROM propinas_susa WHERE venta_id IS NULL");

  test("writes her commission as an expense, and her tips as handed over", async () => {
    await resultOf(pay(id, { metodo_pago: "transferencia" }));
    expect([await egresos(), await handed(), await owed(id)]).toEqual([
      ["140.00 Otro transferencia Comisiones de Ana Núñez"],
      ["-70.00 transferencia"],
      "0.00 0.00 0.00",
    ]);
  });

  test("happens once when it is done twenty times at once, with tokens of their own or with the same", async () => {
    const values = await sheetOf(id);
    const by = { ...actor(), onlyTips: false, zona: ZONA };
    const outcomesOf = async (token: () => ReturnType<typeof key>) => {
      const done = await Promise.all(Array.from({ length: 20 }, () => payEmpleado(id, values, by, token())));
      return done.map(({ outcome }) => outcome).sort();
    };
    expect(await outcomesOf(key)).toEqual([...Array<string>(19).fill("stale"), "written"]);
    expect([await countOf("liquidaciones_susa"), await countOf("egresos_susa")]).toEqual([1, 1]);
    await resultOf(undoLiquidacion(await sqlValue<string>("SELECT id FROM liquidaciones_susa"), actor(), key()));
    const same = key();
    expect(await outcomesOf(() => same)).toEqual([...Array<string>(19).fill("repeated"), "written"]);
    expect([await countOf("liquidaciones_susa"), await countOf("egresos_susa")]).toEqual([2, 1]);
  });

  test("is undone once, the last one alone, and comes to the same when it is done again", async () => {
    const first = await resultOf(pay(id));
    await resultOf(charge(await addCita({ empleado_id: id, fecha_hora: "2026-11-21T20:00Z", fin: "2026-11-21T21:00Z" })));
    const second = await resultOf(pay(id));
    expect(await undoLiquidacion(first.id, actor(), key())).toEqual({ outcome: "later" });
    const undone = await Promise.all([key(), key()].map((token) => undoLiquidacion(second.id, actor(), token)));
    expect(undone.map((one) => "result" in one && one.result.changed).sort()).toEqual([false, true]);
    await resultOf(undoLiquidacion(first.id, actor(), key()));
    expect([await owed(id), await egresos()]).toEqual(["700.00 280.00 70.00", []]);
    await resultOf(pay(id));
    expect([await egresos(), await owed(id)]).toEqual([["280.00 Otro efectivo Comisiones de Ana Núñez"], "0.00 0.00 0.00"]);
    expect(await sqlValue("SELECT sum(monto) FROM asientos_susa WHERE libro = 'propina'")).toBe("0.00");
    expect((await readCuadre()).diferencias).toEqual([]);
  });

  test("hands over her tips alone", async () => {
    expect(await pay(id, { onlyTips: true, ajuste: "5.00", ajuste_motivo: "Vale" })).toMatchObject({
      result: { pago: "0.00", propinas: "70.00" },
    });
    expect([await egresos(), await owed(id)]).toEqual([[], "350.00 140.00 0.00"]);
    expect(await pay(id, { onlyTips: true })).toEqual({ outcome: "nothing" });
  });

  test("adds or takes off an adjustment, but not more than her commission", async () => {
    const vale = { ajuste: "140.01", ajuste_motivo: "Vale" };
    expect(await pay(id, vale)).toEqual({ outcome: "too_low" });
    expect(await countOf("liquidaciones_susa")).toBe(0);
    const all = await resultOf(pay(id, { ...vale, ajuste: "140.00" }));
    expect([all.pago, await egresos(), await handed()]).toEqual(["0.00", [], ["-70.00 efectivo"]]);
    const bono = await resultOf(pay(id, { ajuste: "25.50", ajuste_motivo: "Bono", ajuste_tipo: "mas" }));
    expect([bono.pago, await egresos()]).toEqual(["25.50", ["25.50 Otro efectivo Comisiones de Ana Núñez"]]);
    expect(await pay(id)).toEqual({ outcome: "nothing" });
    const whose = { empleado_id: id, empleado_nombre: "" };
    expect(
      (await listLiquidaciones(whose)).map(({ comision, ajuste, propinas, total }) => [comision, ajuste, propinas, total]),
    ).toEqual([
      ["0.00", "25.50", "0.00", "25.50"],
      ["140.00", "-140.00", "70.00", "70.00"],
    ]);
  });

  test.each(["comision", "propinas"])("is refused when the page showed another amount of %s", async (field) => {
    expect(await pay(id, { [field]: "69.99" })).toEqual({ outcome: "stale" });
    expect(await countOf("liquidaciones_susa")).toBe(0);
  });

  test("refuses an unknown or malformed id", async () => {
    for (const unknown of [key().id, "nuevo", ""]) expect(await pay(unknown)).toEqual({ outcome: "missing" });
    expect(await undoLiquidacion(key().id, actor(), key())).toEqual({ outcome: "missing" });
  });

  test("takes a tip off her next sheet that was reversed after it was handed over", async () => {
    await resultOf(pay(id));
    await resultOf(reopenCita(await sqlValue<string>("SELECT id FROM citas_susa"), actor(), key()));
    expect(await owed(id)).toBe("-350.00 -140.00 -70.00");
    expect(await pay(id)).toEqual({ outcome: "too_low" });
    expect(await resultOf(pay(id, { onlyTips: true }))).toMatchObject({ propinas: "-70.00" });
    expect(await handed()).toEqual(["-70.00 efectivo", "70.00 efectivo"]);
    expect((await readCuadre()).diferencias).toEqual([]);
  });

  test("leaves the profit as it was when only tips are handed over", async () => {
    const dias = { desde: "2026-11-01", hasta: "2026-11-30" };
    const neto = async () => (await sumPeriodos(dias, dias)).actual.neto;
    expect(await neto()).toBe("350.00");
    await resultOf(pay(id, { onlyTips: true }));
    expect(await neto()).toBe("350.00");
    await resultOf(pay(id));
    expect(await neto()).toBe("210.00");
  });

  test("hands over the tips of one who was deleted, by her name, and leaves no debt when she comes back", async () => {
    const early = await resultOf(pay(id, { onlyTips: true }));
    await resultOf(undoLiquidacion(early.id, actor(), key()));
    const { papelera_id } = await resultOf(deleteEmpleado(id, cuenta, key()));
    const [gone] = await listPorPagar(ZONA);
    expect(gone).toMatchObject({ nombre: "Ana Núñez", isDeleted: true, porcentaje: null, comision: "0.00", propinas: "70.00" });
    const paid = await resultOf(pay(gone?.id ?? ""));
    expect([paid.pago, await listPorPagar(ZONA)]).toEqual(["0.00", []]);
    expect(await getPorPagar(gone?.id, ZONA)).toMatchObject({ nombre: "Ana Núñez", propinas: "0.00" });

    await resultOf(recuperar(papelera_id, cuenta, key()));
    expect(await owed(id)).toBe("350.00 140.00 0.00");
    expect(await getPorPagar(gone?.id, ZONA)).toBeNull();
    expect(await countOf("liquidaciones_susa", "empleado_id IS NULL")).toBe(0);
    await resultOf(undoLiquidacion(paid.id, actor(), key()));
    expect(await owed(id)).toBe("350.00 140.00 70.00");
    expect((await readCuadre()).diferencias).toEqual([]);
  });

  test("finds who was paid without a tip also once she is deleted", async () => {
    const eva = await newEmpleado({ nombre: "Eva" });
    await resultOf(pay(eva, { ajuste: "10.00", ajuste_motivo: "Bono", ajuste_tipo: "mas" }));
    await resultOf(deleteEmpleado(eva, cuenta, key()));
    const whose = await sqlValue<string>("SELECT md5('Eva Núñez')::uuid");
    expect(await getPorPagar(whose, ZONA)).toMatchObject({ nombre: "Eva Núñez", isDeleted: true, total: "0.00" });
  });

  test("keeps the tips of one who was renamed and then deleted under one name", async () => {
    const { updated_at, especialidades = [], ...rest } = (await getEmpleado(id)) ?? {};
    const form = {
      ...rest,
      apellido: "Sol",
      telefono: "",
      email: "",
      especialidades: especialidades.join(),
      activo: true,
      en_sitio: false,
    };
    await resultOf(updateEmpleado(id, updated_at, empleadoSchema.parse(form), "2026-11-21", key()));
    await resultOf(
      charge(await addCita({ empleado_id: id, fecha_hora: "2026-11-21T20:00Z", fin: "2026-11-21T21:00Z" }), tip(id, "5.00")),
    );
    await resultOf(deleteEmpleado(id, cuenta, key()));
    expect(await listPorPagar(ZONA)).toMatchObject([{ nombre: "Ana Sol", propinas: "75.00" }]);
  });
});
