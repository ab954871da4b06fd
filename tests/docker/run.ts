// Builds and runs the image without a container engine: parses the Dockerfile, runs its instructions stage by stage as an
// unprivileged user, and starts the result. It does not test the base image (the machine's Node and system replace it), a
// USER that differs between instructions, or running as process 1.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "../support/port";
import { execForm } from "./dockerfile";
import { buildImage, environment, type Image, identity, makeReadOnly, pathInImage, removeRoot, root, runIn } from "./image";

let passed = 0;
let failed = 0;
function check(what: string, ok: boolean, otherwise = ""): void {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? "✓" : "✗"} ${what}${ok || !otherwise ? "" : `\n  ${otherwise.trim().replaceAll("\n", "\n  ")}`}`);
}

const began = Date.now();
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end && !(await what()); ) await wait(20);
}

try {
  console.log(
    `Running as ${identity ? "nobody" : "the current user"}; paths of the image (/app, /data) are folders under ${root}/stages.`,
  );
  const image = buildImage();
  if (!image.base.startsWith(`node:${process.versions.node.split(".")[0]}-`))
    console.log(`  note: ${image.base} is replaced by this machine's Node ${process.version}, another version.`);
  checkFiles(image);
  await checkRunning(image);
} catch (error) {
  check("the image builds and runs", false, error instanceof Error ? error.message : String(error));
} finally {
  processesOfThisRun().forEach(kill);
  removeRoot();
}
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${seconds(began)} in total\n${passed} passed, ${failed} failed`);

function checkFiles(image: Image): void {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { devDependencies: object };
  // Some runtime dependencies bring type declarations, which are harmless.
  const notShipped = Object.keys(devDependencies).filter((name) => !name.startsWith("@types/"));
  const shipped = notShipped.filter((name) => existsSync(join(pathInImage(image, "node_modules"), name)));
  check("no development dependency is shipped", shipped.length === 0, `${shipped} (if needed at run time, make it a dependency)`);
  const files = readdirSync(pathInImage(image, ".")).sort().join(" ");
  check("only the files needed at run time are shipped", files === "build node_modules package.json prisma public", files);
  check("the user is not root", !/^(root|0)?(:|$)/.test(image.user), image.user || "no USER");
  const { VOLUME: volume = "" } = image.settings;
  check("the volume belongs to the user", image.chowned.includes(pathInImage(image, volume)), `VOLUME ${volume}`);
}

async function checkRunning(image: Image): Promise<void> {
  makeReadOnly(image);
  const port = await freePort();
  image.env.PORT = String(port);
  const [command, ...words] = execForm(image.settings.CMD ?? "");
  const probe = execForm((image.settings.HEALTHCHECK ?? "").replace(/^CMD\s+/, ""));
  const healthy = () => runIn(image, probe).status === 0;
  check("the health check fails before the server starts", !healthy());

  const since = Date.now();
  const server = spawn(command, words, { cwd: pathInImage(image, "."), env: environment(image), ...identity });
  let log = "";
  const keep = (chunk: Buffer) => {
    log += chunk;
  };
  server.stdout.on("data", keep);
  server.stderr.on("data", keep);
  const running = () => server.exitCode === null && server.signalCode === null;
  let isHealthy = healthy();
  while (!isHealthy && running() && Date.now() - since < 180_000) {
    await wait(100);
    isHealthy = healthy();
  }
  check(`the server is healthy after ${seconds(since)}`, isHealthy, log || "no output from the server");
  if (!isHealthy) return;

  // It is live before it is ready, because migrations run first.
  await until(async () => (await fetch(`http://localhost:${port}/salud`)).ok || !running());
  const page = await fetch(`http://localhost:${port}/`);
  const type = page.headers.get("content-type") ?? "";
  const heading = (await page.text()).includes("<h1");
  check(
    "/ answers an HTML page",
    page.status === 200 && type.startsWith("text/html") && heading,
    `${page.status} ${type}\n${log}`,
  );
  const salud = await fetch(`http://localhost:${port}/salud`);
  const body = await salud.text();
  check("/salud answers ok", salud.status === 200 && body === '{"estado":"ok"}', `${salud.status} ${body}`);

  const request = await startRequest(port);
  const ended = exitCode(server, 60_000);
  const signal = (image.settings.STOPSIGNAL ?? "SIGTERM") as NodeJS.Signals;
  server.kill(signal);
  // The server has received the signal once it accepts no new connections.
  await until(async () => !(running() && (await connects(port))));
  check(`${signal} waits for an open request`, running(), log);
  const answer = await request.finish();
  check("the open request is still answered", /^HTTP\/1\.1 [234]\d\d /.test(answer), answer || "the connection was cut");
  const code = await ended;
  check("the server exits with code 0", code === 0, `${code}\n${log}`);
  const orphans = processesOfThisRun();
  check("no process is left, including the database's", orphans.length === 0, `${orphans}`);
}

/** Starts a request; `finish` sends its last byte and gives the status line. */
async function startRequest(port: number): Promise<{ finish: () => Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => undefined);
  const closed = new Promise((done) => socket.once("close", done));
  // The server answers 100 Continue once it has read the headers.
  const head = `POST /auth HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/x-www-form-urlencoded`;
  socket.write(`${head}\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`);
  await until(() => answer.endsWith("\r\n\r\n") || socket.destroyed);
  const interim = answer;
  socket.write("a=");
  return {
    finish: async () => {
      socket.write("1");
      await closed;
      return answer.slice(interim.length).split("\r\n")[0] ?? "";
    },
  };
}

function connects(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      done(true);
    }).once("error", () => done(false));
  });
}

function exitCode(server: ChildProcess, timeoutMs: number): Promise<number | string | null> {
  return new Promise((done) => {
    const timer = setTimeout(() => done("still running"), timeoutMs);
    server.once("exit", (code, signal) => {
      clearTimeout(timer);
      done(signal ?? code);
    });
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

function processesOfThisRun(): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const isUnderRoot = (pid: string, link: string) => {
    try {
      return readlinkSync(`/proc/${pid}/${link}`).startsWith(root);
    } catch {
      return false;
    }
  };
  return pids.filter((pid) => isUnderRoot(pid, "cwd") || isUnderRoot(pid, "exe")).map(Number);
}
