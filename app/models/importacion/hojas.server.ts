import { LISTA_WORDS } from "~/content/listas";
import { type CsvRow, type CsvTable, findHeader, readCsv } from "~/format/csv-parser.server";
import { formatNumber } from "~/format/numbers";
import { describeOtherFile } from "~/format/other-file.server";
import { withoutAccents } from "~/format/slug";
import { decodeText, inEachEncoding, isGuessed, type Letras, mendLetters } from "~/format/text-encoding.server";
import { isWorkbook, readWorkbook } from "~/format/workbook.server";
import { MAX_IMPORT_ROWS } from "~/limits";
import { listaDeArticulos } from "./articulos.server";
import { listaDeCitas } from "./citas.server";
import { listaDeClientes } from "./clientes.server";
import { listaDelEquipo } from "./equipo.server";
import {
  type ColumnaDeHoja,
  type Contexto,
  type FilaDeHoja,
  type Lista,
  numberOf,
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

/** A sheet: its number in the import, the name of its file and of itself, its kind (null: not brought), and its rows. */
export type Hoja = {
  n: number;
  archivo: string;
  nombre: string | null;
  lista: Lista<unknown> | null;
  above: CsvRow[];
  body: CsvRow[];
  columnas: ColumnaDeHoja[];
  /** Why it cannot be brought as it is. */
  falta: string | null;
  /** How its letters were read, if that was a question. */
  letras: { como: Letras; isCertain: boolean } | null;
};

const ACCENTED_NAMES = 3;
const MAX_SHOWN = 60;

/** Reads the sheets of files as `respuestas` say, else as their headings do; gives a sentence when a file cannot be read. */
export async function readHojas(archivos: Archivo[], respuestas: Respuestas): Promise<Hoja[] | string> {
  const hojas: Hoja[] = [];
  for (const { nombre: archivo, bytes } of archivos) {
    const read = await readArchivo(bytes, hojas.length, respuestas);
    if (typeof read === "string") return archivos.length > 1 ? `${archivo}: ${read}` : read;
    const sheets = read.map((sheet, index) => asHoja({ n: hojas.length + index, archivo, ...sheet }, respuestas));
    const [first] = sheets;
    // Of a workbook the other sheets are brought, and the preview says what one of them lacks.
    if (first && sheets.every(({ lista, falta }) => !lista && falta)) {
      return archivos.length > 1 ? `${archivo}: ${first.falta}` : (first.falta ?? "");
    }
    hojas.push(...sheets);
  }
  return hojas;
}

type Sheet = { nombre: string | null; table: CsvTable; letras: Hoja["letras"] };

/** The tables of a file, whose first sheet is number `n`. */
async function readArchivo(bytes: Uint8Array, n: number, respuestas: Respuestas): Promise<Sheet[] | string> {
  const other = describeOtherFile(bytes);
  if (other) return other;
  const scoreAt = (at: number) => (cells: string[]) =>
    Math.max(0, ...listasFor(at, respuestas).map((lista) => scoreOf(lista, cells, false)));
  if (!isWorkbook(bytes)) {
    const chosen = respuestas.get(`h${n}_letras`);
    const { text, letras: como, isCertain } = decodeText(bytes, isGuessed(chosen) ? chosen : null);
    const table = readCsv(text, MAX_IMPORT_ROWS, scoreAt(n));
    return typeof table === "string" ? table : [{ nombre: null, table, letras: { como, isCertain } }];
  }
  const sheets = await readWorkbook(bytes);
  if (typeof sheets === "string") return sheets;
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

/** The kinds that a sheet may be: what she chose, else any. */
function listasFor(n: number, respuestas: Respuestas): Lista<unknown>[] {
  const chosen = BY_LIKELINESS.filter(({ clase }) => clase === respuestas.get(`h${n}_clase`));
  return chosen.length > 0 ? chosen : BY_LIKELINESS;
}

/** How much a row looks like the headings of a kind: the fields that it names, 0 without those that the kind requires. */
function scoreOf({ meaningOf, required }: Lista<unknown>, cells: string[], isHinted: boolean): number {
  // A row may have a million cells; headings are never that far to the right.
  const found = new Set(cells.slice(0, 200).map((cell) => (cell.length > 60 ? undefined : meaningOf(cell)?.destino)));
  found.delete(undefined);
  const groups = isHinted ? required.slice(0, 1) : required;
  return groups.every((group) => group.some((campo) => found.has(campo))) ? found.size : 0;
}

function asHoja({ n, archivo, nombre, table, letras }: Sheet & Pick<Hoja, "n" | "archivo">, respuestas: Respuestas): Hoja {
  const { above, header, body } = table;
  const hoja = { ...{ n, archivo, nombre, letras, above, body }, lista: null, columnas: [], falta: null };
  if (respuestas.get(`h${n}_clase`) === "nada") return hoja;
  if (!header) return { ...hoja, falta: describeMissingHeader(body[0]?.cells ?? []) };
  const said = withoutAccents(`${archivo} ${nombre ?? ""}`).split(/[^a-z]+/);
  const { lista } = listasFor(n, respuestas)
    .map((lista) => ({ lista, isHinted: lista.hints.some((hint) => said.includes(hint)) }))
    .map(({ lista, isHinted }) => ({ lista, score: scoreOf(lista, header.cells, isHinted) + (isHinted ? 2 : 0) }))
    .reduce((best, each) => (each.score > best.score ? each : best));
  if (body.length === 0) {
    return { ...hoja, falta: `El archivo no tiene ${LISTA_WORDS[lista.clase].varias}: solo la fila de los títulos.` };
  }
  return { ...hoja, lista, columnas: header.cells.map((heading, at) => columnaOf(n, heading, at, lista, respuestas)) };
}

/** The sentence for a file whose headings are missing or name nobody. */
function describeMissingHeader(first: string[]): string {
  const shown = first
    .filter(Boolean)
    .slice(0, 4)
    .map((cell) => `«${shorten(mendLetters(cell), 30)}»`);
  const seen = shown.join(", ");
  if (first.some((cell) => digitsOf(cell).length >= 8 || cell.includes("@"))) {
    return `No encontramos la columna «Nombre»: la primera fila (${seen}) ya parece una clienta. Agrega arriba una fila que diga qué hay en cada columna: Nombre, Teléfono, Correo.`;
  }
  return `No encontramos la columna «Nombre». Arriba dice ${seen}. Cambia el título de la columna de los nombres por «Nombre» y guarda el archivo otra vez.`;
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

function columnaOf(n: number, heading: string, at: number, lista: Lista<unknown>, respuestas: Respuestas): ColumnaDeHoja {
  const sentido = lista.meaningOf(heading);
  const own = sentido === null ? "nada" : lista.asked?.includes(sentido.destino) ? null : sentido.destino;
  const answer = respuestas.get(`h${n}_c${at}`);
  const isOffered = answer === "nada" || (answer !== undefined && Object.hasOwn(lista.labels, answer));
  return { at, titulo: mendLetters(heading), sentido, destino: isOffered ? answer : answer === "" ? null : own };
}

/**
 * A column as the preview shows it: its heading, how many rows have something and the first of it, and where it goes. Notes are asked,
 * because anything may be in them.
 */
export type ColumnaVista = Omit<ColumnaDeHoja, "sentido"> & { llenas: number; muestra: string; isAsked: boolean };

/** The columns of a sheet that have something, or that are known. */
export function viewColumnas({ lista, columnas, body }: Hoja): ColumnaVista[] {
  return columnas.flatMap(({ sentido, ...columna }) => {
    const filled = body.flatMap(({ cells }) => cells[columna.at] || []);
    if (filled.length === 0 && (columna.destino === "nada" || columna.destino === null)) return [];
    const isAsked = sentido !== null && (lista?.asked?.includes(sentido.destino) ?? false);
    return [{ ...columna, llenas: filled.length, muestra: shorten(mendLetters(filled[0] ?? ""), MAX_SHOWN), isAsked }];
  });
}

/** How the letters of a sheet were read, with names to see it by in each way. */
export function viewLetras({ letras }: Hoja, filas: FilaDeHoja<unknown>[]) {
  if (!letras) return null;
  const accented = filas.flatMap(({ nombre, isNadie }) => (!isNadie && /[^\u0020-\u007e]/.test(nombre) ? [nombre] : []));
  const nombres = accented.slice(0, ACCENTED_NAMES);
  const inEach = nombres.map((nombre) => inEachEncoding(nombre, letras.como));
  const otras = (inEach[0] ?? []).map(({ letras: como }, index) => ({
    como,
    nombres: inEach.map((each) => each[index]?.text ?? ""),
  }));
  return { ...letras, nombres, otras };
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
