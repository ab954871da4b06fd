import type { Jornada } from "~/content/estudio";

// The texts of the demo studio. All people and facts are invented, and say so where they could be taken for real.

export type Categoria = "cejas" | "pestañas" | "manicura" | "pedicura" | "faciales" | "limpieza" | "masajes" | "depilación";
export type CategoriaEgreso = "Productos" | "Equipos" | "Servicios" | "Alquiler" | "Marketing" | "Administración" | "Otro";
export type MetodoPago = "efectivo" | "tarjeta" | "transferencia" | "otro";

type Empleado = {
  nombre: string;
  apellido: string;
  especialidades: string[];
  /** The categories she takes appointments for. */
  atiende: Categoria[];
  /** Her own hours; the studio's when left out. */
  horario?: Jornada[];
  /** The percentage that she earns of what she does; she had left before there were any when left out. */
  comision?: number;
  /** How many days ago she left. */
  baja?: number;
};

const tarde: Jornada = { abre: "12:00", cierra: "18:00" };

export const EMPLEADOS: Empleado[] = [
  {
    nombre: "Susana",
    apellido: "Cárdenas Ibáñez",
    especialidades: ["Microblading", "Cejas", "Pestañas"],
    atiende: ["cejas", "pestañas"],
    comision: 30,
  },
  {
    nombre: "Mariana",
    apellido: "Núñez Ortega",
    especialidades: ["Pestañas", "Cejas", "Depilación"],
    atiende: ["cejas", "pestañas", "depilación"],
    comision: 25,
  },
  {
    nombre: "Ximena",
    apellido: "Peña Zavala",
    especialidades: ["Uñas acrílicas", "Manicura", "Pedicura"],
    atiende: ["manicura", "pedicura"],
    comision: 25,
  },
  {
    nombre: "Lucía",
    apellido: "Treviño Muñoz",
    especialidades: ["Faciales", "Limpieza", "Depilación"],
    atiende: ["faciales", "limpieza", "depilación"],
    comision: 20,
  },
  {
    nombre: "Iván",
    apellido: "Gálvez Ríos",
    especialidades: ["Masajes", "Faciales"],
    atiende: ["masajes", "faciales"],
    comision: 25,
    horario: [null, null, tarde, tarde, tarde, { abre: "10:00", cierra: "16:00" }, null],
  },
  {
    nombre: "Renata",
    apellido: "Ordóñez Lara",
    especialidades: ["Manicura clásica", "Pedicura clásica"],
    atiende: ["manicura", "pedicura"],
    baja: 120,
  },
];

type Ausencia = { especialista?: string; en: number; dias: number | null; de?: string; a?: string; motivo: string };

/**
 * Absences (without a specialist: the studio is closed): how many days from now, for how many (null: every day from then on), and
 * the hours, if not the whole days.
 */
export const AUSENCIAS: Ausencia[] = [
  { especialista: "Mariana", en: -335, dias: null, de: "14:00", a: "15:00", motivo: "Comida" },
  { especialista: "Ximena", en: -335, dias: null, de: "15:00", a: "16:00", motivo: "Comida" },
  { especialista: "Mariana", en: 9, dias: 2, motivo: "Curso de volumen" },
  { en: 16, dias: 1, motivo: "Inventario anual" },
  { especialista: "Lucía", en: 23, dias: 7, motivo: "Vacaciones" },
];

type Servicio = {
  nombre: string;
  categoria: Categoria;
  precio: number;
  duracion_minutos: number;
  descripcion: string;
  /** The specialist's first name; any one of the category when left out. */
  especialista?: string;
  /** How often one appointment uses each item of ITEMS. */
  insumos: Record<string, number>;
  /** How often it is booked relative to the others; not offered any more when left out. */
  demanda?: number;
};

