import { test as base, type Page } from "@playwright/test";

export const OWNER = { email: "propietaria@ejemplo.mx", password: "una contraseña larga", state: "test-results/owner.json" };

/** An account that may use the agenda and see the health notes of her own clients. */
export const SPECIALIST = {
  email: "especialista@ejemplo.mx",
  password: "una contraseña larga",
  state: "test-results/specialist.json",
};

/** In `js-perdido` the browser runs JavaScript, but every script file fails to load. */
export const test = base.extend({
  context: async ({ context }, use, { project }) => {
    if (project.name === "js-perdido") await context.route(/\.js(\?|$)/, (route) => route.abort());
    await use(context);
  },
});

export { expect } from "@playwright/test";

/** Opens a page and waits until it is hydrated, if it has scripts: the load event does not wait for their imports. */
export async function gotoReady(page: Page, path: string) {
  const response = await page.goto(path);
  await becomeReady(page);
  return response;
}

/** Sets the browser's clock 11 hours ahead in every page that is opened from now on, and 11 hours behind once it is loaded again. */
export async function setClockWrong(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const off = (navigation?.type === "reload" ? -11 : 11) * 3_600_000;
    const TrueDate = Date;
    window.Date = new Proxy(TrueDate, {
      construct: (_, values) => Reflect.construct(TrueDate, values.length > 0 ? values : [TrueDate.now() + off]),
      get: (target, key) => (key === "now" ? () => TrueDate.now() + off : Reflect.get(target, key)),
    });
  });
}

/** Waits until the current page is hydrated, if it has scripts. */
export async function becomeReady(page: Page): Promise<void> {
  if (["sin-js", "js-perdido"].includes(base.info().project.name)) return;
  // Public pages have no Remix. The others set scrollRestoration in an effect, which runs after hydration.
  await page.waitForFunction(() => !("__remixContext" in window) || history.scrollRestoration === "manual");
}

/**
 * Waits until the page is ready to send another form: React shows the answer of one, and only after that paint runs the effect
 * that lets the next one through.
 */
export async function readyForNextForm(page: Page): Promise<void> {
  if (base.info().project.name === "sin-js") return;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** The name of a button with a free hour: `10:00 a.m. con Lucía` or `Ahora con Lucía`, and not *Manicura con gelish*. */
export const FREE_HOUR = /^(Ahora|\d.*) con /;

/** The message that says what was done. */
export const flash = (page: Page) => page.getByRole("main").getByRole("status").first();

/** The paths of the forms that a page sends from now on. */
export function countPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  return posts;
}

/** Fills in the form to sign in or to sign up and sends it. */
export async function sendCredentials(page: Page, { email, password }: Record<"email" | "password", string>) {
  await page.getByLabel("Correo").fill(email);
  await page.getByLabel("Contraseña").fill(password);
  await page.locator("form [type=submit]").click();
}
