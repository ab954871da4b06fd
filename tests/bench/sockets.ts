import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { MULTIPART, multipart } from "../support/browser";
import { residentMb } from "./memory";
import { ask, copyOf, type Data, makeData, median, openStudio, type Studio } from "./studio";

const VISITORS = 100;
const COLLECTING_REQUESTS = 2_000;
const PATIENCE_MS = 10_000;
const VISIT_EVERY_MS = 1_000;
const UPLOAD_BYTES_PER_SECOND = 25_000;
const CHUNKS_PER_SECOND = 5;
// A little under 15 MB without compression.
const PICTURE = { width: 2_250, height: 2_250, channels: 3 } as const;

/**
 * Prints how 100 visitors are served while 2,200 silent sockets and 2,000 slow uploads without a session are renewed when they are
 * cut, and whether an upload of 15 MB at 25 kB/s succeeds: once from another address, once all through a trusted proxy.
 */
export async function resistSockets(): Promise<void> {
  const data = await makeData(1);
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { ...PICTURE, noise, background: "gray" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  console.log("| attack | refused | Home median / p99 | cut per s | MB before / after | upload |\n|---|---:|---:|---:|---:|---|");
  await resist("from another address", data, { TRUST_PROXY: "0" }, "127.0.0.2", picture);
  await resist("through a trusted proxy", data, { TRUST_PROXY: "1" }, "127.0.0.1", picture);
}

async function resist(name: string, data: Data, env: Record<string, string>, from: string, picture: Buffer): Promise<void> {
  const studio = await openStudio({ DATA_DIR: copyOf(data), ...env });
  // What it needs for a picture and for Home, it has used once.
  await upload(studio, data, picture, Number.POSITIVE_INFINITY);
  const before = await memoryInUse(studio);
  const began = performance.now();
  const flood = spawn(process.execPath, ["--import", "tsx", "tests/bench/socket-flood.ts", String(studio.port), from], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const uploaded = upload(studio, data, picture, UPLOAD_BYTES_PER_SECOND);
  const times: number[] = [];
  for (let n = 0; n < VISITORS; n++) {
    await sleep(VISIT_EVERY_MS);
    times.push(await visit(studio));
  }
  const status = await uploaded;
  const cut = (await stop(flood)) / ((performance.now() - began) / 1000);
  const after = await memoryInUse(studio);
  const served = times.filter(Number.isFinite).toSorted((a, b) => a - b);
  const p99 = served[Math.ceil(served.length * 0.99) - 1] ?? 0;
  const memory = `${before.toFixed(0)} / ${after.toFixed(0)}`;
  const refused = times.length - served.length;
  const home = `${median(served).toFixed(0)} / ${p99.toFixed(0)} ms`;
  console.log(`| ${name} | ${refused} of ${VISITORS} | ${home} | ${cut.toFixed(0)} | ${memory} | ${status} |`);
  await studio.stop();
}

/** The server's resident memory after requests that make it collect its garbage. */
async function memoryInUse(studio: Studio): Promise<number> {
  for (let n = 0; n < COLLECTING_REQUESTS; n++) await ask(studio, n % 2 === 0 ? "/admin/clientes" : "/");
  return residentMb(studio.pid);
}

/** How many milliseconds a new visitor waits for Home; NaN if it is refused. */
async function visit({ port }: Studio): Promise<number> {
  const began = performance.now();
  try {
    const [response] = await once(
      get({ host: "127.0.0.1", port, path: "/", agent: false, signal: AbortSignal.timeout(PATIENCE_MS) }),
      "response",
    );
    await once(response.resume(), "end");
    return response.statusCode === 200 ? performance.now() - began : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/** Uploads a picture at a speed, and gives the status of the answer. */
async function upload({ port, owner, cookie }: Studio, { ids }: Data, picture: Buffer, speed: number): Promise<string> {
  const path = "/admin/galeria/nueva";
  const values = { ...(await owner.get(path)).values(), servicio_id: ids.servicio, alt_text: "Cejas" };
  const body = multipart(Object.entries(values), [{ filename: "a.png", content: picture }]);
  const headers = { ...MULTIPART, cookie, "sec-fetch-site": "same-origin", "content-length": body.length };
  const sent = request({ host: "127.0.0.1", port, path, method: "POST", headers, agent: false });
  const answered = once(sent, "response").then(
    ([response]) => `${response.resume().statusCode}`,
    (error: Error) => error.message,
  );
  const step = Number.isFinite(speed) ? speed / CHUNKS_PER_SECOND : body.length;
  for (let at = 0; at < body.length && !sent.destroyed; at += step) {
    sent.write(body.subarray(at, at + step));
    if (step < body.length) await sleep(1000 / CHUNKS_PER_SECOND);
  }
  sent.end();
  return answered;
}

async function stop(flood: ChildProcess): Promise<number> {
  let text = "";
  flood.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  flood.kill("SIGTERM");
  await once(flood, "close");
  return Number(text);
}