export const SERVICIOS: Servicio[] = [
  {
    nombre: "Diseño de cejas",
    categoria: "cejas",
    precio: 350,
    duracion_minutos: 45,
    demanda: 14,
    descripcion:
      "Medimos tu rostro, marcamos la forma contigo frente al espejo y depilamos con hilo y pinza. Sales con unas cejas que parecen tuyas, porque lo son.",
    especialista: "Susana",
    insumos: { "Hilo para depilar": 1, "Toallas desechables (paquete)": 1 },
  },
  {
    nombre: "Laminado de cejas",
    categoria: "cejas",
    precio: 650,
    duracion_minutos: 60,
    demanda: 9,
    descripcion:
      "Peinamos y fijamos el vello en su mejor dirección para que tus cejas se vean más llenas durante seis a ocho semanas. Incluye nutrición con keratina y tinte, si lo quieres.",
    especialista: "Mariana",
    insumos: { "Kit de laminado de cejas": 1, "Cepillos para pestañas": 2 },
  },
  {
    nombre: "Microblading",
    categoria: "cejas",
    precio: 4200,
    duracion_minutos: 150,
    demanda: 3,
    descripcion:
      "Dibujamos pelo por pelo con pigmento semipermanente, según tu tono de piel y la forma de tu rostro. Dura de doce a dieciocho meses. Antes de empezar platicamos de tu salud y de los cuidados de los días siguientes.",
    especialista: "Susana",
    insumos: {
      "Navajas de microblading 18U": 1,
      "Pigmento castaño medio": 1,
      "Anestésico tópico 30 g": 1,
      "Guantes de nitrilo (caja de 100)": 1,
    },
  },
  {
    nombre: "Retoque de microblading",
    categoria: "cejas",
    precio: 1500,
    duracion_minutos: 90,
    demanda: 2,
    descripcion:
      "A las seis semanas, o una vez al año, reforzamos los trazos que se aclararon. Solo sobre microblading hecho en el estudio.",
    especialista: "Susana",
    insumos: { "Navajas de microblading 18U": 1, "Pigmento castaño oscuro": 1, "Anestésico tópico 30 g": 1 },
  },
  {
    nombre: "Diseño con henna",
    categoria: "cejas",
    precio: 450,
    duracion_minutos: 60,
    demanda: 4,
    descripcion:
      "Diseño completo y henna de origen vegetal que da sombra a la piel por una o dos semanas. Ideal si quieres probar una forma antes del microblading.",
    especialista: "Mariana",
    insumos: { "Henna para cejas": 1, "Hilo para depilar": 1 },
  },
  {
    nombre: "Tinte de cejas",
    categoria: "cejas",
    precio: 250,
    duracion_minutos: 30,
    demanda: 3,
    descripcion: "Le damos color al vello claro o con canas. Un día antes hacemos una prueba de sensibilidad.",
    insumos: { "Tinte para cejas y pestañas": 1 },
  },
  {
    nombre: "Extensiones de pestañas clásicas",
    categoria: "pestañas",
    precio: 950,
    duracion_minutos: 120,
    demanda: 9,
    descripcion:
      "Una extensión por cada pestaña natural, con el largo y la curva que le van a tu ojo. Se ven ligeras, como con rímel recién puesto, y duran de tres a cuatro semanas.",
    especialista: "Mariana",
    insumos: {
      "Extensiones de pestañas 0.15 curva C": 1,
      "Adhesivo para pestañas 5 ml": 1,
      "Parches de gel para ojos (par)": 1,
      "Cepillos para pestañas": 2,
    },
  },
  {
    nombre: "Extensiones de volumen",
    categoria: "pestañas",
    precio: 1250,
    duracion_minutos: 150,
    demanda: 5,
    descripcion:
      "Abanicos de tres a cinco extensiones ultrafinas, hechos a mano, para unas pestañas tupidas que no pesan. Te damos tu cepillo y una guía de cuidados.",
    especialista: "Mariana",
    insumos: {
      "Extensiones de pestañas 0.07 volumen": 1,
      "Adhesivo para pestañas 5 ml": 1,
      "Parches de gel para ojos (par)": 1,
      "Cepillos para pestañas": 2,
    },
  },
  {
    nombre: "Retoque de extensiones",
    categoria: "pestañas",
    precio: 550,
    duracion_minutos: 75,
    demanda: 9,
    descripcion: "Rellenamos las que se cayeron. Ven antes de tres semanas y con al menos la mitad de tus extensiones.",
    especialista: "Mariana",
    insumos: { "Extensiones de pestañas 0.15 curva C": 1, "Parches de gel para ojos (par)": 1 },
  },
  {
    nombre: "Lifting de pestañas",
    categoria: "pestañas",
    precio: 700,
    duracion_minutos: 75,
    demanda: 8,
    descripcion:
      "Levantamos y damos color a tus propias pestañas, sin extensiones ni mantenimiento. El efecto dura de seis a ocho semanas y puedes nadar, llorar y dormir como siempre.",
    especialista: "Susana",
    insumos: { "Kit de lifting de pestañas": 1, "Tinte para cejas y pestañas": 1, "Parches de gel para ojos (par)": 1 },
  },
  {
    nombre: "Retiro de extensiones",
    categoria: "pestañas",
    precio: 200,
    duracion_minutos: 30,
    demanda: 2,
    descripcion:
      "Quitamos las extensiones con removedor en gel, sin jalar, y nutrimos tus pestañas. No importa si te las pusieron en otro lugar.",
    insumos: { "Removedor de pestañas en gel": 1 },
  },
  {
    nombre: "Manicura con gelish",
    categoria: "manicura",
    precio: 380,
    duracion_minutos: 60,
    demanda: 12,
    descripcion:
      "Limado, cutícula con paciencia y gelish que dura intacto dos o tres semanas. Hay más de cien tonos, y un diseño sencillo va incluido.",
    especialista: "Ximena",
    insumos: { "Base para gelish": 1, "Gelish rojo vino": 1, "Top coat para gelish": 1, "Limas 100/180": 1 },
  },
  {
    nombre: "Manicura clásica",
    categoria: "manicura",
    precio: 250,
    duracion_minutos: 45,
    demanda: 4,
    descripcion:
      "Remojo, cutícula, exfoliación y esmalte tradicional. Terminamos con un masaje de manos con aceite de almendras.",
    especialista: "Ximena",
    insumos: { "Limas 100/180": 1, "Aceite de cutícula": 1, "Aceite de almendras dulces 1 L": 1 },
  },
  {
    nombre: "Uñas acrílicas",
    categoria: "manicura",
    precio: 650,
    duracion_minutos: 120,
    demanda: 5,
    descripcion: "Te ponemos el largo y la forma que quieras, sin maltratar tu uña natural. Incluye un tono liso o francés.",
    especialista: "Ximena",
    insumos: { "Acrílico rosa": 1, "Base para gelish": 1, "Top coat para gelish": 1, "Limas 100/180": 2 },
  },
  {
    nombre: "Retiro de gelish",
    categoria: "manicura",
    precio: 150,
    duracion_minutos: 30,
    demanda: 3,
    descripcion: "Retiro con acetona y limado suave, sin raspar, y aceite para la cutícula.",
    insumos: { "Acetona 1 L": 1, "Limas 100/180": 1, "Aceite de cutícula": 1 },
  },
  {
    nombre: "Pedicura spa",
    categoria: "pedicura",
    precio: 480,
    duracion_minutos: 75,
    demanda: 7,
    descripcion:
      "Baño tibio con sales, exfoliación, mascarilla y un masaje largo hasta la rodilla. Tus pies descansan y tus uñas salen perfectas.",
    especialista: "Ximena",
    insumos: { "Sales para pies 1 kg": 1, "Exfoliante de pies 500 ml": 1, "Toallas desechables (paquete)": 1 },
  },
  {
    nombre: "Pedicura con gelish",
    categoria: "pedicura",
    precio: 450,
    duracion_minutos: 60,
    demanda: 4,
    descripcion: "Pedicura completa con gelish: tres semanas de color, hasta en la playa.",
    especialista: "Ximena",
    insumos: { "Base para gelish": 1, "Gelish nude": 1, "Top coat para gelish": 1, "Limas 100/180": 1 },
  },
  {
    nombre: "Pedicura clásica",
    categoria: "pedicura",
    precio: 320,
    duracion_minutos: 45,
    demanda: 3,
    descripcion: "Remojo, corte, cutícula, talones suaves y esmalte tradicional. Lo esencial, bien hecho.",
    insumos: { "Sales para pies 1 kg": 1, "Limas 100/180": 1 },
  },
  {
    nombre: "Facial hidratante",
    categoria: "faciales",
    precio: 750,
    duracion_minutos: 75,
    demanda: 6,
    descripcion:
      "Limpieza suave, ácido hialurónico y mascarilla de aloe para una piel que se ve hidratada de nuevo. Va bien en piel sensible y para los días antes de un evento.",
    especialista: "Lucía",
    insumos: { "Gel limpiador facial 500 ml": 1, "Ácido hialurónico 30 ml": 1, "Mascarilla hidratante de aloe": 1 },
  },
  {
    nombre: "Facial antiedad con vitamina C",
    categoria: "faciales",
    precio: 950,
    duracion_minutos: 90,
    demanda: 3,
    descripcion:
      "Exfoliación enzimática, vitamina C y masaje de drenaje para dar luz y firmeza. Recomendamos una sesión al mes y protector solar todos los días.",
    especialista: "Lucía",
    insumos: { "Solución enzimática exfoliante": 1, "Vitamina C 20 % 30 ml": 1, "Protector solar FPS 50": 1 },
  },
  {
    nombre: "Facial exprés",
    categoria: "faciales",
    precio: 450,
    duracion_minutos: 30,
    demanda: 3,
    descripcion: "Media hora para limpiar, hidratar y proteger. Cabe en tu hora de comida.",
    especialista: "Iván",
    insumos: { "Gel limpiador facial 500 ml": 1, "Mascarilla hidratante de aloe": 1 },
  },
  {
    nombre: "Limpieza facial profunda",
    categoria: "limpieza",
    precio: 680,
    duracion_minutos: 90,
    demanda: 5,
    descripcion:
      "Vapor, extracción manual cuidadosa, alta frecuencia y una mascarilla que calma. Te recomendamos no tener eventos ese mismo día.",
    especialista: "Lucía",
    insumos: {
      "Gel limpiador facial 500 ml": 1,
      "Solución enzimática exfoliante": 1,
      "Guantes de nitrilo (caja de 100)": 1,
      "Mascarilla hidratante de aloe": 1,
    },
  },
  {
    nombre: "Limpieza de espalda",
    categoria: "limpieza",
    precio: 750,
    duracion_minutos: 75,
    demanda: 1,
    descripcion: "Exfoliación, extracción y mascarilla donde tú no alcanzas. Muy pedida antes de bodas y graduaciones.",
    especialista: "Lucía",
    insumos: { "Gel limpiador facial 500 ml": 1, "Sábanas desechables (rollo)": 1, "Guantes de nitrilo (caja de 100)": 1 },
  },
  {
    nombre: "Microdermoabrasión",
    categoria: "limpieza",
    precio: 850,
    duracion_minutos: 60,
    demanda: 2,
    descripcion:
      "Punta de diamante que renueva la capa superficial de la piel y afina poros y marcas. Cerramos con vitamina C y protector solar.",
    especialista: "Lucía",
    insumos: { "Vitamina C 20 % 30 ml": 1, "Protector solar FPS 50": 1 },
  },
  {
    nombre: "Masaje relajante",
    categoria: "masajes",
    precio: 750,
    duracion_minutos: 60,
    demanda: 4,
    descripcion: "Cuerpo completo, presión suave y aceite de almendras con lavanda. Una hora sin teléfono.",
    especialista: "Iván",
    insumos: {
      "Aceite de almendras dulces 1 L": 1,
      "Aceite esencial de lavanda 15 ml": 1,
      "Sábanas desechables (rollo)": 1,
    },
  },
  {
    nombre: "Masaje descontracturante",
    categoria: "masajes",
    precio: 850,
    duracion_minutos: 60,
    demanda: 4,
    descripcion:
      "Trabajo firme en cuello, hombros y espalda para quien pasa el día frente a una pantalla. Dinos qué te duele y hasta dónde aguantas.",
    especialista: "Iván",
    insumos: { "Aceite de almendras dulces 1 L": 1, "Sábanas desechables (rollo)": 1 },
  },
  {
    nombre: "Masaje con piedras calientes",
    categoria: "masajes",
    precio: 980,
    duracion_minutos: 90,
    demanda: 2,
    descripcion:
      "Piedras de río calientes que aflojan lo que las manos no alcanzan. No se recomienda si estás embarazada o tienes la presión alta.",
    especialista: "Iván",
    insumos: {
      "Aceite de almendras dulces 1 L": 1,
      "Aceite esencial de lavanda 15 ml": 1,
      "Sábanas desechables (rollo)": 1,
    },
  },
  {
    nombre: "Depilación de labio y mentón",
    categoria: "depilación",
    precio: 180,
    duracion_minutos: 20,
    demanda: 4,
    descripcion: "Con hilo o con cera elástica, según tu piel. Rápida y con gel calmante al final.",
    insumos: { "Hilo para depilar": 1, "Gel postdepilatorio": 1 },
  },
  {
    nombre: "Depilación de axilas",
    categoria: "depilación",
    precio: 220,
    duracion_minutos: 30,
    demanda: 3,
    descripcion:
      "Cera elástica de miel a baja temperatura, apta para piel sensible. El vello debe medir al menos medio centímetro.",
    insumos: { "Cera elástica de miel 1 kg": 1, "Gel postdepilatorio": 1 },
  },
  {
    nombre: "Depilación de media pierna",
    categoria: "depilación",
    precio: 420,
    duracion_minutos: 45,
    demanda: 3,
    descripcion: "De la rodilla al pie, con cera tibia y bandas. Piel lisa de tres a cinco semanas.",
    especialista: "Mariana",
    insumos: {
      "Cera elástica de miel 1 kg": 1,
      "Bandas de papel para cera (100)": 1,
      "Gel postdepilatorio": 1,
    },
  },
  {
    nombre: "Depilación de bikini",
    categoria: "depilación",
    precio: 380,
    duracion_minutos: 45,
    demanda: 3,
    descripcion: "En cabina privada, con material nuevo para ti y sin prisas.",
    especialista: "Lucía",
    insumos: {
      "Cera elástica de miel 1 kg": 1,
      "Guantes de nitrilo (caja de 100)": 1,
      "Gel postdepilatorio": 1,
    },
  },
  {
    nombre: "Pestañas efecto húmedo",
    categoria: "pestañas",
    precio: 1350,
    duracion_minutos: 150,
    descripcion: "Abanicos cerrados para una mirada de alfombra roja. Por ahora fuera del menú, mientras llega el material.",
    especialista: "Mariana",
    insumos: { "Extensiones de pestañas 0.07 volumen": 1, "Adhesivo para pestañas 5 ml": 1 },
  },
  {
    nombre: "Parafina para manos",
    categoria: "manicura",
    precio: 180,
    duracion_minutos: 30,
    descripcion: "Baño de parafina tibia para manos resecas. Solo en temporada de frío.",
    insumos: { "Toallas desechables (paquete)": 1 },
  },
];

