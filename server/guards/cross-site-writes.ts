import type { IncomingHttpHeaders } from "node:http";
import type { NextFunction, Request, Response } from "express";
import { SESSION_COOKIE } from "~/http/session/session-cookie";
import type { Config } from "../config";
import { sendErrorPage } from "../error-page";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const SESSION = new RegExp(`(^|;\\s*)(__Host-)?${SESSION_COOKIE}=`);

/** Middleware that rejects writes sent by another site (CSRF) with 403. */
export function rejectCrossSiteWrites(config: Config) {
  return (request: Request, response: Response, next: NextFunction) => {
    if (SAFE_METHODS.has(request.method)) return next();
    if (isSameSiteWrite(config, request.headers)) {
      // Remix has its own Origin check, which answers 500 to browsers that hide their Origin.
      delete request.headers.origin;
      return next();
    }
    sendErrorPage(
      response,
      403,
      "No se pudo enviar",
      "El envío llegó desde otro sitio y no se aceptó. Abre la página del estudio y vuelve a intentarlo.",
    );
  };
}

/** Whether the headers of a write say that one of our own pages sent it. */
function isSameSiteWrite(config: Config, headers: IncomingHttpHeaders): boolean {
  const { origin, cookie = "", "sec-fetch-site": site } = headers;
  const originUrl = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  // A page loaded over http could have been modified on the network.
  if (config.publicUrl.protocol === "https:" && originUrl?.protocol === "http:") return false;
  if (site !== undefined) return site === "same-origin" || site === "none";
  // Every browser sends one of the two headers with a form. Other clients may write, but not with a session.
  if (origin === undefined) return !SESSION.test(cookie);
  return origin === config.publicUrl.origin || (originUrl !== undefined && originUrl.host === headers.host?.toLowerCase());
}
