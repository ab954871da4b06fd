import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { readConfig } from "../../server/config";
import { createListener } from "../../server/express-app";
import { longUploadsOf } from "../../server/guards/upload-limits";
import { createHttpServer } from "../../server/http-server";
import { startSiteForFile } from "../routes/start-site";
import { sql } from "../support/test-database";

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");
const config = readConfig(process.env);
// Timeouts of less than a second instead of many.
const shortTimeoutServer = createHttpServer(config, createListener(config, site.build), {
  mayTakeLong: longUploadsOf(site.build),
  times: { formMs: 300, restMs: 600, lookMs: 200, headersMs: 300 },
});
await new Promise<void>((listening) => shortTimeoutServer.listen(0, "127.0.0.1", listening));
afterAll(() => {
  shortTimeoutServer.closeAllConnections();
  shortTimeoutServer.close();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Opens a connection; `ended` gives everything received on it once it closes. */
function open(port: number): { socket: Socket; ended: Promise<string> } {
  return listenTo(connect(port, "127.0.0.1"));
}

function listenTo(socket: Socket): { socket: Socket; ended: Promise<string> } {
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("utf8");
  });
  // A reset connection still resolves with the data received so far.
  socket.on("error", () => undefined);
  return { socket, ended: new Promise((done) => socket.once("close", () => done(answer))) };
}

const FORM = "Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n";
const cookie = () => `Cookie: ${[...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ")}\r\n`;
const clients = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM clientes_susa"))[0]?.n;

test("a keep-alive connection outlives the timeouts of common proxies", async () => {
  const answer = await site.visitor().send("/salud", { headers: { connection: "keep-alive" } });
  expect(answer.headers["keep-alive"]).toBe("timeout=125");
});

test("a form that exceeds the body timeout gets a Spanish 408 page and never reaches the database", async () => {
  const before = await clients();
  const body = new URLSearchParams({ ...(await ana.get("/admin/clientes/nuevo")).values(), nombre: "Despacio" }).toString();
  for (const path of ["/admin/clientes/nuevo", "/auth", "/admin/galeria/nueva"]) {
    const { socket, ended } = open(portOf(shortTimeoutServer));
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${cookie()}${FORM}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body.slice(0, -1));
    const answer = await ended;
    expect(answer, path).toMatch(/^HTTP\/1.1 408 .*Connection: close.*<h1>El envío tardó demasiado<\/h1>/s);
    expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
  }
  expect(await clients()).toBe(before);
});

test("photographs have a longer timeout than forms", async () => {
  const type = "Content-Type: multipart/form-data; boundary=x\r\nSec-Fetch-Site: same-origin\r\n";
  const photographs = open(portOf(shortTimeoutServer));
  const head = `POST /admin/galeria/nueva HTTP/1.1\r\nHost: localhost\r\n${cookie()}${type}Content-Length: 100000\r\n\r\n--x\r\n`;
  photographs.socket.write(head);
  // The form starts after the photographs, so when it times out they have already taken longer.
  await new Promise((sent) => photographs.socket.write("Content-Disposition: form-data", sent));
  const form = open(portOf(shortTimeoutServer));
  form.socket.write(`POST /auth HTTP/1.1\r\nHost: localhost\r\n${FORM}Content-Length: 100\r\n\r\na`);
  expect(await form.ended).toMatch(/^HTTP\/1.1 408 /);
  expect(photographs.socket.closed).toBe(false);
  photographs.socket.destroy();
  expect(await photographs.ended).toBe("");
});

