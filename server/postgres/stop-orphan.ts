import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectWhile } from "./connect";
import { FolderInUse, wrongPassword } from "./data-folder";
import { isOwnerLockHeld } from "./owner-lock";
import { type OsUser, type Programs, runProgram } from "./programs";
import { superuserUrl } from "./roles";

const POLL_MS = 50;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Makes `folder` ready for a new postmaster: stops one that a killed server left running, and neutralises a stale
 * postmaster.pid. Throws StartError if another server is using the folder.
 */
export async function stopOrphan(programs: Programs, osUser: OsUser, folder: string, password: string): Promise<void> {
  const pidFile = join(folder, "postmaster.pid");
  let text = readIfExists(pidFile);
  // An empty file: another postmaster is about to write its pid, or died before it could.
  for (let polls = 0; polls < 20 && text === ""; polls++) {
    await sleep(POLL_MS);
    text = readIfExists(pidFile);
  }
  if (text === null) return;
  const [pid, ...otherLines] = text.split("\n");
  if (!isPostmasterOf(Number(pid), folder)) {
    // PostgreSQL would refuse to start if the stale pid now belongs to any other program, but it accepts its parent's pid.
    // Keep the file and its other lines: with them PostgreSQL detects backends that outlived their postmaster.
    return writeFileSync(pidFile, [process.pid, ...otherLines].join("\n"));
  }

  const url = superuserUrl(password, Number(otherLines[2]));
  const client = await connectWhile(url, () => isPostmasterOf(Number(pid), folder), CONNECT_TIMEOUT_MS);
  if (client instanceof pg.Client) {
    // The database accepts connections before its server has taken the owner lock: seconds before, on a busy machine.
    for (let polls = 0; polls < 100; polls++) {
      if (await isOwnerLockHeld(client)) {
        await client.end();
        throw new FolderInUse(folder);
      }
      await sleep(POLL_MS);
    }
    await client.end();
    runProgram(osUser, programs.pg_ctl, ["stop", "-D", folder, "-m", "fast", "-w"], { stdio: "ignore" });
  } else if (client === "wrong password") {
    throw wrongPassword(folder);
  } else if (isPostmasterOf(Number(pid), folder)) {
    throw new FolderInUse(folder);
  }
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Whether `pid` is a postgres that works in `folder`: the pid alone is not enough, a restarted container reuses it. */
export function isPostmasterOf(pid: number, folder: string): boolean {
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
