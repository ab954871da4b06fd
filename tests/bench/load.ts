import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { promisify } from "node:util";
import { machineMs, processorMs, treeOf } from "./program";

const SECONDS = 2;
const MAX_TRIES = 3;
// A slot is measured again when other processes used more than this part of the CPU.
const MAX_OTHERS = 0.08;
const run = promisify(execFile);

const has = (program: string) => (process.env.PATH ?? "").split(":").some((folder) => existsSync(`${folder}/${program}`));
export const hasWrk = has("wrk");
export const isPinned = has("taskset") && cpus().length > 1;

/** A measured slot: requests per second, 99th percentile in milliseconds, and the part of the CPU used by other processes. */
export type Slot = { rate: number; p99: number; others: number };

/** Measures a server for two seconds, with retries while other processes use too much CPU; gives the least disturbed slot. */
export async function slot(port: number, path: string, connections: number, pids: number[]): Promise<Slot> {
  let best: Slot | undefined;
  for (let tries = 0; tries < MAX_TRIES && (best === undefined || best.others > MAX_OTHERS); tries++) {
    const now = await measure(port, path, connections, pids);
    if (best === undefined || now.others < best.others) best = now;
  }
  return best ?? { rate: 0, p99: 0, others: 1 };
}

async function measure(port: number, path: string, connections: number, pids: number[]): Promise<Slot> {
  const ownMs = () => processorMs(process.pid, true) + pids.reduce((sum, pid) => sum + timeOf(pid), 0);
  const [began, machine, ownBefore] = [performance.now(), machineMs(), ownMs()];
  const { rate, p99 } = await generate(`http://127.0.0.1:${port}${path}`, connections);
  const after = machineMs();
  const taken = after.used + after.stolen - machine.used - machine.stolen - (ownMs() - ownBefore);
  const others = Math.max(0, taken) / ((performance.now() - began) * cpus().length);
  return { rate, p99, others };
}

function timeOf(pid: number): number {
  try {
    return processorMs(pid, true);
  } catch {
    return 0;
  }
}

/** Generates load with wrk if installed, otherwise with generator.ts, which uses more CPU. */
async function generate(url: string, connections: number): Promise<{ rate: number; p99: number }> {
  const pin = isPinned ? ["taskset", "-c", "1"] : [];
  const wrk = [
    "wrk",
    "-t1",
    `-c${connections}`,
    `-d${SECONDS}s`,
    "--latency",
    "--timeout",
    "30s",
    "-H",
    "Accept-Encoding: br",
    url,
  ];
  const bundled = [process.execPath, "--import", "tsx", "tests/bench/generator.ts", url, String(connections), String(SECONDS)];
  const [program = "", ...args] = [...pin, ...(hasWrk ? wrk : bundled)];
  const { stdout } = await run(program, args);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  const [, value = "0", unit = "ms"] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const scale = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1;
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0), p99: Number(value) * scale };
}

/** Pins a server's process to the first CPU, and its child processes (the database) to the second, with the generator. */
export async function pin(pid: number): Promise<void> {
  if (!isPinned) return;
  for (const one of treeOf(pid))
    await run("taskset", ["-a", "-p", "-c", one === pid ? "0" : "1", String(one)]).catch(() => undefined);
}
