import { randomBytes } from "node:crypto";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { NextFunction, Request, Response } from "express";
import onHeaders from "on-headers";
import { SESSION_COOKIE } from "~/http/session-cookie";
import type { Config } from "./config";

/** What a page may load. Everything not named here is refused by the browser. */
const common = {
  "default-src": "'none'",
  "img-src": "'self' https: data:",
  "font-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
  "manifest-src": "'self'",
};

/** Whether a path (any casing, any slashes, percent-encoded or not) belongs to staff, or is known to one person alone. */
export function isPrivate(path: string): boolean {
  return /^\/+(admin|auth|dashboard|salir|salud|calendario)(\/|$)/i.test(decode(path));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function policy(directives: Record<string, string>): string {
  return Object.entries({ ...common, ...directives })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

export type Header = [name: string, value: string];

/** What the security headers depend on, besides the path. `publicStyleHash` is the CSP hash of the public style sheet. */
export type HeaderOptions = { https: boolean; nonce: string; publicStyleHash: string; development: boolean };

/** The security headers of any answer to a path: pages, data, redirects, files, refusals. `Cache-Control` is cacheControlFor's. */
export function securityHeadersFor(path: string, options: HeaderOptions): Header[] {
  const hidden = isPrivate(path);
  return [
    ["Content-Security-Policy", contentSecurityPolicy(decode(path), options)],
    ["X-Content-Type-Options", "nosniff"],
    // Never `no-referrer`: with it a browser sends `Origin: null` from its own forms.
    ["Referrer-Policy", hidden ? "same-origin" : "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ...(hidden ? [["X-Robots-Tag", "noindex"] satisfies Header] : []),
    ...(options.https ? [["Strict-Transport-Security", "max-age=31536000"] satisfies Header] : []),
  ];
}

function contentSecurityPolicy(path: string, { nonce, publicStyleHash, development }: HeaderOptions): string {
  if (/^\/+admin(\/|$)/i.test(path))
    return policy({
      "script-src": `'self' 'nonce-${nonce}'`,
      // The error page, which belongs to everyone, carries the public style.
      "style-src": `'self' ${publicStyleHash}`,
      "connect-src": development ? "'self' ws: http://localhost:*" : "'self'",
    });
  if (/^\/+auth(\/|$)/i.test(path)) return policy({ "script-src": "'self'", "style-src": `'self' ${publicStyleHash}` });
  // Scripts, styles, fonts, pictures: nothing to load, and no frame. (A drawing opened by itself keeps its styles.)
  if (/^\/(build|fonts|art|icons)\//.test(path)) return "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  if (/^\/uploads\//.test(path)) return "default-src 'none'; frame-ancestors 'none'; sandbox";
  return policy({
    "script-src": "'none'",
    "style-src": `'self' ${publicStyleHash}`,
    "frame-src": "https://www.google.com https://www.openstreetmap.org",
  });
}

/** What an answer says of its keeping: what it says itself, unless it says nothing or the path is private. */
export function cacheControlFor(path: string, own: string | undefined): string {
  return own && !isPrivate(path) ? own : "no-store";
}

/** Sets the security headers on every response, whatever writes it. */
export function securityHeaders(config: Config, publicStyleHash: string, development: boolean) {
  const https = config.publicUrl.protocol === "https:";
  return (request: Request, response: Response, next: NextFunction) => {
    const nonce = randomBytes(16).toString("base64");
    response.locals.nonce = nonce;
    const { path } = request;
    onHeaders(response, () => {
      const headers = securityHeadersFor(path, { https, nonce, publicStyleHash, development });
      for (const [name, value] of headers) response.setHeader(name, value);
      response.setHeader("Cache-Control", cacheControlFor(path, response.getHeader("Cache-Control")?.toString()));
      response.removeHeader("X-Powered-By");
    });
    next();
  };
}

/** Whether a request's `Host` is one of our names: under another one a page could be used to poison links and caches. */
export function isKnownHost(config: Config, host: string | undefined): boolean {
  const name = hostName(host);
  const local = name === "localhost" || /^(\d{1,3}\.){3}\d{1,3}$/.test(name) || name.startsWith("[");
  return config.allowedHosts.has(name) || (config.allowLocalHosts && local);
}

/** Whether a request names one host: what stands before us may have looked at another than we would. */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) if (rawHeaders[n]?.toLowerCase() === "host") hosts++;
  return hosts < 2;
}

/** Answers only to our own names. */
export function knownHost(config: Config) {
  return (request: Request, response: Response, next: NextFunction) => {
    // No route asks for it, and the framework would believe whatever it says.
    delete request.headers["x-forwarded-host"];
    if (isKnownHost(config, request.headers.host)) return next();
    reject(response, 421, "Dirección desconocida", "Este servidor no atiende esa dirección. Revisa que esté bien escrita.");
  };
}

/** The name in a `Host` header, or nothing when no address can be made of it. */
function hostName(host = ""): string {
  const isHost = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
  return isHost ? new URL(`http://${host}`).hostname : "";
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

const SESSION = new RegExp(`(^|;\\s*)${SESSION_COOKIE}=`);

/** Whether a request writes nothing, or was sent by one of our own pages. */
export function isOwnWrite(config: Config, method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (READS.has(method ?? "")) return true;
  const { origin, cookie = "", "sec-fetch-site": site } = headers;
  const from = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  // Over http anybody on the way could have written the page that sends it.
  if (config.publicUrl.protocol === "https:" && from?.protocol === "http:") return false;
  if (site !== undefined) return site === "same-origin" || site === "none";
  // Every browser says where a form comes from; what says nothing has no business with a session.
  if (origin === undefined) return !SESSION.test(cookie);
  return origin === config.publicUrl.origin || (from !== undefined && from.host === headers.host?.toLowerCase());
}

/** Refuses writes that another site sends through the visitor's browser, before any route sees them. */
export function sameSiteWrites(config: Config) {
  return (request: Request, response: Response, next: NextFunction) => {
    if (isOwnWrite(config, request.method, request.headers)) {
      // Decided: the framework asks again in its own way, and answers 500 to a browser that hides its Origin.
      if (!READS.has(request.method)) delete request.headers.origin;
      return next();
    }
    reject(
      response,
      403,
      "No se pudo enviar",
      "El envío llegó desde otro sitio y no se aceptó. Abre la página del estudio y vuelve a intentarlo.",
    );
  };
}

/** Whether a path means what it says: it decodes, and nothing in it (`..`, a backslash) makes another path of it later. */
export function isPlainPath(path: string): boolean {
  if (/\\|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** Forms and links know three methods; the framework cannot even read some of the others. */
export function knownMethod(request: Request, response: Response, next: NextFunction) {
  // A file is only fetched.
  const methods = /\.(csv|ics)$/i.test(request.path) ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"];
  if (methods.includes(request.method)) return next();
  response.setHeader("Allow", methods.join(", "));
  reject(response, 405, "No se pudo enviar", "Esta dirección solo recibe visitas y formularios. Empieza desde el inicio.");
}

// Room for the largest form by far.
const MAX_BODY_BYTES = 1024 * 1024;
// The addresses that take files: photographs of 15 MB, twenty or one; a list of 1 MB, with room to say so of a larger one.
const MAX_PHOTO_BYTES = 15 * MAX_BODY_BYTES;
const UPLOADS = [
  {
    path: /^\/+admin\/galeria\/nueva\/?$/i,
    most: 20 * MAX_PHOTO_BYTES + MAX_BODY_BYTES,
    advice: "Regresa con el botón Atrás y elige menos fotos, o fotos más ligeras: caben 20 de 15 MB.",
  },
  {
    path: /^\/+admin\/configuracion\/apariencia\/(logo|portada)\/?$/i,
    most: MAX_PHOTO_BYTES + MAX_BODY_BYTES,
    advice: "Regresa con el botón Atrás y elige una imagen más ligera: cabe una de 15 MB.",
  },
  {
    path: /^\/+admin\/clientes\/importar\/?$/i,
    most: 4 * MAX_BODY_BYTES,
    advice: "Regresa con el botón Atrás y elige un archivo más ligero: cabe 1 MB. Puedes dividirlo y subirlo por partes.",
  },
];

/** The limits of the address that takes files to which a request sends some, if it does. */
export function uploadOf({ method, url = "", headers }: IncomingMessage): (typeof UPLOADS)[number] | undefined {
  if (method !== "POST" || !/^multipart\/form-data(;|$)/i.test(headers["content-type"] ?? "")) return undefined;
  const [path = ""] = url.split("?", 1);
  return UPLOADS.find((upload) => upload.path.test(path));
}

/** Refuses a body that is too large, or that does not say how large it is, before a byte of it is read. */
export function bodyLimit(request: Request, response: Response, next: NextFunction) {
  if (request.headers["transfer-encoding"] !== undefined) {
    response.setHeader("Connection", "close");
    return reject(response, 411, "No se pudo enviar", "El envío no dijo su tamaño. Vuelve a intentarlo desde tu navegador.");
  }
  const size = Number(request.headers["content-length"] ?? 0);
  const upload = uploadOf(request);
  if (size > (upload?.most ?? MAX_BODY_BYTES)) {
    response.setHeader("Connection", "close");
    const advice = upload?.advice ?? "Regresa con el botón Atrás, acorta los textos más largos y vuelve a enviar.";
    return reject(response, 413, "El envío es demasiado grande", advice);
  }
  // Answered before all of it was read (a session that ended, a body that nobody can read): what is left is let pass, for a
  // browser that is still sending would wait for us, and we for it.
  response.on("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
  next();
}

/** A whole page without the application, for what is turned away at the door. */
export function reject(response: ServerResponse, status: number, title: string, sentence: string): void {
  const page = rejectionPage(title, sentence);
  response.statusCode = status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(page));
  response.end(page);
}

/** The same where there is no response to write it with, or no end of the request to wait for; closes the connection. */
export function rejectSocket(config: Config, socket: Duplex, status: number, title: string, sentence: string): void {
  const page = rejectionPage(title, sentence);
  const options = { https: config.publicUrl.protocol === "https:", nonce: "", publicStyleHash: "", development: false };
  const headers: Header[] = [
    ["Content-Type", "text/html; charset=utf-8"],
    ["Content-Length", String(Buffer.byteLength(page))],
    ["Connection", "close"],
    ["Cache-Control", "no-store"],
    ...securityHeadersFor("/auth", options),
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${page}`, () => socket.destroy());
}

function rejectionPage(title: string, sentence: string): string {
  return `<!DOCTYPE html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><main><h1>${title}</h1><p>${sentence}</p><p><a href="/">Ir al inicio</a></p></main></body></html>`;
}
