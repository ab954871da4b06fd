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
// Less than the two minutes after which somebody else may take up the picture.
const PATIENCE_MS = 60_000;
const STOP_MS = 2_000;

let making: Promise<void> | undefined;
let asked = false;
let stopped = false;
let child: ChildProcess | undefined;

/** Wakes the maker of AVIF versions, and returns at once. The queue is the database's: whatever has none yet, one at a time. */
export function makeAvifs(): void {
  // In development nobody bundles the child, and pictures stay as they are.
  if (stopped || !existsSync(CHILD)) return;
  asked = true;
  making ??= makeAll();
}

/**
 * Ends the child, if there is one, and makes no more; its picture waits for the next start. Gives false when something
 * still waits for a database that does not answer.
 */
export async function stopAvifs(): Promise<boolean> {
  stopped = true;
  child?.kill("SIGKILL");
  if (!making) return true;
  return Promise.race([making.then(() => true), setTimeout(STOP_MS, false, { ref: false })]);
}

async function makeAll(): Promise<void> {
  // Asked again while the last one was on its way, it looks again: that picture may have come after the last look.
  while (asked && !stopped) {
    asked = false;
    try {
      for (let next = await claimNextPicture(); next; next = stopped ? null : await claimNextPicture()) await makeOne(next);
    } catch (error) {
      logError("avif", error);
    }
  }
  making = undefined;
}

async function makeOne({ id, url, width }: QueuedPicture): Promise<void> {
  const file = join(env().DATA_DIR, url);
  const failure = stopped ? "stopped" : await runChild(file, width);
  if (failure !== null) {
    await remove(file, width);
    await releasePicture(id, stopped);
    // Without its file it is being deleted, or lost: nothing was wrong with the maker.
    if (!stopped && existsSync(file)) console.error(`avif: ${url}: ${failure}`);
  } else if (!existsSync(file) || !(await markEncoded(id))) {
    // Deleted meanwhile: what came after its files would stay for ever.
    await remove(file, width);
    await releasePicture(id, false);
  }
}

/** Gives null when the child did its work, and how it ended when it did not. */
async function runChild(file: string, width: number): Promise<string | null> {
  child = spawn(process.execPath, [CHILD, file, String(width)], {
    // No secret is in reach of what decodes pictures that came from outside.
    // One arena: what a thread lets go of serves the next one, which saves a quarter of the memory.
    env: { PATH: process.env.PATH, NODE_ENV: "production", MALLOC_ARENA_MAX: "1" },
    stdio: "ignore",
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  // Whatever ends this process, its child must not outlive it.
  const lastResort = () => child?.kill("SIGKILL");
  process.once("exit", lastResort);
  try {
    const [code, signal] = await once(child, "close");
    return code === 0 ? null : String(code ?? signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "not started";
  } finally {
    process.off("exit", lastResort);
    child = undefined;
  }
}

/** Removes what the child made, whole or begun. */
async function remove(file: string, width: number): Promise<void> {
  const name = file.replace(/\.webp$/, "");
  for (const size of widthsOf(width)) {
    const version = `${name}${size === width ? "" : `-${size}`}.avif`;
    await rm(version, { force: true });
    await rm(`${version}.part`, { force: true });
  }
}
