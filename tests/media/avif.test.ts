import type { SpawnOptions } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeAvifs, stopAvifs } from "~/media/avif-worker.server";
import { insertRow } from "../support/factories";
import { eventually } from "../support/process";
import { sql } from "../support/test-database";

const DATA_DIR = mkdtempSync(join(tmpdir(), "susa-avif-"));
const FOLDER = join(DATA_DIR, "uploads/susa-servicios/servicios");
mkdirSync(FOLDER, { recursive: true });
process.env.DATA_DIR = DATA_DIR;

// While this file exists, an encoder process that has finished its pictures waits before it renames them,
// which keeps it in the middle of its work for as long as a test needs.
const GATE = join(DATA_DIR, "espera");
const WAIT_BEFORE_RENAME = `import fs from "node:fs"; import promises from "node:fs/promises"; import { syncBuiltinESMExports } from "node:module";
  const { rename } = promises;
  promises.rename = async (...paths) => {
    while (fs.existsSync(${JSON.stringify(GATE)})) await new Promise((later) => setTimeout(later, 20));
    return rename(...paths);
  };
  syncBuiltinESMExports();`;
vi.mock("node:child_process", async (load) => {
  const real = await load<typeof import("node:child_process")>();
  const spawn = (command: string, args: string[], options: SpawnOptions) =>
    real.spawn(command, ["--import", `data:text/javascript,${encodeURIComponent(WAIT_BEFORE_RENAME)}`, ...args], options);
  return { ...real, spawn };
});

beforeAll(async () => {
  // Every claimed picture, in order, and how many were being encoded at that moment.
  await sql("CREATE TABLE tomados (orden serial, nombre text, a_la_vez int)");
  await sql(`CREATE FUNCTION anotar() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tomados (nombre, a_la_vez) SELECT NEW.nombre, count(*) FROM archivos_susa WHERE avif_since IS NOT NULL;
    RETURN NULL; END $$`);
  await sql(`CREATE TRIGGER anotar AFTER UPDATE OF avif_since ON archivos_susa FOR EACH ROW
    WHEN (NEW.avif_since IS NOT NULL) EXECUTE FUNCTION anotar()`);
});
beforeEach(async () => {
  await sql("TRUNCATE archivos_susa, tomados CASCADE");
  for (const file of readdirSync(FOLDER)) rmSync(join(FOLDER, file));
  rmSync(GATE, { force: true });
});
afterAll(async () => {
  await stopAvifs();
  rmSync(DATA_DIR, { recursive: true });
});

type Row = { has_avif: boolean; avif_tries: number; avif_since: Date | null };

/** Stores a picture and its row, created `ago` seconds ago; `broken` writes a file that is no image. */
async function addPicture(nombre: string, { width = 900, ago = 0, broken = false } = {}): Promise<void> {
  const height = Math.round(width * 1.25);
  const drawing = sharp({ create: { width, height, channels: 3, background: "#b86b52" } });
  if (broken) writeFileSync(join(FOLDER, `${nombre}.webp`), "esto no es una imagen");
  else await drawing.webp().toFile(join(FOLDER, `${nombre}.webp`));
  const url = `/uploads/susa-servicios/servicios/${nombre}.webp`;
  await insertRow("archivos_susa", { nombre, url, width, height, created_at: new Date(Date.now() - ago * 1000) });
}

const rowOf = async (nombre: string) => (await sql<Row>("SELECT * FROM archivos_susa WHERE nombre = $1", [nombre]))[0];
// The encoder runs at low priority.
const TIMEOUT_MS = 120_000;
vi.setConfig({ testTimeout: 2 * TIMEOUT_MS });
const untilEncoded = (nombre: string) => eventually(async () => (await rowOf(nombre))?.has_avif, TIMEOUT_MS);
const untilClaimed = (nombre: string) =>
  eventually(async () => (await sql("SELECT 1 FROM tomados WHERE nombre = $1", [nombre])).length > 0, TIMEOUT_MS);
const filesOf = (nombre: string, extension: RegExp) =>
  readdirSync(FOLDER)
    .filter((file) => file.startsWith(nombre) && extension.test(file))
    .sort();
const revision = async () =>
  (await sql<{ sum: string }>("SELECT sum(revision) FROM revisiones_susa WHERE tema = 'publica'"))[0]?.sum;

test("every width gets an AVIF, and the pages are renewed", async () => {
  await addPicture("1-0");
  const before = await revision();
  makeAvifs();
  await untilEncoded("1-0");
  expect(filesOf("1-0", /avif/)).toEqual(["1-0-400.avif", "1-0-800.avif", "1-0.avif"]);
  for (const [file, width] of Object.entries({ "1-0-400.avif": 400, "1-0-800.avif": 800, "1-0.avif": 900 })) {
    const picture = sharp(join(FOLDER, file));
    expect(await picture.metadata(), file).toMatchObject({ format: "heif", compression: "av1", width });
    // The whole file decodes, and it shows the same picture.
    const { dominant } = await picture.stats();
    expect(Math.abs(dominant.r - 0xb8), file).toBeLessThan(16);
  }
  expect(Number(await revision())).toBe(Number(before) + 1);
});

