import { join } from "node:path";
import { createRequestHandler } from "@remix-run/express";
import { createRequestHandler as createFetchHandler, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import expressStaticGzip from "express-static-gzip";
import type pg from "pg";
import { ESTUDIO } from "~/content/estudio";
import type { Config } from "./config";
import { pageCache } from "./page-cache";
import { bodyLimit, knownHost, knownMethod, refuse, sameSiteWrites, securityHeaders } from "./security";

const YEAR = 31_536_000;
const FIVE_MINUTES_MS = 300_000;

/** The whole server as one Express application: the doors first, then files, kept pages, and the built application. */
export function createApp(config: Config, build: ServerBuild, pool: pg.Pool): express.Express {
  const development = build.mode === "development";
  const { publicStyleHash } = build.entry.module as unknown as { publicStyleHash: string };
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", config.trustProxy);
  app.set("query parser", "simple");

  app.use(securityHeaders(config, publicStyleHash, development));
  app.get("/salud", async (_request, response) => {
    const alive = await pool.query("SELECT 1").then(
      () => true,
      () => false,
    );
    response.status(alive ? 200 : 503).json({ estado: alive ? "ok" : "sin base de datos" });
  });
  app.use(knownHost(config));
  app.use(sameSiteWrites(config));
  app.use(bodyLimit);
  app.use(knownMethod);
  app.use((request, response, next) => {
    // `//admin` and `/admin` are one page with one address; a URL that cannot be read is none.
    if (!request.originalUrl.startsWith("/") || !isPlain(request.path))
      return refuse(response, 400, "Dirección mal escrita", "Revisa la dirección o empieza desde el inicio.");
    if (!/\/\//.test(request.path)) return next();
    if (request.method !== "GET")
      return refuse(response, 404, "No encontramos esa página", "Revisa la dirección o empieza desde el inicio.");
    response.redirect(301, request.originalUrl.replace(/\/{2,}/g, "/"));
  });

  app.use(
    expressStaticGzip("public", {
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
    }),
  );

  app.use("/uploads", uploads(join(config.dataDir, "uploads")));
  // Leaves alone what is compressed already: kept pages are.
  app.use(compression());
  if (!development) {
    // What the site says of the days to come is another thing tomorrow.
    const query = `SELECT revision || ' ' || (now() AT TIME ZONE coalesce((SELECT zona_horaria FROM configuracion_susa), $1))::date
      AS revision FROM revision_publica_susa`;
    const revision = async () => String((await pool.query(query, [ESTUDIO.zona_horaria])).rows[0]?.revision);
    app.use(pageCache(createFetchHandler(build), revision, config.publicUrl.origin));
  }
  app.all(
    "*",
    createRequestHandler({
      build,
      mode: build.mode,
      getLoadContext: (request, response) => ({
        nonce: String(response.locals.nonce),
        clientAddress: (request.ip ?? "").replace(/^::ffff:/, ""),
        drained: () => drained(response),
      }),
    }),
  );

  const lastWord: express.ErrorRequestHandler = (error, _request, response, _next) => {
    console.error(`server: ${(error as Error)?.name ?? "error"}`);
    if (response.headersSent) return void response.destroy();
    refuse(response, 500, "Algo salió mal", "No pudimos mostrar la página. Espera un momento y vuelve a intentarlo.");
  };
  app.use(lastWord);
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
      refuse(response, 404, "No encontramos esa imagen", "Puede que la hayan eliminado. Empieza desde el inicio.");
    if (!/^\/susa-servicios\/servicios\/\d{1,16}-\d{1,4}(-\d{3,4})?\.(webp|avif)$/.test(request.path)) return missing();
    files(request, response, (error) => (error ? next(error) : missing()));
  };
}

/** Whether a path means what it says: it decodes, and nothing in it (`..`, a backslash) makes another path of it later. */
function isPlain(path: string): boolean {
  if (/\\|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}
