import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { BackupError, entryOf, FORMAT, type Manifest, manifestSchema, TABLES } from "./format.server";

// Enough for the names and checksums of some hundred thousand files.
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** The fingerprints of the keys that an installation holds. */
type Fingerprints = { present: string; previous: string | undefined };

const UNREADABLE = "El archivo no es un respaldo que se pueda leer, o está incompleto: descárgalo otra vez.";

/** A checked backup: it contains exactly what its manifest lists, byte for byte. */
export type Archive = { manifest: Manifest; open: (name: string) => Promise<Readable>; close: () => void };

/**
 * Opens a backup and checks all of it, and that what it has encrypted opens with the keys of these fingerprints (null skips
 * that). Throws BackupError for anything that differs from what an export writes.
 */
export async function openArchive(path: string, fingerprints: Fingerprints | null): Promise<Archive> {
  const zip = await yauzl.openPromise(path, { strictFileNames: true, autoClose: false }).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(error.code === "ENOENT" ? `No existe el archivo ${path}: revisa su nombre.` : UNREADABLE);
  });
  try {
    const entries = await listEntries(zip);
    const open = async (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new BackupError(UNREADABLE);
      return zip.openReadStreamPromise(entry);
    };
    const manifest = await readManifest(entries, open);
    checkNames(manifest, entries);
    const { llave, llave_anterior = llave } = manifest;
    const held = fingerprints && [fingerprints.present, fingerprints.previous];
    if (held && !(held.includes(llave) && held.includes(llave_anterior))) {
      throw new BackupError(
        llave_anterior === llave
          ? "La llave de esta instalación no es la del respaldo, y con ella nadie podría leer las notas de salud: da en DATA_KEY la llave del estudio (o copia su archivo data-key a DATA_DIR). Si se perdió, agrega --sin-llave para restaurar todo lo demás."
          : "El respaldo se hizo a medio cambio de llave y pide las dos: da la nueva en DATA_KEY y la otra en DATA_KEY_PREVIOUS (o copia data-key y data-key.previous a DATA_DIR). Si alguna se perdió, agrega --sin-llave para restaurar todo lo demás.",
      );
    }
    for (const { archivo, sha256 } of [...manifest.tablas, ...manifest.imagenes]) {
      if ((await sha256Of(await open(archivo))) !== sha256) {
        throw new BackupError(`El respaldo está dañado o alguien lo cambió: ${archivo} no es como se guardó.`);
      }
    }
    return { manifest, open, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof BackupError ? error : new BackupError(UNREADABLE);
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted())
      throw new BackupError("El respaldo está cifrado con una contraseña: quítasela y vuelve a intentarlo.");
    if (!entry.canDecodeFileData()) throw new BackupError(UNREADABLE);
    if (entries.has(entry.fileName)) throw new BackupError(`El respaldo trae dos veces ${printable(entry.fileName)}.`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function readManifest(entries: Map<string, Entry>, open: Archive["open"]): Promise<Manifest> {
  if ((entries.get("manifest.json")?.uncompressedSize ?? 0) > MAX_MANIFEST_BYTES) throw new BackupError(UNREADABLE);
  const parsed: unknown = JSON.parse((await buffer(await open("manifest.json"))).toString("utf8"));
  const { formato } = parsed as { formato?: unknown };
  if (typeof formato === "number" && formato > FORMAT) {
    throw new BackupError("El respaldo es de un formato más nuevo que este programa: actualízalo primero.");
  }
  return manifestSchema.parse(parsed);
}

/** Checks that every file in the manifest is there once, with its size, and that there are no others. */
function checkNames(manifest: Manifest, entries: Map<string, Entry>): void {
  const { migracion, tablas, imagenes } = manifest;
  for (const { tabla, archivo } of tablas) {
    if (!Object.hasOwn(TABLES, tabla) || archivo !== entryOf(tabla)) {
      throw new BackupError(`El respaldo trae una tabla que este programa no conoce: ${printable(tabla)}.`);
    }
  }
  if (!existsSync(join("prisma/migrations", migracion, "migration.sql"))) {
    throw new BackupError(`El respaldo es de una versión más nueva que este programa (${migracion}): actualízalo primero.`);
  }
  const named = new Map<string, number>();
  for (const { archivo, bytes } of [...tablas, ...imagenes]) {
    if (named.has(archivo)) throw new BackupError(`El respaldo nombra dos veces ${archivo}.`);
    named.set(archivo, bytes);
    const entry = entries.get(archivo);
    if (!entry) throw new BackupError(`Al respaldo le falta ${archivo}.`);
    if (entry.uncompressedSize !== bytes) {
      throw new BackupError(`El respaldo está dañado o alguien lo cambió: ${archivo} no mide lo que debe.`);
    }
  }
  for (const name of entries.keys()) {
    if (!named.has(name) && name !== "manifest.json" && name !== "LEEME.txt") {
      throw new BackupError(`El respaldo trae un archivo que no le toca: ${printable(name)}.`);
    }
  }
}

async function sha256Of(source: Readable): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(source, new PassThrough(), hash);
  return hash.digest("hex");
}

/** Makes a name from a foreign file safe to print in a terminal. */
const printable = (name: string) => JSON.stringify(name.slice(0, 100)).replace(/[^\x20-\x7e\u00c0-\u024f]/g, "?");
