import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { requestIdOf, setRoute } from "../request-log";
import type { Header } from "../security-headers";
import type { Encoding } from "./accept-encoding";
import type { Revisions } from "./revisions";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** A rendered page in every encoding: its headers, as the flat list that `writeHead` takes, and its body. */
export type CachedPage = {
  /** The id of its route, for the log. */
  route: string;
  /** The revisions it was rendered at. `agenda` is null unless the page offers times. */
  publica: string;
  agenda: string | null;
  /** When it expires, in milliseconds since the epoch. */
  expiresAt: number;
  etag: string;
  headers: Record<Encoding, string[]>;
  bodies: Record<Encoding, Buffer>;
  /** The size of all bodies together. */
  bytes: number;
};

export function isCurrent({ publica, agenda, expiresAt }: CachedPage, revisions: Revisions): boolean {
  return publica === revisions.publica && (agenda === null || agenda === revisions.agenda) && Date.now() <= expiresAt;
}

/** Compresses a page. The result has `ownHeaders`, without those that are for the cache itself, then `securityHeaders`. */
export async function compressPage(html: string, ownHeaders: Headers, securityHeaders: Header[]) {
  const identity = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    brotliAsync(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    gzipAsync(identity, { level: 9 }),
  ]);
  const bodies = { br, gzip: gzipped, identity };
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const sharedHeaders = [
    ...[...ownHeaders].filter(([name]) => !/^(content-length|cache-(while|until)$)/i.test(name)).flat(),
    ...securityHeaders.flat(),
    ...["ETag", etag, "Vary", "Accept-Encoding"],
  ];
  const headersOf = (encoding: Encoding) => [
    ...sharedHeaders,
    ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    // The last header, because a 304 is sent without it.
    ...["Content-Length", String(bodies[encoding].length)],
  ];
  const headers = { br: headersOf("br"), gzip: headersOf("gzip"), identity: headersOf("identity") };
  return { etag, headers, bodies, bytes: identity.length + br.length + gzipped.length };
}

/** Sends a cached page: 304 if the browser has it, otherwise 200 in `encoding`. */
export function sendCachedPage(page: CachedPage, encoding: Encoding, request: IncomingMessage, response: ServerResponse): void {
  setRoute(response, page.route);
  const id = ["X-Request-Id", requestIdOf(response)];
  if (matchesEtag(request, page.etag)) {
    response.writeHead(304, [...id, ...page.headers.identity.slice(0, -2)]);
    response.end();
    return;
  }
  response.writeHead(200, [...id, ...page.headers[encoding]]);
  response.end(request.method === "HEAD" ? undefined : page.bodies[encoding]);
}

/** Whether the browser already has the page with this ETag, and is not doing a forced reload. */
function matchesEtag({ headers }: IncomingMessage, etag: string): boolean {
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch === undefined || /\bno-cache\b/i.test(headers["cache-control"] ?? "")) return false;
  return ifNoneMatch === "*" || ifNoneMatch.split(",").some((value) => value.trim().replace(/^W\//, "") === etag);
}
