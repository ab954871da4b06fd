import { createCipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DIBUJOS } from "~/content/obras";
import { studioDay } from "~/format/dates";
import { TABLES } from "../../prisma/demo";
import { makeStudio } from "../../prisma/demo-studio";
import { migrate } from "../../server/migrate";
import { type Site, startSite, type Visitor } from "../support/browser";
import { readCuadre } from "../support/cuadre";
import { createCliente, insertRow } from "../support/factories";
import { ledgerMatches } from "../support/ledger";
import { query } from "../support/process";
import { emptyDatabase, sql } from "../support/test-database";

// A studio as it was before accounts had rights: every account could do everything, and encrypted values did not name their key.

const LAST_MIGRATION = "20261121070000_clientes";
// Hashed by that version. It would be too common for a new account today.
const PASSWORD = "12345678";
const PASSWORD_HASH = "$argon2id$v=19$m=19456,t=2,p=1$fAlEl9UPuUIA+zjf1tsRDQ$/xzqgXo1gpmr4GgQhfL6apPySfJLnJVv06IGb2sDKB4";
const NOTES = { medicina: "Insulina por la mañana", enfermedades: "Asma" };

// Of the settings, the facts of the example are forgotten.
const OWN_FACTS = { nombre: "Uñas Lola", telefono: "238 123 4567", frase: "Mía" };
// Sales and tips came later.
const TABLES_THEN = TABLES.filter((table) => !/^(ventas|venta_lineas|propinas)_/.test(table));
const UNCHANGED = TABLES_THEN.filter((table) => table !== "configuracion_susa");

let site: Site;
let cliente: string;
const secret = randomBytes(32).toString("base64url");
const before: Record<string, string> = {};

beforeAll(async () => {
  const url = await emptyDatabase();
  await migrate(url, undefined, LAST_MIGRATION);
  process.env.DATABASE_URL = url;
  await insertDemo();
  await insertAccounts();
  cliente = await createCliente({
    nombre: "Lucía Peña",
    medicina: encryptV1(NOTES.medicina),
    enfermedades: encryptV1(NOTES.enfermedades),
  });
  for (const table of UNCHANGED) before[table] = await checksum(table);
  await migrate(url);
  site = await startSite();
});
afterAll(() => site.close());

