import type { Page } from "@playwright/test";
import { photograph } from "../support/pictures";
import { expect, flash, gotoReady, OWNER, readyForNextForm, sendCredentials, test } from "./session";

async function signIn(page: Page) {
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/auth");
  await sendCredentials(page, OWNER);
  await expect(page).toHaveURL("/admin");
}

test("a visitor finds a service and its booking link", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Ver Servicios" }).first().click();
  await expect(page).toHaveURL("/#services");
  await page
    .locator("#services")
    .getByRole("link", { name: /Laminado de cejas/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Laminado de cejas");
  const book = page.getByRole("link", { name: "Agendar Cita" });
  await expect(book.first()).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+\?text=.*Laminado/);
  await page.getByRole("link", { name: "Volver" }).first().click();
  await expect(page).toHaveURL("/#services");
});

test("the navigation opens every public page, on a phone through its menu", async ({ page }) => {
  await page.goto("/");
  const go = async (name: string) => {
    const menu = page.getByRole("link", { name: "Menú", exact: true });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).filter({ visible: true }).first().click();
  };
  await go("Nosotros");
  await expect(page).toHaveURL("/about");
  await go("Testimonios");
  await expect(page).toHaveURL("/#testimonials");
  await go("Galería");
  await expect(page).toHaveURL("/gallery");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nuestros Trabajos");
  const filters = page.getByRole("navigation", { name: "Filtrar los trabajos" });
  await filters.getByRole("link", { name: "Pestañas", exact: true }).click();
  await filters.getByRole("link", { name: "Lifting de pestañas", exact: true }).click();
  await expect(page).toHaveURL("/gallery?servicio=lifting-de-pestanas");
  await go("Ubicación");
  await expect(page).toHaveURL("/#location");
  await go("Admin");
  await expect(page).toHaveURL("/auth");
});

test("the button that shows the password is there only where its script runs", async ({ page }, { project }) => {
  await page.goto("/auth");
  await expect(page.getByLabel("Contraseña")).toBeVisible();
  const button = page.getByRole("button", { name: "Mostrar", includeHidden: true });
  await expect(button).toBeVisible({ visible: project.name === "con-js" });
});

