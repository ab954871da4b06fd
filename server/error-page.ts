import { createHash } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { reportSentence } from "~/content/load-errors";
import { log } from "~/log.server";
import type { Config } from "./config";
import { newRequestId, requestIdOf } from "./request-log";
import { type Header, securityHeadersFor } from "./security-headers";

// The paper and ink of app/styles/theme.css, without its files: nothing else may be reachable.
const STYLE = `:root{color-scheme:light dark;--paper:#fbf6f1;--ink:#35182b;--line:#e3d2c8;--accent:#96452f}
@media(prefers-color-scheme:dark){:root{--paper:#180d14;--ink:#f8ede6;--line:#715966;--accent:#eba58d}}
body{display:grid;min-height:100vh;margin:0;place-items:center;font:1.1rem/1.6 system-ui,sans-serif;text-align:center;text-wrap:balance;color:var(--ink);background:var(--paper)}
main{box-sizing:border-box;width:min(34rem,100% - 2rem);border-block:1px solid var(--line);padding:2.5rem 1rem}
h1{margin:0;font:400 min(2.5rem,11vw)/1.1 Georgia,serif}
a{display:inline-block;padding:.6rem;color:var(--accent)}`;
const STYLE_HASH = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** Sends a minimal error page, without the application. */
export function sendErrorPage(response: ServerResponse, status: number, title: string, sentence: string): void {
  const page = errorPageHtml(status, title, sentence, status >= 500 ? requestIdOf(response) : "");
  response.statusCode = status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(page));
  response.setHeader(
    "Content-Security-Policy",
    `default-src 'none'; script-src 'none'; style-src ${STYLE_HASH}; base-uri 'none'; frame-ancestors 'none'`,
  );
  response.end(page);
}

/** Writes the error page to a socket for which there is no usable response, logs that, and closes the connection. */
export function sendErrorPageToSocket(config: Config, socket: Duplex, status: number, title: string, sentence: string): void {
  const id = newRequestId();
  log.info({ id, route: "none", status });
  const page = errorPageHtml(status, title, sentence, "");
  const options = { https: config.publicUrl.protocol === "https:", nonce: "", publicStyleHash: STYLE_HASH, development: false };
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

function errorPageHtml(status: number, title: string, sentence: string, id: string): string {
  const report = id && `<p>${reportSentence(id)}</p>`;
  // On an address that is not ours (421), Home is not either.
  const home = status === 421 ? "" : '<p><a href="/">Ir al inicio</a></p>';
  return `<!DOCTYPE html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${sentence}</p>${report}${home}</main></body></html>`;
}
