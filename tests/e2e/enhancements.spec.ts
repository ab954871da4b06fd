import { photograph } from "../support/pictures";
import { becomeReady, countPosts, expect, flash, gotoReady, OWNER, readyForNextForm, test } from "./session";

// The progressive enhancements of the back-office.
test.use({ storageState: OWNER.state, viewport: { width: 1280, height: 900 } });

test("a dialog is modal, closes with Esc and returns the focus", async ({ page }) => {
  await gotoReady(page, "/admin/clientes");
  const opener = page.getByRole("link", { name: "Nueva clienta" }).first();
  await opener.click();
  await expect(page.locator("dialog:modal")).toBeVisible();
  await expect(page.locator("dialog :focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/admin/clientes");
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("Ctrl+B narrows the sidebar without a request, and a cookie stores the width", async ({ page }) => {
  await gotoReady(page, "/admin/citas");
  const sidebar = page.getByRole("navigation", { name: "Secciones", exact: true });
  await expect(sidebar).toHaveCSS("width", "256px");
  await page.keyboard.press("Control+b");
  await expect(sidebar).toHaveCSS("width", "64px");
  await page.reload();
  await becomeReady(page);
  await expect(sidebar).toHaveCSS("width", "64px");
  await page.getByRole("button", { name: "Expandir el menú" }).click();
  await expect(sidebar).toHaveCSS("width", "256px");
});

test("a tablet's sidebar is icons, which leaves the day its columns, until it is expanded", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await gotoReady(page, "/admin/citas?vista=dia&dia=2098-03-04");
  const sidebar = page.getByRole("navigation", { name: "Secciones", exact: true });
  await expect(sidebar).toHaveCSS("width", "64px");
  const columns = page.locator(".agenda-dia > .columna");
  await expect(columns).not.toHaveCount(0);
  for (const column of await columns.all()) await expect(column).toBeVisible();
  await page.getByRole("button", { name: "Expandir el menú" }).click();
  await expect(sidebar).toHaveCSS("width", "256px");
  await page.getByRole("button", { name: "Contraer el menú" }).click();
  await expect(sidebar).toHaveCSS("width", "64px");
});

test("a client is found from the header of a phone, on any screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await gotoReady(page, "/admin/caja");
  const out = await page.getByRole("button", { name: "Salir", exact: true }).boundingBox();
  expect([out?.width, out?.height]).toEqual([44, 44]);
  await page.getByRole("button", { name: "Encontrar clienta" }).click();
  const field = page.getByRole("searchbox", { name: "¿A quién buscas?" });
  await expect(field).toBeFocused();
  await field.fill("maría");
  await field.press("Enter");
  await expect(page).toHaveURL("/admin/clientes?q=mar%C3%ADa");
  await expect(field).toBeHidden();
  await expect(page.getByRole("searchbox", { name: "Buscar por nombre, correo o teléfono" })).toHaveValue("maría");
});

test("a search keeps the focus in its field, which follows the URL", async ({ page }) => {
  await gotoReady(page, "/admin/clientes");
  const field = page.getByRole("searchbox");
  await field.fill("nadie se llama así");
  await field.press("Enter");
  await expect(page).toHaveURL(/q=nadie/);
  await expect(page.getByText("Nada coincide con lo que buscas")).toBeVisible();
  await expect(field).toBeFocused();
  await page.getByRole("link", { name: "Quitar la búsqueda y los filtros" }).click();
  await expect(page).toHaveURL("/admin/clientes");
  await expect(field).toHaveValue("");
});

test("the phone's menu closes when a section is chosen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await gotoReady(page, "/admin");
  await page.getByRole("button", { name: "Menú", exact: true }).click();
  const drawer = page.getByRole("navigation", { name: "Secciones (menú)" });
  await drawer.getByRole("link", { name: "Clientes" }).click();
  await expect(page).toHaveURL("/admin/clientes");
  await expect(drawer).toBeHidden();
});

