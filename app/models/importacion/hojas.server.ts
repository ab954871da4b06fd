import { LISTA_WORDS } from "~/content/listas";
import { type CsvRow, type CsvTable, findHeader, readCsv, SEARCHED_ROWS } from "~/format/csv-parser.server";
import { formatNumber } from "~/format/numbers";
import { describeOtherFile } from "~/format/other-file.server";
import { withoutAccents } from "~/format/slug";
import { joinWords } from "~/format/text";
import { decodeText, inEachEncoding, isGuessed, type Letras, mendLetters } from "~/format/text-encoding.server";
import { beginReading, isWorkbook, readWorkbook } from "~/format/workbook.server";
import { MAX_IMPORT_ROWS, MAX_IMPORT_SHEETS } from "~/limits";
import { listaDeArticulos } from "./articulos.server";
import { listaDeCitas } from "./citas.server";
import { listaDeClientes } from "./clientes.server";
import { listaDelEquipo } from "./equipo.server";
import {
  type Clase,
  type ColumnaDeHoja,
  type Contexto,
  type FilaDeHoja,
  type Lista,
  numberOf,
  plain,
  type Respuestas,
  shorten,
} from "./lista.server";
import { listaDeServicios } from "./servicios.server";

/** The kinds of lists, in the order in which they are written: each may name what those before it bring. */
export const LISTAS: Lista<unknown>[] = [listaDelEquipo, listaDeServicios, listaDeArticulos, listaDeClientes, listaDeCitas];

// A list that could be of two kinds is the first of these.
const BY_LIKELINESS: Lista<unknown>[] = [listaDeCitas, listaDeClientes, listaDeServicios, listaDeArticulos, listaDelEquipo];

/** A file as it was uploaded. */
export type Archivo = { nombre: string; bytes: Uint8Array };

/** A column whose meaning only she knows is asked, once for all sheets that have it. */
type Columna = ColumnaDeHoja & { isAsked: boolean };

/** A sheet: its number in the import, the name of its file and of itself, its kind (null: not brought), and its rows. */
export type Hoja = {
  n: number;
  archivo: string;
  nombre: string | null;
  lista: Lista<unknown> | null;
  /** The kind that she chose, also where the sheet lacks a column of it. */
  elegida: Clase | null;
  above: CsvRow[];
  body: CsvRow[];
  columnas: Columna[];
  /** Why it cannot be brought as it is. */
  falta: string | null;
  /** Its file could not be read this time. */
  isUnread: boolean;
  /** How its letters were read, if that was a question. */
  letras: Letras | null;
};

const ACCENTED_NAMES = 3;
const MAX_SHOWN = 60;

/**
 * Reads the sheets of files as `respuestas` say, else as their headings do. Gives a sentence when a file cannot be read, none of its
 * sheets is a list, or there are too many: for an upload, which can be answered so.
 */
export async function readHojas(archivos: Archivo[], respuestas: Respuestas): Promise<Hoja[] | string> {
  const hojas = await rereadHojas(archivos, respuestas);
  for (const archivo of new Set(hojas.map(startOf))) {
    const sheets = hojas.filter((hoja) => startOf(hoja) === archivo);
    const [first] = sheets;
    // Of a workbook the other sheets are brought, and the preview says what one of them lacks.
    if (first?.falta && sheets.every(({ lista, falta }) => !lista && falta)) {
      return archivos.length > 1 ? `${first.archivo}: ${first.falta}` : first.falta;
    }
  }
  return hojas.length > MAX_IMPORT_SHEETS ? TOO_MANY : hojas;
}

const TOO_MANY = `Son más de ${MAX_IMPORT_SHEETS} hojas. Deja las que quieres traer y súbelas por partes.`;
const startOf = ({ n }: Hoja) => Math.floor(n / MAX_IMPORT_SHEETS);

