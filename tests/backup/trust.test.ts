import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { decrypt, encrypt } from "~/database/encryption.server";
import { deleteCliente } from "~/models/clientes/cliente.server";
import { createCliente, createEmpleado, createIngreso, insertRow } from "../support/factories";
import { freshFolder, query } from "../support/process";
import { sql } from "../support/test-database";
import { restore, sumsOf, unzip } from "./restore-program";
import { exportOf, sourceUrl } from "./studio";

// What a backup carries of who may do what and who did what, and what it must not carry.

const LINK_DIGEST = "b".repeat(64);
const TRASHED = { nombre: "Clienta Borrada", telefono: "2229998877" };
let zip: Buffer;
let trashedId: string;
let luz: string;

beforeAll(async () => {
  const account = (email: string, rol: string, estado: string, permisos: string) =>
    insertRow("cuentas_susa", { email, password_hash: "$argon2id$", rol, estado, permisos });
  const owner = await account("duena@ejemplo.mx", "propietaria", "activa", "{}");
  luz = await account("luz@ejemplo.mx", "personal", "activa", "{salud_propias,catalogo}");
  await account("sol@ejemplo.mx", "personal", "activa", "{salud,dinero,inventario,catalogo}");
  await account("eva@ejemplo.mx", "personal", "pendiente", "{}");
  await createEmpleado({ nombre: "Luz", cuenta_id: luz });
  await createCliente({
    nombre: "A",
    medicina: encrypt("Insulina"),
    enfermedades: encrypt("Asma"),
    alerta: encrypt("Látex"),
  });
  const income = await createIngreso("2026-11-20", 500);
  await sql("UPDATE ingresos_susa SET monto = 50 WHERE id = $1", [income]);
  await insertRow("bitacora_susa", { accion: "entrada", cuenta_id: luz, origen: "203.0.113.0/24" });
  await insertRow("bitacora_susa", { accion: "exportacion", cuenta_id: owner });
  trashedId = await createCliente(TRASHED);
  await deleteCliente(trashedId, owner, { id: randomUUID(), digest: "x", actor: { cuenta_id: owner, origen: null } });
  await sql("INSERT INTO enlaces_acceso_susa (cuenta_id, digest) VALUES ($1, $2)", [luz, LINK_DIGEST]);
  await sql("INSERT INTO sesiones_susa (id, cuenta_id) VALUES ($1, $2)", ["c".repeat(64), luz]);
  zip = await exportOf(sourceUrl, freshFolder());
});

const notesIn = async (url: string) => {
  const [row] = await query<Record<string, string>>(url, "SELECT medicina, enfermedades, alerta FROM clientes_susa");
  return Object.values(row ?? {});
};

test("export, wipe, restore and export give the same checksums with rights, record, tied specialist and alert", async () => {
  const { code, stderr, url, dataDir } = await restore(zip);
  expect([code, stderr]).toEqual([0, ""]);
  expect(await sumsOf(await exportOf(url, dataDir))).toEqual(await sumsOf(zip));
  const rows = async (database: string) => [
    await query(database, "SELECT * FROM cuentas_susa ORDER BY email"),
    await query(database, "SELECT * FROM empleados_susa"),
    await query(database, "SELECT * FROM bitacora_susa ORDER BY orden"),
    await query(database, "SELECT * FROM clientes_susa"),
  ];
  const restored = await rows(url);
  expect(restored).toEqual(await rows(sourceUrl));
  expect(restored[0]?.map(({ permisos }) => permisos)).toContain("{salud_propias,catalogo}");
  expect(restored[1]).toMatchObject([{ nombre: "Luz", cuenta_id: luz }]);
  expect(restored[2]?.map(({ accion, tipo }) => [accion, tipo])).toEqual([
    ["alta", "empleado"],
    ["alta", "cliente"],
    ["alta", "ingreso"],
    ["cambio", "ingreso"],
    ["entrada", null],
    ["exportacion", null],
    ["alta", "cliente"],
    ["eliminacion", "cliente"],
  ]);
  const notes = await notesIn(url);
  expect(notes.map(decrypt)).toEqual(["Insulina", "Asma", "Látex"]);
  // The record stays one that is only added to.
  await expect(query(url, "DELETE FROM bitacora_susa")).rejects.toThrow("only ever added to");
});

test("the trash, access links and sessions are in no export, and in no restored studio", async () => {
  for (const table of ["papelera_susa", "enlaces_acceso_susa", "sesiones_susa"])
    expect(await sql(`SELECT 1 FROM ${table}`), table).toHaveLength(1);
  const files = await unzip(zip);
  const all = Buffer.concat([...files.values()]);
  for (const hidden of [...Object.values(TRASHED), LINK_DIGEST, "c".repeat(64), "Insulina", "Látex"])
    expect(all.includes(hidden), hidden).toBe(false);
  // Only the record says that it was deleted.
  expect([...files].filter(([, bytes]) => bytes.includes(trashedId)).map(([name]) => name)).toEqual(["tablas/bitacora.csv"]);
  const { url } = await restore(zip);
  for (const table of ["papelera_susa", "enlaces_acceso_susa", "sesiones_susa", "por_revisar_susa"])
    expect(await query(url, `SELECT 1 FROM ${table}`), table).toEqual([]);
});
