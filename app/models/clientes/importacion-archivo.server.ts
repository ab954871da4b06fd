import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { type CsvRow, readCsv } from "~/format/csv-parser.server";
import { describeOtherThanCsv } from "~/format/other-file.server";
import { dialable } from "~/format/phone";
import { withoutAccents } from "~/format/slug";
import { decodeText, hasLostLetter, inEachEncoding, type Letras, mendLetters } from "~/format/text-encoding.server";
import { MAX_IMPORT_ROWS } from "~/limits";
import { type ClienteValues, clienteSchema } from "./cliente.server";
import { type Campo, type Destino, headingScore, meaningOf, type Sentido } from "./importacion-columnas.server";
import { SALUD } from "./salud.server";

const NOTAS: Campo[] = ["medicina", "enfermedades"];
const CAMPOS = Object.keys(CLIENTE_LABELS) as Campo[];
const ACCENTED_NAMES = 3;
const MAX_SHOWN = 60;

/** The headings of our own files, which leave out what clients confide. */
export const ENCABEZADOS = CAMPOS.flatMap((campo) =>
  SALUD.some((confided) => confided === campo) ? [] : [CLIENTE_LABELS[campo]],
);

/** What a person chose in the preview: how letters are read, and where columns go by their place; null is not decided. */
export type Elecciones = { letras: Letras | null; columnas: ReadonlyMap<number, Destino | null> };

/**
 * A column of the file that has something or that is known: its heading, how many rows have something and the first of it, and where
 * it goes, null while that is not decided. Notes are asked, because anything may be in them.
 */
export type ColumnaImportada = {
  at: number;
  titulo: string;
  llenas: number;
  muestra: string;
  destino: Destino | null;
  isAsked: boolean;
};

/**
 * A row of the file. `values` is the client, also when `problems` keep it from being added; `avisos` says what was changed or looks
 * wrong, `isNadie` why the row is not a client.
 */
export type FilaImportada = {
  fila: number;
  nombre: string;
  values: ClienteValues | null;
  problems: string[];
  avisos: string[];
  isNadie: string | null;
};

/** A parsed file: its columns, its rows, and how its letters were read, with names to see it by in each way. */
export type Archivo = {
  columnas: ColumnaImportada[];
  filas: FilaImportada[];
  letras: { como: Letras; isCertain: boolean; nombres: string[]; otras: { como: Letras; nombres: string[] }[] };
};

/** Parses a list of clients as `elecciones` say, else as its headings do; gives a sentence when it cannot be one. */
export function readArchivo(file: Uint8Array, elecciones: Elecciones = { letras: null, columnas: new Map() }): Archivo | string {
  const other = describeOtherThanCsv(file);
  if (other) return other;
  const decoded = decodeText(file, elecciones.letras);
  const table = readCsv(decoded.text, MAX_IMPORT_ROWS, headingScore);
  if (typeof table === "string") return table;
  const { above, header, body } = table;
  if (!header) return describeMissingHeader(body[0]?.cells ?? []);
  if (body.length === 0) return "El archivo no tiene clientas: solo la fila de los títulos.";
  const lugares = header.cells.map((heading, at) => placeOf(heading, at, elecciones));
  const filas = [...above.map(readAbove), ...body.map((row) => readFila(row, lugares))];
  const nombres = filas.flatMap(({ nombre, isNadie }) => (!isNadie && /[^\u0020-\u007e]/.test(nombre) ? [nombre] : []));
  const shown = nombres.slice(0, ACCENTED_NAMES);
  const inEach = shown.map((nombre) => inEachEncoding(nombre, decoded.letras));
  return {
    columnas: lugares.flatMap((lugar) => columnaOf(lugar, body)),
    filas,
    letras: {
      como: decoded.letras,
      isCertain: decoded.isCertain,
      nombres: shown,
      otras: (inEach[0] ?? []).map(({ letras: como }, index) => ({
        como,
        nombres: inEach.map((each) => each[index]?.text ?? ""),
      })),
    },
  };
}

/** The sentence for a file whose headings are missing or name no client. */
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

type Lugar = { at: number; titulo: string; sentido: Sentido | null; destino: Destino | null };

function placeOf(heading: string, at: number, { columnas }: Elecciones): Lugar {
  const sentido = meaningOf(heading);
  const own = sentido === null ? "nada" : sentido.destino === "notas" ? null : sentido.destino;
  return { at, titulo: mendLetters(heading), sentido, destino: columnas.get(at) ?? own };
}

function columnaOf({ at, titulo, sentido, destino }: Lugar, body: CsvRow[]): ColumnaImportada[] {
  const filled = body.flatMap(({ cells }) => cells[at] || []);
  if (filled.length === 0 && (destino === "nada" || destino === null)) return [];
  const muestra = shorten(mendLetters(filled[0] ?? ""), MAX_SHOWN);
  return [{ at, titulo, llenas: filled.length, muestra, destino, isAsked: sentido?.destino === "notas" }];
}

