import { createHash, randomUUID } from "node:crypto";
import type { ZodError } from "zod";
import type { Transaction } from "~/database/client.server";
import { dialable } from "~/format/phone";
import { slug, withoutAccents } from "~/format/slug";
import { fullName } from "~/format/text";
import { Prisma, type TipoRegistro } from "~/generated/client";
import { empleadoSchema } from "~/models/equipo/empleado.server";
import type { Sentido } from "./encabezados.server";

// What the kinds of lists have in common. Each kind is a file beside this one: what its headings mean, how a row is read, which rows
// are known already, and how the new ones are written.

/** The kinds, in the order in which they are written: each may name what those before it bring. */
export const CLASES = ["equipo", "servicios", "articulos", "clientes", "citas"] as const;
export type Clase = (typeof CLASES)[number];

/** A column of a sheet: its heading and what that means, and where it goes: a field, `nada`, or null while that is not decided. */
export type ColumnaDeHoja = { at: number; titulo: string; sentido: Sentido<string> | null; destino: string | null };

/** What is wrong with a row: the field to correct, if it is about one, the sentence, and the text that the field has. */
export type Problema = { campo: string | null; sentence: string; text?: string };

/**
 * A word of the file whose meaning only she knows. It is asked once, however many rows have it. `falta` is why an answer is not enough:
 * it is none that is offered, a new specialist has no surname, or has a name that she cannot have or that an inactive one has.
 */
export type Pregunta = {
  tipo: "categoria" | "especialista" | "servicio";
  palabra: string;
  clave: string;
  falta: "respuesta" | "apellido" | "nombre" | "inactiva" | null;
};

/** What she answered in the preview, by the names of its fields. */
export type Respuestas = ReadonlyMap<string, string>;

/**
 * A row of a sheet. `values` is what it says, also when `problems` keep it from being brought; `avisos` says what was changed or looks
 * wrong, `isNadie` why the row is none of its list.
 */
export type FilaDeHoja<Values> = {
  fila: number;
  nombre: string;
  values: Values | null;
  problems: Problema[];
  avisos: string[];
  preguntas: Pregunta[];
  isNadie: string | null;
};

/** The texts that a row has for a field, by column; what she wrote in the preview takes their place. */
export type Textos = (campo: string) => { text: string; sentido: Sentido<string> | null }[];

/** A row as the reader of its kind gets it; `isMonthFirst` says how its dates are written. */
export type RenglonDeHoja = { textos: Textos; isMonthFirst: boolean };

/**
 * What rows may name: the active team and services, the clients and the appointments ahead that there are (the last two only when
 * appointments are brought), and what the sheets before bring. A specialist with `clave` is created because that question was answered
 * so, a client with `isMade` because an appointment names her. `ahora` is the moment of the import.
 */
export type Contexto = {
  zona: string;
  ahora: Date;
  empleados: Especialista[];
  servicios: Servicio[];
  /** They are not made twice, and nothing can be theirs. */
  inactivos: { empleados: Especialista[]; servicios: Servicio[] };
  /** Services of the sheets that wait for the answers to these questions. */
  pendientes: { nombre: string; preguntas: Pregunta[] }[];
  clientes: Clienta[];
  ocupadas: Ocupada[];
  agendadas: Agendada[];
  /** Ids of clients and specialists whom new rows name: only those are made. */
  named: Set<string>;
};
type Especialista = {
  id: string;
  nombre: string;
  apellido: string;
  telefono: string | null;
  email: string | null;
  especialidades: string[];
  clave?: string;
  isNew?: boolean;
};

/** `isOrphan`: nobody active does it. */
type Servicio = Tarifa & {
  nombre: string;
  categoria: string;
  limpieza_minutos: number;
  isOrphan: boolean;
  isNew?: boolean;
};

export type Clienta = {
  id: string;
  nombre: string;
  telefono: string | null;
  name: string;
  number: string | null;
  isMade?: boolean;
};

