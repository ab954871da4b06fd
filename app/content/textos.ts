/**
 * A sentence of the site that the studio can change or hide. Where `texto` says something about the invented studio of the demo,
 * others begin with `propio`; empty hides it.
 */
type Texto = { etiqueta: string; texto: string; propio?: string; maximo?: number };

/**
 * The sentences of the public pages, in the order of the pages, until the studio writes its own in Configuración → Textos. In each
 * `{nombre}`, `{ciudad}` and `{categorias}` (what it offers: `cejas, pestañas y uñas`) are filled in.
 */
export const TEXTOS = {
  portada_linea: { etiqueta: "Línea sobre el título", texto: "Estudio de belleza · {ciudad}" },
  servicios_titulo: { etiqueta: "Título de los servicios", texto: "Servicios" },
  testimonios_titulo: { etiqueta: "Título de los testimonios", texto: "Testimonios" },
  ubicacion_titulo: { etiqueta: "Título de la ubicación", texto: "Ubicación" },
  contacto_titulo: { etiqueta: "Título del contacto", texto: "Agenda tu cita" },
  contacto_texto: {
    etiqueta: "Texto del contacto",
    texto:
      "Cuéntanos qué te gustaría hacerte y qué día te queda bien. Te respondemos con la hora, el precio y lo que conviene saber antes de venir.",
    propio: "",
    maximo: 400,
  },
  galeria_titulo: { etiqueta: "Título de la galería", texto: "Nuestros Trabajos" },
  galeria_texto: {
    etiqueta: "Texto de la galería",
    texto: "Cada rostro pide algo distinto. Elige un servicio para ver cómo queda.",
    propio: "",
    maximo: 400,
  },
  nosotros_linea: { etiqueta: "Línea sobre el título", texto: "Nosotros" },
  nosotros_titulo: {
    etiqueta: "Título",
    texto: "Una mirada, muchos años de oficio",
    propio: "Conócenos",
  },
  nosotros_cifra_1: { etiqueta: "Primera cifra", texto: "10+", propio: "", maximo: 12 },
  nosotros_pie_1: { etiqueta: "Texto de la primera cifra", texto: "años de experiencia", maximo: 60 },
  nosotros_cifra_2: { etiqueta: "Segunda cifra", texto: "1,000+", propio: "", maximo: 12 },
  nosotros_pie_2: { etiqueta: "Texto de la segunda cifra", texto: "clientas satisfechas", maximo: 60 },
  equipo_titulo: { etiqueta: "Título del equipo", texto: "Quién te atiende" },
  nosotros_cierre: { etiqueta: "Título al final", texto: "Ven a conocernos", propio: "" },
  inicio_meta_titulo: {
    etiqueta: "Inicio: título",
    texto: "{nombre} · Cejas, pestañas y belleza en {ciudad}",
    propio: "{nombre} · Estudio de belleza en {ciudad}",
  },
  inicio_meta: {
    etiqueta: "Inicio: descripción",
    texto:
      "Cejas perfectas, mirada que habla por ti. Diseño de cejas, pestañas, uñas, faciales, masajes y depilación en {ciudad}. Agenda tu cita por WhatsApp.",
    propio: "{nombre}, estudio de {categorias} en {ciudad}. Agenda tu cita por WhatsApp.",
    maximo: 300,
  },
  nosotros_meta_titulo: {
    etiqueta: "Nosotros: título",
    texto: "Nosotros · Más de 10 años cuidando miradas",
    propio: "Nosotros · {nombre}",
  },
  nosotros_meta: {
    etiqueta: "Nosotros: descripción",
    texto:
      "Conoce a la fundadora del estudio: más de 10 años de experiencia, más de 1,000 clientas satisfechas y una manera tranquila de entender la belleza.",
    propio: "Conoce {nombre}, en {ciudad}: quiénes somos y quién te atiende.",
    maximo: 300,
  },
  galeria_meta_titulo: {
    etiqueta: "Galería: título",
    texto: "Nuestros Trabajos · Galería de cejas, pestañas y uñas",
    propio: "Nuestros Trabajos · {nombre}",
  },
  galeria_meta: {
    etiqueta: "Galería: descripción",
    texto: "Cejas, pestañas, uñas y piel: una muestra de los trabajos que hacemos en el estudio, servicio por servicio.",
    propio: "Una muestra de los trabajos que hacemos en el estudio, servicio por servicio.",
    maximo: 300,
  },
} as const satisfies Record<string, Texto>;

export type NombreDeTexto = keyof typeof TEXTOS;

/** The sentences by page, as Configuración → Textos groups them. */
export const GRUPOS_DE_TEXTOS: { titulo: string; textos: NombreDeTexto[] }[] = [
  { titulo: "Inicio", textos: ["portada_linea", "servicios_titulo", "testimonios_titulo", "ubicacion_titulo"] },
  { titulo: "Contacto", textos: ["contacto_titulo", "contacto_texto"] },
  { titulo: "Galería", textos: ["galeria_titulo", "galeria_texto"] },
  {
    titulo: "Nosotros",
    textos: [
      "nosotros_linea",
      "nosotros_titulo",
      "nosotros_cifra_1",
      "nosotros_pie_1",
      "nosotros_cifra_2",
      "nosotros_pie_2",
      "equipo_titulo",
      "nosotros_cierre",
    ],
  },
  {
    titulo: "Google y enlaces compartidos",
    textos: ["inicio_meta_titulo", "inicio_meta", "nosotros_meta_titulo", "nosotros_meta", "galeria_meta_titulo", "galeria_meta"],
  },
];

/** The most characters of a sentence. */
export function maximoDe(nombre: NombreDeTexto): number {
  const { maximo = 120 }: Texto = TEXTOS[nombre];
  return maximo;
}

/** The sentence that is shown until the studio writes its own; `isOwn` for a studio that is not the demo. */
export function textoInicial(nombre: NombreDeTexto, isOwn: boolean): string {
  const { texto, propio = texto }: Texto = TEXTOS[nombre];
  return isOwn ? propio : texto;
}

/**
 * Every sentence as the pages show it: the studio's own (`propios`, by name; empty hides it) or the initial one, with `{…}`
 * filled in from `lugares`.
 */
export function resolveTextos(
  propios: Partial<Record<NombreDeTexto, string>>,
  isOwn: boolean,
  lugares: { nombre: string; ciudad: string; categorias: string },
): Record<NombreDeTexto, string> {
  const nombres = Object.keys(TEXTOS) as NombreDeTexto[];
  const shown = (nombre: NombreDeTexto) =>
    (propios[nombre] ?? textoInicial(nombre, isOwn)).replace(
      /\{(nombre|ciudad|categorias)\}/g,
      (_, lugar: keyof typeof lugares) => lugares[lugar],
    );
  return Object.fromEntries(nombres.map((nombre) => [nombre, shown(nombre)])) as Record<NombreDeTexto, string>;
}
