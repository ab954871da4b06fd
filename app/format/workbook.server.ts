import { MAX_IMPORT_ROWS } from "~/limits";
import { type CsvRow, cleanCell, MAX_COLUMNS, SEARCHED_ROWS } from "./csv-parser.server";
import { builtInFormat, formatCell, formatIsoCell, GENERAL, type NumberFormat, parseFormat } from "./number-format.server";
import { formatNumber } from "./numbers";
import { DAMAGED, openParts, type Parts, partName, type Reading, TOO_LARGE, WorkbookError } from "./workbook-parts.server";

/** A sheet of an uploaded file: its name (null for a CSV) and its rows that are not blank, each with its number in the spreadsheet (first is 1) and its cells as a person sees them. */
export type Sheet = { name: string | null; rows: CsvRow[] };

// A year with a sheet for each day.
const MAX_SHEETS = 400;
const MAX_RELATIONS = 5_000;
const MAX_FORMATS = 70_000;
// Excel has no more.
const MAX_ROW = 1_048_576;
/** Cells and characters of all sheets of an upload together, blank cells between others too: what they take in memory. */
const MAX_CELLS = 500_000;
const MAX_CHARACTERS = 8_000_000;
// Excel has 32,767 in a cell, and some of them take seven characters in the file.
const MAX_CELL_LENGTH = 100_000;
/** Also the wait for other workbooks. */
const MAX_READ_MS = 4_000;

const EMPTY = "El libro no tiene nada escrito en las hojas que se ven.";
const NO_WORKBOOK = "Es un archivo ZIP, y no un libro de Excel. Descomprímelo y elige aquí el libro que trae adentro.";
const LONG_CELL = "Una celda del libro tiene demasiado texto. Acórtala y guarda el libro otra vez.";
const UNCALCULATED =
  "El libro trae fórmulas sin su resultado. Ábrelo en Excel, guárdalo otra vez como «Libro de Excel (.xlsx)» y elige ese.";

/** Whether the bytes are an .xlsx workbook, perhaps with macros, by content and not by name. */
export function isWorkbook(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString("latin1");
  return (
    bytes.startsWith("PK\x03\x04") &&
    (/xl[\\/](workbook\.xml|worksheets[\\/])/i.test(bytes) || /\[content_types\]\.xml/i.test(bytes)) &&
    !/word[\\/]document|ppt[\\/]presentation|xl[\\/]workbook\.bin/.test(bytes)
  );
}

let last: Promise<unknown> = Promise.resolve();

/** Begins to read the workbooks of one upload, which together take no more time and memory than one. */
export const beginReading = (): Reading => ({ deadline: Date.now() + MAX_READ_MS, unpacked: 0, cells: 0, characters: 0 });

/**
 * Reads an .xlsx workbook: the sheets that are not hidden or empty. Macros are not looked at. Gives a sentence in Spanish for the
 * person when it cannot be read, or is too large with the others of `reading`. Never throws.
 */
export function readWorkbook(file: Uint8Array, reading = beginReading()): Promise<Sheet[] | string> {
  // One after the other: several take no more memory than one.
  const sheets = last.then(() => readSheets(file, reading)).catch(describeFailure);
  last = sheets;
  return sheets;
}

/** Errors of the ZIP and of what is in it are the file's, whatever they are. */
const describeFailure = (error: unknown) => (error instanceof WorkbookError ? error.message : DAMAGED);

async function readSheets(file: Uint8Array, reading: Reading): Promise<Sheet[]> {
  const parts = await openParts(file, reading);
  const root = await readRelations(parts, "");
  const path = root.find(({ type }) => type === "officedocument")?.target ?? "xl/workbook.xml";
  if (!parts.has(path)) throw new WorkbookError(NO_WORKBOOK);
  const book = await readBook(parts, path);
  const relations = await readRelations(parts, path);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target ?? `xl/${type}.xml`;
  const context = {
    is1904: book.is1904,
    formats: await readFormats(parts, partOf("styles")),
    texts: await readTexts(parts, partOf("sharedstrings")),
    size: reading,
  };
  const sheets: Sheet[] = [];
  for (const { name, id } of book.sheets) {
    const relation = relations.find((relation) => relation.id === id);
    // Charts are sheets too.
    if (relation?.type !== "worksheet") continue;
    const rows = await readSheet(parts, relation.target, name, context);
    if (rows.length > 0) sheets.push({ name, rows });
  }
  if (sheets.length === 0) throw new WorkbookError(EMPTY);
  return sheets;
}

type Relation = { id: string; type: string; target: string };

