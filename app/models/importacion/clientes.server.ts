import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { dialable, formatPhone } from "~/format/phone";
import { withoutAccents } from "~/format/slug";
import { hasLostLetter } from "~/format/text-encoding.server";
import { type ClienteValues, clienteSchema, encryptNotas } from "~/models/clientes/cliente.server";
import { SALUD } from "~/models/clientes/salud.server";
import { findMeaning, headingWords, type Meaning, type Sentido, words } from "./encabezados.server";
import {
  asConocida,
  type Conocida,
  insertRows,
  isWritten,
  type Lista,
  type Problema,
  problemsOf,
  rowIn,
  shorten,
} from "./lista.server";

type Campo = keyof ClienteValues;

/** Where a column goes: a field of the client, `apellidos` (after the name), or `notas`, which is asked. */
type Destino = Campo | "apellidos" | "notas";

const NOTAS: Campo[] = ["medicina", "enfermedades"];
const CAMPOS = Object.keys(CLIENTE_LABELS) as Campo[];
const { nombre: NOMBRE, ...OTHERS } = CLIENTE_LABELS;

/** The headings of our own files, which leave out what clients confide. */
export const ENCABEZADOS = CAMPOS.flatMap((campo) =>
  SALUD.some((confided) => confided === campo) ? [] : [CLIENTE_LABELS[campo]],
);

const PERSON = words("cliente clienta client customer contacto contact paciente persona guest");
const OTHERS_OWN = words(
  "casa home trabajo work oficina office business negocio fijo fija particular landline other otro otra additional adicional",
);
const KINDS = words(
  "numero number num no nro personal principal primary main preferred preferido alternativo alterno secondary secundario",
);

/** In order of priority. */
const MEANINGS: Meaning<Destino>[] = [
  {
    sentido: { destino: "telefono" },
    key: words(
      "telefono telefonos tel telf tlf tfno celular celulares cel cell cellphone cellular movil moviles mobile phone phones telephone whatsapp whats wa wapp telefone",
    ),
    with: [...PERSON, ...OTHERS_OWN, ...KINDS, ...words("app con lada 10 digitos")],
  },
  {
    sentido: { destino: "correo" },
    key: words("correo correos email emails mail gmail"),
    with: [...PERSON, ...OTHERS_OWN, ...KINDS, ...words("e electronico electronicos electronica direccion address")],
  },
  {
    sentido: { destino: "apellidos" },
    key: words("apellido apellidos surname surnames lastname"),
    with: [...PERSON, ...words("paterno materno primer segundo")],
  },
  { sentido: { destino: "apellidos" }, key: words("last family second"), with: [...PERSON, "name", "names"] },
  {
    sentido: { destino: "nombre" },
    key: words("first given middle additional firstname forename pila"),
    with: [...PERSON, ...words("name names nombre nombres")],
  },
  { sentido: { destino: "nombre" }, key: words("primer segundo"), with: [...PERSON, "nombre"] },
  {
    sentido: { destino: "nombre", isWhole: true },
    key: words("completo completos full display fullname"),
    with: [...PERSON, ...words("nombre nombres name apellido apellidos")],
  },
  {
    sentido: { destino: "nombre" },
    key: words(
      "nombre nombres name names nome cliente clienta clientes clientas client clients customer customers paciente pacientes",
    ),
    with: PERSON,
  },
  { sentido: { destino: "edad" }, key: words("edad age anos"), with: [...PERSON, "cumplidos", "en"] },
  {
    sentido: { destino: "ocupacion" },
    key: words("ocupacion profesion trabajo puesto occupation profession job oficio"),
    with: [...PERSON, "title", "actual"],
  },
  { sentido: { destino: "estado_civil" }, key: words("civil marital"), with: words("estado edo status") },
  {
    sentido: { destino: "servicio" },
    key: words("servicio servicios service services"),
    with: [...PERSON, ...words("interes favorito preferido preferred")],
  },
  {
    sentido: { destino: "medicina" },
    key: words("medicina medicinas medicamento medicamentos medication medications medicines"),
    with: words("que toma actual actuales current"),
  },
  {
    sentido: { destino: "enfermedades" },
    key: words("enfermedad enfermedades alergia alergias padecimiento padecimientos allergy allergies medicas medical"),
    with: words("condiciones condicion conditions otras tiene"),
  },
  { sentido: { destino: "alerta" }, key: words("alerta alertas alert alerts"), with: PERSON },
  {
    sentido: { destino: "notas" },
    key: words("nota notas note notes observacion observaciones observacoes comentario comentarios comment comments memo"),
    with: [...PERSON, ...words("general generales internas internal staff")],
  },
];

