import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { createVisita, deleteCita, updateCita } from "~/models/citas/cita.server";
import { changeEstado } from "~/models/citas/transicion.server";
import { arrangeVisita } from "~/models/citas/turnos.server";
import { deleteCliente } from "~/models/clientes/cliente.server";
import { getPorPagar } from "~/models/dinero/comision.server";
import { closeTill, getAbierto } from "~/models/dinero/corte.server";
import { createEgreso, deleteEgreso, updateEgreso } from "~/models/dinero/egreso.server";
import { createIngreso, deleteIngreso, updateIngreso } from "~/models/dinero/ingreso.server";
import { payEmpleado, undoLiquidacion } from "~/models/dinero/liquidacion.server";
import { deleteEmpleado } from "~/models/equipo/empleado.server";
import { createItem, deleteItem, updateItem } from "~/models/inventario/item.server";
import { moveItem } from "~/models/inventario/movimiento.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { getPorCobrar } from "~/models/ventas/amount-due.server";
import { applyAnticipo, keepAnticipo, recordAnticipo, recordCargo, returnAnticipo } from "~/models/ventas/anticipo.server";
import { type CobroValues, chargeBill } from "~/models/ventas/cobrar.server";
import { cancelDevolucion, giveBack, returnProducto } from "~/models/ventas/devolucion.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import { cancelVenta, getSaldo } from "~/models/ventas/venta.server";
import { Dice } from "../../../prisma/demo-dice";
import { cobroOf } from "../../support/cobro";
import { readCuadre } from "../../support/cuadre";
import { insertRow } from "../../support/factories";
import { ledgerMatches } from "../../support/ledger";
import { sql, sqlColumn, sqlValue } from "../../support/test-database";

const ZONA = "America/Mexico_City";
const HOY = studioDay(new Date(), ZONA);
// Operations at once: enough to conflict, few enough for the connection pool.
const AT_ONCE = 8;

const key = () => ({ id: randomUUID(), digest: "los valores" });

let cuenta: string;
let dice: Dice;

// The expense of a settlement, whose change Cuadre names, as it should.
const NOT_OF_A_SETTLEMENT: Record<string, string> = {
  egresos_susa: "WHERE descripcion NOT LIKE 'Comisiones de %'",
  papelera_susa: "WHERE coalesce(fila ->> 'descripcion', '') NOT LIKE 'Comisiones de %'",
};

/** The id of a random row, or sometimes of none. */
async function randomId(table: string): Promise<string> {
  const all = await sqlColumn<string>(`SELECT id FROM ${table} ${NOT_OF_A_SETTLEMENT[table] ?? ""} ORDER BY id`);
  return all.length > 0 && !dice.chance(0.02) ? dice.pick(all) : randomUUID();
}

async function updatedAtOf(table: string, id: string): Promise<string | undefined> {
  const updated_at = await sqlValue<Date>(`SELECT updated_at FROM ${table} WHERE id = $1`, [id]);
  // Sometimes a stale version.
  return (dice.chance(0.1) ? new Date(0) : updated_at)?.toISOString();
}

const ESTADOS = ["programada", "confirmada", "cancelada"] as const;
const METODOS = ["efectivo", "tarjeta", "transferencia", "otro"] as const;
const monto = () => `${dice.between(1, 3000)}.${dice.between(10, 99)}`;
const fecha = () => addDays(HOY, dice.between(-60, 0));
const dinero = () => ({ monto: monto(), fecha: fecha(), metodo_pago: dice.pick([...METODOS]), descripcion: "Al azar" });
const egreso = () => ({ ...dinero(), categoria: null, comprobante_url: null });
const item = () => ({
  nombre: dice.pick(["Hilo", "Cera", "Henna", "Guantes", `Item ${dice.between(1, 9)}`]),
  descripcion: null,
  cantidad: dice.between(0, 20),
  minimo: 0,
  rinde: dice.pick([1, 1, 2, 5]),
  precio_unitario: monto(),
  precio_venta: dice.chance(0.7) ? monto() : null,
  categoria: null,
  proveedor: null,
});