/** The drawing of each work that replaces a photograph, with its alternative text. */
export const OBRAS: Record<string, string> = {
  "Diseño de cejas": "Rostro de frente con los ojos cerrados y las líneas de medición que trazan la forma de las cejas",
  "Laminado de cejas": "Ceja con el vello peinado hacia arriba y el cepillo que acaba de pasar por ella",
  Microblading: "Unas manos dibujan pelo por pelo una ceja sobre su contorno marcado",
  "Extensiones de pestañas clásicas": "Ojo cerrado con pestañas largas y una pinza que coloca la última extensión",
  "Lifting de pestañas": "Ojo abierto con las pestañas naturales levantadas y curvas desde la raíz",
  "Manicura con gelish": "Mano relajada con uñas almendradas color ciruela junto a una rama con hojas",
  "Pedicura spa": "Pie que entra en un tazón con agua tibia y pétalos",
  "Facial hidratante": "Perfil recostado con una toalla en el cabello mientras una brocha extiende la mascarilla en la mejilla",
};

/** The drawings of `prisma/demo-images`, by file, with their alternative texts. */
export const IMAGENES: Record<string, string> = {
  "retoque-microblading": "Ceja dibujada pelo por pelo entre dos líneas guía, con la pluma y su anillo de pigmento",
  "detalle-pelo-a-pelo": "Acercamiento a los trazos finos del microblading junto al anillo de pigmento",
  "cejas-henna": "Tazón de henna con su pincel bajo una ceja delineada en blanco",
  "cejas-tinte": "Tres cejas iguales en tonos del más claro al más oscuro, y el pincel que da el último",
  espejo: "Espejo de mano que refleja una ceja definida y unas pestañas largas, entre dos ramas",
  "extensiones-volumen": "Ojo abierto con abanicos densos de pestañas arriba y unas más finas abajo",
  "detalle-volumen": "Acercamiento a un ojo color canela con pestañas de volumen",
  "bandeja-de-extensiones": "Charola con hileras de extensiones de distintos largos y una pinza que toma una",
  "retiro-de-extensiones": "Ojo cerrado sobre un parche de gel mientras un microcepillo suelta las extensiones",
  "manicura-clasica": "Mano con uñas cortas color barro junto a un frasco de esmalte",
  "unas-esculpidas": "Muestrario de uñas almendradas en cinco acabados, abierto como abanico",
  "detalle-unas": "Tres uñas acrílicas de cerca: francesa, ciruela y barro",
  "retiro-de-gel": "Frasco de aceite con gotero, lima y palito de naranjo",
  "pedicura-en-gel": "Dos pies vistos desde arriba con las uñas esmaltadas, entre pétalos",
  "pedicura-clasica": "Pie que descansa de puntas sobre dos toallas dobladas",
  "vitamina-c": "Suero con gotero entre rodajas de naranja y una gota color miel",
  "detalle-aceite": "Acercamiento al frasco de suero, con media naranja y dos hojas",
  "facial-expres": "Rodillo facial y piedra gua sha junto a una rama",
  "limpieza-profunda": "Rostro con los ojos cerrados, turbante de toalla y espuma en las mejillas",
  "limpieza-de-espalda": "Espalda de una mujer con chongo mientras un cepillo extiende la exfoliación",
  microdermoabrasion: "Perfil recostado con una punta de diamante que trabaja la mejilla en círculos",
  "masaje-relajante": "Vela encendida y frasco de aceite sobre una toalla enrollada",
  "masaje-descontracturante": "Dos manos que masajean los hombros de una mujer vista de espaldas",
  "piedras-calientes": "Torre de cuatro piedras lisas de la que sube el vapor",
  "detalle-piedras": "Acercamiento a las piedras lisas apiladas de mayor a menor",
  "labio-y-menton": "Boca y nariz de frente con los hilos cruzados sobre el labio superior",
  axilas: "Brazo levantado que deja ver la axila lisa, junto a una rama",
  "media-pierna": "Dos piernas cruzadas y una pluma que roza la pantorrilla",
  bikini: "Torso de frente con un bikini color barro y una rama en la cadera",
  "cera-de-miel": "Olla de cera de miel con la espátula que la levanta",
  cabina: "Toallas dobladas bajo una orquídea en flor",
};