// Headings that are recognized only as a whole.
const WHOLE_SLUGS: Record<string, Sentido<Destino>> = {
  numero: { destino: "telefono" },
  "nombre-y-apellidos": { destino: "nombre", isWhole: true },
  "nombre-y-apellido": { destino: "nombre", isWhole: true },
  "nombres-y-apellidos": { destino: "nombre", isWhole: true },
  "apellidos-y-nombre": { destino: "nombre", isWhole: true },
  "apellido-y-nombre": { destino: "nombre", isWhole: true },
};

/** What the heading of a column of clients means, or null if it is unknown. */
function meaningOf(heading: string): Sentido<Destino> | null {
  const { whole, found } = headingWords(heading);
  if (Object.hasOwn(WHOLE_SLUGS, whole)) return WHOLE_SLUGS[whole] ?? null;
  const meaning = findMeaning(found, MEANINGS);
  if (!meaning) return null;
  const isLesser = meaning.sentido.destino === "telefono" && found.some((word) => OTHERS_OWN.includes(word));
  return { ...meaning.sentido, isLesser };
}

export const listaDeClientes: Lista<ClienteValues> = {
  clase: "clientes",
  tipo: "cliente",
  tabla: "clientes_susa",
  usedBy: [
    ["citas_susa", "cliente_id"],
    ["ventas_susa", "cliente_id"],
    ["esperas_susa", "cliente_id"],
  ],
  labels: { nombre: NOMBRE, apellidos: "Apellidos", ...OTHERS },
  asked: ["notas"],
  meaningOf,
  required: [["nombre"]],
  ejemplo: {
    ...{ nombre: "Nombre de ejemplo (borra esta fila)", telefono: "000 000 0000", correo: "nombre@ejemplo.com", edad: "30" },
    ...{ ocupacion: "Maestra", estado_civil: "Casada", servicio: "Diseño de cejas" },
  },
  hints: words("clientes clientas clients customers contactos contacts pacientes"),

  read({ textos }) {
    const avisos: string[] = [];
    const problems: Problema[] = [];
    const whole = nameOf(textos("nombre"), textos("apellidos"));
    const [nombre = ""] = whole.split("\n", 1);
    if (hasLostLetter(whole)) {
      avisos.push(
        "Al nombre le falta una letra que se perdió al guardar el archivo. Corrígela en su ficha, o guarda la lista otra vez como «Libro de Excel (.xlsx)».",
      );
    }
    const telefono = readTelefono(textos("telefono"));
    avisos.push(...telefono.avisos);
    const correo = readCorreo(textos("correo").map(({ text }) => text));
    avisos.push(...correo.avisos);
    const typed = new Map<Campo, string>(
      CAMPOS.map((campo) => {
        const texts = textos(campo).map(({ text }) => text);
        return [campo, NOTAS.includes(campo) ? texts.filter(isWritten).join("\n") : (texts.find(isWritten) ?? "")];
      }),
    );
    typed.set("nombre", whole);
    typed.set("telefono", telefono.text);
    typed.set("correo", correo.text);
    // `34.0` and `34 años` are what spreadsheets and people write.
    typed.set("edad", (typed.get("edad") ?? "").replace(/^(\d{1,3})(?:[.,]0+)?(?:\s*años?)?$/i, "$1"));

    const read = clienteSchema.safeParse(Object.fromEntries(typed));
    for (const [campo, text] of typed) {
      if (text.includes("\n") && !NOTAS.includes(campo)) {
        const sentence = `${CLIENTE_LABELS[campo]}: escríbelo en un solo renglón, y revisa que las comillas estén cerradas.`;
        problems.push({ campo, sentence });
      }
    }
    problems.push(...problemsOf(read.error, CLIENTE_LABELS).filter(({ campo }) => !problems.some((one) => one.campo === campo)));
    const values = problems.length === 0 && read.success ? read.data : null;
    // Without its last digits the row still says who she is: the client who exists already is recognized by the rest.
    if (telefono.isCut) problems.push({ campo: "telefono", sentence: describeCut(telefono.seen) });
    else if (values?.telefono && !dialable(values.telefono)) {
      avisos.push(`Teléfono: «${values.telefono}» no está completo, son 10 dígitos. Se guarda así; corrígelo en su ficha.`);
    }
    return { nombre, values, problems, avisos, preguntas: [], isNadie: null };
  },

  /**
   * A row is the same client when the telephone matches, or both name and e-mail; without a telephone, when the e-mail matches; without
   * either, when the name does. With a telephone she is also the client of whom nothing is known but the same name. In a name that lost
   * letters (`Mu?oz`) each may be any letter. A row that cannot be added is compared with the clients alone.
   */
  async findKnown(from, filas) {
    const readable = filas.flatMap(({ fila, values, problems }) =>
      values
        ? [{ fila, nombre: values.nombre, telefono: values.telefono, correo: values.correo, entra: problems.length === 0 }]
        : [],
    );
    const matches = await from.$queryRaw<Match[]>`
    WITH read_rows AS MATERIALIZED (
      SELECT fila, phone_digits(telefono) AS numero, lower(correo) AS correo, entra,
        regexp_replace(fold_text(nombre), '\\s+', ' ', 'g') AS folded
      FROM json_to_recordset(${JSON.stringify(readable)}::json) AS f (fila int, nombre text, telefono text, correo text, entra boolean)
    ), present AS MATERIALIZED (
      SELECT nombre, phone_digits(telefono) AS numero, lower(correo) AS correo,
        regexp_replace(fold_text(nombre), '\\s+', ' ', 'g') AS folded
      FROM clientes_susa
    ), file_rows AS MATERIALIZED (
      SELECT fila, numero, correo, entra, CASE WHEN folded ~ '[?\ufffd]' THEN COALESCE((
          SELECT min(p.folded) FROM present p
          WHERE starts_with(p.folded, split_part(replace(r.folded, '\ufffd', '?'), '?', 1)) AND p.folded ~ ('^' || regexp_replace(regexp_replace(r.folded, '([]$(){}|\\\\.*+^[])', '\\\\\\1', 'g'), '[?\ufffd]', '.?', 'g') || '$')
        ), folded) ELSE folded END AS folded
      FROM read_rows r
    ), found AS (
      SELECT fila, entra, f.numero, f.correo, n.nombre AS by_telefono, p.nombre AS by_both, c.nombre AS by_correo,
        d.nombre AS by_nombre, i.nombre AS by_incompleta,
        min(fila) FILTER (WHERE entra) OVER (PARTITION BY f.numero) AS first_telefono,
        min(fila) FILTER (WHERE entra) OVER (PARTITION BY f.correo, f.folded) AS first_both,
        min(fila) FILTER (WHERE entra) OVER (PARTITION BY f.correo) AS first_correo,
        min(fila) FILTER (WHERE entra) OVER (PARTITION BY f.folded) AS first_nombre
      FROM file_rows f
      LEFT JOIN (SELECT numero, min(nombre) AS nombre FROM present GROUP BY numero) n ON n.numero = f.numero
      LEFT JOIN (SELECT correo, folded, min(nombre) AS nombre FROM present GROUP BY correo, folded) p
        ON p.correo = f.correo AND p.folded = f.folded
      LEFT JOIN (SELECT correo, min(nombre) AS nombre FROM present GROUP BY correo) c ON c.correo = f.correo
      LEFT JOIN (SELECT folded, min(nombre) AS nombre FROM present GROUP BY folded) d ON d.folded = f.folded
      LEFT JOIN (SELECT folded, min(nombre) AS nombre FROM present WHERE numero IS NULL AND correo IS NULL GROUP BY folded) i
        ON i.folded = f.folded
    ), judged AS (
      SELECT *, CASE
        WHEN numero IS NULL THEN CASE WHEN correo IS NULL THEN 'nombre' ELSE 'correo' END
        WHEN by_telefono IS NOT NULL OR first_telefono < fila THEN 'telefono'
        WHEN by_both IS NOT NULL OR first_both < fila AND correo IS NOT NULL THEN 'persona'
        WHEN by_incompleta IS NOT NULL THEN 'incompleta'
        ELSE 'telefono' END AS por
      FROM found
    ), named AS (
      SELECT fila, entra, por,
        CASE por WHEN 'telefono' THEN by_telefono WHEN 'persona' THEN by_both WHEN 'correo' THEN by_correo
          WHEN 'incompleta' THEN by_incompleta ELSE by_nombre END AS nombre,
        CASE por WHEN 'telefono' THEN first_telefono WHEN 'persona' THEN first_both WHEN 'correo' THEN first_correo
          WHEN 'incompleta' THEN fila ELSE first_nombre END AS primera
      FROM judged
    )
    SELECT fila, por, nombre, primera FROM named WHERE nombre IS NOT NULL OR entra AND primera < fila`;
    const names = new Map(readable.map(({ fila, nombre }) => [fila, nombre]));
    return new Map(
      matches.map((match): [number, Conocida] => [match.fila, { sentence: describe(match, names.get(match.fila)) }]),
    );
  },

  announce(nuevas, contexto) {
    for (const { id, values } of nuevas) contexto.clientes.push(asConocida({ ...values, id }));
  },

  describe: ({ telefono, correo }) => [telefono && formatPhone(telefono), correo].filter(Boolean).join(" · "),

  async write(transaction, nuevas) {
    await insertRows(
      transaction,
      "clientes_susa",
      nuevas.map(({ id, values }) => ({ id, ...encryptNotas(values) })),
    );
  },
};

