import type { Page } from "@playwright/test";
import { examineAll, first, openFirst, record, type Screen } from "./screens";
import { FREE_HOUR, gotoReady, OWNER, test } from "./session";

const CITA = record("citas");
const cita = (screen: string) => record("citas", `/${screen}`);

// Appointments that can still be edited, and completed ones.
const PROXIMAS = "/admin/citas?cuando=proximas&estado=confirmada";
const COMPLETADAS = "/admin/citas?cuando=todas&estado=completada";

const SCREENS: Screen[] = [
  { name: "admin-citas", path: "/admin/citas" },
  { name: "admin-citas-todas", isVariant: true, path: "/admin/citas?cuando=todas" },
  { name: "admin-citas-vacio", isVariant: true, path: "/admin/citas?cuando=todas&q=zzzz" },
  { name: "admin-citas-dia", path: "/admin/citas?vista=dia" },
  { name: "admin-citas-dia-vacio", isVariant: true, path: "/admin/citas?vista=dia&dia=2098-03-02" },
  { name: "admin-citas-semana", path: "/admin/citas?vista=semana" },
  { name: "admin-cita-nueva", isVariant: true, path: "/admin/citas/nueva" },
  { name: "admin-cita-horas", path: "/admin/citas/nueva?fecha=2098-03-05", prepare: chooseService },
  { name: "admin-llego-sin-cita", isVariant: true, path: "/admin/citas/nueva?ahora=1", prepare: arrive },
  { name: "admin-cita-errores", path: "/admin/citas/nueva", prepare: refuseCita },
  { name: "admin-cita-visita", isVariant: true, path: "/admin/citas/nueva", prepare: fillVisita },
  { name: "admin-cita-avisos", isVariant: true, path: "/admin/citas/nueva?fecha=2098-03-02&hora=03:00", prepare: warn },
  { name: "admin-cita-ocupada", isVariant: true, path: PROXIMAS, prepare: bookTwice },
  { name: "admin-cita", isVariant: true, path: PROXIMAS, prepare: first(CITA) },
  { name: "admin-cita-versiones", isVariant: true, path: PROXIMAS, prepare: conflict },
  { name: "admin-cita-eliminar", isVariant: true, path: PROXIMAS, prepare: first(cita("eliminar")) },
  { name: "admin-cita-completar", isVariant: true, path: PROXIMAS, prepare: first(cita("completar")) },
  { name: "admin-cita-mover", isVariant: true, path: PROXIMAS, prepare: first(cita("mover")) },
  { name: "admin-cita-anticipo", isVariant: true, path: PROXIMAS, prepare: refuseAnticipo },
  { name: "admin-cita-whatsapp", isVariant: true, path: PROXIMAS, prepare: remind },
  { name: "admin-cita-detalle", path: COMPLETADAS, prepare: first(cita("detalle")) },
  { name: "admin-cita-notas", isVariant: true, path: COMPLETADAS, prepare: conflictOfNotes },
  {
    name: "admin-cita-reabrir",
    isVariant: true,
    path: COMPLETADAS,
    prepare: async (page) => {
      await openFirst(page, cita("detalle"));
      await openFirst(page, cita("reabrir"));
    },
  },
  { name: "admin-cita-recuperada-ocupada", isVariant: true, path: PROXIMAS, prepare: recoverIntoTakenHour },
  { name: "admin-recordatorios", path: "/admin/citas/recordatorios", prepare: bookTomorrow },
  { name: "admin-ausencia-citas", path: "/admin/empleados", prepare: fallIll },
  {
    name: "admin-ausencia-avisar",
    isVariant: true,
    path: "/admin/empleados",
    prepare: async (page) => {
      await fallIll(page);
      await page.getByRole("main").getByRole("button", { name: FREE_HOUR }).first().click();
      await page.getByRole("button", { name: "Avisar por WhatsApp" }).click();
      await page.getByRole("heading", { name: /^Mensaje para/ }).waitFor();
      await page.getByText("Ya no hay citas en esos días").waitFor();
    },
  },
  { name: "admin-por-volver", path: "/admin/citas/por-volver" },
  { name: "admin-espera", path: "/admin/citas/espera" },
  { name: "admin-espera-editar", isVariant: true, path: "/admin/citas/espera", prepare: first(record("citas/espera")) },
  { name: "admin-espera-errores", path: "/admin/citas/espera/nueva", prepare: refuseEspera },
  { name: "admin-espera-de-una-cita", isVariant: true, path: "/admin/citas/nueva?fecha=2098-03-05", prepare: waitForHour },
];

test.use({ storageState: OWNER.state });