async function visita() {
  const servicios = await Promise.all(
    Array.from({ length: dice.chance(0.2) ? 2 : 1 }, async () => ({
      servicio_id: await randomId("servicios_susa"),
      empleado_id: dice.chance(0.1) ? null : await randomId("empleados_susa"),
      precio: dice.chance(0.5) ? monto() : null,
      duracion_minutos: dice.chance(0.5) ? dice.between(10, 90) : null,
    })),
  );
  return {
    cliente_id: dice.chance(0.8) ? await randomId("clientes_susa") : null,
    cliente_nombre: "Quien llega",
    cliente_telefono: null,
    fecha: addDays(HOY, dice.between(-3, 3)),
    hora: `${dice.between(10, 17)}:${dice.pick(["00", "15", "30", "45"])}`,
    servicios,
    estado: dice.pick(["programada", "confirmada"] as const),
    notas: null,
  };
}

/** How somebody pays what is due: at once, in two parts, or later; sometimes another amount. */
function payment(due: string): Partial<CobroValues> {
  const part = (Number(due) / dice.between(2, 5)).toFixed(2);
  return {
    por_cobrar: due,
    monto: dice.chance(0.2) ? monto() : null,
    metodo_pago: dice.pick([...METODOS, ...METODOS, "despues" as const]),
    ...(dice.chance(0.3) ? { parte_metodo: dice.pick([...METODOS]), parte_monto: part } : {}),
  };
}

/** Some of what is for sale, at its price. */
async function products(): Promise<CobroValues["productos"]> {
  const all = await sql<{ item_id: string; precio: string }>(
    "SELECT id AS item_id, precio_venta::text AS precio FROM inventario_susa WHERE precio_venta IS NOT NULL ORDER BY id",
  );
  const picked = all.length === 0 ? [] : Array.from({ length: dice.between(1, 2) }, () => dice.pick(all));
  return picked.map((producto) => ({ ...producto, cantidad: dice.between(1, 3) }));
}

const pricesOf = (productos: CobroValues["productos"]) =>
  productos.flatMap(({ precio = "0", cantidad }) => Array<string>(cantidad).fill(precio));
const sumOf = (amounts: string[]) => amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2);

/** Charges what is left of a visit, whole or of one appointment: completes what is open, sometimes with products, tips or a discount. */
async function chargeVisit() {
  const found = (await getPorCobrar(await randomId("citas_susa"), ZONA))?.citas ?? [];
  const citas = (dice.chance(0.8) ? found : found.slice(0, 1)).map(({ id, por_cobrar }) => ({ id, por_cobrar }));
  const productos = dice.chance(0.2) ? await products() : [];
  const due = sumOf([...citas.map(({ por_cobrar }) => por_cobrar), ...pricesOf(productos)]);
  const especialistas = found.flatMap(({ empleado }) => (empleado && dice.chance(0.5) ? [empleado.id] : []));
  const values = {
    ...payment(due),
    productos,
    propinas: [...new Set(especialistas)].map((empleado_id) => ({ empleado_id, monto: monto() })),
    ...(dice.chance(0.2) ? { descuento: monto(), descuento_motivo: "Cliente frecuente" } : {}),
    descontar: dice.chance(0.9),
  };
  return chargeBill(cobroOf(citas, values), actor(), key());
}

/** Sells products, to a client or to somebody. */
async function sell() {
  const productos = await products();
  const due = sumOf(pricesOf(productos));
  const cliente_id = dice.chance(0.6) ? await randomId("clientes_susa") : null;
  return chargeBill(cobroOf([], { ...payment(due), productos, cliente_id }), actor(), key());
}

/** Charges what a sale still owes, all of it or a part. */
async function chargeVenta() {
  const venta_id = await randomId("ventas_susa");
  const due = (await getSaldo(venta_id))?.saldo ?? "10.00";
  return chargeBill({ ...cobroOf([], payment(due)), venta_id }, actor(), key());
}

