import { CsvError, parse } from "csv-parse/sync";
import { formatNumber } from "./numbers";

/** A row of a file: its number in a spreadsheet, where the first is 1, and its cells. */
export type CsvRow = { row: number; cells: string[] };

/** The rows of a file that are not blank: the one with the headings, if there is one, those above it, and those under it. */
export type CsvTable = { above: CsvRow[]; header: CsvRow | null; body: CsvRow[] };

/** Columns of a file; a table of people or prices has some dozens. */
export const MAX_COLUMNS = 200;
const DELIMITERS = [",", ";", "\t", "|"];
/** How far down the headings are looked for: some programs write a title, a date and an address above them. */
export const SEARCHED_ROWS = 20;
const SAMPLE_ROWS = 60;

/**
 * Parses the text of a spreadsheet, separated by commas, semicolons, tabs or bars, and finds its headings: `score` says how much a row
 * looks like them, 0 for not at all. Gives a sentence for the person if it cannot be read or has more than `maxRows` under them.
 */
export function readCsv(decoded: string, maxRows: number, score: (cells: string[]) => number): CsvTable | string {
  const rows = readCsvRows(decoded, maxRows, score);
  return typeof rows === "string" ? rows : findHeader(rows, score);
}

/** The rows of such a text that are not blank, without looking which are headings; a sentence as readCsv. */
export function readCsvRows(decoded: string, maxRows: number, score: (cells: string[]) => number): CsvRow[] | string {
  const lines = decoded.replace(/\r\n?/g, "\n");
  // Excel reads its delimiter from this line and does not show it.
  const [declaration = "", declared] = /^"?sep=(.)"?[ \t;,]*(?:\n|$)/i.exec(lines) ?? [];
  const text = trimBlankRows(lines.slice(declaration.length));
  if (text.includes("\0"))
    return "El archivo no es un CSV ni un libro de Excel. En tu hoja de cálculo, guárdalo como «Libro de Excel (.xlsx)» y elígelo otra vez.";
  if (text === "") return "El archivo está vacío.";
  const delimiter = declared ?? delimiterOf(text, score);
  const parsed = parseCsv(text, delimiter, SEARCHED_ROWS + maxRows + 1);
  if (typeof parsed === "string") return parsed;
  const rows = parsed.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => isFilled(cells));
  const { header } = findHeader(rows, score);
  // The parser stops after the first row too many, which may come after blank ones.
  if (parsed.length > SEARCHED_ROWS + maxRows || parsed.length - (header?.row ?? 1) > maxRows) {
    return `El archivo tiene más de ${formatNumber(maxRows)} filas: divídelo y súbelo por partes.`;
  }
  if ((header?.cells.length ?? 0) > MAX_COLUMNS) {
    return `El archivo tiene más de ${MAX_COLUMNS} columnas: deja solo las que hacen falta.`;
  }
  return rows;
}

/** Divides the rows of a table at its headings, the row that `score` gives most among the first twenty. */
export function findHeader(rows: CsvRow[], score: (cells: string[]) => number): CsvTable {
  const at = headerIn(
    rows.slice(0, SEARCHED_ROWS).map(({ cells }) => cells),
    score,
  );
  const header = rows[at] ?? null;
  return header ? { above: rows.slice(0, at), header, body: rows.slice(at + 1) } : { above: [], header, body: rows };
}

/** The index of the row that looks most like headings among the first, or -1. */
function headerIn(filled: string[][], score: (cells: string[]) => number): number {
  const scores = filled.slice(0, SEARCHED_ROWS).map(score);
  const best = Math.max(0, ...scores);
  return best === 0 ? -1 : scores.indexOf(best);
}

/** The delimiter that gives the best row of headings; among equal ones, the one that gives most rows the same length. */
function delimiterOf(text: string, score: (cells: string[]) => number): string {
  const tried = DELIMITERS.map((delimiter) => {
    const rows = parseCsv(text, delimiter, SAMPLE_ROWS);
    const filled = typeof rows === "string" ? [] : rows.filter(isFilled);
    const header = filled[headerIn(filled, score)] ?? filled[0] ?? [];
    return { delimiter, headings: score(header), even: filled.filter(({ length }) => length === header.length).length };
  });
  const better = (one: (typeof tried)[number], other: (typeof tried)[number]) =>
    other.headings > one.headings || (other.headings === one.headings && other.even > one.even) ? other : one;
  return tried.reduce(better).delimiter;
}

function parseCsv(text: string, delimiter: string, to: number): string[][] | string {
  try {
    return parse(text, {
      delimiter,
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

/** Removes blank rows at the end, of which some spreadsheets write thousands. A regular expression would take quadratic time. */
function trimBlankRows(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\n,;|".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A trimmed cell without the prefixes that keep a text from being a formula: `'+52…`, `="0222"`, `a;'=1`. */
export function cleanCell(cell: string): string {
  const text = cell.replace(/[ \u00a0\u2007\u202f]+/g, " ").trim();
  const [, quoted] = /^="([^"]*)"$/.exec(text) ?? [];
  return quoted ?? text.replace(/(^|[;\n]"*)'(?=[=+\-@\t\r＝＋－＠])/g, "$1");
}

const isFilled = (cells: string[]) => cells.some((cell) => cell !== "");