examineAll(SCREENS);

async function refuseCita(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByText("Tengo un código de WhatsApp").click();
  await dialog.getByLabel(/^Código de WhatsApp/).fill("XXXXX");
  await dialog.getByRole("button", { name: "Usar código" }).click();
  await dialog.getByText("No encontramos ese código").waitFor();
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill("Ana");
  await dialog.getByLabel("Teléfono de la clienta").fill("123");
  await dialog.getByLabel("Otro servicio").selectOption({ index: 1 });
  await dialog.getByText("Precio, duración, notas y estado").click();
  await dialog.getByLabel("Precio del servicio").fill("mucho");
  await dialog.getByText("Otra fecha u hora").click();
  await dialog.getByLabel("Hora", { exact: true }).fill("10:00");
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function refuseEspera(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Hasta qué día").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Anotar" }).click();
  await page.getByRole("alert").getByRole("link").first().waitFor();
}

async function waitForHour(page: Page) {
  await chooseService(page);
  await page.getByRole("button", { name: "Anotarla en la espera" }).click();
  await page.getByRole("button", { name: "Volver a la cita" }).waitFor();
}

async function fillVisita(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Teléfono o nombre").fill("an");
  await dialog.getByRole("button", { name: "Buscar" }).click();
  await dialog.getByRole("radio").first().check();
  await chooseService(page);
  await dialog.getByRole("button", { name: "Agregar otro servicio" }).click();
  await dialog.getByLabel("Servicio 2", { exact: true }).waitFor();
  await chooseService(page);
  await dialog.getByText("Precio, duración, notas y estado").click();
}

async function arrive(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Teléfono o nombre").fill("Guadalupe del Carmen Villaseñor y Fernández de Lizardi");
  await dialog
    .getByRole("button", { name: / min · / })
    .first()
    .click();
  // After the studio closed there are no hours.
  await dialog.getByRole("button", { name: FREE_HOUR }).or(dialog.getByText("No hay horas libres")).first().waitFor();
}

/** Presses the first of the services that are offered as buttons, and waits for the hours. */
async function chooseService(page: Page) {
  const dialog = page.locator("dialog");
  await dialog
    .getByRole("button", { name: / min · / })
    .first()
    .click();
  await dialog.getByRole("button", { name: FREE_HOUR }).first().waitFor();
}

async function warn(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill("Guadalupe del Carmen Villaseñor y Fernández de Lizardi");
  await dialog.getByLabel("Otro servicio").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await dialog.getByRole("heading", { name: "Antes de guardar" }).waitFor();
}

/** Books the slot of the first upcoming appointment for another client, confirming any other warning first. */
async function bookTwice(page: Page) {
  await openFirst(page, CITA);
  const value = (name: string) => page.locator(`dialog [name="${name}"]`).inputValue();
  const place = {
    servicio_id: await value("servicios[0].servicio_id"),
    empleado_id: await value("servicios[0].empleado_id"),
    fecha: await value("fecha"),
    hora: await value("hora"),
  };
  await gotoReady(page, `/admin/citas/nueva?${new URLSearchParams(place)}`);
  const dialog = page.locator("dialog");
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill("Otra clienta");
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  const taken = dialog.getByRole("heading", { name: "Ese horario ya está ocupado" });
  const warning = dialog.getByRole("heading", { name: "Antes de guardar" });
  await taken.or(warning).waitFor();
  // Other warnings come first.
  if (await warning.isVisible()) {
    await dialog.getByLabel("Agendar de todas formas").check();
    await dialog.getByRole("button", { name: "Crear cita" }).click();
    await taken.waitFor();
  }
}

/** Deletes an appointment, books another in its place, and recovers the first one. */
async function recoverIntoTakenHour(page: Page) {
  const dialog = page.locator("dialog");
  await openFirst(page, CITA);
  const place = new URLSearchParams({ fecha: "2098-03-04", hora: "03:00" });
  for (const name of ["servicio_id", "empleado_id"])
    place.set(name, await dialog.locator(`[name="servicios[0].${name}"]`).inputValue());
  const book = async (nombre: string) => {
    await gotoReady(page, `/admin/citas/nueva?${place}`);
    await dialog.getByText("Es una clienta nueva").click();
    await dialog.getByLabel("Nombre de la clienta").fill(nombre);
    await dialog.getByRole("button", { name: "Crear cita" }).click();
    await dialog.getByLabel("Agendar de todas formas").check();
    await dialog.getByRole("button", { name: "Crear cita" }).click();
    await page.getByText("Cita creada").waitFor();
  };
  const nombre = `Clienta que vuelve ${Date.now()}`;
  await book(nombre);
  await gotoReady(page, `/admin/citas?cuando=todas&q=${encodeURIComponent(nombre)}`);
  await openFirst(page, cita("eliminar"));
  await page.getByRole("button", { name: "Eliminar", exact: true }).click();
  await page.getByRole("button", { name: "Deshacer" }).waitFor();
  await book("Otra clienta");
  await gotoReady(page, "/admin/configuracion/papelera");
  await page.getByRole("button", { name: new RegExp(nombre) }).click();
  await page.getByRole("heading", { name: "Recuperar Cita" }).waitFor();
}

