import { CsvError, parse } from "csv-parse/sync";
import { formatNumber } from "./numbers";

/** A row of a file: its number in a spreadsheet, where the first is 1, and its cells. */
export type CsvRow = { row: number; cells: string[] };

/** The rows of a file that are not blank: the one with the headings, if there is one, those above it, and those under it. */
export type CsvTable = { above: CsvRow[]; header: CsvRow | null; body: CsvRow[] };

const MAX_COLUMNS = 200;
const DELIMITERS = [",", ";", "\t", "|"];
/** How far down the headings are looked for: some programs write a title, a date and an address above them. */
const SEARCHED_ROWS = 20;
const SAMPLE_ROWS = 60;

/**
 * Parses the text of a spreadsheet, separated by commas, semicolons, tabs or bars. `score` says how much a row looks like headings,
 * 0 for not at all. Gives a sentence for the person if it cannot be read or has more than `maxRows` under its headings.
 */
export function readCsv(decoded: string, maxRows: number, score: (cells: string[]) => number): CsvTable | string {
  const lines = decoded.replace(/\r\n?/g, "\n");
  // Excel reads its delimiter from this line and does not show it.
  const [declaration = "", declared] = /^"?sep=(.)"?[ \t;,]*(?:\n|$)/i.exec(lines) ?? [];
  const text = trimBlankRows(lines.slice(declaration.length));
  if (text.includes("\0")) return "El archivo no es un CSV. En tu hoja de cálculo, guárdalo como «CSV UTF-8» y elígelo otra vez.";
  if (text === "") return "El archivo está vacío.";
  const delimiter = declared ?? delimiterOf(text, score);
  const rows = parseCsv(text, delimiter, SEARCHED_ROWS + maxRows + 1);
  if (typeof rows === "string") return rows;
  const numbered = rows.map((cells, index) => ({ row: index + 1, cells }));
  const filled = numbered.filter(({ cells }) => isFilled(cells));
  const at = headerIn(
    filled.map(({ cells }) => cells),
    score,
  );
  const header = filled[at] ?? null;
  if (rows.length - (header?.row ?? 1) > maxRows) {
    return `El archivo tiene más de ${formatNumber(maxRows)} filas: divídelo y súbelo por partes.`;
  }
  if ((header?.cells.length ?? 0) > MAX_COLUMNS) {
    return `El archivo tiene más de ${MAX_COLUMNS} columnas: deja solo las que hacen falta.`;
  }
  return header ? { above: filled.slice(0, at), header, body: filled.slice(at + 1) } : { above: [], header, body: filled };
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
function cleanCell(cell: string): string {
  const text = cell.replace(/[ \u00a0]+/g, " ").trim();
  const [, quoted] = /^="([^"]*)"$/.exec(text) ?? [];
  return quoted ?? text.replace(/(^|[;\n]"*)'(?=[=+\-@\t\r＝＋－＠])/g, "$1");
}

const isFilled = (cells: string[]) => cells.some((cell) => cell !== "");
