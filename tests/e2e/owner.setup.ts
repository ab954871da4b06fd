import { expect, test as setup } from "@playwright/test";
import { OWNER } from "./session";

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
