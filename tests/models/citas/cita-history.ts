import { randomUUID } from "node:crypto";
import { afterEach, beforeEach } from "vitest";
import { moveItem } from "~/models/inventario/movimiento.server";
import { type CobroValues, chargeBill } from "~/models/ventas/cobrar.server";
import { cobroOf } from "../../support/cobro";
import { createCita, createItem, createServicio, insertRow } from "../../support/factories";
import { ledgerMatches } from "../../support/ledger";
import { emptyTables, sql, sqlColumn, sqlValue } from "../../support/test-database";

// A studio with one service and one account, emptied before each test; after each one its ledgers agree.

const TABLES = [
  "citas_susa",
  "clientes_susa",
  "servicios_susa",
  "empleados_susa",
  "inventario_susa",
  "movimientos_inventario_susa",
  "ingresos_susa",
  "cuentas_susa",
  "form_tokens_susa",
  "mensajes_susa",
  "cambios_cita_susa",
  "asientos_susa",
];

export let cuenta: string;
export let servicio: string;
export const key = () => ({ id: randomUUID(), digest: "los valores" });
export const actor = () => ({ cuenta_id: cuenta, hoy: "2026-11-21" });

/** Charges an appointment by card, whose page showed `por_cobrar` as left to pay; completes it if it is open. */
export const charge = (id: string, { por_cobrar = "350.00", ...changes }: Partial<CobroValues> = {}) =>
  chargeBill(cobroOf([{ id, por_cobrar }], { por_cobrar, ...changes }), actor(), key());

/** An appointment with the first line of its history. */
export async function addCita(values: Record<string, unknown> = {}): Promise<string> {
  const id = await createCita("2026-11-21T16:00Z", { servicio_id: servicio, precio: 350, ...values });
  const { estado = "programada", no_asistio = false } = values;
  await insertRow("cambios_cita_susa", { cita_id: id, accion: "creada", estado, no_asistio });
  return id;
}

/** An item whose stock came in by a movement. */
export async function addItem(nombre: string, cantidad: number): Promise<string> {
  const id = await createItem({ nombre });
  if (cantidad > 0) await moveItem(id, { tipo: "entrada", cantidad, motivo: null }, cuenta, key());
  return id;
}

export const cita = async (id: string) =>
  (await sql<Record<string, unknown>>("SELECT estado, no_asistio, cobrado FROM citas_susa WHERE id = $1", [id]))[0];
export const historia = (id: string) =>
  sqlColumn<string>(
    "SELECT concat_ws(' ', accion, estado, CASE WHEN no_asistio THEN 'x' END) FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden",
    [id],
  );
export const ingresoLines = () =>
  sqlColumn<string>(
    "SELECT concat_ws(' ', concepto, monto, metodo_pago, fecha::text) FROM ingresos_susa ORDER BY created_at, concepto, monto",
  );
export const stock = async () =>
  (await sqlValue("SELECT json_object_agg(nombre, cantidad ORDER BY nombre) FROM inventario_susa")) ?? {};

beforeEach(async () => {
  await emptyTables(...TABLES);
  cuenta = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x", estado: "activa" });
  const insumos = JSON.stringify([
    { nombre: "HILO de algodón", cantidad: 2 },
    { nombre: "Cera", cantidad: 1 },
  ]);
  servicio = await createServicio({ insumos });
});
afterEach(ledgerMatches);
