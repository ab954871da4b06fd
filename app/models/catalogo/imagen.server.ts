import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { asMoment, checkbox, isId, optionalInteger, optionalText, webAddress } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { searchFilter } from "~/database/search.server";
import { deleteWithPicture } from "~/database/trash.server";
import { env } from "~/env.server";
import { lockArchivo, type StoredPicture } from "~/media/archivo.server";
import { CATEGORIAS } from "./servicio.server";

const BAD_URL = "Pega el enlace completo, que empieza con https://.";
/** The error when the picture of an image was deleted since the form was opened. */
export const ARCHIVO_GONE = "Esa imagen ya no está guardada en el estudio. Elige otra.";
/** The error when the service of an image is not one of the list. */
export const UNLISTED_SERVICIO = "Selecciona un servicio de la lista.";
const OWN_URL = /^\/uploads\/susa-servicios\/servicios\/\d{1,16}-\d{1,4}\.webp$/;

/** The form of an image; `present` is its current address, which is accepted unchanged. */
export function imagenSchema(present?: string) {
  return z.object({
    servicio_id: optionalText(60).refine((id) => id === null || isId(id), UNLISTED_SERVICIO),
    image_url: optionalText(2000).transform((text, context) => {
      const isNew = text !== null && text !== present;
      const url = isNew ? publicUrl(text) : text;
      const message = isNew ? noPicture(text, url) : null;
      if (message) context.addIssue({ code: "custom", message });
      return url;
    }),
    alt_text: optionalText(300),
    display_order: optionalInteger(0, 1_000_000, "Escribe el orden con un número entero de 0 a 1,000,000.", 0),
    is_featured: checkbox(),
  });
}

/** The form of an upload of several files: everything but the address. */
export const loteSchema = imagenSchema().omit({ image_url: true });

export type ImagenValues = z.output<ReturnType<typeof imagenSchema>> & { image_url: string };
export type LoteValues = z.output<typeof loteSchema>;

// Pages on which people keep or look at pictures. Their addresses are pages, or work only for who is signed in.
const PAGES: [host: RegExp, name: string][] = [
  [/^(drive|docs)\.google\.com$/, "Google Drive"],
  [/^(photos\.google\.com|photos\.app\.goo\.gl)$/, "Google Fotos"],
  [/^(www\.)?google\.com(\.mx)?$|^share\.google$|^images\.app\.goo\.gl$/, "Google"],
  [/(^|\.)(instagram\.com|instagr\.am)$/, "Instagram"],
  [/(^|\.)(facebook\.com|fb\.com|fb\.watch|fb\.me)$/, "Facebook"],
  [/(^|\.)(dropbox\.com|db\.tt)$/, "Dropbox"],
  [/(^|\.)icloud\.com$/, "iCloud"],
  [/(^|\.)(onedrive\.live\.com|1drv\.ms|sharepoint\.com)$/, "OneDrive"],
  [/(^|\.)(whatsapp\.com|wa\.me)$/, "WhatsApp"],
  [/(^|\.)(canva\.com|canva\.link)$/, "Canva"],
  [/(^|\.)(pinterest\.[a-z.]+|pin\.it)$/, "Pinterest"],
  [/(^|\.)tiktok\.com$/, "TikTok"],
  [/^(www\.)?imgur\.com$/, "Imgur"],
  [/^(www\.)?flickr\.com$/, "Flickr"],
  [/^(www\.)?(wetransfer\.com|we\.tl)$/, "WeTransfer"],
];

const FILE_HERE = "Eso es un archivo de tu teléfono o computadora, no un enlace: súbelo como archivo.";

/** Why what was pasted is no picture that every visitor can see, and what to do; null when it may be one. `url` is its stored form. */
function noPicture(text: string, url: string | null): string | null {
  if (/^(data|blob|file|content):|^[a-z]:[\\/]|^\\\\|^~?\/(Users|home|storage|sdcard)\//i.test(text)) return FILE_HERE;
  if (!url) return BAD_URL;
  if (url.startsWith("/")) return null;
  const { hostname, pathname } = new URL(url);
  const page = PAGES.find(([host]) => host.test(hostname));
  if (page) return `Ese enlace es de una página de ${page[1]}, no de una foto: descarga la foto y súbela como archivo.`;
  const ending = /\.(heic|heif|svg|pdf|tiff?|psd|mp4|mov|webm|zip|html?)$/i.exec(pathname)?.[1];
  if (ending) return `Ese enlace es de un archivo ${ending.toUpperCase()}, que no se ve como foto: sube la foto como JPEG o PNG.`;
  return null;
}

/** The address in its stored form: https, or the path of a stored file. */
function publicUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const path = url?.origin === env().PUBLIC_URL ? url?.pathname : text;
  return path !== undefined && OWN_URL.test(path) ? path : webAddress(text, "https");
}

