import { COLOR_WORDS } from "~/content/colores";
import { DIAS, type Jornada } from "~/content/estudio";
import { formatClocks, studioDay } from "~/format/dates";
import { clockOf, type MinuteSpan, withoutTaken } from "~/format/hours";
import { joinWords, plural } from "~/format/text";
import { type EmpleadoValues, empleadoSchema } from "~/models/equipo/empleado.server";
import { haceChooser } from "~/models/equipo/quien-hace.server";
import { findMeaning, headingWords, type Meaning, words } from "./encabezados.server";
import { readShifts } from "./fechas.server";
import {
  type Conocida,
  firstNumber,
  firstText,
  insertRows,
  type Lista,
  plain,
  problemsOf,
  rowIn,
  shorten,
  splitName,
} from "./lista.server";

const LABELS: Record<string, string> = {
  nombre: "Nombre",
  apellido: "Apellido",
  telefono: "Teléfono",
  email: "Correo",
  especialidades: "Especialidades",
  comision: "Comisión",
  ...Object.fromEntries(DIAS.map((dia, index) => [`dia${index}`, dia])),
};

const PERSON = words("empleado empleada especialista colaborador colaboradora profesional staff equipo team member");
const DAY_WORDS = [
  words("lunes lun monday mon"),
  words("martes mar tuesday tue"),
  words("miercoles mie wednesday wed"),
  words("jueves jue thursday thu"),
  words("viernes vie friday fri"),
  words("sabado sab saturday sat"),
  words("domingo dom sunday sun"),
];
const MEANINGS: Meaning<string>[] = [
  ...DIAS.map(
    (_, index): Meaning<string> => ({
      sentido: { destino: `dia${index}` },
      key: DAY_WORDS[index] ?? [],
      with: words("horario hora horas"),
    }),
  ),
  {
    sentido: { destino: "telefono" },
    key: words("telefono tel celular cel movil whatsapp phone mobile"),
    with: [...PERSON, ...words("numero personal")],
  },
  { sentido: { destino: "email" }, key: words("correo email mail"), with: [...PERSON, ...words("electronico personal")] },
  {
    sentido: { destino: "comision" },
    key: words("comision porcentaje commission"),
    with: [...PERSON, ...words("por servicio servicios")],
  },
  {
    sentido: { destino: "especialidades" },
    key: words("especialidad especialidades puesto area areas servicios skills role rol categoria categorias cargo"),
    with: [...PERSON, ...words("que hace")],
  },
  {
    sentido: { destino: "apellido" },
    key: words("apellido apellidos surname lastname"),
    with: [...PERSON, ...words("paterno materno")],
  },
  { sentido: { destino: "apellido" }, key: ["last"], with: [...PERSON, "name"] },
  {
    sentido: { destino: "nombre" },
    key: [...words("nombre nombres name first"), ...PERSON],
    with: [...PERSON, ...words("name completo full")],
  },
];

type Values = EmpleadoValues & { horario: Jornada[] | null };

