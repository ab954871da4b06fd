import { randomUUID } from "node:crypto";
import { z } from "zod";
import { calendarDay, clock, optionalMoney, optionalName, optionalPhone, optionalText } from "~/database/fields.server";
import { formatClock, formatDays, formatMoment, studioDay } from "~/format/dates";
import { clockOf } from "~/format/hours";
import { dialable } from "~/format/phone";
import { withoutAccents } from "~/format/slug";
import { capitalize } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import { MINUTE_MS } from "~/limits";
import { duracionMinutos } from "~/models/catalogo/servicio.server";
import { insertVisita } from "~/models/citas/cita.server";
import type { Turno } from "~/models/citas/turnos.server";
import { lockAgendas } from "~/models/citas/visita.server";
import { findMeaning, headingWords, type Meaning, words } from "./encabezados.server";
import { daytimeOf, isMonthFirst, readClock, readWrittenDay } from "./fechas.server";
import {
  type Agendada,
  asConocida,
  type Clienta,
  type Conocida,
  type Contexto,
  durationOf,
  findEspecialista,
  firstNumber,
  firstText,
  indexOf,
  isWritten,
  keyOf,
  type Lista,
  type Ocupada,
  type Pregunta,
  plain,
  problemsOf,
  type Respuestas,
  rowIn,
  servicioAnswered,
  serviciosNamed,
  shorten,
} from "./lista.server";

const LABELS = {
  fecha: "Fecha",
  hora: "Hora",
  nombre: "Clienta",
  telefono: "Teléfono",
  servicio: "Servicio",
  especialista: "Especialista",
  duracion_minutos: "Duración",
  precio: "Precio",
  estado: "Estado",
  notas: "Notas",
};

type Campo = keyof typeof LABELS;

const CITA = words("cita citas appointment appointments reserva reservas reservacion booking agenda");
const PERSON = words("cliente clienta client customer paciente");
const MEANINGS: Meaning<Campo>[] = [
  {
    sentido: { destino: "telefono" },
    key: words("telefono tel celular cel movil whatsapp phone mobile"),
    with: [...PERSON, "numero"],
  },
  { sentido: { destino: "fecha" }, key: words("fecha dia date day"), with: [...CITA, ...words("hora inicio start time")] },
  {
    sentido: { destino: "hora" },
    key: words("hora horario time inicio start empieza comienza"),
    with: [...CITA, ...words("inicio start")],
  },
  { sentido: { destino: "duracion_minutos" }, key: words("duracion minutos min duration"), with: CITA },
  {
    sentido: { destino: "precio" },
    key: words("precio costo total importe price monto"),
    with: [...CITA, ...words("servicio service")],
  },
  { sentido: { destino: "estado" }, key: words("estado estatus status"), with: CITA },
  {
    sentido: { destino: "servicio" },
    key: words("servicio servicios service services tratamiento procedimiento concepto"),
    with: words("nombre name"),
  },
  {
    sentido: { destino: "especialista" },
    key: words(
      "especialista profesional empleado empleada colaborador colaboradora staff estilista atiende atendio tecnica provider team",
    ),
    with: words("nombre name con quien member"),
  },
  {
    sentido: { destino: "notas" },
    key: words("nota notas note notes observacion observaciones comentario comentarios"),
    with: CITA,
  },
  {
    sentido: { destino: "nombre" },
    key: [...PERSON, ...words("nombre name")],
    with: [...PERSON, ...words("nombre name completo")],
  },
];

const citaSchema = z.object({
  fecha: calendarDay(),
  hora: clock(),
  nombre: optionalName(120),
  telefono: optionalPhone(),
  precio: optionalMoney("precio", null),
  duracion_minutos: duracionMinutos(null),
  notas: optionalText(2000),
});

type Values = z.output<typeof citaSchema> & {
  from: Date;
  cliente_id: string;
  servicio_id: string;
  empleado_id: string | null;
  precio: string;
  duracion_minutos: number;
  limpieza_minutos: number;
  estado: "programada" | "confirmada";
};

