import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { RequestOptions, Visitor } from "../support/browser";
import { sql } from "../support/test-database";
import { CROSS_SITE, post, sendRaw } from "./raw-requests";

const site = await startSiteForFile();
let eva: Visitor;
const ana = await site.staff("ana@ejemplo.mx");

beforeEach(async () => {
  eva = site.visitor();
  await sql("DELETE FROM login_tries_susa");
});

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
    const response = await sendRaw(
      site.port,
      "POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=1\r\n0\r\n\r\n",
    );
    expect(response).toMatch(/^HTTP\/1.1 411 /);
    expect(response).toMatch(/content-security-policy: default-src 'none'.*frame-ancestors 'none'/i);
    expect(response).toMatch(/x-content-type-options: nosniff/i);
    expect(response).toMatch(/cache-control: no-store/i);
  });

  test("name the hash of the style of an error page that the server sends without the application", async () => {
    for (const page of [await eva.send("/%"), await eva.send("/", { headers: { host: "otro.ejemplo" } })]) {
      const hash = createHash("sha256")
        .update(String(page.document.querySelector("style")?.textContent))
        .digest("base64");
      expect(page.headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}'`);
      expect(page.hrefs("a")).toEqual(page.status === 421 ? [] : ["/"]);
    }
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
    for (const path of ["/art/hero.svg", "/icono.svg", "/icono-192.png"])
      expect((await eva.send(path)).headers["cache-control"], path).toBe("public, max-age=3600");
  });
});
