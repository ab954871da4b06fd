import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, OWNER, test } from "./session";

// Every screen, at a phone's and a desk's width (and a tablet's for the pictures), light and dark: nothing axe objects to,
// nothing wider than the screen. With SCREENS=1 (`npm run screens`) the pictures are kept in docs/screens.

type Screen = { name: string; path: string; status?: number; prepare?: (page: Page) => Promise<void> };

const PUBLIC: Screen[] = [
  { name: "inicio", path: "/" },
  { name: "menu", path: "/#menu" },
  { name: "nosotros", path: "/about" },
  { name: "galeria", path: "/gallery" },
  { name: "galeria-filtrada", path: "/gallery?servicio=lifting-de-pestanas" },
  { name: "galeria-vacia", path: "/gallery?servicio=ninguno" },
  { name: "servicio", path: "/", prepare: (page) => openFirst(page, /\/servicio\//) },
  { name: "servicio-no-encontrado", path: "/servicio/00000000-0000-4000-8000-000000000000", status: 404 },
  { name: "no-encontrada", path: "/no-existe", status: 404 },
  { name: "entrar", path: "/auth" },
  { name: "registro", path: "/auth?modo=registro" },
  { name: "entrar-error", path: "/auth", prepare: refuseSignIn },
];

const PRIVATE: Screen[] = [
  { name: "admin", path: "/admin" },
  { name: "admin-clientes", path: "/admin/clientes" },
  { name: "admin-clientes-vacio", path: "/admin/clientes?q=zzzz" },
  { name: "admin-cliente-nuevo", path: "/admin/clientes/nuevo" },
  { name: "admin-cliente-errores", path: "/admin/clientes/nuevo", prepare: refuseClient },
  { name: "admin-cliente", path: "/admin/clientes", prepare: (page) => openFirst(page, /\/admin\/clientes\/[0-9a-f-]{36}$/) },
  { name: "admin-cliente-versiones", path: "/admin/clientes", prepare: conflict },
  {
    name: "admin-cliente-eliminar",
    path: "/admin/clientes",
    prepare: (page) => openFirst(page, /\/admin\/clientes\/[0-9a-f-]{36}$/, "/eliminar"),
  },
  { name: "admin-citas", path: "/admin/citas" },
  { name: "admin-configuracion", path: "/admin/configuracion" },
  { name: "admin-general", path: "/admin/configuracion/general" },
  { name: "admin-seguridad", path: "/admin/configuracion/seguridad" },
  { name: "admin-no-encontrada", path: "/admin/no-existe", status: 404 },
];

async function openFirst(page: Page, href: RegExp, more = "") {
  const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const link = links.find((path) => href.test(path.replace(/\?.*/, "")));
  if (!link) throw new Error(`no link to ${href}`);
  await page.goto(link + more);
}

async function refuseSignIn(page: Page) {
  await page.getByLabel("Correo").fill("nadie@ejemplo.mx");
  await page.getByLabel("Contraseña").fill("x");
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
  await page.getByRole("alert").waitFor();
}

async function refuseClient(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Nombre", { exact: true }).fill("  ");
  await dialog.getByLabel("Edad").fill("muchos");
  await dialog.getByLabel("Medicina").fill("Un texto larguísimo que alguien escribió de una sola vez. ".repeat(8));
  await page.getByRole("button", { name: "Crear cliente" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function conflict(page: Page) {
  await openFirst(page, /\/admin\/clientes\/[0-9a-f-]{36}$/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator("dialog").getByLabel("Ocupación").fill(`Cambio ajeno ${Date.now()}`);
  await other.getByRole("button", { name: "Guardar cambios" }).click();
  await other.getByText("Cliente actualizado").waitFor();
  await other.close();
  await page.locator("dialog").getByLabel("Ocupación").fill("Mi cambio");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await page.getByText("Las dos versiones").waitFor();
}

const SIZES = process.env.SCREENS ? [390, 768, 1280] : [390, 1280];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of SIZES) {
    test.describe(`${width} px, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport: { width, height: width === 390 ? 844 : 900 }, bypassCSP: true, reducedMotion: "reduce" });
      for (const screen of PUBLIC) {
        test(screen.name, ({ page }) => examine(page, screen, `${screen.name}-${width}-${colorScheme}`));
      }
      test.describe("staff", () => {
        test.use({ storageState: OWNER.state });
        for (const screen of PRIVATE) {
          test(screen.name, ({ page }) => examine(page, screen, `${screen.name}-${width}-${colorScheme}`));
        }
      });
    });
  }
}

async function examine(page: Page, { path, status = 200, prepare }: Screen, picture: string) {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // The browser itself reports every answer of 400 and above.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) complaints.push(message.text());
  });
  const response = await page.goto(path);
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
  expect(complaints).toEqual([]);
  if (process.env.SCREENS) {
    await page.screenshot({ path: `docs/screens/${picture}.jpg`, fullPage: true, type: "jpeg", quality: 60 });
  }
}
