import { createHash } from "node:crypto";
import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../server/config";
import { createListener } from "../../server/express-app";
import { type Page, type RequestOptions, type Site, startSite, Visitor } from "../support/browser";
import { sql } from "../support/test-database";

let site: Site;
let eva: Visitor;
let ana: Visitor;

beforeAll(async () => {
  site = await startSite();
  ana = await site.staff("ana@ejemplo.mx");
});
afterAll(() => site.close());
beforeEach(async () => {
  eva = site.visitor();
  await sql("DELETE FROM login_tries_susa");
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const CROSS_SITE = { "sec-fetch-site": "cross-site" };
const post = (body = "", headers: Record<string, string> = {}): RequestOptions => ({
  method: "POST",
  headers: { ...FORM, ...headers },
  body,
});
const rows = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM clientes_susa"))[0]?.n;

/** Gives an answer as bytes, for compressed content. */
function fetchBytes(path: string, headers: Record<string, string>, method = "GET") {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((done, fail) => {
    httpRequest({ host: "127.0.0.1", port: site.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on("error", fail)
      .end();
  });
}

/** Sends raw bytes that an HTTP client would not send, and gives the answer. */
function sendRaw(request: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(site.port, "127.0.0.1", () => socket.write(request));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("utf8");
    });
    socket.on("end", () => done(answer));
    socket.on("error", fail);
  });
}

const PUBLIC: [string, number, string, RequestOptions?][] = [
  ["a page", 200, "/"],
  ["a page that does not exist", 404, "/no-existe"],
  ["a page's data", 200, "/?_data=@"],
  ["data that does not exist", 403, "/?_data=routes%2Fnada"],
  ["a redirect", 301, "//about"],
  ["a font", 200, "/fonts/figtree-v1.woff2"],
  ["a drawing", 200, "/art/hero.svg"],
  ["a missing asset", 404, "/build/nada-ABCDEFGH.js"],
  ["a malformed URL", 400, "/%E0%A4%A"],
  ["a form without an action", 405, "/", post("a=1")],
  ["a cross-site write", 403, "/", post("a=1", CROSS_SITE)],
  ["a body that is too large", 413, "/", post("", { "content-length": "2000000" })],
  ["an unknown host", 421, "/", { headers: { host: "otra.example" } }],
];

const PRIVATE: [string, number, string, RequestOptions?][] = [
  ["the sign-in page", 200, "/auth"],
  ["the sign-in page's data", 200, "/auth?_data=@"],
  ["the sign-in page in capitals", 200, "/AUTH"],
  ["an invalid sign-in", 400, "/auth", post("email=&password=")],
  ["the page of pending accounts", 302, "/auth/espera"],
  ["the /dashboard redirect", 302, "/dashboard"],
  ["the sign-out page", 302, "/salir"],
  ["the dashboard", 302, "/admin"],
  ["the dashboard in capitals", 302, "/ADMIN"],
  ["the dashboard, percent-encoded", 302, "/%61dmin"],
  ["the dashboard with two slashes", 301, "//admin"],
  ["an admin page's data", 204, "/admin/clientes?_data=@"],
  ["an admin form", 302, "/admin/barra", post("de=/admin")],
  ["a cross-site write", 403, "/admin/barra", post("de=/admin", CROSS_SITE)],
  ["an unknown host", 421, "/admin", { headers: { host: "otra.example" } }],
  ["a body that is too large", 413, "/auth", post("", { "content-length": "2000000" })],
  ["health", 200, "/salud"],
];

