import { readFile } from "node:fs/promises";
import { expect, test as setup } from "@playwright/test";
import { OWNER, SPECIALIST, sendCredentials } from "./session";

setup("the first account is the owner", async ({ page }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL("/auth");
  await page.getByRole("link", { name: "¿No tienes cuenta? Regístrate" }).click();
  await sendCredentials(page, OWNER);
  await expect(page).toHaveURL("/admin");
  await expect(page.getByText("Tu cuenta ha sido creada exitosamente.")).toBeVisible();
  await page.context().storageState({ path: OWNER.state });
});

setup("the second account is a specialist's, whom the owner approves", async ({ page, browser }) => {
  const hers = await (await browser.newContext()).newPage();
  await hers.goto("/auth?modo=registro");
  await sendCredentials(hers, SPECIALIST);
  await expect(hers).not.toHaveURL(/modo=registro/);

  const { cookies } = JSON.parse(await readFile(OWNER.state, "utf8"));
  await page.context().addCookies(cookies);
  await page.goto("/admin/configuracion/seguridad");
  await page.getByRole("link", { name: `Aprobar ${SPECIALIST.email}` }).click();
  await page.getByRole("radio", { name: /^Especialista/ }).check();
  await page.getByLabel(/especialista\?/).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Aprobar" }).click();
  await expect(page.getByText("Cuenta aprobada")).toBeVisible();

  await hers.context().clearCookies();
  await hers.goto("/auth");
  await sendCredentials(hers, SPECIALIST);
  await expect(hers).toHaveURL("/admin");
  await hers.context().storageState({ path: SPECIALIST.state });
});
