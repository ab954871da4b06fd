import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Config } from "./config";
import { hasOneHost, rejectSocket, uploadOf } from "./security";

// Longer than nginx and the load balancers of the clouds (60 s), Traefik (90 s) and Caddy (120 s) keep theirs: who closes
// first is never the one that a request is already on its way to, which a proxy would answer with 502.
const KEEP_ALIVE_MS = 125_000;
const FORM_MS = 60_000;
// Twenty photographs over a phone's bad connection.
const UPLOAD_MS = 1_800_000;
// For a socket that neither gives nor takes anything, whatever it began.
const STALLED_MS = 300_000;
const MAX_CONNECTIONS = 2_000;

/** Node's HTTP server with our limits: how long, how many, and what is answered to what is not a readable request. */
export function createHttpServer(config: Config, listener: RequestListener, formMs = FORM_MS): Server {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    // Headers keep Node's own minute: it counts from their first byte, however long the connection was kept before.
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: UPLOAD_MS },
    (request, response) => {
      answers.set(request.socket, response);
      if (!hasOneHost(request.rawHeaders))
        return rejectSocket(config, request.socket, 400, "Dirección mal escrita", "Revisa la dirección y vuelve a intentarlo.");
      limitBodyTime(config, request, response, formMs);
      listener(request, response);
    },
  );
  server.timeout = STALLED_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.on("drop", () => server.closeIdleConnections());
  server.once("drop", () => console.error(`server: more than ${server.maxConnections} connections at once`));
  server.on("checkExpectation", ({ socket }: IncomingMessage) =>
    rejectSocket(config, socket, 417, "No se pudo enviar", "Vuelve a intentarlo desde tu navegador."),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    // In the middle of an answer there is no place for another.
    const isAnswering = answer?.headersSent && !answer.writableFinished;
    if (!socket.writable || isAnswering || error.code === "ECONNRESET") return void socket.destroy();
    if (error.code === "HPE_HEADER_OVERFLOW")
      rejectSocket(config, socket, 431, "Tu navegador envió demasiado", "Borra las cookies de este sitio y vuelve a intentarlo.");
    else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") refuseLate(config, socket);
    else rejectSocket(config, socket, 400, "No se entendió el envío", "Vuelve a intentarlo desde tu navegador.");
  });
  return server;
}

/** Ends a request whose body takes longer than a form may: only the addresses that take files have Node's own limit. */
function limitBodyTime(config: Config, request: IncomingMessage, response: ServerResponse, formMs: number): void {
  if (!Number(request.headers["content-length"]) || uploadOf(request)) return;
  const late = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.destroy();
    // Not with the response, which belongs to whoever still waits for the body: it learns of the closed connection.
    else refuseLate(config, request.socket);
  }, formMs);
  late.unref();
  request.once("close", () => clearTimeout(late));
}

function refuseLate(config: Config, socket: Duplex): void {
  const sentence = "Tu conexión va muy lenta y no llegó completo. Regresa con el botón Atrás y vuelve a enviarlo.";
  rejectSocket(config, socket, 408, "El envío tardó demasiado", sentence);
}
