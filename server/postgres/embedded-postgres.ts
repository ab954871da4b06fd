import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { readOrCreateSecret } from "../secret-file";
import { StartError } from "../start-error";
import { connectWhile, findFreePort } from "./connect";
import { createCluster, FolderInUse, requireSupportedVersion, wrongPassword } from "./data-folder";
import { acquireOwnerLock } from "./owner-lock";
import { chooseOsUser, findPrograms, type OsUser, type Programs, spawnProgram } from "./programs";
import { prepareProgramRole, programUrl, superuserUrl } from "./roles";
import { stopOrphan } from "./stop-orphan";

const STOP_MS = 5_000;

// Another program can take a free port before PostgreSQL binds it.
const MAX_PORT_ATTEMPTS = 3;

// Sized for a machine with 512 MB, most of which the web server needs.
const SETTINGS = {
  shared_buffers: "48MB",
  huge_pages: "off",
  max_connections: "40",
  max_parallel_workers_per_gather: "0",
  autovacuum_max_workers: "1",
  max_logical_replication_workers: "0",
  // Asynchronous reads would start three more processes.
  io_method: "sync",
  jit: "off",
};

export type EmbeddedPostgres = {
  /** Connects as the role that owns the tables, and is no superuser. */
  url: string;
  /** Connects as the superuser. */
  adminUrl: string;
  /** Disconnects the clients, waits for the last write and for the process to exit. */
  stop: () => Promise<void>;
  /** Resolves when the process exits, for any reason. */
  exited: Promise<void>;
  /** The last two lines that it wrote about itself, which say why it exited. */
  lastWords: () => string[];
};

/**
 * Starts PostgreSQL 18 in `dataDir/postgres`, on loopback, with a random password, on `port` or else a free one. Creates the
 * folder the first time and never deletes it. `settings` are added to the command line (`{ fsync: "off" }`). Throws
 * StartError if the folder is in use, not accessible, or of another major version.
 */
export async function startPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  port?: number,
): Promise<EmbeddedPostgres> {
  const programs = await findPrograms();
  const password = readOrCreateSecret(dataDir, "postgres-password");
  // The real path, because /proc reports it for a running postmaster even if DATA_DIR is a symbolic link.
  const folder = join(realpathSync(dataDir), "postgres");
  const osUser = chooseOsUser(programs.postgres, dataDir);
  if (!existsSync(folder)) createCluster(programs, osUser, folder, password);
  requireSupportedVersion(folder);
  await stopOrphan(programs, osUser, folder, password);
  const options = { programs, osUser, folder, password, settings };
  if (port !== undefined) {
    const postgres = await startOnPort(port, options);
    if (postgres === "port taken") throw new StartError(`Otro programa ocupa el puerto ${port}, que es el de la base de datos.`);
    return postgres;
  }
  for (let attempt = 1; attempt <= MAX_PORT_ATTEMPTS; attempt++) {
    const postgres = await startOnPort(await findFreePort(), options);
    if (postgres !== "port taken") return postgres;
  }
  throw new StartError("No se encontró un puerto libre para la base de datos incluida: vuelve a arrancar el servidor.");
}

type StartOptions = {
  programs: Programs;
  osUser: OsUser;
  folder: string;
  password: string;
  settings: Record<string, string>;
};

async function startOnPort(
  port: number,
  { programs, osUser, folder, password, settings }: StartOptions,
): Promise<EmbeddedPostgres | "port taken"> {
  const url = superuserUrl(password, port);
  const child = spawnProgram(osUser, programs.postgres, [
    ...["-D", folder, "-p", String(port), "-h", "127.0.0.1", "-k", ""],
    ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  let log = "";
  child.stderr?.on("data", (chunk) => {
    log = (log + chunk).slice(-4000);
  });
  let isRunning = true;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      isRunning = false;
      resolve();
    };
    child.once("exit", end);
    // One that could not be started never exits.
    child.on("error", (error) => {
      log += error.message;
      if (child.pid === undefined) end();
    });
  });
  // The database must not outlive this process, even if it exits without calling `stop`.
  const stopOnExit = () => child.kill("SIGINT");
  process.once("exit", stopOnExit);
  exited.then(() => process.off("exit", stopOnExit));

  // Without a timeout: after a crash PostgreSQL first recovers, and that can take long.
  let lockHolder = await connectWhile(url, () => isRunning);
  if (!(lockHolder instanceof pg.Client)) {
    child.kill("SIGINT");
    await exited;
    if (/could not create any TCP/.test(log)) return "port taken";
    if (lockHolder === "wrong password") throw wrongPassword(folder);
    if (/lock file ".*"( already exists| is empty|: No such file)|pre-existing shared memory block/.test(log))
      throw new FolderInUse(folder);
    throw new StartError(`PostgreSQL no pudo arrancar en ${folder}: ${log.trim().split("\n").slice(-2).join(" ")}`);
  }
  let isStopping = false;
  // When one backend crashes, PostgreSQL closes every connection, and the lock is lost with this one: take it again.
  const keepOwnerLock = async (client: pg.Client) => {
    client.once("end", async () => {
      if (isStopping) return;
      lockHolder = await connectWhile(url, () => isRunning && !isStopping);
      if (lockHolder instanceof pg.Client) await keepOwnerLock(lockHolder).catch(() => undefined);
    });
    await acquireOwnerLock(client);
  };
  const stop = async () => {
    isStopping = true;
    if (lockHolder instanceof pg.Client) await lockHolder.end().catch(() => undefined);
    if (isRunning) child.kill("SIGINT");
    // Without its last write it recovers at the next start, as after the SIGKILL that would come next.
    const hurry = setTimeout(() => child.kill("SIGQUIT"), STOP_MS);
    await exited;
    clearTimeout(hurry);
  };
  try {
    await keepOwnerLock(lockHolder);
    await prepareProgramRole(lockHolder, password);
  } catch (error) {
    await stop();
    throw new StartError(`PostgreSQL no pudo arrancar en ${folder}: ${(error as Error).message}`);
  }
  return { url: programUrl(password, port), adminUrl: url, exited, lastWords: () => lastWordsIn(log), stop };
}

/**
 * Without lines of statements (ERROR, DETAIL, STATEMENT), which quote values, and their continued lines. Also without
 * those of connections refused while it stops: there may be many, and they would take the place of the reason.
 */
function lastWordsIn(log: string): string[] {
  return log
    .split("\n")
    .flatMap((line) => /\[\d+\] ((?:LOG|FATAL|PANIC): .*)/.exec(line)?.[1] ?? [])
    .filter((line) => !line.startsWith("FATAL:  the database system is"))
    .slice(-2);
}
