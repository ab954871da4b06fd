import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync("docs", { recursive: true, encoding: "utf8" })]
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

test("the glossary names the file of each word", () => {
  const files = [...readFileSync("docs/glossary.md", "utf8").matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !existsSync(file) && !existsSync(join("app/models", file)))).toEqual([]);
});

test("every promise in docs/testing.md names a test that exists", () => {
  const rows = [...readFileSync("docs/testing.md", "utf8").matchAll(/^\| .+ \| `(tests\/[\w./-]+)`(?:: (.+))? \|$/gm)];
  expect(rows.length).toBeGreaterThan(50);
  const missing = rows.filter(([, file = "", title = ""]) => !readFileSync(file, "utf8").includes(title));
  expect(missing.map(([row]) => row)).toEqual([]);
});
