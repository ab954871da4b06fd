import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../server/config";
import { createListener } from "../../server/express-app";
import { startSiteForFile } from "../routes/start-site";
import { Visitor } from "../support/browser";
import { createServicio } from "../support/factories";
import { sql } from "../support/test-database";
import { fetchBytes } from "./raw-requests";

const site = await startSiteForFile();
let eva: Visitor;
const ana = await site.staff("ana@ejemplo.mx");

beforeEach(async () => {
  eva = site.visitor();
  await sql("DELETE FROM login_tries_susa");
});

describe("a static file", () => {
  const files = () => ["/art/hero.svg", "/fonts/figtree-v1.woff2", site.build.assets.entry.module];

  test("answers a range request with that range", async () => {
    for (const path of files()) {
      const whole = await fetchBytes(site.port, path, {});
      const part = await fetchBytes(site.port, path, { range: "bytes=10-19" });
      expect([part.status, part.headers["content-range"]], path).toEqual([206, `bytes 10-19/${whole.body.length}`]);
      expect(part.body.equals(whole.body.subarray(10, 20)), path).toBe(true);
      expect((await fetchBytes(site.port, path, { range: "bytes=10-19" }, "HEAD")).headers["content-length"], path).toBe("10");
    }
  });

  test("answers a range past its end with an uncacheable 416 and its size", async () => {
    for (const path of files())
      for (const encoding of ["identity", "br"]) {
        const headers = { "accept-encoding": encoding };
        const { length } = (await fetchBytes(site.port, path, headers)).body;
        for (const range of [`bytes=${length}-`, "bytes=99999999-100000000", "bytes=-0"]) {
          const response = await fetchBytes(site.port, path, { ...headers, range });
          expect([response.status, response.headers["content-range"]], `${path} ${range}`).toEqual([416, `bytes */${length}`]);
          expect(response.headers["cache-control"]).toBe("no-store");
          expect(response.headers["content-encoding"]).toBeUndefined();
          expect(response.body.toString()).toContain("<h1>Esa parte del archivo no existe</h1>");
        }
      }
  });

  test("answers a failed precondition with 412 and ignores a malformed range", async () => {
    for (const path of files()) {
      const changed = await fetchBytes(site.port, path, { "if-match": '"otro"' });
      expect([changed.status, changed.headers["cache-control"]], path).toEqual([412, "no-store"]);
      expect((await fetchBytes(site.port, path, { "if-unmodified-since": new Date(0).toUTCString() })).status, path).toBe(412);
      for (const range of ["bytes=x-y", "lines=1-2", "bytes=9-1", "x"])
        expect((await fetchBytes(site.port, path, { range })).status, `${path} ${range}`).toBeLessThan(500);
      const { etag } = (await fetchBytes(site.port, path, {})).headers;
      expect((await fetchBytes(site.port, path, { "if-none-match": String(etag) })).status, path).toBe(304);
      expect((await fetchBytes(site.port, path, { "if-none-match": String(etag), range: "bytes=0-1" })).status, path).toBe(304);
      expect((await fetchBytes(site.port, path, { "if-range": '"otro"', range: "bytes=0-1" })).status, path).toBe(200);
    }
  });
});

describe("a cached public page", () => {
  test("answers HEAD with the headers of GET and no body", async () => {
    for (const path of ["/", "/no-existe", "/auth", "/art/hero.svg", "/salud"]) {
      const get = await fetchBytes(site.port, path, {});
      const head = await fetchBytes(site.port, path, {}, "HEAD");
      expect(head.status, path).toBe(get.status);
      expect(head.body.length, path).toBe(0);
      expect(head.headers["content-type"], path).toBe(get.headers["content-type"]);
      expect(head.headers.etag, path).toBe(get.headers.etag);
    }
  });

  test("is compressed with brotli if accepted, else gzip, else not", async () => {
    const plain = await fetchBytes(site.port, "/", {});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const path of ["/", site.build.assets.entry.module, "/art/hero.svg"])
      for (const accept of ["br", "gzip, deflate, br, zstd", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8"]) {
        const page = await fetchBytes(site.port, path, { "accept-encoding": accept });
        expect(page.headers["content-encoding"], `${path} ${accept}`).toBe("br");
        expect(page.headers.vary, path).toMatch(/accept-encoding/i);
        if (path === "/") expect(brotliDecompressSync(page.body).equals(plain.body)).toBe(true);
      }
    const zipped = await fetchBytes(site.port, "/", { "accept-encoding": "gzip, deflate" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    for (const accept of ["identity", "br;q=0, gzip;q=0", "zstd"])
      expect(
        (await fetchBytes(site.port, "/", { "accept-encoding": accept })).headers["content-encoding"],
        accept,
      ).toBeUndefined();
  });

  test("answers 304 until a row that it shows changes", async () => {
    const page = await eva.send("/");
    const etag = String(page.headers.etag);
    expect(page.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    const again = () => eva.send("/", { headers: { "if-none-match": etag } });
    expect((await again()).status).toBe(304);
    await createServicio({ nombre: "Recién añadido" });
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

/** Visits the site behind another listener. */
async function visit(listener: RequestListener, look: (visitor: Visitor) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  await look(new Visitor((server.address() as AddressInfo).port));
  await new Promise((closed) => server.close(closed));
}

test("/salud answers 503 while the database is unavailable, and /salud/vivo answers 200", async () => {
  const config = readConfig(process.env);
  const module = { ...site.build.entry.module, isReady: async () => false } as typeof site.build.entry.module;
  for (const [listener, body] of [
    [createListener(config, { ...site.build, entry: { module } }), "sin base de datos"],
    [createListener(config, site.build, undefined, () => "unavailable"), "sin base de datos"],
    [createListener(config, site.build, undefined, () => "migrating"), "sin base de datos"],
    [createListener(config, site.build, undefined, () => "ready"), "ok"],
  ] as const)
    await visit(listener, async (visitor) => {
      const salud = await visitor.send("/salud");
      expect(salud).toMatchObject({ status: body === "ok" ? 200 : 503, html: `{"estado":"${body}"}` });
      const vivo = await visitor.send("/salud/vivo", { headers: { host: "otra.example" } });
      expect(vivo).toMatchObject({ status: 200, html: '{"estado":"vivo"}' });
    });
});

test("the server answers pages with 503 and serves files while migrations run", () =>
  visit(
    createListener(readConfig(process.env), site.build, undefined, () => "migrating"),
    async (visitor) => {
      for (const path of ["/", "/auth", "/admin"]) {
        const page = await visitor.send(path, { headers: { host: "localhost" } });
        expect([page.status, page.headers["retry-after"], page.text("h1")], path).toEqual([503, "5", "Volvemos en un momento"]);
      }
      expect((await visitor.send("/art/hero.svg", { headers: { host: "localhost" } })).status).toBe(200);
    },
  ));
