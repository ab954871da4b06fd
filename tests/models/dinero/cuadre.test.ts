import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { createEgreso, deleteEgreso, updateEgreso } from "~/models/dinero/egreso.server";
import { createIngreso, deleteIngreso, recordIngreso, updateIngreso } from "~/models/dinero/ingreso.server";
import { recordPropina } from "~/models/dinero/propina.server";
import { createItem, deleteItem } from "~/models/inventario/item.server";
import { moveItem } from "~/models/inventario/movimiento.server";
import { chargeBill } from "~/models/ventas/cobrar.server";
import { TABLES } from "../../../prisma/demo";
import { cobroOf } from "../../support/cobro";
import { readCuadre } from "../../support/cuadre";
import { loadDemoRows } from "../../support/demo";
import { createCita, insertRow } from "../../support/factories";
import { eventually } from "../../support/process";
import { countOf, emptyTables, keepRows, sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";

const differences = async () =>
  (await readCuadre()).sections.flatMap(({ titulo, diferencias }) => diferencias.map((one) => ({ titulo, ...one })));
const HISTORY = [...TABLES, "cuentas_susa", "form_tokens_susa"];
const empty = () => emptyTables(...HISTORY);

describe("the demo studio", () => {
  test.each(["2026-11-21T18:00:00Z", "2028-02-29T18:00:00Z"])("has no differences on %s", async (now) => {
    await empty();
    await loadDemoRows(process.env.DATABASE_URL, new Date(now));
    const { sections, diferencias, totales } = await readCuadre();
    expect(diferencias).toEqual([]);
    expect(sections.map(({ cuantas }) => cuantas)).toEqual(sections.map(() => 0));
    const tables = [
      "inventario_susa",
      "movimientos_inventario_susa",
      "ingresos_susa",
      "egresos_susa",
      "propinas_susa",
      "cortes_susa",
      "liquidaciones_susa",
      "ventas_susa",
      "citas_susa",
      "citas_susa",
    ];
    const counts = await Promise.all(tables.map((table) => countOf(table)));
    expect(sections.map(({ comparados }) => comparados)).toEqual([...counts, 3]);
    for (const { libro, filas, asientos, diferencia } of totales) {
      const sum = await sqlValue(`SELECT sum(monto) FROM ${libro}s_susa`);
      expect([filas, asientos, diferencia], libro).toEqual([sum, sum, "0.00"]);
    }
    expect(totales.map(({ libro }) => libro)).toEqual(["ingreso", "egreso", "propina"]);
  });
});

test("an empty studio has no differences, and nothing is compared", async () => {
  await empty();
  const { sections, totales } = await readCuadre();
  expect(sections.map(({ comparados, cuantas, diferencias }) => [comparados, cuantas, diferencias])).toEqual([
    ...sections.slice(1).map(() => [0, 0, []]),
    [3, 0, []],
  ]);
  expect(totales.map(({ filas, asientos, diferencia }) => [filas, asientos, diferencia])).toEqual(
    Array(3).fill(["0.00", "0.00", "0.00"]),
  );
});

describe("a studio with some history", () => {
  let cuenta: string;
  /** The rows that the tests change, by role: `{gel}` in a statement or an expectation is the id of that row. */
  let ids: Record<string, string>;
  const withIds = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, (_, role: string) => ids[role] ?? `no ${role}`));

  const key = () => ({ id: randomUUID(), digest: "x" });
  const updatedAtOf = async (table: string, id: string) =>
    (await sqlValue<Date>(`SELECT updated_at FROM ${table} WHERE id = $1`, [id]))?.toISOString();

  let putBack: () => Promise<void>;
  // Written through the application itself, because that is what must add up.
  beforeAll(async () => {
    await empty();
    cuenta = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x" });
    const ingreso = { monto: "350.10", fecha: "2026-11-01", metodo_pago: "efectivo", descripcion: null } as const;
    const libre = await resultOf(createIngreso(ingreso, cuenta, key()));
    const later = { ...ingreso, monto: "400.00", fecha: "2026-11-02" };
    await resultOf(updateIngreso(libre, await updatedAtOf("ingresos_susa", libre), later, cuenta, key()));
    const gone = await resultOf(createIngreso({ ...ingreso, metodo_pago: "tarjeta" }, cuenta, key()));
    await resultOf(deleteIngreso(gone, cuenta, key()));

    const egreso = { ...ingreso, descripcion: "Renta", categoria: null, comprobante_url: null };
    const gasto = await resultOf(createEgreso(egreso, cuenta, key()));
    const other = { ...egreso, metodo_pago: "otro" } as const;
    await resultOf(updateEgreso(gasto, await updatedAtOf("egresos_susa", gasto), other, cuenta, key()));
    await resultOf(deleteEgreso(await resultOf(createEgreso(egreso, cuenta, key())), cuenta, key()));

    const cita = await createCita("2026-11-03T18:00Z", { estado: "completada" });
    for (const [accion, estado] of [
      ["creada", "programada"],
      ["completada", "completada"],
    ])
      await insertRow("cambios_cita_susa", { cita_id: cita, accion, estado });
    const fecha = new Date("2026-11-03");
    const ofCita = { fecha, cita_id: cita };
    const cobro = await db.$transaction(async (transaction) => {
      const anticipo = await recordIngreso(transaction, { ...ofCita, monto: "100.00", concepto: "anticipo" }, cuenta);
      const reversa = { ...ofCita, monto: "-100.00", concepto: "reversa", reversa_de: anticipo.id } as const;
      await recordIngreso(transaction, reversa, cuenta);
      return recordIngreso(transaction, { ...ofCita, monto: "650.50", concepto: "cita" }, cuenta);
    });

    const newItem = async (nombre: string, cantidad: number) => {
      const prices = { precio_unitario: "10.00", precio_venta: "90.00" };
      const rest = { descripcion: null, minimo: 0, rinde: 1, ...prices, categoria: null, proveedor: null };
      return String(await resultOf(createItem({ ...rest, nombre, cantidad }, cuenta, key())));
    };
    const gel = await newItem("Gel", 10);
    for (const [tipo, cantidad] of [
      ["entrada", 5],
      ["salida", 3],
      ["salida", 2],
    ] as const)
      await resultOf(moveItem(gel, { tipo, cantidad, motivo: null }, cuenta, key()));
    const lima = await newItem("Lima", 0);
    await resultOf(deleteItem(await newItem("Se va", 4), cuenta, key()));
    // A sale that is not paid yet, of which the tip was.
    const item_id = await newItem("Aceite", 20);
    const sold = { productos: [{ item_id, cantidad: 2, precio: "90.00" }], cliente_nombre: "Lucía" };
    const unpaid = cobroOf([], { ...sold, metodo_pago: "despues" });
    const { venta_id, folio } = await resultOf(chargeBill(unpaid, { cuenta_id: cuenta, hoy: "2026-11-03" }, key()));
    const venta = String(venta_id);
    const propina = { venta_id: venta, monto: "20.00", metodo_pago: "tarjeta", fecha } as const;
    await db.$transaction((transaction) => recordPropina(transaction, propina, cuenta));
    const moves = await sqlColumn<string>("SELECT id FROM movimientos_inventario_susa WHERE item_id = $1 ORDER BY orden", [gel]);
    const movements = Object.fromEntries(moves.map((id, place) => [`movimiento${place}`, id]));
    const [ofVenta] = await sql<Record<string, string>>(
      `SELECT l.id AS linea, p.id AS propina, m.id AS salida FROM venta_lineas_susa l
       JOIN propinas_susa p USING (venta_id) JOIN movimientos_inventario_susa m USING (venta_id)`,
    );
    ids = {
      libre,
      gasto,
      cita,
      cobro: cobro.id,
      gel,
      lima,
      nuevo: randomUUID(),
      ...movements,
      venta,
      folio: String(folio),
      ...ofVenta,
    };
    putBack = await keepRows(...HISTORY);
  });
  beforeEach(() => putBack());

  test("has no differences", async () => {
    expect(await differences()).toEqual([]);
    const saldos = await sqlColumn("SELECT saldo FROM movimientos_inventario_susa WHERE item_id = $1 ORDER BY orden", [ids.gel]);
    expect(saldos).toEqual([10, 15, 12, 10]);
  });

  const TOTALES = "Totales de ingresos, egresos y propinas";
  const rowDifferences = async () => (await differences()).filter(({ titulo }) => titulo !== TOTALES);
  const sumDifferences = async () => (await differences()).filter(({ titulo }) => titulo === TOTALES);

  test.each([
    ["monto = 400.01", "Se cambió el monto", "$400.01 · 02/11/2026 · efectivo", "+$0.01"],
    ["monto = 9999999999.99", "Se cambió el monto", "$9,999,999,999.99 · 02/11/2026 · efectivo", "+$9,999,999,599.99"],
    ["fecha = '2026-12-02'", "Se cambió la fecha", "$400.00 · 02/12/2026 · efectivo", null],
    ["fecha = 'infinity'", "Se cambió la fecha", "$400.00 · infinity · efectivo", null],
    ["metodo_pago = 'otro'", "Se cambió el método de pago", "$400.00 · 02/11/2026 · otro", null],
    ["monto = 1, fecha = '2026-11-01'", "Se cambió el monto, la fecha", "$1.00 · 01/11/2026 · efectivo", "−$399.00"],
  ])("reports only the income whose row was changed by hand: %s", async (change, clase, encontrado, diferencia) => {
    await sql(`UPDATE ingresos_susa SET ${change} WHERE id = $1`, [ids.libre]);
    expect(await rowDifferences()).toEqual([
      {
        titulo: "Ingresos, uno por uno",
        id: ids.libre,
        clase,
        cual: `Ingreso del ${encontrado.split(" · ")[1]}`,
        enlace: `/admin/ingresos/${ids.libre}`,
        esperado: "$400.00 · 02/11/2026 · efectivo",
        encontrado,
        diferencia,
      },
    ]);
    const [total] = await sumDifferences();
    expect(total?.diferencia ?? null).toBe(diferencia);
    if (diferencia !== null) {
      expect(total).toMatchObject({ cual: "Suma de todos los ingresos", enlace: `/admin/ingresos/${ids.libre}` });
      expect(total?.clase).toContain(`Ingreso del ${encontrado.split(" · ")[1]}`);
    }
  });

  const total = (id: string, diferencia: string) => ({ titulo: TOTALES, id, diferencia });

  test.each<[what: string, statement: string, found: Partial<Awaited<ReturnType<typeof differences>>[number]>[]]>([
    [
      "the changed income of an appointment, not the appointment",
      "UPDATE ingresos_susa SET monto = 650.49 WHERE id = '{cobro}'",
      [{ id: "{cobro}", clase: "Se cambió el monto", diferencia: "−$0.01" }, total("ingreso", "−$0.01")],
    ],
    [
      "an income that was moved to no appointment",
      "UPDATE ingresos_susa SET cita_id = NULL WHERE id = '{cobro}'",
      [{ id: "{cobro}", clase: "Se cambió la cita" }],
    ],
    [
      "a changed expense and the sum of the expenses",
      "UPDATE egresos_susa SET monto = 350.11 WHERE id = '{gasto}'",
      [
        {
          titulo: "Egresos, uno por uno",
          id: "{gasto}",
          enlace: "/admin/egresos/{gasto}",
          esperado: "$350.10 · 01/11/2026 · otro",
          diferencia: "+$0.01",
        },
        total("egreso", "+$0.01"),
      ],
    ],
    [
      "a deleted income, without a link",
      "DELETE FROM ingresos_susa WHERE id = '{cobro}'",
      [
        {
          titulo: "Ingresos, uno por uno",
          id: "{cobro}",
          clase: "Se borró fuera de Susa",
          cual: "Ingreso del 03/11/2026",
          enlace: null,
          esperado: "$650.50 · 03/11/2026 · efectivo",
          encontrado: "nada",
          diferencia: "−$650.50",
        },
        total("ingreso", "−$650.50"),
      ],
    ],
    [
      "an income with an additional ledger entry",
      `INSERT INTO asientos_susa (libro, registro_id, fecha, metodo_pago, monto)
        VALUES ('ingreso', '{libre}', '2026-11-09', 'efectivo', 5)`,
      [{ id: "{libre}", clase: "Lo registrado se cambió fuera de Susa" }, total("ingreso", "−$5.00")],
    ],
    [
      "a changed tip and the sum of the tips",
      "UPDATE propinas_susa SET monto = 21 WHERE id = '{propina}'",
      [
        {
          titulo: "Propinas, una por una",
          id: "{propina}",
          clase: "Se cambió el monto",
          cual: "Propina del 03/11/2026",
          enlace: null,
          esperado: "$20.00 · 03/11/2026 · tarjeta",
          diferencia: "+$1.00",
        },
        { ...total("propina", "+$1.00"), cual: "Suma de todas las propinas" },
      ],
    ],
    ["a deleted tip", "DELETE FROM propinas_susa", [{ id: "{propina}", encontrado: "nada" }, total("propina", "−$20.00")]],
    [
      "a sale whose total was changed",
      "UPDATE ventas_susa SET total = 181",
      [
        {
          titulo: "Ventas de productos",
          id: "{venta}",
          cual: "Nota {folio}",
          enlace: "/admin/ventas/{venta}",
          esperado: "$180.00",
          encontrado: "$181.00",
          diferencia: "+$1.00",
        },
      ],
    ],
    [
      "a sale of which a product was deleted",
      "DELETE FROM venta_lineas_susa",
      [{ id: "{venta}", esperado: "$0.00", encontrado: "$180.00" }],
    ],
    [
      "a product whose price was changed, not its sale",
      "UPDATE venta_lineas_susa SET precio = 80",
      [
        {
          id: "{linea}",
          cual: "Aceite, nota {folio}",
          enlace: "/admin/ventas/{venta}",
          esperado: "$180.00",
          diferencia: "−$20.00",
        },
      ],
    ],
    [
      "a product whose quantity was changed with the total of its sale",
      "UPDATE venta_lineas_susa SET cantidad = 3; UPDATE ventas_susa SET total = 270",
      [{ id: "{linea}", esperado: "$180.00", encontrado: "$270.00" }],
    ],
    [
      "a product whose amount was changed",
      "UPDATE venta_lineas_susa SET importe = 170",
      [{ id: "{linea}", diferencia: "+$10.00" }],
    ],
    ["a sale that was cancelled by hand", "UPDATE ventas_susa SET cancelada_at = now()", [{ id: "{venta}" }]],
    [
      "the changed movement of a sale, not the sale",
      "UPDATE movimientos_inventario_susa SET cantidad = 5 WHERE id = '{salida}'",
      [{ titulo: "Movimientos, uno tras otro", id: "{salida}" }],
    ],
    [
      "items whose quantity was changed",
      `UPDATE inventario_susa SET cantidad = 9 WHERE id = '{gel}';
        UPDATE inventario_susa SET cantidad = 1234 WHERE id = '{lima}'`,
      [
        {
          titulo: "Existencias y sus movimientos",
          id: "{gel}",
          clase: "La cantidad no coincide con su último movimiento",
          cual: "Gel",
          enlace: "/admin/inventario/{gel}",
          esperado: "10",
          encontrado: "9",
          diferencia: "−1",
        },
        { id: "{lima}", esperado: "0", encontrado: "1,234", diferencia: "+1,234" },
      ],
    ],
    [
      "the item whose last movement was deleted",
      "DELETE FROM movimientos_inventario_susa WHERE id = '{movimiento3}'",
      [{ id: "{gel}", esperado: "12", encontrado: "10" }],
    ],
    [
      "an inserted movement by itself, although it has no previous balance",
      `INSERT INTO movimientos_inventario_susa (id, tipo, cantidad, item_id, item_nombre)
        VALUES ('{nuevo}', 'salida', 4, '{gel}', 'Gel')`,
      [{ id: "{nuevo}", clase: "Se agregó fuera de Susa", cual: "Salida de 4 de Gel", diferencia: "−4" }],
    ],
    [
      "an appointment whose charged amount was changed",
      "UPDATE citas_susa SET cobrado = 0 WHERE id = '{cita}'",
      [
        {
          titulo: "Lo cobrado de cada cita",
          id: "{cita}",
          clase: "Lo cobrado no es la suma de sus ingresos",
          cual: "Cita del 03/11/2026, 12:00 p.m.",
          enlace: "/admin/citas/{cita}",
          esperado: "$650.50",
          encontrado: "$0.00",
          diferencia: "−$650.50",
        },
      ],
    ],
    [
      "an appointment without a history, and takes the latest change by its order, not its date",
      `INSERT INTO citas_susa (id, fecha_hora, fin) VALUES ('{nuevo}', '2026-11-04T18:00Z', '2026-11-04T19:00Z');
        INSERT INTO cambios_cita_susa (cita_id, accion, estado, created_at) VALUES ('{cita}', 'editada', 'completada', '2020-01-01')`,
      [{ id: "{nuevo}", clase: "Se agregó fuera de Susa" }],
    ],
    ["nothing of an appointment that was deleted", "DELETE FROM citas_susa WHERE id = '{cita}'", []],
  ])("reports %s", async (_what, statement, found) => {
    await sql(withIds(statement));
    expect(await differences()).toMatchObject(withIds(found));
  });

  test("reports an inserted income, even if its amount makes up for a deleted one", async () => {
    const id = await insertRow("ingresos_susa", { monto: 650.5, fecha: "2026-11-03" });
    await sql("DELETE FROM ingresos_susa WHERE id = $1", [ids.cobro]);
    const found = await rowDifferences();
    expect(new Map(found.map((each) => [each.id, each.clase]))).toEqual(
      new Map([
        [id, "Se agregó fuera de Susa"],
        [ids.cobro, "Se borró fuera de Susa"],
      ]),
    );
    expect(await sumDifferences()).toEqual([]);
  });

  test.each([
    ["cantidad", 0, "cantidad = 12"],
    ["cantidad", 1, "cantidad = 6"],
    ["cantidad", 3, "cantidad = 1"],
    ["tipo", 0, "tipo = 'salida'"],
    ["tipo", 2, "tipo = 'entrada'"],
    ["saldo", 0, "saldo = 11"],
    ["saldo", 1, "saldo = 0"],
    ["saldo", 3, "saldo = 99"],
    ["saldo", 0, "saldo = 2147483647"],
    ["cantidad", 1, "cantidad = 2147483647"],
  ])(
    "reports only the movement whose %s was changed (number %i), neither the later ones nor the item",
    async (_column, place, change) => {
      const id = ids[`movimiento${place}`];
      await sql(`UPDATE movimientos_inventario_susa SET ${change} WHERE id = $1`, [id]);
      expect((await differences()).map((each) => [each.titulo, each.id, each.enlace])).toEqual([
        ["Movimientos, uno tras otro", id, `/admin/inventario?movimientos=${ids.gel}`],
      ]);
    },
  );

  // A deleted item's movements have no item any more: only their names and their balances tell which belong together.
  describe("after an item was deleted", () => {
    const MOVIMIENTOS = "Movimientos, uno tras otro";
    beforeEach(async () => {
      await resultOf(deleteItem(ids.gel, cuenta, key()));
    });
    const reported = async () => (await differences()).map(({ titulo, id, enlace }) => [titulo, id, enlace]);

    test("compares all movements that are kept, and finds no difference", async () => {
      const { sections, diferencias } = await readCuadre();
      const all = await countOf("movimientos_inventario_susa");
      expect([await countOf("movimientos_inventario_susa", "item_id IS NULL"), diferencias]).toEqual([5, []]);
      expect(sections.find(({ titulo }) => titulo === MOVIMIENTOS)?.comparados).toBe(all);
    });

    test("finds no difference when items of the same name, or with another name before, were deleted too", async () => {
      const prices = { precio_unitario: "10.00", precio_venta: "90.00" };
      const gel = {
        descripcion: null,
        minimo: 0,
        rinde: 1,
        ...prices,
        categoria: null,
        proveedor: null,
        nombre: "Gel",
        cantidad: 7,
      };
      const other = String(await resultOf(createItem(gel, cuenta, key())));
      await sql("UPDATE inventario_susa SET nombre = 'Gel frío' WHERE id = $1", [other]);
      await resultOf(moveItem(other, { tipo: "salida", cantidad: 4, motivo: null }, cuenta, key()));
      await resultOf(deleteItem(other, cuenta, key()));
      expect(await differences()).toEqual([]);
    });

    test.each([
      ["cantidad", 0, "cantidad = 12"],
      ["cantidad", 1, "cantidad = 6"],
      ["tipo", 2, "tipo = 'entrada'"],
      ["saldo", 1, "saldo = 0"],
      ["saldo", 3, "saldo = 99"],
    ])("reports only the movement whose %s was changed (number %i)", async (_column, place, change) => {
      const id = ids[`movimiento${place}`];
      await sql(`UPDATE movimientos_inventario_susa SET ${change} WHERE id = $1`, [id]);
      expect(await reported()).toEqual([[MOVIMIENTOS, id, "/admin/inventario?movimientos=si"]]);
    });

    test("reports an inserted movement, and the one after a deleted one", async () => {
      await sql("DELETE FROM movimientos_inventario_susa WHERE id = $1", [ids.movimiento1]);
      const inserted = { tipo: "salida", cantidad: 4, item_nombre: "Gel" };
      const id = await insertRow("movimientos_inventario_susa", inserted);
      expect(await reported()).toEqual(
        [ids.movimiento2, id].map((each) => [MOVIMIENTOS, each, "/admin/inventario?movimientos=si"]),
      );
    });
  });

  test.each([0, 1, 2])(
    "reports the movement after the deleted one (number %i) and says that one may be missing",
    async (place) => {
      await sql("DELETE FROM movimientos_inventario_susa WHERE id = $1", [ids[`movimiento${place}`]]);
      expect((await differences()).map(({ id, clase }) => [id, clase])).toEqual([
        [ids[`movimiento${place + 1}`], "No cuadra con el anterior: se cambió, o falta uno antes"],
      ]);
    },
  );

  test.each([
    ["estado = 'programada'", "programada"],
    ["estado = 'cancelada'", "cancelada"],
    ["estado = 'cancelada', no_asistio = true", "no asistió"],
  ])("reports an appointment changed by hand to %s", async (change, encontrado) => {
    await sql(`UPDATE citas_susa SET ${change} WHERE id = $1`, [ids.cita]);
    expect((await differences()).map((each) => [each.id, each.clase, each.esperado, each.encontrado])).toEqual([
      [ids.cita, "Se cambió el estado fuera de Susa", "completada", encontrado],
    ]);
  });

  test("lists the first hundred differences of each check and gives their number", async () => {
    await sql("INSERT INTO ingresos_susa (monto, fecha) SELECT 9999999999.99, '2026-11-01' FROM generate_series(1, 250)");
    const { sections, cuantas, totales } = await readCuadre();
    expect(cuantas).toBe(250);
    const ingresos = sections.find(({ titulo }) => titulo === "Ingresos, uno por uno");
    expect([ingresos?.comparados, ingresos?.cuantas, ingresos?.diferencias.length]).toEqual([254, 250, 100]);
    expect(totales[0]).toEqual({
      libro: "ingreso",
      filas: "2500000001048.00",
      asientos: "1050.50",
      diferencia: "2499999999997.50",
    });
    expect(sections.at(-1)?.diferencias).toMatchObject([{ clase: "Por 250 renglones de «Ingresos, uno por uno»", enlace: null }]);
  });

  test("is compared in one snapshot, whatever is written meanwhile", async () => {
    const writer = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await writer.connect();
    await writer.query("BEGIN");
    // Cuadre has read the incomes when it waits for this lock; the update below must stay invisible to it.
    await writer.query("LOCK TABLE cambios_cita_susa IN ACCESS EXCLUSIVE MODE");
    const running = readCuadre();
    const isWaiting = async () =>
      (await sql("SELECT FROM pg_locks WHERE NOT granted AND relation = 'cambios_cita_susa'::regclass")).length > 0;
    try {
      await eventually(isWaiting);
      await writer.query("UPDATE ingresos_susa SET monto = 1 WHERE monto > 0");
      await writer.query("UPDATE citas_susa SET cobrado = 1, estado = 'programada'");
      await writer.query("COMMIT");
    } finally {
      await writer.end();
    }
    const { sections } = await running;
    expect(sections.map(({ cuantas }) => cuantas)).toEqual(sections.map(() => 0));
    expect((await differences()).length).toBeGreaterThan(0);
  });
});