/** A row above the headings: a title or a date. */
function readAbove({ row, cells }: CsvRow): FilaImportada {
  const nombre = shorten(cells.filter(Boolean).join(" "), MAX_SHOWN);
  return { fila: row, nombre, values: null, problems: [], avisos: [], isNadie: "Está arriba de los títulos." };
}

function readFila({ row, cells: broken }: CsvRow, lugares: Lugar[]): FilaImportada {
  const cells = broken.map(mendLetters);
  const avisos: string[] = [];
  const problems: string[] = [];
  const placed = lugares.flatMap((lugar) => (cells[lugar.at] ? [{ ...lugar, text: cells[lugar.at] ?? "" }] : []));
  const textsOf = (destino: Destino) => placed.filter((lugar) => lugar.destino === destino);
  const whole = nameOf(textsOf("nombre"), textsOf("apellidos"));
  const [firstLine = ""] = whole.split("\n", 1);
  const nombre = shorten(firstLine, MAX_SHOWN);

  const isNadie = describeNoClient(broken, cells);
  if (isNadie) {
    const shown = nombre || shorten(cells.filter(Boolean).join(" "), MAX_SHOWN);
    return { fila: row, nombre: shown, values: null, problems, avisos, isNadie };
  }

  for (const { at, text } of placed.filter(({ destino }) => destino !== "nada" && destino !== null)) {
    if (text !== broken[at]) avisos.push(`Venía con letras rotas, «${shorten(broken[at] ?? "", 40)}»: lo arreglamos.`);
  }
  if (hasLostLetter(whole)) {
    avisos.push(
      "Al nombre le falta una letra que se perdió al guardar el archivo. Corrígela en su ficha, o guarda la lista otra vez como «CSV UTF-8».",
    );
  }
  const telefono = readTelefono(textsOf("telefono"));
  avisos.push(...telefono.avisos);
  const correo = readCorreo(textsOf("correo").map(({ text }) => text));
  avisos.push(...correo.avisos);
  const typed = new Map<Campo, string>(
    CAMPOS.map((campo) => {
      const texts = textsOf(campo).map(({ text }) => text);
      return [campo, NOTAS.includes(campo) ? texts.filter(isWritten).join("\n") : (texts.find(isWritten) ?? "")];
    }),
  );
  typed.set("nombre", whole);
  typed.set("telefono", telefono.text);
  typed.set("correo", correo.text);
  // `34.0` and `34 años` are what spreadsheets and people write.
  typed.set("edad", (typed.get("edad") ?? "").replace(/^(\d{1,3})(?:[.,]0+)?(?:\s*años?)?$/i, "$1"));

  const read = clienteSchema.safeParse(Object.fromEntries(typed));
  if (cells.slice(lugares.length).some(Boolean)) {
    problems.push("Tiene más celdas que títulos: pon entre comillas el texto que lleva comas, o quita lo que sobra.");
  }
  for (const [campo, text] of typed) {
    if (text.includes("\n") && !NOTAS.includes(campo)) {
      problems.push(`${CLIENTE_LABELS[campo]}: escríbelo en un solo renglón, y revisa que las comillas estén cerradas.`);
    }
  }
  for (const { path, message } of read.error?.issues ?? []) {
    const problem = `${CLIENTE_LABELS[path[0] as Campo]}: ${message}`;
    // Zod reports a missing name twice: keep one issue per field.
    if (!problems.some((other) => other.startsWith(problem.slice(0, problem.indexOf(":") + 1)))) problems.push(problem);
  }
  const values = problems.length === 0 && read.success ? read.data : null;
  // Without its last digits the row still says who she is: the client who exists already is recognized by the rest.
  if (telefono.isCut) problems.push(describeCut(telefono.seen));
  else if (values?.telefono && !dialable(values.telefono)) {
    avisos.push(`Teléfono: «${values.telefono}» no está completo, son 10 dígitos. Se guarda así; corrígelo en su ficha.`);
  }
  return { fila: row, nombre, values, problems, avisos, isNadie: null };
}

const describeCut = (seen: string) =>
  `Teléfono: tu hoja de cálculo lo recortó (${seen}). Da formato de texto a la columna, escríbelo completo y vuelve a subir el archivo.`;

/** The name of a row: a whole one, else its parts one after the other, without repeating one. */
function nameOf(nombres: { text: string; sentido: Sentido | null }[], apellidos: { text: string }[]): string {
  const whole = nombres.find(({ sentido }) => sentido?.isWhole);
  if (whole) return whole.text;
  const given = nombres.reduce(
    (name, { text }) => (contains(name, text) ? name : contains(text, name) ? text : `${name} ${text}`),
    "",
  );
  // Google writes the whole name, and then its parts.
  const isWhole = nombres.length > 1 && apellidos.every(({ text }) => contains(given, text));
  return [given, ...(isWhole ? [] : apellidos.map(({ text }) => text))].filter(Boolean).join(" ");
}

