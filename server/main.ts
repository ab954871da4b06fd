import { spawn } from "node:child_process";
import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { broadcastDevReady, installGlobals, type ServerBuild } from "@remix-run/node";
import pg from "pg";
import { createListener, createPages, type Readiness } from "./app";
import { type Config, readConfig, StartError } from "./config";
import { createHttpServer } from "./http";
import { DatabaseUnavailable, isOutage, migrate } from "./migrate";
import { supervisePostgres } from "./postgres/postgres-supervisor";
import { revisionReader } from "./revisions";

const DRAIN_MS = 10_000;
const SWEEP_MS = 100;
const DAY_MS = 86_400_000;
const RETRY_MS = 1_000;
const HALF_A_MINUTE_MS = 30_000;
const TEN_MINUTES_MS = 600_000;

/** What the built application hands to whoever runs it. */
type Entry = {
  disconnect: () => Promise<void>;
  checkMoments: () => Promise<string | null>;
  makeAvifs: () => void;
  stopAvifs: () => Promise<boolean>;
};

// How to stop what runs by now, in the order it was started.
const running: (() => Promise<unknown>)[] = [];
let stopping = false;
let stage: Readiness = "migrating";

async function main(flags: ReadonlySet<string>): Promise<void> {
  // Left out, React and Express would run as in development.
  process.env.NODE_ENV ||= "production";
  const demo = flags.has("--demo") || flags.has("--demo-only");
  if (demo) process.env.SIGNUP ||= "open";
  const config = readConfig(process.env);
  const postgres = config.databaseUrl === undefined ? await supervisePostgres(config.dataDir) : undefined;
  if (postgres) running.push(postgres.stop);
  const url = postgres?.url ?? config.databaseUrl ?? "";
  process.env.DATABASE_URL = url;
  postgres?.failed.then(fail);
  if (flags.has("--demo-only")) {
    await prepare(url, config.dataDir, demo);
    return stop();
  }

  installGlobals({ nativeFetch: true });
  const build: ServerBuild = await import(pathToFileURL(resolve("build/index.js")).href);
  const { disconnect, checkMoments, makeAvifs, stopAvifs } = build.entry.module as unknown as Entry;
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  // An idle connection that the database closes is replaced at the next query.
  pool.on("error", () => undefined);
  if (stopping) return;
  const revisions = revisionReader(url);
  const pages = createPages(
    config,
    build,
    {
      // Until the tables are what the application takes them for, pages are their last copies.
      read: () => (stage === "ready" ? revisions.read() : Promise.resolve(null)),
      isAway: () => stage !== "ready" || revisions.isAway(),
    },
    join(config.dataDir, "copies"),
  );
  const server = await listen(
    config,
    createListener(config, build, pages, () => stage),
  );
  running.push(async () => {
    const [drained, idle] = await Promise.all([drain(server), stopAvifs()]);
    await revisions.close();
    // Whoever was cut is still waiting for the database, and would keep these waiting too.
    if (!drained || !idle) return;
    await disconnect();
    await pool.end();
  });

  await whenDatabaseAnswers(() => prepare(url, config.dataDir, demo));
  await whenDatabaseAnswers(async () => {
    const doubt = await checkMoments().catch(() => {
      throw new DatabaseUnavailable();
    });
    if (doubt !== null) throw new StartError(doubt);
    await printSetupCode(config, pool);
  });
  if (stopping) return;
  stage = "ready";
  await purgeExpired(pool);
  setInterval(() => purgeExpired(pool), DAY_MS).unref();
  // A start has better things to do. Later, whatever was missed: a picture whose maker died, or that nobody could be told of.
  setTimeout(makeAvifs, HALF_A_MINUTE_MS).unref();
  setInterval(makeAvifs, TEN_MINUTES_MS).unref();
  // The last word of a start: nothing that can fail comes after it.
  console.log(`Susa está lista en ${config.publicUrl.origin}`);
  if (build.mode === "development") broadcastDevReady(build);
}

/** Brings the database up to date, and loads the demo studio where that is wanted. */
async function prepare(url: string, dataDir: string, demo: boolean): Promise<void> {
  const begun = () => {
    stage = "migrating";
  };
  for (const name of await migrate(url, undefined, undefined, begun)) console.log(`Migración aplicada: ${name}`);
  if (demo) await loadDemo(url, dataDir);
}

