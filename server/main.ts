import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { broadcastDevReady, installGlobals, type ServerBuild } from "@remix-run/node";
import { DAY_MS, MINUTE_MS, RELEASE_SOLICITUDES_MS } from "~/limits";
import { log, logError } from "~/log.server";
import { applicationOf } from "./application";
import { loadEnvFile, readConfig } from "./config";
import { settleNewKey } from "./data-key-file";
import { createListener } from "./express-app";
import { longUploadsOf } from "./guards/upload-limits";
import type { Readiness } from "./health-check";
import { drain, listen } from "./http-server";
import { migrate } from "./migrate";
import { createBuildPageCache } from "./page-cache/build-page-cache";
import { revisionReader } from "./page-cache/revisions";
import { DatabaseUnreachable, isOutage } from "./postgres/client";
import { supervisePostgres } from "./postgres/postgres-supervisor";
import { checkStart } from "./start-checks";
import { StartError } from "./start-error";

const RETRY_MS = 1_000;
const REPEATED_SIGNAL_MS = 500;
const STOP_MS = 17_500;

// What to do on shutdown, in the order of the start; run in reverse.
const shutdownSteps: (() => Promise<unknown>)[] = [];
const hurry = new AbortController();
let stoppingSince = 0;
let readiness: Readiness = "migrating";

async function main(flags: ReadonlySet<string>): Promise<void> {
  loadEnvFile();
  // Unset, React and Express would run in development mode.
  process.env.NODE_ENV ||= "production";
  if (flags.has("--demo")) {
    process.env.SIGNUP ||= "open";
    // In a process of its own, whose memory is returned to the system.
    const { status } = spawnSync(process.execPath, [...process.execArgv, "build/server.js", "--demo-only"], { stdio: "inherit" });
    if (status !== 0) process.exit(1);
  }
  const config = readConfig(process.env);
  const postgres = config.databaseUrl === undefined ? await supervisePostgres(config.dataDir) : undefined;
  if (postgres) shutdownSteps.push(postgres.stop);
  const url = postgres?.url ?? config.databaseUrl ?? "";
  process.env.DATABASE_URL = url;
  postgres?.failed.then(exitWithError);
  if (flags.has("--demo-only")) {
    await prepareDatabase(url);
    await loadDemoStudio(url, config.dataDir);
    await postgres?.stop();
    process.exit(0);
  }

  const settled = postgres && (await settleNewKey(config.dataDir, url));
  if (settled !== undefined) process.env.DATA_KEY = settled;
  installGlobals({ nativeFetch: true });
  const build: ServerBuild = await import(pathToFileURL(resolve("build/index.js")).href);
  const { disconnect, needsSetupCode, purgeExpired, releaseSolicitudes, startNightlyBackups } = applicationOf(build);
  if (stoppingSince) return;
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
  const listener = createListener(config, build, pageCache, () => (stoppingSince ? "stopping" : readiness));
  const server = await listen(config, listener, longUploadsOf(build));
  shutdownSteps.push(async () => {
    const isDrained = await drain(server, hurry.signal);
    await revisions.close();
    // A request that was cut may still be using its connection, and these would wait for it.
    if (!isDrained) return;
    await disconnect();
  });

  await retryWhileUnreachable(() => prepareDatabase(url));
  await retryWhileUnreachable(async () => {
    for (const sentence of await checkStart(url, config)) log.warn(sentence);
  });
  await retryWhileUnreachable(async () => {
    // On a public site, the first visitor could sign up as the owner.
    const asks = await needsSetupCode().catch(() => Promise.reject(new DatabaseUnreachable()));
    if (asks) log.info(`Código de instalación para crear la primera cuenta: ${process.env.SETUP_CODE}`);
  });
  if (stoppingSince) return;
  readiness = "ready";
  await repeat("purge", purgeExpired, DAY_MS);
  await repeat("release", releaseSolicitudes, RELEASE_SOLICITUDES_MS);
  // The prices of a new day come into force with the first request (revisions.ts); at night, when none comes, with this.
  await repeat("prices", async () => void (await revisions.read()), MINUTE_MS);
  // Printed last: nothing after this line can fail the start.
  log.info(`Susa está lista en ${config.publicUrl.origin}`);
  void startNightlyBackups();
  if (build.mode === "development") broadcastDevReady(build);
}

/** Applies the pending migrations. */
async function prepareDatabase(url: string): Promise<void> {
  const onConnected = () => {
    readiness = "migrating";
  };
  const applied = await migrate(url, undefined, undefined, onConnected);
  if (applied.length > 0)
    log.info(`${applied.length === 1 ? "Migración aplicada" : "Migraciones aplicadas"}: ${applied.join(", ")}`);
}

/** Loads the demo studio into an empty database, and its pictures into `dataDir`. */
async function loadDemoStudio(url: string, dataDir: string): Promise<void> {
  const { loadDemo } = await import("../prisma/demo");
  const loaded = await loadDemo(url, dataDir).catch(({ name, code = "" }: Error & { code?: string }) => {
    throw new StartError(`No se pudo cargar el estudio de demostración (${`${name} ${code}`.trim()}).`);
  });
  if (loaded) console.log("Estudio de demostración cargado.");
}

/** Runs `work`, and again every second while the database cannot be reached. Other errors are thrown. */
async function retryWhileUnreachable(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; !stoppingSince; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      readiness = "unavailable";
      const code = (error as NodeJS.ErrnoException).code ?? "sin conexión";
      if (tries === 0 && !stoppingSince) log.error({ code }, "La base de datos no responde: se sigue intentando.");
      await sleep(RETRY_MS);
    }
  }
}

/**
 * Shuts down gracefully; everything within 18 s. SIGTERM first leaves proxies the time to notice; the other signals, and a second
 * SIGTERM, do not. npm repeats the signals of a terminal at once, so a second one counts only after a moment.
 */
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stoppingSince) {
    if (Date.now() - stoppingSince > REPEATED_SIGNAL_MS) hurry.abort();
    return;
  }
  stoppingSince = Date.now();
  if (signal !== "SIGTERM" || readiness !== "ready") hurry.abort();
  setTimeout(() => process.exit(1), STOP_MS).unref();
  log.info("Susa se detiene: termina lo que está en curso.");
  for (const step of shutdownSteps.reverse()) {
    await step().catch((error) => logError("stop", error));
  }
  log.info("Susa se detuvo.");
  process.exit(0);
}

/** Runs `work` now and every `ms` milliseconds. A failure is only logged, under `name`: the next time tries again. */
async function repeat(name: string, work: () => Promise<void>, ms: number): Promise<void> {
  const run = async () => {
    try {
      await work();
    } catch (error) {
      // A server that stops cuts its own queries.
      if (!stoppingSince) logError(name, error);
    }
  };
  await run();
  setInterval(run, ms).unref();
}

function exitWithError(error: unknown): void {
  // Errors during a shutdown are a consequence of it.
  if (stoppingSince) return;
  if (error instanceof StartError) console.error(error.message);
  else logError("start", error);
  process.exit(1);
}

// Installed before the start, which may already be starting a database that has to be stopped.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
main(new Set(process.argv.slice(2))).catch(exitWithError);