/** What a part refers to, "" for the whole: nothing where the part for it is missing. */
async function readRelations(parts: Parts, path: string): Promise<Relation[]> {
  const slash = path.lastIndexOf("/") + 1;
  const name = `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
  const relations: Relation[] = [];
  if (!parts.has(name)) return relations;
  await parts.visit(name, {
    open: (element, { Id = "", Type = "", Target = "" }) => {
      if (element !== "Relationship") return;
      if (relations.length >= MAX_RELATIONS) throw new WorkbookError(TOO_LARGE);
      if (!URL.canParse(Target, `http://workbook/${path}`)) return;
      const { pathname } = new URL(Target, `http://workbook/${path}`);
      relations.push({
        id: Id,
        // The end of an address that is another in strict files.
        type: Type.slice(Type.lastIndexOf("/") + 1).toLowerCase(),
        target: partName(decodeURI(pathname)),
      });
    },
  });
  return relations;
}

/** The sheets that are not hidden, in their order, and from which year their dates count. */
async function readBook(parts: Parts, path: string) {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  await parts.visit(path, {
    open: (element, attributes) => {
      if (element === "workbookPr") is1904 = isTrue(attributes.date1904);
      if (element !== "sheet" || /hidden/i.test(attributes.state ?? "")) return;
      if (sheets.length >= MAX_SHEETS) {
        throw new WorkbookError(`El libro tiene más de ${MAX_SHEETS} hojas. Copia las que quieres traer a un libro nuevo.`);
      }
      const [, id = ""] = Object.entries(attributes).find(([name]) => /^(.*:)?id$/.test(name)) ?? [];
      sheets.push({ name: unescapeText(attributes.name ?? ""), id });
    },
  });
  return { sheets, is1904 };
}

const isTrue = (written: string | undefined) => written === "1" || written === "true";

/** The format of each style of cells. */
async function readFormats(parts: Parts, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const [named, formats]: [NumberFormat[], NumberFormat[]] = [[], []];
  if (!parts.has(path)) return formats;
  const formatOf = (id: string) => codes.get(Number(id)) ?? builtInFormat(Number(id));
  await parts.visit(path, {
    open: (element, { numFmtId, formatCode = "", xfId }, parent) => {
      if (codes.size + named.length + formats.length > MAX_FORMATS) throw new WorkbookError(TOO_LARGE);
      if (element === "numFmt" && parent === "numFmts") codes.set(Number(numFmtId), parseFormat(formatCode));
      if (element !== "xf") return;
      if (parent === "cellStyleXfs") named.push(formatOf(numFmtId ?? "0"));
      if (parent === "cellXfs") formats.push(numFmtId === undefined ? (named[Number(xfId)] ?? GENERAL) : formatOf(numFmtId));
    },
  });
  return formats;
}

/** The texts to which cells refer by number. */
async function readTexts(parts: Parts, path: string): Promise<string[]> {
  const texts: string[] = [];
  if (!parts.has(path)) return texts;
  const reader = textReader();
  let characters = 0;
  await parts.visit(path, {
    open: (element) => {
      if (element === "si") reader.start();
      reader.open(element);
    },
    text: reader.text,
    close: (element) => {
      reader.close(element);
      if (element !== "si") return;
      const text = cleanText(reader.written());
      characters += text.length;
      if (texts.push(text) > MAX_CELLS || characters > MAX_CHARACTERS) throw new WorkbookError(TOO_LARGE);
    },
  });
  return texts;
}

/** Joins the pieces of a text: `<t>`, those of each `<r>`, without the pronunciation in `<rPh>`; and a value `<v>`. */
function textReader() {
  let [text, isInside, isPhonetic] = ["", false, false];
  return {
    start: () => {
      [text, isInside, isPhonetic] = ["", false, false];
    },
    open: (element: string) => {
      if (element === "rPh") isPhonetic = true;
      if (element === "t" || element === "v") isInside = !isPhonetic;
    },
    text: (piece: string) => {
      if (!isInside) return;
      text += piece;
      if (text.length > MAX_CELL_LENGTH) throw new WorkbookError(LONG_CELL);
    },
    close: (element: string) => {
      if (element === "rPh") isPhonetic = false;
      if (element === "t" || element === "v") isInside = false;
    },
    written: () => text,
  };
}

type Context = {
  is1904: boolean;
  formats: NumberFormat[];
  texts: string[];
  size: Reading;
};
type Cell = { type: string; style: string; hasFormula: boolean; hasValue: boolean };