/** Encrypts a text as the application did before values named their key. */
function encryptV1(text: string): string {
  const key = Buffer.from(hkdfSync("sha256", String(process.env.DATA_KEY), "", "susa: notas de salud", 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
}

/** Inserts the rows of the demo with the columns that existed. */
async function insertDemo(): Promise<void> {
  const studio = makeStudio(studioDay(new Date(), "America/Mexico_City"));
  for (const table of TABLES_THEN) {
    const existing = await columnsOf(table);
    const rows: Record<string, unknown>[] = studio[table]
      // Absences without a last day came later.
      .filter((row: Record<string, unknown>) => row.hasta !== null && row.libro !== "propina")
      .map((row: Record<string, unknown>) => ({
        ...row,
        ...(row.concepto === "venta" ? { concepto: "libre" } : {}),
        ...(existing.includes("updated_at") ? { updated_at: row.created_at } : {}),
      }));
    if (table === "configuracion_susa") Object.assign(rows[0] ?? {}, OWN_FACTS);
    for (const row of rows) for (const note of ["medicina", "enfermedades"]) if (row[note]) row[note] = encryptV1(NOTES.medicina);
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      .filter((column) => existing.includes(column))
      .join(", ");
    await sql(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  }
}

async function insertAccounts(): Promise<void> {
  for (const [email, rol, estado] of [
    ["duena@ejemplo.mx", "propietaria", "activa"],
    ["personal@ejemplo.mx", "personal", "activa"],
    ["pendiente@ejemplo.mx", "personal", "pendiente"],
    ["desactivada@ejemplo.mx", "personal", "desactivada"],
  ]) {
    const cuenta_id = await insertRow("cuentas_susa", { email, password_hash: PASSWORD_HASH, rol, estado });
    if (email !== "personal@ejemplo.mx") continue;
    await sql("INSERT INTO sesiones_susa (id, cuenta_id) VALUES ($1, $2)", [
      createHash("sha256").update(secret).digest("hex"),
      cuenta_id,
    ]);
  }
}

const columnsOf = async (table: string) =>
  (
    await sql<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      [table],
    )
  ).map(({ name }) => name);

const columnsBefore: Record<string, string[]> = {};

// What held the state of AVIF versions, which are no longer made.
const DROPPED = /^(has_avif|avif_\w+)$/;

/** Of the rows of a table, with the columns that it had when it was first asked for and still has. */
async function checksum(table: string): Promise<string> {
  columnsBefore[table] ??= (await columnsOf(table)).filter((name) => !DROPPED.test(name));
  const [row] = await sql<{ sum: string }>(
    `SELECT count(*) || ' ' || md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM (SELECT ${columnsBefore[table]} FROM ${table}) t`,
  );
  return String(row?.sum);
}

async function signIn(email: string): Promise<Visitor> {
  const visitor = site.visitor();
  await (await visitor.get("/auth")).submit({ email, password: PASSWORD });
  return visitor;
}

const statusOf = async (visitor: Visitor, path: string) => (await visitor.send(path)).status;
const STAFF = ["/admin/citas", "/admin/clientes", "/admin/ingresos", "/admin/egresos", "/admin/reportes", "/admin/inventario"];
const CATALOGUE = ["/admin/proveedores", "/admin/servicios", "/admin/galeria", "/admin/testimonios"];
const OWNER = ["/admin/empleados", "/admin/configuracion/general", "/admin/configuracion/base-de-datos", "/admin/clientes.csv"];

describe("a studio from before rights, the record and the key's name, carried over by the migrations", () => {
  test("has every row as it was", async () => {
    const after: Record<string, string> = {};
    for (const table of UNCHANGED) after[table] = await checksum(table);
    expect(after).toEqual(before);
    expect(after.citas_susa).toMatch(/^1\d{3} /);
  });

  test("keeps what the studio said of itself, and forgets what the example said", async () => {
    expect(await sql("SELECT * FROM configuracion_susa")).toMatchObject([
      {
        ...OWN_FACTS,
        ...{ es_demo: false, direccion: null, whatsapp: null, instagram_url: null, facebook_url: null, mapa_url: null },
        ...{ hero_titulo: null, hero_texto: null, biografia: null, frase_autora: null, dibujos_ocultos: DIBUJOS },
      },
    ]);
  });

  test("lets every account in as before: the owner everywhere, staff everywhere but the owner's part", async () => {
    const owner = await signIn("duena@ejemplo.mx");
    for (const path of [...STAFF, ...CATALOGUE, ...OWNER]) expect([path, await statusOf(owner, path)]).toEqual([path, 200]);
    const staff = await signIn("personal@ejemplo.mx");
    for (const path of [...STAFF, ...CATALOGUE]) expect([path, await statusOf(staff, path)]).toEqual([path, 200]);
    for (const path of OWNER) expect([path, await statusOf(staff, path)]).toEqual([path, 403]);
  });

  test("keeps a session that was open", async () => {
    const visitor = site.visitor();
    const cookie = await createCookie("sesion", { secrets: [String(process.env.SESSION_SECRET)] }).serialize(secret);
    visitor.cookies.set("sesion", /=([^;]*)/.exec(cookie)?.[1] ?? "");
    expect(await statusOf(visitor, "/admin/ingresos")).toBe(200);
  });

  test("leaves a waiting account waiting, without a right, and a deactivated one out", async () => {
    expect((await (await signIn("pendiente@ejemplo.mx")).send("/admin")).location).toBe("/auth/espera");
    expect((await (await signIn("desactivada@ejemplo.mx")).send("/admin")).location).toMatch(/^\/auth/);
    const rows = await sql("SELECT email, permisos::text FROM cuentas_susa ORDER BY email");
    expect(rows).toEqual([
      { email: "desactivada@ejemplo.mx", permisos: "{salud,dinero,inventario,catalogo}" },
      { email: "duena@ejemplo.mx", permisos: "{}" },
      { email: "pendiente@ejemplo.mx", permisos: "{}" },
      { email: "personal@ejemplo.mx", permisos: "{salud,dinero,inventario,catalogo}" },
    ]);
  });

  test("opens every note that was encrypted before", async () => {
    const { decrypt } = await import("~/database/encryption.server");
    const rows = await sql<{ nota: string }>(
      "SELECT unnest(ARRAY[medicina, enfermedades]) AS nota FROM clientes_susa WHERE num_nonnulls(medicina, enfermedades) > 0",
    );
    const notes = rows.flatMap(({ nota }) => (nota === null ? [] : [nota]));
    expect(notes.length).toBeGreaterThan(20);
    for (const note of notes) {
      expect(note).toMatch(/^v1\./);
      expect(Object.values(NOTES)).toContain(decrypt(note));
    }
    const staff = await signIn("personal@ejemplo.mx");
    const page = await staff.get(`/admin/clientes/${cliente}/ficha`);
    expect(page.html).not.toContain(NOTES.medicina);
    await page.submit({}, "section[aria-labelledby=salud] form");
    const opened = (await staff.get(page.path)).text("section[aria-labelledby=salud]");
    for (const note of Object.values(NOTES)) expect(opened).toContain(note);
  });

  test("has no difference in Cuadre, and nobody as the author of what was there", async () => {
    expect((await readCuadre()).cuantas).toBe(0);
    await ledgerMatches();
    expect(await sql("SELECT DISTINCT tipo FROM bitacora_susa WHERE accion IN ('alta', 'cambio', 'eliminacion')")).toEqual([]);
    expect(await sql("SELECT 1 FROM papelera_susa UNION ALL SELECT 1 FROM enlaces_acceso_susa")).toEqual([]);
  });
});

test("a studio with several featured images of a service keeps the newest one, which no line of the record says", async () => {
  const url = await emptyDatabase();
  await migrate(url, undefined, "20261126000000_whole_record");
  await query(
    url,
    "INSERT INTO servicios_susa (id, nombre, precio, categoria) VALUES ('10000000-0000-4000-8000-000000000001', 'Cejas', 350, 'cejas')",
    `INSERT INTO service_images_susa (servicio_id, image_url, is_featured, created_at, updated_at)
     SELECT CASE WHEN n < 4 THEN '10000000-0000-4000-8000-000000000001'::uuid END, '/' || n, n <> 3, created_at, created_at
     FROM (SELECT n, timestamptz '2026-11-20' + n * interval '1 day' AS created_at FROM generate_series(1, 5) AS n) AS days`,
  );
  const lines = () => query(url, "SELECT id, veces FROM bitacora_susa ORDER BY id");
  const before = await lines();
  await migrate(url);
  // An editor that shows a mark which was taken must merge, so that saving another field does not bring it back.
  expect(
    await query(url, "SELECT image_url, is_featured, updated_at > created_at AS touched FROM service_images_susa ORDER BY 1"),
  ).toEqual([
    { image_url: "/1", is_featured: false, touched: true },
    { image_url: "/2", is_featured: true, touched: false },
    { image_url: "/3", is_featured: false, touched: false },
    // Marks of images without a service are left alone.
    { image_url: "/4", is_featured: true, touched: false },
    { image_url: "/5", is_featured: true, touched: false },
  ]);
  expect(await lines()).toEqual(before);
});
