import type { DESTINO_LABELS } from "~/content/cliente-labels";
import { slug } from "~/format/slug";
import { mendLetters } from "~/format/text-encoding.server";
import type { ClienteValues } from "./cliente.server";

export type Campo = keyof ClienteValues;

/** Where a column goes: a field of the client, `apellidos` (after the name), or nowhere. */
export type Destino = keyof typeof DESTINO_LABELS;

/** What a heading means: `isWhole` for a whole name, `isLesser` for a telephone that is not her own; `notas` is asked. */
export type Sentido = { destino: Destino | "notas"; isWhole?: boolean; isLesser?: boolean };

const words = (text: string) => text.split(" ");

// Words that do not change the meaning of a heading.
const FILLERS = words("s de del la el los las tu su sus the of a y o and or 1 2 3 4 5 6 7 8 9 value valor values");
const PERSON = words("cliente clienta client customer contacto contact paciente persona guest");
const OTHERS_OWN = words(
  "casa home trabajo work oficina office business negocio fijo fija particular landline other otro otra additional adicional",
);
const KINDS = words(
  "numero number num no nro personal principal primary main preferred preferido alternativo alterno secondary secundario",
);

/** Meanings in order of priority. A heading has one when it contains a word of `key`, and all its other words are in `with`. */
const MEANINGS: { sentido: Sentido; key: string[]; with?: string[] }[] = [
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
const WHOLE_SLUGS: Record<string, Sentido> = {
  numero: { destino: "telefono" },
  "nombre-y-apellidos": { destino: "nombre", isWhole: true },
  "nombre-y-apellido": { destino: "nombre", isWhole: true },
  "nombres-y-apellidos": { destino: "nombre", isWhole: true },
  "apellidos-y-nombre": { destino: "nombre", isWhole: true },
  "apellido-y-nombre": { destino: "nombre", isWhole: true },
};

/** What the heading of a column means, or null if it is unknown. */
export function meaningOf(heading: string): Sentido | null {
  // `HomePhone`, `E-mail 1 - Value`, `TelÃ©fono` and `e_mail` become separate, unbroken words.
  const name = slug(mendLetters(heading).replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")).replace(/\be-mails?\b/g, "email");
  const whole = Object.hasOwn(WHOLE_SLUGS, name) ? WHOLE_SLUGS[name] : undefined;
  if (whole) return whole;
  const found = name.split("-").filter((word) => word !== "" && !FILLERS.includes(word));
  const meaning = MEANINGS.find(
    ({ key, with: more = [] }) =>
      found.some((word) => key.includes(word)) && found.every((word) => key.includes(word) || more.includes(word)),
  );
  if (!meaning) return null;
  const isLesser = meaning.sentido.destino === "telefono" && found.some((word) => OTHERS_OWN.includes(word));
  return { ...meaning.sentido, isLesser };
}

/** How much a row looks like the headings of a list: the fields that it names, 0 without a name. */
export function headingScore(cells: string[]): number {
  // A row may have a million cells; headings are never that far to the right.
  const found = new Set(cells.slice(0, 200).map((cell) => (cell.length > 60 ? undefined : meaningOf(cell)?.destino)));
  found.delete(undefined);
  return found.has("nombre") ? found.size : 0;
}