/** The images of each service, the featured one first: works of the gallery and drawings of the demo. */
export const GALERIA: Record<string, string[]> = {
  "Diseño de cejas": ["Diseño de cejas", "espejo", "Laminado de cejas", "Microblading"],
  "Laminado de cejas": ["Laminado de cejas", "cejas-tinte"],
  Microblading: ["Microblading", "detalle-pelo-a-pelo", "retoque-microblading"],
  "Retoque de microblading": ["retoque-microblading", "detalle-pelo-a-pelo"],
  "Diseño con henna": ["cejas-henna", "espejo"],
  "Tinte de cejas": ["cejas-tinte"],
  "Extensiones de pestañas clásicas": ["Extensiones de pestañas clásicas", "bandeja-de-extensiones"],
  "Extensiones de volumen": ["extensiones-volumen", "detalle-volumen", "bandeja-de-extensiones"],
  "Retoque de extensiones": ["bandeja-de-extensiones", "Extensiones de pestañas clásicas"],
  "Lifting de pestañas": ["Lifting de pestañas", "detalle-volumen", "espejo"],
  "Retiro de extensiones": ["retiro-de-extensiones"],
  "Pestañas efecto húmedo": ["detalle-volumen"],
  "Manicura con gelish": ["Manicura con gelish", "detalle-unas"],
  "Manicura clásica": ["manicura-clasica"],
  "Uñas acrílicas": ["unas-esculpidas", "detalle-unas"],
  "Retiro de gelish": ["retiro-de-gel"],
  "Parafina para manos": ["manicura-clasica"],
  "Pedicura spa": ["Pedicura spa", "cabina"],
  "Pedicura con gelish": ["pedicura-en-gel"],
  "Pedicura clásica": ["pedicura-clasica", "cabina"],
  "Facial hidratante": ["Facial hidratante", "cabina"],
  "Facial antiedad con vitamina C": ["vitamina-c", "detalle-aceite"],
  "Facial exprés": ["facial-expres"],
  "Limpieza facial profunda": ["limpieza-profunda", "cabina"],
  "Limpieza de espalda": ["limpieza-de-espalda"],
  Microdermoabrasión: ["microdermoabrasion"],
  "Masaje relajante": ["masaje-relajante", "piedras-calientes", "cabina"],
  "Masaje descontracturante": ["masaje-descontracturante", "masaje-relajante"],
  "Masaje con piedras calientes": ["piedras-calientes", "detalle-piedras", "masaje-relajante", "cabina"],
  "Depilación de labio y mentón": ["labio-y-menton", "cera-de-miel"],
  "Depilación de axilas": ["axilas", "cera-de-miel"],
  "Depilación de media pierna": ["media-pierna", "cera-de-miel"],
  "Depilación de bikini": ["bikini", "cera-de-miel"],
};

