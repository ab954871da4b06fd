import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { broadcastDevReady, installGlobals, type ServerBuild } from "@remix-run/node";
import pg from "pg";
import { DAY_MS } from "~/limits";
import { applicationOf } from "./application";
import { type Config, readConfig } from "./config";
import { settleNewKey } from "./data-key-file";
import { createListener } from "./express-app";
import { longUploadsOf } from "./guards/upload-limits";
import type { Readiness } from "./health-check";
import { drain, listen } from "./http-server";
import { loadDemoInChild } from "./load-demo-in-child";
import { DatabaseUnreachable, isOutage, migrate } from "./migrate";
import { createBuildPageCache } from "./page-cache/build-page-cache";
import { revisionReader } from "./page-cache/revisions";
import { supervisePostgres } from "./postgres/postgres-supervisor";
import { StartError } from "./start-error";

const RETRY_MS = 1_000;

// What to do on shutdown, in the order of the start; run in reverse.
const shutdownSteps: (() => Promise<unknown>)[] = [];
let stopping = false;
let readiness: Readiness = "migrating";

async function main(flags: ReadonlySet<string>): Promise<void> {
  // Unset, React and Express would run in development mode.
  process.env.NODE_ENV ||= "production";
  const demo = flags.has("--demo") || flags.has("--demo-only");
  if (demo) process.env.SIGNUP ||= "open";
  const config = readConfig(process.env);
  const postgres = config.databaseUrl === undefined ? await supervisePostgres(config.dataDir) : undefined;
  if (postgres) shutdownSteps.push(postgres.stop);
  const url = postgres?.url ?? config.databaseUrl ?? "";
  process.env.DATABASE_URL = url;
  postgres?.failed.then(exitWithError);
  if (flags.has("--demo-only")) {
    await prepareDatabase(url, config.dataDir, demo);
    return stop();
  }

  const settled = postgres && (await settleNewKey(config.dataDir, url));
  if (settled !== undefined) process.env.DATA_KEY = settled;
  installGlobals({ nativeFetch: true });
  const build: ServerBuild = await import(pathToFileURL(resolve("build/index.js")).href);
  const { disconnect, checkMoments, purgeExpired } = applicationOf(build);
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: 120_000,
  });
  // Without a listener, an idle connection that the database closes would end the process. The pool replaces it.
  pool.on("error", () => undefined);
  if (stopping) return;
  const revisions = revisionReader(url);
  const pageCache = createBuildPageCache(
    config,
    build,
    {
      // Until the migrations are applied, only fallback copies are served.
      read: () => (readiness === "ready" ? revisions.read() : Promise.resolve(null)),
      isDatabaseUnavailable: () => readiness !== "ready" || revisions.isDatabaseUnavailable(),
    },
    join(config.dataDir, "copies"),
  );
  const listener = createListener(config, build, pageCache, () => readiness);
  const server = await listen(config, listener, longUploadsOf(build));
  shutdownSteps.push(async () => {
    const isDrained = await drain(server);
    await revisions.close();
    // A request that was cut may still be using its connection, and these would wait for it.
    if (!isDrained) return;
    await disconnect();
    await pool.end();
  });

  await retryWhileUnreachable(() => prepareDatabase(url, config.dataDir, demo));
  await retryWhileUnreachable(async () => {
    const problem = await checkMoments().catch(() => {
      throw new DatabaseUnreachable();
    });
    if (problem !== null) throw new StartError(problem);
    await printSetupCode(config, pool);
  });
  if (stopping) return;
  readiness = "ready";
  await purge(purgeExpired, pool);
  setInterval(() => purge(purgeExpired, pool), DAY_MS).unref();
  // Printed last: nothing after this line can fail the start.
  console.log(`Susa está lista en ${config.publicUrl.origin}`);
  if (build.mode === "development") broadcastDevReady(build);
}

/** Applies the pending migrations, and loads the demo studio if asked for. */
async function prepareDatabase(url: string, dataDir: string, demo: boolean): Promise<void> {
  const onConnected = () => {
    readiness = "migrating";
  };
  const applied = await migrate(url, undefined, undefined, onConnected);
  for (const name of applied) console.log(`Migración aplicada: ${name}`);
  if (demo) await loadDemoInChild(url, dataDir);
}

/** Runs `work`, and again every second while the database cannot be reached. Other errors are thrown. */
async function retryWhileUnreachable(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; !stopping; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      readiness = "unavailable";
      const code = (error as NodeJS.ErrnoException).code ?? "sin conexión";
      if (tries === 0 && !stopping) console.error(`La base de datos no responde (${code}): se sigue intentando.`);
      await sleep(RETRY_MS);
    }
  }
}

/** Shuts down gracefully. Ignores further calls: npm repeats the signals of a terminal. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const step of shutdownSteps.reverse()) {
    await step().catch((error: Error) => console.error(`stop: ${error.name}`));
  }
  process.exit(0);
}

/** Deletes expired rows. A failure is only logged: the next day tries again. */
async function purge(purgeExpired: ReturnType<typeof applicationOf>["purgeExpired"], pool: pg.Pool): Promise<void> {
  try {
    await purgeExpired((statement) => pool.query(statement));
  } catch (error) {
    // A server that stops cuts its own queries.
    if (stopping) return;
    console.error(`purge: ${(error as Error).name} ${(error as { code?: string }).code ?? ""}`.trim());
  }
}

/** On a public site, the first visitor could sign up as the owner: the first sign-up needs this code. */
async function printSetupCode(config: Config, pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query("SELECT 1 FROM cuentas_susa LIMIT 1");
  if (rowCount === 0 && config.publicUrl.protocol === "https:") {
    console.log(`Código de instalación para crear la primera cuenta: ${process.env.SETUP_CODE}`);
  }
}

function exitWithError(error: unknown): void {
  // Errors during a shutdown are a consequence of it.
  if (stopping) return;
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

// Installed before the start, which may already be starting a database that has to be stopped.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
main(new Set(process.argv.slice(2))).catch(exitWithError);
