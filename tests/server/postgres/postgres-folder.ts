import { execFileSync } from "node:child_process";
import { chownSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../../server/postgres/embedded-postgres";
import { superuserUrl } from "../../../server/postgres/roles";
import { StartError } from "../../../server/start-error";
import { freshFolder } from "../../support/process";

// Data folders of the embedded PostgreSQL, and how the tests start a database in them.

const started: EmbeddedPostgres[] = [];

let template: Promise<string> | undefined;

/** A copy of the data folder that a first start leaves, which is made for the first test that needs one. */
export async function usedFolder(): Promise<string> {
  template ??= (async () => {
    const folder = freshFolder();
    await (await startPostgres(folder, { fsync: "off" })).stop();
    return folder;
  })();
  const folder = join(freshFolder(), "datos");
  execFileSync("cp", ["-a", await template, folder]);
  return folder;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
});

/** Starts a database that is stopped after the test. */
export async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres(dataDir, { fsync: "off" });
  started.push(postgres);
  return postgres;
}

/** Starts a database that cannot start, and returns the message of its StartError. */
export async function rejectedStart(dataDir: string): Promise<string> {
  const error: unknown = await start(dataDir).then(
    () => new Error("it started"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain("\n");
  return message;
}

/** The superuser's URL of the database in `dataDir` that is running at `url`. */
export const asSuperuser = (dataDir: string, url: string) =>
  superuserUrl(readFileSync(join(dataDir, "postgres-password"), "utf8"), Number(new URL(url).port));

/** Every file of a folder with its size, mode, owner and time: equal only if the folder was not touched. */
export function snapshot(folder: string): string[] {
  return ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()].map((name) => {
    const { size, mode, uid, mtimeMs } = lstatSync(join(folder, name));
    return [name, size, mode, uid, mtimeMs].join(" ");
  });
}

export const pidFile = (dataDir: string) => join(dataDir, "postgres", "postmaster.pid");
export const postmaster = (dataDir: string) => Number.parseInt(readFileSync(pidFile(dataDir), "utf8"), 10);

/** Writes a stale pid file, as a crash leaves it, owned by the user of the database. */
export function leavePidFile(dataDir: string, text: string): void {
  writeFileSync(pidFile(dataDir), text, { mode: 0o600 });
  const { uid, gid } = statSync(join(dataDir, "postgres"));
  chownSync(pidFile(dataDir), uid, gid);
}
