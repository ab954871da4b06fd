import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { getPorPagar } from "~/models/dinero/comision.server";
import { type CierreValues, closeTill, getAbierto, getCorte, listCortes } from "~/models/dinero/corte.server";
import { createEgreso, deleteEgreso, updateEgreso } from "~/models/dinero/egreso.server";
import { createIngreso, deleteIngreso, updateIngreso } from "~/models/dinero/ingreso.server";
import { payEmpleado } from "~/models/dinero/liquidacion.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { giveBack } from "~/models/ventas/devolucion.server";
import { Dice } from "../../../prisma/demo-dice";
import { readCuadre } from "../../support/cuadre";
import { createEmpleado } from "../../support/factories";
import { countOf, emptyTables, sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { actor, addCita, charge, cuenta, key } from "../citas/cita-history";

beforeEach(() => emptyTables("egresos_susa", "ingresos_susa", "papelera_susa", "bitacora_susa"));

const METODOS = ["efectivo", "tarjeta", "transferencia", "otro"] as const;
const ingreso = (monto: string, metodo_pago: (typeof METODOS)[number] = "efectivo") => ({
  ...{ monto, metodo_pago, fecha: "2026-11-20", descripcion: null },
});
const egreso = (monto: string, metodo_pago: (typeof METODOS)[number] = "efectivo") => ({
  ...{ ...ingreso(monto, metodo_pago), descripcion: "Café", categoria: null, comprobante_url: null },
});
const addIngreso = (...values: Parameters<typeof ingreso>) => resultOf(createIngreso(ingreso(...values), cuenta, key()));
const addEgreso = (...values: Parameters<typeof egreso>) => resultOf(createEgreso(egreso(...values), cuenta, key()));

/** What the page shows now, with a count of what is expected unless it is given. */
async function count(typed: Partial<CierreValues> = {}): Promise<CierreValues> {
  const { anterior, esperado } = await getAbierto();
  const shown = { anterior: String(anterior?.numero ?? ""), esperado: esperado ?? "" };
  return { contado: esperado ?? "0.00", retiro: "0.00", motivo: null, ...shown, ...typed };
}

const close = async (typed: Partial<CierreValues> = {}) => closeTill(await count(typed), cuenta, key());

/** All cuts, as `hasta`, then what was expected, counted, taken out and the difference. */
const cortes = () =>
  sqlColumn<string>(
    "SELECT concat_ws(' ', hasta, esperado, contado, retiro, diferencia, motivo) FROM cortes_susa ORDER BY numero",
  );
const lastEntry = () => sqlValue<number>("SELECT max(orden) FROM asientos_susa");

describe("a cut of the cash", () => {
  test("only counts when it is the first, whatever was counted", async () => {
    await addIngreso("350.00");
    expect(await getAbierto()).toMatchObject({ anterior: null, esperado: null });
    const { id, queda } = await resultOf(close({ contado: "1000.00", retiro: "200.00", motivo: "Sobra" }));
    expect([queda, await cortes()]).toEqual(["800.00", [`${await lastEntry()} 1000.00 1000.00 200.00 0.00`]]);
    expect(await getCorte(id)).toMatchObject({ anterior: null, metodos: null, queda: "800.00", quien: "ana@ejemplo.mx" });
    expect(await getAbierto()).toMatchObject({ esperado: "800.00", cuantos: 0 });
  });

  test("expects what was left and the cash since then: income and tips, less expenses and tips that were handed over", async () => {
    await resultOf(close({ contado: "100.00" }));
    const empleado_id = await createEmpleado();
    const add = (hora: string) => addCita({ empleado_id, fecha_hora: `2026-11-21T${hora}:00Z`, fin: `2026-11-21T${hora}:30Z` });
    const tip = (monto: string) => ({ propinas: [{ empleado_id, monto }] });
    const cita = await add("15");
    await resultOf(charge(cita, { metodo_pago: "efectivo", ...tip("50.00") }));
    await resultOf(charge(await add("16"), tip("70.00")));
    await addEgreso("30.00");
    await addEgreso("900.00", "transferencia");
    await addIngreso("40.00", "otro");
    const refund = { monto: "25.00", metodo_pago: "efectivo", motivo: "Queja", cobrado: "350.00" } as const;
    await resultOf(giveBack(cita, refund, actor(), key()));
    const { propinas = "" } = (await getPorPagar(empleado_id, "America/Mexico_City")) ?? {};
    const typed = { comision: "0.00", propinas, ajuste_tipo: "menos", ajuste: null, ajuste_motivo: null } as const;
    const by = { ...actor(), onlyTips: true, zona: "America/Mexico_City" };
    await resultOf(payEmpleado(empleado_id, { ...typed, metodo_pago: "efectivo" }, by, key()));
    const none = { ingresos: "0.00", propinas: "0.00", recibido: "0.00", egresos: "0.00", entregado: "0.00", neto: "0.00" };
    const metodos = {
      efectivo: {
        ingresos: "325.00",
        propinas: "50.00",
        recibido: "375.00",
        egresos: "30.00",
        entregado: "120.00",
        neto: "225.00",
      },
      tarjeta: { ...none, ingresos: "350.00", propinas: "70.00", recibido: "420.00", neto: "420.00" },
      transferencia: { ...none, egresos: "900.00", neto: "-900.00" },
      otro: { ...none, ingresos: "40.00", recibido: "40.00", neto: "40.00" },
    };
    expect(await getAbierto()).toMatchObject({ esperado: "325.00", cuantos: 9, metodos });
    const { id } = await resultOf(close());
    expect(await getCorte(id)).toMatchObject({ esperado: "325.00", anterior: { queda: "100.00" }, metodos });
  });

  test("counts nothing new when cash is only taken out", async () => {
    await addIngreso("350.00");
    await resultOf(close({ contado: "350.00" }));
    await resultOf(close({ retiro: "300.00" }));
    await resultOf(close());
    const hasta = await lastEntry();
    expect(await cortes()).toEqual([
      `${hasta} 350.00 350.00 0.00 0.00`,
      `${hasta} 350.00 350.00 300.00 0.00`,
      `${hasta} 50.00 50.00 0.00 0.00`,
    ]);
    expect((await listCortes(1)).cortes.map(({ queda }) => queda)).toEqual(["50.00", "50.00", "350.00"]);
  });

  test("needs a reason for a difference, and keeps none without one", async () => {
    await resultOf(close({ contado: "100.00" }));
    expect(await close({ contado: "99.99" })).toEqual({ outcome: "reason" });
    expect(await countOf("cortes_susa")).toBe(1);
    await resultOf(close({ contado: "99.99", motivo: "Faltó cambio" }));
    await resultOf(close({ motivo: "Todo bien" }));
    expect((await cortes()).slice(1)).toEqual(["0 100.00 99.99 0.00 -0.01 Faltó cambio", "0 99.99 99.99 0.00 0.00"]);
  });

  test("may expect less than nothing, when an expense was not paid from the drawer", async () => {
    await resultOf(close({ contado: "20.00" }));
    await addEgreso("50.00");
    await resultOf(close({ contado: "20.00", motivo: "De mi bolsa" }));
    expect((await cortes())[1]).toBe(`${await lastEntry()} -30.00 20.00 0.00 50.00 De mi bolsa`);
  });

  test("is refused when money moved since it was shown, or when another was made", async () => {
    await resultOf(close({ contado: "100.00" }));
    const shown = await count();
    await addIngreso("10.00");
    expect(await closeTill(shown, cuenta, key())).toEqual({ outcome: "stale" });
    const again = await count();
    const both = await Promise.all([closeTill(again, cuenta, key()), closeTill(again, cuenta, key())]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["stale", "written"]);
    expect(await countOf("cortes_susa")).toBe(2);
    // Also one that changes nothing that is expected.
    expect(await closeTill({ ...again }, cuenta, key())).toEqual({ outcome: "stale" });
  });

  test("is made once by two of the first at once, and by the same form twice", async () => {
    const first = await count({ contado: "5.00" });
    const both = await Promise.all([closeTill(first, cuenta, key()), closeTill(first, cuenta, key())]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["stale", "written"]);
    const [values, token] = [await count(), key()];
    const written = await resultOf(closeTill(values, cuenta, token));
    expect(await closeTill(values, cuenta, token)).toEqual({ outcome: "repeated", result: written });
    expect(await countOf("cortes_susa")).toBe(2);
  });

  test("stays as it is when what it counted is edited, deleted and brought back, which the next one counts", async () => {
    await resultOf(close({ contado: "0.00" }));
    const id = String(await addIngreso("350.00"));
    const closed = await resultOf(close());
    const before = await getCorte(closed.id);
    const seen = (await sqlValue<Date>("SELECT updated_at FROM ingresos_susa"))?.toISOString();
    await resultOf(updateIngreso(id, seen, ingreso("300.00", "tarjeta"), cuenta, key()));
    expect(await getAbierto()).toMatchObject({ esperado: "0.00", cuantos: 2 });
    const copy = await resultOf(deleteIngreso(id, cuenta, key()));
    await resultOf(recuperar(copy, cuenta, key()));
    expect(await getAbierto()).toMatchObject({ esperado: "0.00", cuantos: 4 });
    expect(await getCorte(closed.id)).toEqual(before);
  });

  test("is not found by an unknown or malformed id", async () => {
    for (const id of [randomUUID(), "1", undefined]) expect(await getCorte(id)).toBeNull();
  });
});

// As in the test of random operations: enough to conflict, few enough for the connection pool.
const AT_ONCE = 8;

/** Money that moves through the models, some at once, while two people close the till over and over. */
async function runTill(operations: number) {
  const seed = Number(process.env.SEED ?? 20_261_206);
  const dice = new Dice(seed);
  const empleado_id = await createEmpleado();
  const monto = () => `${dice.between(1, 900)}.${dice.between(10, 99)}`;
  const metodo = () => dice.pick([...METODOS, "efectivo" as const]);
  const outcomes = new Map<string, number>();
  const note = ({ outcome }: { outcome: string }, what: string) =>
    outcomes.set(`${what} ${outcome}`, (outcomes.get(`${what} ${outcome}`) ?? 0) + 1);

  let hour = 0;
  async function chargeOne() {
    const fecha_hora = new Date(Date.parse("2026-01-01T00:00Z") + hour++ * 3_600_000);
    const fin = new Date(fecha_hora.getTime() + 1_800_000);
    const [metodo_pago, tip] = [metodo(), monto()];
    const id = await addCita({ empleado_id, fecha_hora, fin });
    return charge(id, { metodo_pago, descontar: false, propinas: [{ empleado_id, monto: tip }] });
  }
  const randomRow = async (table: string) =>
    dice.pick([...(await sql<{ id: string; updated_at: Date }>(`SELECT id, updated_at FROM ${table} ORDER BY id`)), null]);
  const edit = async (table: string, update: (id: string, seen: string) => Promise<{ outcome: string }>) => {
    const row = await randomRow(table);
    return row ? update(row.id, row.updated_at.toISOString()) : { outcome: "none" };
  };
  const acts: [weight: number, what: string, act: () => Promise<{ outcome: string }>][] = [
    [5, "charge", chargeOne],
    [3, "income", () => createIngreso(ingreso(monto(), metodo()), cuenta, key())],
    [3, "edit", () => edit("ingresos_susa", (id, seen) => updateIngreso(id, seen, ingreso(monto(), metodo()), cuenta, key()))],
    [2, "delete", () => edit("ingresos_susa", (id) => deleteIngreso(id, cuenta, key()))],
    [2, "expense", () => createEgreso(egreso(monto(), metodo()), cuenta, key())],
    [2, "edit", () => edit("egresos_susa", (id, seen) => updateEgreso(id, seen, egreso(monto(), metodo()), cuenta, key()))],
    [2, "delete", () => edit("egresos_susa", (id) => deleteEgreso(id, cuenta, key()))],
    [
      3,
      "recover",
      async () => {
        const id = dice.pick([...(await sqlColumn<string>("SELECT id FROM papelera_susa ORDER BY id")), ""]);
        return recuperar(id, cuenta, key());
      },
    ],
  ];
  const weighted = acts.flatMap((each) => Array<typeof each>(each[0]).fill(each));

  let isOver = false;
  async function closeAgain() {
    while (!isOver) {
      const { esperado, ...shown } = await count();
      const contado = Math.max(0, Number(esperado) + dice.pick([-5, 0, 0, 5]));
      const retiro = dice.chance(0.3) ? (contado / 2).toFixed(2) : "0.00";
      const values = { ...shown, esperado, contado: contado.toFixed(2), retiro, motivo: "Así estaba" };
      note(await closeTill(values, cuenta, key()), "cut");
    }
  }

  await resultOf(close({ contado: "500.00" }));
  const closers = [closeAgain(), closeAgain()];
  try {
    for (let done = 0; done < operations; done += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const [, what, act] = dice.pick(weighted);
          note(await act(), what);
        }),
      );
  } finally {
    isOver = true;
    await Promise.all(closers);
  }
  const said = `seed ${seed}, ${JSON.stringify([...outcomes].sort())}`;
  for (const what of ["charge", "income", "edit", "delete", "expense", "recover", "cut"])
    expect(outcomes.get(`${what} written`), said).toBeGreaterThan(0);
  expect([...outcomes.keys()].filter((outcome) => outcome.endsWith(" failed"))).toEqual([]);

  // What each cut expected over what was left is the cash of the entries between the two, so that no entry is in two or in none.
  const cuts = await sql<{ numero: number; claimed: string; counted: string; isAfter: boolean }>(`
    SELECT numero, (esperado - left_before)::text AS claimed, hasta >= since AS "isAfter",
      (SELECT coalesce(sum(CASE libro WHEN 'egreso' THEN -monto ELSE monto END), 0.00)::text
       FROM asientos_susa WHERE metodo_pago = 'efectivo' AND orden > since AND orden <= hasta) AS counted
    FROM (SELECT *, lag(contado - retiro, 1, 500.00) OVER (ORDER BY numero) AS left_before, lag(hasta, 1, 0) OVER (ORDER BY numero) AS since
      FROM cortes_susa) AS cuts ORDER BY numero`);
  expect(
    cuts.filter(({ claimed, counted, isAfter }) => claimed !== counted || !isAfter),
    said,
  ).toEqual([]);
  const { metodos } = await getAbierto();
  expect(
    await sqlValue(
      `SELECT (sum(CASE libro WHEN 'egreso' THEN -monto ELSE monto END) FILTER (WHERE metodo_pago = 'efectivo') - $1::numeric)::text
       FROM asientos_susa`,
      [metodos.efectivo.neto],
    ),
    said,
  ).toBe(
    await sqlValue(`SELECT sum(esperado - left_before)::text
      FROM (SELECT esperado, lag(contado - retiro, 1, 500.00) OVER (ORDER BY numero) AS left_before FROM cortes_susa) AS cuts`),
  );
  expect((await readCuadre()).diferencias, said).toEqual([]);
}

test("cuts that are made while a hundred amounts are charged, edited, deleted and brought back have each entry once", () =>
  runTill(104));

test(
  "cuts that are made while 500 amounts are charged, edited, deleted and brought back have each entry once",
  {
    tags: ["slow"],
    timeout: 300_000,
  },
  () => runTill(504),
);
