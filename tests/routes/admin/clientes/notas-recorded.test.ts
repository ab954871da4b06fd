import { expect, test } from "vitest";
import { encrypt } from "~/database/encryption.server";
import { createCliente } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile({ SIGNUP: "open" });
await site.staff("duena@ejemplo.mx");
const luz = await site.staff("luz@ejemplo.mx");

const count = async (accion: string) =>
  (
    await sql("SELECT 1 FROM bitacora_susa b JOIN cuentas_susa c ON c.id = b.cuenta_id WHERE accion = $1::accion_bitacora", [
      accion,
    ])
  ).length;
const permit = (permisos: string) =>
  sql("UPDATE cuentas_susa SET permisos = $1::permiso[] WHERE email = 'luz@ejemplo.mx'", [permisos]);

test("a conflict that shows a client's notes is recorded as opening them", async () => {
  const id = await createCliente({ medicina: encrypt("Insulina") });
  const { token = "" } = (await luz.get("/admin/clientes/nuevo")).values();
  const path = `/admin/clientes/${id}`;
  const values = { token, nombre: "Otra", medicina: "Nada", updated_at: "2020-01-01T00:00:00.000Z" };
  const answer = await luz.post(`${path}?_data=@`, values);
  expect([answer.status, answer.html.includes("Insulina")]).toEqual([409, true]);
  expect(await count("revelacion")).toBe(1);
});

test("a request for notes beyond one's rights is answered 403 and recorded", async () => {
  const id = await createCliente({ medicina: encrypt("Insulina") });
  await permit("{}");
  const { token = "" } = (await luz.get("/admin/clientes/nuevo")).values();
  expect((await luz.post(`/admin/clientes/${id}/notas`, { token })).status).toBe(403);
  expect(await count("prohibido")).toBe(1);
  expect((await luz.get(`/admin/clientes/${id}/ficha`)).html).not.toContain("Insulina");
});
