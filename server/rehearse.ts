import { randomBytes } from "node:crypto";
import type { Archive } from "~/backup/archive.server";
import { type Manifest, rowsIn } from "~/backup/format.server";
import { matchPictures } from "~/backup/restore-pictures.server";
import { compareTables, fillDatabase } from "~/backup/restore-rows.server";
import { formatMoment } from "~/format/dates";
import { plural } from "~/format/text";
import { migrate } from "./migrate";
import { connect } from "./postgres/client";
import type { OpenDatabase } from "./postgres/open-database";
import { PROGRAM_ROLE } from "./postgres/roles";

/**
 * Restores the rows of a backup into a database of its own, compares them, and drops it again, also when `interrupted` rejects.
 * Gives false where no such database can be made or reached. Throws like a restore.
 */
export async function rehearse(
  { url, adminUrl }: Pick<OpenDatabase, "url" | "adminUrl">,
  archive: Archive,
  withKey: boolean,
  interrupted: Promise<never>,
): Promise<boolean> {
  const name = `susa_ensayo_${randomBytes(6).toString("hex")}`;
  const owner = adminUrl === url ? "" : `OWNER ${PROGRAM_ROLE}`;
  try {
    await run(adminUrl, `CREATE DATABASE ${name} ${owner} TEMPLATE template0 ENCODING 'UTF8'`);
  } catch (error) {
    const isForbidden = (error as { code?: string }).code === "42501";
    if (isForbidden) return false;
    throw error;
  }
  const work = restoreInto(urlOf(url, name), archive, withKey);
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    // Ends what an interrupted rehearsal is doing, and lets it connect no more. Not WITH (FORCE), which only a superuser may use
    // while autovacuum is at work.
    await run(adminUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await run(
      adminUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_database USING (datname)
       WHERE datname = '${name}' AND usesysid = datdba`,
    );
    await run(adminUrl, `DROP DATABASE ${name}`);
    await work.catch(() => undefined);
  }
}

async function restoreInto(url: string, archive: Archive, withKey: boolean): Promise<boolean> {
  // A pooler may know only the databases that it was told of.
  const client = await connect(url).catch(() => null);
  if (client === null) return false;
  try {
    await migrate(url, undefined, archive.manifest.migracion);
    await fillDatabase(client, archive, withKey);
    await compareTables(client, archive, withKey);
    await matchPictures(client, archive.manifest);
    await client.query("COMMIT");
    await migrate(url);
    return true;
  } finally {
    await client.end();
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = await connect(url);
  await client.query(statement).finally(() => client.end());
}

/** The URL of another database of the same server. Not with URL, which refuses an empty host, as a Unix socket has. */
const urlOf = (url: string, database: string) => url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`);

/** What was checked, in a few words. */
export function describeCheck(manifest: Manifest, withKey: boolean, isRehearsed: boolean): string {
  const { creado, tablas, imagenes, faltantes } = manifest;
  const rows = plural(rowsIn(manifest), "registro", "registros");
  const compared = withKey ? `las ${tablas.length} tablas` : "las tablas sin datos cifrados";
  return [
    `El respaldo del ${formatMoment(creado, "UTC")} (hora universal) está completo: ${rows} y ${plural(imagenes.length, "archivo", "archivos")} de imagen.`,
    ...(faltantes.length > 0 ? [`Cuando se hizo ya faltaban ${plural(faltantes.length, "archivo", "archivos")} de imagen.`] : []),
    isRehearsed
      ? `Se restauró en una base de datos de prueba, que ya se borró, y ${compared} quedaron iguales.`
      : "No se pudo probar cómo se restaura: esta base de datos no deja crear otra para eso.",
  ].join(" ");
}
