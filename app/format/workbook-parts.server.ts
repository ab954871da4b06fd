import sax from "sax";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { MB } from "~/limits";
import { utf16Of } from "./text-encoding.server";

/** Says in Spanish, to the person, why her workbook is not read. */
export class WorkbookError extends Error {}

export const DAMAGED =
  "El archivo está dañado o incompleto. Ábrelo en tu hoja de cálculo, guárdalo otra vez como «Libro de Excel (.xlsx)» y elige ese.";
const LOCKED = "El libro tiene contraseña. Quítasela en Excel, guárdalo otra vez y elige ese.";
export const TOO_LARGE = "El libro es demasiado grande. Copia solo tus tablas a un libro nuevo, guárdalo y elige ese.";
const TOO_SLOW =
  "No alcanzamos a leer el libro. Inténtalo otra vez en un minuto; si vuelve a pasar, copia solo tus tablas a un libro nuevo.";

// 5,000 rows of 20 columns are 5 MB. Each MB takes some hundredths of a second.
const MAX_UNPACKED_BYTES = 25 * MB;
const MAX_ENTRIES = 5_000;
// A workbook has seven levels, and a dozen attributes at an element.
const MAX_DEPTH = 50;
const MAX_ATTRIBUTES = 200;

/** What is told of a part: elements and attributes without namespace prefixes, texts in pieces, all between open and close. */
export type Visitor = {
  open?: (name: string, attributes: Record<string, string>, parent: string) => void;
  text?: (piece: string) => void;
  close?: (name: string) => void;
};

/** What the workbooks of one upload may take together, and what they took. */
export type Reading = { deadline: number; unpacked: number; cells: number; characters: number };

/** The XML parts of a workbook, by names without a slash in front, in small letters. */
export type Parts = { has: (name: string) => boolean; visit: (name: string, visitor: Visitor) => Promise<void> };

/**
 * Opens a ZIP of XML parts, which are parsed while they are unpacked, never held, and never more than 25 MB in all of `reading` or later
 * than its deadline. Throws WorkbookError, also while visiting.
 */
export async function openParts(file: Uint8Array, reading: Reading): Promise<Parts> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(file.buffer, file.byteOffset, file.byteLength), {
    // Names are never paths on a disk: some programs write absolute ones.
    decodeStrings: false,
    autoClose: false,
  });
  const entries = await listParts(zip);
  return {
    has: (name) => entries.has(name),
    visit: async (name, visitor) => {
      const entry = entries.get(name);
      if (!entry) throw new WorkbookError(DAMAGED);
      if (entry.isEncrypted()) throw new WorkbookError(LOCKED);
      const parser = xmlParser(visitor);
      let decoder: TextDecoder | null = null;
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        reading.unpacked += chunk.length;
        if (reading.unpacked > MAX_UNPACKED_BYTES) throw new WorkbookError(TOO_LARGE);
        if (Date.now() > reading.deadline) throw new WorkbookError(TOO_SLOW);
        decoder ??= new TextDecoder(utf16Of(chunk) ?? "utf-8");
        parser.write(decoder.decode(chunk, { stream: true }));
      }
      parser.close();
    },
  };
}

async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new WorkbookError(TOO_LARGE);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(partName(entry.fileNameRaw.toString()), entry);
  return entries;
}

/** The name by which a part is found, however a program writes it: `\xl\Workbook.xml`. */
export const partName = (written: string) =>
  written
    .replaceAll("\\", "/")
    .replace(/^(\.?\/)+/, "")
    .toLowerCase();

function xmlParser({ open, text, close }: Visitor): sax.SAXParser {
  // Texts come in pieces of at most 64 KB, and longer attributes, names and comments are errors.
  const parser = sax.parser(true, {});
  const path = [""];
  let attributes = 0;
  const refuse = () => {
    throw new WorkbookError(DAMAGED);
  };
  parser.onerror = refuse;
  // No program writes one, and it is the way to entities.
  parser.ondoctype = refuse;
  parser.onattribute = () => {
    if (++attributes > MAX_ATTRIBUTES) refuse();
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    const name = tag.name.slice(tag.name.indexOf(":") + 1);
    open?.(name, tag.attributes as Record<string, string>, path.at(-1) ?? "");
    if (path.push(name) > MAX_DEPTH) refuse();
  };
  parser.onclosetag = () => {
    const name = path.pop() ?? "";
    close?.(name);
  };
  if (text) {
    parser.ontext = text;
    parser.oncdata = text;
  }
  return parser;
}
