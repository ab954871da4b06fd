import { expect, test } from "vitest";
import { ana, expire, RESTORED_NOTICE, SAVED_NOTICE, signInAndFollow } from "../../../http/expired-session";
import { createItem, insertRow } from "../../../support/factories";
import { countOf, sql } from "../../../support/test-database";

const PATH = `/admin/ventas/nueva?de=${encodeURIComponent("/admin/ingresos")}`;

async function addProducto(nombre: string, precio_venta: number): Promise<string> {
  const item_id = await createItem({ nombre, cantidad: 9, precio_venta });
  await insertRow("movimientos_inventario_susa", { tipo: "entrada", cantidad: 9, item_id, item_nombre: nombre, saldo: 9 });
  return item_id;
}

test("a sale of two products that was sent on an expired session comes back filled after signing in, and is sold", async () => {
  const items = [await addProducto("Aceite", 150), await addProducto("Crema", 90)];
  let page = await ana.get(PATH);
  for (const item of items) page = await page.submit({ intent: `add-product:${item}` });
  const typed = {
    ...{ "productos[0].cantidad": "2", "productos[1].cantidad": "3", monto: "1,000", metodo_pago: "efectivo" },
    ...{ parte_metodo: "tarjeta", parte_monto: "70.50", cliente_nombre: "Eva Ríos", cliente_telefono: "222 123 4567" },
  };
  await expire();
  const expired = await page.submit(typed);
  expect([expired.location, await countOf("ventas_susa")]).toEqual(["/auth", 0]);
  expect((await ana.get("/auth")).flash).toContain(SAVED_NOTICE);
  const restored = await signInAndFollow(ana);
  expect([restored.path, restored.alert]).toEqual([PATH, expect.stringContaining(RESTORED_NOTICE)]);
  expect(restored.values()).toMatchObject(typed);
  expect(restored.texts("#cobro input[name$='.item_id'] ~ p")).toEqual(["Aceite $150.00 cada uno", "Crema $90.00 cada uno"]);
  expect((await restored.submit()).status).toBe(303);
  expect(await sql("SELECT k.nombre, v.total FROM ventas_susa v JOIN clientes_susa k ON k.id = v.cliente_id")).toEqual([
    { nombre: "Eva Ríos", total: "570.00" },
  ]);
});

test("a product that was added on an expired session comes back as it was sent, and nothing was sold", async () => {
  const [aceite, crema] = [await addProducto("Bálsamo", 60), await addProducto("Protector", 200)];
  const page = await (await ana.get(PATH)).submit({ intent: `add-product:${aceite}` });
  await expire();
  await page.submit({ intent: `add-product:${crema}`, "productos[0].cantidad": "5", metodo_pago: "otro" });
  const restored = await signInAndFollow(ana);
  expect(restored.values()).toMatchObject({ "productos[0].item_id": aceite, "productos[0].cantidad": "5", metodo_pago: "otro" });
  const added = await restored.submit({ intent: `add-product:${crema}` });
  expect(added.values()).toMatchObject({ "productos[0].cantidad": "5", "productos[1].item_id": crema, por_cobrar: "500.00" });
});
