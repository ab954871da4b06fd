import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { openArchive } from "~/backup/archive.server";
import { BackupError } from "~/backup/format.server";
import { keyFingerprints } from "~/database/encryption.server";
import { freshFolder } from "../support/process";
import { type Files, manifestOf, packZip, restore, unzip } from "./restore-program";
import { dataDir, exportOf, fillStudio, sourceUrl } from "./studio";

let zip: Buffer;
let whole: Files;
let files: Files;
beforeAll(async () => {
  await fillStudio();
  zip = await exportOf(sourceUrl, dataDir);
  whole = await unzip(zip);
  // Its pictures but one add only their size.
  const { imagenes, ...manifest } = manifestOf(whole);
  const [picture] = imagenes;
  files = new Map([...whole].filter(([name]) => !name.startsWith("imagenes/") || name === picture?.archivo));
  files.set("manifest.json", Buffer.from(JSON.stringify({ ...manifest, imagenes: imagenes.slice(0, 1) })));
});

type Options = { compress?: boolean; forceZip64Format?: boolean };

/** A zip of the backup's files under `folder`, as another program packs them; `around` are what it adds. */
async function zipAgain(folder: string, around: [string, string][] = [], options: Options = { compress: true }) {
  const archive = new ZipFile();
  const folders = ["", "tablas/", "imagenes/"].map((name) => folder + name).filter((name) => name !== "");
  for (const name of folders) archive.addEmptyDirectory(name);
  for (const [name, text] of around) archive.addBuffer(Buffer.from(text), name);
  for (const [name, content] of [...files].sort(([one], [other]) => one.localeCompare(other)))
    archive.addBuffer(content, folder + name, options);
  archive.end(options.forceZip64Format ? { forceZip64Format: true, comment: "" } : undefined);
  return buffer(archive.outputStream);
}

const check = async (bytes: Buffer, name = "respaldo.zip") => {
  const file = join(freshFolder(), name);
  writeFileSync(file, bytes);
  const archive = await openArchive(file, keyFingerprints());
  archive.close();
  return archive.manifest;
};

const rejection = async (opening: Promise<unknown>) => {
  const error: unknown = await opening.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BackupError);
  expect((error as BackupError).message).toMatch(/^[^\n]+\.$/);
  return (error as BackupError).message;
};

const SUSA = "susa-2026-11-27/";

// What each program adds: Info-ZIP and Windows Explorer folders as entries, Finder `__MACOSX` and `.DS_Store` (Apple Community
// "How to zip without __MACOSX"), Explorer `Thumbs.db` and `desktop.ini`, Synology `@eaDir`; .NET before 4.6.1 wrote backslashes
// (Microsoft Learn, "ZipFile.CreateFromDirectory path separator").
describe("a backup that was unzipped and zipped again is a backup", () => {
  test.each<[string, () => Promise<Buffer>]>([
    ["in its folder (Finder, Explorer, zip -r)", () => zipAgain(SUSA)],
    ["what was in the folder, without it", () => zipAgain("")],
    ["in a folder of another name with accents and blanks", () => zipAgain("Respaldo de mamá (2)/")],
    ["in a folder whose name has its accents apart (macOS)", () => zipAgain("Respaldo de mama\u0301/")],
    ["in folders of folders", () => zipAgain("Users/ana/Desktop/susa/")],
    [
      "by Finder",
      () =>
        zipAgain(SUSA, [
          [`${SUSA}.DS_Store`, "x"],
          [`${SUSA}imagenes/.DS_Store`, "x"],
          [`__MACOSX/${SUSA}._manifest.json`, "x"],
          [`__MACOSX/${SUSA}tablas/._citas.csv`, "x"],
          [`__MACOSX/._susa-2026-11-27`, "x"],
        ]),
    ],
    [
      "with the files that a Mac leaves on a stick",
      () =>
        zipAgain(SUSA, [
          [`${SUSA}tablas/._citas.csv`, "x"],
          [".fseventsd/1", "x"],
        ]),
    ],
    [
      "by Explorer",
      () =>
        zipAgain(SUSA, [
          [`${SUSA}imagenes/Thumbs.db`, "x"],
          [`${SUSA}Desktop.ini`, "x"],
        ]),
    ],
    ["on a network drive", () => zipAgain(SUSA, [[`${SUSA}imagenes/@eaDir/1-1.webp/SYNOPHOTO_THUMB_M.jpg`, "x"]])],
    ["without compression", () => zipAgain(SUSA, [], { compress: false })],
    ["as Zip64", () => zipAgain(SUSA, [], { compress: true, forceZip64Format: true })],
    [
      "with backslashes",
      async () => Buffer.from((await zipAgain("susaX")).toString("latin1").replaceAll("susaX", "susa\\"), "latin1"),
    ],
  ])("%s", async (_, bytes) => {
    expect(await check(await bytes())).toEqual(manifestOf(files));
  });

  test("and is restored", async () => {
    const { code, stdout, stderr } = await restore(await zipAgain(SUSA, [[`__MACOSX/${SUSA}._manifest.json`, "x"]]));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("El estudio Estudio Ñandú está restaurado.");
  });
});