export const listaDelEquipo: Lista<Values> = {
  clase: "equipo",
  tipo: "empleado",
  tabla: "empleados_susa",
  usedBy: [
    ["servicios_susa", "empleado_id"],
    ["citas_susa", "empleado_id"],
    ["ausencias_susa", "empleado_id"],
    ["calendarios_susa", "empleado_id"],
    ["esperas_susa", "empleado_id"],
    ["propinas_susa", "empleado_id"],
    ["liquidaciones_susa", "empleado_id"],
    ["cambios_cita_susa", "hueco_con"],
  ],
  labels: LABELS,
  meaningOf: (heading) => findMeaning(headingWords(heading).found, MEANINGS)?.sentido ?? null,
  // A list of names and telephones alone is one of clients, unless its name says otherwise.
  required: [["nombre"], ["especialidades", "comision", ...DIAS.map((_, index) => `dia${index}`)]],
  ejemplo: {
    ...{
      nombre: "Nombre de ejemplo (borra esta fila)",
      apellido: "Apellido",
      telefono: "000 000 0000",
      email: "nombre@ejemplo.com",
    },
    ...{
      especialidades: "cejas, pestañas",
      comision: "40",
      dia0: "Descansa",
      dia1: "10:00-18:00",
      dia2: "10:00-18:00",
      dia3: "10:00-18:00",
    },
    ...{ dia4: "10:00-18:00", dia5: "10:00-15:00", dia6: "Descansa" },
  },
  hints: [...PERSON, ...words("empleados empleadas especialistas personal trabajadoras colaboradores")],

  read({ textos }) {
    const given = firstText(textos("nombre"));
    const surname = textos("apellido")
      .map(({ text }) => text)
      .join(" ")
      .trim();
    const { nombre, apellido } = surname ? { nombre: given, apellido: surname } : splitName(given);
    const read = empleadoSchema.safeParse({
      ...{ nombre, apellido, activo: true, color: COLOR_WORDS[0], hace: [] },
      telefono: firstText(textos("telefono")).replace(/^(\d+)[.,]0+$/, "$1"),
      email: firstText(textos("email")),
      especialidades: textos("especialidades")
        .map(({ text }) => text.replace(/\s*[;/|]\s*/g, ", "))
        .join(", "),
      comision: asPercent(firstNumber(textos("comision"))),
    });
    const problems = problemsOf(read.error, LABELS);
    const days = DIAS.map((_, index) => ({ campo: `dia${index}`, text: textos(`dia${index}`)[0]?.text ?? "" }));
    const avisos: string[] = [];
    const horario = days.map(({ campo, text }): Jornada => {
      if (CLOSED.test(text.trim())) return null;
      const shifts = readShifts(text);
      const [desde, hasta] = [shifts?.[0]?.desde, shifts?.at(-1)?.hasta];
      if (!shifts || desde === undefined || hasta === undefined) {
        problems.push({ campo, sentence: `${LABELS[campo]}: no entendimos «${shorten(text, 40)}». Escríbelo como 10:00-18:00.` });
        return null;
      }
      const jornada = { abre: clockOf(desde), cierra: clockOf(hasta) };
      // A day of the team has one beginning and one end.
      const pauses = withoutTaken({ desde, hasta }, shifts);
      if (pauses.length > 0) avisos.push(describePauses(LABELS[campo] ?? "", jornada, pauses));
      return jornada;
    });
    const values = read.success ? { ...read.data, horario: days.some(({ text }) => text) ? horario : null } : null;
    return { nombre: [nombre, apellido].filter(Boolean).join(" "), values, problems, avisos, preguntas: [], isNadie: null };
  },

  // A specialist is known by her whole name, her telephone or her e-mail.
  async findKnown(_from, filas, { empleados, inactivos }) {
    const keysOf = (person: { nombre: string; apellido: string; telefono: string | null; email: string | null }) => [
      plain(`${person.nombre} ${person.apellido}`),
      ...(person.telefono ? [person.telefono] : []),
      ...(person.email ? [person.email.toLowerCase()] : []),
    ];
    const present = new Set(empleados.flatMap(keysOf));
    const inactive = new Set(inactivos.empleados.flatMap(keysOf));
    const inSheet = new Map<string, number>();
    return new Map(
      filas.flatMap(({ fila, values, problems }): [number, Conocida][] => {
        if (!values) return [];
        const keys = keysOf(values);
        if (keys.some((key) => present.has(key))) return [[fila, { sentence: "Ya está en tu equipo." }]];
        if (keys.some((key) => inactive.has(key))) {
          return [[fila, { sentence: "Ya está en tu equipo, inactiva. Si volvió, actívala en Empleados." }]];
        }
        const earlier = keys.map((key) => inSheet.get(key)).find((row) => row !== undefined);
        if (earlier !== undefined) return [[fila, { sentence: `Es la misma que la de la fila ${rowIn(earlier)}.` }]];
        if (problems.length === 0) for (const key of keys) inSheet.set(key, fila);
        return [];
      }),
    );
  },

  announce(nuevas, contexto) {
    const haceOf = haceChooser(contexto.servicios);
    for (const { id, values } of nuevas) {
      contexto.empleados.push({ ...values, id, isNew: true });
      values.hace = haceOf(values.especialidades);
    }
  },

  describe: ({ especialidades, horario, hace }) =>
    [
      joinWords(especialidades),
      horario ? "con su horario" : "",
      hace.length > 0 ? `hace ${plural(hace.length, "servicio", "servicios")} de los que tienes` : "",
    ]
      .filter(Boolean)
      .join(" · "),

  async write(transaction, nuevas, { ahora, zona }) {
    // One after the other: each takes the colour that the team uses least.
    for (const {
      id,
      values: { color: _, hace: __, ...values },
    } of nuevas) {
      const comision_desde = values.comision === null ? null : studioDay(ahora, zona);
      await insertRows(transaction, "empleados_susa", [{ id, ...values, comision_desde }]);
    }
    const links = nuevas.flatMap(({ id, values }) => values.hace.map((servicio_id) => ({ servicio_id, empleado_id: id })));
    await insertRows(transaction, "servicios_empleados_susa", links);
  },
};

/** A percentage as a sheet has it: `0.4` for 40 %. */
function asPercent(text: string): string {
  return /^0?[.,]\d+$/.test(text) ? String(Math.round(Number(text.replace(",", ".")) * 10_000) / 100) : text;
}

const CLOSED = /^(?:descansa|descanso|libre|cerrado|no|off|closed|x|-+|—|–|n\/?a)?$/i;

function describePauses(dia: string, { abre, cierra }: NonNullable<Jornada>, pauses: MinuteSpan[]): string {
  const between = joinWords(pauses.map(({ desde, hasta }) => formatClocks(clockOf(desde), clockOf(hasta))));
  return `${dia}: queda ${formatClocks(abre, cierra)} Su descanso, ${between}, apártalo en sus ausencias.`;
}
