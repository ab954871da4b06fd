import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { logError } from "~/log.server";
import type { Sitio } from "~/models/estudio/apariencia.server";
import { requestIdOf } from "../request-log";
import type { Header } from "../security-headers";
import { encodingFor } from "./accept-encoding";
import { type CachedPage, compressPage, isCurrent, sendCachedPage } from "./cached-page";
import type { FallbackCopies, FallbackCopy } from "./fallback-copies";
import { PageStore } from "./page-store";
import type { RevisionReader, Revisions } from "./revisions";

const gunzipAsync = promisify(gunzip);

// Enough for every page of a large studio.
const MAX_BYTES = 24 * 2 ** 20;
const MAX_MEMOIZED_HOSTS = 100;
const RETRY_AFTER_SECONDS = 10;

/** What the built application provides for public pages. */
export type PublicApplication = {
  /** Renders a request without cookies, so a cached page contains no personal data. */
  render: (request: Request) => Promise<Response>;
  /** The studio's settings and appearance. */
  getSitio: () => Promise<Sitio>;
  renderUnavailable: (sitio: Sitio | undefined, retryUrl: string) => string;
};

export type PageCacheOptions = PublicApplication & {
  /**
   * Whether a URL may be that of a page that is cached; its address, with nothing that does not change what it shows; and the id
   * of the route of an address' path.
   */
  pages: { test: (url: string) => boolean; addressOf: (url: string) => string | null; routeOf: (path: string) => string };
  revisions: Pick<RevisionReader, "read" | "isDatabaseUnavailable">;
  copies: FallbackCopies<Sitio>;
  origin: string;
  /** Whether we serve the host of a `Host` header. */
  isKnownHost: (host: string | undefined) => boolean;
  /** The security headers for a path. */
  headersFor: (path: string) => Header[];
  /** The maximum size of all cached pages together. */
  maxBytes?: number;
};

