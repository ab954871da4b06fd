import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { exportRespaldo } from "~/backup/export.server";
import { COLUMNS_SQL, type Column, ENCRYPTED, NOT_EXPORTED, TABLES } from "~/backup/format.server";
import { HEADINGS } from "~/content/column-labels";
import { type Site, startSite, type Visitor } from "../support/browser";
import { createEgreso, createProveedor } from "../support/factories";
import { freshFolder } from "../support/process";
import { sql } from "../support/test-database";
import { download, PATH } from "./download";
import { manifestOf, packZip, restore, sumsOf, unzip } from "./restore-program";
import { dataDir, exportOf, fillStudio, HOSTILE, PICTURES, sourceUrl } from "./studio";

const SCREEN = "/admin/configuracion/base-de-datos";

let site: Site;
let ana: Visitor;
let zip: Buffer;
beforeAll(async () => {
  site = await startSite({ DATA_DIR: dataDir });
  ana = await site.staff("duena@ejemplo.mx");
  await fillStudio();
  zip = await exportOf(sourceUrl, dataDir);
});
afterAll(() => site.close());

describe("the tables and headings of the backup format", () => {
  test("include every table once, and a heading for every column", async () => {
    const tables = await sql<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'",
    );
    expect(tables.map(({ name }) => name).sort()).toEqual([...Object.keys(TABLES), ...NOT_EXPORTED].sort());
    expect(new Set(Object.values(TABLES)).size).toBe(Object.keys(TABLES).length);
    expect(new Set(Object.values(HEADINGS)).size).toBe(Object.keys(HEADINGS).length);
    for (const heading of Object.values(HEADINGS)) expect(heading).toMatch(/^[\p{L}() ]+$/u);
    const used = new Set<string>();
    for (const table of Object.keys(TABLES)) {
      const columns = await sql<Column>(COLUMNS_SQL, [table]);
      expect(columns.filter(({ isKey }) => isKey).length, table).toBe(1);
      for (const { name } of columns) {
        expect(HEADINGS[name], `${table}.${name}`).toBeDefined();
        expect(name).not.toBe("busqueda");
        used.add(name);
      }
      const encryptedColumns = ENCRYPTED[table] ?? [];
      if (encryptedColumns !== "whole")
        for (const name of encryptedColumns) expect(columns.map((column) => column.name)).toContain(name);
    }
    expect(Object.keys(HEADINGS).filter((name) => !used.has(name))).toEqual([]);
  });
});

/** The tables of an export, without the record of who did what, which grows with every export. */
const tablesOf = async (bytes: Buffer) => (await sumsOf(bytes)).tablas.filter(({ tabla }) => tabla !== "bitacora_susa");

