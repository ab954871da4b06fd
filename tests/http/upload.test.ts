import { readdirSync, readFileSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { withUpload } from "~/http/transfer/upload.server";
import { MAX_PHOTOS } from "~/limits";
import { MULTIPART, multipart, type UploadFile } from "../support/browser";
import { filesIn } from "../support/pictures";
import { freshFolder } from "../support/process";

// What the gallery's tests cannot control: where a body is split into chunks, and where it ends early.
const dataDir = freshFolder();
const temporary = join(dataDir, "uploads", ".tmp");
beforeAll(() => {
  process.env.DATA_DIR = dataDir;
});

const BOUNDARY = `--${MULTIPART["content-type"].split("=")[1]}`;
const token = "00000000-0000-4000-8000-000000000000";
const uno = { filename: "uno.jpg", content: Buffer.from(`\r\n${BOUNDARY.slice(0, -1)}\r\r\n--\0\xff`, "latin1") };
const dos = { filename: "ñandú 🦩.png", content: Buffer.from("\r\n\r\n") };
const BODY = multipart(
  [
    ["token", token],
    ["alt_text", "Cejas\r\n--y pestañas"],
  ],
  [uno, dos],
);

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Parses a body sent in these chunks, on demand; file contents are read before the upload is deleted. */
async function receive(chunks: Chunks) {
  const rest = (async function* () {
    yield* chunks;
  })();
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await rest.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
  });
  const init = { method: "POST", headers: MULTIPART, body, duplex: "half" as const };
  return withUpload(new Request("http://localhost/admin/galeria/nueva", init), async ({ values, files, key }) => ({
    values: [...values],
    files: files.map(({ name, path, problem }) => ({ name, problem, content: problem ? null : readFileSync(path, "latin1") })),
    key,
  }));
}

/** The status of the answer that rejects a body; expects that no temporary file remains. */
async function rejectionStatus(chunks: Chunks): Promise<number> {
  const answer: unknown = await receive(chunks).then(
    () => null,
    (thrown) => thrown,
  );
  expect(filesIn(dataDir).temporary).toEqual([]);
  if (!(answer instanceof Response)) throw answer ?? new Error("it was taken");
  return answer.status;
}

async function shownAs(filename: string): Promise<string | undefined> {
  return (await receive([multipart([], [{ filename, content: Buffer.from("x") }])])).files[0]?.name;
}

/** A part with this raw header. */
const part = (header: string) => Buffer.from(`${BOUNDARY}\r\n${header}\r\n\r\nx\r\n${BOUNDARY}--\r\n`);

describe("a multipart body", () => {
  const whole = {
    values: [
      ["token", token],
      ["alt_text", "Cejas\r\n--y pestañas"],
    ],
    files: [
      { name: "uno.jpg", problem: null, content: uno.content.toString("latin1") },
      { name: "ñandú 🦩.png", problem: null, content: dos.content.toString("latin1") },
    ],
  };

  const closed = BODY.lastIndexOf("--") + 2;

  test("gives the same result in one chunk, in chunks of one byte and in small ones", async () => {
    const { key, ...parsed } = await receive([BODY]);
    expect(parsed).toEqual(whole);
    for (const size of [1, 2, 3, 7, 30]) {
      const chunks = Array.from({ length: Math.ceil(BODY.length / size) }, (_, n) => BODY.subarray(n * size, (n + 1) * size));
      expect(await receive(chunks), `chunks of ${size}`).toEqual({ ...whole, key });
    }
    expect(readdirSync(temporary)).toEqual([]);
  });

  const everyByte = Array.from({ length: BODY.length }, (_, at) => at);
  // A file whose content begins like a boundary, with the boundary after it: where a cut is most likely to matter.
  const from = BODY.indexOf(uno.content);
  const to = from + uno.content.length + BOUNDARY.length + 4;
  const cases: [where: string, places: number[], options: { tags?: ["slow"] }][] = [
    ["around a boundary or at every eleventh byte", everyByte.filter((at) => (at >= from && at <= to) || at % 11 === 0), {}],
    ["at any byte", everyByte, { tags: ["slow"] }],
  ];
  for (const [where, places, options] of cases) {
    test(`gives the same result when it is split ${where}`, options, async () => {
      const parsed = await receive([BODY]);
      for (const at of places) expect(await receive([BODY.subarray(0, at), BODY.subarray(at)]), `split at ${at}`).toEqual(parsed);
      expect(readdirSync(temporary)).toEqual([]);
    });

    test(`is rejected when it ends ${where}, and leaves no file`, options, async () => {
      for (const at of places.filter((place) => place < closed))
        expect(await rejectionStatus([BODY.subarray(0, at)]), `ended at ${at}`).toBe(400);
    });

    test(`is rejected when the connection breaks ${where}, and leaves no file`, options, async () => {
      for (const at of places.filter((place) => place < BODY.length - 4)) {
        const broken = (async function* () {
          yield BODY.subarray(0, at);
          throw new Error("ECONNRESET");
        })();
        expect(await rejectionStatus(broken), `broke at ${at}`).toBe(400);
      }
    });
  }

  test("is complete with its last boundary, without the line break after it", async () => {
    expect((await receive([BODY.subarray(0, closed)])).files).toEqual(whole.files);
  });

  test("may have text before and after its parts", async () => {
    const { files } = await receive([Buffer.from("hola\r\n"), BODY, Buffer.from("adiós"), BODY]);
    expect(files).toEqual(whole.files);
  });

  test.each([
    ["lose their folder", "ENOENT"],
    ["find the disk full", "ENOSPC"],
  ])("is read to its end when its files %s, and the log has the reason", async (_, code) => {
    const [first, second] = [BODY.indexOf('filename="uno'), BODY.indexOf('filename="ñ')];
    let left = 200;
    const chunks = (async function* () {
      yield BODY.subarray(0, first);
      if (code === "ENOSPC") await fillDisk();
      else for (const name of filesIn(dataDir).temporary) rmSync(join(temporary, name), { recursive: true });
      yield BODY.subarray(first, second);
      for (; left > 0; left--) yield Buffer.alloc(64 * 1024);
      yield BODY.subarray(second);
    })();
    expect(await rejectionStatus(chunks)).toBe(503);
    expect(left).toBe(0);
    expect(vi.mocked(console.error).mock.calls.join()).toContain(code);
    vi.mocked(console.error).mockClear();
  });
});

