import { beforeEach, expect, test } from "vitest";
import { getProductos, listMasVendidos, searchProductos } from "~/models/ventas/producto.server";
import { createItem, createVenta, createVentaLinea } from "../../support/factories";
import { emptyTables, sql } from "../../support/test-database";

beforeEach(() => emptyTables("inventario_susa", "ventas_susa"));

const addProducto = (nombre: string, columns: Record<string, unknown> = {}) =>
  createItem({ nombre, cantidad: 9, precio_venta: 150, ...columns });
const namesOf = (productos: { nombre: string }[]) => productos.map(({ nombre }) => nombre);

test("what sells most is what sold in ninety days, of what there is", async () => {
  const [aceite, crema, gel] = [await addProducto("Aceite"), await addProducto("Crema"), await addProducto("Gel")];
  const sold = async (item_id: string, item_nombre: string, cantidad: number, days: number) => {
    const created_at = new Date(Date.now() - days * 86_400_000);
    const venta_id = await createVenta({ created_at });
    await createVentaLinea({ venta_id, item_id, item_nombre, cantidad });
  };
  await sold(crema, "Crema", 2, 89);
  await sold(aceite, "Aceite", 9, 91);
  await sold(gel, "Gel", 1, 1);
  expect(namesOf(await listMasVendidos())).toEqual(["Crema", "Gel", "Aceite"]);
  await sql("UPDATE inventario_susa SET cantidad = 0 WHERE id = $1", [crema]);
  expect(namesOf(await listMasVendidos())).toEqual(["Gel", "Aceite"]);
});

test("a search finds the first twelve that are for sale, whether there are any left or not", async () => {
  for (let n = 10; n < 24; n++) await addProducto(`Esmalte ${n}`, { cantidad: 0 });
  await addProducto("Esmalte 01", { precio_venta: null });
  expect(namesOf(await searchProductos("esmalte"))).toEqual(Array.from({ length: 12 }, (_, n) => `Esmalte ${n + 10}`));
});

test("an id that is none, or of nothing for sale, gives no product", async () => {
  const [aceite, cera] = [await addProducto("Aceite"), await addProducto("Cera", { precio_venta: null })];
  const found = await getProductos(["nada", "", cera, aceite]).catch(({ name }: Error) => name);
  expect(found).toEqual([{ id: aceite, nombre: "Aceite", precio: "150.00", hay: 9 }]);
});
