import type { RequestListener } from "node:http";
import { join } from "node:path";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import { logError } from "~/log.server";
import { applicationOf } from "./application";
import type { Config } from "./config";
import { sendErrorPage } from "./error-page";
import { requireAllowedMethod } from "./guards/allowed-methods";
import { bodyLimit } from "./guards/body-limit";
import { rejectCrossSiteWrites } from "./guards/cross-site-writes";
import { requireKnownHost } from "./guards/known-host";
import { isClientPath, isPrivatePath } from "./guards/private-path";
import { spreadSignIns } from "./guards/spread-sign-ins";
import { uploadLimitsOf } from "./guards/upload-limits";
import { requireWellFormedUrl } from "./guards/well-formed-url";
import { livenessCheck, type Readiness, readinessCheck } from "./health-check";
import { createMetrics, type Metrics } from "./metrics";
import type { PageCache } from "./page-cache/page-cache";
import { answeredBy, logRequests, requestIdOf } from "./request-log";
import { handlersByRoutes } from "./route-filter";
import { setSecurityHeaders } from "./security-headers";
import { isFileRequestError, publicFiles, sendFileRequestError, uploadedPictures } from "./static-files";

const STALLED_DOWNLOAD_MS = 300_000;

/** Answers requests from the page cache if possible, otherwise with the Express application. */
export function createListener(
  config: Config,
  build: ServerBuild,
  pageCache?: PageCache,
  readiness: () => Readiness = () => "ready",
): RequestListener {
  const application = applicationOf(build);
  const metrics = config.metricsToken === undefined ? undefined : createMetrics(config.metricsToken, application);
  const app = createApp(config, build, pageCache, readiness, metrics);
  const listener: RequestListener = (request, response) => {
    if (!pageCache?.handle(request, response, app)) app(request, response);
  };
  return logRequests(listener, application.runInRequest, metrics?.observe);
}

/** The Express application: guards, then static files, then Remix. */
function createApp(
  config: Config,
  build: ServerBuild,
  pageCache: PageCache | undefined,
  readiness: () => Readiness,
  metrics: Metrics | undefined,
): express.Express {
  const development = build.mode === "development";
  const { publicStyleHash, isReady, hasKnownBrowser } = applicationOf(build);
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", config.trustProxy);
  app.set("query parser", "simple");

  app.use(setSecurityHeaders(config, publicStyleHash, development));
  app.get(
    "/salud",
    answeredBy("salud"),
    readinessCheck(readiness, async () => !pageCache?.isDatabaseUnavailable() && isReady()),
  );
  app.get("/salud/vivo", answeredBy("salud"), livenessCheck);
  if (metrics) app.get("/metrics", answeredBy("metrics"), metrics.endpoint);
  app.use(requireKnownHost(config));
  app.use(rejectCrossSiteWrites(config));
  app.use(bodyLimit(uploadLimitsOf(build)));
  app.use(requireAllowedMethod);
  app.use(requireWellFormedUrl);

  app.use(answeredBy("files"));
  app.use(publicFiles(development));
  app.use("/uploads", uploadedPictures(join(config.dataDir, "uploads")));
  app.use(answeredBy("none"));
  app.use(compression());
  // Without the database, a public page that is not cached cannot be rendered: fail at once instead of after a timeout.
  app.use((request, response, next) => {
    const isRead = ["GET", "HEAD"].includes(request.method);
    const isPublic = !isPrivatePath(request.path) || isClientPath(request.path);
    if (!pageCache?.isDatabaseUnavailable() || !isRead || !isPublic) return next();
    pageCache.sendUnavailable(request, response);
  });
  app.use((_request, response, next) => {
    if (readiness() !== "migrating") return next();
    response.setHeader("Retry-After", "5");
    sendErrorPage(
      response,
      503,
      "Volvemos en un momento",
      "Estamos poniendo todo en su lugar. Vuelve a intentarlo en unos segundos.",
    );
  });
  app.use((request, _response, next) => {
    // An IPv4 client of an IPv6 socket appears as ::ffff:1.2.3.4.
    request.headers["x-client-address"] = (request.ip ?? "").replace(/^::ffff:/, "");
    next();
  });
  app.use((_request, _response, next) => {
    if (!pageCache) return next();
    void pageCache.applyPrices().then(() => next());
  });
  app.post("/auth", spreadSignIns(hasKnownBrowser));
  const handlerFor = handlersByRoutes(build, (partialBuild) =>
    createRequestHandler({
      build: partialBuild,
      mode: build.mode,
      getLoadContext: (_request, response) => ({
        nonce: String(response.locals.nonce),
        drained: () => waitForDrain(response),
      }),
    }),
  );
  app.all("*", (request, response, next) => handlerFor(request.originalUrl)(request, response, next));

  app.use(handleError);
  return app;
}

const handleError: express.ErrorRequestHandler = (error, _request, response, _next) => {
  if (isFileRequestError(error) && !response.headersSent) return sendFileRequestError(error, response);
  logError("server", error, requestIdOf(response));
  if (response.headersSent) return void response.destroy();
  sendErrorPage(response, 500, "Algo salió mal", "No pudimos mostrar la página. Espera un momento y vuelve a intentarlo.");
};

/**
 * Resolves when the response can take more data (backpressure): Remix writes without waiting, so a slow client would fill the
 * memory. A client that reads nothing for five minutes is disconnected.
 */
function waitForDrain(response: express.Response): Promise<void> {
  return new Promise((resolve) => {
    if (!response.writableNeedDrain || response.destroyed) return resolve();
    const timeout = setTimeout(() => response.destroy(), STALLED_DOWNLOAD_MS);
    const done = () => {
      clearTimeout(timeout);
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
