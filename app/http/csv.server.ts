import { stringify } from "csv-stringify/sync";
import { logError } from "~/log.server";
import { redirectWithFlash } from "./replies.server";

// A number below zero is no formula, though it begins like one.
const cell = (text: string) => (/^-\d+(\.\d+)?$/.test(text) ? { value: text, escape_formulas: false } : text);

/**
 * A file `name` of `rows` under `columns`, as spreadsheets read it: UTF-8 with its mark, and no text that begins like a
 * formula left to be carried out.
 */
export function csvReply(name: string, columns: string[], rows: (string | null)[][]) {
  const text = stringify([columns, ...rows], {
    bom: true,
    record_delimiter: "windows",
    // Without it only CRLF would be quoted, and a line break in a description would begin a new row.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { string: cell },
  });
  return new Response(text, {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${name}.csv"` },
  });
}

/** Gives what a file is made of; when it cannot be read, logs why and throws a way back to the list at `path`, which says `sentence`. */
export async function orBack<T>(query: Promise<T>, path: string, sentence: string): Promise<T> {
  try {
    return await query;
  } catch (error) {
    logError("read", error);
    throw await redirectWithFlash(path, { title: "Error", description: sentence, destructive: true });
  }
}
