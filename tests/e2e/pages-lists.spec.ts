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

for (const [path, ofDemo] of [
  ["/admin/servicios", 31],
  ["/admin/inventario", 40],
] as const) {
  test(`all of ${path} is at most 3,500 px high on a phone`, async ({ page }) => {
    await gotoReady(page, path);
    const cards = page.locator("main .compact > .card");
    const heights = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
    // Another test may have added some.
    const added = heights.sort((one, other) => other - one).slice(0, Math.max(0, heights.length - ofDemo));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height - added.reduce((sum, each) => sum + each + 1, 0)).toBeLessThanOrEqual(3500);
    expect(Math.min(...heights), "a thumb needs room").toBeGreaterThanOrEqual(72);
  });
}

test("a press anywhere on a card edits it, and what is rare is under its fold", async ({ page }) => {
  await gotoReady(page, "/admin/servicios");
  const card = page.locator("main .compact > .card").first();
  const name = String(await card.getByRole("heading").textContent());
  await expect(card.getByRole("link", { name: `Eliminar el servicio ${name}` })).toBeHidden();
  await card.locator("summary").click();
  await expect(card.getByRole("link", { name: `Eliminar el servicio ${name}` })).toBeVisible();
  await card.click({ position: { x: 8, y: 8 } });
  await expect(page.locator("dialog").getByLabel("Nombre", { exact: true })).toHaveValue(name);
});

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
