import { expect } from "vitest";
import { MULTIPART, multipart, type Page, type UploadFile, type Visitor } from "../../../support/browser";
import { sql } from "../../../support/test-database";

// What a person does to import a CSV file: choose it, look at its preview, import it.

export const IMPORTAR = "/admin/clientes/importar";
export const IMPORT_FORM = 'main form[method="post"]';

/** Sends the form of the file with these files. */
export const sendFiles = (visitor: Visitor, token: string, files: UploadFile[] = [], field = "archivo"): Promise<Page> =>
  visitor.send(IMPORTAR, { method: "POST", headers: MULTIPART, body: multipart([["token", token]], files, field) });

/** Uploads a CSV file and gives the answer. */
export async function chooseFile(visitor: Visitor, content: Buffer | string): Promise<Page> {
  const { token = "" } = (await visitor.get(IMPORTAR)).values();
  return sendFiles(visitor, token, [{ filename: "clientes.csv", content: Buffer.from(content), type: "text/csv" }]);
}

/** Uploads a valid CSV file and gives its preview. */
export async function openPreview(visitor: Visitor, content: Buffer | string): Promise<Page> {
  const chosen = await chooseFile(visitor, content);
  expect([chosen.status, chosen.alert]).toEqual([303, ""]);
  expect(chosen.location).toMatch(/^\/admin\/clientes\/importar\/[0-9a-f-]{36}$/);
  return visitor.get(String(chosen.location));
}

/** Imports the previewed rows and gives the flash message of the list. */
export async function importRows(visitor: Visitor, page: Page): Promise<string> {
  const done = await page.submit({}, IMPORT_FORM);
  expect([done.status, done.location]).toEqual([303, "/admin/clientes"]);
  return (await visitor.get("/admin/clientes")).flash;
}

/** How many rows of a preview are new, exist and are invalid. */
export const counts = (page: Page) => page.all("main dl:first-of-type dd").map((count) => Number(count.textContent));

export const clientes = () =>
  sql<Record<string, unknown>>(
    "SELECT nombre, telefono, correo, edad, ocupacion, estado_civil, servicio FROM clientes_susa ORDER BY nombre, id",
  );
export const names = async () => (await clientes()).map(({ nombre }) => nombre);
