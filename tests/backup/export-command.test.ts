import { mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../server/server-program";
import { freshFolder, Program, postgresIn } from "../support/process";
import { emptyDatabase, sql } from "../support/test-database";
import { countRows, restore, sumsOf } from "./restore-program";
import { dataDir, exportOf, fillStudio, sourceUrl } from "./studio";

beforeAll(() => fillStudio());

const environment = () => ({
  DATABASE_URL: sourceUrl,
  SESSION_SECRET: String(process.env.SESSION_SECRET),
  DATA_KEY: String(process.env.DATA_KEY),
  DATA_DIR: dataDir,
});

/** Runs `npm run export` in `folder`; `before` is a command its shell runs first. */
function startExport(folder: string, args: string[], env: Record<string, string> = environment(), before = ":") {
  const command = ["-c", `${before}; exec "$0" "$@"`, process.execPath, "build/export.js", ...args];
  return new Program("/bin/sh", command, { INIT_CWD: folder, ...env });
}

async function failedExport(...run: Parameters<typeof startExport>): Promise<string> {
  const program = startExport(...run);
  expect([await program.exited, program.stdout]).toEqual([1, ""]);
  expect(program.stderr).toMatch(/^[^\n]+\n$/);
  return program.stderr;
}

describe("the export command", () => {
  test("writes what the screen downloads, for its owner alone, in place of an older file", async () => {
    const folder = freshFolder();
    const file = join(folder, "susa.zip");
    writeFileSync(file, "de antes", { mode: 0o644 });
    const program = startExport(folder, ["susa.zip"]);
    expect([await program.exited, program.stderr]).toEqual([0, ""]);
    const bytes = readFileSync(file);
    expect(program.stdout).toMatch(
      new RegExp(
        `^El respaldo está en ${file}: ${(await countRows(sourceUrl)).toLocaleString("es-MX")} registros, [\\d.]+ [KM]B\\.\n$`,
      ),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["susa.zip"]);
    expect(await sumsOf(bytes)).toEqual(await sumsOf(await exportOf(sourceUrl, dataDir)));
  });

  test("says in one sentence why it failed, and leaves nothing", { tags: ["slow"] }, async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, "carpeta"));
    expect(await failedExport(folder, [])).toContain("Di en qué archivo");
    expect(await failedExport(folder, ["--ayuda"])).toContain("Di en qué archivo");
    expect(await failedExport(folder, ["no/hay/susa.zip"])).toContain("no existe esa carpeta (ENOENT)");
    expect(await failedExport(folder, ["carpeta"])).toContain("ya hay una carpeta con ese nombre");
    expect(await failedExport(folder, ["susa.zip"], environment(), "ulimit -f 8")).toContain("ya no hay espacio");
    expect(await failedExport(folder, ["susa.zip"], { ...environment(), DATABASE_URL: await emptyDatabase() })).toContain(
      "todavía no tiene tablas",
    );
    const away = { ...environment(), DATABASE_URL: sourceUrl.replace(/:\d+\//, ":1/") };
    expect(await failedExport(folder, ["susa.zip"], away)).toContain("No hay respuesta de la base de datos");
    expect(readdirSync(folder)).toEqual(["carpeta"]);
  });

  test("says that the database is of another version", async () => {
    const folder = freshFolder();
    await sql("ALTER TABLE propinas_susa RENAME TO otra");
    try {
      expect(await failedExport(folder, ["susa.zip"])).toContain("es de otra versión de Susa");
    } finally {
      await sql("ALTER TABLE otra RENAME TO propinas_susa");
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  async function leavesNothing(signal: "SIGTERM" | "SIGKILL", parts: number): Promise<void> {
    const folder = freshFolder();
    // A table that somebody is changing holds the export back, in the middle of its file.
    const holder = new pg.Client({ connectionString: sourceUrl });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE bitacora_susa IN ACCESS EXCLUSIVE MODE");
    try {
      const begun = new Promise<void>((resolve) => {
        const watcher = watch(folder, () => {
          watcher.close();
          resolve();
        });
      });
      const program = startExport(folder, ["susa.zip"]);
      await begun;
      program.kill(signal);
      expect(await program.exited).toBe(signal === "SIGKILL" ? signal : 1);
    } finally {
      await holder.end();
    }
    expect(readdirSync(folder).filter((name) => name === "susa.zip")).toEqual([]);
    expect(readdirSync(folder).length).toBe(parts);
  }

  test("that gets SIGTERM in the middle leaves nothing", () => leavesNothing("SIGTERM", 0));
  test("that gets SIGKILL in the middle leaves nothing under the name of the file", { tags: ["slow"] }, () =>
    leavesNothing("SIGKILL", 1),
  );
});

describe("the export command on the embedded database", { tags: ["slow"] }, () => {
  /** Exports with the command, restores that into another studio, and expects the same checksums. */
  async function expectSameStudio(DATA_DIR: string): Promise<void> {
    const folder = freshFolder();
    const program = startExport(folder, ["susa.zip"], { DATA_DIR });
    expect([await program.exited, program.stderr]).toEqual([0, ""]);
    expect(statSync(join(folder, "susa.zip")).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(join(folder, "susa.zip"));
    const restored = await restore(bytes, { DATA_KEY: readFileSync(join(DATA_DIR, "data-key"), "utf8") });
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(await countRows(restored.url)).toBeGreaterThan(1000);
    expect(await sumsOf(await exportOf(restored.url, restored.dataDir))).toEqual(await sumsOf(bytes));
  }

  test("works beside the server, and while none runs", async () => {
    const { program, dataDir: DATA_DIR } = await startServer();
    await expectSameStudio(DATA_DIR);
    expect(postgresIn(DATA_DIR)).not.toEqual([]);
    expect(await program.stop()).toBe(0);
    await expectSameStudio(DATA_DIR);
    expect(postgresIn(DATA_DIR)).toEqual([]);
  });
});
