import type { Locator, Page } from "@playwright/test";
import { expect, FREE_HOUR, flash, gotoReady, OWNER, readyForNextForm, test } from "./session";

test.use({ storageState: OWNER.state });

// Each project books on a different day, so that their appointments do not conflict.
const DAYS: Record<string, string> = { "con-js": "2099-03-03", "sin-js": "2099-03-04", "js-perdido": "2099-03-05" };
const addWeek = (day = "2099-03-06") => new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10);
const MARIANA = { label: "Mariana Núñez Ortega" };

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
  await dialog.getByLabel("Otro servicio").selectOption({ label: "Diseño de cejas (Cejas, $350.00)" });
  await dialog.getByLabel("Especialista del servicio 1").selectOption(MARIANA);
  await dialog.getByText("Otra fecha u hora").click();
  await dialog.getByLabel("Fecha").fill(day);
  await dialog.getByLabel("Hora", { exact: true }).fill("11:00");
  await dialog.getByRole("button", { name: "Ver horas libres" }).click();
  await expect(dialog.getByRole("button", { name: /^11:00 a.m. con Mariana/ }).first()).toBeVisible();
  await readyForNextForm(page);
  await dialog.getByRole("button", { name: "Agregar otro servicio" }).click();
  await expect(dialog.getByLabel(/servicio 2$/i).first()).toBeFocused();
  await expect(dialog.getByLabel("Nombre de la clienta")).toHaveValue(nombre);
  await dialog.getByLabel("Servicio 2", { exact: true }).selectOption({ label: "Tinte de cejas (Cejas, $250.00)" });
  await dialog.getByLabel("Especialista del servicio 2").selectOption(MARIANA);
  await readyForNextForm(page);
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await expect(flash(page)).toContainText("Cita creada");

  await page.goto(`/admin/citas?vista=dia&dia=${day}`);
  const appointments = page.getByText(nombre).filter({ visible: true });
  await expect(appointments).toHaveCount(2);

  await page.goto(`/admin/citas/nueva?vista=dia&dia=${day}&fecha=${day}&hora=11:15`);
  await dialog.getByLabel("Teléfono o nombre").fill(nombre);
  await dialog.getByRole("button", { name: "Buscar" }).click();
  await dialog.getByRole("radio", { name: new RegExp(nombre) }).check();
  await dialog.getByLabel("Otro servicio").selectOption({ label: "Diseño de cejas (Cejas, $350.00)" });
  await dialog.getByLabel("Especialista del servicio 1").selectOption(MARIANA);
  await dialog.getByText("Precio, duración, notas y estado").click();
  await dialog.getByLabel("Notas").fill("No se pierde");
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Ese horario ya está ocupado");
  const taken = dialog.getByRole("region", { name: "Ese horario ya está ocupado" });
  await readyForNextForm(page);
  await expect(taken).toContainText(nombre);
  await expect(dialog.getByLabel("Notas")).toHaveValue("No se pierde");
  await taken.getByRole("button").first().click();
  await expect(flash(page)).toContainText("Cita creada");
  await expect(page).toHaveURL(new RegExp(`/admin/citas\\?vista=dia&dia=${day}$`));
  await expect(appointments).toHaveCount(3);

  await flash(page).getByRole("link", { name: "Ver la cita" }).click();
  await page.getByText("Registrar un anticipo").click();
  await page.getByLabel("Monto").fill("100");
  await page.getByRole("button", { name: "Registrar anticipo" }).click();
  await expect(flash(page)).toContainText("Anticipo registrado");
  // The amount field is empty after it was sent.
  await expect(page.getByLabel("Monto")).toHaveValue("");
  await page.getByRole("link", { name: "Volver" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/citas\\?vista=dia&dia=${day}$`));
});

test("a known client is booked from a gap of the day with three more presses and her telephone", async ({ page }, {
  project,
}) => {
  const dialog = page.locator("dialog");
  const day = addWeek(DAYS[project.name]);
  await gotoReady(page, `/admin/citas?vista=dia&dia=${day}`);
  await page
    .getByRole("link", { name: /^\d.* con .*: agendar$/ })
    .filter({ visible: true })
    .first()
    .click();
  await dialog.getByLabel("Teléfono o nombre").fill("00 0000 1007");
  await dialog.getByRole("button", { name: "Buscar" }).click();
  await dialog.getByText("Lo de siempre").waitFor();
  await readyForNextForm(page);
  await dialog
    .getByRole("button", { name: / min · / })
    .first()
    .click();
  const hour = dialog.getByRole("button", { name: FREE_HOUR }).first();
  await hour.waitFor();
  await readyForNextForm(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(tooWide)).toBe(0);
  await hour.click();
  await expect(flash(page)).toContainText("Cita creada");
  await expect(page).toHaveURL(new RegExp(`/admin/citas\\?vista=dia&dia=${day}$`));
});

test("a new client is booked with the keyboard alone", async ({ page }, { project }) => {
  const dialog = page.locator("dialog");
  await gotoReady(page, `/admin/citas/nueva?fecha=${addWeek(addWeek(DAYS[project.name]))}`);
  await tabTo(page, dialog.getByLabel("Teléfono o nombre"));
  await page.keyboard.type(`Teclado ${project.name}`);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Nombre de la clienta")).toHaveValue(`Teclado ${project.name}`);
  await tabTo(page, dialog.getByRole("button", { name: / min · / }).first());
  await page.keyboard.press("Enter");
  // The focus is above the hours that were asked for.
  await expect(dialog.getByLabel("Especialista del servicio 1")).toBeFocused();
  await tabTo(page, dialog.getByRole("button", { name: FREE_HOUR }).first());
  await page.keyboard.press("Enter");
  await expect(flash(page)).toContainText("Cita creada");
});

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator) {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; !(await isFocused()); tabs++) {
    expect(tabs, `Tab does not reach ${target}`).toBeLessThan(30);
    await page.keyboard.press("Tab");
  }
}

/** How many pixels the page or its dialog is wider than the screen. */
const tooWide = () =>
  Math.max(
    ...[document.documentElement, ...document.querySelectorAll("dialog")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );

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
