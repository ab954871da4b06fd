import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { MULTIPART, multipart, type Page } from "../../../support/browser";
import { filesIn } from "../../../support/pictures";
import { eventually } from "../../../support/process";
import { sql, withoutTable } from "../../../support/test-database";
import { ana, dataDir, expectFilesMatchRows, IMAGE_URL, NUEVA, photos, rows, servicio_id, site } from "./gallery";

describe("a multipart body", () => {
  test("leaves no row and no file when the connection is closed in the middle", async () => {
    const body = multipart(Object.entries({ ...(await ana.get(NUEVA)).values(), servicio_id }), photos(3));
    const archivos = await sql("SELECT id FROM archivos_susa ORDER BY id");
    const headers = {
      ...MULTIPART,
      cookie: [...ana.cookies].map(([n, v]) => `${n}=${v}`).join("; "),
      "content-length": String(body.length),
      "sec-fetch-site": "same-origin",
    };
    const request = httpRequest({ host: "127.0.0.1", port: site.port, path: NUEVA, method: "POST", headers });
    request.on("error", () => undefined);
    request.write(body.subarray(0, -200));
    await eventually(() => filesIn(dataDir).temporary.length > 0);
    request.destroy();
    await eventually(() => filesIn(dataDir).temporary.length === 0);
    expect(await rows()).toEqual([]);
    expect(await sql("SELECT id FROM archivos_susa ORDER BY id")).toEqual(archivos);
    await expectFilesMatchRows();
  });

  const sendRaw = (body: string | Buffer, type: string = MULTIPART["content-type"]) =>
    ana.send(NUEVA, { method: "POST", headers: { "content-type": type }, body });
  const file = { filename: "a.jpg", content: Buffer.from("x") };

  // tests/http/upload.test.ts has more parts that are rejected.
  test.each<[string, () => Promise<Page>]>([
    ["of another type", () => sendRaw("{}", "application/json")],
    ["without a type", () => ana.send(NUEVA, { method: "POST", body: "x" })],
    ["without a boundary", () => sendRaw("hola", "multipart/form-data")],
    ["with another boundary", () => sendRaw(multipart([["alt_text", "a"]]), "multipart/form-data; boundary=otra")],
    ["without content", () => sendRaw("")],
    ["without an end", () => sendRaw(multipart([["alt_text", "a"]]).subarray(0, -10))],
    ["with ten thousand parts", () => sendRaw(multipart(Array.from({ length: 10_000 }, (_, n) => [`a${n}`, "x"])))],
    ["with ten thousand files", () => sendRaw(multipart([], Array(10_000).fill(file)))],
    [
      "with an endless header",
      () => sendRaw(`--${MULTIPART["content-type"].split("=")[1]}\r\nX: ${"x".repeat(100_000)}\r\n\r\n`),
    ],
    ["with an overlong text", () => sendRaw(multipart([["alt_text", "x".repeat(70_000)]]))],
    ["with an array index of a billion", () => sendRaw(multipart([["alt_text[999999999]", "1"]]))],
  ])("%s gets a 400 page", async (_, send) => {
    const page = await send();
    expect(page.status).toBe(400);
    expect(page.text("main")).toContain("No pudimos leer lo que enviaste.");
    await expectFilesMatchRows();
  });

  test("is rejected with a repeated field", async () => {
    const values = Object.entries({ ...(await ana.get(NUEVA)).values(), image_url: IMAGE_URL });
    const page = await sendRaw(multipart([...values, ["servicio_id", servicio_id], ["servicio_id", servicio_id]]));
    expect(page.status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  test("over the limit is rejected before it is read, and only the upload route has the large limit", async () => {
    const announce = (path: string, size: number, type: string) =>
      new Promise<string>((done) => {
        const headers = { "content-type": type, "content-length": String(size) };
        const request = httpRequest({ host: "127.0.0.1", port: site.port, path, method: "POST", headers }, (response) => {
          let text = `${response.statusCode} `;
          response.on("data", (chunk) => {
            text += chunk;
          });
          response.on("end", () => {
            done(text);
            request.destroy();
          });
        });
        request.on("error", () => undefined);
        request.flushHeaders();
      });
    expect(await announce(NUEVA, 302 * 2 ** 20, "multipart/form-data; boundary=x")).toMatch(/^413 .*elige menos fotos/s);
    // A visitor without a session is led to the sign-in page before the body is read.
    expect(await announce(NUEVA, 300 * 2 ** 20, "multipart/form-data; boundary=x")).toMatch(/^401 /);
    for (const [path, type] of [
      [NUEVA, "application/x-www-form-urlencoded"],
      ["/admin/galeria/nueva/otra", "multipart/form-data; boundary=x"],
      ["/auth", "multipart/form-data; boundary=x"],
    ] as const)
      expect(await announce(path, 2 * 2 ** 20, type)).toMatch(/^413 .*acorta los textos/s);
  });

  test("from a visitor without a session is discarded and leads to the sign-in page", async () => {
    const stranger = site.visitor();
    const answer = await stranger.upload(NUEVA, { servicio_id }, [{ filename: "a.jpg", content: Buffer.alloc(12 * 2 ** 20) }]);
    expect([answer.status, answer.headers.refresh]).toEqual([401, "0;url=/auth"]);
    expect(filesIn(dataDir).temporary).toEqual([]);
  });

  test("is answered with 503 while sessions cannot be read", async () => {
    const values = (await ana.get(NUEVA)).values();
    const page = await withoutTable("sesiones_susa", () => ana.upload(NUEVA, { ...values, servicio_id }, photos(1)));
    expect(page.status).toBe(503);
    expect(page.text("main")).toContain("hay que elegir otra vez los archivos");
  });
});
