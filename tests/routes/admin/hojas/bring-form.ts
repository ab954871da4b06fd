import { beforeEach, expect } from "vitest";
import { MULTIPART, multipart, type Page, type UploadFile } from "../../../support/browser";
import { freshFolder } from "../../../support/process";
import { sql, sqlColumn } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// What a person does to import a CSV file: choose it, look at its preview, import it. Each test file gets a site of its own.

export const dataDir = freshFolder();
export const site = await startSiteForFile({ DATA_DIR: dataDir });
export const ana = await site.staff();
beforeEach(() => sql("DELETE FROM clientes_susa; DELETE FROM importaciones_susa"));

export const IMPORTAR = "/admin/traer";
export const IMPORT_FORM = 'main form[method="post"]';
export const IMPORT_BUTTON = `${IMPORT_FORM} [data-submit]`;

/** Sends the form of the file with these files. */
export const sendFiles = (token: string, files: UploadFile[] = [], field = "archivo"): Promise<Page> =>
  ana.send(IMPORTAR, { method: "POST", headers: MULTIPART, body: multipart([["token", token]], files, field) });

/** Uploads a CSV file and gives the answer. */
export async function chooseFile(content: Buffer | string): Promise<Page> {
  const { token = "" } = (await ana.get(IMPORTAR)).values();
  return sendFiles(token, [{ filename: "clientes.csv", content: Buffer.from(content), type: "text/csv" }]);
}

/** Uploads a valid CSV file and gives its preview. */
export async function preview(content: Buffer | string): Promise<Page> {
  const chosen = await chooseFile(content);
  expect([chosen.status, chosen.alert]).toEqual([303, ""]);
  expect(chosen.location).toMatch(/^\/admin\/traer\/[0-9a-f-]{36}$/);
  return ana.get(String(chosen.location));
}

/** Imports the previewed rows and gives the message of the page that follows. */
export async function runImport(page: Page): Promise<string> {
  const done = await page.submit({}, IMPORT_FORM);
  expect([done.status, done.location]).toEqual([303, IMPORTAR]);
  return (await ana.get(IMPORTAR)).flash;
}

/** How many rows of a preview are new, exist and are invalid. */
export const counts = (page: Page) => page.all("main dl:first-of-type dd").map((count) => Number(count.textContent));

export const clientes = () =>
  sql<Record<string, unknown>>(
    "SELECT nombre, telefono, correo, edad, ocupacion, estado_civil, servicio FROM clientes_susa ORDER BY nombre, id",
  );
export const names = () => sqlColumn("SELECT nombre FROM clientes_susa ORDER BY nombre, id");
