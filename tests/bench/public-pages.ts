import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { formatMoney } from "~/format/numbers";
import { freePort } from "../support/port";
import { sendRequest } from "../support/send-request";
import { ask, type Data, makeData, median, newFolder, type Studio, startStudio } from "./studio";

const HOST = "127.0.0.1";
const ROUNDS = 5;
const SLOT_MS = 2_000;
const CONNECTIONS = 32;
const CHANGES = 50;
const READERS = 20;

/** Prints the requests per second of public pages beside those of a bare server, and how many answers were stale after a change. */
export async function comparePublicPages(): Promise<void> {
  const data = await makeData(1);
  const studio = await startStudio(data);
  console.log("| page | requests/s | bare server | share |\n|---|---:|---:|---:|");
  for (const path of ["/", "/gallery", `/servicio/${data.ids.servicio}`]) await compare(studio, path);
  console.log(`\n${await countStale(studio, data)} of ${CHANGES * READERS} answers after a change of a price were stale.`);
  await studio.stop();
}

/** Alternates with a bare server that sends the same headers and body, so that other load on the machine affects both. */
async function compare({ port }: Studio, path: string): Promise<void> {
  const bare = await startBare(port, path);
  const [own, others]: [number[], number[]] = [[], []];
  const shares: number[] = [];
  await rate(port, path);
  for (let round = 0; round < ROUNDS; round++) {
    const [before, rated, after] = [await rate(bare.port, path), await rate(port, path), await rate(bare.port, path)];
    own.push(rated);
    others.push((before + after) / 2);
    shares.push((200 * rated) / (before + after));
  }
  bare.stop();
  const spread = `${median(shares).toFixed(0)} (${Math.min(...shares).toFixed(0)}–${Math.max(...shares).toFixed(0)}) %`;
  const name = path.replace(/[0-9a-f]{8}-[0-9a-f-]+/, ":id");
  console.log(`| ${name} | ${median(own).toFixed(0)} | ${median(others).toFixed(0)} | ${spread} |`);
}

async function startBare(from: number, path: string) {
  const response = await sendRequest(from, path, { headers: { "accept-encoding": "br" } });
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  const body = await buffer(response);
  const headers = Object.entries(response.headers).filter(
    ([name]) => !/^(connection|keep-alive|date|transfer-encoding)$/.test(name),
  );
  const file = `${newFolder()}.json`;
  writeFileSync(file, JSON.stringify({ headers: [...headers, ["content-length", body.length]], body: body.toString("base64") }));
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", "tsx", "tests/bench/bare.ts", file], {
    env: { PATH: process.env.PATH, PORT: String(port), NODE_ENV: "production" },
  });
  await once(child.stdout, "data");
  return { port, stop: () => child.kill() };
}

/** The requests per second that a server answers. Written with sockets, because a client of node:http would be slower than the server. */
async function rate(port: number, path: string): Promise<number> {
  const until = performance.now() + SLOT_MS;
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => countAnswers(port, path, until)));
  return (counts.reduce((sum, count) => sum + count) * 1000) / SLOT_MS;
}

/** Sends one request after the other over a connection until a time, and counts the answers. */
function countAnswers(port: number, path: string, until: number): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${HOST}:${port}\r\nAccept-Encoding: br\r\n\r\n`;
  return new Promise((done, fail) => {
    let answers = 0;
    let answer = "";
    const socket = connect(port, HOST, () => socket.write(request));
    socket.on("error", fail).on("close", () => done(answers));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      const head = answer.indexOf("\r\n\r\n");
      if (head === -1 || answer.length < head + 4 + lengthIn(answer.slice(0, head))) return;
      answers++;
      answer = "";
      if (performance.now() < until) socket.write(request);
      else socket.destroy();
    });
  });
}

function lengthIn(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200") || length === undefined) throw new Error(head);
  return Number(length);
}

/** Changes a price again and again, and counts the answers requested after that which show another one. */
async function countStale(studio: Studio, { ids }: Data): Promise<number> {
  const editor = `/admin/servicios/${ids.servicio}`;
  let stale = 0;
  for (let change = 0; change < CHANGES; change++) {
    const precio = String(1_111 + change);
    const saved = await (await studio.owner.get(editor)).submit({ precio });
    if (saved.status !== 303) throw new Error(`${editor}: ${saved.status}`);
    const answers = await Promise.all(Array.from({ length: READERS }, () => ask(studio, `/servicio/${ids.servicio}`)));
    stale += answers.filter(({ text }) => !text.includes(formatMoney(precio))).length;
  }
  return stale;
}
