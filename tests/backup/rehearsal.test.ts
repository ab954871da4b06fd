import { createHash, randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openArchive } from "~/backup/archive.server";
import { compareTables } from "~/backup/restore-rows.server";
import { keyFingerprints } from "~/database/encryption.server";
import { startServer } from "../server/server-program";
import { embeddedUrl, eventually, freshFolder, postgresIn, query } from "../support/process";
import { tcpProxyTo } from "../support/tcp-proxy";
import { countRows, type Files, manifestOf, packZip, restore, startRestore, unzip } from "./restore-program";
import { dataDir, exportOf, fillStudio, sourceUrl } from "./studio";

const superuser = inject("superuserUrl");
const role = `creadora_${randomBytes(6).toString("hex")}`;

let zip: Buffer;
let files: Files;
/** The database of the tests, for a role that may create others. */
let url: string;
beforeAll(async () => {
  await fillStudio();
  zip = await exportOf(sourceUrl, dataDir);
  files = await unzip(zip);
  await query(superuser, `CREATE ROLE ${role} LOGIN CREATEDB PASSWORD 'x'`);
  const own = new URL(sourceUrl);
  Object.assign(own, { username: role, password: "x" });
  url = own.href;
});
afterAll(async () => {
  await query(superuser, `DROP ROLE ${role}`);
});

const rehearsals = (at = superuser) => query(at, "SELECT datname FROM pg_database WHERE datname LIKE 'susa\\_ensayo\\_%'");

const check = (bytes: Buffer, env: Record<string, string> = {}, ...flags: string[]) =>
  restore(bytes, { DATABASE_URL: url, ...env }, "--check", ...flags);

/** The backup with another text in one of its files; with `sum`, the manifest has its new checksum. */
async function changed(name: string, text: string, by: string, { sum = false } = {}): Promise<Buffer> {
  const copy = new Map(files);
  const manifest = manifestOf(copy);
  const content = Buffer.from(String(copy.get(name)).replace(text, by));
  expect(content.equals(copy.get(name) ?? content)).toBe(false);
  copy.set(name, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  for (const entry of manifest.tablas) if (sum && entry.archivo === name) Object.assign(entry, { bytes: content.length, sha256 });
  copy.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
  return packZip(copy);
}

describe("a rehearsal of a restore", () => {
  test("says what it compared, and leaves neither a database nor a picture", async () => {
    const before = await countRows(sourceUrl);
    const { code, stdout, stderr, dataDir: into } = await check(zip);
    expect([code, stderr]).toEqual([0, ""]);
    const { tablas, imagenes } = manifestOf(files);
    expect(stdout).toMatch(
      /^El respaldo del \d\d\/\d\d\/\d{4}, \d+:\d\d [ap]\.m\. \(hora universal\) está completo: [\d,]+ registros y \d+ archivos de imagen\. .+\n$/,
    );
    expect(stdout).toContain(`${before.toLocaleString("es-MX")} registros y ${imagenes.length} archivos`);
    expect(stdout).toContain(`y las ${tablas.length} tablas quedaron iguales.`);
    expect(await rehearsals()).toEqual([]);
    expect(await countRows(sourceUrl)).toBe(before);
    expect(existsSync(join(into, "uploads"))).toBe(false);
  });

  test("accepts a heading that has another name today", async () => {
    const file = join(freshFolder(), "respaldo.zip");
    writeFileSync(file, await changed("tablas/proveedores.csv", "Notas", "Apuntes", { sum: true }));
    const archive = await openArchive(file, keyFingerprints());
    const client = new pg.Client({ connectionString: sourceUrl });
    await client.connect();
    await client.query("SET TimeZone = 'UTC'; SET DateStyle = 'ISO'");
    await expect(compareTables(client, archive, true)).resolves.toBeUndefined();
    await client.end();
    archive.close();
  });

  type Damage = [string, () => Promise<Buffer>, string];
  async function findsAndLeavesNothing(_: string, bytes: () => Promise<Buffer>, sentence: string) {
    const { code, stdout, stderr } = await check(await bytes());
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(sentence)]);
    expect(await rehearsals()).toEqual([]);
  }

  test.each<Damage>([
    [
      "one byte of a row",
      () => changed("tablas/proveedores.csv", "=ya lleva", "=Ya lleva"),
      "tablas/proveedores.csv no es como se guardó",
    ],
    [
      "a value that comes back in another form",
      () => changed("tablas/ingresos.csv", "99999999.99", "099999999.99", { sum: true }),
      "tablas/ingresos.csv no queda igual al restaurarlo",
    ],
  ])("finds %s, and leaves nothing", findsAndLeavesNothing);

  test.each<Damage>([
    [
      "a value that the database rejects",
      () => changed("tablas/ingresos.csv", "99999999.99", "noventa", { sum: true }),
      "no aceptó lo que trae tablas/ingresos.csv (22P02)",
    ],
    [
      "a picture of no row",
      async () => {
        const manifest = manifestOf(files);
        const sha256 = createHash("sha256").update("x").digest("hex");
        manifest.imagenes.push({ archivo: "imagenes/9-9.webp", bytes: 1, sha256 });
        return packZip(
          [...files, ["imagenes/9-9.webp", Buffer.from("x")] as const].map(([name, bytes]) => [
            name,
            name === "manifest.json" ? Buffer.from(JSON.stringify(manifest)) : bytes,
          ]),
        );
      },
      "no es de ningún registro",
    ],
  ])("finds %s, and leaves nothing", { tags: ["slow"] }, findsAndLeavesNothing);

  test("needs the key, and compares the rest with --sin-llave", { tags: ["slow"] }, async () => {
    const DATA_KEY = "una llave muy distinta, de más de treinta y dos letras";
    expect(await check(zip, { DATA_KEY })).toMatchObject({ code: 1, stderr: expect.stringContaining("--sin-llave") });
    const { code, stdout } = await check(zip, { DATA_KEY }, "--sin-llave");
    expect([code, stdout]).toEqual([0, expect.stringContaining("y las tablas sin datos cifrados quedaron iguales.")]);
    expect(await rehearsals()).toEqual([]);
  });

  test("says what it could not check where no database can be created", async () => {
    const { code, stdout, stderr } = await check(zip, { DATABASE_URL: sourceUrl });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/está completo: .+ No se pudo probar cómo se restaura: .+\n$/);
    const damaged = await changed("tablas/proveedores.csv", "=ya lleva", "=Ya lleva");
    expect(await check(damaged, { DATABASE_URL: sourceUrl })).toMatchObject({ code: 1, stdout: "" });
  });

  test("says what it could not check behind a pooler that does not know the new database", async () => {
    const proxy = await tcpProxyTo(url, (sent) =>
      sent.includes("susa_ensayo_") && sent.includes("user\0") ? "lost" : undefined,
    );
    const { code, stdout, stderr } = await check(zip, { DATABASE_URL: proxy.url });
    proxy.close();
    expect([code, stdout, stderr]).toEqual([0, expect.stringContaining("No se pudo probar"), ""]);
    expect(await rehearsals()).toEqual([]);
  });

  test("that is interrupted drops its database", async () => {
    const { program } = await startRestore(zip, { DATABASE_URL: url }, ["--check"]);
    await eventually(async () => (await rehearsals()).length > 0);
    program.kill("SIGTERM");
    expect([await program.exited, program.stderr]).toEqual([1, "El ensayo se interrumpió, y no dejó nada.\n"]);
    expect(await rehearsals()).toEqual([]);
  });
});