test("a client is rejected, created, edited, and deleted after a confirmation", async ({ page }, { project }) => {
  const name = `Ñoña Prueba ${project.name}`;
  // Runs at the same time share the studio: the same telephone would be announced as another client's.
  const digits = [...project.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 1000);
  const fields = page.locator("dialog");
  await signIn(page);
  await page.goto("/admin/clientes");
  await page.getByRole("link", { name: "Nueva clienta" }).first().click();

  await fields.getByLabel("Nombre", { exact: true }).fill("   ");
  for (const fold of ["Más datos", "Notas de salud"]) await fields.getByText(fold, { exact: true }).click();
  await fields.getByLabel(/^Edad/).fill("treinta");
  await fields.getByLabel("Enfermedades o alergias").fill("Alergia al látex");
  await page.getByRole("button", { name: "Crear clienta" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Revisa estos datos" })).toBeVisible();
  await expect(fields.getByLabel(/^Edad/)).toHaveValue("treinta");
  await expect(fields.getByLabel("Enfermedades o alergias")).toHaveValue("Alergia al látex");
  await page.getByRole("link", { name: "Escribe el nombre." }).click();
  await expect(fields.getByLabel("Nombre", { exact: true })).toBeFocused();

  await fields.getByLabel("Nombre", { exact: true }).fill(name);
  await fields.getByLabel(/^Edad/).fill("30");
  await fields.getByLabel("Teléfono").fill(`222 123 ${digits}`);
  await page.getByRole("button", { name: "Crear clienta" }).click();
  await expect(flash(page)).toHaveText("Cliente creado");

  await page.getByRole("searchbox").fill(name.toLowerCase().replaceAll("ñ", "n"));
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByText(/^1 clienta para «/)).toBeVisible();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("link", { name: "Editar", exact: true }).click();
  await expect(fields.getByLabel("Teléfono")).toHaveValue(`222 123 ${digits}`);
  await fields.getByLabel(/^Edad/).fill("");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(flash(page)).toHaveText("Cliente actualizado");

  await page.getByRole("link", { name: `Eliminar a ${name}` }).click();
  await expect(page.getByText(`¿Estás segura de que quieres eliminar a ${name}?`)).toBeVisible();
  await page.getByRole("button", { name: "Eliminar", exact: true }).filter({ visible: true }).click();
  await expect(flash(page)).toHaveText("Cliente eliminado");
  await expect(page).toHaveURL("/admin/clientes");
  await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
});

test("a visit is completed with a product and a tip by card after seeing how much, and its nota is cancelled", async ({ page }, {
  project,
}) => {
  const name = `Úrsula Mostrador ${project.name}`;
  const day = { "con-js": "2099-05-05", "sin-js": "2099-05-06" }[project.name] ?? "2099-05-07";
  const dialog = page.locator("dialog");
  await signIn(page);
  await gotoReady(page, `/admin/citas/nueva?fecha=${day}&hora=11:00`);
  await dialog.getByText("Es una clienta nueva").click();
  await dialog.getByLabel("Nombre de la clienta").fill(name);
  await dialog.getByLabel("Otro servicio").selectOption({ label: "Diseño de cejas (Cejas, $350.00)" });
  await dialog.getByLabel("Especialista del servicio 1").selectOption({ label: "Mariana Núñez Ortega" });
  await dialog.getByRole("button", { name: "Ver horas libres" }).click();
  await dialog
    .getByRole("button", { name: / con Mariana/ })
    .first()
    .waitFor();
  await readyForNextForm(page);
  await dialog.getByRole("button", { name: "Agregar otro servicio" }).click();
  await dialog.getByLabel("Servicio 2", { exact: true }).selectOption({ label: "Tinte de cejas (Cejas, $250.00)" });
  await readyForNextForm(page);
  await dialog.getByRole("button", { name: "Crear cita" }).click();
  await expect(flash(page)).toContainText("Cita creada");

  await gotoReady(page, `/admin/citas?cuando=todas&q=${encodeURIComponent(name)}`);
  await page.locator("summary", { hasText: "Más acciones" }).first().click();
  await page
    .getByRole("link", { name: /^Completar/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Completar cita");
  await expect(page.getByText("Esta cita todavía no empieza.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /de cejas/ })).toHaveCount(2);
  await expect(page.getByLabel("¿Cuánto te da?")).toHaveValue("600.00");
  await page.getByText("¿Se lleva algo?").click();
  const product = page.getByRole("button", { name: /\s\$\d/ }).first();
  const [producto = ""] = (await product.innerText()).split(/\s+(?=\$)/);
  await product.click();
  await expect(page.getByLabel(`Cuántos de ${producto}`)).toHaveValue("1");
  await expect(page.getByLabel("¿Cuánto te da?")).not.toHaveValue("600.00");
  await readyForNextForm(page);
  await page.getByText("Dos formas de pago o descuento").click();
  await page.getByLabel("Propina de Mariana").fill("50");
  await page.getByLabel("Descuento", { exact: true }).fill("10%");
  await page.getByLabel("Motivo del descuento").fill("Cumpleaños");
  await page.getByRole("group", { name: "Método de pago" }).getByRole("radio", { name: "Tarjeta" }).check();
  const howMuch = page.getByRole("button", { name: "Ver cuánto" });
  await howMuch.click();
  const lines = page.getByRole("list", { name: "Cuánto cobrar" }).getByRole("listitem");
  await expect(lines).toHaveText([/^Con el descuento de \$60\.00 son \$/, /^Tarjeta \$.*, de ellos \$50\.00 de propina$/]);
  await expect(howMuch).toBeFocused();
  await expect(page.getByLabel("Propina de Mariana")).toHaveValue("50");
  const [, tarjeta = ""] = await lines.allInnerTexts();
  await readyForNextForm(page);
  await page.getByRole("button", { name: "Completar cita" }).click();
  await expect(flash(page)).toContainText("2 citas completadas");
  await expect(flash(page)).toContainText(`Propina de Mariana: $50.00. ${tarjeta}.`);

  await flash(page).getByRole("link", { name: "Ver la nota" }).click();
  const nota = page.getByRole("article", { name: /^Nota \d+$/ });
  for (const line of ["Diseño de cejas · Mariana", "Tinte de cejas · ", `1 × ${producto}`, "Propina de Mariana (tarjeta)"])
    await expect(nota).toContainText(line);
  await page.getByText("Cancelar venta").click();
  await expect(page.getByText("¿Estás segura de que quieres cancelar esta venta?")).toBeVisible();
  await page.getByRole("button", { name: "Sí, cancelarla" }).click();
  await expect(flash(page)).toHaveText(/^La nota \d+ se canceló$/);
  await expect(nota).toContainText("(cancelada)");
  await expect(page.getByText("Cancelar venta")).toHaveCount(0);
  await page.getByRole("link", { name: "Volver" }).click();
  await expect(page.getByRole("link", { name: "Cobrar lo que falta" })).toBeVisible();
});

test("twelve works of six services are uploaded at once in four actions, and one more for each that its name does not tell", async ({
  page,
}, { project }) => {
  // An action is one press, one typed value, one chosen file or option; files chosen together are one.
  let actions = 0;
  const act = async (done: Promise<unknown>) => {
    actions++;
    await done;
  };
  const photo = await photograph(480, 400);
  const services = ["Diseño de cejas", "Microblading", "lifting pestañas", "uñas acrílicas", "PEDICURA_SPA", "facial hidratante"];
  const names = services.flatMap((name) => [`${name} ${project.name}.jpg`, `${name} ${project.name} (2).jpg`]);
  const open = `IMG_2034 ${project.name}.JPG`;
  await signIn(page);
  await gotoReady(page, "/admin/galeria");
  await act(page.getByRole("link", { name: "Subir varias" }).click());
  const files = [...names.slice(1), open].map((name) => ({ name, mimeType: "image/jpeg", buffer: photo }));
  await act(page.getByLabel("Archivos de imagen").setInputFiles(files));
  await act(page.getByRole("button", { name: project.name === "con-js" ? "Subir 12 imagen(es)" : "Subir las fotos" }).click());
  await expect(flash(page)).toContainText("Se han subido 12 imágenes correctamente.");
  await act(page.getByLabel(`Servicio de ${open}`).selectOption({ label: "Diseño de cejas" }));
  await act(page.getByRole("button", { name: "Guardar" }).click());
  // Those of the other browsers of this test wait on the same page.
  await expect(flash(page)).toContainText("Fotos guardadas");
  expect(actions).toBe(5);
  await page.goto("/admin/galeria/por-acomodar");
  await expect(page.getByText(` ${project.name}`)).toHaveCount(0);
  await page.goto("/gallery?servicio=pedicura-spa");
  await expect(page.getByAltText(/^Pedicura spa, \d de \d$/).first()).toBeVisible();
});

test("photos are uploaded, shown on the public gallery, and deleted", async ({ page }, { project }) => {
  const text = `Trabajo de ${project.name}`;
  await signIn(page);
  await gotoReady(page, "/admin/galeria");
  await page.getByRole("link", { name: "Nueva Imagen" }).first().click();
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Servicio", { exact: true }).selectOption({ label: "Lifting de pestañas (pestañas)" });
  await dialog.getByLabel("Archivos de imagen").setInputFiles(["public/art/susa/icono-512.png", "public/art/susa/compartir.jpg"]);
  await dialog.getByLabel("Descripción de la foto").fill(text);
  await dialog.getByRole("button", { name: project.name === "con-js" ? "Subir 2 imagen(es)" : "Crear Imagen" }).click();
  await expect(flash(page)).toContainText("Se han subido 2 imágenes correctamente.");

  await page.goto("/gallery?servicio=lifting-de-pestanas");
  await expect(page.getByAltText(text)).toHaveCount(2);

  for (const left of [1, 0]) {
    await page.goto(`/admin/galeria?q=${encodeURIComponent(text)}`);
    await page
      .getByRole("link", { name: /^Eliminar la imagen/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Eliminar", exact: true }).filter({ visible: true }).click();
    await expect(flash(page)).toHaveText("Imagen eliminada");
    await expect(page.getByAltText(text)).toHaveCount(left);
  }
});

test("a new account signs up, waits for the owner's approval, and signs out", async ({ page, browser }, { project }) => {
  const account = { email: `nueva.${project.name}@ejemplo.mx`, password: "otra contraseña larga" };
  await page.goto("/auth?modo=registro");
  await sendCredentials(page, account);
  await expect(page.getByText("la propietaria tiene que aprobarla antes de que puedas entrar")).toBeVisible();
  await page.goto("/auth");
  await sendCredentials(page, account);
  await expect(page.getByRole("heading", { name: "Tu cuenta está pendiente de aprobación" })).toBeVisible();
  await page.goto("/admin/clientes");
  await expect(page).toHaveURL("/auth/espera");

  const office = await browser.newContext({ storageState: OWNER.state, javaScriptEnabled: project.name !== "sin-js" });
  const owner = await office.newPage();
  await owner.goto("/admin/configuracion/seguridad");
  await owner.getByRole("link", { name: `Aprobar ${account.email}` }).click();
  await owner.getByRole("radio", { name: /^Recepción/ }).check();
  await owner.getByRole("button", { name: "Aprobar" }).click();
  await expect(flash(owner)).toContainText("Cuenta aprobada");
  await office.close();

  await page.getByRole("link", { name: "Revisar otra vez" }).click();
  await expect(page).toHaveURL("/admin");
  await page.getByRole("button", { name: "Salir" }).click();
  await expect(page).toHaveURL("/auth");
});

test("a wrong password is rejected, and the e-mail stays", async ({ page }) => {
  await page.goto("/auth");
  await sendCredentials(page, { email: "nadie@ejemplo.mx", password: "no es esta" });
  await expect(page.getByRole("alert")).toContainText("El correo o la contraseña no son correctos.");
  await expect(page.getByLabel("Correo")).toHaveValue("nadie@ejemplo.mx");
  await expect(page.getByLabel("Contraseña")).toHaveValue("");
});
