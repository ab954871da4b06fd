import type { IncomingMessage } from "node:http";
import type { NextFunction, Request, Response } from "express";
import { sendErrorPage } from "../error-page";

// Far more than the largest form needs.
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_PHOTO_BYTES = 15 * MAX_BODY_BYTES;

type UploadLimit = { path: RegExp; maxBytes: number; advice: string };

// The URLs that accept files. The client import gets more than its 1 MB, so the route can report a larger file by name.
const UPLOAD_LIMITS: UploadLimit[] = [
  {
    path: /^\/+admin\/galeria\/nueva\/?$/i,
    maxBytes: 20 * MAX_PHOTO_BYTES + MAX_BODY_BYTES,
    advice: "Regresa con el botón Atrás y elige menos fotos, o fotos más ligeras: caben 20 de 15 MB.",
  },
  {
    path: /^\/+admin\/configuracion\/apariencia\/(logo|portada)\/?$/i,
    maxBytes: MAX_PHOTO_BYTES + MAX_BODY_BYTES,
    advice: "Regresa con el botón Atrás y elige una imagen más ligera: cabe una de 15 MB.",
  },
  {
    path: /^\/+admin\/clientes\/importar\/?$/i,
    maxBytes: 4 * MAX_BODY_BYTES,
    advice: "Regresa con el botón Atrás y elige un archivo más ligero: cabe 1 MB. Puedes dividirlo y subirlo por partes.",
  },
];

/** The limit for a request that uploads files to one of the URLs that accept them; otherwise undefined. */
export function uploadLimitFor({ method, url = "", headers }: IncomingMessage): UploadLimit | undefined {
  if (method !== "POST" || !/^multipart\/form-data(;|$)/i.test(headers["content-type"] ?? "")) return undefined;
  const [path = ""] = url.split("?", 1);
  return UPLOAD_LIMITS.find((limit) => limit.path.test(path));
}

/** Middleware that rejects a body that is too large (413) or declares no length (411), before any of it is read. */
export function bodyLimit(request: Request, response: Response, next: NextFunction) {
  if (request.headers["transfer-encoding"] !== undefined) {
    response.setHeader("Connection", "close");
    return sendErrorPage(
      response,
      411,
      "No se pudo enviar",
      "El envío no dijo su tamaño. Vuelve a intentarlo desde tu navegador.",
    );
  }
  const bytes = Number(request.headers["content-length"] ?? 0);
  const uploadLimit = uploadLimitFor(request);
  if (bytes > (uploadLimit?.maxBytes ?? MAX_BODY_BYTES)) {
    response.setHeader("Connection", "close");
    const advice = uploadLimit?.advice ?? "Regresa con el botón Atrás, acorta los textos más largos y vuelve a enviar.";
    return sendErrorPage(response, 413, "El envío es demasiado grande", advice);
  }
  // If the response was sent before the whole body was read (an expired session, for example), discard the rest: a browser
  // that is still sending does not read the response until it is done.
  response.on("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
  next();
}
