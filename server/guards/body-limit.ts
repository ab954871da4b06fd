import type { NextFunction, Request, Response } from "express";
import { MAX_BODY_BYTES } from "../../app/limits";
import { sendErrorPage } from "../error-page";
import type { UploadLimitOf } from "./upload-limits";

/** Middleware that rejects a body that is too large (413) or declares no length (411), before any of it is read. */
export function bodyLimit(uploadLimitOf: UploadLimitOf) {
  return (request: Request, response: Response, next: NextFunction) => {
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
    const uploadLimit = uploadLimitOf(request);
    // The connection stays open and its rest is discarded (body-time.ts): a proxy still sending to a closed one answers 502.
    if (bytes > (uploadLimit?.maxBytes ?? MAX_BODY_BYTES)) {
      const advice = uploadLimit?.advice ?? "Regresa con el botón Atrás, acorta los textos más largos y vuelve a enviar.";
      return sendErrorPage(response, 413, "El envío es demasiado grande", advice);
    }
    next();
  };
}
