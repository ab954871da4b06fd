import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { AppLoadContext } from "@remix-run/node";
import { type Options, stringify } from "csv-stringify/sync";
import type { Cells, Cursor } from "~/database/cursor.server";
import { logError } from "~/log.server";
import { redirectWithFlash } from "./replies.server";
import { downloadReply } from "./stream-download.server";

// A number below zero is no formula, though it begins like one.
const cell = (text: string) => (/^-\d+(\.\d+)?$/.test(text) ? { value: text, escape_formulas: false } : text);

const FORMAT: Options = {
  record_delimiter: "windows",
  // Without it only CRLF would be quoted, and a line break in a description would begin a new row.
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { string: cell },
};

const TYPE = "text/csv; charset=utf-8";

/**
 * A file `name` of `rows` under `columns`, as spreadsheets read it: UTF-8 with its mark, and no text that begins like a
 * formula left to be carried out.
 */
export function csvReply(name: string, columns: string[], rows: Cells[]) {
  return new Response(stringify([columns, ...rows], { ...FORMAT, bom: true }), {
    headers: { "Content-Type": TYPE, "Content-Disposition": `attachment; filename="${name}.csv"` },
  });
}

/** The same, of any number of rows, read as they are taken: `cellsOf` gives the cells of a row of the cursor. */
export function csvDownload<Row extends Cells>(
  request: Request,
  { drained }: AppLoadContext,
  name: string,
  columns: string[],
  cursor: Cursor<Row>,
  cellsOf: (row: Row) => Cells,
) {
  let lines = stringify([columns], { ...FORMAT, bom: true });
  const file = new Readable({
    read() {
      cursor.read().then(
        (rows) => {
          this.push(lines + stringify(rows.map(cellsOf), FORMAT));
          lines = "";
          if (rows.length === 0) this.push(null);
        },
        (error) => {
          if (!request.signal.aborted) logError("export", error);
          this.destroy(error);
        },
      );
    },
    destroy(error, done) {
      cursor.close();
      done(error);
    },
  });
  // Compressed here: behind the server's compression it is not known how much the client has taken.
  const isGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers.get("Accept-Encoding") ?? "");
  const sent = isGzip ? pipeline(file, createGzip({ level: 4 }), () => undefined) : file;
  const reply = downloadReply(`${name}.csv`, TYPE, sent, request, drained);
  if (isGzip) reply.headers.set("Content-Encoding", "gzip");
  reply.headers.set("Vary", "Accept-Encoding");
  return reply;
}

/** Gives what a file is made of; when it cannot be read, logs why and throws a way back to the list at `path`, which says `sentence`. */
export async function orRedirect<T>(query: Promise<T>, path: string, sentence: string): Promise<T> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    throw await redirectWithFlash(path, { title: "Error", description: sentence, destructive: true });
  }
}
