import { beforeEach, expect } from "vitest";
import type { Page } from "../../../support/browser";
import { createItem, insertRow } from "../../../support/factories";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// An inventory that is empty before each test. Each test file gets a site of its own.

export const LIST = "/admin/inventario";

const site = await startSiteForFile();
export const ana = await site.staff("ana@ejemplo.mx");

export const clear = () => sql("DELETE FROM inventario_susa").then(() => sql("DELETE FROM movimientos_inventario_susa"));

beforeEach(clear);

/** Every field of the form as a person types it. */
export const WHOLE = {
  nombre: "Cera de Ñandú",
  descripcion: "Lata de 1 kg\ncon tapa",
  cantidad: "12",
  minimo: "5",
  rinde: "40",
  precio_unitario: "$1,260.5",
  precio_venta: "1800",
  categoria: "Depilación",
  proveedor: "Ceras La Supuesta",
};

type Movimiento = { tipo: string; cantidad: number; item_nombre: string; motivo: string | null; email: string | null };

const ONE_DAY_MS = 86_400_000;

/** Adds an item with its first movement, made yesterday, as the application leaves it. */
export async function add(columns: Record<string, unknown> = {}): Promise<string> {
  const { nombre = "Hilo", cantidad = 10, ...rest } = columns;
  const id = await createItem({ nombre, cantidad, ...rest });
  if (cantidad !== 0) {
    await insertRow("movimientos_inventario_susa", {
      tipo: Number(cantidad) > 0 ? "entrada" : "salida",
      cantidad: Math.abs(Number(cantidad)),
      item_id: id,
      item_nombre: nombre,
      created_at: new Date(Date.now() - ONE_DAY_MS),
    });
  }
  return id;
}

export const stock = (id: string) => sqlValue("SELECT cantidad FROM inventario_susa WHERE id = $1", [id]);

/** The movements written since `add`, oldest first. */
export const movimientos = () =>
  sql<Movimiento>(
    `SELECT tipo, m.cantidad, item_nombre, motivo, email FROM movimientos_inventario_susa m LEFT JOIN cuentas_susa c ON c.id = cuenta_id
     WHERE m.created_at > now() - interval '1 hour' ORDER BY m.created_at, m.cantidad`,
  );

export const move = async (id: string, values: Record<string, string>, query = "") =>
  ana.submit(`${LIST}/${id}/movimiento${query}`, values);
export const edit = async (id: string, values: Record<string, string>) => ana.submit(`${LIST}/${id}`, values);
export const flash = async () => (await ana.get(LIST)).flash;

/** The error message of a field, which the error summary must repeat. */
export function fieldError(page: Page, name: string): string {
  const field = page.document.querySelector(`form[id] [name=${name}]`);
  const message = page.document.getElementById(String(field?.getAttribute("aria-describedby")?.split(" ")[0]));
  expect(page.texts('[role="alert"] a')).toContain(message?.textContent);
  return message?.textContent ?? "";
}
