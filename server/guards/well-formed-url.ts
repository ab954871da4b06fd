import type { NextFunction, Request, Response } from "express";
import { sendErrorPage } from "../error-page";

/** Middleware that rejects malformed URLs with 400, and redirects `//admin` to `/admin`, so each page has one URL. */
export function requireWellFormedUrl(request: Request, response: Response, next: NextFunction) {
  const advice = "Revisa la dirección o empieza desde el inicio.";
  if (!request.originalUrl.startsWith("/") || !isWellFormedPath(request.path))
    return sendErrorPage(response, 400, "Dirección mal escrita", advice);
  if (!/\/\//.test(request.path)) return next();
  if (request.method !== "GET") return sendErrorPage(response, 404, "No encontramos esa página", advice);
  response.redirect(301, request.originalUrl.replace(/\/{2,}/g, "/"));
}

/** Whether a path can be decoded, and has nothing (`..`, a backslash, a null byte) that could turn it into another path. */
function isWellFormedPath(path: string): boolean {
  if (/\\|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}