type Testimonio = { nombre: string; rating: number; testimonio: string; activo?: false };

/** Newest first. */
export const TESTIMONIOS: Testimonio[] = [
  {
    nombre: "Fernanda Olvera",
    rating: 5,
    testimonio:
      "Llegué con las cejas hechas un desastre y mucha desconfianza. Susana me las dibujó primero, me las explicó frente al espejo y hasta entonces empezó. Es la primera vez que me gustan de verdad.",
  },
  {
    nombre: "Ana Sofía Ibarra",
    rating: 5,
    testimonio:
      "El lifting me duró casi dos meses y no volví a usar enchinador. Mariana trabaja con una calma que hasta me quedé dormida.",
  },
  {
    nombre: "Guadalupe Peñaloza",
    rating: 4,
    testimonio:
      "La limpieza facial fue muy completa y la extracción casi no dolió. Empezamos quince minutos tarde, pero me avisaron por WhatsApp y valió la pena.",
  },
  {
    nombre: "Paola Zúñiga",
    rating: 5,
    testimonio:
      "Me hice microblading con miedo de que se viera falso. Un año después todavía me preguntan si son mías. El retoque también quedó impecable.",
  },
  {
    nombre: "Regina Bañuelos",
    rating: 5,
    testimonio:
      "Mi gelish llegó intacto a las tres semanas, y eso que lavo trastes sin guantes. Ximena tiene una mano preciosa para la cutícula.",
  },
  {
    nombre: "Leticia Armenta",
    rating: 5,
    testimonio:
      "Tengo sesenta y dos años y casi no me quedaba ceja. Me trataron con una paciencia enorme, sin prisas y sin venderme de más. Salí sintiéndome yo otra vez.",
  },
  {
    nombre: "Daniela Quiñones",
    rating: 4,
    testimonio:
      "Las extensiones clásicas quedaron ligeras y parejas. Solo me hubiera gustado encontrar más horarios en sábado, porque se llenan rápido.",
  },
  {
    nombre: "Marisol Echeverría",
    rating: 5,
    testimonio:
      "El masaje descontracturante de Iván me quitó un dolor de cuello de meses. Pregunta antes de apretar y se acuerda de lo que le dijiste la vez pasada.",
  },
  {
    nombre: "Brenda Cisneros",
    rating: 5,
    testimonio:
      "Fui por primera vez a depilarme con cera y estaba nerviosísima. Lucía me explicó todo, el material era nuevo y terminamos antes de lo que pensé.",
  },
  {
    nombre: "Itzel Avendaño",
    rating: 5,
    testimonio:
      "Les llevé a mis damas la mañana de mi boda y nos atendieron a todas a tiempo. Las cejas y las pestañas aguantaron lágrimas, baile y lluvia.",
  },
  {
    nombre: "Carolina Muñoz",
    rating: 4,
    testimonio:
      "El laminado me encantó, aunque la primera semana sentí las cejas más altas de lo que esperaba. Después se acomodaron y hoy no las cambio.",
  },
  {
    nombre: "Verónica Saldaña",
    rating: 5,
    testimonio:
      "La pedicura spa es mi regalo de cada quincena. El agua siempre está a la temperatura justa y el masaje no es de compromiso.",
  },
  {
    nombre: "Jimena Castañeda",
    rating: 5,
    testimonio:
      "Tengo rosácea y casi ningún facial me queda. Aquí primero me preguntaron por mis medicamentos, probaron en una zona chiquita y me fui sin una sola mancha roja.",
  },
  {
    nombre: "Rocío Villaseñor",
    rating: 5,
    testimonio:
      "Un lugar limpio, con buena luz y sin música a todo volumen. Te ofrecen café, te escuchan y cumplen el precio que dicen.",
  },
  {
    nombre: "Karla Montaño",
    rating: 5,
    testimonio:
      "Llevo más de un año haciéndome el diseño cada mes. Siempre respetan mi forma y me dicen cuándo conviene dejar crecer. Eso no lo hace cualquiera.",
  },
  {
    nombre: "Sandra Ulloa",
    rating: 3,
    testimonio: "El resultado bien, pero me costó estacionarme y llegué tarde. Estaría bien que avisaran dónde dejar el coche.",
    activo: false,
  },
  {
    nombre: "Alejandra Ríos",
    rating: 5,
    testimonio: "Todo hermoso, como siempre. Ya aparté mi siguiente cita. Por favor no publiquen mi apellido.",
    activo: false,
  },
];