async function conflict(page: Page) {
  await openFirst(page, CITA);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other
    .locator("dialog")
    .getByLabel("Notas")
    .fill(`Llega con prisa, ${Date.now() % 1000}`);
  await other.getByRole("button", { name: "Guardar cambios" }).click();
  await other.getByText("Cita actualizada").waitFor();
  await other.close();
  await page.locator("dialog").getByLabel("Notas").fill("Llega con su hija.");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await page.getByRole("heading", { name: "Las dos versiones" }).waitFor();
}

async function refuseAnticipo(page: Page) {
  await openFirst(page, cita("detalle"));
  await page.getByText("Registrar un anticipo").click();
  await page.getByLabel("Monto").fill("mil pesos");
  await page.getByRole("button", { name: "Registrar anticipo" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function remind(page: Page) {
  await openFirst(page, cita("detalle"));
  await page.getByRole("button", { name: /^Recordar/ }).click();
  await page.getByRole("link", { name: /^Abrir en WhatsApp/ }).waitFor();
}

async function conflictOfNotes(page: Page) {
  await openFirst(page, cita("detalle"));
  await openFirst(page, cita("notas"));
  const write = async (at: Page, text: string) => {
    await at.getByLabel("Notas").fill(text);
    await at.getByRole("button", { name: "Guardar notas" }).click();
  };
  const other = await page.context().newPage();
  await other.goto(page.url());
  await write(other, `Le gustó el tono miel, ${Date.now() % 1000}`);
  await other.getByText("Notas guardadas").waitFor();
  await other.close();
  await write(page, "La próxima vez, más oscuro.");
  await page.getByRole("heading", { name: "Las dos versiones" }).waitFor();
}

/** Books an appointment with the first specialist, far ahead, and then registers that she is absent that day. */
async function fallIll(page: Page) {
  await openFirst(page, record("empleados", "/horario"));
  const horario = new URL(page.url()).pathname;
  const [, empleado_id = ""] = /empleados\/([^/]+)/.exec(horario) ?? [];
  const day = new Date(Date.UTC(2097, 0, 1 + (Date.now() % 360))).toISOString().slice(0, 10);
  await gotoReady(page, `/admin/citas/nueva?${new URLSearchParams({ fecha: day, hora: "12:00", empleado_id })}`);
  const dialog = page.locator("dialog");
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill("Guadalupe del Carmen Villaseñor y Fernández de Lizardi");
  await dialog.getByLabel("Teléfono de la clienta").fill("222 555 0099");
  await dialog.getByLabel("Otro servicio").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  const warning = dialog.getByLabel("Agendar de todas formas");
  await warning.or(page.getByText("Cita creada")).waitFor();
  // On a day on which the studio is closed, or she does not work.
  if (await warning.isVisible()) {
    await warning.check();
    await dialog.getByRole("button", { name: "Crear cita" }).click();
    await page.getByText("Cita creada").waitFor();
  }
  await gotoReady(page, `${horario}/nuevo`);
  await page.getByLabel("Primer día").fill(day);
  await page.getByRole("button", { name: "Registrar ausencia" }).click();
  await page.getByRole("heading", { name: "Citas por mover" }).waitFor();
}

/** Books an appointment for tomorrow, so that there is a reminder to send on any weekday. */
async function bookTomorrow(page: Page) {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Mexico_City" });
  const tomorrow = new Date(`${day.format(new Date())}T00:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  await gotoReady(page, `/admin/citas/nueva?fecha=${tomorrow.toISOString().slice(0, 10)}&hora=03:00`);
  const dialog = page.locator("dialog");
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill("Guadalupe del Carmen Villaseñor y Fernández de Lizardi");
  await dialog.getByLabel("Teléfono de la clienta").fill("222 555 0099");
  await dialog.getByLabel("Otro servicio").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  // Three in the morning is outside working hours.
  await dialog.getByLabel("Agendar de todas formas").check();
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await page.getByText("Cita creada").waitFor();
  await gotoReady(page, "/admin/citas/recordatorios");
}
