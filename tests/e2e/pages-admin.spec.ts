import type { Page } from "@playwright/test";
import { examineAll, openFirst, type Screen } from "./screens";
import { OWNER, test } from "./session";

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
  { name: "admin-galeria", path: "/admin/galeria" },
  { name: "admin-galeria-vacia", path: "/admin/galeria?q=zzzz" },
  { name: "admin-imagen-nueva", path: "/admin/galeria/nueva" },
  { name: "admin-imagen-archivos", path: "/admin/galeria/nueva", prepare: refuseFiles },
  { name: "admin-imagen", path: "/admin/galeria", prepare: (page) => openFirst(page, /\/admin\/galeria\/[0-9a-f-]{36}$/) },
  { name: "admin-configuracion", path: "/admin/configuracion" },
  { name: "admin-general", path: "/admin/configuracion/general" },
  { name: "admin-seguridad", path: "/admin/configuracion/seguridad" },
  { name: "admin-no-encontrada", path: "/admin/no-existe", status: 404 },
];

test.use({ storageState: OWNER.state });

examineAll(PRIVATE);

async function refuseClient(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Nombre", { exact: true }).fill("  ");
  await dialog.getByLabel(/^Edad/).fill("muchos");
  await dialog.getByLabel("Medicina").fill("Un texto larguísimo que alguien escribió de una sola vez. ".repeat(8));
  await page.getByRole("button", { name: "Crear cliente" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function refuseFiles(page: Page) {
  const dialog = page.locator("dialog");
  const names = ["IMG_2031.jpg", "un nombre de archivo larguísimo_que_no_se_puede_partir_en_ninguna_parte.jpg"];
  await dialog
    .getByLabel("Archivos de imagen")
    .setInputFiles(names.map((name) => ({ name, mimeType: "image/jpeg", buffer: Buffer.from("no es una foto") })));
  await dialog.getByLabel("Servicio", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Subir 2 imagen(es)" }).click();
  await page.getByText("Archivos no válidos").waitFor();
}

async function conflict(page: Page) {
  await openFirst(page, /\/admin\/clientes\/[0-9a-f-]{36}$/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other
    .locator("dialog")
    .getByLabel("Ocupación")
    .fill(`Estilista y maestra, grupo ${Date.now() % 1000}`);
  await other.getByRole("button", { name: "Guardar cambios" }).click();
  await other.getByText("Cliente actualizado").waitFor();
  await other.close();
  await page.locator("dialog").getByLabel("Ocupación").fill("Estilista");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await page.getByRole("heading", { name: "Las dos versiones" }).waitFor();
}
