import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { logError } from "~/log.server";
import type { Sitio } from "~/models/estudio/apariencia.server";
import { requestIdOf, setRoute } from "../request-log";
import type { Header } from "../security-headers";
import { type CachedPage, compressPage, etagOf, isCurrent } from "./cached-page";
import type { FallbackCopies, FallbackCopy } from "./fallback-copies";
import { PageStore } from "./page-store";
import { type Answer, respond } from "./respond";
import type { RevisionReader, Revisions } from "./revisions";

const gunzipAsync = promisify(gunzip);

// Enough for every page of a large studio.
const MAX_BYTES = 24 * 2 ** 20;
const RETRY_AFTER_SECONDS = "10";

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
   * The page of a URL: its address, with nothing that does not change what it shows, and the id of its route; null if the URL is
   * not that of a page that is cached.
   */
  findPage: (url: string) => { address: string; route: string } | null;
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
  /** Answers a request for a public page and returns true, or returns false. `app` answers if the settings cannot be read. */
  handle: (request: IncomingMessage, response: ServerResponse, app: RequestListener) => boolean;
  /** Whether pages that are not cached cannot be rendered. */
  isDatabaseUnavailable: () => boolean;
  /** Puts the prices into force whose day has come, before a page that is not cached is rendered. Never throws. */
  applyPrices: () => Promise<unknown>;
  /** Answers 503 with the studio's facts as last known. */
  sendUnavailable: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Caches the public pages, compressed, until something they show changes: what is saved is on the page at the very next
 * request, in every container. While the database is unavailable, it serves the fallback copy of each page.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { findPage, render, getSitio, renderUnavailable, revisions: reader, copies, origin, isKnownHost, headersFor } = options;
  const store = new PageStore(options.maxBytes ?? MAX_BYTES);
  const renders = new Map<string, Promise<Answer>>();
  let known: { publica: string; sitio: Sitio } | undefined;
  let sitioRead: { publica: string; promise: Promise<Sitio> } | undefined;

  function handle(request: IncomingMessage, response: ServerResponse, app: RequestListener): boolean {
    const page = isRead(request) && isKnownHost(request.headers.host) ? findPage(request.url ?? "") : null;
    if (!page) return false;
    setRoute(response, page.route);
    void servePage(page.address, request, response, app);
    return true;
  }

  async function servePage(
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
    app: RequestListener,
  ): Promise<void> {
    try {
      const revisions = await reader.read();
      const answer = revisions && (await answerAt(address, revisions));
      const isPoor = !answer || answer.status >= 500 || answer.headers.has("Cache-Fallback");
      // Of a page with parameters, in its first state.
      const copy = isPoor ? copies.get(pathOf(address)) : undefined;
      if (copy) respond(request, response, await answerOf(copy, address));
      else if (answer) respond(request, response, answer);
      // The database answers, but the settings cannot be read: the application shows its error page.
      else if (revisions) app(request, response);
      else sendUnavailable(request, response);
    } catch (error) {
      logError("pages", error, requestIdOf(response));
      if (response.headersSent) response.destroy();
      else sendUnavailable(request, response);
    }
  }

  /** The answer for a page, from the cache or rendered; undefined if the studio's settings cannot be read. */
  async function answerAt(address: string, revisions: Revisions): Promise<Answer | undefined> {
    const cached = store.get(address);
    if (cached && isCurrent(cached, revisions)) return cached;
    const sitio = await sitioAt(revisions.publica);
    return sitio && renderOnce(address, revisions, sitio);
  }

  /** Reads the studio's settings, once for each revision; undefined if that fails. */
  async function sitioAt(publica: string): Promise<Sitio | undefined> {
    if (known?.publica === publica) return known.sitio;
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
  function renderOnce(address: string, revisions: Revisions, sitio: Sitio): Promise<Answer> {
    const key = `${revisions.publica} ${revisions.agenda} ${address}`;
    const pending = renders.get(key);
    if (pending) return pending;
    const started = renderPage(address, revisions, sitio).finally(() => renders.delete(key));
    renders.set(key, started);
    return started;
  }

  async function renderPage(address: string, revisions: Revisions, { estudio }: Sitio): Promise<Answer> {
    const response = await render(new Request(`${origin}${address}`, { headers: { accept: "text/html" } }));
    const { status } = response;
    const headers = withSecurityHeaders(address, response.headers);
    const isCacheable = status === 200 && headers.get("Cache-Control")?.startsWith("public") && !headers.has("Set-Cookie");
    if (status === 404) void copies.remove(address);
    if (!isCacheable) {
      if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
      return { status, headers, bodies: { identity: Buffer.from(await response.arrayBuffer()) } };
    }
    const html = await response.text();
    if (!address.includes("?")) void copies.save(address, headers.get("Content-Type") ?? "", withoutFreshParts(html));

    // Pages show dates relative to today, so each one expires at the end of the studio's day.
    const midnight = studioMoment(addDays(studioDay(new Date(), estudio.zona_horaria), 1), "00:00", estudio.zona_horaria);
    const expiresAt = Math.min(midnight.getTime() - 1, Date.parse(headers.get("Cache-Until") ?? "") || Number.POSITIVE_INFINITY);
    const agenda = headers.get("Cache-While") === "agenda" ? revisions.agenda : null;
    // These two are for the cache itself.
    headers.delete("Cache-Until");
    headers.delete("Cache-While");
    headers.set("ETag", etagOf(html));
    const bodies = await compressPage(html);
    const page: CachedPage = { status, headers, bodies, publica: revisions.publica, agenda, expiresAt };
    store.set(address, page);
    return page;
  }

  async function answerOf(copy: FallbackCopy, address: string): Promise<Answer> {
    const headers = withSecurityHeaders(address, { "Content-Type": copy.contentType, "Cache-Control": "no-store" });
    return { status: 200, headers, bodies: { gzip: copy.gzip, identity: await gunzipAsync(copy.gzip) } };
  }

  function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? "/";
    // A link to `//host` or `/\host` would lead to another site (open redirect).
    const retryUrl = /^\/(?![/\\])/.test(url) ? url : "/";
    const headers = withSecurityHeaders("/", {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": RETRY_AFTER_SECONDS,
    });
    const identity = Buffer.from(renderUnavailable(known?.sitio ?? copies.facts(), retryUrl));
    respond(request, response, { status: 503, headers, bodies: { identity } });
  }

  function withSecurityHeaders(address: string, own: Headers | Record<string, string>): Headers {
    const headers = new Headers(own);
    for (const [name, value] of headersFor(pathOf(address))) headers.set(name, value);
    return headers;
  }

  return { handle, sendUnavailable, isDatabaseUnavailable: reader.isDatabaseUnavailable, applyPrices: reader.read };
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