test("a flash message is shown once and is gone on the next page", async ({ page }) => {
  await gotoReady(page, "/admin/clientes/nuevo");
  await page.locator("dialog").getByLabel("Nombre", { exact: true }).fill("Solo una vez");
  await page.getByRole("button", { name: "Crear clienta" }).click();
  await expect(flash(page)).toHaveText("Cliente creado");
  await page.getByRole("navigation", { name: "Secciones", exact: true }).getByRole("link", { name: "Citas" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Citas");
  await expect(flash(page)).toHaveText("");
});

test("the upload form counts and lists chosen files, adds and removes them, and leaves out invalid ones", async ({ page }) => {
  const file = (name: string, mimeType = "image/png", size = 100) => ({ name, mimeType, buffer: Buffer.alloc(size, name) });
  await gotoReady(page, "/admin/galeria/nueva");
  const dialog = page.locator("dialog:modal");
  const field = dialog.getByLabel("Archivos de imagen");
  const names = dialog.getByRole("list", { name: "Archivos seleccionados" }).getByRole("listitem");
  await expect(dialog.getByRole("button", { name: "Crear Imagen" })).toBeVisible();
  await expect(dialog.getByLabel("Enlace de la imagen")).toHaveAttribute("required");

  await field.setInputFiles([
    file("a.png"),
    file("b.png"),
    file("notas.txt", "text/plain"),
    file("pesada.png", "image/png", 16 * 2 ** 20),
  ]);
  await expect(dialog.getByRole("alert")).toHaveText(
    "Archivos no válidos. Solo se permiten archivos de imagen.pesada.png: pesa más de 15 MB.",
  );
  await field.setInputFiles([file("c.png")]);
  await expect(dialog.getByText("3 archivos seleccionados")).toBeVisible();
  await expect(dialog.getByLabel("Enlace de la imagen")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Quitar b.png" }).click();
  await expect(names).toHaveText([/a\.png/, /c\.png/]);
  const sent = await field.evaluate((input: HTMLInputElement) => [...(input.files ?? [])].map(({ name }) => name));
  expect(sent).toEqual(["a.png", "c.png"]);

  // The server rejects them as no pictures, and the field still holds them.
  await dialog.getByLabel("Servicio", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Subir 2 imagen(es)" }).click();
  await expect(dialog.getByRole("heading", { name: "Nueva Imagen" })).toBeVisible();
  await expect(dialog.getByRole("alert").filter({ hasText: "Archivos no válidos" })).toContainText("a.png: no es una foto");
  await expect(names).toHaveCount(2);
  await expect(dialog.getByText("elígelos otra vez")).toHaveCount(0);
});

test("a picture that the site cannot show as meant is said when it is chosen, and no more once it is removed", async ({
  page,
}) => {
  // Stored on their side, as a phone does.
  const taken = async (name: string, height: number, width: number) => ({
    name,
    mimeType: "image/jpeg",
    buffer: await photograph(height, width),
  });
  const long = await taken("conversación.jpg", 12_960, 1080);
  const dialog = page.locator("dialog:modal");
  await gotoReady(page, "/admin/galeria/nueva");
  await dialog.getByLabel("Archivos de imagen").setInputFiles([await taken("uñas.jpg", 1600, 1200), long]);
  const said = "conversación.jpg es muy alta: en la galería solo se verá una parte. Recórtala antes de subirla.";
  await expect(dialog.getByText(said)).toBeVisible();
  await dialog.getByRole("button", { name: "Quitar conversación.jpg" }).click();
  await expect(dialog.getByText(said)).toHaveCount(0);

  await gotoReady(page, "/admin/configuracion/apariencia/portada");
  await page.getByLabel(/archivo de imagen/i).setInputFiles([long]);
  await expect(page.getByText("conversación.jpg es muy alta: en la portada solo se verá una parte.")).toBeVisible();
});

test("an upload of which two photographs are missing is sent again without choosing them", async ({ page }) => {
  await gotoReady(page, "/admin/galeria/nueva");
  const dialog = page.getByRole("dialog");
  const kept = "2-00000000-0000-4000-8000-000000000000";
  const sent: string[] = [];
  const service = dialog.getByLabel("Servicio", { exact: true });
  await page.route(/galeria\/nueva\?/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const servicio_id = await service.inputValue();
    const lastResult = { initialValue: { faltan: kept, servicio_id, display_order: "1" }, error: { "": ["Falta subir"] } };
    const headers = { "X-Remix-Response": "yes" };
    await route.fulfill({ status: 503, headers, json: { lastResult, merged: kept } });
    // Only now: the test ends with the second one.
    sent.push(route.request().postData() ?? "");
  });
  const file = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.alloc(100, name) });
  await dialog.locator("input[type=file]").setInputFiles([file("a.png"), file("b.png"), file("c.png")]);
  await service.selectOption({ index: 1 });
  await dialog.getByLabel("Imagen destacada").check();
  await dialog.getByRole("button", { name: "Subir 3 imagen(es)" }).click();
  // What was stored is not sent twice: neither its files, nor its mark, nor its number.
  const again = dialog.getByRole("button", { name: "Intentar otra vez con las que faltan (2)" });
  await expect(again).toBeVisible();
  await expect(dialog.getByLabel("Orden")).toHaveValue("1");
  await expect(dialog.getByLabel("Imagen destacada")).not.toBeChecked();
  expect(await dialog.locator("input[type=file]").evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
  await again.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toContain(kept);
});

test("the sign-in page has a button that shows the password", async ({ browser }) => {
  const page = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await page.goto("/auth");
  const password = page.getByLabel("Contraseña");
  await password.fill("a la vista");
  await page.getByRole("button", { name: "Mostrar" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Ocultar" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await page.close();
});

for (const { section, frame } of [
  { section: "empleados", frame: "main section" },
  { section: "proveedores", frame: "dialog" },
]) {
  test(`each URL of ${section} shows its own editor, also after going back`, async ({ page }) => {
    await gotoReady(page, `/admin/${section}`);
    const editors = page.getByRole("link", { name: /^Editar/ });
    const name = page.locator(frame).getByLabel("Nombre", { exact: true });
    await editors.nth(0).click();
    await expect(name).not.toHaveValue("");
    const first = { url: page.url(), name: await name.inputValue() };
    await page.getByRole("link", { name: "Cancelar" }).click();
    await expect(editors.nth(0)).toBeFocused();
    await editors.nth(1).click();
    await expect(name).not.toHaveValue(first.name);
    const second = await name.inputValue();
    await page.evaluate(() => history.go(-2));
    await expect(page).toHaveURL(first.url);
    await expect(name).toHaveValue(first.name);
    await page.evaluate(() => history.go(2));
    await expect(name).toHaveValue(second);
    // The list under the editor is inert, so a click in it cannot discard typed values.
    expect(await page.locator("[inert]").evaluateAll((all) => all.length)).toBeGreaterThan(0);
  });
}

test("a flash message is in view far down a list on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await gotoReady(page, "/admin/testimonios");
  const last = page.getByRole("switch").last();
  const before = await last.getAttribute("aria-checked");
  await last.click();
  const message = page.getByRole("main").getByText(/Testimonio (des)?activado correctamente/);
  await expect(message).toBeInViewport();
  await expect(last).toHaveAttribute("aria-checked", before === "true" ? "false" : "true");
  await readyForNextForm(page);
  await last.click();
  await expect(last).toHaveAttribute("aria-checked", before ?? "");
});

test("one confirmation dialog serves every delete link of a list, and a double click deletes once", async ({ page }) => {
  const posts = countPosts(page);
  const add = async (name: string) => {
    await gotoReady(page, "/admin/inventario/nuevo");
    await page.getByLabel("Nombre", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Crear artículo" }).click();
    await expect(flash(page)).toHaveText("Item creado exitosamente");
  };
  await add("Borrable Uno");
  await add("Borrable Dos");
  await gotoReady(page, "/admin/inventario?q=borrable");
  posts.length = 0;
  const question = page.getByRole("dialog");
  const first = page.getByRole("link", { name: "Eliminar Borrable Uno" });
  const openMore = (name: string) =>
    page
      .locator("details")
      .filter({ hasText: `Más acciones para ${name}` })
      .evaluate((more) => more.setAttribute("open", ""));
  await openMore("Borrable Uno");
  await first.click();
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  await expect(question).toHaveAccessibleName(/¿Estás segura de que quieres eliminar Borrable Uno\?/);
  await expect(question.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(first).toBeFocused();
  expect(new URL(page.url()).pathname).toBe("/admin/inventario");

  for (const name of ["Borrable Dos", "Borrable Uno"]) {
    await openMore(name);
    await page.getByRole("link", { name: `Eliminar ${name}` }).click();
    await question.getByRole("button", { name: "Eliminar" }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(flash(page)).toHaveText("Item eliminado exitosamente");
    await expect(question).toHaveCount(0);
    await expect(page.getByRole("link", { name: `Eliminar ${name}` })).toHaveCount(0);
  }
  expect(posts).toHaveLength(2);
});

test("a form given back after a stale edit shows what the other person changed, also in selects and rows", async ({ page }) => {
  const dialog = page.locator("dialog");
  const name = `Servicio de dos ${Date.now()}`;
  await gotoReady(page, "/admin/servicios/nuevo");
  await dialog.getByLabel("Nombre", { exact: true }).fill(name);
  await dialog.getByLabel("Precio").fill("100");
  await dialog.getByLabel("Categoría").selectOption("cejas");
  await dialog.getByRole("group", { name: "Quién lo hace" }).getByRole("checkbox").first().check();
  await dialog.getByRole("button", { name: "Crear servicio" }).click();
  await expect(page.getByText("Servicio creado")).toBeVisible();
  await gotoReady(page, `/admin/servicios?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: `Editar el servicio ${name}` }).click();
  await expect(dialog).toBeVisible();

  const other = await page.context().newPage();
  await gotoReady(other, page.url());
  await other.locator("dialog").getByLabel("Descripción").fill("La de ella");
  await other.locator("dialog").getByLabel("Precio").fill("200");
  await other.locator("dialog").getByLabel("Categoría").selectOption("pestañas");
  await other.locator("dialog").getByText("Limpieza, retoque e insumos").click();
  await other.locator("dialog").getByRole("button", { name: "Agregar insumo" }).click();
  await other.locator("dialog").getByLabel("Insumo 1", { exact: true }).fill("Henna");
  await other.locator("dialog").getByRole("button", { name: "Guardar cambios" }).click();
  await expect(other.getByText("Servicio actualizado")).toBeVisible();
  await other.close();

  await dialog.getByLabel("Descripción").fill("La mía");
  await dialog.getByRole("button", { name: "Guardar cambios" }).click();
  const versions = dialog.getByRole("region", { name: "Las dos versiones" });
  await expect(versions.getByRole("definition")).toHaveText(["Tu versión: La mía", "Lo guardado: La de ella"]);
  await expect(dialog.getByLabel("Descripción")).toHaveValue("La mía");
  await expect(dialog.getByLabel("Precio")).toHaveValue("200.00");
  await expect(dialog.getByLabel("Categoría")).toHaveValue("pestañas");
  await expect(dialog.getByLabel("Insumo 1", { exact: true })).toHaveValue("Henna");
  await readyForNextForm(page);
  await dialog.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Servicio actualizado")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("$200 ·");
});

for (const [path, width] of [
  ["/admin/citas/nueva", 390],
  ["/admin/configuracion/general?parte=horario", 1280],
] as const) {
  test(`a field of ${path} that takes the focus comes into view with its label, below the header`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await gotoReady(page, path);
    for (const fold of await page.locator("dialog summary").all()) await fold.click();
    const last = page.locator("dialog, main").getByRole("button").last();
    await last.focus();
    // Backwards, so that each field comes in at the top.
    const hidden = [];
    const names = new Set<string>();
    while (names.size < 6) {
      await page.keyboard.press("Shift+Tab");
      const field = await page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return null;
        const header = element.closest("dialog") ? null : document.querySelector("body > header");
        const top = header?.getBoundingClientRect().bottom ?? 0;
        const label = element.labels?.[0]?.getBoundingClientRect().top ?? 0;
        const bottom = element.getBoundingClientRect().bottom;
        return { name: element.name, isInView: label >= top && bottom <= innerHeight };
      });
      if (!field) continue;
      names.add(field.name);
      if (!field.isInView) hidden.push(field.name);
    }
    expect(hidden).toEqual([]);
  });
}

test("a fold with an error opens, also when it was closed by hand", async ({ page }) => {
  await gotoReady(page, "/admin/clientes/nuevo");
  const dialog = page.locator("dialog");
  const fold = dialog.getByText("Más datos", { exact: true });
  await dialog.getByLabel("Nombre", { exact: true }).fill("Doblada");
  await fold.click();
  await dialog.getByLabel(/^Edad/).fill("mil");
  for (let times = 0; times < 2; times++) {
    await fold.click();
    await expect(dialog.getByLabel(/^Edad/)).toBeHidden();
    await dialog.getByLabel("Nombre", { exact: true }).press("Enter");
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(dialog.getByLabel(/^Edad/)).toBeVisible();
    await readyForNextForm(page);
  }
  await dialog.getByRole("alert").getByRole("link").click();
  await expect(dialog.getByLabel(/^Edad/)).toBeFocused();
});

test("the buttons of a long editor stay in view, below the field that takes the focus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  for (const path of ["/admin/servicios/nuevo", "/admin/empleados/nuevo"]) {
    await gotoReady(page, path);
    const form = page.locator("form[id]").last();
    for (const fold of await form.locator("summary").all()) await fold.click();
    const submit = form.locator("[data-submit]");
    await expect(submit).toBeInViewport({ ratio: 1 });
    for (const field of await form.locator("input:not([type=hidden]), select, textarea").all()) {
      await field.focus();
      await expect(submit).toBeInViewport({ ratio: 1 });
      const isCovered = await field.evaluate((element) => {
        const box = element.getBoundingClientRect();
        return !element.contains(document.elementFromPoint(box.left + 10, box.bottom - 4));
      });
      expect(isCovered, `${path} ${await field.getAttribute("name")}`).toBe(false);
    }
  }
});

test("a client's page opens from anywhere on her line, and prints without buttons", async ({ page }) => {
  await gotoReady(page, "/admin/clientes");
  const line = page.locator("main li.card").first();
  // Another client may have the same name: screen readers are told more.
  const name = await line
    .getByRole("link")
    .first()
    .evaluate((link) => link.firstChild?.textContent ?? "");
  await line.click({ position: { x: 8, y: 8 } });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".button, .delete-link, main button").filter({ visible: true })).toHaveCount(0);
});
