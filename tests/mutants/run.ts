// `npm run mutants`: breaks one promise of the program at a time and checks that a test notices. Works in the working tree and
// puts each file back, also when interrupted; an editor that saves a mutated file meanwhile would keep the mutant. Arguments choose
// mutants by a part of their name or file: `npm run mutants -- accents app/media`.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { MUTANTS, type Mutant } from "./mutants";

type Verdict = "killed" | "survived" | "does not build" | "fails for another reason";

/** The parts of Vitest's JSON report that tell a failed assertion from a test that could not run. */
type Report = { testResults: { assertionResults: { status: string; failureMessages: string[] }[] }[] };

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());

const MAX_OUTPUT = 2 ** 26;
// Vitest throws a plain Error where a promise should have been rejected.
const FAILED_ASSERTION = /^AssertionError|^Error: promise resolved .* instead of rejecting/s;
const folder = mkdtempSync(join(tmpdir(), "susa-mutants-"));
const wanted = process.argv.slice(2);
const mutants = MUTANTS.filter(
  ({ name, file }) => wanted.length === 0 || wanted.some((part) => `${file} ${name}`.includes(part)),
);

/** Runs a program to its end and gives whether it succeeded. Throws after an interrupt. */
async function succeeds(program: string, ...args: string[]): Promise<boolean> {
  const done = await promisify(execFile)(program, args, {
    maxBuffer: MAX_OUTPUT,
    signal: interrupted.signal,
    killSignal: "SIGINT",
  }).then(
    () => true,
    () => false,
  );
  interrupted.signal.throwIfAborted();
  return done;
}

/** Whether a mutant is in the build that its test runs: server/ is loaded from the source everywhere. */
function isBuilt({ file, test }: Mutant): boolean {
  return file.startsWith("app/") && !/^tests\/(database|format|models)\//.test(test);
}

async function judge(mutant: Mutant): Promise<Verdict> {
  const original = readFileSync(mutant.file, "utf8");
  writeFileSync(
    mutant.file,
    original.replace(mutant.before, () => mutant.after),
  );
  try {
    if (isBuilt(mutant) && !(await succeeds("node_modules/.bin/remix", "build"))) return "does not build";
    return await runTest(mutant.test);
  } finally {
    writeFileSync(mutant.file, original);
  }
}

async function runTest(test: string): Promise<Verdict> {
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const args = [
    "run",
    "--config",
    "tests/vitest.config.ts",
    "--tags-filter=!slow",
    "--reporter=json",
    `--outputFile=${report}`,
    test,
  ];
  if (await succeeds("node_modules/.bin/vitest", ...args)) return "survived";
  const { testResults }: Report = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const hasPassed = tests.some(({ status }) => status === "passed");
  const hasFailed = tests.some(({ failureMessages }) => failureMessages.some((text) => FAILED_ASSERTION.test(text)));
  return hasPassed && hasFailed ? "killed" : "fails for another reason";
}

// Those that leave the build as it is come first, because a build with a mutant in it serves no other.
mutants.sort((one, other) => Number(isBuilt(one)) - Number(isBuilt(other)));
let alive = 0;
try {
  if (!(await succeeds("npm", "run", "build"))) throw new Error("the tree does not build");
  for (const mutant of mutants) {
    const begun = performance.now();
    const verdict = await judge(mutant);
    if (verdict !== "killed") alive++;
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`${verdict === "killed" ? "ok  " : "FAIL"} ${mutant.name}: ${verdict} (${mutant.test}, ${seconds} s)`);
  }
  console.log(`${mutants.length - alive} of ${mutants.length} mutants killed`);
  process.exitCode = alive === 0 && mutants.length > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  if (mutants.some(isBuilt)) await promisify(execFile)("npm", ["run", "build"], { maxBuffer: MAX_OUTPUT });
}
