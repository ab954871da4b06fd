import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pin, type Slot, slot } from "./load";
import { median, type Program, start, startCommand, treeOf } from "./program";
import { startStudio } from "./studio";

const ROUNDS = 3;
const CONNECTIONS = [16, 64];
const OMITTED = ["connection", "keep-alive", "date", "transfer-encoding", "content-length"];
const MINIMAL = ["content-type", "content-encoding"];

/** Compares public pages with bare servers (same body; same body and headers) and with stock remix-serve, as a table. */
export async function publicPages(folder: string, only: string[]): Promise<string> {
  const susa = await startStudio(join(folder, "publicas"));
  const stock = await start(["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"], {
    ...startCommand().env,
    DATABASE_URL: susa.url,
    DATA_DIR: susa.dataDir,
    SESSION_SECRET: "x".repeat(32),
    DATA_KEY: "y".repeat(32),
  });
  const pages = { home: "/", servicio: `/servicio/${susa.ids.servicio}`, galeria: "/gallery" };
  const lines = [
    "| page | connections | susa, requests/s | of bare (same body) | of bare (same headers) | p99 / bare p99 | times remix-serve | others had |",
    "|---|---|---|---|---|---|---|---|",
  ];
  for (const [name, path] of Object.entries(pages)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const answer = await answerOf(susa.port, path);
    const bareMinimal = await startBare(folder, answer, MINIMAL);
    const bareSameHeaders = await startBare(folder, answer, null);
    for (const one of [susa, stock, bareMinimal, bareSameHeaders]) await pin(one.pid);
    const pids = [susa, stock, bareMinimal, bareSameHeaders].flatMap(({ pid }) => treeOf(pid));
    for (const connections of CONNECTIONS) {
      const measureSlot = (port: number) => slot(port, path, connections, pids);
      await measureSlot(susa.port);
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const slots = [
          await measureSlot(bareMinimal.port),
          await measureSlot(susa.port),
          await measureSlot(bareMinimal.port),
        ] as const;
        const withHeaders = [
          await measureSlot(bareSameHeaders.port),
          await measureSlot(susa.port),
          await measureSlot(bareSameHeaders.port),
        ] as const;
        rounds.push({ slots, withHeaders, stock: await measureSlot(stock.port) });
      }
      const line = lineOf(name, connections, rounds);
      console.log(line);
      lines.push(line);
    }
    await bareMinimal.end();
    await bareSameHeaders.end();
  }
  await stock.end();
  await susa.end();
  return lines.join("\n");
}

type Three = readonly [Slot, Slot, Slot];
type Round = { slots: Three; withHeaders: Three; stock: Slot };

function lineOf(name: string, connections: number, rounds: Round[]): string {
  const mean = (a: number, b: number) => (a + b) / 2;
  const part = ([before, susa, after]: Three) => (100 * susa.rate) / mean(before.rate, after.rate);
  const spread = (values: number[], digits = 0) =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
  return `| ${[
    name,
    connections,
    spread(rounds.map(({ slots }) => slots[1].rate)),
    `${spread(rounds.map(({ slots }) => part(slots)))} %`,
    `${spread(rounds.map(({ withHeaders }) => part(withHeaders)))} %`,
    spread(
      rounds.map(({ slots: [before, susa, after] }) => susa.p99 / mean(before.p99, after.p99)),
      1,
    ),
    spread(rounds.map(({ slots, stock }) => slots[1].rate / stock.rate)),
    `${spread(rounds.flatMap(({ slots }) => slots.map(({ others }) => 100 * others)))} %`,
  ].join(" | ")} |`;
}

type Answer = { headers: [string, string][]; body: string };

async function answerOf(port: number, path: string): Promise<Answer> {
  const { request } = await import("node:http");
  return new Promise((done, fail) => {
    request({ host: "127.0.0.1", port, path, headers: { "accept-encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { rawHeaders } = response;
        const headers = rawHeaders.flatMap((name, n): [string, string][] =>
          n % 2 === 0 ? [[name, rawHeaders[n + 1] ?? ""]] : [],
        );
        done({ headers, body: Buffer.concat(chunks).toString("base64") });
      });
    })
      .on("error", fail)
      .end();
  });
}

/** Starts a bare server with an answer's body and its headers: the named ones, or all except connection headers. */
function startBare(folder: string, { headers, body }: Answer, names: string[] | null): Promise<Program> {
  const kept = headers.filter(([name]) => (names ? names.includes(name.toLowerCase()) : !OMITTED.includes(name.toLowerCase())));
  const file = join(folder, `answer-${names ? "minimal" : "same"}.json`);
  writeFileSync(
    file,
    JSON.stringify({ headers: [...kept, ["Content-Length", String(Buffer.from(body, "base64").length)]], body }),
  );
  return start(["--import", "tsx", "tests/bench/bare.ts", file], startCommand().env);
}
