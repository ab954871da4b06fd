import type { Page, Visitor } from "../../../support/browser";
import {
  type Columns,
  createCita,
  createCliente,
  createEmpleado,
  createItem,
  createServicio,
  insertRow,
} from "../../../support/factories";
import { sql } from "../../../support/test-database";

// An appointment of a client with a specialist, whose service takes supplies, for the tests of what happens to it.

/** The client, service and specialist of an appointment. */
export type Parts = { cliente_id: string; servicio_id: string; empleado_id: string };

/** Leaves one appointment with its parts, and one unit of a supply of which it takes two. */
export async function createAppointment(): Promise<{ cita: string; parts: Parts }> {
  await sql(
    "TRUNCATE citas_susa, clientes_susa, servicios_susa, empleados_susa, inventario_susa, movimientos_inventario_susa, ingresos_susa, asientos_susa CASCADE",
  );
  const insumos = JSON.stringify([
    { nombre: "Cera", cantidad: 2 },
    { nombre: "Guantes", cantidad: 1 },
  ]);
  const parts = {
    cliente_id: await createCliente({ telefono: "+522221234567" }),
    servicio_id: await createServicio({ insumos, retoque_semanas: 4 }),
    empleado_id: await createEmpleado({ apellido: "Sol" }),
  };
  const item_id = await createItem({ nombre: "CERA", cantidad: 1 });
  await insertRow("movimientos_inventario_susa", { tipo: "entrada", cantidad: 1, item_id, item_nombre: "CERA", saldo: 1 });
  return { cita: await addCita(parts), parts };
}

/** Adds an appointment with the first line of its history. */
export async function addCita(parts: Partial<Parts>, columns: Columns = {}): Promise<string> {
  // 6:30 p.m. in Puebla: already the next day in UTC.
  const { inicio = "2026-11-22T00:30Z", estado = "programada", no_asistio = false, ...others } = columns;
  const cita_id = await createCita(String(inicio), { ...parts, precio: 350, estado, no_asistio, ...others });
  await insertRow("cambios_cita_susa", { cita_id, accion: "creada", estado, no_asistio });
  return cita_id;
}

/** The status of an appointment, with an x if the client did not come. */
export async function statusOf(cita: string): Promise<string | undefined> {
  const [row] = await sql<{ line: string }>(
    "SELECT concat_ws(' ', estado, CASE WHEN no_asistio THEN 'x' END) AS line FROM citas_susa WHERE id = $1",
    [cita],
  );
  return row?.line;
}

export const countRows = async (table: string) => (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;

/** The message that the next page shows. */
export async function readFlash(visitor: Visitor): Promise<string> {
  const page = await visitor.get("/admin/clientes");
  return [page.text('main [role="status"]:not(:empty)'), page.alert].filter(Boolean).join();
}

/** The selector of the form whose button starts with this label. */
export function formOfButton(page: Page, label: string): string {
  const form = page.all("main form").find((each) => each.querySelector("button")?.textContent?.startsWith(label));
  if (!form) throw new Error(`no button ${label}: ${page.text()}`);
  form.id = `boton-${label.replace(/\W/g, "")}`;
  return `#${form.id}`;
}

/** The address of a page or action of an appointment. */
export const pathOf = (cita: string, what: string, de?: string) =>
  `/admin/citas/${cita}/${what}${de === undefined ? "" : `?de=${encodeURIComponent(de)}`}`;

/** Presses the button with this label on the page of an appointment. */
export async function clickButton(visitor: Visitor, cita: string, label: string): Promise<Page> {
  const page = await visitor.get(pathOf(cita, "detalle"));
  return page.submit({}, formOfButton(page, label));
}
