import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/port";
import { eventually, Program, query } from "../support/program";

// The programs around the server, their files and their end.

const root = mkdtempSync(join(tmpdir(), "susa-trials-"));
let folders = 0;

/** Creates a folder that `cleanUp` removes. Any user may write in it: PostgreSQL and PgBouncer do not run as root. */
export function newFolder(): string {
  const folder = join(root, String(++folders));
  mkdirSync(folder);
  for (const each of [root, folder]) chmodSync(each, 0o777);
  return folder;
}

/** Writes a configuration file and gives its path. */
export function writeConfig(name: string, content: string): string {
  const file = join(newFolder(), name);
  writeFileSync(file, content);
  return file;
}

const POSTGRES_BIN = process.env.POSTGRES_BIN ?? "/usr/lib/postgresql/15/bin";
// Debian keeps these programs out of the PATH of people.
const PATH = `${POSTGRES_BIN}:${process.env.PATH}:/usr/sbin`;

/** What a trial needs and this machine does not have: the trial is skipped. */
export class Missing extends Error {}

/** Gives the path of a program. Throws `Missing`, which says what to install. */
export function find(name: string): string {
  try {
    return String(execFileSync("sh", ["-c", 'command -v "$0"', name], { env: { ...process.env, PATH } })).trim();
  } catch {
    const isPostgres = /^(initdb|postgres|pg_basebackup)$/.test(name);
    throw new Missing(
      `${name} is missing: apt-get install ${isPostgres ? "postgresql-15, or set POSTGRES_BIN to the folder of another" : name}`,
    );
  }
}

const asPostgres = process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];

/** Runs a program to its end, as another user than root. Throws if it fails. */
export function runAsPostgres(name: string, ...args: string[]): void {
  const [command = "", ...others] = [...asPostgres, find(name), ...args];
  execFileSync(command, others, { stdio: ["ignore", "ignore", "pipe"], cwd: root });
}

const running = new Map<Program, NodeJS.Signals>();

/** Starts a program that is ended after the trial by the signal `end`. */
export function start(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  end: NodeJS.Signals = "SIGKILL",
): Program {
  const program = new Program(command, args, env);
  running.set(program, end);
  return program;
}

/** Runs a program to its end, or that of the trial, and gives what it printed. Throws with its last line if it fails. */
export async function run(name: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const program = start(find(name), args, { PATH, ...env }, "SIGTERM");
  await program.exited;
  if (program.ended !== 0) throw new Error(`${name} ended with ${program.ended}: ${program.stderr.trim().split("\n").at(-1)}`);
  return program.stdout;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1").once("error", () => resolve(false));
    socket.once("connect", () => resolve(Boolean(socket.destroy())));
  });

/** Starts a database, pooler or proxy, and waits until it accepts connections on its port. */
export async function startListening(name: string, port: number, args: string[], end?: NodeJS.Signals): Promise<Program> {
  const [command = "", ...others] = [...(name === "nginx" ? [] : asPostgres), find(name), ...args];
  const program = start(command, others, { HOME: root }, end);
  await eventually(async () => program.ended !== undefined || (await accepts(port)));
  if (program.ended !== undefined) throw new Error(`${name} did not start: ${program.stderr.slice(-300)}`);
  return program;
}

/** Ends the programs that a trial started. */
export async function endPrograms(): Promise<void> {
  for (const [program, end] of running) program.kill(end);
  await Promise.all([...running.keys()].map((program) => program.exited));
  running.clear();
}

/** Ends all programs and removes all files. */
export async function cleanUp(): Promise<void> {
  if (shared) running.set((await shared).program, "SIGQUIT");
  await endPrograms();
  rmSync(root, { recursive: true, force: true });
}

type Postgres = { program: Program; port: number; url: (database: string, user?: string) => string };

/** Starts PostgreSQL on an existing data folder. */
export async function runPostgres(data: string, settings: Record<string, string> = {}): Promise<Postgres> {
  const port = await freePort();
  const given = Object.entries({ fsync: "off", max_connections: "200", ...settings });
  const options = given.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", "", ...options];
  const program = await startListening("postgres", port, args, "SIGQUIT");
  const url = (database: string, user = "susa") => `postgresql://${user}@127.0.0.1:${port}/${database}`;
  await eventually(() => query(url("postgres", "postgres"), "SELECT 1").catch(() => false));
  return { program, port, url };
}

/** Starts a new PostgreSQL with the roles `susa`, and `con_clave` who needs a password. `host` is how pg_hba.conf lets `susa` in. */
export async function startPostgres(settings: Record<string, string> = {}, host = "host"): Promise<Postgres> {
  const data = join(newFolder(), "data");
  runAsPostgres("initdb", "-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust");
  const access = ["host all con_clave", "host all,replication postgres", `${host} all all`];
  const method = (line: string) => `${line} 127.0.0.1/32 ${line.includes("con_clave") ? "scram-sha-256" : "trust"}\n`;
  writeFileSync(join(data, "pg_hba.conf"), access.map(method).join(""));
  const postgres = await runPostgres(data, settings);
  await query(postgres.url("postgres", "postgres"), "CREATE ROLE susa LOGIN; CREATE ROLE con_clave LOGIN PASSWORD 'la buena'");
  return postgres;
}

let shared: Promise<Postgres> | undefined;

/** The PostgreSQL that most trials share. It runs until `cleanUp`. */
export async function sharedPostgres(): Promise<Postgres> {
  shared ??= startPostgres();
  const postgres = await shared;
  running.delete(postgres.program);
  return postgres;
}

/** The URL of a database of the shared PostgreSQL, for the superuser `postgres` unless another is given. */
export async function urlOf(database: string, user = "postgres"): Promise<string> {
  return (await sharedPostgres()).url(database, user);
}

let databases = 0;

/** Creates a database in the shared PostgreSQL, of the role `susa` unless the options differ, and gives its name. */
export async function createDatabase(options = "OWNER susa"): Promise<string> {
  const name = `estudio_${++databases}`;
  await query(await urlOf("postgres"), `CREATE DATABASE ${name} ${options}`);
  return name;
}