test.each([
  ["headers that are too large", `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["a request that is not HTTP", "hola\r\n\r\n", 400],
  ["a header without a name", "GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["a Content-Length that is not a number", "POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Length: diez\r\n\r\n", 400],
  ["two Content-Length headers", "POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
  [
    "both Content-Length and chunked encoding",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    400,
  ],
  ["an unknown Expect header", "POST /auth HTTP/1.1\r\nHost: localhost\r\nExpect: magia\r\nContent-Length: 1\r\n\r\n", 417],
])("rejects %s with the right status and page", async (label, request, status) => {
  const { socket, ended } = open(site.port);
  socket.write(request);
  const answer = await ended;
  expect(answer, label).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  if (label === "no host") return;
  expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
  expect(answer).toMatch(/<html lang="es-MX">.*<h1>/s);
});

test("a form with Expect: 100-continue is told to continue and is read", async () => {
  const { socket, ended } = open(site.port);
  socket.write(
    `POST /auth HTTP/1.1\r\nHost: localhost\r\n${FORM}Expect: 100-continue\r\nContent-Length: 8\r\nConnection: close\r\n\r\n`,
  );
  await new Promise((told) => socket.once("data", told));
  socket.write("email=ab");
  expect(await ended).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 400 .*value="ab"/s);
});

test("pipelined requests are answered in order", async () => {
  const { socket, ended } = open(site.port);
  const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  socket.write(`${get("/auth")}${get("/no-existe")}${get("/salud")}${get("/art/hero.svg", "Connection: close\r\n")}`);
  const statuses = [...(await ended).matchAll(/HTTP\/1.1 (\d+) /g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([200, 404, 200, 200]);
});

/** Sends the head of an upload of pictures, with its first bytes. */
function startUpload(port: number, cookies: string): ReturnType<typeof open> {
  const type = "Content-Type: multipart/form-data; boundary=x\r\nSec-Fetch-Site: same-origin\r\n";
  const upload = open(port);
  upload.socket.write(
    `POST /admin/galeria/nueva HTTP/1.1\r\nHost: localhost\r\n${cookies}${type}Content-Length: 300000000\r\n\r\n--x\r\n`,
  );
  return upload;
}

test("a connection that sends nothing, or half a head, is closed", async () => {
  expect(await open(portOf(shortTimeoutServer)).ended).toBe("");
  const half = open(portOf(shortTimeoutServer));
  half.socket.write("GET / HTTP/1.1\r\nHost:");
  expect(await half.ended).toMatch(/^HTTP\/1.1 408 /);
});

test("an upload without a session is answered with the sign-in page at once, and its rest ends, slow or fast", async () => {
  const slow = startUpload(portOf(shortTimeoutServer), "");
  const answered = await new Promise((answer) => slow.socket.once("data", (chunk) => answer(String(chunk))));
  // A browser that cannot send the rest reads an error, and not a redirect; one without a body Chromium replaces by its own.
  expect(answered).toMatch(/^HTTP\/1.1 401 .*refresh: 0;url=\/auth\r\n.*<title>Un momento/is);
  expect(await slow.ended).toBe(answered);
  const fast = startUpload(portOf(shortTimeoutServer), "");
  const chunk = Buffer.alloc(64 * 1024);
  const send = () => fast.socket.writable && fast.socket.write(chunk, () => setTimeout(send, 10));
  send();
  expect(await fast.ended).toMatch(/^HTTP\/1.1 401 /);
  expect(fast.socket.bytesWritten).toBeLessThan(100_000_000);
});

test("only an account with the right of the route has the time for photographs", async () => {
  const mayTakeLong = longUploadsOf(site.build);
  let isAllowed: boolean | undefined;
  const server = createHttpServer(config, (_request, response) => response.writeContinue(), {
    mayTakeLong: async (request) => {
      isAllowed = await mayTakeLong(request);
      request.destroy();
      return isAllowed;
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const ask = async (cookies: string) => {
    await startUpload(portOf(server), cookies).ended;
    return isAllowed;
  };
  const email = "email = 'ana@ejemplo.mx'";
  expect([await ask(""), await ask(cookie())]).toEqual([false, true]);
  await sql(`UPDATE cuentas_susa SET rol = 'personal' WHERE ${email}`);
  expect(await ask(cookie())).toBe(false);
  await sql(`UPDATE cuentas_susa SET permisos = '{catalogo}' WHERE ${email}`);
  expect(await ask(cookie())).toBe(true);
  await sql(`UPDATE cuentas_susa SET rol = 'propietaria', permisos = '{}' WHERE ${email}`);
  await new Promise((closed) => server.close(closed));
});

const ASK = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const ASK_SLOW = ASK.replace("/", "/lento");
const SEND_HALF = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na";

/** Starts a server with limits, which answers all but `/lento` at once, and gives what opens a connection and sends a request. */
async function startLimited(options: Parameters<typeof createHttpServer>[2], trustProxy = 0) {
  let onRequest = () => {};
  const listener = ({ url, complete, method }: IncomingMessage, response: ServerResponse) => {
    if (url === "/" && (complete || method === "GET")) response.end("bien");
    onRequest();
  };
  const server = createHttpServer({ ...config, trustProxy }, listener, options);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const arrive = async (request = "", localAddress = "127.0.0.1") => {
    const accepted = once(server, "connection");
    const socket = connect({ port: portOf(server), host: "127.0.0.1", localAddress });
    const connection = listenTo(socket);
    await accepted;
    const asked = new Promise<void>((done) => {
      onRequest = done;
    });
    socket.write(request);
    if (request) await (request === ASK ? once(socket, "data") : asked);
    return connection;
  };
  const stop = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { arrive, stop };
}

test("at the limit the connection that was silent for longest is closed for a new one, and it is logged once", async () => {
  const { arrive, stop } = await startLimited({ limits: { maxConnections: 4 } });
  const busy = await arrive(ASK_SLOW);
  const silent = await arrive();
  const unfinished = await arrive(SEND_HALF);
  const idle = await arrive(ASK);
  for (const next of [silent, unfinished, idle]) {
    const visitor = await arrive(ASK);
    expect(await next.ended).toEqual(next === idle ? expect.stringMatching(/bien$/) : "");
    expect(visitor.socket.closed).toBe(false);
  }
  expect(busy.socket.closed).toBe(false);
  expect(vi.mocked(console.error).mock.calls).toEqual([[expect.stringContaining('"maxConnections":4')]]);
  vi.mocked(console.error).mockClear();
  await stop();
});

test("an upload that may take long is not closed for a new connection, which is closed when all others are busy", async () => {
  const { arrive, stop } = await startLimited({ mayTakeLong: async () => true, limits: { maxConnections: 2 } });
  const upload = await arrive(SEND_HALF);
  const busy = await arrive(ASK_SLOW);
  expect(await (await arrive()).ended).toBe("");
  expect([upload.socket.closed, busy.socket.closed]).toEqual([false, false]);
  vi.mocked(console.error).mockClear();
  await stop();
});

test("an address over its share loses its own connection, and none behind a proxy", async () => {
  const { arrive, stop } = await startLimited({ limits: { maxPerAddress: 2 } });
  const other = await arrive("", "127.0.0.2");
  const own = [await arrive(), await arrive(ASK)];
  await arrive(ASK_SLOW);
  expect(await own[0]?.ended).toBe("");
  await arrive(ASK_SLOW);
  expect(await own[1]?.ended).toMatch(/bien$/);
  expect(await (await arrive()).ended).toBe("");
  expect(other.socket.closed).toBe(false);
  await stop();

  const behindProxy = await startLimited({}, 1);
  const all = [];
  for (let n = 0; n < 300; n++) all.push(await behindProxy.arrive());
  await behindProxy.arrive(ASK);
  expect(all.filter(({ socket }) => socket.closed)).toEqual([]);
  await behindProxy.stop();
});
