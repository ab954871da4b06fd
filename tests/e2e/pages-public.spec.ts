import type { Page } from "@playwright/test";
import { examineAll, first, type Screen } from "./screens";
import { expect, sendCredentials, test } from "./session";

const PUBLIC: Screen[] = [
  { name: "inicio", path: "/" },
  { name: "menu", path: "/#menu" },
  { name: "nosotros", path: "/about" },
  { name: "galeria", path: "/gallery" },
  { name: "galeria-obra", path: "/gallery?categoria=cejas", prepare: (page) => page.locator(".works a").first().click() },
  { name: "galeria-categoria", isVariant: true, path: "/gallery?categoria=cejas" },
  { name: "galeria-filtrada", isVariant: true, path: "/gallery?servicio=lifting-de-pestanas" },
  { name: "galeria-vacia", isVariant: true, path: "/gallery?servicio=ninguno" },
  { name: "servicio", path: "/", prepare: first(/\/servicio\//) },
  { name: "servicio-horarios", isVariant: true, path: "/", prepare: first(/\/servicio\//, "?dias=mas") },
  { name: "precios", path: "/precios" },
  { name: "precios-buscados", isVariant: true, path: "/precios?q=cejas" },
  { name: "precios-sin-resultado", isVariant: true, path: "/precios?q=botox" },
  { name: "servicio-no-encontrado", isVariant: true, path: "/servicio/00000000-0000-4000-8000-000000000000", status: 404 },
  { name: "no-encontrada", path: "/no-existe", status: 404 },
  { name: "entrar", path: "/auth" },
  { name: "solicitud", isVariant: true, path: "/auth?solicitud=enviada" },
  { name: "enlace-vencido", isVariant: true, path: "/auth/acceso/x", status: 410 },
  { name: "registro", isVariant: true, path: "/auth?modo=registro" },
  { name: "entrar-error", isVariant: true, path: "/auth", prepare: refuseSignIn },
];

examineAll(PUBLIC);

test("the bar is open from 768 px, with a long name whole and nothing that overlaps", async ({ page }) => {
  await page.goto("/");
  await page.locator(".brand > span").evaluate((name) => {
    name.textContent = "Estudio de Belleza Mar y Luna";
  });
  await page.evaluate(() => document.fonts.ready);
  const seen = () =>
    page.evaluate(() => {
      const items = [...document.querySelectorAll<HTMLElement>(".brand, .menu-open, #menu a")].filter((item) =>
        item.checkVisibility(),
      );
      const boxes = items.map((item) => item.getBoundingClientRect());
      const name = document.querySelector<HTMLElement>(".brand > span");
      return {
        items: items.map((item) => item.textContent?.trim()),
        overlaps: boxes.slice(1).filter(({ left }, before) => left < (boxes[before]?.right ?? 0) - 0.5).length,
        tooWide: document.documentElement.scrollWidth > innerWidth || (boxes.at(-1)?.right ?? 0) > innerWidth,
        isCut: !name || name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight,
      };
    });
  const links = ["Inicio", "Nosotros", "Galería", "Servicios", "Testimonios", "Ubicación", "Agenda Cita", "Admin"];
  const brand = "Estudio de Belleza Mar y Luna";
  for (const [width, items] of [
    [767, ["Menú"]],
    ...[768, 800, 900, 1023, 1024, 1280].map((wide) => [wide, links] as const),
  ] as const) {
    await page.setViewportSize({ width, height: 600 });
    expect(await seen(), `${width} px`).toEqual({ items: [brand, ...items], overlaps: 0, tooWide: false, isCut: false });
  }
});

test("the captions of the gallery come with the mouse or the focus, and are always there for a finger", async ({
  page,
  browser,
}) => {
  const opacity = (caption: Element) => getComputedStyle(caption).opacity;
  await page.goto("/gallery");
  const work = page.locator(".works a").first();
  const caption = work.locator(".caption");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await caption.evaluate(opacity)).toBe("0");
  await work.hover();
  expect(await caption.evaluate(opacity)).toBe("1");
  await page.mouse.move(0, 0);
  expect(await caption.evaluate(opacity)).toBe("0");
  await page.locator(".filters summary").focus();
  await page.keyboard.press("Tab");
  await expect(work).toBeFocused();
  expect(await caption.evaluate(opacity)).toBe("1");

  const finger = await (await browser.newContext({ hasTouch: true, isMobile: true })).newPage();
  await finger.goto(page.url());
  expect(await finger.locator(".caption").first().evaluate(opacity)).toBe("1");
  await finger.context().close();
});

test("every service of the gallery's filter is in sight once its fold is open, also with a mouse", async ({ page }) => {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/gallery");
    await page.getByText("Por servicio", { exact: true }).click();
    const links = await page
      .locator(".filters details a")
      .evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect()).map(({ left, right }) => left >= 0 && right <= innerWidth),
      );
    expect(links.length).toBeGreaterThan(20);
    expect(links, `${width} px`).not.toContain(false);
  }
  await page.goto("/gallery?categoria=pestanas");
  const rows = page.locator(".filters ul");
  expect(await rows.evaluateAll((all) => all.map((row) => row.scrollWidth > row.clientWidth))).toEqual([false, false]);
});

test("a printed price list has no footer, which would be alone on its last page", async ({ page }) => {
  await page.goto("/precios");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("contentinfo")).toBeHidden();
});

test("a price stands under its name where there is no room beside it", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/precios");
  const rows = await page
    .locator(".prices li")
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector("a"), row.querySelector("p")].map((part) => part?.getBoundingClientRect())),
    );
  expect(rows.length).toBeGreaterThan(20);
  for (const [name, price] of rows) expect(price?.top).toBeGreaterThanOrEqual(name?.bottom ?? Number.NaN);
});

async function refuseSignIn(page: Page) {
  await sendCredentials(page, { email: "nadie@ejemplo.mx", password: "x" });
  await page.getByRole("alert").waitFor();
}