/** Reads sheets as readHojas, but keeps those that cannot be read with what they lack: an answer may have changed how they are read. */
export async function rereadHojas(archivos: Archivo[], respuestas: Respuestas): Promise<Hoja[]> {
  const hojas: Hoja[] = [];
  const reading = beginReading();
  for (const [index, { nombre: archivo, bytes }] of archivos.entries()) {
    // The number of a sheet is the same at each reading, also when a file before it could not be read.
    const start = index * MAX_IMPORT_SHEETS;
    const read = await readArchivo({ bytes, reading }, start, respuestas);
    if (typeof read === "string") hojas.push(unreadHoja(start, archivo, bytes, read, respuestas));
    else hojas.push(...read.map((sheet, at) => asHoja({ n: start + at, archivo, ...sheet }, respuestas)));
  }
  return askOnce(hojas, respuestas);
}

/** Columns of several sheets with the same heading are asked at the first of them, and the others go where that one does. */
function askOnce(hojas: Hoja[], respuestas: Respuestas): Hoja[] {
  const asked = new Map<string, Columna>();
  return hojas.map((hoja) => ({
    ...hoja,
    columnas: hoja.columnas.map((columna) => {
      if (!columna.isAsked) return columna;
      const first = asked.get(plain(columna.titulo));
      asked.set(plain(columna.titulo), first ?? columna);
      if (!first || hoja.columnas.includes(first)) return columna;
      const isAnswered = respuestas.has(`h${hoja.n}_c${columna.at}`);
      return { ...columna, isAsked: false, destino: isAnswered ? columna.destino : first.destino };
    }),
  }));
}

function unreadHoja(n: number, archivo: string, bytes: Uint8Array, falta: string, respuestas: Respuestas): Hoja {
  const nothing = { lista: null, above: [], body: [], columnas: [], letras: null };
  // A text is one sheet, and may be left out; what a workbook has is not known.
  const isUnread = isWorkbook(bytes) || !isLeftOut(n, respuestas);
  return { ...{ n, archivo, nombre: null, elegida: chosenFor(n, respuestas)?.clase ?? null, falta, isUnread }, ...nothing };
}

type Sheet = { nombre: string | null; table: CsvTable; letras: Hoja["letras"] };

/** The tables of a file, whose first sheet is number `n`. */
async function readArchivo(
  { bytes, reading }: { bytes: Uint8Array; reading: ReturnType<typeof beginReading> },
  n: number,
  respuestas: Respuestas,
): Promise<Sheet[] | string> {
  const other = describeOtherFile(bytes);
  if (other) return other;
  const scoreAt = (at: number) => (cells: string[]) =>
    Math.max(0, ...listasFor(at, respuestas).map((lista) => scoreOf(lista, cells, chosenFor(at, respuestas) !== null)));
  if (!isWorkbook(bytes)) {
    const { text, letras } = decodeText(bytes, lettersChosen(n, respuestas));
    const table = readCsv(text, MAX_IMPORT_ROWS, scoreAt(n));
    return typeof table === "string" ? table : [{ nombre: null, table, letras }];
  }
  const sheets = await readWorkbook(bytes, reading);
  if (typeof sheets === "string") return sheets;
  if (sheets.length > MAX_IMPORT_SHEETS) return TOO_MANY;
  const read = sheets.map(({ name, rows }, index) => ({
    nombre: name,
    table: findHeader(rows, scoreAt(n + index)),
    letras: null,
  }));
  const long = read.find(({ table }) => table.body.length > MAX_IMPORT_ROWS);
  return long
    ? `La hoja «${long.nombre}» tiene más de ${formatNumber(MAX_IMPORT_ROWS)} filas: divídela y súbela por partes.`
    : read;
}

/** The kind that she chose for a sheet. */
const chosenFor = (n: number, respuestas: Respuestas) =>
  BY_LIKELINESS.find(({ clase }) => clase === respuestas.get(`h${n}_clase`)) ?? null;

const isLeftOut = (n: number, respuestas: Respuestas) => respuestas.get(`h${n}_clase`) === "nada";

function lettersChosen(n: number, respuestas: Respuestas) {
  const chosen = respuestas.get(`h${n}_letras`);
  return isGuessed(chosen) ? chosen : null;
}

/** The kinds that a sheet may be: what she chose, else any. */
function listasFor(n: number, respuestas: Respuestas): Lista<unknown>[] {
  const chosen = chosenFor(n, respuestas);
  return chosen ? [chosen] : BY_LIKELINESS;
}

