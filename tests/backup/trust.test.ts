import { createHash, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { beforeAll, expect, test } from "vitest";
import { asText, COLUMNS_SQL, type Column, type Manifest, TABLES } from "~/backup/format.server";
import { decrypt, encrypt } from "~/database/encryption.server";
import { deleteCliente } from "~/models/clientes/cliente.server";
import { migrate } from "../../server/migrate";
import { asV1 } from "../support/encryption-keys";
import { createCliente, createEmpleado, createIngreso, insertRow } from "../support/factories";
import { freshFolder, query } from "../support/process";
import { emptyDatabase, sql } from "../support/test-database";
import { type Files, manifestOf, packZip, restore, sumsOf, unzip } from "./restore-program";
import { exportOf, PICTURES, sourceUrl } from "./studio";

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
    medicina: asV1(encrypt("Insulina")),
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

test("export, wipe, restore and export give the same checksums with rights, record, tied specialist, alert, old and new values", async () => {
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
  expect(notes.map((note) => note.slice(0, 3))).toEqual(["v1.", "v2.", "v2."]);
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

test("an export from before rights and the record restores with today's defaults, and its notes open", async () => {
  const migracion = "20261121030000_avif";
  const old = await emptyDatabase();
  await migrate(old, undefined, migracion);
  await query(
    old,
    `INSERT INTO cuentas_susa (email, password_hash, rol, estado) VALUES ('duena@ejemplo.mx', 'x', 'propietaria', 'activa'),
      ('luz@ejemplo.mx', 'x', 'personal', 'activa'), ('eva@ejemplo.mx', 'x', 'personal', 'pendiente')`,
    `INSERT INTO clientes_susa (nombre, medicina, enfermedades) VALUES ('Ana', '${asV1(encrypt("Insulina"))}', '${asV1(encrypt(""))}')`,
    "INSERT INTO empleados_susa (nombre, apellido) VALUES ('Luz', 'Ruiz')",
    "INSERT INTO ingresos_susa (monto, fecha, metodo_pago, descripcion) VALUES (250, '2026-11-20', 'tarjeta', '\"Uñas, dos manos\"')",
    "INSERT INTO archivos_susa (nombre, url, width, height) VALUES ('1-0', '/uploads/susa-servicios/servicios/1-0.webp', 300, 400)",
    "INSERT INTO servicios_susa (nombre, precio, categoria) VALUES ('Cejas', 350, 'cejas')",
    `INSERT INTO service_images_susa (servicio_id, image_url, is_featured, created_at)
      SELECT id, '/' || day || '.webp', true, day::date FROM servicios_susa, unnest('{2026-11-20,2026-11-21}'::text[]) AS day`,
  );
  const { code, stdout, stderr, url, dataDir } = await restore(await exportAsThen(old, migracion), {
    DATABASE_URL: await emptyDatabase(),
  });
  expect([code, stderr]).toEqual([0, ""]);
  // Pictures had AVIF versions then.
  expect(stdout).toContain("Imágenes: 1 archivos.");
  expect(readdirSync(join(dataDir, PICTURES))).toEqual(["1-0.webp"]);
  expect(await query(url, "SELECT nombre, width FROM archivos_susa")).toEqual([{ nombre: "1-0", width: 300 }]);
  // The ledger migration wrote this entry, so that it must have run after the rows were restored.
  expect(await query(url, "SELECT libro, monto, metodo_pago FROM asientos_susa")).toEqual([
    { libro: "ingreso", monto: "250.00", metodo_pago: "tarjeta" },
  ]);
  expect(await query(url, "SELECT email, permisos::text FROM cuentas_susa ORDER BY email")).toEqual([
    { email: "duena@ejemplo.mx", permisos: "{}" },
    { email: "eva@ejemplo.mx", permisos: "{}" },
    { email: "luz@ejemplo.mx", permisos: "{salud,dinero,inventario,catalogo}" },
  ]);
  expect(await query(url, "SELECT nombre, cuenta_id FROM empleados_susa")).toEqual([{ nombre: "Luz", cuenta_id: null }]);
  // A service could have several featured images.
  expect(await query(url, "SELECT image_url FROM service_images_susa WHERE is_featured")).toEqual([
    { image_url: "/2026-11-21.webp" },
  ]);
  const [medicina = "", enfermedades = "", alerta] = await notesIn(url);
  expect([decrypt(medicina), decrypt(enfermedades), alerta]).toEqual(["Insulina", "", null]);
  expect(await query(url, "SELECT 1 FROM bitacora_susa UNION ALL SELECT 1 FROM por_revisar_susa")).toEqual([]);
});

test("an export from before absences had hours restores them as whole days", async () => {
  const migracion = "20261126030000_own_facts";
  const old = await emptyDatabase();
  await migrate(old, undefined, migracion);
  await query(
    old,
    "INSERT INTO cuentas_susa (email, password_hash, rol, estado) VALUES ('duena@ejemplo.mx', 'x', 'propietaria', 'activa')",
    "INSERT INTO archivos_susa (nombre, url, width, height) VALUES ('1-0', '/uploads/susa-servicios/servicios/1-0.webp', 300, 400)",
    "INSERT INTO ausencias_susa (desde, hasta) VALUES ('2026-12-24', '2026-12-25')",
  );
  const { code, stderr, url } = await restore(await exportAsThen(old, migracion), { DATABASE_URL: await emptyDatabase() });
  expect([code, stderr]).toEqual([0, ""]);
  expect(await query(url, "SELECT desde::text, hasta::text, de, a FROM ausencias_susa")).toEqual([
    { desde: "2026-12-24", hasta: "2026-12-25", de: null, a: null },
  ]);
});

/**
 * The export of a database whose last migration is `migracion`, with one picture: the tables and columns that existed, written
 * as they were.
 */
async function exportAsThen(url: string, migracion: string): Promise<Buffer> {
  const manifest = manifestOf(await unzip(zip));
  const sumOf = (bytes: Buffer) => ({ bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  const files: Files = new Map();
  const tablas: Manifest["tablas"] = [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET TimeZone = 'UTC'");
  for (const [tabla, name] of Object.entries(TABLES)) {
    const { rows: columns } = await client.query<Column>(COLUMNS_SQL, [tabla]);
    if (columns.length === 0) continue;
    const texts = columns.map(asText).join(", ");
    const rows = await buffer(client.query(copyTo(`COPY (SELECT ${texts} FROM ${tabla}) TO STDOUT (FORMAT csv)`)));
    const bytes = Buffer.concat([Buffer.from("\uFEFFTítulos de entonces\n"), rows]);
    const archivo = `tablas/${name}.csv`;
    files.set(archivo, bytes);
    tablas.push({
      tabla,
      archivo,
      columnas: columns.map((column) => column.name),
      filas: Number((await client.query(`SELECT count(*) AS n FROM ${tabla}`)).rows[0]?.n),
      ...sumOf(bytes),
    });
  }
  await client.end();
  const imagenes = ["imagenes/1-0.webp", "imagenes/1-0.avif"].map((archivo) => {
    files.set(archivo, Buffer.from(archivo));
    return { archivo, ...sumOf(Buffer.from(archivo)) };
  });
  files.set("manifest.json", Buffer.from(JSON.stringify({ ...manifest, migracion, tablas, imagenes })));
  return packZip(files);
}
