import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { isId, optionalId, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { lockArchivo, type StoredPicture } from "~/media/archivo.server";
import { type Lote, type Remarks, UNLISTED_SERVICIO } from "./imagen.server";
import { listServiciosForFilter } from "./servicio.server";
import { proposeServicio } from "./servicio-del-archivo.server";

// Pictures of several services that were uploaded at once: each is an image of the gallery without a service, which no page of the
// site shows, until its service is chosen.

/** Images of a page of them: more than two uploads. */
const AT_ONCE = 50;

/** The form that uploads them has only the files, which cannot be given back. */
export const variasSchema = z.object({});

const WAITING = { servicio_id: null, archivo_nombre: { not: null } } as const;

/** The form that chooses the services. */
export const porAcomodarSchema = z.object({
  fotos: z
    .array(
      z.object({
        id: z.string().refine(isId),
        updated_at: z.string().default(""),
        servicio_id: optionalId(UNLISTED_SERVICIO),
        alt_text: optionalText(300),
      }),
      UNLISTED_SERVICIO,
    )
    .max(AT_ONCE)
    .default([]),
});

export type PorAcomodarValues = z.output<typeof porAcomodarSchema>;

/** Creates an image without a service for each stored picture; `archivo` without pictures, `failed` when one was deleted meanwhile. */
export function createPorAcomodar(pictures: (StoredPicture & { name: string })[], remarks: Remarks, key: IdempotencyKey) {
  return writeOnce<Lote, "archivo" | "failed">(key, async (transaction) => {
    if (pictures.length === 0) throw new WriteRejection("archivo");
    for (const { id, url } of pictures) {
      if ((await lockArchivo(transaction, url)) !== id) throw new WriteRejection("failed");
    }
    await transaction.imagenServicio.createMany({
      data: pictures.map(({ id, url, name }, index) => ({
        image_url: url,
        archivo_id: id,
        archivo_nombre: name,
        display_order: index,
      })),
    });
    return { count: pictures.length, ...remarks };
  });
}

/** How many images wait for their service. */
export const countPorAcomodar = (): Promise<number> => db.imagenServicio.count({ where: WAITING });

/** The first images that wait, with the service that the name of each one's file proposes (null of none), and how many wait in all. */
export async function listPorAcomodar() {
  const [total, servicios, imagenes] = await Promise.all([
    countPorAcomodar(),
    listServiciosForFilter(),
    db.imagenServicio.findMany({
      where: WAITING,
      select: {
        id: true,
        image_url: true,
        alt_text: true,
        archivo_nombre: true,
        updated_at: true,
        archivo: { select: { width: true, height: true } },
      },
      orderBy: [{ created_at: "asc" }, { display_order: "asc" }, { id: "asc" }],
      take: AT_ONCE,
    }),
  ]);
  const fotos = imagenes.map(({ archivo_nombre, ...imagen }) => ({
    ...imagen,
    nombre: archivo_nombre ?? "",
    propuesto: proposeServicio(archivo_nombre ?? "", servicios)?.id ?? null,
  }));
  return { total, servicios, fotos };
}

/** Those of these images that still wait, by their ids, locked until the end of the transaction. */
async function lockWaiting(transaction: Transaction, fotos: PorAcomodarValues["fotos"]) {
  const rows = await transaction.$queryRaw<{ id: string; updated_at: Date; alt_text: string | null }[]>`
    SELECT id, updated_at, alt_text FROM service_images_susa
    WHERE id = ANY (${fotos.map(({ id }) => id)}::uuid[]) AND servicio_id IS NULL AND archivo_nombre IS NOT NULL ORDER BY id FOR UPDATE`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Gives each of the images that still wait its service, after those that the service has, and writes the texts of all. Gives how many got
 * one, and how many somebody else had placed meanwhile; `servicio` when one of the services is not active, `changed` when one of the images
 * was edited since the form was opened.
 */
export function placeImagenes({ fotos }: PorAcomodarValues, key: IdempotencyKey) {
  return writeOnce<{ placed: number; gone: number }, "servicio" | "changed">(key, async (transaction) => {
    const ids = [...new Set(fotos.flatMap(({ servicio_id }) => servicio_id ?? []))].sort();
    // Locked, so that two people do not give two images one place.
    const active = await transaction.$queryRaw<{ id: string; siguiente: number }[]>`
      SELECT id, least(1000000, (SELECT coalesce(max(display_order) + 1, 0) FROM service_images_susa WHERE servicio_id = s.id)) AS siguiente
      FROM servicios_susa s WHERE activo AND id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
    if (active.length < ids.length) throw new WriteRejection("servicio");
    const siguiente = new Map(active.map(({ id, siguiente }) => [id, siguiente]));
    const waiting = await lockWaiting(transaction, fotos);
    if (fotos.some(({ id, updated_at }) => (waiting.get(id)?.updated_at.toISOString() ?? updated_at) !== updated_at)) {
      throw new WriteRejection("changed");
    }
    let placed = 0;
    let gone = 0;
    for (const { id, servicio_id, alt_text } of fotos) {
      const imagen = waiting.get(id);
      const place = servicio_id === null ? undefined : siguiente.get(servicio_id);
      if (servicio_id === null || place === undefined) {
        if (imagen && imagen.alt_text !== alt_text)
          await transaction.imagenServicio.update({ where: { id }, data: { alt_text } });
        continue;
      }
      if (!imagen) {
        gone++;
        continue;
      }
      const data = { alt_text, servicio_id, archivo_nombre: null, display_order: place, is_featured: false };
      await transaction.imagenServicio.update({ where: { id }, data });
      siguiente.set(servicio_id, Math.min(1_000_000, place + 1));
      placed++;
    }
    return { placed, gone };
  });
}