/** Makes the next write to an open file fail. */
async function fillDisk(): Promise<void> {
  const file = await open(import.meta.filename);
  vi.spyOn(Object.getPrototypeOf(file), "appendFile").mockRejectedValueOnce(Object.assign(new Error(), { code: "ENOSPC" }));
  await file.close();
}

describe("a part", () => {
  test.each([
    ["without a name", 'Content-Disposition: form-data; filename="a.jpg"'],
    ["without a name or a file name", "Content-Disposition: form-data"],
    ["of a file under another name", 'Content-Disposition: form-data; name="otra"; filename="a.jpg"'],
    ["with a name of 9,000 characters", `Content-Disposition: form-data; name="${"a".repeat(9000)}"`],
    ["named __proto__", 'Content-Disposition: form-data; name="__proto__"'],
  ])("%s is rejected", async (_, header) => {
    expect(await rejectionStatus([part(header)])).toBe(400);
  });

  test.each([
    ["with a header of 100,000 characters", `X: ${"x".repeat(100_000)}\r\nContent-Disposition: form-data; name="alt_text"`],
    ["without a disposition", "Content-Type: text/plain"],
    ["of another disposition", 'Content-Disposition: attachment; name="alt_text"'],
  ])("%s is passed over", async (_, header) => {
    expect(await receive([part(header)])).toEqual({ values: [], files: [], key: null });
  });

  test("with binary content and no file name is a text field", async () => {
    const header = 'Content-Disposition: form-data; name="imagenes"\r\nContent-Type: application/octet-stream';
    expect((await receive([part(header)])).values).toEqual([["imagenes", "x"]]);
  });

  test("with text may be as long as all texts together may be, and no longer", async () => {
    const half = "ñ".repeat(16 * 1024);
    const texts = (...values: string[]) => [multipart(values.map((value, n) => [`texto${n}`, value]))];
    expect((await receive(texts(half, half))).values).toHaveLength(2);
    expect(await rejectionStatus(texts(half, half, "x"))).toBe(400);
    expect(await rejectionStatus(texts(`${half}${half}x`))).toBe(400);
  });
});

describe("a file", () => {
  test.each([
    ["a;b=c.jpg", "a;b=c.jpg"],
    ['comillas " y\nrenglón.png', 'comillas " y renglón.png'],
    ["100%.jpg", "100%.jpg"],
    ["C:\\fotos\\ñandú.jpg", "ñandú.jpg"],
    ["../../../etc/passwd", "passwd"],
    ["..", "(sin nombre)"],
    ["", "(sin nombre)"],
    ["\u202e\u0007gpj.exe", "gpj.exe"],
    ["__proto__", "__proto__"],
  ])("named %j is shown as %j", async (filename, name) => expect(await shownAs(filename)).toBe(name));

  test("with a name of 5,000 characters is shown with a shortened name", async () => {
    expect(await shownAs("ñ".repeat(5000))).toBe(`${"ñ".repeat(59)}…`);
  });

  test("may be named in the other syntaxes of the header", async () => {
    const names = ["filename=suelta.jpg", 'filename="a\\"b.jpg"', "filename*=UTF-8''%C3%B1and%C3%BA.jpg"];
    const parts = names.map((name) => receive([part(`Content-Disposition: form-data; name=imagenes; ${name}`)]));
    expect((await Promise.all(parts)).map(({ files }) => files[0]?.name)).toEqual(["suelta.jpg", 'a"b.jpg', "ñandú.jpg"]);
  });

  test("that was not selected is ignored, and files beyond the maximum are reported", async () => {
    const empty: UploadFile = { filename: "", content: Buffer.alloc(0) };
    expect((await receive([multipart([], [empty])])).files).toEqual([]);
    const many = Array.from({ length: MAX_PHOTOS + 2 }, (_, n) => ({ filename: `${n}`, content: Buffer.from("x") }));
    const { files } = await receive([multipart([], many)]);
    expect(files.map(({ problem }) => problem)).toEqual([...Array(MAX_PHOTOS).fill(null), "many", "many"]);
  });

  test("of exactly 15 MB is accepted, one byte more is reported, and the files after it are complete", async () => {
    const exact = { filename: "justa", content: Buffer.alloc(15 * 2 ** 20, "a") };
    const over = { filename: "pesada", content: Buffer.alloc(15 * 2 ** 20 + 1, "b") };
    const { files } = await receive([multipart([], [exact, over, uno])]);
    expect(files.map(({ name, problem, content }) => [name, problem, content?.length])).toEqual([
      ["justa", null, 15 * 2 ** 20],
      ["pesada", "large", undefined],
      ["uno.jpg", null, uno.content.length],
    ]);
  });
});