type Outcome = Promise<{ outcome: string }>;
type Visita = Awaited<ReturnType<typeof visita>>;
type Turnos = NonNullable<Awaited<ReturnType<typeof arrangeVisita>>>["turnos"];

/** Edits a random row, sometimes from a stale version. */
async function edit(table: string, update: (id: string, updated_at: string | undefined) => Outcome): Outcome {
  const id = await randomId(table);
  return update(id, await updatedAtOf(table, id));
}

/** Arranges a visit and writes it; one whose services are gone is rejected before. */
async function arrange(write: (values: Visita, turnos: Turnos) => Outcome): Outcome {
  const values = await visita();
  const arranged = await arrangeVisita(values, ZONA);
  return arranged ? write(values, arranged.turnos) : { outcome: "servicio" };
}

const actor = () => ({ cuenta_id: cuenta, hoy: HOY });

async function change() {
  const [estado, desde] = [dice.pick([...ESTADOS]), dice.pick([...ESTADOS])];
  const no_asistio = estado === "cancelada" && dice.chance(0.4) ? dice.pick(["si", "no"] as const) : undefined;
  return changeEstado(await randomId("citas_susa"), { estado, desde, no_asistio }, cuenta, key());
}

function inAdvance() {
  const { descripcion: _, ...values } = dinero();
  return values;
}

/** The appointment and the id of a random payment of a kind. */
async function randomPayment(concepto: string): Promise<[cita_id: string | undefined, id: string]> {
  const rows = await sql<{ id: string; cita_id: string }>(
    "SELECT id, cita_id FROM ingresos_susa WHERE concepto::text = $1 AND cita_id IS NOT NULL ORDER BY id",
    [concepto],
  );
  const { id, cita_id } = rows.length > 0 ? dice.pick(rows) : { id: randomUUID(), cita_id: undefined };
  return [cita_id, id];
}

async function returnInAdvance() {
  const id = await randomId("ingresos_susa");
  const cita_id = await sqlValue<string | null>("SELECT cita_id FROM ingresos_susa WHERE id = $1", [id]);
  return returnAnticipo(cita_id ?? undefined, id, actor(), key());
}

/** Gives money back for an appointment: some of what was paid, sometimes more. */
async function refund() {
  const id = await randomId("citas_susa");
  const cobrado = (await sqlValue<string>("SELECT cobrado::text FROM citas_susa WHERE id = $1", [id])) ?? "1.00";
  const monto = Math.max(0.01, Number(cobrado) / dice.pick([1, 2, 3, 0.9])).toFixed(2);
  return giveBack(id, { monto, metodo_pago: dice.pick([...METODOS]), motivo: "No quedó", cobrado }, actor(), key());
}

/** Takes products of a sale back. */
async function returnSome() {
  const id = await randomId("venta_lineas_susa");
  const venta_id = await sqlValue<string | null>("SELECT venta_id FROM venta_lineas_susa WHERE id = $1", [id]);
  const values = { cantidad: dice.between(1, 2), metodo_pago: dice.pick([...METODOS]), motivo: "No le gustó" };
  return returnProducto(venta_id ?? undefined, id, { ...values, al_inventario: dice.chance(0.5) }, actor(), key());
}

/** A deposit of a cancelled appointment, for another one of the client. */
async function moveDeposit() {
  const [found] = await sql<{ id: string; anticipo: string }>(`
    SELECT c.id, i.id AS anticipo FROM ingresos_susa i JOIN citas_susa de ON de.id = i.cita_id JOIN citas_susa c USING (cliente_id)
    WHERE i.concepto = 'anticipo' AND de.estado = 'cancelada' AND c.id <> de.id ORDER BY c.id LIMIT 1`);
  return applyAnticipo(found?.id, found?.anticipo, actor(), key());
}

