import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteHandle } from "../../app/http/route-handle";
import type { Config } from "../config";
import { isKnownHost } from "../guards/known-host";
import { pathOfRoute } from "../route-filter";
import { securityHeadersFor } from "../security-headers";
import { createFallbackCopies } from "./fallback-copies";
import { createPageCache, type PageCache, type PageCacheOptions, type PublicApplication } from "./page-cache";
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
  const application = build.entry.module as unknown as PublicApplication & { publicStyleHash: string };
  const { readDirectorio, renderUnavailable, publicStyleHash } = application;
  const https = config.publicUrl.protocol === "https:";
  return createPageCache({
    pages: pagesOf(build),
    render: createRequestHandler(build),
    readDirectorio,
    renderUnavailable,
    revisions,
    copies: createFallbackCopies(folder, buildId(build)),
    origin: config.publicUrl.origin,
    isKnownHost: (host) => isKnownHost(config, host),
    headersFor: (path) => securityHeadersFor(path, { https, nonce: "", publicStyleHash, development: false }),
    ...overrides,
  });
}

/** The URLs of the pages in routes/public/, and of routes that say that they may be cached. Their parameters are ids. */
function pagesOf(build: ServerBuild): RegExp {
  const paths = Object.values(build.routes).flatMap((route) => {
    const isPublic = route?.id.startsWith("routes/public/") || (route?.module.handle as RouteHandle | undefined)?.isCacheable;
    const segments = route && isPublic ? pathOfRoute(route.id, build.routes) : [];
    return segments.length === 0 || segments.includes("*") ? [] : [segments.map(patternOf).join("/")];
  });
  return new RegExp(`^/(?:${paths.join("|")})?/?(?:\\?|$)`, "i");
}

function patternOf(segment: string): string {
  return segment.startsWith(":") ? "[0-9a-f-]{36}" : segment.replaceAll(".", "\\.");
}

/** Differs between builds whose pages may look different. */
function buildId(build: ServerBuild): string {
  const code = existsSync("build/index.js") ? readFileSync("build/index.js") : build.assets.version;
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}
