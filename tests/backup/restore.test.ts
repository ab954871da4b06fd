import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { COLUMNS_SQL, type Column, type Manifest, TABLES } from "~/backup/format.server";
import { migrate } from "../../server/migrate";
import { freePort } from "../support/port";
import { embeddedUrl, freshFolder, Program, query } from "../support/process";
import { countRows, type Files, manifestOf, packZip, restore, sumsOf, unzip } from "./restore-program";
import { dataDir, exportOf, fillStudio, PICTURES, sourceUrl } from "./studio";

let zip: Buffer;
beforeAll(async () => {
  await fillStudio();
  zip = await exportOf(sourceUrl, dataDir);
});

describe("a restore", () => {
  test("into an empty database gives an identical studio, whose export has the same checksums", async () => {
    const { code, stdout, stderr, url, dataDir: into } = await restore(zip);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("tablas/proveedores.csv: ");
    expect(stdout).toContain("El estudio Estudio Ñandú está restaurado.");
    expect(await sumsOf(await exportOf(url, into))).toEqual(await sumsOf(zip));
    for (const table of Object.keys(TABLES)) {
      const checksum = `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${table} t`;
      expect(await query(url, checksum), table).toEqual(await query(sourceUrl, checksum));
    }
    for (const name of readdirSync(join(dataDir, PICTURES)))
      expect(readFileSync(join(into, PICTURES, name)).equals(readFileSync(join(dataDir, PICTURES, name))), name).toBe(true);
    // Sequences continue after the restored values.
    const [next] = await query<{ orden: number }>(
      url,
      "INSERT INTO cambios_cita_susa (cita_id, accion, estado) SELECT id, 'editada', estado FROM citas_susa LIMIT 1 RETURNING orden",
    );
    expect(next?.orden).toBe(900001);
  });

  test("works with the embedded database, and is rejected a second time and while a server runs", {
    tags: ["slow"],
  }, async () => {
    const DATA_DIR = join(freshFolder(), "datos");
    const env = { DATABASE_URL: "", SESSION_SECRET: "", DATA_DIR };
    expect(await restore(zip, env)).toMatchObject({ code: 0, stderr: "" });
    expect(await restore(zip, env)).toMatchObject({ code: 1, stderr: expect.stringContaining("ya tiene datos") });
    const server = new Program(process.execPath, ["build/server.js"], {
      DATA_DIR,
      DATA_KEY: String(process.env.DATA_KEY),
      PORT: String(await freePort()),
    });
    await server.says(/Susa está lista/);
    expect(await restore(zip, env)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Otro servidor ya usa .+\n$/) });
    const [configuracion] = await query<{ nombre: string }>(embeddedUrl(DATA_DIR), "SELECT nombre FROM configuracion_susa");
    expect(configuracion?.nombre).toBe("Estudio Ñandú");
    server.kill("SIGTERM");
    await server.exited;
  });

  test("without the right key is rejected, unless --sin-llave skips the encrypted values", async () => {
    const DATA_KEY = "una llave muy distinta, de más de treinta y dos letras";
    const withoutFlag = await restore(zip, { DATA_KEY });
    expect(withoutFlag).toMatchObject({ code: 1, stderr: expect.stringContaining("--sin-llave") });
    expect(await countRows(withoutFlag.url)).toBe(0);
    const { code, stdout, url } = await restore(zip, { DATA_KEY }, "--sin-llave");
    expect(code).toBe(0);
    expect(stdout).toContain("no se restauraron");
    expect(await query(url, "SELECT FROM clientes_susa WHERE num_nonnulls(medicina, enfermedades, alerta) > 0")).toEqual([]);
    expect(await query(url, "SELECT FROM calendarios_susa")).toEqual([]);
    expect(await query(url, "SELECT nombre FROM clientes_susa WHERE nombre = 'Lucía'")).not.toEqual([]);
  });

  test("is undone completely when a picture cannot be stored", async () => {
    const DATA_DIR = join(freshFolder(), "datos");
    const folder = join(DATA_DIR, PICTURES);
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(join(dataDir, PICTURES)).sort();
    const [last = ""] = manifestOf(await unzip(zip))
      .imagenes.map(({ archivo }) => archivo.replace("imagenes/", ""))
      .slice(-1);
    writeFileSync(join(folder, last), "otra cosa");
    const { code, stderr, url } = await restore(zip, { DATA_DIR });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`ya hay otra imagen que se llama ${last}`)]);
    expect(await countRows(url)).toBe(0);
    expect(readdirSync(folder)).toEqual([last]);
    expect(names).toContain(last);
    rmSync(join(folder, last));
    // An identical picture that exists already is accepted.
    writeFileSync(join(folder, last), readFileSync(join(dataDir, PICTURES, last)));
    expect(await restore(zip, { DATA_DIR, DATABASE_URL: url })).toMatchObject({ code: 0 });
  });
});

