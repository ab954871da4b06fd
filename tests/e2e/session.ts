import { test as base, type Page } from "@playwright/test";

export const OWNER = { email: "propietaria@ejemplo.mx", password: "una contraseña larga", state: "test-results/owner.json" };

/** In `js-perdido` the browser runs JavaScript, but none of the files ever arrives. */
export const test = base.extend({
  context: async ({ context }, use, { project }) => {
    if (project.name === "js-perdido") await context.route(/\.js(\?|$)/, (route) => route.abort());
    await use(context);
  },
});

export { expect } from "@playwright/test";

/** Opens a page, and waits until its scripts listen where they arrive: the load event does not wait for what they import. */
export async function gotoReady(page: Page, path: string) {
  const response = await page.goto(path);
  await becomeReady(page);
  return response;
}

/** As `gotoReady`, for a page that was opened otherwise. */
export async function becomeReady(page: Page): Promise<void> {
  if (["sin-js", "js-perdido"].includes(base.info().project.name)) return;
  // Pages without the framework have nothing to wait for. All others take over scrolling, in an effect: by then all have run.
  await page.waitForFunction(() => !("__remixContext" in window) || history.scrollRestoration === "manual");
}
