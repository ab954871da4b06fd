import { randomUUID } from "node:crypto";
import { afterEach, beforeEach } from "vitest";
import type { Page } from "../../../support/browser";
import {
  type Columns,
  createCita,
  createCliente,
  createEmpleado,
  createItem,
  createServicio,
  insertRow,
} from "../../../support/factories";
import { ledgerMatches } from "../../../support/ledger";
import { emptyTables, sql, sqlColumn } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// The counter of a studio with two specialists and one client, for the tests of what is charged and sold there. Each test begins
// without appointments, products and sales; after each the ledgers agree. Each test file starts its own site.

export const site = await startSiteForFile();
export const ana = await site.staff("ana@ejemplo.mx");

/** The client, whose telephone can be dialled, and the two specialists. */
export let lucia: string;
export let especialistas: { ana: string; mariana: string };

afterEach(ledgerMatches);
beforeEach(async () => {
  await emptyTables();
  lucia = await createCliente({ telefono: "+522221234567" });
  especialistas = { ana: await createEmpleado(), mariana: await createEmpleado({ nombre: "Mariana" }) };
});

/** Adds a product with its stock; without a price it is not for sale. */
export async function addProducto(nombre: string, cantidad = 9, precio_venta: number | null = 150): Promise<string> {
  const item_id = await createItem({ nombre, cantidad, precio_venta });
  const entrada = { tipo: "entrada", cantidad, item_id, item_nombre: nombre, saldo: cantidad };
  if (cantidad > 0) await insertRow("movimientos_inventario_susa", entrada);
  return item_id;
}

/** Adds an appointment of the client on 21 November at this hour of Puebla, with the first line of its history. */
export async function addCita(hora: number, precio: number, columns: Columns = {}): Promise<string> {
  const { dia = "2026-11-21", servicio = "Diseño de cejas", estado = "programada", ...others } = columns;
  const inicio = new Date(`${dia}T${String(hora).padStart(2, "0")}:00:00-06:00`);
  const servicio_id = await createServicio({ nombre: servicio });
  const who = { cliente_id: lucia, empleado_id: especialistas.ana };
  const cita_id = await createCita(inicio, { ...who, servicio_id, precio, estado, ...others });
  await insertRow("cambios_cita_susa", { cita_id, accion: "creada", estado });
  return cita_id;
}

export type Visita = { ids: [string, string, string]; path: string };

/** A visit of three appointments, one of them with the other specialist: 350.00, 480.50 and 200.00 pesos, 1,030.50 in all. */
export async function addVisita(): Promise<Visita> {
  const visita_id = randomUUID();
  const first = await addCita(10, 350, { visita_id });
  const second = await addCita(11, 480.5, { visita_id, empleado_id: especialistas.mariana, servicio: "Uñas" });
  const third = await addCita(12, 200, { visita_id, servicio: "Pestañas" });
  return { ids: [first, second, third], path: `/admin/citas/${first}/completar?de=${encodeURIComponent("/admin/citas?q=x")}` };
}

/** Presses a button of the form that charges, with some values changed. */
export const press = (page: Page, intent: string, changes: Record<string, string> = {}): Promise<Page> =>
  page.submit({ ...changes, intent });

/** Presses the button of a product. */
export const addToForm = (page: Page, item_id: string, changes: Record<string, string> = {}) =>
  press(page, `add-product:${item_id}`, changes);

/** Unticks an appointment in the form of a page. */
export function untick(page: Page, id: string): void {
  const [box] = page.all(`#cobro input[type=checkbox][value="${id}"]`) as HTMLInputElement[];
  if (!box) throw new Error(`no checkbox of ${id}`);
  box.checked = false;
}

export const SELL = "/admin/ventas/nueva";

/** The page that sells, with one of each of these products. */
export async function openSale(...items: string[]): Promise<Page> {
  let page = await ana.get(SELL);
  for (const item of items) page = await addToForm(page, item);
  return page;
}

/** Sells one of a product, and gives the path of its nota. */
export async function sell(item: string, changes: Record<string, string> = {}): Promise<string> {
  const { status, location, alert } = await (await openSale(item)).submit(changes);
  if (status !== 303 || !location) throw new Error(`${status}: ${alert}`);
  return location.replace(/\?.*/, "");
}

/** The labels of the buttons that add a product. */
export const offered = (page: Page) => page.texts('button[value^="add-product:"]');

/** The fields with an error, each with its error in the summary. */
export const errorsOf = (page: Page) =>
  page
    .all('[role="alert"] a')
    .map((link) => [(link.getAttribute("href") ?? "").replace("#cobro-", ""), (link.textContent ?? "").trim()]);

/** The flash message, read on a page without messages. */
export const readFlash = async () => {
  const page = await ana.get("/admin/clientes");
  return [page.flash, page.alert].filter(Boolean).join();
};

export const estados = (ids: string[]) =>
  sqlColumn<string>("SELECT estado FROM citas_susa WHERE id = ANY ($1) ORDER BY fecha_hora", [ids]);

/** Every income as `cita 350.00 efectivo`, by amount. */
export const ingresos = () =>
  sqlColumn<string>("SELECT concat_ws(' ', concepto, monto, metodo_pago) FROM ingresos_susa ORDER BY monto, id");

export const stock = async () =>
  Object.fromEntries(
    (await sql<{ nombre: string; cantidad: number }>("SELECT nombre::text, cantidad FROM inventario_susa ORDER BY nombre")).map(
      ({ nombre, cantidad }) => [nombre, cantidad],
    ),
  );
