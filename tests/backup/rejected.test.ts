import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "~/backup/archive.server";
import type { Manifest } from "~/backup/format.server";
import { BackupError } from "~/backup/format.server";
import { keyFingerprints } from "~/database/encryption.server";
import { INIT } from "~/database/migrations.server";
import { freshFolder, query } from "../support/process";
import { testDatabase } from "../support/test-database";
import { countRows, type Files, manifestOf, packZip, restore, runRestore, unzip } from "./restore-program";
import { dataDir, exportOf, fillStudio, PICTURES, sourceUrl } from "./studio";

let zip: Buffer;
let files: Files;
beforeAll(async () => {
  await fillStudio();
  zip = await exportOf(sourceUrl, dataDir);
  files = await unzip(zip);
});

type Change = (files: Files, manifest: Manifest) => void;
const tampered = async (change: Change): Promise<Buffer> => {
  const copy = new Map(files);
  const manifest = manifestOf(copy);
  change(copy, manifest);
  if (copy.has("manifest.json")) copy.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
  return packZip(copy);
};
const edit = (files: Files, name: string, text: string, by: string) =>
  files.set(name, Buffer.from(String(files.get(name)).replace(text, by)));
/** Like `edit`, with the checksum in the manifest updated: only the content itself can be rejected. */
const forge = (files: Files, manifest: Manifest, name: string, text: string, by: string) => {
  edit(files, name, text, by);
  const bytes = files.get(name) ?? Buffer.alloc(0);
  const entry = manifest.tablas.find(({ archivo }) => archivo === name);
  if (entry) Object.assign(entry, { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
};

const LOCAL = Buffer.from("PK\x03\x04", "latin1");
const CENTRAL = Buffer.from("PK\x01\x02", "latin1");
/** The archive with the encryption flag set in every header. */
const encrypted = (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  for (const [mark, at] of [
    [LOCAL, 6],
    [CENTRAL, 8],
  ] as const)
    for (let start = copy.indexOf(mark); start !== -1; start = copy.indexOf(mark, start + 4))
      copy.writeUInt8((copy[start + at] ?? 0) | 1, start + at);
  return copy;
};
const small = () =>
  tampered((files, manifest) => {
    for (const name of files.keys()) if (name.startsWith("imagenes/")) files.delete(name);
    manifest.imagenes = [];
  });

/** Checks an archive as a restore does before it connects to the database, and gives the sentence that rejects it. */
async function rejectedArchive(bytes: Buffer): Promise<string> {
  const file = join(freshFolder(), "respaldo.zip");
  writeFileSync(file, bytes);
  const error: unknown = await openArchive(file, keyFingerprints()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BackupError);
  const { message } = error as BackupError;
  expect(message).toMatch(/^[^\n]+\.$/);
  return message;
}

describe("an archive is rejected with one sentence when", () => {
  test.each<[string, Change, string]>([
    [
      "a cell was changed",
      (files) => edit(files, "tablas/ingresos.csv", "99999999.99", "99999999.98"),
      "tablas/ingresos.csv no es como se guardó",
    ],
    ["a file grew", (files) => edit(files, "tablas/clientes.csv", "Lucía", "Luciana"), "tablas/clientes.csv no mide lo que debe"],
    ["a table is missing", (files) => files.delete("tablas/citas.csv"), "le falta tablas/citas.csv"],
    ["the manifest is missing", (files) => files.delete("manifest.json"), "le falta manifest.json"],
    ["the manifest is invalid", (_, manifest) => Object.assign(manifest, { tablas: "todas" }), "no es un respaldo"],
    ["the format is newer", (_, manifest) => Object.assign(manifest, { formato: 2, tablas: [] }), "formato más nuevo"],
    [
      "the program is older",
      (_, manifest) => Object.assign(manifest, { migracion: "20991231000000_manana" }),
      "versión más nueva que este programa",
    ],
    [
      "a table is unknown",
      (files, manifest) => {
        files.set("tablas/facturas.csv", Buffer.from("x"));
        manifest.tablas.push({
          ...manifest.tablas[0],
          tabla: "facturas_susa",
          archivo: "tablas/facturas.csv",
        } as Manifest["tablas"][number]);
      },
      'no conoce: "facturas_susa"',
    ],
    [
      "a table is one that backups leave out",
      (_, manifest) => {
        for (const entry of manifest.tablas.slice(0, 1)) entry.tabla = "sesiones_susa";
      },
      'no conoce: "sesiones_susa"',
    ],
    ["a table is listed twice", (_, manifest) => manifest.tablas.push(...manifest.tablas.slice(0, 1)), "nombra dos veces"],
    [
      "a file is not in the manifest",
      (files) => files.set("imagenes/programa.exe", Buffer.from("MZ")),
      'no le toca: "imagenes/programa.exe"',
    ],
  ])("%s", async (_, change, sentence) => {
    expect(await rejectedArchive(await tampered(change))).toContain(sentence);
  });

  test.each<[string, () => Promise<Buffer>, string]>([
    ["the end of the file is missing", async () => zip.subarray(0, zip.length - 1000), "está incompleto"],
    ["half of the file is missing", async () => zip.subarray(0, zip.length / 2), "está incompleto"],
    ["the file is empty", async () => Buffer.alloc(0), "no es un respaldo"],
    ["the file is not a zip archive", async () => randomBytes(5000), "no es un respaldo"],
    ["the archive is not a backup", () => packZip([["hola.txt", Buffer.from("hola")]]), "no es un respaldo"],
    ["the archive is encrypted", async () => encrypted(await small()), "cifrado con una contraseña"],
    ["a file name appears twice", async () => packZip([...files, ["LEEME.txt", Buffer.from("x")]]), 'trae dos veces "LEEME.txt"'],
    [
      "an entry is a zip bomb",
      () => tampered((files) => files.set("tablas/citas.csv", Buffer.alloc(50_000_000))),
      "tablas/citas.csv no mide lo que debe",
    ],
  ])("%s", async (_, bytes, sentence) => {
    expect(await rejectedArchive(await bytes())).toContain(sentence);
  });

  test.each([
    ["contains ../", "xx/mal.txt", "../mal.txt"],
    ["is absolute", "x/mal.txt", "//mal.txt"],
    ["is absolute on Windows", "xxx/mal.txt", "C:\\mal.txt"],
    ["contains ..\\", "xx/mal.txt", "..\\mal.txt"],
    ["contains ../ among what Finder adds", "__MACOSX/xx/mal.txt", "__MACOSX/../mal.txt"],
  ])("a file name %s", async (_, name, bad) => {
    const bytes = await packZip([...files, [name, Buffer.from("x")]]);
    const renamed = Buffer.from(bytes.toString("latin1").replaceAll(name, bad), "latin1");
    expect(await rejectedArchive(renamed)).toContain("no es un respaldo");
  });
});

describe("a restore is rejected with one sentence and leaves the database empty when", () => {
  // Shared by all cases, so that rows left by one of them would be noticed.
  let url: string;
  beforeAll(async () => {
    url = await testDatabase();
  });

  test.each<[string, Change, string]>([
    ["the archive is rejected", (files) => files.delete("tablas/citas.csv"), "le falta tablas/citas.csv"],
    [
      "a table is missing from the manifest too",
      (files, manifest) => {
        files.delete("tablas/citas.csv");
        manifest.tablas = manifest.tablas.filter(({ tabla }) => tabla !== "citas_susa");
      },
      "no trae las mismas tablas",
    ],
    ["the database is newer", (_, manifest) => Object.assign(manifest, { migracion: INIT }), "ya está en una versión más nueva"],
    [
      "a picture belongs to no row",
      (files, manifest) => {
        files.set("imagenes/9-9.webp", Buffer.from("x"));
        manifest.imagenes.push({
          archivo: "imagenes/9-9.webp",
          bytes: 1,
          sha256: createHash("sha256").update("x").digest("hex"),
        });
      },
      "no es de ningún registro",
    ],
    [
      "the columns differ",
      (_, manifest) => {
        for (const entry of manifest.tablas) if (entry.tabla === "clientes_susa") entry.columnas[1] = "apodo";
      },
      "no trae las mismas columnas",
    ],
    [
      "a value is invalid although its checksum is right",
      (files, manifest) => forge(files, manifest, "tablas/ingresos.csv", "99999999.99", "noventa"),
      "no aceptó lo que trae tablas/ingresos.csv (22P02)",
    ],
    [
      "a row violates a constraint although its checksum is right",
      (files, manifest) => forge(files, manifest, "tablas/cuentas.csv", "propietaria,activa", "propietaria,desactivada"),
      "tablas/cuentas.csv (23514 propietaria_activa)",
    ],
    [
      "rows are missing although the checksum is right",
      (_, manifest) => {
        for (const entry of manifest.tablas) if (entry.tabla === "asientos_susa") entry.filas++;
      },
      "no trae los registros",
    ],
  ])("%s", async (_, change, sentence) => {
    const { code, stderr, dataDir: into } = await restore(await tampered(change), { DATABASE_URL: url });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(code).toBe(1);
    expect(await countRows(url)).toBe(0);
    expect(existsSync(join(into, PICTURES)) ? readdirSync(join(into, PICTURES)) : []).toEqual([]);
  });

  test("the file does not exist or no file is named", async () => {
    for (const [args, sentence] of [
      [["/no/existe.zip"], "No existe el archivo /no/existe.zip"],
      [[], "Di qué respaldo restaurar"],
      [["--ayuda"], "Di qué respaldo restaurar"],
      [["uno.zip", "dos.zip"], "Di qué respaldo restaurar"],
    ] as const) {
      const { code, stderr } = await runRestore([...args], { DATABASE_URL: sourceUrl, DATA_DIR: freshFolder() });
      expect(code).toBe(1);
      expect(stderr).toContain(sentence);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    }
  });

  test("the target database has a single account or a single row", async () => {
    for (const statement of [
      "INSERT INTO cuentas_susa (email, password_hash) VALUES ('ana@ejemplo.mx', 'x')",
      "INSERT INTO archivos_susa (nombre) VALUES ('1-1')",
    ]) {
      const url = await testDatabase();
      await query(url, statement);
      expect(await restore(zip, { DATABASE_URL: url })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("ya tiene datos"),
      });
      expect(await countRows(url)).toBe(1);
    }
  });
});
