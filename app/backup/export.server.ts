import { createHash } from "node:crypto";
import { addAbortSignal, type PassThrough, Readable, Transform, type TransformCallback } from "node:stream";
import { finished } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ZipFile } from "yazl";
import { ESTUDIO } from "~/content/estudio";
import { sha256 } from "~/database/digest.server";
import { keyFingerprint } from "~/database/encryption.server";
import { EXPORT_CONNECTION_MS } from "~/database/timeouts.server";
import { env } from "~/env.server";
import { logError } from "~/log.server";
import { filesOf, type KeptPicture, readFileOf } from "~/media/stored-files";
import { asText, COLUMNS_SQL, type Column, entryOf, FORMAT, HEADINGS, type Manifest, TABLES } from "./format.server";
import { readme } from "./readme.server";

// Prisma holds a whole table at once, so this model speaks to PostgreSQL by itself, as files do (docs/decisions/0035).

/**
 * Opens an export: one ZIP, written as it is read, of one moment of the whole database. Closed before its end it lets go of
 * the database; when something fails it breaks off, so that nobody takes a part for the whole. Throws when the database
 * cannot be read at all.
 */
export async function exportRespaldo(): Promise<Readable> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL, connectionTimeoutMillis: EXPORT_CONNECTION_MS });
  // What is lost between two statements shows in the next one.
  client.on("error", () => undefined);
  try {
    await client.connect();
    // Slow readers are no fault of a statement's.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0`);
    const facts = await readFacts(client);
    return fill(client, facts);
  } catch (error) {
    await client.end();
    throw error;
  }
}

type Facts = Pick<Manifest, "estudio" | "migracion"> & { pictures: KeptPicture[] };

// The first question of the transaction: from here on nothing that others write is seen.
async function readFacts(client: pg.Client): Promise<Facts> {
  const one = async (sql: string) => (await client.query<{ one: string }>(sql)).rows[0]?.one;
  const migracion = await one(
    "SELECT max(migration_name) AS one FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const estudio = await one("SELECT nombre AS one FROM configuracion_susa");
  const { rows: pictures } = await client.query<KeptPicture>(
    "SELECT nombre, url, width, has_avif FROM archivos_susa WHERE url IS NOT NULL ORDER BY id",
  );
  return { estudio: estudio ?? ESTUDIO.nombre, migracion: migracion ?? "", pictures };
}

function fill(client: pg.Client, facts: Facts): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  const gone = new AbortController();
  output.once("close", () => {
    gone.abort();
    // In the middle of a statement this cuts the connection, and with it the transaction.
    client.end().catch(() => undefined);
  });
  archive.on("error", (error) => output.destroy(error as Error));
  pack(client, archive, facts, gone.signal).catch((error) => {
    if (gone.signal.aborted) return;
    logError("export", error);
    output.destroy(error as Error);
  });
  return output;
}

async function pack(client: pg.Client, archive: ZipFile, facts: Facts, gone: AbortSignal): Promise<void> {
  const { estudio, migracion, pictures } = facts;
  const manifest: Manifest = {
    formato: FORMAT,
    creado: new Date().toISOString(),
    estudio,
    migracion,
    llave: keyFingerprint(),
    tablas: [],
    imagenes: [],
    faltantes: [],
  };
  /** Takes the next place in the archive, and waits until all of it is on its way. */
  const add = async (source: Readable, name: string, compress: boolean) => {
    addAbortSignal(gone, source);
    // The archive remembers how each of its files was given until it ends, and would hold every picture with it.
    let once: Readable | null = source;
    archive.addReadStreamLazy(name, { compress }, (give) => {
      if (once) give(null, once);
      once = null;
    });
    await finished(source, { writable: false });
  };

  for (const table of Object.keys(TABLES)) {
    const { rows: columns } = await client.query<Column>(COLUMNS_SQL, [table]);
    const sheet = new Sheet(columns.map(({ name }) => headingOf(table, name)));
    const rows = client.query(copyTo(`COPY (${selection(table, columns)}) TO STDOUT (FORMAT csv)`));
    rows.on("error", (error) => sheet.destroy(error));
    rows.pipe(sheet);
    await add(sheet, entryOf(table), true);
    const columnas = columns.map(({ name }) => name);
    manifest.tablas.push({ tabla: table, archivo: entryOf(table), columnas, ...sheet.told() });
  }
  // Pictures are no part of the transaction: what is deleted from here on is missing, and said to be.
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
  if (manifest.faltantes.length > 0) console.error(`export: ${manifest.faltantes.length} files of pictures are missing`);
  archive.addBuffer(Buffer.from(readme(manifest)), "LEEME.txt");
  archive.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), "manifest.json");
  archive.end();
}

function headingOf(table: string, column: string): string {
  const heading = HEADINGS[column];
  if (heading === undefined) throw new Error(`${table}.${column} has no heading`);
  return heading;
}

function selection(table: string, columns: Column[]): string {
  const key = columns.filter(({ isKey }) => isKey).map(({ name, type }) => `"${name}"${type === "text" ? ' COLLATE "C"' : ""}`);
  return `SELECT ${columns.map(asText).join(", ")} FROM ${table} ORDER BY ${key.join(", ")}`;
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a];

/** A table as a spreadsheet reads it, from the rows that PostgreSQL writes: mark, headings, lines that end in CRLF. */
class Sheet extends Transform {
  private readonly hash = createHash("sha256");
  private bytes = 0;
  private filas = 0;
  private isQuoted = false;

  constructor(headings: string[]) {
    super();
    this.give(Buffer.from(`\uFEFF${headings.join(",")}\r\n`));
  }

  /** What it was, once it has ended. */
  told(): Pick<Manifest["tablas"][number], "filas" | "bytes" | "sha256"> {
    return { filas: this.filas, bytes: this.bytes, sha256: this.hash.digest("hex") };
  }

  override _transform(rows: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const pieces: Buffer[] = [];
    let start = 0;
    for (let at = 0; at < rows.length; at++) {
      if (rows[at] === QUOTE) this.isQuoted = !this.isQuoted;
      // A line break within a text is the text's own.
      if (rows[at] !== LINE_FEED || this.isQuoted) continue;
      pieces.push(rows.subarray(start, at), Buffer.from("\r\n"));
      start = at + 1;
      this.filas++;
    }
    this.give(Buffer.concat([...pieces, rows.subarray(start)]));
    done();
  }

  private give(bytes: Buffer): void {
    this.hash.update(bytes);
    this.bytes += bytes.length;
    this.push(bytes);
  }
}
