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
    const cards = await page
      .locator("main :is(ul, ol) > .card")
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect()).map(({ top, height }) => ({ top, height })));
    expect(cards.length).toBeGreaterThan(2);
    // Records of middle height: which come first depends on the day.
    const height = cards.map((card) => card.height).sort((one, other) => one - other)[Math.floor(cards.length / 2)] ?? 0;
    const [first, second] = cards;
    const isBeside = first?.top === second?.top;
    const gap = isBeside ? 0 : (second?.top ?? 0) - (first?.top ?? 0) - (first?.height ?? 0);
    expect((first?.top ?? 0) + (isBeside ? 1 : 2) * height + gap, JSON.stringify(cards.slice(0, 3))).toBeLessThanOrEqual(844);
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

test("a search among the appointments says what it found, and leaves the focus where she types", async ({ page }) => {
  await gotoReady(page, "/admin/citas?cuando=todas");
  await page.getByText("Filtrar", { exact: true }).first().click();
  const search = page.getByRole("searchbox", { name: "Buscar por clienta" });
  await search.fill("zzzz");
  await search.press("Enter");
  await expect(page).toHaveTitle("0 citas · Citas");
  await expect(page.getByRole("status").filter({ hasText: "Todas: 0 citas para «zzzz»" })).toBeVisible();
  await expect(search).toBeFocused();
});

test("the filters stand open where there is room", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await gotoReady(page, "/admin/servicios");
  await expect(page.getByLabel("Categoría")).toBeVisible();
  await expect(page.getByText("Filtrar", { exact: true })).toBeHidden();
});
