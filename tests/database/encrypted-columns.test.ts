import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { ENCRYPTED_COLUMNS, readEncrypted } from "~/database/encrypted-columns.server";
import { encrypt } from "~/database/encryption.server";
import { renewCalendario } from "~/models/citas/calendario.server";
import { clienteSchema, createCliente, deleteCliente } from "~/models/clientes/cliente.server";
import { saveEnvio } from "~/models/cuentas/envio.server";
import { deleteEmpleado } from "~/models/equipo/empleado.server";
import { saveImportacion, saveRespuestas } from "~/models/importacion/importacion.server";
import { createCliente as createClienteRow, createEmpleado, insertRow } from "../support/factories";
import { sql } from "../support/test-database";

afterAll(() => db.$disconnect());

test("the list of encrypted columns has every column that holds what was encrypted, and no other", async () => {
  const cuenta_id = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x" });
  const key = () => ({ id: randomUUID(), digest: "x", actor: { cuenta_id, origen: null } });
  const whole = clienteSchema.parse({ nombre: "Ana", medicina: "Insulina", enfermedades: "Asma", alerta: "Látex" });
  await createCliente(whole, key());
  const [deleted, notes] = [
    await createEmpleado(),
    { medicina: encrypt("Insulina"), enfermedades: encrypt("Asma"), alerta: encrypt("Látex") },
  ];
  await deleteCliente(await createClienteRow(notes), cuenta_id, key());
  await renewCalendario(deleted, key());
  await deleteEmpleado(deleted, cuenta_id, key());
  await renewCalendario(await createEmpleado(), key());
  const saved = await saveImportacion(cuenta_id, [{ nombre: "lista.csv", bytes: Buffer.from("Nombre\nEva\n") }], key());
  await saveRespuestas("result" in saved ? saved.result : undefined, cuenta_id, new Map([["h0_clase", "clientes"]]), key());
  await saveEnvio(cuenta_id, { path: "/admin/clientes/nuevo", sent: [] });

  const columns = await sql<{ table: string; column: string }>(`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'character varying') ORDER BY 1, 2`);
  const encrypted: string[] = [];
  for (const { table, column } of columns) {
    const rows = await sql(`SELECT FROM "${table}" WHERE "${column}"::text ~ 'v[0-9]+\\.[0-9a-f]{8}\\.[\\w-]{38}' LIMIT 1`);
    if (rows.length > 0) encrypted.push(`${table}.${column}`);
  }
  const listed = new Set(ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`));
  expect(encrypted.sort()).toEqual([...listed].sort());
  const inTrash = await sql<{ text: string }>(`
    SELECT value #>> '{}' AS text FROM papelera_susa, jsonb_path_query(jsonb_build_array(fila, hijas), '$.**') AS value
    WHERE jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^v[0-9]+\\.[0-9a-f]{8}\\.[\\w-]{38}'`);
  const paths = ENCRYPTED_COLUMNS.filter(({ path }) => path).map(
    (place) => `SELECT ${readEncrypted(place)} AS text FROM papelera_susa`,
  );
  const listedInTrash = await sql<{ text: string | null }>(paths.join(" UNION ALL "));
  expect(inTrash.map(({ text }) => text).sort()).toEqual(listedInTrash.flatMap(({ text }) => text ?? []).sort());
  expect(inTrash.length).toBe(4);
});
