import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { examineAll, first, openFirst, openLast, record, type Screen } from "./screens";
import { gotoReady, OWNER, SPECIALIST, test } from "./session";

const WEEK = record("empleados", "/horario");

const PRIVATE: Screen[] = [
  { name: "admin", path: "/admin" },
  { name: "admin-clientes", path: "/admin/clientes" },
  { name: "admin-clientes-vacio", isVariant: true, path: "/admin/clientes?q=zzzz" },
  { name: "admin-cliente-nuevo", path: "/admin/clientes/nuevo" },
  { name: "admin-cliente-errores", isVariant: true, path: "/admin/clientes/nuevo", prepare: refuseClient },
  { name: "admin-cliente", isVariant: true, path: "/admin/clientes", prepare: edit },
  { name: "admin-cliente-versiones", path: "/admin/clientes", prepare: conflict },
  { name: "admin-cliente-eliminar", path: "/admin/clientes", prepare: first(record("clientes", "/ficha"), "/../eliminar") },
  { name: "admin-cliente-ficha", path: "/admin/clientes", prepare: first(record("clientes", "/ficha")) },
  {
    name: "admin-cliente-fusionar",
    isVariant: true,
    path: "/admin/clientes",
    prepare: async (page) => {
      await openFirst(page, record("clientes", "/ficha"), "/../fusionar?q=an");
      await page
        .getByRole("link", { name: /^Comparar/ })
        .last()
        .click();
      await page.getByRole("heading", { name: "Así queda" }).waitFor();
    },
  },
  { name: "admin-traer", isVariant: true, path: "/admin/traer" },
  { name: "admin-traer-revisar", path: "/admin/traer", prepare: chooseLists },
  { name: "admin-servicios", isVariant: true, path: "/admin/servicios" },
  { name: "admin-servicio-errores", isVariant: true, path: "/admin/servicios/nuevo", prepare: refuseService },
  { name: "admin-servicio", path: "/admin/servicios", prepare: first(record("servicios")) },
  { name: "admin-servicio-copiar", isVariant: true, path: "/admin/servicios", prepare: first(record("servicios", "/copiar")) },
  { name: "admin-precios", path: "/admin/servicios/precios" },
  { name: "admin-precios-vista", isVariant: true, path: "/admin/servicios/precios", prepare: previewPrices },
  { name: "admin-precios-errores", isVariant: true, path: "/admin/servicios/precios", prepare: refusePrices },
  {
    name: "admin-precios-quitar",
    isVariant: true,
    path: "/admin/servicios/precios",
    prepare: first(record("servicios/precios", "/eliminar")),
  },
  { name: "admin-empleados", isVariant: true, path: "/admin/empleados" },
  { name: "admin-empleado", isVariant: true, path: "/admin/empleados", prepare: first(record("empleados")) },
  { name: "admin-horario", path: "/admin/empleados", prepare: first(WEEK) },
  { name: "admin-horario-semana", isVariant: true, path: "/admin/empleados", prepare: first(WEEK, "/semana") },
  { name: "admin-ausencia-nueva", isVariant: true, path: "/admin/empleados", prepare: first(WEEK, "/nuevo") },
  { name: "admin-inventario", path: "/admin/inventario?movimientos=si&existencias=bajas" },
  { name: "admin-inventario-nuevo", isVariant: true, path: "/admin/inventario/nuevo" },
  {
    name: "admin-inventario-salida",
    isVariant: true,
    path: "/admin/inventario",
    prepare: async (page) => {
      await openFirst(page, record("inventario"), "/movimiento");
      await refuseMovement(page);
    },
  },
  { name: "admin-proveedores", isVariant: true, path: "/admin/proveedores?estado=todos" },
  { name: "admin-proveedor", isVariant: true, path: "/admin/proveedores", prepare: first(record("proveedores")) },
  { name: "admin-testimonios", isVariant: true, path: "/admin/testimonios" },
  { name: "admin-testimonio-nuevo", isVariant: true, path: "/admin/testimonios/nuevo" },
  {
    name: "admin-testimonio-eliminar",
    isVariant: true,
    path: "/admin/testimonios",
    prepare: first(record("testimonios"), "/eliminar"),
  },
  { name: "admin-ingresos", isVariant: true, path: "/admin/ingresos" },
  { name: "admin-ingreso-nuevo", isVariant: true, path: "/admin/ingresos/nuevo" },
  { name: "admin-egresos", isVariant: true, path: "/admin/egresos?metodo=tarjeta" },
  { name: "admin-egreso-errores", isVariant: true, path: "/admin/egresos/nuevo", prepare: refuseExpense },
  { name: "admin-galeria", path: "/admin/galeria" },
  { name: "admin-galeria-vacia", isVariant: true, path: "/admin/galeria?q=zzzz" },
  { name: "admin-imagen-nueva", path: "/admin/galeria/nueva" },
  { name: "admin-imagen-archivos", isVariant: true, path: "/admin/galeria/nueva", prepare: refuseFiles },
  { name: "admin-imagen", isVariant: true, path: "/admin/galeria", prepare: first(record("galeria")) },
  { name: "admin-imagenes-varias", isVariant: true, path: "/admin/galeria/varias" },
  { name: "admin-por-acomodar", isVariant: true, path: "/admin/galeria/varias", prepare: uploadMany },
  { name: "admin-reportes", path: "/admin/reportes" },
  { name: "admin-reportes-errores", isVariant: true, path: "/admin/reportes?desde=2026-11-30&hasta=2026-11-01", status: 400 },
  { name: "admin-cuadre", isVariant: true, path: "/admin/reportes/cuadre" },
  { name: "admin-configuracion", path: "/admin/configuracion" },
  { name: "admin-general", path: "/admin/configuracion/general" },
  { name: "admin-general-contacto", isVariant: true, path: "/admin/configuracion/general?parte=estudio" },
  { name: "admin-general-horario", path: "/admin/configuracion/general?parte=horario" },
  { name: "admin-general-portada", isVariant: true, path: "/admin/configuracion/general?parte=portada" },
  { name: "admin-beneficios", isVariant: true, path: "/admin/configuracion/beneficios" },
  { name: "admin-notificaciones", isVariant: true, path: "/admin/configuracion/notificaciones" },
  { name: "admin-mensaje", isVariant: true, path: "/admin/configuracion/notificaciones/recordar", prepare: previewMessage },
  { name: "admin-deshacer", isVariant: true, path: "/admin/testimonios/nuevo", prepare: deleteTestimonial },
  {
    name: "admin-papelera",
    isVariant: true,
    path: "/admin/testimonios/nuevo",
    prepare: async (page) => {
      await deleteTestimonial(page);
      await gotoReady(page, "/admin/configuracion/papelera");
    },
  },
  {
    name: "admin-papelera-eliminar",
    isVariant: true,
    path: "/admin/testimonios/nuevo",
    prepare: async (page) => {
      await deleteTestimonial(page);
      await gotoReady(page, "/admin/configuracion/papelera");
      await openFirst(page, record("configuracion/papelera", "/eliminar"));
    },
  },
  { name: "admin-dias-cerrados", isVariant: true, path: "/admin/configuracion/dias-cerrados" },
  { name: "admin-seguridad", isVariant: true, path: "/admin/configuracion/seguridad" },
  {
    name: "admin-permisos",
    path: "/admin/configuracion/seguridad",
    prepare: async (page) => {
      await page.getByRole("link", { name: `Editar los permisos de ${SPECIALIST.email}` }).click();
      await page.getByRole("heading", { name: "Qué puede hacer esta cuenta" }).waitFor();
      await page.getByRole("radio", { name: /^A la medida/ }).check();
    },
  },
  { name: "admin-ceder", isVariant: true, path: "/admin/configuracion/seguridad/ceder" },
  { name: "admin-bitacora", path: "/admin/configuracion/bitacora" },
  { name: "admin-bitacora-vacia", isVariant: true, path: "/admin/configuracion/bitacora?dia=2020-01-01" },
  { name: "admin-contrasena", isVariant: true, path: "/admin/configuracion/seguridad/contrasena" },
  { name: "admin-base-de-datos", isVariant: true, path: "/admin/configuracion/base-de-datos" },
  { name: "admin-apariencia", isVariant: true, path: "/admin/configuracion/apariencia", prepare: refuseColor },
  { name: "admin-logo", isVariant: true, path: "/admin/configuracion/apariencia/logo" },
  { name: "admin-textos", isVariant: true, path: "/admin/configuracion/textos" },
  { name: "admin-categorias", isVariant: true, path: "/admin/configuracion/categorias" },
  { name: "admin-retrato", isVariant: true, path: "/admin/configuracion/apariencia/retrato" },
  { name: "admin-instalacion", isVariant: true, path: "/admin/configuracion/instalacion" },
  { name: "admin-integracion", isVariant: true, path: "/admin/configuracion/integracion" },
  { name: "admin-no-encontrada", isVariant: true, path: "/admin/no-existe", status: 404 },
];