describe("an export", () => {
  test("is a zip file that other programs can read, named after the studio's day", async () => {
    const response = await download(ana);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/zip");
    expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="susa-20\d\d-\d\d-\d\d\.zip"$/);
    expect(response.headers["cache-control"]).toBe("no-store");
    const file = join(freshFolder(), "susa.zip");
    writeFileSync(file, await buffer(response));
    for (const [program, ...args] of [
      ["unzip", "-tq", file],
      ["python3", "-c", "import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)", file],
    ] as const) {
      if (existsSync(`/usr/bin/${program}`)) expect(() => execFileSync(program, args, { stdio: "pipe" })).not.toThrow();
    }
    expect(await tablesOf(readFileSync(file))).toEqual(await tablesOf(zip));
  });

  test("has sheets with Spanish headings and no cell that a spreadsheet would run as a formula", async () => {
    const files = await unzip(zip);
    const manifest = manifestOf(files);
    expect(manifest).toMatchObject({ formato: 1, estudio: "Estudio Ñandú", faltantes: [] });
    for (const { tabla, archivo, filas, bytes, sha256 } of manifest.tablas) {
      const sheet = files.get(archivo) ?? Buffer.alloc(0);
      expect(createHash("sha256").update(sheet).digest("hex"), archivo).toBe(sha256);
      expect(sheet.length).toBe(bytes);
      expect(sheet.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      const [headings, ...rows] = parse(sheet, { bom: true, record_delimiter: "\r\n" }) as string[][];
      expect(rows.length, archivo).toBe(filas);
      expect(filas, archivo).toBeGreaterThan(0);
      const [row] = await sql(`SELECT count(*)::int AS n FROM ${tabla}`);
      // The record of who did what has grown since: each export is in it.
      if (tabla !== "bitacora_susa") expect(String(row?.n)).toBe(String(filas));
      expect(headings).toEqual((await sql<Column>(COLUMNS_SQL, [tabla])).map(({ name }) => HEADINGS[name]));
      // Where cells are separated by semicolons, one begins within a text too; quotes would not help.
      const begun = rows.flat().flatMap((cell) => (/^-\d+(\.\d\d)?$/.test(cell) ? [] : cell.split(/[;\n]"*/)));
      for (const cell of begun) expect(cell, archivo).not.toMatch(/^[=+@\t\r＝＋－＠-]/);
    }
    const suppliers = parse(files.get("tablas/proveedores.csv") ?? "", {
      bom: true,
      columns: true,
      record_delimiter: "\r\n",
    }) as Record<string, string>[];
    const notes = suppliers.map((row) => row.Notas);
    for (const text of HOSTILE) expect(notes).toContain(text.replace(/(^|[;\n]"*)(?=['=+@\t\r＝＋－＠-])/g, "$1'"));
    expect(suppliers.find(({ Notas }) => Notas === "'@SUM(A1)")).toMatchObject({
      Activo: "sí",
      "Último cambio": "2020-02-29T23:59:59.999+00:00",
    });
    expect(String(files.get("LEEME.txt"))).toContain("npm run restore -- este-archivo.zip");
    const names = new Set(readdirSync(join(dataDir, PICTURES)).map((name) => `imagenes/${name}`));
    expect(new Set(manifest.imagenes.map(({ archivo }) => archivo))).toEqual(names);
    for (const name of names)
      expect(files.get(name)?.equals(readFileSync(join(dataDir, name.replace("imagenes", PICTURES))))).toBe(true);
  });

  test("contains no password, no readable health note and no key", async () => {
    const all = Buffer.concat([...(await unzip(zip)).values()]);
    for (const secret of [process.env.DATA_KEY, process.env.SESSION_SECRET, "una contraseña larga", "Ninguna"])
      expect(all.includes(String(secret)), secret).toBe(false);
    expect(all.includes("$argon2id$")).toBe(true);
  });

  test("is a snapshot: rows written while it streams are not in it", async () => {
    const stream = await exportRespaldo();
    const supplier = await createProveedor({ nombre: "Llegó después" });
    const expense = await createEgreso("2026-01-01", 1);
    const bytes = await buffer(stream);
    await sql("DELETE FROM proveedores_susa WHERE id = $1", [supplier]);
    await sql("DELETE FROM egresos_susa WHERE id = $1", [expense]);
    expect(await tablesOf(bytes)).toEqual(await tablesOf(zip));
  });

  test("lists missing pictures and succeeds without them", async () => {
    const [name = ""] = readdirSync(join(dataDir, PICTURES));
    const path = join(dataDir, PICTURES, name);
    const bytes = readFileSync(path);
    rmSync(path);
    const files = await unzip(await exportOf(sourceUrl, dataDir));
    writeFileSync(path, bytes);
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('"where":"export","missing":1'));
    vi.mocked(console.error).mockClear();
    expect(manifestOf(files).faltantes).toEqual([`imagenes/${name}`]);
    expect(String(files.get("LEEME.txt"))).toContain(`imagenes/${name}`);
    const { code, stdout } = await restore(await packZip(files));
    expect(code).toBe(0);
    expect(stdout).toContain("El respaldo ya no traía 1 archivos de imagen.");
  });

  test("downloads pictures kept at Cloudinary, byte for byte", async () => {
    const url = "https://res.cloudinary.com/estudio/image/upload/v1/susa-servicios/servicios/1700000000-0.webp";
    const bytes = randomBytes(1000);
    await sql("INSERT INTO archivos_susa (nombre, url, width, height) VALUES ('1700000000-0', $1, 1600, 900)", [url]);
    const fetchSpy = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(new Uint8Array(bytes)));
    const files = await unzip(await exportOf(sourceUrl, dataDir));
    await sql("DELETE FROM archivos_susa WHERE url = $1", [url]);
    expect(fetchSpy.mock.calls.map(([address]) => address)).toEqual([url]);
    expect(files.get("imagenes/1700000000-0.webp")?.equals(bytes)).toBe(true);
  });
});

describe("the export form", () => {
  test("is available to the owner, on a screen that explains what it contains", async () => {
    const page = await ana.get(SCREEN);
    expect(page.text("h2#respaldo")).toBe("Respaldo");
    const form = page.document.querySelector(`form[action="${PATH}"]`);
    expect(form?.getAttribute("method")).toBe("post");
    expect(page.text()).toContain("La llave que abre las notas de salud");
    const link = await ana.send(PATH);
    expect([link.status, link.location]).toEqual([302, SCREEN]);
  });

  test("is not available to staff, to visitors or from another site", async () => {
    const staff = await site.staff("personal@ejemplo.mx");
    for (const path of [SCREEN, PATH]) expect((await staff.send(path)).status).toBe(403);
    expect((await staff.post(PATH, {})).status).toBe(403);
    const stranger = await site.visitor().post(PATH, {});
    expect([stranger.status, stranger.location]).toEqual([302, "/auth"]);
    expect((await ana.post(PATH, {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    await sql("DELETE FROM cuentas_susa WHERE email = 'personal@ejemplo.mx'");
  });

  test("reports an error when the database cannot be read", async () => {
    await sql("ALTER TABLE archivos_susa RENAME TO perdida");
    const response = await ana.post(PATH, {}).finally(() => sql("ALTER TABLE perdida RENAME TO archivos_susa"));
    expect([response.status, response.location]).toEqual([303, SCREEN]);
    expect((await ana.get(SCREEN)).alert).toContain("No se pudo preparar el respaldo");
    vi.mocked(console.error).mockClear();
  });
});