/** Loads the demo studio in a process of its own, whose memory goes back to the system. */
async function loadDemo(url: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ["--enable-source-maps", resolve("build/demo.js"), dataDir], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const lastResort = () => child.kill("SIGKILL");
  process.once("exit", lastResort);
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, "close");
  process.off("exit", lastResort);
  if (code !== 0) throw new StartError(`No se pudo cargar el estudio de demostración (${said.trim() || code}).`);
}

/** Does what needs the database, and again for as long as the database is away. */
async function whenDatabaseAnswers(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; !stopping; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      stage = "unavailable";
      const code = (error as NodeJS.ErrnoException).code ?? "sin conexión";
      if (tries === 0 && !stopping) console.error(`La base de datos no responde (${code}): se sigue intentando.`);
      await wait(RETRY_MS);
    }
  }
}

/** Stops what was started, last things first. Asked again, goes on as it was: npm repeats the signal of a terminal. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const end of running.reverse()) {
    await end().catch((error: Error) => console.error(`stop: ${error.name}`));
  }
  process.exit(0);
}

function listen(config: Config, listener: RequestListener): Promise<Server> {
  return new Promise((done, refuse) => {
    const server = createHttpServer(config, listener).listen(config.port, config.host, () => done(server));
    server.once("error", (error: NodeJS.ErrnoException) =>
      refuse(
        new StartError(
          error.code === "EADDRINUSE"
            ? `El puerto ${config.port} está ocupado: elige otro con PORT.`
            : `No se puede escuchar en ${config.host}:${config.port} (${error.code}): cambia HOST o PORT.`,
        ),
      ),
    );
  });
}

/** Takes no new requests, lets those under way finish, and cuts what has not in ten seconds; gives whether all did. */
function drain(server: Server): Promise<boolean> {
  return new Promise((done) => {
    let whole = true;
    const cut = setTimeout(() => {
      whole = false;
      server.closeAllConnections();
    }, DRAIN_MS);
    // A connection whose request has just been answered is kept for the next one, which will not come here.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      done(whole);
    });
    server.closeIdleConnections();
  });
}

/**
 * Deletes what has had its time: used forms after 30 days, sessions after 8 (they end before, but what is sent on them then
 * is still kept for their account: docs/decisions/0025), what was kept so after 30 minutes, files of clients that nobody
 * imported after an hour, windows of sign-in tries, codes whose moment passed 60 days ago. The lines of the kept totals are
 * counted anew, so that one stands for each (docs/decisions/0038).
 */
async function purgeExpired(pool: pg.Pool): Promise<void> {
  try {
    await pool.query("DELETE FROM form_tokens_susa WHERE created_at < now() - interval '30 days'");
    await pool.query("DELETE FROM sesiones_susa WHERE created_at < now() - interval '8 days'");
    await pool.query("DELETE FROM envios_pendientes_susa WHERE created_at < now() - interval '30 minutes'");
    await pool.query("DELETE FROM importaciones_susa WHERE created_at < now() - interval '1 hour'");
    await pool.query("DELETE FROM login_tries_susa WHERE ends_at < now()");
    await pool.query("DELETE FROM codigos_susa WHERE fecha_hora < now() - interval '60 days'");
    // The limit of the other questions is too short for a studio with millions of rows.
    const recount = { text: "SELECT recontar_totales()", query_timeout: HALF_A_MINUTE_MS };
    await pool.query(recount);
  } catch (error) {
    // Tomorrow is another day; and who is stopping has nothing to report.
    if (stopping) return;
    console.error(`forget: ${(error as Error).name} ${(error as { code?: string }).code ?? ""}`.trim());
  }
}

/** On a public address whoever comes first would own the studio: the first sign-up must bring this code. */
async function printSetupCode(config: Config, pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query("SELECT 1 FROM cuentas_susa LIMIT 1");
  if (rowCount === 0 && config.publicUrl.protocol === "https:") {
    console.log(`Código de instalación para crear la primera cuenta: ${process.env.SETUP_CODE}`);
  }
}

function fail(error: unknown): void {
  // What a stop interrupts has not failed.
  if (stopping) return;
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

// From the first moment: a database that is being started must not outlive us either.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
main(new Set(process.argv.slice(2))).catch(fail);
