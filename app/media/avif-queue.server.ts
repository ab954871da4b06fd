import { db } from "~/database/client.server";

/** A picture whose AVIF versions are to be made: the whole one is the file at `url`, `width` pixels wide. */
export type QueuedPicture = { id: string; url: string; width: number };

/**
 * Takes up the next picture of our disk that has no AVIF versions, or gives null: the oldest one, and those that failed
 * once or twice after all others. Nobody else gets it for two minutes, so that whoever dies over it is replaced and not
 * doubled; the try counts from now on, so that a picture that kills its maker is not tried for ever.
 */
export async function claimNextPicture(): Promise<QueuedPicture | null> {
  const [taken] = await db.$queryRaw<QueuedPicture[]>`
    UPDATE archivos_susa SET avif_tries = avif_tries + 1, avif_since = now()
    WHERE id = (
      SELECT id FROM archivos_susa
      WHERE url LIKE '/uploads/%' AND NOT has_avif AND avif_tries < 3
        AND (avif_since IS NULL OR avif_since < now() - interval '2 minutes')
      ORDER BY avif_tries, created_at, id
      LIMIT 1
      FOR UPDATE SKIP LOCKED
    )
    RETURNING id, url, width`;
  return taken ?? null;
}

/** Offers the AVIF versions of a picture from now on; gives false when the picture was deleted meanwhile. */
export async function markEncoded(id: string): Promise<boolean> {
  const { count } = await db.archivo.updateMany({ where: { id }, data: { has_avif: true, avif_since: null } });
  return count > 0;
}

/** Puts back a picture that could not be made; `again` when that was no fault of the picture's. */
export async function releasePicture(id: string, again: boolean): Promise<void> {
  await db.archivo.updateMany({ where: { id }, data: { avif_since: null, avif_tries: { decrement: again ? 1 : 0 } } });
}

/** How many pictures wait for their AVIF versions. */
export function countQueued(): Promise<number> {
  return db.archivo.count({ where: { url: { startsWith: "/uploads/" }, has_avif: false, avif_tries: { lt: 3 } } });
}
