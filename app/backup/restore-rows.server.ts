import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Archive } from "./archive.server";
import { BackupError, COLUMNS_SQL, type Column, ENCRYPTED, fromText, type Manifest, TABLES } from "./format.server";
import { sheetOf } from "./sheet.server";

/** Locks the tables. Throws BackupError unless the database has exactly the tables of the backup, all empty. */
async function requireEmpty(client: pg.Client, { tablas }: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ANY ($1)",
    [Object.keys(TABLES)],
  );
  const present = rows.map(({ name }) => name).sort();
  if (
    present.join() !==
    tablas
      .map(({ tabla }) => tabla)
      .sort()
      .join()
  ) {
    throw new BackupError("El respaldo no trae las mismas tablas que esta base de datos: descárgalo otra vez.");
  }
  await client.query(`LOCK TABLE ${present.join(", ")} IN ACCESS EXCLUSIVE MODE`);
  if (await hasRows(client, present)) {
    throw new BackupError(
      "La base de datos ya tiene datos: un respaldo solo se restaura en una vacía, sin cuentas ni registros.",
    );
  }
}

/** Whether any of these tables has a row. The record does not count: a sign-in refused before the restore stays in it. */
export async function hasRows(client: pg.Client, tables: string[]): Promise<boolean> {
  const counted = tables.filter((table) => table !== "bitacora_susa");
  const anyRow = counted.map((table) => `EXISTS (SELECT FROM ${table})`).join(" OR ");
  const { rows } = await client.query<{ filled: boolean }>(`SELECT ${anyRow} AS filled`);
  return rows[0]?.filled !== false;
}

/**
 * Begins a transaction that fills the empty tables from the backup, and leaves it open. Without the key it leaves out what is
 * encrypted.
 */
export async function fillDatabase(client: pg.Client, archive: Archive, withKey: boolean): Promise<void> {
  await client.query(`BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = 0;
    SET LOCAL susa.record = 'off'`);
  await requireEmpty(client, archive.manifest);
  await fillTables(client, archive, withKey);
  // Imported now, because the module reads DATA_KEY when it is loaded.
  const { keyFingerprints } = await import("~/database/encryption.server");
  await client.query("UPDATE instalacion_susa SET llave = $1", [withKey ? archive.manifest.llave : keyFingerprints().present]);
}

/** Fills every table from the backup and sets the sequences; without the key, leaves out what is encrypted. */
async function fillTables(client: pg.Client, { manifest, open }: Archive, withKey: boolean): Promise<void> {
  const inOrder = Object.keys(TABLES).flatMap((table) => manifest.tablas.filter(({ tabla }) => tabla === table));
  for (const table of inOrder) {
    const { rows: columns } = await client.query<Column>(COLUMNS_SQL, [table.tabla]);
    const columnNames = columns.map(({ name }) => name);
    if ([...columnNames].sort().join() !== [...table.columnas].sort().join()) {
      throw new BackupError(`${table.archivo} no trae las mismas columnas que esta base de datos.`);
    }
    const stream = await open(table.archivo);
    await fillTable(client, table, columns, stream, withKey).catch((error) => {
      const { code = "sin código", constraint = "" } = error as { code?: string; constraint?: string };
      // The driver's message quotes the row.
      throw error instanceof BackupError
        ? error
        : new BackupError(`La base de datos no aceptó lo que trae ${table.archivo} (${[code, constraint].join(" ").trim()}).`);
    });
  }
}

async function fillTable(
  client: pg.Client,
  { tabla, archivo, columnas, filas }: Manifest["tablas"][number],
  columns: Column[],
  stream: NodeJS.ReadableStream,
  withKey: boolean,
): Promise<void> {
  // As text first: PostgreSQL then converts all values in one statement.
  await client.query(`CREATE TEMPORARY TABLE llegada (${columnas.map((name) => `"${name}" text`).join(", ")}) ON COMMIT DROP`);
  await pipeline(stream, client.query(copyFrom("COPY llegada FROM STDIN (FORMAT csv, HEADER)")));
  const encrypted = withKey ? undefined : ENCRYPTED[tabla];
  const values = columns.map((column) => (encrypted?.includes(column.name) ? "NULL" : fromText(column)));
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const { rowCount } = await client.query(
    `INSERT INTO ${tabla} (${names}) SELECT ${values.join(", ")} FROM llegada ${encrypted === "whole" ? "WHERE false" : ""}`,
  );
  await client.query("DROP TABLE llegada");
  if (rowCount !== filas && encrypted !== "whole")
    throw new BackupError(`${archivo} no trae los registros que dice el respaldo.`);
  for (const { name, sequence } of columns) {
    if (sequence !== null) {
      await client.query(`SELECT setval($1, max("${name}")) FROM ${tabla} HAVING count(*) > 0`, [sequence]);
    }
  }
}

/**
 * Throws BackupError unless every table that was filled now gives the same file again, byte for byte. Without the key, those that
 * have encrypted values cannot.
 */
export async function compareTables(client: pg.Client, { manifest, open }: Archive, withKey: boolean): Promise<void> {
  for (const { tabla, archivo, columnas, sha256 } of manifest.tablas) {
    if (!withKey && ENCRYPTED[tabla]) continue;
    const { rows: columns } = await client.query<Column>(COLUMNS_SQL, [tabla]);
    columns.sort((one, other) => columnas.indexOf(one.name) - columnas.indexOf(other.name));
    // With the headings of the file, because a later version may have renamed one.
    const sheet = sheetOf(client, tabla, columns, await firstLineOf(await open(archivo)));
    await finished(sheet.resume());
    if (sheet.facts().sha256 !== sha256)
      throw new BackupError(`${archivo} no queda igual al restaurarlo: haz otro respaldo y pruébalo también.`);
  }
}

async function firstLineOf(file: Readable): Promise<string> {
  const { value } = await createInterface(file)[Symbol.asyncIterator]().next();
  file.destroy();
  return `${value}\r\n`;
}
