import { formatMoney } from "~/format/numbers";
import { withoutAccents } from "~/format/slug";
import { capitalize, joinWords } from "~/format/text";
import { CATEGORIA_WORDS, type Categoria, type ServicioValues, servicioSchema } from "~/models/catalogo/servicio.server";
import { quienChooser } from "~/models/equipo/quien-hace.server";
import { findMeaning, headingWords, type Meaning, words } from "./encabezados.server";
import {
  type Conocida,
  type Contexto,
  durationOf,
  findEspecialista,
  firstNumber,
  firstText,
  insertRows,
  isWritten,
  keyOf,
  type Lista,
  type Pregunta,
  plain,
  problemsOf,
  rowIn,
  serviciosNamed,
  type Tarifa,
  type Textos,
} from "./lista.server";

const LABELS = {
  nombre: "Nombre",
  categoria: "Categoría",
  precio: "Precio",
  duracion_minutos: "Duración",
  limpieza_minutos: "Minutos de limpieza",
  retoque_semanas: "Semanas para el retoque",
  quien: "Quién lo hace",
  descripcion: "Descripción",
};

type Campo = keyof typeof LABELS;

const SERVICIO = words("servicio servicios service services tratamiento tratamientos treatment procedimiento");
const MEANINGS: Meaning<Campo>[] = [
  {
    sentido: { destino: "categoria" },
    key: words("categoria categorias category tipo type area grupo familia linea"),
    with: SERVICIO,
  },
  { sentido: { destino: "limpieza_minutos" }, key: words("limpieza buffer"), with: words("minutos min tiempo time despues") },
  { sentido: { destino: "retoque_semanas" }, key: words("retoque retoques"), with: words("semanas cada weeks") },
  {
    sentido: { destino: "duracion_minutos" },
    key: words("duracion minutos mins min duration tiempo time minutes"),
    with: [...SERVICIO, ...words("en aprox")],
  },
  {
    sentido: { destino: "precio" },
    key: words("precio precios price costo cost tarifa importe valor mxn pesos"),
    with: [...SERVICIO, ...words("en publico lista unitario regular retail venta mxn")],
  },
  {
    sentido: { destino: "quien" },
    key: words(
      "quien especialista especialistas profesional profesionales empleado empleados empleada staff estilista tecnica atiende equipo team member members",
    ),
    with: words("lo hace hacen realiza que por asignado asignados"),
  },
  { sentido: { destino: "descripcion" }, key: words("descripcion description detalle detalles incluye"), with: SERVICIO },
  { sentido: { destino: "nombre" }, key: [...SERVICIO, ...words("nombre name concepto")], with: SERVICIO },
];

const SINONIMOS: [Categoria, string[]][] = [
  ["cejas", words("ceja eyebrow eyebrows brow brows")],
  ["pestañas", words("pestana lash lashes eyelash eyelashes")],
  ["manicura", words("manicure manicures manicuras")],
  ["pedicura", words("pedicure pedicures pedicuras")],
  ["faciales", words("facial facials")],
  ["masajes", words("masaje massage massages")],
  ["depilación", words("depilaciones cera waxing wax")],
];

// What one cell may ask about.
const MAX_QUIEN = 50;
const splitNames = (text: string) => text.split(/\s*(?:[,;/|\n]|\s(?:y|e)\s)\s*/).filter(isWritten);

/** The category that a word of a sheet means, or null. */
function categoryOf(word: string): Categoria | null {
  const name = plain(word);
  const isIt = (categoria: Categoria) => withoutAccents(categoria) === name;
  return CATEGORIA_WORDS.find(isIt) ?? SINONIMOS.find(([, all]) => all.includes(name))?.[0] ?? null;
}

/** The service that is there with a name, an active one before one that is not. */
function findOwn(nombre: string, { servicios, inactivos }: Contexto) {
  const [servicio, inactivo] = [servicios, inactivos.servicios].map((all) => serviciosNamed(all, nombre)[0]);
  const found = servicio ?? inactivo;
  return found && { servicio: found, isActivo: found === servicio };
}

/** What a row says of a new service beside its price and its minutes. */
const readRest = (textos: Textos) => ({
  limpieza_minutos: durationOf(firstNumber(textos("limpieza_minutos"))),
  retoque_semanas: firstText(textos("retoque_semanas")).replace(/^(\d+)\s*(?:semanas?|weeks?)$/i, "$1"),
  descripcion: textos("descripcion")
    .map(({ text }) => text)
    .join("\n"),
});

