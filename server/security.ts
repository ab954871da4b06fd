import { randomBytes } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import onHeaders from "on-headers";
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

/**
 * Sets the security headers on every response, whoever writes it: pages, data, redirects, files, refusals.
 * `publicStyleHash` is the CSP hash of the style sheet that travels inside the public pages.
 */
export function securityHeaders(config: Config, publicStyleHash: string, development: boolean) {
  const publicPolicy = policy({
    "script-src": "'none'",
    "style-src": `'self' ${publicStyleHash}`,
    "frame-src": "https://www.google.com https://www.openstreetmap.org",
  });
  // Scripts, styles, fonts, pictures: nothing to load, and nobody's frame. (A drawing opened by itself keeps its styles.)
  const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  const uploadPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
  const authPolicy = policy({ "script-src": "'self'", "style-src": `'self' ${publicStyleHash}` });

  return (request: Request, response: Response, next: NextFunction) => {
    const nonce = randomBytes(16).toString("base64");
    response.locals.nonce = nonce;
    const path = decode(request.path);
    const admin = /^\/+admin(\/|$)/i.test(path);
    const contentSecurityPolicy = admin
      ? policy({
          "script-src": `'self' 'nonce-${nonce}'`,
          // The error page, which belongs to everyone, carries the public style.
          "style-src": `'self' ${publicStyleHash}`,
          "connect-src": development ? "'self' ws: http://localhost:*" : "'self'",
        })
      : /^\/+auth(\/|$)/i.test(path)
        ? authPolicy
        : /^\/(build|fonts|art|icons)\//.test(path)
          ? filePolicy
          : /^\/uploads\//.test(path)
            ? uploadPolicy
            : publicPolicy;
    onHeaders(response, () => {
      const set = (name: string, value: string) => response.setHeader(name, value);
      set("Content-Security-Policy", contentSecurityPolicy);
      set("X-Content-Type-Options", "nosniff");
      // Never `no-referrer`: with it a browser sends `Origin: null` from its own forms.
      set("Referrer-Policy", isPrivate(request.path) ? "same-origin" : "strict-origin-when-cross-origin");
      set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()");
      set("Cross-Origin-Opener-Policy", "same-origin");
      if (isPrivate(request.path)) set("X-Robots-Tag", "noindex");
      if (config.publicUrl.protocol === "https:") set("Strict-Transport-Security", "max-age=31536000");
      if (isPrivate(request.path) || !response.getHeader("Cache-Control")) set("Cache-Control", "no-store");
      response.removeHeader("X-Powered-By");
    });
    next();
  };
}

/** Answers only to our own names: a page under another host name could be used to poison links and caches. */
export function knownHost(config: Config) {
  return (request: Request, response: Response, next: NextFunction) => {
    // Nobody here asks for it, and the framework would believe whatever it says.
    delete request.headers["x-forwarded-host"];
    const host = hostName(request.headers.host);
    const local = host === "localhost" || /^(\d{1,3}\.){3}\d{1,3}$/.test(host) || host.startsWith("[");
    if (config.allowedHosts.has(host) || (config.allowLocalHosts && local)) return next();
    refuse(response, 421, "Dirección desconocida", "Este servidor no atiende esa dirección. Revisa que esté bien escrita.");
  };
}

/** The name in a `Host` header, or nothing when no address can be made of it. */
function hostName(host = ""): string {
  const isHost = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
  return isHost ? new URL(`http://${host}`).hostname : "";
}

/** Refuses writes that another site sends through the visitor's browser, before any route sees them. */
export function sameSiteWrites(config: Config) {
  return (request: Request, response: Response, next: NextFunction) => {
    if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return next();
    const site = request.headers["sec-fetch-site"];
    const origin = request.headers.origin;
    const ours =
      site !== undefined
        ? site === "same-origin" || site === "none"
        : origin === undefined ||
          origin === config.publicUrl.origin ||
          originHost(origin) === request.headers.host?.toLowerCase();
    if (ours) {
      // Decided: the framework asks again in its own way, and answers 500 to a browser that hides its Origin.
      delete request.headers.origin;
      return next();
    }
    refuse(
      response,
      403,
      "No se pudo enviar",
      "El envío llegó desde otro sitio y no se aceptó. Abre la página del estudio y vuelve a intentarlo.",
    );
  };
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Forms and links know three methods; the framework cannot even read some of the others. */
export function knownMethod(request: Request, response: Response, next: NextFunction) {
  // A file is only fetched.
  const methods = /\.(csv|ics)$/i.test(request.path) ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"];
  if (methods.includes(request.method)) return next();
  response.setHeader("Allow", methods.join(", "));
  refuse(response, 405, "No se pudo enviar", "Esta dirección solo recibe visitas y formularios. Empieza desde el inicio.");
}

// Room for the largest form by far.
const MOST_BYTES = 1024 * 1024;
// The addresses that take files: photographs of 15 MB, twenty or one; a list of 1 MB, with room to say so of a larger one.
const PHOTOGRAPH_BYTES = 15 * MOST_BYTES;
const UPLOADS = [
  {
    path: /^\/+admin\/galeria\/nueva\/?$/i,
    most: 20 * PHOTOGRAPH_BYTES + MOST_BYTES,
    advice: "Regresa con el botón Atrás y elige menos fotos, o fotos más ligeras: caben 20 de 15 MB.",
  },
  {
    path: /^\/+admin\/configuracion\/apariencia\/(logo|portada)\/?$/i,
    most: PHOTOGRAPH_BYTES + MOST_BYTES,
    advice: "Regresa con el botón Atrás y elige una imagen más ligera: cabe una de 15 MB.",
  },
  {
    path: /^\/+admin\/clientes\/importar\/?$/i,
    most: 4 * MOST_BYTES,
    advice: "Regresa con el botón Atrás y elige un archivo más ligero: cabe 1 MB. Puedes dividirlo y subirlo por partes.",
  },
];

/** Refuses a body that is too large, or that does not say how large it is, before a byte of it is read. */
export function bodyLimit(request: Request, response: Response, next: NextFunction) {
  if (request.headers["transfer-encoding"] !== undefined) {
    response.setHeader("Connection", "close");
    return refuse(response, 411, "No se pudo enviar", "El envío no dijo su tamaño. Vuelve a intentarlo desde tu navegador.");
  }
  const size = Number(request.headers["content-length"] ?? 0);
  const isUpload = request.method === "POST" && request.is("multipart/form-data");
  const upload = isUpload ? UPLOADS.find(({ path }) => path.test(request.path)) : undefined;
  if (size > (upload?.most ?? MOST_BYTES)) {
    response.setHeader("Connection", "close");
    const advice = upload?.advice ?? "Regresa con el botón Atrás, acorta los textos más largos y vuelve a enviar.";
    return refuse(response, 413, "El envío es demasiado grande", advice);
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
export function refuse(response: Response, status: number, title: string, sentence: string): void {
  response
    .status(status)
    .type("html")
    .send(
      `<!DOCTYPE html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><main><h1>${title}</h1><p>${sentence}</p><p><a href="/">Ir al inicio</a></p></main></body></html>`,
    );
}
