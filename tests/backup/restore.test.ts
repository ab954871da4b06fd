import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { TABLES } from "~/backup/format.server";
import { freePort } from "../support/port";
import { embeddedUrl, freshFolder, Program, query } from "../support/process";
import { countRows, manifestOf, restore, restoreByProgram, sumsOf, unzip } from "./restore-program";
import { dataDir, exportOf, fillStudio, PICTURES, sourceUrl } from "./studio";

let zip: Buffer;
beforeAll(async () => {
  await fillStudio();
  zip = await exportOf(sourceUrl, dataDir);
});

describe("a restore", () => {
  test("into an empty database gives an identical studio, whose export has the same checksums", async () => {
    const { code, stdout, stderr, url, dataDir: into } = await restoreByProgram(zip);
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
    await server.stop();
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