export const listaDeServicios: Lista<ServicioValues> = {
  clase: "servicios",
  tipo: "servicio",
  tabla: "servicios_susa",
  usedBy: [
    ["citas_susa", "servicio_id"],
    ["codigos_susa", "servicio_id"],
    ["esperas_susa", "servicio_id"],
    ["service_images_susa", "servicio_id"],
    ["precios_susa", "servicio_id"],
  ],
  labels: LABELS,
  meaningOf(heading) {
    return findMeaning(headingWords(heading).found, MEANINGS)?.sentido ?? null;
  },
  required: [["nombre"], ["precio", "duracion_minutos", "categoria"]],
  hints: words("servicio servicios precios tarifas menu catalogo services"),
  ejemplo: {
    ...{ nombre: "Servicio de ejemplo (borra esta fila)", categoria: "Cejas", precio: "350", duracion_minutos: "45" },
    ...{ limpieza_minutos: "10", retoque_semanas: "4", quien: "Ana, Luz", descripcion: "Lo que ve la clienta en tu página" },
  },

  read({ textos }, contexto, respuestas) {
    const preguntas: Pregunta[] = [];
    const nombre = firstText(textos("nombre"));
    // Of a service that is there only the price and the minutes may change, and only if the row has them: nothing else is read or asked.
    const own = findOwn(nombre, contexto)?.servicio;
    const word = own?.categoria ?? firstText(textos("categoria"));
    const clave = keyOf("categoria", word);
    const answer = respuestas.get(clave) ?? "";
    if (word && !categoryOf(word)) preguntas.push({ tipo: "categoria", palabra: word, clave, falta: null });
    if (word && !categoryOf(word) && answer === "fuera") {
      return { nombre, values: null, problems: [], avisos: [], preguntas, isNadie: "Dijiste que no se trae." };
    }
    const names = own ? [] : splitNames(firstText(textos("quien")));
    const doers = names.slice(0, MAX_QUIEN);
    const quien = doers.flatMap((palabra) => findEspecialista(palabra, contexto, respuestas, preguntas) ?? []);
    const read = servicioSchema.safeParse({
      nombre,
      categoria: categoryOf(word) ?? answer,
      precio: firstNumber(textos("precio")) || own?.precio,
      duracion_minutos: durationOf(firstNumber(textos("duracion_minutos"))) || own?.duracion_minutos.toString(),
      ...(own ? {} : readRest(textos)),
      quien,
      insumos: [],
    });
    const problems = problemsOf(read.error, LABELS);
    if (names.length > MAX_QUIEN) {
      const sentence = `Quién lo hace: trae ${names.length} nombres y caben ${MAX_QUIEN}. Déjalo vacío y elígelas en Servicios.`;
      problems.push({ campo: "quien", sentence });
    }
    return { nombre, values: read.success ? read.data : null, problems, avisos: [], preguntas, isNadie: null };
  },

  // A service is known by its name.
  async findKnown(_from, filas, contexto) {
    const inSheet = new Map<string, number>();
    return new Map(
      filas.flatMap(({ fila, values, problems }): [number, Conocida][] => {
        if (!values) return [];
        const name = plain(values.nombre);
        const own = findOwn(values.nombre, contexto);
        const earlier = inSheet.get(name);
        if (!own && !earlier && problems.length === 0) inSheet.set(name, fila);
        if (!own) return earlier ? [[fila, { sentence: `Se llama igual que el de la fila ${rowIn(earlier)}.` }]] : [];
        if (!own.isActivo)
          return [[fila, { sentence: "Ya lo tienes, desactivado. Si lo haces otra vez, actívalo en Servicios." }]];
        const { id, precio, duracion_minutos } = own.servicio;
        const isSame = precio === values.precio && duracion_minutos === values.duracion_minutos;
        const renueva = { id, precio: values.precio, duracion_minutos: values.duracion_minutos };
        return [[fila, isSame ? { sentence: "Ya lo tienes." } : { sentence: describeRenewal(own.servicio, renueva), renueva }]];
      }),
    );
  },

  announce(nuevas, contexto) {
    const { named } = contexto;
    for (const { values } of nuevas) for (const id of values.quien) named.add(id);
    const quienOf = quienChooser(contexto.empleados.filter(({ id, clave }) => !clave || named.has(id)));
    for (const { id, values } of nuevas) {
      contexto.servicios.push({ ...values, id, isOrphan: false, isNew: true });
      if (values.quien.length === 0) values.quien = quienOf(values);
    }
  },

  describe({ precio, duracion_minutos, categoria, quien }, { empleados }) {
    const names = empleados.flatMap(({ id, nombre }) => (quien.includes(id) ? [nombre] : []));
    const con = names.length > 0 ? ` · con ${joinWords(names)}` : "";
    return `${formatMoney(precio)} · ${duracion_minutos} min · ${capitalize(categoria)}${con}`;
  },

  async write(transaction, nuevas) {
    await insertRows(
      transaction,
      "servicios_susa",
      nuevas.map(({ id, values: { quien: _, ...servicio } }) => ({ id, ...servicio })),
    );
    const doers = nuevas.flatMap(({ id, values }) => values.quien.map((empleado_id) => ({ servicio_id: id, empleado_id })));
    await insertRows(transaction, "servicios_empleados_susa", doers);
  },
};

function describeRenewal(before: Tarifa, after: Tarifa): string {
  const [precio, minutos] = [before.precio !== after.precio, before.duracion_minutos !== after.duracion_minutos];
  const changes = [
    ...(precio ? [`${formatMoney(before.precio)} → ${formatMoney(after.precio)}`] : []),
    ...(minutos ? [`${before.duracion_minutos} → ${after.duracion_minutos} min`] : []),
  ];
  return `Ya lo tienes: ${changes.join(", ")}.`;
}
