import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { PostgresClient } from "~/database/postgres-client.server";

const RETRY_MS = 25;

/**
 * Retries until `url` accepts a connection, `isAlive()` is false, or `timeoutMs` have passed. A wrong password is not tried again.
 */
export async function connectWhile(
  url: string,
  isAlive: () => boolean,
  timeoutMs = Number.POSITIVE_INFINITY,
): Promise<pg.Client | "wrong password" | "no answer"> {
  for (const end = Date.now() + timeoutMs; Date.now() < end && isAlive(); ) {
    // Each attempt has a timeout too: another program on that port might accept the connection and never answer.
    const client = new PostgresClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code === "28P01") return "wrong password";
      await sleep(RETRY_MS);
    }
  }
  return "no answer";
}

/** A TCP port of 127.0.0.1 that was free when asked. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