/**
 * Whom a row repeats: an earlier row of the sheet (`primera`, when `nombre` is null) or the client `nombre`, and by which fields:
 * `incompleta` is a client of whom nothing is known but the same name.
 */
type Match = {
  fila: number;
  por: "telefono" | "persona" | "correo" | "nombre" | "incompleta";
  nombre: string | null;
  primera: number;
};

const SHARED = { telefono: "teléfono", correo: "correo", nombre: "nombre" };

function describe({ por, nombre, primera }: Match, own: string | undefined): string {
  if (por === "incompleta")
    return "Ya tiene ficha con el mismo nombre, sin teléfono ni correo: agrégalos ahí. Si es otra persona, agrégala a mano.";
  if (por === "persona") {
    return nombre === null
      ? `Misma persona que la fila ${rowIn(primera)}: nombre y correo. Agrega este teléfono en su ficha.`
      : "Misma persona: nombre y correo. Ya tiene ficha: agrega ahí este teléfono.";
  }
  if (nombre === null) return `Tiene el mismo ${SHARED[por]} que la fila ${rowIn(primera)}. Si es otra persona, agrégala a mano.`;
  if (por === "nombre" || nombre === own) return `Ya tiene ficha, con el mismo ${SHARED[por]}.`;
  return `Ese ${SHARED[por]} ya es de ${nombre}. Si es otra persona, agrégala a mano.`;
}

const describeCut = (seen: string) =>
  `Teléfono: tu hoja de cálculo lo recortó (${seen}). Da formato de texto a la columna, escríbelo completo y vuelve a subir el archivo.`;

/** The name of a row: a whole one, else its parts one after the other, without repeating one. */
function nameOf(nombres: { text: string; sentido: Sentido<string> | null }[], apellidos: { text: string }[]): string {
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

const SEVERAL = /\s*(?::::|[;/|\n]|,(?=\s*\+?[\d(])|\s(?:y|o|and|or)\s)\s*/i;
const CUT = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i;

/** A row's telephone: the first column that has a number, her own before that of her work or home. */
function readTelefono(columns: { text: string; sentido: Sentido<string> | null }[]) {
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
