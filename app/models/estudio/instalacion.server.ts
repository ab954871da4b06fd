import { db } from "~/database/client.server";

/** When the last nightly backup of the studio was finished, by any of its servers; null before the first. */
export async function getLastBackup(): Promise<Date | null> {
  const { respaldo_hecho } = await db.instalacion.findFirstOrThrow({ select: { respaldo_hecho: true } });
  return respaldo_hecho;
}

/**
 * Whether it is this server's turn to make the nightly backup: 3:00 in `zona` has passed since the last one, and no other server
 * has begun one within the hour that it has not finished.
 */
export async function claimBackup(zona: string): Promise<boolean> {
  const claimed = await db.$executeRaw`
    UPDATE instalacion_susa SET respaldo_intento = now()
    WHERE (respaldo_hecho IS NULL
        OR respaldo_hecho < (date_trunc('day', now() AT TIME ZONE ${zona} - interval '3 hours') + interval '3 hours') AT TIME ZONE ${zona})
      AND (respaldo_intento IS NULL OR respaldo_intento <= respaldo_hecho OR respaldo_intento < now() - interval '1 hour')`;
  return claimed === 1;
}

/** Records that the nightly backup is finished. */
export async function finishBackup(): Promise<void> {
  await db.$executeRaw`UPDATE instalacion_susa SET respaldo_hecho = now()`;
}
