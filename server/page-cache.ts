import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Request as ExpressRequest, Response as ExpressResponse, NextFunction } from "express";
import { isPrivate } from "./security";

type Page = { revision: string; headers: [string, string][]; etag: string; html: Buffer; br: Buffer; gzip: Buffer };

const MOST_PAGES = 300;

/**
 * Keeps the public pages, compressed as far as they go, until something they show has changed. `render` is the built
 * application, asked without cookies, so that a kept page can hold nothing of anyone; `revision` gives the number that
 * the database moves on with every change, and the studio's day, so that a saved fact is on the page at the very next
 * request, in every container.
 */
export function pageCache(render: (request: Request) => Promise<Response>, revision: () => Promise<string>, origin: string) {
  const pages = new Map<string, Page>();

  async function freshPage(url: string, now: string): Promise<Page | Response> {
    const response = await render(new Request(`${origin}${url}`, { headers: { accept: "text/html" } }));
    const cacheControl = response.headers.get("Cache-Control") ?? "";
    if (response.status !== 200 || !cacheControl.startsWith("public") || response.headers.has("Set-Cookie")) return response;
    const html = Buffer.from(await response.arrayBuffer());
    return {
      revision: now,
      headers: [...response.headers].filter(([name]) => name !== "content-length"),
      etag: `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
      html,
      br: brotliCompressSync(html, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
      }),
      gzip: gzipSync(html, { level: 9 }),
    };
  }

  return async (request: ExpressRequest, response: ExpressResponse, next: NextFunction) => {
    const isPage =
      (request.method === "GET" || request.method === "HEAD") && !isPrivate(request.path) && !("_data" in request.query);
    if (!isPage || request.originalUrl.length > 300) return next();
    try {
      const url = canonical(request.originalUrl);
      const now = await revision().catch(() => undefined);
      const kept = pages.get(url);
      const found = now !== undefined && kept?.revision === now ? kept : await freshPage(url, now ?? "");
      if (found instanceof Response) return await sendResponse(found, request, response);
      if (now !== undefined) {
        pages.delete(url);
        pages.set(url, found);
        if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value ?? "");
      }
      sendPage(found, request, response);
    } catch (error) {
      next(error);
    }
  };
}

/** The address with only the parameters a public page reads: an advertisement's click is no page of its own. */
function canonical(url: string): string {
  const [path = "/", query = ""] = url.split("?", 2);
  const read = [...new URLSearchParams(query)].filter(([name]) => ["servicio", "imagen", "de"].includes(name));
  return read.length > 0 ? `${path}?${new URLSearchParams(read)}` : path;
}

function sendPage(page: Page, request: ExpressRequest, response: ExpressResponse): void {
  for (const [name, value] of page.headers) response.setHeader(name, value);
  response.setHeader("ETag", page.etag);
  response.setHeader("Vary", "Accept-Encoding");
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  // Ours decides among what the browser takes: they all name gzip first.
  const encoding = ["br", "gzip"].find((name) => request.acceptsEncodings(name));
  const body = encoding === "br" ? page.br : encoding === "gzip" ? page.gzip : page.html;
  if (encoding === "br" || encoding === "gzip") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
}

async function sendResponse(found: Response, request: ExpressRequest, response: ExpressResponse): Promise<void> {
  response.status(found.status);
  for (const [name, value] of found.headers) response.append(name, value);
  const body = Buffer.from(await found.arrayBuffer());
  response.end(request.method === "HEAD" ? undefined : body);
}