export type PageCache = {
  /** Answers a request for a public page and returns true, or returns false. `app` answers when the URL is not that of a page. */
  handle: (request: IncomingMessage, response: ServerResponse, app: RequestListener) => boolean;
  /** Whether pages that are not cached cannot be rendered. */
  isDatabaseUnavailable: () => boolean;
  /** Answers 503 with the studio's facts as last known. */
  sendUnavailable: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Caches the public pages, compressed, until something they show changes: what is saved is on the page at the very next
 * request, in every container. While the database is unavailable, it serves the fallback copy of each page.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { pages, render, getSitio, renderUnavailable, revisions: reader, copies, origin, isKnownHost, headersFor } = options;
  const store = new PageStore(options.maxBytes ?? MAX_BYTES);
  // Parsing the Host header takes longer than the rest of sending a cached page.
  const knownHosts = new Set<string>();
  const renders = new Map<string, Promise<CachedPage | Response>>();
  let known: { publica: string; sitio: Sitio } | undefined;
  let sitioRead: { publica: string; promise: Promise<Sitio> } | undefined;

  function handle(request: IncomingMessage, response: ServerResponse, app: RequestListener): boolean {
    if (!isRead(request) || !pages.test(request.url ?? "") || !isKnownHostMemoized(request.headers.host ?? "")) return false;
    void handlePageRequest(request, response, app);
    return true;
  }

  async function handlePageRequest(request: IncomingMessage, response: ServerResponse, app: RequestListener): Promise<void> {
    try {
      const revisions = await reader.read();
      // The fast path: most URLs are already in their canonical form.
      const cached = revisions && store.get(request.url ?? "");
      if (cached && isCurrent(cached, revisions)) send(cached, request, response);
      else await servePage(revisions, request, response, app);
    } catch (error) {
      logError("pages", error, requestIdOf(response));
      if (response.headersSent) response.destroy();
      else sendUnavailable(request, response);
    }
  }

  function isKnownHostMemoized(host: string): boolean {
    if (knownHosts.has(host)) return true;
    if (!isKnownHost(host)) return false;
    if (knownHosts.size < MAX_MEMOIZED_HOSTS) knownHosts.add(host);
    return true;
  }

  async function servePage(
    revisions: Revisions | null,
    request: IncomingMessage,
    response: ServerResponse,
    app: RequestListener,
  ): Promise<void> {
    const url = request.url ?? "";
    if (revisions === null) return sendFallbackCopy(url, request, response);
    const address = pages.addressOf(url);
    if (address === null) return app(request, response);
    const sitio = known?.publica === revisions.publica ? known.sitio : await sitioAt(revisions.publica);
    // The database answers, but the settings cannot be read: without a copy, let the application show its error page.
    if (!sitio) return fallbackCopy(url) ? sendFallbackCopy(url, request, response) : app(request, response);
    const cached = store.get(address);
    const page = cached && isCurrent(cached, revisions) ? cached : await renderOnce(address, revisions, sitio);
    if (page instanceof Response) {
      const isPoor = page.status >= 500 || page.headers.has("Cache-Fallback");
      if (isPoor && fallbackCopy(url)) return sendFallbackCopy(url, request, response);
      return sendUncached(page, url, request, response);
    }
    send(page, request, response);
  }

  function send(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
    sendCachedPage(page, encodingFor(request), request, response);
  }

  /** Reads the studio's settings, once for each revision; undefined if that fails. */
  async function sitioAt(publica: string): Promise<Sitio | undefined> {
    if (sitioRead?.publica !== publica) sitioRead = { publica, promise: getSitio() };
    const { promise } = sitioRead;
    try {
      const sitio = await promise;
      // A slow read of an older revision must not replace a newer one.
      if (sitioRead?.promise === promise && known?.publica !== publica) {
        known = { publica, sitio };
        void copies.saveFacts(sitio);
      }
      return sitio;
    } catch (error) {
      logError("pages", error);
      if (sitioRead?.promise === promise) sitioRead = undefined;
      return undefined;
    }
  }

  /** Renders a page; concurrent requests for it share one render. */
  function renderOnce(address: string, revisions: Revisions, sitio: Sitio): Promise<CachedPage | Response> {
    const key = `${revisions.publica} ${revisions.agenda} ${address}`;
    const pending = renders.get(key);
    if (pending) return pending;
    const started = renderPage(address, revisions, sitio).finally(() => renders.delete(key));
    renders.set(key, started);
    return started;
  }

  async function renderPage(address: string, revisions: Revisions, { estudio }: Sitio): Promise<CachedPage | Response> {
    const response = await render(new Request(`${origin}${address}`, { headers: { accept: "text/html" } }));
    const { headers } = response;
    const isCacheable =
      response.status === 200 && headers.get("Cache-Control")?.startsWith("public") && !headers.has("Set-Cookie");
    if (response.status === 404) void copies.remove(address);
    if (!isCacheable) return response;
    const html = await response.text();
    const contentType = headers.get("Content-Type") ?? "";
    if (!address.includes("?")) void copies.save(address, contentType, withoutFreshParts(html));

    // Pages show dates relative to today, so each one expires at the end of the studio's day.
    const midnight = studioMoment(addDays(studioDay(new Date(), estudio.zona_horaria), 1), "00:00", estudio.zona_horaria);
    const expiresAt = Math.min(midnight.getTime() - 1, Date.parse(headers.get("Cache-Until") ?? "") || Number.POSITIVE_INFINITY);
    const agenda = headers.get("Cache-While") === "agenda" ? revisions.agenda : null;
    const compressed = await compressPage(html, headers, headersFor(address));
    const route = pages.routeOf(pathOf(address));
    const page: CachedPage = { ...compressed, route, publica: revisions.publica, agenda, expiresAt };
    store.set(address, page);
    return page;
  }

  /** The last copy of a page, in its first state: whatever is chosen on it by parameters. */
  function fallbackCopy(url: string): FallbackCopy | undefined {
    return copies.get(pathOf(pages.addressOf(url) ?? ""));
  }

  async function sendFallbackCopy(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const copy = fallbackCopy(url);
    if (!copy) return sendUnavailable(request, response);
    const isGzipped = encodingFor(request) !== "identity";
    const body = isGzipped ? copy.gzip : await gunzipAsync(copy.gzip);
    response.writeHead(200, [
      ...["X-Request-Id", requestIdOf(response), ...headersFor(pathOf(url)).flat()],
      ...["Content-Type", copy.contentType, "Cache-Control", "no-store", "Vary", "Accept-Encoding"],
      ...(isGzipped ? ["Content-Encoding", "gzip"] : []),
      ...["Content-Length", String(body.length)],
    ]);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? "/";
    // A link to `//host` or `/\host` would lead to another site (open redirect).
    const retryUrl = /^\/(?![/\\])/.test(url) ? url : "/";
    const body = Buffer.from(renderUnavailable(known?.sitio ?? copies.facts(), retryUrl));
    response.writeHead(503, [
      ...["X-Request-Id", requestIdOf(response), ...headersFor("/").flat()],
      ...["Content-Type", "text/html; charset=utf-8", "Cache-Control", "no-store"],
      ...["Retry-After", String(RETRY_AFTER_SECONDS), "Content-Length", String(body.length)],
    ]);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  async function sendUncached(page: Response, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Cloned, because concurrent requests can share the response.
    const body = Buffer.from(await page.clone().arrayBuffer());
    response.writeHead(page.status, [
      ...[...page.headers].flat(),
      ...["X-Request-Id", requestIdOf(response), ...headersFor(pathOf(url)).flat()],
      ...(page.headers.has("Cache-Control") ? [] : ["Cache-Control", "no-store"]),
      ...["Content-Length", String(body.length)],
    ]);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  return { handle, sendUnavailable, isDatabaseUnavailable: reader.isDatabaseUnavailable };
}

/** Whether a request reads a URL and has no body. */
function isRead({ method, headers }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

/** Removes what components mark as true only while the page is fresh: free times. */
function withoutFreshParts(html: string): string {
  return html.replace(/<while-fresh>.*?<\/while-fresh>/gs, "");
}
