import type { SpawnOptions } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeAvifs, stopAvifs } from "~/media/avif-worker.server";
import { eventually } from "../server/process";
import { sql } from "../test-database";

const DATA_DIR = mkdtempSync(join(tmpdir(), "susa-avif-"));
const FOLDER = join(DATA_DIR, "uploads/susa-servicios/servicios");
mkdirSync(FOLDER, { recursive: true });
process.env.DATA_DIR = DATA_DIR;

// While this file stands, a child that has made its pictures does not put them in their places: it is in the middle of its work
// for as long as a test needs.
const GATE = join(DATA_DIR, "espera");
const WAIT = `import fs from "node:fs"; import promises from "node:fs/promises"; import { syncBuiltinESMExports } from "node:module";
  const { rename } = promises;
  promises.rename = async (...paths) => {
    while (fs.existsSync(${JSON.stringify(GATE)})) await new Promise((later) => setTimeout(later, 20));
    return rename(...paths);
  };
  syncBuiltinESMExports();`;
vi.mock("node:child_process", async (load) => {
  const real = await load<typeof import("node:child_process")>();
  const spawn = (command: string, args: string[], options: SpawnOptions) =>
    real.spawn(command, ["--import", `data:text/javascript,${encodeURIComponent(WAIT)}`, ...args], options);
  return { ...real, spawn };
});

