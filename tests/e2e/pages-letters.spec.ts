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

/** The texts of a page's elements, each once. */
const textsOf = async (page: Page, path: string, selector: string) => {
  await gotoReady(page, path);
  return [...new Set(await page.locator(selector).allTextContents())];
};

/** Long names that go beyond the box with a border or a colour in which they stand, and are not cut there. Runs in the page. */
function escapedNames(): string[] {
  const boxOf = (element: Element): Element => {
    const { borderRightWidth, backgroundColor, overflowX } = getComputedStyle(element);
    const isBox = borderRightWidth !== "0px" || backgroundColor !== "rgba(0, 0, 0, 0)" || overflowX !== "visible";
    return isBox || element.parentElement === null ? element : boxOf(element.parentElement);
  };
  const texts = document.createTreeWalker(document.querySelector("dialog") ?? document.body, NodeFilter.SHOW_TEXT);
  const escaped: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) || parent.closest("svg")) continue;
    const box = boxOf(parent);
    const range = document.createRange();
    range.selectNodeContents(node);
    const isCut = getComputedStyle(box).overflowX !== "visible" && box.localName !== "dialog";
    const isEscaped = range.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
    if (isEscaped && !isCut && /_de_la_|Micro|losÁng/.test(node.textContent ?? "")) escaped.push(node.textContent?.trim() ?? "");
  }
  return escaped;
}

test.describe("names without blanks", () => {
  test.use({ storageState: OWNER.state });

  test("make no screen wider, and stay in their boxes", async ({ page }) => {
    const services = await textsOf(page, "/admin/servicios", "main .card h2");
    const clients = await textsOf(page, "/admin/citas?cuando=todas", ".cita-card > .link");
    clients.push(...(await textsOf(page, "/admin/citas", ".cita-card > .link")));
    const specialists = await textsOf(page, "/admin/empleados", "main .card h2");
    expect([services, clients, specialists].every(({ length }) => length > 0)).toBe(true);
    // No record is changed: other tests look at the same ones.
    await page.route(/\/(admin|servicio|precios|gallery)?([/?].*)?$/, async (route) => {
      const response = await route.fetch();
      let body = await response.text();
      for (const name of clients) body = body.replaceAll(name, "@lupita.hernandez_de_la_torre_y_garcía_santillán");
      for (const name of services) body = body.replaceAll(name, "Microdermoabrasiónhidratanteprofundísima");
      for (const name of specialists) body = body.replaceAll(name, "MariadelosÁngelesGuadalupe Hernándezdelatorre");
      await route.fulfill({ response, body });
    });
    for (const path of [
      "/",
      "/precios",
      "/gallery",
      "/admin",
      "/admin/clientes",
      "/admin/citas",
      "/admin/citas?vista=dia",
      "/admin/citas?vista=semana",
      "/admin/citas/recordatorios",
    ] as const) {
      await gotoReady(page, path);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const title = `${page.url()} at ${width} px`;
        expect(await page.evaluate(() => document.documentElement.scrollWidth), title).toBeLessThanOrEqual(width);
        expect(await page.evaluate(escapedNames), title).toEqual([]);
      }
    }
  });
});