type Proveedor = {
  nombre: string;
  contacto: string;
  direccion: string;
  productos_servicios: string;
  notas?: string;
  activo?: false;
};

export const PROVEEDORES: Proveedor[] = [
  {
    nombre: "Distribuidora Mirada Imaginaria",
    contacto: "Adriana Solís",
    direccion: "Calle Inventada 000, Local 1, 00000 Puebla, Pue.",
    productos_servicios: "Extensiones, adhesivos y kits de lifting y laminado",
    notas: "Entrega al día siguiente si se pide antes de las 2 p.m. Guardar los adhesivos en refrigeración.",
  },
  {
    nombre: "Pigmentos Inventados del Centro",
    contacto: "Héctor Luna",
    direccion: "Avenida Ficticia 000, Piso 0, 00000 Ciudad de México",
    productos_servicios: "Pigmentos, navajas y anestésico tópico para microblading",
    notas: "Pedir siempre el certificado del lote.",
  },
  {
    nombre: "Uñas y Color de Ejemplo",
    contacto: "Patricia Nájera",
    direccion: "Calle Inventada 000, Colonia de Ejemplo, 00000 Puebla, Pue.",
    productos_servicios: "Geles, esmaltes, limas y productos para pies",
    notas: "Descuento de 10 % desde doce piezas.",
  },
  {
    nombre: "Dermacosmética Ficticia",
    contacto: "Q.F.B. Ernesto Ávila",
    direccion: "Boulevard Supuesto 000, 00000 Cholula, Pue.",
    productos_servicios: "Sueros, mascarillas, limpiadores y protector solar",
  },
  {
    nombre: "Ceras La Supuesta",
    contacto: "Norma Iñiguez",
    direccion: "Privada Imaginaria 000, 00000 Puebla, Pue.",
    productos_servicios: "Cera elástica, bandas, hilo y postdepilatorios",
    notas: "Solo efectivo o transferencia.",
  },
  {
    nombre: "Desechables de Muestra",
    contacto: "Raúl Ocaña",
    direccion: "Bodega Inventada 000, Central de Ejemplo, 00000 Puebla, Pue.",
    productos_servicios: "Guantes, sábanas y toallas desechables",
  },
  {
    nombre: "Aceites y Aromas Quimera",
    contacto: "Inés Belmonte",
    direccion: "Calle Inexistente 000, 00000 Atlixco, Pue.",
    productos_servicios: "Aceites vegetales y esenciales para masaje",
    notas: "Productora pequeña: avisar con una semana.",
  },
  {
    nombre: "Importadora Fantasía",
    contacto: "Óscar Treviño",
    direccion: "Zona Industrial de Ejemplo 000, 00000 Puebla, Pue.",
    productos_servicios: "Aparatología y mobiliario",
    notas: "Dejamos de comprarle: tardó dos meses en responder por una garantía.",
    activo: false,
  },
];

type Item = {
  nombre: string;
  descripcion?: string;
  categoria: string;
  proveedor: string;
  precio_unitario: number;
  /** Today's stock. */
  cantidad: number;
  /** At this many or fewer it is running low. */
  minimo: number;
  /** How many are bought at a time. */
  lote: number;
  /** For how many services a piece lasts. */
  rinde: number;
};

/** The items of one category from one supplier: name, unit price, today's stock, how many are bought at a time, how long one lasts. */
function items(categoria: string, proveedor: string, rows: [string, number, number, number, number, string?][]): Item[] {
  return rows.map(([nombre, precio_unitario, cantidad, lote, rinde, descripcion]) => ({
    nombre,
    descripcion,
    categoria,
    proveedor,
    precio_unitario,
    cantidad,
    minimo: Math.floor(lote / 4),
    lote,
    rinde,
  }));
}

export const ITEMS: Item[] = [
  ...items("Pestañas", "Distribuidora Mirada Imaginaria", [
    ["Extensiones de pestañas 0.15 curva C", 185, 14, 10, 4, "Charola de 16 líneas, largos de 8 a 14 mm."],
    ["Extensiones de pestañas 0.07 volumen", 210, 6, 8, 4, "Charola de 16 líneas, curva D."],
    ["Adhesivo para pestañas 5 ml", 420, 2, 4, 30, "Secado en un segundo. Refrigerar; dura cuatro semanas abierto."],
    ["Removedor de pestañas en gel", 160, 1, 3, 30],
    ["Parches de gel para ojos (par)", 9, 84, 100, 1],
    ["Cepillos para pestañas", 3, 260, 200, 1, "Desechables: uno por clienta."],
    ["Kit de lifting de pestañas", 690, 3, 4, 10, "Tres pasos, sobres para diez aplicaciones."],
  ]),
  ...items("Cejas", "Distribuidora Mirada Imaginaria", [
    ["Kit de laminado de cejas", 720, 0, 4, 10, "Tres pasos, sobres para diez aplicaciones."],
    ["Tinte para cejas y pestañas", 145, 5, 6, 25, "Castaño oscuro."],
    ["Henna para cejas", 230, 4, 4, 30],
  ]),
  ...items("Microblading", "Pigmentos Inventados del Centro", [
    ["Navajas de microblading 18U", 38, 22, 30, 1, "Estériles, de un solo uso."],
    ["Pigmento castaño medio", 540, 2, 3, 15],
    ["Pigmento castaño oscuro", 540, 1, 3, 15],
    ["Anestésico tópico 30 g", 310, 3, 4, 10, "Preguntar por alergias antes de aplicar."],
  ]),
  ...items("Uñas", "Uñas y Color de Ejemplo", [
    ["Acrílico rosa", 280, 4, 5, 25],
    ["Gelish rojo vino", 120, 7, 6, 40],
    ["Gelish nude", 120, 5, 6, 40],
    ["Base para gelish", 155, 3, 5, 40],
    ["Top coat para gelish", 165, 2, 5, 40],
    ["Limas 100/180", 12, 75, 60, 1],
    ["Acetona 1 L", 95, 4, 6, 40, "Guardar lejos del calor."],
    ["Aceite de cutícula", 70, 9, 8, 50],
    ["Sales para pies 1 kg", 110, 5, 6, 12],
    ["Exfoliante de pies 500 ml", 175, 0, 4, 20],
  ]),
  ...items("Faciales", "Dermacosmética Ficticia", [
    ["Ácido hialurónico 30 ml", 360, 4, 5, 15],
    ["Mascarilla hidratante de aloe", 38, 31, 40, 1, "Monodosis."],
    ["Vitamina C 20 % 30 ml", 410, 3, 4, 15, "Se oxida: revisar el color antes de usar."],
    ["Gel limpiador facial 500 ml", 245, 5, 4, 50],
    ["Protector solar FPS 50", 320, 11, 8, 40],
    ["Solución enzimática exfoliante", 380, 2, 3, 20],
  ]),
  ...items("Depilación", "Ceras La Supuesta", [
    ["Cera elástica de miel 1 kg", 260, 7, 6, 12],
    ["Bandas de papel para cera (100)", 65, 12, 10, 10],
    ["Gel postdepilatorio", 130, 3, 5, 40],
    ["Hilo para depilar", 45, 8, 6, 60],
  ]),
  ...items("Desechables", "Desechables de Muestra", [
    ["Guantes de nitrilo (caja de 100)", 165, 9, 10, 50, "Talla chica y mediana. Sin látex."],
    ["Cubrebocas (caja de 50)", 60, 6, 8, 50],
    ["Sábanas desechables (rollo)", 210, 1, 6, 50],
    ["Toallas desechables (paquete)", 85, 13, 10, 20],
  ]),
  ...items("Masajes", "Aceites y Aromas Quimera", [
    ["Aceite de almendras dulces 1 L", 240, 5, 4, 20],
    ["Aceite esencial de lavanda 15 ml", 190, 3, 4, 30],
  ]),
];

