import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const BUILD = "public/build";

// The pages of routes/account/ run none of the framework's scripts.
const scripts = readdirSync(BUILD, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.js$/.test(name) && !/^routes[\\/]account[\\/]/.test(name))
  .map((name) => ({ name, code: readFileSync(join(BUILD, name), "utf8") }));

test("no script for the browser contains the validation library", () => {
  expect(scripts.length).toBeGreaterThan(50);
  // A property that every locale of Zod sets.
  expect(scripts.filter(({ code }) => code.includes("localeError")).map(({ name }) => name)).toEqual([]);
});

test("no script for the browser uses a server module, which is empty there, when it is loaded", () => {
  expect(scripts.filter(({ code }) => /[^\w$.)]\(0\)\.[\w$]/.test(code)).map(({ name }) => name)).toEqual([]);
});

test("every source of the server's source map is a file, or in the map", () => {
  const map: { sources: string[]; sourcesContent: (string | null)[] } = JSON.parse(readFileSync("build/index.js.map", "utf8"));
  const missing = map.sources.filter((source, index) => map.sourcesContent[index] === null && !existsSync(join("build", source)));
  expect(map.sources.length).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});
