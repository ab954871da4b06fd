import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { Server } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { startPostgres } from "../../../server/postgres/embedded-postgres";
import { StartError } from "../../../server/start-error";
import { embeddedUrl, eventually, freshFolder, Program, postgresIn, query } from "../../support/process";
import { leavePidFile, pidFile, postmaster, rejectedStart, start, usedFolder } from "./postgres-folder";

describe("two servers on one folder", () => {
  test("rejects the second with the name of the folder, and the first keeps running", { tags: ["slow"] }, async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    expect(await rejectedStart(dataDir)).toBe(
      `Otro servidor ya usa ${dataDir}/postgres: deténlo primero o elige otra carpeta con DATA_DIR.`,
    );
    expect(await query(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("rejects the second also through a symbolic link", { tags: ["slow"] }, async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    const alias = join(freshFolder(), "datos");
    symlinkSync(dataDir, alias);
    expect(await rejectedStart(alias)).toContain("Otro servidor ya usa");
    expect(await query(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    // PostgreSQL shuts down within a minute if its pid file is removed.
    expect(existsSync(pidFile(dataDir))).toBe(true);
    await first.stop();

    const second = await start(alias);
    expect(await rejectedStart(alias)).toContain("Otro servidor ya usa");
    expect(await rejectedStart(dataDir)).toContain("Otro servidor ya usa");
    expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test.each([
    ["at the same time in a new folder", "new"],
    ["at the same time in an existing folder", "old"],
    ["at the same time after a crash", "crash"],
    ["one just after the other", "just after"],
  ])("lets one run and rejects the other if they start %s", { tags: ["slow"] }, async (_, when) => {
    const dataDir = when === "new" ? freshFolder() : await usedFolder();
    if (when === "crash") leavePidFile(dataDir, "4194304\n");
    const first = start(dataDir);
    if (when === "just after") await eventually(() => existsSync(pidFile(dataDir)));
    const both = await Promise.allSettled([first, start(dataDir)]);
    const [winner] = both.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const rejections = both.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(rejections).toEqual([expect.any(StartError)]);
    expect(String(rejections[0])).toContain("Otro servidor ya usa");
    expect(await query(winner?.url ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("rejects the second while the pid file of the first is still empty, and leaves the file untouched", {
    tags: ["slow"],
  }, async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    const written = readFileSync(pidFile(dataDir), "utf8");
    writeFileSync(pidFile(dataDir), "");
    const rejected = rejectedStart(dataDir);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(readFileSync(pidFile(dataDir), "utf8")).toBe("");
    writeFileSync(pidFile(dataDir), written);
    expect(await rejected).toContain("Otro servidor ya usa");
    expect(readFileSync(pidFile(dataDir), "utf8")).toBe(written);
    expect(await query(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("rejects the second if the first creates its pid file just after the check", async () => {
    const dataDir = await usedFolder();
    const { listen } = Server.prototype;
    // A start looks for a port after the check of this server of the pid file, and before that of PostgreSQL.
    vi.spyOn(Server.prototype, "listen").mockImplementationOnce(function (this: Server, ...args: unknown[]) {
      leavePidFile(dataDir, "");
      return Reflect.apply(listen, this, args);
    });
    expect(await rejectedStart(dataDir)).toContain("Otro servidor ya usa");
  });
});

/** Starts a database in another process, which the test can kill. */
async function elsewhere(dataDir: string): Promise<Program> {
  const program = new Program(process.execPath, ["--import", "tsx", "tests/server/postgres/hold-postgres.ts", dataDir]);
  await program.says(/postgresql:.*\n/);
  return program;
}

describe("a start after the server was killed", { tags: ["slow"] }, () => {
  test("stops the orphaned database and starts it again, with its data", async () => {
    const dataDir = await usedFolder();
    const killed = await elsewhere(dataDir);
    await query(embeddedUrl(dataDir), "CREATE TABLE guardado AS SELECT 7 AS n");
    const orphan = postmaster(dataDir);
    killed.kill("SIGKILL");
    expect(await killed.exited).toBe("SIGKILL");
    expect(postgresIn(dataDir)).toContain(orphan);

    const { url } = await start(dataDir);
    expect(postmaster(dataDir)).not.toBe(orphan);
    expect(postgresIn(dataDir)).not.toContain(orphan);
    expect(await query(url, "SELECT n FROM guardado")).toEqual([{ n: 7 }]);
  });

  test("starts although a stale pid file names another process, or no process", async () => {
    const dataDir = await usedFolder();
    const first = await startPostgres(dataDir);
    const left = readFileSync(pidFile(dataDir), "utf8");
    await first.stop();
    // This process, the first process of the machine, no process, an invalid pid, and an empty file.
    const pids = [process.pid, 1, 4_194_304, 0].map((pid) => left.replace(/^\d+/, String(pid)));
    for (const text of [...pids, ""]) {
      leavePidFile(dataDir, text);
      const again = await startPostgres(dataDir);
      expect(await query(again.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await again.stop();
    }
  });

  test("is rejected while a backend of the old database is still writing", async () => {
    const dataDir = await usedFolder();
    const { url, exited } = await startPostgres(dataDir);
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    const [row] = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows;
    // A busy backend does not notice that its postmaster is gone.
    const busy = client.query("DO $$ BEGIN LOOP END LOOP; END $$").catch(() => undefined);
    await eventually(async () => (await query(url, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO %'")).length === 1);
    process.kill(postmaster(dataDir), "SIGKILL");
    await exited;
    expect(postgresIn(dataDir)).toContain(row?.pid);

    expect(await rejectedStart(dataDir)).toContain("Otro servidor ya usa");

    process.kill(row?.pid ?? 0, "SIGKILL");
    await busy;
    await eventually(() => postgresIn(dataDir).length === 0);
    expect(await query((await start(dataDir)).url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});