const CANCELLED = /^(?:cancel|no (?:asistio|show)|noshow|anulad|rechazad)/;
const CONFIRMED = /^(?:confirm|aceptad)/;

export const listaDeCitas: Lista<Values> = {
  clase: "citas",
  tipo: "cita",
  tabla: "citas_susa",
  usedBy: [
    ["mensajes_susa", "cita_id"],
    ["propinas_susa", "cita_id"],
    ["ingresos_susa", "cita_id"],
    ["asientos_susa", "cita_id"],
    ["liquidacion_lineas_susa", "cita_id"],
    ["movimientos_inventario_susa", "cita_id"],
  ],
  labels: LABELS,
  meaningOf: (heading) => findMeaning(headingWords(heading).found, MEANINGS)?.sentido ?? null,
  required: [["fecha"], ["nombre"], ["servicio"]],
  hints: words("citas agenda appointments reservas calendario"),
  ejemplo: {
    ...{ fecha: "05/12/2026", hora: "10:30", nombre: "Nombre de ejemplo (borra esta fila)", telefono: "000 000 0000" },
    ...{ servicio: "Diseño de cejas", especialista: "Ana" },
  },
  isMonthFirst: (columna) => isMonthFirst(columna("fecha")),

  read({ textos, isMonthFirst }, contexto, respuestas) {
    const preguntas: Pregunta[] = [];
    const nombre = firstText(textos("nombre"));
    const avisos: string[] = [];
    const about = { nombre, problems: [], avisos, preguntas };
    const estado = withoutAccents(firstText(textos("estado"))).trim();
    if (CANCELLED.test(estado)) return { ...about, values: null, isNadie: "Está cancelada." };
    const hoy = studioDay(contexto.ahora, contexto.zona);
    const moment = momentOf(firstText(textos("fecha")), firstText(textos("hora")), isMonthFirst, hoy);
    const read = citaSchema.safeParse({
      ...{ ...moment, nombre, telefono: firstText(textos("telefono")).replace(/^(\d+)[.,]0+$/, "$1") },
      precio: firstNumber(textos("precio")),
      duracion_minutos: durationOf(firstNumber(textos("duracion_minutos"))),
      notas: textos("notas")
        .map(({ text }) => text)
        .filter(isWritten)
        .join("\n"),
    });
    const problems = problemsOf(read.error, LABELS);
    if (!read.success) return { ...about, problems, values: null, isNadie: null };
    const from = studioMoment(read.data.fecha, read.data.hora, contexto.zona);
    if (from <= contexto.ahora) return { ...about, values: null, isNadie: "Ya pasó: solo se traen las citas que vienen." };
    const cliente = findCliente(read.data, contexto, avisos);
    const word = firstText(textos("servicio"));
    const known = typeof cliente === "string" ? undefined : findAgendado(word, cliente.id, from, contexto);
    const servicio = known ?? findServicio(word, contexto, respuestas, preguntas);
    if (servicio === "fuera") return { ...about, values: null, isNadie: "Dijiste que no se trae." };
    if (typeof cliente === "string") problems.push({ campo: "telefono", sentence: cliente });
    if (!servicio && preguntas.length === 0) {
      problems.push({ campo: "servicio", sentence: "Servicio: escribe el nombre de uno de los tuyos." });
    }
    if (!servicio || typeof cliente === "string") return { ...about, problems, values: null, isNadie: null };
    const con = known ? "" : firstText(textos("especialista"));
    const values: Values = {
      ...read.data,
      ...{ from, cliente_id: cliente.id, servicio_id: servicio.id },
      empleado_id: con ? findEspecialista(con, contexto, respuestas, preguntas) : null,
      precio: read.data.precio ?? servicio.precio,
      duracion_minutos: read.data.duracion_minutos ?? servicio.duracion_minutos,
      limpieza_minutos: servicio.limpieza_minutos,
      estado: CONFIRMED.test(estado) ? "confirmada" : "programada",
    };
    return { ...about, problems, values, isNadie: null };
  },

  // An appointment is known by its client, its service and its hour; what remains must find its specialist free.
  async findKnown(_from, filas, { ocupadas, agendadas, zona }) {
    const inSheet = new Map<string, number>();
    const taken = [...ocupadas];
    return new Map(
      filas.flatMap(({ fila, values, problems }): [number, Conocida][] => {
        if (!values) return [];
        const { cliente_id, servicio_id, empleado_id } = values;
        const place = { cliente_id, servicio_id, empleado_id, from: values.from.getTime(), to: finOf(values).getTime() };
        const key = keyFor(place);
        const states = indexOf(agendadas, keysOfAgendada)
          .find(key)
          .map(({ como }) => como);
        const como = COMOS.find((one) => states.includes(one));
        if (como) return [[fila, { sentence: KNOWN[como] }]];
        const earlier = inSheet.get(key);
        if (earlier !== undefined) return [[fila, { sentence: `Es la misma que la de la fila ${rowIn(earlier)}.` }]];
        const other = taken.find(
          (one) => empleado_id !== null && one.empleado_id === empleado_id && one.from < place.to && place.from < one.to,
        );
        if (other) {
          const sentence = `Hora: se junta con otra cita de su especialista (${formatMoment(new Date(other.from), zona)}). Escribe otra hora, u otra especialista.`;
          return [[fila, { sentence, campo: "hora", text: values.hora }]];
        }
        if (problems.length > 0) return [];
        inSheet.set(key, fila);
        taken.push(place);
        return [];
      }),
    );
  },

  announce(nuevas, { named }) {
    for (const { values } of nuevas) named.add(values.cliente_id).add(values.empleado_id ?? "");
  },

  describe: ({ fecha, hora }) => `${capitalize(formatDays(fecha, fecha))}, ${formatClock(hora)}`,

  async write(transaction, nuevas, _contexto, cuenta_id) {
    await lockAgendas(
      transaction,
      nuevas.map(({ values }) => values),
    );
    for (const { id, values } of nuevas) {
      const { cliente_id, servicio_id, empleado_id, precio, duracion_minutos, from, estado, notas } = values;
      const turno: Turno = { servicio_id, empleado_id, precio, duracion_minutos, fecha_hora: from, fin: finOf(values) };
      await insertVisita(transaction, [{ ...turno, id }], { cliente_id, estado, notas }, cuenta_id);
    }
  },
};