/** A client with her name and number as they are compared. */
export const asConocida = ({ id, nombre, telefono }: Pick<Clienta, "id" | "nombre" | "telefono">): Clienta => ({
  ...{ id, nombre, telefono, name: plain(nombre), number: dialable(telefono) },
});

/** An appointment ahead that takes its time, in milliseconds. */
export type Ocupada = {
  cliente_id: string | null;
  servicio_id: string | null;
  empleado_id: string | null;
  from: number;
  to: number;
};

/** Whose, of what and when an appointment ahead is, or was before it was cancelled or moved: it is not made again. */
export type Agendada = Pick<Ocupada, "cliente_id" | "servicio_id" | "from"> & { como: "sigue" | "cancelada" | "movida" };

/** What a service costs and how long it takes. */
export type Tarifa = { id: string; precio: string; duracion_minutos: number };

/**
 * A row that is known already: why, and the price and minutes that it has for the service that is there, if they are others. With
 * `campo` it is not known but has to be corrected there, where it has `text`.
 */
export type Conocida = { sentence: string; renueva?: Tarifa; campo?: string; text?: string };

export type Lista<Values> = {
  clase: Clase;
  tipo: TipoRegistro;
  /** Where a column may go, in the order in which it is offered. */
  labels: Record<string, string>;
  /** Meanings of headings that are no field: such a column is asked. */
  asked?: string[];
  meaningOf(heading: string): Sentido<string> | null;
  /** Headings are this kind's when they name one field of each group. */
  required: string[][];
  /** Words in the name of a file or a sheet that say what it has. */
  hints: string[];
  /** An example of a row, by field, for the template. */
  ejemplo: Record<string, string>;
  /** Whether the dates of a sheet begin with the month, from the texts of a column. */
  isMonthFirst?(columna: (campo: string) => string[]): boolean;
  read(renglon: RenglonDeHoja, contexto: Contexto, respuestas: Respuestas): Omit<FilaDeHoja<Values>, "fila">;
  /** Which rows are known, by their number: in the database, or earlier in the sheet. */
  findKnown(
    from: Pick<Transaction, "$queryRaw">,
    filas: FilaDeHoja<Values>[],
    contexto: Contexto,
  ): Promise<Map<number, Conocida>>;
  /** Says what new rows leave open, and tells the sheets after this one of them. */
  announce?(nuevas: Nueva<Values>[], contexto: Contexto): void;
  /** What a new row says besides its name, in the sample of the preview. */
  describe(values: Values, contexto: Contexto): string;
  write(transaction: Transaction, nuevas: Nueva<Values>[], contexto: Contexto, cuenta_id: string): Promise<void>;
  /** Its table, and the columns of others that point at its rows once something was built on them. */
  tabla: string;
  usedBy: [table: string, column: string][];
  /** Deletes what came with its rows and would outlive them. */
  remove?(transaction: Transaction, ids: string[]): Promise<void>;
};

export type Nueva<Values> = FilaDeHoja<Values> & { values: Values; id: string };

// Row numbers of several sheets stay apart: Excel has 1,048,576 rows. Those of 600 sheets fit an integer of SQL.
const ROWS_APART = 2_000_000;

/** The number of a row of sheet `n` among all of an import, and back. */
export const numberOf = (n: number, row: number) => n * ROWS_APART + row;
export const rowIn = (fila: number) => fila % ROWS_APART;
export const hojaOf = (fila: number) => Math.floor(fila / ROWS_APART);

