import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { worksIn } from "./program";
import { type Studio, startStudio } from "./studio";

// The database is unavailable for half a minute, during which every page and form is requested repeatedly; this is also the
// timeout of each request.
const OUTAGE_MS = Number(process.env.AWAY ?? 30_000);
const PAUSE_MS = 200;
const SECRETS = { SESSION_SECRET: "x".repeat(32), DATA_KEY: "y".repeat(32) };
const FORM = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };

type Kind = { name: string; path: string; body?: string };

const LIST: Kind = { name: "list of clients", path: "/admin/clientes" };

/** Measures the slowest answer of each kind of page and form while PostgreSQL is stopped, hanging or killed, as a table. */
export async function outages(folder: string): Promise<string> {
  const database = join(folder, "base");
  mkdirSync(database, { recursive: true });
  let postgres = await startPostgres(database);
  const port = Number(new URL(postgres.url).port);
  const studio = await startStudio(join(folder, "caida"), ".", { ...SECRETS, DATABASE_URL: postgres.url });
  const kinds: Kind[] = [
    { name: "Home", path: "/" },
    { name: "gallery", path: "/gallery" },
    { name: "service page", path: `/servicio/${studio.ids.servicio}` },
    { name: "public page never asked for", path: "/gallery?servicio=nunca" },
    { name: "/auth", path: "/auth" },
    { name: "sign-in", path: "/auth", body: "email=ana%40ejemplo.mx&password=x" },
    { name: "dashboard", path: "/admin" },
    LIST,
    { name: "form of a client", path: "/admin/clientes/nuevo", body: "nombre=Ana&token=00000000-0000-4000-8000-000000000000" },
    { name: "/salud", path: "/salud" },
  ];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of readdirSync("/proc")
      .filter((one) => /^\d+$/.test(one))
      .map(Number))
      if (worksIn(pid, database)) process.kill(pid, name);
  };
  const restart = async () => {
    postgres = await startPostgres(database, {}, port);
  };
  const states: [string, () => unknown, () => unknown][] = [
    ["stopped", () => postgres.stop(), restart],
    ["hanging", () => signal("SIGSTOP"), () => signal("SIGCONT")],
    ["killed", () => signal("SIGKILL"), restart],
  ];
  const lines = [
    `| | ${kinds.map(({ name }) => name).join(" | ")} | ready again after |`,
    `|---|${"---|".repeat(kinds.length + 1)}`,
  ];
  for (const [state, interrupt, recover] of states) {
    for (const kind of kinds) if (kind.name !== "public page never asked for") await answer(studio, kind);
    await interrupt();
    const until = performance.now() + OUTAGE_MS;
    const answers = await Promise.all(kinds.map((kind) => answersUntil(until, studio, kind)));
    await recover();
    const since = performance.now();
    const isBack = async () => {
      const [ready, list] = [await answer(studio, { name: "", path: "/salud" }), await answer(studio, LIST)];
      return ready.status === "200" && list.status === "200";
    };
    while (!(await isBack()) && performance.now() - since < OUTAGE_MS) await wait(50);
    const line = `| ${state} | ${answers.join(" | ")} | ${((performance.now() - since) / 1000).toFixed(1)} s |`;
    console.log(line);
    lines.push(line);
  }
  await studio.end();
  await postgres.stop();
  return lines.join("\n");
}

/** Requests a page or form repeatedly until a time; gives its statuses and the slowest answer in seconds. */
async function answersUntil(until: number, studio: Studio, kind: Kind): Promise<string> {
  const statuses = new Set<string>();
  let slowest = 0;
  let count = 0;
  do {
    const { status, seconds } = await answer(studio, kind);
    statuses.add(status);
    slowest = Math.max(slowest, seconds);
    count++;
    await wait(PAUSE_MS);
  } while (performance.now() < until);
  return `${[...statuses].join(" or ")}, ${slowest.toFixed(2)} s of ${count}`;
}

async function answer({ port, cookie }: Studio, { path, body }: Kind): Promise<{ status: string; seconds: number }> {
  const since = performance.now();
  const status = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { cookie, ...(body === undefined ? {} : FORM) },
    redirect: "manual",
    signal: AbortSignal.timeout(OUTAGE_MS),
    ...(body === undefined ? {} : { body }),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return String(response.status);
    },
    () => "none",
  );
  return { status, seconds: (performance.now() - since) / 1000 };
}
