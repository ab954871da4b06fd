import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteCita } from "~/models/citas/cita.server";
import { changeEstado } from "~/models/citas/transicion.server";
import { deleteIngreso, updateIngreso } from "~/models/dinero/ingreso.server";
import { deleteItem } from "~/models/inventario/item.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { applyAnticipo, keepAnticipo, recordAnticipo, returnAnticipo } from "~/models/ventas/anticipo.server";
import { type CobroValues, chargeBill } from "~/models/ventas/cobrar.server";
import { listDeudas } from "~/models/ventas/deuda.server";
import { cancelDevolucion, getLinea, giveBack, returnProducto } from "~/models/ventas/devolucion.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import { cancelVenta, getSaldo, getVenta } from "~/models/ventas/venta.server";
import { Dice } from "../../../prisma/demo-dice";
import { cobroOf } from "../../support/cobro";
import { readCuadre } from "../../support/cuadre";
import { createCliente, createEmpleado } from "../../support/factories";
import { ledgerMatches } from "../../support/ledger";
import { countOf, sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { actor, addCita, addItem, charge, cuenta, historia, ingresoLines, key, stock } from "../citas/cita-history";
import { expectNoDifferences } from "../papelera/trash";

// What an earlier test left in the trash is not brought back.
expectNoDifferences();

const ZONA = "America/Mexico_City";

const amounts = async (id: string) =>
  (
    await sql<Record<string, string>>(
      "SELECT estado, precio::text, devuelto::text, cobrado::text FROM citas_susa WHERE id = $1",
      [id],
    )
  )[0];
const cobradoOf = async (id: string) => (await amounts(id))?.cobrado ?? "";
const detalles = (id: string) =>
  sqlColumn<string>("SELECT detalle FROM cambios_cita_susa WHERE cita_id = $1 AND detalle IS NOT NULL ORDER BY orden", [id]);
const refundsOf = (id: string) =>
  sqlColumn<string>(
    "SELECT id FROM ingresos_susa WHERE cita_id = $1 AND concepto = 'devolucion' AND monto < 0 ORDER BY created_at",
    [id],
  );

async function noDifferences(): Promise<void> {
  await ledgerMatches();
  const { diferencias, totales } = await readCuadre();
  expect(diferencias).toEqual([]);
  expect(totales.filter(({ diferencia }) => diferencia !== "0.00")).toEqual([]);
}

/** Gives money back for an appointment whose page showed what is paid now. */
const refund = async (id: string, monto: string, cobrado?: string) =>
  giveBack(
    id,
    { monto, metodo_pago: "efectivo", motivo: "Se le cayó", cobrado: cobrado ?? (await cobradoOf(id)) },
    actor(),
    key(),
  );

async function addDeposit(id: string, monto: string): Promise<void> {
  await resultOf(recordAnticipo(id, { monto, metodo_pago: "transferencia", fecha: "2026-11-01" }, cuenta, key()));
}

describe("money given back for an appointment of 350", () => {
  const DISCOUNT = { descuento: "50", descuento_motivo: "Amiga" };
  const LATER = { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "300" } as const;
  const cases: [what: string, deposit: string, charged: Partial<CobroValues>, refunds: string[], after: string[]][] = [
    ["a part of what she paid", "", {}, ["100.50"], ["249.50", "100.50", "249.50"]],
    ["all of it", "", {}, ["350"], ["0.00", "350.00", "0.00"]],
    ["twice", "", {}, ["100", "250.00"], ["0.00", "350.00", "0.00"]],
    ["after a discount", "", DISCOUNT, ["100"], ["200.00", "100.00", "200.00"]],
    ["of what she paid in advance too", "200", {}, ["300"], ["50.00", "300.00", "50.00"]],
    ["while she owes 50", "", LATER, ["120"], ["230.00", "120.00", "180.00"]],
    ["all, while she owes 50", "", LATER, ["300"], ["50.00", "300.00", "0.00"]],
    ["of what she paid above the price", "400", {}, ["30"], ["350.00", "0.00", "370.00"]],
    ["of more than she paid above the price", "400", {}, ["30", "70"], ["300.00", "50.00", "300.00"]],
  ];

  test.each(cases)(
    "%s lowers its price by what is not above it, and is undone by its button and by reopening",
    async (_what, deposit, charged, refunds, [precio, devuelto, cobrado]) => {
      await addItem("Cera", 3);
      const id = await addCita();
      if (deposit) await addDeposit(id, deposit);
      await resultOf(charge(id, { por_cobrar: Math.max(0, 350 - Number(deposit)).toFixed(2), ...charged }));
      const before = await amounts(id);
      for (const round of [1, 2]) {
        for (const monto of refunds) await resultOf(refund(id, monto));
        expect(await amounts(id), `${round}`).toEqual({ estado: "completada", precio, devuelto, cobrado });
        // In the order in which they were given back, which is not that of undoing them.
        if (round === 1) for (const each of await refundsOf(id)) await resultOf(cancelDevolucion(id, each, actor(), key()));
        if (round === 1) expect(await amounts(id)).toEqual(before);
      }
      expect(await stock()).toEqual({ Cera: 2 });
      await noDifferences();
      await resultOf(reopenCita(id, actor(), key()));
      const left = Number(deposit).toFixed(2);
      expect(await amounts(id)).toEqual({ estado: "programada", precio: "350.00", devuelto: "0.00", cobrado: left });
      expect(await stock()).toEqual({ Cera: 3 });
      await noDifferences();
    },
  );

  test("is dated today in its method, tied to its sale, and in its history", async () => {
    const id = await addCita();
    const { venta_id } = await resultOf(charge(id));
    await resultOf(
      giveBack(
        id,
        { monto: "80", metodo_pago: "otro", motivo: "Le ardió", cobrado: "350.00" },
        { ...actor(), hoy: "2026-12-05" },
        key(),
      ),
    );
    expect(await ingresoLines()).toEqual(["cita 350.00 tarjeta 2026-11-21", "devolucion -80.00 otro 2026-12-05"]);
    expect(await sqlColumn("SELECT venta_id FROM ingresos_susa")).toEqual([venta_id, venta_id]);
    const [given = ""] = await refundsOf(id);
    await resultOf(cancelDevolucion(id, given, actor(), key()));
    expect((await detalles(id)).slice(1)).toEqual([
      "Se le devolvieron $80.00 (otro). Le ardió",
      "Se canceló la devolución de $80.00.",
    ]);
    expect((await historia(id)).at(-1)).toBe("editada completada");
  });

  test("is refused for more than was paid, when something else is paid than the page showed, in another state, and without an appointment", async () => {
    const id = await addCita();
    expect(await refund(id, "10")).toEqual({ outcome: "programada" });
    await resultOf(charge(id, LATER));
    expect(await refund(id, "300.01")).toEqual({ outcome: "too_much" });
    for (const cobrado of ["", "350.00", "300"]) expect(await refund(id, "10", cobrado), cobrado).toEqual({ outcome: "stale" });
    for (const other of ["abc", randomUUID()]) expect(await refund(other, "10", "0.00")).toEqual({ outcome: "missing" });
    const cancelled = await addCita({ estado: "cancelada" });
    expect(await refund(cancelled, "10")).toEqual({ outcome: "cancelada" });
    for (const ingreso of ["abc", undefined, randomUUID(), await sqlValue<string>("SELECT id FROM ingresos_susa")])
      expect(await cancelDevolucion(id, ingreso, actor(), key())).toEqual({ outcome: "missing" });
    expect(await countOf("ingresos_susa")).toBe(1);
  });

  test("by twenty people at once is given back once, and undone once", async () => {
    const id = await addCita();
    await resultOf(charge(id));
    const all = await Promise.all(Array.from({ length: 20 }, () => refund(id, "200", "350.00")));
    expect(all.map(({ outcome }) => outcome).sort()).toEqual([...Array(19).fill("stale"), "written"]);
    const [given] = await refundsOf(id);
    const undone = await Promise.all(Array.from({ length: 20 }, () => cancelDevolucion(id, given, actor(), key())));
    expect(undone.map(({ outcome }) => outcome).sort()).toEqual([...Array(19).fill("reversed"), "written"]);
    expect(await amounts(id)).toMatchObject({ precio: "350.00", cobrado: "350.00" });
  });

  test("can neither be edited nor deleted, nor can what undoes it", async () => {
    const id = await addCita();
    await resultOf(charge(id));
    await resultOf(refund(id, "80"));
    const [given] = await refundsOf(id);
    await resultOf(cancelDevolucion(id, given, actor(), key()));
    const values = { monto: "10.00", fecha: "2026-11-20", metodo_pago: "otro", descripcion: null } as const;
    const rows = await sql<{ id: string; updated_at: Date }>(
      "SELECT id, updated_at FROM ingresos_susa WHERE concepto = 'devolucion'",
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(await updateIngreso(row.id, row.updated_at.toISOString(), values, cuenta, key())).toEqual({ outcome: "reversed" });
      expect(await deleteIngreso(row.id, cuenta, key())).toEqual({ outcome: "reversed" });
    }
  });

  test("of which the payment is deleted is owed with the price, and no discount takes that below zero", async () => {
    const id = await addCita();
    await resultOf(charge(id));
    await resultOf(refund(id, "200"));
    const paid = await sqlValue<string>("SELECT id FROM ingresos_susa WHERE cita_id = $1 AND concepto = 'cita'", [id]);
    await resultOf(deleteIngreso(paid, cuenta, key()));
    expect(await amounts(id)).toMatchObject({ precio: "150.00", cobrado: "-200.00" });
    const owed = [{ id, por_cobrar: "350.00" }];
    const discounted = (descuento: string) =>
      chargeBill(cobroOf(owed, { descuento, descuento_motivo: "Cortesía", metodo_pago: "efectivo" }), actor(), key());
    expect(await discounted("150.01")).toEqual({ outcome: "discount" });
    await resultOf(discounted("150.00"));
    expect(await amounts(id)).toMatchObject({ precio: "0.00", cobrado: "0.00" });
    await noDifferences();
  });

  test("is undone when its sale is cancelled, and its history says that less is paid, never less than nothing", async () => {
    const id = await addCita();
    const { venta_id } = await resultOf(charge(id, { parte_metodo: "efectivo", parte_monto: "100" }));
    await resultOf(refund(id, "300"));
    await resultOf(cancelVenta(venta_id ?? "", actor(), key()));
    expect(await amounts(id)).toEqual({ estado: "completada", precio: "350.00", devuelto: "0.00", cobrado: "0.00" });
    expect((await detalles(id)).join()).not.toContain("-$");
    expect((await detalles(id)).at(-1)).toMatch(/a \$0\.00\.$/);
    await noDifferences();
    // It is charged again, and money is given back again.
    await resultOf(charge(id));
    await resultOf(refund(id, "50"));
    expect(await amounts(id)).toMatchObject({ precio: "300.00", cobrado: "300.00" });
  });

  test.each(["its sale is cancelled", "nothing happens"])(
    "comes back from the trash with its amounts right, where meanwhile %s",
    async (what) => {
      const id = await addCita();
      await addDeposit(id, "100");
      const { venta_id } = await resultOf(charge(id, { por_cobrar: "250.00" }));
      await resultOf(refund(id, "80"));
      await resultOf(refund(id, "40"));
      const before = await amounts(id);
      const copy = await resultOf(deleteCita(id, cuenta, key()));
      if (what === "its sale is cancelled") await resultOf(cancelVenta(venta_id ?? "", actor(), key()));
      await resultOf(recuperar(copy, cuenta, key()));
      expect(await amounts(id)).toEqual(
        what === "nothing happens" ? before : { estado: "completada", precio: "350.00", devuelto: "0.00", cobrado: "100.00" },
      );
      await noDifferences();
      await resultOf(reopenCita(id, actor(), key()));
      expect(await amounts(id)).toEqual({ estado: "programada", precio: "350.00", devuelto: "0.00", cobrado: "100.00" });
    },
  );
});

describe("the sale of what was given back", () => {
  const noteOf = async (id: string | null) => {
    const nota = await getVenta(id ?? "");
    return (
      nota && [
        nota.total,
        nota.pagos.map(({ monto }) => monto),
        nota.devoluciones.map(({ monto }) => monto),
        nota.aparte,
        nota.debe,
      ]
    );
  };

  test("keeps its lines, total and payments, and says what was given back", async () => {
    const id = await addCita({ cliente_id: await createCliente() });
    const { venta_id } = await resultOf(charge(id, { descuento: "50", descuento_motivo: "Amiga" }));
    const before = await getVenta(venta_id ?? "");
    await resultOf(refund(id, "120"));
    const after = await getVenta(venta_id ?? "");
    expect(after).toEqual({
      ...before,
      citas: [{ ...before?.citas[0], devuelto: undefined, ...after?.citas[0] }],
      devoluciones: [{ monto: "-120.00", metodo_pago: "efectivo" }],
    });
    expect(after?.citas[0]).toMatchObject({ precio: "350.00", descuento: "50.00", mayGiveBack: true });
    await resultOf(refund(id, "180"));
    expect((await getVenta(venta_id ?? ""))?.citas[0]?.mayGiveBack).toBe(false);
    await resultOf(cancelVenta(venta_id ?? "", actor(), key()));
    expect(await noteOf(venta_id)).toEqual(["300.00", ["300.00"], ["-120.00", "-180.00"], "0.00", "0.00"]);
  });

  test("paid in two sales and with a deposit above the price says it on both, with the same sums", async () => {
    const id = await addCita({ cliente_id: await createCliente() });
    const first = await resultOf(charge(id, { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "300" }));
    const second = await resultOf(charge(id, { por_cobrar: "50.00" }));
    await resultOf(refund(id, "70"));
    expect(await noteOf(first.venta_id)).toEqual(["350.00", ["300.00"], ["-70.00"], "50.00", "0.00"]);
    expect(await noteOf(second.venta_id)).toEqual(["350.00", ["50.00"], ["-70.00"], "300.00", "0.00"]);

    const other = await addCita({ cliente_id: await createCliente() });
    await addDeposit(other, "400");
    const aceite = await addProducto("Aceite", 3);
    const { venta_id } = await resultOf(
      charge(other, { por_cobrar: "0.00", productos: [{ item_id: aceite, cantidad: 1, precio: "150.00" }] }),
    );
    await resultOf(refund(other, "90"));
    expect(await noteOf(venta_id)).toEqual(["500.00", ["150.00"], ["-90.00"], "400.00", "0.00"]);
  });
});

async function addProducto(nombre: string, cantidad: number): Promise<string> {
  const item_id = await addItem(nombre, cantidad);
  await sql("UPDATE inventario_susa SET precio_venta = 150 WHERE id = $1", [item_id]);
  return item_id;
}

describe("a product that comes back", () => {
  /** Sells two pieces to a client, of which `paid` is paid, and gives the sale and its line. */
  async function sell(paid: "all" | "half" | "nothing") {
    const item_id = await addProducto("Aceite", 9);
    const part = { metodo_pago: "despues", parte_metodo: "tarjeta", parte_monto: "100" } as const;
    const payment = { all: { metodo_pago: "efectivo" }, half: part, nothing: { metodo_pago: "despues" } } as const;
    const productos = [{ item_id, cantidad: 2, precio: "150.00" }];
    const values = cobroOf([], { productos, por_cobrar: "300.00", cliente_id: await createCliente(), ...payment[paid] });
    const venta_id = (await resultOf(chargeBill(values, actor(), key()))).venta_id ?? "";
    return { item_id, venta_id, linea: (await sqlValue<string>("SELECT id FROM venta_lineas_susa")) ?? "" };
  }
  const take = (venta_id: string, linea: string | undefined, cantidad = 1, al_inventario = true) =>
    returnProducto(
      venta_id,
      linea,
      { cantidad, metodo_pago: "efectivo", motivo: "Le dio alergia", al_inventario },
      actor(),
      key(),
    );
  const saldo = async (id: string) => (await getSaldo(id))?.saldo;

  test.each([
    ["all", [1, 1], ["150.00", "150.00"], "0.00"],
    ["all", [2], ["300.00"], "0.00"],
    ["half", [1, 1], ["0.00", "100.00"], "0.00"],
    ["half", [2], ["100.00"], "0.00"],
    ["nothing", [1], ["0.00"], "150.00"],
    ["nothing", [2], ["0.00"], "0.00"],
  ] as const)(
    "of which %s was paid, %j at a time, lowers what is owed first and gives back %j",
    async (paid, pieces, given, left) => {
      const { venta_id, linea } = await sell(paid);
      for (const [index, cantidad] of pieces.entries())
        expect(await resultOf(take(venta_id, linea, cantidad))).toMatchObject({ monto: given[index] });
      const back = pieces.reduce<number>((sum, each) => sum + each, 0);
      expect([await saldo(venta_id), await stock()]).toEqual([left, { Aceite: 7 + back }]);
      await noDifferences();
      const nota = await getVenta(venta_id);
      expect([nota?.total, nota?.debe, nota?.regresados, nota?.porRegresar.length]).toEqual([
        "300.00",
        left,
        [{ item_nombre: "Aceite", devueltas: back, importe: (back * 150).toFixed(2) }],
        back === 2 ? 0 : 1,
      ]);
      // Cancelled afterwards, neither pieces nor money come back twice.
      await resultOf(cancelVenta(venta_id, actor(), key()));
      expect(await stock()).toEqual({ Aceite: 9 });
      expect(await sqlValue("SELECT coalesce(sum(monto), 0)::text FROM ingresos_susa")).toMatch(/^0/);
      await noDifferences();
      expect(await take(venta_id, linea)).toEqual({ outcome: "missing" });
    },
  );

  test("goes into stock or not, and says why in its movement", async () => {
    const { venta_id, linea } = await sell("all");
    await resultOf(take(venta_id, linea, 1, false));
    expect(await stock()).toEqual({ Aceite: 7 });
    await resultOf(take(venta_id, linea, 1, true));
    expect(await stock()).toEqual({ Aceite: 8 });
    const folio = (await getVenta(venta_id))?.folio;
    expect(
      await sqlColumn("SELECT motivo FROM movimientos_inventario_susa WHERE tipo = 'entrada' AND venta_id IS NOT NULL"),
    ).toEqual([`Devolución: nota ${folio}. Le dio alergia`]);
    await noDifferences();
    await resultOf(cancelVenta(venta_id, actor(), key()));
    expect(await stock()).toEqual({ Aceite: 8 });
    await noDifferences();
  });

  test("is refused for more pieces than are left, of another sale, and without a line", async () => {
    const { venta_id, linea } = await sell("all");
    expect(await take(venta_id, linea, 3)).toEqual({ outcome: "too_many" });
    await resultOf(take(venta_id, linea, 2));
    expect(await take(venta_id, linea, 1)).toEqual({ outcome: "too_many" });
    for (const [sale, line] of [
      [randomUUID(), linea],
      [venta_id, randomUUID()],
      ["abc", linea],
      [venta_id, "abc"],
      [venta_id, undefined],
    ] as const)
      expect(await take(sale, line)).toEqual({ outcome: "missing" });
  });

  test("by twenty people at once comes back as often as it was sold", async () => {
    const { venta_id, linea } = await sell("half");
    const all = await Promise.all(Array.from({ length: 20 }, () => take(venta_id, linea)));
    expect(all.map(({ outcome }) => outcome).sort()).toEqual([...Array(18).fill("too_many"), "written", "written"]);
    expect([await stock(), await saldo(venta_id)]).toEqual([{ Aceite: 9 }, "0.00"]);
  });

  test("of an item that was deleted gives its money back, and its pieces come back with what is left of its sale", async () => {
    const { item_id, venta_id, linea } = await sell("all");
    const copy = await resultOf(deleteItem(item_id, cuenta, key()));
    expect(await getLinea(venta_id, linea)).toMatchObject({ hasItem: false, quedan: 2, debe: "0.00", metodo_pago: "efectivo" });
    await resultOf(take(venta_id, linea, 1, true));
    await noDifferences();
    await resultOf(cancelVenta(venta_id, actor(), key()));
    await noDifferences();
    await resultOf(recuperar(copy, cuenta, key()));
    expect(await stock()).toEqual({ Aceite: 8 });
    await noDifferences();
  });

  test("is not listed among what she owes", async () => {
    const { venta_id, linea } = await sell("nothing");
    await resultOf(take(venta_id, linea));
    expect((await listDeudas(ZONA, 1)).deudas).toMatchObject([{ id: venta_id, concepto: "1 × Aceite", monto: "150.00" }]);
    await resultOf(take(venta_id, linea));
    expect(await listDeudas(ZONA, 1)).toMatchObject({ deudas: [], total: 0 });
  });
});

describe("any sequence of charging, giving back, cancelling, reopening, deleting and bringing back", () => {
  const METODOS = ["efectivo", "tarjeta", "transferencia"] as const;
  const PRECIO = "350.00";

  /** Runs random acts, `atOnce` together, on three appointments of one client and what she buys; gives which of them were written. */
  async function run(seed: number, count: number, atOnce: number): Promise<Set<string>> {
    const dice = new Dice(seed);
    const who = { cliente_id: await createCliente(), empleado_id: await createEmpleado() };
    const citas: string[] = [];
    for (const hour of ["10", "11", "12"])
      citas.push(await addCita({ ...who, fecha_hora: `2026-11-21T${hour}:00Z`, fin: `2026-11-21T${hour}:30Z` }));
    const items = [await addProducto("Aceite", 50), await addProducto("Crema", 50)];

    const cita = () => dice.pick(citas);
    const monto = () => `${dice.between(1, 400)}.${dice.between(10, 99)}`;
    const metodo_pago = () => dice.pick(METODOS);
    const some = async (query: string) => {
      const all = await sqlColumn<string>(query);
      return all.length > 0 ? dice.pick(all) : randomUUID();
    };
    const ofIngreso = async (concepto: string) => {
      const id = await some(
        `SELECT id FROM ingresos_susa WHERE concepto = '${concepto}' AND reversa_de IS NULL ORDER BY created_at, monto, id`,
      );
      return {
        id,
        cita_id: (await sqlValue<string | null>("SELECT cita_id FROM ingresos_susa WHERE id = $1", [id])) ?? undefined,
      };
    };
    const payment = (): Partial<CobroValues> =>
      dice.chance(0.4)
        ? { metodo_pago: "despues", parte_metodo: metodo_pago(), parte_monto: `${dice.between(1, 90)}.50` }
        : { metodo_pago: metodo_pago() };
    const productos = () => [{ item_id: dice.pick(items), cantidad: dice.between(1, 3), precio: "150.00" }];
    const left = (id: string) =>
      sqlValue<string>("SELECT greatest(0, precio - cobrado)::text FROM citas_susa WHERE id = $1", [id]);

    const acts: [weight: number, what: string, act: () => Promise<{ outcome: string }>][] = [
      [
        8,
        "charge",
        async () => {
          const id = cita();
          const more = dice.chance(0.3) ? { productos: productos() } : {};
          const discount = dice.chance(0.2) ? { descuento: "10%", descuento_motivo: "Amiga" } : {};
          return chargeBill(
            cobroOf([{ id, por_cobrar: (await left(id)) ?? "" }], { ...payment(), ...more, ...discount }),
            actor(),
            key(),
          );
        },
      ],
      [
        3,
        "sell",
        () => chargeBill(cobroOf([], { ...payment(), productos: productos(), cliente_id: who.cliente_id }), actor(), key()),
      ],
      [
        8,
        "give back",
        async () => {
          const id = cita();
          const [before, cobrado] = [await left(id), await cobradoOf(id)];
          const values = { monto: dice.chance(0.2) ? cobrado : monto(), metodo_pago: metodo_pago(), motivo: "Al azar", cobrado };
          if (!Number(values.monto)) return { outcome: "nothing" };
          const done = await giveBack(id, values, actor(), key());
          if (done.outcome === "written" && atOnce === 1)
            expect.soft(Number(await left(id)), `seed ${seed}`).toBeLessThanOrEqual(Number(before));
          return done;
        },
      ],
      [
        3,
        "cancel a refund",
        async () => {
          const { id, cita_id } = await ofIngreso("devolucion");
          return cancelDevolucion(cita_id, id, actor(), key());
        },
      ],
      [
        5,
        "return a product",
        async () => {
          const id = await some(
            "SELECT l.id FROM venta_lineas_susa l JOIN ventas_susa v ON v.id = venta_id ORDER BY folio, item_nombre",
          );
          const venta_id = await sqlValue<string>("SELECT venta_id FROM venta_lineas_susa WHERE id = $1", [id]);
          const values = {
            cantidad: dice.between(1, 2),
            metodo_pago: metodo_pago(),
            motivo: "Al azar",
            al_inventario: dice.chance(0.6),
          };
          return returnProducto(venta_id, id, values, actor(), key());
        },
      ],
      [2, "cancel a sale", async () => cancelVenta(await some("SELECT id FROM ventas_susa ORDER BY folio"), actor(), key())],
      [3, "reopen", () => reopenCita(cita(), actor(), key())],
      [2, "cancel", () => changeEstado(cita(), { estado: "cancelada", desde: "programada" }, cuenta, key())],
      [2, "book again", () => changeEstado(cita(), { estado: "programada", desde: "cancelada" }, cuenta, key())],
      [
        3,
        "pay in advance",
        () => recordAnticipo(cita(), { monto: monto(), metodo_pago: metodo_pago(), fecha: "2026-11-02" }, cuenta, key()),
      ],
      [3, "use a deposit", async () => applyAnticipo(cita(), (await ofIngreso("anticipo")).id, actor(), key())],
      [
        1,
        "keep a deposit",
        async () => {
          const { id, cita_id } = await ofIngreso("anticipo");
          return keepAnticipo(cita_id, id, actor(), key());
        },
      ],
      [
        1,
        "return a deposit or fee",
        async () => {
          const { id, cita_id } = await ofIngreso(dice.pick(["anticipo", "cargo"]));
          return returnAnticipo(cita_id, id, actor(), key());
        },
      ],
      [2, "delete", () => deleteCita(cita(), cuenta, key())],
      [1, "delete an item", () => deleteItem(dice.pick(items), cuenta, key())],
      [
        1,
        "delete an income",
        async () => deleteIngreso(await some("SELECT id FROM ingresos_susa ORDER BY created_at, monto, id"), cuenta, key()),
      ],
      [6, "bring back", async () => recuperar(await some("SELECT id FROM papelera_susa ORDER BY created_at, id"), cuenta, key())],
      [
        2,
        "edit an income",
        async () => {
          const id = await some("SELECT id FROM ingresos_susa ORDER BY created_at, monto, id");
          const seen = await sqlValue<Date>("SELECT updated_at FROM ingresos_susa WHERE id = $1", [id]);
          const values = { monto: monto(), fecha: "2026-11-03", metodo_pago: metodo_pago(), descripcion: "Al azar" };
          return updateIngreso(id, seen?.toISOString(), values, cuenta, key());
        },
      ],
    ];
    const weighted = acts.flatMap(([weight, what, act]) => Array.from({ length: weight }, () => ({ what, act })));

    const written = new Set<string>();
    for (let done = 0; done < count; done += atOnce) {
      const batch = Array.from({ length: atOnce }, () => dice.pick(weighted));
      const outcomes = await Promise.all(batch.map(({ act }) => act()));
      for (const [index, { outcome }] of outcomes.entries()) {
        const what = batch[index]?.what ?? "";
        expect.soft(outcome, `${what}, seed ${seed}`).not.toBe("failed");
        if (outcome === "written") written.add(what);
      }
    }
    await noDifferences();
    // What was given back and taken off is all that the price lacks, and only of what is completed.
    const wrong = await sql(
      "SELECT * FROM citas_susa WHERE id = ANY ($1) AND (precio + descuento + devuelto <> $2 OR estado <> 'completada' AND devuelto <> 0)",
      [citas, PRECIO],
    );
    expect(wrong, `seed ${seed}`).toEqual([]);
    return written;
  }

  test("leaves no difference, and no debt of what was given back", async () => {
    const written = await run(Number(process.env.SEED ?? 41), 160, 1);
    for (const what of ["charge", "give back", "cancel a refund", "return a product", "cancel a sale", "reopen", "bring back"])
      expect(written).toContain(what);
  });

  test("leaves none in twenty others", { tags: ["slow"], timeout: 600_000 }, async () => {
    for (let seed = 1; seed <= 20; seed++) await run(seed, 150, seed % 2 === 0 ? 1 : 4);
  });
});
