// `npm run bench:upload`, after a build: fourteen photographs of 14 MB through the gallery's own form, into the built
// server, with the disk and with a stand-in of Cloudinary. A report, not a test: it measures; who reads it judges.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import sharp from "sharp";
import { CloudinaryStandIn } from "../cloudinary";
import { Visitor } from "../http/browser";
import { freePort } from "../port";

const PHOTOS = 14;
const ROUNDS = 2;
const NUEVA = "/admin/galeria/nueva";
const BOUNDARY = "----frontera-del-banco";
const folder = mkdtempSync(join(tmpdir(), "susa-banco-"));
const children: ChildProcess[] = [];

type Program = { pid: number; port: number; end: () => Promise<void> };

main()
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("memory is read from /proc: this runs on Linux");
  const photos = await takePhotos();
  const sizes = photos.map((path) => statSync(path).size / 2 ** 20);
  say(
    `${PHOTOS} photographs of 4000 × 3000 pixels, ${Math.min(...sizes).toFixed(1)} to ${Math.max(...sizes).toFixed(1)} MB each.`,
  );
  say("Growth is the peak of resident memory over what the warm server had before; `/` is asked ten times a second meanwhile.\n");
  for (let round = 1; round <= ROUNDS; round++) {
    say(`Round ${round}`);
    await reference(photos);
    await manager("disk", photos);
    await manager("Cloudinary", photos);
  }
  await avif();
}

/** What the same body costs a server that reads it all at once, as the platform offers. */
async function reference(photos: string[]): Promise<void> {
  const program = await start(["--import", "tsx", "tests/bench/buffered.ts"], {});
  await post(program.port, "/", {}, [], photos.slice(0, 1));
  await measure("  reference: request.formData()", program, () => post(program.port, "/", {}, [], photos));
  await program.end();
}

async function manager(where: "disk" | "Cloudinary", photos: string[]): Promise<void> {
  const cloudinary = new CloudinaryStandIn();
  await cloudinary.start();
  const dataDir = mkdtempSync(join(folder, "datos-"));
  const program = await start(["--enable-source-maps", "build/server.js"], {
    DATA_DIR: dataDir,
    SIGNUP: "open",
    ...(where === "disk" ? {} : { CLOUDINARY_URL: cloudinary.url }),
  });
  const ana = new Visitor(program.port);
  await (await ana.get("/auth?modo=registro")).submit({ email: "ana@ejemplo.mx", password: "una contraseña larga" });
  await (await ana.get("/admin/servicios/nuevo")).submit({ nombre: "Cejas", precio: "350", categoria: "cejas" });
  const form = async (changes: Record<string, string> = {}) => {
    const page = await ana.get(NUEVA);
    const servicio_id = page.document.querySelectorAll("select[name=servicio_id] option")[1]?.getAttribute("value") ?? "";
    return Object.entries({ ...page.values(), servicio_id, ...changes });
  };
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const send = async (paths: string[], changes = {}) => post(program.port, NUEVA, { cookie }, await form(changes), paths);

  // Everything is loaded once, and the first picture's AVIF versions are made, before anything is measured.
  await send(photos.slice(0, 1));
  await settled();
  // Without a service the form is refused once it has been read: what is measured is the reading.
  await measure(`  ${where}, streaming alone`, program, () => send(photos, { servicio_id: "" }), 400);
  await measure(`  ${where}, with WebP`, program, () => send(photos), 303);
  await program.end();
  await cloudinary.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The child that makes AVIF versions, by itself, on pictures as they are kept. */
async function avif(): Promise<void> {
  say("\nAVIF child, one 1600 × 1200 picture in four widths");
  for (let round = 1; round <= ROUNDS; round++) {
    const file = join(folder, `avif-${round}.webp`);
    await sharp(join(folder, "foto-1.jpg")).resize({ width: 1600 }).webp({ quality: 80 }).toFile(file);
    const out = execFileSync(process.execPath, ["build/avif.js", file, "1600"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_ENV: "production", MALLOC_ARENA_MAX: "1" },
    });
    const { ms, peakKb } = JSON.parse(out);
    say(`  ${(peakKb / 1024).toFixed(0)} MB at its peak, ${(ms / 1000).toFixed(1)} s`);
  }
}

