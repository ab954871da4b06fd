import type { IncomingMessage, ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { requestIdOf } from "../request-log";

// The best first: browsers list gzip before Brotli, and accept both.
const ENCODINGS = ["br", "gzip", "identity"] as const;

/** What is answered: a body in one or more encodings, and headers that are the same for all of them. */
export type Answer = {
  status: number;
  headers: Headers;
  bodies: { br?: Buffer; gzip?: Buffer; identity: Buffer };
};

/** Sends an answer in the best encoding that the browser accepts, or 304 if the browser has it already. */
export function respond(request: IncomingMessage, response: ServerResponse, { status, headers, bodies }: Answer): void {
  const accepted = new Negotiator(request).encodings(ENCODINGS);
  const encoding = ENCODINGS.find((each) => accepted.includes(each) && bodies[each]) ?? "identity";
  const body = bodies[encoding] ?? bodies.identity;
  response.setHeaders(headers);
  response.setHeader("X-Request-Id", requestIdOf(response));
  if (bodies.br || bodies.gzip) response.setHeader("Vary", "Accept-Encoding");
  if (matchesEtag(request, headers.get("ETag"))) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.statusCode = status;
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length);
  response.end(body);
}

/** Whether the browser already has the page with this ETag, and is not doing a forced reload. */
function matchesEtag({ headers }: IncomingMessage, etag: string | null): boolean {
  const ifNoneMatch = headers["if-none-match"];
  if (etag === null || ifNoneMatch === undefined || /\bno-cache\b/i.test(headers["cache-control"] ?? "")) return false;
  return ifNoneMatch === "*" || ifNoneMatch.split(",").some((value) => value.trim().replace(/^W\//, "") === etag);
}