describe("security headers", () => {
  const common = (headers: IncomingHttpHeaders, label: string) => {
    const policy = String(headers["content-security-policy"]);
    expect(policy, label).toContain("default-src 'none'");
    expect(policy, label).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"], label).toBe("nosniff");
    expect(headers["permissions-policy"], label).toMatch(/camera=\(\).*geolocation=\(\)/);
    expect(headers["cross-origin-opener-policy"], label).toBe("same-origin");
    expect(headers["x-powered-by"], label).toBeUndefined();
    expect(headers["strict-transport-security"], label).toBeUndefined();
  };

  test.each(PUBLIC)("are on %s (public, %i)", async (label, status, path, sent) => {
    const page = await eva.send(path, sent);
    expect(page.status).toBe(status);
    common(page.headers, label);
    expect(page.headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    const policy = String(page.headers["content-security-policy"]);
    // A file's policy allows nothing; a page's allows no scripts.
    if (!/^\/(fonts|art|build)\//.test(path)) expect(policy).toContain("script-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|self|nonce)/);
  });

  test.each(PRIVATE)("are on %s (private, %i)", async (label, status, path, sent) => {
    const page = await eva.send(path, sent);
    expect(page.status).toBe(status);
    common(page.headers, label);
    expect(page.headers["referrer-policy"]).toBe("same-origin");
    expect(page.headers["cache-control"]).toBe("no-store");
  });

  test("are on a hashed asset, a 304 of a cached page and a 411", async () => {
    const asset = await eva.send(site.build.assets.entry.module);
    expect(asset.status).toBe(200);
    common(asset.headers, "asset");
    const page = await eva.send("/");
    const same = await eva.send("/", { headers: { "if-none-match": String(page.headers.etag) } });
    expect(same.status).toBe(304);
    common(same.headers, "304");
    const answer = await sendRaw(
      "POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=1\r\n0\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1.1 411 /);
    expect(answer).toMatch(/content-security-policy: default-src 'none'.*frame-ancestors 'none'/i);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    expect(answer).toMatch(/cache-control: no-store/i);
  });

  test("forbid caching of admin pages, data and redirects", async () => {
    for (const path of ["/admin", "/admin/clientes", "/admin/clientes?_data=@", "/admin/employees", "/admin/no"]) {
      const page = await ana.send(path);
      expect(page.headers["cache-control"], path).toBe("no-store");
      expect(page.headers["referrer-policy"], path).toBe("same-origin");
    }
  });

  test("name the hash of a public page's inline style, and a nonce per response for admin scripts", async () => {
    for (const path of ["/", "/no-existe", "/auth"]) {
      const page = await eva.send(path);
      const styles = page.all("style");
      expect(styles.length, path).toBe(1);
      const hash = createHash("sha256").update(String(styles[0]?.textContent)).digest("base64");
      expect(page.headers["content-security-policy"], path).toContain(`style-src 'self' 'sha256-${hash}'`);
      expect(page.all("[style], [onclick], [onload]"), path).toEqual([]);
    }
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const page = await ana.send("/admin");
        const nonce = /'nonce-([^']+)'/.exec(String(page.headers["content-security-policy"]))?.[1];
        const inline = page.all("script:not([src])");
        expect(inline.length).toBeGreaterThan(0);
        for (const script of inline) expect(script.getAttribute("nonce")).toBe(nonce);
        expect(page.headers["content-security-policy"]).not.toContain("unsafe");
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("cache files with a content hash or version in their name for a year, and other files for an hour", async () => {
    for (const path of [site.build.assets.entry.module, site.build.assets.url, "/fonts/fraunces-v1.woff2"])
      expect((await eva.send(path)).headers["cache-control"], path).toBe("public, max-age=31536000, immutable");
    for (const path of ["/art/hero.svg", "/icons/favicon.svg", "/manifest.webmanifest"])
      expect((await eva.send(path)).headers["cache-control"], path).toBe("public, max-age=3600");
  });
});

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
      const refused = await ana.post(path, values, headers);
      expect(refused.status, path).toBe(403);
      expect(refused.text("h1"), path).toBe("No se pudo enviar");
      expect(refused.headers["set-cookie"], path).toBeUndefined();
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
    ["our origin without Sec-Fetch-Site", () => ({ origin: `http://127.0.0.1:${site.port}` })],
    ["the canonical address", () => ({ origin: String(process.env.PUBLIC_URL) })],
    // A privacy setting may hide the origin while Sec-Fetch-Site is still sent.
    ["same-origin pages with a null origin", () => ({ "sec-fetch-site": "same-origin", origin: "null" })],
    [
      "same-origin pages behind a proxy",
      () => ({ "sec-fetch-site": "same-origin", origin: "https://a.mx", "x-forwarded-host": "b.mx" }),
    ],
  ])("accepts writes from %s", async (_label, headers) => {
    const page = await ana.get("/admin/clientes/nuevo");
    const saved = await ana.post("/admin/clientes/nuevo", { ...page.values(), nombre: "Nuestra" }, headers());
    expect(saved.status).toBe(303);
  });

  test("rejects a write without origin headers if it has a session, and accepts it otherwise", async () => {
    const before = await rows();
    const sendWithoutOrigin = (path: string, cookie: string) =>
      sendRaw(
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
  ])("answer 421 for a page, a file and a form of host %s", async (host) => {
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
        const answer = await sendRaw(`GET ${path} HTTP/1.1\r\n${hosts}\r\n\r\n`);
        expect(answer, `${hosts} ${path}`).toMatch(/^HTTP\/1.1 400 .*<h1>Dirección mal escrita<\/h1>/s);
        expect(answer).toMatch(/content-security-policy: default-src 'none'.*frame-ancestors 'none'/i);
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
      expect(page.headers.connection).toBe("close");
    }
    const just = await eva.send("/auth", post(`email=a&password=${"x".repeat(1_000_000)}`));
    expect(just.status).toBe(400);
  });

  test("never reaches a route without a Content-Length", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    const before = await rows();
    const body = new URLSearchParams({ ...page.values(), nombre: "A trozos" }).toString();
    const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await sendRaw(
      `POST /admin/clientes/nuevo HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${FORM["content-type"]}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 411 /);
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

  test.each<[string, string]>([
    ["prototype pollution", "__proto__=1&__proto__[a]=1&constructor.prototype.a=1&email.__proto__.a=1"],
    ["repeated fields", "email=a@b.mx&email=c@d.mx&password=12345678&password=87654321&token=a&token=b"],
    ["nested fields instead of texts", "email.a=1&password[0]=12345678&token.x=1"],
    ["ten thousand fields", many((n) => `campo${n}`, 10_000)],
    ["one field three hundred thousand times", many(() => "a", 300_000)],
    ["an array index of four billion", "email[4294967290]=x"],
    ["a field a thousand levels deep", `email${".a".repeat(1000)}=x`],
    ["a field name of a million letters", `${"a".repeat(1_000_000)}=x`],
    ["a malformed intent", "__intent__={"],
    ["an intent for a field that is not a list", '__intent__={"type":"insert","payload":{"name":"email"}}&email=a'],
    ["a malformed form state", "__state__=["],
    ["invisible characters", "email=a%00@b.mx&password=1234567%00"],
    ["invalid UTF-8", "email=%ff%fe&password=%E0%A4%A"],
  ])("gets a Spanish 4xx page quickly for a form with %s", async (_label, body) => {
    // CPU time, because other processes slow down the wall clock.
    const begun = process.cpuUsage();
    for (const path of ["/auth", "/auth?modo=registro"]) isPlainSpanish(await eva.send(path, post(body)));
    for (const path of ["/admin/clientes/nuevo", "/admin/configuracion/general"])
      isPlainSpanish(await ana.send(path, post(body)));
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000_000).toBeLessThan(4);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
    const [accounts] = await sql<{ n: number }>("SELECT count(*)::int AS n FROM cuentas_susa");
    expect(accounts?.n).toBe(1);
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

describe("a static file", () => {
  const files = () => ["/art/hero.svg", "/fonts/figtree-v1.woff2", site.build.assets.entry.module];

  test("answers a range request with that range", async () => {
    for (const path of files()) {
      const whole = await fetchBytes(path, {});
      const part = await fetchBytes(path, { range: "bytes=10-19" });
      expect([part.status, part.headers["content-range"]], path).toEqual([206, `bytes 10-19/${whole.body.length}`]);
      expect(part.body.equals(whole.body.subarray(10, 20)), path).toBe(true);
      expect((await fetchBytes(path, { range: "bytes=10-19" }, "HEAD")).headers["content-length"], path).toBe("10");
    }
  });

  test("answers a range past its end with an uncacheable 416 and its size", async () => {
    for (const path of files())
      for (const encoding of ["identity", "br"]) {
        const headers = { "accept-encoding": encoding };
        const { length } = (await fetchBytes(path, headers)).body;
        for (const range of [`bytes=${length}-`, "bytes=99999999-100000000", "bytes=-0"]) {
          const answer = await fetchBytes(path, { ...headers, range });
          expect([answer.status, answer.headers["content-range"]], `${path} ${range}`).toEqual([416, `bytes */${length}`]);
          expect(answer.headers["cache-control"]).toBe("no-store");
          expect(answer.headers["content-encoding"]).toBeUndefined();
          expect(answer.body.toString()).toContain("<h1>Esa parte del archivo no existe</h1>");
        }
      }
  });

  test("answers a failed precondition with 412 and ignores a malformed range", async () => {
    for (const path of files()) {
      const changed = await fetchBytes(path, { "if-match": '"otro"' });
      expect([changed.status, changed.headers["cache-control"]], path).toEqual([412, "no-store"]);
      expect((await fetchBytes(path, { "if-unmodified-since": new Date(0).toUTCString() })).status, path).toBe(412);
      for (const range of ["bytes=x-y", "lines=1-2", "bytes=9-1", "x"])
        expect((await fetchBytes(path, { range })).status, `${path} ${range}`).toBeLessThan(500);
      const { etag } = (await fetchBytes(path, {})).headers;
      expect((await fetchBytes(path, { "if-none-match": String(etag) })).status, path).toBe(304);
      expect((await fetchBytes(path, { "if-none-match": String(etag), range: "bytes=0-1" })).status, path).toBe(304);
      expect((await fetchBytes(path, { "if-range": '"otro"', range: "bytes=0-1" })).status, path).toBe(200);
    }
  });
});

describe("a cached public page", () => {
  test("answers HEAD with the headers of GET and no body", async () => {
    for (const path of ["/", "/no-existe", "/auth", "/art/hero.svg", "/salud"]) {
      const get = await fetchBytes(path, {});
      const head = await fetchBytes(path, {}, "HEAD");
      expect(head.status, path).toBe(get.status);
      expect(head.body.length, path).toBe(0);
      expect(head.headers["content-type"], path).toBe(get.headers["content-type"]);
      expect(head.headers.etag, path).toBe(get.headers.etag);
    }
  });

  test("is compressed with brotli if accepted, else gzip, else not", async () => {
    const plain = await fetchBytes("/", {});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const path of ["/", site.build.assets.entry.module, "/art/hero.svg"])
      for (const accept of ["br", "gzip, deflate, br, zstd", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8"]) {
        const page = await fetchBytes(path, { "accept-encoding": accept });
        expect(page.headers["content-encoding"], `${path} ${accept}`).toBe("br");
        expect(page.headers.vary, path).toMatch(/accept-encoding/i);
        if (path === "/") expect(brotliDecompressSync(page.body).equals(plain.body)).toBe(true);
      }
    const zipped = await fetchBytes("/", { "accept-encoding": "gzip, deflate" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    for (const accept of ["identity", "br;q=0, gzip;q=0", "zstd"])
      expect((await fetchBytes("/", { "accept-encoding": accept })).headers["content-encoding"], accept).toBeUndefined();
  });

  test("answers 304 until a row that it shows changes", async () => {
    const page = await eva.send("/");
    const etag = String(page.headers.etag);
    expect(page.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    const again = () => eva.send("/", { headers: { "if-none-match": etag } });
    expect((await again()).status).toBe(304);
    await sql("INSERT INTO servicios_susa (nombre, precio, categoria) VALUES ('Recién añadido', 99, 'cejas')");
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(changed.html).toContain("Recién añadido");
    await sql("UPDATE servicios_susa SET nombre = 'Con otro nombre' WHERE nombre = 'Recién añadido'");
    expect((await eva.send("/")).html).toContain("Con otro nombre");
    await sql("UPDATE servicios_susa SET activo = false");
    expect((await eva.send("/")).html).not.toContain("Con otro nombre");
    expect((await again()).status).toBe(304);
  });

  test("contains nothing of the visitor who first requested it", async () => {
    const first = await ana.send("/about?primera=1");
    const second = await eva.send("/about?primera=1");
    expect(second.html).toBe(first.html);
    expect(first.headers["set-cookie"]).toBeUndefined();
    expect(first.html).not.toContain("ana@ejemplo.mx");
  });
});

test("/salud answers 503 while the database is unavailable, and /salud/vivo answers 200", async () => {
  const config = readConfig(process.env);
  const withReady = (isReady: () => Promise<boolean>) => ({
    ...site.build,
    entry: { module: { ...site.build.entry.module, isReady } as typeof site.build.entry.module },
  });
  for (const [app, body] of [
    [
      createListener(
        config,
        withReady(async () => false),
      ),
      "sin base de datos",
    ],
    [createListener(config, site.build, undefined, () => "unavailable"), "sin base de datos"],
    [createListener(config, site.build, undefined, () => "migrating"), "sin base de datos"],
    [createListener(config, site.build, undefined, () => "ready"), "ok"],
  ] as const) {
    const server = createServer(app);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const visitor = new Visitor((server.address() as AddressInfo).port);
    const salud = await visitor.send("/salud");
    expect(salud).toMatchObject({ status: body === "ok" ? 200 : 503, html: `{"estado":"${body}"}` });
    const vivo = await visitor.send("/salud/vivo", { headers: { host: "otra.example" } });
    expect(vivo).toMatchObject({ status: 200, html: '{"estado":"vivo"}' });
    await new Promise((closed) => server.close(closed));
  }
});

test("the server answers pages with 503 and serves files while migrations run", async () => {
  const server = createServer(createListener(readConfig(process.env), site.build, undefined, () => "migrating"));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const visitor = new Visitor((server.address() as AddressInfo).port);
  for (const path of ["/", "/auth", "/admin"]) {
    const page = await visitor.send(path, { headers: { host: "localhost" } });
    expect([page.status, page.headers["retry-after"], page.text("h1")], path).toEqual([503, "5", "Volvemos en un momento"]);
  }
  expect((await visitor.send("/art/hero.svg", { headers: { host: "localhost" } })).status).toBe(200);
  await new Promise((closed) => server.close(closed));
});
