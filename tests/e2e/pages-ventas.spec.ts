import type { Page } from "@playwright/test";
import { examineAll, first, openFirst, record, type Screen } from "./screens";
import { expect, gotoReady, OWNER, readyForNextForm, test } from "./session";

// What the counter charges and sells. The demo has sales, and some that are still owed.

const VENDER = "/admin/ventas/nueva";
const CLIENTA = "Guadalupe del Carmen Villaseñor y Fernández de Lizardi";

const SCREENS: Screen[] = [
  { name: "admin-vender", isVariant: true, path: VENDER },
  { name: "admin-vender-dos", path: VENDER, prepare: chooseTwo },
  { name: "admin-vender-errores", isVariant: true, path: VENDER, prepare: refuseSale },
  { name: "admin-visita-completar", isVariant: true, path: "/admin/citas/nueva", prepare: openVisita },
  { name: "admin-visita-cuanto", isVariant: true, path: "/admin/citas/nueva", prepare: askHowMuch },
  { name: "admin-visita-errores", isVariant: true, path: "/admin/citas/nueva", prepare: refuseVisita },
  { name: "admin-nota", path: "/admin/citas/nueva", prepare: chargeVisita },
  {
    name: "admin-nota-cancelada",
    isVariant: true,
    path: VENDER,
    prepare: async (page) => {
      await sell(page);
      await page.getByText("Cancelar venta").click();
      await page.getByRole("button", { name: "Sí, cancelarla" }).click();
      await page.getByText("(cancelada)").waitFor();
    },
  },
  { name: "admin-por-cobrar", path: "/admin/ventas/por-cobrar" },
  {
    name: "admin-nota-cobrar",
    isVariant: true,
    path: "/admin/ventas/por-cobrar",
    prepare: first(record("ventas", "/cobrar")),
  },
  { name: "admin-cita-con-cobro", isVariant: true, path: "/admin/citas/nueva", prepare: openChargedCita },
  { name: "admin-devolver", path: "/admin/citas/nueva", prepare: openGiveBack },
  { name: "admin-devolver-errores", isVariant: true, path: "/admin/citas/nueva", prepare: refuseGiveBack },
  { name: "admin-regresar", isVariant: true, path: "/admin/citas/nueva", prepare: openReturn },
  { name: "admin-regresar-errores", isVariant: true, path: "/admin/citas/nueva", prepare: refuseReturn },
  { name: "admin-nota-devuelta", isVariant: true, path: "/admin/citas/nueva", prepare: giveBackAndReturn },
  { name: "admin-cita-devuelta", isVariant: true, path: "/admin/citas/nueva", prepare: openGivenBack },
  { name: "admin-cita-anticipo-sin-usar", isVariant: true, path: "/admin/citas/nueva", prepare: cancelWithDeposit },
  { name: "admin-cita-usar-anticipo", isVariant: true, path: "/admin/citas/nueva", prepare: openUnusedDeposit },
  { name: "admin-completar-usar-anticipo", isVariant: true, path: "/admin/citas/nueva", prepare: chargeUnusedDeposit },
];

// How many visits this worker has booked.
let booked = 0;

test.use({ storageState: OWNER.state });

examineAll(SCREENS);

for (const width of process.env.TEST_ALL ? [219, 302] : [219])
  test(`a nota fits on a roll of paper of ${width} px, and only the nota is printed`, async ({ page }) => {
    await gotoReady(page, "/admin/citas/nueva");
    await chargeVisita(page);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await expect(page.getByRole("article", { name: /^Nota/ })).toBeVisible();
    for (const hidden of ["Cancelar venta", "Enviar por WhatsApp", "Volver"])
      await expect(page.getByText(hidden).first()).toBeHidden();
  });

/** Presses the buttons of two products, and opens what is folded. */
async function chooseTwo(page: Page) {
  for (const index of [0, 1]) {
    const product = page.getByRole("button", { name: /\s\$\d/ }).nth(index);
    const [name = ""] = (await product.innerText()).split(/\s+(?=\$)/);
    await product.click();
    await page.getByLabel(`Cuántos de ${name}`).waitFor();
    await readyForNextForm(page);
  }
  await openFolds(page);
}

async function openFolds(page: Page) {
  const closed = page.locator("#cobro details:not([open]) > summary");
  while ((await closed.count()) > 0) await closed.first().click();
}

