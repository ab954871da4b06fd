import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { ENCRYPTED_COLUMNS } from "~/database/encrypted-columns.server";
import { renewCalendario } from "~/models/citas/calendario.server";
import { clienteSchema, createCliente, deleteCliente } from "~/models/clientes/cliente.server";
import { saveImportacion } from "~/models/clientes/importacion.server";
import { saveEnvio } from "~/models/cuentas/envio.server";
import { createCliente as createClienteRow, createEmpleado, insertRow } from "../support/factories";
import { sql } from "../support/test-database";

afterAll(() => db.$disconnect());

test("the list of encrypted columns has every column that holds what was encrypted, and no other", async () => {
  const cuenta_id = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x" });
  const key = () => ({ id: randomUUID(), digest: "x", actor: { cuenta_id, origen: null } });
  const whole = clienteSchema.parse({ nombre: "Ana", medicina: "Insulina", enfermedades: "Asma", alerta: "Látex" });
  await createCliente(whole, key());
  await deleteCliente(await createClienteRow(), cuenta_id, key());
  await renewCalendario(await createEmpleado(), key());
  await saveImportacion(cuenta_id, Buffer.from("Nombre\nEva\n"), key());
  await saveEnvio(cuenta_id, { path: "/admin/clientes/nuevo", sent: [] });

  const columns = await sql<{ table: string; column: string }>(`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'character varying') ORDER BY 1, 2`);
  const encrypted: string[] = [];
  for (const { table, column } of columns) {
    const rows = await sql(`SELECT FROM "${table}" WHERE "${column}"::text ~ 'v[0-9]+\\.[0-9a-f]{8}\\.[\\w-]{38}' LIMIT 1`);
    if (rows.length > 0) encrypted.push(`${table}.${column}`);
  }
  const listed = ENCRYPTED_COLUMNS.flatMap(({ table, columns: names }) => names.map((name) => `${table}.${name}`));
  expect(encrypted).toEqual(listed.sort());
});