test.use({ storageState: OWNER.state });

examineAll(PRIVATE);

/** Creates a testimonial and deletes it, which leaves the message with its button. */
async function deleteTestimonial(page: Page) {
  const name = `Quien se va ${Date.now()}`;
  await page.getByLabel("Nombre", { exact: true }).fill(name);
  await page.getByLabel("Testimonio", { exact: true }).fill("Hasta pronto.");
  await page.getByRole("button", { name: "Crear testimonio" }).click();
  await page.getByText("Testimonio creado").waitFor();
  await gotoReady(page, `/admin/testimonios?q=${encodeURIComponent(name)}`);
  await openFirst(page, record("testimonios", "/eliminar"));
  await page.getByRole("button", { name: "Eliminar", exact: true }).click();
  await page.getByRole("button", { name: "Deshacer" }).waitFor();
}

async function refuseClient(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Nombre", { exact: true }).fill("  ");
  for (const fold of ["Más datos", "Notas de salud"]) await dialog.getByText(fold, { exact: true }).click();
  await dialog.getByLabel(/^Edad/).fill("muchos");
  await dialog.getByLabel("Medicina").fill("Un texto larguísimo que alguien escribió de una sola vez. ".repeat(8));
  await page.getByRole("button", { name: "Crear clienta" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function chooseLists(page: Page) {
  const clients = ["Nombre;Celular;Edad;Observaciones", "Zoila Ñúñez;2225550011;30;Látex", "Otra;222 555 0011;;", "Mala;;mil;"];
  const services = [
    "Servicio;Categoría;Precio;Minutos;Quién",
    "Gelish;Uñas;280;45;Brenda",
    "Henna;Cejas;250;40;",
    "Sin precio;Cejas;gratis;;",
  ];
  const files = { "clientas.csv": clients, "precios.csv": services };
  await page
    .getByLabel("Archivos")
    .setInputFiles(
      Object.entries(files).map(([name, rows]) => ({ name, mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) })),
    );
  await page.getByRole("button", { name: "Revisar" }).click();
  await page.getByRole("heading", { name: "Filas que no se agregan" }).waitFor();
  for (const fold of await page.getByText("Corregir aquí").all()) await fold.click();
}

async function refuseService(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Nombre", { exact: true }).fill("Masaje de cabeza, cuello y espalda con piedras calientes y aceites");
  await dialog.getByLabel("Precio").fill("1.234,50");
  await dialog.getByText("Limpieza, retoque e insumos").click();
  await dialog.getByRole("button", { name: "Agregar insumo" }).click();
  await dialog.getByLabel("Insumo 1", { exact: true }).fill("Aceite de almendras dulces prensado en frío, botella grande");
  await dialog.getByLabel("Cantidad del insumo 1").fill("medio");
  await dialog.getByLabel("Categoría").selectOption("masajes");
  await page.getByRole("button", { name: "Crear servicio" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function previewPrices(page: Page) {
  await page.getByRole("radio", { name: "Todos" }).check();
  await page.getByLabel("Cuánto").fill("10");
  await page.getByRole("button", { name: "Ver cómo quedan" }).click();
  await page.getByText("precios cambian").waitFor();
}

/** With a service ticked beside a category, so that the fold is open. */
async function refusePrices(page: Page) {
  await page.getByRole("radio", { name: "Manicura" }).check();
  await page.getByText("Marcar servicios").click();
  await page.getByRole("checkbox").first().check();
  await page.getByLabel("Cuánto").fill("diez");
  await page.getByRole("button", { name: "Ver cómo quedan" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

async function refuseMovement(page: Page) {
  await page.getByLabel("Tipo").selectOption("salida");
  await page.getByLabel("Cantidad").fill("999999");
  await page.getByRole("button", { name: /^Registrar/ }).click();
  await page.getByRole("alert").filter({ hasText: "No hay existencias suficientes" }).waitFor();
}

async function refuseExpense(page: Page) {
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Monto").fill("1.234,50");
  await dialog.getByLabel("Descripción").fill("Renta del local, agua, luz, internet y mantenimiento del edificio. ".repeat(4));
  await dialog.getByLabel(/^Comprobante/).fill("https://usuaria:clave@ejemplo.com/recibo.pdf");
  await page.getByRole("button", { name: "Registrar egreso" }).click();
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

async function uploadMany(page: Page) {
  const files = ["IMG_2034.JPG", "Pedicura spa (2).png", "un_nombre_de_archivo_que_no_se_puede_partir_en_ninguna_parte.jpg"];
  const buffer = readFileSync("public/art/susa/icono-512.png");
  await page.getByLabel("Archivos de imagen").setInputFiles(files.map((name) => ({ name, mimeType: "image/png", buffer })));
  await page.getByRole("button", { name: "Subir 3 imagen(es)" }).click();
  await page.getByRole("heading", { name: "¿De qué servicio es cada foto?" }).waitFor();
}

async function previewMessage(page: Page) {
  await page.getByLabel("Mensaje", { exact: true }).fill("Hola, {nombre}. Te esperamos el {dia} a las {hora}.");
  await page.getByRole("button", { name: "Ver cómo se lee" }).click();
  await page.getByText("Así se lee", { exact: true }).waitFor();
}

async function refuseColor(page: Page) {
  await page.getByLabel("Otro color (código)").fill("#FFD700");
  await page.getByRole("button", { name: "Guardar color" }).click();
  await page.getByText("Revisa estos datos").waitFor();
}

/** Opens the editor of the oldest client in the list, whom no other test has just made. */
async function edit(page: Page) {
  await openLast(page, record("clientes", "/ficha"));
  await page.getByRole("link", { name: "Editar", exact: true }).click();
  await page.locator("dialog").waitFor();
}

async function conflict(page: Page) {
  await edit(page);
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
