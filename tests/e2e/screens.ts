import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { overlappingControls, smallTargets } from "./controls";
import { unreadableWhenLarge } from "./letters";
import { badNames } from "./names";
import { becomeReady, expect, gotoReady, setClockWrong, test } from "./session";

export type Screen = {
  name: string;
  path: string;
  status?: number;
  prepare?: (page: Page) => Promise<void>;
  /** Has the layout of another screen, or is another state of one: left to the long suite. */
  isVariant?: true;
};

type View = { width: number; colorScheme: "light" | "dark" };

const viewIn = (colorScheme: View["colorScheme"]) => (width: number) => ({ width, colorScheme });

// The gate looks at what most people see.
const VIEWS: View[] = process.env.TEST_ALL
  ? [...[390, 768, 1280].map(viewIn("light")), ...[390, 768, 1280].map(viewIn("dark"))]
  : [viewIn("light")(390)];

/**
 * Examines a screen of each layout on a phone: no axe violations, a name of its own for each control, nothing wider than a phone's or
 * a desktop's screen, also with letters at 200 %, and nothing said in the console, though the browser's clock is wrong. With TEST_ALL=1 (`npm run test:all`) all of them, at three widths, light and dark, and with SCREENS=1 (`npm run screens`) a picture of each goes to screens/.
 */
export function examineAll(screens: Screen[]) {
  test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });
  const examined = process.env.TEST_ALL ? screens : screens.filter(({ isVariant }) => !isVariant);
  for (const screen of examined) test(screen.name, ({ page }) => examine(page, screen));
}

/** Opens the first link of the page whose path matches. */
export async function openFirst(page: Page, href: RegExp, more = "") {
  await gotoReady(page, (await linkOf(page, href, 0)) + more);
}

/** Prepares a screen that is the first link of the page whose path matches. */
export const first = (href: RegExp, more?: string) => (page: Page) => openFirst(page, href, more);

/** The path of a record of a section of the back-office, or of one of its screens. */
export const record = (section: string, screen = "") => new RegExp(`^/admin/${section}/[0-9a-f-]{36}${screen}$`);

/** Opens the last link of the page to such an address: in a list the oldest record, which no other test has just made. */
export async function openLast(page: Page, href: RegExp) {
  await gotoReady(page, await linkOf(page, href, -1));
}

async function linkOf(page: Page, href: RegExp, index: number): Promise<string> {
  const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const link = links.filter((path) => href.test(path.replace(/\?.*/, ""))).at(index);
  if (!link) throw new Error(`no link to ${href}`);
  return link;
}

/** Loads a screen once and looks at it in every view, at the usual widths or at `widths`. */
export async function examine(page: Page, { name, path, status = 200, prepare }: Screen, widths?: number[]) {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // The browser itself reports every answer of 400 and above.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) errors.push(message.text());
  });
  await setClockWrong(page);
  const response = await gotoReady(page, path);
  expect(response?.status()).toBe(status);
  // Where there are scripts, in the long suite again with the clock behind.
  if (process.env.TEST_ALL && path.startsWith("/admin")) await page.reload().then(() => becomeReady(page));
  await prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
  const views = widths ? [...widths.map(viewIn("light")), ...widths.map(viewIn("dark"))] : VIEWS;
  for (const view of views) {
    await setView(page, view);
    const title = `${view.width} px, ${view.colorScheme}`;
    expect(await violationsOf(page, view.colorScheme), title).toEqual([]);
    await expectToFit(page, title);
    if (process.env.SCREENS) await photograph(page, `${name}-${view.width}-${view.colorScheme}`);
  }
  expect(await badNames(page), "names of links and buttons").toEqual([]);
  expect(await smallTargets(page), "targets for a finger").toEqual([]);
  if (process.env.TEST_ALL) expect(await overlappingControls(page), "controls that cover each other").toEqual([]);
  for (const width of [320, 1280]) {
    await setView(page, { width, colorScheme: "light" });
    await expectToFit(page, `${width} px`);
  }
  expect(await unreadableWhenLarge(page), "letters at 200 %").toEqual([]);
  expect(errors).toEqual([]);
}

async function setView(page: Page, { width, colorScheme }: View) {
  const height = width === 390 ? 844 : 900;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  // A dialog scrolls in the window, under its buttons, so the window is made high enough for all of it.
  const all = await page.locator("dialog").evaluateAll(([dialog]) => (dialog ? dialog.scrollHeight + 96 : 0));
  if (all > height) await page.setViewportSize({ width, height: all });
  // What is being scrolled under the fixed header would be too small a target.
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function expectToFit(page: Page, title: string) {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(tooWide, `${title}: pixels wider than the screen`).toBeLessThanOrEqual(0);
}

/** The axe violations of a page: in the dark scheme only colours are checked, because everything else is the same. */
async function violationsOf(page: Page, colorScheme: View["colorScheme"]): Promise<string[]> {
  const rules =
    colorScheme === "dark"
      ? { runOnly: ["color-contrast", "link-in-text-block"] }
      : { rules: { "target-size": { enabled: true } } };
  // Legacy mode asks the page once instead of collecting frames in a second page; no frame here has content. A third of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ ...rules, resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

async function photograph(page: Page, picture: string) {
  // Lazy images below the fold would be missing from a picture of the whole page.
  await page.evaluate(() =>
    Promise.all(
      [...document.images].map((image) => {
        image.loading = "eager";
        return image.decode().catch(() => undefined);
      }),
    ),
  );
  await page.screenshot({
    path: `screens/${picture}.jpg`,
    fullPage: (await page.locator("dialog").count()) === 0,
    type: "jpeg",
    quality: 60,
  });
}
