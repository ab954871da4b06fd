import { createServer } from "node:net";

// Below the system's ephemeral ports, which another process may get as soon as one is released.
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 3_000;
// Each worker of a run searches its own range.
const from = FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % 4) * PORTS_PER_WORKER;
let next = Math.floor(Math.random() * PORTS_PER_WORKER);

/** Gives a free port, a different one each time. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_PER_WORKER; tries++) {
    const port = from + (next++ % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${from} on`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
