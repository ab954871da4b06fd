// `npm run bench`, after a build, on Linux: writes all sections of docs/benchmarks.md. Single sections: `npm run bench -- home admin`.
// `--reference DIR` compares the admin pages with those of another built tree. A report without pass or fail.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { adminCost } from "./admin";
import { hasWrk, isPinned } from "./load";
import { memory } from "./memory";
import { outages } from "./outage";
import { endAll } from "./program";
import { publicPages } from "./public";

const FILE = "docs/benchmarks.md";
const PUBLIC = ["home", "servicio", "galeria"];
const words = process.argv.slice(2);
const at = words.indexOf("--reference");
const reference = at === -1 ? undefined : resolve(words[at + 1] ?? "");
const wanted = at === -1 ? words : words.toSpliced(at, 2);

type Section = { name: string; title: string; says: string; measure: (folder: string) => Promise<string> };

const sections: Section[] = [
  {
    name: "public",
    title: "Public pages from their copies",
    says:
      "Median and spread of three rounds of slots of 2 s each. The slot of a page is flanked by two of a bare `node:http` server, and " +
      "a part is of their mean. “Others had” is the part of the machine that neighbours and other programs took during a slot: above " +
      "8 % it was measured again, twice at most, and the quietest counted.",
    measure: (folder) =>
      publicPages(
        folder,
        wanted.filter((word) => PUBLIC.includes(word)),
      ),
  },
  {
    name: "admin",
    title: "Admin pages",
    says: "Milliseconds of processor of the server's own process for one request: median and spread of five rounds of 20, alternating with the reference where there is one.",
    measure: (folder) => adminCost(folder, reference),
  },
  {
    name: "memory",
    title: "Memory",
    says: "All public pages, the dashboard, the agenda, every list and form, eight at a time; ten exports of 100,000 clients among them.",
    measure: memory,
  },
  {
    name: "outage",
    title: "Without the database",
    says: "Status, and seconds of the slowest answer, of each kind of page, asked for again and again for half a minute from the moment that PostgreSQL was stopped, hung (SIGSTOP) or killed (SIGKILL).",
    measure: outages,
  },
];

const folder = mkdtempSync(join(tmpdir(), "susa-banco-"));
try {
  execFileSync("chmod", ["755", folder]);
  for (const section of sections) {
    const isWanted =
      wanted.length === 0 ||
      wanted.includes(section.name) ||
      (section.name === "public" && wanted.some((word) => PUBLIC.includes(word)));
    if (isWanted) writeSection(section, await section.measure(folder));
  }
} finally {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** Writes one section of the report and keeps the others (`bench:scale` writes another one). */
function writeSection({ name, title, says }: Section, found: string): void {
  const now = existsSync(FILE)
    ? readFileSync(FILE, "utf8")
    : "# Benchmarks\n\nMade by `npm run bench` and `npm run bench:scale`.\n";
  const date = new Date().toISOString().slice(0, 10);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const tool =
    name === "public"
      ? `, ${hasWrk ? "wrk" : "own generator"}${isPinned ? ", server and generator on a processor each" : ""}`
      : "";
  const text = `<!-- ${name} -->\n## ${title}\n\n${says}\n\n${found}\n\n${date}, ${commit}; ${machine}${tool}.\n<!-- /${name} -->`;
  const old = new RegExp(`<!-- ${name} -->.*<!-- /${name} -->`, "s");
  writeFileSync(FILE, old.test(now) ? now.replace(old, () => text) : `${now}\n${text}\n`);
}
