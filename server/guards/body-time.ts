import type { IncomingMessage, ServerResponse } from "node:http";
import onHeaders from "on-headers";

const MIN_BYTES_PER_SECOND = 8 * 1024;

/** How long a body may take until it is answered; the rest of an answered one, in all and between two looks at its speed. */
export type BodyTimes = { formMs: number; restMs: number; lookMs: number };

export const BODY_TIMES: BodyTimes = { formMs: 60_000, restMs: 30_000, lookMs: 10_000 };

/**
 * Calls `onTimeout` for a body that takes longer than a form may take, until the function that it returns is called. Discards the
 * rest of a body that was answered before it was complete (an expired session, for example), and ends it when it comes too slowly.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  { formMs, restMs, lookMs }: BodyTimes,
  onTimeout: () => void,
): () => void {
  const timeout = setTimeout(() => request.complete || onTimeout(), formMs).unref();
  request.once("close", () => clearTimeout(timeout));
  // A smaller one is complete before anybody looks at its speed, unless it is slow.
  const mayBeCut = Number(request.headers["content-length"]) * 1000 > MIN_BYTES_PER_SECOND * lookMs;
  let isRedirectAsError = false;
  onHeaders(response, () => {
    isRedirectAsError = mayBeCut && !request.complete && redirectAsError(response);
  });
  const { end } = response;
  response.end = (...body: unknown[]) => Reflect.apply(end, response, isRedirectAsError ? [WAIT_PAGE] : body);
  response.once("finish", () => {
    if (request.complete) return;
    // A browser that is still sending does not read the response until it is done.
    request.removeAllListeners("data");
    request.resume();
    let looks = 0;
    let bytesRead = request.socket.bytesRead;
    const look = setInterval(() => {
      looks++;
      const bytes = request.socket.bytesRead - bytesRead;
      bytesRead += bytes;
      const isTooSlow = bytes * 1000 < MIN_BYTES_PER_SECOND * lookMs;
      if (isTooSlow || looks * lookMs >= restMs) request.destroy();
    }, lookMs).unref();
    request.once("close", () => clearInterval(look));
  });
  return () => clearTimeout(timeout);
}

// Instead of an error without a body, Chromium shows a page of its own, which does not go on.
const WAIT_PAGE = "<!DOCTYPE html><title>Un momento...</title>";

/**
 * Makes a redirect an error that leads to the same page, and gives whether it was one: of an answer whose connection ended before
 * the whole body was sent, Chromium reads only errors.
 */
function redirectAsError(response: ServerResponse): boolean {
  const location = response.getHeader("Location");
  if (location === undefined && !response.hasHeader("X-Remix-Redirect")) return false;
  response.statusCode = 401;
  if (location === undefined) return false;
  response.setHeader("Refresh", `0;url=${location}`);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.removeHeader("Content-Length");
  return true;
}
