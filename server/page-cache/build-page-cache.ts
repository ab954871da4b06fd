import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteHandle } from "../../app/http/route-handle";
import { applicationOf, pathOfRoute } from "../application";
import type { Config } from "../config";
import { isKnownHost } from "../guards/known-host";
import { securityHeadersFor } from "../security-headers";
import { createFallbackCopies } from "./fallback-copies";
import { createPageCache, type PageCache, type PageCacheOptions } from "./page-cache";
import type { RevisionReader } from "./revisions";

/**
 * The page cache for a Remix build; undefined in development, where every page is rendered anew. The fallback copies are
 * stored in `folder`, or only in memory without one. `overrides` replace options, for tests.
 */
export function createBuildPageCache(
  config: Config,
  build: ServerBuild,
  revisions: Pick<RevisionReader, "read" | "isDatabaseUnavailable">,
  folder?: string,
  overrides: Partial<PageCacheOptions> = {},
): PageCache | undefined {
  if (build.mode === "development") return undefined;
  const { getSitio, renderUnavailable, publicStyleHash } = applicationOf(build);
  const https = config.publicUrl.protocol === "https:";
  return createPageCache({
    findPage: pageFinder(build),
    render: createRequestHandler(build),
    getSitio,
    renderUnavailable,
    revisions,
    copies: createFallbackCopies(folder, buildId(build)),
    origin: config.publicUrl.origin,
    isKnownHost: (host) => isKnownHost(config, host),
    headersFor: (path) => securityHeadersFor(path, { https, nonce: "", publicStyleHash, development: false }),
    ...overrides,
  });
}

/** Finds the pages in routes/public/, and what other routes declare as cacheable, with the parameters that each declares. */
function pageFinder(build: ServerBuild): PageCacheOptions["findPage"] {
  const pages = Object.values(build.routes).flatMap((route) => {
    const handle: RouteHandle = route?.module.handle ?? {};
    const isPublic = route?.id.startsWith("routes/public/") || handle.cacheParams;
    const segments = route && isPublic ? pathOfRoute(route.id, build.routes) : ["*"];
    // The layout of the public pages has the path of Home.
    if (segments.includes("*") || (segments.length === 0 && !route?.index)) return [];
    const path = new RegExp(`^/${segments.map(patternOf).join("/")}$`);
    return [{ route: route?.id ?? "", path, params: handle.cacheParams ?? [] }];
  });
  return (url) => {
    const [rawPath = "", ...query] = url.split("?");
    const path = rawPath === "/" ? rawPath : rawPath.toLowerCase().replace(/\/$/, "");
    const page = pages.find((one) => one.path.test(path));
    const asked = new URLSearchParams(query.join("?"));
    if (!page || asked.has("_data")) return null;
    const kept = new URLSearchParams(page.params.flatMap((name) => (asked.get(name) ? [[name, asked.get(name) ?? ""]] : [])));
    return { address: kept.size > 0 ? `${path}?${kept}` : path, route: page.route };
  };
}

// Their parameters are ids.
function patternOf(segment: string): string {
  return segment.startsWith(":") ? "[0-9a-f-]{36}" : segment.replaceAll(".", "\\.");
}

/** Differs between builds whose pages may look different. */
function buildId(build: ServerBuild): string {
  const code = existsSync("build/index.js") ? readFileSync("build/index.js") : build.assets.version;
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}
