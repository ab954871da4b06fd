import { beforeEach, expect, test } from "vitest";
import { createEmpleado } from "../../../support/factories";
import { filesIn, photograph } from "../../../support/pictures";
import { eventually, freshFolder } from "../../../support/process";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const LIST = "/admin/empleados";

const dataDir = freshFolder();
let id: string;
let path: string;

const site = await startSiteForFile({ DATA_DIR: dataDir });
const ana = await site.staff();
const photo = await photograph(900, 1200, 1);
beforeEach(async () => {
  await sql("DELETE FROM empleados_susa");
  id = await createEmpleado({ nombre: "Luz", apellido: "Paz" });
  path = `${LIST}/${id}/foto`;
});

const send = async (content = photo) => ana.upload(path, (await ana.get(path)).values(), [{ filename: "foto.jpg", content }]);
const stored = () => sqlValue("SELECT url FROM empleados_susa LEFT JOIN archivos_susa a ON a.id = foto_id");

test("a photo of a specialist is saved, shown in the list, replaced and removed with its file", async () => {
  expect((await ana.get(`${LIST}/${id}`)).text("main")).toContain("Subir su foto");
  const saved = await send();
  expect([saved.status, saved.location]).toEqual([303, LIST]);
  const first = String(await stored());
  const list = await ana.get(LIST);
  expect(list.flash).toBe("Foto guardada");
  expect(list.document.querySelector("main li img")?.getAttribute("src")).toBe(first);
  expect((await site.visitor().send(first)).status).toBe(200);
  expect((await ana.get(`${LIST}/${id}`)).text("main")).toContain("Cambiar o quitar su foto");

  await sql("UPDATE archivos_susa SET created_at = now() - interval '2 hours'");
  expect((await send(await photograph(500, 500, 2))).status).toBe(303);
  expect(await stored()).not.toBe(first);
  await eventually(async () => (await site.visitor().send(first)).status === 404);
  const removed = await ana.submit(path, {}, "details form");
  expect([removed.status, removed.location, await stored()]).toEqual([303, LIST, null]);
  expect(filesIn(dataDir).pictures).toEqual([]);
});

test("a deleted specialist's photo is not served, and she comes back with it", async () => {
  await send();
  const url = String(await stored());
  await ana.submit(`${LIST}/${id}/eliminar`, {}, 'form[action*="/eliminar"]');
  await eventually(async () => (await site.visitor().send(url)).status === 404);
  expect((await ana.submit(LIST, {}, 'form[action*="/deshacer"]')).status).toBe(303);
  const again = String(await stored());
  expect((await site.visitor().send(again)).status).toBe(200);
  expect((await ana.get(LIST)).document.querySelector("main li img")?.getAttribute("src")).toBe(again);
});

test("a text file is rejected, three copies of a form store one photo, and one without a key stores none", async () => {
  const bad = await send(Buffer.from("no es una foto"));
  expect([bad.status, await stored()]).toEqual([400, null]);
  expect(bad.alert).toContain("Archivos no válidosSolo se permiten archivos de imagen.");
  const values = (await ana.get(path)).values();
  const file = [{ filename: "a.jpg", content: photo }];
  const answers = await Promise.all([1, 2, 3].map(() => ana.upload(path, values, file)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(filesIn(dataDir).pictures.length).toBeGreaterThan(0);
  expect(await sql("SELECT 1 FROM archivos_susa WHERE id IN (SELECT foto_id FROM empleados_susa)")).toHaveLength(1);
  expect((await ana.upload(path, { ...values, token: "" }, file)).status).toBe(400);
});

test("the photo of a specialist who does not exist is a 404, and an open editor keeps working after a new photo", async () => {
  const unknown = `${LIST}/00000000-0000-4000-8000-000000000000/foto`;
  for (const address of [unknown, `${LIST}/nuevo/foto`]) expect((await ana.send(address)).status, address).toBe(404);
  const values = (await ana.get(path)).values();
  expect((await ana.upload(unknown, values, [{ filename: "a.jpg", content: photo }])).status).toBe(404);
  const editor = await ana.get(`${LIST}/${id}`);
  await send();
  const saved = await editor.submit({ apellido: "Luna", en_sitio: "on" });
  expect([saved.status, saved.location]).toEqual([303, LIST]);
  expect(await sql("SELECT apellido, en_sitio, foto_id IS NOT NULL AS foto FROM empleados_susa")).toEqual([
    { apellido: "Luna", en_sitio: true, foto: true },
  ]);
});
