import { describe, expect, test } from "vitest";
import { deleteCita } from "~/models/citas/cita.server";
import { getCitaDetalle } from "~/models/citas/cita-detalle.server";
import { getTabla } from "~/models/dinero/reporte.server";
import { type ItemValues, updateItem } from "~/models/inventario/item.server";
import { hasMovimientos, listMovimientos } from "~/models/inventario/movimiento.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { getPorCobrar } from "~/models/ventas/amount-due.server";
import { chargeBill } from "~/models/ventas/cobrar.server";
import { getPorReabrir, reopenCita } from "~/models/ventas/reabrir.server";
import { TABLES } from "../../../prisma/demo";
import { Dice } from "../../../prisma/demo-dice";
import { cobroOf } from "../../support/cobro";
import { readCuadre } from "../../support/cuadre";
import { loadDemoRows } from "../../support/demo";
import { createServicio } from "../../support/factories";
import { emptyTables, sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { actor, addCita, addItem, charge, cuenta, key, stock } from "../citas/cita-history";

const ZONA = "America/Mexico_City";
// Operations at once: enough to conflict, few enough for the connection pool.
const AT_ONCE = 8;

/** An item of which a piece lasts for `rinde` uses, with its stock and how often the open piece was used. */
async function addSupply(nombre: string, cantidad: number, rinde: number, usos = 0): Promise<string> {
  const id = await addItem(nombre, cantidad);
  await sql("UPDATE inventario_susa SET rinde = $2, usos = $3 WHERE id = $1", [id, rinde, usos]);
  return id;
}

/** An appointment that costs nothing, of a service that uses each of these supplies so often. */
async function addManicura(usos: Record<string, number>): Promise<string> {
  const insumos = JSON.stringify(Object.entries(usos).map(([nombre, cantidad]) => ({ nombre, cantidad })));
  return addCita({ servicio_id: await createServicio({ insumos }), precio: 0 });
}

const complete = (id: string) => charge(id, { por_cobrar: "0.00" });
const reopen = (id: string) => reopenCita(id, actor(), key());
const open = (nombre: string) => sqlValue("SELECT usos FROM inventario_susa WHERE nombre = $1", [nombre]);
/** The movements of appointments in the order in which they were written: `salida 1 usos 3`. */
const moved = () =>
  sqlColumn<string>(
    "SELECT concat_ws(' ', tipo, cantidad, 'usos ' || usos) FROM movimientos_inventario_susa WHERE cita_id IS NOT NULL ORDER BY orden",
  );
const noDifferences = async () => expect((await readCuadre()).diferencias).toEqual([]);

/** Runs each once, eight at a time. */
async function atOnce<T>(all: T[], run: (one: T) => Promise<unknown>): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

describe("an item of which a piece lasts for several services", () => {
  test("loses exactly five pieces to 200 manicures when one lasts for 40, charged eight at once", async () => {
    await addSupply("Top coat", 7, 40);
    const servicio_id = await createServicio({ insumos: JSON.stringify([{ nombre: "Top coat", cantidad: 1 }]) });
    const citas: string[] = [];
    for (let n = 0; n < 200; n++) citas.push(await addCita({ servicio_id, precio: 0 }));
    await atOnce(citas, async (id) => expect(await complete(id)).toMatchObject({ outcome: "written" }));
    expect([await stock(), await open("Top coat")]).toEqual([{ "Top coat": 2 }, 0]);
    const movements = await moved();
    expect([movements.length, movements.filter((line) => line === "salida 1 usos 1").length]).toEqual([200, 5]);
    await noDifferences();
    await atOnce(citas, reopen);
    expect([await stock(), await open("Top coat")]).toEqual([{ "Top coat": 7 }, 0]);
    await noDifferences();
  });

  test("loses as many pieces as the uses of one appointment empty, and gets them back", async () => {
    await addSupply("Guantes", 5, 3, 1);
    const id = await addManicura({ guantes: 8 });
    await complete(id);
    expect([await stock(), await open("Guantes")]).toEqual([{ Guantes: 2 }, 0]);
    expect((await getPorReabrir(id))?.salidas).toEqual([{ cantidad: 3, usos: 8, item_nombre: "Guantes" }]);
    await reopen(id);
    expect([await stock(), await open("Guantes")]).toEqual([{ Guantes: 5 }, 1]);
    expect(await moved()).toEqual(["salida 3 usos 8", "entrada 3 usos 8"]);
    const detail = await getCitaDetalle(id);
    expect(detail?.movimientos.map(({ tipo, cantidad, usos, saldo }) => [tipo, cantidad, usos, saldo])).toEqual([
      ["salida", 3, 8, 2],
      ["entrada", 3, 8, 5],
    ]);
  });

  test("gets a piece back from the appointment that is reopened, also when another one emptied it", async () => {
    await addSupply("Top coat", 2, 40);
    const [first, last] = [await addManicura({ "Top coat": 39 }), await addManicura({ "Top coat": 1 })];
    await complete(first);
    await complete(last);
    expect([await stock(), await open("Top coat")]).toEqual([{ "Top coat": 1 }, 0]);
    await reopen(first);
    expect([await stock(), await open("Top coat")]).toEqual([{ "Top coat": 2 }, 1]);
    expect(await moved()).toEqual(["salida 0 usos 39", "salida 1 usos 1", "entrada 1 usos 39"]);
    await noDifferences();
    await reopen(last);
    expect([await stock(), await open("Top coat")]).toEqual([{ "Top coat": 2 }, 0]);
  });

  test("goes below zero only with the last use of a piece that the stock does not have", async () => {
    await addSupply("Top coat", 0, 3);
    for (const left of [0, 0, -1]) {
      await complete(await addManicura({ "Top coat": 1 }));
      expect(await stock()).toEqual({ "Top coat": left });
    }
  });

  test("is not in the list of movements or the report until a piece leaves", async () => {
    const id = await addSupply("Top coat", 9, 2);
    await sql("DELETE FROM movimientos_inventario_susa");
    await sql("UPDATE inventario_susa SET cantidad = 0, precio_unitario = 80");
    const hoy = await sqlValue<string>("SELECT (now() AT TIME ZONE $1)::date::text", [ZONA]);
    const periodo = { tipo: "rango", desde: String(hoy), hasta: String(hoy) } as const;
    const listed = async () => [
      await hasMovimientos(),
      (await listMovimientos("si"))?.movimientos.length,
      (await listMovimientos(id))?.movimientos.length,
      (await getTabla("insumos", periodo, ZONA))?.filas,
    ];
    await complete(await addManicura({ "Top coat": 1 }));
    expect(await listed()).toEqual([false, 0, 0, []]);
    await complete(await addManicura({ "Top coat": 1 }));
    expect(await listed()).toEqual([true, 1, 1, [["Top coat", "1", "80.00", "80.00"]]]);
  });
});

describe("changing for how many services a piece lasts", () => {
  const item = { nombre: "Top coat", descripcion: null, cantidad: 4, minimo: 0, categoria: null, proveedor: null };
  const values: ItemValues = { ...item, rinde: 1, precio_unitario: "80.00", precio_venta: null };
  const change = async (id: string, rinde: number) => {
    const seen = await sqlValue<Date>("SELECT updated_at FROM inventario_susa WHERE id = $1", [id]);
    const cantidad = Number(await sqlValue("SELECT cantidad FROM inventario_susa WHERE id = $1", [id]));
    await resultOf(updateItem(id, seen?.toISOString(), { ...values, rinde, cantidad }, cuenta, key()));
  };

  test("keeps fewer uses of the open piece than one has", async () => {
    const id = await addSupply("Top coat", 4, 40, 39);
    for (const [rinde, usos] of [
      [50, 39],
      [20, 19],
      [1, 0],
      [40, 0],
    ] as const) {
      await change(id, rinde);
      expect([rinde, await open("Top coat"), await stock()]).toEqual([rinde, usos, { "Top coat": 4 }]);
    }
  });

  test("brings back only pieces that left when what was used before it is reopened", async () => {
    const id = await addSupply("Top coat", 4, 1);
    const [whole, used] = [await addManicura({ "Top coat": 2 }), await addManicura({ "Top coat": 3 })];
    await complete(whole);
    await change(id, 40);
    await complete(used);
    await reopen(whole);
    expect([await stock(), await open("Top coat")]).toEqual([{ "Top coat": 4 }, 3]);
    await change(id, 1);
    await reopen(used);
    expect([await stock(), await open("Top coat")]).toEqual([{ "Top coat": 4 }, 0]);
    expect(await moved()).toEqual(["salida 2", "salida 0 usos 3", "entrada 2", "entrada 0 usos 3"]);
    await noDifferences();
  });
});

test("completing, reopening, deleting and restoring appointments in any order, eight at once, keep every item exact", async () => {
  const dice = new Dice(20_261_206);
  const rinden = { Limas: 1, Cera: 3, "Top coat": 7, Aceite: 40 };
  for (const [nombre, rinde] of Object.entries(rinden)) await addSupply(nombre, 50, rinde);
  const kinds: Record<string, number>[] = [
    { Limas: 1, "Top coat": 1, Aceite: 5 },
    { Limas: 2, Cera: 10, "Top coat": 3 },
  ];
  const uses = new Map<string, Record<string, number>>();
  for (let n = 0; n < 12; n++) {
    const kind = dice.pick(kinds);
    uses.set(await addManicura(kind), kind);
  }
  const ids = [...uses.keys()];
  const restore = async () => {
    const copies = await sqlColumn<string>("SELECT id FROM papelera_susa ORDER BY id");
    return copies.length > 0 ? recuperar(dice.pick(copies), cuenta, key()) : { outcome: "missing" };
  };
  const operations = [
    ...[1, 2, 3].map(() => () => complete(dice.pick(ids))),
    ...[1, 2].map(() => () => reopen(dice.pick(ids))),
    () => deleteCita(dice.pick(ids), cuenta, key()),
    restore,
  ];
  const outcomes: string[] = [];
  for (let round = 0; round < 40; round++) {
    const batch = await Promise.all(Array.from({ length: AT_ONCE }, () => dice.pick(operations)()));
    outcomes.push(...batch.map(({ outcome }) => outcome));
    // The model: what is completed has used its supplies, also in the trash.
    const completed = await sqlColumn<string>(
      `SELECT id FROM citas_susa WHERE estado = 'completada'
       UNION ALL SELECT registro_id FROM papelera_susa WHERE fila ->> 'estado' = 'completada'`,
    );
    const expected = Object.entries(rinden).map(([nombre, rinde]) => {
      const used = completed.reduce((sum, id) => sum + (uses.get(id)?.[nombre] ?? 0), 0);
      return { nombre, cantidad: 50 - Math.floor(used / rinde), usos: used % rinde };
    });
    const found = await sql("SELECT nombre, cantidad, usos FROM inventario_susa ORDER BY rinde");
    expect(found, `round ${round}`).toEqual(expected);
  }
  expect(outcomes).not.toContain("failed");
  expect(outcomes.filter((outcome) => outcome === "written").length).toBeGreaterThan(150);
  await noDifferences();
});

test("the appointments that the demo has ahead use up no item", { tags: ["slow"], timeout: 60_000 }, async () => {
  await emptyTables(...TABLES, "form_tokens_susa");
  await loadDemoRows(process.env.DATABASE_URL, new Date("2026-11-21T18:00:00Z"));
  const ahead = await sqlColumn<string>(
    "SELECT id FROM citas_susa WHERE estado IN ('programada', 'confirmada') ORDER BY fecha_hora, id",
  );
  expect(ahead.length).toBeGreaterThan(80);
  for (const id of ahead) {
    const citas = (await getPorCobrar(id, ZONA))?.citas.filter((each) => each.id === id) ?? [];
    await resultOf(chargeBill(cobroOf(citas.map(({ id, por_cobrar }) => ({ id, por_cobrar }))), actor(), key()));
  }
  expect(await sql("SELECT nombre, cantidad FROM inventario_susa WHERE cantidad < 0")).toEqual([]);
  await noDifferences();
});
