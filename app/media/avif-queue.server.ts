import { db } from "~/database/client.server";

/** A picture that needs AVIF versions: its largest file is at `url`, `width` pixels wide. */
export type QueuedPicture = { id: string; url: string; width: number };

/**
 * Claims the next picture on disk without AVIF versions, oldest first and failed ones last; null when all are done. The claim
 * lasts two minutes, so that another server takes over when this one dies; the attempt is counted now, so that a picture that
 * crashes the encoder is not tried forever.
 */
export async function claimNextPicture(): Promise<QueuedPicture | null> {
  const [claimed] = await db.$queryRaw<QueuedPicture[]>`
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
  return claimed ?? null;
}

/** Serves the AVIF versions of a picture from now on; false when the picture was deleted in the meantime. */
export async function markEncoded(id: string): Promise<boolean> {
  const { count } = await db.archivo.updateMany({
    where: { id, url: { not: null } },
    data: { has_avif: true, avif_since: null },
  });
  return count > 0;
}

/** Gives up the claim on a picture that was not encoded; `refund` when the attempt should not count. */
export async function releasePicture(id: string, refund: boolean): Promise<void> {
  await db.archivo.updateMany({ where: { id }, data: { avif_since: null, avif_tries: { decrement: refund ? 1 : 0 } } });
}

/** How many pictures still need AVIF versions. */
export function countQueued(): Promise<number> {
  return db.archivo.count({ where: { url: { startsWith: "/uploads/" }, has_avif: false, avif_tries: { lt: 3 } } });
}
