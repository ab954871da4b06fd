import { addAbortSignal, type PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { ZipFile } from "yazl";
import { HEADINGS } from "~/content/column-labels";
import { ESTUDIO } from "~/content/estudio";
import { sha256 } from "~/database/digest.server";
import { keyFingerprints } from "~/database/encryption.server";
import { PostgresClient } from "~/database/postgres-client.server";
import { OWN_CONNECTION_MS } from "~/database/timeouts.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { filesOf, type PictureRow, readFileOf } from "~/media/stored-files";
import { COLUMNS_SQL, type Column, entryOf, FORMAT, type Manifest, TABLES } from "./format.server";
import { readme } from "./readme.server";
import { sheetOf } from "./sheet.server";

// Prisma would load whole tables into memory, so the export uses its own PostgreSQL connection (docs/decisions/0035).

/**
 * Opens an export: a ZIP of one snapshot of the whole database, written while it is read. Closing the stream early releases the
 * database; a failure breaks the stream off, so that a part is not taken for the whole. `onManifest` gets the manifest when all
 * of it is known. Throws when the database cannot be read.
 */
export async function exportRespaldo(onManifest: (manifest: Manifest) => void = () => undefined): Promise<Readable> {
  const client = new PostgresClient({ connectionString: env().DATABASE_URL, connectionTimeoutMillis: OWN_CONNECTION_MS });
  try {
    await client.connect();
    // No statement timeout: the speed depends on who downloads.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0`);
    const facts = await readFacts(client);
    return streamArchive(client, facts, onManifest);
  } catch (error) {
    await client.end();
    throw error;
  }
}

type Facts = Pick<Manifest, "estudio" | "migracion" | "llave"> & { pictures: PictureRow[] };

// The first query takes the transaction's snapshot.
async function readFacts(client: pg.Client): Promise<Facts> {
  const value = async (sql: string) => (await client.query<{ value: string }>(sql)).rows[0]?.value;
  const migracion = await value(
    "SELECT max(migration_name) AS value FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const estudio = await value("SELECT nombre AS value FROM configuracion_susa");
  const { rows: pictures } = await client.query<PictureRow>(
    "SELECT nombre, url, width FROM archivos_susa WHERE url IS NOT NULL ORDER BY id",
  );
  return {
    estudio: estudio ?? ESTUDIO.nombre,
    migracion: migracion ?? "",
    llave: keyFingerprints().present,
    pictures,
  };
}

function streamArchive(client: pg.Client, facts: Facts, onManifest: (manifest: Manifest) => void): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  const abort = new AbortController();
  output.once("close", () => {
    abort.abort();
    // In the middle of a statement this cuts the connection, which ends the transaction.
    client.end().catch(() => undefined);
  });
  archive.on("error", (error) => output.destroy(error as Error));
  writeArchive(client, archive, facts, abort.signal).then(onManifest, (error) => output.destroy(error as Error));
  return output;
}

async function writeArchive(client: pg.Client, archive: ZipFile, facts: Facts, abort: AbortSignal): Promise<Manifest> {
  const { pictures, ...named } = facts;
  const manifest: Manifest = {
    formato: FORMAT,
    creado: new Date().toISOString(),
    ...named,
    tablas: [],
    imagenes: [],
    faltantes: [],
  };
  /** Adds a file to the archive and waits until all of it was read. */
  const add = async (source: Readable, name: string, compress: boolean) => {
    addAbortSignal(abort, source);
    // The archive keeps this callback until it ends, which would keep every picture in memory.
    let once: Readable | null = source;
    archive.addReadStreamLazy(name, { compress }, (done) => {
      if (once) done(null, once);
      once = null;
    });
    await finished(source, { writable: false });
  };

  for (const table of Object.keys(TABLES)) {
    const { rows: columns } = await client.query<Column>(COLUMNS_SQL, [table]);
    const headings = columns.map(({ name }) => headingOf(table, name));
    const sheet = sheetOf(client, table, columns, `\uFEFF${headings.join(",")}\r\n`);
    await add(sheet, entryOf(table), true);
    const columnas = columns.map(({ name }) => name);
    manifest.tablas.push({ tabla: table, archivo: entryOf(table), columnas, ...sheet.facts() });
  }
  // Pictures are not part of the snapshot: one deleted from here on is listed as missing.
  await client.query("COMMIT");
  await client.end();

  for (const picture of pictures) {
    for (const file of filesOf(picture)) {
      const bytes = await readFileOf(picture, file);
      const name = `imagenes/${file}`;
      if (bytes === null) {
        manifest.faltantes.push(name);
        continue;
      }
      await add(Readable.from(bytes), name, false);
      manifest.imagenes.push({ archivo: name, bytes: bytes.length, sha256: sha256(bytes) });
    }
  }
  if (manifest.faltantes.length > 0)
    log.error({ where: "export", missing: manifest.faltantes.length }, "Faltan archivos de imagen");
  archive.addBuffer(Buffer.from(readme(manifest)), "LEEME.txt");
  archive.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), "manifest.json");
  archive.end();
  return manifest;
}

function headingOf(table: string, column: string): string {
  const heading = HEADINGS[column];
  if (heading === undefined) throw new Error(`${table}.${column} has no heading`);
  return heading;
}