describe("a rehearsal on the embedded database", { tags: ["slow"] }, () => {
  test("works beside the server and while none runs, and makes no new one", async () => {
    const { program, dataDir: DATA_DIR } = await startServer({ DATA_KEY: String(process.env.DATA_KEY), DATA_DIR: freshFolder() });
    const env = { DATABASE_URL: "", SESSION_SECRET: "", DATA_DIR };
    const good = { code: 0, stderr: "", stdout: expect.stringContaining("tablas quedaron iguales") };
    expect(await check(zip, env)).toMatchObject(good);
    expect(await rehearsals(embeddedUrl(DATA_DIR))).toEqual([]);
    expect(await program.stop()).toBe(0);
    expect(await check(zip, env)).toMatchObject(good);
    expect(postgresIn(DATA_DIR)).toEqual([]);
    const elsewhere = join(freshFolder(), "otra");
    expect(await check(zip, { ...env, DATA_DIR: elsewhere })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No hay base"),
    });
    expect(existsSync(elsewhere)).toBe(false);
  });
});

const llave = "SELECT llave FROM instalacion_susa";

test("a restore writes the fingerprint of the key that its values have", async () => {
  const { present } = keyFingerprints();
  const restored = await restore(zip);
  expect(await query(restored.url, llave)).toEqual([{ llave: present }]);
});

test("a restore without the key, or with a new one, writes another fingerprint", { tags: ["slow"] }, async () => {
  const { present } = keyFingerprints();
  const DATA_KEY = "una llave muy distinta, de más de treinta y dos letras";
  const without = await restore(zip, { DATA_KEY }, "--sin-llave");
  const [row] = await query<{ llave: string }>(without.url, llave);
  expect(row?.llave).toMatch(/^[0-9a-f]{32}$/);
  expect(row?.llave).not.toBe(present);
  const rekeyed = await restore(zip, { DATA_KEY, DATA_KEY_PREVIOUS: String(process.env.DATA_KEY) });
  expect(await query(rekeyed.url, llave)).toEqual([row]);
});
