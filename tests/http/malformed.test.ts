import { connect } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { createServicio } from "../support/factories";

// `MALFORMED=10000 npx vitest run … malformed` sends more requests; the same SEED sends the same ones.
const COUNT = 100;
const FULL_COUNT = Number(process.env.MALFORMED ?? 600);
const SEED = Number(process.env.SEED ?? 20261121);
const AT_ONCE = 64;
// Timeout for a request that the server considers unfinished.
const SILENCE_MS = 3_000;

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");
beforeAll(async () => {
  await createServicio();
});

/** A seeded random generator (mulberry32) of integers from 0 up to, but not including, `below`. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const METHODS = ["GET", "GET", "POST", "HEAD"];
const ODD_METHODS = ["PUT", "OPTIONS", "TRACE", "get", "G\0T", "", "PROPFIND", "CONNECT"];
const PATHS = [
  ...["/", "/about", "/gallery", "/gallery?servicio=", "/servicio/", "/auth", "/auth?modo=registro", "/no-existe", "/salud"],
  ...["/admin", "/admin/clientes", "/admin/clientes/nuevo", "/admin/clientes.csv", "/admin/citas?fecha=", "/admin/barra"],
  ...["/admin/galeria/nueva", "/admin/citas/nueva", "/calendario/x.ics", "/art/hero.svg", "/uploads/x.webp", "/build/x.js"],
  ...["/?_data=routes%2F", "//", "*", "http://localhost/", "localhost:1", ""],
  ...["/admin/clientes/00000000-0000-4000-8000-000000000000"],
];
const PIECES = [
  ...["%00", "%ff%fe", "%2e%2e/", "%0d%0a", "%", "%zz", "\\", "'", "<", "{}", "[0]", "?", "&", "=", ";", "..", "//"],
  ...["__proto__", "-1", "1e309", "NaN", "9".repeat(400), "x".repeat(3_000), "?_data=@", "?modo=a&modo=b"],
];
const ODD_PIECES = ["ñ", "\0", "\r", "\n", "\t", " ", '"', "#", "🙂", "\x7f", "\x80", "x".repeat(16_000)];
const HEADERS = [
  ...["Expect: ", "Range: bytes=", "If-None-Match: ", "If-Modified-Since: ", "If-Range: ", "If-Match: ", "Accept-Encoding: "],
  ...["Accept: ", "Cookie: sesion=", "Cookie: aviso=", "Content-Type: ", "Upgrade: ", "Host: ", "Origin: ", "Sec-Fetch-Site: "],
  ...["X-Forwarded-Host: ", "X-Forwarded-For: ", "Connection: ", "TE: ", ": ", "", " Folded: "],
  ...["Content-Type: multipart/form-data; boundary=", "Content-Encoding: ", "User-Agent: ", "Referer: ", "Purpose: ", "Date: "],
];
const ODD_HEADERS = ["Host: ", ": ", "", " Folded: ", "Transfer-Encoding: ", "Content-Length: "];
const VALUES = [
  ...["gzip", "chunked", "100-continue", "close", "websocket", "h2c", "localhost", "same-origin", "cross-site", "0-", "-1"],
  ...["5-1", "0-0,2-3", "", "*", "identity;q=0", "x".repeat(3_000), 'W/"x"', "Sat, 21 Nov 2026 00:00:00 GMT"],
  ...["application/json", "text/plain;;;", "=", "999999999999999999999"],
];
const BODIES = [
  ...["", "a=1", "email=%ff&password=%00", "0\r\n\r\n", "zz\r\nx\r\n", "5\r\nab", "--x\r\n\r\n", "{", "token=&token="],
  ...["x".repeat(3_000)],
];

function requests(count: number, session: string): string[] {
  const random = seededRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const pickMostly = <T>(odd: readonly T[], usual: readonly T[]) => pick(random(12) === 0 ? odd : usual);
  const upTo = (most: number, make: () => string) => Array.from({ length: random(most + 1) }, make);
  return Array.from({ length: count }, () => {
    const body = pick(BODIES);
    const path = `${pick(PATHS)}${upTo(2, () => pickMostly(ODD_PIECES, PIECES)).join("")}`;
    const headers = [
      random(12) > 0 ? "Host: localhost" : pick(["Host: otra.example", "Host:", "X: y", "Host: [", "host localhost"]),
      ...(random(2) > 0 ? [`Cookie: ${session}`, "Sec-Fetch-Site: same-origin"] : []),
      ...(random(2) > 0 ? ["Content-Type: application/x-www-form-urlencoded"] : []),
      ...(random(3) > 0
        ? [`Content-Length: ${random(4) > 0 ? body.length : pick(["-1", "1e3", "10", "", "0x5", "2000000", " 3 "])}`]
        : []),
      ...upTo(3, () => `${pickMostly(ODD_HEADERS, HEADERS)}${pickMostly(ODD_PIECES, [...VALUES, ...PIECES])}`),
    ];
    const version = random(15) > 0 ? "HTTP/1.1" : pick(["HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "HTTP", "", "RTSP/1.0"]);
    const end = random(15) > 0 ? "\r\n" : pick(["\n", "\r", "\r\n "]);
    let text = `${[`${pickMostly(ODD_METHODS, METHODS)} ${path} ${version}`, ...headers].join(end)}${end}${end}${body}`;
    // Some requests get bytes changed, removed or repeated.
    for (let mutations = random(6) === 0 ? random(4) : 0; mutations > 0; mutations--) {
      const at = random(text.length);
      text = `${text.slice(0, at)}${pick(["", String.fromCharCode(random(256)), text.slice(at, at + random(40)).repeat(2)])}${text.slice(at + random(3))}`;
    }
    return text;
  });
}

/** The status codes of the answers to a raw request; empty if the server only closed the connection. */
function statusesOf(request: string): Promise<number[]> {
  return new Promise((done) => {
    let answer = "";
    const socket = connect(site.port, "127.0.0.1", () => socket.write(request, "latin1"));
    const end = () => socket.end();
    socket.setTimeout(SILENCE_MS, end);
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.once("close", () => done([...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))));
  });
}

/** Sends malformed requests, and checks that none causes a 500 and that the server still works. */
async function expectNoFailures(count: number): Promise<void> {
  const session = `sesion=${ana.cookies.get("sesion")}`;
  const queue = requests(count, session).entries();
  const counts = new Map<number, number>();
  const failures: string[] = [];
  const send = async () => {
    for (const [n, request] of queue)
      for (const status of await statusesOf(request)) {
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status >= 500) failures.push(`${n}: ${status}: ${JSON.stringify(request.slice(0, 400))}`);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  expect(failures).toEqual([]);
  // The requests reach many kinds of answers, and the server still works.
  expect(counts.size).toBeGreaterThan(6);
  expect((await site.visitor().send("/salud")).status).toBe(200);
  expect((await site.visitor().send("/")).status).toBe(200);
}

test(`${COUNT} malformed requests cause no 500, no crash and nothing in the log`, () => expectNoFailures(COUNT));

test(
  `${FULL_COUNT} malformed requests cause no 500, no crash and nothing in the log`,
  { tags: ["slow"], timeout: 1_800_000 },
  () => expectNoFailures(FULL_COUNT),
);
