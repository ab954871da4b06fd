import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";

// The log: one JSON object a line, without personal data (docs/decisions/0057). The two bundles, the server's and the
// application's, each have an instance of this module.

const REPEAT_MS = 5_000;

// Of the ten frames that Node keeps, all can be a library's.
Error.stackTraceLimit = 30;

/** A request that is being answered: its id, and the route that answers it. */
export type LoggedRequest = { id: string; route: string };

const requests = new AsyncLocalStorage<LoggedRequest>();

/** Runs `work` for a request: what it logs has the id, and so do its error pages. */
export const runInRequest = (request: LoggedRequest, work: () => void): void => requests.run(request, work);

/** Names the route that answers the request: of several that run for one, the innermost runs last. */
export function nameRoute(route: string): void {
  const request = requests.getStore();
  if (request) request.route = route;
}

/** The id of the request that is being answered; undefined outside of one, and under another server than ours. */
export const requestId = () => requests.getStore()?.id;

export const log = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ id: requestId() }),
  },
  // Pino's own destination never lets the process end once the reader of a pipe stalls or the disk is full. Errors go through the
  // console, whose function is looked up at each line, because tests replace it; a line for each request need not, which costs half
  // as much again.
  pino.multistream([{ stream: process.stdout }, { level: "error", stream: { write: (line) => console.error(line.trimEnd()) } }], {
    dedupe: true,
  }),
);

// A reader of the log that goes away, or a full disk under it, costs lines and not the server. The two bundles share the outputs.
for (const output of [process.stdout, process.stderr])
  if (output.listenerCount("error") === 0) output.on("error", () => undefined);

/**
 * Logs where something failed: the error's name, codes and places in our code. Never its message or statement: drivers quote the
 * values of the query. The server gives the request's id, which only the application's instance knows. Of equal errors of a lost
 * database connection only the first is logged, and their number after a while.
 */
export function logError(where: string, error: unknown, id = requestId()): void {
  const { isConnection, ...facts } = describeError(error);
  const kind = isConnection ? `${facts.name} ${facts.code} ${facts.sqlstate} ${facts.kind}` : "";
  const omitted = repeated.get(kind);
  if (omitted !== undefined) return void repeated.set(kind, omitted + 1);
  log.error({ where, id, ...facts });
  if (!isConnection) return;
  repeated.set(kind, 0);
  setTimeout(() => {
    const omitted = repeated.get(kind);
    repeated.delete(kind);
    // It belongs to several requests.
    if (omitted) log.warn({ ...facts, id: undefined, at: undefined, omitted }, "Más errores iguales");
  }, REPEAT_MS).unref();
}

/** How many errors of each kind were left out since one was logged. */
const repeated = new Map<string, number>();

type Codes = { code?: unknown; meta?: { driverAdapterError?: { cause?: { originalCode?: unknown; kind?: unknown } } } };

// Not a code of Prisma (P1001) or of a socket (EPIPE).
const SQLSTATE = /^(?!P[1-6])(?=.*\d)[0-9A-Z]{5}$/;
const CONNECTION_CODES = /^(P1|P2024|P2028|P2037|08|53|57P|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND))/;

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error, isConnection: false };
  const { code, meta } = error as Codes;
  const { originalCode, kind } = meta?.driverAdapterError?.cause ?? {};
  const sqlstate = originalCode ?? (SQLSTATE.test(String(code)) ? code : undefined);
  const name = error.name === "Error" ? error.constructor.name : error.name;
  const isConnection =
    CONNECTION_CODES.test(String(sqlstate ?? code)) ||
    /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/.test(String(kind)) ||
    name === "DatabaseUnavailable" ||
    (code === undefined && /\b(connection|connect|read timeout)\b/i.test(error.message));
  return { name, code, sqlstate, kind, at: placesIn(error), isConnection };
}

/** The first places of our code in an error's stack: `app/models/clientes/cliente.server.ts:40`. */
function placesIn({ stack = "", message }: Error): string[] {
  const frames = stack.replace(message, "").replaceAll(`${process.cwd()}/`, "").split("\n");
  return frames
    .flatMap((frame) => /(?: |\(|\/\/)((?:app|server|build)\/[\w./$-]+:\d+):\d+\)?$/.exec(frame)?.[1] ?? [])
    .slice(0, 3);
}

/** Logs lines of the record of who did what (bitacora_susa): one JSON object each, or an empty text. */
export function logLines(lines: string): void {
  for (const line of lines.split("\n")) if (line) log.info({ bitacora: JSON.parse(line) });
}