// What people and programs write where there is nothing: `-`, `N/A`, `#N/A`, `########`, `s/n`.
const NOTHING =
  /^(?:[\p{P}\p{S}\s]*|#?n\/?[ad]!?|s\/?[nt]|#(?:ref|value|valor|nombre|name)[!?]|null|none|undefined|x{1,12}|0{1,15})$/iu;
export const isWritten = (text: string) => !NOTHING.test(text);

/** The first text that says something, else nothing. A zero says something: use it for numbers as `firstNumber`. */
export function firstText(texts: { text: string }[]): string {
  return texts.find(({ text }) => isWritten(text))?.text ?? "";
}

/** The first text with a digit, zero included. */
export function firstNumber(texts: { text: string }[]): string {
  return texts.find(({ text }) => /\d/.test(text))?.text ?? firstText(texts);
}

export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** The problems of a row that its schema refused, one for each field; `labels` are those of its columns. */
export function problemsOf(error: ZodError | undefined, labels: Record<string, string>): Problema[] {
  const problems: Problema[] = [];
  for (const { path, message } of error?.issues ?? []) {
    const campo = String(path[0] ?? "");
    // Zod reports a missing name twice.
    if (problems.some((other) => other.campo === campo)) continue;
    problems.push({ campo, sentence: `${labels[campo] ?? campo}: ${message}` });
  }
  return problems;
}

const HOURS =
  /^(?:(\d{1,2})\s*(?:h|hr|hrs|hora|horas)(?![a-z])\.?)?\s*(?:y\s*)?(?:(media)|(\d{1,4})\s*(?:m|min|mins|minuto|minutos|minutes)?\.?)?$/i;

/** Minutes as sheets have them (`90 min`, `1 h 30`, `1h30`, `1 hora y media`, `1:30`, `01:30:00`), as a form takes them; else the text. */
export function durationOf(text: string): string {
  const [, clockHours, clockMinutes] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text) ?? [];
  if (clockHours !== undefined) return String(Number(clockHours) * 60 + Number(clockMinutes));
  const whole = text.replace(/^(\d+)[.,]0+$/, "$1");
  const [match, hours, half, minutes] = HOURS.exec(whole) ?? [];
  if (!match) return text;
  return String(Number(hours ?? 0) * 60 + (half ? 30 : Number(minutes ?? 0)));
}

