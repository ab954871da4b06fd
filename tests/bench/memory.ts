import { join } from "node:path";
import { Visitor } from "../support/browser";
import { adminPages } from "./admin";
import { post, takePhotos } from "./photographs";
import { median, proportionalMb, residentMb, treeOf } from "./program";
import { ask, rowsOf, type Studio, startStudio } from "./studio";

// Fewer (`REQUESTS=2000 npm run bench -- memory`) only show whether the benchmark works.
const REQUESTS = Number(process.env.REQUESTS ?? 20_000);
const AT_ONCE = 8;
const CLIENTS = 100_000;
const EXPORTS = 10;
const PHOTOS = 12;
const SAMPLE_MS = 250;
const NUEVA = "/admin/galeria/nueva";
// A signed-in user is redirected from the sign-in page.
const OTHER_STATUS: Record<string, number> = { "/auth": 302, "/no-existe": 404 };

type Sample = { done: number; resident: number; together: number };

/** Measures resident memory over 20,000 mixed requests with ten exports of 100,000 rows, and while photographs are encoded. */
export async function memory(folder: string): Promise<string> {
  const studio = await startStudio(join(folder, "memoria"));
  const lines: string[] = [];
  const say = (line: string) => {
    console.log(line);
    lines.push(line);
  };
  await rowsOf(
    studio.url,
    `INSERT INTO clientes_susa (nombre, telefono) SELECT 'Clienta ' || n, '55' || lpad(n::text, 8, '0') FROM generate_series(1, ${CLIENTS}) AS n`,
  );
  const { samples, failed } = await visit(studio);
  const at = (done: number) =>
    median(samples.filter((one) => Math.abs(one.done - done) < REQUESTS / 40).map(({ resident }) => resident));
  const max = (of: (sample: Sample) => number, among = samples) => Math.max(...among.map(of)).toFixed(0);
  say(`- ${REQUESTS} requests, process ${studio.pid} throughout, ${failed} failed.`);
  say(`- The server's resident memory: at most ${max(({ resident }) => resident)} MB.`);
  const curve = [0.05, 0.25, 0.5, 0.75, 1].map((part) => `${at(REQUESTS * part).toFixed(0)} MB after ${REQUESTS * part}`);
  say(`- On its way: ${curve.join(", ")}.`);
  say(`- Between request ${REQUESTS / 2} and ${REQUESTS} it grew by ${(at(REQUESTS) - at(REQUESTS / 2)).toFixed(0)} MB.`);
  say(`- Server and database together (PSS): at most ${max(({ together }) => together)} MB.`);
  const made = await photographs(studio, folder);
  say(
    `- While ${PHOTOS} photographs of 12 megapixels were made: the server at most ${max(({ resident }) => resident, made)} MB, together at most ${max(({ together }) => together, made)} MB.`,
  );
  await studio.end();
  return lines.join("\n");
}

async function visit(studio: Studio): Promise<{ samples: Sample[]; failed: number }> {
  const servicios = await rowsOf<{ id: string }>(studio.url, "SELECT id FROM servicios_susa WHERE activo");
  const paths = [
    ...["/", "/about", "/gallery", "/auth", "/no-existe"],
    ...servicios.map(({ id }) => `/servicio/${id}`),
    ...adminPages(studio),
  ];
  let done = 0;
  let failed = 0;
  const stopWatching = watch(studio, () => done);
  const visitor = async () => {
    while (done < REQUESTS) {
      const n = done++;
      const isExport = n > 0 && n % (REQUESTS / EXPORTS) === REQUESTS / EXPORTS / 2;
      const path = isExport ? "/admin/clientes.csv" : (paths[n % paths.length] ?? "/");
      const status = await ask(studio, path);
      if (status !== (OTHER_STATUS[path] ?? 200)) failed++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  if (residentMb(studio.pid) === 0) throw new Error(`process ${studio.pid} has ended`);
  return { samples: stopWatching(), failed };
}

/** Samples the memory periodically until the returned function is called, which gives the samples. */
function watch(studio: Studio, done: () => number): () => Sample[] {
  const samples: Sample[] = [];
  const look = setInterval(() => {
    samples.push({ done: done(), resident: residentMb(studio.pid), together: proportionalMb(treeOf(studio.pid)) });
  }, SAMPLE_MS);
  return () => {
    clearInterval(look);
    return samples;
  };
}

async function photographs(studio: Studio, folder: string): Promise<Sample[]> {
  const photos = await takePhotos(folder, PHOTOS);
  const ana = new Visitor(studio.port);
  for (const pair of studio.cookie.split("; "))
    ana.cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  const values = { ...(await ana.get(NUEVA)).values(), servicio_id: studio.ids.servicio };
  const stopWatching = watch(studio, () => 0);
  const status = await post(studio.port, NUEVA, { cookie: studio.cookie }, Object.entries(values), photos);
  if (status !== 303) throw new Error(`${NUEVA}: ${status}`);
  return stopWatching();
}
