// `npm run bench`, after a build, on Linux: measures and prints, without pass or fail. Single parts: `npm run bench -- public
// admin memory outage scale telephones workbooks line`. `REFERENCE=/path/to/checkout npm run bench -- scale line` times the pages of another built checkout
// too, of an older version: both start from copies of its data, and requests alternate. docs/benchmarks.md has the last results.
import { resolve } from "node:path";
import { timeAdminPages } from "./admin-pages";
import { measureBadLine } from "./bad-line";
import { measureMemory } from "./memory";
import { timeOutages } from "./outage";
import { comparePublicPages } from "./public-pages";
import { cleanUp } from "./studio";
import { compareTelephones } from "./telephones";
import { measureWorkbooks } from "./workbooks";

const reference = process.env.REFERENCE ? resolve(process.env.REFERENCE) : undefined;
const parts: Record<string, () => Promise<void>> = {
  public: comparePublicPages,
  admin: () => timeAdminPages(1, reference),
  memory: measureMemory,
  outage: timeOutages,
  scale: () => timeAdminPages(10, reference),
  telephones: compareTelephones,
  workbooks: measureWorkbooks,
  line: () => measureBadLine(reference),
};

// An interrupted run leaves no server behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => cleanUp().finally(() => process.exit(1)));

const wanted = process.argv.slice(2);
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n${name}\n`);
    await measure();
  }
} finally {
  await cleanUp();
}
// Connections that are kept open would keep the process.
process.exit();