/** The fields of a kind that the cells of a row name. */
function fieldsIn({ meaningOf }: Lista<unknown>, cells: string[]): Set<string> {
  // A row may have a million cells; headings are never that far to the right.
  return new Set(cells.slice(0, 200).flatMap((cell) => (cell.length > 60 ? [] : (meaningOf(cell)?.destino ?? []))));
}

/**
 * How much a row looks like the headings of a kind: the fields that it names, 0 without those that the kind requires, which are fewer
 * when something else says which kind it is.
 */
function scoreOf(lista: Lista<unknown>, cells: string[], isHinted: boolean): number {
  const found = fieldsIn(lista, cells);
  return missingGroups(lista, found, isHinted).length === 0 ? found.size : 0;
}

const missingGroups = ({ required }: Lista<unknown>, found: Set<string>, isHinted: boolean) =>
  (isHinted ? required.slice(0, 1) : required).filter((group) => !group.some((campo) => found.has(campo)));

function asHoja({ n, archivo, nombre, table, letras }: Sheet & Pick<Hoja, "n" | "archivo">, respuestas: Respuestas): Hoja {
  const { above, header, body } = table;
  const elegida = chosenFor(n, respuestas);
  const hoja = {
    ...{ n, archivo, nombre, letras, above, body, elegida: elegida?.clase ?? null },
    ...{ lista: null, columnas: [], falta: null, isUnread: false },
  };
  if (isLeftOut(n, respuestas)) return hoja;
  if (!header) return { ...hoja, falta: describeMissingHeader(body, elegida) };
  const said = withoutAccents(`${archivo} ${nombre ?? ""}`).split(/[^a-z]+/);
  const { lista } = listasFor(n, respuestas)
    .map((lista) => ({ lista, isHinted: lista === elegida || lista.hints.some((hint) => said.includes(hint)) }))
    .map(({ lista, isHinted }) => ({ lista, score: scoreOf(lista, header.cells, isHinted) + (isHinted ? 2 : 0) }))
    .reduce((best, each) => (each.score > best.score ? each : best));
  if (body.length === 0) {
    return { ...hoja, falta: `El archivo no tiene ${LISTA_WORDS[lista.clase].varias}: solo la fila de los títulos.` };
  }
  const isFilled = (at: number) => body.some(({ cells }) => cells[at]);
  return {
    ...hoja,
    lista,
    columnas: header.cells.map((heading, at) => columnaOf({ n, heading, at, isFilled: isFilled(at) }, lista, respuestas)),
  };
}

/** The sentence for a sheet whose headings are missing, or name too little of the kind that was chosen or that it looks most like. */
function describeMissingHeader(rows: CsvRow[], elegida: Lista<unknown> | null): string {
  const likely = rows
    .slice(0, SEARCHED_ROWS)
    .flatMap(({ cells }) =>
      (elegida ? [elegida] : BY_LIKELINESS).map((lista) => ({ lista, cells, found: fieldsIn(lista, cells) })),
    );
  const best = likely.reduce<(typeof likely)[number] | null>(
    (most, each) => (each.found.size > (most?.found.size ?? 0) ? each : most),
    null,
  );
  const cells = best?.cells ?? rows[0]?.cells ?? [];
  const shown = cells.filter(Boolean).slice(0, 4);
  const seen = shown.map((cell) => quoted(shorten(mendLetters(cell), 30))).join(", ");
  if (!best && cells.some((cell) => digitsOf(cell).length >= 8 || cell.includes("@"))) {
    const lista = elegida ?? listaDeClientes;
    const titulos = Object.keys(lista.ejemplo).flatMap((campo) => lista.labels[campo] ?? []);
    return `No encontramos los títulos: la primera fila (${seen}) ya trae datos. Agrega arriba una fila que diga qué hay en cada columna, como ${titulos.slice(0, 3).join(", ")}.`;
  }
  const lista = best?.lista ?? elegida;
  if (!lista) {
    return `No reconocimos los títulos. Arriba dice ${seen}. Cámbialos por los de una de las plantillas y sube la hoja otra vez.`;
  }
  const missing = missingGroups(lista, best?.found ?? new Set(), elegida !== null).map((group) =>
    eitherOf(group.slice(0, 3).map((campo) => quoted(lista.labels[campo] ?? campo))),
  );
  const columns = `${missing.length === 1 ? "la columna" : "las columnas"} ${joinWords(missing)}`;
  return `Para traer ${LISTA_WORDS[lista.clase].varias} no encontramos ${columns}. Arriba dice ${seen}. Escribe ${missing.length === 1 ? "ese título" : "esos títulos"} y sube la hoja otra vez.`;
}

