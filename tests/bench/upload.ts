// `npm run bench:upload`, after a build: uploads fourteen photographs of 14 MB with the gallery's form to the built server,
// stored on disk and at a local Cloudinary server. A report without pass or fail.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Visitor } from "../support/browser";
import { CloudinaryStandIn } from "../support/cloudinary";
import { post, takePhotos } from "./photographs";
import { endAll, type Program, residentMb, start, startCommand, startServer } from "./program";

const PHOTOS = 14;
const ROUNDS = 2;
const NUEVA = "/admin/galeria/nueva";
const folder = mkdtempSync(join(tmpdir(), "susa-banco-"));

main()
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(async () => {
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  });

async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("memory is read from /proc: this runs on Linux");
  const photos = await takePhotos(folder, PHOTOS);
  const sizes = photos.map((path) => statSync(path).size / 2 ** 20);
  say(
    `${PHOTOS} photographs of 4000 × 3000 pixels, ${Math.min(...sizes).toFixed(1)} to ${Math.max(...sizes).toFixed(1)} MB each.`,
  );
  say(
    "Growth is the peak of resident memory over that of the warm server before; `/` is requested ten times a second during each measurement.\n",
  );
  for (let round = 1; round <= ROUNDS; round++) {
    say(`Round ${round}`);
    await measureReference(photos);
    await measureGallery("disk", photos);
    await measureGallery("Cloudinary", photos);
  }
}

/** Measures the same body on a server that buffers it with formData(). */
async function measureReference(photos: string[]): Promise<void> {
  const program = await start(["--import", "tsx", "tests/bench/buffered.ts"], startCommand().env);
  await post(program.port, "/", {}, [], photos.slice(0, 1));
  await measure("  reference: request.formData()", program, () => post(program.port, "/", {}, [], photos));
  await program.end();
}

async function measureGallery(where: "disk" | "Cloudinary", photos: string[]): Promise<void> {
  const cloudinary = new CloudinaryStandIn();
  await cloudinary.start();
  const dataDir = mkdtempSync(join(folder, "datos-"));
  const program = await startServer({
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

  // Warms up: loads all modules.
  await send(photos.slice(0, 1));
  // Without a service the form is rejected after it has been read, so this measures only the reading.
  await measure(`  ${where}, streaming alone`, program, () => send(photos, { servicio_id: "" }), 400);
  await measure(`  ${where}, with WebP`, program, () => send(photos), 303);
  await program.end();
  await cloudinary.stop();
  rmSync(dataDir, { recursive: true, force: true });
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

function say(line: string): void {
  console.log(line);
}
