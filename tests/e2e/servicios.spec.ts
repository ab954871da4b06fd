import { expect, flash, gotoReady, OWNER, test } from "./session";

test.use({ storageState: OWNER.state });

test("a service has supplies added and removed by row, is saved with Enter, deactivated and reactivated", async ({ page }, {
  project,
}) => {
  const name = `Ñandutí de prueba ${project.name}`;
  const dialog = page.locator("dialog");
  const add = dialog.getByRole("button", { name: "Agregar insumo" });
  const supply = (row: number) => dialog.getByLabel(`Insumo ${row}`, { exact: true });
  const quantity = (row: number) => dialog.getByLabel(`Cantidad del insumo ${row}`);

  await gotoReady(page, "/admin/servicios");
  await page.getByRole("link", { name: "Nuevo servicio" }).first().click();
  await dialog.getByLabel("Nombre", { exact: true }).fill(name);
  await dialog.getByText("Limpieza, retoque e insumos").click();
  await add.click();
  await expect(supply(1)).toBeFocused();
  await page.keyboard.type("Henna");
  await quantity(1).fill("3");
  await add.click();
  await expect(supply(2)).toBeFocused();
  await page.keyboard.type("Hilo");
  await add.click();
  await expect(supply(3)).toBeFocused();
  await page.keyboard.type("Cera");
  await quantity(3).fill("2");

  await dialog.getByRole("button", { name: "Quitar el insumo 2" }).click();
  await expect(supply(3)).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(supply(1)).toHaveValue("Henna");
  await expect(supply(2)).toHaveValue("Cera");
  await expect(quantity(2)).toHaveValue("2");
  await expect(dialog.getByRole("alert")).toHaveCount(0);

  await dialog.getByLabel("Precio").fill("1,250.50");
  await dialog.getByLabel("Categoría").selectOption("depilación");
  await dialog.getByLabel("Nombre", { exact: true }).press("Enter");
  // Nobody was ticked: the form proposes who does it, and is saved as it comes back.
  await expect(dialog.getByRole("alert")).toContainText("Marcamos a quienes parece que lo hacen");
  await expect(dialog.getByRole("group", { name: "Quién lo hace" }).getByRole("checkbox", { checked: true })).not.toHaveCount(0);
  await dialog.getByRole("button", { name: "Crear servicio" }).click();
  await expect(flash(page)).toHaveText("Servicio creado");
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("button", { name: "Buscar" }).click();
  const card = page.getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("$1,250.50");
  await expect(card).toContainText("2 insumos: 3 × Henna, 2 × Cera");

  await page.getByRole("link", { name: `Editar el servicio ${name}` }).click();
  await dialog.getByRole("button", { name: "Quitar el insumo 1" }).click();
  await expect(supply(2)).toHaveCount(0);
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(card).toContainText("1 insumo: 2 × Cera");

  await page.locator("summary", { hasText: `Más acciones para ${name}` }).click();
  await page.getByRole("link", { name: `Eliminar el servicio ${name}` }).click();
  await page.getByRole("button", { name: "Eliminar", exact: true }).filter({ visible: true }).click();
  await expect(flash(page)).toHaveText("Servicio desactivado");
  // Folded where there is little room.
  if (await page.getByLabel("Estado").isHidden()) await page.getByText("Filtrar", { exact: true }).click();
  await page.getByLabel("Estado").selectOption("Desactivados");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.getByRole("button", { name: `Activar el servicio ${name}` }).click();
  await expect(flash(page)).toContainText("Vuelve a ofrecerse en el sitio.");
});

test("supply rows added before the scripts load are kept after they load", async ({ page }, { project }) => {
  const dialog = page.locator("dialog");
  const supply = (row: number) => dialog.getByLabel(`Insumo ${row}`, { exact: true });
  await page.route(/\.js(\?|$)/, (route) => route.abort());
  await page.goto("/admin/servicios/nuevo");
  await dialog.getByText("Limpieza, retoque e insumos").click();
  for (const [row, name] of ["Uno", "Dos", "Tres"].entries()) {
    await dialog.getByRole("button", { name: "Agregar insumo" }).click();
    await supply(row + 1).fill(name);
  }
  await page.unroute(/\.js(\?|$)/);
  await dialog.getByRole("button", { name: "Agregar insumo" }).click();
  await expect(supply(4)).toBeVisible();
  if (project.name === "con-js") await expect(page.locator("dialog:modal")).toBeVisible();
  await supply(2).fill("Dos y medio");
  await dialog.getByRole("button", { name: "Quitar el insumo 1" }).click();
  await expect(supply(4)).toHaveCount(0);
  await expect(supply(1)).toHaveValue("Dos y medio");
  await expect(supply(2)).toHaveValue("Tres");
  await expect(supply(3)).toHaveValue("");
});

test("the prices of a category are seen before they are saved, planned for a day, and taken back", async ({ page }, {
  project,
}) => {
  // The projects share a studio: what one plans must not be the price from which another counts.
  const [categoria, day] = { "con-js": ["Limpieza", 11], "sin-js": ["Pedicura", 12] }[project.name] ?? ["Faciales", 13];
  const planned = page.getByRole("region", { name: `Desde el ${day} de enero de 2099` });
  await gotoReady(page, "/admin/servicios");
  await page.getByRole("link", { name: "Cambiar precios" }).click();
  await page.getByRole("radio", { name: String(categoria) }).check();
  await page.getByLabel("Los precios").selectOption("Bajan una cantidad");
  await page.getByLabel("Cuánto").fill("diez");
  await page.getByLabel("Desde", { exact: true }).fill(`2099-01-${day}`);
  await page.getByRole("button", { name: "Ver cómo quedan" }).click();
  await expect(page.getByLabel("Cuánto")).toHaveAccessibleDescription(/Escribe el monto con números/);
  await page.getByLabel("Cuánto").fill("$20");
  await page.getByRole("button", { name: "Ver cómo quedan" }).click();
  await expect(page.getByRole("heading", { name: /precios cambian$/ })).toBeVisible();
  await page.getByRole("button", { name: "Hacer cambios" }).click();
  await expect(page.getByRole("radio", { name: String(categoria) })).toBeChecked();
  await page.getByRole("button", { name: "Ver cómo quedan" }).click();
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(flash(page)).toContainText("Cambio planeado");
  const lines = await planned.getByRole("listitem").count();
  expect(lines).toBeGreaterThan(1);
  for (let left = lines; left > 0; left--) {
    await planned
      .getByRole("link", { name: /^Quitar/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Quitar", exact: true }).filter({ visible: true }).click();
    await expect(flash(page)).toHaveText("El precio nuevo se quitó");
    await expect(planned.getByRole("listitem")).toHaveCount(left - 1);
  }
});