/** Soft shapes under the grain of a sensor, all different; every other one lies on its side, as telephones hold them. */
async function takePhotos(): Promise<string[]> {
  const size = { width: 4000, height: 3000 };
  const noise = (sigma: number) => ({ type: "gaussian" as const, mean: 128, sigma });
  const canvas = { channels: 3 as const, background: "#888" };
  const paths: string[] = [];
  for (let n = 1; n <= PHOTOS; n++) {
    const path = join(folder, `foto-${n}.jpg`);
    const shapes = await sharp({ create: { ...canvas, width: 40, height: 30, noise: noise(60) } })
      .png()
      .toBuffer();
    const grain = await sharp({ create: { ...canvas, ...size, noise: noise(75) } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await sharp(await sharp(shapes).resize(size.width, size.height).png({ compressionLevel: 1 }).toBuffer())
      .composite([{ input: grain, blend: "soft-light" }])
      .withMetadata({ orientation: n % 2 === 0 ? 6 : 1 })
      .jpeg({ quality: 100, chromaSubsampling: "4:2:0" })
      .toFile(path);
    paths.push(path);
  }
  return paths;
}

async function start(args: string[], env: Record<string, string>): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      // As `npm start` and the container have it (docs/decisions/0010).
      MALLOC_ARENA_MAX: "1",
      PORT: String(port),
      HOST: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await new Promise<void>((ready, fail) => {
    child.stdout?.on("data", (text: Buffer) => /lista|ready/.test(String(text)) && ready());
    child.once("exit", (code) => fail(new Error(`${args.at(-1)} ended with ${code}`)));
  });
  return {
    pid: child.pid ?? 0,
    port,
    end: async () => {
      child.removeAllListeners("exit");
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Sends a form with files as a browser does, none of them held in memory here either; gives the status. */
async function post(
  port: number,
  path: string,
  headers: Record<string, string>,
  values: [string, string][],
  paths: string[],
): Promise<number> {
  const head = (name: string, more = "") => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const texts = values.map(([name, value]) => `${head(name)}${value}\r\n`).join("");
  const files = paths.map((file) => ({
    file,
    head: head("imagenes", `; filename="${basename(file)}"`),
    size: statSync(file).size,
  }));
  const end = `--${BOUNDARY}--\r\n`;
  const length =
    Buffer.byteLength(texts + end) + files.reduce((sum, { head, size }) => sum + Buffer.byteLength(head) + size + 2, 0);
  const request = httpRequest({
    host: "127.0.0.1",
    port,
    path,
    method: "POST",
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}`, "content-length": String(length) },
  });
  const answered = once(request, "response");
  request.write(texts);
  for (const { file, head } of files) {
    request.write(head);
    for await (const chunk of createReadStream(file)) if (!request.write(chunk)) await once(request, "drain");
    request.write("\r\n");
  }
  request.end(end);
  const [response] = await answered;
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

async function measure(what: string, { pid, port }: Program, work: () => Promise<number>, expected?: number): Promise<void> {
  const before = residentMb(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 5);
  const pages: number[] = [];
  let failed = 0;
  let isOver = false;
  const visits = (async () => {
    const visitor = new Visitor(port);
    while (!isOver) {
      const began = performance.now();
      const { status } = await visitor.send("/").catch(() => ({ status: 0 }));
      pages.push(performance.now() - began);
      if (status !== 200) failed++;
      await new Promise((later) => setTimeout(later, 100));
    }
  })();
  const began = performance.now();
  const status = await work();
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  await visits;
  clearInterval(watch);
  if (expected !== undefined && status !== expected) throw new Error(`${what}: ${status} instead of ${expected}`);
  pages.sort((a, b) => a - b);
  const at = (part: number) => `${pages[Math.min(pages.length - 1, Math.floor(pages.length * part))]?.toFixed(0)} ms`;
  const visited = `/ ${pages.length} times, median ${at(0.5)}, slowest ${at(1)}, failed ${failed}`;
  say(
    `${what.padEnd(34)} +${(peak - before).toFixed(0).padStart(4)} MB (from ${before.toFixed(0)}), ${seconds.toFixed(1).padStart(5)} s; ${visited}`,
  );
}

function residentMb(pid: number): number {
  const [, kb = "0"] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

/** Waits until no AVIF child runs. */
async function settled(): Promise<void> {
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("build/avif.js");
    } catch {
      return false;
    }
  };
  await new Promise((later) => setTimeout(later, 1000));
  while (readdirSync("/proc").some((name) => /^\d+$/.test(name) && isChild(name))) {
    await new Promise((later) => setTimeout(later, 200));
  }
}

function say(line: string): void {
  console.log(line);
}
