import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { deleteCita } from "~/models/citas/cita.server";
import { deleteItem } from "~/models/inventario/item.server";
import { moveItem } from "~/models/inventario/movimiento.server";
import { chargeBill } from "~/models/ventas/cobrar.server";
import { cancelVenta, getVenta } from "~/models/ventas/venta.server";
import { cobroOf } from "../../support/cobro";
import { createCliente, createEmpleado, createItem } from "../../support/factories";
import { ledgerMatches } from "../../support/ledger";
import { eventually } from "../../support/process";
import { sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { actor, addCita, cuenta, key } from "../citas/cita-history";

/** Charges a visit of two appointments of one specialist, 200 pesos by card and 500 in cash, with a tip of 50. */
async function chargeVisita() {
  const visita_id = randomUUID();
  const who = { visita_id, cliente_id: await createCliente(), empleado_id: await createEmpleado() };
  const first = await addCita(who);
  const second = await addCita({ ...who, fecha_hora: "2026-11-21T17:00Z", fin: "2026-11-21T18:00Z" });
  const values = cobroOf(
    [first, second].map((id) => ({ id, por_cobrar: "350.00" })),
    {
      ...{ metodo_pago: "efectivo", parte_metodo: "tarjeta", parte_monto: "200.00" },
      propinas: [{ empleado_id: who.empleado_id, monto: "50.00" }],
    },
  );
  const { venta_id } = await resultOf(chargeBill(values, actor(), key()));
  return { id: venta_id ?? "", first };
}

const PAGOS = [
  { metodo_pago: "efectivo", monto: "500.00" },
  { metodo_pago: "tarjeta", monto: "200.00" },
];
const byMethod = (pagos: { metodo_pago: string; monto: string }[] = []) =>
  [...pagos].sort((one, other) => one.metodo_pago.localeCompare(other.metodo_pago));

test("a sale has one sum for each method, though each pays several appointments", async () => {
  const { id } = await chargeVisita();
  expect(byMethod((await getVenta(id))?.pagos)).toEqual(PAGOS);
});

test("a cancelled sale still shows what was paid and tipped in it, gives both back, and owes nothing", async () => {
  const { id } = await chargeVisita();
  await resultOf(cancelVenta(id, actor(), key()));
  const nota = await getVenta(id);
  expect([byMethod(nota?.pagos), nota?.propinas.length, nota?.citas.length]).toEqual([PAGOS, 1, 2]);
  expect([nota?.saldo, nota?.debe]).toEqual(["0.00", "0.00"]);
  const given = "SELECT sum(monto)::text FROM ingresos_susa UNION ALL SELECT sum(monto)::text FROM propinas_susa";
  expect(await sqlColumn(given)).toEqual(["0.00", "0.00"]);
});

test("a sale still comes to what was charged after one of its appointments was deleted", async () => {
  const { id, first } = await chargeVisita();
  await resultOf(deleteCita(first, cuenta, key()));
  const nota = await getVenta(id);
  expect([nota?.total, nota?.debe]).toEqual(["700.00", "0.00"]);
});

test("a sale that is cancelled while its deleted product comes back puts the pieces into stock", async () => {
  const item_id = await createItem({ cantidad: 0, precio_venta: 90 });
  await resultOf(moveItem(item_id, { tipo: "entrada", cantidad: 5, motivo: null }, cuenta, key()));
  const productos = [{ item_id, cantidad: 2, precio: "90.00" }];
  const { venta_id } = await resultOf(chargeBill(cobroOf([], { productos }), actor(), key()));
  const papelera_id = await resultOf(deleteItem(item_id, cuenta, key()));
  const restoring = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await restoring.connect();
  await restoring.query("BEGIN; SET LOCAL susa.record = 'off'");
  await restoring.query("SELECT restore_from_trash($1, '{}')", [papelera_id]);
  const cancelling = cancelVenta(venta_id ?? "", actor(), key());
  try {
    await eventually(async () => (await sql("SELECT FROM pg_locks WHERE NOT granted")).length > 0);
    await restoring.query("COMMIT");
  } finally {
    await restoring.end();
  }
  await resultOf(cancelling);
  expect(await sqlValue("SELECT cantidad FROM inventario_susa WHERE id = $1", [item_id])).toBe(5);
  await ledgerMatches();
});
