import { type Browser, expect, type Page } from "@playwright/test";
import { examineAll, first, openFirst, record, type Screen } from "./screens";
import { becomeReady, gotoReady, OWNER, SPECIALIST, sendCredentials, test } from "./session";

const SCREENS: Screen[] = [
  { name: "especialista-admin", isVariant: true, path: "/admin" },
  { name: "especialista-clientes", isVariant: true, path: "/admin/clientes" },
  { name: "especialista-ficha", isVariant: true, path: "/admin/clientes", prepare: first(record("clientes", "/ficha")) },
  { name: "especialista-configuracion", isVariant: true, path: "/admin/configuracion" },
  { name: "especialista-sin-permiso", path: "/admin/ingresos", status: 403 },
];

test.describe("as a specialist", () => {
  test.use({ storageState: SPECIALIST.state });
  examineAll(SCREENS);
});

// As long as an e-mail may come: it has no space to wrap at.
const WAITING = {
  email: `guadalupe.del.carmen.villasenor.fernandez-${Date.now()}-${process.pid}@estudio-de-belleza.ejemplo.mx`,
  password: "una contraseña larga",
};

const OWNERS: Screen[] = [
  { name: "propietaria-por-revisar", isVariant: true, path: "/admin/ingresos", prepare: changeMoney },
  { name: "propietaria-cuadre-por-revisar", isVariant: true, path: "/admin/reportes/cuadre" },
  { name: "propietaria-configuracion", isVariant: true, path: "/admin/configuracion" },
  { name: "propietaria-cuentas", path: "/admin/configuracion/seguridad" },
  { name: "propietaria-aprobar", isVariant: true, path: "/admin/configuracion/seguridad", prepare: refuseApproval },
  { name: "propietaria-ceder-errores", isVariant: true, path: "/admin/configuracion/seguridad/ceder", prepare: refuseHandOver },
  {
    name: "propietaria-enlace",
    isVariant: true,
    path: "/admin/configuracion/seguridad",
    prepare: async (page) => void (await makeLink(page)),
  },
];

test.describe("as the owner, with an account that waits", () => {
  test.use({ storageState: OWNER.state });
  test.beforeAll(async ({ browser }) => signUp(browser));
  examineAll(OWNERS);
});

const VISITORS: Screen[] = [
  { name: "cuenta-espera", isVariant: true, path: "/auth", prepare: (page) => signIn(page) },
  {
    name: "no-puedo-entrar",
    isVariant: true,
    path: "/auth",
    prepare: (page) => page.getByText("¿Olvidaste tu contraseña?").click(),
  },
  { name: "enlace-de-acceso", isVariant: true, path: "/auth", prepare: openLink },
];

test.describe("as a visitor, with an account that waits", () => {
  test.beforeAll(async ({ browser }) => signUp(browser));
  examineAll(VISITORS);
});

/** Creates the account; a taken e-mail is answered as a new one. */
async function signUp(browser: Browser) {
  const page = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await page.goto("/auth?modo=registro");
  await sendCredentials(page, WAITING);
  await page.getByText("Recibimos tu solicitud").waitFor();
  await page.close();
}

async function signIn(page: Page) {
  await sendCredentials(page, WAITING);
  await page.getByRole("heading", { name: /pendiente/ }).waitFor();
  await becomeReady(page);
}

/** Changes the amount of an income, and goes to the dashboard. */
async function changeMoney(page: Page) {
  await openFirst(page, record("ingresos"));
  const monto = page.locator("dialog").getByLabel("Monto");
  await monto.fill(String(Number(await monto.inputValue()) + 1));
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await page.getByText("Ingreso actualizado").first().waitFor();
  await gotoReady(page, "/admin");
  await page.getByRole("heading", { name: "Desde la última vez que revisaste" }).waitFor();
}

async function refuseApproval(page: Page) {
  await page.getByRole("link", { name: `Aprobar ${WAITING.email}` }).click();
  await page.getByRole("button", { name: "Aprobar" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function refuseHandOver(page: Page) {
  await page.getByLabel("Nueva propietaria").selectOption({ label: SPECIALIST.email });
  await page.getByLabel("Tu contraseña").fill("no es esta");
  await page.getByRole("button", { name: "Ceder el estudio" }).click();
  await page.getByText("Esa no es tu contraseña").first().waitFor();
}

async function makeLink(page: Page): Promise<string> {
  await page.locator("summary", { hasText: SPECIALIST.email }).click();
  await page.getByRole("button", { name: `Crear enlace de acceso para ${SPECIALIST.email}` }).click();
  const message = page.getByLabel("Mensaje para copiar");
  await expect(message).toHaveValue(/\/auth\/acceso\//);
  return (await message.inputValue()).replace(/.*(?=http)/s, "");
}

async function openLink(page: Page) {
  const context = await page.context().browser()?.newContext({ storageState: OWNER.state });
  if (!context) throw new Error("the browser is closed");
  const hers = await context.newPage();
  await gotoReady(hers, "/admin/configuracion/seguridad");
  const link = await makeLink(hers);
  await context.close();
  await gotoReady(page, new URL(link).pathname);
  await page.getByLabel("Contraseña nueva").waitFor();
}
