import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { open as openFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { INIT } from "~/database/migrations.server";
import { BackupError, entryOf, FORMAT, type Manifest, manifestSchema, TABLES } from "./format.server";

// Enough for the names and checksums of some hundred thousand files.
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** The fingerprints of the keys that an installation holds. */
type Fingerprints = { present: string; previous: string | undefined };

const UNREADABLE = "El archivo no es un respaldo que se pueda leer, o está incompleto: descárgalo otra vez.";

const MANIFEST = "manifest.json";

// What Finder, Explorer and network drives add to a folder that they show or compress.
const CLUTTER =
  /(^|\/)(__MACOSX|@eaDir|\.Spotlight-V100|\.fseventsd|\.Trashes)\/|(^|\/)(\._[^/]*|\.DS_Store|\.directory|Icon\r|Thumbs\.db|ehthumbs\.db|desktop\.ini)$/i;

// RAR, 7z, gzip.
const OTHER_ARCHIVES = ["Rar!", "7z\xbc\xaf", "\x1f\x8b"];

/** A checked backup: beside what a computer adds to a folder it contains exactly what its manifest lists, byte for byte. */
export type Archive = { manifest: Manifest; open: (name: string) => Promise<Readable>; close: () => void };

/**
 * Opens a backup and checks all of it, and that what it has encrypted opens with the keys of these fingerprints (null skips
 * that). Throws BackupError for anything that differs from what an export writes, except how it is packed: it may
 * have been unzipped and zipped again.
 */
export async function openArchive(path: string, fingerprints: Fingerprints | null): Promise<Archive> {
  // Not strict, so that the backslashes that Windows programs write are read as slashes; `..` and absolute paths are still rejected.
  const zip = await yauzl.openPromise(path, { strictFileNames: false, autoClose: false }).catch(async () => {
    throw new BackupError(await describeNoZip(path));
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
    if (fingerprints && ![fingerprints.present, fingerprints.previous].includes(manifest.llave)) {
      throw new BackupError(
        "La llave de esta instalación no es la del respaldo, y con ella nadie podría leer las notas de salud: da en DATA_KEY la llave del estudio (o copia su archivo data-key a DATA_DIR). Si se perdió, agrega --sin-llave para restaurar todo lo demás.",
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

/** What a file that is no zip is, and what to do instead. */
async function describeNoZip(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) return found.code === "ENOENT" ? `No existe el archivo ${path}: revisa su nombre.` : UNREADABLE;
  if (found.isDirectory()) return `${path} es una carpeta: comprímela entera como ZIP y restaura ese archivo.`;
  if (/\.(part|crdownload|download|partial)$/i.test(path))
    return "El respaldo no terminó de guardarse: descárgalo otra vez, o usa uno anterior.";
  if (/\.(csv|json|txt|webp|avif)$/i.test(path)) return "Ese archivo es solo una parte de un respaldo: da el ZIP completo.";
  const file = await openFile(path);
  const { buffer: start } = await file.read(Buffer.alloc(6), 0, 6, 0).finally(() => file.close());
  if (OTHER_ARCHIVES.some((signature) => start.toString("latin1").startsWith(signature)))
    return "El archivo está comprimido, pero no como ZIP: descomprímelo, comprime la carpeta como ZIP y restaura ese archivo.";
  return UNREADABLE;
}

/** The files of a backup by the names that its export gave them, also when it was zipped again as a folder with others around it. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const all: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith("/") || CLUTTER.test(entry.fileName)) continue;
    if (entry.isEncrypted())
      throw new BackupError("El respaldo está cifrado con una contraseña: quítasela y vuelve a intentarlo.");
    if (!entry.canDecodeFileData())
      throw new BackupError(
        "El ZIP está comprimido de una forma que no podemos leer: descomprímelo y comprímelo otra vez como ZIP normal.",
      );
    all.push(entry);
  }
  const folder = folderOf(all.map(({ fileName }) => fileName));
  const entries = new Map<string, Entry>();
  for (const entry of all) {
    const name = entry.fileName.startsWith(folder) ? entry.fileName.slice(folder.length) : entry.fileName;
    if (entries.has(name)) throw new BackupError(`El respaldo trae dos veces ${printable(name)}.`);
    entries.set(name, entry);
  }
  return entries;
}

/** The folder (`susa/`, or "") in which the files of a zip are a backup: where its manifest is. Throws BackupError. */
function folderOf(names: string[]): string {
  const manifests = names.filter((name) => basename(name) === MANIFEST);
  const folders = [...new Set(manifests.map((name) => name.slice(0, -MANIFEST.length)))];
  if (folders.includes("")) return "";
  const [folder, other] = folders;
  if (other !== undefined) throw new BackupError("El ZIP trae más de un respaldo: comprime solo la carpeta de uno.");
  if (folder !== undefined) return folder;
  const inner = names.find((name) => /\.zip$/i.test(name));
  if (inner) throw new BackupError(`Dentro de este ZIP hay otro: descomprímelo y restaura ${printable(basename(inner))}.`);
  const isPart = names.some((name) => /(^|\/)(tablas|imagenes)\/[^/]+$/.test(name));
  throw new BackupError(
    isPart ? `Al respaldo le falta ${MANIFEST}: comprime la carpeta entera, con todo lo que traía.` : UNREADABLE,
  );
}

async function readManifest(entries: Map<string, Entry>, open: Archive["open"]): Promise<Manifest> {
  if ((entries.get(MANIFEST)?.uncompressedSize ?? 0) > MAX_MANIFEST_BYTES) throw new BackupError(UNREADABLE);
  const parsed: unknown = JSON.parse((await buffer(await open(MANIFEST))).toString("utf8"));
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
  if (migracion < INIT)
    throw new BackupError(
      "El respaldo es de una versión 0.x que no es la última: restáuralo con la última 0.x (CHANGELOG.md dice cuál es) y saca de ella otro.",
    );
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
    if (!named.has(name) && name !== MANIFEST && name !== "LEEME.txt") {
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
