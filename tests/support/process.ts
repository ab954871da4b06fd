import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { afterAll } from "vitest";
import { programUrl } from "../../server/postgres/roles";
import { sendRequest } from "./send-request";

const folders: string[] = [];
const programs: Program[] = [];

/** Creates a folder for one test. After the tests of the file, every database in it is stopped and it is removed. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "susa-servidor-")));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  for (const program of programs) program.kill("SIGKILL");
  await Promise.all(programs.map((program) => program.exited));
  for (const folder of folders) {
    for (const pid of postgresIn(folder)) end(pid, "SIGQUIT");
    await eventually(() => postgresIn(folder).length === 0);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Sends a signal to a process, or (negative) to a process group; does nothing if it has already exited. */
export function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Waits until `what` returns something truthy, and returns that; throws after `patience` milliseconds. */
export async function eventually<T>(what: () => T | Promise<T>, patience = 60_000): Promise<NonNullable<T>> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const got = await what();
    if (got) return got;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`never came true: ${what}`);
}

/** A child process without the environment of the tests, whose output is recorded. */
export class Program {
  stdout = "";
  stderr = "";
  /** Resolves to the exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals | null>;
  private readonly child: ChildProcess;

  constructor(command: string, args: string[], env: Record<string, string> = {}, detached = false) {
    this.child = spawn(command, args, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached,
    });
    this.child.stdout?.on("data", (chunk) => {
      this.stdout += chunk;
    });
    this.child.stderr?.on("data", (chunk) => {
      this.stderr += chunk;
    });
    this.exited = new Promise((resolve) => this.child.once("close", (code, signal) => resolve(code ?? signal)));
    programs.push(this);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Stops it as a person does at a terminal, and gives how it ended. */
  stop(): Promise<number | NodeJS.Signals | null> {
    this.kill("SIGINT");
    return this.exited;
  }

  /** Waits until stdout matches `pattern`, and returns the match. */
  says(pattern: RegExp): Promise<RegExpExecArray> {
    const match = () => pattern.exec(this.stdout);
    const unsaid = () => Promise.reject(new Error(`ended without saying ${pattern}: ${this.stdout}${this.stderr}`));
    return Promise.race([eventually(match), this.exited.then(() => match() ?? unsaid())]);
  }
}

/** The pids of every PostgreSQL process whose working directory is inside `folder`. */
export function postgresIn(folder: string): number[] {
  if (!existsSync("/proc/self/cwd")) {
    return execFileSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.includes(`-D ${folder}`))
      .map((line) => Number.parseInt(line, 10));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The URL with which the program connects to the embedded database that is running in `dataDir`. */
export function embeddedUrl(dataDir: string): string {
  const port = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
  return programUrl(readFileSync(join(dataDir, "postgres-password"), "utf8"), Number(port));
}

/** Runs statements over one connection, and returns the rows of the last one. */
export async function query<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Requests a page over a new connection, without following redirects. */
export async function get(port: number, path: string) {
  const answer = await sendRequest(port, path, { agent: false });
  return { status: answer.statusCode, headers: answer.headers, body: String(await buffer(answer)) };
}