/** The sale prices of the items that are also sold to take home. */
export const DE_VENTA: Record<string, number> = {
  "Protector solar FPS 50": 460,
  "Aceite de cutícula": 140,
  "Vitamina C 20 % 30 ml": 640,
  "Ácido hialurónico 30 ml": 560,
  "Mascarilla hidratante de aloe": 75,
  "Gel limpiador facial 500 ml": 390,
  "Gel postdepilatorio": 220,
  "Aceite esencial de lavanda 15 ml": 310,
};

// What was special about some recent appointments and sales of products, by how many newer ones there are.

/** The share that was taken off the price, and why. */
export const DESCUENTOS: Record<number, { parte: number; motivo: string }> = {
  3: { parte: 0.15, motivo: "Es su cumpleaños" },
  17: { parte: 0.1, motivo: "Trajo a una amiga" },
  41: { parte: 0.2, motivo: "Esperó media hora" },
};

/** The pesos that were paid of appointments that owe the rest. */
export const PAGADO: Record<number, number> = { 6: 0, 22: 100, 48: 0 };

/** The sales that were left unpaid. */
export const FIADAS = [1, 5];

export const PROPINAS = [20, 30, 30, 50, 50, 50, 70, 100];

export const MERMAS = ["Merma: empaque dañado", "Merma: faltante en el conteo"];

/** Methods of payment, repeated by how likely they are. */
export const METODOS: MetodoPago[] = [
  ...(["efectivo", "efectivo", "efectivo", "efectivo"] as const),
  ...(["tarjeta", "tarjeta", "tarjeta", "transferencia", "transferencia"] as const),
];

type Gasto = {
  /** Day of the month. */
  dia: number;
  descripcion: string;
  categoria: CategoriaEgreso;
  metodo_pago: MetodoPago;
  monto: number;
  /** The largest deviation from one time to the next. */
  varia?: number;
  /** Every how many months; each month when left out. */
  cada?: number;
};

// biome-ignore format: a ledger reads one line an expense
export const GASTOS: Gasto[] = [
  { dia: 1, descripcion: "Renta del local", categoria: "Alquiler", metodo_pago: "transferencia", monto: 11500 },
  { dia: 4, descripcion: "Anuncios en redes sociales", categoria: "Marketing", metodo_pago: "tarjeta", monto: 1600, varia: 500 },
  { dia: 5, descripcion: "Internet y teléfono", categoria: "Servicios", metodo_pago: "tarjeta", monto: 649 },
  { dia: 9, descripcion: "Recibo de luz", categoria: "Servicios", metodo_pago: "efectivo", monto: 1850, varia: 400, cada: 2 },
  { dia: 10, descripcion: "Honorarios de la contadora", categoria: "Administración", metodo_pago: "transferencia", monto: 1800 },
  { dia: 12, descripcion: "Recibo de agua", categoria: "Servicios", metodo_pago: "efectivo", monto: 390, varia: 60 },
  { dia: 17, descripcion: "Impuestos del mes", categoria: "Administración", metodo_pago: "transferencia", monto: 2400, varia: 700 },
  { dia: 20, descripcion: "Lavandería de toallas y batas", categoria: "Servicios", metodo_pago: "efectivo", monto: 1100, varia: 200 },
  { dia: 22, descripcion: "Café, flores y agua para la recepción", categoria: "Otro", metodo_pago: "efectivo", monto: 480, varia: 150 },
  { dia: 24, descripcion: "Sesión de fotos para la galería", categoria: "Marketing", metodo_pago: "otro", monto: 2200, cada: 6 },
];

/** Single purchases, so many months ago. */
export const EQUIPOS: { hace: number; descripcion: string; monto: number }[] = [
  { hace: 11, descripcion: "Lámpara de lupa con luz fría", monto: 2490 },
  { hace: 8, descripcion: "Camilla reclinable", monto: 6800 },
  { hace: 4, descripcion: "Lámpara LED para uñas", monto: 1290 },
  { hace: 1, descripcion: "Esterilizador de calor seco", monto: 3150 },
];

