import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freshFolder, postgresIn } from "../../support/process";
import { rejectedStart, snapshot, usedFolder } from "./postgres-folder";

describe("a folder that cannot be used", () => {
  test.each([
    ["17\n", "es de PostgreSQL 17 y este servidor trae el 18"],
    ["19\n", "es de PostgreSQL 19 y este servidor trae el 18"],
    ["", "y este servidor trae el 18"],
  ])("is rejected with one sentence and left untouched if its version is %j", async (version, sentence) => {
    const dataDir = freshFolder();
    mkdirSync(join(dataDir, "postgres", "base"), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), version);
    writeFileSync(join(dataDir, "postgres", "base", "1"), "datos");
    const before = snapshot(join(dataDir, "postgres"));
    const message = await rejectedStart(dataDir);
    expect(message).toContain(join(dataDir, "postgres"));
    expect(message).toContain(sentence);
    expect(snapshot(join(dataDir, "postgres"))).toEqual(before);
  });

  test("is rejected and left untouched if it has no version", async () => {
    const dataDir = freshFolder();
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres", "notas.txt"), "mías");
    const before = snapshot(join(dataDir, "postgres"));
    expect(await rejectedStart(dataDir)).toContain(join(dataDir, "postgres"));
    expect(snapshot(join(dataDir, "postgres"))).toEqual(before);
  });

  test("is rejected with the name of the password file if the password was lost, and leaves no process", {
    tags: ["slow"],
  }, async () => {
    const dataDir = await usedFolder();
    rmSync(join(dataDir, "postgres-password"));
    expect(await rejectedStart(dataDir)).toContain(join(dataDir, "postgres-password"));
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("is rejected with one sentence if it is a file", async () => {
    const file = join(freshFolder(), "datos");
    writeFileSync(file, "");
    for (const dataDir of [file, join(file, "dentro")]) expect(await rejectedStart(dataDir)).toContain("DATA_DIR");
  });
});
