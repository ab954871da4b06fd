import { z } from "zod";
import { type Beneficios, beneficiosDe, CATEGORIAS_DE_EJEMPLO } from "~/content/beneficios";
import { DIAS, ESTUDIO, ESTUDIO_NUEVO, type Estudio, isDemo, type Jornada, ZONAS } from "~/content/estudio";
import { DIBUJOS } from "~/content/obras";
import type { NombreDeTexto } from "~/content/textos";
import { db, type Transaction } from "~/database/client.server";
import { asMoment, clock, optionalInteger, optionalText, requiredText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { sharedRead } from "~/database/shared-read.server";
import type { Prisma, ReservaModo } from "~/generated/client";
import { CATEGORIA_WORDS, CATEGORIAS, type Categoria } from "~/models/catalogo/servicio.server";
import { mapUrl, profileUrl, publicPhone, reviewUrl, whatsappNumber } from "./contacto.server";

/**
 * The hours of a week, one row for each day; `error` is for a row with only one of its two hours, `backwards` for one that
 * closes before it opens.
 */
export function semana(error: string, backwards: string) {
  const jornada = z
    .object({ abre: clock().optional(), cierra: clock().optional() })
    .refine(({ abre, cierra }) => !abre === !cierra, { error, path: ["abre"] })
    .refine(({ abre, cierra }) => !abre || !cierra || abre < cierra, { error: backwards, path: ["cierra"] })
    .transform(({ abre, cierra }): Jornada => (abre && cierra ? { abre, cierra } : null));
  return z.array(jornada).length(DIAS.length, "Faltan días en el horario.");
}

/** The lunch in the form of a week (models/equipo/comida.server.ts): both hours, or none. */
export const comidaFields = { comida_de: clock().optional(), comida_a: clock().optional() };

export type ComidaValues = { comida_de?: string | undefined; comida_a?: string | undefined };

/** Reports a lunch with only one of its hours, or that ends before it begins. */
export function checkComida({ comida_de, comida_a }: ComidaValues, context: z.RefinementCtx) {
  const fail = (field: string, message: string) => context.addIssue({ code: "custom", message, path: [field] });
  if (!comida_de !== !comida_a) fail(comida_de ? "comida_a" : "comida_de", "Escribe las dos horas de la comida, o ninguna.");
  else if (comida_de && comida_a && comida_a <= comida_de) fail("comida_a", "La comida acaba después de que empieza.");
}

const isZone = (zone: string): zone is keyof typeof ZONAS => Object.hasOwn(ZONAS, zone);

/** The form of Configuración → General. */
export const configuracionSchema = z.object({
  nombre: requiredText(80, "Escribe el nombre del estudio."),
  ciudad: optionalText(80),
  direccion: optionalText(300),
  telefono: publicPhone(),
  whatsapp: whatsappNumber(),
  instagram_url: profileUrl("instagram.com"),
  facebook_url: profileUrl("facebook.com"),
  horario: semana("Escribe las dos horas, o ninguna si ese día cierran.", "La hora de cierre va después de la de apertura."),
  zona_horaria: z.string().refine(isZone, "Elige una zona de la lista."),
  mapa_url: mapUrl(),
  hero_titulo: optionalText(120),
  hero_texto: optionalText(400),
  biografia: optionalText(6000),
  frase: optionalText(400),
  frase_autora: optionalText(120),
});

/** The schema of each part of General, which is saved by itself. */
export const PARTES = {
  estudio: configuracionSchema.pick({ nombre: true, whatsapp: true, telefono: true, direccion: true, ciudad: true }),
  horario: configuracionSchema.pick({ zona_horaria: true, horario: true }).extend(comidaFields).superRefine(checkComida),
  redes: configuracionSchema.pick({ instagram_url: true, facebook_url: true, mapa_url: true }),
  portada: configuracionSchema.pick({ hero_titulo: true, hero_texto: true, biografia: true, frase: true, frase_autora: true }),
};

export type Parte = keyof typeof PARTES;

/** Whether a text is the name of a part of General. */
export const isParte = (text: string): text is Parte => Object.hasOwn(PARTES, text);

/** The form's values in the browser, before validation. */
export type ConfiguracionForm = Omit<z.input<typeof configuracionSchema>, "whatsapp" | "zona_horaria"> & {
  whatsapp: string;
  zona_horaria: string;
};

export type ConfiguracionValues = z.output<typeof configuracionSchema>;
export type HorasDelEstudio = Pick<ConfiguracionValues, "zona_horaria" | "horario"> & ComidaValues;

// One benefit per line; bullets before a line are removed.
const lines = optionalText(1100)
  .transform((text) => (text ?? "").split("\n").map((line) => line.replace(/^\s*[-*•·]\s+/, "").trim()))
  .transform((all) => all.filter((line) => line !== ""))
  .refine((all) => all.length <= 8, "Escribe hasta 8 beneficios, uno por línea.")
  .refine((all) => all.every((line) => line.length <= 120), "Cada línea puede tener hasta 120 caracteres.");

/** The form of Configuración → Beneficios: the lines of each category, empty to use the default ones. */
export const beneficiosSchema = z.object({
  cejas: lines,
  pestanas: lines,
  manicura: lines,
  pedicura: lines,
  faciales: lines,
  limpieza: lines,
  masajes: lines,
  depilacion: lines,
});

export type BeneficiosValues = z.output<typeof beneficiosSchema>;

/** A category of the price list: its line, and whether the site shows it. */
type CategoriaDelSitio = { categoria: Categoria; frase: string; visible: boolean };

/** Facts that the studio has not given are empty or null. */
export type Configuracion = Estudio & {
  /** Whether `horario` was ever saved; otherwise it is the initial week, by which only the back-office works. */
  hasHorario: boolean;
  /** Loaded by `db:demo`, so that the site shows what is invented. */
  es_demo: boolean;
  beneficios: Beneficios;
  /** The sentences that the studio wrote itself. */
  textos: Partial<Record<NombreDeTexto, string>>;
  /** All eight, in the studio's order. */
  categorias: CategoriaDelSitio[];
  /** The slugs of those of the eight drawings that the gallery leaves out. */
  dibujos_ocultos: string[];
  /** Until how many hours before it a client can move or cancel an appointment by its link; null: only by WhatsApp. */
  cita_horas: number | null;
  politica: string | null;
  resena_url: string | null;
  /** Whether clients can book on the site (`reservaOf`), and for how many hours a request holds its place. */
  reserva: ReservaModo;
  reserva_horas: number;
  /** Null: the initial text. Empty: none. */
  aviso_privacidad: string | null;
  updated_at: string;
};

const RESERVA_NUEVA = { reserva: "no", reserva_horas: 12, aviso_privacidad: null } as const;

// The layout, its screen and several models ask for them.
const readRow = sharedRead(() => db.configuracion.findFirst());

/** Gives the studio's settings; before the first save those of a new studio (`updated_at` is then empty). */
export async function getConfiguracion(): Promise<Configuracion> {
  const row = await readRow();
  if (!row) {
    const none = { beneficios: {}, textos: {}, categorias: allCategorias([], true), dibujos_ocultos: DIBUJOS, updated_at: "" };
    return {
      ...ESTUDIO_NUEVO,
      hasHorario: false,
      es_demo: false,
      ...none,
      ...RESERVA_NUEVA,
      cita_horas: null,
      politica: null,
      resena_url: null,
    };
  }
  return {
    ...row,
    ciudad: row.ciudad ?? "",
    direccion: row.direccion ?? "",
    telefono: row.telefono ?? "",
    whatsapp: row.whatsapp ?? "",
    horario: (row.horario ?? ESTUDIO.horario) as Jornada[],
    hasHorario: row.horario !== null,
    beneficios: row.beneficios as Beneficios,
    textos: row.textos as Configuracion["textos"],
    categorias: allCategorias(row.categorias as CategoriaDelSitio[], !row.es_demo),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The categories in the studio's order, then those it has not ordered yet, shown, and in the demo (not `isOwn`) with a line. */
function allCategorias(ordered: CategoriaDelSitio[], isOwn: boolean): CategoriaDelSitio[] {
  const others = CATEGORIA_WORDS.filter((word) => !ordered.some(({ categoria }) => categoria === word));
  return [...ordered, ...others.map((categoria) => ({ categoria, frase: isOwn ? "" : exampleLineOf(categoria), visible: true }))];
}

/** How the example introduces a category. */
export const exampleLineOf = (categoria: Categoria): string => CATEGORIAS_DE_EJEMPLO[categoria]?.frase ?? "";

/** The form of what clients can do with the link of an appointment, of the policy that they read, and of where they review the studio. */
export const enlaceSchema = z.object({
  cita_horas: optionalInteger(0, 168, "Escribe un número de horas, de 0 a 168.", null),
  politica: optionalText(600),
  resena_url: reviewUrl(),
});

export type EnlaceValues = z.output<typeof enlaceSchema>;

/** Gives the studio's time zone. */
export async function getZona(): Promise<string> {
  return (await getConfiguracion()).zona_horaria;
}

/** Saves a part of General; `stale` when the settings were changed since `updated_at` was `seen` (empty: never saved). */
export async function saveParte(seen: unknown, values: Partial<Omit<ConfiguracionValues, "horario">>, key: IdempotencyKey) {
  const present = await getConfiguracion();
  // A demo whose facts were all replaced is somebody's studio, whose work the drawings are not.
  const { telefono = present.telefono, whatsapp = present.whatsapp, direccion = present.direccion } = values;
  const own = present.es_demo && !isDemo({ telefono, whatsapp, direccion }) ? { es_demo: false, dibujos_ocultos: DIBUJOS } : {};
  return saveColumns(seen, { ...values, ...own }, key);
}

/**
 * Saves the hours and the zone like saveParte; `also` writes what goes with them in the same transaction, with the zone that was there
 * before, and gives the result.
 */
export function saveHorasDelEstudio<Result extends Prisma.InputJsonValue, Reason extends string>(
  seen: unknown,
  { zona_horaria, horario }: HorasDelEstudio,
  key: IdempotencyKey,
  also: (transaction: Transaction, before: string) => Promise<Result>,
) {
  // Prisma accepts null inside a JSON array; only a null for the whole column needs DbNull.
  const columns = { zona_horaria, horario: horario as object[] };
  return writeOnce<Result, "stale" | Reason>(key, async (transaction) => {
    const [row] = await transaction.$queryRaw<{ zona_horaria: string }[]>`SELECT zona_horaria FROM configuracion_susa FOR UPDATE`;
    await writeColumns(transaction, seen, columns);
    return also(transaction, row?.zona_horaria ?? ESTUDIO.zona_horaria);
  });
}

/** Saves the benefits; `stale` when the settings were changed since `seen` (empty: never saved). */
export async function saveBeneficios(seen: unknown, values: BeneficiosValues, key: IdempotencyKey) {
  const { es_demo } = await getConfiguracion();
  const beneficios: Beneficios = {};
  for (const [name, categoria] of Object.entries(CATEGORIAS)) {
    const lineas = values[name as keyof BeneficiosValues];
    // Default benefits are not stored, so that they follow later versions of the program.
    if (lineas.length > 0 && lineas.join("\n") !== beneficiosDe(categoria, {}, !es_demo).join("\n"))
      beneficios[categoria] = lineas;
  }
  return saveColumns(seen, { beneficios }, key);
}

/**
 * Saves some columns of the settings, the others keep their value or default; `stale` when the settings were changed since
 * `updated_at` was `seen` (empty: never saved).
 */
export function saveColumns(seen: unknown, columns: Prisma.ConfiguracionUpdateManyMutationInput, key: IdempotencyKey) {
  return writeOnce<true, "stale">(key, (transaction) => writeColumns(transaction, seen, columns));
}

async function writeColumns(
  transaction: Transaction,
  seen: unknown,
  columns: Prisma.ConfiguracionUpdateManyMutationInput,
): Promise<true> {
  const { nombre, zona_horaria } = ESTUDIO;
  const first = {
    ...{ nombre, zona_horaria },
    ...columns,
    id: true,
  } as Prisma.ConfiguracionCreateManyInput;
  const { count } = seen
    ? await transaction.configuracion.updateMany({ where: { id: true, updated_at: asMoment(seen) }, data: columns })
    : await transaction.configuracion.createMany({ data: [first], skipDuplicates: true });
  if (count === 0) throw new WriteRejection("stale");
  return true;
}
