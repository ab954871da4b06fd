import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { freePort } from "../support/port";

export type Program = { pid: number; port: number; end: () => Promise<void> };

const children: ChildProcess[] = [];

/** Stops the programs still running with SIGTERM; a killed server would leave its database running. */
export async function endAll(): Promise<void> {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(
    running.map((child) => {
      child.removeAllListeners("exit");
      child.kill("SIGTERM");
      return once(child, "exit");
    }),
  );
}

/** Parses the `start` script of a tree into its environment and the arguments after `node`. */
export function startCommand(folder = "."): { env: Record<string, string>; args: string[] } {
  const { scripts } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as { scripts: { start: string } };
  const [, settings = "", args = ""] = /^exec env (.*) node (.*)$/.exec(scripts.start) ?? [];
  return { env: Object.fromEntries(settings.split(" ").map((word) => word.split("="))), args: args.split(" ") };
}

/** Starts the server of a tree as `npm start` does, and waits until it is ready. */
export function startServer(env: Record<string, string>, flags: string[] = [], folder = "."): Promise<Program> {
  const command = startCommand(folder);
  return start([...command.args, ...flags], { ...command.env, ...env }, folder);
}

/** Starts a Node program on a free port and waits until it prints that it is ready. */
export async function start(args: string[], env: Record<string, string>, folder = "."): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  // Errors logged during an outage are expected; the last ones explain an exit.
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => {
    stderr = (stderr + text).slice(-2000);
  });
  await new Promise<void>((ready, fail) => {
    child.stdout?.on("data", (text: Buffer) => /lista|ready|remix-serve/.test(String(text)) && ready());
    child.once("exit", (code) => fail(new Error(`${args.at(-1)} ended with ${code}: ${stderr}`)));
  });
  return {
    pid: child.pid ?? 0,
    port,
    end: async () => {
      child.removeAllListeners("exit");
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

const TICK_MS = 1000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .map(Number);

/** CPU time of one process so far, in milliseconds, optionally with that of its exited children. */
export function processorMs(pid: number, withChildren = false): number {
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = statOf(pid).slice(11, 15);
  return (utime + stime + (withChildren ? cutime + cstime : 0)) * TICK_MS;
}

/** CPU time of the whole machine so far, in milliseconds: used, and stolen by other virtual machines. */
export function machineMs(): { used: number; stolen: number } {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] =
    /^cpu\s+(.*)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1]?.split(" ").map(Number) ?? [];
  return { used: (user + nice + system + irq + softirq) * TICK_MS, stolen: stolen * TICK_MS };
}

/** The ids of a process and its descendants, including the embedded database, which has a separate session. */
export function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), statOf(Number(name))[1] ?? 0);
    } catch {
      // It has already exited.
    }
  }
  const isDescendant = (one: number): boolean => one === pid || (parents.has(one) && isDescendant(parents.get(one) ?? 0));
  return [...parents.keys()].filter(isDescendant);
}

/** Resident memory of a process in MB; 0 if it has exited. */
export function residentMb(pid: number): number {
  try {
    const [, kb = "0"] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kb) / 1024;
  } catch {
    return 0;
  }
}

/** Memory of several processes in MB, with shared pages counted once (PSS). */
export function proportionalMb(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const [, kb = "0"] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
      return sum + Number(kb) / 1024;
    } catch {
      return sum;
    }
  }, 0);
}

/** Whether the working directory of a process is in or below a folder. */
export function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    return false;
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
