import { expect, gotoReady, OWNER, test } from "./session";

// A list is opened to find somebody: its header, search and filters leave the first screen of a phone to the records.

test.use({ storageState: OWNER.state, viewport: { width: 390, height: 844 } });

for (const path of [
  "/admin/clientes",
  "/admin/servicios",
  "/admin/servicios?categoria=cejas",
  "/admin/empleados",
  "/admin/inventario",
  "/admin/proveedores",
  "/admin/testimonios",
  "/admin/galeria",
  "/admin/citas?cuando=todas",
  "/admin/ingresos",
  "/admin/egresos",
]) {
  test(`the first phone screen of ${path} shows at least two whole records`, async ({ page }) => {
    await gotoReady(page, path);
    const bottoms = await page
      .locator("main :is(ul, ol) > .card")
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().bottom));
    expect(bottoms.length).toBeGreaterThan(2);
    expect(bottoms.filter((bottom) => bottom <= 844).length, String(bottoms.slice(0, 3))).toBeGreaterThanOrEqual(2);
  });
}

test("the filters fold on a phone, say what is set, and fold again once they are applied", async ({ page }) => {
  await gotoReady(page, "/admin/servicios");
  await expect(page.getByLabel("Categoría")).toBeHidden();
  await page.getByText("Filtrar", { exact: true }).click();
  await page.getByLabel("Categoría").selectOption("cejas");
  await page.getByRole("button", { name: "Aplicar" }).click();
  await expect(page.getByText("Filtrar · Cejas", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Categoría")).toBeHidden();
});

test("the appointments' filters fold once one is chosen, and the focus stays with them", async ({ page }) => {
  await gotoReady(page, "/admin/citas");
  const fold = page.getByText("Filtrar", { exact: true }).first();
  await fold.click();
  await page.getByRole("link", { name: "Todas", exact: true }).click();
  await expect(page).toHaveURL(/cuando=todas/);
  await expect(fold).toBeFocused();
  await expect(page.getByRole("link", { name: "Todas", exact: true })).toBeHidden();
});

test("the filters stand open where there is room", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await gotoReady(page, "/admin/servicios");
  await expect(page.getByLabel("Categoría")).toBeVisible();
  await expect(page.getByText("Filtrar", { exact: true })).toBeHidden();
});