const quoted = (text: string) => `«${text}»`;
const eitherOf = (words: string[]) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" o ");
const digitsOf = (text: string) => text.replace(/\D/g, "");

type Encabezado = { n: number; heading: string; at: number; isFilled: boolean };

function columnaOf({ n, heading, at, isFilled }: Encabezado, lista: Lista<unknown>, respuestas: Respuestas): Columna {
  const sentido = lista.meaningOf(heading);
  const isUnclear = sentido !== null && (lista.asked?.includes(sentido.destino) ?? false);
  // Nobody is asked about a column without any text.
  const isAsked = isUnclear && isFilled;
  const own = sentido === null || isUnclear ? "nada" : sentido.destino;
  const answer = respuestas.get(`h${n}_c${at}`);
  const isOffered = answer === "nada" || (answer !== undefined && Object.hasOwn(lista.labels, answer));
  return { at, titulo: mendLetters(heading), sentido, isAsked, destino: isOffered ? answer : isAsked ? null : own };
}

/**
 * A column as the preview shows it: its heading, how many rows have something and the first of it, and where it goes. Notes are asked,
 * because anything may be in them.
 */
export type ColumnaVista = Omit<Columna, "sentido"> & { llenas: number; muestra: string };

/** The columns of a sheet that have something, or that are known. */
export function viewColumnas({ columnas, body }: Hoja): ColumnaVista[] {
  return columnas.flatMap(({ sentido: _, ...columna }) => {
    const filled = body.flatMap(({ cells }) => cells[columna.at] || []);
    if (filled.length === 0 && columna.destino === "nada") return [];
    return [{ ...columna, llenas: filled.length, muestra: shorten(mendLetters(filled[0] ?? ""), MAX_SHOWN) }];
  });
}

/** How the letters of a sheet were read, with names to see it by in each way; with other cells while its names are not found. */
export function viewLetras({ letras: como, lista, body }: Hoja, filas: FilaDeHoja<unknown>[]) {
  if (!como) return null;
  const names = filas.flatMap(({ nombre, isNadie }) => (isNadie ? [] : [nombre]));
  const texts = lista ? names : body.flatMap(({ cells }) => cells.map((cell) => shorten(cell, MAX_SHOWN)));
  const nombres = texts.filter((text) => /[^\u0020-\u007e]/.test(text)).slice(0, ACCENTED_NAMES);
  const inEach = nombres.map((nombre) => inEachEncoding(nombre, como));
  const otras = (inEach[0] ?? []).map(({ letras }, index) => ({
    como: letras,
    nombres: inEach.map((each) => each[index]?.text ?? ""),
  }));
  return { como, nombres, otras };
}

/** Reads the rows of a sheet as its kind reads them. */
export function readFilas(hoja: Hoja, contexto: Contexto, respuestas: Respuestas): FilaDeHoja<unknown>[] {
  const { n, lista, above, body, columnas } = hoja;
  if (!lista) return [];
  const numbered = (row: number) => numberOf(n, row);
  const isMonthFirst = lista.isMonthFirst?.((campo) =>
    body.flatMap(({ cells }) => columnas.flatMap(({ at, destino }) => (destino === campo ? (cells[at] ?? []) : []))),
  );
  return [
    ...above.map(({ row, cells }) => ({ fila: numbered(row), ...nadie(cells, "Está arriba de los títulos.") })),
    ...body.map((row) => ({ fila: numbered(row.row), ...readFila(row, { hoja, lista, isMonthFirst }, contexto, respuestas) })),
  ];
}

