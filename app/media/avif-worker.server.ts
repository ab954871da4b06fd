import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { env } from "~/env.server";
import { widthsOf } from "~/format/picture";
import { logError } from "~/log.server";
import { claimNextPicture, markEncoded, type QueuedPicture, releasePicture } from "./avif-queue.server";

const CHILD = resolve("build/avif.js");
// Less than the two minutes that a claim lasts.
const CHILD_TIMEOUT_MS = 60_000;
const STOP_MS = 2_000;

let encoding: Promise<void> | undefined;
let isRequested = false;
let stopped = false;
let child: ChildProcess | undefined;

/** Starts encoding all pictures in the queue, one at a time, and returns at once. */
export function makeAvifs(): void {
  // In development the child is not bundled, and pictures stay without AVIF.
  if (stopped || !existsSync(CHILD)) return;
  isRequested = true;
  encoding ??= encodeQueue();
}

/**
 * Kills the child, if there is one, and stops the queue; its picture waits for the next start. Gives false when it still waits
 * for a database that does not answer.
 */
export async function stopAvifs(): Promise<boolean> {
  stopped = true;
  child?.kill("SIGKILL");
  if (!encoding) return true;
  return Promise.race([encoding.then(() => true), setTimeout(STOP_MS, false, { ref: false })]);
}

async function encodeQueue(): Promise<void> {
  // A request that comes during the last picture starts another pass: its picture may be newer than the last query.
  while (isRequested && !stopped) {
    isRequested = false;
    try {
      for (let next = await claimNextPicture(); next; next = stopped ? null : await claimNextPicture()) await encodeOne(next);
    } catch (error) {
      logError("avif", error);
    }
  }
  encoding = undefined;
}

async function encodeOne({ id, url, width }: QueuedPicture): Promise<void> {
  const file = join(env().DATA_DIR, url);
  const failure = stopped ? "stopped" : await runChild(file, width);
  if (failure !== null) {
    await remove(file, width);
    await releasePicture(id, stopped);
    // Without its file the picture is being deleted or lost: not an encoder failure.
    if (!stopped && existsSync(file)) console.error(`avif: ${url}: ${failure}`);
  } else if (!existsSync(file) || !(await markEncoded(id))) {
    // Deleted while it was encoded: these files would never be removed.
    await remove(file, width);
    await releasePicture(id, false);
  }
}

/** Gives null on success, otherwise the exit code, signal or error code. */
async function runChild(file: string, width: number): Promise<string | null> {
  child = spawn(process.execPath, [CHILD, file, String(width)], {
    // The process that decodes uploaded pictures gets no secrets. One malloc arena lets threads reuse each other's memory,
    // which saves a quarter of it.
    env: { PATH: process.env.PATH, NODE_ENV: "production", MALLOC_ARENA_MAX: "1" },
    stdio: "ignore",
    timeout: CHILD_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  // The child must not outlive this process.
  const killChild = () => child?.kill("SIGKILL");
  process.once("exit", killChild);
  try {
    const [code, signal] = await once(child, "close");
    return code === 0 ? null : String(code ?? signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "not started";
  } finally {
    process.off("exit", killChild);
    child = undefined;
  }
}

/** Removes the AVIF files of a picture, complete or not. */
async function remove(file: string, width: number): Promise<void> {
  const name = file.replace(/\.webp$/, "");
  for (const size of widthsOf(width)) {
    const version = `${name}${size === width ? "" : `-${size}`}.avif`;
    await rm(version, { force: true });
    await rm(`${version}.part`, { force: true });
  }
}
