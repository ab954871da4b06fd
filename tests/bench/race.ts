// `npm run bench:race`, after a build: books a thousand slots of the agenda with ten concurrent requests each, in the built
// server with a new database. Prints the failures, and exits with 1 if there are any.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../server/migrate";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { startSite } from "../support/browser";
import { raceForSlots } from "../support/race";

const [slots = 1000, rivals = 10] = process.argv.slice(2).map(Number);

const dataDir = mkdtempSync(join(tmpdir(), "susa-carrera-"));
const postgres = await startPostgres(dataDir);
try {
  await migrate(postgres.url);
  const secret = "x".repeat(40);
  const site = await startSite({
    NODE_ENV: "production",
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SESSION_SECRET: secret,
    DATA_KEY: secret,
    SIGNUP: "open",
  });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const staff = await site.staff("ana@ejemplo.mx");
  console.log(`${slots} slots, ${rivals} requests each, five slots at a time.`);
  const began = performance.now();
  const race = await raceForSlots(staff, async (text, values) => (await pool.query(text, values)).rows, {
    slots,
    rivals,
    concurrentSlots: 5,
  });
  const seconds = (performance.now() - began) / 1000;
  const at = (part: number) => `${race.times[Math.floor((race.times.length - 1) * part)]?.toFixed(0)} ms`;
  console.log(
    `${race.won} won, ${race.lost} lost; ${race.citas} appointments, ${race.overlaps} overlaps; ${seconds.toFixed(0)} s`,
  );
  console.log(`an answer took ${at(0.5)} (median), ${at(0.95)} (one in twenty), ${at(1)} (slowest)`);
  console.log(race.wrong.length === 0 ? "nothing was wrong" : race.wrong.slice(0, 20).join("\n"));
  if (race.wrong.length > 0) process.exitCode = 1;
  await pool.end();
  await site.close();
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
