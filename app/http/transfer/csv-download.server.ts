import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Options, stringify } from "csv-stringify/sync";
import type { Cells, Cursor } from "~/database/cursor.server";
import { studioDay } from "~/format/dates";
import { actorOf } from "~/http/actor.server";
import { requireOwnPress } from "~/http/guards.server";
import { redirectWithFlash } from "~/http/replies.server";
import { logError } from "~/log.server";
import { recordNow, type TipoRegistro } from "~/models/cuentas/bitacora.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { downloadReply } from "./stream-download.server";

// Where a spreadsheet separates cells by semicolons, quotes within a line mean nothing to it: a semicolon or a line break begins
// another cell.
const INNER_FORMULA = /([;\n]"*)(?=[=+\-@＝＋－＠])/g;

// A negative number begins like a formula but is not one.
const cell = (text: string) =>
  /^-\d+(\.\d+)?$/.test(text) ? { value: text, escape_formulas: false } : text.replace(INNER_FORMULA, "$1'");

const FORMAT: Options = {
  record_delimiter: "windows",
  // Otherwise only CRLF is quoted, and a line break inside a description starts a new row.
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { string: cell },
};

const TYPE = "text/csv; charset=utf-8";

/** A download `{name}.csv` of `rows` under `columns`: UTF-8 with a byte order mark, and text that looks like a formula escaped. */
export function csvReply(name: string, columns: string[], rows: Cells[]) {
  return new Response(stringify([columns, ...rows], { ...FORMAT, bom: true }), {
    headers: { "Content-Type": TYPE, "Content-Disposition": `attachment; filename="${name}.csv"` },
  });
}

type ListDownload<Row extends Cells> = {
  /** Names the file, with the day, and what is recorded as exported. */
  name: string;
  what: Parameters<typeof recordExport>[1];
  /** The screen of the list, and what it says when the rows cannot be read. */
  path: string;
  failed: string;
  columns: string[];
  /** Opens the rows, with the studio's zone. */
  open: (zona: string) => Promise<Cursor<Row>>;
  /** The cells of a row. */
  cellsOf: (row: Row) => Cells;
};

/** Records the export of a list and gives all its rows as a download: the same file, streamed as the client takes it. */
export async function csvDownload<Row extends Cells>(
  { request, context: { drained } }: LoaderFunctionArgs,
  { name, what, path, failed, columns, open, cellsOf }: ListDownload<Row>,
) {
  const begin = async () => {
    const zona = await getZona();
    await recordExport(request, what);
    return { day: studioDay(new Date(), zona), cursor: await open(zona) };
  };
  const { day, cursor } = await orRedirect(begin(), path, failed);
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
  // Compressed here, because the server's compression buffers and hides how much the client has taken.
  const isGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers.get("Accept-Encoding") ?? "");
  const body = isGzip ? pipeline(file, createGzip({ level: 4 }), () => undefined) : file;
  const reply = downloadReply(`${name}-${day}.csv`, TYPE, body, request, drained);
  if (isGzip) reply.headers.set("Content-Encoding", "gzip");
  reply.headers.set("Vary", "Accept-Encoding");
  return reply;
}

/**
 * Records that the request's account takes data out of the studio: the rows of a kind, or what has no kind. Throws the screen
 * of the file for a link on another site.
 */
export async function recordExport(request: Request, what: TipoRegistro | "respaldo" | "reporte" | "bitacora"): Promise<void> {
  // HEAD gets no row.
  if (request.method === "HEAD") return;
  requireOwnPress(request);
  const taken = what === "respaldo" || what === "reporte" || what === "bitacora" ? { campos: [what] } : { tipo: what };
  await recordNow(actorOf(request), { accion: "exportacion", ...taken });
}

/** Awaits data of a download. If it cannot be read, logs the error and throws a redirect to `path` with `sentence` as flash. */
export async function orRedirect<T>(query: Promise<T>, path: string, sentence: string): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof Response) throw error;
    logError("read", error);
    throw await redirectWithFlash(path, { title: "Error", description: sentence, destructive: true });
  }
}
