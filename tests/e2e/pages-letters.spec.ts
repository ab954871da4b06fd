import type { Page } from "@playwright/test";
import { openFirst, record } from "./screens";
import { expect, gotoReady, OWNER, test } from "./session";

// Somebody who set letters twice as large in her phone reads everything, and scrolls only down.

test.use({ viewport: { width: 390, height: 844 } });

/** Opens a page with the browser's letters at 200 %. */
async function openLarge(page: Page, path: string, link?: RegExp) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  if (link) await gotoReady(page, path).then(() => openFirst(page, link));
  else await gotoReady(page, path);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
}

/** Words that are cut: they go beyond the screen, or on in a second line without a hyphen. Runs in the page. */
function cutWords(): string[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.closest("script, style, svg, .skip, [popover], [inert]") === null &&
    // Said to screen readers alone.
    element.getBoundingClientRect().width > 1;
  const scrolls = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX === "auto" || scrolls(element.parentElement));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !isShown(parent) || scrolls(parent)) continue;
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s/@.-]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
      const { right } = range.getBoundingClientRect();
      const isHyphenated = word.includes("\u00ad") || (getComputedStyle(parent).hyphens === "auto" && word.length >= 12);
      if ((lines.size > 1 && !isHyphenated) || right > document.documentElement.clientWidth) cut.push(word);
    }
  }
  return cut;
}

async function expectReadable(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await page.evaluate(cutWords)).toEqual([]);
}

for (const [name, path, link] of [
  ["Home", "/"],
  ["a service", "/precios", /^\/servicio\/[0-9a-f-]{36}$/],
  ["the gallery", "/gallery"],
] as const)
  test(`${name} reads with letters at 200 %`, async ({ page }) => {
    await openLarge(page, path, link);
    await expectReadable(page);
  });

test.describe("the back-office", () => {
  test.use({ storageState: OWNER.state });

  for (const [name, path, link] of [
    ["the dashboard", "/admin"],
    ["a day", "/admin/citas?vista=dia"],
    ["a list", "/admin/clientes"],
    ["a form", "/admin/servicios", record("servicios")],
  ] as const)
    test(`${name} reads with letters at 200 %`, async ({ page }) => {
      await openLarge(page, path, link);
      await expectReadable(page);
    });
});
