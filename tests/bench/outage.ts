import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { tcpProxyTo } from "../support/tcp-proxy";
import { ask, copyOf, makeData, OWNER, openStudio, type Studio } from "./studio";

const OUTAGE_MS = 15_000;
const PAUSE_MS = 200;

const KINDS: Record<string, (studio: Studio) => ReturnType<typeof ask>> = {
  "public page": (studio) => ask(studio, "/"),
  "admin page": (studio) => ask(studio, "/admin/clientes"),
  form: (studio) => ask(studio, "/admin/clientes/nuevo", { nombre: "Lucía", token: randomUUID() }),
  "sign-in": (studio) => ask({ ...studio, cookie: "" }, "/auth", OWNER),
};

/** Prints the statuses and the slowest answer of each kind of request while the database is stopped, killed or hanging. */
export async function timeOutages(): Promise<void> {
  const dataDir = copyOf(await makeData(1));
  let postgres = await startPostgres(dataDir);
  const port = Number(new URL(postgres.url).port);
  const proxy = await tcpProxyTo(postgres.url);
  const studio = await openStudio({ DATA_DIR: dataDir, DATABASE_URL: proxy.url });
  const postmaster = () => readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0] ?? "";
  const signal = (name: NodeJS.Signals) => {
    const children = execFileSync("ps", ["-o", "pid=", "--ppid", postmaster()], { encoding: "utf8" });
    for (const pid of [postmaster(), ...children.trim().split(/\s+/)]) process.kill(Number(pid), name);
  };
  const states: [name: string, interrupt: () => void, recover: () => unknown][] = [
    ["stopped (SIGSTOP)", () => signal("SIGSTOP"), () => signal("SIGCONT")],
    [
      "killed (SIGKILL)",
      () => signal("SIGKILL"),
      async () => {
        postgres = await startPostgres(dataDir, {}, port);
      },
    ],
    ["hanging connections", () => proxy.hang(), () => proxy.heal()],
  ];
  console.log(`| database | ${Object.keys(KINDS).join(" | ")} | back after |\n|---|${"---|".repeat(5)}`);
  for (const [name, interrupt, recover] of states) {
    for (const request of Object.values(KINDS)) await request(studio);
    interrupt();
    const until = performance.now() + OUTAGE_MS;
    const answers = await Promise.all(Object.values(KINDS).map((request) => askUntil(until, () => request(studio))));
    await recover();
    const recovered = performance.now();
    while ((await ask(studio, "/admin/clientes")).status !== 200) await sleep(50);
    console.log(`| ${name} | ${answers.join(" | ")} | ${((performance.now() - recovered) / 1000).toFixed(1)} s |`);
  }
  await studio.stop();
  proxy.close();
  await postgres.stop();
}

/** Repeats a request, and describes its statuses and slowest answer. */
async function askUntil(until: number, request: () => ReturnType<typeof ask>): Promise<string> {
  const statuses = new Set<number>();
  let slowest = 0;
  while (performance.now() < until) {
    const { status, ms } = await request();
    statuses.add(status);
    slowest = Math.max(slowest, ms);
    await sleep(PAUSE_MS);
  }
  return `${[...statuses].join(" or ")}, ${(slowest / 1000).toFixed(2)} s`;
}