async function readSheet(parts: Parts, path: string, name: string, context: Context): Promise<CsvRow[]> {
  const { size } = context;
  const rows = new Map<number, string[]>();
  let merged = 0;
  const reader = textReader();
  let [row, column] = [0, 0];
  let isInRow = false;
  let cell: Cell | null = null;

  const put = (text: string) => {
    if (text === "") return;
    if (row > MAX_ROW) throw new WorkbookError(DAMAGED);
    if (column > MAX_COLUMNS) {
      throw new WorkbookError(`La hoja «${name}» tiene más de ${MAX_COLUMNS} columnas: deja solo las que hacen falta.`);
    }
    const cells = rows.get(row) ?? [];
    rows.set(row, cells);
    if (rows.size > MAX_IMPORT_ROWS + SEARCHED_ROWS) {
      throw new WorkbookError(
        `La hoja «${name}» tiene más de ${formatNumber(MAX_IMPORT_ROWS)} filas: divídela y súbela por partes.`,
      );
    }
    size.cells += Math.max(0, column - cells.length);
    size.characters += text.length;
    if (size.cells > MAX_CELLS || size.characters > MAX_CHARACTERS) throw new WorkbookError(TOO_LARGE);
    while (cells.length < column) cells.push("");
    cells[column - 1] = text;
  };

  await parts.visit(path, {
    open: (element, { r: reference = "", t: type = "n", s: style = "", ref = "" }, parent) => {
      if (element === "row" && parent === "sheetData") {
        [row, column] = [/^\d{1,7}$/.test(reference) ? Number(reference) : row + 1, 0];
        isInRow = true;
      } else if (element === "c" && isInRow) {
        // A row or a cell without its place comes after the one before.
        const [, letters = "", digits = ""] = /^\$?([a-z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? [];
        [row, column] = [Number(digits) || row, letters === "" ? column + 1 : columnOf(letters)];
        cell = { type, style, hasFormula: false, hasValue: false };
        reader.start();
      } else if (element === "mergeCell") {
        // Merged cells do not overlap: more than there are is no real workbook.
        merged += blankMerged(rows, ref);
        if (merged > 3 * MAX_CELLS) throw new WorkbookError(DAMAGED);
      } else if (cell) {
        if (element === "f") cell.hasFormula = true;
        if (element === "v" || element === "is") cell.hasValue = true;
        reader.open(element);
      }
    },
    text: reader.text,
    close: (element) => {
      if (element === "row") isInRow = false;
      if (cell) reader.close(element);
      if (element !== "c" || !cell) return;
      if (cell.hasFormula && !cell.hasValue) throw new WorkbookError(UNCALCULATED);
      put(textOf(cell, reader.written(), context));
      cell = null;
    },
  });
  return [...rows]
    .map(([row, cells]) => ({ row, cells: trimEnd(cells) }))
    .filter(({ cells }) => cells.length > 0)
    .sort((one, other) => one.row - other.row);
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

// What a formula gives that went wrong, in English and Spanish; also where it was pasted as text.
const ERROR = /^#(N\/[AD]|¡?(REF|VALUE|VALOR|DIV\/0|NULL|NULO|NUM)!|¿?(NAME|NOMBRE)\?|GETTING_DATA|SPILL!|CALC!)$/;

function textOf({ type, style, hasValue }: Cell, written: string, { texts, formats, is1904 }: Context): string {
  const format = formats[Number(style)] ?? GENERAL;
  const value = written.trim();
  if (!hasValue || value === "" || type === "e") return "";
  switch (type) {
    case "s":
      return texts[Number(value)] ?? "";
    case "b":
      return isTrue(value) ? "sí" : "no";
    case "n":
      return Number.isFinite(Number(value)) ? formatCell(value, format, is1904) : cleanText(value);
    case "d":
      return cleanText(formatIsoCell(value, format));
    default:
      return cleanText(written);
  }
}

/** Decodes `_x000D_`, how a workbook writes a character that XML does not allow. A lone surrogate becomes U+FFFD: PostgreSQL refuses it. */
const unescapeText = (text: string) =>
  text
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\p{Cs}/gu, "\ufffd");

function cleanText(written: string): string {
  const text = unescapeText(written)
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cc}/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : ""));
  const clean = cleanCell(text);
  return ERROR.test(clean) ? "" : clean;
}

/** Empties merged cells but the first: a person sees nothing of the others. Gives how many it looked at. */
function blankMerged(rows: Map<number, string[]>, ref: string): number {
  const [, from = "", top = "", to = "", bottom = ""] = /^([a-z]{1,3})(\d{1,7}):([a-z]{1,3})(\d{1,7})$/i.exec(ref) ?? [];
  const [left, right, height] = [columnOf(from), columnOf(to), Number(bottom) - Number(top) + 1];
  const spanned = height > rows.size ? [...rows.keys()] : Array.from({ length: height }, (_, index) => Number(top) + index);
  let seen = spanned.length + 1;
  for (const row of spanned) {
    const cells = row < Number(top) || row > Number(bottom) ? undefined : rows.get(row);
    for (let column = left; cells && column <= Math.min(right, cells.length); column++) {
      seen++;
      if (row > Number(top) || column > left) cells[column - 1] = "";
    }
  }
  return seen;
}

function trimEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}
