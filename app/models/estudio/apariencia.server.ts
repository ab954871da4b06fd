import { z } from "zod";
import { db } from "~/database/client.server";
import { asMoment, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { DEFAULT_ACCENTS, MIN_CONTRAST, minContrast, readable } from "~/format/color.server";
import { pictureOfFile } from "~/format/picture";
import { lockArchivo, type StoredPicture } from "~/media/archivo.server";
import { CATEGORIAS, type Categoria } from "~/models/catalogo/servicio.server";
import { type Configuracion, getConfiguracion } from "./configuracion.server";

const BAD_COLOR = `Escribe el color como ${DEFAULT_ACCENTS.light}: # y seis cifras o letras de la a a la f.`;

/** The form of Configuración → Apariencia: the accent colour, or empty for the default one. */
export const aparienciaSchema = z.object({
  acento: optionalText(40).transform((text, context) => {
    if (text === null) return null;
    const color = hexColor(text);
    const sentence = color === null ? BAD_COLOR : contrastError(color);
    if (sentence !== null) context.addIssue({ code: "custom", message: sentence });
    return color;
  }),
});

/** Reads a colour as people write it (`96452F`, `#964`) as `#96452f`; null when it is not a colour. */
export function hexColor(text: string): string | null {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text.trim().toLowerCase())?.[1];
  if (!digits) return null;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}

// Only the light theme is checked: the dark one uses a lighter shade that is computed to be readable.
function contrastError(color: string): string | null {
  if (minContrast(color, "light") >= MIN_CONTRAST) return null;
  return `Ese color no se lee bien. El más parecido que sí se lee es ${readable(color, "light")}.`;
}

const archivo = { select: { url: true, width: true, height: true } } as const;

/** Gives the accent and the studio's own pictures; null for what the studio has not chosen. */
export async function getApariencia() {
  const row = await db.apariencia.findFirst({ include: { logo: archivo, hero: archivo, retrato: archivo } });
  return {
    acento: row?.acento ?? null,
    logo: pictureOfFile(row?.logo),
    hero: pictureOfFile(row?.hero),
    retrato: pictureOfFile(row?.retrato),
    /** Whether Nosotros shows the founder's portrait, her own or the drawn one. */
    retrato_visible: row?.retrato_visible ?? true,
    updated_at: row?.updated_at.toISOString() ?? "",
  };
}

export type Apariencia = Awaited<ReturnType<typeof getApariencia>>;

/** What every public page shows: the settings, the appearance, and the categories that have an active service. */
export type Sitio = { estudio: Configuracion; apariencia: Apariencia; ofrecidas: Categoria[] };

/** The categories that have an active service. */
export async function listOfrecidas(): Promise<Categoria[]> {
  const offered = await db.servicio.groupBy({ by: "categoria", where: { activo: true } });
  return offered.map(({ categoria }) => CATEGORIAS[categoria]);
}

/** Gives what every public page shows; `reading` are its categories, for a page that can do without them. */
export async function getSitio(reading = listOfrecidas()): Promise<Sitio> {
  const [estudio, apariencia, ofrecidas] = await Promise.all([getConfiguracion(), getApariencia(), reading]);
  return { estudio, apariencia, ofrecidas };
}

/** Saves the accent; `stale` when the appearance was changed since `updated_at` was `seen` (empty: never saved). */
export function saveAcento(seen: unknown, acento: string | null, key: IdempotencyKey) {
  return writeOnce<true, "stale">(key, async (transaction) => {
    const { count } = seen
      ? await transaction.apariencia.updateMany({ where: { id: true, updated_at: asMoment(seen) }, data: { acento } })
      : await transaction.apariencia.createMany({ data: [{ id: true, acento }], skipDuplicates: true });
    if (count === 0) throw new WriteRejection("stale");
    return true;
  });
}

/** The pictures of its own that a studio can have. */
export type ImagenPropia = "logo" | "hero" | "retrato";

/** Sets or removes (null) one of the studio's own pictures; gives it, and the id of the file that was there before. */
export function saveImagenPropia(which: ImagenPropia, stored: StoredPicture | null, key: IdempotencyKey) {
  return writeOnce<{ before: string | null; stored: StoredPicture | null }, "failed">(key, async (transaction) => {
    // The sweep may have deleted a file that was stored long before this.
    if (stored && (await lockArchivo(transaction, stored.url)) !== stored.id) throw new WriteRejection("failed");
    const present = await transaction.apariencia.findFirst();
    const data = { [`${which}_id`]: stored?.id ?? null };
    await transaction.apariencia.upsert({ where: { id: true }, create: { id: true, ...data }, update: data });
    return { before: present?.[`${which}_id`] ?? null, stored };
  });
}

/** Shows or hides the founder's portrait, her own or the drawn one. */
export function setRetratoVisible(retrato_visible: boolean, key: IdempotencyKey) {
  return writeOnce(key, async (transaction) => {
    const data = { retrato_visible };
    await transaction.apariencia.upsert({ where: { id: true }, create: { id: true, ...data }, update: data });
    return true;
  });
}
