import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { INIT } from "~/database/migrations.server";
import { migrate } from "../../server/migrate";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { Visitor } from "../support/browser";
import { type BuiltServer, startBuiltServer } from "../support/built-server";
import { multiply } from "./multiply";

/** A running studio with its owner, who is signed in. */
export type Studio = BuiltServer & { owner: Visitor; cookie: string };

/** The rows and the month whose pages are asked for. */
type Ids = Record<"servicio" | "cliente" | "cita" | "item" | "mes", string>;

/** A data folder to copy, and what is in it. */
export type Data = { dataDir: string; ids: Ids };

const folder = mkdtempSync(join(tmpdir(), "susa-bench-"));
// PostgreSQL may run as another user, who must reach its folder.
chmodSync(folder, 0o755);
const running: BuiltServer[] = [];
let copies = 0;

// Health notes are read with the key that they were written with.
const SECRETS = { SESSION_SECRET: "x".repeat(40), DATA_KEY: "y".repeat(40) };

/** Makes the data of a demo studio as a checkout does, with `times` as many clients, appointments, money and inventory. */
export async function makeData(times: number, checkout = "."): Promise<Data> {
  const dataDir = newFolder();
  // Ours, so that the tables of a version that connected as the superuser belong to the role that we connect as.
  const postgres = await startPostgres(dataDir);
  execFileSync(process.execPath, ["build/server.js", "--demo-only"], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      ...SECRETS,
    },
    stdio: "ignore",
  });
  // Without their files, no pictures are encoded while we measure.
  rmSync(join(dataDir, "uploads"), { recursive: true });
  if (times > 1) await multiply(postgres.url, times - 1);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<Ids>(`
    SELECT (SELECT id FROM servicios_susa WHERE activo ORDER BY nombre LIMIT 1) AS servicio,
      (SELECT cliente_id FROM citas_susa GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1) AS cliente,
      (SELECT id FROM citas_susa ORDER BY fecha_hora DESC LIMIT 1) AS cita,
      (SELECT id FROM inventario_susa ORDER BY nombre, id LIMIT 1) AS item,
      to_char(now() - interval '3 months', 'YYYY-MM') AS mes`);
  await client.end();
  await postgres.stop();
  const [ids] = rows;
  if (!ids) throw new Error("the demo has no rows");
  return { dataDir, ids };
}

// CHANGELOG.md names it.
const LAST_OF_0_COMMIT = "cf13caec";

/** Copies data of a checkout, and brings the copy to the last 0.x, the only one that this version takes, if it is older. */
export async function upgradableCopyOf(data: Data, checkout: string): Promise<Data> {
  const dataDir = copyOf(data);
  if (existsSync(join(checkout, "prisma", "migrations", INIT))) return { ...data, dataDir };
  const folder = newFolder();
  mkdirSync(folder);
  execFileSync("sh", ["-c", `git archive ${LAST_OF_0_COMMIT} prisma/migrations | tar -x -C ${folder}`]);
  const postgres = await startPostgres(dataDir);
  await migrate(postgres.url, join(folder, "prisma", "migrations"));
  await postgres.stop();
  return { ...data, dataDir };
}

/** Starts the built server of a checkout on a copy of the data, and signs its owner up. */
export async function startStudio(data: Data, checkout = "."): Promise<Studio> {
  return openStudio({ DATA_DIR: copyOf(data) }, checkout);
}

/** Starts the built server of a checkout in an environment, and signs its owner up. */
export async function openStudio(env: Record<string, string>, checkout = "."): Promise<Studio> {
  const server = trackServer(await startBuiltServer({ SIGNUP: "open", ...SECRETS, ...env }, "", checkout));
  const owner = await signUp(server.port);
  return { ...server, owner, cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
}

/** Creates the first account of a server, its owner's. */
export async function signUp(port: number): Promise<Visitor> {
  const owner = new Visitor(port);
  await (await owner.get("/auth?modo=registro")).submit(OWNER);
  // Takes away the message that the account was created.
  await owner.get("/admin");
  return owner;
}

/** A server that `cleanUp` stops. */
export function trackServer(server: BuiltServer): BuiltServer {
  running.push(server);
  return server;
}

export const OWNER = { email: "ana@ejemplo.mx", password: "una contraseña larga" };

/** Copies a data folder and gives the path of the copy. */
export function copyOf({ dataDir }: Data): string {
  const copy = newFolder();
  execFileSync("cp", ["-a", dataDir, copy]);
  return copy;
}

/** The path of a folder that is not there yet, and that `cleanUp` removes. */
export function newFolder(): string {
  return join(folder, String(++copies));
}

/** Stops every server that still runs, and removes all data. */
export async function cleanUp(): Promise<void> {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}

export type Answer = { status: number; ms: number; text: string };

/** Requests a page, or submits a form to it. Status 0 is no answer in a minute. */
export async function ask({ port, cookie }: Studio, path: string, form?: Record<string, string>): Promise<Answer> {
  const began = performance.now();
  const answered = (status: number, text: string) => ({ status, ms: performance.now() - began, text });
  const request = form && { method: "POST", body: new URLSearchParams(form) };
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...request,
      headers: { cookie, "sec-fetch-site": "same-origin" },
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    });
    return answered(response.status, await response.text());
  } catch {
    return answered(0, "");
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