/** A row that is none of its list. */
const nadie = (cells: string[], isNadie: string, nombre = "") => ({
  ...{ values: null, problems: [], avisos: [], preguntas: [], isNadie },
  nombre: shorten(nombre || cells.filter(Boolean).join(" "), MAX_SHOWN),
});

type Leyendo = { hoja: Hoja; lista: Lista<unknown>; isMonthFirst: boolean | undefined };

function readFila(
  { row, cells: broken }: CsvRow,
  { hoja, lista, isMonthFirst }: Leyendo,
  contexto: Contexto,
  respuestas: Respuestas,
) {
  const { n, columnas } = hoja;
  const cells = broken.map(mendLetters);
  const isWritten = (campo: string) => respuestas.get(`h${n}_f${row}_${campo}`);
  const textos = (campo: string) => {
    const written = isWritten(campo);
    if (written !== undefined) return written === "" ? [] : [{ text: written, sentido: null }];
    return columnas.flatMap(({ at, sentido, destino }) =>
      destino === campo && cells[at] ? [{ text: cells[at] ?? "", sentido }] : [],
    );
  };
  const reason = describeNadie(broken, cells, lista);
  const name = () => (textos("nombre")[0]?.text ?? "").split("\n", 1)[0];
  if (reason) return nadie(cells, reason, name());
  const read = lista.read({ textos, isMonthFirst: isMonthFirst ?? false }, contexto, respuestas);
  const mended = columnas.flatMap(({ at, destino }) => {
    const isUsed = destino !== "nada" && destino !== null && cells[at] !== broken[at] && isWritten(destino) === undefined;
    return isUsed ? [`Venía con letras rotas, «${shorten(broken[at] ?? "", 40)}»: lo arreglamos.`] : [];
  });
  const isLonger = cells.slice(columnas.length).some(Boolean);
  const sentence = "Tiene más celdas que títulos: pon entre comillas el texto que lleva comas, o quita lo que sobra.";
  const withText = read.problems.map((problem) => ({
    ...problem,
    text: problem.campo === null ? "" : textos(problem.campo)[0]?.text,
  }));
  const problems = [...(isLonger ? [{ campo: null, sentence }] : []), ...withText];
  return {
    ...read,
    ...{ nombre: shorten(read.nombre, MAX_SHOWN), avisos: [...mended, ...read.avisos], problems },
    values: isLonger ? null : read.values,
  };
}

const ROWS = "clientes|clientas|servicios|productos|articulos|citas|registros|general|clients|customers|records";
const TOTAL = new RegExp(
  `^(?:gran |sub ?)?total(?:es)?\\b(?: (?:de )?(?:${ROWS}))?[\\s:=]*[\\d.,]*$|^\\d+ (?:de )?(?:${ROWS})[\\s:=]*[\\d.,]*$`,
);
const PAGE = /^(?:pagina|pag\.?|page|hoja) ?\d+(?: ?(?:de|of|\/) ?\d+)?$/;
const STAMP =
  /^(?:generado|generada|exportado|exportada|impreso|impresa|creado|actualizado|reporte|report|generated|exported|printed|created|fecha)\b.*\d/;

/** Why a row is none of its list, or null: a total, a page, a line drawn, the headings again. */
function describeNadie(broken: string[], cells: string[], lista: Lista<unknown>): string | null {
  const filled = cells.filter(Boolean);
  const texts = filled.map((text) => withoutAccents(text).trim());
  if (filled.every((text) => /^[\p{P}\p{S}\s]+$/u.test(text))) return "Solo tiene rayas o signos.";
  const isOne = filled.length === 1;
  if (
    texts.some((text) => TOTAL.test(text)) &&
    filled.length <= 3 &&
    texts.every((text) => TOTAL.test(text) || /^[\d.,$ ]+$/.test(text))
  ) {
    return "Es un total.";
  }
  if (isOne && PAGE.test(texts[0] ?? "")) return "Es el número de la página.";
  if (isOne && STAMP.test(texts[0] ?? "")) return "Dice cuándo se hizo el archivo.";
  const isHeading = scoreOf(lista, broken, false) > 0 && broken.every((cell) => cell === "" || lista.meaningOf(cell) !== null);
  return isHeading ? "Son los títulos otra vez." : null;
}
