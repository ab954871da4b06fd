import type { NextFunction, Request, Response } from "express";
import { sendErrorPage } from "../error-page";

/** Middleware that rejects methods that no link or form uses with 405; Remix cannot even parse some of them. */
export function requireAllowedMethod(request: Request, response: Response, next: NextFunction) {
  const isDownload = /\.(csv|ics)$/i.test(request.path);
  const methods = isDownload ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"];
  if (methods.includes(request.method)) return next();
  response.setHeader("Allow", methods.join(", "));
  sendErrorPage(response, 405, "No se pudo enviar", "Esta dirección solo recibe visitas y formularios. Empieza desde el inicio.");
}
