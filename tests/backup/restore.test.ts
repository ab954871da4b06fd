import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { TABLES } from "~/backup/format.server";
import { loadDemoRows } from "../support/demo";
import { freePort } from "../support/port";
import { embeddedUrl, freshFolder, Program, query } from "../support/process";
import { testDatabase } from "../support/test-database";
import { countRows, manifestOf, packZip, restore, restoreByProgram, sumsOf, unzip } from "./restore-program";
import { dataDir, exportOf, fillStudio, PICTURES, sourceUrl } from "./studio";

let zip: Buffer;
beforeAll(async () => {
  await fillStudio();
  zip = await exportOf(sourceUrl, dataDir);
});

describe("a restore", () => {
  /** Restores an export with the program, and expects what is at `source` and in `folder`. */
  async function expectIdentical(bytes: Buffer, source: string, folder: string) {
    const restored = await restoreByProgram(bytes);
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    const { url, dataDir: into } = restored;
    expect(await sumsOf(await exportOf(url, into))).toEqual(await sumsOf(bytes));
    for (const table of Object.keys(TABLES)) {
      const checksum = `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${table} t`;
      expect(await query(url, checksum), table).toEqual(await query(source, checksum));
    }
    for (const name of readdirSync(join(folder, PICTURES)))
      expect(readFileSync(join(into, PICTURES, name)).equals(readFileSync(join(folder, PICTURES, name))), name).toBe(true);
    return restored;
  }

  test("into an empty database gives an identical studio, whose export has the same checksums", async () => {
    const { stdout, url } = await expectIdentical(zip, sourceUrl, dataDir);
    expect(stdout).toContain("tablas/proveedores.csv: ");
    expect(stdout).toContain("El estudio Estudio Ñandú está restaurado.");
    // Sequences continue after the restored values.
    const [next] = await query(
      url,
      `WITH cambio AS (INSERT INTO cambios_cita_susa (cita_id, accion, estado)
         SELECT id, 'editada', estado FROM citas_susa LIMIT 1 RETURNING orden),
       asiento AS (INSERT INTO asientos_susa (libro, registro_id, fecha, metodo_pago, monto)
         VALUES ('ingreso', gen_random_uuid(), '2026-11-21', 'efectivo', 1) RETURNING orden),
       corte AS (INSERT INTO cortes_susa (hasta, esperado, contado) VALUES (900001, 1, 1) RETURNING numero)
       SELECT cambio.orden AS change, asiento.orden AS entry, numero AS cut FROM cambio, asiento, corte`,
    );
    expect(next).toEqual({ change: 900_001, entry: 900_001, cut: 901 });
  });

  test("of the whole demo gives an identical studio", { tags: ["slow"] }, async () => {
    const [demo, folder] = [await testDatabase(), freshFolder()];
    await loadDemoRows(demo, undefined, folder);
    expect(await countRows(demo)).toBeGreaterThan(1000);
    await expectIdentical(await exportOf(demo, folder), demo, folder);
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
    await server.stop();
  });

  test("without the right key is rejected, unless --sin-llave skips the encrypted values", async () => {
    const files = await unzip(zip);
    files.set("manifest.json", Buffer.from(JSON.stringify({ ...manifestOf(files), llave: "0".repeat(32) })));
    const ofOtherKey = await packZip(files);
    const withoutFlag = await restore(ofOtherKey);
    expect(withoutFlag).toMatchObject({ code: 1, stderr: expect.stringContaining("--sin-llave") });
    expect(await countRows(withoutFlag.url)).toBe(0);
    const { code, stdout, url } = await restore(ofOtherKey, {}, "--sin-llave");
    expect(code).toBe(0);
    expect(stdout).toContain("no se restauraron");
    expect(await query(url, "SELECT FROM clientes_susa WHERE num_nonnulls(medicina, enfermedades, alerta) > 0")).toEqual([]);
    expect(await query(url, "SELECT FROM calendarios_susa")).toEqual([]);
    expect(await query(url, "SELECT nombre FROM clientes_susa WHERE nombre = 'Lucía'")).not.toEqual([]);
  });

  test("is undone completely when a picture cannot be stored", { tags: ["slow"] }, async () => {
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
