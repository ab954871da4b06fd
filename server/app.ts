import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { createRequestHandler } from "@remix-run/express";
import { createRequestHandler as createFetchHandler, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import expressStaticGzip from "express-static-gzip";
import type { Config } from "./config";
import { createFallbackCopies } from "./fallback-copies";
import { createPageCache, type PageCache, type PageCacheOptions, type PublicApplication } from "./page-cache";
import type { RevisionReader } from "./revisions";
import { withMatchingRoutes } from "./route-filter";
import {
  bodyLimit,
  isKnownHost,
  isPlainPath,
  isPrivate,
  knownHost,
  knownMethod,
  reject,
  sameSiteWrites,
  securityHeaders,
  securityHeadersFor,
} from "./security";

const YEAR = 31_536_000;
const FIVE_MINUTES_MS = 300_000;

/** What the server needs from the built application, other than its pages. */
type Entry = { publicStyleHash: string; isReady: () => Promise<boolean> };

/** How far a start has come: without a database, bringing its schema up to date, or done. */
export type Readiness = "unavailable" | "migrating" | "ready";

/** Answers every request: from the kept pages where it can, otherwise by the Express application. */
export function createListener(
  config: Config,
  build: ServerBuild,
  pages?: PageCache,
  stage: () => Readiness = () => "ready",
): RequestListener {
  const app = createApp(config, build, pages, stage);
  return (request, response) => {
    if (!pages?.answer(request, response, app)) app(request, response);
  };
}

/**
 * The kept pages of a built application, whose last copies lie in `folder` (in memory alone without one). In development
 * there are none: every page is made anew.
 */
export function createPages(
  config: Config,
  build: ServerBuild,
  revisions: Pick<RevisionReader, "read" | "isAway">,
  folder?: string,
  others: Partial<PageCacheOptions> = {},
): PageCache | undefined {
  if (build.mode === "development") return undefined;
  const application = build.entry.module as unknown as PublicApplication & { publicStyleHash: string };
  const { readDirectorio, renderUnavailable, publicStyleHash } = application;
  const https = config.publicUrl.protocol === "https:";
  return createPageCache({
    render: createFetchHandler(build),
    readDirectorio,
    renderUnavailable,
    revisions,
    copies: createFallbackCopies(folder, buildName(build)),
    origin: config.publicUrl.origin,
    isKnownHost: (host) => isKnownHost(config, host),
    headersFor: (path) => securityHeadersFor(path, { https, nonce: "", publicStyleHash, development: false }),
    ...others,
  });
}

/** Another name for every build whose pages may look different. */
function buildName(build: ServerBuild): string {
  const code = existsSync("build/index.js") ? readFileSync("build/index.js") : build.assets.version;
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}

/** The server as one Express application: the doors first, then files, and the built application. */
function createApp(config: Config, build: ServerBuild, pages: PageCache | undefined, stage: () => Readiness): express.Express {
  const development = build.mode === "development";
  const { publicStyleHash, isReady } = build.entry.module as unknown as Entry;
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", config.trustProxy);
  app.set("query parser", "simple");

  app.use(securityHeaders(config, publicStyleHash, development));
  app.get("/salud", async (_request, response) => {
    const ready = stage() === "ready" && (await isReady());
    response.status(ready ? 200 : 503).json({ estado: ready ? "ok" : "sin base de datos" });
  });
  app.get("/salud/vivo", (_request, response) => response.json({ estado: "vivo" }));
  app.use(knownHost(config));
  app.use(sameSiteWrites(config));
  app.use(bodyLimit);
  app.use(knownMethod);
  app.use((request, response, next) => {
    // `//admin` and `/admin` are one page with one address; a URL that cannot be read is none.
    if (!request.originalUrl.startsWith("/") || !isPlainPath(request.path))
      return reject(response, 400, "Dirección mal escrita", "Revisa la dirección o empieza desde el inicio.");
    if (!/\/\//.test(request.path)) return next();
    if (request.method !== "GET")
      return reject(response, 404, "No encontramos esa página", "Revisa la dirección o empieza desde el inicio.");
    response.redirect(301, request.originalUrl.replace(/\/{2,}/g, "/"));
  });

  const files = expressStaticGzip("public", {
    enableBrotli: true,
    orderPreference: ["br"],
    index: false,
    serveStatic: {
      redirect: false,
      setHeaders(response, file) {
        const immutable = /[\\/](build|fonts)[\\/]/.test(file);
        response.setHeader("Cache-Control", `public, max-age=${immutable && !development ? `${YEAR}, immutable` : 3600}`);
        if (/speculation-rules\.json/.test(file)) response.setHeader("Content-Type", "application/speculationrules+json");
      },
    },
  });
  // Only what may be one is looked for on the disk: no page has an extension.
  app.use((request, response, next) => (/\.\w+$/.test(request.path) ? files(request, response, next) : next()));

  app.use("/uploads", uploads(join(config.dataDir, "uploads")));
  app.use(compression());
  // A public page that is not kept cannot be made without the database: better said at once than after a long wait.
  app.use((request, response, next) => {
    if (!pages?.isAway() || !["GET", "HEAD"].includes(request.method) || isPrivate(request.path)) return next();
    pages.refuse(request, response);
  });
  // The tables are not yet what the application takes them for.
  app.use((_request, response, next) => {
    if (stage() !== "migrating") return next();
    response.setHeader("Retry-After", "5");
    reject(response, 503, "Volvemos en un momento", "Estamos poniendo todo en su lugar. Vuelve a intentarlo en unos segundos.");
  });
  const handlerOf = (some: ServerBuild) =>
    createRequestHandler({
      build: some,
      mode: build.mode,
      getLoadContext: (request, response) => ({
        nonce: String(response.locals.nonce),
        clientAddress: (request.ip ?? "").replace(/^::ffff:/, ""),
        drained: () => drained(response),
      }),
    });
  app.all("*", withMatchingRoutes(build, handlerOf));

  const errorHandler: express.ErrorRequestHandler = (error, _request, response, _next) => {
    if (isRefusalOfFile(error) && !response.headersSent) return refuseFile(error, response);
    console.error(`server: ${(error as Error)?.name ?? "error"}`);
    if (response.headersSent) return void response.destroy();
    reject(response, 500, "Algo salió mal", "No pudimos mostrar la página. Espera un momento y vuelve a intentarlo.");
  };
  app.use(errorHandler);
  return app;
}

/**
 * Settles when a response has room for more: the framework writes as fast as it is given, and what nobody takes would fill
 * the memory. Who takes nothing for five minutes has gone.
 */
function drained(response: express.Response): Promise<void> {
  return new Promise((settle) => {
    if (!response.writableNeedDrain || response.destroyed) return settle();
    const cut = setTimeout(() => response.destroy(), FIVE_MINUTES_MS);
    const done = () => {
      clearTimeout(cut);
      response.off("drain", done).off("close", done);
      settle();
    };
    response.on("drain", done).on("close", done);
  });
}

/** Shows pictures as our own encoder wrote them, each under a name that is never used again, and nothing else that lies there. */
function uploads(folder: string): express.RequestHandler {
  const files = express.static(folder, {
    index: false,
    redirect: false,
    setHeaders(response, file) {
      response.setHeader("Cache-Control", `public, max-age=${YEAR}, immutable`);
      response.setHeader("Content-Type", `image/${file.split(".").pop()}`);
    },
  });
  return (request, response, next) => {
    const missing = () =>
      reject(response, 404, "No encontramos esa imagen", "Puede que la hayan eliminado. Empieza desde el inicio.");
    if (!/^\/susa-servicios\/servicios\/\d{1,16}-\d{1,4}(-\d{3,4})?\.(webp|avif)$/.test(request.path)) return missing();
    files(request, response, (error) => (error ? next(error) : missing()));
  };
}

type FileRefusal = { status: number; headers?: Record<string, string> };

/** Whether the server of files found a request that it cannot fulfil: a range past the end, a condition that does not hold. */
function isRefusalOfFile(error: unknown): error is FileRefusal {
  return error instanceof Error && "status" in error && Number(error.status) >= 400 && Number(error.status) < 500;
}

function refuseFile({ status, headers }: FileRefusal, response: express.Response): void {
  for (const name of ["ETag", "Last-Modified", "Cache-Control", "Content-Encoding"]) response.removeHeader(name);
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  const title = status === 416 ? "Esa parte del archivo no existe" : "No se pudo abrir el archivo";
  reject(response, status, title, "Puede que haya cambiado. Vuelve a abrirlo desde el principio.");
}