export const NOTAS = [
  "Primera vez: hacer prueba de alergia.",
  "Prefiere trabajar en silencio.",
  "Viene con su mamá, que también quiere informes.",
  "Tiene un evento el mismo día: terminar puntual.",
  "Piel sensible; usar productos sin fragancia.",
  "Trae foto de referencia.",
  "Pide el mismo tono que la vez pasada.",
  "Llega diez minutos tarde por su trabajo.",
  "Paga con transferencia.",
  "Quiere agendar retoque al terminar.",
  "Le gusta el café sin azúcar.",
  "Preguntar cómo le fue con el cuidado en casa.",
];

/** What the history says of an appointment that was moved. */
export const MOVIDA = "Cambió la clienta, el servicio o la hora.";

export const NOTAS_DE_CANCELACION = [
  "Canceló por WhatsApp; se reagenda la próxima semana.",
  "No pudo salir del trabajo.",
  "Se enfermó su hijo. Avisó con tiempo.",
  "No llegó y no contestó.",
];

// biome-ignore format: a crowd reads better in rows than in a column
export const NOMBRES = [
  "Abril", "Adriana", "Alejandra", "Alma Delia", "Ana Karen", "Ana Paula", "Andrea", "Ángeles", "Araceli", "Beatriz", "Begoña",
  "Berenice", "Camila", "Carmen", "Cecilia", "Citlali", "Claudia", "Cristina", "Dafne", "Diana", "Dulce María", "Elena", "Elisa",
  "Erika", "Esperanza", "Estefanía", "Eugenia", "Fátima", "Gabriela", "Graciela", "Inés", "Irma", "Isabel", "Itzel", "Jacqueline",
  "Jazmín", "Josefina", "Juana", "Julieta", "Karina", "Laura", "Liliana", "Lourdes", "Luz Elena", "Magdalena", "Maite", "Margarita",
  "María Fernanda", "María José", "Martha", "Mercedes", "Mónica", "Montserrat", "Nadia", "Natalia", "Nayeli", "Noemí", "Olga",
  "Pilar", "Raquel", "Rebeca", "Rosa María", "Rosario", "Sara", "Silvia", "Sofía", "Teresa", "Valentina", "Valeria", "Viridiana",
  "Xóchitl", "Yolanda", "Yuridia", "Zaira",
];

// biome-ignore format: the same crowd
export const APELLIDOS = [
  "Acuña", "Aguilar", "Álvarez", "Arreola", "Ávila", "Ayala", "Bautista", "Becerra", "Bolaños", "Cabañas", "Camacho", "Campos",
  "Cárdenas", "Castañeda", "Cervantes", "Contreras", "Cuéllar", "Dávila", "Del Ángel", "Domínguez", "Escobedo", "Espinosa",
  "Estrada", "Figueroa", "Galindo", "García", "Gómez", "Guzmán", "Hernández", "Ibáñez", "Islas", "Juárez", "Lara", "León", "López",
  "Luna", "Magaña", "Márquez", "Martínez", "Medina", "Méndez", "Morales", "Muñoz", "Navarro", "Núñez", "Ocaña", "Ordóñez",
  "Orozco", "Ortiz", "Pacheco", "Patiño", "Peña", "Pérez", "Quiroz", "Ramírez", "Rangel", "Rodríguez", "Rosas", "Salgado",
  "Sánchez", "Sandoval", "Solís", "Tapia", "Téllez", "Torres", "Ureña", "Valdés", "Vázquez", "Villaseñor", "Zamora", "Zepeda",
];

export const OCUPACIONES = [
  "Docente",
  "Contadora",
  "Enfermera",
  "Comerciante",
  "Abogada",
  "Ama de casa",
  "Diseñadora gráfica",
  "Ingeniera",
  "Médica",
  "Recepcionista",
  "Psicóloga",
  "Dentista",
  "Arquitecta",
  "Cocinera",
  "Vendedora",
  "Administradora",
  "Chofer de plataforma",
  "Música",
];

/** Repeated by how likely they are. */
export const ESTADOS_CIVILES = [
  ...["Soltera", "Soltera", "Soltera", "Soltera", "Casada", "Casada", "Casada", "Casada"],
  ...["Unión libre", "Unión libre", "Divorciada", "Viuda"],
];

/** Health notes, and what must be known of them before a treatment. */
export const SALUD: { enfermedades: string | null; medicina: string | null; alerta?: string }[] = [
  { enfermedades: "Hipotiroidismo.", medicina: "Levotiroxina de 50 mcg por la mañana." },
  { enfermedades: "Diabetes tipo 2, controlada.", medicina: "Metformina de 850 mg, dos veces al día." },
  { enfermedades: "Presión alta.", medicina: "Losartán de 50 mg." },
  { enfermedades: "Alergia al látex.", medicina: null, alerta: "Látex" },
  { enfermedades: "Rosácea; se irrita con el calor.", medicina: "Metronidazol en gel por la noche." },
  { enfermedades: "Dermatitis atópica en párpados.", medicina: null, alerta: "Párpados sensibles" },
  { enfermedades: "Embarazo de cinco meses.", medicina: "Ácido fólico y hierro.", alerta: "Embarazo" },
  { enfermedades: "Acné; terminó isotretinoína hace tres meses.", medicina: null, alerta: "Sin cera: isotretinoína" },
  { enfermedades: "Migraña.", medicina: "Sumatriptán cuando le da." },
  { enfermedades: "Cicatriza con queloide.", medicina: null },
  { enfermedades: null, medicina: "Anticonceptivo oral." },
  { enfermedades: null, medicina: "Aspirina de 100 mg todos los días." },
  { enfermedades: "Ojo seco; usa lentes de contacto.", medicina: "Lágrimas artificiales." },
  { enfermedades: "Alergia a la penicilina y al níquel.", medicina: null, alerta: "Níquel" },
  { enfermedades: "Várices en las piernas.", medicina: null },
];

/** In how many weeks the next visit is due, by category. */
export const RETOQUES: Record<string, number> = { cejas: 4, pestañas: 3, manicura: 3, pedicura: 4, faciales: 5, depilación: 4 };

/** What a client reads before she cancels. */
export const POLITICA =
  "Tu lugar es solo tuyo. Si no puedes venir, avísanos con 12 horas de anticipación: así alguien más lo aprovecha. Con menos tiempo, tu próxima cita se aparta con un anticipo.";
