import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

// Breaks one promise of the program at a time and checks that a test notices (docs/decisions/0014-tests.md). Each patch begins
// with the promise it breaks and the test file that must fail. Arguments choose patches by a part of their name.

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const MAX_OUTPUT = 2 ** 26;

type Mutant = { name: string; patch: string; promise: string; test: string; needsBuild: boolean; isBuilt: boolean };
type Verdict = "killed" | "survived" | "does not apply" | "does not build" | "fails for another reason";

/** The parts of Vitest's JSON report that tell a failed assertion from a test that could not run. */
type Report = { testResults: { assertionResults: { status: string; failureMessages: string[] }[] }[] };

async function readMutants(): Promise<Mutant[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith(".patch"));
  const mutants = await Promise.all(files.map(readMutant));
  // Those that leave the build as it is come first, because a build with a mutant in it serves no other.
  return mutants.sort((one, other) => Number(one.isBuilt) - Number(other.isBuilt) || one.name.localeCompare(other.name));
}

async function readMutant(file: string): Promise<Mutant> {
  const patch = join(import.meta.dirname, file);
  const text = await readFile(patch, "utf8");
  const [, promise, test] = /^Promise: (.+)\nKilled by: (tests\/\S+\.test\.ts)\n/.exec(text) ?? [];
  if (!promise || !test) throw new Error(`${file} does not begin with "Promise:" and "Killed by:"`);
  // All other folders test the built application; server/ is loaded from the source everywhere.
  const needsBuild = !/^tests\/(database|format|models)\//.test(test);
  return {
    name: file.replace(/\.patch$/, ""),
    patch,
    promise,
    test,
    needsBuild,
    isBuilt: needsBuild && /^\+\+\+ b\/app\//m.test(text),
  };
}

/** Copies the working tree, uncommitted changes included, without what git ignores. */
async function copyTree(copy: string): Promise<void> {
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of stdout.split("\0").filter(Boolean)) await cp(join(root, file), join(copy, file)).catch(ignoreDeleted);
  // A link for each package, and not one for all, so that caches are written into the copy.
  await mkdir(join(copy, "node_modules"));
  for (const name of await readdir(join(root, "node_modules")))
    if (name === ".bin" || !name.startsWith("."))
      await symlink(join(root, "node_modules", name), join(copy, "node_modules", name));
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** Applies one mutant, runs its test file, and takes the mutant back. */
async function judge(copy: string, mutant: Mutant): Promise<Verdict> {
  // Without the ceiling, git would look for a repository above the copy and skip files outside of it.
  const git = (...options: string[]) =>
    run("git", ["apply", ...options, mutant.patch], {
      cwd: copy,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) },
    });
  try {
    await git();
  } catch {
    return "does not apply";
  }
  try {
    if (mutant.isBuilt) await run("npx", ["remix", "build"], { cwd: copy, maxBuffer: MAX_OUTPUT });
  } catch {
    await git("--reverse");
    return "does not build";
  }
  let tests = await runTests(copy, mutant.test, ["--bail=1"]);
  if (tests.isRed && !isProof(tests)) tests = await runTests(copy, mutant.test, []);
  await git("--reverse");
  if (!tests.isRed) return "survived";
  return isProof(tests) ? "killed" : "fails for another reason";
}

/** Whether the tests ran and an assertion failed: a file whose tests all fail may only have been unable to start. */
function isProof({ passed, failed }: { passed: number; failed: number }): boolean {
  return passed > 0 && failed > 0;
}

/** Runs a test file and counts the tests that passed and those in which an assertion failed. */
async function runTests(copy: string, test: string, options: string[]) {
  const report = join(copy, "report.json");
  await rm(report, { force: true });
  const args = ["run", "--config", "tests/vitest.config.ts", "--reporter=json", `--outputFile=${report}`, ...options, test];
  const isRed = await run("npx", ["vitest", ...args], { cwd: copy, maxBuffer: MAX_OUTPUT }).then(
    () => false,
    () => true,
  );
  const { testResults } = JSON.parse(await readFile(report, "utf8").catch(() => '{"testResults":[]}')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const isFailedAssertion = ({ failureMessages }: { failureMessages: string[] }) =>
    failureMessages.some((message) => message.startsWith("AssertionError"));
  return {
    isRed,
    passed: results.filter(({ status }) => status === "passed").length,
    failed: results.filter(isFailedAssertion).length,
  };
}

const wanted = process.argv.slice(2);
const all = await readMutants();
const mutants = all.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const copy = await mkdtemp(join(tmpdir(), "susa-mutants-"));
const startedAt = Date.now();
let alive = 0;
try {
  await copyTree(copy);
  await run("npx", ["prisma", "generate"], { cwd: copy });
  if (mutants.some(({ needsBuild }) => needsBuild)) await run("npm", ["run", "build"], { cwd: copy, maxBuffer: MAX_OUTPUT });
  for (const mutant of mutants) {
    const begun = Date.now();
    const verdict = await judge(copy, mutant);
    if (verdict !== "killed") alive++;
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(`${verdict === "killed" ? "ok  " : "FAIL"} ${mutant.name}: ${verdict} (${mutant.test}, ${seconds} s)`);
    if (verdict !== "killed") console.log(`     ${mutant.promise}`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
console.log(`${mutants.length - alive} of ${mutants.length} mutants killed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
process.exitCode = alive === 0 && mutants.length > 0 ? 0 : 1;
