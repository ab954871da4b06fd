import type { Browser, Page } from "@playwright/test";
import { examineAll, first, openFirst, record, type Screen } from "./screens";
import { gotoReady, OWNER, test } from "./session";

const FICHA = record("clientes", "/ficha");

// As long as an alert may be.
const ALERTA = "Látex, níquel y párpados muy sensibles";
const nombre = `Úrsula Alerta ${Date.now()}-${process.pid}`;
const search = encodeURIComponent(nombre);
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Mexico_City" }).format(new Date());
const LIST = `/admin/citas?cuando=todas&q=${search}`;

const SCREENS: Screen[] = [
  { name: "alerta-citas", isVariant: true, path: LIST },
  { name: "alerta-dia", isVariant: true, path: `/admin/citas?vista=dia&dia=${today}` },
  { name: "alerta-semana", isVariant: true, path: `/admin/citas?vista=semana&dia=${today}` },
  { name: "alerta-detalle", isVariant: true, path: LIST, prepare: first(record("citas", "/detalle")) },
  { name: "alerta-completar", isVariant: true, path: LIST, prepare: first(record("citas", "/completar")) },
  { name: "alerta-editor", isVariant: true, path: LIST, prepare: first(record("citas")) },
  { name: "alerta-cita-nueva", isVariant: true, path: "/admin/citas/nueva", prepare: chooseClient },
  { name: "alerta-cliente", isVariant: true, path: `/admin/clientes?q=${search}`, prepare: first(FICHA) },
  { name: "alerta-notas-abiertas", isVariant: true, path: `/admin/clientes?q=${search}`, prepare: openNotes },
  { name: "alerta-importar", isVariant: true, path: "/admin/traer", prepare: importAlerts },
];

test.use({ storageState: OWNER.state });

test.beforeAll(async ({ browser }) => bookForClientWithAlert(browser));

examineAll(SCREENS);

/** Creates a client with an alert and notes, and books an appointment for her today. */
async function bookForClientWithAlert(browser: Browser) {
  const context = await browser.newContext({ storageState: OWNER.state });
  const page = await context.newPage();
  await gotoReady(page, "/admin/clientes/nuevo");
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Nombre", { exact: true }).fill(nombre);
  await dialog.getByLabel("Alerta").fill(ALERTA);
  await dialog.getByText("Notas de salud", { exact: true }).click();
  await dialog.getByLabel("Medicina").fill("Ácido fólico y hierro, por la mañana.");
  await dialog.getByLabel("Enfermedades").fill("Dermatitis atópica en párpados.\nAlergia al látex y al níquel.");
  await page.getByRole("button", { name: "Crear clienta" }).click();
  await page.getByText("Cliente creado").waitFor();

  await gotoReady(page, `/admin/citas/nueva?fecha=${today}&hora=12:00`);
  await chooseClient(page);
  await dialog.getByLabel("Otro servicio").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  const warning = dialog.getByRole("heading", { name: "Antes de guardar" });
  const created = page.getByText("Cita creada");
  await warning.or(created).waitFor();
  // The hour may be over, or the studio closed.
  if (await warning.isVisible()) {
    await dialog.getByLabel("Agendar de todas formas").check();
    await dialog.getByRole("button", { name: "Crear cita" }).click();
    await created.waitFor();
  }
  await context.close();
}

async function chooseClient(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Teléfono o nombre").fill(nombre);
  await dialog.getByRole("button", { name: "Buscar" }).click();
  await dialog.getByRole("radio").first().check();
}

async function openNotes(page: Page) {
  await openFirst(page, FICHA);
  await page.getByRole("button", { name: "Ver notas de salud" }).click();
  await page.getByText("Dermatitis atópica").waitFor();
}

async function importAlerts(page: Page) {
  const rows = ["Nombre;Celular;Alerta", `Zoila Ñúñez;2225550011;${ALERTA}`, `Otra;2225550012;${ALERTA.repeat(2)}`];
  await page
    .getByLabel("Archivos")
    .setInputFiles({ name: "clientes.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) });
  await page.getByRole("button", { name: "Revisar" }).click();
  await page.getByRole("heading", { name: "Filas que no se agregan" }).waitFor();
}
