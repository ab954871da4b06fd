import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANTS } from "../mutants/mutants";

test("every mutant names a test file, and its piece of code occurs exactly once", () => {
  const countOf = (file: string, piece: string) => (existsSync(file) ? readFileSync(file, "utf8").split(piece).length - 1 : 0);
  const astray = MUTANTS.filter(({ file, before, test }) => countOf(file, before) !== 1 || !existsSync(test));
  expect(astray.map(({ name }) => name)).toEqual([]);
});

test("no two mutants share a name", () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});
