import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page, RequestOptions, Visitor } from "../support/browser";
import { sql } from "../support/test-database";
import { CROSS_SITE, FORM, post, sendRaw } from "./raw-requests";

const site = await startSiteForFile();
let eva: Visitor;
const ana = await site.staff("ana@ejemplo.mx");

beforeEach(async () => {
  eva = site.visitor();
  await sql("DELETE FROM login_tries_susa");
});

const rows = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM clientes_susa"))[0]?.n;

describe("the cross-site check", () => {
  const CROSS_SITE_HEADERS: Record<string, Record<string, string>> = {
    "another site": { "sec-fetch-site": "cross-site" },
    "a subdomain of the same site": { "sec-fetch-site": "same-site" },
    "another site with a forged origin": { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
    "a foreign origin without Sec-Fetch-Site": { origin: "https://otra.example" },
    "a null origin": { origin: "null" },
    "a malformed origin": { origin: "http://[" },
  };

  test.each(Object.entries(CROSS_SITE_HEADERS))("rejects writes from %s", async (_label, headers) => {
    const page = await ana.get("/admin/clientes/nuevo");
    const before = await rows();
    const values = { ...page.values(), nombre: "De otro sitio" };
    for (const path of [
      "/admin/clientes/nuevo",
      "/admin/clientes/nuevo?_data=@",
      "/admin/barra",
      "/auth",
      "/salir",
      "/no-existe",
    ]) {
      const rejected = await ana.post(path, values, headers);
      expect(rejected.status, path).toBe(403);
      expect(rejected.text("h1"), path).toBe("No se pudo enviar");
      expect(rejected.headers["set-cookie"], path).toBeUndefined();
    }
    expect(await rows()).toBe(before);
    expect((await ana.send("/admin")).status).toBe(200);
  });

  test("applies to every method", async () => {
    for (const method of ["PUT", "PATCH", "DELETE", "PROPFIND"])
      expect((await ana.send("/admin/clientes", { method, headers: CROSS_SITE })).status, method).toBe(403);
  });

  test.each<[string, () => Record<string, string>]>([
    ["same-origin pages", () => ({ "sec-fetch-site": "same-origin", origin: `http://127.0.0.1:${site.port}` })],
    ["a user-initiated request", () => ({ "sec-fetch-site": "none" })],
    ["the site's own origin without Sec-Fetch-Site", () => ({ origin: `http://127.0.0.1:${site.port}` })],
    ["the canonical address", () => ({ origin: String(process.env.PUBLIC_URL) })],
    // A privacy setting may hide the origin while Sec-Fetch-Site is still sent.
    ["same-origin pages with a null origin", () => ({ "sec-fetch-site": "same-origin", origin: "null" })],
    [
      "same-origin pages behind a proxy",
      () => ({ "sec-fetch-site": "same-origin", origin: "https://a.mx", "x-forwarded-host": "b.mx" }),
    ],
  ])("accepts writes from %s", async (_label, headers) => {
    const page = await ana.get("/admin/clientes/nuevo");
    const saved = await ana.post("/admin/clientes/nuevo", { ...page.values(), nombre: "De este sitio" }, headers());
    expect(saved.status).toBe(303);
  });

  test("rejects a write without origin headers if it has a session, and accepts it otherwise", async () => {
    const before = await rows();
    const sendWithoutOrigin = (path: string, cookie: string) =>
      sendRaw(
        site.port,
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${cookie}Content-Type: ${FORM["content-type"]}\r\nContent-Length: 8\r\nConnection: close\r\n\r\nnombre=x`,
      );
    const session = `sesion=${ana.cookies.get("sesion")}`;
    for (const cookie of [session, `barra=angosta; ${session}`, `barra=angosta;${session}`])
      for (const path of ["/admin/clientes/nuevo", "/admin/barra", "/auth", "/salir"])
        expect(await sendWithoutOrigin(path, `Cookie: ${cookie}\r\n`), path).toMatch(/^HTTP\/1.1 403 .*No se pudo enviar/s);
    expect(await sendWithoutOrigin("/auth", "")).toMatch(/^HTTP\/1.1 400 .*<h1/s);
    expect(await sendWithoutOrigin("/auth", "Cookie: barra=angosta\r\n")).toMatch(/^HTTP\/1.1 400 .*<h1/s);
    expect(await rows()).toBe(before);
    expect((await ana.send("/admin")).status).toBe(200);
  });
});

describe("the host and path checks", () => {
  test.each([
    "otra.example",
    "localhost.otra.example",
    "localhost:3000:4000",
    "localhost:99999",
    "999.999.999.999",
    "[x",
    "yo@localhost",
    "localhost.",
  ])("answers 421 for a page, a file and a form of host %s", async (host) => {
    for (const [path, sent] of [["/"], ["/auth"], ["/art/hero.svg"], ["/auth", post("email=a")]] as [string, RequestOptions?][]) {
      const page = await eva.send(path, { ...sent, headers: { ...sent?.headers, host } });
      expect(page.status, path).toBe(421);
      expect(page.text("h1")).toBe("Dirección desconocida");
    }
    expect((await eva.send("/salud", { headers: { host } })).html).toBe('{"estado":"ok"}');
  });

  test.each(["otra.example", "localhost", "a:99999", "[", ",,"])("ignore X-Forwarded-Host: %s", async (name) => {
    const headers = { "x-forwarded-host": name };
    expect((await eva.send("/auth", { headers: { ...headers, host: "otra.example" } })).status).toBe(421);
    for (const path of ["/", "/auth", "/no-existe"]) {
      const page = await eva.send(path, { headers });
      expect(page.status, path).toBeLessThan(500);
      expect(page.html, path).not.toContain("otra.example");
    }
  });

  test("accept localhost and IP addresses when no host is configured", async () => {
    for (const host of ["localhost", "LOCALHOST:3000", "192.168.1.7:3000", "[::1]:3000"])
      expect((await eva.send("/auth", { headers: { host } })).status, host).toBe(200);
  });

  test("reject absolute URLs and paths with backslashes or dot segments", async () => {
    expect((await eva.send("http://otra.example/auth")).status).toBe(400);
    expect((await eva.send("http://otra.example/")).status).toBe(400);
    for (const path of ["/\\otra.example", "/\\otra.example/about", "/./about", "/x/../about", "/x/%2E%2e/about", "/about/.."])
      expect((await eva.send(path)).status, path).toBe(400);
    for (const path of ["/%5cotra.example/about", "/...", "/.x", "/x..y"]) expect((await eva.send(path)).status, path).toBe(404);
  });

  test("reject a request with two Host headers, even if both are known", async () => {
    for (const hosts of [
      "Host: localhost\r\nHost: otra.example",
      "host: otra.example\r\nHOST: localhost",
      "Host: localhost\r\nHost: localhost",
    ])
      for (const path of ["/", "/auth", "/salud", "/art/hero.svg"]) {
        const response = await sendRaw(site.port, `GET ${path} HTTP/1.1\r\n${hosts}\r\n\r\n`);
        expect(response, `${hosts} ${path}`).toMatch(/^HTTP\/1.1 400 .*<h1>Dirección mal escrita<\/h1>/s);
        expect(response).toMatch(/content-security-policy: default-src 'none'.*frame-ancestors 'none'/i);
      }
  });

  test("redirect double slashes to the same site", async () => {
    expect((await eva.send("//otra.example//x?a=//b")).headers.location).toMatch(/^\/[^/]/);
    expect((await eva.send("//admin///clientes")).headers.location).toBe("/admin/clientes");
    expect((await eva.send("//auth", post("a=1"))).status).toBe(404);
  });
});

describe("a malformed request", () => {
  const isPlainSpanish = (page: Page) => {
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(page.status).toBeLessThan(500);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.document.documentElement.lang).toBe("es-MX");
    expect(page.text("h1")).not.toBe("");
    expect(page.html).not.toMatch(/\bat .+:\d+:\d+|node_modules|\/work\/|\.tsx?\b|prisma|postgres|Error:/i);
  };

  test("never reaches a route with a body over the limit", async () => {
    const body = `email=nueva@ejemplo.mx&password=${"x".repeat(1_100_000)}`;
    for (const path of ["/auth?modo=registro", "/auth?modo=registro&_data=@", "/admin/barra", "/no-existe"]) {
      const page = await eva.send(path, post("", { "content-length": String(body.length) }));
      expect(page.status, path).toBe(413);
      isPlainSpanish(page);
    }
    const just = await eva.send("/auth", post(`email=a&password=${"x".repeat(1_000_000)}`));
    expect(just.status).toBe(400);
  });

  // A proxy that is still sending it to a closed connection answers 502.
  test("with a body over the limit is read to its end, and its connection is kept", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const submit = async (bytes: number) => {
      const submission = request({ agent, port: site.port, method: "POST", path: "/auth", headers: { host: "localhost" } });
      submission.end(Buffer.alloc(bytes, "a"));
      const [response]: IncomingMessage[] = await once(submission, "response");
      const port = response?.socket.localPort;
      response?.resume();
      return [response?.statusCode, port];
    };
    const [status, port] = await submit(5_000_000);
    expect(status).toBe(413);
    expect(await submit(1)).toEqual([400, port]);
    agent.destroy();
  });

  test("with a body is never answered from the page cache, also when it is a GET", async () => {
    expect((await eva.send("/")).status).toBe(200);
    expect((await eva.send("/", { headers: { "content-length": "2000000" } })).status).toBe(413);
    const chunked = await sendRaw(site.port, "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    expect(chunked).toMatch(/^HTTP\/1.1 411 /);
  });

  test("that names its own address in X-Client-Address is counted for the real one", async () => {
    const form = await eva.get("/auth");
    const values = { ...form.values(), email: "ana@ejemplo.mx", password: "una contraseña larga" };
    expect((await eva.post("/auth", values, { "x-client-address": "203.0.113.9" })).status).toBeLessThan(400);
    const lines = await sql<{ origen: string }>("SELECT DISTINCT origen FROM bitacora_susa WHERE accion = 'entrada'");
    expect(lines).toEqual([{ origen: "127.0.0.0/24" }]);
  });

  test("never reaches a route without a Content-Length", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    const before = await rows();
    const body = new URLSearchParams({ ...page.values(), nombre: "A trozos" }).toString();
    const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await sendRaw(
      site.port,
      `POST /admin/clientes/nuevo HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${FORM["content-type"]}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1.1 411 /);
    expect(await rows()).toBe(before);
  });

  test.each(["application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "image/png", ""])(
    "gets a Spanish 4xx page for a form of type %j",
    async (type) => {
      for (const path of ["/auth", "/auth?modo=registro"])
        isPlainSpanish(await eva.send(path, { method: "POST", headers: { "content-type": type }, body: '{"email":1}' }));
      const page = await ana.send("/admin/clientes/nuevo", { method: "POST", headers: { "content-type": type }, body: "{}" });
      isPlainSpanish(page);
      const bar = await ana.send("/admin/barra", { method: "POST", headers: { "content-type": type }, body: "{}" });
      expect(bar.status).toBe(400);
    },
  );

  test.each(["/%", "/%E0%A4%A", "/admin/%zz", "/a%00b", "/admin/clientes/%00", "/auth%00", "/servicio/%c3%28"])(
    "gets a Spanish 4xx page for the path %s",
    async (path) => isPlainSpanish(await eva.send(path)),
  );

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])(
    "gets a Spanish 405 page for the method %s",
    async (method) => {
      for (const path of ["/", "/auth", "/admin", "/art/hero.svg"]) {
        const page = await ana.send(path, { method });
        isPlainSpanish(page);
        expect(page.status, path).toBe(405);
      }
      expect((await eva.send("*", { method: "OPTIONS" })).status).toBe(405);
    },
  );

  const many = (name: (n: number) => string, count: number) => Array.from({ length: count }, (_, n) => `${name(n)}=x`).join("&");

  async function sendToForms(body: string) {
    const paths = ["/auth", "/auth?modo=registro", "/admin/clientes/nuevo", "/admin/configuracion/general"];
    const pages = [];
    for (const path of paths) pages.push(await (path.startsWith("/auth") ? eva : ana).send(path, post(body)));
    for (const page of pages) isPlainSpanish(page);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
    const [accounts] = await sql<{ n: number }>("SELECT count(*)::int AS n FROM cuentas_susa");
    expect(accounts?.n).toBe(1);
    return pages;
  }

  // Reading these as a form would cost memory and time, so the answer is a page without one.
  test.each<[string, string]>([
    ["prototype pollution", "__proto__=1&__proto__[a]=1&constructor.prototype.a=1&email.__proto__.a=1"],
    ["nested fields instead of texts", "email.a=1&password[0]=12345678&token.x=1"],
    ["ten thousand fields", many((n) => `campo${n}`, 10_000)],
    ["one field two hundred thousand times", many(() => "a", 200_000)],
    ["an array index of four billion", "email[4294967290]=x"],
    ["a field a thousand levels deep", `email${".a".repeat(1000)}=x`],
    ["a field name of a million letters", `${"a".repeat(1_000_000)}=x`],
    ["a malformed intent", "__intent__={"],
    ["an intent for a field that is not a list", '__intent__={"type":"insert","payload":{"name":"email"}}&email=a'],
    ["a malformed form state", "__state__=["],
  ])("gets a Spanish 400 page, before it is read, for a form with %s", async (_label, body) => {
    for (const { status, html } of await sendToForms(body)) expect([status, html.includes("<form")]).toEqual([400, false]);
  });

  test.each<[string, string]>([
    ["repeated fields", "email=a@b.mx&email=c@d.mx&password=12345678&password=87654321&token=a&token=b"],
    ["invisible characters", "email=a%00@b.mx&password=1234567%00"],
    ["invalid UTF-8", "email=%ff%fe&password=%E0%A4%A"],
  ])("gets its form back with 400 for a form with %s", async (_label, body) => {
    for (const { status, html } of await sendToForms(body)) expect([status, html.includes("<form")]).toEqual([400, true]);
  });

  test("has its malformed cookies ignored", async () => {
    for (const cookie of [
      "sesion",
      "sesion=%",
      "sesion=a.b; aviso=c.d",
      "=;;;",
      `sesion=${"x".repeat(5000)}`,
      "aviso=eyJ0aXRsZSI6ImEifQ",
    ]) {
      expect((await eva.send("/admin", { headers: { cookie } })).headers.location, cookie).toBe("/auth");
      expect((await eva.send("/auth", { headers: { cookie } })).status, cookie).toBe(200);
    }
  });
});
