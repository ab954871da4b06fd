import { createServer } from "node:net";

// Below the ports that the system hands out by itself: one of those, once it is let go, is soon somebody else's.
const FIRST = 20_000;
const SHARE = 3_000;
// Each worker of a run looks among ports of its own.
const from = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % 4) * SHARE;
let next = Math.floor(Math.random() * SHARE);

/** A port nobody listens on, and a different one each time. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < SHARE; tries++) {
    const port = from + (next++ % SHARE);
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
