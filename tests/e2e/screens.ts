import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, gotoReady, test } from "./session";

export type Screen = { name: string; path: string; status?: number; prepare?: (page: Page) => Promise<void> };

// The dark scheme changes only colours, which are the same at every width.
const SIZES = process.env.SCREENS ? { light: [390, 768, 1280], dark: [390, 768, 1280] } : { light: [390, 1280], dark: [390] };

/**
 * Tests every screen at phone width (light and dark) and desktop width: no axe violations, no console errors, nothing wider than
 * the screen. SCREENS=1 (`npm run screens`) adds tablet width and both schemes, and saves screenshots into screens/.
 */
export function examineAll(screens: Screen[]) {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of SIZES[colorScheme]) {
      test.describe(`${width} px, ${colorScheme}`, () => {
        test.use({ colorScheme, viewport: { width, height: width === 390 ? 844 : 900 }, bypassCSP: true });
        for (const screen of screens) {
          test(screen.name, ({ page }) => examine(page, screen, `${screen.name}-${width}-${colorScheme}`));
        }
      });
    }
  }
}

/** Opens the first link of the page whose path matches. */
export async function openFirst(page: Page, href: RegExp, more = "") {
  const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const link = links.find((path) => href.test(path.replace(/\?.*/, "")));
  if (!link) throw new Error(`no link to ${href}`);
  await gotoReady(page, link + more);
}

async function examine(page: Page, { path, status = 200, prepare }: Screen, picture: string) {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // The browser itself reports every answer of 400 and above.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) errors.push(message.text());
  });
  const response = await gotoReady(page, path);
  expect(response?.status()).toBe(status);
  await prepare?.(page);
  await page.evaluate(() => document.fonts.ready);

  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"])
    .options({ rules: { "target-size": { enabled: true } } })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(tooWide, "pixels wider than the screen").toBeLessThanOrEqual(0);
  expect(errors).toEqual([]);
  if (process.env.SCREENS) {
    // Loads the lazy images, because the screenshot shows the whole page.
    await page.evaluate(() =>
      Promise.all(
        [...document.images].map((image) => {
          image.loading = "eager";
          return image.decode().catch(() => undefined);
        }),
      ),
    );
    const height = await page.locator("dialog").evaluateAll(([dialog]) => (dialog ? dialog.scrollHeight + 96 : 0));
    // A dialog covers the window, not the page, so the window is made as high as the dialog.
    if (height > 0) await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: Math.max(900, height) });
    await page.screenshot({ path: `screens/${picture}.jpg`, fullPage: height === 0, type: "jpeg", quality: 60 });
  }
}
