import { db } from "~/database/client.server";

/** When the last nightly backup of the studio was finished, by any of its servers; null before the first. */
export async function getLastBackup(): Promise<Date | null> {
  const { respaldo_hecho } = await db.instalacion.findFirstOrThrow({ select: { respaldo_hecho: true } });
  return respaldo_hecho;
}
