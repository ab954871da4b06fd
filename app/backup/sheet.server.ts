import { createHash } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { asText, type Column, type Manifest } from "./format.server";

/** The file of a table in a backup: its line of headings, then its rows in the order of their keys. */
export function sheetOf(client: pg.Client, table: string, columns: Column[], headingLine: string): CsvSheet {
  const sheet = new CsvSheet(headingLine);
  const rows = client.query(copyTo(`COPY (${selection(table, columns)}) TO STDOUT (FORMAT csv)`));
  rows.on("error", (error) => sheet.destroy(error));
  rows.pipe(sheet);
  return sheet;
}

function selection(table: string, columns: Column[]): string {
  const key = columns.filter(({ isKey }) => isKey).map(({ name, type }) => `"${name}"${type === "text" ? ' COLLATE "C"' : ""}`);
  return `SELECT ${columns.map(asText).join(", ")} FROM ${table} ORDER BY ${key.join(", ")}`;
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a];

/** Turns PostgreSQL's CSV into what spreadsheets expect: BOM, headings, CRLF line ends; counts rows and bytes. */
class CsvSheet extends Transform {
  private readonly hash = createHash("sha256");
  private bytes = 0;
  private filas = 0;
  private isQuoted = false;

  constructor(headingLine: string) {
    super();
    this.emitBytes(Buffer.from(headingLine));
  }

  /** The file's facts for the manifest, once it has ended. */
  facts(): Pick<Manifest["tablas"][number], "filas" | "bytes" | "sha256"> {
    return { filas: this.filas, bytes: this.bytes, sha256: this.hash.digest("hex") };
  }

  override _transform(rows: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const pieces: Buffer[] = [];
    let start = 0;
    for (let at = 0; at < rows.length; at++) {
      if (rows[at] === QUOTE) this.isQuoted = !this.isQuoted;
      // A line break inside a quoted text stays as it is.
      if (rows[at] !== LINE_FEED || this.isQuoted) continue;
      pieces.push(rows.subarray(start, at), Buffer.from("\r\n"));
      start = at + 1;
      this.filas++;
    }
    this.emitBytes(Buffer.concat([...pieces, rows.subarray(start)]));
    done();
  }

  private emitBytes(bytes: Buffer): void {
    this.hash.update(bytes);
    this.bytes += bytes.length;
    this.push(bytes);
  }
}