/** Which of the images of its service one is, in their order, and how many they are. */
export type Lugar = { numero: number; total: number };

/** The place of each image of the `servicios`, and of those without one. */
async function listLugares(servicios: string[]): Promise<Map<string, Lugar>> {
  const rows = await db.$queryRaw<(Lugar & { id: string })[]>`
    SELECT id, (row_number() OVER (shown ORDER BY display_order, created_at, id))::int AS numero,
      (count(*) OVER shown)::int AS total
    FROM service_images_susa WHERE servicio_id = ANY (${servicios}::uuid[]) OR servicio_id IS NULL
    WINDOW shown AS (PARTITION BY servicio_id, archivo_nombre IS NULL)`;
  return new Map(rows.map(({ id, ...lugar }) => [id, lugar]));
}

/** Images with their place among those of their service; null of one that was added meanwhile. */
async function withLugares<I extends { id: string; servicio: { id: string } | null }>(imagenes: I[]) {
  const servicios = [...new Set(imagenes.flatMap(({ servicio }) => (servicio ? [servicio.id] : [])))];
  const lugares = await listLugares(servicios);
  return imagenes.map((imagen) => ({ ...imagen, lugar: lugares.get(imagen.id) ?? null }));
}

/** The studio's own images of active services for the gallery, in order, the newest first. */
export async function listImagenesPublicas() {
  const imagenes = await db.imagenServicio.findMany({
    where: { servicio: { activo: true } },
    select: {
      id: true,
      image_url: true,
      alt_text: true,
      archivo: { select: { width: true, height: true } },
      servicio: { select: { id: true } },
    },
    orderBy: [{ display_order: "asc" }, { created_at: "desc" }],
  });
  return withLugares(imagenes);
}

/**
 * Lists a page of images in order whose text or service contains every word of `q`, of one service if it has images; their
 * total; and the services that have images, active or not, by name, for the filter.
 */
export async function listImagenes({ q, servicio, pagina }: { q: string; servicio: string; pagina: number }) {
  const [words, servicios] = await Promise.all([
    searchFilter(q),
    db.servicio.findMany({
      where: { imagenes: { some: {} } },
      select: { id: true, nombre: true },
      orderBy: { nombre: "asc" },
    }),
  ]);
  const where = {
    servicio_id: servicio || undefined,
    AND: words.map((word) => ({ OR: [word, { servicio: word }] })),
  };
  const [total, imagenes] = await Promise.all([
    db.imagenServicio.count({ where }),
    db.imagenServicio.findMany({
      where,
      select: {
        id: true,
        image_url: true,
        alt_text: true,
        is_featured: true,
        display_order: true,
        archivo_nombre: true,
        servicio: { select: { id: true, nombre: true } },
        archivo: { select: { width: true, height: true } },
      },
      orderBy: [{ display_order: "asc" }, { created_at: "asc" }, { id: "asc" }],
      ...pageOf(pagina),
    }),
  ]);
  return { imagenes: await withLugares(imagenes), total, servicios };
}

/** Gives an image with its service and its place among those of it, or null when the id is unknown or malformed. */
export async function getImagen(id: string | undefined) {
  const row = isId(id)
    ? await db.imagenServicio.findUnique({
        where: { id },
        include: { servicio: { select: { id: true, nombre: true, categoria: true, activo: true } } },
      })
    : null;
  if (!row) return null;
  const [{ lugar } = { lugar: null }] = await withLugares([row]);
  return {
    ...row,
    lugar,
    servicio: row.servicio && { ...row.servicio, categoria: CATEGORIAS[row.servicio.categoria] },
    updated_at: row.updated_at.toISOString(),
  };
}

/**
 * What is said of the files of an upload that are invalid ("" of none), in `notes` of those that are stored and not shown as meant,
 * and of those `missing`, which can be sent again as `kept`.
 */
export type Remarks = { notice: string; hasInvalid: boolean; notes: string; missing?: { notice: string; kept: string } };

