import { createHash } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { canonicalAddress, plainAddress, plainAddresses } from "~/format/addresses";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import type { Directorio } from "~/models/estudio/directorio.server";
import type { FallbackCopies, FallbackCopy } from "./fallback-copies";
import type { RevisionReader, Revisions } from "./revisions";
import type { Header } from "./security";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const expand = promisify(gunzip);

// Room for every page of a large studio; what has not been asked for the longest goes first.
const MAX_BYTES = 24 * 2 ** 20;
const MAX_KNOWN = 100;
const RETRY_SECONDS = 10;

/** What the built application does for public pages. */
export type PublicApplication = {
  /** Answers a request that carries no cookie, so that a kept page can hold nothing of anyone. */
  render: (request: Request) => Promise<Response>;
  readDirectorio: () => Promise<Directorio>;
  renderUnavailable: (directorio: Directorio | undefined, again: string) => string;
};

export type PageCacheOptions = PublicApplication & {
  revisions: Pick<RevisionReader, "read" | "isAway">;
  copies: FallbackCopies<Directorio>;
  origin: string;
  /** Whether a request's `Host` is one of ours. */
  isKnownHost: (host: string | undefined) => boolean;
  /** The security headers of a path. */
  headersFor: (path: string) => Header[];
  /** How much room kept pages take at most. */
  maxBytes?: number;
};

type Encoding = "br" | "gzip" | "identity";

/** A page as it is sent: for each encoding its headers, flat as `writeHead` takes them, and its body. */
type CachedPage = {
  /** True while these have not moved: the agenda's only of a page that offers times. */
  publica: string;
  agenda: string | null;
  /** True until this moment, in milliseconds. */
  until: number;
  etag: string;
  headers: Record<Encoding, string[]>;
  bodies: Record<Encoding, Buffer>;
  bytes: number;
  usedAt: number;
};

