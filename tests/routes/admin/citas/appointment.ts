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
import { emptyTables, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// An appointment of a client with a specialist, whose service takes supplies, for the tests of what happens to it. Each test begins
// with a new one and one unit of a supply of which it takes two; after each the ledgers agree. Each test file gets a site of its own.

/** The client, service and specialist of an appointment. */
export type Parts = { cliente_id: string; servicio_id: string; empleado_id: string };

export const site = await startSiteForFile();
export const ana = await site.staff("ana@ejemplo.mx");
export let cita: string;
export let parts: Parts;

afterEach(ledgerMatches);
beforeEach(async () => {
  await emptyTables();
  const insumos = JSON.stringify([
    { nombre: "Cera", cantidad: 2 },
    { nombre: "Guantes", cantidad: 1 },
  ]);
  parts = {
    cliente_id: await createCliente({ telefono: "+522221234567" }),
    servicio_id: await createServicio({ insumos, retoque_semanas: 4 }),
    empleado_id: await createEmpleado({ apellido: "Sol" }),
  };
  const item_id = await createItem({ nombre: "CERA", cantidad: 1 });
  await insertRow("movimientos_inventario_susa", { tipo: "entrada", cantidad: 1, item_id, item_nombre: "CERA", saldo: 1 });
  cita = await addCita(parts);
});

/** Adds an appointment with the first line of its history. */
export async function addCita(parts: Partial<Parts>, columns: Columns = {}): Promise<string> {
  // 6:30 p.m. in Puebla: already the next day in UTC.
  const { inicio = "2026-11-22T00:30Z", estado = "programada", no_asistio = false, ...others } = columns;
  const cita_id = await createCita(String(inicio), { ...parts, precio: 350, estado, no_asistio, ...others });
  await insertRow("cambios_cita_susa", { cita_id, accion: "creada", estado, no_asistio });
  return cita_id;
}

/** The status of an appointment, with an x if the client did not come. */
export const statusOf = (id = cita) =>
  sqlValue<string>("SELECT concat_ws(' ', estado, CASE WHEN no_asistio THEN 'x' END) FROM citas_susa WHERE id = $1", [id]);

/** The message that the next page shows. */
export async function readFlash(): Promise<string> {
  const page = await ana.get("/admin/clientes");
  return [page.text('main div[role="status"]:not(:empty)'), page.alert].filter(Boolean).join();
}

/** The selector of the form whose button starts with this label. */
export function formOfButton(page: Page, label: string): string {
  const form = page.all("main form").find((each) => each.querySelector("button")?.textContent?.startsWith(label));
  if (!form) throw new Error(`no button ${label}: ${page.text()}`);
  form.id = `boton-${label.replace(/\W/g, "")}`;
  return `#${form.id}`;
}

/** The address of a page or action of the appointment, or of another one. */
export const pathOf = (what: string, de?: string, id = cita) =>
  `/admin/citas/${id}/${what}${de === undefined ? "" : `?de=${encodeURIComponent(de)}`}`;

/** Presses the button with this label on the page of the appointment. */
export async function clickButton(label: string): Promise<Page> {
  const page = await ana.get(pathOf("detalle"));
  return page.submit({}, formOfButton(page, label));
}
