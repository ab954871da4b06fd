import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createVisita, updateCita } from "~/models/citas/cita.server";
import { arrangeVisita } from "~/models/citas/turnos.server";
import { chargeBill } from "~/models/ventas/cobrar.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import { Dice } from "../../../prisma/demo-dice";
import { cobroOf } from "../../support/cobro";
import { createCita, createCliente, createServicio, insertRow } from "../../support/factories";
import { sql } from "../../support/test-database";
import { resultOf } from "../../support/written";

const ZONA = "America/Mexico_City";
const AT_ONCE = 10;
const cuenta_id = await insertRow("cuentas_susa", { email: "luz@ejemplo.mx", password_hash: "x" });

type State = {
  precio: number;
  costo: number;
  servicio_id: string;
  cobrado: number;
  estado: string;
  updated_at: Date;
  avisos: number;
};

/** An appointment, what its service costs, and how many lines about it wait for the owner. */
async function stateOf(id: string): Promise<State> {
  const [row] = await sql<State>(
    `SELECT c.precio::float, s.precio::float AS costo, servicio_id, cobrado::float, c.estado, c.updated_at,
       (SELECT count(*)::int FROM por_revisar_susa JOIN bitacora_susa b ON b.id = linea_id WHERE registro_id = c.id::text) AS avisos
     FROM citas_susa c JOIN servicios_susa s ON s.id = servicio_id WHERE c.id = $1`,
    [id],
  );
  if (!row) throw new Error("no appointment");
  return row;
}

/** Makes random changes, and finds a line for each that leaves an appointment cheaper; each kind must come at least `atLeast` times. */
async function runOrders(orders: number, atLeast: number): Promise<void> {
  const dice = new Dice(20261126);
  const key = () => ({ id: randomUUID(), digest: "x", actor: { cuenta_id, origen: null } });
  const actor = { cuenta_id, hoy: "2026-11-26" };
  const cliente_id = await createCliente();
  const servicios = await Promise.all([111, 350, 1200, 4200].map((precio) => createServicio({ precio })));
  const visita = async (precio: string | null) => {
    const servicio = { servicio_id: dice.pick(servicios), empleado_id: null, precio, duracion_minutos: null };
    const values = { fecha: "2026-11-26", hora: "10:00", servicios: [servicio] };
    const turnos = (await arrangeVisita(values, ZONA))?.turnos ?? [];
    const rest = { cliente_id, cliente_nombre: null, cliente_telefono: null, notas: null, estado: "programada" as const };
    return { values: { ...values, ...rest }, turnos };
  };
  const counted = { rebate: 0, short: 0, none: 0 };

  async function order(id: string): Promise<void> {
    const before = await stateOf(id);
    const left = Math.max(0, before.precio - before.cobrado);
    let isShort = false;
    if (before.estado === "completada") {
      await resultOf(reopenCita(id, actor, key()));
      return;
    }
    if (dice.chance(0.25)) {
      isShort = left > 1 && dice.chance(0.5);
      const discount = left > 1 && dice.chance(0.3) ? { descuento: "1.00", descuento_motivo: "Cliente frecuente" } : {};
      const paid = isShort ? ({ metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "0.50" } as const) : {};
      const cita = { id, por_cobrar: left.toFixed(2) };
      await resultOf(chargeBill(cobroOf([cita], { ...discount, ...paid, descontar: false }), actor, key()));
    } else {
      // Often the price that it had, which is a rebate where the new service costs more.
      const precio = dice.chance(0.5) ? before.precio.toFixed(2) : dice.pick([null, "1.00", "349.99", "350.00", "9000.00"]);
      const { values, turnos } = await visita(precio);
      await resultOf(updateCita(id, before.updated_at.toISOString(), values, turnos, cuenta_id, key()));
    }
    const after = await stateOf(id);
    const isRebate = after.precio < after.costo && (after.precio !== before.precio || after.servicio_id !== before.servicio_id);
    const isSame = after.precio === before.precio && after.servicio_id === before.servicio_id;
    if (isRebate || isShort) expect(after.avisos, JSON.stringify({ before, after })).toBeGreaterThan(before.avisos);
    else if (isSame) expect(after.avisos, JSON.stringify({ before, after })).toBe(before.avisos);
    counted[isShort ? "short" : isRebate ? "rebate" : "none"]++;
  }

  const ids: string[] = [];
  for (let n = 0; n < AT_ONCE; n++) {
    const { values, turnos } = await visita(n % 2 === 0 ? null : "1.00");
    const [id = ""] = await resultOf(createVisita(values, turnos, cuenta_id, key()));
    expect((await stateOf(id)).avisos).toBe(n % 2);
    ids.push(id);
  }
  for (let n = 0; n < orders / AT_ONCE; n++) await Promise.all(ids.map(order));
  // Each kind came often enough to mean something.
  for (const [kind, times] of Object.entries(counted)) expect(times, kind).toBeGreaterThanOrEqual(atLeast);
}

test("after every change that leaves an appointment cheaper than its service, or charges less, a line waits for the owner", () =>
  runOrders(120, 1));

test("after 500 changes there is a line for each that leaves an appointment cheaper", { tags: ["slow"] }, () =>
  runOrders(500, 20),
);

test("a service whose own price rises makes no rebate of what is booked, nor does a cheaper service at the old price", async () => {
  const [cheap, dear] = await Promise.all([350, 4200].map((precio) => createServicio({ precio })));
  const id = await createCita(new Date(), { servicio_id: dear, precio: 4200 });
  await sql("UPDATE servicios_susa SET precio = 5000 WHERE id = $1", [dear]);
  await sql("UPDATE citas_susa SET servicio_id = $2 WHERE id = $1", [id, cheap]);
  expect((await stateOf(id)).avisos).toBe(0);
});