const COMOS = ["sigue", "cancelada", "movida"] as const;
const KNOWN: Record<Agendada["como"], string> = {
  sigue: "Ya está en tu agenda.",
  cancelada: "Ya la tenías y está cancelada. Si sí viene, agéndala a mano.",
  movida: "Ya la tenías y la cambiaste de hora.",
};

/** By what an appointment is known, in whatever state. */
const keyFor = ({ cliente_id, servicio_id, from }: Pick<Ocupada, "cliente_id" | "servicio_id" | "from">) =>
  `${cliente_id} ${servicio_id} ${from}`;

const keysOfAgendada = (one: Agendada) => [keyFor(one)];

/** The service of a name, also one that is no longer offered, of which this client has or had an appointment at that hour. */
function findAgendado(word: string, cliente_id: string, from: Date, { servicios, inactivos, agendadas }: Contexto) {
  const named = [servicios, inactivos.servicios].flatMap((all) => serviciosNamed(all, word));
  const index = indexOf(agendadas, keysOfAgendada);
  return named.find(({ id }) => index.find(keyFor({ cliente_id, servicio_id: id, from: from.getTime() })).length > 0);
}

const finOf = ({ from, duracion_minutos, limpieza_minutos }: Values) =>
  new Date(from.getTime() + (duracion_minutos + limpieza_minutos) * MINUTE_MS);