test("a backup of an earlier version is restored in that version and then migrated with its rows", async () => {
  const before = "20261121030000_avif";
  const [old, fresh] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(old, undefined, before);
  const manifest = manifestOf(await unzip(zip));
  const url = "/uploads/susa-servicios/servicios/1-0.webp";
  const at = "2026-11-20T18:00:00+00:00";
  const id = "11111111-1111-4111-8111-111111111111";
  const rows: Record<string, Record<string, string>> = {
    ingresos_susa: {
      id,
      monto: "250.00",
      fecha: "2026-11-20",
      metodo_pago: "tarjeta",
      descripcion: '"Uñas, dos manos"',
      created_at: at,
      updated_at: at,
    },
    archivos_susa: {
      id,
      nombre: "1-0",
      url,
      width: "300",
      height: "400",
      has_avif: "sí",
      avif_tries: "1",
      avif_since: "",
      created_at: at,
    },
  };
  const files: Files = new Map();
  const sumOf = (bytes: Buffer) => ({ bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  const tablas: Manifest["tablas"] = [];
  for (const entry of manifest.tablas) {
    const columns = await query<Column>(old, COLUMNS_SQL.replaceAll("$1", `'${entry.tabla}'`));
    if (columns.length === 0) continue;
    const row = rows[entry.tabla];
    const columnas = row ? Object.keys(row) : columns.map(({ name }) => name);
    expect([...columnas].sort()).toEqual(columns.map(({ name }) => name).sort());
    const bytes = Buffer.from(`\uFEFFTítulos de entonces\r\n${row ? `${Object.values(row).join()}\r\n` : ""}`);
    files.set(entry.archivo, bytes);
    tablas.push({ ...entry, columnas, filas: row ? 1 : 0, ...sumOf(bytes) });
  }
  const imagenes = ["imagenes/1-0.webp", "imagenes/1-0.avif"].map((archivo) => {
    const bytes = Buffer.from(archivo);
    files.set(archivo, bytes);
    return { archivo, ...sumOf(bytes) };
  });
  files.set("manifest.json", Buffer.from(JSON.stringify({ ...manifest, migracion: before, tablas, imagenes })));
  const restored = await restore(await packZip(files), { DATABASE_URL: fresh });
  expect(restored).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Imágenes: 1 archivos.") });
  // Pictures had AVIF versions then.
  expect(readdirSync(join(restored.dataDir, PICTURES))).toEqual(["1-0.webp"]);
  expect(await query(fresh, "SELECT url, width FROM archivos_susa")).toEqual([{ url, width: 300 }]);
  // The ledger migration wrote this entry, so that it must have run after the rows were restored.
  expect(await query(fresh, "SELECT libro, monto, metodo_pago FROM asientos_susa")).toEqual([
    { libro: "ingreso", monto: "250.00", metodo_pago: "tarjeta" },
  ]);
});

/** A database without any migration. */
async function emptyDatabase(): Promise<string> {
  const name = `vacia_${randomBytes(6).toString("hex")}`;
  await query(inject("databaseUrl"), `CREATE DATABASE ${name}`);
  return inject("databaseUrl").replace(/\/postgres$/, `/${name}`);
}
