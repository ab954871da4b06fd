import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll } from "vitest";
import { programUrl } from "../../server/postgres/roles";
import { eventually, programs } from "./program";
import { sendRequest } from "./send-request";

export { eventually, Program, query } from "./program";

const folders: string[] = [];

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

/** Requests a page over a new connection, without following redirects. */
export async function get(port: number, path: string) {
  const answer = await sendRequest(port, path, { agent: false });
  return { status: answer.statusCode, headers: answer.headers, body: String(await buffer(answer)) };
}
