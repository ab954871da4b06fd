import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "../support/test-database";
import { expire, id, pendingRows, signIn, signUp, startPendientes } from "./expired-session";

startPendientes();

test("a pending form comes back without health notes to an account that lost the right to see them", async () => {
  const luz = await signUp("luz@ejemplo.mx");
  await expire();
  const path = `/admin/clientes/${id}`;
  const sent = { token: randomUUID(), nombre: "Sofía Ruiz", ocupacion: "Pintora", medicina: "Secreto", alerta: "Secreto" };
  expect((await luz.post(path, sent)).location).toMatch(/^\/auth/);
  expect(await pendingRows()).toHaveLength(1);
  await sql("UPDATE cuentas_susa SET permisos = '{}' WHERE email = 'luz@ejemplo.mx'");
  expect((await signIn(luz, "luz@ejemplo.mx")).location).toBe(path);
  const page = await luz.get(path);
  expect(page.values().ocupacion).toBe("Pintora");
  expect(page.html).not.toContain("Secreto");
});