async function refuseSale(page: Page) {
  await chooseTwo(page);
  for (const field of await page.getByLabel(/^Cuántos de/).all()) await field.fill("9,999");
  await page.getByLabel("Teléfono o nombre").fill("an");
  await page.getByRole("button", { name: "Buscar" }).last().click();
  await page.getByRole("radio", { name: "Otra clienta" }).waitFor();
  await readyForNextForm(page);
  await page.getByRole("button", { name: "Cobrar", exact: true }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function sell(page: Page) {
  await page
    .getByRole("button", { name: /\s\$\d/ })
    .first()
    .click();
  await page.getByLabel(/^Cuántos de/).waitFor();
  await readyForNextForm(page);
  await page.getByRole("button", { name: "Cobrar", exact: true }).click();
  await page.getByText("Venta registrada").waitFor();
}

/** Books a visit of two services far ahead for a new client with a long name, and opens the page that completes it. */
async function bookVisita(page: Page) {
  const dialog = page.locator("dialog");
  // A different day for each, so that they do not overlap.
  const day = new Date(Date.UTC(2098, 5, 1 + test.info().workerIndex * 20 + booked++)).toISOString().slice(0, 10);
  await gotoReady(page, `/admin/citas/nueva?fecha=${day}&hora=03:00`);
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill(CLIENTA);
  await dialog.getByLabel("Teléfono de la clienta").fill("222 555 0099");
  await dialog.getByLabel("Otro servicio").selectOption({ label: "Diseño de cejas (Cejas, $350.00)" });
  await dialog.getByRole("button", { name: "Ver horas libres" }).click();
  await dialog.getByRole("button", { name: "Agregar otro servicio" }).click();
  await dialog.getByLabel("Servicio 2", { exact: true }).selectOption({ label: "Tinte de cejas (Cejas, $250.00)" });
  // Two specialists.
  await dialog.getByLabel("Especialista del servicio 1").selectOption({ label: "Mariana Núñez Ortega" });
  await dialog.getByLabel("Especialista del servicio 2").selectOption({ index: 2 });
  await readyForNextForm(page);
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  // Three in the morning is outside working hours.
  await dialog.getByLabel("Agendar de todas formas").check();
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await page.getByText("Cita creada").waitFor();
  await gotoReady(page, `/admin/citas?vista=dia&dia=${day}`);
  await openFirst(page, record("citas", "/detalle"));
  await openFirst(page, record("citas", "/completar"));
}

async function openVisita(page: Page) {
  await bookVisita(page);
  await page.getByText("¿Se lleva algo?").click();
  await chooseTwo(page);
}

/** Has two methods, a tip by card and a discount summed up. */
async function askHowMuch(page: Page) {
  await openVisita(page);
  await page.getByLabel("Descuento", { exact: true }).fill("10%");
  await page.getByLabel("Motivo del descuento").fill("Es su cumpleaños");
  await page.getByRole("group", { name: "Una parte con" }).getByRole("radio", { name: "Tarjeta" }).check();
  await page.getByLabel("Cuánto de esa parte").fill("120.50");
  await page
    .getByLabel(/^Propina de/)
    .first()
    .fill("50");
  await page.getByRole("group", { name: "La propina, con" }).getByRole("radio", { name: "Tarjeta" }).check();
  await page.getByRole("button", { name: "Ver cuánto" }).click();
  await page.getByText("Tarjeta $170.50, de ellos $50.00 de propina").waitFor();
}

async function refuseVisita(page: Page) {
  await openVisita(page);
  await page.getByLabel("¿Cuánto te da?").fill("mil pesos");
  await page.getByLabel("Descuento", { exact: true }).fill("50");
  await page.getByLabel("Cuánto de esa parte").fill("20");
  await page
    .getByLabel(/^Propina de/)
    .first()
    .fill("veinte");
  await page
    .getByLabel(/^Cuántos de/)
    .first()
    .fill("muchos");
  await page.getByRole("button", { name: "Completar cita" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

/** Charges a visit in two methods with a tip and a discount, of which a part is left, and opens its nota with its question. */
async function chargeVisita(page: Page) {
  await openVisita(page);
  await page.getByLabel("Descuento", { exact: true }).fill("50");
  await page.getByLabel("Motivo del descuento").fill("Es su cumpleaños");
  await page.getByRole("group", { name: "Una parte con" }).getByRole("radio", { name: "Tarjeta" }).check();
  await page.getByLabel("Cuánto de esa parte").fill("120.50");
  await page
    .getByLabel(/^Propina de/)
    .first()
    .fill("50");
  await page.getByRole("radio", { name: "Paga después" }).check();
  await page.getByRole("button", { name: "Completar cita" }).click();
  await page.getByRole("link", { name: "Ver la nota" }).click();
  await page.getByText("Cancelar venta").click();
}

async function openChargedCita(page: Page) {
  await chargeVisita(page);
  await openFirst(page, record("citas", "/detalle"));
}

/** Charges a visit with two products in cash, and opens its nota and what can be given back. */
async function openRefunds(page: Page) {
  await openVisita(page);
  await page.getByRole("button", { name: "Completar cita" }).click();
  await page.getByRole("link", { name: "Ver la nota" }).click();
  await page.getByText("Devolver dinero o un producto").click();
}

async function openGiveBack(page: Page) {
  await openRefunds(page);
  await page.getByRole("link", { name: "Devolver dinero de Diseño de cejas" }).click();
  await page.getByLabel("¿Cuánto le devuelves?").waitFor();
}

async function refuseGiveBack(page: Page) {
  await openGiveBack(page);
  await page.getByLabel("¿Cuánto le devuelves?").fill("9,999");
  await page.getByLabel("¿Por qué?").fill("Le quedó disparejo");
  await page.getByRole("button", { name: "Devolver dinero" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function openReturn(page: Page) {
  await openRefunds(page);
  await page
    .getByRole("link", { name: /^Regresar/ })
    .first()
    .click();
  await page.getByLabel("¿Cuántos regresan?").waitFor();
}

async function refuseReturn(page: Page) {
  await openReturn(page);
  await page.getByLabel("¿Cuántos regresan?").fill("dos o tres");
  await page.getByLabel("¿Por qué?").fill("Le dio alergia");
  await page.getByRole("button", { name: "Regresar producto" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

/** Gives money back for a service and takes a product back, and opens what else can be given back on the nota. */
async function giveBackAndReturn(page: Page) {
  await openGiveBack(page);
  await page.getByLabel("¿Cuánto le devuelves?").fill("80");
  await page.getByLabel("¿Por qué?").fill("Le quedó disparejo");
  await page.getByRole("radio", { name: "Tarjeta" }).check();
  await page.getByRole("button", { name: "Devolver dinero" }).click();
  await page.getByText("Haz también la devolución en la terminal.").waitFor();
  await page.getByText("Devolver dinero o un producto").click();
  await page
    .getByRole("link", { name: /^Regresar/ })
    .first()
    .click();
  await page.getByLabel("¿Por qué?").fill("Le dio alergia");
  await page.getByRole("button", { name: "Regresar producto" }).click();
  await page.getByText("Se devolvió (efectivo)").waitFor();
  await page.getByText("Devolver dinero o un producto").click();
  await page.getByText("Cancelar venta").click();
}

async function openGivenBack(page: Page) {
  await giveBackAndReturn(page);
  await page.getByRole("link", { name: "Cita de Diseño de cejas" }).click();
  await page.getByText("Cancelar devolución").click();
}

/** Takes a deposit of the first appointment of a visit and cancels that one. */
async function cancelWithDeposit(page: Page) {
  await bookVisita(page);
  await gotoReady(page, page.url().replace("/completar", "/detalle"));
  await page.getByText("Registrar un anticipo").click();
  await page.getByLabel("Monto").fill("200");
  await page.getByRole("button", { name: "Registrar anticipo" }).click();
  await page.getByText("Anticipo registrado").waitFor();
  await readyForNextForm(page);
  await page.locator("summary").filter({ hasText: "Más acciones" }).click();
  await page.getByRole("button", { name: "Cancelar cita" }).click();
  await page.getByText("Quedárselo como cargo").waitFor();
  await page.getByText("Cobrar un cargo por no llegar o cancelar tarde").click();
}

/** Opens the other appointment of the same visit. */
async function openUnusedDeposit(page: Page) {
  await cancelWithDeposit(page);
  await page.getByRole("region", { name: "En la misma visita" }).getByRole("link").click();
  await page.getByRole("button", { name: "Usar su anticipo de $200.00" }).waitFor();
}

async function chargeUnusedDeposit(page: Page) {
  await openUnusedDeposit(page);
  await openFirst(page, record("citas", "/completar"));
}

test("a deposit that is used on the page that charges lowers what is filled in there", async ({ page }) => {
  await gotoReady(page, "/admin/citas/nueva");
  await chargeUnusedDeposit(page);
  await expect(page.getByLabel("¿Cuánto te da?")).toHaveValue("350.00");
  await page.getByRole("button", { name: "Usar su anticipo de $200.00" }).click();
  await expect(page.getByText("Se usó su anticipo de $200.00")).toBeVisible();
  await expect(page.getByLabel("¿Cuánto te da?")).toHaveValue("150.00");
  await readyForNextForm(page);
  await page.getByRole("button", { name: "Completar cita" }).click();
  await expect(page.getByText(/Cobrado \$150\.00/)).toBeVisible();
});
