import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { log, logError } from "~/log.server";
import type { Config } from "./config";
import { sendErrorPageToSocket } from "./error-page";
import { BODY_TIMES, type BodyTimes, limitBodyTime } from "./guards/body-time";
import { type ConnectionLimits, limitConnections } from "./guards/connection-limit";
import { hasOneHost } from "./guards/known-host";
import type { MayTakeLong } from "./guards/upload-limits";
import { StartError } from "./start-error";

// Longer than nginx and cloud load balancers (60 s), Traefik (90 s) and Caddy (120 s) keep idle connections: if we closed
// first, a request already on its way would fail with 502 at the proxy.
const KEEP_ALIVE_TIMEOUT_MS = 125_000;
// A connection that sends nothing, or no complete head. Checked each second, it ends within ten.
const HEADERS_TIMEOUT_MS = 9_000;
const CHECK_INTERVAL_MS = 1_000;
// Enough for twenty photographs over a phone's bad connection.
const UPLOAD_TIMEOUT_MS = 1_800_000;
const SOCKET_TIMEOUT_MS = 300_000;
const MAX_CONNECTIONS = 2_000;
// With Node's backlog of 511, a burst of connections makes visitors wait a second until they try again.
const BACKLOG = 4_096;
// Many times what a studio's staff behind one address needs.
const MAX_PER_ADDRESS = 256;
// Long enough for every kind of proxy to ask /salud twice, and short enough that with the rest a stop takes less than 18 s.
const LEAVING_MS = 5_000;
const DRAIN_TIMEOUT_MS = 7_000;
const CLOSE_IDLE_INTERVAL_MS = 100;

type HttpServerOptions = {
  mayTakeLong?: MayTakeLong;
  times?: Partial<BodyTimes & { headersMs: number }>;
  limits?: Partial<ConnectionLimits>;
};

/** Node's HTTP server with our timeouts and limits, and error pages for malformed requests. */
export function createHttpServer(
  config: Config,
  listener: RequestListener,
  { mayTakeLong = async () => false, times, limits }: HttpServerOptions = {},
): Server {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const longUploads = new WeakSet<IncomingMessage>();
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      headersTimeout: times?.headersMs ?? HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, times?.headersMs ?? CHECK_INTERVAL_MS),
    },
    (request, response) => {
      lastResponses.set(request.socket, response);
      if (!hasOneHost(request.rawHeaders))
        return sendErrorPageToSocket(
          config,
          request.socket,
          400,
          "Dirección mal escrita",
          "Revisa la dirección y vuelve a intentarlo.",
        );
      if (Number(request.headers["content-length"])) {
        const liftLimit = limitBodyTime(request, response, { ...BODY_TIMES, ...times }, () => {
          if (response.headersSent) request.destroy();
          // Not through the response: the route that is reading the body owns it, and learns of the closed connection.
          else sendRequestTimeout(config, request.socket);
        });
        void mayTakeLong(request).then((isAllowed) => {
          if (!isAllowed) return;
          longUploads.add(request);
          liftLimit();
        });
      }
      listener(request, response);
    },
  );
  server.timeout = SOCKET_TIMEOUT_MS;
  if (config.trustProxy === 0) warnOfProxy(server);
  const maxPerAddress = config.trustProxy > 0 ? Number.POSITIVE_INFINITY : MAX_PER_ADDRESS;
  limitConnections(server, { maxConnections: MAX_CONNECTIONS, maxPerAddress, ...limits }, lastResponses, longUploads);
  server.on("checkExpectation", ({ socket }: IncomingMessage) =>
    sendErrorPageToSocket(config, socket, 417, "No se pudo enviar", "Vuelve a intentarlo desde tu navegador."),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = lastResponses.get(socket);
    // An error page in the middle of a response would corrupt it.
    const isResponding = response?.headersSent && !response.writableFinished;
    const isGone = !socket.writable || error.code === "ECONNRESET";
    // Browsers open connections in advance, and a page on one that asked nothing would answer the next request.
    const hasAsked = !(socket instanceof Socket) || socket.bytesRead > 0;
    if (isGone || isResponding || !hasAsked) return void socket.destroy();
    if (error.code === "HPE_HEADER_OVERFLOW")
      sendErrorPageToSocket(
        config,
        socket,
        431,
        "Tu navegador envió demasiado",
        "Borra las cookies de este sitio y vuelve a intentarlo.",
      );
    else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") sendRequestTimeout(config, socket);
    else sendErrorPageToSocket(config, socket, 400, "No se entendió el envío", "Vuelve a intentarlo desde tu navegador.");
  });
  return server;
}

/** Warns once if requests seem to come through a proxy: all its visitors would share one address, and its limits. */
function warnOfProxy(server: Server): void {
  const look = ({ headers }: IncomingMessage) => {
    if (!headers["x-forwarded-for"]) return;
    server.off("request", look);
    log.warn("Llega X-Forwarded-For y TRUST_PROXY es 0: si hay un proxy delante, pon TRUST_PROXY=1; si no, alguien lo inventa.");
  };
  server.on("request", look);
}

function sendRequestTimeout(config: Config, socket: Duplex): void {
  const sentence = "Tu conexión va muy lenta y no llegó completo. Regresa con el botón Atrás y vuelve a enviarlo.";
  sendErrorPageToSocket(config, socket, 408, "El envío tardó demasiado", sentence);
}

/** Starts listening on the configured host and port. Throws StartError if that fails. */
export function listen(config: Config, listener: RequestListener, mayTakeLong: MayTakeLong): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createHttpServer(config, listener, { mayTakeLong });
    server.listen({ port: config.port, host: config.host, backlog: BACKLOG }, () => {
      // Without a listener, a connection that cannot be accepted (no file descriptors left) would end the process.
      server.on("error", (error) => logError("accept", error));
      resolve(server);
    });
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(
          error.code === "EADDRINUSE"
            ? `El puerto ${config.port} está ocupado: elige otro con PORT.`
            : `No se puede escuchar en ${config.host}:${config.port} (${error.code}): cambia HOST o PORT.`,
        ),
      ),
    );
  });
}

/**
 * Stops without losing a request of a proxy that keeps connections: for five seconds each answer closes its connection, then the
 * port closes and requests in progress have seven seconds to finish. `hurry` skips the first part. Returns false if some requests
 * had to be cut.
 */
export async function drain(server: Server, hurry: AbortSignal): Promise<boolean> {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await sleep(LEAVING_MS, undefined, { signal: hurry }).catch(() => undefined);
  return new Promise((resolve) => {
    let allFinished = true;
    const timeout = setTimeout(() => {
      allFinished = false;
      server.closeAllConnections();
    }, DRAIN_TIMEOUT_MS);
    // A connection becomes idle when its request finishes, and would be kept alive for the next one.
    const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
    server.close(() => {
      clearTimeout(timeout);
      clearInterval(closeIdle);
      resolve(allFinished);
    });
    server.closeIdleConnections();
  });
}
