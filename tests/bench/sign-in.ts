// `npm run bench:sign-in`, from a build (Linux): Home's 99th percentile while fifty people sign in at once, again and again, beside
// its usual one, in turns.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { slot } from "./load";
import { endAll, median, treeOf } from "./program";
import { startStudio } from "./studio";

const ROUNDS = Number(process.argv[2] ?? 7);
const PEOPLE = 50;
const CONNECTIONS = 8;
const PASSWORD = "una contraseña larga";

const dataDir = mkdtempSync(join(tmpdir(), "susa-entradas-"));
try {
  const studio = await startStudio(dataDir, ".", { TRUST_PROXY: "1" });
  const client = new pg.Client({ connectionString: studio.url });
  await client.connect();
  await client.query(
    "INSERT INTO cuentas_susa (email, password_hash, estado) SELECT 'persona' || n || '@ejemplo.mx', $1, 'activa' FROM generate_series(1, $2) n",
    [await hash(PASSWORD), PEOPLE],
  );
  await client.end();

  const signIn = async (n: number): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${studio.port}/auth`, {
      method: "POST",
      redirect: "manual",
      headers: { "x-forwarded-for": `10.0.0.${n}`, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ email: `persona${n}@ejemplo.mx`, password: PASSWORD }),
    });
    return answer.status;
  };
  const burst = () => Promise.all(Array.from({ length: PEOPLE }, (_, n) => signIn(n + 1)));

  const [usual, busy, bursts]: [number[], number[], number[]] = [[], [], []];
  const measure = async () => (await slot(studio.port, "/", CONNECTIONS, treeOf(studio.pid))).p99;
  await measure();
  for (let round = 0; round < ROUNDS; round++) {
    usual.push(await measure());
    let isMeasuring = true;
    const signingIn = (async () => {
      while (isMeasuring) {
        const began = performance.now();
        const answers = await burst();
        bursts.push(performance.now() - began);
        const wrong = answers.filter((status) => status !== 303);
        if (wrong.length > 0) throw new Error(`sign-ins answered ${wrong.join()}`);
      }
    })();
    busy.push(await measure());
    isMeasuring = false;
    await signingIn;
  }
  const list = (values: number[]) => values.map((value) => value.toFixed(1)).join(" ");
  console.log(`Home's p99 in ms, usual: ${list(usual)}; while ${PEOPLE} sign in: ${list(busy)}`);
  console.log(
    `medians ${median(usual).toFixed(1)} and ${median(busy).toFixed(1)}: ${(median(busy) / median(usual)).toFixed(2)} times`,
  );
  console.log(`fifty sign-ins took ${median(bursts).toFixed(0)} ms`);
} finally {
  await endAll();
  rmSync(dataDir, { recursive: true, force: true });
}