describe("what is no backup says what to do instead", () => {
  const without = (name: string) => packZip([...files].filter(([file]) => !file.startsWith(name)));
  test.each<[string, () => Promise<Buffer>, string]>([
    [
      "a zip inside a zip",
      () =>
        packZip([
          ["susa.zip", zip],
          ["__MACOSX/._susa.zip", Buffer.from("x")],
        ]),
      'hay otro: descomprímelo y restaura "susa.zip"',
    ],
    [
      "two backups in one",
      async () =>
        packZip(
          [...files].flatMap(
            ([name, bytes]) =>
              [
                [`a/${name}`, bytes],
                [`b/${name}`, bytes],
              ] as [string, Buffer][],
          ),
        ),
      "más de un respaldo",
    ],
    ["its tables alone", () => packZip([...files].filter(([name]) => name.startsWith("tablas/"))), "le falta manifest.json"],
    ["all but the tables", () => without("tablas/"), "le falta tablas/cuentas.csv"],
    ["a file beside the folder", () => zipAgain(SUSA, [["notas.txt", "x"]]), 'no le toca: "notas.txt"'],
    [
      "a file of another folder that has the name of one of its own",
      () => zipAgain(SUSA, [["tablas/citas.csv", "x"]]),
      "trae dos veces",
    ],
    [
      "a file more in the folder",
      () => zipAgain(SUSA, [[`${SUSA}tablas/citas (2).csv`, "x"]]),
      'no le toca: "tablas/citas (2).csv"',
    ],
    [
      "a folder in a backup as it was exported",
      () => packZip([...files, ["otra/manifest.json", Buffer.from("{}")]]),
      "no le toca",
    ],
    [
      "a method of compression that few programs know (7-Zip, Explorer above 2 GB)",
      async () => {
        const bytes = await zipAgain(SUSA);
        const central = Buffer.from("PK\x01\x02", "latin1");
        for (let at = bytes.indexOf(central); at !== -1; at = bytes.indexOf(central, at + 4)) bytes.writeUInt16LE(9, at + 10);
        return bytes;
      },
      "comprímelo otra vez como ZIP normal",
    ],
  ])("%s", async (_, bytes, sentence) => {
    expect(await rejection(check(await bytes()))).toContain(sentence);
  });

  test.each<[string, () => Buffer | undefined, string]>([
    ["manifest.json", () => files.get("manifest.json"), "es solo una parte de un respaldo"],
    ["citas.csv", () => files.get("tablas/citas.csv"), "es solo una parte de un respaldo"],
    ["susa.zip.part", () => zip.subarray(0, 5000), "no terminó de guardarse"],
    ["susa.zip.crdownload", () => zip.subarray(0, 5000), "no terminó de guardarse"],
    ["susa.rar", () => Buffer.from("Rar!\x1a\x07\x00 y lo demás"), "pero no como ZIP"],
    ["susa.7z", () => Buffer.from("7z\xbc\xaf\x27\x1c y lo demás", "latin1"), "pero no como ZIP"],
    ["susa.tar.gz", () => gzipSync("x"), "pero no como ZIP"],
    ["susa.zip", () => Buffer.from("<!doctype html>"), "descárgalo otra vez"],
  ])("%s", async (name, bytes, sentence) => {
    expect(await rejection(check(bytes() ?? Buffer.alloc(0), name))).toContain(sentence);
  });

  test("a folder", async () => {
    const folder = join(freshFolder(), "susa");
    mkdirSync(folder);
    expect(await rejection(openArchive(folder, null))).toContain("es una carpeta: comprímela entera como ZIP");
  });
});
