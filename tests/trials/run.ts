// `npm run trials`, after a build, on Linux: runs the server with real databases, poolers, proxies and disks, and prints for each
// trial whether it passed and a figure. Single ones by a part of their name: `npm run trials -- poolers "limit of 4"`. Not in the
// gate: needs PostgreSQL 15 or newer, PgBouncer, nginx, Caddy and HAProxy, and for the container root, debootstrap and buildah. Says
// which is missing, and skips the trial.
import { trials as backup } from "./backup";
import { trials as container } from "./container";
import { trials as databases } from "./databases";
import { trials as disks } from "./disks";
import { trials as logs } from "./logs";
import { trials as poolers } from "./poolers";
import { cleanUp, endPrograms, Missing } from "./programs";
import { trials as proxies } from "./proxies";
import { firstLine, type Trials } from "./studio";

const subjects: Record<string, Trials> = { databases, poolers, proxies, disks, backup, logs, container };
const wanted = process.argv.slice(2);

// An interrupted run leaves nothing behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => cleanUp().finally(() => process.exit(1)));

let failed = 0;
try {
  for (const [subject, trials] of Object.entries(subjects)) {
    for (const [trial, run] of Object.entries(trials)) {
      const name = `${subject}: ${trial}`;
      if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
      const [outcome, figure] = await run().then(
        ([pass, figure]) => [pass ? "pass" : "FAIL", figure],
        (error: Error) => [error instanceof Missing ? "skip" : "FAIL", firstLine(error.message)],
      );
      if (outcome === "FAIL") failed++;
      console.log(`${outcome}  ${name}  ${figure}`);
      await endPrograms();
    }
  }
} finally {
  await cleanUp();
}
process.exit(failed > 0 ? 1 : 0);
