import { expect, test } from "vitest";
import { encrypt } from "~/database/encryption.server";
import { startSiteForFile } from "../routes/start-site";
import { createCliente } from "../support/factories";
import { sql } from "../support/test-database";

const site = await startSiteForFile();
const owner = await site.staff("duena@ejemplo.mx");

test("a link on another site records nothing in the owner's name until she presses one of her own", async () => {
  const id = await createCliente({ nombre: "Lucía", medicina: encrypt("Insulina") });
  const other = await createCliente({ nombre: "Lucía P." });
  const lines = async () => (await sql("SELECT FROM bitacora_susa WHERE accion IN ('exportacion', 'revelacion')")).length;
  const editor = `/admin/clientes/${id}`;
  const comparison = `/admin/clientes/${other}/fusionar?otra=${id}`;
  const open = (path: string, from: string) => owner.send(path, { headers: { "sec-fetch-site": from } });
  for (const from of ["cross-site", "same-site"]) {
    for (const [file, screen] of [
      ["/admin/clientes.csv?q=luc", "/admin/clientes?q=luc"],
      ["/admin/ingresos.csv", "/admin/ingresos"],
      ["/admin/egresos.csv", "/admin/egresos"],
      ["/admin/reportes.csv?tabla=servicios", "/admin/reportes?tabla=servicios"],
      ["/admin/configuracion/bitacora.csv", "/admin/configuracion/bitacora"],
    ] as const) {
      const answer = await open(file, from);
      expect([answer.status, answer.location], `${file} ${from}`).toEqual([302, screen]);
    }
    for (const path of [editor, comparison]) {
      const page = await open(path, from);
      expect([page.status, page.html.includes("Insulina")], path).toEqual([403, false]);
      expect(page.href("main a.button"), path).toBe(path);
    }
  }
  expect(await lines()).toBe(0);
  for (const [n, path] of [editor, "/admin/clientes.csv"].entries()) {
    expect((await open(path, "same-origin")).status, path).toBe(200);
    expect(await lines(), path).toBe(n + 1);
  }
});
