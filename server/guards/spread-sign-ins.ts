import type { RequestHandler } from "express";
import { MAX_WAITING_SIGN_INS, SIGN_IN_INTERVAL_MS } from "~/limits";
import { sendErrorPage } from "../error-page";

/**
 * Lets sign-ins and sign-ups of unknown browsers begin one by one, because a crowd of them at once keeps the owner and the visitors
 * waiting. When too many wait, the next ones get a 503 without the application. It does not wait for bodies, so that a slow one does
 * not block the line.
 */
export function spreadSignIns(hasKnownBrowser: (cookies: string | undefined) => Promise<boolean>): RequestHandler {
  const waiting: (() => void)[] = [];
  let isPausing = false;
  const letNextIn = () => {
    const next = waiting.shift();
    isPausing = next !== undefined;
    if (!next) return;
    setTimeout(letNextIn, SIGN_IN_INTERVAL_MS).unref();
    next();
  };
  return async (request, response, next) => {
    // A rejection here would end the process.
    if (await hasKnownBrowser(request.headers.cookie).catch(() => false)) return next();
    if (waiting.length >= MAX_WAITING_SIGN_INS) {
      response.setHeader("Retry-After", "10");
      return sendErrorPage(
        response,
        503,
        "Espera un momento",
        "Muchas personas están entrando a la vez. Vuelve a intentarlo en unos segundos.",
      );
    }
    waiting.push(() => void (response.destroyed || next()));
    if (!isPausing) letNextIn();
  };
}
