import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { reportSentence } from "~/content/load-errors";
import { log } from "~/log.server";
import type { Config } from "./config";
import { newRequestId, requestIdOf } from "./request-log";
import { type Header, securityHeadersFor } from "./security-headers";

/** Sends a minimal error page, without the application. */
export function sendErrorPage(response: ServerResponse, status: number, title: string, sentence: string): void {
  const page = errorPageHtml(title, sentence, status >= 500 ? requestIdOf(response) : "");
  response.statusCode = status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(page));
  response.end(page);
}

/** Writes the error page to a socket for which there is no usable response, logs that, and closes the connection. */
export function sendErrorPageToSocket(config: Config, socket: Duplex, status: number, title: string, sentence: string): void {
  const id = newRequestId();
  log.info({ id, route: "none", status });
  const page = errorPageHtml(title, sentence, "");
  const options = { https: config.publicUrl.protocol === "https:", nonce: "", publicStyleHash: "", development: false };
  const headers: Header[] = [
    ["Content-Type", "text/html; charset=utf-8"],
    ["Content-Length", String(Buffer.byteLength(page))],
    ["Connection", "close"],
    ["Cache-Control", "no-store"],
    ["X-Request-Id", id],
    ...securityHeadersFor("/auth", options),
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${page}`, () => socket.destroy());
}

function errorPageHtml(title: string, sentence: string, id: string): string {
  const report = id && `<p>${reportSentence(id)}</p>`;
  return `<!DOCTYPE html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><main><h1>${title}</h1><p>${sentence}</p>${report}<p><a href="/">Ir al inicio</a></p></main></body></html>`;
}
