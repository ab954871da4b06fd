import type { Locator, Page } from "@playwright/test";
import { expect, flash, gotoReady, OWNER, test } from "./session";

test.use({ storageState: OWNER.state });

// Each project books on a different day, so that their appointments do not conflict.
const DAYS: Record<string, string> = { "con-js": "2099-03-03", "sin-js": "2099-03-04", "js-perdido": "2099-03-05" };

/** Selects Mariana by part of her label, because a mark follows her name once a matching service is chosen. */
async function chooseMariana(select: Locator) {
  await select.selectOption(await select.locator("option", { hasText: "Mariana Núñez Ortega" }).getAttribute("value"));
}

test("books a visit of two services for a new client, and offers another slot to the next appointment at the same time", async ({
  page,
}, { project }) => {
  const day = DAYS[project.name] ?? "2099-03-06";
  const dialog = page.locator("dialog");
  const nombre = `Lucía de prueba ${project.name}`;

  await gotoReady(page, "/admin/citas");
  await page.getByRole("link", { name: "Nueva Cita" }).first().click();
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill(nombre);
  await dialog.getByLabel("Teléfono de la clienta").fill("222 000 1234");
  await dialog.getByLabel("Servicio", { exact: true }).selectOption({ label: "Diseño de cejas (Cejas, $350.00)" });
  if (project.name === "con-js") await expect(dialog.getByLabel("Precio del servicio 1")).toHaveValue("350.00");
  await chooseMariana(dialog.getByLabel("Especialista del servicio 1"));
  await dialog.getByLabel("Fecha").fill(day);
  await dialog.getByLabel("Hora", { exact: true }).fill("11:00");
  await dialog.getByRole("button", { name: "Agregar otro servicio" }).click();
  await expect(dialog.getByLabel("Servicio 2", { exact: true })).toBeFocused();
  await expect(dialog.getByLabel("Nombre de la clienta")).toHaveValue(nombre);
  await dialog.getByLabel("Servicio 2", { exact: true }).selectOption({ label: "Tinte de cejas (Cejas, $250.00)" });
  await chooseMariana(dialog.getByLabel("Especialista del servicio 2"));
  await dialog.getByRole("button", { name: "Ver precio y especialistas" }).click();
  await expect(dialog.getByLabel("Precio del servicio 2")).not.toHaveValue("");
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await expect(flash(page)).toContainText("Cita creada");

  await page.goto(`/admin/citas?vista=dia&dia=${day}`);
  const appointments = page.getByText(nombre).filter({ visible: true });
  await expect(appointments).toHaveCount(2);

  await page.goto(`/admin/citas/nueva?vista=dia&dia=${day}&fecha=${day}&hora=11:15`);
  await dialog.getByLabel("Buscar por nombre o teléfono").fill(nombre);
  await dialog.getByRole("button", { name: "Buscar" }).click();
  await dialog.getByRole("radio", { name: new RegExp(nombre) }).check();
  await dialog.getByLabel("Servicio", { exact: true }).selectOption({ label: "Diseño de cejas (Cejas, $350.00)" });
  await chooseMariana(dialog.getByLabel("Especialista del servicio 1"));
  await dialog.getByLabel("Notas").fill("No se pierde");
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Ese horario ya está ocupado");
  const taken = dialog.getByRole("region", { name: "Ese horario ya está ocupado" });
  await expect(taken).toContainText(nombre);
  await taken.getByRole("button").last().click();
  await expect(dialog.getByLabel("Notas")).toHaveValue("No se pierde");
  await expect(dialog.getByLabel("Hora", { exact: true })).not.toHaveValue("11:15");
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await expect(flash(page)).toContainText("Cita creada");
  await expect(page).toHaveURL(new RegExp(`/admin/citas\\?vista=dia&dia=${day}$`));
  await expect(appointments).toHaveCount(3);

  await flash(page).getByRole("link", { name: "Ver la cita" }).click();
  await page.getByLabel("Monto").fill("100");
  await page.getByRole("button", { name: "Registrar anticipo" }).click();
  await expect(flash(page)).toContainText("Anticipo registrado");
  // The amount field is empty after it was sent.
  await expect(page.getByLabel("Monto")).toHaveValue("");
  await page.getByRole("link", { name: "Volver" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/citas\\?vista=dia&dia=${day}$`));
});

test("choosing another service in the form updates its price, but not a typed one", async ({ page }, { project }) => {
  test.skip(project.name !== "con-js", "Without JavaScript the server fills them in.");
  const dialog = page.locator("dialog");
  await gotoReady(page, "/admin/citas/nueva");
  const servicio = dialog.getByLabel("Servicio", { exact: true });
  await servicio.focus();
  const seen = new Set<string>();
  // By keyboard, for the browser's real event order: `input`, then `change`.
  for (let choice = 0; choice < 6; choice++) {
    await page.keyboard.press("ArrowDown");
    const label = await servicio.locator("option:checked").textContent();
    const price = /\$([\d,]+\.\d\d)\)$/.exec(label ?? "")?.[1]?.replace(",", "") ?? "";
    await expect(dialog.getByLabel("Precio")).toHaveValue(price);
    seen.add(price);
  }
  expect(seen.size).toBeGreaterThan(2);
  // A typed price stays.
  await dialog.getByLabel("Precio").fill("1.50");
  await servicio.focus();
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByLabel("Precio")).toHaveValue("1.50");
});

test("every minute of the day's grid is equally high, and a button prints the day", async ({ page }, { project }) => {
  await gotoReady(page, `/admin/citas?vista=dia&dia=${await dayWithCitas(page)}`);
  const print = page.getByRole("button", { name: "Imprimir" });
  if (project.name !== "con-js") return expect(print).toBeHidden();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await print.click();
  await expect(page.locator("body[data-printed]")).toBeVisible();

  const heights = await page.locator(".agenda-dia li:has(> a)").evaluateAll((items) =>
    items.map((item) => {
      const [, hours, minutes] = /por-h-(\d+) por-m-(\d+)/.exec(item.className) ?? [];
      return item.getBoundingClientRect().height / (Number(hours) * 60 + Number(minutes));
    }),
  );
  expect(heights.length).toBeGreaterThan(5);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.01);
});

test("moves an appointment from its card in two taps", async ({ page }) => {
  await gotoReady(page, "/admin/citas?cuando=proximas&estado=confirmada");
  await page
    .getByRole("link", { name: /^Mover la cita/ })
    .first()
    .click();
  const hour = page.locator("main button[value^=book]").nth(1);
  const clock = (await hour.textContent())?.split(" con")[0];
  await hour.click();
  await expect(flash(page)).toContainText("Cita movida");
  await expect(flash(page)).toContainText(String(clock));
  await expect(page).toHaveURL(/\?cuando=proximas&estado=confirmada$/);
});

/** A day on which the demo studio has appointments. */
async function dayWithCitas(page: Page): Promise<string> {
  await page.goto("/admin/citas?cuando=todas&estado=completada");
  const moment = await page.locator("time[datetime]").first().getAttribute("datetime");
  return new Intl.DateTimeFormat("en-CA", { timeZone: "America/Mexico_City" }).format(new Date(moment ?? ""));
}
