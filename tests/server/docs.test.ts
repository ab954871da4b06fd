import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { secretsSchema, settingsSchema } from "~/env.server";
import { MAX_PHOTO_MB, MAX_PHOTOS } from "~/limits";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }),
]
  .map((name) => (existsSync(name) ? name : join("docs", name)))
  .filter((name) => name.endsWith(".md"));

const sources = ["app", "server", "tests", "prisma", ".github"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .concat("Dockerfile", "compose.yaml", "package.json", "prisma.config.ts", "remix.config.js")
  .filter((file) => !file.startsWith("app/generated/") && /\.(tsx?|jsx?|json|sql|prisma|ya?ml)$|Dockerfile$/.test(file));

// The names of this test are no proof.
const words = new Set(
  sources
    .filter((file) => file !== "tests/server/docs.test.ts")
    .flatMap((file) => readFileSync(file, "utf8").match(/[A-Za-z]\w*/g)),
);

// Names of other programs, and one that a page says not to be there.
const NAMES_OF_OTHERS = ["includeSubDomains", "pg_dump", "POSTGRES_PASSWORD_FILE", "deleted_at"];

/** What a page names in `code`: files and folders of the project, without placeholders such as `<section>`. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  return spans.filter((span) => /^(app|server|tests|prisma|docs|public)\/[\w./-]*$/.test(span) && !/^public\/build/.test(span));
}

/** The identifiers that a page names in `code`: functions, components, tables, columns, settings. A word such as `total` is none. */
function identifiersIn(text: string): string[] {
  const spans = [...text.matchAll(/`<?([A-Za-z]\w*)(?:\([^`\n]*\))?>?`/g)].map(([, name = ""]) => name);
  return spans.filter((name) => /[a-z][A-Z]|\w_\w/.test(name));
}

/** The source files that a page names, also without their folder or with the end of their path (`ventas/venta.server.ts`). */
function fileNamesIn(text: string): string[] {
  return [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|sql|prisma))`/g)].map(([, name = ""]) => name);
}

function linksIn(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)\)/g), ...text.matchAll(/^\[\w+\]: (\S+)$/gm)].map(
    ([, target = ""]) => target,
  );
  return targets.filter((target) => !/^https?:/.test(target));
}

test.each(pages)("%s names only files that exist", (page) => {
  const text = readFileSync(page, "utf8");
  const missing = pathsIn(text).filter((path) => !existsSync(path));
  const lost = fileNamesIn(text).filter((name) => !sources.some((file) => `/${file}`.endsWith(`/${name}`)));
  const broken = linksIn(text).filter((target) => !existsSync(join(dirname(page), target)));
  expect([...missing, ...lost, ...broken]).toEqual([]);
});

// The change log also names what is gone.
test.each(pages.filter((page) => page !== "CHANGELOG.md"))("%s names only functions, tables and settings that exist", (page) => {
  const names = identifiersIn(readFileSync(page, "utf8"));
  expect(names.filter((name) => !words.has(name) && !NAMES_OF_OTHERS.includes(name))).toEqual([]);
});

test("SECURITY.md names a test of each promise, by a title that its file has", () => {
  const text = readFileSync("SECURITY.md", "utf8");
  const promises = text.split(/^## What is left out/m)[0]?.match(/^\| (?!Promise |---).*\|$/gm) ?? [];
  const tests = promises.map((row) => row.match(/ `(tests\/[\w/.-]+)`: (.+) \|$/) ?? [row, row, ""]);
  const gone = tests.filter(([, file = "", title]) => !existsSync(file) || !readFileSync(file, "utf8").includes(`"${title}"`));
  expect(promises.length).toBeGreaterThan(60);
  expect(gone.map(([row]) => row)).toEqual([]);
});

test("code names only decision records that exist", () => {
  const records = readdirSync("docs/decisions").map((name) => name.slice(0, 4));
  const named = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number = ""]) => number),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((number) => !records.includes(number))).toEqual([]);
});

test("the glossary names the file of each word", () => {
  const rows = readFileSync("docs/glossary.md", "utf8").match(/^\| (?!Word |---).*\|$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => fileNamesIn(row).length === 0)).toEqual([]);
});

describe("every setting", () => {
  const settings = Object.keys({ ...settingsSchema.shape, ...secretsSchema.shape });
  const { PORT, HOST, DATABASE_POOL, SIGNUP, TRUST_PROXY, BACKUP_KEEP } = settingsSchema.parse({});
  const defaults = Object.entries({ PORT, HOST, DATABASE_POOL, SIGNUP, TRUST_PROXY, BACKUP_KEEP });

  test("stands in the README's table, and nothing else, with its default", () => {
    const [, section = ""] = readFileSync("README.md", "utf8").split(/^## Configuration$|^## Running/m);
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    const named = rows.flatMap((row) => namesIn(row.split("|")[1]));
    expect(named.filter((name) => !name.endsWith("_FILE")).sort()).toEqual([...settings].sort());
    const isGiven = ([name, value]: [string, unknown]) =>
      rows.some((row) => namesIn(row.split("|")[1]).includes(name) && row.split("|")[2]?.includes(`\`${value}\``));
    expect(defaults.filter((setting) => !isGiven(setting))).toEqual([]);
  });

  test("stands commented out in .env.example, and nothing else, with its default", () => {
    const lines = readFileSync(".env.example", "utf8").split("\n");
    const named = lines.flatMap((line) => line.match(/^#([A-Z_]+)=/)?.[1] ?? []);
    const ofFiles = named.filter((name) => name.endsWith("_FILE"));
    // The password is for compose.yaml alone.
    expect(named.filter((name) => !ofFiles.includes(name)).sort()).toEqual([...settings, "POSTGRES_PASSWORD"].sort());
    expect(ofFiles.filter((name) => !settings.includes(name.replace(/_FILE$/, "")))).toEqual([]);
    expect(defaults.filter(([name, value]) => !lines.includes(`#${name}=${value}`))).toEqual([]);
    expect(lines.filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
  });

  test("can be set in compose.yaml, except those that it or the image sets itself", () => {
    const compose = readFileSync("compose.yaml", "utf8");
    const missing = settings.filter((name) => !compose.includes(`\${${name}:`));
    expect(missing).toEqual(["HOST", "DATA_DIR", "DATABASE_URL"]);
  });

  function namesIn(text = ""): string[] {
    return [...text.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name);
  }
});

test("the unit file and the image start node with the flags of npm start", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const command = scripts.start.match(/node .*/)[0];
  expect(command).toContain("--max-old-space-size=");
  expect(readFileSync("docs/examples/susa.service", "utf8")).toContain(`ExecStart=/usr/bin/${command}\n`);
  expect(JSON.parse(readFileSync("Dockerfile", "utf8").match(/^CMD (.*)$/m)?.[1] ?? "[]").join(" ")).toBe(command);
});

test("the example of nginx lets the largest upload pass", () => {
  const [, megabytes] = readFileSync("docs/examples/nginx.conf", "utf8").match(/client_max_body_size (\d+)m;/) ?? [];
  expect(Number(megabytes)).toBeGreaterThan(MAX_PHOTOS * MAX_PHOTO_MB);
});

test("a file with secrets reaches neither git nor the image", () => {
  expect(readFileSync(".gitignore", "utf8").split("\n")).toContain(".env");
  const rules = readFileSync(".dockerignore", "utf8").split("\n");
  expect(rules).toContain("*");
  expect(rules.filter((rule) => rule.startsWith("!") && rule.includes(".env"))).toEqual([]);
});
