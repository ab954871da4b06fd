import { existsSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { freePort } from "../support/port";
import { embeddedUrl, eventually, freshFolder, get, Program, postgresIn, query } from "../support/process";
import { sendRequest } from "../support/send-request";
import { connects, runFirst, runServer, startServer, usedFolder } from "./server-program";

/** Locks the services, so every page that lists them waits until the returned function is called. */
async function holdServices(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  // The test may stop the database while the lock is held.
  client.on("error", () => undefined);
  await client.connect();
  await client.query("BEGIN; LOCK TABLE servicios_susa IN ACCESS EXCLUSIVE MODE");
  return () => client.end();
}

const pageWaits = (url: string) => async () => (await query(url, "SELECT 1 FROM pg_locks WHERE NOT granted")).length > 0;

async function finishesRequestsAfter(...signals: NodeJS.Signals[]): Promise<void> {
  const { program, port, dataDir } = await startServer({ DATA_DIR: freshFolder() });
  const url = embeddedUrl(dataDir);
  const release = await holdServices(url);
  const response = get(port, "/");
  await eventually(pageWaits(url));
  for (const signal of signals) program.kill(signal);
  await eventually(async () => !(await connects(port)));
  expect(postgresIn(dataDir)).not.toEqual([]);
  await release();
  const { status, body } = await response;
  expect(status).toBe(200);
  expect(body).toContain("</html>");
  expect(await program.exited).toBe(0);
  expect(program.stderr).toBe("");
  expect(postgresIn(dataDir)).toEqual([]);
}

describe("a stop", () => {
  test("lets requests finish after SIGINT, accepts no new ones, and leaves no process", () => finishesRequestsAfter("SIGINT"));

  test("tells proxies after SIGTERM, closes each connection with its answer, and skips the rest at a second SIGTERM", {
    tags: ["slow"],
  }, async () => {
    const { program, port, dataDir } = await startServer();
    const agent = new Agent({ keepAlive: true });
    expect((await sendRequest(port, "/", { agent })).headers.connection).toBe("keep-alive");
    program.kill("SIGTERM");
    await eventually(async () => (await get(port, "/salud")).status === 503);
    const { statusCode, headers } = await sendRequest(port, "/", { agent });
    expect([statusCode, headers.connection]).toEqual([200, "close"]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    expect([program.stderr, postgresIn(dataDir)]).toEqual(["", []]);
  });
});

describe("a stop in a special case", { tags: ["slow"] }, () => {
  test("lets requests finish after SIGHUP too", () => finishesRequestsAfter("SIGHUP"));

  test("stops the server and its database when npm is stopped", async () => {
    const [dataDir, port] = [freshFolder(), await freePort()];
    const program = new Program("npm", ["start"], { DATA_DIR: dataDir, PORT: String(port) });
    await program.says(/Susa está lista/);
    expect(postgresIn(dataDir).length).toBeGreaterThan(0);
    await program.stop();
    await eventually(() => postgresIn(dataDir).length === 0);
    await expect(get(port, "/salud")).rejects.toThrow();
  });

  test("lets requests finish when signals arrive together, as from a terminal through npm", () =>
    finishesRequestsAfter("SIGINT", "SIGINT", "SIGTERM"));

  test("cuts a request that does not end", async () => {
    const { program, port, dataDir } = await startServer();
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": 100, Expect: "100-continue" };
    const form = request({ port, path: "/auth", method: "POST", headers: { ...headers, "Sec-Fetch-Site": "same-origin" } });
    const ended = new Promise((resolve) => form.on("response", () => resolve("answered")).on("error", () => resolve("cut")));
    await new Promise((resolve) => form.on("continue", resolve).flushHeaders());
    expect(await program.stop()).toBe(0);
    expect(await ended).toBe("cut");
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test.runIf(existsSync("/proc/self/status"))("exits after its database, not before", async () => {
    const { program, dataDir } = await startServer();
    const postmaster = Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
    const events: string[] = [];
    program.exited.then(() => events.push("the server ended"));
    process.kill(postmaster, "SIGSTOP");
    program.kill("SIGTERM");
    // Its SIGINT (the second bit) is pending, because the process is suspended.
    await eventually(() => {
      const [, pending = "0"] = /^ShdPnd:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${postmaster}/status`, "utf8")) ?? [];
      return (BigInt(`0x${pending}`) & 2n) !== 0n;
    });
    // Takes long enough for the exit of the server to be noticed.
    await new Program(process.execPath, ["--eval", ""]).exited;
    events.push("the database went on");
    process.kill(postmaster, "SIGCONT");
    expect(await program.exited).toBe(0);
    expect(events).toEqual(["the database went on", "the server ended"]);
  });

  test("closes the idle connection of a browser", async () => {
    const { program, port, dataDir } = await startServer();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET /salud HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((resolve) => socket.once("data", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    program.kill("SIGTERM");
    await closed;
    expect(await program.exited).toBe(0);
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("leaves no process when %s arrives during the start", async (signal) => {
    const dataDir = await usedFolder();
    const program = runServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    await eventually(() => postgresIn(dataDir).length > 0);
    program.kill(signal);
    expect(await program.exited).toBe(0);
    expect(program.stderr).toBe("");
    await eventually(() => postgresIn(dataDir).length === 0);
  });

  test("closes a connection once its last request is answered", async () => {
    // Turns the timeout of ten seconds into an hour: a shutdown that needs it never ends.
    const patient =
      "const set = setTimeout; globalThis.setTimeout = (run, ms, ...more) => set(run, ms === 10000 ? 3600000 : ms, ...more)";
    const { program, port, dataDir } = await startServer(runFirst(patient));
    const url = embeddedUrl(dataDir);
    const release = await holdServices(url);
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await eventually(pageWaits(url));
    program.kill("SIGTERM");
    await eventually(async () => !(await connects(port)));
    await release();
    expect(await program.exited).toBe(0);
  });
});