/** The result of an upload, kept so that a repeated submission shows the same notice. `movesMark`: see there. */
export type Lote = { count: number; movesMark?: boolean } & Remarks;

/** Whether an image (`id`, or a new one) takes the mark *Destacada* from another one of its service, as the database then does. */
async function movesMark(transaction: Transaction, { servicio_id, is_featured }: LoteValues, id?: string): Promise<boolean> {
  if (!is_featured || servicio_id === null) return false;
  return (await transaction.imagenServicio.count({ where: { servicio_id, is_featured: true, id: { not: id } } })) > 0;
}

/** Creates an image for each stored picture, ordered from `display_order`; only the first is featured. `archivo` without pictures. */
export function createImagenes(values: LoteValues, pictures: StoredPicture[], remarks: Remarks, key: IdempotencyKey) {
  return writeOnce<Lote, "servicio" | "archivo" | "failed">(key, async (transaction) => {
    if (pictures.length === 0) throw new WriteRejection("archivo");
    await requireServicio(transaction, values.servicio_id);
    for (const { id, url } of pictures) {
      // The sweep may have deleted a file that was stored long before this.
      if ((await lockArchivo(transaction, url)) !== id) throw new WriteRejection("failed");
    }
    const moves = await movesMark(transaction, values);
    await transaction.imagenServicio.createMany({
      data: pictures.map(({ id, url }, index) => ({
        servicio_id: values.servicio_id,
        image_url: url,
        archivo_id: id,
        alt_text: values.alt_text,
        is_featured: values.is_featured && index === 0,
        display_order: values.display_order + index,
      })),
    });
    return { count: pictures.length, movesMark: moves, ...remarks };
  });
}

/** Creates an image from an address. */
export function createImagen(values: ImagenValues, key: IdempotencyKey) {
  return writeOnce<{ movesMark: boolean }, "servicio" | "archivo">(key, async (transaction) => {
    await requireServicio(transaction, values.servicio_id);
    const archivo_id = await archivoAt(transaction, values.image_url);
    const moves = await movesMark(transaction, values);
    await transaction.imagenServicio.create({ data: { ...values, archivo_id }, select: { id: true } });
    return { movesMark: moves };
  });
}

/**
 * Updates an image: `stale` when it was changed since `updated_at` was `seen`, `missing` when it does not exist. Gives the id
 * of the file that it no longer uses, or null.
 */
export function updateImagen(id: string | undefined, seen: unknown, values: ImagenValues, key: IdempotencyKey) {
  return writeOnce<{ before: string | null; movesMark: boolean }, "stale" | "missing" | "servicio" | "archivo">(
    key,
    async (transaction) => {
      const present = isId(id)
        ? await transaction.imagenServicio.findUnique({
            where: { id },
            select: { servicio_id: true, image_url: true, archivo_id: true },
          })
        : null;
      if (!present) throw new WriteRejection("missing");
      if (values.servicio_id !== present.servicio_id) await requireServicio(transaction, values.servicio_id);
      const archivo_id =
        values.image_url === present.image_url ? present.archivo_id : await archivoAt(transaction, values.image_url);
      const moves = await movesMark(transaction, values, id);
      const { count } = await transaction.imagenServicio.updateMany({
        where: { id, updated_at: asMoment(seen) },
        data: { ...values, archivo_id, ...(values.servicio_id && { archivo_nombre: null }) },
      });
      if (count === 0)
        throw new WriteRejection((await transaction.imagenServicio.count({ where: { id } })) ? "stale" : "missing");
      return { before: archivo_id === present.archivo_id ? null : present.archivo_id, movesMark: moves };
    },
  );
}

/** Deletes an image. Gives the id of its copy and of the file it used, or null. */
export function deleteImagen(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return deleteWithPicture("imagen", id, cuenta_id, key);
}

async function requireServicio(transaction: Transaction, id: string | null): Promise<void> {
  if (id === null || (await transaction.servicio.count({ where: { id, activo: true } })) === 0)
    throw new WriteRejection("servicio");
}

// A path under /uploads is valid only while its file exists; other sites' addresses are not checked.
async function archivoAt(transaction: Transaction, url: string): Promise<string | null> {
  const id = await lockArchivo(transaction, url);
  if (id === null && OWN_URL.test(url)) throw new WriteRejection("archivo");
  return id;
}