const contains = (whole: string, part: string) =>
  ` ${withoutAccents(whole)} `.includes(` ${withoutAccents(part)} `) || part === "";

const digitsOf = (text: string) => text.replace(/\D/g, "");

// What people and programs write where there is nothing: `-`, `N/A`, `#N/A`, `########`, `s/n`.
const NOTHING =
  /^(?:[\p{P}\p{S}\s]*|#?n\/?[ad]!?|s\/?[nt]|#(?:ref|value|valor|nombre|name)[!?]|null|none|undefined|x{1,12}|0{1,15})$/iu;
const isWritten = (text: string) => !NOTHING.test(text);

const SEVERAL = /\s*(?::::|[;/|\n]|,(?=\s*\+?[\d(])|\s(?:y|o|and|or)\s)\s*/i;
const CUT = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i;

/** A row's telephone: the first column that has a number, her own before that of her work or home. */
function readTelefono(columns: { text: string; sentido: Sentido | null }[]) {
  const own = columns.filter(({ sentido }) => !sentido?.isLesser);
  const texts = [...own, ...columns.filter(({ sentido }) => sentido?.isLesser)].map(({ text }) => text);
  // A sheet keeps a number as text behind an apostrophe.
  const parts = texts.map((text) => splitNumbers(text.replace(/^['’`]\s*/, "")));
  const hasDigits = ([first = ""]: string[]) => /[1-9]/.test(first);
  const [text = "", ...more] = parts.find(([first = ""]) => isNumber(first)) ?? parts.find(hasDigits) ?? parts[0] ?? [];
  const nothing = { text: "", avisos: [] as string[], isCut: false, seen: text };
  if (text === "") return nothing;
  const [, whole = "", decimals = "", exponent = "0"] = CUT.exec(text) ?? [];
  if (whole !== "") {
    // With all its digits behind the comma the number is whole.
    if (decimals.length >= Number(exponent)) return { ...nothing, text: (whole + decimals).slice(0, Number(exponent) + 1) };
    return { ...nothing, isCut: true };
  }
  const digits = digitsOf(text);
  if (digits === "" || !isWritten(text) || /^(\d)\1{6,}$/.test(digits)) {
    return { ...nothing, avisos: [`Teléfono: decía «${shorten(text, 40)}», que no es un número. Se deja vacío.`] };
  }
  const avisos =
    more.length === 0
      ? []
      : [`Teléfono: traía ${more.length + 1}. Se toma el primero; el otro es ${shorten(more.join(" y "), 40)}.`];
  return { ...nothing, text, avisos };
}

const isNumber = (text: string) => digitsOf(text).length >= 7 && !/^(\d)\1*$/.test(digitsOf(text)) && !CUT.test(text);

/** The numbers of a cell, when each part of it is one; else the text as it is. */
function splitNumbers(text: string): string[] {
  const parts = text.split(SEVERAL).filter(Boolean);
  return parts.length > 1 && parts.every(isNumber) ? parts : [text];
}

/** A row's e-mail: the first one of all that it has. */
function readCorreo(texts: string[]): { text: string; avisos: string[] } {
  const parts = texts.flatMap((text) => (text.split("@").length > 2 ? text.split(/\s*(?::::|[;,/\s])\s*/) : [text]));
  const found = parts.find((part) => part.includes("@"));
  if (found !== undefined) return { text: found, avisos: [] };
  const [text = ""] = texts;
  if (
    text === "" ||
    (isWritten(text) && !/^(no (tiene|hay|dio|usa|aplica)|sin|ningun[oa]?|pendiente)\b/i.test(withoutAccents(text)))
  )
    return { text, avisos: [] };
  return { text: "", avisos: [`Correo: decía «${shorten(text, 40)}». Se deja vacío.`] };
}

const TOTAL =
  /^(?:gran |sub ?)?total(?:es)?\b(?: (?:de )?(?:clientes|clientas|registros|general|clients|customers|records))?[\s:=]*[\d.,]*$|^(?:total|\d+) (?:de )?(?:clientes|clientas|registros|clients|customers|records)[\s:=]*[\d.,]*$/;
const PAGE = /^(?:pagina|pag\.?|page|hoja) ?\d+(?: ?(?:de|of|\/) ?\d+)?$/;
const STAMP =
  /^(?:generado|generada|exportado|exportada|impreso|impresa|creado|actualizado|reporte|report|generated|exported|printed|created|fecha)\b.*\d/;

/** Why a row is no client, or null: a total, a page, a line drawn, the headings again. */
function describeNoClient(broken: string[], cells: string[]): string | null {
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
  if (headingScore(broken) > 0 && broken.every((cell) => cell === "" || meaningOf(cell) !== null))
    return "Son los títulos otra vez.";
  return null;
}

function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
