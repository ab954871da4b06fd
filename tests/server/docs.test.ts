import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...readdirSync("docs", { recursive: true, encoding: "utf8" })]
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
  const files = [...readFileSync("docs/glossary.md", "utf8").matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => ![file, join("app", file), join("app/models", file)].some((path) => existsSync(path)))).toEqual(
    [],
  );
});
