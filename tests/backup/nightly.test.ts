import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { formatAge } from "~/format/ago";
import { claimBackup } from "~/models/estudio/instalacion.server";
import { backUpIfDue } from "~/nightly-backup.server";
import { startServer } from "../server/server-program";
import { createConfiguracion } from "../support/factories";
import { freshFolder } from "../support/process";
import { sql, sqlValue, testDatabase } from "../support/test-database";
import { manifestOf, unzip } from "./restore-program";

/** Writes when a backup was last finished, and last begun; SQL. */
const setBackups = (hecho: string, intento = hecho) =>
  sql(`UPDATE instalacion_susa SET respaldo_hecho = ${hecho}, respaldo_intento = ${intento}`);

/** The zone in which it is now `hour` o'clock and some minutes. */
function zoneAt(hour: number): string {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

const ago = (hours: number) => `now() - interval '${hours * 60} minutes'`;

describe("the turn for the nightly backup", () => {
  test("comes at once where there is none", async () => {
    await setBackups("NULL");
    expect(await claimBackup("America/Mexico_City")).toBe(true);
  });

  test.each([
    ["not at two, after one of last night", 2, ago(20), false],
    ["at two, after one of the night before", 2, ago(25), true],
    ["at three, after one of last night", 3, ago(20), true],
    ["at three, after one of two o'clock", 3, ago(1), true],
    ["not at four, after one of three o'clock", 4, ago(0.5), false],
    ["not in the evening, after one of this night", 23, ago(19), false],
    ["in the evening, when this night has none", 23, ago(21), true],
  ] as const)("comes %s", async (_, hour, hecho, isDue) => {
    await setBackups(hecho);
    expect(await claimBackup(zoneAt(hour))).toBe(isDue);
  });

  test("comes to one of several servers, and again after an hour if that one did not finish", async () => {
    for (const before of ["NULL", ago(30)]) {
      await setBackups(before);
      const turns = await Promise.all(Array.from({ length: 5 }, () => claimBackup("America/Mexico_City")));
      expect(turns.filter(Boolean)).toEqual([true]);
      await setBackups(before, ago(0.98));
      expect(await claimBackup("America/Mexico_City")).toBe(false);
      await setBackups(before, ago(1.02));
      expect(await claimBackup("America/Mexico_City")).toBe(true);
    }
  });
});

describe("the nightly backup", () => {
  let folder: string;
  beforeEach(async () => {
    folder = freshFolder();
    process.env.DATA_DIR = freshFolder();
    await setBackups("NULL");
    vi.spyOn(process.stdout, "write");
  });
  afterAll(() => {
    delete process.env.BACKUP_KEEP;
  });

  test("is named by the studio's day, for its owner alone, and made once", async () => {
    await createConfiguracion({ zona_horaria: "America/Tijuana" });
    expect(await backUpIfDue(folder)).toBeNull();
    // A backup made up for after midnight is that of the night before.
    const day = await sqlValue("SELECT ((now() - interval '3 hours') AT TIME ZONE 'America/Tijuana')::date::text");
    const name = `susa-${day}.zip`;
    expect(readdirSync(folder)).toEqual([name]);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(manifestOf(await unzip(readFileSync(join(folder, name)))).tablas.length).toBeGreaterThan(20);
    expect(await sqlValue("SELECT now() - respaldo_hecho < interval '1 minute' FROM instalacion_susa")).toBe(true);
    const [line = "", ...others] = vi.mocked(process.stdout.write).mock.calls.flat();
    expect(JSON.parse(String(line)).msg).toMatch(new RegExp(`^Respaldo hecho: ${name}, [\\d.]+ [KM]B, \\d+ s\\.$`));
    expect(others).toEqual([]);
    rmSync(join(folder, name));
    expect(await backUpIfDue(folder)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("keeps the newest ones, and removes only its own files", async () => {
    process.env.BACKUP_KEEP = "3";
    const stale = "susa-2020-01-04.zip.0123abcd.part";
    const fresh = "susa-2020-01-05.zip.0123abcd.part";
    const old = ["susa-2020-01-01.zip", "susa-2020-01-02.zip", "susa-2020-01-03.zip"];
    const foreign = ["susa-2019-01-01.zip.zip", "susa-fin-de-año.zip", "otra.part"];
    for (const name of [...old, ...foreign, stale, fresh]) writeFileSync(join(folder, name), "x");
    const twoHoursAgo = Date.now() / 1000 - 7200;
    for (const name of [stale, "otra.part"]) utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
    expect(await backUpIfDue(folder)).toBeNull();
    const made = readdirSync(folder).filter((name) => !name.includes("2020") && !foreign.includes(name));
    expect(made).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual([...old.slice(1), ...foreign, fresh, ...made].sort());
  });

  test("that fails says why with the age of the last one, and leaves nothing", async () => {
    await setBackups(ago(49));
    await sql("ALTER TABLE propinas_susa RENAME TO otra");
    try {
      expect(await backUpIfDue(folder)).toBe(
        `No se pudo guardar el respaldo en ${folder} (42601). El último respaldo se hizo hace 2 días.`,
      );
    } finally {
      await sql("ALTER TABLE otra RENAME TO propinas_susa");
    }
    expect(readdirSync(folder)).toEqual([]);
    // Not tried again within the hour; the age of the last one is said all the same.
    expect(await backUpIfDue(folder)).toBe("El último respaldo se hizo hace 2 días.");
  });

  test("leaves the turn to another server when its folder is missing", async () => {
    const missing = join(folder, "no-hay");
    expect(await backUpIfDue(missing)).toBe(
      `No se pudo guardar el respaldo en ${missing} (ENOENT). Todavía no hay ningún respaldo.`,
    );
    mkdirSync(missing);
    expect(await backUpIfDue(missing)).toBeNull();
    expect(readdirSync(missing)).toHaveLength(1);
  });
});

test("formats the age of a backup", () => {
  const now = Date.parse("2026-11-25T12:00:00Z");
  const ages = [0, 90, 59 * 60, 3600, 36 * 3600, 48 * 3600].map((seconds) => formatAge(new Date(now - seconds * 1000), now));
  expect(ages).toEqual(["hace 1 minuto", "hace 1 minuto", "hace 59 minutos", "hace 1 hora", "hace 36 horas", "hace 2 días"]);
});

describe("servers with BACKUP_DIR", { tags: ["slow"] }, () => {
  test("make one backup between them, and go on without the folder", async () => {
    const BACKUP_DIR = freshFolder();
    const env = {
      DATABASE_URL: await testDatabase(),
      SESSION_SECRET: String(process.env.SESSION_SECRET),
      DATA_KEY: String(process.env.DATA_KEY),
      BACKUP_DIR,
    };
    const servers = await Promise.all(
      [BACKUP_DIR, BACKUP_DIR, join(BACKUP_DIR, "no-hay")].map((folder) =>
        startServer({ ...env, DATA_DIR: freshFolder(), BACKUP_DIR: folder }),
      ),
    );
    await vi.waitFor(() => expect(servers.map(({ program }) => program.stdout).join("")).toContain("Respaldo hecho"), 60_000);
    await vi.waitFor(() => expect(servers[2]?.program.stderr).toContain("(ENOENT)"), 60_000);
    for (const { program } of servers) expect(await program.stop()).toBe(0);
    expect(servers.map(({ program }) => program.stdout.match(/Respaldo hecho/g)?.length ?? 0).reduce((a, b) => a + b)).toBe(1);
    expect(readdirSync(BACKUP_DIR)).toEqual([expect.stringMatching(/^susa-20\d\d-\d\d-\d\d\.zip$/)]);
    expect(servers.map(({ program }) => program.stderr).filter((text) => text !== "")).toHaveLength(1);
  });
});