/** The day and the hour of a row, also from one cell (`5/12/2026 10:30`); what cannot be read stays as it is written. */
function momentOf(fecha: string, hora: string, isMonthFirst: boolean, hoy: string): { fecha: string; hora: string } {
  const [, day = fecha, time = ""] =
    /^(.*?\d)[,T\s]+(?:a las? )?(\d{1,2}(?::\d{2}){1,2}\s*(?:[ap]\.?\s*m\.?)?)$/i.exec(fecha.trim()) ?? [];
  const read = readClock(hora || time);
  return {
    fecha: readWrittenDay(day, isMonthFirst, hoy) ?? fecha,
    hora: read ? clockOf(daytimeOf(read)) : hora || time,
  };
}

/** The service that a word names, by its name; otherwise it is asked, as one of hers or `fuera`. Null without a word or an answer. */
function findServicio(palabra: string, { servicios, pendientes }: Contexto, respuestas: Respuestas, preguntas: Pregunta[]) {
  if (palabra === "") return null;
  const [named, other] = serviciosNamed(servicios, palabra);
  if (named && !other) return named;
  const [pending] = indexOf(pendientes, ({ nombre }) => [plain(nombre)]).find(plain(palabra));
  if (pending) {
    preguntas.push(...pending.preguntas);
    return null;
  }
  const clave = keyOf("servicio", palabra);
  const answer = respuestas.get(clave) ?? "";
  const chosen = answer === "fuera" ? answer : (servicioAnswered(servicios, answer) ?? null);
  preguntas.push({ tipo: "servicio", palabra: shorten(palabra, 60), clave, falta: answer && !chosen ? "respuesta" : null });
  return chosen;
}

/**
 * Finds the client of a row by her telephone, or else by her name. If there is none, gives a new client with the first telephone that
 * the sheet has for her. Gives a sentence if several clients match.
 */
function findCliente({ nombre, telefono }: Pick<Values, "nombre" | "telefono">, contexto: Contexto, avisos: string[]) {
  const number = dialable(telefono);
  const name = plain(nombre ?? "");
  const clientas = indexOf(contexto.clientes, keysOfClienta);
  const byNumber = number ? clientas.find(byTelefono(number)) : [];
  const byName = name ? clientas.find(byNombre(name)) : [];
  const [found] = [...byNumber.filter((clienta) => byName.includes(clienta)), ...byNumber];
  if (found) {
    if (name && !isSameName(name, found.name)) {
      avisos.push(`Ese teléfono ya es de ${found.nombre}: la cita queda a su nombre. Si es otra persona, agéndala a mano.`);
    }
    return found;
  }
  const alike = number ? byName.filter((clienta) => clienta.number === null) : byName;
  if (alike.length > 1) return `Hay ${alike.length} clientas que se llaman así. Escribe el teléfono de la que es.`;
  const [same] = alike;
  if (same && telefono && !same.telefono) {
    if (!same.isMade) avisos.push("Su ficha no tiene teléfono: agrégalo ahí. Si es otra persona, agéndala a mano.");
    else Object.assign(same, { telefono, number });
    if (same.isMade && number) clientas.add(byTelefono(number), same);
  }
  if (same) return same;
  if (!nombre) return "Escribe el nombre de la clienta, o su teléfono.";
  const made = { ...asConocida({ id: randomUUID(), nombre, telefono }), isMade: true };
  contexto.clientes.push(made);
  return made;
}

const byTelefono = (number: string) => `telefono ${number}`;
const byNombre = (name: string) => `nombre ${name}`;
const keysOfClienta = ({ name, number }: Clienta) => [byNombre(name), ...(number === null ? [] : [byTelefono(number)])];

/** Whether two names can be of one person: `eva` and `eva sol`. */
function isSameName(one: string, other: string): boolean {
  const [few = [], many = []] = [one.split(" "), other.split(" ")].sort((a, b) => a.length - b.length);
  return few.every((word) => many.includes(word));
}