/** Closes the till with what is in it, or not. */
async function cut() {
  const { anterior, esperado } = await getAbierto();
  const contado = dice.chance(0.8) && esperado !== null && !esperado.startsWith("-") ? esperado : monto();
  const shown = { anterior: String(anterior?.numero ?? ""), esperado: esperado ?? "" };
  return closeTill({ ...shown, contado, retiro: "0.00", motivo: "Al azar" }, cuenta, key());
}

/** Pays a specialist what she is owed, or hands over her tips alone. */
async function pay() {
  const id = await randomId("empleados_susa");
  const owed = await getPorPagar(id, ZONA);
  const shown = { comision: owed?.comision ?? "", propinas: owed?.propinas ?? "" };
  const values = {
    ...shown,
    ajuste_tipo: "mas" as const,
    ajuste: null,
    ajuste_motivo: null,
    metodo_pago: dice.pick([...METODOS]),
  };
  return payEmpleado(id, values, { ...actor(), zona: ZONA, onlyTips: dice.chance(0.3) }, key());
}

async function move() {
  const values = { tipo: dice.pick(["entrada", "salida"] as const), cantidad: dice.between(1, 15), motivo: null };
  return moveItem(await randomId("inventario_susa"), values, cuenta, key());
}

/** Every operation that writes money, stock or the agenda, weighted as in a studio. */
const STUDIO_OPERATIONS: [weight: number, () => Outcome][] = [
  [6, () => arrange((values, turnos) => createVisita(values, turnos, cuenta, key()))],
  [3, () => arrange((values, turnos) => edit("citas_susa", (id, at) => updateCita(id, at, values, turnos, cuenta, key())))],
  [4, change],
  [9, chargeVisit],
  [5, sell],
  [2, chargeVenta],
  [2, async () => cancelVenta(await randomId("ventas_susa"), actor(), key())],
  [4, async () => reopenCita(await randomId("citas_susa"), actor(), key())],
  [3, async () => recordAnticipo(await randomId("citas_susa"), inAdvance(), cuenta, key())],
  [2, returnInAdvance],
  [3, refund],
  [1, async () => cancelDevolucion(...(await randomPayment("devolucion")), actor(), key())],
  [2, returnSome],
  [2, moveDeposit],
  [1, async () => keepAnticipo(...(await randomPayment("anticipo")), actor(), key())],
  [1, async () => recordCargo(await randomId("citas_susa"), inAdvance(), cuenta, key())],
  [3, cut],
  [3, pay],
  [1, async () => undoLiquidacion(await randomId("liquidaciones_susa"), actor(), key())],
  [1, async () => deleteCita(await randomId("citas_susa"), cuenta, key())],
  [3, () => createIngreso(dinero(), cuenta, key())],
  [3, () => edit("ingresos_susa", (id, at) => updateIngreso(id, at, dinero(), cuenta, key()))],
  [2, async () => deleteIngreso(await randomId("ingresos_susa"), cuenta, key())],
  [2, () => createEgreso(egreso(), cuenta, key())],
  [2, () => edit("egresos_susa", (id, at) => updateEgreso(id, at, egreso(), cuenta, key()))],
  [1, async () => deleteEgreso(await randomId("egresos_susa"), cuenta, key())],
  [3, () => createItem(item(), cuenta, key())],
  [2, () => edit("inventario_susa", (id, at) => updateItem(id, at, item(), cuenta, key()))],
  [3, move],
  [1, async () => deleteItem(await randomId("inventario_susa"), cuenta, key())],
  [1, async () => deleteCliente(await randomId("clientes_susa"), cuenta, key())],
  [1, async () => deleteEmpleado(await randomId("empleados_susa"), cuenta, key())],
  [4, async () => recuperar(await randomId("papelera_susa"), cuenta, key())],
];

const WEIGHTED_OPERATIONS = STUDIO_OPERATIONS.flatMap(([weight, operation]) => Array<typeof operation>(weight).fill(operation));

