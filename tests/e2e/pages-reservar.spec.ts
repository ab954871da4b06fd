import type { Page } from "@playwright/test";
import { examine } from "./screens";
import { expect, flash, gotoReady, OWNER, test } from "./session";

// Booking on the site: the page that a client opens on her phone at night, and the screen where staff answers.

test.use({ storageState: OWNER.state, viewport: { width: 390, height: 844 }, bypassCSP: true });

const WIDTHS = process.env.TEST_ALL ? [320, 390, 768, 1280] : [320];

/** Opens the page that books an hour of a service, the last of the days that it offers. */
async function openHour(page: Page): Promise<string> {
  await page.goto("/precios");
  await page.getByRole("link", { name: "Diseño de cejas", exact: true }).first().click();
  await page.getByRole("link", { name: "Ver más días y horarios" }).click();
  const hour = page.locator(".slots dd a").last();
  const path = (await hour.getAttribute("href")) ?? "";
  await hour.click();
  await expect(page).toHaveURL(path);
  return path;
}

async function fill(page: Page, nombre: string, telefono: string) {
  await page.getByLabel("Nombre").fill(nombre);
  await page.getByLabel("Teléfono").fill(telefono);
}

test("a client asks for an hour, without a script or another host, and one tap accepts it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).host}`));
  await openHour(page);
  await expect(page.getByRole("main").getByRole("link", { name: "Agendar por WhatsApp" })).toBeVisible();
  await fill(page, "Clienta de Noche", "244 555 0101");
  await page.getByRole("button", { name: "Pedir esta cita" }).click();
  await expect(page).toHaveURL(/\/cita\/[\w-]{38}$/);
  await expect(page.getByRole("status")).toHaveText("Te confirmamos por WhatsApp");
  const link = page.url();
  expect(asked.filter((request) => request.startsWith("script"))).toEqual([]);
  expect(new Set(asked.map((request) => request.split(" ")[1]))).toEqual(new Set([new URL(link).host]));

  await gotoReady(page, "/admin/citas/solicitudes");
  await page.getByRole("listitem").filter({ hasText: "Clienta de Noche" }).getByRole("button", { name: "Aceptar" }).click();
  await expect(flash(page)).toContainText("Cita aceptada");
  await page.getByRole("button", { name: "Avisarle por WhatsApp" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mensaje de WhatsApp");
  await page.goto(link);
  await page.getByRole("button", { name: "Confirmo que voy" }).click();
  await expect(page.getByRole("status")).toHaveText("Confirmada. ¡Te esperamos!");
});

test("the pages that book, refused and taken, and the notice", async ({ page, context }) => {
  const path = await openHour(page);
  await examine(page, { name: "reservar", path }, WIDTHS);
  const wrong = async () => {
    await fill(page, "Ana", "123");
    await page.getByRole("button", { name: "Pedir esta cita" }).click();
    await expect(page.getByRole("alert")).toContainText("Faltan 7 dígitos");
  };
  await examine(page, { name: "reservar-error", path, prepare: wrong }, WIDTHS);

  // Everybody who does it is booked while the page is open.
  const taken = async () => {
    const other = await context.newPage();
    for (let n = 0; n < 12; n++) {
      await other.goto(path);
      if (!(await other.getByRole("button", { name: "Pedir esta cita" }).isVisible())) break;
      await fill(other, "Otra Clienta", `244 555 02${10 + n}`);
      await other.getByRole("button", { name: "Pedir esta cita" }).click();
    }
    await other.close();
    await fill(page, "Clienta que Llegó Tarde", "244 555 0103");
    await page.getByRole("button", { name: "Pedir esta cita" }).click();
    await expect(page.getByRole("alert")).toContainText("Esa hora se acaba de ocupar. Elige otra.");
    await expect(page.getByLabel("Nombre")).toHaveValue("Clienta que Llegó Tarde");
  };
  await examine(page, { name: "reservar-ocupada", path, prepare: taken }, WIDTHS);
  await page.locator(".slots dd button").last().click();
  await expect(page.getByRole("status")).toHaveText("Te confirmamos por WhatsApp");
  await examine(page, { name: "solicitud-enviada", path: new URL(page.url()).pathname }, WIDTHS);
  await examine(page, { name: "reservar-sin-lugar", path, status: 410 }, WIDTHS);
  await examine(page, { name: "aviso-de-privacidad", path: "/aviso-de-privacidad" }, WIDTHS);
});

test("the screens of the owner and of who answers", async ({ page }) => {
  await examine(page, { name: "solicitudes", path: "/admin/citas/solicitudes" });
  await examine(page, { name: "citas-en-linea", path: "/admin/configuracion/citas-en-linea" });
});
