/** One weekday's opening hours on a 24-hour clock (`10:00`), or null when the studio is closed. */
export type Jornada = { abre: string; cierra: string } | null;

export const DIAS = ["Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado", "Domingo"] as const;

/** The time zones of Mexico with their labels. */
export const ZONAS = {
  "America/Mexico_City": "Centro (Ciudad de México)",
  "America/Cancun": "Quintana Roo (Cancún)",
  "America/Merida": "Yucatán (Mérida)",
  "America/Monterrey": "Noreste (Monterrey)",
  "America/Matamoros": "Frontera de Tamaulipas (Matamoros)",
  "America/Chihuahua": "Chihuahua",
  "America/Ciudad_Juarez": "Ciudad Juárez",
  "America/Ojinaga": "Ojinaga",
  "America/Mazatlan": "Pacífico (Mazatlán)",
  "America/Bahia_Banderas": "Bahía de Banderas",
  "America/Hermosillo": "Sonora (Hermosillo)",
  "America/Tijuana": "Noroeste (Tijuana)",
} as const;

const abierto: Jornada = { abre: "10:00", cierra: "18:00" };

/** The settings of the demo, which others are shown as an example. Visibly invented. */
export const ESTUDIO = {
  nombre: "Susa",
  ciudad: "Puebla",
  direccion: "Calle Inventada 000, Colonia de Ejemplo, 00000 Puebla, Pue.",
  telefono: "+52 000 000 0000",
  whatsapp: "520000000000",
  instagram_url: "https://www.instagram.com/susa.ejemplo" as string | null,
  facebook_url: "https://www.facebook.com/susa.ejemplo" as string | null,
  horario: [null, abierto, abierto, abierto, abierto, abierto, null] as Jornada[],
  zona_horaria: "America/Mexico_City",
  mapa_url: "https://www.openstreetmap.org/export/embed.html?bbox=-98.2120%2C19.0330%2C-98.1840%2C19.0540&layer=mapnik" as
    | string
    | null,
  hero_titulo: "Cejas perfectas, mirada que habla por ti" as string | null,
  hero_texto: "Más de 1,000 mujeres satisfechas ya encontraron la forma de sus cejas. Ven por la tuya." as string | null,
  biografia: [
    "Soy Susana, y llevo más de 10 años estudiando rostros. Empecé con una silla, un espejo y un hilo en la sala de mi casa; hoy somos un estudio pequeño, de puertas abiertas, donde cada cita empieza por escuchar.",
    "Me formé en diseño de cejas, microblading y extensiones de pestañas, y sigo tomando cursos cada año, porque la piel y las técnicas cambian. Lo que no cambia es la idea: trabajar con lo que ya es tuyo, sin moldes ni prisas.",
    "Más de 1,000 clientas satisfechas después, lo que más me gusta sigue siendo el momento en que giras hacia el espejo.",
  ].join("\n\n") as string | null,
  frase: "La belleza no se inventa: se descubre, con paciencia y con buena luz." as string | null,
  frase_autora: "Susana, fundadora" as string | null,
};

export type Estudio = typeof ESTUDIO;

/** A studio that has said nothing of itself: what the program needs of the example, and no fact that a client could believe. */
export const ESTUDIO_NUEVO: Estudio = {
  ...ESTUDIO,
  ciudad: "",
  direccion: "",
  telefono: "",
  whatsapp: "",
  instagram_url: null,
  facebook_url: null,
  mapa_url: null,
  hero_titulo: null,
  hero_texto: null,
  biografia: null,
  frase: null,
  frase_autora: null,
};

/** Whether General has the address and the WhatsApp of the studio, which are in two of its parts. The demo has them all. */
export function hasFacts({ direccion, whatsapp }: { direccion: string; whatsapp: string }): boolean {
  return direccion !== "" && whatsapp !== "";
}

/** The settings as clients may read them: no hours until they were saved once and the studio has its own facts. */
export function withoutInvented<E extends Estudio & { hasHorario: boolean }>(estudio: E): E {
  const horario = hasFacts(estudio) && estudio.hasHorario ? estudio.horario : DIAS.map(() => null);
  return { ...estudio, horario };
}

/** Where a studio is, for a sentence: its city, or else its country. */
export const placeOf = ({ ciudad }: Pick<Estudio, "ciudad">): string => ciudad || "México";

/** Whether the studio still has the invented telephone, WhatsApp or address. */
export function isDemo({ telefono, whatsapp, direccion }: Record<"telefono" | "whatsapp" | "direccion", string | null>): boolean {
  return telefono === ESTUDIO.telefono || whatsapp === ESTUDIO.whatsapp || direccion === ESTUDIO.direccion;
}