beforeAll(async () => {
  // What was taken up, in order, and how many were in work at that moment.
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

/** A picture as the storage keeps it, made so many seconds ago. */
async function addPicture(nombre: string, { width = 900, ago = 0, broken = false } = {}): Promise<void> {
  const height = Math.round(width * 1.25);
  const drawing = sharp({ create: { width, height, channels: 3, background: "#b86b52" } });
  if (broken) writeFileSync(join(FOLDER, `${nombre}.webp`), "esto no es una imagen");
  else await drawing.webp().toFile(join(FOLDER, `${nombre}.webp`));
  await sql(
    `INSERT INTO archivos_susa (nombre, url, width, height, created_at)
     VALUES ($1, $2, $3, $4, now() - $5 * interval '1 second')`,
    [nombre, `/uploads/susa-servicios/servicios/${nombre}.webp`, width, height, ago],
  );
}

const rowOf = async (nombre: string) => (await sql<Row>("SELECT * FROM archivos_susa WHERE nombre = $1", [nombre]))[0];
// The child gives way to everything else that runs.
const PATIENCE_MS = 120_000;
vi.setConfig({ testTimeout: 2 * PATIENCE_MS });
const isMade = (nombre: string) => eventually(async () => (await rowOf(nombre))?.has_avif, PATIENCE_MS);
const isTaken = (nombre: string) =>
  eventually(async () => (await sql("SELECT 1 FROM tomados WHERE nombre = $1", [nombre])).length > 0, PATIENCE_MS);
const filesOf = (nombre: string, extension: RegExp) =>
  readdirSync(FOLDER)
    .filter((file) => file.startsWith(nombre) && extension.test(file))
    .sort();
const revision = async () =>
  (await sql<{ sum: string }>("SELECT sum(revision) FROM revisiones_susa WHERE tema = 'publica'"))[0]?.sum;

test("every width gets its AVIF, which is offered from then on", async () => {
  await addPicture("1-0");
  const before = await revision();
  makeAvifs();
  await isMade("1-0");
  expect(filesOf("1-0", /avif/)).toEqual(["1-0-400.avif", "1-0-800.avif", "1-0.avif"]);
  for (const [file, width] of Object.entries({ "1-0-400.avif": 400, "1-0-800.avif": 800, "1-0.avif": 900 })) {
    const picture = sharp(join(FOLDER, file));
    expect(await picture.metadata(), file).toMatchObject({ format: "heif", compression: "av1", width });
    // All of it can be read, and it is the picture.
    const { dominant } = await picture.stats();
    expect(Math.abs(dominant.r - 0xb8), file).toBeLessThan(16);
  }
  expect(Number(await revision())).toBe(Number(before) + 1);
});

test("the oldest is first, one at a time, and one that comes meanwhile is not forgotten", async () => {
  await addPicture("2-0", { width: 60, ago: 10 });
  await addPicture("2-1", { width: 60, ago: 30 });
  await addPicture("2-2", { width: 60, ago: 20 });
  makeAvifs();
  makeAvifs();
  await isTaken("2-1");
  await addPicture("2-3", { width: 60 });
  makeAvifs();
  await isMade("2-3");
  const taken = await sql<{ nombre: string; a_la_vez: number }>("SELECT nombre, a_la_vez FROM tomados ORDER BY orden");
  expect(taken.map(({ nombre }) => nombre)).toEqual(["2-1", "2-2", "2-0", "2-3"]);
  expect(taken.map(({ a_la_vez }) => a_la_vez)).toEqual([1, 1, 1, 1]);
});

test("what is not on our disk is left alone", async () => {
  await sql(
    "INSERT INTO archivos_susa (nombre, url, width, height) VALUES ('3-0', 'https://res.cloudinary.com/x/image/upload/a.webp', 9, 9)",
  );
  await addPicture("3-1", { width: 60 });
  makeAvifs();
  await isMade("3-1");
  expect(await rowOf("3-0")).toMatchObject({ has_avif: false, avif_tries: 0 });
});

test("one that cannot be read is given up after three tries, after all others", async () => {
  await addPicture("4-0", { ago: 10, broken: true });
  await addPicture("4-1", { width: 60 });
  makeAvifs();
  await eventually(() => vi.mocked(console.error).mock.calls.length === 3, PATIENCE_MS);
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
  await isMade("4-2");
  expect(await rowOf("4-0")).toMatchObject({ avif_tries: 3 });
});

test("one whose maker died is taken up by another after two minutes, not before", async () => {
  await addPicture("5-0", { width: 60 });
  await addPicture("5-1", { width: 60 });
  await sql("UPDATE archivos_susa SET avif_tries = 1, avif_since = now() - interval '3 minutes' WHERE nombre = '5-0'");
  await sql("UPDATE archivos_susa SET avif_tries = 1, avif_since = now() - interval '1 minute' WHERE nombre = '5-1'");
  await addPicture("5-2", { width: 60 });
  makeAvifs();
  await isMade("5-2");
  await isMade("5-0");
  expect(await rowOf("5-1")).toMatchObject({ has_avif: false, avif_tries: 1 });
});

test.each(["its row", "its file", "both"])("one that is deleted while it is made (%s) leaves no AVIF behind", async (gone) => {
  await addPicture("6-0", { width: 800 });
  writeFileSync(GATE, "");
  makeAvifs();
  await eventually(() => filesOf("6-0", /\.part$/).length > 0, PATIENCE_MS);
  if (gone !== "its file") await sql("DELETE FROM archivos_susa WHERE nombre = '6-0'");
  if (gone !== "its row") rmSync(join(FOLDER, "6-0.webp"));
  rmSync(GATE);
  await addPicture("6-1", { width: 60 });
  makeAvifs();
  await isMade("6-1");
  await eventually(async () => ((await rowOf("6-0"))?.avif_since ?? null) === null, PATIENCE_MS);
  expect(filesOf("6-0", /avif/)).toEqual([]);
  expect((await rowOf("6-0"))?.has_avif ?? false).toBe(false);
});

// The last one: a maker that was stopped makes no more.
test("a stop ends the child and does not count as a try", async () => {
  await addPicture("7-0", { width: 800 });
  writeFileSync(GATE, "");
  makeAvifs();
  await eventually(() => filesOf("7-0", /\.part$/).length > 0, PATIENCE_MS);
  expect(await stopAvifs()).toBe(true);
  expect(await rowOf("7-0")).toMatchObject({ has_avif: false, avif_tries: 0, avif_since: null });
  expect(filesOf("7-0", /avif/)).toEqual([]);
  expect(existsSync(join(FOLDER, "7-0.webp"))).toBe(true);
});
