import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { addDays } from "../../app/format/days.server";
import { examine } from "./screens";
import { expect, FREE_HOUR, flash, gotoReady, OWNER, test } from "./session";

// The pages of the link of an appointment, which its client opens on her phone.

test.use({ storageState: OWNER.state, viewport: { width: 390, height: 844 }, bypassCSP: true });

const WIDTHS = process.env.TEST_ALL ? [320, 390, 768, 1280] : [320];

/** Books an appointment for a new client in the first free hour from `days` ahead on, and gives the path of her link. */
async function bookForLink(page: Page, nombre: string, days: number): Promise<string> {
  const fecha = addDays(new Date().toISOString().slice(0, 10), days);
  const dialog = page.locator("dialog");
  await gotoReady(page, `/admin/citas/nueva?fecha=${fecha}`);
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill(nombre);
  await dialog.getByLabel("Otro servicio").selectOption({ label: "Diseño de cejas (Cejas, $350.00)" });
  await dialog.getByRole("button", { name: "Ver horas libres" }).click();
  await dialog.getByRole("button", { name: FREE_HOUR }).first().click();
  await flash(page).getByRole("link", { name: "Ver la cita" }).click();
  const client = page.locator("h1").getByRole("link", { name: nombre });
  const [cliente_id = ""] = /[0-9a-f-]{36}/.exec((await client.getAttribute("href")) ?? "") ?? [];
  const [id = ""] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
  const digest = createHmac("sha256", process.env.E2E_SECRET ?? "")
    .update(`cita ${id}${cliente_id}`)
    .digest();
  return `/cita/${Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), digest.subarray(0, 12)]).toString("base64url")}`;
}

test("the pages of a link", async ({ page }) => {
  const path = await bookForLink(page, "Clienta con Enlace", 8);
  await examine(page, { name: "enlace", path }, WIDTHS);
  await examine(page, { name: "enlace-cancelar", path: `${path}?cancelar=si` }, WIDTHS);
  await examine(page, { name: "enlace-cambiar", path: `${path}/cambiar` }, WIDTHS);
  await gotoReady(page, `${path}?cancelar=si`);
  await page.getByRole("button", { name: "Sí, cancelar mi cita" }).click();
  await examine(page, { name: "enlace-cancelada", path, status: 410 }, WIDTHS);
});

test("a client confirms in one press, changes in two and cancels in two, without a script or another host", async ({ page }) => {
  const path = await bookForLink(page, "Clienta que Cambia", 10);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).host}`));
  let presses = 0;
  const press = async (role: "button" | "link", name: string | RegExp) => {
    presses++;
    await page.getByRole("main").getByRole(role, { name }).first().click();
  };
  await page.goto(path);
  const [day, status] = [page.getByRole("heading", { level: 1 }), page.getByRole("status")];
  await expect(status).toHaveText("Falta que la confirmes");
  await press("button", "Confirmo que voy");
  await expect(status).toHaveText("Confirmada. ¡Te esperamos!");
  expect(presses).toBe(1);

  const before = await day.textContent();
  await press("link", "Necesito cambiarla");
  const hours = page.getByRole("button", { name: /, (Lunes|Martes|Miércoles|Jueves|Viernes|Sábado|Domingo) / });
  const other = hours.filter({ hasNot: page.getByText(String(before)) }).last();
  presses++;
  await other.click();
  await expect(page).toHaveURL(path);
  await expect(status).toHaveText("Confirmada. ¡Te esperamos!");
  expect(presses).toBe(3);

  await press("link", "Cancelar mi cita");
  await press("button", "Sí, cancelar mi cita");
  await expect(day).toHaveText("Tu cita está cancelada");
  expect(presses).toBe(5);
  expect(asked.filter((request) => request.startsWith("script"))).toEqual([]);
  expect(new Set(asked.map((request) => request.split(" ")[1]))).toEqual(new Set([new URL(page.url()).host]));
});