/** A name for comparison: without accents, case, signs, or repeated blanks. */
export const plain = (text: string) =>
  withoutAccents(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * A field's name for the answer about a word: `palabra_categoria_unas_1x9k2m3n4p`. Its beginning is to be read, its end tells words that
 * begin alike apart; with `era_` and `_apellido` it stays below the 60 characters of a field's name.
 */
export function keyOf(tipo: Pregunta["tipo"], palabra: string): string {
  const digest = createHash("sha256")
    .update(plain(palabra) || palabra)
    .digest();
  const start = slug(palabra).replaceAll("-", "_").slice(0, 10);
  return `palabra_${tipo}_${start}_${digest.readUIntBE(0, 6).toString(36)}`;
}

/** Finds rows by their keys, without comparing each. */
class Index<Row> {
  readonly #found = new Map<string, Row[]>();
  #read = 0;

  /** Reads the rows that a list has got since the last time. */
  catchUp(rows: Row[], keysOf: (row: Row) => string[]): this {
    for (; this.#read < rows.length; this.#read++) {
      const row = rows[this.#read];
      for (const key of row === undefined ? [] : keysOf(row)) this.add(key, row as Row);
    }
    return this;
  }

  add(key: string, row: Row): void {
    const others = this.#found.get(key);
    if (others) others.push(row);
    else this.#found.set(key, [row]);
  }

  find(key: string): Row[] {
    return this.#found.get(key) ?? [];
  }
}

const indexes = new WeakMap<object, Index<unknown>>();

/** The index of a list of the context, which only grows; each list is looked up by one `keysOf`. */
export function indexOf<Row>(rows: Row[], keysOf: (row: Row) => string[]): Index<Row> {
  const index = (indexes.get(rows) as Index<Row> | undefined) ?? new Index<Row>();
  indexes.set(rows, index as Index<unknown>);
  return index.catchUp(rows, keysOf);
}

/** What an answer calls a row of the context: its id, which a new row has only once it is written, or until then its name. */
export const optionOf = ({ id, isNew }: { id: string; isNew?: boolean }, nombre: string) =>
  isNew ? `nueva ${plain(nombre)}` : id;

const byAnswer = (answer: string) => `answer ${answer}`;
const byWhole = (name: string) => `whole ${name}`;
const byFirst = (name: string) => `first ${name}`;
const byStart = (name: string) => `start ${name}`;
const byClave = (clave: string) => `clave ${clave}`;

function keysOfEspecialista(one: Especialista): string[] {
  const whole = plain(fullName(one));
  const parts = whole.split(" ");
  const starts = parts.slice(1).map((_, index) => byStart(parts.slice(0, index + 1).join(" ")));
  const own = one.clave ? byClave(one.clave) : byAnswer(optionOf(one, fullName(one)));
  return [byWhole(whole), byFirst(plain(one.nombre)), ...starts, own];
}

const keysOfServicio = (one: Servicio) => [byWhole(plain(one.nombre)), byAnswer(optionOf(one, one.nombre))];

/** The services of a name, and the one that an answer says. */
export const serviciosNamed = (servicios: Servicio[], nombre: string) =>
  indexOf(servicios, keysOfServicio).find(byWhole(plain(nombre)));
export const servicioAnswered = (servicios: Servicio[], answer: string) =>
  indexOf(servicios, keysOfServicio).find(byAnswer(answer))[0];

const specialistName = empleadoSchema.pick({ nombre: true, apellido: true });

/**
 * Finds the specialist that a word of a sheet names: by her whole name, or by her first name when no other has it. Otherwise asks about
 * it in `preguntas`; the answer is one of the team, `crear`, or `fuera`. Gives her id, null without one.
 */
export function findEspecialista(
  palabra: string,
  { empleados, inactivos }: Contexto,
  respuestas: Respuestas,
  preguntas: Pregunta[],
): string | null {
  const team = indexOf(empleados, keysOfEspecialista);
  const asked = plain(palabra);
  const named = [byWhole(asked), byFirst(asked), byStart(asked)].map((name) => team.find(name));
  const found = named.find(({ length }) => length === 1)?.[0];
  if (found && !found.clave) return found.id;
  const clave = keyOf("especialista", palabra);
  const give = (id: string | null, falta: Pregunta["falta"] = null) => {
    if (!preguntas.some((other) => other.clave === clave)) preguntas.push({ tipo: "especialista", palabra, clave, falta });
    return id;
  };
  const answer = respuestas.get(clave) ?? "";
  if (answer === "" || answer === "fuera") return give(null);
  if (answer !== "crear") {
    const [chosen] = team.find(byAnswer(answer));
    return chosen ? give(chosen.id) : give(null, "respuesta");
  }
  const [known] = team.find(byClave(clave));
  if (known) return give(known.id);
  const { nombre, apellido } = splitName(palabra);
  const read = specialistName.safeParse({ nombre, apellido: apellido || respuestas.get(`${clave}_apellido`) });
  if (!read.success) return give(null, apellido ? "nombre" : "apellido");
  const whole = byWhole(plain(fullName(read.data)));
  const [same] = team.find(whole);
  if (same) return give(same.id);
  if (indexOf(inactivos.empleados, keysOfEspecialista).find(whole).length > 0) return give(null, "inactiva");
  const made = { id: randomUUID(), ...read.data, telefono: null, email: null, especialidades: [], clave };
  empleados.push(made);
  return give(made.id);
}

/** A whole name in two: the last two of more than two words are surnames. Without a surname it is empty. */
export function splitName(whole: string): { nombre: string; apellido: string } {
  const parts = whole.split(/\s+/).filter(Boolean);
  const surnames = parts.length > 2 ? 2 : parts.length - 1;
  return { nombre: parts.slice(0, parts.length - surnames).join(" "), apellido: parts.slice(parts.length - surnames).join(" ") };
}

/** Inserts rows as JSON: thousands have more values than a statement takes parameters. */
export function insertRows(transaction: Transaction, table: string, rows: Record<string, unknown>[]): Promise<number> {
  const columns = Prisma.raw(Object.keys(rows[0] ?? {}).join(", "));
  return rows.length === 0
    ? Promise.resolve(0)
    : transaction.$executeRaw`
        INSERT INTO ${Prisma.raw(table)} (${columns}) SELECT ${columns}
        FROM json_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::json)`;
}
