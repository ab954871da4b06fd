import { CsvError, parse } from "csv-parse/sync";
import { formatNumber } from "./numbers";

/** A row of a file: its number in a spreadsheet, where the header is 1, and its cells. */
export type CsvRow = { row: number; cells: string[] };

const MAX_COLUMNS = 200;

/**
 * Parses a CSV file of a spreadsheet: UTF-8 or Windows-1252, separated by commas, semicolons or tabs. Gives the rows that are not
 * blank, header included, or a sentence for the person if it cannot be read or has more than `maxRows` after the header.
 */
export function readCsv(file: Uint8Array, maxRows: number): CsvRow[] | string {
  const text = trimBlankRows(decode(file).replace(/\r\n?/g, "\n"));
  if (text.includes("\0")) return "El archivo no es un CSV. En tu hoja de cálculo, guárdalo como «CSV UTF-8» y elígelo otra vez.";
  if (text === "") return "El archivo está vacío.";
  const rows = parseCsv(text, maxRows + 2);
  if (typeof rows === "string") return rows;
  if (rows.length > maxRows + 1) {
    return `El archivo tiene más de ${formatNumber(maxRows)} filas: divídelo y súbelo por partes.`;
  }
  const header = rows.findIndex(isFilled);
  if ((rows[header]?.length ?? 0) > MAX_COLUMNS) {
    return `El archivo tiene más de ${MAX_COLUMNS} columnas: deja solo las que hacen falta.`;
  }
  return rows.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => isFilled(cells));
}

function parseCsv(text: string, to: number): string[][] | string {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      to,
    }).map((cells) => cells.map(cleanCell));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return "Hay unas comillas que se abren y no se cierran. Ciérralas en tu hoja de cálculo y guarda el archivo otra vez.";
  }
}

// The characters of Windows-1252 at 0x80 to 0x9f, which Node 20 decodes as Latin-1 control characters.
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return Buffer.from(file)
      .toString("latin1")
      .replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign);
  }
}

/** Removes blank rows at the end, of which some spreadsheets write thousands. A regular expression would take quadratic time. */
function trimBlankRows(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\n,;".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The delimiter that occurs most often in the first row, outside quotes. */
function delimiterOf(text: string): string {
  const [first = ""] = text
    .trimStart()
    .replace(/"[^"]*"/g, "")
    .split("\n", 1);
  const count = (sign: string) => first.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** A trimmed cell without the prefixes that keep a text from being a formula: `'+52…`, `="0222"`, `a;'=1`. */
function cleanCell(cell: string): string {
  const text = cell.replace(/[ \u00a0]+/g, " ").trim();
  const [, quoted] = /^="([^"]*)"$/.exec(text) ?? [];
  return quoted ?? text.replace(/(^|[;\n]"*)'(?=[=+\-@\t\r＝＋－＠])/g, "$1");
}

const isFilled = (cells: string[]) => cells.some((cell) => cell !== "");
