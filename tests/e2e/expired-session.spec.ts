import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import { programUrl } from "../../server/postgres/roles";
import { expect, flash, OWNER, sendCredentials, test } from "./session";

const SENTENCE = "Tu sesión había terminado. Revisa lo que escribiste y envíalo otra vez.";

/** Sets the last use of this browser's session to thirteen hours ago, in the database in the run's folder. */
async function expire(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === "sesion");
  const [value = ""] = decodeURIComponent(cookie?.value ?? "").split(".");
  const secret = JSON.parse(Buffer.from(value, "base64").toString("utf8"));
  const folder = String(process.env.E2E_DATA);
  const port = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[3];
  const password = readFileSync(join(folder, "postgres-password"), "utf8").trim();
  const client = new pg.Client({ connectionString: programUrl(password, Number(port)) });
  await client.connect();
  const { rowCount } = await client.query("UPDATE sesiones_susa SET last_used_at = now() - interval '13 hours' WHERE id = $1", [
    createHash("sha256").update(secret).digest("hex"),
  ]);
  await client.end();
  expect(rowCount).toBe(1);
}

test.beforeEach(async ({ page }) => {
  await page.goto("/auth");
  await sendCredentials(page, OWNER);
  await expect(page).toHaveURL("/admin");
});

test("a form sent on an expired session comes back filled after signing in, and is saved", async ({ page }, { project }) => {
  const dialog = page.locator("dialog");
  const name = `Tardía ${project.name}`;
  await page.goto("/admin/clientes?q=tard%C3%ADa+ma%C3%B1ana");
  await page.getByRole("link", { name: "Nueva clienta" }).first().click();
  await dialog.getByLabel("Nombre", { exact: true }).fill(name);
  await dialog.getByText("Notas de salud", { exact: true }).click();
  await dialog.getByLabel("Medicina que toma").fill("Paracetamol\ncada noche");
  await expire(page);
  await page.getByRole("button", { name: "Crear clienta" }).click();

  await expect(page).toHaveURL("/auth");
  await expect(page.getByRole("status")).toContainText("Lo que enviaste no se perdió");
  // The sign-in page is loaded as a new document, without the admin style sheet.
  await expect(page.locator("link[rel=stylesheet]")).toHaveCount(0);
  await sendCredentials(page, OWNER);

  await expect(page).toHaveURL("/admin/clientes/nuevo?q=tard%C3%ADa+ma%C3%B1ana");
  await expect(dialog.getByRole("alert")).toContainText(SENTENCE);
  await expect(dialog.getByLabel("Nombre", { exact: true })).toHaveValue(name);
  await page.reload();
  await expect(dialog.getByLabel("Medicina que toma")).toHaveValue("Paracetamol\ncada noche");
  await dialog.getByText("Más datos", { exact: true }).click();
  await dialog.getByLabel("Ocupación").fill("Panadera");
  await page.getByRole("button", { name: "Crear clienta" }).click();
  await expect(flash(page)).toHaveText("Cliente creado");

  await page.goto(`/admin/clientes?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) })).toHaveCount(1);
  await page.getByRole("link", { name: "Nueva clienta" }).first().click();
  await expect(dialog.getByLabel("Nombre", { exact: true })).toHaveValue("");
  await expect(page.getByText(SENTENCE)).toHaveCount(0);
});

test("a form that came back after signing in does not come back again once it was closed", async ({ page }) => {
  const dialog = page.locator("dialog");
  await page.goto("/admin/clientes/nuevo");
  await dialog.getByLabel("Nombre", { exact: true }).fill("Ya no");
  await expire(page);
  await page.getByRole("button", { name: "Crear clienta" }).click();
  await expect(page).toHaveURL("/auth");
  await sendCredentials(page, OWNER);
  await expect(dialog.getByLabel("Nombre", { exact: true })).toHaveValue("Ya no");
  await dialog.getByRole("link", { name: "Cancelar" }).click();
  await expect(page).toHaveURL("/admin/clientes");
  await page.getByRole("link", { name: "Nueva clienta" }).first().click();
  await expect(dialog.getByLabel("Nombre", { exact: true })).toHaveValue("");
  // Waits for each page to load, because going back would cancel the navigation.
  await expect(page).toHaveURL("/admin/clientes/nuevo");
  await page.waitForLoadState("networkidle");
  await page.goBack();
  await expect(page).toHaveURL("/admin/clientes");
  await expect(page.getByRole("heading", { level: 1, name: "Clientes" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  await page.goBack();
  await expect(page).toHaveURL("/admin/clientes/nuevo");
  await expect(page.getByText(SENTENCE)).toHaveCount(0);
});

test("a page opened on an expired session redirects to the sign-in page without a message", async ({ page }) => {
  await page.goto("/admin/clientes");
  await expire(page);
  await page.getByRole("link", { name: "Nueva clienta" }).first().click();
  await expect(page).toHaveURL(`/auth?de=${encodeURIComponent("/admin/clientes/nuevo")}`);
  await expect(page.locator("link[rel=stylesheet]")).toHaveCount(0);
  await expect(page.getByRole("status")).toHaveCount(0);
});

// The server ends the rest of an answered upload after ten seconds.
test("a picture sent slowly on an expired session leads to the sign-in page", async ({ page }) => {
  test.skip(!process.env.TEST_ALL, "waits for ten seconds");
  await page.goto("/admin/galeria/nueva");
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Servicio", { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel("Descripción de la foto").fill("Cejas");
  await dialog
    .getByLabel("Archivos de imagen")
    .setInputFiles({ name: "grande.png", mimeType: "image/png", buffer: Buffer.alloc(4 * 2 ** 20, "x") });
  await expire(page);
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const speed = { offline: false, latency: 40, downloadThroughput: -1, uploadThroughput: 4_000 };
  await line.send("Network.emulateNetworkConditions", speed);
  await dialog.locator("[type=submit]").first().click({ noWaitAfter: true });
  await expect(page).toHaveURL("/auth", { timeout: 40_000 });
  await expect(page.getByRole("alert").first()).toContainText("porque llevaba archivos");
});