export type PageCache = {
  /** Answers a request for a public page, or gives false and leaves it alone. `otherwise` answers what turns out to be none. */
  answer: (request: IncomingMessage, response: ServerResponse, otherwise: RequestListener) => boolean;
  /** Whether the database is away, so that pages which are not kept cannot be made. */
  isAway: () => boolean;
  /** Answers 503 with what was last known of the studio. */
  refuse: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Keeps the public pages, compressed as far as they go, until something they show has changed: a saved fact is on the page at
 * the very next request, in every container. While the database is away, it serves the last good copy of each.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const {
    render,
    readDirectorio,
    renderUnavailable,
    revisions,
    copies,
    origin,
    isKnownHost,
    headersFor,
    maxBytes = MAX_BYTES,
  } = options;
  const pages = new Map<string, CachedPage>();
  // What was found of a header's text: finding it out takes longer than all the rest of a kept page.
  const hosts = new Set<string>();
  const encodings = new Map<string, Encoding>();
  const rendering = new Map<string, Promise<CachedPage | Response>>();
  let directory: { publica: string; directorio: Directorio } | undefined;
  let readingDirectory: { publica: string; read: Promise<Directorio> } | undefined;
  let bytes = 0;
  let uses = 0;

  function answer(request: IncomingMessage, response: ServerResponse, otherwise: RequestListener): boolean {
    if (!asksForPage(request) || !isOurs(request.headers.host ?? "")) return false;
    void answerNow(request, response, otherwise);
    return true;
  }

  async function answerNow(request: IncomingMessage, response: ServerResponse, otherwise: RequestListener): Promise<void> {
    try {
      const now = await revisions.read();
      // Most requests are for a kept page by its own name.
      const kept = now && pages.get(request.url ?? "");
      if (kept && isCurrent(kept, now)) send(kept, request, response);
      else await serve(now, request, response, otherwise);
    } catch (error) {
      console.error(`pages: ${(error as Error).name}`);
      if (response.headersSent) response.destroy();
      else refuse(request, response);
    }
  }

  function isOurs(host: string): boolean {
    if (hosts.has(host)) return true;
    if (!isKnownHost(host)) return false;
    if (hosts.size < MAX_KNOWN) hosts.add(host);
    return true;
  }

  async function serve(
    now: Revisions | null,
    request: IncomingMessage,
    response: ServerResponse,
    otherwise: RequestListener,
  ): Promise<void> {
    const url = request.url ?? "";
    if (now === null) return serveLast(url, request, response);
    const directorio = directory?.publica === now.publica ? directory.directorio : await directoryAt(now.publica);
    // The database answers, and something in it cannot be read: the application says what.
    if (!directorio) return lastCopy(url) ? serveLast(url, request, response) : otherwise(request, response);
    const address = canonicalAddress(url, directorio);
    if (address === null) return otherwise(request, response);
    const kept = pages.get(address);
    const page = kept && isCurrent(kept, now) ? kept : await renderOnce(address, now, directorio);
    if (page instanceof Response) {
      if (page.status >= 500 && lastCopy(url)) return serveLast(url, request, response);
      return sendResponse(page, url, request, response);
    }
    send(page, request, response);
  }

  function send(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
    page.usedAt = ++uses;
    if (isFresh(request, page.etag)) {
      response.writeHead(304, page.headers.identity.slice(0, -2));
      response.end();
      return;
    }
    const encoding = encodingFor(request);
    response.writeHead(200, page.headers[encoding]);
    response.end(request.method === "HEAD" ? undefined : page.bodies[encoding]);
  }

  function encodingFor({ headers }: IncomingMessage): Encoding {
    const accepted = String(headers["accept-encoding"] ?? "");
    const known = encodings.get(accepted);
    if (known) return known;
    const encoding = preferredEncoding(accepted);
    if (encodings.size < MAX_KNOWN) encodings.set(accepted, encoding);
    return encoding;
  }

  /** Reads which pages there are, once for each revision; undefined when it cannot be read. */
  async function directoryAt(publica: string): Promise<Directorio | undefined> {
    if (readingDirectory?.publica !== publica) readingDirectory = { publica, read: readDirectorio() };
    const { read } = readingDirectory;
    try {
      const directorio = await read;
      // A slow answer to an older question must not take the place of a newer one.
      if (readingDirectory?.read === read && directory?.publica !== publica) {
        directory = { publica, directorio };
        void copies.saveFacts(directorio, plainAddresses(directorio));
      }
      return directorio;
    } catch (error) {
      console.error(`pages: ${(error as Error).name}`);
      if (readingDirectory?.read === read) readingDirectory = undefined;
      return undefined;
    }
  }

  /** Of those who ask for a page that is not kept, one has it made and all get it. */
  function renderOnce(address: string, now: Revisions, directorio: Directorio): Promise<CachedPage | Response> {
    const key = `${now.publica} ${now.agenda} ${address}`;
    const begun = rendering.get(key);
    if (begun) return begun;
    const made = renderPage(address, now, directorio).finally(() => rendering.delete(key));
    rendering.set(key, made);
    return made;
  }

  async function renderPage(address: string, now: Revisions, { estudio }: Directorio): Promise<CachedPage | Response> {
    const response = await render(new Request(`${origin}${address}`, { headers: { accept: "text/html" } }));
    const { headers } = response;
    const isKept = response.status === 200 && headers.get("Cache-Control")?.startsWith("public") && !headers.has("Set-Cookie");
    if (!isKept) return response;
    const whole = await response.text();
    const contentType = headers.get("Content-Type") ?? "";
    if (address === plainAddress(address)) void copies.save(address, contentType, withoutFreshParts(whole));

    // What a page says of the days to come is different tomorrow.
    const midnight = studioMoment(addDays(studioDay(new Date(), estudio.zona_horaria), 1), "00:00", estudio.zona_horaria);
    const until = Math.min(midnight.getTime() - 1, Date.parse(headers.get("Kept-Until") ?? "") || Number.POSITIVE_INFINITY);
    const agenda = headers.get("Kept-While") === "agenda" ? now.agenda : null;
    const page = await pack(whole, headers, headersFor(address));
    const kept: CachedPage = { ...page, publica: now.publica, agenda, until, usedAt: ++uses };
    keep(address, kept);
    return kept;
  }

  function keep(address: string, page: CachedPage): void {
    bytes += page.bytes - (pages.get(address)?.bytes ?? 0);
    pages.set(address, page);
    while (bytes > maxBytes && pages.size > 1) {
      const [oldest] = [...pages].reduce((one, other) => (other[1].usedAt < one[1].usedAt ? other : one));
      bytes -= pages.get(oldest)?.bytes ?? 0;
      pages.delete(oldest);
    }
  }

  function lastCopy(url: string): FallbackCopy | undefined {
    const directorio = directory?.directorio ?? copies.facts();
    const address = directorio ? canonicalAddress(url, directorio) : url;
    return address === null ? undefined : copies.get(plainAddress(address));
  }

  async function serveLast(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const copy = lastCopy(url);
    if (!copy) return refuse(request, response);
    const zipped = encodingFor(request) !== "identity";
    const body = zipped ? copy.gzip : await expand(copy.gzip);
    response.writeHead(200, [
      ...headersFor(url.split("?", 1)[0] ?? "").flat(),
      ...["Content-Type", copy.contentType, "Cache-Control", "no-store", "Vary", "Accept-Encoding"],
      ...(zipped ? ["Content-Encoding", "gzip"] : []),
      ...["Content-Length", String(body.length)],
    ]);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? "/";
    // A path of two slashes would be another site's.
    const again = /^\/(?![/\\])/.test(url) ? url : "/";
    const body = Buffer.from(renderUnavailable(directory?.directorio ?? copies.facts(), again));
    response.writeHead(503, [
      ...headersFor("/").flat(),
      ...["Content-Type", "text/html; charset=utf-8", "Cache-Control", "no-store", "Retry-After", String(RETRY_SECONDS)],
      ...["Content-Length", String(body.length)],
    ]);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  async function sendResponse(found: Response, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Several requests may share it.
    const body = Buffer.from(await found.clone().arrayBuffer());
    response.writeHead(found.status, [
      ...[...found.headers].flat(),
      ...headersFor(url.split("?", 1)[0] ?? "").flat(),
      ...(found.headers.has("Cache-Control") ? [] : ["Cache-Control", "no-store"]),
      ...["Content-Length", String(body.length)],
    ]);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  return { answer, refuse, isAway: revisions.isAway };
}

const PAGE = /^\/(?:about|gallery|servicio\/[0-9a-f-]{36}|robots\.txt|sitemap\.xml|apariencia\.css)?\/?(?:\?|$)/i;

/** Whether a request reads something that may be a kept page, and carries nothing else. */
function asksForPage({ method, url = "", headers }: IncomingMessage): boolean {
  if ((method !== "GET" && method !== "HEAD") || !PAGE.test(url)) return false;
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

function isCurrent({ publica, agenda, until }: CachedPage, now: Revisions): boolean {
  return publica === now.publica && (agenda === null || agenda === now.agenda) && Date.now() <= until;
}

const BROTLI = /(?:^|[\s,])br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i;
const GZIP = /(?:^|[\s,])gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i;

// Ours decides among what the browser takes: they all name gzip first.
function preferredEncoding(accepted: string): Encoding {
  if (takes(BROTLI, accepted)) return "br";
  return takes(GZIP, accepted) ? "gzip" : "identity";
}

function takes(encoding: RegExp, accepted: string): boolean {
  const found = encoding.exec(accepted);
  return found !== null && Number(found[1] ?? 1) > 0;
}

async function pack(text: string, own: Headers, security: Header[]) {
  const identity = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    compressGzip(identity, { level: 9 }),
  ]);
  const bodies = { br, gzip: gzipped, identity };
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const shared = [
    ...[...own].filter(([name]) => !/^(content-length|kept-)/i.test(name)).flat(),
    ...security.flat(),
    ...["ETag", etag, "Vary", "Accept-Encoding"],
  ];
  const headersOf = (encoding: Encoding) => [
    ...shared,
    ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    ...["Content-Length", String(bodies[encoding].length)],
  ];
  const headers = { br: headersOf("br"), gzip: headersOf("gzip"), identity: headersOf("identity") };
  return { etag, headers, bodies, bytes: identity.length + br.length + gzipped.length };
}

/** Whether the browser has this very page already, and did not ask for it anew. */
function isFresh({ headers }: IncomingMessage, etag: string): boolean {
  const seen = headers["if-none-match"];
  if (seen === undefined || /\bno-cache\b/i.test(headers["cache-control"] ?? "")) return false;
  return seen === "*" || seen.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}

/** A page without what its components mark as true only while it is fresh: offered times. */
function withoutFreshParts(html: string): string {
  return html.replace(/<while-fresh>.*?<\/while-fresh>/gs, "");
}
