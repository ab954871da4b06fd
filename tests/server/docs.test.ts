import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }),
]
  .map((name) => (existsSync(name) ? name : join("docs", name)))
  .filter((name) => name.endsWith(".md"));

/** What a page names in `code`: files and folders of the project, without placeholders such as `<section>`. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  return spans.filter((span) => /^(app|server|tests|prisma|docs|public)\/[\w./-]*$/.test(span) && !/^public\/build/.test(span));
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
  const broken = linksIn(text).filter((target) => !existsSync(join(dirname(page), target)));
  expect([...missing, ...broken]).toEqual([]);
});

test("code names only decision records that exist", () => {
  const records = readdirSync("docs/decisions").map((name) => name.slice(0, 4));
  const code = ["app", "server", "tests", "prisma", ".github"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const named = [...code, "Dockerfile", "remix.config.js"]
    .filter((file) => /\.(tsx?|js|sql|yml)$|Dockerfile$/.test(file))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number = ""]) => number));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((number) => !records.includes(number))).toEqual([]);
});

test("the glossary names the file of each word", () => {
  const files = [...readFileSync("docs/glossary.md", "utf8").matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => ![file, join("app", file), join("app/models", file)].some((path) => existsSync(path)))).toEqual(
    [],
  );
});