beforeAll(async () => {
  cuenta = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x" });
  await sql(
    "INSERT INTO empleados_susa (nombre, apellido, comision, comision_desde) SELECT 'Ana', 'Número ' || n, 10.5 * n, '2020-01-01' FROM generate_series(1, 4) n",
  );
  await sql("INSERT INTO clientes_susa (nombre) SELECT 'Clienta ' || n FROM generate_series(1, 6) n");
  await sql(`INSERT INTO servicios_susa (nombre, precio, categoria, duracion_minutos, limpieza_minutos, insumos) VALUES
    ('Cejas', 350, 'cejas', 45, 15, '[{"nombre": "Hilo", "cantidad": 2}, {"nombre": "Henna", "cantidad": 1}]'),
    ('Pedicura', 480.50, 'pedicura', 60, 0, '[{"nombre": "guantes", "cantidad": 1}, {"nombre": "Nada de esto", "cantidad": 3}]'),
    ('Masaje', 0, 'masajes', 30, 0, '[]')`);
});

/** Runs random operations, several at once, and checks that none failed and that the ledgers agree. Gives what was compared. */
async function runOperations(count: number): Promise<number[]> {
  const seed = Number(process.env.SEED ?? 20_261_121);
  dice = new Dice(seed);
  const outcomes = new Map<string, number>();
  for (let done = 0; done < count; done += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => dice.pick(WEIGHTED_OPERATIONS)());
    for (const { outcome } of await Promise.all(batch)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  // Many were written (at first there is little to change), and not one failed with a database error.
  expect(outcomes.get("written"), JSON.stringify([...outcomes])).toBeGreaterThan(count >= 1_000 ? count / 2 : count / 3);
  expect(outcomes.get("failed") ?? 0, JSON.stringify([...outcomes])).toBe(0);

  const { sections, diferencias, totales } = await readCuadre();
  expect(diferencias, `seed ${seed}`).toEqual([]);
  expect(totales.map(({ diferencia }) => diferencia)).toEqual(["0.00", "0.00", "0.00"]);
  await ledgerMatches();
  return sections.map(({ comparados }) => comparados);
}

test("a hundred random operations, several at once, leave no differences", async () => {
  const comparados = await runOperations(100);
  expect(comparados.reduce((sum, rows) => sum + rows, 0)).toBeGreaterThan(0);
});

test("a thousand random operations leave no differences, and a row changed by hand afterwards is the only one reported", {
  tags: ["slow"],
  timeout: 300_000,
}, async () => {
  const comparados = await runOperations(1000);
  expect(Math.min(...comparados)).toBeGreaterThan(0);

  const reversado = await sqlColumn<string>("SELECT reversa_de AS id FROM ingresos_susa WHERE concepto = 'reversa' LIMIT 1");
  expect(reversado).toHaveLength(1);
  // The row and, of money, the sum of its ledger; neither its appointment, its sale, its item nor anything else.
  for (const [table, column, where, ...total] of [
    ["ingresos_susa", "monto", "cita_id IS NOT NULL AND concepto = 'cita'", "ingreso"],
    ["ingresos_susa", "monto", "concepto = 'venta'", "ingreso"],
    ["propinas_susa", "monto", "reversa_de IS NULL", "propina"],
    ["ventas_susa", "total", "total > 0"],
    ["ventas_susa", "total", "total > 0 AND cancelada_at IS NOT NULL"],
    ["venta_lineas_susa", "precio", "true"],
    ["venta_lineas_susa", "cantidad", "true"],
    ["movimientos_inventario_susa", "cantidad", "venta_id IS NOT NULL AND item_id IS NOT NULL"],
  ] as const) {
    const what = `${table}.${column} WHERE ${where}`;
    const id = await sqlValue<string>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT 1`);
    const add = (amount: number) => sql(`UPDATE ${table} SET ${column} = ${column} + ${amount} WHERE id = $1`, [id]);
    await add(1);
    expect(
      (await readCuadre()).diferencias.map((each) => each.id),
      what,
    ).toEqual([id, ...total]);
    await add(-1);
  }
  expect((await readCuadre()).diferencias).toEqual([]);
});
