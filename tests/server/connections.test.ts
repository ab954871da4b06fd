import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { readConfig } from "../../server/config";
import { createListener } from "../../server/express-app";
import { uploadLimitsOf } from "../../server/guards/upload-limits";
import { createHttpServer } from "../../server/http-server";
import { startSiteForFile } from "../routes/start-site";
import { sql } from "../support/test-database";

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");
const config = readConfig(process.env);
// A body timeout of 300 ms instead of a minute.
const shortTimeoutServer = createHttpServer(config, createListener(config, site.build), {
  uploadLimitOf: uploadLimitsOf(site.build),
  formTimeoutMs: 300,
});
await new Promise<void>((listening) => shortTimeoutServer.listen(0, "127.0.0.1", listening));
afterAll(() => {
  shortTimeoutServer.closeAllConnections();
  shortTimeoutServer.close();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Opens a connection; `ended` gives everything received on it once it closes. */
function open(port: number): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
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

test("a connection over the limit closes idle ones, and is logged once", async () => {
  const server = createHttpServer(config, (_request, response) => response.end("bien"));
  expect(server.maxConnections).toBe(2_000);
  server.maxConnections = 2;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  for (let round = 0; round < 2; round++) {
    const kept = [open(portOf(server)), open(portOf(server))];
    for (const { socket } of kept) {
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await new Promise((answered) => socket.once("data", answered));
    }
    expect(await open(portOf(server)).ended).toBe("");
    for (const { ended } of kept) expect(await ended).toMatch(/^HTTP\/1.1 200 .*bien/s);
    const next = open(portOf(server));
    next.socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(await next.ended).toMatch(/^HTTP\/1.1 200 /);
  }
  expect(vi.mocked(console.error).mock.calls).toEqual([["server: more than 2 connections at once"]]);
  vi.mocked(console.error).mockClear();
  await new Promise((closed) => server.close(closed));
});
