import { readFile } from "node:fs/promises";
import { expect, test as setup } from "@playwright/test";
import { OWNER, SPECIALIST } from "./session";

setup("the first account is the owner", async ({ page }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL("/auth");
  await page.getByRole("link", { name: "¿No tienes cuenta? Regístrate" }).click();
  await page.getByLabel("Correo").fill(OWNER.email);
  await page.getByLabel("Contraseña").fill(OWNER.password);
  await page.getByRole("button", { name: "Crear Cuenta" }).click();
  await expect(page).toHaveURL("/admin");
  await expect(page.getByText("Tu cuenta ha sido creada exitosamente.")).toBeVisible();
  await page.context().storageState({ path: OWNER.state });
});

setup("the second account is a specialist's, whom the owner approves", async ({ page, browser }) => {
  const hers = await (await browser.newContext()).newPage();
  await hers.goto("/auth?modo=registro");
  await hers.getByLabel("Correo").fill(SPECIALIST.email);
  await hers.getByLabel("Contraseña").fill(SPECIALIST.password);
  await hers.getByRole("button", { name: "Crear Cuenta" }).click();
  await expect(hers).not.toHaveURL(/modo=registro/);

  await page.context().addCookies((await ownerState()).cookies);
  await page.goto("/admin/configuracion/seguridad");
  await page.getByRole("link", { name: `Aprobar ${SPECIALIST.email}` }).click();
  await page.getByRole("radio", { name: /^Especialista/ }).check();
  await page.getByLabel(/especialista\?/).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Aprobar" }).click();
  await expect(page.getByText("Cuenta aprobada")).toBeVisible();

  await hers.context().clearCookies();
  await hers.goto("/auth");
  await hers.getByLabel("Correo").fill(SPECIALIST.email);
  await hers.getByLabel("Contraseña").fill(SPECIALIST.password);
  await hers.getByRole("button", { name: "Iniciar Sesión" }).click();
  await expect(hers).toHaveURL("/admin");
  await hers.context().storageState({ path: SPECIALIST.state });
});

async function ownerState() {
  return JSON.parse(await readFile(OWNER.state, "utf8"));
}
