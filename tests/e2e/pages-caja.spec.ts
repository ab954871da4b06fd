import type { Page } from "@playwright/test";
import { examineAll, first, openFirst, record, type Screen } from "./screens";
import { gotoReady, OWNER, test } from "./session";

// The till and what the team is paid. Nothing is written here: other screens read the same studio.

const CORTE = "/admin/caja/corte";
const EQUIPO = "/admin/comisiones";

const SCREENS: Screen[] = [
  { name: "admin-caja", path: "/admin/caja" },
  { name: "admin-corte", isVariant: true, path: CORTE },
  { name: "admin-corte-errores", isVariant: true, path: CORTE, prepare: (page) => count(page, "100", "200") },
  { name: "admin-corte-diferencia", path: CORTE, prepare: (page) => count(page, "1,234.50", "1,000") },
  { name: "admin-corte-cerrado", isVariant: true, path: "/admin/caja", prepare: first(record("caja/cortes")) },
  { name: "admin-comisiones", path: EQUIPO },
  { name: "admin-hoja", isVariant: true, path: EQUIPO, prepare: first(record("comisiones")) },
  { name: "admin-hoja-pagada", isVariant: true, path: EQUIPO, prepare: openPayment },
  { name: "admin-hoja-errores", path: EQUIPO, prepare: refusePayment },
];

test.use({ storageState: OWNER.state });

examineAll(SCREENS);

async function count(page: Page, contado: string, retiro: string) {
  await gotoReady(page, CORTE);
  await page.getByLabel("¿Cuánto efectivo contaste?").fill(contado);
  await page.getByLabel("¿Cuánto sacas?").fill(retiro);
  await page.getByRole("button", { name: "Comparar" }).click();
  await page.getByRole("button", { name: "Cerrar caja" }).or(page.getByRole("alert").getByRole("link")).first().waitFor();
}

async function openPayment(page: Page) {
  await openFirst(page, record("comisiones"));
  await page.getByRole("region", { name: "Sus pagos" }).getByRole("link").first().click();
  await page.waitForURL(/\?pago=/);
}

async function refusePayment(page: Page) {
  await openFirst(page, record("comisiones"));
  await page.getByText("Ajuste: vale, producto o bono").click();
  await page.getByLabel("Cuánto").fill("50");
  await page.getByRole("button", { name: "Pagar todo" }).click();
  await page.getByRole("alert").getByRole("link").first().waitFor();
}
