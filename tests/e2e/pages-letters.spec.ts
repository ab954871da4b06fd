import type { Page } from "@playwright/test";
import { expect, gotoReady, OWNER, test } from "./session";

// Long names on a phone. That letters at 200 % can be read is examined with each screen (screens.ts).

test.use({ viewport: { width: 390, height: 844 } });

/** The texts of a page's elements, each once. */
const textsOf = async (page: Page, path: string, selector: string) => {
  await gotoReady(page, path);
  // Without what screen readers alone are told.
  const texts = await page.locator(selector).evaluateAll((all) => all.map(({ firstChild }) => firstChild?.textContent ?? ""));
  return [...new Set(texts)];
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
    const services = await textsOf(page, "/admin/servicios", "main .card h3");
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
