import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { type CsvRow, readCsv } from "~/format/csv-parser.server";
import { slug } from "~/format/slug";
import { MAX_IMPORT_ROWS } from "~/limits";
import { type ClienteValues, clienteSchema } from "./cliente.server";
import { SALUD } from "./salud.server";

type Campo = keyof ClienteValues;

/** The slugs of the headings under which files have each field. */
const NAMES: Record<Campo, string[]> = {
  nombre: ["nombre", "nombres", "nombre-completo", "cliente", "clienta", "nombre-del-cliente"],
  telefono: ["telefono", "tel", "celular", "cel", "movil", "whatsapp", "telefono-celular", "numero", "numero-de-telefono"],
  correo: ["correo", "correo-electronico", "e-mail", "email", "mail"],
  edad: ["edad", "anos"],
  ocupacion: ["ocupacion", "profesion", "trabajo"],
  estado_civil: ["estado-civil"],
  servicio: ["servicio", "servicio-de-interes", "servicios"],
  medicina: ["medicina", "medicinas", "medicamentos", "medicina-que-toma"],
  enfermedades: ["enfermedades", "alergias", "padecimientos", "enfermedades-o-alergias"],
  alerta: ["alerta", "alertas"],
};
const APELLIDOS = ["apellido", "apellidos", "apellido-paterno", "apellido-materno"];
const NOTAS: Campo[] = ["medicina", "enfermedades"];

/** The headings of our own files, which leave out what clients confide. */
export const ENCABEZADOS = Object.entries(CLIENTE_LABELS).flatMap(([campo, label]) =>
  SALUD.some((confided) => confided === campo) ? [] : [label],
);

/** A row of the file as a client, or the problems it has. */
export type FilaImportada = { fila: number; nombre: string; values: ClienteValues | null; problems: string[] };

/** A parsed file: which columns became which field, which were ignored, and the rows. */
export type Archivo = { columnas: { label: string; de: string[] }[]; ignored: string[]; filas: FilaImportada[] };

/** Parses a CSV file of clients; gives a sentence when it cannot be one. */
export function readArchivo(file: Uint8Array): Archivo | string {
  const rows = readCsv(file, MAX_IMPORT_ROWS);
  if (typeof rows === "string") return rows;
  const [header, ...body] = rows;
  const slugs = (header?.cells ?? []).map(slug);
  const places = Object.entries(NAMES).map(([campo, names]) => ({
    campo: campo as Campo,
    at: slugs.flatMap((name, index) => (names.includes(name) ? [index] : [])),
  }));
  const apellidos = slugs.flatMap((name, index) => (APELLIDOS.includes(name) ? [index] : []));
  if (!slugs.some((name) => NAMES.nombre.includes(name))) {
    return "No encontramos la columna «Nombre». La primera fila debe decir qué hay en cada columna, como en la plantilla.";
  }
  if (body.length === 0) return "El archivo no tiene clientas: solo la fila de los títulos.";
  const named = (at: number[]) => at.map((index) => header?.cells[index] ?? "");
  const used = new Set([...places.flatMap(({ at }) => at), ...apellidos]);
  return {
    columnas: places.flatMap(({ campo, at }) => {
      const de = named(campo === "nombre" ? [...at, ...apellidos] : at);
      return de.length > 0 ? [{ label: CLIENTE_LABELS[campo], de }] : [];
    }),
    ignored: (header?.cells ?? []).filter((name, index) => name !== "" && !used.has(index)),
    filas: body.map((row) => readFila(row, places, apellidos, slugs.length)),
  };
}

function readFila(
  { row, cells }: CsvRow,
  places: { campo: Campo; at: number[] }[],
  apellidos: number[],
  width: number,
): FilaImportada {
  // When two columns are for one field (Teléfono, Celular), the first that is not empty.
  const typed = new Map(places.map(({ campo, at }) => [campo, at.map((index) => cells[index]).find(Boolean)]));
  const whole = [typed.get("nombre"), ...apellidos.map((index) => cells[index])].filter(Boolean).join(" ");
  typed.set("nombre", whole);
  const read = clienteSchema.safeParse(Object.fromEntries(typed));
  const problems = [
    ...(cells.slice(width).some(Boolean)
      ? ["Tiene más celdas que títulos: pon entre comillas el texto que lleva comas, o quita lo que sobra."]
      : []),
    ...[...typed].flatMap(([campo, text]) => {
      if (text?.includes("\n") && !NOTAS.includes(campo)) {
        return [`${CLIENTE_LABELS[campo]}: escríbelo en un solo renglón, y revisa que las comillas estén cerradas.`];
      }
      if (campo === "telefono" && /^\d[\d.,]*E\+?\d+$/i.test(text ?? "")) {
        return ["Teléfono: tu hoja de cálculo lo recortó. Da formato de texto a la columna y escríbelo completo."];
      }
      return [];
    }),
    ...(read.error?.issues ?? [])
      // Zod reports a missing name twice: keep one issue per field.
      .filter(({ path: [campo] }, index, issues) => issues.findIndex((issue) => issue.path[0] === campo) === index)
      .map(({ path: [campo], message }) => `${CLIENTE_LABELS[campo as Campo]}: ${message}`),
  ];
  const [first = ""] = whole.split("\n", 1);
  const nombre = first.length > 60 ? `${first.slice(0, 59)}…` : first;
  return { fila: row, nombre, values: problems.length === 0 ? (read.data ?? null) : null, problems };
}