test("pictures are encoded oldest first, one at a time, and one added meanwhile is encoded too", async () => {
  await addPicture("2-0", { width: 60, ago: 10 });
  await addPicture("2-1", { width: 60, ago: 30 });
  await addPicture("2-2", { width: 60, ago: 20 });
  makeAvifs();
  makeAvifs();
  await untilClaimed("2-1");
  await addPicture("2-3", { width: 60 });
  makeAvifs();
  await untilEncoded("2-3");
  const claimed = await sql<{ nombre: string; a_la_vez: number }>("SELECT nombre, a_la_vez FROM tomados ORDER BY orden");
  expect(claimed.map(({ nombre }) => nombre)).toEqual(["2-1", "2-2", "2-0", "2-3"]);
  expect(claimed.map(({ a_la_vez }) => a_la_vez)).toEqual([1, 1, 1, 1]);
});

test("pictures that are not on the local disk are skipped", async () => {
  const url = "https://res.cloudinary.com/x/image/upload/a.webp";
  await insertRow("archivos_susa", { nombre: "3-0", url, width: 9, height: 9 });
  await addPicture("3-1", { width: 60 });
  makeAvifs();
  await untilEncoded("3-1");
  expect(await rowOf("3-0")).toMatchObject({ has_avif: false, avif_tries: 0 });
});

test("an unreadable picture is retried after all others and given up after three tries", async () => {
  await addPicture("4-0", { ago: 10, broken: true });
  await addPicture("4-1", { width: 60 });
  makeAvifs();
  await eventually(() => vi.mocked(console.error).mock.calls.length === 3, TIMEOUT_MS);
  expect(vi.mocked(console.error).mock.calls.flat()).toEqual(
    Array(3).fill("avif: /uploads/susa-servicios/servicios/4-0.webp: 1"),
  );
  vi.mocked(console.error).mockClear();
  expect(await rowOf("4-0")).toMatchObject({ has_avif: false, avif_tries: 3, avif_since: null });
  expect(filesOf("4-0", /avif/)).toEqual([]);
  expect((await sql<{ nombre: string }>("SELECT nombre FROM tomados ORDER BY orden")).map(({ nombre }) => nombre)).toEqual([
    "4-0",
    "4-1",
    "4-0",
    "4-0",
  ]);
  makeAvifs();
  await addPicture("4-2", { width: 60 });
  makeAvifs();
  await untilEncoded("4-2");
  expect(await rowOf("4-0")).toMatchObject({ avif_tries: 3 });
});

test("a picture whose encoder died is claimed again after two minutes, not before", async () => {
  await addPicture("5-0", { width: 60 });
  await addPicture("5-1", { width: 60 });
  await sql("UPDATE archivos_susa SET avif_tries = 1, avif_since = now() - interval '3 minutes' WHERE nombre = '5-0'");
  await sql("UPDATE archivos_susa SET avif_tries = 1, avif_since = now() - interval '1 second' WHERE nombre = '5-1'");
  await addPicture("5-2", { width: 60 });
  makeAvifs();
  await untilEncoded("5-2");
  await untilEncoded("5-0");
  expect(await rowOf("5-1")).toMatchObject({ has_avif: false, avif_tries: 1 });
});

async function deleteWhileEncoded(deleted: "its row" | "its file" | "both"): Promise<void> {
  await addPicture("6-0", { width: 60 });
  writeFileSync(GATE, "");
  makeAvifs();
  await eventually(() => filesOf("6-0", /\.part$/).length > 0, TIMEOUT_MS);
  if (deleted !== "its file") await sql("DELETE FROM archivos_susa WHERE nombre = '6-0'");
  if (deleted !== "its row") rmSync(join(FOLDER, "6-0.webp"));
  rmSync(GATE);
  await addPicture("6-1", { width: 60 });
  makeAvifs();
  await untilEncoded("6-1");
  await eventually(async () => ((await rowOf("6-0"))?.avif_since ?? null) === null, TIMEOUT_MS);
  expect(filesOf("6-0", /avif/)).toEqual([]);
  expect((await rowOf("6-0"))?.has_avif ?? false).toBe(false);
}

test("a picture deleted while it is encoded leaves no AVIF behind", () => deleteWhileEncoded("both"));

test.each(["its row", "its file"] as const)(
  "a picture deleted while it is encoded (only %s deleted) leaves no AVIF behind",
  { tags: ["slow"] },
  deleteWhileEncoded,
);

// Keep this test last: after stopAvifs nothing is encoded in this process.
test("stopAvifs ends the encoder process, and the interrupted try does not count", async () => {
  await addPicture("7-0", { width: 60 });
  writeFileSync(GATE, "");
  makeAvifs();
  await eventually(() => filesOf("7-0", /\.part$/).length > 0, TIMEOUT_MS);
  expect(await stopAvifs()).toBe(true);
  expect(await rowOf("7-0")).toMatchObject({ has_avif: false, avif_tries: 0, avif_since: null });
  expect(filesOf("7-0", /avif/)).toEqual([]);
  expect(existsSync(join(FOLDER, "7-0.webp"))).toBe(true);
});
